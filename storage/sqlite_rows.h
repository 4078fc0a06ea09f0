/* The rows of the database, read and written. Each function that reads says what is durable
   (store.h has the results); many writes go into one transaction. Every function blocks. Must not
   know of threads or the loop: sqlite.c gives it batches and tells those who wait. */
#ifndef SQLITE_ROWS_H
#define SQLITE_ROWS_H

#include "store.h"
#include "store_ops.h"
#include "store_read.h"
#include "store_work.h"

struct sql;

/* Each question about a file has its own connection, because the file may be moved, deleted or
   put back meanwhile. A database in memory has one, as long as the reader lives: SQLite parses
   all tables anew for each connection. */
struct sqlite_reader {
    char *path;
    struct sqlite3 *kept; /* NULL for a file, and before the first question */
};
void sqlite_reader_fini(struct sqlite_reader *reader);

enum store_result sqlite_read_settings(struct sqlite_reader *reader, store_setting_visitor *setting,
                                       void *arg);
enum store_result sqlite_read_tables_in_play(struct sqlite_reader *reader, store_line_visitor *line,
                                             void *arg);
enum store_result sqlite_read_table(struct sqlite_reader *reader, int64_t table,
                                    store_line_visitor *line, void *arg);
int64_t sqlite_read_next_table(struct sqlite_reader *reader);

/* A checked copy in a new file; false with a sentence for the admin in `why`. */
bool sqlite_read_all_into(const char *path, const char *file, store_copy_watch *watch, void *arg,
                          struct text *why);

/* Fills one portion of a reading, and sets portion->end.result. Names a damaged record in the
   portion and goes on with the next record. */
struct store_portion;
void sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion);

/* See `with_rows` of struct store_ops. */
enum store_result sqlite_rows(struct sqlite_reader *reader, bool writes, store_rows *run,
                              void *arg);

/* Fills the answer to a question about standings. */
struct store_asked;
void sqlite_read_answer(struct sqlite_reader *reader, struct store_asked *asked);

/* Writes into the database, many of them in one transaction. Owns the prepared statements; must
   not know of threads or the loop: sqlite.c gives it batches and tells those who wait. */

struct sqlite_writer;

/* Opens the database. NULL with a sentence for the admin in `why`. */
struct sqlite_writer *sqlite_writer_new(const char *path, struct text *why);
void sqlite_writer_free(struct sqlite_writer *writer);

/* Carries out every write of the list and sets its result. Blocks until every write that
   succeeded is on the disk. A write that fails does not make others fail. */
void sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch);

/* Copies the write-ahead log into the database if the log has grown long. Blocks: call it when
   nobody waits. */
void sqlite_writer_tidy(struct sqlite_writer *writer);

#endif
