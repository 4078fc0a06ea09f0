/* Hearts by its rulings, a test for each (named after its id), and who sees what. */
#include "hearts/hearts.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

#include <stdio.h>

extern const struct game game_hearts;

enum { SEATS = 4 };

static int zone(const struct stage *stage, int seat, int own)
{
    return seat_zone(&stage->rules, seat, own);
}

/* As it is dealt by this luck, as that deal of a match. */
static void deal(struct stage *stage, int seats, int number)
{
    static struct chance_seed luck;
    luck.state = 7;
    stage_init(stage, &game_hearts, seats);
    stage->rules.deal = number;
    chance_init(&stage->chance, chance_seeded, &luck);
    game_hearts.setup(
        &(struct play){.rules = &stage->rules, .table = &stage->table, .chance = &stage->chance});
}

/* These hands; seat 1 leads, and it is not the first trick. */
static void lay(struct stage *stage, const char *const *hands, int seats)
{
    stage_init(stage, &game_hearts, seats);
    for (int seat = 0; seat < seats; seat++)
        stage_lay(stage, zone(stage, seat, HE_HAND), hands[seat]);
    stage_lay(stage, zone(stage, 1, HE_TAKEN), "C2");
}

/* The first three cards of each hand. */
static void pass_all(struct stage *stage)
{
    for (int seat = 0; seat < stage->table.seats; seat++)
        for (int slot = 1; slot <= 3; slot++) {
            char text[16];
            snprintf(text, sizeof text, "pass %d", slot);
            stage_play(stage, seat, text);
        }
}

/* How many seats further the first card of seat 1 lies once all have passed; 0: none are passed. */
static int passed_to(int seats, int number)
{
    struct stage s;
    deal(&s, seats, number);
    int face = zone_face(&s.table, zone(&s, 0, HE_HAND), 0), to = -1;
    if (s.table.phase == HE_TO_PLAY)
        return 0;
    pass_all(&s);
    for (int seat = 0; seat < seats; seat++)
        to = zone_find(&s.table, zone(&s, seat, HE_HAND), face) >= 0 ? seat : to;
    return to;
}

static test_case(test_he1_where_cards_go)
{
    static const int with_four[] = {1, 3, 2, 0, 1}, with_three[] = {1, 2, 0, 1};
    for (int number = 0; number < 5; number++)
        assert_int_equal(passed_to(4, number), with_four[number]);
    for (int number = 0; number < 4; number++)
        assert_int_equal(passed_to(3, number), with_three[number]);
    struct stage s;
    stage_init(&s, &game_hearts, SEATS);
    stage_option(&s, "passing", "no");
    struct chance_seed luck = {1};
    chance_init(&s.chance, chance_seeded, &luck);
    game_hearts.setup(&(struct play){.rules = &s.rules, .table = &s.table, .chance = &s.chance});
    assert_int_equal(s.table.phase, HE_TO_PLAY);
}

static test_case(test_he2_cards_are_taken_back_until_all_have_passed)
{
    struct stage s;
    deal(&s, SEATS, 0);
    assert_string_equal(stage_refusal(&s, 1, "take"), "You have laid no card aside.");
    for (int i = 0; i < 3; i++)
        stage_play(&s, 1, i == 0 ? "pass 3" : i == 1 ? "pass 1" : "pass 5");
    assert_string_equal(stage_refusal(&s, 1, "pass 2"),
                        "You have laid three cards aside; !take takes them back.");
    struct sight sight;
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_int_equal(game_hearts.due(&s.rules, &sight), 0xd);
    stage_play(&s, 1, "take");
    assert_int_equal(zone_size(&s.table, zone(&s, 1, HE_HAND)), 13);
    assert_int_equal(zone_size(&s.table, zone(&s, 1, HE_ASIDE)), 0);
    pass_all(&s);
    assert_int_equal(s.table.phase, HE_TO_PLAY);
    assert_string_equal(stage_refusal(&s, 1, "take"),
                        "Cards are passed before the first trick only.");
}

