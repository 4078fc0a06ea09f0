/* How good moves of Heartcatchers look: by how much they improve the lead at once, as far as the
   seat knows the Secrets. */
#include "heartcatchers.h"

static int zone_of(int seat, int zone)
{
    return HC_SHARED_ZONES + seat * HC_SEAT_ZONES + zone;
}

static int kind_of(int face)
{
    return face == HC_UNCATCHABLE ? HC_BLANK : face % HC_KINDS;
}

/* The value of a stack for its side, with the Secrets that the seat knows: in a world all faces
   are there. */
static int stack_worth(const struct table *t, int seat, int side, int stack)
{
    int worth = zone_size(t, zone_of(side, HC_UP + stack)), under = zone_of(side, HC_UNDER + stack);
    for (int i = 0; i < zone_size(t, under); i++) {
        const struct card *card = zone_card(t, under, i);
        int face = card->face;
        if (!(card->known >> seat & 1))
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
        return 2 * (stack_worth(t, seat, 1 - seat, column) - stack_worth(t, seat, seat, column)) -
               1;
    default:
        return 0;
    }
}

static int move_worth(const struct table *t, int seat, const struct move *move)
{
    int hand = zone_of(seat, HC_HAND);
    int face = zone_slot_face(t, hand, move->args[0]), stack = move->args[1];
    if (move->verb == HC_HIDE)
        return hide_worth(t, seat, face, stack);
    if (move->verb == HC_CATCH)
        return 1 - keep_worth(face);
    return 1 +
           2 * (stack_worth(t, seat, 1 - seat, stack) - stack_worth(t, seat, seat, move->args[2])) -
           keep_worth(face);
}

void heartcatchers_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                         const struct moves *moves, int *worths)
{
    (void)rules;
    for (int i = 0; i < moves->count; i++)
        worths[i] = move_worth(&sight->seen, seat, &moves->list[i]);
}

/* A player hides an Ultimate Love under an own stack and a Heartbreaker under one of the other
   side far more often than the other way round; and Secrets seldom change sides
   (docs/robots.md). So it counts three times as much if a Secret that the seat does not know
   suits the side that hid it, and a third if it harms it. */
double heartcatchers_likely(const struct ruleset *rules, const struct sight *world, int seat)
{
    enum { SURE = 3 };
    const struct table *t = &world->seen;
    double likely = 1;
    (void)rules;
    for (int i = 0; i < 2 * HC_STACKS; i++) {
        int side = i / HC_STACKS, under = zone_of(side, HC_UNDER + i % HC_STACKS);
        for (int k = 0; k < zone_size(t, under); k++) {
            const struct card *card = zone_card(t, under, k);
            int kind = card->known >> seat & 1 ? HC_BLANK : kind_of(card->face);
            bool suits = kind == (side == seat ? HC_HEARTBREAKER : HC_ULTIMATE_LOVE);
            bool harms = kind == (side == seat ? HC_ULTIMATE_LOVE : HC_HEARTBREAKER);
            likely *= suits ? SURE : 1;
            likely /= harms ? SURE : 1;
        }
    }
    return likely;
}
