/* Worlds keep to what registers tell everybody of hands, and to the cards of hands that the viewer
   knows; all else in them is as likely as ever. */
#include <string.h>

#include "plain.h"
#include "suits.h"
#include "testing.h"

enum { SEATS = 3, CARDS = 7, VOIDS = 0, ASKED };
enum { DECK, GIFTS, ALL };

static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},
    {"gifts", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_KEEP},
};
static const struct register_spec registers[TABLE_OWN] = {
    [VOIDS] = SUITS_VOIDS,
    [ASKED] = {.audience = AUDIENCE_ALL, .tells = TELLS_HOLDS, .trait = SUITS_TRAIT_RANK},
    {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
};

struct deal {
    struct ruleset rules;
    struct table table;
    struct chance chance;
    struct play play;
};

static int hand(const struct deal *deal, int seat)
{
    return seat_zone(&deal->rules, seat, 0);
}

static void deal_cards(struct deal *deal, struct chance_seed *seed, int cards)
{
    deal->rules = (struct ruleset){.faces = suits_faces,
                                   .face_count = SUITS_FACES,
                                   .backs = suits_backs,
                                   .back_count = 1,
                                   .registers = registers};
    ruleset_set_zones(&deal->rules, zones, ALL, 1);
    table_init(&deal->table, &deal->rules, SEATS);
    chance_init(&deal->chance, chance_seeded, seed);
    deal->play =
        (struct play){.rules = &deal->rules, .table = &deal->table, .chance = &deal->chance};
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(&deal->table, DECK, face, 1);
    table_shuffle(&deal->play, DECK);
    suits_deal(&deal->play, DECK, cards);
}

static unsigned kinds_of(const struct deal *deal, const struct table *table, int seat, int trait)
{
    unsigned kinds = 0;
    for (int i = 0; i < zone_size(table, hand(deal, seat)); i++)
        kinds |= 1u << suits_faces[zone_face(table, hand(deal, seat), i)].traits[trait];
    return kinds;
}

/* Some of what is true of each hand is told, one card in some is known, and all of the deck but
   some cards lies open: little room is left. */
static void tell_some(struct deal *deal, struct chance_seed *seed)
{
    const unsigned suits = (1u << SUITS_COUNT) - 1;
    struct table *t = &deal->table;
    int gifts = (int)(chance_seeded(seed) % (unsigned)(zone_size(t, DECK) + 1));
    for (int seat = 0; seat < SEATS; seat++) {
        t->own[seat][VOIDS] =
            (int)(suits & ~kinds_of(deal, t, seat, SUITS_TRAIT_SUIT) & chance_seeded(seed));
        t->own[seat][ASKED] = (int)(kinds_of(deal, t, seat, SUITS_TRAIT_RANK) &
                                    chance_seeded(seed) & chance_seeded(seed));
        if (chance_seeded(seed) % 2)
            table_move(&deal->play, hand(deal, seat), 0, hand(deal, (seat + 1) % SEATS));
    }
    for (int seat = 0; seat < SEATS; seat++) {
        t->own[seat][VOIDS] &= (int)~kinds_of(deal, t, seat, SUITS_TRAIT_SUIT);
        t->own[seat][ASKED] &= (int)kinds_of(deal, t, seat, SUITS_TRAIT_RANK);
    }
    for (int i = 0; i < gifts; i++)
        table_move(&deal->play, DECK, 0, GIFTS);
}

static int violations(const struct deal *deal, const struct sight *sight, const struct sight *world)
{
    int count = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const int *own = sight->seen.own[seat];
        unsigned lacks = (unsigned)own[VOIDS], holds = (unsigned)own[ASKED];
        count += (lacks & kinds_of(deal, &world->seen, seat, SUITS_TRAIT_SUIT)) != 0;
        count += (holds & ~kinds_of(deal, &world->seen, seat, SUITS_TRAIT_RANK)) != 0;
    }
    return count;
}

static void expect_slots(const struct deal *deal, const struct table *table)
{
    for (int seat = 0; seat < SEATS; seat++) {
        unsigned slots = 1;
        for (int i = 0; i < zone_size(table, hand(deal, seat)); i++) {
            unsigned slot = 1u << zone_card(table, hand(deal, seat), i)->slot;
            assert_int_equal(slots & slot, 0);
            slots |= slot;
        }
    }
}

