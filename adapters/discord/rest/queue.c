/* See queue.h. */
#include "queue.h"

#include <stddef.h>

#include "attempt.h"

/* Behind what its payer, and its route, have there; else it is in the round that comes next. */
static uint64_t round_of(const struct queue *queue, const struct attempt *attempt)
{
    uint64_t round = queue->round[attempt->lane] + 1;
    for (const struct attempt *other = queue->first[attempt->lane]; other; other = other->next) {
        if (other->payer == attempt->payer && other->round >= round)
            round = other->round + 1;
        if (other->quota == attempt->quota && other->round > round)
            round = other->round;
    }
    return round;
}

void queue_append(struct queue *queue, struct attempt *attempt)
{
    struct attempt **first = &queue->first[attempt->lane], **last = &queue->last[attempt->lane], *before = *last;
    attempt->round = round_of(queue, attempt);
    while (before && before->round > attempt->round)
        before = before->previous;
    attempt->previous = before;
    attempt->next = before ? before->next : *first;
    *(attempt->previous ? &attempt->previous->next : first) = attempt;
    *(attempt->next ? &attempt->next->previous : last) = attempt;
    queue->count++;
}

void queue_take_out(struct queue *queue, struct attempt *attempt)
{
    if (attempt->previous)
        attempt->previous->next = attempt->next;
    else
        queue->first[attempt->lane] = attempt->next;
    if (attempt->next)
        attempt->next->previous = attempt->previous;
    else
        queue->last[attempt->lane] = attempt->previous;
    queue->count--;
}

struct attempt *queue_find(const struct queue *queue, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->ticket == ticket)
                return attempt;
    return NULL;
}

int queue_count_of(const struct queue *queue, uint64_t payer)
{
    int count = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            count += attempt->payer == payer;
    return count;
}

bool queue_have_news(const struct queue *queue)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->is_over || attempt->is_answered)
                return true;
    return false;
}
