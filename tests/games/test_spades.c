/* Spades by its rulings, a test for each (named after its id), and who sees what. */
#include "rulings.h"
#include "spades/spades.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_spades;

static int zone(const struct stage *stage, int seat, int own)
{
    return seat_zone(&stage->rules, seat, own);
}

/* As it is dealt by this luck, to `first` as the first, and with these points of the pairs. */
static void deal(struct stage *stage, int first, int one, int other)
{
    struct chance chance;
    struct chance_seed luck = {7};
    stage->game = &game_spades;
    table_init(&stage->table, &stage->rules, SP_SEATS);
    stage->rules.first_seat = first;
    for (int seat = 0; seat < SP_SEATS; seat++)
        stage->rules.points[seat] = seat % 2 ? other : one;
    chance_init(&chance, chance_seeded, &luck);
    game_spades.setup(
        &(struct play){.rules = &stage->rules, .table = &stage->table, .chance = &chance});
}

/* These hands, after the bids; seat 1 leads. */
static void lay(struct stage *stage, const char *const *hands)
{
    stage_init(stage, &game_spades, SP_SEATS);
    for (int seat = 0; seat < SP_SEATS; seat++)
        stage_lay(stage, zone(stage, seat, SP_HAND), hands[seat]);
    stage->table.phase = SP_TO_PLAY;
}

static test_case(test_sp1_who_begins_bids_and_leads)
{
    static const char *const bids[] = {"bid 3", "bid 0", "bid 13", "bid 1"};
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    deal(&s, 2, 0, 0);
    for (int i = 0; i < SP_SEATS; i++) {
        assert_int_equal(s.table.turn, (2 + i) % SP_SEATS);
        assert_int_equal(s.table.phase, SP_TO_BID);
        assert_string_equal(stage_refusal(&s, s.table.turn, "play 1"), "Bids come first: !bid 3.");
        stage_play(&s, s.table.turn, bids[i]);
    }
    assert_int_equal(s.table.turn, 2);
    assert_int_equal(s.table.phase, SP_TO_PLAY);
}

static test_case(test_sp2_everybody_bids_once)
{
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    deal(&s, 0, 0, 0);
    assert_false(stage_can(&s, 0, "bid 14"));
    assert_string_equal(stage_refusal(&s, 0, "bid 14"),
                        "A bid is a number of tricks from 0 to 13.");
    for (int seat = 0; seat < SP_SEATS; seat++)
        stage_play(&s, seat, "bid 0");
    assert_string_equal(stage_refusal(&s, 0, "bid 3"), "The bids are made.");
}

static test_case(test_sp3_blind_nil_is_bid_before_the_cards_are_seen)
{
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    stage_option(&s, "blind", "yes");
    deal(&s, 0, 20, 119);
    assert_false(stage_can(&s, 0, "blind"));
    deal(&s, 0, 20, 120);
    struct sight sight;
    table_sight(&s.rules, &s.table, 0, &sight);
    assert_int_equal(sight.unseen_count, SUITS_FACES);
    assert_string_equal(stage_refusal(&s, 0, "bid 3"),
                        "You have not seen your cards yet: !look, or bid !blind nil.");
    stage_play(&s, 0, "look");
    assert_int_equal(s.table.turn, 0);
    table_sight(&s.rules, &s.table, 0, &sight);
    assert_int_equal(sight.unseen_count, SUITS_FACES - SP_CARDS);
    assert_false(stage_can(&s, 0, "blind"));
    stage_play(&s, 0, "bid 3");
    assert_false(stage_can(&s, 1, "blind")); /* that pair is in front */
    stage_play(&s, 1, "bid 3");
    stage_play(&s, 2, "blind");
    assert_int_equal(zone_size(&s.table, zone(&s, 2, SP_HAND)), SP_CARDS);
    assert_int_equal(s.table.own[2][SP_WAS_BLIND], 1);
    assert_int_equal(s.table.turn, 3);
    stage_option(&s, "blind", "no");
    deal(&s, 0, 20, 120);
    assert_false(stage_can(&s, 0, "blind"));
}

static test_case(test_sp4_spades_are_led_once_they_are_broken)
{
    static const char *const hands[] = {"S5 CA", "C3 D2", "C4 D3", "S2 H3"};
    static const char *const only_spades[] = {"S5 S6", "S3 D2", "C4 D3", "S2 H3"};
    struct stage s;
    lay(&s, hands);
    assert_false(stage_can(&s, 0, "play 1"));
    assert_string_equal(
        stage_refusal(&s, 0, "play 1"),
        "Spades may not be led before one was played, unless you have nothing else.");
    stage_play(&s, 0, "play 2");
    assert_false(stage_can(&s, 1, "play 2"));
    assert_string_equal(stage_refusal(&s, 1, "play 2"), "You have to follow suit.");
    stage_play(&s, 1, "play 1");
    stage_play(&s, 2, "play 1");
    stage_play(&s, 3, "play 1");
    assert_int_equal(s.table.own[3][SP_VOIDS], 1 << SUITS_CLUBS);
    assert_int_equal(s.table.turn, 3); /* the two of spades takes the ace of clubs */
    assert_int_equal(s.table.own[3][SP_TRICKS], 1);
    assert_int_equal(s.table.shared[SP_BROKEN], 1);
    lay(&s, only_spades);
    stage_play(&s, 0, "play 1");
    assert_int_equal(s.table.own[0][SP_VOIDS], 0xf & ~(1 << SUITS_SPADES));
}

