/* The requests of REST that wait, and how fast Discord lets them go: buckets, the limit of the
   whole bot, holds of a 429. A list of attempts for each lane. Those who pay (guilds) take
   turns: the n-th attempt of one that waits goes before the n + 1st of every other, so nobody
   waits behind all that one guild has to say. What one payer wants, and what goes by one route
   to one channel, keeps its order. No socket, no clock; rest.c decides what happens to an
   attempt. */
#ifndef QUEUE_H
#define QUEUE_H

#include "rest.h"

struct attempt;

enum { LANES = REST_BACKGROUND + 1 };

/* All zero is empty. */
struct queue {
    struct attempt *first[LANES], *last[LANES]; /* by rounds */
    uint64_t round[LANES];                      /* of the one that was sent last */
    int count;
};

void queue_append(struct queue *queue, struct attempt *attempt);
void queue_take_out(struct queue *queue, struct attempt *attempt);
struct attempt *queue_find(const struct queue *queue, uint64_t ticket); /* NULL if absent */
int queue_count_of(const struct queue *queue, uint64_t payer);
/* An attempt was answered or is over, and was not dealt with. */
bool queue_have_news(const struct queue *queue);

#endif
