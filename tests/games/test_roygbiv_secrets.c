/* Who sees what at a table of ROYGBIV: a matrix of zones and viewers before and after each kind
   of move, written by hand from the rulebook ("players may not look at their cards", "draws 7
   cards, which they may look at"); and what refusals, marks and lists of moves may tell. The
   only test that catches a wrong audience: everything else takes the zones' word for it. */
#include "roygbiv/roygbiv.h"
#include "roygbiv_row.h"

/* One row: what seat 1, seat 2 and the public see of a zone; one without a row is empty. */
struct seen {
    int zone;
    const char *one, *two, *all;
};

static void expect_matrix(const struct stage *s, const struct seen *rows, size_t count)
{
    for (int zone = 0; zone < s->table.zones; zone++) {
        struct seen row = {zone, "", "", ""};
        for (size_t i = 0; i < count; i++)
            row = rows[i].zone == zone ? rows[i] : row;
        stage_expect_seen(s, 0, zone, row.one);
        stage_expect_seen(s, 1, zone, row.two);
        stage_expect_seen(s, SEAT_PUBLIC, zone, row.all);
        stage_expect_seen(s, SEAT_HOST, zone, row.all);
    }
}
#define EXPECT_MATRIX(stage, ...)                                                                  \
    expect_matrix(stage, (const struct seen[]){__VA_ARGS__},                                       \
                  sizeof((const struct seen[]){__VA_ARGS__}) / sizeof(struct seen))
#define ALL_SEE(zone, cards)                                                                       \
    {                                                                                              \
        zone, cards, cards, cards                                                                  \
    }
#define NOBODY_SEES(zone, backs) ALL_SEE(zone, backs)

/* Faces of the moved cards of the last move, in order, as a viewer hears of them: "G -". */
static void expect_heard(const struct stage *s, int viewer, const char *codes)
{
    char bytes[400];
    struct text text = text_over(bytes, sizeof bytes);
    text_put(&text, "");
    for (int i = 0; i < s->events.count; i++) {
        struct event event;
        if (!event_sight(&s->rules, &s->events.list[i], viewer, &event) ||
            event.kind != EVENT_MOVED)
            continue;
        text_putf(&text, "%s%s", text.length ? " " : "",
                  face_is_back(event.face) ? "-" : s->rules.faces[event.face].code);
    }
    if (strcmp(bytes, codes) != 0)
        fail_msg("viewer %d hears \"%s\", expected \"%s\"", viewer + 1, bytes, codes);
}

static void lay_matrix(struct stage *s, const char *mode)
{
    lay_table(s, 2, mode);
    stage_lay(s, RO_PILE, "V I");
    stage_lay(s, hand(0), "R Bow O");
    stage_lay(s, deck(0), "G Uni G G G G G");
    stage_lay(s, hand(1), "Y Pot");
    stage_lay(s, deck(1), "B Pot");
    lay_row(s, "O");
}

static void test_matrix_before_any_move(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s, "turns");
    EXPECT_MATRIX(&s, NOBODY_SEES(RO_PILE, "- -"), ALL_SEE(RO_ROW, "O"),
                  {hand(0), "R Bow O", "- - -", "- - -"}, NOBODY_SEES(deck(0), "- - - - - - -"),
                  {hand(1), "- -", "Y Pot", "- -"}, NOBODY_SEES(deck(1), "- -"));
}

static void test_matrix_after_cards_and_a_completion(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s, "turns");
    stage_play(&s, 0, "rainbow red");
    EXPECT_MATRIX(&s, NOBODY_SEES(RO_PILE, "- -"), ALL_SEE(RO_ROW, "O Bow"),
                  {hand(0), "R O", "- -", "- -"}, NOBODY_SEES(deck(0), "- - - - - - -"),
                  {hand(1), "- -", "Y Pot", "- -"}, NOBODY_SEES(deck(1), "- -"));
    for (int viewer = 0; viewer < 2; viewer++)
        expect_heard(&s, viewer, "Bow");
    stage_play(&s, 0, "play orange");
    EXPECT_MATRIX(&s, NOBODY_SEES(RO_PILE, "- -"), {hand(0), "R", "-", "-"},
                  NOBODY_SEES(deck(0), "- - - - - - -"), ALL_SEE(collected(0), "O Bow O"),
                  {hand(1), "- -", "Y Pot", "- -"}, NOBODY_SEES(deck(1), "- -"));
    expect_heard(&s, SEAT_PUBLIC, "O O Bow O");
}

static void test_matrix_after_drawing(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s, "turns");
    stage_play(&s, 0, "play red");
    stage_play(&s, 0, "done");
    EXPECT_MATRIX(&s, NOBODY_SEES(RO_PILE, "- -"), ALL_SEE(RO_ROW, "O R"),
                  {hand(0), "Bow O G Uni G G G", "- - - - - - -", "- - - - - - -"},
                  NOBODY_SEES(deck(0), "- -"), {hand(1), "- -", "Y Pot", "- -"},
                  NOBODY_SEES(deck(1), "- -"));
    expect_heard(&s, 0, "G Uni G G G");
    expect_heard(&s, 1, "- - - - -");
    expect_heard(&s, SEAT_PUBLIC, "- - - - -");
}

