/* Mau-Mau by its rulings, a test for each (named after its id), and who sees what. */
#include "games.h"
#include "maumau/maumau.h"
#include "rulings.h"
#include "stage.h"
#include "testing.h"

#include <string.h>

extern const struct game game_maumau;

static int hand(const struct stage *stage, int seat)
{
    return seat_zone(&stage->rules, seat, MM_HAND);
}

/* Three cards for each; seat 1 to act on the seven of clubs. */
static void lay_table(struct stage *stage, int seats, const char *top, const char *first)
{
    static const char *const others[] = {"CA DK HQ", "C8 D9 H7", "S8 S9 SQ"};
    stage_init(stage, &game_maumau, seats);
    stage_lay(stage, MM_STOCK, "C9 HA S10 DQ D7 DA");
    stage_lay(stage, MM_PILE, top);
    stage_lay(stage, hand(stage, 0), first);
    for (int seat = 1; seat < seats; seat++)
        stage_lay(stage, hand(stage, seat), others[seat - 1]);
}

/* As it is dealt by this luck. */
static void deal(struct stage *stage, int seats, uint64_t seed)
{
    struct chance chance;
    struct chance_seed luck = {seed};
    stage_init(stage, &game_maumau, seats);
    chance_init(&chance, chance_seeded, &luck);
    game_maumau.setup(
        &(struct play){.rules = &stage->rules, .table = &stage->table, .chance = &chance});
}

static int deck_of(int seats)
{
    struct stage s;
    deal(&s, seats, 1);
    return s.table.first[s.table.zones];
}

static test_case(test_mm1_decks)
{
    assert_int_equal(deck_of(2), 32);
    assert_int_equal(deck_of(4), 32);
    assert_int_equal(deck_of(5), 52);
    assert_int_equal(deck_of(6), 104);
    assert_non_null(game_maumau.excludes((const int[MM_OPTIONS]){[MM_DECK] = MM_DECK_32}, 5));
    assert_non_null(game_maumau.excludes((const int[MM_OPTIONS]){[MM_DECK] = MM_DECK_52}, 6));
}

static test_case(test_mm2_sevens_add_up_and_end_the_turn)
{
    struct stage s;
    lay_table(&s, 3, "C10", "C7 S7 DJ");
    stage_play(&s, 0, "play 1");
    assert_false(stage_can(&s, 1, "play 1"));
    stage_play(&s, 1, "draw");
    assert_int_equal(zone_size(&s.table, hand(&s, 1)), 5);
    assert_int_equal(s.table.turn, 2);
    lay_table(&s, 3, "C10", "C7 S7 DJ");
    s.table.turn = 2;
    stage_lay(&s, hand(&s, 2), "C7");
    stage_play(&s, 2, "play 4");
    stage_play(&s, 0, "play 2");
    stage_play(&s, 1, "draw");
    assert_int_equal(zone_size(&s.table, hand(&s, 1)), 7);
}

static test_case(test_mm3_a_drawn_card_may_be_played)
{
    struct stage s;
    lay_table(&s, 2, "CK", "D8 H9 SA");
    stage_play(&s, 0, "draw");
    assert_true(stage_can(&s, 0, "play 4"));
    assert_false(stage_can(&s, 0, "play 3"));
    assert_string_equal(stage_refusal(&s, 0, "draw"), "You have drawn: play that card, or !pass.");
    stage_play(&s, 0, "pass");
    assert_int_equal(s.table.turn, 1);
    lay_table(&s, 2, "CK", "D8 H9 SA");
    stage_option(&s, "drawing", "wait");
    stage_play(&s, 0, "draw");
    assert_int_equal(s.table.turn, 1);
    lay_table(&s, 2, "SK", "D8 H9 DA");
    stage_option(&s, "drawing", "fit");
    stage_play(&s, 0, "draw");
    assert_int_equal(zone_size(&s.table, hand(&s, 0)), 6);
    assert_true(stage_can(&s, 0, "play 6"));
    /* the pile is turned over between two draws, and it goes on until one fits */
    struct chance_seed luck = {1};
    stage_init(&s, &game_maumau, 2);
    chance_init(&s.chance, chance_seeded, &luck);
    stage_option(&s, "drawing", "fit");
    stage_lay(&s, MM_STOCK, "C9");
    stage_lay(&s, MM_PILE, "H10 SQ SK");
    stage_lay(&s, hand(&s, 0), "D8 H9 DA");
    stage_play(&s, 0, "draw");
    assert_int_equal(s.table.shared[MM_TURNED], 1);
    assert_int_equal(suits_of(zone_top(&s.table, hand(&s, 0))), SUITS_SPADES);
    assert_int_not_equal(s.table.own[0][MM_DREW], 0);
}

