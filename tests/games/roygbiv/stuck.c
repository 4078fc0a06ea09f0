/* ROYGBIV, rulings RO16 to RO21: drawing in a frenzy, tables on which nobody can go on,
   beginning anew. */
#include "tested.h"

void test_ro16_frenzy_fills_the_hand_after_each_card(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O", "R R V V I I B", "Y");
    stage_lay(&s, deck(0), "G B");
    stage_play(&s, 0, "play red");
    stage_expect(&s, hand(0), "R V V I I B G");
    stage_expect(&s, deck(0), "B");
    assert_int_equal(said(&s, RO_SAY_DRAW), 1);
}

/* ---- stuck tables ---- */

void test_ro17_frenzy_turns_cards_up_until_somebody_can_play(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O", "R B", "B B");
    stage_lay(&s, RO_PILE, "O G V");
    /* nobody has a violet or an orange card, nor one next to the orange one */
    stage_play(&s, 0, "play red");
    stage_expect(&s, RO_ROW, "O R O G");
    stage_expect(&s, RO_PILE, "V");
    assert_int_equal(said(&s, RO_SAY_FLIP), 2);
    lay_frenzy(&s, "O", "R B", "B Pot"); /* a special card can always be played */
    stage_lay(&s, RO_PILE, "O");
    stage_play(&s, 0, "play red");
    stage_expect(&s, RO_ROW, "O R");
}

void test_ro18_a_round_of_passes_turns_a_card_up(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "R");
    stage_lay(&s, hand(1), "Y");
    stage_lay(&s, RO_PILE, "G");
    stage_play(&s, 0, "pass"); /* although it could play */
    stage_expect(&s, RO_ROW, "O");
    stage_play(&s, 1, "play yellow");
    stage_play(&s, 1, "done");
    stage_play(&s, 0, "pass");
    stage_expect(&s, RO_ROW, "O Y");
    stage_play(&s, 1, "pass");
    stage_expect(&s, RO_ROW, "O Y G");
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.shared[RO_PASSES], 0);
    stage_play(&s, 0, "pass"); /* counting begins anew */
    assert_false(s.table.shared[RO_FREE]);
    stage_play(&s, 1, "pass");
    assert_true(s.table.shared[RO_FREE]);
}

void test_ro18_unable_turns_a_card_up_only_if_nobody_could_play(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "R");
    stage_option(&s, "flip", "unable");
    stage_lay(&s, hand(1), "G");
    stage_lay(&s, RO_PILE, "G V");
    pass_round(&s); /* the first one could have played */
    stage_expect(&s, RO_ROW, "O");
    assert_int_equal(said(&s, RO_SAY_ABLE), 1);
    expect_moves(&s, 0, "play red; pass"); /* and still need not */
    stage_play(&s, 0, "play red");
    stage_play(&s, 0, "done");
    stage_play(&s, 1, "pass");
    stage_play(&s, 0, "pass"); /* it has no card left that goes on */
    stage_expect(&s, RO_ROW, "O R G");
    assert_int_equal(said(&s, RO_SAY_FLIP), 1);
    assert_int_equal(s.table.shared[RO_PASSES], 0);
    lay_turn(&s, "O", "Pot"); /* a special card can always be played */
    stage_option(&s, "flip", "unable");
    stage_lay(&s, RO_PILE, "G");
    pass_round(&s);
    stage_expect(&s, RO_ROW, "O");
}

void test_ro18_unable_makes_who_can_play_after_two_rounds(void **state)
{
    struct stage s;
    (void)state;
    lay_hands(&s, "O", "B B", "R R V");
    stage_option(&s, "flip", "unable");
    stage_lay(&s, RO_PILE, "G");
    pass_round(&s);
    pass_round(&s);
    assert_int_equal(said(&s, RO_SAY_ABLE_AGAIN), 1);
    expect_moves(&s, 0, "pass"); /* blue does not fit, and need not */
    stage_play(&s, 0, "pass");
    assert_string_equal(
        stage_refusal(&s, 1, "pass"),
        "Everybody has passed twice although somebody could play, so you must play if you can (house rule RO18).");
    expect_moves(&s, 1, "play red");
    stage_play(&s, 1, "play red");
    expect_moves(&s, 1, "play violet; done"); /* one card is enough */
    stage_expect(&s, RO_PILE, "G");
}

void test_ro18_unable_without_a_pile(void **state)
{
    struct stage s;
    (void)state;
    lay_hands(&s, "O", "B B", "R R");
    stage_option(&s, "flip", "unable");
    pass_round(&s);
    assert_int_equal(said(&s, RO_SAY_MUST), 0); /* somebody could play: no card is free */
    expect_moves(&s, 0, "pass");
    lay_hands(&s, "O", "B B", "G G");
    stage_option(&s, "flip", "unable");
    pass_round(&s);
    assert_int_equal(said(&s, RO_SAY_MUST), 1);
    expect_moves(&s, 0, "play blue");
}

void test_ro19_frenzy_without_a_pile_frees_the_next_colour(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O", "R B G", "O G");
    s.table.shared[RO_FREE] = false;
    stage_play(&s, 0, "play red");
    assert_int_equal(said(&s, RO_SAY_FREE), 0); /* orange goes on */
    lay_frenzy(&s, "O", "R B G", "B G");
    stage_play(&s, 0, "play red");
    assert_int_equal(said(&s, RO_SAY_FREE), 1);
    expect_moves(&s, 0, "play green; play blue");
    expect_moves(&s, 1, "play green; play blue");
    stage_play(&s, 1, "play blue");
    assert_int_equal(said(&s, RO_SAY_FREE_CARD), 1);
    expect_moves(&s, 0, "play green");
    expect_moves(&s, 1, "play green");
}

