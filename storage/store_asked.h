/* A question about standings on its way, and its answer: what one thread asks and another fills
   in. */
#ifndef STORE_ASKED_H
#define STORE_ASKED_H

#include "store_question.h"

struct sql;

struct store_asked {
    struct store_question question;
    struct store_answer answer;
};

/* Fills the answer from an open connection that only reads. Returns the code of the database
   (sql_answer.c). */
int sql_answer(struct sql *db, struct store_asked *asked);
/* Likewise to STORE_ASK_KEPT (sql_kept.c). */
int sql_answer_kept(struct sql *db, struct store_asked *asked);

#endif