static test_case(test_mm4_a_hand_has_eighteen_cards_at_most)
{
    struct stage s;
    lay_table(&s, 2, "CK", "D7 D8 D9 D10 DQ DA H7 H8 H9 H10 HQ HA S7 S8 S9 S10 SQ SA");
    assert_false(stage_can(&s, 0, "draw"));
    stage_play(&s, 0, "pass");
    assert_int_equal(s.table.turn, 1);
    lay_table(&s, 2, "CK", "D8 H9 SA");
    s.table.shared[MM_TURNED] = 3;
    for (int i = 0; i < 6; i++) {
        s.table.turn = 0;
        s.table.own[0][MM_DREW] = 0;
        stage_play(&s, 0, "draw");
    }
    s.table.turn = 0;
    s.table.own[0][MM_DREW] = 0;
    assert_false(stage_can(&s, 0, "draw"));
    assert_int_equal(zone_size(&s.table, MM_STOCK), 0);
}

static test_case(test_mm5_where_nobody_can_play_or_draw_the_round_is_over)
{
    struct stage s;
    stage_init(&s, &game_maumau, 2);
    stage_lay(&s, MM_PILE, "CK");
    stage_lay(&s, hand(&s, 0), "D8 HA");
    stage_lay(&s, hand(&s, 1), "S9");
    stage_play(&s, 0, "pass");
    assert_false(s.table.over);
    stage_play(&s, 1, "pass");
    assert_true(s.table.over);
    struct score score;
    stage_score(&s, &score);
    assert_int_equal(score.winners, 2);
    /* equal hands share, in Crazy Eights too */
    stage_init(&s, &game_maumau, 3);
    stage_option(&s, "rules", "crazyeights");
    stage_lay(&s, seat_zone(&s.rules, 0, MM_LEFT), "D9");
    stage_lay(&s, seat_zone(&s.rules, 1, MM_LEFT), "S9");
    stage_lay(&s, seat_zone(&s.rules, 2, MM_LEFT), "HK");
    s.table.over = true;
    stage_score(&s, &score);
    assert_int_equal(score.winners, 3);
}

static int turned_up(const char *face, int *owed, int *turn)
{
    struct stage s;
    for (uint64_t seed = 1; seed < 1000; seed++) {
        deal(&s, 3, seed);
        if (strcmp(s.rules.faces[zone_top(&s.table, MM_PILE)].code, face) == 0) {
            *owed = s.table.shared[MM_OWED];
            *turn = s.table.turn;
            return s.table.shared[MM_FREE] + 2 * s.table.shared[MM_BACK];
        }
    }
    fail_msg("never turned up: %s", face);
    return -1;
}

static test_case(test_mm6_a_card_that_is_turned_up_works)
{
    int owed, turn;
    assert_int_equal(turned_up("H7", &owed, &turn), 0);
    assert_int_equal(owed, 2);
    assert_int_equal(turned_up("HJ", &owed, &turn), 1);
    assert_int_equal(owed, 0);
    assert_int_equal(turned_up("H9", &owed, &turn), 2);
    struct stage s;
    lay_table(&s, 2, "HJ", "C8 D8 S8");
    assert_false(stage_can(&s, 0, "play 1"));
    s.table.shared[MM_FREE] = 1;
    assert_true(stage_can(&s, 0, "play 1"));
}

