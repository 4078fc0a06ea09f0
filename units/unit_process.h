/* The process that serves one unit, as units.c starts and ends it: when it may begin, when it
   begins again after it died, when it hangs, and when it is given up here. Knows no leases and
   no database. */
#ifndef UNIT_PROCESS_H
#define UNIT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lease.h"

enum {
    UNIT_QUICK_MS = 10000, /* a process that dies sooner has failed */
    UNIT_FAILURES = 3,     /* after so many in a row others may try */
    UNIT_REST_MS = 60000,  /* for so long */
    UNIT_BLIND_MS = 60000  /* it may begin and end for so long without counting: it waits for the
                              database then */
};

struct unit_page;

struct unit_process {
    char name[LEASE_NAME];
    int slot;         /* of the page */
    pid_t pid;        /* 0 if none runs */
    int64_t again_at; /* not started before; all times are loop_boot() */
    int64_t began;
    int failures;
    /* as unit_process_gain() said; not after the first start */
    bool was_silent;
    bool is_ours; /* we have its lease */
    bool leaves;  /* it was told to end, and is not started again */
    bool is_out;  /* the configuration does not have it any more */
    /* by us, and it has not ended yet: it cannot be renewed, nor started again */
    bool is_killed;
    /* at the last look: what it had counted, and since when nothing more */
    int64_t beats, looked_at, silent_ms;
};

/* What all of them are started with. */
struct unit_start {
    char *const *argv;
    const char *owner;
    struct unit_page *page;
    int page_fd;
};

/* The lease is ours from now on. `was_silent`: nobody has spoken for the unit for a third of it. */
void unit_process_gain(struct unit_process *process, bool was_silent);
/* It is not ours any more: ends the process at once. */
void unit_process_lose(struct unit_process *process);

/* Starts the process, if it should run now and does not, and its lease is not about to be over. */
void unit_process_start(struct unit_process *process, const struct unit_start *start, int64_t now);
/* Tells it to end in good order. Its rooms hear that it comes back soon; or if the network is
   out, that it stops. */
void unit_process_leave(struct unit_process *process);
/* Looks whether it counts. If it has not for `most_ms`, or for UNIT_BLIND_MS where its loop does
   not turn yet or any more, kills it and returns true; unit_process_ended() follows once it is
   reaped. Only time in which we looked ourselves counts: who was stopped, or slept with the
   whole machine, ends nobody for that. Call it every UNIT_BEAT_MS. */
bool unit_process_hangs(struct unit_process *process, const struct unit_page *page, int64_t most_ms,
                        int64_t now);
/* It has ended, with that status of waitpid(). */
void unit_process_ended(struct unit_process *process, int status, int64_t now);

/* It fails here, again and again: the lease is for others until again_at. */
bool unit_process_is_given_up(const struct unit_process *process, int64_t now);

#endif
