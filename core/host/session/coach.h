/* Whom the coach of a table speaks to, how far the game is in a lesson, and which rules were told.
   All of it follows from the record, so that a restart changes nothing. Knows nothing of what the
   coach says (tell/advice.c). */
#ifndef COACH_H
#define COACH_H

#include "deal.h"

struct record_line;
struct session;
struct text;

/* playing.lesson_step: somebody played another move than the next step. */
enum { LESSON_LEFT = -1 };

/* NULL at another table, or if the game has another lesson by now. */
const struct lesson *coach_lesson(const struct playing *playing, const struct game *game);
/* NULL behind the last one, and once the lesson was left. */
const struct lesson_step *coach_lesson_next(const struct playing *playing, const struct game *game,
                                            int *seat, struct move *move);
int coach_learner(const struct lesson *lesson);

/* The seat that the coach speaks to; else SEAT_NONE. */
int coach_seat_of(const struct playing *playing, const struct game *game);
/* The first of these verbs whose rule the coached seat has not been told; -1: it knows all. */
int coach_new_rule(const struct playing *playing, const struct moves *moves);
/* The table goes back: what that seat was told of it stays told. */
void coach_note_told(struct playing *playing, const struct game *game);
/* Before it is played. */
void coach_note_move(struct playing *playing, const struct game *game, int seat,
                     const struct move *move);

/* ---- applied ---- */

bool coach_apply(struct session *session, const struct record_line *line, struct text *why);
bool coach_apply_practice(struct session *session, const struct record_line *line,
                          struct text *why);

#endif
