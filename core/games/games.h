/* The register of games: games.c, from games.def. */
#ifndef GAMES_H
#define GAMES_H

#include <stdbool.h>

struct game;
struct text;

extern const struct game *const games[];
extern const int game_count;

/* The game with this id or alias, ASCII letters in either case, without blanks and dashes. NULL
   if unknown. */
const struct game *game_find(const char *word);

/* True if the game's data keeps the limits of the kit, which the function lists. Else false,
   with a sentence that names the limit. */
bool game_fits(const struct game *game, struct text *why);

/* The id nearest to a mistyped id. NULL if no id is near. */
const struct game *game_nearest(const char *word);

#endif
