/* A turn of Color Catcher, ruling by ruling: effects, drawing and stealing, exposing, the limit
   of the hand. */
#include "colorcatcher/colorcatcher.h"
#include "colorcatcher_tests.h"

void test_example_8_third_set_wins_at_once(void **state)
{
    struct stage s;
    struct score score;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "G G");
    stage_lay(&s, shown(0), "R R R O O O O G");
    s.table.phase = CC_EXPOSE;
    stage_play(&s, 0, "show green 2");
    assert_true(s.table.over);
    stage_score(&s, &score);
    assert_int_equal(score.winners, 1);
    assert_int_equal(score.total[0], 3);
    assert_null(score.reason);
}

void test_cc1_a_card_must_be_exposed(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "R B");
    s.table.phase = CC_EXPOSE;
    expect_refusal(&s, 0, "done", "You have to show at least one card (expose=must).");
    expect_refusal(&s, 0, "show red 0", "Show one card at least.");
    stage_option(&s, "expose", "may");
    stage_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
    stage_expect(&s, shown(0), "");
}

void test_cc2_a_public_colour_can_grow(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "R B R");
    stage_lay(&s, shown(0), "R");
    s.table.phase = CC_EXPOSE;
    stage_play(&s, 0, "show red 2");
    stage_expect(&s, shown(0), "R R R");
    stage_expect(&s, hand(0), "B");
}

/* Two groups of one colour would be two targets. */
void test_cc3_one_set_a_colour(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "R");
    stage_lay(&s, shown(0), "R B");
    stage_lay(&s, held(1), "sweep");
    s.table.phase = CC_EXPOSE;
    stage_play(&s, 0, "show red 1");
    stage_play(&s, 1, "effect sweep p1 red");
    stage_expect(&s, shown(0), "B");
    stage_expect(&s, CC_DISCARDS, "R R");
}

void test_cc4_more_than_three_count(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "G");
    stage_lay(&s, shown(0), "R R R R R R O O O O G G");
    s.table.phase = CC_EXPOSE;
    assert_int_equal(colorcatcher_sets(&s.table, 0), 2);
    stage_play(&s, 0, "show green 1");
    assert_true(s.table.over);
}

/* In the middle of a round, with a second exposure to come, and with a hand over the limit. */
void test_cc5_win_is_checked_at_once(void **state)
{
    struct stage s;
    struct score score;
    (void)state;
    lay_table(&s, 3);
    stage_lay(&s, hand(1), "R R R B B B B B B V V");
    stage_lay(&s, shown(1), "O O O G G G");
    s.table.turn = 1;
    s.table.phase = CC_EXPOSE;
    s.table.shared[CC_TWO] = 1;
    stage_play(&s, 1, "show red 3");
    assert_true(s.table.over);
    assert_int_equal(s.table.shared[CC_ROUND], 1);
    stage_expect(&s, shown(1), "O O O G G G R R R");
    stage_score(&s, &score);
    assert_int_equal(score.winners, 2);
    assert_true(says(&s, CC_SAY_THREE_SETS));
    assert_string_equal(stage_refusal(&s, 2, "draw"), "The game is over.");
}

void test_cc6_discard_after_a_draw_only(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DECK, "V");
    stage_lay(&s, hand(0), "R O");
    stage_lay(&s, shown(1), "B");
    stage_play(&s, 0, "draw");
    for (const char *const *move =
             (const char *const[]){"keep", "discard red", "discard orange", "discard violet", NULL};
         *move; move++)
        assert_true(stage_can(&s, 0, *move));
    expect_refusal(&s, 0, "discard green", "You hold no card of that colour.");
    expect_refusal(&s, 0, "show red 1", "You have drawn: keep what you have, or discard one card.");
    stage_play(&s, 0, "discard violet");
    stage_expect(&s, CC_DISCARDS, "V");
    stage_expect(&s, hand(0), "R O");
    assert_int_equal(s.table.phase, CC_EXPOSE);
    s.table.phase = CC_ACT;
    stage_play(&s, 0, "steal p2 blue");
    expect_refusal(
        &s, 0, "discard blue",
        "A card is discarded after a draw, or with more than 7 colour cards at the end of the turn.");
    expect_refusal(&s, 0, "keep", "There is something to keep only after a draw.");
    assert_true(stage_can(&s, 0, "show blue 1"));
}

