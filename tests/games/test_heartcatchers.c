/* Heartcatchers by its rulings: the worked examples, a test for each ruling (named after its
   id), who sees what, and the invariants of every position. The generic suite and the golden
   playthroughs cover what all games share. */
#include <string.h>

#include "heartcatchers_field.h"
#include "playthrough.h"
#include "rulings.h"
#include "testing.h"

/* Seat 2 hides the last card of the game, which is worth nothing, and all is counted. */
static void play_last_card(struct stage *stage, struct score *score)
{
    stage->table.turn = 1;
    stage_lay(stage, hand(1), "B");
    stage_play(stage, 1, "hide 1 me3");
    assert_true(stage->table.over);
    stage_score(stage, score);
}

static void expect_result(struct stage *stage, int one, int other)
{
    struct score score;
    play_last_card(stage, &score);
    if (score.total[0] != one || score.total[1] != other)
        fail_msg("%d : %d, expected %d : %d", score.total[0], score.total[1], one, other);
    assert_int_equal(score.winners, one > other ? 1 : one < other ? 2 : 3);
}

/* ---- the worked examples ---- */

static test_case(test_example_1_face_up_cards)
{
    struct stage s;
    FIELD(&s, "B R G", "R", "R", "G", "B R G B", "G");
    expect_result(&s, 5, 6);
}

static test_case(test_example_2_loves_and_heartbreakers)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "GL");
    stage_lay(&s, under(0, 2), "RX BX");
    expect_result(&s, 0, 3);
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "B W");
    expect_result(&s, 3, 3);
}

