/* Color Catcher by its rulings: the worked examples, a test for each ruling (named after its id;
   see the folder colorcatcher), the deal, and the invariants of every position. Who sees what is
   in test_colorcatcher_secrets.c; the generic suite and the golden playthroughs cover what all
   games share. */
#include "colorcatcher/colorcatcher.h"
#include "colorcatcher/colorcatcher_tests.h"

#include "playthrough.h"
#include "rulings.h"

static void test_setup_deals_five_each(void **state)
{
    struct stage s;
    (void)state;
    for (int seats = 2; seats <= CC_SEATS_MAX; seats++) {
        stage_init(&s, &game_colorcatcher, seats);
        for (int i = CC_COLOURS * CC_COPIES - 1; i >= 1; i--)
            script(&s, i); /* shuffles that move nothing */
        for (int i = CC_EFFECTS * CC_EFFECT_COPIES - 1; i >= 1; i--)
            script(&s, i);
        script(&s, seats - 1);
        struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
        game_colorcatcher.setup(&play);
        assert_false(s.chance.broken);
        assert_int_equal(s.chance.next, s.chance.count);
        stage_expect(&s, hand(0), "R R R R R");
        stage_expect(&s, hand(1), "R O O O O");
        stage_expect(&s, CC_PILE,
                     "change change steal steal sweep sweep pick pick pickfx pickfx two two");
        assert_int_equal(zone_size(&s.table, CC_DECK), 42 - 5 * seats);
        assert_int_equal(s.table.turn, seats - 1);
        assert_int_equal(s.table.shared[CC_FIRST], seats - 1);
        assert_int_equal(s.table.shared[CC_DOMINANT], CC_RED);
    }
}

static void check_position(const struct table *t)
{
    int counts[CC_FACES] = {0};
    for (int i = 0; i < t->first[t->zones]; i++)
        counts[t->cards[i].face]++;
    for (int face = 0; face < CC_FACES; face++)
        assert_int_equal(counts[face], face < CC_COLOURS ? CC_COPIES : CC_EFFECT_COPIES);
    for (int zone = 0; zone < t->zones; zone++)
        for (int i = 0; i < zone_size(t, zone); i++) {
            int kind = zone < CC_SHARED_ZONES
                           ? zone
                           : CC_SHARED_ZONES + (zone - CC_SHARED_ZONES) % CC_SEAT_ZONES;
            bool holds_effects =
                kind == CC_PILE || kind == CC_USED || kind == CC_SHARED_ZONES + CC_HELD;
            assert_int_equal(zone_face(t, zone, i) >= CC_COLOURS, holds_effects);
        }
    for (int seat = 0; seat < t->seats; seat++) {
        assert_true(seat == t->turn || zone_size(t, hand(seat)) <= CC_HAND_LIMIT);
        assert_true(t->over || colorcatcher_sets(t, seat) < CC_SETS);
    }
    assert_true(t->shared[CC_LAST] == 0 || t->shared[CC_ROUND] <= t->shared[CC_LAST]);
}

static void test_invariants_of_every_position(void **state)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    (void)state;
    int count = variants_of(&game_colorcatcher, variants);
    for (int n = 0; n < 200; n++) {
        struct variant variant = variant_for(variants, count, n);
        playthrough_play(&play, &variant, (uint64_t)n, CHOICE_ANY, STEPS_MAX);
        for (int i = 0; i <= play.count; i++)
            check_position(&play.tables[i]);
    }
}

/* rounds=0: no limit; robots and chance alike get on until somebody has three sets. */
static void test_a_game_without_a_limit_ends_by_three_sets(void **state)
{
    struct chance_seed seed = {5};
    struct stage s;
    struct score score;
    (void)state;
    stage_init(&s, &game_colorcatcher, 2);
    stage_option(&s, "rounds", "0");
    chance_init(&s.chance, chance_seeded, &seed);
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    game_colorcatcher.setup(&play);
    for (int moves = 0; !s.table.over; moves++) {
        struct sight sight;
        struct moves legal;
        assert_true(moves < 100000);
        table_sight(&s.rules, &s.table, s.table.turn, &sight);
        game_colorcatcher.legal(&s.rules, &sight, s.table.turn, &legal);
        chance_init(&s.chance, chance_seeded, &seed);
        game_colorcatcher.apply(&play, s.table.turn, &legal.list[dice(&seed, legal.count)]);
    }
    assert_true(s.table.shared[CC_ROUND] > 24);
    stage_score(&s, &score);
    assert_int_equal(score.total[__builtin_ctz(score.winners)], CC_SETS);
    assert_null(score.reason);
}

#define TESTS(test)                                                                                \
    TESTS_OF_A_TURN(test), TESTS_OF_A_ROUND(test), test(test_setup_deals_five_each),               \
        test(test_invariants_of_every_position),                                                   \
        test(test_a_game_without_a_limit_ends_by_three_sets)
#define TEST_NAME(test) #test

static void test_every_ruling_has_a_test(void **state)
{
    static const char *const names[] = {TESTS(TEST_NAME)};
    (void)state;
    rulings_are_tested("../docs/rulings/colorcatcher.md", "CC", names,
                       sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("colorcatcher", tests, NULL, NULL);
}
