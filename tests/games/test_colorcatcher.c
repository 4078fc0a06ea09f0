/* Color Catcher by its rulings: the worked examples, a test for each ruling (named after its id), and the invariants of
   every position. Who sees what is in test_colorcatcher_secrets.c; the generic suite and the golden playthroughs cover what
   all games share. */
#include "colorcatcher_table.h"

#include <stdio.h>
#include <string.h>

#include "playthrough.h"
#include "rulings.h"

static void script(struct scene *s, int pick)
{
    assert_true(chance_script(&s->chance, pick));
}

static int winner_of(const struct scene *s)
{
    int distance;
    return round_winner(&s->rules, &s->table, &distance);
}

static void expect_refusal(const struct scene *s, int seat, const char *move, const char *why)
{
    const char *said = scene_refusal(s, seat, move);
    assert_false(scene_can(s, seat, move));
    if (!said || strcmp(said, why) != 0)
        fail_msg("\"%s\" is refused by \"%s\", expected \"%s\"", move, said ? said : "nothing", why);
}

static bool says(const struct scene *s, int say)
{
    for (int i = 0; i < s->events.count; i++)
        if (s->events.list[i].kind == EVENT_SAID && s->events.list[i].say == say)
            return true;
    return false;
}

/* ---- the worked examples ---- */

static void test_example_1_jill_before_jack(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, shown(0), "R R O O V");
    scene_lay(&s, shown(1), "R R V V");
    assert_int_equal(winner_of(&s), 0);
}

static void test_example_2_decided_two_steps_away(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    s.table.shared[DOMINANT] = 3;
    scene_lay(&s, shown(0), "G Y O");
    scene_lay(&s, shown(1), "G B");
    assert_int_equal(winner_of(&s), 0);
}

static void test_example_3_decided_three_steps_away(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, shown(0), "R");
    scene_lay(&s, shown(1), "R G");
    assert_int_equal(winner_of(&s), 1);
}

static void test_example_4_complete_tie(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, PILE, "two");
    scene_lay(&s, shown(0), "R R O");
    scene_lay(&s, shown(1), "R R V");
    assert_int_equal(winner_of(&s), SEAT_NONE);
    end_round(&s);
    assert_true(says(&s, SAY_ROUND_NOBODY));
    assert_int_equal(s.table.shared[DOMINANT], RED);
    assert_int_equal(s.table.turn, 1); /* the marker moves */
    assert_int_equal(s.table.shared[ROUND], 2);
    scene_expect(&s, PILE, "two");
    scene_expect(&s, shown(0), "R R O");
}

static void test_example_5_nobody_has_the_dominant_colour(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    s.table.shared[DOMINANT] = 4;
    scene_lay(&s, shown(0), "I");
    scene_lay(&s, shown(1), "G G");
    assert_int_equal(winner_of(&s), 1);
    scene_option(&s, "zero_wins", "no");
    assert_int_equal(winner_of(&s), SEAT_NONE);
}

static void test_example_6_out_at_once(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 3);
    s.table.shared[DOMINANT] = 2;
    scene_lay(&s, shown(0), "Y Y O R R");
    scene_lay(&s, shown(1), "Y Y G");
    scene_lay(&s, shown(2), "Y O O O O O");
    assert_int_equal(winner_of(&s), 0);
}

static void test_example_7_winner_discards_three_then_names(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, PILE, "two pick");
    scene_lay(&s, hand(0), "O O Y G B I");
    scene_lay(&s, shown(0), "R R R R V");
    end_round(&s);
    assert_int_equal(s.table.turn, 0);
    scene_expect(&s, held(0), "two");
    scene_expect(&s, hand(0), "O O Y G B I R R R R");
    scene_expect(&s, shown(0), "V");
    expect_refusal(&s, 0, "dominant blue",
                   "Only the winner of a round names the dominant colour, after everybody's turn.");
    scene_play(&s, 0, "discard orange");
    scene_play(&s, 0, "discard red");
    assert_false(scene_can(&s, 0, "dominant blue"));
    scene_play(&s, 0, "discard orange");
    scene_expect(&s, hand(0), "Y G B I R R R");
    scene_expect(&s, DISCARDS, "R O R O");
    scene_play(&s, 0, "dominant blue");
    assert_int_equal(s.table.shared[DOMINANT], 4);
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[FIRST], 1);
}

