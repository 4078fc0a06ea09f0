/* How good somebody is at a game, as far as results tell: the Bradley-Terry update over full
   pairs of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011),
   Algorithm 1, its sums divided by the number of opponents: a game of many counts as much as a
   game of two. Knows no game, no person and no store. */
#ifndef RATING_H
#define RATING_H

#include <stdbool.h>

/* A guess at a strength: `mu`, give or take `sigma`. */
struct rating {
    double mu, sigma;
};

/* Somebody in one game. */
struct rated {
    struct rating rating;
    int place;         /* from 1; equal places share it */
    bool is_fixed;     /* an opponent whose strength is known, a robot: its rating stays */
    bool cannot_gain;  /* what is shown of the rating does not rise by this game */
    bool costs_nobody; /* nobody loses by having come in behind */
};

/* The rating of somebody who has not played. */
struct rating rating_new(void);

/* How well a robot of that level ("hard") plays: a constant, so that robots cannot be made to
   rise or fall. */
struct rating rating_of_robot(const char *strategy);

/* Rates one game of all these. `weight`, above 0 and at most 1, scales the change of strength
   and of doubt. */
void rating_update(struct rated *players, int count, double weight);

/* The number that people are shown and ordered by: a strength that is very likely reached. 0 for
   who has not played. */
double rating_shown(const struct rating *rating);

#endif
