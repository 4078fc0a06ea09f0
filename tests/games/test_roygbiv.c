/* ROYGBIV by its rulings: a test for each, named after its id. The worked examples are in test_roygbiv_examples.c, who sees
   what in test_roygbiv_secrets.c; the generic suite and the golden playthroughs cover what all games share. */
#include "roygbiv_row.h"

#include "playthrough.h"
#include "rulings.h"

/* ---- the row ---- */

static void test_ro1_neighbours_on_the_circle(void **state)
{
    static const char *const names[] = {"red", "orange", "yellow", "green", "blue", "indigo", "violet"};
    static const char *const codes[] = {"R", "O", "Y", "G", "B", "I", "V"};
    (void)state;
    for (int last = 0; last < COLOURS; last++)
        for (int colour = 0; colour < COLOURS; colour++) {
            struct scene s;
            char move[20] = "play ";
            int way = (colour - last + COLOURS) % COLOURS;
            lay_turn(&s, codes[last], "R O Y G B I V");
            assert_int_equal(scene_can(&s, 0, strcat(move, names[colour])), way == 1 || way == COLOURS - 1);
        }
    struct scene s;
    lay_turn(&s, "G", "R O");
    assert_string_equal(scene_refusal(&s, 0, "play red"),
                        "The last colour is green: only yellow or blue goes on from there.");
}

static void test_ro2_the_goal_as_a_neighbour_completes(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "Y O R R");
    scene_play(&s, 0, "play yellow");
    scene_expect(&s, collected(0), "");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O Y O");
    scene_expect(&s, ROW, "");
    lay_turn(&s, "O Y G B I V R", "O R"); /* all the way round */
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O Y G B I V R O");
}

static void test_ro3_rainbow_is_a_legal_neighbour(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "G Y", "Bow R");
    expect_moves(&s, 0, "rainbow orange; rainbow green; pass");
    scene_play(&s, 0, "rainbow green");
    scene_expect(&s, collected(0), "G Y Bow");
    lay_turn(&s, "G", "Bow G R");
    scene_play(&s, 0, "rainbow blue");
    assert_int_equal(zone_card(&s.table, ROW, 1)->as, MARK_DECLARED + BLUE);
    scene_play(&s, 0, "play green");
    scene_expect(&s, collected(0), "G Bow G");
    lay_turn(&s, "", "Bow");
    expect_moves(&s, 0,
                 "rainbow red; rainbow orange; rainbow yellow; rainbow green; rainbow blue; rainbow indigo; "
                 "rainbow violet; pass");
    scene_play(&s, 0, "rainbow violet");
    assert_int_equal(row_goal(&s.table), VIOLET);
    assert_int_equal(row_last(&s.table), VIOLET);
}

static void test_ro3_bow_any_skips_the_order_but_completes_as_a_neighbour_only(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "G", "Bow Bow R");
    scene_option(&s, "bow", "any");
    expect_moves(&s, 0,
                 "rainbow red; rainbow orange; rainbow yellow; rainbow green; rainbow blue; rainbow indigo; "
                 "rainbow violet; pass");
    scene_play(&s, 0, "rainbow green"); /* no neighbour of itself */
    scene_expect(&s, ROW, "G Bow");
    scene_expect(&s, collected(0), "");
    lay_turn(&s, "G B I", "Bow R");
    scene_option(&s, "bow", "any");
    scene_play(&s, 0, "rainbow green");
    scene_expect(&s, ROW, "G B I Bow");
    lay_turn(&s, "G B", "Bow R");
    scene_option(&s, "bow", "any");
    scene_play(&s, 0, "rainbow green");
    scene_expect(&s, collected(0), "G B Bow");
}

static void expect_points(const struct scene *s, int seat, int points)
{
    struct score score;
    scene_score(s, &score);
    if (score.total[seat] != points)
        fail_msg("seat %d has %d points, expected %d", seat + 1, score.total[seat], points);
}

static void test_ro4_rainbow_of_the_own_colour_is_one_point(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "G Bow=B", "G R");
    s.table.own[0][LEPRECHAUN] = BLUE + 1;
    scene_play(&s, 0, "play green");
    expect_points(&s, 0, 3);
}