static test_case(test_example_3_change_of_heart_takes_secrets_along)
{
    struct stage s;
    FIELD(&s, "B R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "RC GL");
    expect_result(&s, 3, 7);
    stage_expect(&s, up(1, 1), "B R");
    stage_expect(&s, shown(1, 1), "GL");
    stage_expect(&s, HC_GONE, "RC");
}

static test_case(test_example_4_two_changes_of_heart_cancel_out)
{
    struct stage s;
    FIELD(&s, "B R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "RC GC");
    expect_result(&s, 4, 3);
}

static test_case(test_example_5_one_on_each_side_cancel_out)
{
    struct stage s;
    FIELD(&s, "B R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "RC");
    stage_lay(&s, under(1, 1), "GC BL");
    expect_result(&s, 4, 6);
}

static test_case(test_example_6_three_swap_once)
{
    struct stage s;
    FIELD(&s, "B R", "R", "R", "G", "G", "G");
    stage_lay(&s, under(0, 1), "RC GC");
    stage_lay(&s, under(1, 1), "BC");
    expect_result(&s, 3, 4);
}

static test_case(test_example_7_face_up_uncatchable)
{
    struct stage s;
    FIELD(&s, "R W", "R", "R", "G", "G", "G");
    expect_result(&s, 4, 3);
    FIELD(&s, "R W", "R", "R", "G", "G", "G");
    stage_option(&s, "un_point", "no");
    expect_result(&s, 3, 3);
}

static test_case(test_example_8_steal)
{
    struct stage s;
    FIELD(&s, "G", "R", "G", "B", "G", "G");
    stage_lay(&s, hand(0), "GC");
    stage_lay(&s, hand(1), "R");
    stage_play(&s, 0, "steal 1 them1 me2");
    stage_expect(&s, up(0, 2), "B GC");
    stage_expect(&s, up(1, 1), "R");
}

/* ---- the rulings ---- */

/* A shuffle that leaves the pile in the order it was built (R R R RL RX RC, green, blue, W W),
   but brings an Uncatchable to its top. */
static void script_uncatchable_on_top(struct chance *chance)
{
    chance_init(chance, NULL, NULL);
    assert_true(chance_script(chance, 0));
    for (int i = 18; i >= 1; i--)
        assert_true(chance_script(chance, i));
}

static test_case(test_hc1_uncatchable_on_the_field_stays)
{
    struct stage s;
    stage_init(&s, &game_heartcatchers, 2);
    script_uncatchable_on_top(&s.chance);
    assert_true(chance_script(&s.chance, 0)); /* the lot */
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    s.game->setup(&play);
    assert_false(s.chance.broken);
    stage_expect(&s, up(0, 1), "W");
    stage_expect(&s, up(0, 2), "R");
    stage_expect(&s, hand(0), "G G G");
    stage_expect(&s, hand(1), "GL GX GC");
    stage_expect(&s, HC_PILE, "B B B BL BX BC W R");
    for (int slot = '1'; slot <= '3'; slot++) {
        char move[] = "catch 1 me1";
        move[6] = (char)slot;
        assert_false(stage_can(&s, 0, move));
        assert_string_equal(stage_refusal(&s, 0, move), "Nothing can be played on an Uncatchable.");
    }
    assert_true(stage_can(&s, 0, "hide 1 me1"));
}

static test_case(test_hc1_layout_hearts_replaces_it)
{
    struct stage s;
    stage_init(&s, &game_heartcatchers, 2);
    stage_option(&s, "layout", "hearts");
    script_uncatchable_on_top(&s.chance);
    for (int i = 13; i >= 1; i--)
        assert_true(chance_script(&s.chance, i)); /* the second shuffle moves nothing */
    assert_true(chance_script(&s.chance, 1));
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    s.game->setup(&play);
    assert_false(s.chance.broken);
    stage_expect(&s, up(0, 1), "G"); /* the next card of the pile, before hands are dealt */
    stage_expect(&s, hand(0), "G G GL");
    stage_expect(&s, HC_PILE, "B B BL BX BC W R W");
    stage_expect(&s, HC_GONE, "");
    assert_int_equal(s.table.turn, 1);
}

static test_case(test_hc1_layout_hearts_has_hearts_only)
{
    struct chance_seed seed = {7};
    struct stage s;
    for (int n = 0; n < 500; n++) {
        stage_init(&s, &game_heartcatchers, 2);
        stage_option(&s, "layout", "hearts");
        chance_init(&s.chance, chance_seeded, &seed);
        struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
        s.game->setup(&play);
        for (int i = 0; i < 2 * HC_STACKS; i++)
            assert_int_not_equal(zone_top(&s.table, up(i / HC_STACKS, i % HC_STACKS + 1)),
                                 HC_UNCATCHABLE);
        assert_int_equal(zone_size(&s.table, HC_PILE), 8);
        assert_int_equal(zone_size(&s.table, HC_GONE), 0);
    }
}

static test_case(test_hc2_face_up_uncatchable_is_a_point)
{
    struct stage s;
    FIELD(&s, "W", "R", "R", "G", "G", "B W");
    expect_result(&s, 3, 4);
    FIELD(&s, "W", "R", "R", "G", "G", "B W");
    stage_option(&s, "un_point", "no");
    expect_result(&s, 2, 3);
}

static test_case(test_hc3_secret_under_an_uncatchable)
{
    struct stage s;
    FIELD(&s, "R W", "R", "R", "W", "G", "G");
    stage_lay(&s, hand(0), "BL");
    stage_lay(&s, hand(1), "B");
    assert_true(stage_can(&s, 0, "hide 1 them1"));
    stage_play(&s, 0, "hide 1 me1");
    stage_expect(&s, under(0, 1), "BL");
}

static test_case(test_hc4_secret_under_their_stack)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    stage_lay(&s, hand(0), "RX");
    stage_lay(&s, hand(1), "B");
    stage_play(&s, 0, "hide 1 them2");
    stage_expect(&s, under(1, 2), "RX");
    stage_play(&s, 1, "hide 1 me2");
    struct score score;
    stage_score(&s, &score);
    assert_int_equal(score.total[1], 0);
}

static test_case(test_hc5_uncatchable_steals_and_hides)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "B", "R");
    stage_lay(&s, hand(0), "W W");
    stage_lay(&s, hand(1), "B B");
    for (const char *const *move = (const char *const[]){"steal 1 them1 me1", "steal 1 them2 me1",
                                                         "steal 1 them3 me1", "catch 1 me1", NULL};
         *move; move++)
        assert_true(stage_can(&s, 0, *move));
    stage_play(&s, 0, "steal 1 them1 me1");
    stage_expect(&s, up(0, 1), "G W");
    stage_play(&s, 1, "hide 1 me1");
    stage_play(&s, 0, "hide 2 me2");
    struct score score;
    stage_play(&s, 1, "hide 2 me1");
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 4);
    assert_int_equal(score.total[1], 3);
}

