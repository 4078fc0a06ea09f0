/* A turn and the end: drawing, the market, boosting, agreeing. */
#include "kritters_tests.h"

#include "games.h"
#include "generic.h"
#include "playthrough.h"

void test_kr2_buying_is_mandatory(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    lay_turn(&s, "C", "C+:C CC:CC R3:MMY W:CMY");
    assert_true(stage_can(&s, 0, "buy 1"));
    assert_false(stage_can(&s, 0, "pass"));
    assert_string_equal(stage_refusal(&s, 0, "pass"),
                        "You can afford a card, so you must buy one (must_buy=yes).");
    stage_option(&s, "must_buy", "no");
    assert_true(stage_can(&s, 0, "buy 1"));
    assert_true(stage_can(&s, 0, "pass"));
    assert_false(stage_can(&s, 0, "flush"));
    stage_play(&s, 0, "pass");
    stage_expect(&s, of(0, KR_DISCARD), "C");
    stage_expect(&s, KR_MARKET, "C+:C CC:CC R3:MMY W:CMY");
    stage_expect(&s, of(1, KR_FRONT), "C M Y");
    assert_int_equal(s.table.turn, 1);
}

/* Seat 1 buys something, so that seat 2 draws. */
static void turn_over(struct stage *s)
{
    lay_turn(s, "C", "C+:C M+:C Y+:C C+:M");
    stage_play(s, 0, "buy 1");
    assert_int_equal(s->table.turn, 1);
}

static void lay_decks(struct stage *s, const char *deck, const char *discard)
{
    struct play play = {&s->rules, &s->table, &s->chance, NULL, NULL};
    lay_table(s, 2);
    while (zone_size(&s->table, of(1, KR_DECK)) > 0)
        table_move(&play, of(1, KR_DECK), 0, KR_OUT);
    stage_lay(s, of(1, KR_DECK), deck);
    stage_lay(s, of(1, KR_DISCARD), discard);
}

void test_kr3_cards_draw_more_cards(void **state)
{
    struct stage s;
    (void)state;
    lay_decks(&s, "C M+:C Y C++:MY M C Y+:C Y Y C", "M M");
    turn_over(&s);
    stage_expect(&s, of(1, KR_FRONT), "C M+:C Y C++:MY M C"); /* three, one for M+, two for C++ */
    stage_expect(&s, of(1, KR_DECK), "Y+:C Y Y C");
    stage_expect(&s, of(1, KR_DISCARD), "M M");
}

void test_kr3_deck_runs_out_in_the_middle(void **state)
{
    struct stage s;
    (void)state;
    lay_decks(&s, "C M+:C", "Y Y M M");
    for (int i = 3; i >= 1; i--)
        assert_true(chance_script(&s.chance, i)); /* the shuffle moves nothing */
    turn_over(&s);
    stage_expect(&s, of(1, KR_FRONT), "C M+:C Y Y"); /* what lies in front is not shuffled in */
    stage_expect(&s, of(1, KR_DECK), "M M");
    stage_expect(&s, of(1, KR_DISCARD), "");
    lay_decks(&s, "C M+:C", "Y");
    turn_over(&s);
    stage_expect(&s, of(1, KR_FRONT), "C M+:C Y"); /* less than it would draw */
    lay_decks(&s, "C M C", "Y Y");
    turn_over(&s);
    stage_expect(&s, of(1, KR_DECK), ""); /* it ran out, but not in the middle */
    stage_expect(&s, of(1, KR_DISCARD), "Y Y");
}

void test_kr4_discards_are_shuffled_after_the_turn(void **state)
{
    struct stage s;
    (void)state;
    lay_decks(&s, "C M C", "Y Y");
    turn_over(&s);
    for (int i = 5; i >= 1; i--)
        assert_true(chance_script(&s.chance, i));
    stage_play(&s, 1, "buy 1"); /* M+:C, as the first place was filled again */
    stage_expect(&s, of(1, KR_DECK), "Y Y M+:C C M C");
    stage_expect(&s, of(1, KR_DISCARD), "");
    lay_decks(&s, "C M C Y", "Y Y");
    turn_over(&s);
    stage_play(&s, 1, "buy 1");
    stage_expect(&s, of(1, KR_DECK), "Y");
    stage_expect(&s, of(1, KR_DISCARD), "Y Y M+:C C M C");
}

