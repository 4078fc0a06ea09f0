/* The queue of REST: a list of errands for each lane, in the order in which they were asked for. Owns the lists, not what
   happens to an errand; rest.c decides that. */
#ifndef LANES_H
#define LANES_H

#include "rest.h"

struct errand;

enum { LANES = REST_BACKGROUND + 1 };

/* All zero is empty. */
struct lanes {
    struct errand *first[LANES], *last[LANES];
    int count;
};

void lanes_append(struct lanes *lanes, struct errand *errand);
void lanes_take_out(struct lanes *lanes, struct errand *errand);
struct errand *lanes_find(const struct lanes *lanes, uint64_t ticket); /* NULL: it is not there */
int lanes_count_of(const struct lanes *lanes, uint64_t payer);
/* Something was answered or is over, and nobody has dealt with that. */
bool lanes_have_news(const struct lanes *lanes);

#endif