static void test_ro5_what_begins_a_rainbow(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "", "Pot Uni Y");
    expect_moves(&s, 0, "play yellow; pass");
    assert_string_equal(scene_refusal(&s, 0, "unicorn"),
                        "A rainbow begins with a colour or a RAINBOW, never with a Gold Pot or a Unicorn.");
}

static void test_ro6_pots_cut_one_by_one(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "Pot Pot R O O R Y");
    scene_play(&s, 0, "pot");
    scene_play(&s, 0, "play red"); /* on from the orange one */
    scene_play(&s, 0, "pot");
    scene_expect(&s, ROW, "O Pot R Pot");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "Pot O");
    scene_expect(&s, ROW, "O Pot R");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "Pot O Pot R O");
    scene_expect(&s, ROW, "O");
    assert_int_equal(s.table.shared[RAINBOWS], 2);
    expect_points(&s, 0, 2 + 3);
}

static void test_ro7_after_a_pot_the_row_and_the_turn_go_on(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O R Pot", "O V");
    scene_play(&s, 0, "play orange");
    assert_int_equal(s.table.shared[OWES], 0);
    expect_moves(&s, 0, "play violet; done");
    scene_play(&s, 0, "play violet");
    scene_expect(&s, ROW, "O R V");
}

static void test_ro8_unicorn_reverses_also_a_single_card(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "Uni R O O");
    scene_play(&s, 0, "unicorn");
    scene_play(&s, 0, "play red");
    scene_expect(&s, ROW, "R O Uni");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O R O Uni");
    lay_turn(&s, "O Y G Pot Pot", "Uni R"); /* pots between are skipped */
    scene_play(&s, 0, "unicorn");
    assert_int_equal(row_goal(&s.table), GREEN);
    assert_int_equal(row_last(&s.table), ORANGE);
}

static void test_ro9_unicorn_on_a_reversed_row_takes_it_all(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "Pot Y Pot G Uni", "Uni R");
    scene_play(&s, 0, "unicorn");
    scene_expect(&s, collected(0), "Uni Pot Y Pot G Uni");
    scene_expect(&s, ROW, "");
    assert_false(s.table.shared[REVERSED]);
    assert_int_equal(s.table.shared[OWES], 1);
}

static void test_ro10_whole_reversed_row_and_a_new_one_to_the_right(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "R O Pot Pot Uni", "O B I");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O R O Pot Pot Uni");
    assert_false(s.table.shared[REVERSED]);
    scene_play(&s, 0, "play blue");
    scene_play(&s, 0, "play indigo");
    scene_expect(&s, ROW, "B I");
    lay_turn(&s, "R Pot O Uni", "O B"); /* a colour stays: the row goes on, reversed */
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O R Pot");
    scene_expect(&s, ROW, "O Uni");
    assert_true(s.table.shared[REVERSED]);
}

static void test_ro11_an_old_pot_counts_by_its_place(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O Pot Y O", "Uni Y O R"); /* that pot lay there before the row was reversed */
    scene_play(&s, 0, "unicorn");
    scene_play(&s, 0, "play yellow");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "O Y O Pot");
    scene_expect(&s, ROW, "Y O Uni");
}

static void test_ro12_old_cards_complete_nothing(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "Y O Y Pot Y", "O R");
    s.table.shared[REVERSED] = false;
    scene_play(&s, 0, "play orange");
    scene_expect(&s, collected(0), "");
    lay_turn(&s, "O Y O Y", "Uni R");
    scene_play(&s, 0, "unicorn"); /* the goal is yellow now, and yellow lies at no end */
    scene_expect(&s, collected(0), "");
    scene_expect(&s, ROW, "O Y O Y Uni");
}

/* ---- what is turned up ---- */

static void pass_round(struct scene *s)
{
    for (int i = 0; i < s->table.seats; i++)
        scene_play(s, s->table.turn, "pass");
}

