/* See window.h. */
#include "window.h"

int64_t window_wait(const struct window *window, int most, int64_t span, int64_t now)
{
    if (window->count < most)
        return 0;
    int64_t oldest = window->at[(window->next + WINDOW_MOST - most) % WINDOW_MOST];
    int64_t wait = oldest + span - now;
    return wait > 0 ? wait : 0;
}

void window_add(struct window *window, int64_t now)
{
    window->at[window->next] = now;
    window->next = (window->next + 1) % WINDOW_MOST;
    if (window->count < WINDOW_MOST)
        window->count++;
}
