/* Opponents that never change: the greedy robots of 2026. Robots are measured against them, so
   that a weaker opponent makes no robot look stronger. Each game's stands in frozen/; nobody
   mends them. */
#ifndef FROZEN_H
#define FROZEN_H

#include "game.h"

typedef int frozen_robot(const struct ruleset *rules, const struct sight *sight, int seat,
                         const struct moves *moves, struct chance *chance);

/* frozen_hearts, ...: NULL where frozen/ has no such file. */
#define GAME(id) extern frozen_robot frozen_##id __attribute__((weak));
#include "games.def"
#undef GAME

/* The frozen robot of a game. NULL if the game has none: then its opponents play at random. */
frozen_robot *frozen_of(const struct game *game);

#endif
