/* Writes into the database, many of them in one transaction. Owns the prepared statements; must
   not know of threads or the loop: sqlite.c gives it batches and tells those who wait. */
#ifndef SQLITE_WRITE_H
#define SQLITE_WRITE_H

#include "store_work.h"

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
