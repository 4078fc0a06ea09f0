/* One unit of a house that many processes share, in the process that serves it alone: units.c
   started it, renews its lease and says in shared memory how long it may speak. When that is
   past, the process ends without a word. There it counts, too, while its loop turns: when it
   stops counting, units.c ends it. Knows no network. */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "lease.h"

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

/* What units.c has put into the environment. NULL if this process serves the whole house. */
struct unit *unit_of_environment(void);
void unit_free(struct unit *unit);               /* NULL is fine */
const char *unit_name(const struct unit *unit);  /* "irc:libera"; NULL of NULL */
const char *unit_owner(const struct unit *unit); /* of its lease; NULL of NULL */
/* nobody has spoken there for a third of the lease; false of NULL */
bool unit_was_silent(const struct unit *unit);

/* From now on the loop minds the lease, the service counts for units.c, and what this process
   keeps on the disk has a folder of its own. Does nothing without a unit. */
void unit_begin(struct unit *unit, struct loop *loop, struct service *service,
                struct config *config);

/* See tool_open_store(). */
struct store *unit_open_store(const struct unit *unit, const struct config *config,
                              struct text *why);

/* ---- for units.c ---- */

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
/* The text for the environment, "TABLETALK_UNIT=...", on the heap. */
char *unit_environment(const char *name, const char *owner, int page_fd, int slot, bool was_silent);
/* Where the process of this unit keeps its socket for orders, on the heap. */
char *unit_folder(const char *data_folder, const char *name);

#endif
