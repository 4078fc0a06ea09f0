/* Plays an imagined game on, as its players would by what each of them sees, and says how well a
   seat did. */
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "robot.h"

struct result {
    double gain;    /* what the seat has of it: 1 for a sure win alone, 0 for a sure loss */
    int own, rival; /* its points, and those of the best of the others who are no partners of it */
};

/* Plays the move in arena->game and goes on from there, to the end or as far as the game's
   horizon. Every number of chance comes from arena->luck. */
struct result playout(const struct robot_question *question, const struct move *move,
                      struct robot_arena *arena);

#endif