static bool was_said(const struct stage *s, int say, int seat)
{
    for (int i = 0; i < s->events.count; i++)
        if (s->events.list[i].kind == EVENT_SAID && s->events.list[i].say == say &&
            s->events.list[i].seat == seat)
            return true;
    return false;
}

void test_kr7_market_is_flushed_by_itself(void **state)
{
    struct stage s;
    (void)state;
    lay_decks(&s, "C C C Y", "");
    lay_turn(&s, "M", "M+:M R4:MMYY YY:YY R5:MMYYY");
    assert_string_equal(stage_refusal(&s, 0, "flush"),
                        "The market is replaced only for a player who can afford no card.");
    stage_play(&s, 0, "buy 1"); /* M+:C comes instead: seat 2 can buy it, no flush */
    stage_expect(&s, KR_MARKET, "M+:C R4:MMYY YY:YY R5:MMYYY");
    lay_decks(&s, "C C C Y", "");
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    lay_turn(&s, "M", "M+:M R4:MMYY YY:YY R5:MMYYY");
    table_add(&s.table, KR_KRITTER_DECK, 0, 0);
    stage_lay(&s, KR_KRITTER_DECK, "MM:MM");
    table_insert(&play, KR_KRITTER_DECK, 6, KR_KRITTER_DECK, 0);
    stage_play(&s, 0, "buy 1");
    stage_expect(&s, KR_MARKET, "M+:C Y+:C C+:C M+:C");
    /* left to right, under the deck */
    stage_expect(&s, KR_KRITTER_DECK, "Y+:C C+:C MM:MM R4:MMYY YY:YY R5:MMYYY");
    assert_true(was_said(&s, KR_SAY_SWEPT, 1));
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.own[1][KR_TURNS], 0);
}

void test_kr7_who_still_cannot_buy_passes(void **state)
{
    struct stage s;
    (void)state;
    lay_decks(&s, "Y Y Y M", "");
    lay_turn(&s, "M", "M+:M R4:MMYY CC:CC R5:MMYYY");
    while (zone_size(&s.table, KR_PALETTES) > 0) {
        struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
        table_move(&play, KR_PALETTES, 0, KR_OUT);
    }
    /* three yellow pay for nothing that costs cyan, nor for a brush of magenta */
    stage_play(&s, 0, "buy 1");
    assert_true(was_said(&s, KR_SAY_UNABLE, 1));
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.own[1][KR_TURNS], 1);
    stage_expect(&s, of(1, KR_DISCARD), "Y Y Y");
    stage_expect(&s, of(0, KR_FRONT), "C M Y");
    /* for seat 1 there was no need to flush again */
    stage_expect(&s, KR_MARKET, "Y+:C C+:C M+:C Y+:C");
}

void test_kr7_flush_and_pass_are_said_with_boost(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "adv", "boost");
    lay_turn(&s, "Y", "M+:M R4:MMYY CC:CC R5:MMYYY");
    assert_true(stage_can(&s, 0, "flush"));
    assert_true(stage_can(&s, 0, "boost 1"));
    assert_false(stage_can(&s, 0, "pass"));
    assert_string_equal(stage_refusal(&s, 0, "pass"),
                        "Before you may pass, the market is replaced: flush.");
    stage_play(&s, 0, "flush");
    assert_int_equal(s.table.turn, 0);
    stage_expect(&s, KR_MARKET, "M+:C Y+:C C+:C M+:C");
    assert_false(stage_can(&s, 0, "flush"));
    assert_string_equal(stage_refusal(&s, 0, "flush"),
                        "The market has been replaced in this turn already; that happens once.");
    assert_true(stage_can(&s, 0, "boost 1"));
    assert_true(stage_can(&s, 0, "pass"));
    stage_play(&s, 0, "pass");
    assert_int_equal(s.table.turn, 1);
    assert_int_equal(s.table.shared[KR_FLUSHED], 0);
    assert_int_equal(game_kritters.verbs[KR_FLUSH].flags & game_kritters.verbs[KR_PASS].flags &
                         VERB_STEP,
                     VERB_STEP);
    lay_table(&s, 2); /* the same where nobody has to buy: flush first, then pass */
    stage_option(&s, "must_buy", "no");
    lay_turn(&s, "Y", "M+:M R4:MMYY CC:CC R5:MMYYY");
    assert_true(stage_can(&s, 0, "flush"));
    assert_false(stage_can(&s, 0, "pass"));
    stage_play(&s, 0, "flush");
    assert_true(stage_can(&s, 0, "pass"));
}

