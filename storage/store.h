/* The store: what must survive a kill, a crash and a power cut.
   It keeps two things: the records of tables (readable lines numbered from 1, only ever appended to; the host is
   rebuilt by replaying them) and settings (keys with a text each). It knows nothing of games, rooms or people.
   Everything that writes is asynchronous: a call copies its input and returns at once; the result arrives through
   `done`, which runs on the caller's thread inside store_dispatch. So journal, flush, speak is: store_append, wait for
   STORE_OK, and only then tell anybody.
   Next: memory.c keeps it all in memory, sqlite.c in a file; store_ops.h is for whoever writes another one. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

enum {
    STORE_LINE_MAX = 64 * 1024, /* bytes of one line or one value, without the final NUL */
    STORE_KEY_MAX = 255,        /* bytes of a key; at least 1 */
};

/* What became of a write. Only STORE_OK has changed anything; it is durable then: committed and flushed to the disk. */
enum store_result {
    STORE_OK,
    STORE_FULL,      /* no room on the disk */
    STORE_READ_ONLY, /* the disk or the file takes no writes */
    STORE_BUSY,      /* another program holds the database; it was waited for in vain */
    STORE_IO,        /* the disk failed */
    STORE_DAMAGED,   /* the database is not one any more */
    STORE_CONFLICT,  /* first_seq is not the next line of that table, or the table has ended */
    STORE_RESULT_COUNT
};

/* One sentence for the player whose move was refused: what happened and what would help. Never NULL. */
const char *store_result_text(enum store_result result);

typedef void store_done(void *arg, enum store_result result);
typedef void store_line_visitor(void *arg, int64_t table, int64_t seq, const char *line);
typedef void store_setting_visitor(void *arg, const char *key, const char *value);

struct store;

/* A store that lives as long as the process. Never NULL. */
struct store *store_memory_new(void);

/* Opens the database in `folder`, creating both (the folder for its owner only) where they are missing, and starts its
   writer thread. Blocks. NULL when that cannot be: `why` then holds a sentence for the admin that names what is wrong
   and what would be right. One process has a folder at a time. */
struct store *store_sqlite_open(const char *folder, struct text *why);

/* The same without a thread, for simulations: store_dispatch and store_flush write what was handed over, and block. */
struct store *store_sqlite_open_inline(const char *folder, struct text *why);

/* ---- Writing: never blocks. Every function of the store is called on one and the same thread. ---- */

/* Appends `count` lines to the record of `table` (ids from 1), the first of them numbered `first_seq` (from 1): all of
   them or none. With `ends` the table is over: it takes no more lines and is not loaded again; `count` may then be 0.
   `done` may be NULL. Calls are carried out and completed in their order. Appends to one table may be handed over
   without waiting; when one fails, those after it fail with STORE_CONFLICT. After a failure the same lines may be
   handed over again with the same numbers; nothing else needs to be put right.
   A line that is too long or holds a line end is our bug. */
void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines, int count, bool ends,
                  store_done *done, void *arg);

/* Sets `key` to `value` (no longer than a line, any text), or forgets it when `value` is NULL. */
void store_put(struct store *store, const char *key, const char *value, store_done *done, void *arg);

/* Readable while completions wait; the loop watches it and calls store_dispatch. The store owns it. */
int store_fd(struct store *store);

/* Calls `done` for everything that was complete when it was called. `done` may append and put, not close. */
void store_dispatch(struct store *store);

/* Blocks until everything handed over is durable or has failed; the completions then wait for store_dispatch. */
void store_flush(struct store *store);

/* Flushes, frees. Completions that were not dispatched are dropped: `done` is not called any more. NULL is fine. */
void store_close(struct store *store);

/* ---- Reading: blocks, so only before the loop runs, and in tests and tools. Sees what is durable. ---- */

/* Visits every setting (in the order of their keys), then every line of every table that has not ended, table by table
   and line by line. Either visitor may be NULL: that part is not read. What a visitor is given lasts until it returns. Anything but STORE_OK: not all was visited. */
enum store_result store_load(struct store *store, store_setting_visitor *setting, store_line_visitor *line, void *arg);

/* Visits the record of one table, ended or not; a table without a record has no lines. */
enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line, void *arg);

/* The highest table id that was ever used, plus 1; negative when it cannot be read. */
int64_t store_next_table(struct store *store);

#endif