void test_cc7_only_the_top_of_the_discard_pile(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DISCARDS, "R G R B");
    expect_refusal(
        &s, 0, "draw discard red",
        "Only the top card of the discard pile can be drawn (discard_pick=top): say draw discard.");
    stage_play(&s, 0, "draw discard");
    stage_expect(&s, hand(0), "B");
    stage_expect(&s, CC_DISCARDS, "R G R");
    assert_true(stage_can(&s, 0, "discard blue"));
}

void test_cc7_any_card_of_the_discard_pile(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "discard_pick", "any");
    stage_lay(&s, CC_DISCARDS, "R G R B");
    expect_refusal(&s, 0, "draw discard",
                   "Say which colour of the discard pile, too (discard_pick=any).");
    expect_refusal(&s, 0, "draw discard violet",
                   "No card of that colour lies in the discard pile.");
    assert_true(stage_can(&s, 0, "draw discard green"));
    stage_play(&s, 0, "draw discard red");
    stage_expect(&s, hand(0), "R");
    stage_expect(&s, CC_DISCARDS, "R G B");
}

void test_cc8_an_empty_deck_is_made_of_the_discards(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DISCARDS, "R G B");
    script(&s, 0); /* B G R */
    script(&s, 1);
    stage_play(&s, 0, "draw");
    assert_true(says(&s, CC_SAY_RESHUFFLE));
    stage_expect(&s, hand(0), "B");
    stage_expect(&s, CC_DECK, "G R");
    stage_expect(&s, CC_DISCARDS, "");
}

void test_cc8_skip_where_nothing_can_be_drawn_or_stolen(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "R");
    stage_lay(&s, held(0), "change steal");
    stage_lay(&s, shown(0), "B");
    expect_refusal(&s, 0, "draw", "The deck and the discard pile are both empty.");
    expect_refusal(&s, 0, "draw discard", "The discard pile is empty.");
    expect_refusal(&s, 0, "steal p2 red", "That player has no public card of that colour.");
    assert_true(stage_can(&s, 0, "effect change blue"));
    stage_play(&s, 0, "skip");
    stage_play(&s, 0, "show red 1");
    expect_refusal(&s, 1, "skip", "You can skip your turn only if you can neither draw nor steal.");
    stage_play(&s, 1, "steal p1 red");
}

void test_cc9_the_limit_holds_at_the_end_of_the_turn(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DECK, "V");
    stage_lay(&s, hand(0), "R O Y G B I V");
    stage_lay(&s, held(0), "steal pick pick two");
    stage_lay(&s, shown(1), "R R");
    stage_lay(&s, hand(1), "B");
    script(&s, 0);
    stage_play(&s, 0, "effect steal p2 red");
    stage_play(&s, 0, "effect pick p2");
    stage_play(&s, 0, "draw"); /* ten colours; effects never count */
    stage_play(&s, 0, "keep");
    stage_play(&s, 0, "show blue 1");
    assert_int_equal(s.table.phase, CC_TRIM);
    expect_refusal(&s, 0, "keep", "There is something to keep only after a draw.");
    expect_refusal(&s, 0, "draw",
                   "You hold more than 7 colour cards at the end of your turn: discard down to 7.");
    stage_play(&s, 0, "discard violet");
    stage_play(&s, 0, "discard red");
    stage_expect(&s, CC_DISCARDS, "V R"); /* the last one named lies on top */
    stage_expect(&s, hand(0), "O Y G I R B V");
    assert_int_equal(s.table.turn, 1);
}

void test_cc10_effects_before_drawing_only(void **state)
{
    static const char late[] =
        "You have drawn or stolen: now show cards of one colour; effects and draws come before that.";
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "R");
    stage_lay(&s, held(0), "pickfx change");
    stage_lay(&s, held(1), "sweep");
    stage_lay(&s, shown(1), "B G");
    expect_refusal(&s, 1, "effect sweep p1 red", "It is another player's turn.");
    script(&s, 0);
    stage_play(&s, 0, "effect pickfx p2");
    stage_expect(&s, held(0), "change sweep");
    stage_play(&s, 0, "effect sweep p2 blue"); /* the stolen one, in the same step */
    stage_play(&s, 0, "steal p2 green");
    expect_refusal(&s, 0, "effect change blue", late);
    stage_play(&s, 0, "show green 1");
    expect_refusal(&s, 0, "effect change blue", "It is another player's turn.");
}