static test_case(test_mm7_a_jack_is_no_answer_to_a_seven)
{
    struct stage s;
    lay_table(&s, 2, "C7", "DJ D7 CA");
    s.table.shared[MM_OWED] = 2;
    assert_false(stage_can(&s, 0, "play 1 hearts"));
    assert_true(stage_can(&s, 0, "play 2"));
    assert_string_equal(stage_refusal(&s, 0, "play 3"),
                        "Only a seven can be played on a seven; else !draw.");
    stage_option(&s, "effects", "sevens");
    assert_false(stage_can(&s, 0, "play 2"));
    assert_string_equal(stage_refusal(&s, 0, "play 2"),
                        "Nothing can be played on a seven here: !draw.");
    lay_table(&s, 2, "HJ", "DJ D7 CA");
    s.table.shared[MM_WISH] = 1 + SUITS_CLUBS;
    stage_option(&s, "rewish", "no");
    assert_string_equal(stage_refusal(&s, 0, "play 1 clubs"),
                        "A card that names a suit cannot be played on another one here.");
}

static int held(const char *option, const char *value, const char *cards)
{
    struct stage s;
    struct score score;
    stage_init(&s, &game_maumau, 2);
    stage_option(&s, option, value);
    stage_lay(&s, seat_zone(&s.rules, 0, MM_LEFT), cards);
    s.table.over = true;
    stage_score(&s, &score);
    return score.total[0];
}

static test_case(test_mm8_what_cards_count)
{
    assert_int_equal(held("wishes", "jacks", "CA D10 HK SQ CJ D9 H8 S7"),
                     -(11 + 10 + 4 + 3 + 20 + 24));
    assert_int_equal(held("wishes", "eights", "CJ H8"), -10);
    assert_int_equal(held("zero", "yes", "D9 H8 S7 C10"), -10);
    assert_int_equal(held("deck", "52", "C2 D6"), -8);
}

static test_case(test_mm9_a_match_goes_up_to_points)
{
    struct ruleset rules;
    game_ruleset(&game_maumau, &rules);
    rules.options[MM_MATCH] = 2; /* 100 */
    assert_false(game_maumau.ends(&rules, (const int[]){-99, 0, -40}, 3));
    assert_true(game_maumau.ends(&rules, (const int[]){-99, 0, -100}, 3));
    assert_true(game_maumau.ends(&rules, (const int[]){120, 0, 0}, 3));
}

static test_case(test_wishes_eights_nines_and_aces)
{
    struct stage s;
    lay_table(&s, 3, "C10", "DJ C8 C9");
    assert_false(stage_can(&s, 0, "play 1"));
    stage_play(&s, 0, "play 1 hearts");
    assert_int_equal(s.table.shared[MM_WISH], 1 + SUITS_HEARTS);
    assert_true(stage_can(&s, 1, "play 3"));
    assert_false(stage_can(&s, 1, "play 2"));
    lay_table(&s, 3, "C10", "DJ C8 C9");
    stage_play(&s, 0, "play 2");
    assert_int_equal(s.table.turn, 2);
    lay_table(&s, 3, "C10", "DJ C8 C9");
    stage_play(&s, 0, "play 3");
    assert_int_equal(s.table.turn, 2);
    lay_table(&s, 2, "C10", "DJ C8 C9");
    stage_play(&s, 0, "play 3");
    assert_int_equal(s.table.turn, 0);
    lay_table(&s, 2, "C10", "CA C8 C9");
    stage_play(&s, 0, "play 1");
    assert_int_equal(s.table.turn, 1);
    lay_table(&s, 2, "C10", "CA C8 C9");
    stage_option(&s, "effects", "aces");
    stage_play(&s, 0, "play 1");
    assert_int_equal(s.table.turn, 0);
}

