/* Coloretto by its rulings: the worked examples, a test for each ruling (named after its id),
   and the invariants of every position. Everything lies open in this game but the order of the
   supply. The generic suite and the golden playthroughs cover what all games share. */
#include <stdio.h>
#include <string.h>

#include "coloretto/coloretto.h"
#include "playthrough.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_coloretto;

/* ---- laying a table ---- */

static int collection(int seat)
{
    return CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION;
}

static int row(int number) /* as players count them */
{
    return CO_ROW + number - 1;
}

/* A round that has just begun, with all rows open; seat 1 to act. */
static void lay_round(struct stage *stage, int seats, const char *supply)
{
    stage_init(stage, &game_coloretto, seats);
    for (int i = 0; i < (seats == 2 ? 3 : seats); i++)
        stage->table.shared[CO_ROOM + i] = seats == 2 ? i + 1 : 3;
    stage_lay(stage, CO_SUPPLY, supply);
}

static int points_of(int seats, const char *side, const char *cards)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_coloretto, seats);
    stage_option(&s, "side", side);
    stage_lay(&s, collection(0), cards);
    s.table.over = true;
    stage_score(&s, &score);
    return score.total[0];
}

/* The same with the jokers named. */
static int points_named(const char *side, const char *cards, const char *move)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_coloretto, 4);
    stage_option(&s, "side", side);
    stage_option(&s, "jokers", "manual");
    stage_lay(&s, collection(0), cards);
    s.table.phase = CO_PHASE_JOKERS;
    stage_play(&s, 0, move);
    assert_true(s.table.over);
    stage_score(&s, &score);
    return score.total[0];
}

#define ANDY "* +2 G G G G G G Y Y Y Y P P P B B"

/* ---- the worked examples ---- */

static test_case(test_example_1_andy_on_the_brown_side)
{
    assert_int_equal(points_of(4, "brown", ANDY), 41);
    assert_int_equal(points_named("brown", ANDY, "jokers yellow"), 41);
    assert_int_equal(points_named("brown", ANDY, "jokers pink"), 40);
    assert_int_equal(points_named("brown", ANDY, "jokers blue"), 33);
}

static test_case(test_example_2_andy_on_the_grey_side)
{
    assert_int_equal(points_of(4, "grey", ANDY), 20);
    assert_int_equal(points_named("grey", ANDY, "jokers yellow"), 17);
    assert_int_equal(points_named("grey", ANDY, "jokers pink"), 17);
    assert_int_equal(points_named("grey", ANDY, "jokers green"), 18);
    assert_int_equal(points_named("grey", ANDY, "jokers brown"), 17);
}

static test_case(test_example_3_two_colours)
{
    assert_int_equal(points_of(4, "brown", "Y Y Y G G"), 9);
}

static test_case(test_example_4_seven_singles)
{
    assert_int_equal(points_of(4, "brown", "Y G B O P N E +2 +2"), 3);
}

static test_case(test_example_5_nine_of_a_colour)
{
    assert_int_equal(points_of(4, "brown", "Y Y Y Y Y Y Y Y Y"), 21);
}

static test_case(test_example_6_three_jokers)
{
    assert_int_equal(points_of(4, "brown", "Y Y Y Y Y G G G G G B B B B B O * * *"), 62);
}

static test_case(test_example_7_a_joker_can_hurt)
{
    assert_int_equal(points_of(4, "grey", "Y Y Y G G G B B B *"), 23);
}

static test_case(test_example_8_plus_by_value)
{
    assert_int_equal(points_of(4, "grey", "Y Y Y Y Y Y G G G B B O"), 16);
}

static test_case(test_example_9_joker_as_a_new_colour)
{
    assert_int_equal(points_of(4, "brown", "Y Y Y Y Y Y G G G G G G *"), 43);
}

/* ---- the rulings ---- */

static test_case(test_co1_colours_that_leave_the_game)
{
    static const int absent[] = {0, 0, 2, 1, 0, 0};
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    int count = variants_of(&game_coloretto, variants);
    for (int v = 0; v < count; v++) {
        playthrough_play(&play, &variants[v], 3, CHOICE_ANY, STEPS_MAX);
        const struct table *t = &play.tables[0];
        for (int colour = 0; colour < CO_COLOURS; colour++) {
            int cards = 0;
            for (int zone = 0; zone < t->zones; zone++)
                cards += zone_tally(t, zone, colour);
            assert_int_equal(cards, colour < CO_COLOURS - absent[t->seats] ? CO_PER_COLOUR : 0);
        }
    }
}