static void test_ro13_a_card_turned_up_lies_at_the_building_end(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O Y", "R");
    scene_lay(&s, PILE, "O"); /* would complete if it were played */
    pass_round(&s);
    scene_expect(&s, ROW, "O Y O");
    scene_expect(&s, PILE, "");
    assert_int_equal(said(&s, SAY_FLIP), 1);
    lay_turn(&s, "O Y Uni", "R");
    scene_lay(&s, PILE, "B");
    pass_round(&s);
    scene_expect(&s, ROW, "B O Y Uni");
}

static void test_ro13_a_special_card_turned_up_is_a_plain_one(void **state)
{
    static const char *const specials[] = {"Bow", "Pot", "Uni"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct scene s;
        lay_turn(&s, "B I", "B R");
        s.table.own[0][LEPRECHAUN] = RED + 1;
        scene_lay(&s, PILE, specials[i]);
        pass_round(&s);
        assert_int_equal(said(&s, SAY_FLIP_SPECIAL), 1);
        assert_int_equal(zone_card(&s.table, ROW, 2)->as, MARK_FLIPPED + GREEN);
        assert_int_equal(row_last(&s.table), GREEN);
        assert_false(s.table.shared[REVERSED]);
        s.table.turn = 0;
        scene_play(&s, 0, "play blue"); /* a pot that was turned up cuts nothing */
        assert_int_equal(zone_size(&s.table, collected(0)), 4);
        expect_points(&s, 0, 4);
    }
}

/* ---- the beginning ---- */

/* Deals many tables and hands each to `look`. */
static void deal(int seats, const char *mode, const char *lep, void (*look)(struct scene *s))
{
    struct chance_seed seed = {(uint64_t)seats};
    for (int n = 0; n < 300; n++) {
        struct scene s;
        scene_init(&s, &game_roygbiv, seats);
        scene_option(&s, "mode", mode);
        scene_option(&s, "lep", lep);
        chance_init(&s.chance, chance_seeded, &seed);
        struct play play = {&s.rules, &s.table, &s.chance, NULL};
        s.game->setup(&play);
        look(&s);
    }
}

static void look_at_leprechauns(struct scene *s)
{
    unsigned taken = 1u << s->table.shared[DEFAULT];
    assert_true(s->table.shared[DEFAULT] >= 1 && s->table.shared[DEFAULT] <= COLOURS);
    for (int seat = 0; seat < s->table.seats; seat++) {
        int leprechaun = s->table.own[seat][LEPRECHAUN];
        assert_true(leprechaun >= 1 && leprechaun <= COLOURS);
        assert_false(taken >> leprechaun & 1);
        taken |= 1u << leprechaun;
    }
}

static void test_ro14_the_default_colour_is_nobodys(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++)
        deal(seats, "turns", "random", look_at_leprechauns);
}

static void look_at_deal(struct scene *s)
{
    int seats = s->table.seats, dealt = (DECK_CARDS - CENTRE_CARDS) / seats;
    for (int seat = 0; seat < seats; seat++) {
        assert_int_equal(zone_size(&s->table, hand(seat)), HAND_CARDS);
        assert_int_equal(zone_size(&s->table, deck(seat)), dealt - HAND_CARDS);
        assert_true(s->table.own[s->table.turn][LEPRECHAUN] <= s->table.own[seat][LEPRECHAUN]);
    }
    assert_int_equal(zone_size(&s->table, PILE) + zone_size(&s->table, ROW), CENTRE_CARDS);
    assert_true(zone_size(&s->table, ROW) >= 1);
    assert_true(s->rules.options[MODE] == MODE_FRENZY || zone_size(&s->table, ROW) == 1);
}

static void test_ro15_the_lowest_leprechaun_turns_up_and_begins(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        deal(seats, "turns", "random", look_at_deal);
        deal(seats, "frenzy", "random", look_at_deal);
    }
}

static void test_ro16_frenzy_fills_the_hand_after_each_card(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O", "R R V V I I B", "Y");
    scene_lay(&s, deck(0), "G B");
    scene_play(&s, 0, "play red");
    scene_expect(&s, hand(0), "R V V I I B G");
    scene_expect(&s, deck(0), "B");
    assert_int_equal(said(&s, SAY_DRAW), 1);
}

/* ---- stuck tables ---- */

