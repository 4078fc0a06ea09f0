/* In which ways a game is played by the tests: with how many seats, by which options. Next:
   playthrough.h. */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "game.h"

enum { VARIANTS_MAX = 64, VARIANT_LABEL = 64 };

/* One way to play a game: with so many seats, or as many as that and more, and these options. */
struct variant {
    const struct game *game;
    struct ruleset rules;
    int seats, seats_most;
    char label[VARIANT_LABEL]; /* "2 seats layout=hearts", "two decks" */
};

/* The lines of tests/games/lines.def for this game. If it has none: every number of seats with
   the standard options, and every other value of each option with the fewest and the most seats,
   as far as the game allows it. All of them again by every older version of the rules that it
   still plays. Returns how many. */
int variants_of(const struct game *game, struct variant *out);

/* Those, and behind them the lines that only robots among themselves play. */
int robot_variants_of(const struct game *game, struct variant *out);

/* The variant for the n-th of many games in a row: they go through the variants, and through the
   seats of each, as first and later games of a match. */
struct variant variant_for(const struct variant *variants, int count, int n);

#endif
