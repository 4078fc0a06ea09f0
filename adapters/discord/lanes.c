/* See lanes.h. */
#include "lanes.h"

#include <stddef.h>

#include "errand.h"

void lanes_append(struct lanes *lanes, struct errand *errand)
{
    struct errand **last = &lanes->last[errand->lane];
    errand->previous = *last;
    if (*last)
        (*last)->next = errand;
    else
        lanes->first[errand->lane] = errand;
    *last = errand;
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
