/* A rule of thumb for Spades, as beginners are taught it. Never mended: what it wins is what others
   are measured by. */
#include "spades/spades.h"
#include "frozen.h"

/* Aces and kings, the queen of spades, and each spade above the third. */
static int wanted_bid(const struct table *t, int hand)
{
    int tricks = 0, spades = 0;
    for (int i = 0; i < zone_size(t, hand); i++) {
        int face = zone_face(t, hand, i), suit = suits_of(face);
        spades += suit == SUITS_SPADES;
        tricks += suits_rank(face) >= SUITS_KING ||
                  (suit == SUITS_SPADES && suits_rank(face) == SUITS_QUEEN);
    }
    tricks += spades > 3 ? spades - 3 : 0;
    return tricks > 0 ? tricks : 1;
}

static bool beats(int face, int top)
{
    return suits_of(face) == suits_of(top) ? face > top : suits_of(face) == SUITS_SPADES;
}

/* Leads an ace or a low card; takes the trick as cheaply as it can, but not from the partner. */
static int card_worth(const struct table *t, int seat, int face)
{
    int rank = suits_rank(face) + (suits_of(face) == SUITS_SPADES) * SUITS_RANKS;
    if (zone_size(t, SP_TRICK) == 0)
        return rank == SUITS_ACE ? 100 : -rank;
    int best = suits_best(t, SP_TRICK, SUITS_SPADES),
        leads = (t->shared[SP_LEADER] + best) % SP_SEATS;
    bool wins = beats(face, zone_face(t, SP_TRICK, best)) && leads != (seat + 2) % SP_SEATS;
    return wins ? 100 - rank : -rank;
}

int frozen_spades(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, SP_HAND);
    struct best best = {0};
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        int wanted = wanted_bid(t, hand), worth = move->verb == SP_LOOK;
        if (move->verb == SP_PLAY)
            worth = card_worth(t, seat, zone_face(t, hand, zone_find_slot(t, hand, move->args[0])));
        else if (move->verb == SP_BID)
            worth = -(move->args[0] > wanted ? move->args[0] - wanted : wanted - move->args[0]);
        chance_weigh_best(&best, chance, i, worth);
    }
    return best.index;
}
