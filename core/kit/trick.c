/* The deck of trick-taking games, and rules that they share. Knows no game. */
#include "trick.h"

const char *const trick_backs[1] = {"card"};

#define CARD(suit, code_, name_, hue, rank, word)                                                  \
    [TRICK_##suit * TRICK_RANKS +                                                                  \
        (rank)] = {.code = code_, .name = word " of " name_, .colour = COLOUR_##hue}
#define SUIT(suit, letter, name, hue)                                                              \
    CARD(suit, letter "2", name, hue, 0, "two"), CARD(suit, letter "3", name, hue, 1, "three"),    \
        CARD(suit, letter "4", name, hue, 2, "four"),                                              \
        CARD(suit, letter "5", name, hue, 3, "five"), CARD(suit, letter "6", name, hue, 4, "six"), \
        CARD(suit, letter "7", name, hue, 5, "seven"),                                             \
        CARD(suit, letter "8", name, hue, 6, "eight"),                                             \
        CARD(suit, letter "9", name, hue, 7, "nine"),                                              \
        CARD(suit, letter "10", name, hue, 8, "ten"),                                              \
        CARD(suit, letter "J", name, hue, 9, "jack"),                                              \
        CARD(suit, letter "Q", name, hue, 10, "queen"),                                            \
        CARD(suit, letter "K", name, hue, 11, "king"),                                             \
        CARD(suit, letter "A", name, hue, 12, "ace")
const struct face trick_faces[TRICK_FACES] = {
    SUIT(CLUBS, "C", "clubs", GREEN),
    SUIT(DIAMONDS, "D", "diamonds", ORANGE),
    SUIT(HEARTS, "H", "hearts", RED),
    SUIT(SPADES, "S", "spades", BLUE),
};

int trick_led(const struct table *table, int zone)
{
    return zone_size(table, zone) > 0 ? trick_suit(zone_face(table, zone, 0)) : -1;
}

bool trick_holds(const struct table *table, int hand, int suit)
{
    for (int i = 0; i < zone_size(table, hand); i++)
        if (trick_suit(zone_face(table, hand, i)) == suit)
            return true;
    return false;
}

int trick_best(const struct table *table, int zone, int trump)
{
    int best = 0;
    for (int i = 1; i < zone_size(table, zone); i++) {
        int face = zone_face(table, zone, i), top = zone_face(table, zone, best);
        bool follows = trick_suit(face) == trick_suit(top) && face > top;
        best = follows || (trick_suit(face) == trump && trick_suit(top) != trump) ? i : best;
    }
    return best;
}

void trick_follow(const struct ruleset *rules, const struct table *table, int seat, int zone,
                  int verb, struct moves *out)
{
    int hand = seat_zone(rules, seat, rules->hand), led = trick_led(table, zone);
    bool must = trick_holds(table, hand, led);
    for (int i = 0; i < zone_size(table, hand); i++) {
        const struct card *card = zone_card(table, hand, i);
        moves_add_if(out, !must || trick_suit(card->face) == led, verb, card->slot, ARG_ABSENT,
                     ARG_ABSENT);
    }
}
