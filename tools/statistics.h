/* Figures over many games of one kind: how long they are, what is scored, who wins. Knows scores, not how they come about. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdio.h>

#include "game.h"

/* The results of one seat, or of one player in any seat. */
struct tally {
    int won, shared; /* games won alone, and together with others */
    double points;
};

struct statistics {
    int seats, games, tables, shared, capacity;
    int *lengths; /* decisions of each game; on the heap */
    long long decisions, scores;
    int least, most; /* score */
    double points, winners;
    struct tally by_seat[TABLE_SEATS], by_player[TABLE_SEATS];
};

void statistics_init(struct statistics *statistics, int seats);
void statistics_fini(struct statistics *statistics);
/* Adds a game of so many decisions; players[seat] sat there. */
void statistics_add(struct statistics *statistics, int decisions, const struct score *score, const int *players);
/* names[player] is what a player is called. */
void statistics_print(struct statistics *statistics, const char *const *names, FILE *out);

#endif