static void test_ro17_frenzy_turns_cards_up_until_somebody_can_play(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O", "R B", "B B");
    scene_lay(&s, PILE, "O G V");
    scene_play(&s, 0, "play red"); /* nobody has a violet or an orange card, nor one next to the orange one */
    scene_expect(&s, ROW, "O R O G");
    scene_expect(&s, PILE, "V");
    assert_int_equal(said(&s, SAY_FLIP), 2);
    lay_frenzy(&s, "O", "R B", "B Pot"); /* a special card can always be played */
    scene_lay(&s, PILE, "O");
    scene_play(&s, 0, "play red");
    scene_expect(&s, ROW, "O R");
}

static void test_ro18_a_round_of_passes_turns_a_card_up(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "R");
    scene_lay(&s, hand(1), "Y");
    scene_lay(&s, PILE, "G");
    scene_play(&s, 0, "pass"); /* although it could play */
    scene_expect(&s, ROW, "O");
    scene_play(&s, 1, "play yellow");
    scene_play(&s, 1, "done");
    scene_play(&s, 0, "pass");
    scene_expect(&s, ROW, "O Y");
    scene_play(&s, 1, "pass");
    scene_expect(&s, ROW, "O Y G");
    assert_int_equal(s.table.turn, 0);
    assert_int_equal(s.table.shared[PASSES], 0);
    scene_play(&s, 0, "pass"); /* counting begins anew */
    assert_false(s.table.shared[FREE]);
    scene_play(&s, 1, "pass");
    assert_true(s.table.shared[FREE]);
}

static void test_ro19_frenzy_without_a_pile_frees_the_next_colour(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O", "R B G", "O G");
    s.table.shared[FREE] = false;
    scene_play(&s, 0, "play red");
    assert_int_equal(said(&s, SAY_FREE), 0); /* orange goes on */
    lay_frenzy(&s, "O", "R B G", "B G");
    scene_play(&s, 0, "play red");
    assert_int_equal(said(&s, SAY_FREE), 1);
    expect_moves(&s, 0, "play green; play blue");
    expect_moves(&s, 1, "play green; play blue");
    scene_play(&s, 1, "play blue");
    assert_int_equal(said(&s, SAY_FREE_CARD), 1);
    expect_moves(&s, 0, "play green");
    expect_moves(&s, 1, "play green");
}

static void test_ro19_turns_without_a_pile_the_next_one_must_play(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "R B");
    pass_round(&s);
    assert_int_equal(said(&s, SAY_MUST), 1);
    expect_moves(&s, 0, "play red");
    assert_string_equal(scene_refusal(&s, 0, "pass"),
                        "Everybody has passed and the pile is empty, so you must play if you can (house rule RO19).");
    scene_play(&s, 0, "play red");
    expect_moves(&s, 0, "done");
    lay_hands(&s, "O", "B V O", "R"); /* nothing fits: any colour, and a free card never completes */
    pass_round(&s);
    expect_moves(&s, 0, "play orange; play blue; play violet");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, ROW, "O O");
    scene_expect(&s, collected(0), "");
    assert_int_equal(said(&s, SAY_FREE_CARD), 1);
    expect_moves(&s, 0, "done");
}

static void test_ro19_who_cannot_play_at_all_passes_the_duty_on(void **state)
{
    struct scene s;
    (void)state;
    lay_hands(&s, "", "Pot Uni", "R");
    pass_round(&s);
    expect_moves(&s, 0, "pass");
    scene_play(&s, 0, "pass");
    assert_true(s.table.shared[FREE]);
    expect_moves(&s, 1, "play red");
}

/* ---- beginning anew ---- */

static void test_ro20_turns_whoever_completes_begins_at_once(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O R", "O B Pot");
    scene_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    assert_string_equal(scene_refusal(&s, 0, "done"),
                        "Who completes a whole rainbow begins a new one, with any colour or a RAINBOW.");
    scene_play(&s, 0, "play blue");
    expect_moves(&s, 0, "pot; done");
    lay_turn(&s, "O R", "O Pot Uni"); /* nothing to begin with */
    scene_play(&s, 0, "play orange");
    expect_moves(&s, 0, "done");
    scene_play(&s, 0, "done");
    assert_int_equal(said(&s, SAY_DONE_OWING), 1);
    expect_moves(&s, 1, "play red; pass");
    lay_turn(&s, "O R", "O"); /* no hand left, but a deck */
    scene_play(&s, 0, "play orange");
    assert_false(s.table.over);
    expect_moves(&s, 0, "done");
}

