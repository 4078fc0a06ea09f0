/* Rows for visitors that wait for them: what store_load and store_read_table visit (store.h).
   Each function returns the code of the database. */
#ifndef SQL_ROWS_H
#define SQL_ROWS_H

#include "sql.h"

int sql_rows_settings(struct sql *db, store_setting_visitor *setting, void *arg);
int sql_rows_in_play(struct sql *db, store_line_visitor *line, void *arg);
int sql_rows_of_table(struct sql *db, int64_t table, store_line_visitor *line, void *arg);

#endif
