/* Who sees what at a table of Color Catcher: a matrix of zones and viewers before and after each
   kind of move, written by hand from the rulebook ("private cards", "face down", "without
   seeing") and rulings CC7, CC12 and CC14. The only test that catches a wrong audience:
   everything else takes the zones' word for it. */
#include "colorcatcher/colorcatcher_table.h"

#include <string.h>

#include "laid.h"
#include "text.h"
#include "told.h"

/* One row: what seats 1, 2 and 3 and the public see of a zone. */
struct seen {
    int zone;
    const char *one, *two, *three, *all;
};

/* All zones at once: one without a row is empty. */
static void expect_matrix(const struct stage *s, const struct seen *rows, size_t count)
{
    for (int zone = 0; zone < s->table.zones; zone++) {
        struct seen row = {zone, "", "", "", ""};
        for (size_t i = 0; i < count; i++)
            row = rows[i].zone == zone ? rows[i] : row;
        stage_expect_seen(s, 0, zone, row.one);
        stage_expect_seen(s, 1, zone, row.two);
        stage_expect_seen(s, 2, zone, row.three);
        stage_expect_seen(s, SEAT_PUBLIC, zone, row.all);
        stage_expect_seen(s, SEAT_HOST, zone, row.all);
    }
}
#define EXPECT_MATRIX(stage, ...)                                                                  \
    expect_matrix(stage, (const struct seen[]){__VA_ARGS__},                                       \
                  sizeof((const struct seen[]){__VA_ARGS__}) / sizeof(struct seen))
#define ALL_SEE(zone, cards)                                                                       \
    {                                                                                              \
        zone, cards, cards, cards, cards                                                           \
    }
#define NOBODY_SEES(zone, backs) ALL_SEE(zone, backs)
#define ONE_SEES(zone, cards, backs)                                                               \
    {                                                                                              \
        zone, cards, backs, backs, backs                                                           \
    }
#define TWO_SEES(zone, cards, backs)                                                               \
    {                                                                                              \
        zone, backs, cards, backs, backs                                                           \
    }
#define THREE_SEES(zone, cards, backs)                                                             \
    {                                                                                              \
        zone, backs, backs, cards, backs                                                           \
    }

/* Faces of the single-card events of the last move, in order, as a viewer hears them: "G -". */
static void expect_heard(const struct stage *s, const char *one, const char *two, const char *three,
                         const char *all)
{
    const char *const expected[] = {one, two, three, all};
    for (int v = 0; v < 4; v++) {
        char bytes[80] = "";
        for (int i = 0; i < s->events.count; i++) {
            struct event event;
            if (!event_sight(&s->rules, &s->events.list[i], v < 3 ? v : SEAT_PUBLIC, &event) ||
                event.kind != EVENT_MOVED)
                continue;
            strcat(bytes, bytes[0] ? " " : "");
            strcat(bytes, face_is_back(event.face) ? "-" : s->rules.faces[event.face].code);
        }
        if (strcmp(bytes, expected[v]) != 0)
            fail_msg("viewer %d hears \"%s\", expected \"%s\"", v + 1, bytes, expected[v]);
    }
}

static void lay_matrix(struct stage *s)
{
    lay_table(s, 3);
    stage_lay(s, CC_PILE, "two change");
    stage_lay(s, CC_DISCARDS, "O Y");
    stage_lay(s, CC_USED, "steal");
    stage_lay(s, hand(0), "R G");
    stage_lay(s, held(0), "pick pickfx");
    stage_lay(s, hand(1), "B I V");
    stage_lay(s, held(1), "sweep two");
    stage_lay(s, shown(1), "G G");
    stage_lay(s, hand(2), "V");
    stage_lay(s, CC_DECK, "V R");
}

static void test_matrix_before_any_move(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s);
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "- -"), NOBODY_SEES(CC_PILE, "- -"),
                  ALL_SEE(CC_DISCARDS, "O Y"), ALL_SEE(CC_USED, "steal"),
                  ONE_SEES(hand(0), "R G", "- -"), ONE_SEES(held(0), "pick pickfx", "- -"),
                  TWO_SEES(hand(1), "B I V", "- - -"), TWO_SEES(held(1), "sweep two", "- -"),
                  ALL_SEE(shown(1), "G G"), THREE_SEES(hand(2), "V", "-"));
}