void test_cc11_steal_public_color_to_the_hand(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, hand(0), "V");
    stage_lay(&s, held(0), "steal");
    stage_lay(&s, shown(0), "R R R O O O G G");
    stage_lay(&s, shown(1), "G");
    stage_play(&s, 0, "effect steal p2 green");
    assert_false(s.table.over);
    stage_expect(&s, hand(0), "V G");
    stage_expect(&s, CC_USED, "steal");
}

void test_cc11_steal_public_color_to_the_table_may_win(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "steal_to", "table");
    stage_lay(&s, hand(0), "V");
    stage_lay(&s, held(0), "steal");
    stage_lay(&s, shown(0), "R R R O O O G G");
    stage_lay(&s, shown(1), "G");
    stage_play(&s, 0, "effect steal p2 green");
    assert_true(s.table.over);
    stage_expect(&s, shown(0), "R R R O O O G G G");
    lay_table(&s, 2);
    stage_option(&s, "steal_to", "table");
    stage_lay(&s, hand(0), "V");
    stage_lay(&s, shown(0), "R R R O O O G G");
    stage_lay(&s, shown(1), "G");
    stage_play(&s, 0, "steal p2 green"); /* step 2 (b): always to the hand */
    assert_false(s.table.over);
    stage_expect(&s, hand(0), "V G");
}

/* The pick indexes the hand in the order of arrival. */
void test_cc12_a_blind_pick(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 3);
    stage_lay(&s, held(0), "pick");
    stage_lay(&s, hand(2), "R O R V");
    script(&s, 1);
    stage_play(&s, 0, "effect pick p3");
    stage_expect(&s, hand(0), "O");
    stage_expect(&s, hand(2), "R R V");
    assert_int_equal(s.chance.next, 1);
    stage_play(&s, 0, "skip");
}

void test_cc13_dominant_colour_changes_to_another_one(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, held(0), "change");
    stage_lay(&s, hand(0), "V");
    stage_lay(&s, shown(1), "V V B");
    expect_refusal(&s, 0, "effect change red",
                   "That colour is dominant already; change it to another one.");
    stage_play(&s, 0, "effect change green");
    assert_int_equal(s.table.shared[CC_DOMINANT], 3);
    stage_play(&s, 0, "steal p2 violet");
    stage_play(&s, 0, "show violet 2");
    stage_play(&s, 1, "steal p1 violet");
    stage_play(&s, 1, "show violet 1"); /* V and V B: decided by the blue one, next to green */
    assert_int_equal(s.table.phase, CC_WINNER_NAMES);
    lay_table(&s, 2);
    s.table.shared[CC_DOMINANT] = 3;
    end_round(&s); /* nobody has anything */
    assert_int_equal(s.table.shared[CC_DOMINANT], 3);
}

static void lay_two_sets(struct stage *s, const char *cards)
{
    lay_table(s, 2);
    stage_lay(s, CC_DECK, "V");
    stage_lay(s, hand(0), cards);
    stage_lay(s, held(0), "two two");
    stage_play(s, 0, "effect two");
    stage_expect(s, CC_USED, "two");
    expect_refusal(s, 0, "effect two", "Expose Two Sets can be played once a turn only.");
    stage_play(s, 0, "draw");
    stage_play(s, 0, "discard violet");
}

void test_cc14_a_second_set_of_another_colour(void **state)
{
    struct stage s;
    (void)state;
    lay_two_sets(&s, "R R B");
    stage_play(&s, 0, "show red 1");
    assert_int_equal(s.table.phase, CC_EXPOSE_SECOND);
    expect_refusal(&s, 0, "show red 1",
                   "The second set has to be of another colour than the first.");
    stage_play(&s, 0, "show blue 1");
    stage_expect(&s, shown(0), "R B");
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[CC_TWO], 0);
    assert_int_equal(s.table.shared[CC_SHOWS], 0);
}

