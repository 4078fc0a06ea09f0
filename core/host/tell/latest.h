/* The words of a beginning and of a result. */
#ifndef LATEST_H
#define LATEST_H

#include "session.h"
#include "tell.h"
#include "view.h"

/* Says that a game of the match begins, and whether hands come `by_mail`; gives the result of a
   finished one, and how the match stands. */
void tell_started(const struct view *view, const struct playing *playing, bool by_mail,
                  struct pages *out);
void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out);
void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out);

/* "Game 2 of 4: ann begins." */
void latest_put_next(const struct view *view, const struct playing *playing, const char *begins,
                     struct prose *out);

/* "The match after 1 of 3 games: ann 1, bob 0" */
void latest_put_standing(const struct view *view, const struct playing *playing, int played,
                         struct prose *out);

/* The seal of the secret, behind the opening of a table. */
void latest_put_seal(const struct lot *lot, struct prose *out);
/* The secret and the last link of the record, with which anybody can check a table that is over.
   Puts nothing of a deal that was fixed. */
void latest_put_proof(const struct session *session, struct prose *out);
/* The same behind the last words about a table, where the room wants that, or where its cards
   were never dealt although the host could know them. Elsewhere !fair tells it. */
void latest_put_end(const struct session *session, struct prose *out);

/* Tells the last sentence about a table (latest_put_end). */
#define tell_end(session, ...)                                                                     \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        tell_each_language (session, &sentence_) {                                                 \
            view_string(&sentence_, __VA_ARGS__);                                                  \
            latest_put_end(session, &sentence_);                                                   \
            tell_post(session, POST_NEWS, &sentence_);                                             \
        }                                                                                          \
    } while (0)

/* ---- what the latest input of a record brought about, to be told again ---- */

/* Notes a start or a move of a record, right after it was applied. */
void latest_note(struct session *session, const struct step *step);
void latest_forget(struct session *session);
/* There is a latest input, and something was played and told since. A room that does not know
   yet that the table is back is told both when it is; where none is left, or another game has
   begun, or it would be too much, it is forgotten. */
void latest_play_on(struct session *session, const struct pages tale[TELL_LOOKS],
                    bool is_same_game);
/* Tells the public part behind what `begin` puts (may be NULL), with the board unless the match is
   over. */
typedef void latest_begin(const struct session *session, struct prose *out);
void latest_tell(const struct session *session, latest_begin *begin);
/* Tells a hand behind what its seat alone was to be told; only the hand if something was played
   since. */
void latest_tell_hand(const struct session *session, int seat);

#endif
