/* Erases persons inside a transaction of the writer: see store_erase.h. Knows every table that
   says who somebody is. */
#ifndef SQL_ERASE_H
#define SQL_ERASE_H

#include <stdbool.h>

#include "store.h"

struct sql;
struct store_work;

/* SQL_OK, or the code of the database. The work has `erases`. */
int sql_erase(struct sql *db, const struct store_work *work);

/* Visits every setting that is about a person, also those under the channel that is the person's
   alone. Returns the code of SQLite. */
int sql_settings_of(struct sql *db, const char *network, const char *key,
                    store_setting_visitor *visit, void *arg);

#endif
