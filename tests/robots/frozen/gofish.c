/* A player of Go Fish by a rule of thumb, who remembers the last round of asking: who asked for
   a rank is asked for it; else one asks anybody for the rank of which one holds most. Not mended.
 */
#include "gofish/gofish.h"
#include "frozen.h"

int frozen_gofish(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    enum { HEARD = 10 };
    const struct table *t = &sight->seen;
    struct best best = {0};
    for (int i = 0; i < moves->count; i++) {
        int other = moves->list[i].args[0], rank = moves->list[i].args[1];
        int own = zone_tally(t, seat_zone(rules, seat, GF_HAND), rank);
        bool is_heard = t->own[other][GF_ASKED] == 1 + rank;
        chance_weigh_best(&best, chance, i, own + (is_heard ? HEARD : 0));
    }
    return best.index;
}
