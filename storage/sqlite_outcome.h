/* Writes outcomes of games and counts ratings, inside a transaction of sqlite_write.c. Each function returns the code of
   SQLite. Owns its prepared statements. */
#ifndef SQLITE_OUTCOME_H
#define SQLITE_OUTCOME_H

#include <sqlite3.h>

#include "store_outcome.h"

enum sqlite_outcome_statement {
    OUTCOME_NAME,
    OUTCOME_SHOW,
    OUTCOME_NUMBER,
    OUTCOME_ADD,
    OUTCOME_ADD_SEAT,
    OUTCOME_STANDING,
    OUTCOME_COUNT,
    OUTCOME_CLEAR,
    OUTCOME_NEXT,
    OUTCOME_SEATS,
    OUTCOME_STATEMENTS
};

struct sqlite_outcomes {
    sqlite3 *db;
    sqlite3_stmt *statements[OUTCOME_STATEMENTS];
};

int sqlite_outcomes_open(struct sqlite_outcomes *outcomes, sqlite3 *db);
void sqlite_outcomes_close(struct sqlite_outcomes *outcomes);

int sqlite_outcomes_add(struct sqlite_outcomes *outcomes, int64_t record, int64_t ended,
                        const struct store_outcome *outcome);
int sqlite_outcomes_show(struct sqlite_outcomes *outcomes, const char *network, const char *key, const char *name,
                         bool is_shown);
/* The lowest of the numbers that these identities have; 0 if they have none. */
int sqlite_outcomes_person(struct sqlite_outcomes *outcomes, const struct store_outcome_seat *seat, int64_t *person);
/* sqlite_rebuild.c. Sets `count` if it succeeds. */
int sqlite_outcomes_rebuild(struct sqlite_outcomes *outcomes, int64_t record, const struct store_outcome *list,
                            int count, struct store_recount *found);
/* Sets `count` if it succeeds. */
int sqlite_outcomes_recount(struct sqlite_outcomes *outcomes, struct store_recount *count);

#endif