static void test_example_8_third_set_wins_at_once(void **state)
{
    struct scene s;
    struct score score;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "G G");
    scene_lay(&s, shown(0), "R R R O O O O G");
    s.table.phase = EXPOSE;
    scene_play(&s, 0, "show green 2");
    assert_true(s.table.over);
    scene_score(&s, &score);
    assert_int_equal(score.winners, 1);
    assert_int_equal(score.total[0], 3);
    assert_null(score.reason);
}

/* ---- the rulings ---- */

static void test_cc1_a_card_must_be_exposed(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "R B");
    s.table.phase = EXPOSE;
    expect_refusal(&s, 0, "done", "You have to show at least one card (expose=must).");
    expect_refusal(&s, 0, "show red 0", "Show one card at least.");
    scene_option(&s, "expose", "may");
    scene_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
    scene_expect(&s, shown(0), "");
}

static void test_cc2_a_public_colour_can_grow(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "R B R");
    scene_lay(&s, shown(0), "R");
    s.table.phase = EXPOSE;
    scene_play(&s, 0, "show red 2");
    scene_expect(&s, shown(0), "R R R");
    scene_expect(&s, hand(0), "B");
}

/* Two groups of one colour would be two targets. */
static void test_cc3_one_set_a_colour(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "R");
    scene_lay(&s, shown(0), "R B");
    scene_lay(&s, held(1), "sweep");
    s.table.phase = EXPOSE;
    scene_play(&s, 0, "show red 1");
    scene_play(&s, 1, "effect sweep p1 red");
    scene_expect(&s, shown(0), "B");
    scene_expect(&s, DISCARDS, "R R");
}

static void test_cc4_more_than_three_count(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "G");
    scene_lay(&s, shown(0), "R R R R R R O O O O G G");
    s.table.phase = EXPOSE;
    assert_int_equal(sets_of(&s.table, 0), 2);
    scene_play(&s, 0, "show green 1");
    assert_true(s.table.over);
}

/* In the middle of a round, with a second exposure to come, and with a hand over the limit. */
static void test_cc5_win_is_checked_at_once(void **state)
{
    struct scene s;
    struct score score;
    (void)state;
    lay_table(&s, 3);
    scene_lay(&s, hand(1), "R R R B B B B B B V V");
    scene_lay(&s, shown(1), "O O O G G G");
    s.table.turn = 1;
    s.table.phase = EXPOSE;
    s.table.shared[TWO] = 1;
    scene_play(&s, 1, "show red 3");
    assert_true(s.table.over);
    assert_int_equal(s.table.shared[ROUND], 1);
    scene_expect(&s, shown(1), "O O O G G G R R R");
    scene_score(&s, &score);
    assert_int_equal(score.winners, 2);
    assert_true(says(&s, SAY_THREE_SETS));
    assert_string_equal(scene_refusal(&s, 2, "draw"), "The game is over.");
}

static void test_cc6_discard_after_a_draw_only(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DECK, "V");
    scene_lay(&s, hand(0), "R O");
    scene_lay(&s, shown(1), "B");
    scene_play(&s, 0, "draw");
    for (const char *const *move =
             (const char *const[]){"keep", "discard red", "discard orange", "discard violet", NULL};
         *move; move++)
        assert_true(scene_can(&s, 0, *move));
    expect_refusal(&s, 0, "discard green", "You hold no card of that colour.");
    expect_refusal(&s, 0, "show red 1", "You have drawn: keep what you have, or discard one card.");
    scene_play(&s, 0, "discard violet");
    scene_expect(&s, DISCARDS, "V");
    scene_expect(&s, hand(0), "R O");
    assert_int_equal(s.table.phase, EXPOSE);
    s.table.phase = ACT;
    scene_play(&s, 0, "steal p2 blue");
    expect_refusal(&s, 0, "discard blue",
                   "A card is discarded after a draw, or with more than 7 colour cards at the end of the turn.");
    expect_refusal(&s, 0, "keep", "There is something to keep only after a draw.");
    assert_true(scene_can(&s, 0, "show blue 1"));
}

static void test_cc7_only_the_top_of_the_discard_pile(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DISCARDS, "R G R B");
    expect_refusal(&s, 0, "draw discard red",
                   "Only the top card of the discard pile can be drawn (discard_pick=top): say draw discard.");
    scene_play(&s, 0, "draw discard");
    scene_expect(&s, hand(0), "B");
    scene_expect(&s, DISCARDS, "R G R");
    assert_true(scene_can(&s, 0, "discard blue"));
}

