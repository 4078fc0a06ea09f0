/* Where a table stands in the lesson of its game: how many steps were played, as long as
   everybody plays them. Follows from the record alone, so that a restart changes nothing. Knows
   no words: play/tell.c says them. */
#ifndef LESSON_H
#define LESSON_H

#include "playing.h"

/* playing.lesson_step, where it is no number of steps. */
enum {
    LESSON_LEFT = -1, /* somebody just played another move than the next step */
    LESSON_OVER = -2  /* the learner has played on since that, or since the last step */
};

/* The lesson that the table began with. NULL at another table, or if the game has another lesson
   by now. */
const struct lesson *lesson_of(const struct playing *playing, const struct game *game);
/* The next step, as a seat and its move. NULL behind the last one, and once the lesson was left. */
const struct lesson_step *lesson_next(const struct playing *playing, const struct game *game,
                                      int *seat, struct move *move);
/* The seat of the person who learns. */
int lesson_learner(const struct lesson *lesson);
/* A move of a lesson is about to be played. */
void lesson_note(struct playing *playing, const struct game *game, int seat,
                 const struct move *move);

#endif
