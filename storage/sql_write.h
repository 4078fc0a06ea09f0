/* Every write of the store, inside a transaction of the connection's owner (sqlite_rows.c,
   postgres.c). Owns the prepared statements. Must not know how transactions begin and end, of
   threads or the loop. */
#ifndef SQL_WRITE_H
#define SQL_WRITE_H

#include <stdbool.h>

#include "sql.h"
#include "sql_outcome.h"
#include "store.h"

struct sql;
struct store_work;

/* Visits every setting that is about a person, also those under the channel that is the person's
   alone. Returns the code of SQLite. */
int sql_settings_of(struct sql *db, const char *network, const char *key,
                    store_setting_visitor *visit, void *arg);

enum { SQL_WRITE_STATEMENTS = 23 };

/* All zero before it is open. */
struct sql_writer {
    struct sql *db;
    struct sql_statement statements[SQL_WRITE_STATEMENTS];
    struct sql_outcomes outcomes;
    int64_t dropped;   /* the record that a prune deleted last; 0 for none */
    int64_t pruned_to; /* no record up to this number is old enough */
    int64_t prune_before;
    bool is_pruning; /* prune_before stays the same until nothing is left */
    bool is_behind;  /* records older than STORE_PRUNE_SPAN are left; logged */
};

/* SQL_OK, or the code of the database; close it in either case. */
int sql_writer_open(struct sql_writer *writer, struct sql *db);
void sql_writer_close(struct sql_writer *writer);

/* Carries out one write and sets its result. If not SQL_OK, the transaction must be rolled back. */
int sql_writer_apply(struct sql_writer *writer, struct store_work *work);

#endif
