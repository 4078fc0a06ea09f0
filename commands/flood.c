/* Who says too much, or nothing that we understand. A small ring of people: whoever was quiet the longest makes room for somebody new. Knows no command;
   what counts is decided by dispatch.c. The time is that of the input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "command.h"

enum { FLOOD_PEOPLE = 256 };

struct talker {
    char network[HOST_NETWORK], key[HOST_KEY];
    int64_t said[FLOOD_COMMANDS]; /* when, the latest ones, in a ring */
    int count;                    /* how many ever */
    int misses;                   /* how many in a row that meant nothing */
    int64_t silent_until;
    int64_t latest;
};

struct flood {
    struct talker people[FLOOD_PEOPLE];
};

struct flood *flood_new(void)
{
    struct flood *flood = calloc(1, sizeof *flood);
    check(flood);
    return flood;
}

void flood_free(struct flood *flood)
{
    free(flood);
}

static int find(const struct flood *flood, const struct heard *heard)
{
    for (int i = 0; i < FLOOD_PEOPLE; i++)
        if (strcmp(flood->people[i].key, heard->key) == 0 && strcmp(flood->people[i].network, heard->network) == 0)
            return i;
    return -1;
}

static struct talker *find_or_add(struct flood *flood, const struct heard *heard)
{
    int i = find(flood, heard);
    if (i >= 0)
        return &flood->people[i];
    struct talker *quietest = &flood->people[0];
    for (i = 1; i < FLOOD_PEOPLE; i++)
        if (flood->people[i].latest < quietest->latest)
            quietest = &flood->people[i];
    *quietest = (struct talker){.latest = heard->now};
    snprintf(quietest->network, sizeof quietest->network, "%s", heard->network);
    snprintf(quietest->key, sizeof quietest->key, "%s", heard->key);
    return quietest;
}

bool flood_is_ignored(const struct flood *flood, const struct heard *heard)
{
    int i = find(flood, heard);
    return i >= 0 && heard->now < flood->people[i].silent_until;
}

static enum flood_verdict silence(struct talker *talker, enum flood_verdict verdict)
{
    talker->silent_until = talker->latest + FLOOD_SILENCE_MS;
    talker->count = talker->misses = 0;
    return verdict;
}

enum flood_verdict flood_count(struct flood *flood, const struct heard *heard, bool is_understood)
{
    struct talker *talker = find_or_add(flood, heard);
    bool is_in_a_row = !is_understood && heard->now - talker->latest < FLOOD_MISS_MS;
    talker->latest = heard->now;
    if (heard->now < talker->silent_until)
        return FLOOD_IGNORED;
    int64_t *oldest = &talker->said[talker->count % FLOOD_COMMANDS];
    if (talker->count >= FLOOD_COMMANDS && heard->now - *oldest < FLOOD_WITHIN_MS)
        return silence(talker, FLOOD_BEGINS);
    talker->misses = is_in_a_row ? talker->misses + 1 : !is_understood;
    if (talker->misses > FLOOD_MISSES)
        return silence(talker, FLOOD_LOST);
    *oldest = heard->now;
    talker->count++;
    return FLOOD_FINE;
}

void flood_forgive(struct flood *flood, const struct heard *heard)
{
    int i = find(flood, heard);
    if (i >= 0)
        flood->people[i].count = flood->people[i].misses = 0;
}
