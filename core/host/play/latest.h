/* What the latest input of a record brought about, to be told again. */
#ifndef LATEST_H
#define LATEST_H

#include "session.h"
#include "tell.h"

/* Notes a start or a move of a record, right after it was applied. */
void latest_note(struct session *session, const struct step *step);
void latest_forget(struct session *session);
/* There is a latest input, and something was played and told since. A room that does not know
   yet that the table is back is told both when it is; where none is left, or another game has
   begun, or it would be too much, it is forgotten. */
void latest_play_on(struct session *session, const struct pages tale[TELL_LOOKS],
                    bool is_same_game);
/* Tells the public part behind `begin`, with the board unless the match is over. */
void latest_tell(const struct session *session, const struct prose *begin);
/* Tells a hand behind what its seat alone was to be told; only the hand if something was played
   since. */
void latest_tell_hand(const struct session *session, int seat);

#endif