static test_case(test_crazy_eights_count_for_whoever_goes_out)
{
    struct stage s;
    struct score score;
    lay_table(&s, 3, "C10", "D8");
    stage_option(&s, "rules", "crazyeights");
    stage_play(&s, 0, "play 1 spades");
    assert_true(s.table.over);
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 1 + 10 + 10 + 50 + 9 + 7);
    assert_int_equal(score.total[1], 0);
    assert_int_equal(score.winners, 1);
}

/* Three players; the first has two cards, and one of them is the jack. */
static void lay_last_two(struct stage *stage, const char *announce)
{
    struct chance_seed luck = {1};
    lay_table(stage, 3, "C10", "DJ C8");
    chance_init(&stage->chance, chance_seeded, &luck);
    stage_option(stage, "announce", announce);
    stage_option(stage, "effects", "none");
}

static bool is_said(const struct stage *stage, int sentence)
{
    for (int i = 0; i < stage->events.count; i++)
        if (stage->events.list[i].kind == EVENT_SAID && stage->events.list[i].say == sentence)
            return true;
    return false;
}

static test_case(test_mm10_mau_is_a_part_of_the_move)
{
    struct stage s;
    lay_last_two(&s, "no");
    assert_false(stage_can(&s, 0, "play 2 mau"));
    assert_string_equal(stage_refusal(&s, 0, "play 2 mau"),
                        "Nobody has to say mau at this table: announce=no.");
    lay_last_two(&s, "yes");
    assert_true(stage_can(&s, 0, "play 1 hearts"));
    assert_true(stage_can(&s, 0, "play 1 hearts mau"));
    assert_false(stage_can(&s, 0, "play 1 mau"));
    assert_string_equal(stage_refusal(&s, 0, "play 1 mau"),
                        "This card names a suit: say clubs, diamonds, hearts or spades behind it.");
    assert_true(stage_can(&s, 0, "play 2"));
    stage_play(&s, 0, "play 2 mau");
    assert_true(is_said(&s, MM_SAY_MAU));
    assert_int_equal(s.table.shared[MM_FORGOT], 0);
    assert_false(stage_can(&s, 1, "call p1"));
    assert_string_equal(stage_refusal(&s, 1, "call p1"),
                        "Nobody can be called: all have said mau, or the next move was made.");
    /* with three cards it is too early */
    assert_false(stage_can(&s, 1, "play 1 mau"));
    assert_string_equal(stage_refusal(&s, 1, "play 1 mau"),
                        "Mau is said with the second last card, not before.");
    /* mau-mau is the same move as the card alone, and is never forgotten */
    s.table.turn = 0;
    assert_false(stage_can(&s, 0, "play 1 hearts"));
    stage_play(&s, 0, "play 1 hearts mau");
    assert_true(is_said(&s, MM_SAY_MAU_MAU));
    assert_true(s.table.over);
}

static test_case(test_mm11_until_the_next_move_who_forgot_can_be_called)
{
    struct stage s;
    lay_last_two(&s, "yes");
    stage_play(&s, 0, "play 2");
    assert_true(is_said(&s, MM_SAY_FORGOT));
    assert_int_equal(s.table.turn, 1);
    assert_true(stage_can(&s, 1, "call p1"));
    assert_false(stage_can(&s, 2, "call p2"));
    assert_string_equal(stage_refusal(&s, 2, "call p2"),
                        "This player has not forgotten to say mau.");
    assert_false(stage_can(&s, 0, "call p1"));
    assert_string_equal(stage_refusal(&s, 0, "call p1"),
                        "Nobody calls themselves: !mau says it now.");
    struct sight sight;
    struct moves none;
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_int_equal(game_maumau.claims(&s.rules, &sight), 7);
    game_maumau.legal(&s.rules, &sight, SEAT_HOST, &none);
    assert_int_equal(none.count, 0);
    const struct stage forgotten = s;
    /* out of turn; the turn stays */
    stage_play(&s, 2, "call p1");
    assert_int_equal(zone_size(&s.table, hand(&s, 0)), 3);
    assert_int_equal(s.table.turn, 1);
    assert_false(stage_can(&s, 1, "call p1"));
    /* late */
    s = forgotten;
    stage_play(&s, 0, "mau");
    assert_int_equal(zone_size(&s.table, hand(&s, 0)), 1);
    assert_false(stage_can(&s, 1, "call p1"));
    assert_string_equal(
        stage_refusal(&s, 0, "mau"),
        "You have nothing to say now: mau goes with the second last card, as in !play e mau.");
    /* after the next move */
    s = forgotten;
    stage_play(&s, 1, "draw");
    assert_false(stage_can(&s, 2, "call p1"));
    assert_false(stage_can(&s, 0, "mau"));
    /* nothing is left to draw */
    s = forgotten;
    s.table.shared[MM_TURNED] = 3;
    while (zone_size(&s.table, MM_STOCK) > 1)
        table_move(&(struct play){.rules = &s.rules, .table = &s.table, .chance = &s.chance},
                   MM_STOCK, 0, hand(&s, 1));
    stage_play(&s, 2, "call p1");
    assert_int_equal(zone_size(&s.table, hand(&s, 0)), 2);
}

