/* What the latest input of a record brought about, to be told again. */
#ifndef LATEST_H
#define LATEST_H

#include "session.h"

/* Right after a start or a move of a record was applied. */
void latest_note(struct session *session, const struct step *step);
void latest_forget(struct session *session);
/* What the public was to be told of it, behind `begin`; with the board, unless the match is over. */
void latest_tell(const struct session *session, const struct prose *begin);
/* A hand, behind what its seat alone was to be told; just the hand once something else was played. */
void latest_tell_hand(const struct session *session, int seat);

#endif