static void test_matrix_after_a_blind_pick(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s);
    assert_true(chance_script(&s.chance, 1));
    stage_play(&s, 0, "effect pick p2");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "- -"), NOBODY_SEES(CC_PILE, "- -"),
                  ALL_SEE(CC_DISCARDS, "O Y"), ALL_SEE(CC_USED, "steal pick"),
                  ONE_SEES(hand(0), "R G I", "- - -"), ONE_SEES(held(0), "pickfx", "-"),
                  TWO_SEES(hand(1), "B V", "- -"), TWO_SEES(held(1), "sweep two", "- -"),
                  ALL_SEE(shown(1), "G G"), THREE_SEES(hand(2), "V", "-"));
    expect_heard(&s, "pick I", "pick I", "pick -", "pick -");
}

static void test_matrix_after_a_blind_pick_of_an_effect(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s);
    assert_true(chance_script(&s.chance, 1));
    stage_play(&s, 0, "effect pickfx p2");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "- -"), NOBODY_SEES(CC_PILE, "- -"),
                  ALL_SEE(CC_DISCARDS, "O Y"), ALL_SEE(CC_USED, "steal pickfx"),
                  ONE_SEES(hand(0), "R G", "- -"), ONE_SEES(held(0), "pick two", "- -"),
                  TWO_SEES(hand(1), "B I V", "- - -"), TWO_SEES(held(1), "sweep", "-"),
                  ALL_SEE(shown(1), "G G"), THREE_SEES(hand(2), "V", "-"));
    expect_heard(&s, "pickfx two", "pickfx two", "pickfx -", "pickfx -");
}

static void test_matrix_through_a_turn(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s);
    stage_play(&s, 0, "draw");
    expect_heard(&s, "V", "-", "-", "-");
    stage_play(&s, 0, "discard red");
    expect_heard(&s, "R", "R", "R", "R");
    stage_play(&s, 0, "show green 1");
    expect_heard(&s, "G", "G", "G", "G");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "-"), NOBODY_SEES(CC_PILE, "- -"),
                  ALL_SEE(CC_DISCARDS, "O Y R"), ALL_SEE(CC_USED, "steal"),
                  ONE_SEES(hand(0), "V", "-"), ONE_SEES(held(0), "pick pickfx", "- -"),
                  ALL_SEE(shown(0), "G"), TWO_SEES(hand(1), "B I V", "- - -"),
                  TWO_SEES(held(1), "sweep two", "- -"), ALL_SEE(shown(1), "G G"),
                  THREE_SEES(hand(2), "V", "-"));
    stage_play(&s, 1, "draw discard");
    expect_heard(&s, "R", "R", "R", "R");
    stage_play(&s, 1, "keep");
    stage_play(&s, 1, "show red 1");
    stage_play(&s, 2,
               /* everybody saw which card went into the hand; nobody but its owner sees it there */
               "steal p2 green");
    expect_heard(&s, "G", "G", "G", "G");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "-"), NOBODY_SEES(CC_PILE, "- -"),
                  ALL_SEE(CC_DISCARDS, "O Y"), ALL_SEE(CC_USED, "steal"),
                  ONE_SEES(hand(0), "V", "-"), ONE_SEES(held(0), "pick pickfx", "- -"),
                  ALL_SEE(shown(0), "G"), TWO_SEES(hand(1), "B I V", "- - -"),
                  TWO_SEES(held(1), "sweep two", "- -"), ALL_SEE(shown(1), "G R"),
                  THREE_SEES(hand(2), "V G", "- -"));
}

static void test_matrix_after_a_round(void **state)
{
    struct stage s;
    (void)state;
    lay_matrix(&s);
    s.table.shared[CC_DOMINANT] = 3;
    s.table.turn = 2;
    s.table.phase = CC_EXPOSE;
    stage_play(&s, 2, "show violet 1");
    expect_heard(&s, "V - G G", "V two G G", "V - G G", "V - G G");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "- -"), NOBODY_SEES(CC_PILE, "-"),
                  ALL_SEE(CC_DISCARDS, "O Y"), ALL_SEE(CC_USED, "steal"),
                  ONE_SEES(hand(0), "R G", "- -"), ONE_SEES(held(0), "pick pickfx", "- -"),
                  TWO_SEES(hand(1), "B I V G G", "- - - - -"),
                  TWO_SEES(held(1), "sweep two two", "- - -"), ALL_SEE(shown(2), "V"));
}

/* The discards are forgotten as they become the deck. */
static void test_matrix_after_a_reshuffle(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 3);
    stage_lay(&s, CC_DISCARDS, "O Y");
    stage_lay(&s, hand(1), "V");
    assert_true(chance_script(&s.chance, 1));
    stage_play(&s, 0, "draw");
    EXPECT_MATRIX(&s, NOBODY_SEES(CC_DECK, "-"), ONE_SEES(hand(0), "O", "-"),
                  TWO_SEES(hand(1), "V", "-"));
    expect_heard(&s, "O", "-", "-", "-");
}