static test_case(test_co2_start_cards_are_all_different)
{
    static const int supply[] = {0, 0, 54, 64, 72, 71};
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    int count = variants_of(&game_coloretto, variants);
    for (int n = 0; n < 200; n++) {
        playthrough_play(&play, &variants[n % count], (uint64_t)n, CHOICE_ANY, STEPS_MAX);
        const struct table *t = &play.tables[0];
        int seen[CO_FACES] = {0};
        for (int seat = 0; seat < t->seats; seat++) {
            assert_int_equal(zone_size(t, collection(seat)), t->seats == 2 ? 2 : 1);
            for (int i = 0; i < zone_size(t, collection(seat)); i++) {
                int face = zone_face(t, collection(seat), i);
                assert_true(face < CO_COLOURS);
                assert_int_equal(seen[face]++, 0);
            }
        }
        assert_int_equal(zone_size(t, CO_SUPPLY), supply[t->seats]);
    }
}

static test_case(test_co3_draw_and_place)
{
    struct stage s;
    lay_round(&s, 3, "Y G");
    assert_true(stage_can(&s, 0, "draw"));
    assert_false(stage_can(&s, 0, "place 1"));
    stage_play(&s, 0, "draw");
    stage_expect(&s, CO_DRAWN, "Y");
    assert_false(stage_can(&s, 0, "take 1"));
    assert_string_equal(stage_refusal(&s, 0, "take 1"),
                        "You have drawn a card and must place it at a row first.");
    stage_play(&s, 0, "place 2");
    stage_expect(&s, row(2), "Y");
    assert_int_equal(s.table.turn, 1);
    stage_lay(&s, row(1), "G G G");
    stage_lay(&s, row(2), "G G");
    stage_lay(&s, row(3), "G G G");
    assert_false(stage_can(&s, 1, "draw")); /* every row is full */
    assert_string_equal(stage_refusal(&s, 1, "draw"),
                        "Every row that is left is full, so you must take one.");
}

static test_case(test_co4_empty_and_taken_rows_stay)
{
    struct stage s;
    lay_round(&s, 3, "Y G");
    stage_lay(&s, row(1), "B P");
    assert_false(stage_can(&s, 0, "take 2"));
    assert_string_equal(stage_refusal(&s, 0, "take 2"),
                        "A row can be taken only when at least one card lies there.");
    stage_play(&s, 0, "take 1");
    stage_expect(&s, collection(0), "B P");
    stage_play(&s, 1, "draw");
    assert_false(stage_can(&s, 1, "place 1"));
    assert_string_equal(stage_refusal(&s, 1, "place 1"),
                        "That row has been taken; it is closed until the next round.");
}

static test_case(test_co5_somebody_can_always_move)
{
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    struct moves moves;
    int count = variants_of(&game_coloretto, variants);
    for (int n = 0; n < 60; n++) {
        const struct variant *v = &variants[n % count];
        playthrough_play(&play, v, (uint64_t)n, CHOICE_ANY, STEPS_MAX);
        for (int i = 0; i < play.count; i++) {
            legal_of(v, &play.tables[i], play.steps[i].seat, &moves);
            assert_true(moves.count >= 1 && moves.count <= 84);
        }
    }
}

static test_case(test_co6_the_last_round_card)
{
    struct stage s;
    lay_round(&s, 3, "B O P Y Y Y Y Y Y Y Y Y Y Y Y Y");
    stage_play(&s, 0, "draw");
    assert_int_equal(s.table.shared[CO_LAST_ROUND], 0); /* the 16th from the bottom lies above it */
    stage_play(&s, 0, "place 1");
    stage_play(&s, 1, "draw");
    assert_int_equal(s.table.shared[CO_LAST_ROUND], 1);
    stage_expect(&s, CO_DRAWN, "O"); /* the card under it, not the last-round card */
    assert_int_equal(s.events.list[0].say, CO_SAY_LAST);
    stage_play(&s, 1, "place 2");
    stage_play(&s, 2, "draw");
    stage_play(&s, 2, "place 3");
    stage_play(&s, 0, "take 1");
    stage_play(&s, 1, "take 2");
    assert_false(s.table.over); /* the round is played to its end */
    stage_play(&s, 2, "take 3");
    assert_true(s.table.over);
}

static test_case(test_co7_who_took_last_begins_the_next_round)
{
    struct stage s;
    lay_round(&s, 3, "Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y");
    stage_lay(&s, row(1), "B");
    stage_lay(&s, row(2), "O");
    stage_play(&s, 0, "take 1");
    stage_play(&s, 1, "take 2");
    stage_play(&s, 2, "draw"); /* alone, and goes on */
    stage_play(&s, 2, "place 3");
    assert_int_equal(s.table.turn, 2);
    stage_play(&s, 2, "draw");
    stage_play(&s, 2, "place 3");
    stage_play(&s, 2, "take 3");
    assert_int_equal(s.table.turn, 2);
    assert_true(stage_can(&s, 2, "draw"));
    for (int i = 0; i < 3; i++)
        assert_int_equal(s.table.shared[CO_ROOM + i], 3);
}

