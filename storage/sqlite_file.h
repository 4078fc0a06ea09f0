/* The database file of SQLite: opened, recognised as ours, brought to the newest format, copied;
   and sql.h over a connection to it. The formats are in migrations/; sqlite_rows.c reads and writes
   the rows. */
#ifndef SQLITE_FILE_H
#define SQLITE_FILE_H

#include <string.h>

#include "sql.h"
#include "store.h"
#include "store_ops.h"
#include "store_read.h"
#include "store_work.h"

struct sqlite3;
struct sqlite3_stmt;

/* Statements that stay prepared between questions, for a connection that lasts: to prepare one
   costs more than to run it. They are the connection's, and end before it. */
struct sqlite_idle {
    struct sqlite3_stmt *list[24];
    int count;
};
void sqlite_idle_fini(struct sqlite_idle *idle);

struct sqlite_sql {
    struct sql sql;
    struct sqlite3 *db;
    struct sqlite_idle *idle; /* NULL: none stays */
};

struct sqlite_sql sqlite_sql_over(struct sqlite3 *db);

/* The path of a database without a file begins with this. Such a database ends with its last
   connection. */
#define SQLITE_MEMORY "file:"
static inline bool sqlite_file_is_memory(const char *path)
{
    return strncmp(path, SQLITE_MEMORY, sizeof SQLITE_MEMORY - 1) == 0;
}

/* how long another program may hold the database before we give up */
enum { SQLITE_BUSY_WAIT_MS = 5000 };

/* Opens the database for its one writer, created if absent. NULL with a sentence for the admin
   in `why` if that fails; a file that is not ours, or from a newer version, is not changed.
   Blocks. */
struct sqlite3 *sqlite_file_open(const char *path, struct text *why);

/* The meaning of an extended code of SQLite: for our callers, and in words for the admin. The
   words last until the next call of strerror. Call both functions before any other use of `db`. */
enum store_result sqlite_file_result(struct sqlite3 *db, int code);
const char *sqlite_file_reason(struct sqlite3 *db, int code);

/* Why the database could not be opened, and what to do. Returns false. `db` may be NULL. */
bool sqlite_file_say_failed(struct sqlite3 *db, int code, const char *path, struct text *why);

/* For a backup: true if the database is ours and as new as the note beside it says. Else `why`.
   Writes nothing; another process may write meanwhile. */
bool sqlite_file_is_whole(struct sqlite3 *db, const char *path, struct text *why);

/* Every page and index. Returns the code of SQLite. Blocks. */
int sqlite_file_check(struct sqlite3 *db, bool *has_trouble);

/* What the database is known by without its log (sqlite_guard.h). 0 if it cannot be read. */
uint64_t sqlite_file_mark(struct sqlite3 *db);

/* ---- sqlite_file.c: the list of formats; migrations/ has the steps ---- */

enum { SQLITE_OURS = 0x54544c4b /* "TTLK", the application id in the header of the file */ };

/* ---- sqlite_copy.c ---- */

/* Copies all that `db` sees at one moment into a new file at `path`, for its owner only, and
   flushes it. If `checked`, it also checks every page and index of the copy. Never overwrites a
   file. False with a sentence for the admin in `why` if that fails; no new file is left then.
   Blocks; the log says so if that takes longer than a second. */
bool sqlite_copy(struct sqlite3 *db, const char *path, bool checked, struct text *why);
/* Checked, and told to `watch` instead of the log. */
bool sqlite_copy_checked(struct sqlite3 *db, const char *path, store_copy_watch *watch, void *arg,
                         struct text *why);

/* What the log says of a copy; `now` is in milliseconds, and `begun` when the copy began. */
struct sqlite_copy_log {
    const char *path;
    int64_t begun, told; /* 0: nothing is told yet */
};
void sqlite_copy_log_put(struct sqlite_copy_log *log, const struct store_copying *copying,
                         int64_t now);

/* ---- */

/* Tries to commit a transaction that changes nothing. */
void sqlite_file_touch(struct sqlite3 *db);

/* ---- rows: sqlite_rows.c ---- */

struct sql;

/* Each question about a file has its own connection, because the file may be moved, deleted or put
   back meanwhile. A database in memory has one. */
struct sqlite_reader {
    char *path;
    struct sqlite3 *kept;    /* NULL for a file, and before the first question */
    struct sqlite_idle idle; /* of that one */
};
void sqlite_reader_fini(struct sqlite_reader *reader);

enum store_result sqlite_read_settings(struct sqlite_reader *reader, store_setting_visitor *setting,
                                       void *arg);
enum store_result sqlite_read_tables_in_play(struct sqlite_reader *reader, store_line_visitor *line,
                                             void *arg);
enum store_result sqlite_read_table(struct sqlite_reader *reader, int64_t table,
                                    store_line_visitor *line, void *arg);
int64_t sqlite_read_next_table(struct sqlite_reader *reader);

bool sqlite_read_all_into(const char *path, const char *file, store_copy_watch *watch, void *arg,
                          struct text *why);

/* Sets portion->end.result. Names a damaged record in the portion and goes on with the next. */
struct store_portion;
void sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion);

/* See `with_rows` of struct store_ops. */
enum store_result sqlite_rows(struct sqlite_reader *reader, bool writes, store_rows *run,
                              void *arg);

struct store_asked;
void sqlite_read_answer(struct sqlite_reader *reader, struct store_asked *asked);

/* Many writes in one transaction. sqlite.c gives it batches and tells those who wait. */

struct sqlite_writer;

struct sqlite_writer *sqlite_writer_new(const char *path, struct text *why);
void sqlite_writer_free(struct sqlite_writer *writer);

/* Sets the result of each. Blocks until every write that succeeded is on the disk. A write that
   fails does not make others fail. */
void sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch);

/* If the log has grown long. Blocks: call it when nobody waits. */
void sqlite_writer_tidy(struct sqlite_writer *writer);

#endif