static void test_ro20_frenzy_the_completer_begins_until_the_clock_runs_down(void **state)
{
    struct scene s;
    struct sight sight;
    (void)state;
    lay_frenzy(&s, "O R", "O B", "R G Pot");
    scene_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, 1, "");
    assert_string_equal(scene_refusal(&s, 1, "play red"),
                        "Who completed the rainbow begins the next one; when the time is up anybody may.");
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_int_equal(game_roygbiv.due(&s.rules, &sight), 1);
    struct alarm alarm = game_roygbiv.alarm(&s.rules, &sight);
    assert_true(alarm.set);
    assert_int_equal(s.rules.options[alarm.option], 10);
    assert_int_equal(alarm.move.verb, OPEN);
    expect_moves(&s, SEAT_HOST, "open");
    scene_play(&s, SEAT_HOST, "open");
    assert_int_equal(said(&s, SAY_OPEN), 1);
    expect_moves(&s, SEAT_HOST, "");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, 1, "play red; play green");
    table_sight(&s.rules, &s.table, SEAT_PUBLIC, &sight);
    assert_false(game_roygbiv.alarm(&s.rules, &sight).set);
    scene_play(&s, 1, "play green");
    scene_expect(&s, ROW, "G");
}

static void test_ro20_frenzy_anybody_begins_if_the_completer_cannot(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O R", "O Pot Uni", "R G");
    scene_play(&s, 0, "play orange");
    assert_int_equal(said(&s, SAY_CANNOT_BEGIN), 1);
    expect_moves(&s, 0, "");
    expect_moves(&s, 1, "play red; play green");
    expect_moves(&s, SEAT_HOST, "");
    lay_frenzy(&s, "O R", "O Pot", "Uni"); /* nobody can: a card is turned up */
    scene_lay(&s, PILE, "V");
    scene_play(&s, 0, "play orange");
    scene_expect(&s, ROW, "V");
    expect_moves(&s, 1, "unicorn");
    lay_frenzy(&s, "O R", "O Pot", "Uni"); /* what is drawn before may begin */
    scene_lay(&s, deck(0), "B");
    scene_play(&s, 0, "play orange");
    expect_moves(&s, 0, "play blue");
    expect_moves(&s, SEAT_HOST, "open");
}

static void expect_stuck_end(const struct scene *s)
{
    struct score score;
    assert_true(s->table.over);
    assert_int_equal(said(s, SAY_STUCK_END), 1);
    scene_score(s, &score);
    assert_string_equal(score.reason,
                        "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21).");
    assert_int_equal(score.total[0], 3);
    assert_int_equal(score.total[1], 0);
}

static void test_ro21_nobody_can_begin_and_the_pile_is_empty(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O R", "O Pot", "Uni");
    scene_play(&s, 0, "play orange");
    expect_stuck_end(&s);
    lay_hands(&s, "O R", "O Pot", "Uni");
    scene_play(&s, 0, "play orange");
    assert_false(s.table.over); /* the turn has not ended */
    scene_play(&s, 0, "done");
    expect_stuck_end(&s);
    lay_hands(&s, "O R", "O Pot", "Uni");
    scene_lay(&s, deck(0), "B"); /* drawn when the turn ends */
    scene_play(&s, 0, "play orange");
    scene_play(&s, 0, "done");
    assert_false(s.table.over);
}

/* ---- turns ---- */

