/* A binary heap in which every timer knows its place, so that stopping one is as cheap as setting it. */
#include "timers.h"

#include <stdlib.h>

#include "check.h"

static bool is_before(const struct loop_timer *a, const struct loop_timer *b)
{
    return a->due != b->due ? a->due < b->due : a->sequence < b->sequence;
}

/* Places count from 1, as in timer->place. */
static void put(struct timers *timers, size_t place, struct loop_timer *timer)
{
    timers->heap[place - 1] = timer;
    timer->place = place;
}

static void sift_up(struct timers *timers, struct loop_timer *timer)
{
    size_t place = timer->place;
    for (; place > 1 && is_before(timer, timers->heap[place / 2 - 1]); place /= 2)
        put(timers, place, timers->heap[place / 2 - 1]);
    put(timers, place, timer);
}

static void sift_down(struct timers *timers, struct loop_timer *timer)
{
    size_t place = timer->place;
    for (;;) {
        size_t child = place * 2;
        if (child < timers->count && is_before(timers->heap[child], timers->heap[child - 1]))
            child++;
        if (child > timers->count || is_before(timer, timers->heap[child - 1]))
            break;
        put(timers, place, timers->heap[child - 1]);
        place = child;
    }
    put(timers, place, timer);
}

void timers_add(struct timers *timers, struct loop_timer *timer)
{
    if (timers->count == timers->room) {
        timers->room = timers->room ? timers->room * 2 : 16;
        timers->heap = realloc(timers->heap, timers->room * sizeof *timers->heap);
        check(timers->heap);
    }
    timers->count++;
    put(timers, timers->count, timer);
    sift_up(timers, timer);
}

void timers_remove(struct timers *timers, struct loop_timer *timer)
{
    check(timer->place >= 1 && timer->place <= timers->count && timers->heap[timer->place - 1] == timer);
    struct loop_timer *last = timers->heap[--timers->count];
    if (last != timer) {
        put(timers, timer->place, last);
        sift_up(timers, last);
        sift_down(timers, last);
    }
    timer->place = 0;
}

struct loop_timer *timers_first(const struct timers *timers)
{
    return timers->count ? timers->heap[0] : NULL;
}

void timers_fini(struct timers *timers)
{
    for (size_t i = 0; i < timers->count; i++)
        timers->heap[i]->place = 0;
    free(timers->heap);
    *timers = (struct timers){0};
}
