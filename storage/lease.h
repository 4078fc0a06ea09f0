/* Who serves which unit of a house that many processes share: leases in PostgreSQL, by its
   clock. A unit is a network; the process that has its lease serves it, and the others wait
   until the lease is over. Knows no network and starts nothing: holder.c does. Who takes a
   unit that is free is worked out by every process for itself, from the same view. */
#ifndef LEASE_H
#define LEASE_H

#include <stdbool.h>
#include <stdint.h>

struct store_postgres;
struct text;

enum {
    LEASE_UNITS = 32, /* of one house */
    LEASE_PROCESSES = 64 /* more of them are not counted */,
    LEASE_NAME = 64, /* bytes of a unit's or a process's name, with its NUL */
    LEASE_LEAST_S = 3,
    LEASE_MOST_S = 60
};

struct lease_unit {
    char name[LEASE_NAME];
    char owner[LEASE_NAME]; /* "" if it was given back, or never taken */
    int64_t term;           /* how often it was given to somebody */
    bool is_free;           /* nobody has its lease now */
    int64_t left_ms;        /* if it is not: until the lease is over, unless it is renewed */
};

struct lease_process {
    char name[LEASE_NAME];
    int units; /* that it has */
};

/* The house at one moment. Both lists are sorted by name. */
struct lease_view {
    struct lease_unit units[LEASE_UNITS];
    struct lease_process processes[LEASE_PROCESSES]; /* that live and take units */
    int unit_count, process_count;
};

/* What to do besides renewing: names, sorted. */
struct lease_wish {
    char take[LEASE_UNITS][LEASE_NAME], release[LEASE_UNITS][LEASE_NAME];
    char add[LEASE_UNITS][LEASE_NAME]; /* units that the house does not know yet */
    char hold[LEASE_UNITS]
             /* are not renewed: their leases end by themselves, unless they are renewed in time */
             [LEASE_NAME];
    int take_count, release_count, add_count, hold_count;
    bool leaves; /* the process takes no more units */
    bool looks;  /* renews and writes nothing: only looks */
};

struct store_leases;

/* Connects, brings the house to the newest format and adds units that are new. NULL if that
   fails: `why` tells the admin what is wrong. Blocks, for half a minute at most. */
struct store_leases *store_leases_open(const struct store_postgres *where, const char *process,
                                       int lease_s, const char *const *units, int count,
                                       struct text *why);
void store_leases_close(struct store_leases *leases); /* NULL is fine */

/* Adds units. Renews every lease that this process still has, but for those to hold, gives back,
   takes what is free, in one transaction; then looks who has what (or only looks, if the wish is
   so). What is taken has a new term. False, with the reason in `why`, if the server did not say
   in time that it is done. Blocks, for a third of the lease and what it takes to connect; may be
   called on any one thread. */
bool store_leases_renew(struct store_leases *leases, const struct lease_wish *wish,
                        struct lease_view *view, struct text *why);

/* Which process takes a unit that is free: the one that has fewest. Pure: every process works it
   out for itself from the same view, and comes to the same end. */

/* NULL if the house has none */
const struct lease_unit *lease_find(const struct lease_view *view, const char *name);
/* of so many names, LEASE_NAME bytes each */
bool lease_has(const char *names, int count, const char *name);

/* The free units that `process` takes, at most `most`, into `wish->take`. Units are dealt out in
   the order of their names, each to the process that has fewest then; of several the first by
   name. Nothing if the view does not have `process`. */
void lease_share(const struct lease_view *view, const char *process, int most,
                 struct lease_wish *wish);

#endif
