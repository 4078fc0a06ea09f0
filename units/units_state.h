/* What units.c holds, for itself and for units_wish.c, and for nobody else. */
#ifndef UNITS_STATE_H
#define UNITS_STATE_H

#include "lease_thread.h"
#include "loop.h"
#include "unit_process.h"
#include "units.h"

/* A lease is renewed when a third of it is over. When two thirds are, this machine falls silent;
   when all of it is, another process takes the unit, and speaks at once: a third of the lease
   lies between the two. */
struct units {
    const struct config *config;
    struct loop *loop;
    struct service *service;
    char process[LEASE_NAME];
    struct lease_thread *thread;
    struct lease_view view;
    struct lease_wish wish, asked; /* of the next question; of the last one */
    bool is_asking, is_away;       /* is_away: the server did not answer; logged */
    bool is_gone;                  /* the server knows that we leave */
    int64_t asked_at, renewed_at, began, third_ms;
    struct loop_timer tick, look;
    struct unit_process items[LEASE_UNITS];
    /* since when each of them has been free, as far as we know; 0: it is not */
    int64_t free_at[LEASE_UNITS];
    int count;
    units_again *again;
    void *arg;
    struct unit_start start;
    struct control *control;
    bool is_leaving, is_one_by_one;
    int64_t left_at; /* when the last unit was given back */
};

int64_t units_now(const struct units *units);
/* For the time of one lease it takes little at a time: others may be about to come. */
bool units_is_new(const struct units *units);

/* ---- units_wish.c ---- */

/* NULL if absent */
const struct unit_process *units_find(const struct units *units, const char *name);
/* We are new, and nobody else serves anything. */
bool units_is_beginning(const struct units *units);
/* What `wish` is to be, but for `looks`. */
void units_wish(struct units *units);

#endif