static test_case(test_co8_two_players_and_the_third_row)
{
    struct stage s;
    lay_round(&s, 2, "Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y Y");
    stage_play(&s, 0, "draw");
    stage_play(&s, 0, "place 1");
    stage_play(&s, 1, "draw");
    assert_false(stage_can(&s, 1, "place 1")); /* its row card shows one card */
    stage_play(&s, 1, "place 2");
    stage_play(&s, 0, "draw");
    stage_play(&s, 0, "place 2");
    stage_play(&s, 1, "draw");
    assert_false(stage_can(&s, 1, "place 2"));
    stage_play(&s, 1, "place 3");
    stage_play(&s, 0, "take 2");
    stage_play(&s, 1, "take 1");
    stage_expect(&s, CO_REMOVED, "Y"); /* from the third row */
    stage_expect(&s, row(3), "");
    for (int i = 0; i < 3; i++)
        assert_int_equal(s.table.shared[CO_ROOM + i], i + 1); /* all three are back */
    assert_int_equal(s.table.turn, 1);
}

static test_case(test_co9_jokers_are_any_colour_in_play)
{
    struct stage s;
    stage_init(&s, &game_coloretto, 2);
    stage_option(&s, "jokers", "manual");
    stage_lay(&s, collection(0), "Y * *");
    s.table.phase = CO_PHASE_JOKERS;
    assert_true(stage_can(&s, 0, "jokers pink pink")); /* a colour its owner has not got */
    assert_false(stage_can(&s, 0, "jokers brown grey"));
    assert_false(stage_can(&s, 0, "jokers pink"));
}

static test_case(test_co10_jokers_manual_are_named_once_in_any_order)
{
    struct stage s;
    struct moves legal;
    struct sight sight;
    struct read_move read;
    lay_round(&s, 3, "");
    stage_option(&s, "jokers", "manual");
    s.table.shared[CO_LAST_ROUND] = 1;
    stage_lay(&s, collection(0), "* *");
    stage_lay(&s, collection(1), "*");
    s.table.own[0][CO_TAKEN] = 1;
    s.table.own[1][CO_TAKEN] = 2;
    s.table.turn = 2;
    stage_lay(&s, row(3), "Y");
    stage_play(&s, 2, "take 3");
    assert_false(s.table.over);
    table_sight(&s.rules, &s.table, 0, &sight);
    game_coloretto.legal(&s.rules, &sight, 0, &legal);
    /* not their order in the list */
    move_read(&s.rules, NULL, &sight, &legal, true, "jokers pink and green", &read);
    assert_int_equal(read.reading, READING_MOVE);
    stage_play(&s, 1, "jokers blue"); /* nobody waits for a turn */
    assert_false(stage_can(&s, 1, "jokers blue"));
    assert_false(s.table.over);
    stage_play(&s, 0, "jokers green pink");
    assert_true(s.table.over);
}

/* All assignments of every small collection: the engine's choice is never worse than one that
   can be named. */
static test_case(test_co10_jokers_auto_is_the_best)
{
    struct chance_seed seed = {5};
    for (int n = 0; n < 300; n++) {
        struct ruleset rules;
        int counts[CO_COLOURS], chosen[CO_COLOURS], as[CO_JOKERS];
        game_ruleset(&game_coloretto, &rules);
        rules.options[CO_SIDE] = n % 2;
        for (int i = 0; i < CO_COLOURS; i++)
            counts[i] = chosen[i] = (int)(chance_seeded(&seed) % 8);
        coloretto_place_jokers(&rules, CO_COLOURS, CO_JOKERS, chosen, as);
        int best = coloretto_points(&rules, chosen);
        for (int way = 0; way < CO_COLOURS * CO_COLOURS * CO_COLOURS; way++) {
            int trial[CO_COLOURS];
            memcpy(trial, counts, sizeof trial);
            trial[way % CO_COLOURS]++;
            trial[way / CO_COLOURS % CO_COLOURS]++;
            trial[way / CO_COLOURS / CO_COLOURS]++;
            assert_true(coloretto_points(&rules, trial) <= best);
        }
    }
}