void test_kr8_refill_in_the_same_place(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "adv", "double");
    lay_turn(&s, "C M Y Y", "C+:C M+:M Y+:Y CC:CC");
    stage_play(&s, 0, "buy 1 3");
    stage_expect(&s, of(0, KR_DISCARD), "C+:C Y+:Y C M Y Y");
    stage_expect(&s, KR_MARKET, "M+:C M+:M Y+:C CC:CC");
    stage_expect(&s, KR_KRITTER_DECK, "C+:C M+:C Y+:C C+:C");
}

void test_kr8_market_closes_up_when_the_deck_is_empty(void **state)
{
    struct stage s;
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    (void)state;
    lay_table(&s, 2);
    while (zone_size(&s.table, KR_KRITTER_DECK) > 0)
        table_move(&play, KR_KRITTER_DECK, 0, KR_OUT);
    lay_turn(&s, "C", "C+:M C+:C Y+:C M+:C");
    stage_play(&s, 0, "buy 2");
    stage_expect(&s, KR_MARKET, "C+:M Y+:C M+:C");
    assert_true(stage_can(&s, 1, "buy 3"));
    assert_string_equal(stage_refusal(&s, 1, "buy 4"),
                        "The market has no card in that place; places count from the left.");
}

/* Plays any legal purchase; false: nobody can. */
static bool buy_any(struct stage *s)
{
    for (const char *const *move = (const char *const[]){"buy 1", "buy 2", "buy 3", "buy 4", NULL};
         *move; move++)
        if (!s->table.over && stage_can(s, s->table.turn, *move)) {
            stage_play(s, s->table.turn, *move);
            return true;
        }
    return false;
}

void test_kr9_end_by_the_deck(void **state)
{
    struct stage s;
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    (void)state;
    for (int trigger = 0; trigger < 3; trigger++) {
        lay_table(&s, 3);
        s.table.turn = trigger;
        while (zone_size(&s.table, KR_KRITTER_DECK) > 1)
            table_move(&play, KR_KRITTER_DECK, 0, KR_OUT);
        stage_lay(&s, of(trigger, KR_FRONT), "C");
        stage_lay(&s, KR_MARKET, "M+:C M+:C M+:C M+:C");
        assert_true(buy_any(&s));
        assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_DECK_EMPTY);
        assert_true(was_said(&s, KR_SAY_DECK_EMPTY, SEAT_NONE));
        /* seat 1 has the marker: the round goes on to seat 3 */
        for (int later = trigger + 1; later < 3; later++) {
            assert_int_equal(s.table.turn, later);
            assert_true(buy_any(&s));
        }
        assert_true(s.table.over);
    }
}

static void empty(struct stage *s, int zone)
{
    struct play play = {&s->rules, &s->table, &s->chance, NULL, NULL};
    while (zone_size(&s->table, zone) > 0)
        table_move(&play, zone, 0, KR_OUT);
}

/* What the register says after one purchase with some piles empty. */
static int end_of(const char *mode, const char *exp, int one, int other)
{
    struct stage s;
    lay_table(&s, 2);
    stage_option(&s, "mode", mode);
    stage_option(&s, "exp", exp);
    stage_lay(&s, KR_BUCKETS, "Bu:CCMM");
    empty(&s, one);
    empty(&s, other);
    lay_turn(&s, "C", "M+:C M+:C M+:C M+:C");
    stage_play(&s, 0, "buy 1");
    assert_false(s.table.over); /* seat 2 has a turn yet */
    return s.table.shared[KR_LAST_ROUND];
}

