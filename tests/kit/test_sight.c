/* The gate: each audience and flag, what is forgotten, what events show, what robots may
   imagine. */
#include <string.h>

#include "plain.h"
#include "table.h"
#include "testing.h"

static struct plain p;

static test_fixture(fresh)
{
    plain_init(&p);
    return 0;
}

static void expect_seen(int zone, const char *one, const char *two, const char *all)
{
    assert_string_equal(plain_seen(&p, 0, zone), one);
    assert_string_equal(plain_seen(&p, 1, zone), two);
    assert_string_equal(plain_seen(&p, SEAT_PUBLIC, zone), all);
    assert_string_equal(plain_seen(&p, SEAT_HOST, zone), all);
}

static test_case(test_each_audience)
{
    plain_lay(&p, HIDDEN, "AX");
    plain_lay(&p, OPEN, "BY");
    plain_lay(&p, TOP, "XYX");
    plain_lay(&p, MIXED, "DXA");
    plain_lay(&p, KEPT, "CY");
    plain_lay(&p, plain_zone(0, HAND), "AB");
    plain_lay(&p, plain_zone(1, PRIVATE), "XA");
    plain_lay(&p, plain_zone(1, SHELF), "D");
    expect_seen(HIDDEN, "-=", "-=", "-=");
    expect_seen(OPEN, "BY", "BY", "BY");
    expect_seen(TOP, "==X", "==X", "==X");
    expect_seen(MIXED, "ADX", "ADX", "ADX"); /* in the order of the faces */
    expect_seen(KEPT, "-=", "-=", "-=");
    expect_seen(plain_zone(0, HAND), "AB", "--", "--");
    expect_seen(plain_zone(1, PRIVATE), "=-", "XA", "=-");
    expect_seen(plain_zone(1, SHELF), "D", "D", "D");
}

static test_case(test_a_card_put_on_top_hides_the_one_below)
{
    plain_lay(&p, TOP, "X");
    plain_lay(&p, OPEN, "Y");
    expect_seen(TOP, "X", "X", "X");
    table_move(&p.play, OPEN, 0, TOP);
    expect_seen(TOP, "=Y", "=Y", "=Y");
    table_move(&p.play, TOP, 1, OPEN);
    expect_seen(TOP, "X", "X", "X");
}

static void expect_number(int viewer, int number)
{
    struct sight sight;
    table_sight(&p.rules, &p.table, viewer, &sight);
    assert_int_equal(sight.seen.own[0][1], number);
    assert_int_equal(sight.seen.own[0][0], 7);
    assert_int_equal(sight.seen.own[1][1], 0);
}

static test_case(test_a_private_register_is_seen_by_its_owner_until_it_is_revealed)
{
    static const struct register_spec specs[TABLE_OWN] = {{.audience = AUDIENCE_ALL},
                                                          {.audience = AUDIENCE_OWNER, .most = 9},
                                                          {.audience = AUDIENCE_ALL},
                                                          {.audience = AUDIENCE_ALL}};
    p.rules.registers = specs;
    p.table.own[0][0] = 7;
    p.table.own[0][1] = 4;
    expect_number(0, 4);
    expect_number(1, REGISTER_BACK);
    expect_number(SEAT_PUBLIC, REGISTER_BACK);
    expect_number(SEAT_HOST, REGISTER_BACK);
    struct sight sight, world, again;
    table_sight(&p.rules, &p.table, 1, &sight);
    sight_imagine(&p.rules, &sight, &p.chance, &world);
    assert_in_range(world.seen.own[0][1], 1, 9);
    table_sight(&p.rules, &world.seen, 1, &again);
    assert_true(sight_same(&sight, &again));
    p.events.count = 0;
    table_reveal(&p.play, 0, 1, 2);
    expect_number(1, 0);
    assert_int_equal(p.table.own[0][2], 4);
    assert_int_equal(p.events.list[0].kind, EVENT_REVEALED);
    assert_int_equal(p.events.list[0].args[0], 4);
}

