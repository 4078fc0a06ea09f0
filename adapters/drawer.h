/* A part of the keep with a row for each of many people: what they set, how they are reached. Bounded: DRAWER_MOST rows under one
   prefix, so of each kind and network; a person has one. At the bound, of those whose payer (a guild, a host) has the most
   rows, those that were not used for the longest time are given back: whoever comes with ten thousand accounts pushes out
   their own. Behind each value stands the day of its last use, a week's more or less, and a number made of the payer, which
   names nobody. */
#ifndef DRAWER_H
#define DRAWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct keep;

enum { DRAWER_MOST = 5000, DRAWER_KEY = 256 };

struct drawer {
    struct keep *keep;  /* NULL: nothing is kept */
    const char *prefix; /* "discord:club:dm:" */
    int64_t now;        /* ms since 1970 */
};

/* What is kept of this person, who is there: it counts as used. False: nothing. Blocks never. */
bool drawer_get(const struct drawer *drawer, const char *person, size_t size, char *value);

/* NULL forgets it. `payer` may be "". A value holds no '@'. */
void drawer_put(const struct drawer *drawer, const char *person, const char *payer, const char *value);

#endif
