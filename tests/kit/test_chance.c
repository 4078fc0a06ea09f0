/* Chance: recorded, replayed, scripted, and fair. */
#include <string.h>

#include "chance.h"
#include "testing.h"

/* A source that gives what the test wants. */
struct given {
    const uint32_t *bits;
    int next;
};

static uint32_t give(void *state)
{
    struct given *given = state;
    return given->bits[given->next++];
}

static test_case(test_picks_are_recorded_and_replayed)
{
    struct chance_seed seed = {5};
    struct chance live, replay;
    int picks[50];
    chance_init(&live, chance_seeded, &seed);
    for (int i = 0; i < 50; i++)
        picks[i] = chance_pick(&live, i + 1);
    assert_int_equal(live.count, 50);
    assert_false(live.broken);
    chance_init(&replay, NULL, NULL);
    for (int i = 0; i < 50; i++)
        assert_true(chance_script(&replay, live.picks[i]));
    for (int i = 0; i < 50; i++)
        assert_int_equal(chance_pick(&replay, i + 1), picks[i]);
    assert_false(replay.broken);
    assert_int_equal(replay.next, 50);
}

static test_case(test_a_script_goes_on_from_its_source)
{
    struct chance_seed seed = {5};
    struct chance chance;
    chance_init(&chance, chance_seeded, &seed);
    chance_script(&chance, 3);
    assert_int_equal(chance_pick(&chance, 4), 3);
    int pick = chance_pick(&chance, 1000);
    assert_int_equal(chance.count, 2);
    assert_int_equal(chance.picks[1], pick);
    assert_false(chance.broken);
}

static test_case(test_a_tape_that_does_not_fit_is_broken)
{
    static const int wrong[] = {-1, 6, 1 << 30};
    struct chance chance;
    chance_init(&chance, NULL, NULL);
    assert_int_equal(chance_pick(&chance, 6), 0);
    assert_true(chance.broken); /* it ended */
    for (int i = 0; i < 3; i++) {
        chance_init(&chance, NULL, NULL);
        chance_script(&chance, wrong[i]);
        assert_int_equal(chance_pick(&chance, 6), 0);
        assert_true(chance.broken);
    }
}

static test_case(test_a_full_tape_takes_no_more)
{
    struct chance chance;
    chance_init(&chance, NULL, NULL);
    for (int i = 0; i < CHANCE_PICKS; i++)
        assert_true(chance_script(&chance, 0));
    assert_false(chance_script(&chance, 0));
    assert_int_equal(chance.count, CHANCE_PICKS);
}

/* For ranges that do not divide 2^32 some values of the source have to be drawn again. */
static test_case(test_values_that_would_bias_are_drawn_again)
{
    static const uint32_t bits[] = {0, 0xffffffffu, 0x80000000u};
    struct given given = {bits, 0};
    struct chance chance;
    chance_init(&chance, give, &given);
    /* 2^32 % 3 = 1: the product 0 is the one value too many */
    assert_int_equal(chance_pick(&chance, 3), 2);
    assert_int_equal(given.next, 2);
    assert_int_equal(chance_pick(&chance, 4), 2); /* 4 divides 2^32: nothing to reject */
    assert_int_equal(given.next, 3);
}

static test_case(test_picks_are_unbiased)
{
    enum { ROUNDS = 60000, MOST = 20 };
    struct chance_seed seed = {17};
    struct chance chance;
    for (int n = 2; n <= MOST; n++) {
        int counts[MOST] = {0};
        double chi = 0, mean = (double)ROUNDS / n;
        for (int i = 0; i < ROUNDS; i++) {
            chance_init(&chance, chance_seeded, &seed);
            int pick = chance_pick(&chance, n);
            assert_in_range(pick, 0, n - 1);
            counts[pick]++;
        }
        for (int i = 0; i < n; i++)
            chi += (counts[i] - mean) * (counts[i] - mean) / mean;
        /* beyond the 0.999 quantile for every n; the seed is fixed */
        assert_true(chi < 3.0 * n + 12);
    }
}

static test_case(test_one_way_out_is_still_a_pick)
{
    struct chance_seed seed = {1};
    struct chance chance;
    chance_init(&chance, chance_seeded, &seed);
    assert_int_equal(chance_pick(&chance, 1), 0);
    assert_int_equal(chance.count, 1);
}

static test_case(test_the_best_is_picked_and_equal_ones_are_fair)
{
    enum { GAMES = 6000 };
    static const int worths[] = {-4, -2, -7, -2, -3, -2};
    int picked[6] = {0};
    struct chance_seed seed = {9};
    for (int game = 0; game < GAMES; game++) {
        struct chance chance;
        struct best best = {0};
        chance_init(&chance, chance_seeded, &seed);
        for (int i = 0; i < 6; i++)
            chance_weigh_best(&best, &chance, i, worths[i]);
        assert_int_equal(best.worth, -2);
        assert_int_equal(best.equals, 3);
        picked[best.index]++;
    }
    assert_int_equal(picked[1] + picked[3] + picked[5], GAMES);
    for (int i = 1; i < 6; i += 2)
        assert_in_range(picked[i], GAMES / 3 - GAMES / 20, GAMES / 3 + GAMES / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picks_are_recorded_and_replayed),
        cmocka_unit_test(test_the_best_is_picked_and_equal_ones_are_fair),
        cmocka_unit_test(test_a_script_goes_on_from_its_source),
        cmocka_unit_test(test_a_tape_that_does_not_fit_is_broken),
        cmocka_unit_test(test_a_full_tape_takes_no_more),
        cmocka_unit_test(test_values_that_would_bias_are_drawn_again),
        cmocka_unit_test(test_picks_are_unbiased),
        cmocka_unit_test(test_one_way_out_is_still_a_pick),
    };
    return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