static void test_ro22_many_cards_a_turn_and_drawing_when_it_is_over(void **state)
{
    struct scene s;
    (void)state;
    lay_hands(&s, "O", "R O G Y", "R");
    scene_lay(&s, deck(0), "B B B B B B");
    expect_moves(&s, 0, "play red; play yellow; pass");
    expect_moves(&s, 1, "");
    assert_string_equal(scene_refusal(&s, 1, "play red"), "It is somebody else's turn.");
    assert_string_equal(scene_refusal(&s, 0, "done"), "You have played nothing yet: play a card, or pass.");
    scene_play(&s, 0, "play red");
    scene_play(&s, 0, "play orange");
    scene_play(&s, 0, "play green");
    assert_string_equal(scene_refusal(&s, 0, "pass"),
                        "You have played already, so you cannot pass: say done to end your turn.");
    scene_expect(&s, hand(0), "Y");
    assert_int_equal(s.table.turn, 0);
    scene_play(&s, 0, "done");
    scene_expect(&s, hand(0), "Y B B B B B B");
    assert_int_equal(s.table.turn, 1);
}

static void test_ro23_turns_go_by_leprechaun(void **state)
{
    struct scene s;
    (void)state;
    lay_table(&s, 4, "turns");
    static const int leprechauns[] = {GREEN, VIOLET, ORANGE, BLUE};
    for (int seat = 0; seat < 4; seat++) {
        s.table.own[seat][LEPRECHAUN] = leprechauns[seat] + 1;
        scene_lay(&s, hand(seat), "R");
    }
    lay_row(&s, "G");
    scene_lay(&s, PILE, "G G");
    s.table.turn = 2;
    static const int order[] = {2, 0, 3, 1, 2, 0};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(s.table.turn, order[i]);
        scene_play(&s, order[i], "pass");
    }
}

static void test_ro24_the_game_ends_when_somebody_is_out_of_cards(void **state)
{
    struct scene s;
    (void)state;
    lay_turn(&s, "O", "R");
    struct play play = {.rules = &s.rules, .table = &s.table};
    table_move(&play, deck(0), 0, PILE);
    scene_play(&s, 0, "play red");
    assert_true(s.table.over);
    assert_int_equal(said(&s, SAY_OUT), 1);
    expect_points(&s, 0, 7); /* the row counts for nobody */
    assert_string_equal(scene_refusal(&s, 0, "done"), "The game is over.");
    lay_frenzy(&s, "O R", "O", "R");
    scene_play(&s, 0, "play orange");
    assert_true(s.table.over);
    expect_points(&s, 0, 3 + 7);
    expect_moves(&s, SEAT_HOST, "");
}

static void test_ro25_seven_collected_cards_count_double(void **state)
{
    struct scene s;
    (void)state;
    for (int own = 0; own < 2; own++) {
        lay_turn(&s, "O R O R O R", "O B");
        s.table.own[0][LEPRECHAUN] = own ? RED + 1 : VIOLET + 1;
        scene_play(&s, 0, "play orange");
        assert_int_equal(said(&s, SAY_LONG), 1);
        expect_points(&s, 0, own ? 20 : 14);
    }
    lay_turn(&s, "O R V I Pot V R", "O B"); /* eight in the row, but four are collected, one of the own colour */
    scene_play(&s, 0, "play orange");
    assert_int_equal(said(&s, SAY_LONG), 0);
    expect_points(&s, 0, 4 + 1);
}

/* Two seats with 6 points each; the second has completed more rainbows. */
static void lay_tie(struct scene *s)
{
    struct play play = {.rules = &s->rules, .table = &s->table};
    lay_table(s, 2, "turns");
    scene_lay(s, deck(0), "R");
    scene_lay(s, deck(1), "R");
    scene_lay(s, collected(0), "O R O R O R");
    scene_lay(s, collected(1), "O R O G Y G");
    for (int i = 0; i < 6; i++) {
        table_mark(&play, collected(0), i, 2);
        table_mark(&play, collected(1), i, i < 3 ? 1 : 3);
    }
    s->table.over = true;
}

static void test_ro26_ties_are_shared_or_more_rainbows_win(void **state)
{
    struct scene s;
    struct score score;
    (void)state;
    lay_tie(&s);
    scene_score(&s, &score);
    assert_int_equal(score.total[0], 6);
    assert_int_equal(score.total[1], 6);
    assert_int_equal(score.winners, 3);
    scene_option(&s, "tie", "rainbows");
    scene_score(&s, &score);
    assert_int_equal(score.winners, 2);
    assert_non_null(strstr(score.reason, "tie=rainbows"));
}