static void test_cc7_any_card_of_the_discard_pile(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_option(&s, "discard_pick", "any");
    scene_lay(&s, DISCARDS, "R G R B");
    expect_refusal(&s, 0, "draw discard", "Say which colour of the discard pile, too (discard_pick=any).");
    expect_refusal(&s, 0, "draw discard violet", "No card of that colour lies in the discard pile.");
    assert_true(scene_can(&s, 0, "draw discard green"));
    scene_play(&s, 0, "draw discard red");
    scene_expect(&s, hand(0), "R");
    scene_expect(&s, DISCARDS, "R G B");
}

static void test_cc8_an_empty_deck_is_made_of_the_discards(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DISCARDS, "R G B");
    script(&s, 0); /* B G R */
    script(&s, 1);
    scene_play(&s, 0, "draw");
    assert_true(says(&s, SAY_RESHUFFLE));
    scene_expect(&s, hand(0), "B");
    scene_expect(&s, DECK, "G R");
    scene_expect(&s, DISCARDS, "");
}

static void test_cc8_skip_where_nothing_can_be_drawn_or_stolen(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "R");
    scene_lay(&s, held(0), "change steal");
    scene_lay(&s, shown(0), "B");
    expect_refusal(&s, 0, "draw", "The deck and the discard pile are both empty.");
    expect_refusal(&s, 0, "draw discard", "The discard pile is empty.");
    expect_refusal(&s, 0, "steal p2 red", "That player has no public card of that colour.");
    assert_true(scene_can(&s, 0, "effect change blue"));
    scene_play(&s, 0, "skip");
    scene_play(&s, 0, "show red 1");
    expect_refusal(&s, 1, "skip", "A turn is skipped only by who can neither draw nor steal.");
    scene_play(&s, 1, "steal p1 red");
}

static void test_cc9_the_limit_holds_at_the_end_of_the_turn(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DECK, "V");
    scene_lay(&s, hand(0), "R O Y G B I V");
    scene_lay(&s, held(0), "steal pick pick two");
    scene_lay(&s, shown(1), "R R");
    scene_lay(&s, hand(1), "B");
    script(&s, 0);
    scene_play(&s, 0, "effect steal p2 red");
    scene_play(&s, 0, "effect pick p2");
    scene_play(&s, 0, "draw"); /* ten colours; effects never count */
    scene_play(&s, 0, "keep");
    scene_play(&s, 0, "show blue 1");
    assert_int_equal(s.table.phase, TRIM);
    expect_refusal(&s, 0, "keep", "There is something to keep only after a draw.");
    expect_refusal(&s, 0, "draw", "You hold more than 7 colour cards at the end of your turn: discard down to 7.");
    scene_play(&s, 0, "discard violet");
    scene_play(&s, 0, "discard red");
    scene_expect(&s, DISCARDS, "V R"); /* the last one named lies on top */
    scene_expect(&s, hand(0), "O Y G I R B V");
    assert_int_equal(s.table.turn, 1);
}

static void test_cc10_effects_before_drawing_only(void **state)
{
    static const char late[] =
        "You have drawn or stolen: now show cards of one colour; effects and draws come before that.";
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "R");
    scene_lay(&s, held(0), "pickfx change");
    scene_lay(&s, held(1), "sweep");
    scene_lay(&s, shown(1), "B G");
    expect_refusal(&s, 1, "effect sweep p1 red", "It is another player's turn.");
    script(&s, 0);
    scene_play(&s, 0, "effect pickfx p2");
    scene_expect(&s, held(0), "change sweep");
    scene_play(&s, 0, "effect sweep p2 blue"); /* the stolen one, in the same step */
    scene_play(&s, 0, "steal p2 green");
    expect_refusal(&s, 0, "effect change blue", late);
    scene_play(&s, 0, "show green 1");
    expect_refusal(&s, 0, "effect change blue", "It is another player's turn.");
}

static void test_cc11_steal_public_color_to_the_hand(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, hand(0), "V");
    scene_lay(&s, held(0), "steal");
    scene_lay(&s, shown(0), "R R R O O O G G");
    scene_lay(&s, shown(1), "G");
    scene_play(&s, 0, "effect steal p2 green");
    assert_false(s.table.over);
    scene_expect(&s, hand(0), "V G");
    scene_expect(&s, USED, "steal");
}

