/* See lanes.h. */
#include "lanes.h"

#include <stddef.h>

#include "errand.h"

/* Behind what its payer, and its route, have there; else it is in the round that comes next. */
static uint64_t round_of(const struct lanes *lanes, const struct errand *errand)
{
    uint64_t round = lanes->round[errand->lane] + 1;
    for (const struct errand *other = lanes->first[errand->lane]; other; other = other->next) {
        if (other->payer == errand->payer && other->round >= round)
            round = other->round + 1;
        if (other->quota == errand->quota && other->round > round)
            round = other->round;
    }
    return round;
}

void lanes_append(struct lanes *lanes, struct errand *errand)
{
    struct errand **first = &lanes->first[errand->lane], **last = &lanes->last[errand->lane], *before = *last;
    errand->round = round_of(lanes, errand);
    while (before && before->round > errand->round)
        before = before->previous;
    errand->previous = before;
    errand->next = before ? before->next : *first;
    *(errand->previous ? &errand->previous->next : first) = errand;
    *(errand->next ? &errand->next->previous : last) = errand;
    lanes->count++;
}

void lanes_take_out(struct lanes *lanes, struct errand *errand)
{
    if (errand->previous)
        errand->previous->next = errand->next;
    else
        lanes->first[errand->lane] = errand->next;
    if (errand->next)
        errand->next->previous = errand->previous;
    else
        lanes->last[errand->lane] = errand->previous;
    lanes->count--;
}

struct errand *lanes_find(const struct lanes *lanes, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct errand *errand = lanes->first[lane]; errand; errand = errand->next)
            if (errand->ticket == ticket)
                return errand;
    return NULL;
}

int lanes_count_of(const struct lanes *lanes, uint64_t payer)
{
    int count = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (const struct errand *errand = lanes->first[lane]; errand; errand = errand->next)
            count += errand->payer == payer;
    return count;
}

bool lanes_have_news(const struct lanes *lanes)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct errand *errand = lanes->first[lane]; errand; errand = errand->next)
            if (errand->is_over || errand->is_answered)
                return true;
    return false;
}