static void test_ro27_the_later_play_is_refused_and_explained(void **state)
{
    struct scene s;
    (void)state;
    lay_frenzy(&s, "O", "R B G", "R Y I");
    assert_true(scene_can(&s, 0, "play red") && scene_can(&s, 1, "play red"));
    scene_play(&s, 1, "play yellow");
    assert_false(scene_can(&s, 0, "play red"));
    assert_string_equal(scene_refusal(&s, 0, "play red"),
                        "The last colour is yellow: only orange or green goes on from there.");
    assert_true(game_roygbiv.is_real_time(&s.rules));
    assert_string_equal(scene_refusal(&s, 0, "done"), "In a frenzy there are no turns: play whenever you can.");
}

static void test_ro28_turns_are_the_default(void **state)
{
    struct scene s;
    (void)state;
    scene_init(&s, &game_roygbiv, 2);
    assert_int_equal(s.rules.options[MODE], MODE_TURNS);
    assert_int_equal(s.rules.options[BEGIN_TIMER], 10);
    assert_false(game_roygbiv.is_real_time(&s.rules));
}

static void look_at_choice(struct scene *s)
{
    static const char *const names[] = {"choose violet", "choose red", "choose green"};
    assert_int_equal(zone_size(&s->table, PILE), DECK_CARDS); /* nobody has cards to choose by */
    assert_int_equal(s->table.phase, PHASE_CHOOSE);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(s->table.turn, seat);
        expect_moves(s, (seat + 1) % 3, "");
        scene_play(s, seat, names[seat]);
        assert_int_equal(said(s, SAY_CHOOSE), 1);
    }
    assert_int_equal(s->table.turn, 1);
    assert_int_equal(s->table.own[0][LEPRECHAUN], VIOLET + 1);
    look_at_leprechauns(s);
    look_at_deal(s);
    assert_int_equal(said(s, SAY_DEALT), 1);
}

static void test_ro29_leprechauns_are_chosen_in_the_order_of_seats(void **state)
{
    struct scene s;
    (void)state;
    deal(3, "turns", "choose", look_at_choice);
    deal(3, "frenzy", "choose", look_at_choice);
    scene_init(&s, &game_roygbiv, 2);
    scene_option(&s, "lep", "choose");
    struct play play = {&s.rules, &s.table, &s.chance, NULL};
    s.game->setup(&play);
    scene_play(&s, 0, "choose green");
    expect_moves(&s, 1, "choose red; choose orange; choose yellow; choose blue; choose indigo; choose violet");
    assert_string_equal(scene_refusal(&s, 1, "choose green"), "Somebody has that leprechaun already.");
    assert_string_equal(scene_refusal(&s, 1, "play green"),
                        "First everybody chooses a leprechaun: choose green, for instance.");
}

/* ---- every position ---- */

static void check_row(const struct table *t)
{
    int size = zone_size(t, ROW), unicorns = 0, colours = 0;
    for (int i = 0; i < size; i++) {
        const struct card *card = zone_card(t, ROW, i);
        unicorns += card->face == UNICORN && card->as == 0;
        colours += row_colour(card) != COLOUR_NEITHER;
    }
    assert_int_equal(unicorns, t->shared[REVERSED]);
    assert_true(size == 0 || colours > 0);
    const struct card *end = size > 0 ? zone_card(t, ROW, size - 1) : NULL;
    assert_true(!t->shared[REVERSED] || (end && end->face == UNICORN && end->as == 0));
}

static void check_seats(const struct table *t)
{
    for (int seat = 0; seat < t->seats; seat++) {
        int cards = zone_size(t, hand(seat)) + zone_size(t, deck(seat));
        assert_true(zone_size(t, hand(seat)) <= HAND_CARDS);
        assert_true(t->over || cards > 0 || t->phase == PHASE_CHOOSE);
        for (int i = 0, run = 0; i < zone_size(t, collected(seat)); i++) {
            int number = zone_card(t, collected(seat), i)->as;
            bool last = i + 1 == zone_size(t, collected(seat)) || zone_card(t, collected(seat), i + 1)->as != number;
            assert_true(number >= 1 && number <= t->shared[RAINBOWS]);
            run++;
            assert_true(!last || run >= 2);
            run = last ? 0 : run;
        }
    }
}

