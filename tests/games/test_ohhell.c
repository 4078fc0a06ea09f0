/* Oh Hell by its rulings, a test for each (named after its id), and who sees what. */
#include "ohhell/ohhell.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_ohhell;

static int hand(const struct stage *stage, int seat)
{
    return seat_zone(&stage->rules, seat, OH_HAND);
}

/* Two cards for each of three; seat 0 bids first and leads. */
static void lay_table(struct stage *stage, const char *trump)
{
    stage_init(stage, &game_ohhell, 3);
    stage_lay(stage, OH_DECK, "C2 C3");
    stage_lay(stage, OH_TRUMP, trump);
    stage_lay(stage, hand(stage, 0), "H9 SA");
    stage_lay(stage, hand(stage, 1), "HK D2");
    stage_lay(stage, hand(stage, 2), "C9 S3");
    stage->table.shared[OH_CARDS] = 2;
}

static void bid(struct stage *stage, const char *one, const char *two, const char *three)
{
    stage_play(stage, 0, one);
    stage_play(stage, 1, two);
    stage_play(stage, 2, three);
}

/* How many cards deal `number` of so many players has, and how many deals there are. */
static int dealt(struct stage *stage, int seats, int number)
{
    struct chance chance;
    struct chance_seed luck = {1};
    stage->rules.deal = number;
    table_init(&stage->table, &stage->rules, seats);
    chance_init(&chance, chance_seeded, &luck);
    game_ohhell.setup(
        &(struct play){.rules = &stage->rules, .table = &stage->table, .chance = &chance});
    for (int seat = 0; seat < seats; seat++)
        assert_int_equal(zone_size(&stage->table, hand(stage, seat)),
                         stage->table.shared[OH_CARDS]);
    return stage->table.shared[OH_CARDS];
}

static test_case(test_oh1_cards_of_each_deal)
{
    struct stage s;
    stage_init(&s, &game_ohhell, 3);
    assert_int_equal(dealt(&s, 3, 0), 10);
    assert_int_equal(dealt(&s, 5, 0), 10);
    assert_int_equal(dealt(&s, 6, 0), 8);
    assert_int_equal(dealt(&s, 7, 0), 7);
    assert_int_equal(dealt(&s, 4, 9), 1);
    assert_int_equal(game_ohhell.length(&s.rules, 4), 10);
    stage_option(&s, "deals", "up");
    assert_int_equal(dealt(&s, 4, 0), 1);
    assert_int_equal(dealt(&s, 4, 9), 10);
    stage_option(&s, "deals", "both");
    assert_int_equal(game_ohhell.length(&s.rules, 6), 15);
    assert_int_equal(dealt(&s, 6, 7), 1);
    assert_int_equal(dealt(&s, 6, 8), 2);
    assert_int_equal(dealt(&s, 6, 14), 8);
    stage_option(&s, "deals", "one");
    assert_int_equal(dealt(&s, 6, 0), 8);
    assert_int_equal(game_ohhell.length(&s.rules, 6), 1);
    stage_option(&s, "deals", "both");
    stage_option(&s, "cards", "4");
    assert_int_equal(dealt(&s, 6, 0), 4);
    assert_int_equal(game_ohhell.length(&s.rules, 6), 7);
    assert_non_null(game_ohhell.excludes((const int[OH_OPTIONS]){[OH_MOST] = 13}, 5));
    assert_null(game_ohhell.excludes((const int[OH_OPTIONS]){[OH_MOST] = 13}, 4));
}

static test_case(test_oh2_the_card_that_is_turned_up_says_what_is_trump)
{
    struct stage s;
    stage_init(&s, &game_ohhell, 4);
    stage_option(&s, "cards", "13");
    dealt(&s, 4, 0);
    assert_int_equal(zone_size(&s.table, OH_TRUMP), 0);
    dealt(&s, 4, 1);
    assert_int_equal(zone_size(&s.table, OH_TRUMP), 1);
    /* without trump the suit led takes the trick */
    lay_table(&s, "");
    bid(&s, "bid 0", "bid 0", "bid 1");
    stage_play(&s, 0, "play 1");
    stage_play(&s, 1, "play 1");
    stage_play(&s, 2, "play 2");
    assert_int_equal(s.table.turn, 1);
}