static test_case(test_hc6_stacks_exchange_places_secrets_and_all)
{
    struct stage s;
    FIELD(&s, "R", "B W", "R", "G", "B R", "G");
    stage_lay(&s, under(0, 2), "GX");
    stage_lay(&s, under(1, 2), "BL B");
    stage_lay(&s, hand(0), "B");
    stage_lay(&s, hand(1), "G");
    for (const char *const *move = (const char *const[]){"steal 1 them2 me1", "steal 1 them2 me2",
                                                         "steal 1 them2 me3", NULL};
         *move; move++)
        assert_true(stage_can(&s, 0, *move));
    assert_string_equal(
        stage_refusal(&s, 0, "steal 1 them2"),
        "A stolen stack is exchanged for one of yours: say which, me1, me2 or me3.");
    stage_play(&s, 0, "steal 1 them2 me2");
    stage_expect(&s, up(0, 2), "B R B");
    stage_expect(&s, under(0, 2), "BL B");
    stage_expect(&s, up(1, 2), "B W");
    stage_expect(&s, under(1, 2), "GX");
}

static test_case(test_hc7_a_lot_decides_who_begins)
{
    struct stage s;
    for (int first = 0; first < 2; first++)
        for (int lot = 0; lot < 2; lot++) {
            stage_init(&s, &game_heartcatchers, 2);
            script_uncatchable_on_top(&s.chance);
            s.rules.first_seat = lot ? SEAT_NONE : first;
            if (lot)
                assert_true(chance_script(&s.chance, first));
            struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
            s.game->setup(&play);
            assert_false(s.chance.broken);
            assert_int_equal(s.table.turn, first);
        }
}

static test_case(test_hc8_fourteen_turns_and_hands_run_out_together)
{
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    int count = variants_of(&game_heartcatchers, variants);
    assert_int_equal(count, 6); /* three, by both versions of the rules */
    for (int n = 0; n < 300; n++) {
        playthrough_play(&play, &variants[n % count], (uint64_t)n, CHOICE_ANY, 14);
        assert_int_equal(play.count, 14);
        for (int i = 0; i <= 14; i++) {
            const struct table *t = &play.tables[i];
            int mover = zone_size(t, hand(t->turn)), other = zone_size(t, hand(1 - t->turn));
            assert_int_equal(zone_size(t, HC_PILE), i < 8 ? 8 - i : 0);
            assert_true(mover == other || mover == other + 1);
            assert_true(i == 14 || play.steps[i].seat == (play.steps[0].seat + i) % 2);
        }
    }
}

static test_case(test_hc9_the_number_of_changes_of_heart_decides)
{
    struct stage s;
    for (int one = 0; one <= 3; one++)
        for (int other = 0; one + other <= 3; other++) {
            static const char *const secrets[] = {"", "RC", "RC GC", "RC GC BC"};
            static const char *const more[] = {"", "BC", "GC BC", "RC GC BC"};
            FIELD(&s, "B R", "R", "R", "G", "G", "G");
            stage_lay(&s, under(0, 1), secrets[one]);
            stage_lay(&s, under(1, 1), more[other]);
            bool swapped = (one + other) % 2 == 1;
            expect_result(&s, swapped ? 3 : 4, swapped ? 4 : 3);
            assert_int_equal(zone_size(&s.table, HC_GONE), one + other);
        }
}

