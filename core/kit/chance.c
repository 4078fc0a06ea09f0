#include "chance.h"

#include <stddef.h>

#include "check.h"

void chance_init(struct chance *chance, chance_source *source, void *state)
{
    chance->source = source;
    chance->begin = NULL;
    chance->state = state;
    chance->broken = false;
    chance->count = 0;
    chance->next = 0;
}

bool chance_script(struct chance *chance, int pick)
{
    if (chance->count == CHANCE_PICKS)
        return false;
    chance->picks[chance->count++] = pick;
    return true;
}

/* The pick is the high half of bits * n. Bits whose low half would make some picks likelier are
   drawn again. */
static int draw(struct chance *chance, int n)
{
    uint32_t range = (uint32_t)n;
    if (chance->begin)
        chance->begin(chance->state);
    uint64_t product = (uint64_t)chance->source(chance->state) * range;
    if ((uint32_t)product < range) {
        uint32_t least = (0u - range) % range;
        while ((uint32_t)product < least)
            product = (uint64_t)chance->source(chance->state) * range;
    }
    return (int)(product >> 32);
}

int chance_pick(struct chance *chance, int n)
{
    check(n >= 1);
    if (chance->next == chance->count) {
        if (!chance->source) {
            chance->broken = true;
            return 0;
        }
        check(chance_script(chance, draw(chance, n)));
    }
    chance->ranges[chance->next] = n;
    int pick = chance->picks[chance->next++];
    if (pick < 0 || pick >= n) {
        chance->broken = true;
        return 0;
    }
    return pick;
}

/* splitmix64 */
void chance_weigh_best(struct best *best, struct chance *chance, int index, int worth)
{
    if (best->equals > 0 && worth < best->worth)
        return;
    best->equals = worth > best->worth ? 1 : best->equals + 1;
    best->worth = worth;
    if (chance_pick(chance, best->equals) == 0)
        best->index = index;
}

uint32_t chance_seeded(void *seed)
{
    uint64_t z = ((struct chance_seed *)seed)->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}