static test_case(test_oh3_the_last_bid_may_not_fit)
{
    struct stage s;
    lay_table(&s, "S2");
    stage_play(&s, 0, "bid 1");
    stage_play(&s, 1, "bid 0");
    assert_false(stage_can(&s, 2, "bid 1"));
    assert_true(stage_can(&s, 2, "bid 2"));
    assert_string_equal(stage_refusal(&s, 2, "bid 1"),
                        "Who bids last may not let all bids add up to the number of tricks.");
    assert_string_equal(stage_refusal(&s, 2, "bid 3"),
                        "A bid is a number of tricks, at most that of your cards.");
    assert_string_equal(stage_refusal(&s, 2, "play 1"), "Bids come first: !bid 1.");
    stage_option(&s, "hook", "no");
    assert_true(stage_can(&s, 2, "bid 1"));
}

static int points(const char *option, int wanted, int tricks)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_ohhell, 3);
    stage_option(&s, "score", option);
    s.table.own[0][OH_BIDS] = 1 + wanted;
    s.table.own[0][OH_TRICKS] = tricks;
    s.table.over = true;
    stage_score(&s, &score);
    return score.total[0];
}

static test_case(test_oh4_what_bids_count)
{
    assert_int_equal(points("exact", 3, 3), 13);
    assert_int_equal(points("exact", 0, 0), 10);
    assert_int_equal(points("exact", 3, 4), 0);
    assert_int_equal(points("tricks", 3, 4), 4);
    assert_int_equal(points("tricks", 3, 3), 13);
    assert_int_equal(points("minus", 3, 1), -12);
    assert_int_equal(points("minus", 0, 1), -11);
}

static test_case(test_oh5_who_bids_first_leads)
{
    struct stage s;
    lay_table(&s, "S2");
    bid(&s, "bid 1", "bid 0", "bid 0");
    assert_int_equal(s.table.turn, 0);
    assert_string_equal(stage_refusal(&s, 0, "bid 1"), "The bids are made.");
    stage_play(&s, 0, "play 1");
    stage_play(&s, 1, "play 1");
    stage_play(&s, 2, "play 1");
    /* the king of hearts took it */
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.own[1][OH_TRICKS], 1);
}

static test_case(test_oh6_follow_suit_and_trump_takes_the_trick)
{
    struct stage s;
    lay_table(&s, "S2");
    bid(&s, "bid 1", "bid 0", "bid 0");
    stage_play(&s, 0, "play 1");
    assert_false(stage_can(&s, 1, "play 2"));
    assert_string_equal(stage_refusal(&s, 1, "play 2"), "You have to follow suit.");
    stage_play(&s, 1, "play 1");
    assert_true(stage_can(&s, 2, "play 1"));
    stage_play(&s, 2, "play 2");
    assert_int_equal(s.table.turn, 2);
    assert_int_equal(s.table.own[2][OH_VOIDS], 1 << SUITS_HEARTS);
}

static test_case(test_oh7_the_deal_is_over_with_the_last_card)
{
    struct stage s;
    struct score score;
    lay_table(&s, "S2");
    bid(&s, "bid 1", "bid 0", "bid 0");
    stage_play(&s, 0, "play 2");
    stage_play(&s, 1, "play 1");
    stage_play(&s, 2, "play 2");
    stage_play(&s, 0, "play 1");
    stage_play(&s, 1, "play 2");
    assert_false(s.table.over);
    stage_play(&s, 2, "play 1");
    assert_true(s.table.over);
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 0); /* both tricks */
    assert_int_equal(score.winners, 6);
    assert_int_equal(game_ohhell.match, MATCH_SUM);
}

static test_case(test_only_the_holder_sees_a_hand)
{
    struct stage s;
    lay_table(&s, "S2");
    stage_expect_seen(&s, 0, hand(&s, 0), "H9 SA");
    stage_expect_seen(&s, 1, hand(&s, 0), "- -");
    stage_expect_seen(&s, SEAT_PUBLIC, hand(&s, 0), "- -");
    stage_expect_seen(&s, SEAT_PUBLIC, OH_TRUMP, "S2");
    stage_expect_seen(&s, 0, OH_DECK, "- -");
}

#define TESTS(test)                                                                                \
    test(test_oh1_cards_of_each_deal),                                                             \
        test(test_oh2_the_card_that_is_turned_up_says_what_is_trump),                              \
        test(test_oh3_the_last_bid_may_not_fit), test(test_oh4_what_bids_count),                   \
        test(test_oh5_who_bids_first_leads), test(test_oh6_follow_suit_and_trump_takes_the_trick), \
        test(test_oh7_the_deal_is_over_with_the_last_card), test(test_only_the_holder_sees_a_hand)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/ohhell.md", "OH", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("ohhell", tests, NULL, NULL);
}