static test_case(test_hc10_secrets_count_for_the_side_they_end_on)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    s.table.turn = 1;
    stage_lay(&s, hand(0), "RX B");
    stage_lay(&s, hand(1), "GL RC");
    stage_play(&s, 1, "hide 1 them1");
    stage_play(&s, 0, "hide 1 them1");
    stage_play(&s, 1, "hide 2 them1"); /* the columns' first stacks change sides */
    stage_play(&s, 0, "hide 2 me3");
    struct score score;
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 0); /* three cards and a Heartbreaker */
    assert_int_equal(score.total[1], 6); /* three cards and an Ultimate Love */
}

static test_case(test_hc11_what_is_public)
{
    struct stage s;
    FIELD(&s, "B R", "R", "R", "G", "G", "G");
    stage_lay(&s, hand(0), "RX RC RL");
    stage_lay(&s, hand(1), "B B B");
    stage_lay(&s, HC_PILE, "W G");
    stage_play(&s, 0, "hide 1 them1");
    stage_expect_seen(&s, SEAT_PUBLIC, up(0, 1), "B R");
    stage_expect_seen(&s, SEAT_PUBLIC, under(1, 1), "-");
    stage_expect_seen(&s, SEAT_PUBLIC, hand(0), "- - -");
    stage_expect_seen(&s, SEAT_PUBLIC, HC_PILE, "-");
    stage_expect_seen(&s, 0, under(1, 1), "RX");
    stage_expect_seen(&s, 1, under(1, 1), "-");
    /* blue does catch red: the Secret goes over to seat 1 with its stack */
    stage_play(&s, 1, "steal 1 them1 me1");
    stage_expect_seen(&s, 0, under(0, 1), "RX");
    stage_expect_seen(&s, 1, under(0, 1), "-");
}

static test_case(test_hc12_equal_scores_share_the_win)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    expect_result(&s, 3, 3);
    for (int length = 1; length <= 5; length += 2) {
        const char *const words[] = {"1", "3", "5"};
        stage_option(&s, "match", words[length / 2]);
        assert_int_equal(game_match_length(&game_heartcatchers, &s.rules, 2), length);
    }
    assert_int_equal(game_heartcatchers.match, MATCH_WINS);
    /* what that does: tests/host/test_match.c */
    assert_int_equal(game_heartcatchers.replays_shared, 2);
}

/* ---- catching ---- */

static test_case(test_red_catches_green_catches_blue_catches_red)
{
    static const char *const suits[] = {"R", "G", "B", "W"};
    static const bool catches[4][4] = {{0, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}, {1, 1, 1, 0}};
    for (int card = 0; card < 4; card++)
        for (int top = 0; top < 4; top++) {
            struct stage s;
            FIELD(&s, suits[top], "R", "R", suits[top], "R", "R");
            stage_lay(&s, hand(0), suits[card]);
            assert_int_equal(stage_can(&s, 0, "catch 1 me1"), catches[card][top]);
            assert_int_equal(stage_can(&s, 0, "steal 1 them1 me2"), catches[card][top]);
            assert_true(stage_can(&s, 0, "hide 1 me1"));
        }
}

static test_case(test_refusals_name_the_rule)
{
    struct stage s;
    FIELD(&s, "R", "R", "R", "G", "G", "G");
    stage_lay(&s, hand(0), "R");
    stage_lay(&s, hand(1), "R");
    assert_string_equal(
        stage_refusal(&s, 0, "catch 1 me1"),
        "Red catches green, green catches blue, blue catches red; only an Uncatchable catches all three.");
    assert_string_equal(stage_refusal(&s, 0, "catch 4 me1"),
                        "You hold no card with that letter; !hand shows yours.");
    assert_string_equal(
        stage_refusal(&s, 0, "hide 1"),
        "Say which stack, too: me1 to me3 are yours, them1 to them3 the other side's.");
    assert_string_equal(stage_refusal(&s, 1, "hide 1 them3"), "It is the other side's turn.");
    stage_play(&s, 0, "hide 1 me1");
    stage_play(&s, 1, "hide 1 me1");
    assert_string_equal(stage_refusal(&s, 0, "hide 1 me1"), "The game is over.");
}