static void test_cc11_steal_public_color_to_the_table_may_win(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_option(&s, "steal_to", "table");
    scene_lay(&s, hand(0), "V");
    scene_lay(&s, held(0), "steal");
    scene_lay(&s, shown(0), "R R R O O O G G");
    scene_lay(&s, shown(1), "G");
    scene_play(&s, 0, "effect steal p2 green");
    assert_true(s.table.over);
    scene_expect(&s, shown(0), "R R R O O O G G G");
    lay_table(&s, 2);
    scene_option(&s, "steal_to", "table");
    scene_lay(&s, hand(0), "V");
    scene_lay(&s, shown(0), "R R R O O O G G");
    scene_lay(&s, shown(1), "G");
    scene_play(&s, 0, "steal p2 green"); /* step 2 (b): always to the hand */
    assert_false(s.table.over);
    scene_expect(&s, hand(0), "V G");
}

/* The pick indexes the hand in the order of arrival. */
static void test_cc12_a_blind_pick(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 3);
    scene_lay(&s, held(0), "pick");
    scene_lay(&s, hand(2), "R O R V");
    script(&s, 1);
    scene_play(&s, 0, "effect pick p3");
    scene_expect(&s, hand(0), "O");
    scene_expect(&s, hand(2), "R R V");
    assert_int_equal(s.chance.next, 1);
    scene_play(&s, 0, "skip");
}

static void test_cc13_dominant_colour_changes_to_another_one(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, held(0), "change");
    scene_lay(&s, hand(0), "V");
    scene_lay(&s, shown(1), "V V B");
    expect_refusal(&s, 0, "effect change red", "That colour is dominant already; change it to another one.");
    scene_play(&s, 0, "effect change green");
    assert_int_equal(s.table.shared[DOMINANT], 3);
    scene_play(&s, 0, "steal p2 violet");
    scene_play(&s, 0, "show violet 2");
    scene_play(&s, 1, "steal p1 violet");
    scene_play(&s, 1, "show violet 1"); /* V and V B: decided by the blue one, next to green */
    assert_int_equal(s.table.phase, WINNER_NAMES);
    lay_table(&s, 2);
    s.table.shared[DOMINANT] = 3;
    end_round(&s); /* nobody has anything */
    assert_int_equal(s.table.shared[DOMINANT], 3);
}

static void lay_two_sets(struct scene *s, const char *cards)
{
    lay_table(s, 2);
    scene_lay(s, DECK, "V");
    scene_lay(s, hand(0), cards);
    scene_lay(s, held(0), "two two");
    scene_play(s, 0, "effect two");
    scene_expect(s, USED, "two");
    expect_refusal(s, 0, "effect two", "Expose Two Sets can be played once a turn only.");
    scene_play(s, 0, "draw");
    scene_play(s, 0, "discard violet");
}

static void test_cc14_a_second_set_of_another_colour(void **state)
{
    struct scene s;
    (void)state;
    lay_two_sets(&s, "R R B");
    scene_play(&s, 0, "show red 1");
    assert_int_equal(s.table.phase, EXPOSE_SECOND);
    expect_refusal(&s, 0, "show red 1", "The second set has to be of another colour than the first.");
    scene_play(&s, 0, "show blue 1");
    scene_expect(&s, shown(0), "R B");
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[TWO], 0);
    assert_int_equal(s.table.shared[SHOWS], 0);
}

static void test_cc14_only_done_ends_it_while_cards_are_left(void **state)
{
    struct scene s;
    struct moves moves;
    struct sight sight;
    (void)state;
    lay_two_sets(&s, "R R");
    scene_play(&s, 0, "show red 1");
    assert_int_equal(s.table.turn, 0);
    table_sight(&s.rules, &s.table, 0, &sight);
    game_colorcatcher.legal(&s.rules, &sight, 0, &moves);
    assert_int_equal(moves.count, 1);
    assert_false(s.rules.verbs[moves.list[0].verb].flags & VERB_STEP); /* the host does not play it by itself */
    scene_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
}

