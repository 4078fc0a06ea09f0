/* Who sees what at a table of Heartcatchers: a matrix of zones and viewers before and after each
   kind of move, written by hand from ruling HC11. The only test that catches a wrong audience:
   everything else takes the zones' word for it. */
#include <string.h>

#include "heartcatchers_field.h"
#include "testing.h"

/* One row: what seat 1, seat 2 and the public see of a zone; written by hand from HC11, not from
   the code. */
struct seen {
    int zone;
    const char *one, *two, *all;
};

/* All zones at once: one without a row is empty. */
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
#define STACKS_ARE(a1, a2, a3, b1, b2, b3)                                                         \
    ALL_SEE(up(0, 1), a1), ALL_SEE(up(0, 2), a2), ALL_SEE(up(0, 3), a3), ALL_SEE(up(1, 1), b1),    \
        ALL_SEE(up(1, 2), b2), ALL_SEE(up(1, 3), b3)

/* Faces of the single-card events of the last move, in order, as a viewer hears them: "G -". */
static void expect_heard(const struct stage *s, int viewer, const char *codes)
{
    char bytes[80] = "";
    for (int i = 0; i < s->events.count; i++) {
        struct event event;
        if (!event_sight(&s->rules, &s->events.list[i], viewer, &event) ||
            event.kind != EVENT_MOVED)
            continue;
        if (bytes[0])
            strcat(bytes, " ");
        strcat(bytes, face_is_back(event.face) ? "-" : s->rules.faces[event.face].code);
    }
    if (strcmp(bytes, codes) != 0)
        fail_msg("viewer %d hears \"%s\", expected \"%s\"", viewer + 1, bytes, codes);
}

static void lay_matrix(struct stage *s)
{
    FIELD(s, "R", "G", "B", "G", "B", "R");
    stage_lay(s, hand(0), "R GL BX");
    stage_lay(s, hand(1), "B RC GX");
    stage_lay(s, HC_PILE, "W BL");
}

static test_case(test_matrix_before_any_move)
{
    struct stage s;
    lay_matrix(&s);
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G", "B", "G", "B", "R"), {HC_PILE, "- -", "- -", "- -"},
                  {hand(0), "R GL BX", "- - -", "- - -"}, {hand(1), "- - -", "B RC GX", "- - -"});
}

static test_case(test_matrix_after_catch)
{
    struct stage s;
    lay_matrix(&s);
    stage_play(&s, 0, "catch 1 me2");
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G R", "B", "G", "B", "R"), {HC_PILE, "-", "-", "-"},
                  {hand(0), "GL BX W", "- - -", "- - -"}, {hand(1), "- - -", "B RC GX", "- - -"});
    expect_heard(&s, 0, "R W");
    expect_heard(&s, 1, "R -");
    expect_heard(&s, SEAT_PUBLIC, "R -");
}

static test_case(test_matrix_after_hide)
{
    struct stage s;
    lay_matrix(&s);
    stage_play(&s, 0, "hide 3 them3");
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G", "B", "G", "B", "R"), {HC_PILE, "-", "-", "-"},
                  {under(1, 3), "BX", "-", "-"}, {hand(0), "R GL W", "- - -", "- - -"},
                  {hand(1), "- - -", "B RC GX", "- - -"});
    expect_heard(&s, 0, "BX W");
    expect_heard(&s, 1, "- -");
    expect_heard(&s, SEAT_PUBLIC, "- -");
    stage_play(&s, 1, "hide 2 me3");
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G", "B", "G", "B", "R"),
                  {under(1, 3), "BX -", "- RC", "- -"}, {hand(0), "R GL W", "- - -", "- - -"},
                  {hand(1), "- - -", "B GX BL", "- - -"});
    expect_heard(&s, 0, "- -");
    expect_heard(&s, 1, "RC BL");
    expect_heard(&s, SEAT_PUBLIC, "- -");
}

static test_case(test_matrix_after_steal)
{
    struct stage s;
    lay_matrix(&s);
    stage_play(&s, 0, "hide 3 them3");
    /* blue catches red; seat 2 gives its third stack away, Secret and all */
    stage_play(&s, 1, "steal 1 them1 me3");
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G", "B", "G", "B", "R B"), {under(0, 1), "BX", "-", "-"},
                  {hand(0), "R GL W", "- - -", "- - -"}, {hand(1), "- - -", "RC GX BL", "- - -"});
    expect_heard(&s, 0, "B -");
    expect_heard(&s, 1, "B BL");
    expect_heard(&s, SEAT_PUBLIC, "B -");
}