static void test_matrix_in_a_frenzy(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s, "frenzy");
    stage_play(&s, 1, "play yellow");
    EXPECT_MATRIX(&s, NOBODY_SEES(RO_PILE, "- -"), ALL_SEE(RO_ROW, "O Y"),
                  {hand(0), "R Bow O", "- - -", "- - -"}, NOBODY_SEES(deck(0), "- - - - - - -"),
                  {hand(1), "- - -", "Pot B Pot", "- - -"});
    expect_heard(&s, 0, "Y - -");
    expect_heard(&s, 1, "Y B Pot");
    expect_heard(&s, SEAT_PUBLIC, "Y - -");
}

static void test_matrix_after_a_flip(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s, "turns");
    for (int seat = 0; seat < 2; seat++)
        stage_play(&s, seat, "pass");
    stage_expect_seen(&s, SEAT_PUBLIC, RO_ROW, "O V");
    stage_expect_seen(&s, SEAT_PUBLIC, RO_PILE, "-");
    expect_heard(&s, 0, "- - V"); /* what seat 2 drew, and the card from the pile */
    expect_heard(&s, SEAT_PUBLIC, "- - V");
}

/* Before the deal nobody sees anything, not even in which order cards lie; nor does anybody
   after it, but the own hand. */
static void test_matrix_while_choosing(void **state)
{
    struct stage s;
    struct sight sight;
    struct chance_seed seed = {3};
    (void)state;
    stage_init(&s, &game_roygbiv, 2);
    stage_option(&s, "lep", "choose");
    chance_init(&s.chance, chance_seeded, &seed);
    struct play play = {&s.rules, &s.table, &s.chance, NULL, NULL};
    s.game->setup(&play);
    for (int i = 0; i < 2; i++) {
        table_sight(&s.rules, &s.table, i, &sight);
        assert_int_equal(sight.unseen_count, RO_DECK_CARDS);
        stage_play(&s, i, i ? "choose red" : "choose blue");
    }
    for (int viewer = 0; viewer <= SEAT_PUBLIC; viewer += viewer == 1 ? SEAT_PUBLIC - 1 : 1) {
        table_sight(&s.rules, &s.table, viewer, &sight);
        assert_int_equal(sight.unseen_count,
                         RO_DECK_CARDS - 1 - (viewer == SEAT_PUBLIC ? 0 : RO_HAND_CARDS));
    }
}

/* Trap 13: a special card that was turned up does not look like one that was played. */
static void test_marks_tell_turned_up_from_played(void **state)
{
    struct stage s;
    (void)state;
    lay_hands(&s, "G Bow=B Bow=g Pot Pot=g Uni=g", "R", "R");
    static const int marks[] = {0, RO_MARK_DECLARED + BLUE, RO_MARK_FLIPPED + GREEN,
                                0, RO_MARK_FLIPPED + GREEN, RO_MARK_FLIPPED + GREEN};
    static const int colours[] = {GREEN, BLUE, GREEN, RO_COLOUR_NEITHER, GREEN, GREEN};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(zone_card(&s.table, RO_ROW, i)->as, marks[i]);
        assert_int_equal(roygbiv_colour(zone_card(&s.table, RO_ROW, i)), colours[i]);
    }
}

/* Traps 1 and 2: what is said to one player does not depend on what another one holds, and
   nothing is played by itself because somebody cannot play. */
static void test_refusals_and_steps_tell_nothing_of_other_hands(void **state)
{
    static const char *const others[] = {"Y Pot", "R R", "Uni Bow"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct stage s;
        lay_hands(&s, "O", "B", others[i]);
        assert_string_equal(stage_refusal(&s, 1, "play yellow"), "It is somebody else's turn.");
        assert_string_equal(stage_refusal(&s, 0, "play red"),
                            "You hold no card of that colour; !hand shows yours.");
        assert_string_equal(stage_refusal(&s, 0, "rainbow red"),
                            "You hold no RAINBOW; !hand shows your cards.");
        assert_string_equal(stage_refusal(&s, 0, "pot"),
                            "You hold no Gold Pot; !hand shows your cards.");
        assert_string_equal(stage_refusal(&s, 0, "unicorn"),
                            "You hold no Unicorn; !hand shows your cards.");
        expect_moves(&s, 0, "pass");
    }
    assert_int_equal(
        (game_roygbiv.verbs[RO_DONE].flags | game_roygbiv.verbs[RO_PASS].flags) & VERB_STEP, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_before_any_move),
        cmocka_unit_test(test_matrix_after_cards_and_a_completion),
        cmocka_unit_test(test_matrix_after_drawing),
        cmocka_unit_test(test_matrix_in_a_frenzy),
        cmocka_unit_test(test_matrix_after_a_flip),
        cmocka_unit_test(test_matrix_while_choosing),
        cmocka_unit_test(test_marks_tell_turned_up_from_played),
        cmocka_unit_test(test_refusals_and_steps_tell_nothing_of_other_hands),
    };
    return cmocka_run_group_tests_name("roygbiv secrets", tests, NULL, NULL);
}
