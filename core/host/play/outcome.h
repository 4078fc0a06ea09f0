/* The words of a beginning and of a result. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "pages.h"
#include "session.h"
#include "view.h"

/* Says that a game of the match begins; gives the result of a finished one, and how the match
   stands. */
void tell_started(const struct view *view, const struct playing *playing, struct pages *out);
void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out);
void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out);

/* "The match after 1 of 3 games: ann 1, bob 0" */
void outcome_put_standing(const struct view *view, const struct playing *playing, int played,
                          struct prose *out);

/* The seal of the secret, behind the opening of a table. */
void outcome_put_seal(const struct lot *lot, struct prose *out);
/* The secret and the last link of the record, with which anybody can check a table that is over.
   Puts nothing of a deal that was fixed. */
void outcome_put_proof(const struct session *session, struct prose *out);
/* The same behind the last words about a table, where the room wants that, or where its cards
   were never dealt although the host could know them. Elsewhere !fair tells it. */
void outcome_put_end(const struct session *session, struct prose *out);

#endif
