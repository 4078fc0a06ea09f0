/* ROYGBIV, rulings RO14, RO15 and RO22 to RO29: how a game begins, goes on in turns, ends and is
   scored. */
#include "tested.h"

/* Deals many tables and hands each to `look`. */
static void deal(int seats, const char *mode, const char *lep, void (*look)(struct stage *s))
{
    struct chance_seed seed = {(uint64_t)seats};
    for (int n = 0; n < 300; n++) {
        struct stage s;
        stage_init(&s, &game_roygbiv, seats);
        stage_option(&s, "mode", mode);
        stage_option(&s, "lep", lep);
        chance_init(&s.chance, chance_seeded, &seed);
        struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
        s.game->setup(&play);
        look(&s);
    }
}

static void look_at_leprechauns(struct stage *s)
{
    unsigned taken = 1u << s->table.shared[RO_DEFAULT];
    assert_true(s->table.shared[RO_DEFAULT] >= 1 && s->table.shared[RO_DEFAULT] <= RO_COLOURS);
    for (int seat = 0; seat < s->table.seats; seat++) {
        int leprechaun = s->table.own[seat][RO_LEPRECHAUN];
        assert_true(leprechaun >= 1 && leprechaun <= RO_COLOURS);
        assert_false(taken >> leprechaun & 1);
        taken |= 1u << leprechaun;
    }
}

void test_ro14_the_default_colour_is_nobodys(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++)
        deal(seats, "turns", "random", look_at_leprechauns);
}

static void look_at_deal(struct stage *s)
{
    int seats = s->table.seats, dealt = (RO_DECK_CARDS - RO_CENTRE_CARDS) / seats;
    for (int seat = 0; seat < seats; seat++) {
        assert_int_equal(zone_size(&s->table, hand(seat)), RO_HAND_CARDS);
        assert_int_equal(zone_size(&s->table, deck(seat)), dealt - RO_HAND_CARDS);
        assert_true(s->table.own[s->table.turn][RO_LEPRECHAUN] <=
                    s->table.own[seat][RO_LEPRECHAUN]);
    }
    assert_int_equal(zone_size(&s->table, RO_PILE) + zone_size(&s->table, RO_ROW), RO_CENTRE_CARDS);
    assert_true(zone_size(&s->table, RO_ROW) >= 1);
    assert_true(s->rules.options[RO_MODE] == RO_MODE_FRENZY || zone_size(&s->table, RO_ROW) == 1);
}

void test_ro15_the_lowest_leprechaun_turns_up_and_begins(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        deal(seats, "turns", "random", look_at_deal);
        deal(seats, "frenzy", "random", look_at_deal);
    }
}

/* ---- turns ---- */

void test_ro22_many_cards_a_turn_and_drawing_when_it_is_over(void **state)
{
    struct stage s;
    (void)state;
    lay_hands(&s, "O", "R O G Y", "R");
    stage_lay(&s, deck(0), "B B B B B B");
    expect_moves(&s, 0, "play red; play yellow; pass");
    expect_moves(&s, 1, "");
    assert_string_equal(stage_refusal(&s, 1, "play red"), "It is somebody else's turn.");
    assert_string_equal(stage_refusal(&s, 0, "done"),
                        "You have played nothing yet: play a card, or pass.");
    stage_play(&s, 0, "play red");
    stage_play(&s, 0, "play orange");
    stage_play(&s, 0, "play green");
    assert_string_equal(stage_refusal(&s, 0, "pass"),
                        "You have played already, so you can't pass: say done to end your turn.");
    stage_expect(&s, hand(0), "Y");
    assert_int_equal(s.table.turn, 0);
    stage_play(&s, 0, "done");
    stage_expect(&s, hand(0), "Y B B B B B B");
    assert_int_equal(s.table.turn, 1);
}

void test_ro23_turns_go_by_leprechaun(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 4, "turns");
    static const int leprechauns[] = {GREEN, VIOLET, ORANGE, BLUE};
    for (int seat = 0; seat < 4; seat++) {
        s.table.own[seat][RO_LEPRECHAUN] = leprechauns[seat] + 1;
        stage_lay(&s, hand(seat), "R");
    }
    lay_row(&s, "G");
    stage_lay(&s, RO_PILE, "G G");
    s.table.turn = 2;
    static const int order[] = {2, 0, 3, 1, 2, 0};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(s.table.turn, order[i]);
        stage_play(&s, order[i], "pass");
    }
}

void test_ro24_the_game_ends_when_somebody_is_out_of_cards(void **state)
{
    struct stage s;
    (void)state;
    lay_turn(&s, "O", "R");
    struct play play = {.rules = &s.rules, .table = &s.table};
    table_move(&play, deck(0), 0, RO_PILE);
    stage_play(&s, 0, "play red");
    assert_true(s.table.over);
    assert_int_equal(said(&s, RO_SAY_OUT), 1);
    expect_points(&s, 0, 7); /* the row counts for nobody */
    assert_string_equal(stage_refusal(&s, 0, "done"), "The game is over.");
    lay_frenzy(&s, "O R", "O", "R");
    stage_play(&s, 0, "play orange");
    assert_true(s.table.over);
    expect_points(&s, 0, 3 + 7);
    expect_moves(&s, SEAT_HOST, "");
}

