/* Erases persons inside a transaction of the writer: see store_erase.h. Knows every table that says who somebody is. */
#ifndef SQLITE_ERASE_H
#define SQLITE_ERASE_H

#include <stdbool.h>

struct sqlite3;
struct store_work;

/* SQLITE_OK, or the code of SQLite. The work has `erases`. */
int sqlite_erase(struct sqlite3 *db, const struct store_work *work);

/* Empties the write-ahead log. False while somebody still reads what stands there. */
bool sqlite_erase_log(struct sqlite3 *db);

#endif