static test_case(test_worlds_keep_to_what_is_told_of_hands)
{
    enum { DEALS = 400, WORLDS = 20 };
    struct chance_seed seed = {4};
    static struct sight sight, world, again;
    int wrong = 0, told = 0;
    for (int n = 0; n < DEALS; n++) {
        struct deal deal;
        deal_cards(&deal, &seed, n % 5 ? CARDS : SUITS_FACES / SEATS);
        tell_some(&deal, &seed);
        for (int seat = 0; seat < SEATS; seat++)
            told += deal.table.own[seat][VOIDS] != 0 && deal.table.own[seat][ASKED] != 0;
        table_sight(&deal.rules, &deal.table, n % SEATS, &sight);
        for (int i = 0; i < WORLDS; i++) {
            chance_init(&deal.chance, chance_seeded, &seed);
            sight_imagine(&deal.rules, &sight, &deal.chance, &world);
            wrong += violations(&deal, &sight, &world);
            expect_slots(&deal, &world.seen);
            table_sight(&deal.rules, &world.seen, n % SEATS, &again);
            assert_true(sight_same(&sight, &again));
        }
    }
    assert_int_equal(wrong, 0);
    assert_in_range(told, DEALS / 4, DEALS * SEATS);
}

/* What one hand lacks is in the others and in the deck, in each place as often. */
static test_case(test_what_a_hand_lacks_is_elsewhere_evenly)
{
    enum { ROUNDS = 6000 };
    struct chance_seed seed = {7};
    struct deal deal;
    static struct sight sight, world;
    int hearts[ALL + SEATS] = {0};
    deal_cards(&deal, &seed, 0);
    for (int i = 0; i < CARDS; i++) {
        table_move(&deal.play, DECK, zone_find(&deal.table, DECK, i), hand(&deal, 1));
        table_move(&deal.play, DECK, zone_find(&deal.table, DECK, SUITS_RANKS + i), hand(&deal, 2));
    }
    deal.table.own[1][VOIDS] = 1 << SUITS_HEARTS;
    table_sight(&deal.rules, &deal.table, 0, &sight);
    for (int n = 0; n < ROUNDS; n++) {
        chance_init(&deal.chance, chance_seeded, &seed);
        sight_imagine(&deal.rules, &sight, &deal.chance, &world);
        for (int zone = 0; zone < world.seen.zones; zone++)
            for (int i = 0; i < zone_size(&world.seen, zone); i++)
                hearts[zone] += suits_of(zone_face(&world.seen, zone, i)) == SUITS_HEARTS;
    }
    /* 45 places for 13 hearts, 7 of them in the other hand */
    assert_int_equal(hearts[hand(&deal, 1)], 0);
    assert_in_range(hearts[hand(&deal, 2)], ROUNDS * 7 * 13 / 45 * 97 / 100,
                    ROUNDS * 7 * 13 / 45 * 103 / 100);
}

/* Who gave a card away knows it there, without its order and letter; nobody else does, and in
   a world only the holder knows what the viewer does not. */
static test_case(test_a_card_that_was_given_is_known_in_the_hand)
{
    struct chance_seed seed = {3};
    struct deal deal;
    static struct sight sight, world;
    deal_cards(&deal, &seed, CARDS);
    int face = zone_face(&deal.table, hand(&deal, 0), 2);
    table_move(&deal.play, hand(&deal, 0), 2, hand(&deal, 1));
    for (int viewer = 0; viewer < SEATS; viewer++) {
        table_sight(&deal.rules, &deal.table, viewer, &sight);
        const struct card *first = zone_card(&sight.seen, hand(&deal, 1), 0),
                          *last = zone_card(&sight.seen, hand(&deal, 1), CARDS);
        assert_int_equal(first->face == face, viewer == 0);
        assert_int_equal(last->face == face, viewer == 1);
        assert_int_equal(first->slot, viewer == 1 ? 1 : 0);
    }
    table_sight(&deal.rules, &deal.table, 0, &sight);
    chance_init(&deal.chance, chance_seeded, &seed);
    sight_imagine(&deal.rules, &sight, &deal.chance, &world);
    for (int i = 0; i <= CARDS; i++)
        assert_int_equal(zone_card(&world.seen, hand(&deal, 1), i)->known, i == 0 ? 1 : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds_keep_to_what_is_told_of_hands),
        cmocka_unit_test(test_what_a_hand_lacks_is_elsewhere_evenly),
        cmocka_unit_test(test_a_card_that_was_given_is_known_in_the_hand),
    };
    return cmocka_run_group_tests_name("worlds", tests, NULL, NULL);
}
