/* sql.h over a connection of SQLite. */
#ifndef SQLITE_SQL_H
#define SQLITE_SQL_H

#include "sql.h"

struct sqlite3;

struct sqlite_sql {
    struct sql sql;
    struct sqlite3 *db;
};

struct sqlite_sql sqlite_sql_over(struct sqlite3 *db);

#endif