/* Who learns something can't have it taken back: all others from a number that only its owner
   saw, nobody from one that all saw, or that says nothing. */
static test_case(test_a_revealed_register_teaches_what_was_not_known)
{
    static const struct register_spec specs[TABLE_OWN] = {{.audience = AUDIENCE_ALL},
                                                          {.audience = AUDIENCE_OWNER, .most = 9},
                                                          {.audience = AUDIENCE_ALL}};
    unsigned learned = 0;
    p.rules.registers = specs;
    p.play.learned = &learned;
    p.table.own[0][0] = 7;
    table_reveal(&p.play, 0, 0, 2);
    table_reveal(&p.play, 0, 1, 2);
    assert_int_equal(learned, 0);
    p.table.own[1][1] = 4;
    table_reveal(&p.play, 1, 1, 2);
    assert_int_equal(learned & 7u, 1u << 0 | 1u << 2);
}

static test_case(test_kept_cards_are_known_to_who_saw_them_go_in)
{
    plain_lay(&p, plain_zone(0, HAND), "AB");
    plain_lay(&p, OPEN, "C");
    plain_lay(&p, HIDDEN, "D");
    table_move(&p.play, plain_zone(0, HAND), 0, KEPT);
    table_move(&p.play, OPEN, 0, KEPT);
    table_move(&p.play, HIDDEN, 0, KEPT);
    expect_seen(KEPT, "AC-", "-C-", "-C-");
    /* from one that keeps into another: still known */
    table_move(&p.play, KEPT, 0, plain_zone(2, CACHE));
    expect_seen(plain_zone(2, CACHE), "A", "-", "-");
    /* whose zone it is does not matter */
    assert_string_equal(plain_seen(&p, 2, plain_zone(2, CACHE)), "-");
    table_move(&p.play, plain_zone(2, CACHE), 0, HIDDEN); /* out of it: forgotten */
    expect_seen(HIDDEN, "-", "-", "-");
    table_move(&p.play, HIDDEN, 0, KEPT);
    expect_seen(KEPT, "C--", "C--", "C--");
}

static test_case(test_a_public_card_taken_to_a_hand_is_forgotten)
{
    plain_lay(&p, OPEN, "AB");
    table_move(&p.play, OPEN, 0, plain_zone(0, HAND));
    expect_seen(plain_zone(0, HAND), "A", "-", "-");
}

static test_case(test_letters_and_marks_of_unseen_cards_are_not_told)
{
    struct sight sight;
    plain_lay(&p, plain_zone(0, HAND), "AB");
    for (int viewer = 0; viewer < 2; viewer++) {
        table_sight(&p.rules, &p.table, viewer, &sight);
        assert_int_equal(zone_card(&sight.seen, plain_zone(0, HAND), 1)->slot, viewer == 0 ? 2 : 0);
    }
    table_move(&p.play, plain_zone(0, HAND), 0, KEPT);
    /* one's own knowledge is one's own; others' is not told */
    for (int viewer = 0; viewer < 2; viewer++) {
        table_sight(&p.rules, &p.table, viewer, &sight);
        assert_int_equal(zone_card(&sight.seen, KEPT, 0)->known, viewer == 0 ? 1 : 0);
    }
    plain_lay(&p, OPEN, "C");
    table_move(&p.play, OPEN, 0, KEPT);
    table_sight(&p.rules, &p.table, 1, &sight);
    assert_int_equal(zone_card(&sight.seen, KEPT, 1)->known, 2);
}

static test_case(test_unseen_faces_are_listed_in_one_order)
{
    struct sight sight;
    plain_lay(&p, HIDDEN, "XDA");
    plain_lay(&p, plain_zone(1, HAND), "BA");
    plain_lay(&p, MIXED, "CC"); /* public knowledge: not among them */
    plain_lay(&p, TOP, "YX");
    table_sight(&p.rules, &p.table, 0, &sight);
    static const int faces[] = {FACE_A, FACE_A, FACE_B, FACE_D, FACE_X, FACE_Y};
    assert_int_equal(sight.unseen_count, 6);
    assert_memory_equal(sight.unseen, faces, sizeof faces);
    table_sight(&p.rules, &p.table, 1, &sight);
    assert_int_equal(sight.unseen_count, 4);
}

