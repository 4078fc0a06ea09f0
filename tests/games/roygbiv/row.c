/* ROYGBIV, rulings RO1 to RO13: what may be laid on the row, what completes it and what is
   turned up. */
#include "roygbiv/roygbiv.h"
#include "tested.h"

void test_ro1_neighbours_on_the_circle(void **state)
{
    static const char *const names[] = {"red",  "orange", "yellow", "green",
                                        "blue", "indigo", "violet"};
    static const char *const codes[] = {"R", "O", "Y", "G", "B", "I", "V"};
    (void)state;
    for (int last = 0; last < RO_COLOURS; last++)
        for (int colour = 0; colour < RO_COLOURS; colour++) {
            struct stage s;
            char move[20] = "play ";
            int way = (colour - last + RO_COLOURS) % RO_COLOURS;
            lay_turn(&s, codes[last], "R O Y G B I V");
            assert_int_equal(stage_can(&s, 0, strcat(move, names[colour])),
                             way == 1 || way == RO_COLOURS - 1);
        }
    struct stage s;
    lay_turn(&s, "G", "R O");
    assert_string_equal(stage_refusal(&s, 0, "play red"),
                        "The last colour is green: only yellow or blue goes on from there.");
}

void test_ro2_the_goal_as_a_neighbour_completes(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "Y O R R");
    stage_play(&s, 0, "play yellow");
    stage_expect(&s, collected(0), "");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O Y O");
    stage_expect(&s, RO_ROW, "");
    lay_turn(&s, "O Y G B I V R", "O R"); /* all the way round */
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O Y G B I V R O");
}

void test_ro3_rainbow_is_a_legal_neighbour(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "G Y", "Bow R");
    expect_moves(&s, 0, "rainbow orange; rainbow green; pass");
    stage_play(&s, 0, "rainbow green");
    stage_expect(&s, collected(0), "G Y Bow");
    lay_turn(&s, "G", "Bow G R");
    stage_play(&s, 0, "rainbow blue");
    assert_int_equal(zone_card(&s.table, RO_ROW, 1)->as, RO_MARK_DECLARED + BLUE);
    stage_play(&s, 0, "play green");
    stage_expect(&s, collected(0), "G Bow G");
    lay_turn(&s, "", "Bow");
    expect_moves(
        &s, 0,
        "rainbow red; rainbow orange; rainbow yellow; rainbow green; rainbow blue; rainbow indigo; "
        "rainbow violet; pass");
    stage_play(&s, 0, "rainbow violet");
    assert_int_equal(roygbiv_goal(&s.table), VIOLET);
    assert_int_equal(roygbiv_last(&s.table), VIOLET);
}

void test_ro3_bow_any_skips_the_order_but_completes_as_a_neighbour_only(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "G", "Bow Bow R");
    stage_option(&s, "bow", "any");
    expect_moves(
        &s, 0,
        "rainbow red; rainbow orange; rainbow yellow; rainbow green; rainbow blue; rainbow indigo; "
        "rainbow violet; pass");
    stage_play(&s, 0, "rainbow green"); /* no neighbour of itself */
    stage_expect(&s, RO_ROW, "G Bow");
    stage_expect(&s, collected(0), "");
    lay_turn(&s, "G B I", "Bow R");
    stage_option(&s, "bow", "any");
    stage_play(&s, 0, "rainbow green");
    stage_expect(&s, RO_ROW, "G B I Bow");
    lay_turn(&s, "G B", "Bow R");
    stage_option(&s, "bow", "any");
    stage_play(&s, 0, "rainbow green");
    stage_expect(&s, collected(0), "G B Bow");
}

void test_ro4_rainbow_of_the_own_colour_is_one_point(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "G Bow=B", "G R");
    s.table.own[0][RO_LEPRECHAUN] = BLUE + 1;
    stage_play(&s, 0, "play green");
    expect_points(&s, 0, 3);
}

void test_ro5_what_begins_a_rainbow(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "", "Pot Uni Y");
    expect_moves(&s, 0, "play yellow; pass");
    assert_string_equal(
        stage_refusal(&s, 0, "unicorn"),
        "A rainbow begins with a colour or a RAINBOW, never with a Gold Pot or a Unicorn.");
}

void test_ro6_pots_cut_one_by_one(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "Pot Pot R O O R Y");
    stage_play(&s, 0, "pot");
    stage_play(&s, 0, "play red"); /* on from the orange one */
    stage_play(&s, 0, "pot");
    stage_expect(&s, RO_ROW, "O Pot R Pot");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "Pot O");
    stage_expect(&s, RO_ROW, "O Pot R");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "Pot O Pot R O");
    stage_expect(&s, RO_ROW, "O");
    assert_int_equal(s.table.shared[RO_RAINBOWS], 2);
    expect_points(&s, 0, 2 + 3);
}

