/* The deck of French suits, and rules that its games share. Knows no game. */
#include "suits.h"

#include "chance.h"

const char *const suits_backs[1] = {"card"};
const char *const suits_names[SUITS_COUNT] = {"clubs", "diamonds", "hearts", "spades"};
const char *const suits_bids[SUITS_RANKS + 2] = {"-", "0", "1", "2",  "3",  "4",  "5", "6",
                                                 "7", "8", "9", "10", "11", "12", "13"};

#define CLUB    "O 0 -15 11 f i O -13 3 11 f i O 13 3 11 f i M 0 -5 L 9 23 L -9 23 Z f i"
#define DIAMOND "M 0 -25 L 20 0 L 0 25 L -20 0 Z f i"
#define HEART   "M 0 23 C -42 -3 -26 -33 0 -13 C 26 -33 42 -3 0 23 Z f i"
#define SPADE   "M 0 -27 C 36 -3 24 21 4 9 L 10 23 L -10 23 L -4 9 C -24 21 -36 -3 0 -27 Z f i"
#define CARD(suit, code_, name_, hue, rank, word, sign)                                            \
    [SUITS_##suit * SUITS_RANKS +                                                                  \
        (rank)] = {.code = code_,                                                                  \
                   .name = word " of " name_,                                                      \
                   .colour = COLOUR_##hue,                                                         \
                   .emblem = sign,                                                                 \
                   .traits = {[SUITS_TRAIT_SUIT] = SUITS_##suit, [SUITS_TRAIT_RANK] = (rank)}}
#define SUIT(suit, letter, name, hue, sign)                                                        \
    CARD(suit, letter "2", name, hue, 0, "two", sign),                                             \
        CARD(suit, letter "3", name, hue, 1, "three", sign),                                       \
        CARD(suit, letter "4", name, hue, 2, "four", sign),                                        \
        CARD(suit, letter "5", name, hue, 3, "five", sign),                                        \
        CARD(suit, letter "6", name, hue, 4, "six", sign),                                         \
        CARD(suit, letter "7", name, hue, 5, "seven", sign),                                       \
        CARD(suit, letter "8", name, hue, 6, "eight", sign),                                       \
        CARD(suit, letter "9", name, hue, 7, "nine", sign),                                        \
        CARD(suit, letter "10", name, hue, 8, "ten", sign),                                        \
        CARD(suit, letter "J", name, hue, 9, "jack", sign),                                        \
        CARD(suit, letter "Q", name, hue, 10, "queen", sign),                                      \
        CARD(suit, letter "K", name, hue, 11, "king", sign),                                       \
        CARD(suit, letter "A", name, hue, 12, "ace", sign)
const struct face suits_faces[SUITS_FACES] = {
    SUIT(CLUBS, "C", "clubs", GREEN, CLUB),
    SUIT(DIAMONDS, "D", "diamonds", ORANGE, DIAMOND),
    SUIT(HEARTS, "H", "hearts", RED, HEART),
    SUIT(SPADES, "S", "spades", BLUE, SPADE),
};

void suits_begin(struct play *play)
{
    int first = play->rules->first_seat;
    play->table->turn = first == SEAT_NONE ? chance_pick(play->chance, play->table->seats) : first;
}

void suits_deal(struct play *play, int stock, int count)
{
    for (int i = 0; i < count * play->table->seats; i++)
        table_move(play, stock, 0,
                   seat_zone(play->rules, i % play->table->seats, play->rules->hand));
}

int suits_led(const struct table *table, int zone)
{
    return zone_size(table, zone) > 0 ? suits_of(zone_face(table, zone, 0)) : -1;
}

int suits_count(const struct table *table, int hand, int suit)
{
    int count = 0;
    for (int i = 0; i < zone_size(table, hand); i++)
        count += suits_of(zone_face(table, hand, i)) == suit;
    return count;
}

int suits_best(const struct table *table, int zone, int trump)
{
    int best = 0;
    for (int i = 1; i < zone_size(table, zone); i++)
        if (suits_beats(zone_face(table, zone, i), zone_face(table, zone, best), trump))
            best = i;
    return best;
}

void suits_follow(const struct ruleset *rules, const struct table *table, int seat, int zone,
                  int verb, struct moves *out)
{
    int hand = seat_zone(rules, seat, rules->hand), led = suits_led(table, zone);
    bool must = suits_count(table, hand, led) > 0;
    for (int i = 0; i < zone_size(table, hand); i++) {
        const struct card *card = zone_card(table, hand, i);
        moves_add_if(out, !must || suits_of(card->face) == led, verb, card->slot, ARG_ABSENT,
                     ARG_ABSENT);
    }
}

void suits_lead(const struct ruleset *rules, const struct table *table, int seat, int kept,
                int verb, struct moves *out)
{
    int hand = seat_zone(rules, seat, rules->hand), others = 0;
    for (int i = 0; i < zone_size(table, hand); i++)
        others += suits_of(zone_face(table, hand, i)) != kept;
    for (int i = 0; i < zone_size(table, hand); i++) {
        const struct card *card = zone_card(table, hand, i);
        moves_add_if(out, others == 0 || suits_of(card->face) != kept, verb, card->slot, ARG_ABSENT,
                     ARG_ABSENT);
    }
}

unsigned suits_shown(const struct table *table, int trick, int kept, int face)
{
    int led = suits_led(table, trick), suit = suits_of(face);
    if (led >= 0)
        return suit != led ? 1u << led : 0;
    return suit == kept ? ((1u << SUITS_COUNT) - 1) & ~(1u << kept) : 0;
}

void suits_play(struct play *play, int seat, int slot, int trick, int kept, int voids)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, play->rules->hand), at = zone_find_slot(t, hand, slot);
    t->own[seat][voids] |= (int)suits_shown(t, trick, kept, zone_face(t, hand, at));
    table_move(play, hand, at, trick);
    t->turn = (seat + 1) % t->seats;
}

int suits_taker(const struct table *table, int trick, int trump)
{
    return (table->turn + suits_best(table, trick, trump)) % table->seats;
}
