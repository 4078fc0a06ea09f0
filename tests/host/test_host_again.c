/* Another game with the same people: who has to say it, who is left out, who begins, which rooms
   and seats come along, and what a restart, a full disk or another table changes. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "port.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "store.h"
#include "tables.h"

enum { SECOND = 1000, WAIT = 30 * SECOND };

static void says(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

/* Three people, who have played. */
static void three_have_played(void)
{
    says("ann", "deal coloretto");
    says("bob", "join");
    says("cid", "join");
    says("ann", "start");
    play_out("#g");
}

static const struct offer *offer(void)
{
    return offers_in(house.host, "net", "#g");
}

static void restart(void)
{
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
}

static const char *beginner_of(const struct session *session)
{
    return session->seats[session->playing->begins].name;
}

/* ---- who starts it ---- */

static test_case(the_result_offers_it)
{
    three_have_played();
    assert_told("#g: "); /* the result */
    assert_told("<AGAIN>");
    assert_not_told("<PLAY_COLORETTO_FOR>");
    assert_non_null(offer());
    assert_int_equal(offer()->seat_count, 3);
}

static test_case(it_begins_at_once_when_all_have_said_it)
{
    three_have_played();
    int64_t number = offer()->table;
    char next[HOST_NAME];
    snprintf(next, sizeof next, "%s", offer()->seats[offer()->first].name);
    const char *order[] = {offer()->seats[0].name, offer()->seats[1].name, offer()->seats[2].name};
    char names[3][HOST_NAME];
    for (int i = 0; i < 3; i++)
        snprintf(names[i], sizeof names[i], "%s", order[i]);
    house_forget(&house);
    says("cid", "again");
    assert_told("#g: <AGAIN_ASKED by=cid|game=Coloretto>");
    assert_int_equal(house.posts, 1);
    assert_int_equal(house.whispers, 0);
    house_forget(&house);
    says("ann", "again");
    assert_told("to ann: <AGAIN_WAITS_1 who=bob>");
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.whispers, 1);
    house_forget(&house);
    says("bob", "again");
    assert_int_equal(house_count(&house, "#g: <AGAIN_OPENED game=Coloretto> "), 1);
    /* the opening with its seal, the closing, and the start with its board */
    assert_int_equal(house.posts, 3);
    assert_true(session_has_begun(table()));
    assert_true(table()->id != number);
    assert_string_equal(beginner_of(table()), next);
    for (int i = 0; i < 3; i++)
        assert_string_equal(table()->seats[i].name, names[i]);
    assert_null(offer());
}

static test_case(who_says_nothing_is_left_out_after_half_a_minute)
{
    three_have_played();
    says("bob", "again");
    says("cid", "again");
    house_wait(&house, WAIT - SECOND);
    assert_null(table());
    house_wait(&house, SECOND);
    assert_true(session_has_begun(table()));
    assert_int_equal(table()->seat_count, 2);
    assert_int_equal(house_seat(&house, "#g", "ann"), -1);
}

static test_case(the_next_one_who_plays_begins)
{
    three_have_played();
    char left_out[HOST_NAME], next[HOST_NAME];
    int first = offer()->first;
    snprintf(left_out, sizeof left_out, "%s", offer()->seats[first].name);
    snprintf(next, sizeof next, "%s", offer()->seats[(first + 1) % 3].name);
    for (int i = 0; i < 3; i++)
        if (i != first) {
            char who[HOST_NAME];
            snprintf(who, sizeof who, "%s", offer()->seats[i].name);
            says(who, "again");
        }
    house_wait(&house, WAIT);
    assert_string_equal(beginner_of(table()), next);
}

static test_case(too_few_are_told_what_would_help)
{
    says("ann", "deal heartcatchers");
    says("bob", "join");
    play_out("#g");
    says("ann", "again");
    house_forget(&house);
    house_wait(&house, WAIT);
    assert_null(table());
    assert_told("#g: <AGAIN_TOO_FEW_1 game=Heartcatchers|least=2|who=bob>");
    assert_int_equal(house.posts, 1);
    house_forget(&house);
    says("bob", "again");
    assert_true(session_has_begun(table()));
}

