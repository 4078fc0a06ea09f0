/* The store keeps what must survive a kill, a crash and a power cut: the records of tables
   (readable lines numbered from 1, only ever appended to; the host is rebuilt by replaying them)
   and settings (keys with a text each). Beside a record it keeps what must not stand in the lines:
   persons, ids of messages, the secret. It knows nothing of games. Everything that writes is
   asynchronous: a call copies its input and returns at once; `done` runs on the caller's thread
   inside store_dispatch. A table in play has a place: a room of a network, which no other table in
   play has; it may be shown in more places, its guests. An open table without a place is set
   aside. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

enum {
    STORE_LINE_MAX = 64 * 1024, /* bytes of one line or one value, without the final NUL */
    STORE_KEY_MAX = 255         /* bytes of a key, of a network or of a room; at least 1 */
};

/* STORE_OK: the write is committed and flushed to the disk. STORE_UNKNOWN: perhaps it is; only
   reading the record back can tell. After any other result nothing has changed. */
enum store_result {
    STORE_OK,
    STORE_FULL,
    STORE_READ_ONLY, /* the disk or the file takes no writes */
    STORE_BUSY,      /* another program locks the database for too long */
    STORE_IO,
    STORE_DAMAGED,
    STORE_CONFLICT, /* first_seq is not the next line of that table, or the table has ended */
    STORE_MEMORY,
    STORE_GONE,  /* the files of the database were moved or deleted */
    STORE_TAKEN, /* another table in play has the place */
    /* the connection was lost after the commit was sent; a store on a local disk never says so */
    STORE_UNKNOWN,
    STORE_AWAY, /* the server of the database cannot be reached; likewise */
    STORE_RESULT_COUNT
};

/* For the player whose move was refused: what happened and what would help. Never NULL. */
const char *store_result_text(enum store_result result);

typedef void store_done(void *arg, enum store_result result);
typedef void store_line_visitor(void *arg, int64_t table, int64_t seq, const char *line);
typedef void store_setting_visitor(void *arg, const char *key, const char *value);

struct store;

/* It ends with the process. Never NULL. */
struct store *store_memory_new(void);

/* Creates the folder (for its owner only) and the database if absent. Locks the folder for this
   process. NULL if that fails: `why` then tells the admin what is wrong and what would be right.
   Blocks. */
struct store *store_sqlite_open(const char *folder, struct text *why);

/* Without threads, for simulations: store_dispatch and store_flush then do the work, and block. */
struct store *store_sqlite_open_inline(const char *folder, struct text *why);

/* This user can read it. Else false, with a sentence for the admin in `why`. */
bool store_sqlite_is_there(const char *folder, struct text *why);

/* ---- Writing: never blocks. Call all functions of a store on one thread. ---- */

/* No longer than a line, any text; NULL deletes the key. */
void store_put(struct store *store, const char *key, const char *value, store_done *done,
               void *arg);

/* Deletes at most STORE_PRUNE lines of tables that ended before that moment (seconds since 1970),
   so that appends wait for some milliseconds. If `is_more`, call it again. Until then it deletes
   only tables that ended within STORE_PRUNE_SPAN seconds of the first one: a clock that is years
   ahead must not delete all. The newest table stays, so that no number is used twice. */
enum { STORE_PRUNE = 200, STORE_PRUNE_SPAN = 24 * 3600 };
typedef void store_prune_done(void *arg, enum store_result result, bool is_more);
void store_prune(struct store *store, int64_t ended_before, store_prune_done *done, void *arg);

/* Gives the time of an append, in seconds since 1970. The default is the system's. */
typedef int64_t store_clock(void *arg);
void store_use_clock(struct store *store, store_clock *clock, void *arg);

/* ---- The caller's loop. ---- */

/* Readable while completions wait: the loop then calls store_dispatch. The store owns it. */
int store_fd(struct store *store);

/* `done` of all that is complete now may append, put and read, but not close the store. */
void store_dispatch(struct store *store);

/* Blocks until all is done or has failed; store_dispatch tells it. */
void store_flush(struct store *store);
/* At most `ms`. False if work is left. */
bool store_flush_for(struct store *store, int ms);

/* Flushes. The `done` of what was not dispatched is never called. NULL is fine. */
void store_close(struct store *store);
/* At most `ms`. False if the disk is still busy: nothing is freed then, and the process has to end
   by _exit. */
bool store_close_for(struct store *store, int ms);

/* ---- Reading that blocks: only before the loop runs, and in tests and tools. Sees what is
   durable. ---- */

/* Every setting in the order of the keys, then every line of every table that has not ended. Leaves
   out settings on a damaged page and logs that; those after it come in the opposite order. A
   visitor may be NULL. Texts last until the visitor returns. If not STORE_OK, some rows were not
   visited. */
enum store_result store_load(struct store *store, store_setting_visitor *setting,
                             store_line_visitor *line, void *arg);

/* Ended or not; a table without a record has no lines. */
enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line,
                                   void *arg);

/* That was ever used, plus 1. Negative if it cannot be read. */
int64_t store_next_table(struct store *store);

struct store_outcome;

/* `count` lines, the first of them numbered `first_seq` (both ids and lines count from 1): all or
   none. If `ends`, the table takes no more lines and is not loaded again; `count` may then be 0.
   `done` may be NULL. Calls are carried out and completed in their order; a caller need not wait,
   but if one fails, the later ones of that table fail with STORE_CONFLICT. Then the same lines may
   be appended again; nothing else needs repair. A line that is too long or contains a line end is
   our bug. */
void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines,
                  int count, bool ends, store_done *done, void *arg);

struct store_place {
    const char *network, *room;
};

/* Kept beside the lines, so that a person can be forgotten without a change of the lines. */
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

/* It may also move the table and write what stands beside the lines. */
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
    /* the new place; the former one becomes free. network NULL if the table stays. STORE_TAKEN if
       another table in play has it */
    struct store_place place;
    /* besides, until the table is over or set aside; likewise */
    struct store_place guest;
    /* becomes free; network NULL if none does */
    struct store_place freed;
};
void store_write(struct store *store, const struct store_append *append, store_done *done,
                 void *arg);

#endif