/* Rulings 5.6: rows, hands, collections, and the bound on the length of a game. */
static void test_invariants_of_every_position(void **state)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    (void)state;
    int count = variants_of(&game_roygbiv, variants);
    for (int n = 0; n < 300; n++) {
        const struct variant *variant = &variants[n % count];
        bool is_frenzy = variant->rules.options[MODE] == MODE_FRENZY;
        int laid = 0;
        playthrough_play(&play, variant, (uint64_t)n, CHOICE_FACES, 60 + 60 + 63 * 4);
        for (int i = 0; i <= play.count; i++) {
            check_row(&play.tables[i]);
            check_seats(&play.tables[i]);
            laid += i < play.count && play.steps[i].move.verb <= PLAY_UNICORN;
        }
        assert_true(laid <= 60);
        assert_true(!is_frenzy || play.count - laid <= variant->seats);
    }
}

#define TESTS(test)                                                                                                    \
    test(test_ro1_neighbours_on_the_circle), test(test_ro2_the_goal_as_a_neighbour_completes),                         \
        test(test_ro3_rainbow_is_a_legal_neighbour),                                                                   \
        test(test_ro3_bow_any_skips_the_order_but_completes_as_a_neighbour_only),                                      \
        test(test_ro4_rainbow_of_the_own_colour_is_one_point), test(test_ro5_what_begins_a_rainbow),                   \
        test(test_ro6_pots_cut_one_by_one), test(test_ro7_after_a_pot_the_row_and_the_turn_go_on),                     \
        test(test_ro8_unicorn_reverses_also_a_single_card), test(test_ro9_unicorn_on_a_reversed_row_takes_it_all),     \
        test(test_ro10_whole_reversed_row_and_a_new_one_to_the_right), test(test_ro11_an_old_pot_counts_by_its_place), \
        test(test_ro12_old_cards_complete_nothing), test(test_ro13_a_card_turned_up_lies_at_the_building_end),         \
        test(test_ro13_a_special_card_turned_up_is_a_plain_one), test(test_ro14_the_default_colour_is_nobodys),        \
        test(test_ro15_the_lowest_leprechaun_turns_up_and_begins),                                                     \
        test(test_ro16_frenzy_fills_the_hand_after_each_card),                                                         \
        test(test_ro17_frenzy_turns_cards_up_until_somebody_can_play),                                                 \
        test(test_ro18_a_round_of_passes_turns_a_card_up),                                                             \
        test(test_ro19_frenzy_without_a_pile_frees_the_next_colour),                                                   \
        test(test_ro19_turns_without_a_pile_the_next_one_must_play),                                                   \
        test(test_ro19_who_cannot_play_at_all_passes_the_duty_on),                                                     \
        test(test_ro20_turns_whoever_completes_begins_at_once),                                                        \
        test(test_ro20_frenzy_the_completer_begins_until_the_clock_runs_down),                                         \
        test(test_ro20_frenzy_anybody_begins_if_the_completer_cannot),                                                 \
        test(test_ro21_nobody_can_begin_and_the_pile_is_empty),                                                        \
        test(test_ro22_many_cards_a_turn_and_drawing_when_it_is_over), test(test_ro23_turns_go_by_leprechaun),         \
        test(test_ro24_the_game_ends_when_somebody_is_out_of_cards),                                                   \
        test(test_ro25_seven_collected_cards_count_double), test(test_ro26_ties_are_shared_or_more_rainbows_win),      \
        test(test_ro27_the_later_play_is_refused_and_explained), test(test_ro28_turns_are_the_default),                \
        test(test_ro29_leprechauns_are_chosen_in_the_order_of_seats), test(test_invariants_of_every_position)
#define NAME(test) #test

static void test_every_ruling_has_a_test(void **state)
{
    static const char *const names[] = {TESTS(NAME)};
    (void)state;
    rulings_are_tested("../docs/rulings/roygbiv.md", "RO", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(cmocka_unit_test), cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("roygbiv", tests, NULL, NULL);
}
