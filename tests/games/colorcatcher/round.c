/* The end of a round of Color Catcher and of the game, ruling by ruling; most of the rulebook's
   examples are about that. */
#include "colorcatcher/colorcatcher.h"
#include "colorcatcher_tests.h"

static int winner_of(const struct stage *s)
{
    int distance;
    return colorcatcher_round_winner(&s->rules, &s->table, &distance);
}

void test_example_1_jill_before_jack(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, shown(0), "R R O O V");
    stage_lay(&s, shown(1), "R R V V");
    assert_int_equal(winner_of(&s), 0);
}

void test_example_2_decided_two_steps_away(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    s.table.shared[CC_DOMINANT] = 3;
    stage_lay(&s, shown(0), "G Y O");
    stage_lay(&s, shown(1), "G B");
    assert_int_equal(winner_of(&s), 0);
}

void test_example_3_decided_three_steps_away(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, shown(0), "R");
    stage_lay(&s, shown(1), "R G");
    assert_int_equal(winner_of(&s), 1);
}

void test_example_4_complete_tie(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, shown(0), "R R O");
    stage_lay(&s, shown(1), "R R V");
    assert_int_equal(winner_of(&s), SEAT_NONE);
    end_round(&s);
    assert_true(says(&s, CC_SAY_ROUND_NOBODY));
    assert_int_equal(s.table.shared[CC_DOMINANT], CC_RED);
    assert_int_equal(s.table.turn, 1); /* the marker moves */
    assert_int_equal(s.table.shared[CC_ROUND], 2);
    stage_expect(&s, CC_PILE, "two");
    stage_expect(&s, shown(0), "R R O");
}

void test_example_5_nobody_has_the_dominant_colour(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    s.table.shared[CC_DOMINANT] = 4;
    stage_lay(&s, shown(0), "I");
    stage_lay(&s, shown(1), "G G");
    assert_int_equal(winner_of(&s), 1);
    stage_option(&s, "zero_wins", "no");
    assert_int_equal(winner_of(&s), SEAT_NONE);
}

void test_example_6_out_at_once(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 3);
    s.table.shared[CC_DOMINANT] = 2;
    stage_lay(&s, shown(0), "Y Y O R R");
    stage_lay(&s, shown(1), "Y Y G");
    stage_lay(&s, shown(2), "Y O O O O O");
    assert_int_equal(winner_of(&s), 0);
}

void test_example_7_winner_discards_three_then_names(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_PILE, "two pick");
    stage_lay(&s, hand(0), "O O Y G B I");
    stage_lay(&s, shown(0), "R R R R V");
    end_round(&s);
    assert_int_equal(s.table.turn, 0);
    stage_expect(&s, held(0), "two");
    stage_expect(&s, hand(0), "O O Y G B I R R R R");
    stage_expect(&s, shown(0), "V");
    expect_refusal(&s, 0, "dominant blue",
                   "Only the winner of a round names the dominant colour, after everybody's turn.");
    stage_play(&s, 0, "discard orange");
    stage_play(&s, 0, "discard red");
    assert_false(stage_can(&s, 0, "dominant blue"));
    stage_play(&s, 0, "discard orange");
    stage_expect(&s, hand(0), "Y G B I R R R");
    stage_expect(&s, CC_DISCARDS, "R O R O");
    stage_play(&s, 0, "dominant blue");
    assert_int_equal(s.table.shared[CC_DOMINANT], 4);
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[CC_FIRST], 1);
}

void test_cc17_a_round_is_won_with_none(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, shown(0), "O");
    end_round(&s);
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.phase, CC_WINNER_NAMES);
    stage_expect(&s, held(0), "two");
    stage_expect(&s, shown(0), "O");
    stage_play(&s, 0, "dominant violet");
    assert_int_equal(s.table.shared[CC_DOMINANT], CC_VIOLET);
}

void test_cc17_zero_wins_no(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "zero_wins", "no");
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, shown(0), "O");
    end_round(&s);
    assert_int_equal(s.table.phase, CC_ACT);
    assert_int_equal(s.table.turn, 1);
    stage_expect(&s, CC_PILE, "two");
    stage_lay(&s, shown(1), "R");
    assert_int_equal(winner_of(&s), 1);
}

void test_cc18_elimination_step_by_step(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 4);
    stage_lay(&s, shown(0), "R R O Y");     /* out two steps away */
    stage_lay(&s, shown(1), "R R V I I");   /* the round */
    stage_lay(&s, shown(2), "R R I I Y Y"); /* out next to it */
    stage_lay(&s, shown(3), "R O O V V G"); /* out at once */
    assert_int_equal(winner_of(&s), 1);
    stage_lay(&s, shown(0), "I");
    assert_int_equal(winner_of(&s), SEAT_NONE);
    stage_lay(&s, shown(3), "B B");
    assert_int_equal(winner_of(&s), SEAT_NONE); /* who is out does not come back */
    stage_lay(&s, shown(0), "B");
    assert_int_equal(winner_of(&s), 0);
}

void test_cc18_nobody_wins_and_the_marker_moves(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 4);
    stage_lay(&s, CC_PILE, "two");
    end_round(&s);
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[CC_FIRST], 1);
    assert_int_equal(s.table.shared[CC_ROUND], 2);
    assert_int_equal(s.table.phase, CC_ACT);
    stage_expect(&s, CC_PILE, "two");
}

void test_cc19_only_the_dominant_colour_goes_back(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, hand(0), "B");
    stage_lay(&s, shown(0), "O R V R");
    stage_lay(&s, shown(1), "R R O");
    end_round(&s);
    stage_expect(&s, hand(0), "B R R");
    stage_expect(&s, shown(0), "O V");
    stage_expect(&s, shown(1), "R R O");
}

