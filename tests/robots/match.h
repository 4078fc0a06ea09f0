/* A game among robots of several kinds, outside of any host: who is asked next, what each
   answers, who won. Games follow from their number: the same number is the same game. */
#ifndef MATCH_H
#define MATCH_H

#include "frozen.h"
#include "robot.h"

/* What sits in a seat. */
enum player_kind { PLAYER_THINKS, PLAYER_FROZEN, PLAYER_RANDOM };
struct player {
    enum player_kind kind;
    int rollouts; /* PLAYER_THINKS */
};

struct match {
    const struct game *game;
    struct ruleset rules;
    struct table table;
    struct chance_seed seed;
    struct chance chance;
    struct sight sight; /* of the seat that is asked */
    struct moves moves;
    int seat;
    int count; /* moves played */
    struct robot_arena *arena;
};

/* Sets the options of match->rules before: game_ruleset() and whatever differs. */
void match_begin(struct match *match, int seats, uint64_t number);

/* Finds who goes on: a seat that the table waits for, at random if there are several, or else
   the host. False if the game is over, or if nobody can move. */
bool match_ask(struct match *match);

/* The index of what that player would play. */
int match_choose(struct match *match, const struct player *player);

void match_play(struct match *match, int chosen);

/* What the seat won: 1, a part of it if several share, or 0. */
double match_won(struct match *match, int seat);

/* Reads "easy", "medium", "hard", "random", "frozen" or a number of rollouts, at a table with so
   many seats. False if it is anything else. */
bool player_read(const struct game *game, int seats, const char *word, struct player *out);

#endif