static test_case(test_he3_the_first_trick_is_clean)
{
    static const char *const hands[] = {"C2 C3", "DA H3 SQ", "H4 SQ", "DJ HA"};
    struct stage s;
    stage_init(&s, &game_hearts, SEATS);
    for (int seat = 0; seat < SEATS; seat++)
        stage_lay(&s, zone(&s, seat, HE_HAND), hands[seat]);
    assert_false(stage_can(&s, 0, "play 2"));
    assert_string_equal(stage_refusal(&s, 0, "play 2"),
                        "The two of clubs leads to the first trick.");
    stage_play(&s, 0, "play 1");
    assert_false(stage_can(&s, 1, "play 2"));
    assert_string_equal(
        stage_refusal(&s, 1, "play 3"),
        "No heart and no queen of spades goes to the first trick, as long as you have another card.");
    stage_option(&s, "clean", "no");
    assert_true(stage_can(&s, 1, "play 2"));
    stage_option(&s, "clean", "yes");
    stage_play(&s, 1, "play 1");
    assert_true(stage_can(&s, 2, "play 2"));
    stage_play(&s, 2, "play 1");
    assert_int_equal(s.table.own[2][HE_VOIDS], 1 << SUITS_CLUBS | 1 << SUITS_DIAMONDS);
    stage_play(&s, 3, "play 1");
    assert_int_equal(s.table.own[3][HE_VOIDS], 1 << SUITS_CLUBS);
    assert_int_equal(s.table.own[0][HE_POINTS], 1);
    assert_int_equal(s.table.turn, 0);
}

static test_case(test_he4_hearts_are_led_once_they_are_broken)
{
    static const char *const hands[] = {"H5 SQ", "D2 D3", "D4 D5", "D6 D7"};
    static const char *const only_hearts[] = {"H5 H6", "H2 D3", "H4 D5", "H6 D7"};
    struct stage s;
    lay(&s, hands, SEATS);
    assert_false(stage_can(&s, 0, "play 1"));
    assert_string_equal(
        stage_refusal(&s, 0, "play 1"),
        "Hearts may not be led before one was played, unless you have nothing else.");
    stage_play(&s, 0, "play 2");
    assert_int_equal(s.table.shared[HE_BROKEN], 0);
    lay(&s, hands, SEATS);
    stage_option(&s, "queen", "breaks");
    stage_play(&s, 0, "play 2");
    assert_int_equal(s.table.shared[HE_BROKEN], 1);
    lay(&s, only_hearts, SEATS);
    stage_play(&s, 0, "play 1");
    assert_int_equal(s.table.own[0][HE_VOIDS], 0xf & ~(1 << SUITS_HEARTS));
    assert_false(stage_can(&s, 1, "play 2"));
    assert_string_equal(stage_refusal(&s, 1, "play 2"), "You have to follow suit.");
    assert_int_equal(s.table.shared[HE_BROKEN], 1);
}

/* Seat 1 took all points, and perhaps the jack; or seat 2 has one heart of them. */
static void take_all(struct stage *stage, const char *option, const char *value, bool shares)
{
    stage_init(stage, &game_hearts, SEATS);
    stage_option(stage, option, value);
    stage_lay(stage, zone(stage, 0, HE_TAKEN), "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK SQ C4 D2");
    stage_lay(stage, zone(stage, shares, HE_TAKEN), "HA");
    stage_lay(stage, zone(stage, 2, HE_TAKEN), "DJ");
    stage->table.own[0][HE_POINTS] = 26 - shares;
    stage->table.own[1][HE_POINTS] = shares;
    stage->table.own[2][HE_POINTS] = stage->rules.options[HE_JACK] ? -10 : 0;
    stage->table.over = true;
}

static void expect_totals(const struct stage *stage, int one, int two, int three, int four)
{
    const int totals[] = {one, two, three, four};
    struct score score;
    stage_score(stage, &score);
    for (int seat = 0; seat < SEATS; seat++)
        assert_int_equal(score.total[seat], totals[seat]);
}

static test_case(test_he5_shooting_the_moon)
{
    struct stage s;
    take_all(&s, "moon", "others", false);
    expect_totals(&s, 0, -26, -26, -26);
    take_all(&s, "moon", "shooter", false);
    expect_totals(&s, 26, 0, 0, 0);
    take_all(&s, "moon", "off", false);
    expect_totals(&s, -26, 0, 0, 0);
    take_all(&s, "moon", "others", true);
    expect_totals(&s, -25, -1, 0, 0);
    s.table.over = false; /* it is not shot before the end */
    take_all(&s, "moon", "others", false);
    s.table.over = false;
    expect_totals(&s, -26, 0, 0, 0);
}

