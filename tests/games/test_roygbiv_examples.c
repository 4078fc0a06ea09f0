/* ROYGBIV: the worked examples of the rulings and of the rulebook, one test each. */
#include "roygbiv/roygbiv.h"
#include "roygbiv_row.h"

/* A collection laid by hand: one rainbow. */
static void lay_collection(struct stage *s, int seat, int leprechaun, const char *cards)
{
    struct play play = {.rules = &s->rules, .table = &s->table};
    s->table.own[seat][RO_LEPRECHAUN] = leprechaun + 1;
    s->table.over = true;
    stage_lay(s, collected(seat), cards);
    for (int i = 0; i < zone_size(&s->table, collected(seat)); i++)
        table_mark(&play, collected(seat), i, 1);
}

/* Points of a collection, with a seat that has run out of cards nowhere near. */
static void expect_worth(int leprechaun, const char *cards, int points)
{
    struct stage s;
    lay_table(&s, 2, "turns");
    stage_lay(&s, deck(0), "R");
    stage_lay(&s, deck(1), "R");
    lay_collection(&s, 0, leprechaun, cards);
    expect_points(&s, 0, points);
}

static void test_example_1_eight_cards_one_own_are_18(void **state)
{
    struct stage s;
    (void)state;
    expect_worth(GREEN, "O Y G B I V R O", 18);
    lay_turn(&s, "O Y G B I V R", "O R");
    s.table.own[0][RO_LEPRECHAUN] = GREEN + 1;
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O Y G B I V R O");
    expect_points(&s, 0, 18);
}

static void test_example_2_three_cards_two_own_are_5(void **state)
{
    (void)state;
    expect_worth(ORANGE, "O R O", 5);
}

static void test_example_3_special_cards_are_one_each_and_doubled(void **state)
{
    (void)state;
    expect_worth(RED, "O Bow O Pot Y Uni G", 14);
}

static void test_example_4_six_cards_are_not_doubled(void **state)
{
    (void)state;
    expect_worth(VIOLET, "O Y G Y G Y", 6);
}

static void test_example_5_a_pot_cuts_and_the_row_goes_on(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O R Pot", "O R");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "Pot O");
    stage_expect(&s, RO_ROW, "O R");
    assert_int_equal(roygbiv_goal(&s.table), ORANGE);
    assert_int_equal(roygbiv_last(&s.table), RED);
    expect_points(&s, 0, 2);
}

static void test_example_6_the_nearest_pot_cuts(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O R Pot V Pot R", "O R");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "Pot R O");
    stage_expect(&s, RO_ROW, "O R Pot V");
}

static void test_example_7_a_unicorn_reverses(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O Y G B", "Uni R Y B");
    stage_play(&s, 0, "unicorn");
    stage_expect(&s, RO_ROW, "O Y G B Uni");
    assert_int_equal(roygbiv_goal(&s.table), BLUE);
    expect_moves(&s, 0, "play red; play yellow; done");
    stage_play(&s, 0, "play red");
    stage_expect(&s, RO_ROW, "R O Y G B Uni");
}

static void test_example_8_a_second_unicorn_takes_all_six(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O Y G B Uni", "Uni R");
    stage_play(&s, 0, "unicorn");
    stage_expect(&s, collected(0), "Uni O Y G B Uni");
    stage_expect(&s, RO_ROW, "");
    expect_points(&s, 0, 6);
}

static void test_example_9_a_pot_in_a_reversed_row_cuts(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "G Pot Y O Y Uni", "Y R O");
    stage_play(&s, 0, "play yellow");
    stage_expect(&s, collected(0), "Y G Pot");
    stage_expect(&s, RO_ROW, "Y O Y Uni");
    assert_true(s.table.shared[RO_REVERSED]);
    expect_moves(&s, 0, "play orange; done");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, RO_ROW, "O Y O Y Uni");
}

static void test_example_10_pot_and_unicorn_do_not_stay_alone(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "G Y Pot Uni", "Y R");
    stage_play(&s, 0, "play yellow");
    stage_expect(&s, collected(0), "Y G Y Pot Uni");
    stage_expect(&s, RO_ROW, "");
    expect_points(&s, 0, 5);
}

static void test_example_11_a_flipped_unicorn_is_plain_green(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "Uni=g", "Y G R");
    assert_false(s.table.shared[RO_REVERSED]);
    stage_play(&s, 0, "play yellow");
    stage_play(&s, 0, "play green");
    stage_expect(&s, collected(0), "Uni Y G");
    expect_points(&s, 0, 3);
}

static void test_example_12_the_last_card_completes(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O R", "O");
    stage_lay(&s, RO_PILE, "R");
    while (zone_size(&s.table, deck(0)) > 0) {
        struct play play = {.rules = &s.rules, .table = &s.table};
        table_move(&play, deck(0), 0, RO_PILE);
    }
    s.table.own[0][RO_LEPRECHAUN] = RED + 1;
    stage_play(&s, 0, "play orange");
    assert_true(s.table.over);
    expect_points(&s, 0, 1 + 2 + 1 + 7);
}

/* Reference figure 2: cards that lie there already complete nothing; blue or a Unicorn does. */
static void test_figure_2_continue_or_complete(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "B G B I B Uni", "G B I Uni");
    expect_moves(&s, 0, "play green; play indigo; unicorn; pass");
    stage_play(&s, 0, "play green");
    expect_moves(&s, 0, "play blue; unicorn; done");
    stage_play(&s, 0, "play blue");
    stage_expect(&s, collected(0), "B G B G B I B Uni");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_1_eight_cards_one_own_are_18),
        cmocka_unit_test(test_example_2_three_cards_two_own_are_5),
        cmocka_unit_test(test_example_3_special_cards_are_one_each_and_doubled),
        cmocka_unit_test(test_example_4_six_cards_are_not_doubled),
        cmocka_unit_test(test_example_5_a_pot_cuts_and_the_row_goes_on),
        cmocka_unit_test(test_example_6_the_nearest_pot_cuts),
        cmocka_unit_test(test_example_7_a_unicorn_reverses),
        cmocka_unit_test(test_example_8_a_second_unicorn_takes_all_six),
        cmocka_unit_test(test_example_9_a_pot_in_a_reversed_row_cuts),
        cmocka_unit_test(test_example_10_pot_and_unicorn_do_not_stay_alone),
        cmocka_unit_test(test_example_11_a_flipped_unicorn_is_plain_green),
        cmocka_unit_test(test_example_12_the_last_card_completes),
        cmocka_unit_test(test_figure_2_continue_or_complete),
    };
    return cmocka_run_group_tests_name("roygbiv examples", tests, NULL, NULL);
}
