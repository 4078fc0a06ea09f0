/* Outcomes of games and ratings, inside a transaction. Functions return the code of the
   database. */
#ifndef SQL_WRITE_H
#define SQL_WRITE_H

#include <stdbool.h>

#include "identity.h"
#include "sql.h"
#include "store.h"
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
    OUTCOME_NEXT_THERE,
    OUTCOME_STATEMENTS
};

struct sql_book;
struct store_asked;

struct sql_outcomes {
    struct sql *db;
    struct sql_statement statements[OUTCOME_STATEMENTS];
    struct sql_book *book; /* where ratings are counted; NULL: in rows */
};

int sql_outcomes_open(struct sql_outcomes *outcomes, struct sql *db);
void sql_outcomes_close(struct sql_outcomes *outcomes);

/* `written`: when its lines are. */
int sql_outcomes_add(struct sql_outcomes *outcomes, int64_t record, int64_t written,
                     const struct store_outcome *outcome);
int sql_outcomes_show(struct sql_outcomes *outcomes, const struct store_identity *identity,
                      bool is_shown);
/* Sets `count` if it succeeds. */
int sql_outcomes_rebuild(struct sql_outcomes *outcomes, int64_t record,
                         const struct store_outcome *outcome, bool adds,
                         struct store_recount *found);
int sql_outcomes_recount(struct sql_outcomes *outcomes, struct store_recount *count);
/* Puts into the standings of the answer how the ratings went. Only reads. */
int sql_outcomes_days(struct sql *db, struct store_asked *asked);

/* ---- writes ---- */

/* Every write of the store, inside a transaction of the connection's owner (sqlite_rows.c,
   postgres.c). */

struct sql;
struct store_work;

/* Also those under the channel that is the person's alone. */
int sql_settings_of(struct sql *db, struct identity who, store_setting_visitor *visit, void *arg);

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

/* Sets its result. If not SQL_OK, the transaction must be rolled back. */
int sql_writer_apply(struct sql_writer *writer, struct store_work *work);

#endif