static void test_cc14_an_empty_hand_ends_it(void **state)
{
    struct scene s;
    (void)state;
    lay_two_sets(&s, "R R");
    scene_play(&s, 0, "show red 2");
    assert_int_equal(s.table.turn, 1);
    scene_expect(&s, held(0), "two");
}

static void test_cc15_all_public_cards_of_a_colour(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 3);
    scene_lay(&s, held(0), "sweep");
    scene_lay(&s, DISCARDS, "V");
    scene_lay(&s, shown(0), "R");
    scene_lay(&s, shown(1), "R B R R");
    scene_lay(&s, shown(2), "R");
    expect_refusal(&s, 0, "effect sweep p1 red", "You can do that to another player only, not to yourself.");
    expect_refusal(&s, 0, "effect sweep p2 green", "That player has no public card of that colour.");
    scene_play(&s, 0, "effect sweep p2 red");
    scene_expect(&s, DISCARDS, "V R R R");
    scene_expect(&s, shown(1), "B");
    scene_expect(&s, shown(0), "R");
    scene_expect(&s, shown(2), "R");
}

static void test_cc16_no_effect_without_a_target(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DECK, "R");
    scene_lay(&s, hand(0), "R");
    scene_lay(&s, held(0), "steal sweep pick pickfx");
    expect_refusal(&s, 0, "effect steal p2 red", "That player has no public card of that colour.");
    expect_refusal(&s, 0, "effect sweep p2 red", "That player has no public card of that colour.");
    expect_refusal(&s, 0, "effect pick p2", "That player has no colour card in the hand.");
    expect_refusal(&s, 0, "effect pickfx p2", "That player has no effect card.");
    expect_refusal(&s, 0, "effect pick p1", "You can do that to another player only, not to yourself.");
    expect_refusal(&s, 0, "effect two", "You do not hold that effect card; !hand shows those you hold.");
}

static void test_cc17_a_round_is_won_with_none(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, PILE, "two");
    scene_lay(&s, shown(0), "O");
    end_round(&s);
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.phase, WINNER_NAMES);
    scene_expect(&s, held(0), "two");
    scene_expect(&s, shown(0), "O");
    scene_play(&s, 0, "dominant violet");
    assert_int_equal(s.table.shared[DOMINANT], VIOLET);
}

static void test_cc17_zero_wins_no(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_option(&s, "zero_wins", "no");
    scene_lay(&s, PILE, "two");
    scene_lay(&s, shown(0), "O");
    end_round(&s);
    assert_int_equal(s.table.phase, ACT);
    assert_int_equal(s.table.turn, 1);
    scene_expect(&s, PILE, "two");
    scene_lay(&s, shown(1), "R");
    assert_int_equal(winner_of(&s), 1);
}

static void test_cc18_elimination_step_by_step(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 4);
    scene_lay(&s, shown(0), "R R O Y");     /* out two steps away */
    scene_lay(&s, shown(1), "R R V I I");   /* the round */
    scene_lay(&s, shown(2), "R R I I Y Y"); /* out next to it */
    scene_lay(&s, shown(3), "R O O V V G"); /* out at once */
    assert_int_equal(winner_of(&s), 1);
    scene_lay(&s, shown(0), "I");
    assert_int_equal(winner_of(&s), SEAT_NONE);
    scene_lay(&s, shown(3), "B B");
    assert_int_equal(winner_of(&s), SEAT_NONE); /* who is out does not come back */
    scene_lay(&s, shown(0), "B");
    assert_int_equal(winner_of(&s), 0);
}

static void test_cc18_nobody_wins_and_the_marker_moves(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 4);
    scene_lay(&s, PILE, "two");
    end_round(&s);
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[FIRST], 1);
    assert_int_equal(s.table.shared[ROUND], 2);
    assert_int_equal(s.table.phase, ACT);
    scene_expect(&s, PILE, "two");
}

static void test_cc19_only_the_dominant_colour_goes_back(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, PILE, "two");
    scene_lay(&s, hand(0), "B");
    scene_lay(&s, shown(0), "O R V R");
    scene_lay(&s, shown(1), "R R O");
    end_round(&s);
    scene_expect(&s, hand(0), "B R R");
    scene_expect(&s, shown(0), "O V");
    scene_expect(&s, shown(1), "R R O");
}

