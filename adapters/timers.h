/* The set of timers that wait, ordered by time and then by when they were set. Owns the order, not the timers; knows
   no clock and calls nobody: loop.c does both. */
#ifndef TIMERS_H
#define TIMERS_H

#include "loop.h"

/* A binary heap; all zero is the empty set. */
struct timers {
    struct loop_timer **heap;
    size_t count;
    size_t room;
};

void timers_add(struct timers *timers, struct loop_timer *timer);
void timers_remove(struct timers *timers, struct loop_timer *timer);

/* The next to fire, or NULL. */
struct loop_timer *timers_first(const struct timers *timers);

void timers_fini(struct timers *timers);

#endif