/* An Uncatchable is named where the card goes: on the own stack that is caught on, on the other
   side's that is stolen. */
static test_case(test_an_uncatchable_is_named_where_it_lies)
{
    static const char
        uncatchable
            [] = "Nothing can be played on an Uncatchable.",
 order[] =
        "Red catches green, green catches blue, blue catches red; only an Uncatchable catches all three.";
    struct stage s;
    FIELD(&s, "R", "R", "W", "R", "W", "R");
    stage_lay(&s, hand(0), "R");
    assert_string_equal(stage_refusal(&s, 0, "steal 1 them2 me2"), uncatchable);
    assert_string_equal(stage_refusal(&s, 0, "catch 1 me3"), uncatchable);
    assert_string_equal(stage_refusal(&s, 0, "steal 1 them3 me3"), order);
    assert_string_equal(stage_refusal(&s, 0, "catch 1 me2"), order);
}

/* ---- every position ---- */

static test_case(test_invariants_of_every_position)
{
    static struct playthrough play;
    struct variant variants[VARIANTS_MAX];
    int count = variants_of(&game_heartcatchers, variants);
    for (int n = 0; n < 300; n++) {
        playthrough_play(&play, &variants[n % count], (uint64_t)n, CHOICE_ANY, 14);
        for (int i = 0; i <= play.count; i++)
            for (int stack = 0; stack < 2 * HC_STACKS; stack++) {
                const struct table *t = &play.tables[i];
                int zone = up(stack / HC_STACKS, stack % HC_STACKS + 1), size = zone_size(t, zone);
                assert_true(size >= 1);
                for (int k = 1; k < size; k++) {
                    int card = zone_face(t, zone, k), below = zone_face(t, zone, k - 1);
                    assert_int_not_equal(below, HC_UNCATCHABLE);
                    assert_true(card == HC_UNCATCHABLE ||
                                (card / HC_KINDS + 1) % HC_SUITS == below / HC_KINDS);
                }
            }
        struct moves moves;
        for (int i = 0; i < play.count; i++) {
            legal_of(&variants[n % count], &play.tables[i], play.steps[i].seat, &moves);
            assert_true(moves.count >= 6 && moves.count <= 54);
        }
    }
}

#define TESTS(test)                                                                                \
    test(test_example_1_face_up_cards), test(test_example_2_loves_and_heartbreakers),              \
        test(test_example_3_change_of_heart_takes_secrets_along),                                  \
        test(test_example_4_two_changes_of_heart_cancel_out),                                      \
        test(test_example_5_one_on_each_side_cancel_out), test(test_example_6_three_swap_once),    \
        test(test_example_7_face_up_uncatchable), test(test_example_8_steal),                      \
        test(test_hc1_uncatchable_on_the_field_stays), test(test_hc1_layout_hearts_replaces_it),   \
        test(test_hc1_layout_hearts_has_hearts_only),                                              \
        test(test_hc2_face_up_uncatchable_is_a_point), test(test_hc3_secret_under_an_uncatchable), \
        test(test_hc4_secret_under_their_stack), test(test_hc5_uncatchable_steals_and_hides),      \
        test(test_hc6_stacks_exchange_places_secrets_and_all),                                     \
        test(test_hc7_a_lot_decides_who_begins),                                                   \
        test(test_hc8_fourteen_turns_and_hands_run_out_together),                                  \
        test(test_hc9_the_number_of_changes_of_heart_decides),                                     \
        test(test_hc10_secrets_count_for_the_side_they_end_on), test(test_hc11_what_is_public),    \
        test(test_hc12_equal_scores_share_the_win),                                                \
        test(test_red_catches_green_catches_blue_catches_red), test(test_refusals_name_the_rule),  \
        test(test_an_uncatchable_is_named_where_it_lies), test(test_invariants_of_every_position)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/heartcatchers.md", "HC", names,
                       sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("heartcatchers", tests, NULL, NULL);
}
