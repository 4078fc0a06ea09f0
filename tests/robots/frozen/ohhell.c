/* A player of Oh Hell by rules of thumb: bids one trick for each ace and king and each high trump;
   then takes tricks with the highest card while some are wanted, and plays the lowest after that.
   Not mended. */
#include "ohhell/ohhell.h"
#include "frozen.h"

static bool is_high(const struct table *t, int face)
{
    int trump = zone_size(t, OH_TRUMP) > 0 ? suits_of(zone_top(t, OH_TRUMP)) : SUITS_NO_TRUMP;
    return suits_rank(face) >= (suits_of(face) == trump ? SUITS_JACK : SUITS_KING);
}

int frozen_ohhell(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    const struct table *t = &sight->seen;
    struct best best = {0};
    int hand = seat_zone(rules, seat, OH_HAND), high = 0, worth;
    for (int i = 0; i < zone_size(t, hand); i++)
        high += is_high(t, zone_face(t, hand, i));
    bool wants = t->own[seat][OH_TRICKS] < t->own[seat][OH_BIDS] - 1;
    for (int i = 0; i < moves->count; i++) {
        int value = moves->list[i].args[0];
        if (moves->list[i].verb == OH_BID) {
            worth = value > high ? high - value : value - high;
        } else {
            int face = zone_face(t, hand, zone_find_slot(t, hand, value));
            worth = suits_rank(face) + (is_high(t, face) ? SUITS_RANKS : 0);
            worth = wants ? worth : -worth;
        }
        chance_weigh_best(&best, chance, i, worth);
    }
    return best.index;
}