void test_cc14_only_done_ends_it_while_cards_are_left(void **state)
{
    struct stage s;
    struct moves moves;
    struct sight sight;
    (void)state;
    lay_two_sets(&s, "R R");
    stage_play(&s, 0, "show red 1");
    assert_int_equal(s.table.turn, 0);
    table_sight(&s.rules, &s.table, 0, &sight);
    game_colorcatcher.legal(&s.rules, &sight, 0, &moves);
    assert_int_equal(moves.count, 1);
    /* the host does not play it by itself */
    assert_false(s.rules.verbs[moves.list[0].verb].flags & VERB_STEP);
    stage_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
}

void test_cc14_an_empty_hand_ends_it(void **state)
{
    struct stage s;
    (void)state;
    lay_two_sets(&s, "R R");
    stage_play(&s, 0, "show red 2");
    assert_int_equal(s.table.turn, 1);
    stage_expect(&s, held(0), "two");
}

void test_cc15_all_public_cards_of_a_colour(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 3);
    stage_lay(&s, held(0), "sweep");
    stage_lay(&s, CC_DISCARDS, "V");
    stage_lay(&s, shown(0), "R");
    stage_lay(&s, shown(1), "R B R R");
    stage_lay(&s, shown(2), "R");
    expect_refusal(&s, 0, "effect sweep p1 red",
                   "You can do that to another player only, not to yourself.");
    expect_refusal(&s, 0, "effect sweep p2 green",
                   "That player has no public card of that colour.");
    stage_play(&s, 0, "effect sweep p2 red");
    stage_expect(&s, CC_DISCARDS, "V R R R");
    stage_expect(&s, shown(1), "B");
    stage_expect(&s, shown(0), "R");
    stage_expect(&s, shown(2), "R");
}

void test_cc16_no_effect_without_a_target(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DECK, "R");
    stage_lay(&s, hand(0), "R");
    stage_lay(&s, held(0), "steal sweep pick pickfx");
    expect_refusal(&s, 0, "effect steal p2 red", "That player has no public card of that colour.");
    expect_refusal(&s, 0, "effect sweep p2 red", "That player has no public card of that colour.");
    expect_refusal(&s, 0, "effect pick p2", "That player has no colour card in the hand.");
    expect_refusal(&s, 0, "effect pickfx p2", "That player has no effect card.");
    expect_refusal(&s, 0, "effect pick p1",
                   "You can do that to another player only, not to yourself.");
    expect_refusal(&s, 0, "effect two",
                   "You don't hold that effect card; !hand shows the ones you hold.");
}

void test_cc22_an_empty_hand_exposes_nothing(void **state)
{
    struct stage s;
    (void)state;
    for (int may = 0; may < 2; may++) {
        lay_table(&s, 2);
        stage_option(&s, "expose", may ? "may" : "must");
        stage_lay(&s, CC_DECK, "R");
        stage_play(&s, 0, "draw");
        stage_play(&s, 0, "discard red");
        assert_int_equal(s.table.turn, 1);
        assert_int_equal(s.table.phase, CC_ACT);
    }
}

void test_cc25_done_instead_of_the_first_exposure(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "expose", "may");
    stage_lay(&s, hand(0), "R B");
    s.table.shared[CC_TWO] = 1;
    s.table.phase = CC_EXPOSE;
    stage_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[CC_TWO], 0);
}

void test_refusals_ask_for_what_is_missing(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_DECK, "R");
    stage_lay(&s, hand(0), "R R");
    stage_lay(&s, held(0), "change steal");
    stage_lay(&s, shown(1), "R");
    expect_refusal(&s, 0, "steal", "Say from whom.");
    expect_refusal(&s, 0, "steal p2", "Say which colour, too.");
    expect_refusal(&s, 0, "effect steal p2", "Say which colour, too.");
    expect_refusal(&s, 0, "effect change", "Say which colour is to be dominant.");
    expect_refusal(&s, 0, "show red 1",
                   "First draw a card, from the deck or the discard pile, or steal a public one.");
    stage_play(&s, 0, "steal p2 red");
    expect_refusal(&s, 0, "show", "Say which colour, and how many cards of it.");
    expect_refusal(&s, 0, "show red", "Say how many cards of it, too.");
    expect_refusal(&s, 0, "show blue 1", "You hold no card of that colour.");
    expect_refusal(&s, 0, "show red 4", "You don't hold that many cards of that colour.");
    expect_refusal(&s, 0, "dominant red",
                   "Only the winner of a round names the dominant colour, after everybody's turn.");
}