static void test_cc20_used_effects_become_a_new_pile(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, USED, "two pick");
    scene_lay(&s, shown(0), "R");
    script(&s, 0);
    end_round(&s);
    assert_true(says(&s, SAY_RESHUFFLE_EFFECTS));
    scene_expect(&s, held(0), "pick");
    scene_expect(&s, PILE, "two");
    scene_expect(&s, USED, "");
}

static void test_cc20_no_effect_card_left(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, shown(0), "R");
    end_round(&s);
    assert_true(says(&s, SAY_ROUND_NO_EFFECT));
    scene_expect(&s, held(0), "");
    assert_int_equal(s.table.phase, WINNER_NAMES);
}

static void test_cc21_any_colour_can_be_named(void **state)
{
    static const char *const moves[] = {"dominant red",  "dominant orange", "dominant yellow", "dominant green",
                                        "dominant blue", "dominant indigo", "dominant violet"};
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, shown(0), "R");
    end_round(&s);
    for (int colour = 0; colour < COLOURS; colour++)
        assert_true(scene_can(&s, 0, moves[colour]));
    expect_refusal(&s, 0, "draw", "You won the round: name the dominant colour of the next one.");
    expect_refusal(&s, 1, "draw", "First the winner of the round names the next dominant colour.");
    scene_play(&s, 0, "dominant red");
    assert_int_equal(s.table.shared[DOMINANT], RED);
}

static void test_cc22_an_empty_hand_exposes_nothing(void **state)
{
    struct scene s;
    (void)state;
    for (int may = 0; may < 2; may++) {
        lay_table(&s, 2);
        scene_option(&s, "expose", may ? "may" : "must");
        scene_lay(&s, DECK, "R");
        scene_play(&s, 0, "draw");
        scene_play(&s, 0, "discard red");
        assert_int_equal(s.table.turn, 1);
        assert_int_equal(s.table.phase, ACT);
    }
}

/* Setup's own number, from the option and the number of players. */
static void expect_limit(int seats, const char *rounds, int limit)
{
    struct scene s;
    struct chance_seed seed = {1};
    scene_init(&s, &game_colorcatcher, seats);
    scene_option(&s, "rounds", rounds);
    chance_init(&s.chance, chance_seeded, &seed);
    struct play play = {&s.rules, &s.table, &s.chance, NULL};
    game_colorcatcher.setup(&play);
    assert_int_equal(s.table.shared[LAST], limit);
}

static void test_cc23_so_many_rounds(void **state)
{
    struct scene s;
    (void)state;
    expect_limit(2, "auto", 24);
    expect_limit(3, "auto", 18);
    expect_limit(4, "auto", 12);
    expect_limit(4, "7", 7);
    expect_limit(2, "0", 0);
    lay_table(&s, 2);
    s.table.shared[LAST] = 0;
    s.table.shared[ROUND] = 500;
    end_round(&s);
    assert_false(s.table.over);
}

/* Seat 1 to 3 end the last round with these public cards. */
static void expect_ranking(const char *one, const char *two, const char *three, unsigned winners, const char *reason)
{
    struct scene s;
    struct score score;
    lay_table(&s, 3);
    scene_lay(&s, PILE, "two");
    scene_lay(&s, shown(0), one);
    scene_lay(&s, shown(1), two);
    scene_lay(&s, shown(2), three);
    s.table.shared[LAST] = s.table.shared[ROUND] = 18;
    end_round(&s);
    assert_true(s.table.over);
    assert_true(says(&s, SAY_LAST_ROUND));
    scene_expect(&s, shown(0), one); /* nothing was taken back */
    scene_score(&s, &score);
    if (score.winners != winners || !strstr(score.reason, reason))
        fail_msg("\"%s\", \"%s\", \"%s\": won by %x, expected %x; %s", one, two, three, score.winners, winners,
                 score.reason);
    assert_non_null(strstr(score.reason, "CC23"));
    assert_non_null(strstr(score.reason, "option rounds"));
}

static void test_cc23_who_is_ahead_after_the_last_round(void **state)
{
    (void)state;
    expect_ranking("B B B", "R R O O V V G G", "R R R R R O O O", 1 << 2, "most sets");
    expect_ranking("B B B B B B", "B B B R R", "O O O R", 1 << 1, "counted up to three");
    expect_ranking("B B B B R", "G G G R", "O O O O O R", 1 << 2, "most public cards decide");
    expect_ranking("R R B", "R B B", "O B B", 1 << 0, "in the dominant colour");
    expect_ranking("R O B", "R B B", "R V O", 1 << 2, "next to the dominant");
    expect_ranking("R B", "R I", "R G", 1 << 1, "two steps");
    expect_ranking("R O B", "R V Y", "R V G", 1 << 1, "two steps");
    expect_ranking("B", "", "", 1 << 0, "counted up to three");
    expect_ranking("R O B", "R V G", "R V B", 7, "equal in everything");
    expect_ranking("", "", "", 7, "equal in everything");
}