void test_kr9_end_by_the_piles(void **state)
{
    (void)state;
    assert_int_equal(end_of("standard", "none", KR_BRUSHES, KR_PALETTES), KR_PILES_EMPTY);
    assert_int_equal(end_of("standard", "none", KR_BRUSHES, KR_BRUSHES), KR_GOES_ON);
    assert_int_equal(end_of("standard", "none", KR_PALETTES, KR_WANDS), KR_GOES_ON);
    assert_int_equal(end_of("standard", "SS,SW", KR_BRUSHES, KR_WANDS), KR_GOES_ON);
}

void test_kr9_junior_has_no_piles(void **state)
{
    (void)state;
    assert_int_equal(end_of("junior", "none", KR_BRUSHES, KR_PALETTES), KR_GOES_ON);
    assert_int_equal(end_of("junior", "none", KR_KRITTER_DECK, KR_PALETTES), KR_DECK_EMPTY);
}

void test_kr10_two_of_three_piles(void **state)
{
    (void)state;
    assert_int_equal(end_of("standard", "MP", KR_BRUSHES, KR_PALETTES), KR_PILES_EMPTY);
    assert_int_equal(end_of("standard", "MP", KR_BRUSHES, KR_BUCKETS), KR_PILES_EMPTY);
    assert_int_equal(end_of("standard", "MP", KR_PALETTES, KR_BUCKETS), KR_PILES_EMPTY);
    assert_int_equal(end_of("standard", "MP", KR_BUCKETS, KR_WANDS), KR_GOES_ON);
    assert_int_equal(end_of("standard", "MP", KR_KRITTER_DECK, KR_BUCKETS), KR_DECK_EMPTY);
}

/* ---- boosting ---- */

static void lay_boost(struct stage *s, const char *front, const char *market)
{
    lay_table(s, 2);
    stage_option(s, "adv", "boost");
    lay_turn(s, front, market);
}

void test_kr15_boost_counts_twice_and_leaves(void **state)
{
    struct stage s;
    (void)state;
    lay_boost(&s, "C CM:YY R3:MMY", "C+:C B4:CCMM B3:CCM W:CMY");
    assert_false(stage_can(&s, 0, "buy 2"));
    assert_true(stage_can(&s, 0, "boost 3")); /* any card, even if nothing of it doubles */
    assert_false(stage_can(&s, 0, "boost 4"));
    assert_string_equal(stage_refusal(&s, 0, "boost 4"),
                        "No card with that number lies in front of you; they count from the left.");
    stage_play(&s, 0, "boost 2"); /* both splotches of it: now C C C M M */
    assert_true(stage_can(&s, 0, "buy 2"));
    assert_true(stage_can(&s, 0, "buy 3"));
    assert_false(stage_can(&s, 0, "boost 1"));
    assert_string_equal(stage_refusal(&s, 0, "boost 1"),
                        "You have boosted a card in this turn already; one a turn.");
    stage_play(&s, 0, "buy 2");
    stage_expect(&s, KR_OUT, "CM:YY");
    stage_expect(&s, of(0, KR_DISCARD), "B4:CCMM C R3:MMY");
    lay_boost(&s, "W:CMY C M", "G2:YC G6:YYYCCC B4:CCMM W+:CMYY");
    stage_play(&s, 0, "boost 1");
    assert_true(stage_can(&s, 0, "buy 1"));
    assert_true(stage_can(&s, 0, "buy 3"));
    assert_true(stage_can(&s, 0, "buy 4")); /* C, M and two wilds */
    assert_false(stage_can(&s, 0, "buy 2"));
}

