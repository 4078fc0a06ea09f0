#include "choice.h"

int weigh_choose(game_weigh *weigh, const struct ruleset *rules, const struct sight *sight,
                 int seat, const struct moves *moves, struct chance *chance)
{
    int worths[MOVES_MAX];
    struct best best = {0};
    if (!weigh)
        return chance_pick(chance, moves->count);
    weigh(rules, sight, seat, moves, worths);
    for (int i = 0; i < moves->count; i++)
        best_weigh(&best, chance, i, worths[i]);
    return best.index;
}

int game_choose(const struct game *game, const struct ruleset *rules, const struct sight *sight,
                int seat, const struct moves *moves, struct chance *chance)
{
    return weigh_choose(game->weigh, rules, sight, seat, moves, chance);
}
