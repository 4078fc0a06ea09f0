#include "moment.h"

#include <stdlib.h>

#include "game.h"
#include "text.h"

bool moment_empties(const struct passed *passed, int zone)
{
    return zone_size(&passed->before->seen, zone) > 0 && zone_size(&passed->after->seen, zone) == 0;
}

static int points_of(const struct passed *passed, const struct sight *sight)
{
    struct score score;
    passed->game->score(passed->rules, sight, &score);
    return score.total[passed->said->seat];
}

bool moment_gains(const struct passed *passed, int least)
{
    int gain = points_of(passed, passed->after) - points_of(passed, passed->before);
    passed->said->args[0] = abs(gain);
    return least > 0 ? gain >= least : gain <= least;
}

bool moment_reaches(const struct passed *passed, int points)
{
    return points_of(passed, passed->before) < points && points_of(passed, passed->after) >= points;
}

bool moment_add(const struct game *game, const struct ruleset *rules, const struct table *before,
                const struct table *after, struct events *events)
{
    enum { BITS = 32 };
    TEXT_UNCLEARED struct sight was, is;
    struct event said;
    const struct passed passed = {game, rules, &was, &is, &said};
    bool is_seen = false;
    for (int i = 0; i < events->count && events->count < EVENTS_MAX; i++)
        for (int m = 0; m < game->moment_count && events->list[i].kind == EVENT_SAID; m++) {
            const struct moment *moment = &game->moments[m];
            if (!event_sight(rules, &events->list[i], SEAT_PUBLIC, &said) || said.say >= BITS ||
                !(moment->behind >> said.say & 1))
                continue;
            if (!is_seen) {
                table_sight(rules, before, SEAT_PUBLIC, &was);
                table_sight(rules, after, SEAT_PUBLIC, &is);
            }
            is_seen = true;
            if (!moment->is_big(&passed, moment->value))
                continue;
            said.kind = EVENT_MOMENT;
            said.say = m;
            said.heard = EVERYBODY;
            events->list[events->count++] = said;
            return true;
        }
    return false;
}
