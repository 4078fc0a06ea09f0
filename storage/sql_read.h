/* Reading the rows of either database. Each function returns the code of the database, if any. */
#ifndef SQL_READ_H
#define SQL_READ_H

#include "sql.h"

struct store_portion;

int sql_rows_settings(struct sql *db, store_setting_visitor *setting, void *arg);
int sql_rows_in_play(struct sql *db, store_line_visitor *line, void *arg);
int sql_rows_of_table(struct sql *db, int64_t table, store_line_visitor *line, void *arg);

/* Fills the portion of a reading from a connection that only reads. Sets portion->end.result. Names
   a damaged record in the portion and goes on with the next record. */
void sql_portion_fill(struct sql *db, struct store_portion *portion);

#endif
