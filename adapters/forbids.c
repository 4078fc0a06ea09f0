#include "forbids.h"

#include <stdio.h>
#include <stdlib.h>

#include "drawer.h"

static struct drawer drawer_of(struct keep *keep, int64_t now, const char *network, char prefix[DRAWER_KEY])
{
    snprintf(prefix, DRAWER_KEY, "forbids %s ", network);
    return (struct drawer){keep, prefix, now};
}

unsigned forbids_of(struct keep *keep, int64_t now, const char *network, const char *room)
{
    char prefix[DRAWER_KEY], bits[16];
    struct drawer drawer = drawer_of(keep, now, network, prefix);
    return drawer_get(&drawer, room, sizeof bits, bits) ? (unsigned)strtoul(bits, NULL, 10) : 0;
}

void forbids_put(struct keep *keep, int64_t now, const char *network, const char *room, const char *payer,
                 unsigned bits)
{
    char prefix[DRAWER_KEY], row[16];
    struct drawer drawer = drawer_of(keep, now, network, prefix);
    snprintf(row, sizeof row, "%u", bits);
    drawer_put(&drawer, room, payer, bits ? row : NULL);
}