static test_case(others_cannot_say_it)
{
    three_have_played();
    house_forget(&house);
    says("eve", "again");
    assert_told("to eve: Only ");
    assert_told("<AGAIN_NOT_YOURS_2>");
    assert_int_equal(house.posts, 0);
    assert_int_equal(offer_count(offer(), offer_seat_has_said), 0);
}

static test_case(saying_it_twice_changes_nothing)
{
    three_have_played();
    says("ann", "again");
    house_wait(&house, WAIT / 2);
    house_forget(&house);
    says("ann", "again");
    assert_told("in 15 seconds");
    assert_int_equal(house.posts, 0);
    house_wait(&house, WAIT / 2);
    assert_int_equal(house_count(&house, "Coloretto needs 2 players"), 1);
}

/* ---- robots, options, seats ---- */

static test_case(robots_options_and_pace_come_along)
{
    says("ann", "deal coloretto robots=2 clock=slow");
    play_out("#g");
    house_forget(&house);
    says("ann", "again"); /* alone with robots, nobody else has to be waited for */
    assert_true(session_has_begun(table()));
    assert_int_equal(table()->seat_count, 3);
    assert_int_equal(table()->clocks.pace, PACE_SLOW);
    int robots = 0;
    for (int seat = 0; seat < 3; seat++)
        robots +=
            table()->seats[seat].kind == SEAT_ROBOT && table()->seats[seat].level == ROBOT_MEDIUM;
    assert_int_equal(robots, 2);
}

static test_case(who_left_is_not_waited_for)
{
    three_have_played();
    says("ann", "again");
    says("bob", "again");
    says("cid", "again");
    says("bob", "leave");
    play_out("#g");
    says("ann", "again");
    says("cid", "again");
    assert_true(session_has_begun(table()));
    assert_int_equal(table()->seat_count, 2);
}

static test_case(a_lesson_offers_none)
{
    house_say(&house, NULL, "ann", "learn coloretto");
    assert_non_null(house_table(&house, "@ann"));
    play_out("@ann");
    assert_told("<LESSON_OVER_1>");
    assert_null(house.host->offers.first);
}

static void choose(void *arg, const struct host_place_choice *choice, char *kept)
{
    (void)arg;
    snprintf(kept, RULE_VALUE, "%s", strcmp(choice->place, "#g") == 0 ? "open=operators" : "");
}

/* Who says it first opens a table. */
static test_case(house_rules_hold)
{
    three_have_played();
    host_on_choice(house.host, choose, NULL);
    house_forget(&house);
    says("ann", "again");
    house_say(&house, NULL, "ann", "again");
    assert_int_equal(house_count(&house, "to ann: Only "), 2);
    assert_int_equal(offer_count(offer(), offer_seat_has_said), 0);
    house_say_as(&house, "#g", "bob", RANK_OPERATOR, NULL, "again");
    house_settle(&house);
    says("ann", "again");
    says("cid", "again");
    assert_true(session_has_begun(table()));
}

/* ---- cuts ---- */

static const struct seat *seat_of(const char *who)
{
    int seat = session_seat_held(table(), identity("net", who));
    assert_true(seat >= 0);
    return &table()->seats[seat];
}

static test_case(cuts_of_the_next_deal_count_in_their_order)
{
    unsigned char words[LUCK_CUT];
    three_have_played();
    says("ann", "again cut=one");
    assert_told("#g: <CUT who=ann>");
    says("bob", "again cut=two words");
    restart();
    house_forget(&house);
    says("ann", "again cut=one more");
    assert_told("#g: <CUT who=ann>");
    assert_not_told("<ONE_MORE>");
    says("cid", "again");
    assert_true(session_has_begun(table()));
    seal_luck_cut("one more", words);
    assert_memory_equal(seat_of("ann")->cut, words, LUCK_CUT);
    seal_luck_cut("two words", words);
    assert_memory_equal(seat_of("bob")->cut, words, LUCK_CUT);
    assert_false(seal_luck_has_cut(seat_of("cid")->cut));
    assert_true(seat_of("ann")->cut_number > seat_of("bob")->cut_number);
    assert_int_equal(table()->closing.last_cut, 2);
}