void test_ro7_after_a_pot_the_row_and_the_turn_go_on(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O R Pot", "O V");
    stage_play(&s, 0, "play orange");
    assert_int_equal(s.table.shared[RO_OWES], 0);
    expect_moves(&s, 0, "play violet; done");
    stage_play(&s, 0, "play violet");
    stage_expect(&s, RO_ROW, "O R V");
}

void test_ro8_unicorn_reverses_also_a_single_card(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "Uni R O O");
    stage_play(&s, 0, "unicorn");
    stage_play(&s, 0, "play red");
    stage_expect(&s, RO_ROW, "R O Uni");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O R O Uni");
    lay_turn(&s, "O Y G Pot Pot", "Uni R"); /* pots between are skipped */
    stage_play(&s, 0, "unicorn");
    assert_int_equal(roygbiv_goal(&s.table), GREEN);
    assert_int_equal(roygbiv_last(&s.table), ORANGE);
}

void test_ro9_unicorn_on_a_reversed_row_takes_it_all(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "Pot Y Pot G Uni", "Uni R");
    stage_play(&s, 0, "unicorn");
    stage_expect(&s, collected(0), "Uni Pot Y Pot G Uni");
    stage_expect(&s, RO_ROW, "");
    assert_false(s.table.shared[RO_REVERSED]);
    assert_int_equal(s.table.shared[RO_OWES], 1);
}

void test_ro10_whole_reversed_row_and_a_new_one_to_the_right(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "R O Pot Pot Uni", "O B I");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O R O Pot Pot Uni");
    assert_false(s.table.shared[RO_REVERSED]);
    stage_play(&s, 0, "play blue");
    stage_play(&s, 0, "play indigo");
    stage_expect(&s, RO_ROW, "B I");
    lay_turn(&s, "R Pot O Uni", "O B"); /* a colour stays: the row goes on, reversed */
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O R Pot");
    stage_expect(&s, RO_ROW, "O Uni");
    assert_true(s.table.shared[RO_REVERSED]);
}

void test_ro11_an_old_pot_counts_by_its_place(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O Pot Y O", "Uni Y O R"); /* that pot lay there before the row was reversed */
    stage_play(&s, 0, "unicorn");
    stage_play(&s, 0, "play yellow");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "O Y O Pot");
    stage_expect(&s, RO_ROW, "Y O Uni");
}

void test_ro12_old_cards_complete_nothing(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "Y O Y Pot Y", "O R");
    s.table.shared[RO_REVERSED] = false;
    stage_play(&s, 0, "play orange");
    stage_expect(&s, collected(0), "");
    lay_turn(&s, "O Y O Y", "Uni R");
    stage_play(&s, 0, "unicorn"); /* the goal is yellow now, and yellow lies at no end */
    stage_expect(&s, collected(0), "");
    stage_expect(&s, RO_ROW, "O Y O Y Uni");
}

/* ---- what is turned up ---- */

void test_ro13_a_card_turned_up_lies_at_the_building_end(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O Y", "R");
    stage_lay(&s, RO_PILE, "O"); /* would complete if it were played */
    pass_round(&s);
    stage_expect(&s, RO_ROW, "O Y O");
    stage_expect(&s, RO_PILE, "");
    assert_int_equal(said(&s, RO_SAY_FLIP), 1);
    lay_turn(&s, "O Y Uni", "R");
    stage_lay(&s, RO_PILE, "B");
    pass_round(&s);
    stage_expect(&s, RO_ROW, "B O Y Uni");
}

void test_ro13_a_special_card_turned_up_is_a_plain_one(void **state)
{
    static const char *const specials[] = {"Bow", "Pot", "Uni"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct stage s;
        lay_turn(&s, "B I", "B R");
        s.table.own[0][RO_LEPRECHAUN] = RED + 1;
        stage_lay(&s, RO_PILE, specials[i]);
        pass_round(&s);
        assert_int_equal(said(&s, RO_SAY_FLIP_SPECIAL), 1);
        assert_int_equal(zone_card(&s.table, RO_ROW, 2)->as, RO_MARK_FLIPPED + GREEN);
        assert_int_equal(roygbiv_last(&s.table), GREEN);
        assert_false(s.table.shared[RO_REVERSED]);
        s.table.turn = 0;
        stage_play(&s, 0, "play blue"); /* a pot that was turned up cuts nothing */
        assert_int_equal(zone_size(&s.table, collected(0)), 4);
        expect_points(&s, 0, 4);
    }
}
