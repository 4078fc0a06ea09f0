/* "At most so many within so long": the times of the last ones, in milliseconds of any one clock. Pure. */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdint.h>

enum { WINDOW_MOST = 120 };

struct window {
    int64_t at[WINDOW_MOST]; /* a ring */
    int count, next;
};

/* Milliseconds until one more is fine, where `most` (<= WINDOW_MOST) may fall within `span` ms; 0: now. */
int64_t window_wait(const struct window *window, int most, int64_t span, int64_t now);
void window_add(struct window *window, int64_t now);

#endif