void test_kr15_boost_draws_again(void **state)
{
    struct stage s;
    (void)state;
    lay_boost(&s, "C++:MY", "C+:C B4:CCMM B3:CCM W:CMY");
    stage_play(&s, 0, "boost 1");
    stage_expect(&s, of(0, KR_FRONT), "C++:MY C M");
    assert_int_equal(s.table.turn, 0);
    assert_true(stage_can(&s, 0, "buy 3")); /* C twice, C, M */
    stage_play(&s, 0, "buy 3");
    stage_expect(&s, KR_OUT, "C++:MY");
    lay_boost(&s, "Y", "M+:M R4:MMYY CC:CC R5:MMYYY");
    stage_play(&s, 0, "flush");
    stage_play(&s, 0, "boost 1"); /* also after the market was replaced, as nothing is bought yet */
    stage_play(&s, 0, "pass");
    stage_expect(&s, KR_OUT, "Y");
    stage_expect(&s, of(0, KR_DISCARD), "");
}

void test_kr15_boosted_wand_is_two(void **state)
{
    struct stage s;
    (void)state;
    lay_boost(&s, "C C M Wa:CMY", "MM:MM R2:MY YC:MM G3:YYC");
    /* C C M: cyan to yellow and magenta to cyan takes two */
    assert_false(stage_can(&s, 0, "buy 4"));
    stage_play(&s, 0, "boost 4");
    assert_true(stage_can(&s, 0, "buy 4"));
    stage_play(&s, 0, "buy 4");
    stage_expect(&s, KR_OUT, "Wa:CMY");
    struct score score; /* points and scoring items gain nothing: what is boosted is gone */
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 3);
}

/* ---- junior: agreeing ---- */

void test_kr16_all_must_agree_to_finish(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 3);
    lay_turn(&s, "C", "M+:C M+:C M+:C M+:C");
    assert_false(stage_can(&s, 1, "finish"));
    assert_string_equal(stage_refusal(&s, 1, "finish"),
                        "Only a junior game can be finished early, when all players agree.");
    stage_option(&s, "mode", "junior");
    stage_play(&s, 2, "finish"); /* also out of turn */
    assert_false(stage_can(&s, 2, "finish"));
    stage_play(&s, 0, "finish");
    assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_GOES_ON);
    assert_int_equal(s.table.turn, 0);
    stage_play(&s, 0, "buy 1");
    stage_play(&s, 1, "finish");
    assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_ALL_AGREED);
    assert_true(was_said(&s, KR_SAY_AGREED, SEAT_NONE));
    assert_string_equal(stage_refusal(&s, 1, "finish"), "This is the last round already.");
    stage_play(&s, 1, "buy 1");
    assert_false(s.table.over);
    stage_play(&s, 2, "buy 1");
    assert_true(s.table.over);
}

void test_robots_agree_to_finish(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "mode", "junior");
    lay_turn(&s, "C", "M+:C M+:C M+:C M+:C");
    for (int asked = 0; asked < 2; asked++) {
        struct sight sight;
        struct moves moves;
        struct chance_seed seed = {1};
        struct chance chance;
        chance_init(&chance, chance_seeded, &seed);
        table_sight(&s.rules, &s.table, 0, &sight);
        game_kritters.legal(&s.rules, &sight, 0, &moves);
        int chosen = game_choose(&game_kritters, &s.rules, &sight, 0, &moves, &chance);
        assert_int_equal(moves.list[chosen].verb, asked ? KR_FINISH : KR_BUY);
        if (!asked)
            stage_play(&s, 1, "finish");
    }
}

/* In the last round nothing comes after: what scores nothing is not bought by who may pass. */
void test_robot_buys_nothing_useless_at_the_end(void **state)
{
    static const char *const markets[] = {"M+:C Y+:C C+:C M+:C", "M+:C Y+:C B3:CCM M+:C"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        bool is_last = i < 2, scores = i % 2;
        struct stage s;
        struct sight sight;
        struct moves moves;
        int worths[MOVES_MAX], best = 0;
        lay_table(&s, 2);
        stage_option(&s, "must_buy", "no");
        lay_turn(&s, "C C M", markets[scores]);
        s.table.shared[KR_LAST_ROUND] = is_last ? KR_PILES_EMPTY : KR_GOES_ON;
        table_sight(&s.rules, &s.table, 0, &sight);
        game_kritters.legal(&s.rules, &sight, 0, &moves);
        game_kritters.weigh(&s.rules, &sight, 0, &moves, worths);
        for (int m = 1; m < moves.count; m++)
            best = worths[m] > worths[best] ? m : best;
        assert_true(moves.list[best].verb == KR_BUY || (is_last && !scores));
        assert_false(moves.list[best].verb == KR_BUY && is_last && !scores);
    }
}

