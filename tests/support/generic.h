/* The suite that every game gets for its one line in games.def, and every toy game of tests/kit:
   one cmocka test for each game and property, named "<game>: <property>", over random games of
   every number of players and every option. */
#ifndef GENERIC_H
#define GENERIC_H

struct game;

/* Runs all properties over `a_line` random games of each line (some that cost more over a part
   of them): each number of players and each option's values are a line, see variants_of().
   TABLETALK_TRIALS in the environment replaces the number by one for all lines of a game
   together; TABLETALK_FIRST=N goes on with the N-th game, so that a long run has parts; with
   TABLETALK_ROBOTS=1 robots play the games, which choose by weigh() at once. Returns how many tests
   failed. */
int generic_run(const char *group, const struct game *const *list, int count, int a_line);

#endif