static void test_cc24_the_last_round_is_won_by_nobody(void **state)
{
    struct scene s;
    struct score score;
    (void)state;
    lay_table(&s, 2);
    scene_option(&s, "zero_wins", "no");
    scene_lay(&s, PILE, "two");
    scene_lay(&s, shown(0), "O B");
    scene_lay(&s, shown(1), "B Y");
    s.table.shared[LAST] = 1;
    end_round(&s);
    assert_true(s.table.over);
    assert_false(says(&s, SAY_ROUND_WON));
    scene_expect(&s, PILE, "two");
    scene_score(&s, &score);
    assert_int_equal(score.winners, 1); /* by the colour next to red, which nobody has */
}

static void test_cc25_done_instead_of_the_first_exposure(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_option(&s, "expose", "may");
    scene_lay(&s, hand(0), "R B");
    s.table.shared[TWO] = 1;
    s.table.phase = EXPOSE;
    scene_play(&s, 0, "done");
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[TWO], 0);
}

/* ---- the deal ---- */

static void test_setup_deals_five_each(void **state)
{
    struct scene s;
    (void)state;
    for (int seats = 2; seats <= SEATS_MAX; seats++) {
        scene_init(&s, &game_colorcatcher, seats);
        for (int i = COLOURS * COPIES - 1; i >= 1; i--)
            script(&s, i); /* shuffles that move nothing */
        for (int i = EFFECTS * EFFECT_COPIES - 1; i >= 1; i--)
            script(&s, i);
        script(&s, seats - 1);
        struct play play = {&s.rules, &s.table, &s.chance, NULL};
        game_colorcatcher.setup(&play);
        assert_false(s.chance.broken);
        assert_int_equal(s.chance.next, s.chance.count);
        scene_expect(&s, hand(0), "R R R R R");
        scene_expect(&s, hand(1), "R O O O O");
        scene_expect(&s, PILE, "change change steal steal sweep sweep pick pick pickfx pickfx two two");
        assert_int_equal(zone_size(&s.table, DECK), 42 - 5 * seats);
        assert_int_equal(s.table.turn, seats - 1);
        assert_int_equal(s.table.shared[FIRST], seats - 1);
        assert_int_equal(s.table.shared[DOMINANT], RED);
    }
}

static void test_refusals_ask_for_what_is_missing(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 2);
    scene_lay(&s, DECK, "R");
    scene_lay(&s, hand(0), "R R");
    scene_lay(&s, held(0), "change steal");
    scene_lay(&s, shown(1), "R");
    expect_refusal(&s, 0, "steal", "Say from whom.");
    expect_refusal(&s, 0, "steal p2", "Say which colour, too.");
    expect_refusal(&s, 0, "effect steal p2", "Say which colour, too.");
    expect_refusal(&s, 0, "effect change", "Say which colour shall be dominant.");
    expect_refusal(&s, 0, "show red 1", "First draw a card, from the deck or the discard pile, or steal a public one.");
    scene_play(&s, 0, "steal p2 red");
    expect_refusal(&s, 0, "show", "Say which colour, and how many cards of it.");
    expect_refusal(&s, 0, "show red", "Say how many cards of it, too.");
    expect_refusal(&s, 0, "show blue 1", "You hold no card of that colour.");
    expect_refusal(&s, 0, "show red 4", "You do not hold so many cards of that colour.");
    expect_refusal(&s, 0, "dominant red",
                   "Only the winner of a round names the dominant colour, after everybody's turn.");
}

/* ---- every position ---- */

