/* What somebody plays who does not think ahead. */
#ifndef CHOICE_H
#define CHOICE_H

#include "game.h"

/* The index of the move that looks best at once, by the game's weigh(): any of them if several
   look alike, or if the game has no weigh(). There must be a move. */
int game_choose(const struct game *game, const struct ruleset *rules, const struct sight *sight,
                int seat, const struct moves *moves, struct chance *chance);

/* The same by one of the game's ways to weigh moves. NULL: any move. */
int weigh_choose(game_weigh *weigh, const struct ruleset *rules, const struct sight *sight,
                 int seat, const struct moves *moves, struct chance *chance);

#endif
