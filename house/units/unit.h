/* One unit of a house that many processes share, in the process that serves it alone: holder.c
   started it, renews its lease and says in shared memory how long it may speak. When that is
   past, the process ends without a word. There it counts, too, while its loop turns: when it
   stops counting, holder.c ends it. Knows no network. */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "store_postgres.h"

struct config;
struct loop;
struct service;
struct store;
struct text;
struct unit;

enum {
    UNIT_PAST = 75,    /* the exit status of a process whose lease is over */
    UNIT_BEAT_MS = 250 /* how often it counts, and is looked at */
};

/* What holder.c has put into the environment. NULL if this process serves the whole house. */
struct unit *unit_of_environment(void);
void unit_free(struct unit *unit);               /* NULL is fine */
const char *unit_name(const struct unit *unit);  /* "irc:libera"; NULL of NULL */
const char *unit_owner(const struct unit *unit); /* of its lease; NULL of NULL */
/* nobody has spoken there for a third of the lease; false of NULL */
bool unit_was_silent(const struct unit *unit);

/* From now on the loop minds the lease, the service counts for holder.c, and what this process
   keeps on the disk has a folder of its own. Does nothing without a unit. */
void unit_begin(struct unit *unit, struct loop *loop, struct service *service,
                struct config *config);

struct store *unit_open_store(const struct unit *unit, const struct config *config,
                              struct text *why);

/* ---- for holder.c ---- */

/* Shared by the process that holds the leases and those that it started. */
struct unit_page {
    struct unit_slot {
        _Atomic int64_t until; /* loop_boot(): its process may speak until then */
        /* counts on while its loop turns; 0: it begins or ends, and need not count */
        _Atomic int64_t beats;
    } slots[LEASE_UNITS];
};
/* NULL if there is no memory for it; `fd` is for the processes that are started, and for ever. */
struct unit_page *unit_page_make(int *fd);
/* What the process that holds leases is called: nobody else is, not even who had its number
   before. */
void unit_owner_make(const struct loop *loop, char owner[LEASE_NAME]);
/* Where the process of this unit keeps its socket for orders, on the heap. */
char *unit_folder(const char *data_folder, const char *name);

/* ---- the process of one unit, as the holder starts and ends it ---- */

/* The process that serves one unit, as holder.c starts and ends it: when it may begin, when it
   begins again after it died, when it hangs, and when it is given up here. Knows no leases and
   no database. */

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
    int slot;
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

/* ---- the process that holds the leases (holder.c) ---- */

struct unit_names {
    char names[LEASE_UNITS][LEASE_NAME];
    int count;
};

/* Reads the configuration again: the networks of now. False, with the mistakes on standard
   error, if it cannot be used. */
typedef bool holder_again(void *arg, struct unit_names *names);

/* Runs until a signal or the order "drain", frees the configuration and returns the exit status.
   `argv` is for the processes that it starts. */
int holder_run(char *const argv[], struct config *config_take, const struct unit_names *names,
               holder_again *again, void *arg);

#endif