void test_ro25_seven_collected_cards_count_double(void **state)
{
    struct stage s;
    (void)state;
    for (int own = 0; own < 2; own++) {
        lay_turn(&s, "O R O R O R", "O B");
        s.table.own[0][RO_LEPRECHAUN] = own ? RED + 1 : VIOLET + 1;
        stage_play(&s, 0, "play orange");
        assert_int_equal(said(&s, RO_SAY_LONG), 1);
        expect_points(&s, 0, own ? 20 : 14);
    }
    /* eight in the row, but four are collected, one of the own colour */
    lay_turn(&s, "O R V I Pot V R", "O B");
    stage_play(&s, 0, "play orange");
    assert_int_equal(said(&s, RO_SAY_LONG), 0);
    expect_points(&s, 0, 4 + 1);
}

/* Two seats with 6 points each; the second has completed more rainbows. */
static void lay_tie(struct stage *s)
{
    struct play play = {.rules = &s->rules, .table = &s->table};
    lay_table(s, 2, "turns");
    stage_lay(s, deck(0), "R");
    stage_lay(s, deck(1), "R");
    stage_lay(s, collected(0), "O R O R O R");
    stage_lay(s, collected(1), "O R O G Y G");
    for (int i = 0; i < 6; i++) {
        table_mark(&play, collected(0), i, 2);
        table_mark(&play, collected(1), i, i < 3 ? 1 : 3);
    }
    s->table.over = true;
}

void test_ro26_ties_are_shared_or_more_rainbows_win(void **state)
{
    struct stage s;
    struct score score;
    (void)state;
    lay_tie(&s);
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 6);
    assert_int_equal(score.total[1], 6);
    assert_int_equal(score.winners, 3);
    stage_option(&s, "tie", "rainbows");
    stage_score(&s, &score);
    assert_int_equal(score.winners, 2);
    assert_non_null(strstr(score.reason, "tie=rainbows"));
}

void test_ro27_the_later_play_is_refused_and_explained(void **state)
{
    struct stage s;
    (void)state;
    lay_frenzy(&s, "O", "R B G", "R Y I");
    assert_true(stage_can(&s, 0, "play red") && stage_can(&s, 1, "play red"));
    stage_play(&s, 1, "play yellow");
    assert_false(stage_can(&s, 0, "play red"));
    assert_string_equal(stage_refusal(&s, 0, "play red"),
                        "The last colour is yellow: only orange or green goes on from there.");
    assert_true(game_roygbiv.is_real_time(&s.rules));
    assert_string_equal(stage_refusal(&s, 0, "done"),
                        "In a frenzy there are no turns: play whenever you can.");
}

void test_ro28_turns_are_the_default(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s, &game_roygbiv, 2);
    assert_int_equal(s.rules.options[RO_MODE], RO_MODE_TURNS);
    assert_int_equal(s.rules.options[RO_BEGIN_TIMER], 10);
    assert_false(game_roygbiv.is_real_time(&s.rules));
}

static void look_at_choice(struct stage *s)
{
    static const char *const names[] = {"choose violet", "choose red", "choose green"};
    /* nobody has cards to choose by */
    assert_int_equal(zone_size(&s->table, RO_PILE), RO_DECK_CARDS);
    assert_int_equal(s->table.phase, RO_PHASE_CHOOSE);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(s->table.turn, seat);
        expect_moves(s, (seat + 1) % 3, "");
        stage_play(s, seat, names[seat]);
        assert_int_equal(said(s, RO_SAY_CHOOSE), 1);
    }
    assert_int_equal(s->table.turn, 1);
    assert_int_equal(s->table.own[0][RO_LEPRECHAUN], VIOLET + 1);
    look_at_leprechauns(s);
    look_at_deal(s);
    assert_int_equal(said(s, RO_SAY_DEALT), 1);
}

void test_ro29_leprechauns_are_chosen_in_the_order_of_seats(void **state)
{
    struct stage s;
    (void)state;
    deal(3, "turns", "choose", look_at_choice);
    deal(3, "frenzy", "choose", look_at_choice);
    stage_init(&s, &game_roygbiv, 2);
    stage_option(&s, "lep", "choose");
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    s.game->setup(&play);
    stage_play(&s, 0, "choose green");
    expect_moves(
        &s, 1,
        "choose red; choose orange; choose yellow; choose blue; choose indigo; choose violet");
    assert_string_equal(stage_refusal(&s, 1, "choose green"),
                        "Somebody has that leprechaun already.");
    assert_string_equal(stage_refusal(&s, 1, "play green"),
                        "First everybody chooses a leprechaun: choose green, for instance.");
}
