/* The suite that every game gets for its one line in games.def, and every toy game of tests/kit: one cmocka test for
   each game and property, named "<game>: <property>", over random games of every number of players and every option. */
#ifndef GENERIC_H
#define GENERIC_H

struct game;

/* Runs all properties over `trials` random games each (some that cost more over a part of them). TABLETALK_TRIALS in
   the environment replaces the number. Returns how many tests failed. */
int generic_run(const char *group, const struct game *const *list, int count, int trials);

#endif