static test_case(test_he6_the_jack_counts_for_who_took_it)
{
    struct stage s;
    take_all(&s, "jack", "yes", false);
    expect_totals(&s, 0, -26, -16, -26);
    take_all(&s, "jack", "yes", true);
    expect_totals(&s, -25, -1, 10, 0);
    static const char *const hands[] = {"DQ C3", "DJ C4", "D2 C5", "DA C6"};
    lay(&s, hands, SEATS);
    stage_option(&s, "jack", "yes");
    for (int seat = 0; seat < SEATS; seat++)
        stage_play(&s, seat, "play 1");
    assert_int_equal(s.table.own[3][HE_POINTS], -10);
}

static test_case(test_he7_a_match_goes_up_to_points)
{
    struct ruleset rules;
    game_ruleset(&game_hearts, &rules);
    rules.options[HE_MATCH] = 2; /* 100 */
    assert_false(game_hearts.ends(&rules, (const int[]){-99, 0, -40, -30}, SEATS));
    assert_true(game_hearts.ends(&rules, (const int[]){-100, 0, -40, -30}, SEATS));
    assert_false(game_hearts.ends(&rules, (const int[]){-100, -30, -40, -30}, SEATS));
    rules.options[HE_TIE] = HE_TIE_SHARED;
    assert_true(game_hearts.ends(&rules, (const int[]){-100, -30, -40, -30}, SEATS));
    rules.options[HE_MATCH] = 1; /* 50 */
    assert_true(game_hearts.ends(&rules, (const int[]){-50, -30, -40}, 3));
}

static test_case(test_he8_equal_points_share_a_deal)
{
    struct stage s;
    struct score score;
    take_all(&s, "moon", "off", true);
    stage_score(&s, &score);
    assert_int_equal(score.winners, 1 << 2 | 1 << 3);
}

static test_case(test_he9_the_two_of_clubs_leads)
{
    struct stage s;
    for (int seats = 3; seats <= SEATS; seats++) {
        deal(&s, seats, seats - 1);
        assert_true(zone_find(&s.table, zone(&s, s.table.turn, HE_HAND), HE_TWO_OF_CLUBS) >= 0);
        assert_int_equal(zone_size(&s.table, zone(&s, 0, HE_HAND)), seats == 3 ? 17 : 13);
        stage_expect(&s, HE_OUT, seats == 3 ? "D2" : "");
        deal(&s, seats, 0);
        pass_all(&s);
        assert_true(zone_find(&s.table, zone(&s, s.table.turn, HE_HAND), HE_TWO_OF_CLUBS) >= 0);
    }
}

static test_case(test_only_giver_and_holder_know_what_was_passed)
{
    struct stage s;
    struct sight sight;
    deal(&s, SEATS, 0);
    int face = zone_face(&s.table, zone(&s, 0, HE_HAND), 0);
    stage_play(&s, 0, "pass 1");
    for (int viewer = 0; viewer < SEATS; viewer++) {
        table_sight(&s.rules, &s.table, viewer, &sight);
        assert_int_equal(zone_face(&sight.seen, zone(&s, 0, HE_ASIDE), 0) == face, viewer == 0);
    }
    stage_play(&s, 0, "take");
    pass_all(&s);
    for (int viewer = 0; viewer < SEATS; viewer++) {
        table_sight(&s.rules, &s.table, viewer, &sight);
        int seen = 0;
        for (int i = 0; i < 13; i++)
            seen += !face_is_back(zone_face(&sight.seen, zone(&s, 1, HE_HAND), i));
        assert_int_equal(seen, viewer == 1 ? 13 : viewer == 0 ? 3 : 0);
    }
}

#define TESTS(test)                                                                                \
    test(test_he1_where_cards_go), test(test_he2_cards_are_taken_back_until_all_have_passed),      \
        test(test_he3_the_first_trick_is_clean),                                                   \
        test(test_he4_hearts_are_led_once_they_are_broken), test(test_he5_shooting_the_moon),      \
        test(test_he6_the_jack_counts_for_who_took_it), test(test_he7_a_match_goes_up_to_points),  \
        test(test_he8_equal_points_share_a_deal), test(test_he9_the_two_of_clubs_leads),           \
        test(test_only_giver_and_holder_know_what_was_passed)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/hearts.md", "HE", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("hearts", tests, NULL, NULL);
}
