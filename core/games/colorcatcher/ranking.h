/* Who is ahead in Color Catcher: its sets, and the winner of a round (ranking.c). */
#ifndef RANKING_H
#define RANKING_H

#include "colorcatcher.h"

/* How many cards of each colour lie in a zone of colours with visible faces. */
static inline void count_colours(const struct table *t, int zone, int counts[CC_COLOURS])
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        counts[colour] = 0;
    for (int i = t->first[zone]; i < t->first[zone + 1]; i++)
        counts[t->cards[i].face]++;
}

/* Public sets of three or more. */
int sets_of(const struct table *t, int seat);

/* Public cards, not more than three of a colour. */
int cards_towards_sets(const struct table *t, int seat);

/* The winner of the round (SEAT_NONE: nobody), and how far from the dominant colour it was
   decided. */
int round_winner(const struct ruleset *rules, const struct table *t, int *distance);

#endif
