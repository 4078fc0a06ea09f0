/* Appends to the records of tables, and what is written beside their lines. Nothing here blocks. */
#ifndef STORE_APPEND_H
#define STORE_APPEND_H

#include "store.h"

struct store_outcome;

/* Appends `count` lines to the record of `table` (ids from 1), the first of them numbered
   `first_seq` (from 1): all lines or no line. If `ends`, the table is over: it takes no more
   lines and is not loaded again; `count` may then be 0. `done` may be NULL. Calls are carried
   out and completed in their order. The caller may append to a table while earlier appends are
   on their way; if one of them fails, the later ones fail with STORE_CONFLICT. After a failure
   the caller may append the same lines again, with the same numbers; nothing else needs repair.
   A line that is too long or contains a line end is our bug. */
void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines,
                  int count, bool ends, store_done *done, void *arg);

struct store_place {
    const char *network, *room;
};

/* A person of a record. Persons are kept beside the lines, so that a person can be forgotten
   without a change of the lines. */
struct store_person {
    int number; /* in its record, from 1 */
    const char *network, *key, *name;
    const char *salt;   /* of the hashes in the lines */
    const char *source; /* who pays for the table; "" if not this person */
    const char
        /* what the person wants to play when it is their turn; "" for nothing. Goes with the
           table's end */
        *ahead;
};

/* An append that may also move the table and write what stands beside the lines. store_append is
   the short form. */
struct store_append {
    int64_t table, first_seq;
    const char *const *lines;
    int count; /* 0 only with one of the following */
    /* the id of the message that caused the append, kept beside the first line; may be NULL */
    const char *message;
    const struct store_person *persons; /* each is new, or replaces the person with its number */
    int person_count;
    const char *secret;                   /* of the record; NULL to keep its own */
    const struct store_outcome *outcomes; /* of games that end with these lines */
    int outcome_count;
    bool ends;   /* the table is over; its place is free */
    bool leaves; /* the table is set aside: its place is free, its record stays open */
    /* the table's new place; its former place becomes free. network NULL if the table stays.
       STORE_TAKEN if another table has the place */
    struct store_place place;
    /* a place that the table has besides, until it is over or set aside. network NULL if none is
       added. STORE_TAKEN likewise */
    struct store_place guest;
    /* a place of the table that becomes free; network NULL if none does */
    struct store_place freed;
};
void store_write(struct store *store, const struct store_append *append, store_done *done,
                 void *arg);

#endif
