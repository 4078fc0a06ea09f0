/* Figures over many games of one kind: length, scores, winners. Knows no rules. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdio.h>

#include "game.h"

/* The results of one seat, or of one player in all seats. */
struct tally {
    int won, shared; /* games won alone, and together with others */
    double points;
};

/* What a group of players won together: robots of one level. */
struct group {
    const char *name;
    int players;
    double won, squares; /* of each game the share of its winners, from 0 to 1 */
};

struct statistics {
    int seats, games, tables, shared, capacity;
    int *lengths; /* the number of decisions in each game; on the heap */
    long long decisions, scores;
    int least, most; /* score */
    double points, winners;
    struct tally by_seat[TABLE_SEATS], by_player[TABLE_SEATS];
    struct group groups[TABLE_SEATS]; /* may be none */
    int group_of[TABLE_SEATS];        /* of each player */
    int group_count;
};

void statistics_init(struct statistics *statistics, int seats);
void statistics_fini(struct statistics *statistics);
/* Puts a player, in the order of their numbers, into the group of this name. */
void statistics_group(struct statistics *statistics, int player, const char *name);
/* Adds a game of so many decisions; players[seat] is the player who sat there. */
void statistics_add(struct statistics *statistics, int decisions, const struct score *score,
                    const int *players);
/* Adds the games of another one with the same players. */
void statistics_merge(struct statistics *statistics, const struct statistics *more);
/* names[player] is the name of a player. */
void statistics_print(struct statistics *statistics, const char *const *names, FILE *out);

#endif
