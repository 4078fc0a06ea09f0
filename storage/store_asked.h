/* A question about standings on its way, and its answer: what one thread asks and another fills in. */
#ifndef STORE_ASKED_H
#define STORE_ASKED_H

#include "store_outcome.h"

struct sqlite3;

struct store_asked {
    struct store_question question;
    struct store_answer answer;
};

/* Fills the answer from an open connection that only reads. Returns the code of SQLite (sqlite_answer.c). */
int sqlite_answer(struct sqlite3 *db, struct store_asked *asked);
/* Likewise to STORE_ASK_KEPT (sqlite_kept.c). */
int sqlite_answer_kept(struct sqlite3 *db, struct store_asked *asked);

#endif
