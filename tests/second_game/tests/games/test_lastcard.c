/* Last Card by its rulings, a test for each (named after its id), and who sees what. */
#include "lastcard/lastcard.h"
#include "playthrough.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_lastcard;

static int hand(const struct stage *stage, int seat)
{
    return seat_zone(&stage->rules, seat, LC_HAND);
}

static void lay_table(struct stage *stage, const char *stock)
{
    stage_init(stage, &game_lastcard, 2);
    stage_lay(stage, LC_STOCK, stock);
    stage_lay(stage, LC_PILE, "C10");
    stage_lay(stage, hand(stage, 0), "C7 HQ");
    stage_lay(stage, hand(stage, 1), "D10 S2");
}

static test_case(test_lc1_five_cards_each)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    variants_of(&game_lastcard, variants);
    playthrough_play(&play, &variants[0], 1, CHOICE_ANY, 500);
    for (int seat = 0; seat < play.tables[0].seats; seat++)
        assert_int_equal(zone_size(&play.tables[0], seat_zone(&play.variant->rules, seat, LC_HAND)),
                         LC_DEALT);
}

static test_case(test_lc2_where_nothing_can_be_drawn_they_pass)
{
    struct stage stage;
    lay_table(&stage, "");
    assert_string_equal(stage_refusal(&stage, 0, "draw"),
                        "No card can be drawn any more: play one, or !pass.");
    stage_play(&stage, 0, "pass");
    stage_play(&stage, 1, "pass");
    assert_true(stage.table.over);
    lay_table(&stage, "S3");
    assert_false(stage_can(&stage, 0, "pass"));
}

static test_case(test_suit_or_rank_fits)
{
    struct stage stage;
    lay_table(&stage, "S3 S4");
    assert_false(stage_can(&stage, 0, "play 2"));
    stage_play(&stage, 0, "play 1");
    stage_expect(&stage, LC_PILE, "C10 C7");
    assert_false(stage_can(&stage, 1, "play 1"));
    stage_play(&stage, 1, "draw");
    assert_int_equal(zone_size(&stage.table, hand(&stage, 1)), 3);
    assert_int_equal(stage.table.turn, 0);
}

static test_case(test_only_the_holder_sees_a_hand)
{
    struct stage stage;
    lay_table(&stage, "S3");
    stage_expect_seen(&stage, 0, hand(&stage, 0), "C7 HQ");
    stage_expect_seen(&stage, 1, hand(&stage, 0), "- -");
    stage_expect_seen(&stage, SEAT_PUBLIC, LC_STOCK, "-");
}

#define TESTS(test)                                                                                \
    test(test_lc1_five_cards_each), test(test_lc2_where_nothing_can_be_drawn_they_pass),           \
        test(test_suit_or_rank_fits), test(test_only_the_holder_sees_a_hand)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/lastcard.md", "LC", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("lastcard", tests, NULL, NULL);
}
