/* The greedy robot of Heartcatchers as it was in November 2026. Not mended any more: what it
   wins is what others are measured by. */
#include "heartcatchers/heartcatchers.h"
#include "frozen.h"

static int zone_of(int seat, int zone)
{
    return HC_SHARED_ZONES + seat * HC_SEAT_ZONES + zone;
}

static int kind_of(int face)
{
    return face == HC_UNCATCHABLE ? HC_BLANK : face % HC_KINDS;
}

/* The value of a stack for its side, with the Secrets that the robot knows. */
static int stack_worth(const struct table *t, int seat, int stack)
{
    int worth = zone_size(t, zone_of(seat, HC_UP + stack)), under = zone_of(seat, HC_UNDER + stack);
    for (int i = 0; i < zone_size(t, under); i++) {
        int face = zone_face(t, under, i);
        if (face_is_back(face))
            continue;
        worth += kind_of(face) == HC_ULTIMATE_LOVE ? 3 : kind_of(face) == HC_HEARTBREAKER ? -3 : 0;
    }
    return worth;
}

/* How much more a card is worth in the hand than on the table. */
static int keep_worth(int face)
{
    static const int kinds[] = {0, 2, 2, 1};
    return face == HC_UNCATCHABLE ? 1 : kinds[face % HC_KINDS];
}

static int hide_worth(const struct table *t, int seat, int face, int stack)
{
    int side = stack < HC_STACKS ? 1 : -1, column = stack % HC_STACKS;
    switch (kind_of(face)) {
    case HC_ULTIMATE_LOVE:
        return 3 * side;
    case HC_HEARTBREAKER:
        return -3 * side;
    case HC_CHANGE_OF_HEART:
        return 2 * (stack_worth(t, 1 - seat, column) - stack_worth(t, seat, column)) - 1;
    default:
        return 0;
    }
}

static int move_worth(const struct table *t, int seat, const struct move *move)
{
    int hand = zone_of(seat, HC_HAND);
    int face = zone_face(t, hand, zone_find_slot(t, hand, move->args[0])), stack = move->args[1];
    if (move->verb == HC_HIDE)
        return hide_worth(t, seat, face, stack);
    if (move->verb == HC_CATCH)
        return 1 - keep_worth(face);
    return 1 + 2 * (stack_worth(t, 1 - seat, stack) - stack_worth(t, seat, move->args[2])) -
           keep_worth(face);
}

int frozen_heartcatchers(const struct ruleset *rules, const struct sight *sight, int seat,
                         const struct moves *moves, struct chance *chance)
{
    (void)rules;
    struct best best = {0};
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i, move_worth(&sight->seen, seat, &moves->list[i]));
    return best.index;
}
