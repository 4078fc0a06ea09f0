/* Writes outcomes of games and counts ratings, inside a transaction of sqlite_rows.c. Each
   function returns the code of SQLite. Owns its prepared statements. */
#ifndef SQL_OUTCOME_H
#define SQL_OUTCOME_H

#include "sql.h"
#include "store_people.h"

enum sql_outcome_statement {
    OUTCOME_RENAME,
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
    OUTCOME_MET,
    OUTCOME_STATEMENTS
};

struct sql_outcomes {
    struct sql *db;
    struct sql_statement statements[OUTCOME_STATEMENTS];
};

int sql_outcomes_open(struct sql_outcomes *outcomes, struct sql *db);
void sql_outcomes_close(struct sql_outcomes *outcomes);

/* `written`: when its lines are. */
int sql_outcomes_add(struct sql_outcomes *outcomes, int64_t record, int64_t written,
                     const struct store_outcome *outcome);
int sql_outcomes_show(struct sql_outcomes *outcomes, const char *network, const char *key,
                      const char *name, bool is_shown);
/* sql_outcome.c. Sets `count` if it succeeds. */
int sql_outcomes_rebuild(struct sql_outcomes *outcomes, int64_t record,
                         const struct store_outcome *outcome, bool adds,
                         struct store_recount *found);
/* Sets `count` if it succeeds. */
int sql_outcomes_recount(struct sql_outcomes *outcomes, struct store_recount *count);

#endif
