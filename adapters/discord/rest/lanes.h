/* The queue of REST: a list of errands for each lane. Those who pay (guilds) take turns: the n-th errand of one that waits goes
   before the n + 1st of every other, so nobody waits behind all that one guild has to say. What one payer wants, and what goes
   by one route to one channel, keeps its order. Owns the lists, not what happens to an errand; rest.c decides that. */
#ifndef LANES_H
#define LANES_H

#include "rest.h"

struct errand;

enum { LANES = REST_BACKGROUND + 1 };

/* All zero is empty. */
struct lanes {
    struct errand *first[LANES], *last[LANES]; /* by rounds */
    uint64_t round[LANES];                     /* of the one that was sent last */
    int count;
};

void lanes_append(struct lanes *lanes, struct errand *errand);
void lanes_take_out(struct lanes *lanes, struct errand *errand);
struct errand *lanes_find(const struct lanes *lanes, uint64_t ticket); /* NULL: it is not there */
int lanes_count_of(const struct lanes *lanes, uint64_t payer);
/* Something was answered or is over, and nobody has dealt with that. */
bool lanes_have_news(const struct lanes *lanes);

#endif