static test_case(the_seal_is_shown_before_the_others_cut)
{
    char seal[LUCK_SEAL], line[64];
    house.seed = 0; /* luck is drawn and sealed */
    house_restart(&house);
    three_have_played();
    house_forget(&house);
    says("ann", "again cut=mine");
    assert_true(offer()->lot.has_secret);
    seal_luck_seal(offer()->lot.secret, offer()->lot.id, seal);
    snprintf(line, sizeof line, "Seal %s", seal);
    assert_told(line);
    restart();
    says("bob", "again cut=yours");
    says("cid", "again");
    assert_string_equal(table()->record.seal, seal);
    play_out("#g");
    assert_false(offer()->lot.has_secret);
    says("ann", "again");
    seal_luck_seal(offer()->lot.secret, offer()->lot.id, line);
    assert_string_not_equal(line, seal);
}

static test_case(cuts_are_bounded_and_never_empty)
{
    char line[32];
    three_have_played();
    says("ann", "again cut= ");
    assert_told("to ann: <CUT_EMPTY_2>");
    assert_int_equal(offer_count(offer(), offer_seat_has_said), 0);
    for (int i = 0; i < 10; i++) {
        snprintf(line, sizeof line, "again cut=%d", i);
        says("ann", line);
    }
    house_forget(&house);
    says("ann", "again cut=more");
    assert_told("to ann: <CUT_OFTEN_2 most=10>");
    assert_int_equal(house.posts, 0);
}

static test_case(a_cut_that_cannot_be_saved_does_not_count)
{
    three_have_played();
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    says("ann", "again cut=lost");
    assert_told("to ann: <SAVE_FAILED_2>");
    assert_int_equal(offer_last_cut(offer()), 0);
    says("ann", "again");
    says("bob", "again");
    says("cid", "again");
    assert_false(seal_luck_has_cut(seat_of("ann")->cut));
}

/* ---- rooms ---- */

static void two_rooms_have_played(bool with_robot)
{
    house.has_far = true;
    house_restart(&house);
    says("ann", "deal coloretto");
    if (with_robot)
        says("ann", "robot");
    bring_far("#g", "ann", "#lounge", "cid");
    says("ann", "start");
    house_wait(&house, 10 * SECOND);
    play_out("#g");
}

static test_case(all_rooms_come_along)
{
    two_rooms_have_played(false);
    house_forget(&house);
    far_says("#lounge", "cid", "again");
    assert_told("<FAR_LOUNGE_CID_WOULD>");
    assert_int_equal(house_count(&house, "<AGAIN_ASKED_1 by=cid>"), 2);
    house_forget(&house);
    says("ann", "again");
    assert_int_equal(session_showing_count(table()), 2);
    assert_ptr_equal(host_find(house.host, "far", "#lounge"), table());
    assert_int_equal(house_count(&house, "<FAR_LOUNGE_ANOTHER_GAME>"), 1);
    assert_int_equal(house_count(&house, "<AGAIN_OPENED_1 game=Coloretto>"), 2);
    assert_true(session_has_begun(table()));
}

static test_case(a_room_that_has_another_table_stays_out)
{
    two_rooms_have_played(false);
    far_says("#lounge", "cid", "deal heartcatchers");
    int64_t other = host_find(house.host, "far", "#lounge")->id;
    far_says(NULL, "cid", "again");
    house_forget(&house);
    says("ann", "again");
    assert_told("#g: <AGAIN_ROOM_TAKEN_1 room=#lounge>");
    assert_int_equal(host_find(house.host, "far", "#lounge")->id, other);
    assert_int_equal(session_showing_count(table()), 1);
}

static test_case(another_table_ends_the_offer)
{
    three_have_played();
    says("ann", "again");
    says("eve", "deal heartcatchers");
    assert_null(offer());
    house_forget(&house);
    house_wait(&house, WAIT);
    assert_not_told("Coloretto");
    says("bob", "again");
    assert_told("to bob: <ANOTHER_LOBBY_2>");
}

/* cid, in the second room, alone wants to play on with the robot: the table opens there, and is
   being saved. */
static void opens_in_the_second_room(void)
{
    two_rooms_have_played(true);
    far_says("#lounge", "cid", "again");
    faulty_store_hold(faulty, true);
    house_wait(&house, WAIT);
    house_forget(&house);
}

static void expect_it_began(const char *network, const char *room)
{
    faulty_store_hold(faulty, false);
    house_settle(&house);
    struct session *session = host_find(house.host, network, room);
    assert_non_null(session);
    assert_true(session_has_begun(session));
}

