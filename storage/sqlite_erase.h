/* Erases persons inside a transaction of the writer: see store_erase.h. Knows every table that says who somebody is. */
#ifndef SQLITE_ERASE_H
#define SQLITE_ERASE_H

#include <stdbool.h>

#include "store.h"

struct sqlite3;
struct store_work;

/* SQLITE_OK, or the code of SQLite. The work has `erases`. */
int sqlite_erase(struct sqlite3 *db, const struct store_work *work);

/* Visits every setting that is about a person, also those under the channel that is the person's alone. Returns the code
   of SQLite. */
int sqlite_settings_of(struct sqlite3 *db, const char *network, const char *key, store_setting_visitor *visit,
                       void *arg);

/* Empties the write-ahead log. False while somebody still reads what stands there. */
bool sqlite_erase_log(struct sqlite3 *db);

#endif
