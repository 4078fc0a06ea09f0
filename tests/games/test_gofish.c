/* Go Fish by its rulings, a test for each (named after its id), and who sees what. */
#include "gofish/gofish.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_gofish;

static int hand(const struct stage *stage, int seat)
{
    return seat_zone(&stage->rules, seat, GF_HAND);
}

static int books(const struct stage *stage, int seat)
{
    return seat_zone(&stage->rules, seat, GF_BOOKS);
}

static int held(const struct stage *stage, int seat)
{
    return zone_size(&stage->table, hand(stage, seat));
}

/* Seat 0 to ask one of two others; nobody has a book. */
static void lay_table(struct stage *stage, const char *stock, const char *own)
{
    stage_init(stage, &game_gofish, 3);
    stage_lay(stage, GF_STOCK, stock);
    stage_lay(stage, hand(stage, 0), own);
    stage_lay(stage, hand(stage, 1), "seven seven queen two");
    stage_lay(stage, hand(stage, 2), "nine nine two");
}

/* As it is dealt by this luck. */
static void deal(struct stage *stage, int seats, uint64_t seed)
{
    struct chance chance;
    struct chance_seed luck = {seed};
    stage_init(stage, &game_gofish, seats);
    chance_init(&chance, chance_seeded, &luck);
    game_gofish.setup(
        &(struct play){.rules = &stage->rules, .table = &stage->table, .chance = &chance});
}

static test_case(test_gf1_cards_dealt)
{
    for (int seats = 2; seats <= 6; seats++) {
        struct stage s;
        deal(&s, seats, 1);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(held(&s, seat) + GF_BOOK * zone_size(&s.table, books(&s, seat)),
                             seats <= 3 ? 7 : 5);
        assert_int_equal(s.table.first[s.table.zones], 52);
    }
}

static test_case(test_gf2_what_was_open_is_kept_in_mind)
{
    struct stage s;
    lay_table(&s, "ace king", "seven king king");
    stage_play(&s, 0, "ask p2 sevens");
    stage_expect_seen(&s, 2, hand(&s, 0), "seven seven seven - -");
    stage_expect_seen(&s, 1, hand(&s, 0), "seven seven seven - -");
    stage_expect_seen(&s, SEAT_PUBLIC, hand(&s, 0), "seven seven seven - -");
    /* of a rank that is known already no further card is shown */
    stage_play(&s, 0, "ask p3 sevens");
    stage_expect_seen(&s, 2, hand(&s, 0), "seven seven seven - - -");
    stage_expect_seen(&s, 0, hand(&s, 0), "king king seven seven seven ace");
    assert_int_equal(s.table.own[0][GF_HOLDS], 1 << 5);
    assert_int_equal(s.table.own[1][GF_LACKS], 1 << 5);
    /* what somebody draws is new to all others */
    s.table.turn = 1;
    stage_play(&s, 1, "ask p3 queens");
    assert_int_equal(s.table.own[1][GF_LACKS], 0);
    assert_int_equal(s.table.own[1][GF_HOLDS], 1 << 10);
    stage_expect_seen(&s, 0, hand(&s, 1), "queen - -");
}

static test_case(test_gf3_who_has_no_card_is_not_asked)
{
    struct stage s;
    stage_init(&s, &game_gofish, 3);
    stage_lay(&s, GF_STOCK, "ace king");
    stage_lay(&s, hand(&s, 0), "seven");
    stage_lay(&s, hand(&s, 1), "nine");
    assert_true(stage_can(&s, 0, "ask p2 sevens"));
    assert_false(stage_can(&s, 0, "ask p3 sevens"));
    assert_string_equal(stage_refusal(&s, 0, "ask p3 sevens"),
                        "That player holds no card: ask somebody else.");
    assert_string_equal(stage_refusal(&s, 0, "ask p1 sevens"),
                        "You ask somebody else, not yourself.");
    assert_string_equal(stage_refusal(&s, 0, "ask p2 nines"),
                        "You can ask only for a rank of which you hold a card; !hand shows yours.");
    stage_init(&s, &game_gofish, 3);
    stage_lay(&s, GF_STOCK, "ace king");
    stage_lay(&s, hand(&s, 0), "seven");
    assert_true(stage_can(&s, 0, "ask p2 sevens"));
    stage_play(&s, 0, "ask p3 sevens");
    assert_int_equal(held(&s, 0), 2);
}

static test_case(test_gf4_a_drawn_card_of_the_rank_is_shown)
{
    struct stage s;
    lay_table(&s, "king ace", "king queen");
    stage_play(&s, 0, "ask p3 kings");
    assert_int_equal(s.table.turn, 0);
    stage_expect_seen(&s, 1, hand(&s, 0), "king king -");
    stage_play(&s, 0, "ask p3 kings");
    assert_int_equal(s.table.turn, 1);
    lay_table(&s, "king ace", "king queen");
    stage_option(&s, "again", "asked");
    stage_play(&s, 0, "ask p3 kings");
    assert_int_equal(s.table.turn, 1);
    stage_expect_seen(&s, 1, hand(&s, 0), "king - -");
}