static test_case(test_registers_are_public)
{
    struct sight sight;
    p.table.turn = 2;
    p.table.phase = 7;
    p.table.shared[TABLE_SHARED - 1] = 5;
    p.table.own[2][TABLE_OWN - 1] = 6;
    p.table.over = true;
    table_sight(&p.rules, &p.table, SEAT_PUBLIC, &sight);
    assert_true(table_same(&sight.seen, &p.table)); /* no cards: nothing is hidden */
    assert_int_equal(sight.viewer, SEAT_PUBLIC);
    table_sight(&p.rules, &p.table, SEAT_HOST, &sight);
    assert_int_equal(sight.viewer, SEAT_PUBLIC);
}

static test_case(test_same_sights)
{
    struct sight a, b;
    plain_lay(&p, HIDDEN, "AB");
    table_sight(&p.rules, &p.table, 0, &a);
    table_sight(&p.rules, &p.table, 0, &b);
    assert_true(sight_same(&a, &b));
    table_sight(&p.rules, &p.table, 1, &b);
    assert_false(sight_same(&a, &b));
    b = a;
    b.unseen[1] = FACE_C;
    assert_false(sight_same(&a, &b));
    sight_open(&p.table, &b);
    assert_false(sight_same(&a, &b));
    assert_true(table_same(&b.seen, &p.table));
}

/* ---- events ---- */

static void expect_face(int one, int two, int all)
{
    struct event event;
    const int viewers[] = {0, 1, SEAT_PUBLIC}, faces[] = {one, two, all};
    for (int i = 0; i < 3; i++) {
        assert_true(event_sight(&p.rules, &p.events.list[p.events.count - 1], viewers[i], &event));
        assert_int_equal(event.face, faces[i]);
        assert_int_equal(event.shown, 0);
        assert_int_equal(event.heard, 0);
    }
}

static test_case(test_events_show_a_face_to_who_saw_or_sees_it)
{
    int card = FACE_BACK(0), tool = FACE_BACK(1);
    plain_lay(&p, HIDDEN, "AXBXYC");
    table_move(&p.play, HIDDEN, 0, plain_zone(0, HAND)); /* A drawn by seat 1 */
    expect_face(FACE_A, card, card);
    table_move(&p.play, HIDDEN, 0, HIDDEN); /* X from top to bottom, unseen */
    expect_face(tool, tool, tool);
    table_move(&p.play, plain_zone(0, HAND), 0, plain_zone(1, HAND)); /* A from hand to hand */
    expect_face(FACE_A, FACE_A, card);
    table_move(&p.play, HIDDEN, 0, OPEN);
    expect_face(FACE_B, FACE_B, FACE_B);
    table_move(&p.play, OPEN, 0, plain_zone(0, HAND)); /* seen while it left */
    expect_face(FACE_B, FACE_B, FACE_B);
    table_move(&p.play, plain_zone(0, HAND), 0, KEPT);
    expect_face(FACE_B, card, card);
    table_move(&p.play, KEPT, 0, HIDDEN); /* who knew it sees it leave */
    expect_face(FACE_B, card, card);
    table_move(&p.play, HIDDEN, 0, TOP);
    expect_face(FACE_X, FACE_X, FACE_X);
    table_insert(&p.play, HIDDEN, 0, TOP, 0); /* below the top */
    expect_face(tool, tool, tool);
    table_move(&p.play, TOP, 1, HIDDEN);
    expect_face(FACE_X, FACE_X, FACE_X);
}

