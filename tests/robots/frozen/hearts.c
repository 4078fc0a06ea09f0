/* A rule of thumb for Hearts, as beginners are taught it. Never mended: what it wins is what others
   are measured by. */
#include "hearts/hearts.h"
#include "frozen.h"

static int points_of(int face)
{
    return face == HE_QUEEN_OF_SPADES ? 13 : suits_of(face) == SUITS_HEARTS;
}

/* Passes the high spades, then the highest cards. */
static int pass_worth(int face)
{
    return suits_rank(face) + (face >= HE_QUEEN_OF_SPADES) * SUITS_RANKS +
           (suits_of(face) == SUITS_HEARTS) * 3;
}

/* Throws off the queen, then the highest heart, then the highest card. */
static int discard_worth(int face)
{
    return suits_rank(face) + SUITS_RANKS * points_of(face);
}

/* The highest card that does not take the trick; else the highest if it is the last one and there
   is no point in it, or the lowest. */
static int follow_worth(const struct table *t, int face)
{
    int points = 0, top = zone_face(t, HE_TRICK, suits_best(t, HE_TRICK, SUITS_NO_TRUMP));
    for (int i = 0; i < zone_size(t, HE_TRICK); i++)
        points += points_of(zone_face(t, HE_TRICK, i));
    if (face < top)
        return 100 + suits_rank(face) + points_of(face);
    bool is_safe = points + points_of(face) == 0 && zone_size(t, HE_TRICK) == t->seats - 1;
    return is_safe ? 50 + suits_rank(face) : -suits_rank(face) - 10 * points_of(face);
}

int frozen_hearts(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, HE_HAND), led = suits_led(t, HE_TRICK);
    struct best best = {0};
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        int worth = -1000;
        if (move->verb != HE_TAKE) {
            int face = zone_face(t, hand, zone_find_slot(t, hand, move->args[0]));
            worth = move->verb == HE_PASS   ? pass_worth(face)
                    : led < 0               ? -suits_rank(face) - 10 * points_of(face)
                    : suits_of(face) == led ? follow_worth(t, face)
                                            : discard_worth(face);
        }
        chance_weigh_best(&best, chance, i, worth);
    }
    return best.index;
}
