/* Goofspiel by its rulings, a test for each (named after its id), and who sees what. */
#include "goofspiel/goofspiel.h"
#include "playthrough.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_goofspiel;

static int place(const struct stage *stage, int seat, int zone)
{
    return seat_zone(&stage->rules, seat, zone);
}

/* Prize 5 lies open, 3 is to come; both hold a one and a four. */
static void lay_table(struct stage *stage)
{
    stage_init(stage, &game_goofspiel, 2);
    stage_lay(stage, GS_PILE, "P3");
    stage_lay(stage, GS_PRIZE, "P5");
    stage_lay(stage, place(stage, 0, GS_HAND), "R1 R4");
    stage_lay(stage, place(stage, 1, GS_HAND), "B1 B4");
}

static test_case(test_gs1_seven_cards_each_and_seven_prizes)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    variants_of(&game_goofspiel, variants);
    playthrough_play(&play, &variants[0], 1, CHOICE_ANY, 14);
    assert_int_equal(play.count, 14);
    assert_int_equal(zone_size(&play.tables[0], GS_PILE), 6);
    assert_int_equal(zone_size(&play.tables[14], GS_PLAYED) +
                         zone_size(&play.tables[14], GS_SHARED_ZONES + GS_WON) +
                         zone_size(&play.tables[14], GS_SHARED_ZONES + GS_SEAT_ZONES + GS_WON),
                     GS_FACES);
}

static test_case(test_gs2_equal_bids_win_nothing)
{
    struct stage stage;
    lay_table(&stage);
    stage_play(&stage, 0, "lay 2");
    stage_play(&stage, 1, "lay 2");
    stage_expect(&stage, GS_PLAYED, "R4 B4 P5");
    stage_expect(&stage, GS_PRIZE, "P3");
}

static test_case(test_higher_bid_wins)
{
    struct stage stage;
    lay_table(&stage);
    stage_play(&stage, 1, "lay 2");
    stage_play(&stage, 0, "lay 1");
    stage_expect(&stage, place(&stage, 1, GS_WON), "P5");
}

static test_case(test_only_the_bidder_sees_a_bid)
{
    struct stage stage;
    lay_table(&stage);
    stage_play(&stage, 0, "lay 1");
    stage_expect_seen(&stage, 0, place(&stage, 0, GS_BID), "R1");
    stage_expect_seen(&stage, 1, place(&stage, 0, GS_BID), "-");
    stage_expect_seen(&stage, SEAT_PUBLIC, place(&stage, 0, GS_BID), "-");
    assert_string_equal(stage_refusal(&stage, 0, "lay 2"), "Your bid lies on the table already.");
}

#define TESTS(test)                                                                                \
    test(test_gs1_seven_cards_each_and_seven_prizes), test(test_gs2_equal_bids_win_nothing),       \
        test(test_higher_bid_wins), test(test_only_the_bidder_sees_a_bid)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/goofspiel.md", "GS", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("goofspiel", tests, NULL, NULL);
}