/* ---- KR21 ---- */

/* Nobody can ever buy: everybody gives cyan, everything costs magenta or yellow. */
static void lay_drought(struct stage *s, int seats)
{
    stage_init(s, &game_kritters, seats);
    stage_lay(s, KR_KRITTER_DECK, "R3:MMY R3:MMY R3:MMY R3:MMY MM:MM MM:MM");
    stage_lay(s, KR_BRUSHES, "Br:MMM");
    stage_lay(s, KR_PALETTES, "Pa:YYYY");
    stage_lay(s, KR_MARKET, "M+:C R4:MMYY R5:MMYYY MM:MM");
    for (int seat = 0; seat < seats; seat++)
        stage_lay(s, of(seat, KR_DECK), "C C C C C C C C C C C C C C C C C C C C");
    stage_lay(s, of(0, KR_FRONT), "C");
}

void test_kr21_five_dry_rounds_end(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 12; seats += 5) {
        struct stage s;
        struct score score;
        lay_drought(&s, seats);
        /* then all the others pass, round after round, in this one move */
        stage_play(&s, 0, "buy 1");
        assert_true(s.table.over);
        assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_GOES_ON);
        assert_true(was_said(&s, KR_SAY_DRY, SEAT_NONE));
        for (int seat = 0; seat < seats; seat++)
            /* the round with the purchase, and five */
            assert_int_equal(s.table.own[seat][KR_TURNS], 6);
        stage_score(&s, &score);
        assert_string_equal(
            score.reason,
            "The game ended because nobody had bought anything for five rounds (house rule KR21).");
        assert_true(s.events.count <= EVENTS_MAX);
    }
}

void test_kr21_not_alone(void **state)
{
    struct stage s;
    (void)state;
    lay_drought(&s, 1);
    stage_option(&s, "mode", "solo");
    stage_lay(&s, KR_MARKET, "MM:MM MM:MM");
    stage_lay(&s, KR_KRITTER_DECK, "MM:MM MM:MM MM:MM MM:MM MM:MM MM:MM");
    for (int i = 1; i <= 40; i++) /* shuffles of a deck of cyan cards */
        for (int k = 0; k < 20; k++)
            assert_true(chance_script(&s.chance, 0));
    stage_play(&s, 0, "buy 1");
    assert_true(s.table.over);
    assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_DECK_EMPTY);
    assert_true(s.table.own[0][KR_TURNS] > 6);
}

/* ---- refusals that no ruling's test has ---- */

void test_refusals_name_the_rule(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    lay_turn(&s, "C", "C+:C CC:CC R3:MMY W:CMY");
    assert_string_equal(stage_refusal(&s, 1, "buy 1"), "It is another player's turn.");
    assert_string_equal(
        stage_refusal(&s, 0, "buy 2"),
        "The splotches in front of you do not pay for it. A wild pays for any one splotch, a Magic Wand "
        "turns all splotches of one colour into another colour.");
    assert_string_equal(stage_refusal(&s, 0, "buy bucket"),
                        "There is no Paint Bucket to buy (any more); they belong to exp=MP.");
    assert_string_equal(stage_refusal(&s, 0, "buy 6"),
                        "The market has no card in that place; places count from the left.");
    assert_string_equal(
        stage_refusal(&s, 0, "boost 1"),
        "Boosting is an advanced rule, adv=boost, and this game is played without it.");
    s.table.over = true;
    assert_string_equal(stage_refusal(&s, 0, "buy 1"), "The game is over.");
}