static test_case(test_matrix_after_the_end)
{
    struct stage s;
    FIELD(&s, "R", "G", "B", "G", "B", "R");
    stage_lay(&s, under(0, 1), "GC RX");
    stage_lay(&s, under(1, 2), "BL");
    stage_lay(&s, hand(0), "GX");
    stage_lay(&s, hand(1), "W");
    stage_play(&s, 0, "hide 1 them2");
    EXPECT_MATRIX(&s, STACKS_ARE("R", "G", "B", "G", "B", "R"), {under(0, 1), "- -", "- -", "- -"},
                  {under(1, 2), "- GX", "- -", "- -"}, {hand(1), "-", "W", "-"});
    stage_play(&s, 1, "hide 1 them3");
    EXPECT_MATRIX(&s, STACKS_ARE("G", "G", "B", "R", "B", "R"), ALL_SEE(HC_GONE, "GC"),
                  ALL_SEE(shown(1, 1), "RX"), ALL_SEE(shown(1, 2), "BL GX"),
                  ALL_SEE(shown(0, 3), "W"));
    expect_heard(&s, SEAT_PUBLIC, "- GC W RX BL GX");
    expect_heard(&s, 0, "- GC W RX BL GX");
    expect_heard(&s, 1, "W GC W RX BL GX");
}

/* Slots are for the eyes of the hand's holder alone. */
static test_case(test_slots_are_the_holders_own)
{
    struct stage s;
    struct sight sight;
    lay_matrix(&s);
    stage_play(&s, 0, "hide 2 me1");
    for (int viewer = 0; viewer <= SEAT_PUBLIC; viewer += viewer == 1 ? SEAT_PUBLIC - 1 : 1) {
        /* the card drawn takes the slot that has become free */
        static const int slots[] = {1, 3, 2};
        table_sight(&s.rules, &s.table, viewer, &sight);
        for (int i = 0; i < 3; i++)
            assert_int_equal(zone_card(&sight.seen, hand(0), i)->slot, viewer == 0 ? slots[i] : 0);
    }
}

/* An Ultimate Love under an own stack and a Heartbreaker under one of the other side make a
   world three times as likely to the other side, who does not know them, and the other way round
   a third. */
static test_case(test_secrets_suit_the_side_that_hid_them)
{
    struct stage s;
    struct sight truth;
    FIELD(&s, "R", "G", "B", "G", "B", "R");
    stage_lay(&s, hand(0), "GX BL RX");
    stage_lay(&s, hand(1), "W G RL");
    sight_open(&s.table, &truth);
    assert_true(heartcatchers_likely(&s.rules, &truth, 1) == 1);
    stage_play(&s, 0, "hide 2 me3");
    sight_open(&s.table, &truth);
    assert_true(heartcatchers_likely(&s.rules, &truth, 1) == 3);
    assert_true(heartcatchers_likely(&s.rules, &truth, 0) == 1);
    stage_play(&s, 1, "hide 2 me1");
    stage_play(&s, 0, "hide 3 them2");
    sight_open(&s.table, &truth);
    assert_true(heartcatchers_likely(&s.rules, &truth, 1) == 9);
    stage_play(&s, 1, "hide 3 them1");
    sight_open(&s.table, &truth);
    double likely = heartcatchers_likely(&s.rules, &truth, 0);
    assert_true(likely > 0.33 && likely < 0.34);
    stage_play(&s, 0, "hide 1 me1");
    sight_open(&s.table, &truth);
    assert_true(heartcatchers_likely(&s.rules, &truth, 1) == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_before_any_move),
        cmocka_unit_test(test_matrix_after_catch),
        cmocka_unit_test(test_matrix_after_hide),
        cmocka_unit_test(test_matrix_after_steal),
        cmocka_unit_test(test_matrix_after_the_end),
        cmocka_unit_test(test_slots_are_the_holders_own),
        cmocka_unit_test(test_secrets_suit_the_side_that_hid_them),
    };
    return cmocka_run_group_tests_name("heartcatchers secrets", tests, NULL, NULL);
}