/* What the first pair gets: bids of both, -1 for a blind nil, and tricks of both. */
static int scored(const struct stage *stage, int one, int other, int tricks, int others_tricks)
{
    struct stage s = *stage;
    struct score score;
    const int bids[] = {one, 3, other, 3}, taken[] = {tricks, 0, others_tricks, 0};
    table_init(&s.table, &s.rules, SP_SEATS);
    for (int seat = 0; seat < SP_SEATS; seat++) {
        s.table.own[seat][SP_BID_IS] = 1 + (bids[seat] < 0 ? 0 : bids[seat]);
        s.table.own[seat][SP_WAS_BLIND] = bids[seat] < 0;
        s.table.own[seat][SP_TRICKS] = taken[seat];
    }
    s.table.over = true;
    stage_score(&s, &score);
    assert_int_equal(score.total[0], score.total[2]);
    assert_int_equal(score.total[1], -60);
    assert_int_equal(score.winners, score.total[0] > -60 ? 0x5 : score.total[0] == -60 ? 0xf : 0xa);
    return score.total[0];
}

static void with_points(struct stage *stage, int points)
{
    stage->rules.points[0] = stage->rules.points[2] = points;
}

static test_case(test_sp5_ten_bags_cost_a_hundred)
{
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    assert_int_equal(scored(&s, 3, 4, 5, 2), 70);
    assert_int_equal(scored(&s, 3, 4, 5, 4), 72);
    assert_int_equal(scored(&s, 3, 4, 5, 1), -70);
    with_points(&s, 248);
    assert_int_equal(scored(&s, 3, 4, 5, 3), 71);
    assert_int_equal(scored(&s, 3, 4, 5, 4), 72 - 100);
    with_points(&s, -97);
    assert_int_equal(scored(&s, 1, 1, 8, 0), 26);
    assert_int_equal(scored(&s, 1, 1, 8, 1), 27 - 100);
    with_points(&s, 9);
    assert_int_equal(scored(&s, 0, 1, 0, 13), 10 + 100 + 12 - 200);
    stage_option(&s, "bags", "off");
    assert_int_equal(scored(&s, 3, 4, 5, 4), 72);
}

static test_case(test_sp6_tricks_of_a_nil_that_failed)
{
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    assert_int_equal(scored(&s, 0, 4, 2, 4), 40 - 100 + 2);
    assert_int_equal(scored(&s, 0, 4, 2, 3), -40 - 100 + 2);
    stage_option(&s, "failed", "help");
    assert_int_equal(scored(&s, 0, 4, 2, 4), 40 - 100 + 2);
    assert_int_equal(scored(&s, 0, 4, 2, 3), 40 - 100 + 1);
    assert_int_equal(scored(&s, 0, 4, 2, 1), -40 - 100);
}

static test_case(test_sp7_a_match_goes_up_to_points)
{
    struct ruleset rules;
    game_ruleset(&game_spades, &rules);
    rules.options[SP_MATCH] = 3; /* 500 */
    assert_false(game_spades.ends(&rules, (const int[]){499, -199, 499, -199}, SP_SEATS));
    assert_true(game_spades.ends(&rules, (const int[]){500, 0, 500, 0}, SP_SEATS));
    assert_false(game_spades.ends(&rules, (const int[]){520, 520, 520, 520}, SP_SEATS));
    assert_true(game_spades.ends(&rules, (const int[]){10, -200, 10, -200}, SP_SEATS));
    rules.options[SP_MATCH] = 1; /* 200 */
    assert_true(game_spades.ends(&rules, (const int[]){0, 200, 0, 200}, SP_SEATS));
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    assert_int_equal(scored(&s, 3, 3, 2, 2), -60); /* shared */
}

static test_case(test_sp8_a_nil_stands_by_itself)
{
    struct stage s;
    stage_init(&s, &game_spades, SP_SEATS);
    assert_int_equal(scored(&s, 0, 4, 0, 4), 140);
    assert_int_equal(scored(&s, 0, 4, 0, 3), 60);
    assert_int_equal(scored(&s, 0, -1, 0, 0), 300);
    assert_int_equal(scored(&s, 0, -1, 0, 1), 100 - 200 + 1);
    assert_int_equal(game_spades.partners(&s.rules, SP_SEATS, 3), 0xa);
}

static test_case(test_only_the_holder_sees_a_hand)
{
    static const char *const hands[] = {"S5 CA", "C3 D2", "C4 D3", "S2 H3"};
    struct stage s;
    lay(&s, hands);
    stage_expect_seen(&s, 0, zone(&s, 0, SP_HAND), "S5 CA");
    stage_expect_seen(&s, 2, zone(&s, 0, SP_HAND), "- -");
    stage_expect_seen(&s, SEAT_PUBLIC, zone(&s, 0, SP_HAND), "- -");
}

#define TESTS(test)                                                                                \
    test(test_sp1_who_begins_bids_and_leads), test(test_sp2_everybody_bids_once),                  \
        test(test_sp3_blind_nil_is_bid_before_the_cards_are_seen),                                 \
        test(test_sp4_spades_are_led_once_they_are_broken),                                        \
        test(test_sp5_ten_bags_cost_a_hundred), test(test_sp6_tricks_of_a_nil_that_failed),        \
        test(test_sp7_a_match_goes_up_to_points), test(test_sp8_a_nil_stands_by_itself),           \
        test(test_only_the_holder_sees_a_hand)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/spades.md", "SP", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("spades", tests, NULL, NULL);
}
