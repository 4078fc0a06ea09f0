/* A rule of thumb for Mau-Mau, as beginners are taught it: whatever fits is played, the card that
   counts most first and one that names a suit last, and the suit of which one holds most is named.
   Never mended: what it wins is what others are measured by. */
#include "maumau/maumau.h"
#include "frozen.h"

static int points_of(int face)
{
    static const int courts[] = {2, 3, 4, 11}; /* jack, queen, king, ace */
    int rank = suits_rank(face);
    return rank >= SUITS_JACK ? courts[rank - SUITS_JACK] : rank + 2;
}

static int held_of(const struct table *t, int hand, int suit)
{
    int held = 0;
    for (int i = 0; i < zone_size(t, hand); i++)
        held += suits_of(zone_face(t, hand, i)) == suit;
    return held;
}

static int worth_of(const struct table *t, int hand, const struct move *move)
{
    enum { PLAY = 100, CLAIM = 1000 };
    if (move->verb != MM_PLAY)
        return move->verb == MM_CALL || move->verb == MM_MAU ? CLAIM : 0;
    int face = zone_face(t, hand, zone_find_slot(t, hand, move->args[0])), suit = move->args[1];
    bool says_mau = suit == MM_SAID_MAU || move->args[2] != ARG_ABSENT;
    bool names_suit = suit >= 0 && suit != MM_SAID_MAU;
    int worth = names_suit ? held_of(t, hand, suit) : PLAY / 2 + points_of(face);
    return PLAY + worth + (says_mau ? PLAY : 0);
}

int frozen_maumau(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    struct best best = {0};
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i,
                          worth_of(&sight->seen, seat_zone(rules, seat, MM_HAND), &moves->list[i]));
    return best.index;
}
