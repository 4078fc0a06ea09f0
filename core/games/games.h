/* The register of games (games.def), and what somebody plays who does not think ahead. */
#ifndef GAMES_H
#define GAMES_H

#include <stdbool.h>

#include "game.h"

extern const struct game *const games[];
extern const int game_count;

/* The game with this id or alias, ASCII letters in either case, without blanks and dashes. NULL
   if unknown. */
const struct game *game_find(const char *word);

/* The id nearest to a mistyped id. NULL if no id is near. */
const struct game *game_nearest(const char *word);

/* The games that somebody may mean by a word that names none: bit i is games[i]. Those whose id,
   name or alias begins with it, "colour" like "color"; else the one that is mistyped so; or the one
   that has this number in the list. */
unsigned game_meant(const char *word);
/* The game that is most like one that is not here: "whist". NULL if none is. */
const struct game *game_like(const char *word);

/* The index of the move that looks best at once, by the game's weigh(): any of them if several
   look alike, or if the game has no weigh(). There must be a move. */
int game_choose(const struct game *game, const struct ruleset *rules, const struct sight *sight,
                int seat, const struct moves *moves, struct chance *chance);

/* The same by one of the game's ways to weigh moves. NULL: any move. */
int game_weigh_choose(game_weigh *weigh, const struct ruleset *rules, const struct sight *sight,
                      int seat, const struct moves *moves, struct chance *chance);

#endif