void test_ro19_turns_without_a_pile_the_next_one_must_play(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "R B");
    pass_round(&s);
    assert_int_equal(said(&s, RO_SAY_MUST), 1);
    expect_moves(&s, 0, "play red");
    assert_string_equal(
        stage_refusal(&s, 0, "pass"),
        "Everybody has passed and the pile is empty, so you must play if you can (house rule RO19).");
    stage_play(&s, 0, "play red");
    expect_moves(&s, 0, "done");
    /* nothing fits: any colour, and a free card never completes */
    lay_hands(&s, "O", "B V O", "R");
    pass_round(&s);
    expect_moves(&s, 0, "play orange; play blue; play violet");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, RO_ROW, "O O");
    stage_expect(&s, collected(0), "");
    assert_int_equal(said(&s, RO_SAY_FREE_CARD), 1);
    expect_moves(&s, 0, "done");
}

void test_ro19_who_cannot_play_at_all_passes_the_duty_on(void **state)
{
    struct stage s;
    (void)state;
    lay_hands(&s, "", "Pot Uni", "R");
    pass_round(&s);
    expect_moves(&s, 0, "pass");
    stage_play(&s, 0, "pass");
    assert_true(s.table.shared[RO_FREE]);
    expect_moves(&s, 1, "play red");
}

/* ---- beginning anew ---- */

void test_ro20_turns_whoever_completes_begins_at_once(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O R", "O B Pot");
    stage_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    assert_string_equal(
        stage_refusal(&s, 0, "done"),
        "Who completes a whole rainbow begins a new one, with any colour or a RAINBOW.");
    stage_play(&s, 0, "play blue");
    expect_moves(&s, 0, "pot; done");
    lay_turn(&s, "O R", "O Pot Uni"); /* nothing to begin with */
    stage_play(&s, 0, "play orange");
    expect_moves(&s, 0, "done");
    stage_play(&s, 0, "done");
    assert_int_equal(said(&s, RO_SAY_DONE_OWING), 1);
    expect_moves(&s, 1, "play red; pass");
    lay_turn(&s, "O R", "O"); /* no hand left, but a deck */
    stage_play(&s, 0, "play orange");
    assert_false(s.table.over);
    expect_moves(&s, 0, "done");
}

void test_ro20_frenzy_the_completer_begins_until_the_clock_runs_down(void **state)
{
    struct stage s;
    struct sight sight;
    (void)state;
    lay_frenzy(&s, "O R", "O B", "R G Pot");
    stage_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, 1, "");
    assert_string_equal(
        stage_refusal(&s, 1, "play red"),
        "Who completed the rainbow begins the next one; when the time is up anybody may.");
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_int_equal(game_roygbiv.due(&s.rules, &sight), 1);
    struct alarm alarm = game_roygbiv.alarm(&s.rules, &sight);
    assert_true(alarm.set);
    assert_int_equal(s.rules.options[alarm.option], 10);
    assert_int_equal(alarm.move.verb, RO_OPEN);
    expect_moves(&s, SEAT_HOST, "open");
    stage_play(&s, SEAT_HOST, "open");
    assert_int_equal(said(&s, RO_SAY_OPEN), 1);
    expect_moves(&s, SEAT_HOST, "");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, 1, "play red; play green");
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_false(game_roygbiv.alarm(&s.rules, &sight).set);
    stage_play(&s, 1, "play green");
    stage_expect(&s, RO_ROW, "G");
}

void test_ro20_frenzy_anybody_begins_if_the_completer_cannot(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O R", "O Pot Uni", "R G");
    stage_play(&s, 0, "play orange");
    assert_int_equal(said(&s, RO_SAY_CANNOT_BEGIN), 1);
    expect_moves(&s, 0, "");
    expect_moves(&s, 1, "play red; play green");
    expect_moves(&s, SEAT_HOST, "");
    lay_frenzy(&s, "O R", "O Pot", "Uni"); /* nobody can: a card is turned up */
    stage_lay(&s, RO_PILE, "V");
    stage_play(&s, 0, "play orange");
    stage_expect(&s, RO_ROW, "V");
    expect_moves(&s, 1, "unicorn");
    lay_frenzy(&s, "O R", "O Pot", "Uni"); /* what is drawn before may begin */
    stage_lay(&s, deck(0), "B");
    stage_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, SEAT_HOST, "open");
}

static void expect_stuck_end(const struct stage *s)
{
    struct score score;
    assert_true(s->table.over);
    assert_int_equal(said(s, RO_SAY_STUCK_END), 1);
    stage_score(s, &score);
    assert_string_equal(
        score.reason,
        "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21).");
    assert_int_equal(score.total[0], 3);
    assert_int_equal(score.total[1], 0);
}

void test_ro21_nobody_can_begin_and_the_pile_is_empty(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O R", "O Pot", "Uni");
    stage_play(&s, 0, "play orange");
    expect_stuck_end(&s);
    lay_hands(&s, "O R", "O Pot", "Uni");
    stage_play(&s, 0, "play orange");
    assert_false(s.table.over); /* the turn has not ended */
    stage_play(&s, 0, "done");
    expect_stuck_end(&s);
    lay_hands(&s, "O R", "O Pot", "Uni");
    stage_lay(&s, deck(0), "B"); /* drawn when the turn ends */
    stage_play(&s, 0, "play orange");
    stage_play(&s, 0, "done");
    assert_false(s.table.over);
}