static test_case(it_begins_though_its_first_room_gets_another_table)
{
    opens_in_the_second_room();
    says("eve", "deal heartcatchers");
    expect_it_began("far", "#lounge");
}

static test_case(it_begins_once_though_its_first_room_comes_back)
{
    opens_in_the_second_room();
    host_room_ready(house.host, "net", "#g", house.now);
    expect_it_began("far", "#lounge");
    assert_int_equal(house_count(&house, "<FAR_LOUNGE_ANOTHER_GAME>"), 1);
}

static test_case(it_begins_though_somebody_else_is_forgotten)
{
    three_have_played();
    says("ann", "again");
    says("bob", "again");
    faulty_store_hold(faulty, true);
    house_wait(&house, WAIT);
    offers_row.forget(house.host, identity("net", "cid"));
    assert_null(offer());
    expect_it_began("net", "#g");
    assert_int_equal(table()->seat_count, 2);
}

static test_case(it_ends_after_ten_minutes)
{
    three_have_played();
    house_wait(&house, OFFER_MS - SECOND);
    assert_non_null(offer());
    house_forget(&house);
    house_wait(&house, SECOND);
    assert_null(offer());
    assert_string_equal(house.told, ""); /* nobody had asked */
    says("ann", "again");
    assert_told("to ann: <ANOTHER_2>");
}

static test_case(who_asked_in_vain_is_told_when_it_ends)
{
    three_have_played();
    says("ann", "again");
    house_wait(&house, WAIT);
    house_forget(&house);
    house_wait(&house, OFFER_MS);
    assert_told("#g: <AGAIN_ENDED_1>");
    assert_int_equal(house.posts, 1);
}

/* ---- nothing is lost, nothing is done twice ---- */

static test_case(it_survives_a_restart)
{
    three_have_played();
    char next[HOST_NAME];
    snprintf(next, sizeof next, "%s", offer()->seats[offer()->first].name);
    house_forget(&house);
    restart();
    assert_string_equal(house.told, ""); /* nobody had asked yet */
    says("ann", "again");
    house_forget(&house);
    restart();
    assert_int_equal(house_count(&house, "#g: <AGAIN_ASKED_1 by=ann>"), 1);
    says("bob", "again");
    restart();
    says("cid", "again");
    assert_true(session_has_begun(table()));
    assert_string_equal(beginner_of(table()), next);
    assert_int_equal(table()->seat_count, 3);
}

static void count_row(void *arg, const char *key, const char *value)
{
    int *rows = arg;
    (void)value;
    *rows += strncmp(key, "again.", 6) == 0;
}

static int count_rows(void)
{
    int rows = 0;
    assert_int_equal(store_load(house.store, count_row, NULL, &rows), STORE_OK);
    return rows;
}

static test_case(its_row_goes_when_the_game_begins)
{
    three_have_played();
    assert_int_equal(count_rows(), 1);
    says("ann", "again");
    says("bob", "again");
    says("cid", "again");
    assert_int_equal(count_rows(), 0);
    restart();
    assert_int_equal(table()->seat_count, 3);
    house_wait(&house, WAIT);
    assert_int_equal(house_table_count(&house), 1);
}

/* Whatever write the kill falls behind: after it there is one table, with the right people and
   the right beginner. */
static test_case(a_kill_at_any_write_loses_nothing)
{
    for (int writes = 0; writes < 12; writes++) {
        close_house(NULL);
        open_house(NULL);
        two_rooms_have_played(false);
        char next[HOST_NAME];
        int64_t table_before = offer()->table;
        snprintf(next, sizeof next, "%s", offer()->seats[offer()->first].name);
        far_says("#lounge", "cid", "again");
        /* what comes later is not written any more */
        faulty_store_fail(faulty, writes, INT_MAX, STORE_IO);
        says("ann", "again");
        house_restart(&house);
        faulty_store_fail(faulty, 0, 0, STORE_OK);
        host_room_ready(house.host, "net", "#g", house.now);
        house_settle(&house);
        host_room_ready(house.host, "far", "#lounge", house.now);
        house_settle(&house);
        house_wait(&house, WAIT);
        if (!table())
            says("ann", "again"); /* it was not saved, and she was told nothing */
        assert_non_null(table());
        assert_true(session_has_begun(table()));
        assert_int_equal(house_table_count(&house), 1);
        assert_true(table()->id != table_before);
        assert_int_equal(session_showing_count(table()), 2);
        assert_int_equal(table()->seat_count, 2);
        assert_string_equal(beginner_of(table()), next);
        assert_int_equal(count_rows(), 0);
    }
}