/* How long they wait: tests/host/test_host_robots.c. */
static test_case(test_mm12_robots_say_mau_and_call)
{
    struct stage s;
    struct sight sight;
    struct moves moves;
    struct chance chance;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct chance_seed luck = {seed};
        chance_init(&chance, chance_seeded, &luck);
        lay_last_two(&s, "yes");
        for (int verb = MM_PLAY; verb != MM_CALL;) {
            int seat = verb == MM_PLAY ? 0 : 1;
            table_sight(&s.rules, &s.table, seat, &sight);
            game_maumau.legal(&s.rules, &sight, seat, &moves);
            const struct move *move =
                &moves.list[game_choose(&game_maumau, &s.rules, &sight, seat, &moves, &chance)];
            assert_true(seat == 1 || move->args[1] == MM_SAID_MAU || move->args[2] == 0);
            assert_true(seat == 0 || move->verb == MM_CALL);
            verb = verb == MM_PLAY ? MM_DRAW : move->verb;
            if (seat == 0)
                stage_play(&s, 0, "play 2");
        }
    }
}

static test_case(test_only_the_holder_sees_a_hand)
{
    struct stage s;
    lay_table(&s, 2, "C10", "DJ C8 C9");
    stage_expect_seen(&s, 0, hand(&s, 0), "DJ C8 C9");
    stage_expect_seen(&s, 1, hand(&s, 0), "- - -");
    stage_expect_seen(&s, SEAT_PUBLIC, hand(&s, 0), "- - -");
    stage_expect_seen(&s, SEAT_PUBLIC, MM_PILE, "C10");
    stage_expect_seen(&s, 0, MM_STOCK, "- - - - - -");
}

#define TESTS(test)                                                                                \
    test(test_mm1_decks), test(test_mm2_sevens_add_up_and_end_the_turn),                           \
        test(test_mm3_a_drawn_card_may_be_played),                                                 \
        test(test_mm4_a_hand_has_eighteen_cards_at_most),                                          \
        test(test_mm5_where_nobody_can_play_or_draw_the_round_is_over),                            \
                                                                                                   \
        test(test_mm6_a_card_that_is_turned_up_works),                                             \
        test(test_mm7_a_jack_is_no_answer_to_a_seven), test(test_mm8_what_cards_count),            \
        test(test_mm9_a_match_goes_up_to_points), test(test_mm10_mau_is_a_part_of_the_move),       \
        test(test_mm11_until_the_next_move_who_forgot_can_be_called),                              \
        test(test_mm12_robots_say_mau_and_call), test(test_wishes_eights_nines_and_aces),          \
        test(test_crazy_eights_count_for_whoever_goes_out), test(test_only_the_holder_sees_a_hand)
#define NAME(test) #test

static test_case(test_every_ruling_has_a_test)
{
    static const char *const names[] = {TESTS(NAME)};
    rulings_are_tested("../docs/rulings/maumau.md", "MM", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("maumau", tests, NULL, NULL);
}