void test_cc20_used_effects_become_a_new_pile(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_USED, "two pick");
    stage_lay(&s, shown(0), "R");
    script(&s, 0);
    end_round(&s);
    assert_true(says(&s, CC_SAY_RESHUFFLE_EFFECTS));
    stage_expect(&s, held(0), "pick");
    stage_expect(&s, CC_PILE, "two");
    stage_expect(&s, CC_USED, "");
}

void test_cc20_one_used_effect_is_a_pile_too(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, CC_USED, "two");
    stage_lay(&s, shown(0), "R");
    end_round(&s);
    assert_true(says(&s, CC_SAY_RESHUFFLE_EFFECTS));
    stage_expect(&s, held(0), "two");
    stage_expect(&s, CC_USED, "");
}

void test_cc20_no_effect_card_left(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, shown(0), "R");
    end_round(&s);
    assert_true(says(&s, CC_SAY_ROUND_NO_EFFECT));
    stage_expect(&s, held(0), "");
    assert_int_equal(s.table.phase, CC_WINNER_NAMES);
}

void test_cc21_any_colour_can_be_named(void **state)
{
    static const char *const moves[] = {"dominant red",   "dominant orange", "dominant yellow",
                                        "dominant green", "dominant blue",   "dominant indigo",
                                        "dominant violet"};
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, shown(0), "R");
    end_round(&s);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        assert_true(stage_can(&s, 0, moves[colour]));
    expect_refusal(&s, 0, "draw", "You won the round: name the dominant colour of the next one.");
    expect_refusal(&s, 1, "draw", "First the winner of the round names the next dominant colour.");
    stage_play(&s, 0, "dominant red");
    assert_int_equal(s.table.shared[CC_DOMINANT], CC_RED);
}

/* Setup's own number, from the option and the number of players. */
static void expect_limit(int version, int seats, const char *rounds, int limit)
{
    struct stage s;
    struct chance_seed seed = {1};
    stage_init(&s, &game_colorcatcher, seats);
    s.rules.version = version;
    stage_option(&s, "rounds", rounds);
    chance_init(&s.chance, chance_seeded, &seed);
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    game_colorcatcher.setup(&play);
    assert_int_equal(s.table.shared[CC_LAST], limit);
}

void test_cc23_so_many_rounds(void **state)
{
    struct stage s;
    (void)state;
    expect_limit(2, 2, "auto", 45);
    expect_limit(2, 3, "auto", 30);
    expect_limit(2, 4, "auto", 22);
    expect_limit(1, 2, "auto", 24); /* as tables of before were begun */
    expect_limit(1, 3, "auto", 18);
    expect_limit(1, 4, "auto", 12);
    expect_limit(2, 4, "7", 7);
    expect_limit(1, 2, "0", 0);
    lay_table(&s, 2);
    s.table.shared[CC_LAST] = 0;
    s.table.shared[CC_ROUND] = 500;
    end_round(&s);
    assert_false(s.table.over);
}

/* The result shows the count of each seat that decided, if one did and it is not that of the
   sets, which have lines. */
static void expect_notes(const struct score *score, const char *reason)
{
    int notes = 0, most = -1, best = -1;
    for (int i = 0; i < score->count; i++) {
        if (!score->lines[i].is_note)
            continue;
        notes++;
        if (score->lines[i].args[0] > most) {
            most = score->lines[i].args[0];
            best = score->lines[i].seat;
        }
    }
    bool has_none = strstr(reason, "most sets") || strstr(reason, "equal in everything");
    assert_int_equal(notes, has_none ? 0 : 3);
    if (notes && !(score->winners >> best & 1))
        fail_msg("\"%s\": seat %d has the most, %d, and does not win", reason, best + 1, most);
}

/* Seat 1 to 3 end the last round with these public cards. */
static void expect_ranking(const char *one, const char *two, const char *three, unsigned winners,
                           const char *reason)
{
    struct stage s;
    struct score score;
    lay_table(&s, 3);
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, shown(0), one);
    stage_lay(&s, shown(1), two);
    stage_lay(&s, shown(2), three);
    s.table.shared[CC_LAST] = s.table.shared[CC_ROUND] = 18;
    end_round(&s);
    assert_true(s.table.over);
    assert_true(says(&s, CC_SAY_LAST_ROUND));
    stage_expect(&s, shown(0), one); /* nothing was taken back */
    stage_score(&s, &score);
    if (score.winners != winners || !strstr(score.reason, reason))
        fail_msg("\"%s\", \"%s\", \"%s\": won by %x, expected %x; %s", one, two, three,
                 score.winners, winners, score.reason);
    expect_notes(&score, reason);
    assert_non_null(strstr(score.reason, "CC23"));
    assert_non_null(strstr(score.reason, "option rounds"));
}

void test_cc23_who_is_ahead_after_the_last_round(void **state)
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

void test_cc24_the_last_round_is_won_by_nobody(void **state)
{
    struct stage s;
    struct score score;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "zero_wins", "no");
    stage_lay(&s, CC_PILE, "two");
    stage_lay(&s, shown(0), "O B");
    stage_lay(&s, shown(1), "B Y");
    s.table.shared[CC_LAST] = 1;
    end_round(&s);
    assert_true(s.table.over);
    assert_false(says(&s, CC_SAY_ROUND_WON));
    stage_expect(&s, CC_PILE, "two");
    stage_score(&s, &score);
    assert_int_equal(score.winners, 1); /* by the colour next to red, which nobody has */
}