static void check_position(const struct table *t)
{
    int counts[FACES] = {0};
    for (int i = 0; i < t->first[t->zones]; i++)
        counts[t->cards[i].face]++;
    for (int face = 0; face < FACES; face++)
        assert_int_equal(counts[face], face < COLOURS ? COPIES : EFFECT_COPIES);
    for (int zone = 0; zone < t->zones; zone++)
        for (int i = 0; i < zone_size(t, zone); i++) {
            int kind = zone < SHARED_ZONES ? zone : SHARED_ZONES + (zone - SHARED_ZONES) % SEAT_ZONES;
            bool holds_effects = kind == PILE || kind == USED || kind == SHARED_ZONES + HELD;
            assert_int_equal(zone_face(t, zone, i) >= COLOURS, holds_effects);
        }
    for (int seat = 0; seat < t->seats; seat++) {
        assert_true(seat == t->turn || zone_size(t, hand(seat)) <= HAND_LIMIT);
        assert_true(t->over || sets_of(t, seat) < SETS);
    }
    assert_true(t->shared[LAST] == 0 || t->shared[ROUND] <= t->shared[LAST]);
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
    struct scene s;
    struct score score;
    (void)state;
    scene_init(&s, &game_colorcatcher, 2);
    scene_option(&s, "rounds", "0");
    chance_init(&s.chance, chance_seeded, &seed);
    struct play play = {&s.rules, &s.table, &s.chance, NULL};
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
    assert_true(s.table.shared[ROUND] > 24);
    scene_score(&s, &score);
    assert_int_equal(score.total[__builtin_ctz(score.winners)], SETS);
    assert_null(score.reason);
}

#define TESTS(test)                                                                                                    \
    test(test_example_1_jill_before_jack), test(test_example_2_decided_two_steps_away),                                \
        test(test_example_3_decided_three_steps_away), test(test_example_4_complete_tie),                              \
        test(test_example_5_nobody_has_the_dominant_colour), test(test_example_6_out_at_once),                         \
        test(test_example_7_winner_discards_three_then_names), test(test_example_8_third_set_wins_at_once),            \
        test(test_cc1_a_card_must_be_exposed), test(test_cc2_a_public_colour_can_grow),                                \
        test(test_cc3_one_set_a_colour), test(test_cc4_more_than_three_count), test(test_cc5_win_is_checked_at_once),  \
        test(test_cc6_discard_after_a_draw_only), test(test_cc7_only_the_top_of_the_discard_pile),                     \
        test(test_cc7_any_card_of_the_discard_pile), test(test_cc8_an_empty_deck_is_made_of_the_discards),             \
        test(test_cc8_skip_where_nothing_can_be_drawn_or_stolen),                                                      \
        test(test_cc9_the_limit_holds_at_the_end_of_the_turn), test(test_cc10_effects_before_drawing_only),            \
        test(test_cc11_steal_public_color_to_the_hand), test(test_cc11_steal_public_color_to_the_table_may_win),       \
        test(test_cc12_a_blind_pick), test(test_cc13_dominant_colour_changes_to_another_one),                          \
        test(test_cc14_a_second_set_of_another_colour), test(test_cc14_only_done_ends_it_while_cards_are_left),        \
        test(test_cc14_an_empty_hand_ends_it), test(test_cc15_all_public_cards_of_a_colour),                           \
        test(test_cc16_no_effect_without_a_target), test(test_cc17_a_round_is_won_with_none),                          \
        test(test_cc17_zero_wins_no), test(test_cc18_elimination_step_by_step),                                        \
        test(test_cc18_nobody_wins_and_the_marker_moves), test(test_cc19_only_the_dominant_colour_goes_back),          \
        test(test_cc20_used_effects_become_a_new_pile), test(test_cc20_no_effect_card_left),                           \
        test(test_cc21_any_colour_can_be_named), test(test_cc22_an_empty_hand_exposes_nothing),                        \
        test(test_cc23_so_many_rounds), test(test_cc23_who_is_ahead_after_the_last_round),                             \
        test(test_cc24_the_last_round_is_won_by_nobody), test(test_cc25_done_instead_of_the_first_exposure),           \
        test(test_setup_deals_five_each), test(test_refusals_ask_for_what_is_missing),                                 \
        test(test_invariants_of_every_position), test(test_a_game_without_a_limit_ends_by_three_sets)
#define TEST_NAME(test) #test

static void test_every_ruling_has_a_test(void **state)
{
    static const char *const names[] = {TESTS(TEST_NAME)};
    (void)state;
    rulings_are_tested("../docs/rulings/colorcatcher.md", "CC", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test), cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("colorcatcher", tests, NULL, NULL);
}
