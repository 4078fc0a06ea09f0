/* Reading while the loop runs: never blocks. Another thread reads; store_dispatch then calls the
   visitors for every row of the portion, and `done` once. The caller asks for the next portion
   when it likes, and limits the rows of one portion by `most`. A reading sees what is durable
   when the thread reads, which may be before or after an earlier write is done. */
#ifndef STORE_READ_H
#define STORE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

/* Lines or tables of one portion; it also ends after so many bytes. */
enum { STORE_PORTION = 256, STORE_PORTION_BYTES = 256 * 1024 };

typedef void store_person_visitor(void *arg, int64_t table, const struct store_person *person);
typedef void store_secret_visitor(void *arg, int64_t table, const char *secret);
typedef void store_message_visitor(void *arg, int64_t table, int64_t seq, const char *id);

/* What stands beside the lines of a record. A part whose visitor is NULL is not read. */
struct store_beside {
    store_secret_visitor *secret;   /* before the first line, if there is one */
    store_person_visitor *person;   /* before the first line, in the order of their numbers */
    store_message_visitor *message; /* just before its line */
};

/* Where a portion ended. The next portion begins after this place. */
struct store_read_end {
    enum store_result result; /* if not STORE_OK, rows are missing; the caller may ask again */
    int64_t table, seq;
    bool is_last; /* nothing is left */
    int64_t left; /* of a listing that counts: how many tables are left, at most `count_most` */
};
typedef void store_read_done(void *arg, const struct store_read_end *end);
typedef void store_damage_visitor(void *arg, int64_t table);

/* The lines of open tables, table by table in the order of their ids, line by line. */
struct store_reading {
    /* only tables in play there; NULL for all open tables, also tables set aside */
    const char *network;
    int64_t only;                   /* if not 0, this table alone, in any state */
    int64_t after_table, after_seq; /* both 0 to begin with the first one */
    int most;                       /* lines, 1 to STORE_PORTION */
    store_line_visitor *line;
    struct store_beside beside;
    /* the record of this table is damaged; some of its lines may have been visited */
    store_damage_visitor *damaged;
    store_read_done *done;
    void *arg;
};
void store_read(struct store *store, const struct store_reading *reading);

enum store_state { STORE_IN_PLAY = 1, STORE_ASIDE = 2, STORE_ENDED = 4 };

struct store_table {
    int64_t table;
    const char *network, *room; /* its place, or its last place; "" if it never had a place */
    const char *others;         /* other networks where it has places, a line each */
    enum store_state state;
    int64_t lines, bytes; /* bytes of all its lines */
    /* when its first and its last line were appended, in seconds since 1970; 0 if unknown */
    int64_t began, last;
};
typedef void store_table_visitor(void *arg, const struct store_table *table);

/* The tables in the order of their ids, or from the newest one down. */
struct store_listing {
    unsigned states; /* enum store_state, added up */
    int64_t after_table;
    /* if not 0, the newest one below it comes first; INT64_MAX for the newest of all */
    int64_t before_table;
    int most; /* tables, 1 to STORE_PORTION */
    /* if not 0, counts what is left, no further than so; not for STORE_IN_PLAY alone */
    int64_t count_most;
    store_table_visitor *table;
    store_damage_visitor *damaged;
    store_read_done *done;
    void *arg;
};
void store_list(struct store *store, const struct store_listing *listing);

/* ---- A copy of the database, for a backup, and how far it is ---- */

struct text;

/* How far a copy of a database is: so many bytes of all are copied, or, after that, checked. How
   many are checked is estimated. */
struct store_copying {
    bool is_check;
    int64_t done, all;
};
typedef void store_copy_watch(void *arg, const struct store_copying *copying);

/* Copies the database in `folder`, which any process may have open, into a new file, checks the
   copy and flushes it. False with a sentence for the admin in `why` if that fails. Never
   overwrites a file. Blocks; calls `watch`, which may be NULL, again and again. */
bool store_sqlite_backup(const char *folder, const char *file, store_copy_watch *watch, void *arg,
                         struct text *why);

#endif