static test_case(test_co11_the_three_best_values_score_plus)
{
    assert_int_equal(points_of(4, "brown", "Y Y Y Y G G G B B O"), 10 + 6 + 3 - 1);
    assert_int_equal(points_of(4, "grey", "Y Y Y Y Y Y G G G B B B O O O"),
                     8 + 8 + 8 - 5); /* the largest set is minus */
    assert_int_equal(points_of(4, "brown", "Y"), 1);
}

static test_case(test_co12_equal_scores_share_the_win)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_coloretto, 3);
    stage_lay(&s, collection(0), "Y Y");
    stage_lay(&s, collection(1), "G");
    stage_lay(&s, collection(2), "B B");
    s.table.over = true;
    stage_score(&s, &score);
    assert_int_equal(score.winners, 5);
}

static test_case(test_co13_both_sides_of_the_summary_card)
{
    static const int brown[] = {0, 1, 3, 6, 10, 15, 21, 21}, grey[] = {0, 1, 4, 8, 7, 6, 5, 5};
    struct ruleset rules;
    game_ruleset(&game_coloretto, &rules);
    for (int count = 0; count < 8; count++) {
        rules.options[CO_SIDE] = CO_SIDE_BROWN;
        assert_int_equal(coloretto_value(&rules, count), brown[count]);
        rules.options[CO_SIDE] = CO_SIDE_GREY;
        assert_int_equal(coloretto_value(&rules, count), grey[count]);
    }
}

/* ---- who sees what: everything but the supply ---- */

static test_case(test_matrix_all_is_open_but_the_supply)
{
    struct stage s;
    lay_round(&s, 3, "Y * B");
    stage_lay(&s, row(1), "G +2");
    stage_lay(&s, collection(2), "O *");
    stage_lay(&s, CO_REMOVED, "P");
    stage_play(&s, 0, "draw");
    for (int viewer = 0; viewer <= SEAT_PUBLIC; viewer = viewer == 2 ? SEAT_PUBLIC : viewer + 1) {
        stage_expect_seen(&s, viewer, CO_SUPPLY, "- -");
        stage_expect_seen(&s, viewer, CO_DRAWN, "Y");
        stage_expect_seen(&s, viewer, row(1), "G +2");
        stage_expect_seen(&s, viewer, collection(2), "O *");
        stage_expect_seen(&s, viewer, CO_REMOVED, "P");
    }
}

/* ---- every position ---- */

static test_case(test_invariants_of_every_position)
{
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    int count = variants_of(&game_coloretto, variants);
    for (int n = 0; n < 100; n++) {
        playthrough_play(&play, &variants[n % count], (uint64_t)n, CHOICE_ANY, STEPS_MAX);
        for (int i = 0; i <= play.count; i++) {
            const struct table *t = &play.tables[i];
            int supply = zone_size(t, CO_SUPPLY);
            for (int r = 0; r < CO_ROWS_MOST; r++)
                assert_true(zone_size(t, CO_ROW + r) <= t->shared[CO_ROOM + r]);
            assert_true(zone_size(t, CO_DRAWN) == (t->phase == CO_PHASE_PLACE));
            assert_int_equal(t->shared[CO_LAST_ROUND], supply < CO_LAST_CARDS);
            assert_true(t->seats == 2 || zone_size(t, CO_REMOVED) == 0);
        }
    }
}

#define TESTS(test)                                                                                \
    test(test_example_1_andy_on_the_brown_side), test(test_example_2_andy_on_the_grey_side),       \
        test(test_example_3_two_colours), test(test_example_4_seven_singles),                      \
        test(test_example_5_nine_of_a_colour), test(test_example_6_three_jokers),                  \
        test(test_example_7_a_joker_can_hurt), test(test_example_8_plus_by_value),                 \
        test(test_example_9_joker_as_a_new_colour), test(test_co1_colours_that_leave_the_game),    \
        test(test_co2_start_cards_are_all_different), test(test_co3_draw_and_place),               \
        test(test_co4_empty_and_taken_rows_stay), test(test_co5_somebody_can_always_move),         \
        test(test_co6_the_last_round_card), test(test_co7_who_took_last_begins_the_next_round),    \
        test(test_co8_two_players_and_the_third_row),                                              \
        test(test_co9_jokers_are_any_colour_in_play),                                              \
        test(test_co10_jokers_manual_are_named_once_in_any_order),                                 \
        test(test_co10_jokers_auto_is_the_best), test(test_co11_the_three_best_values_score_plus), \
        test(test_co12_equal_scores_share_the_win),                                                \
        test(test_co13_both_sides_of_the_summary_card),                                            \
        test(test_matrix_all_is_open_but_the_supply), test(test_invariants_of_every_position)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/coloretto.md", "CO", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("coloretto", tests, NULL, NULL);
}
