/* Outcomes and standings of the model store, in plain lists: an answer counts all outcomes from
   the first one on. Shares with the real store the formula of a rating, and nothing else. */
#ifndef MODEL_OUTCOMES_H
#define MODEL_OUTCOMES_H

#include "store_people.h"

struct model_identity;
struct model_outcome;

/* All zero is empty. */
struct model_outcomes {
    struct model_identity *identities; /* the number of one is its place, from 1 */
    struct model_outcome *list;
    int identity_count, identity_space, count, space;
};

void model_outcomes_add(struct model_outcomes *outcomes, int64_t table, int64_t now,
                        const struct store_outcome *from);
void model_outcomes_show(struct model_outcomes *outcomes, const char *const texts[3],
                         bool is_shown);
void model_outcomes_answer(const struct model_outcomes *outcomes,
                           const struct store_question *question, struct store_answer *answer);
void model_outcomes_fini(struct model_outcomes *outcomes);

#endif
