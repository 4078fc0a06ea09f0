/* bare_transaction FILE BYTES ROUNDS: what a journalled line of so many bytes costs SQLite
   alone: one prepared INSERT in a transaction of its own, write-ahead log, synchronous = FULL.
   The first rounds are not measured. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mark.h"

enum { WARM = 5, BYTES = 4096 };

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) ==
          SQLITE_OK);
    return statement;
}

static void run(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK);
}

int main(int argc, char **argv)
{
    static char text[BYTES];
    sqlite3 *db = NULL;
    check(argc == 4 && atoi(argv[2]) < BYTES);
    memset(text, 'x', (size_t)atoi(argv[2]));
    check(sqlite3_open(argv[1], &db) == SQLITE_OK);
    check(
        sqlite3_exec(
            db,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE line (record INTEGER NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL,"
            " PRIMARY KEY (record, seq)) STRICT, WITHOUT ROWID",
            NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT"),
                 *insert = prepare(db, "INSERT INTO line VALUES (1, ?1, ?2)");
    for (int i = 0; i < WARM + atoi(argv[3]); i++) {
        if (i == WARM)
            budget_mark();
        run(begin);
        sqlite3_bind_int(insert, 1, i);
        sqlite3_bind_text(insert, 2, text, -1, SQLITE_STATIC);
        run(insert);
        run(commit);
    }
    budget_mark();
    sqlite3_finalize(begin);
    sqlite3_finalize(insert);
    sqlite3_finalize(commit);
    sqlite3_close(db);
    return 0;
}
