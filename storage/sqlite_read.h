/* Reading the database back: each question has its own connection, which sees what is durable. store.h says what the
   functions return; `path` names the database. Every function blocks. */
#ifndef SQLITE_READ_H
#define SQLITE_READ_H

#include "store.h"

enum store_result sqlite_read_settings(const char *path, store_setting_visitor *setting, void *arg);
enum store_result sqlite_read_tables_in_play(const char *path, store_line_visitor *line, void *arg);
enum store_result sqlite_read_table(const char *path, int64_t table, store_line_visitor *line, void *arg);
int64_t sqlite_read_next_table(const char *path);

/* A checked copy in a new file; false with a sentence for the admin in `why`. */
bool sqlite_read_all_into(const char *path, const char *file, struct text *why);

/* Fills one portion of a reading, and sets portion->end.result. Names a damaged record in the portion and goes on with
   the next record. */
struct store_portion;
void sqlite_read_portion(const char *path, struct store_portion *portion);

/* The same through an open connection that only reads (sqlite_portion.c). */
struct sqlite3;
void sqlite_portion_fill(struct sqlite3 *db, struct store_portion *portion);

#endif