static test_case(a_full_disk_refuses_and_can_be_tried_again)
{
    three_have_played();
    house_forget(&house);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    says("ann", "again");
    assert_told("to ann: <SAVE_FAILED_2>");
    assert_int_equal(offer_count(offer(), offer_seat_has_said), 0);
    says("ann", "again");
    assert_told("#g: <AGAIN_ASKED_1 by=ann>");
}

/* Where keys end with the connection. */
static test_case(after_a_restart_people_without_an_account_say_it_again)
{
    says("ann", "deal coloretto");
    says("$bob", "join");
    says("ann", "start");
    play_out("#g");
    says("ann", "again");
    house_forget(&house);
    restart();
    assert_told("#g: <AGAIN_BACK_1>");
    house_wait(&house, WAIT);
    assert_null(table());
    house.name = "ann";
    says("new-ann", "again");
    house.name = NULL;
    house_forget(&house);
    says("$bob", "again");
    assert_true(session_has_begun(table()));
    assert_int_equal(session_seat_of(table(), &(struct heard){.network = "net", .key = "ann"}), -1);
    assert_true(session_seat_of(table(), &(struct heard){.network = "net", .key = "new-ann"}) >= 0);
    assert_told("to new-ann: ");
}

static test_case(the_number_of_offers_is_bounded)
{
    char room[32];
    for (int i = 0; i < 3; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        house_say(&house, room, "ann", "deal coloretto robots=1");
        play_out(room);
    }
    assert_int_equal(house.host->offers.count, 3);
    house_say(&house, "#r1", "ann", "deal coloretto robots=1");
    assert_int_equal(house.host->offers.count, 2);
    play_out("#r1");
    assert_int_equal(house.host->offers.count, 3); /* one a room */
    house.host->offers.count = OFFERS_MOST;        /* as if there were so many */
    house_say(&house, "#r3", "ann", "deal coloretto robots=1");
    play_out("#r3");
    assert_int_equal(house.host->offers.count, OFFERS_MOST);
    assert_null(offers_in(house.host, "net", "#r0")); /* the oldest made room */
    house.host->offers.count = 3;
}

#define TEST(name)    cmocka_unit_test_setup_teardown(name, open_house, close_house)
#define PASSING(name) cmocka_unit_test_setup_teardown(name, open_passing, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_result_offers_it),
        TEST(it_begins_at_once_when_all_have_said_it),
        TEST(who_says_nothing_is_left_out_after_half_a_minute),
        TEST(the_next_one_who_plays_begins),
        TEST(too_few_are_told_what_would_help),
        TEST(others_cannot_say_it),
        TEST(saying_it_twice_changes_nothing),
        TEST(robots_options_and_pace_come_along),
        TEST(who_left_is_not_waited_for),
        TEST(a_lesson_offers_none),
        TEST(house_rules_hold),
        TEST(cuts_of_the_next_deal_count_in_their_order),
        TEST(the_seal_is_shown_before_the_others_cut),
        TEST(cuts_are_bounded_and_never_empty),
        TEST(a_cut_that_cannot_be_saved_does_not_count),
        TEST(all_rooms_come_along),
        TEST(a_room_that_has_another_table_stays_out),
        TEST(another_table_ends_the_offer),
        TEST(it_begins_though_its_first_room_gets_another_table),
        TEST(it_begins_once_though_its_first_room_comes_back),
        TEST(it_begins_though_somebody_else_is_forgotten),
        TEST(it_ends_after_ten_minutes),
        TEST(who_asked_in_vain_is_told_when_it_ends),
        TEST(it_survives_a_restart),
        TEST(its_row_goes_when_the_game_begins),
        TEST(a_kill_at_any_write_loses_nothing),
        TEST(a_full_disk_refuses_and_can_be_tried_again),
        PASSING(after_a_restart_people_without_an_account_say_it_again),
        TEST(the_number_of_offers_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