static test_case(test_who_hears_a_sentence)
{
    struct event event;
    event_say(&p.play, 3, 1, 4, 5, 6);
    event_whisper(&p.play, 1u << 2 | 1u << 0, 2, 0, 0, 0, 0);
    for (int viewer = 0; viewer <= SEAT_PUBLIC; viewer++) {
        assert_true(event_sight(&p.rules, &p.events.list[0], viewer, &event));
        assert_int_equal(event.say, 3);
        assert_int_equal(event.args[2], 6);
        assert_int_equal(event_sight(&p.rules, &p.events.list[1], viewer, &event),
                         viewer == 0 || viewer == 2);
    }
    /* the host tells, it is not told */
    assert_false(event_sight(&p.rules, &p.events.list[0], SEAT_HOST, &event));
}

/* ---- worlds ---- */

static test_case(test_worlds_fit_what_is_seen)
{
    struct chance_seed seed = {2};
    struct sight sight, world, again;
    bool other = false;
    plain_lay(&p, HIDDEN, "ABXCDY");
    plain_lay(&p, MIXED, "ABCD");
    plain_lay(&p, TOP, "XY");
    plain_lay(&p, plain_zone(0, HAND), "AB");
    plain_lay(&p, plain_zone(1, HAND), "CDX");
    table_move(&p.play, plain_zone(0, HAND), 0, KEPT);
    table_sight(&p.rules, &p.table, 0, &sight);
    for (int n = 0; n < 200; n++) {
        chance_init(&p.chance, chance_seeded, &seed);
        sight_imagine(&p.rules, &sight, &p.chance, &world);
        table_sight(&p.rules, &world.seen, 0, &again);
        assert_true(sight_same(&sight, &again));
        assert_string_equal(plain_text(&world.seen, KEPT), "A");
        other = other || strcmp(plain_text(&world.seen, MIXED), "ABCD") != 0;
        for (int i = 0; i < world.seen.first[world.seen.zones]; i++)
            assert_false(face_is_back(world.seen.cards[i].face));
    }
    assert_true(other); /* the order of a CONTENTS zone is imagined, too */
}

static test_case(test_worlds_are_dealt_evenly)
{
    enum { ROUNDS = 12000 };
    struct chance_seed seed = {9};
    struct sight sight, world;
    int counts[PLAIN_FACES] = {0};
    plain_lay(&p, HIDDEN, "ABB");
    plain_lay(&p, plain_zone(1, HAND), "C");
    table_sight(&p.rules, &p.table, 0, &sight);
    for (int n = 0; n < ROUNDS; n++) {
        chance_init(&p.chance, chance_seeded, &seed);
        sight_imagine(&p.rules, &sight, &p.chance, &world);
        counts[zone_face(&world.seen, plain_zone(1, HAND), 0)]++;
    }
    assert_in_range(counts[FACE_A], 2800, 3200);
    assert_in_range(counts[FACE_B], 5750, 6250);
    assert_in_range(counts[FACE_C], 2800, 3200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_each_audience, fresh),
        cmocka_unit_test_setup(test_a_card_put_on_top_hides_the_one_below, fresh),
        cmocka_unit_test_setup(test_kept_cards_are_known_to_who_saw_them_go_in, fresh),
        cmocka_unit_test_setup(test_a_public_card_taken_to_a_hand_is_forgotten, fresh),
        cmocka_unit_test_setup(test_letters_and_marks_of_unseen_cards_are_not_told, fresh),
        cmocka_unit_test_setup(test_unseen_faces_are_listed_in_one_order, fresh),
        cmocka_unit_test_setup(test_a_private_register_is_seen_by_its_owner_until_it_is_revealed,
                               fresh),
        cmocka_unit_test_setup(test_a_revealed_register_teaches_what_was_not_known, fresh),
        cmocka_unit_test_setup(test_registers_are_public, fresh),
        cmocka_unit_test_setup(test_same_sights, fresh),
        cmocka_unit_test_setup(test_events_show_a_face_to_who_saw_or_sees_it, fresh),
        cmocka_unit_test_setup(test_who_hears_a_sentence, fresh),
        cmocka_unit_test_setup(test_worlds_fit_what_is_seen, fresh),
        cmocka_unit_test_setup(test_worlds_are_dealt_evenly, fresh),
    };
    return cmocka_run_group_tests_name("sight", tests, NULL, NULL);
}