static test_case(test_gf5_a_book_is_laid_down_at_once)
{
    struct stage s;
    lay_table(&s, "king ace", "seven seven nine");
    stage_play(&s, 0, "ask p2 sevens");
    stage_expect(&s, books(&s, 0), "seven");
    stage_expect(&s, GF_LAID, "seven seven seven");
    stage_expect(&s, hand(&s, 0), "nine");
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.own[0][GF_ASKED], 0);
    /* also when a drawn card completes one that was not asked for, and the turn is over */
    lay_table(&s, "ace king", "ace ace ace seven queen");
    stage_play(&s, 0, "ask p2 queens");
    stage_play(&s, 0, "ask p3 queens");
    stage_expect(&s, books(&s, 0), "ace");
    assert_int_equal(s.table.turn, 1);
    /* and at the deal */
    int dealt = 0;
    for (uint64_t seed = 1; seed < 2000 && dealt == 0; seed++) {
        deal(&s, 2, seed);
        dealt = zone_size(&s.table, books(&s, 0));
    }
    assert_int_equal(dealt, 1);
    assert_int_equal(held(&s, 0), 3);
}

static test_case(test_gf6_who_has_no_card_draws_one)
{
    struct stage s;
    stage_init(&s, &game_gofish, 3);
    stage_lay(&s, GF_STOCK, "ace king two");
    stage_lay(&s, hand(&s, 0), "seven seven");
    stage_lay(&s, hand(&s, 1), "seven seven");
    stage_lay(&s, hand(&s, 2), "nine");
    /* when going on */
    stage_play(&s, 0, "ask p2 sevens");
    stage_expect(&s, hand(&s, 0), "ace");
    assert_int_equal(s.table.turn, 0);
    /* and at the beginning of a turn */
    stage_play(&s, 0, "ask p3 aces");
    assert_int_equal(s.table.turn, 1);
    stage_expect(&s, hand(&s, 1), "two");
    stage_expect_seen(&s, 0, hand(&s, 1), "-");
    /* without a stock that player is out */
    stage_play(&s, 1, "ask p3 twos");
    assert_int_equal(s.table.turn, 2);
    s.table.turn = 0;
    stage_init(&s, &game_gofish, 3);
    stage_lay(&s, hand(&s, 0), "seven nine");
    stage_lay(&s, hand(&s, 2), "seven");
    stage_play(&s, 0, "ask p3 nines");
    assert_int_equal(s.table.turn, 2);
}

static test_case(test_gf7_without_a_stock_nothing_is_drawn)
{
    struct stage s;
    lay_table(&s, "", "seven king");
    stage_play(&s, 0, "ask p3 sevens");
    assert_int_equal(held(&s, 0), 2);
    assert_int_equal(s.table.turn, 1);
}

static test_case(test_gf8_most_books_win)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_gofish, 3);
    stage_lay(&s, books(&s, 0), "two three four five six");
    stage_lay(&s, books(&s, 1), "eight nine ten jack queen");
    stage_lay(&s, books(&s, 2), "king ace");
    stage_lay(&s, hand(&s, 0), "seven seven");
    stage_lay(&s, hand(&s, 2), "seven seven");
    s.table.turn = 2;
    stage_play(&s, 2, "ask p1 sevens");
    assert_true(s.table.over);
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 5);
    assert_int_equal(score.total[2], 3);
    assert_int_equal(score.winners, 3);
}

static test_case(test_gf9_without_a_stock_nobody_asks_twice_in_vain)
{
    struct stage s;
    lay_table(&s, "", "seven king");
    stage_play(&s, 0, "ask p3 sevens");
    s.table.turn = 0;
    assert_false(stage_can(&s, 0, "ask p3 sevens"));
    assert_string_equal(
        stage_refusal(&s, 0, "ask p3 sevens"),
        "Everybody knows that this player has none, and without a stock gets none.");
    assert_true(stage_can(&s, 0, "ask p2 sevens"));
    assert_true(stage_can(&s, 0, "ask p3 kings"));
    /* who gave cards away has none, either */
    stage_play(&s, 0, "ask p2 sevens");
    assert_false(stage_can(&s, 0, "ask p2 sevens"));
    /* as long as there is a stock, anybody may have drawn one */
    lay_table(&s, "ace king", "seven king");
    stage_play(&s, 0, "ask p3 sevens");
    s.table.turn = 0;
    assert_true(stage_can(&s, 0, "ask p3 sevens"));
}

static test_case(test_only_the_holder_sees_a_hand)
{
    struct stage s;
    lay_table(&s, "ace king", "seven king");
    stage_expect_seen(&s, 0, hand(&s, 0), "seven king");
    stage_expect_seen(&s, 1, hand(&s, 0), "- -");
    stage_expect_seen(&s, SEAT_PUBLIC, hand(&s, 0), "- -");
    stage_expect_seen(&s, 0, GF_STOCK, "- -");
    /* nobody sees what was drawn but who drew it */
    stage_play(&s, 0, "ask p3 kings");
    stage_expect_seen(&s, 2, hand(&s, 0), "king - -");
    stage_expect_seen(&s, 0, hand(&s, 0), "seven king ace");
}

#define TESTS(test)                                                                                \
    test(test_gf1_cards_dealt), test(test_gf2_what_was_open_is_kept_in_mind),                      \
        test(test_gf3_who_has_no_card_is_not_asked),                                               \
        test(test_gf4_a_drawn_card_of_the_rank_is_shown),                                          \
        test(test_gf5_a_book_is_laid_down_at_once), test(test_gf6_who_has_no_card_draws_one),      \
        test(test_gf7_without_a_stock_nothing_is_drawn), test(test_gf8_most_books_win),            \
        test(test_gf9_without_a_stock_nobody_asks_twice_in_vain),                                  \
        test(test_only_the_holder_sees_a_hand)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/gofish.md", "GF", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("gofish", tests, NULL, NULL);
}
