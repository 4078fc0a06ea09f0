/* The store keeps what must survive a kill, a crash and a power cut. It keeps two things: the
   records of tables (readable lines numbered from 1, only ever appended to; the host is rebuilt
   by replaying them) and settings (keys with a text each). Beside the lines of a record it keeps
   what must not stand in the lines: persons, ids of messages, the secret. It knows nothing of
   games. Everything that writes is asynchronous: a call copies its input and returns at once;
   the result arrives through `done`, which runs on the caller's thread inside store_dispatch. So
   "journal, flush, speak" means: call store_append, wait for STORE_OK, and only then tell
   people. A table in play has a place: a room of a network, which no other table in play has. It
   may be shown in more places, its guests. An open table without a place is set aside. Next:
   sqlite.c, which keeps everything in a file or in memory; postgres/postgres.c, in a server;
   store_ops.h, what another store has to implement. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

enum {
    STORE_LINE_MAX = 64 * 1024, /* bytes of one line or one value, without the final NUL */
    STORE_KEY_MAX = 255         /* bytes of a key, of a network or of a room; at least 1 */
};

/* How a write ended. STORE_OK: the write is committed and flushed to the disk. STORE_UNKNOWN:
   perhaps it is; only reading the record back can tell. After any other result nothing has
   changed. */
enum store_result {
    STORE_OK,
    STORE_FULL,      /* no room on the disk */
    STORE_READ_ONLY, /* the disk or the file takes no writes */
    STORE_BUSY,      /* another program locks the database for too long */
    STORE_IO,        /* the disk failed */
    STORE_DAMAGED,   /* the database is damaged */
    STORE_CONFLICT,  /* first_seq is not the next line of that table, or the table has ended */
    STORE_MEMORY,    /* there is not enough memory now */
    STORE_GONE,      /* the files of the database were moved or deleted */
    STORE_TAKEN,     /* another table in play has the place */
    /* the connection was lost after the commit was sent; a store on a local disk never says so */
    STORE_UNKNOWN,
    STORE_AWAY, /* the server of the database cannot be reached; likewise */
    STORE_RESULT_COUNT
};

/* One sentence for the player whose move was refused: what happened and what would help. Never
   NULL. */
const char *store_result_text(enum store_result result);

typedef void store_done(void *arg, enum store_result result);
typedef void store_line_visitor(void *arg, int64_t table, int64_t seq, const char *line);
typedef void store_setting_visitor(void *arg, const char *key, const char *value);

struct store;

/* A store in memory, which ends with the process. Never NULL. */
struct store *store_memory_new(void);

/* Opens the database in `folder` and starts its threads. Creates the folder (for its owner only)
   and the database if absent. Locks the folder for this process. NULL if that fails: `why` then
   tells the admin what is wrong and what would be right. Blocks. */
struct store *store_sqlite_open(const char *folder, struct text *why);

/* The same without threads, for simulations: store_dispatch and store_flush then do the work,
   and block. */
struct store *store_sqlite_open_inline(const char *folder, struct text *why);

/* True if `folder` has a database that this user can read. Else false, with a sentence for the
   admin in `why`. */
bool store_sqlite_is_there(const char *folder, struct text *why);

/* ---- Writing: never blocks. Call all functions of a store on one thread. ---- */

/* Sets `key` to `value` (no longer than a line, any text), or deletes `key` if `value` is NULL. */
void store_put(struct store *store, const char *key, const char *value, store_done *done,
               void *arg);

/* Deletes at most STORE_PRUNE lines of tables that ended before that moment (seconds since
   1970), so that appends wait for some milliseconds at most. If `is_more`, call it again. Until
   `is_more` is false, it deletes only tables that ended within STORE_PRUNE_SPAN seconds of the
   first one: a clock that is years ahead must not delete all tables. The newest table stays, so
   that no number is used twice. */
enum { STORE_PRUNE = 200, STORE_PRUNE_SPAN = 24 * 3600 };
typedef void store_prune_done(void *arg, enum store_result result, bool is_more);
void store_prune(struct store *store, int64_t ended_before, store_prune_done *done, void *arg);

/* Sets the clock that gives the time of an append, in seconds since 1970. The default is the
   system's clock. */
typedef int64_t store_clock(void *arg);
void store_use_clock(struct store *store, store_clock *clock, void *arg);

/* ---- The caller's loop. ---- */

/* A descriptor that is readable while completions wait: the loop then calls store_dispatch. The
   store owns the descriptor. */
int store_fd(struct store *store);

/* Calls `done` for all work that is complete now. `done` may append, put and read, but not close
   the store. */
void store_dispatch(struct store *store);

/* Blocks until all writes and readings are done or have failed. store_dispatch then calls their
   `done`. */
void store_flush(struct store *store);
/* The same for at most `ms`. False if work is left. */
bool store_flush_for(struct store *store, int ms);

/* Flushes and frees the store. Drops completions that were not dispatched: their `done` is never
   called. NULL is fine. */
void store_close(struct store *store);
/* The same for at most `ms`. False if the disk is still busy: nothing is freed then, and the
   process has to end by _exit. */
bool store_close_for(struct store *store, int ms);

/* ---- Reading that blocks: only before the loop runs, and in tests and tools. Sees what is
   durable. ---- */

/* Visits every setting in the order of the keys, then every line of every table that has not
   ended, table by table and line by line. Leaves out settings on a damaged page and logs that;
   the settings after the page come in the opposite order. Nothing is read for a visitor that is
   NULL. Texts last until the visitor returns. If not STORE_OK, some rows were not visited. */
enum store_result store_load(struct store *store, store_setting_visitor *setting,
                             store_line_visitor *line, void *arg);

/* Visits the record of one table, ended or not; a table without a record has no lines. */
enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line,
                                   void *arg);

/* The highest table id that was ever used, plus 1. Negative if it cannot be read. */
int64_t store_next_table(struct store *store);

/* Appends to the records of tables, and what is written beside their lines. Nothing here blocks. */

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
