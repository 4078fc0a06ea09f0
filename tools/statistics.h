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

struct statistics {
    int seats, games, tables, shared, capacity;
    int *lengths; /* the number of decisions in each game; on the heap */
    long long decisions, scores;
    int least, most; /* score */
    double points, winners;
    struct tally by_seat[TABLE_SEATS], by_player[TABLE_SEATS];
};

void statistics_init(struct statistics *statistics, int seats);
void statistics_fini(struct statistics *statistics);
/* Adds a game of so many decisions; players[seat] is the player who sat there. */
void statistics_add(struct statistics *statistics, int decisions, const struct score *score, const int *players);
/* names[player] is the name of a player. */
void statistics_print(struct statistics *statistics, const char *const *names, FILE *out);

#endif
