/* The store in PostgreSQL. Without libpq every function here says so. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include <stdbool.h>
#include <stdint.h>

/* Each unit numbers its tables in a range of its own: store_next_table(). */
enum { UNIT_TABLES = 1000000000 };

struct store;
struct text;

struct store_postgres {
    /* as libpq takes it: "host=db.example dbname=tabletalk", a postgresql:// address, or "" */
    const char *server;
    const char *password; /* NULL if libpq finds it elsewhere, or needs none */
    /* NULL for the whole house; else what `owner` has taken (store_postgres.h), and nothing else is
       written */
    const char *unit;
    const char *owner;
};

/* It can be understood and has no password in it. Else false, with a sentence for the admin in
   `why`. Does not connect. */
bool store_postgres_check(const struct store_postgres *where, struct text *why);

/* Makes the tables if absent or brings them to the newest format, and starts the threads. NULL if
   that fails: `why` then tells the admin what is wrong and what would be right. One process at a
   time may have the house, or a unit, open. Blocks, for half a minute at most. */
struct store *store_postgres_open(const struct store_postgres *where, struct text *why);

/* ---- leases: lease.c, postgres_house.c ---- */

/* Who serves which unit of a house that many processes share: leases in PostgreSQL, by its clock. A
   unit is a network; the process that has its lease serves it, until the lease is over. Starts
   nothing: holder.c does. Who takes a free unit every process works out for itself, from the same
   view. */

struct store_postgres;

enum {
    LEASE_UNITS = 32, /* of one house */
    LEASE_PROCESSES = 64 /* more of them are not counted */,
    LEASE_NAME = 64 /* bytes of a unit's or a process's name, with its NUL */
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

/* ---- mail ---- */

/* Mail between the processes of a shared house, in PostgreSQL: what the process of one unit
   tells that of another. Each mail arrives at least once, in the order in which its sender sent
   it, and goes when the receiver says that it is dealt with. Knows no table and no network:
   adapters/relay does. Brings also what processes have written about people, as it now is
   (postgres_kept.c). A thread of its own waits for the server: LISTEN wakes it, and
   without it a look every MAIL_LOOK_MS.

   Bounded: MAIL_PLACE mails of one sender wait for one place (a room or a person) of a unit,
   MAIL_UNIT for a unit, and MAIL_QUEUE in this process until they are written. What is above
   that is refused, and harms no other place or unit. */

struct store_mail;

enum {
    MAIL_PLACE = 64,
    MAIL_UNIT = 4000,
    MAIL_QUEUE = 8000,
    MAIL_BODY = 128 * 1024, /* bytes: more than any post has, and what can be pressed under it */
    MAIL_LOOK_MS = 1000
};

struct store_mail_item {
    const char *unit;  /* for whom, or from whom: the name of a network */
    int64_t number;    /* of the sender, from 1; ever higher. Of a mail that was refused: 0 */
    const char *place; /* NULL: of no place. NULL in mail that has arrived */
    const char *body;  /* ASCII */
};

/* All are called in store_mail_dispatch(), on the caller's thread. */
struct store_mail_watch {
    void (*arrived)(void *arg, const struct store_mail_item *mail);
    void (*refused)(void *arg, const struct store_mail_item *mail); /* `place` is NULL here, too */
    /* A row of the settings about people was written, perhaps by this process; `value` is NULL
       if it is gone. At the start, and when the server was away, all of them. */
    void (*kept)(void *arg, const char *key, const char *value);
    void *arg;
};

/* Connects as the owner of where->unit, which has its store open. `units`: all of the house,
   which last. NULL with a sentence for the admin in `why`. Blocks, for half a minute at most. */
struct store_mail *store_mail_open(const struct store_postgres *where, const char *const *units,
                                   int count, const struct store_mail_watch *watch,
                                   struct text *why);
/* Waits at most `ms` until everything is written, and ends the thread. False if the server is
   too slow: nothing is freed then, and the process has to end by _exit. NULL is fine. */
bool store_mail_close_for(struct store_mail *mail, int ms);

/* Visits the rooms and people of this unit that tables of other units have: `room` or `key` is
   NULL. Blocks. False if they cannot be read. */
typedef void store_mail_guest(void *arg, const char *unit, int64_t table, const char *room,
                              const char *key);
bool store_mail_each_guest(struct store_mail *mail, store_mail_guest *each, void *arg);

/* Copies the mail; it arrives when it is durable. False if it is refused at once. */
bool store_mail_send(struct store_mail *mail, const struct store_mail_item *item);
/* That mail of that sender is dealt with: it does not come again. */
void store_mail_done(struct store_mail *mail, const char *unit, int64_t number);

/* No process serves that unit now, as far as is known. */
bool store_mail_is_away(struct store_mail *mail, const char *unit);

/* Readable when there is something to dispatch. */
int store_mail_fd(const struct store_mail *mail);
void store_mail_dispatch(struct store_mail *mail);

#endif
