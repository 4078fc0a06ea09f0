/* The cards of a seat, counted as they score, and the best score that they can make (scoring.c). */
#ifndef KRITTERS_SCORING_H
#define KRITTERS_SCORING_H

#include "kritters_cards.h"

struct ruleset;
struct table;

struct holdings {
    int cards[KR_SPLOTCHES]; /* by group, wild ones last */
    int brushes, palettes, buckets;
    int point_cards[KR_COLOURS]; /* red, green, blue */
    int points;                  /* written on them */
    int uncounted[KR_COLOURS];   /* cards that score nothing */
};
struct plan {
    int total;
    int wilds[KR_COLOURS]; /* wild Kritters in each group */
    /* the groups' implements: two bits each, 1 a Paintbrush, 2 a Palette */
    unsigned worth;
    int triad;               /* bonus */
    int buckets[KR_COLOURS]; /* on each secondary colour */
    int triples;             /* junior */
};
void kritters_hold(const struct ruleset *rules, int face, struct holdings *holdings);
void kritters_holdings(const struct ruleset *rules, const struct table *t, int seat,
                       struct holdings *out);
void kritters_plan(const struct ruleset *rules, const struct holdings *holdings, struct plan *out);

#endif