/* ---- in words ---- */

static struct laid laid;

static void expect_told(const char *one, const char *two, const char *three, const char *all)
{
    assert_string_equal(laid_events(&laid, 0), one);
    assert_string_equal(laid_events(&laid, 1), two);
    assert_string_equal(laid_events(&laid, 2), three);
    assert_string_equal(laid_events(&laid, SEAT_PUBLIC), all);
}

/* CC12: what the two concerned are told, and nobody else. */
static void test_a_blind_pick_is_told_to_two(void **state)
{
    static const char *const people[] = {"ann", "bob", "cid"};
    (void)state;
    laid_open(&laid, &game_colorcatcher, 3, people);
    laid_put(&laid, 0, "effects", "pick pickfx");
    laid_put(&laid, 1, "hand", "R");
    laid_put(&laid, 1, "effects", "two");
    laid_play(&laid, "effect pick p2");
    expect_told("ann plays a Steal Private Color. ann takes a red from bob's hand, unseen.",
                "ann plays a Steal Private Color. ann takes a red from bob's hand, unseen.",
                "ann plays a Steal Private Color. ann takes a card from bob's hand, unseen.",
                "ann plays a Steal Private Color. ann takes a card from bob's hand, unseen.");
    laid_play(&laid, "effect pickfx p2");
    expect_told(
        "ann plays a Steal Private Effect. ann takes an Expose Two Sets from bob's hand, unseen.",
        "ann plays a Steal Private Effect. ann takes an Expose Two Sets from bob's hand, unseen.",
        "ann plays a Steal Private Effect. ann takes an effect card from bob's hand, unseen.",
        "ann plays a Steal Private Effect. ann takes an effect card from bob's hand, unseen.");
    assert_string_equal(laid_hand(&laid, 0), "red; effects: Expose Two Sets");
    assert_string_equal(laid_hand(&laid, 1), "empty");
}

/* All that a viewer is told when seat 1 shows two red cards, by Expose Two Sets, and has this
   one left; and after that. */
static void tell_second_exposure(const struct variant *variant, const char *left, int viewer,
                                 struct text *out)
{
    static const char *const colours[] = {"R", "O", "Y", "G", "B", "I", "V"};
    struct stage s;
    lay_table(&s, variant->seats);
    s.table.shared[CC_TWO] = 1;
    s.table.phase = CC_EXPOSE;
    for (int i = 0; i < CC_COLOURS; i++) /* what is unseen is the same in any case */
        stage_lay(&s, strcmp(colours[i], left) == 0 ? hand(0) : CC_DECK, colours[i]);
    stage_lay(&s, hand(0), "R R");
    stage_play(&s, 0, "show red 2");
    told_all(variant, &s.table, &s.events, viewer, 1, out);
    stage_play(&s, 0, "done");
    told_all(variant, &s.table, &s.events, viewer, 2, out);
}

/* CC14: whatever is left, also red alone, nobody else can tell. */
static void test_the_second_exposure_tells_nothing_of_what_is_left(void **state)
{
    static const char *const colours[] = {"O", "Y", "G", "B", "I", "V"};
    static const int viewers[] = {1, 2, SEAT_PUBLIC};
    static char red[2 * TOLD_BYTES], other[2 * TOLD_BYTES];
    static struct variant variants[VARIANTS_MAX];
    int at = 0;
    (void)state;
    variants_of(&game_colorcatcher, variants);
    while (variants[at].seats != 3)
        at++;
    for (int v = 0; v < 3; v++) {
        struct text one = text_over(red, sizeof red);
        tell_second_exposure(&variants[at], "R", viewers[v], &one);
        for (int i = 0; i < CC_COLOURS - 1; i++) {
            struct text two = text_over(other, sizeof other);
            tell_second_exposure(&variants[at], colours[i], viewers[v], &two);
            assert_string_equal(other, red);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_before_any_move),
        cmocka_unit_test(test_matrix_after_a_blind_pick),
        cmocka_unit_test(test_matrix_after_a_blind_pick_of_an_effect),
        cmocka_unit_test(test_matrix_through_a_turn),
        cmocka_unit_test(test_matrix_after_a_round),
        cmocka_unit_test(test_matrix_after_a_reshuffle),
        cmocka_unit_test(test_a_blind_pick_is_told_to_two),
        cmocka_unit_test(test_the_second_exposure_tells_nothing_of_what_is_left),
    };
    return cmocka_run_group_tests_name("colorcatcher secrets", tests, NULL, NULL);
}
