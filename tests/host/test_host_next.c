/* Who waits for a seat in the next game: between two games of a match, and when !again begins
   another one. Who may wait, how many, and what a kill, a restart, a full disk or a gap of the
   network changes. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "port.h"
#include "prose.h"
#include "seal.h"
#include "seat.h"
#include "session.h"
#include "store.h"
#include "tables.h"

enum { SECOND = 1000, WAIT = 30 * SECOND };

static void says(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

static const struct offer *offer(void)
{
    return offers_in(house.host, "net", "#g");
}

static bool waits(int64_t table, const char *who)
{
    return waiting_place(house.host, waiting_of(house.host, table),
                         &(struct heard){.network = "net", .key = who}) >= 0;
}

static const struct seat *seat_of(const char *who)
{
    int seat = table() ? session_seat_held(table(), identity("net", who)) : -1;
    return seat < 0 ? NULL : &table()->seats[seat];
}

static void count_row(void *arg, const char *key, const char *value)
{
    int *rows = arg;
    (void)value;
    *rows += strncmp(key, "next.", 5) == 0;
}

static int count_rows(void)
{
    int rows = 0;
    assert_int_equal(store_load(house.store, count_row, NULL, &rows), STORE_OK);
    return rows;
}

static void restart(void)
{
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
}

/* ann plays a match against robots. */
static void match(const char *robots)
{
    char line[64];
    snprintf(line, sizeof line, "deal coloretto match=4 robots=%s", robots);
    says("ann", line);
    assert_true(session_has_begun(table()));
}

/* Keeps what was told last. */
static void play_to_game(int number)
{
    for (int moves = 0; table() && table()->playing->game_number < number && moves < 400; moves++) {
        house_forget(&house);
        if (!play_any_move("#g"))
            house_wait(&house, SECOND);
    }
    assert_non_null(table());
    assert_int_equal(table()->playing->game_number, number);
}

/* ---- between two games of a match ---- */

static test_case(a_robots_seat_goes_to_who_waits)
{
    match("1");
    house_forget(&house);
    says("eve", "next");
    assert_told("#g: <NEXT_ROBOT who=eve|robot=robot>");
    assert_int_equal(house.posts, 1);
    assert_int_equal(house.whispers, 0);
    assert_null(seat_of("eve"));
    int robot = house_seat(&house, "#g", "robot");
    play_to_game(2);
    assert_int_equal(house_count(&house, "<SWAPPED who=eve> "), 1);
    assert_told("eve: !draw");
    assert_ptr_equal(seat_of("eve"), &table()->seats[robot]);
    assert_int_equal(house_seat(&house, "#g", "robot"), -1);
    assert_null(house.host->offers.waitings);
    assert_int_equal(count_rows(), 0);
    restart();
    assert_ptr_equal(seat_of("eve"), &table()->seats[robot]);
    play_out("#g");
}

/* The seats are closed anew then, and people have as long to cut as before the first game. */
static test_case(who_comes_between_two_games_can_cut)
{
    says("ann", "deal coloretto match=4");
    says("bob", "join");
    says("ann", "robot");
    says("ann", "start");
    assert_true(session_has_begun(table()));
    says("eve", "next");
    house.is_cutting = true;
    for (int moves = 0; !table()->closing.is_closed && moves < 400; moves++)
        if (!play_any_move("#g"))
            house_wait(&house, SECOND);
    assert_true(table()->closing.is_closed);
    house_wait(&house, SEAL_CUTS_MS - SECOND);
    assert_int_equal(table()->playing->game_number, 1);
    says("eve", "cut as I like it");
    assert_told("<CUT who=eve>");
    house_wait(&house, SECOND);
    assert_int_equal(table()->playing->game_number, 2);
    assert_true(seal_luck_has_cut(seat_of("eve")->cut));
    assert_memory_equal(table()->playing->lot.cuts[house_seat(&house, "#g", "eve")],
                        seat_of("eve")->cut, LUCK_CUT);
}

/* The result of the game before names the robot. */
static test_case(the_game_before_was_the_robots)
{
    match("1");
    says("eve", "next");
    play_to_game(2);
    const char *swap = strstr(house.told, "eve plays in a robot"),
               *named = strstr(house.told, "eve");
    assert_non_null(swap);
    assert_ptr_equal(named, swap);
}

static test_case(a_wish_names_a_robot)
{
    match("2");
    says("eve", "swap robot2");
    assert_told("#g: <NEXT_ROBOT_2 who=eve|robot=robot2>");
    house_forget(&house);
    says("fay", "next");
    assert_told("#g: <NEXT_ROBOT_3 who=fay|robot=robot>");
    house_forget(&house);
    says("gil", "swap");
    assert_told("to gil: <SWAP_NONE_1>");
    says("gil", "swap r2d2");
    assert_told("to gil: <SWAP_UNKNOWN typed=r2d2> ");
    assert_int_equal(house.posts, 0);
    says("gil", "next");
    assert_told("#g: <NEXT_WAITS who=gil>");
    int robot = house_seat(&house, "#g", "robot"), robot2 = house_seat(&house, "#g", "robot2");
    play_to_game(2);
    assert_ptr_equal(seat_of("eve"), &table()->seats[robot2]);
    assert_ptr_equal(seat_of("fay"), &table()->seats[robot]);
    assert_null(seat_of("gil"));
    assert_true(waits(table()->id, "gil"));
    assert_int_equal(count_rows(), 1);
}

static test_case(a_robot_of_somebody_thrown_out_goes_too)
{
    says("ann", "deal coloretto match=4");
    says("bob", "join");
    says("ann", "start");
    says("eve", "next");
    assert_told("#g: <NEXT_WAITS_1 who=eve>");
    says("ann", "kick bob");
    play_to_game(2);
    assert_non_null(seat_of("eve"));
}

/* Who left may come back. */
static test_case(the_seat_of_somebody_who_left_stays_theirs)
{
    says("ann", "deal coloretto match=4");
    says("bob", "join");
    says("ann", "start");
    says("bob", "leave");
    says("eve", "next");
    play_to_game(2);
    assert_null(seat_of("eve"));
    says("bob", "next");
    assert_told("to bob: <NEXT_JOIN_BACK>");
}

static test_case(two_of_one_name_are_told_apart)
{
    match("1");
    house.name = "ann";
    says("other", "next");
    house.name = NULL;
    play_to_game(2);
    assert_non_null(seat_of("other"));
    assert_string_not_equal(seat_of("other")->name, seat_of("ann")->name);
    assert_told("<PLAYS_IN_A_ROBOT who=ann-2>");
}

/* ---- !again ---- */

static test_case(a_robot_makes_room_when_another_game_begins)
{
    says("ann", "deal coloretto robots=1");
    says("eve", "next");
    play_out("#g");
    house_forget(&house);
    says("ann", "again");
    assert_int_equal(house.posts, 3);
    assert_told("#g: <AGAIN_OPENED game=Coloretto|who=ann and eve>");
    assert_true(session_has_begun(table()));
    assert_int_equal(table()->seat_count, 2);
    assert_non_null(seat_of("eve"));
    assert_int_equal(count_rows(), 0);
    assert_null(house.host->offers.waitings);
}

static void two_have_played(const char *game)
{
    char line[64];
    snprintf(line, sizeof line, "deal %s", game);
    says("ann", line);
    says("bob", "join");
    says("ann", "start");
    play_out("#g");
}

static test_case(the_seat_of_who_is_left_out_is_free)
{
    two_have_played("heartcatchers");
    says("eve", "next");
    says("ann", "again");
    assert_null(table());
    house_wait(&house, WAIT);
    assert_true(session_has_begun(table()));
    assert_non_null(seat_of("eve"));
    assert_null(seat_of("bob"));
}

static test_case(a_game_that_lacks_one_begins_with_who_comes)
{
    two_have_played("heartcatchers");
    says("ann", "again");
    house_wait(&house, WAIT);
    assert_null(table());
    says("eve", "next");
    assert_true(session_has_begun(table()));
    assert_non_null(seat_of("eve"));
}

static test_case(a_free_seat_is_taken)
{
    two_have_played("coloretto");
    says("eve", "next");
    says("ann", "again");
    says("bob", "again");
    assert_int_equal(table()->seat_count, 3);
    assert_non_null(seat_of("eve"));
}

static test_case(who_finds_no_seat_goes_on_waiting)
{
    two_have_played("heartcatchers");
    says("eve", "next");
    int64_t before = offer()->table;
    says("ann", "again");
    house_forget(&house);
    says("bob", "again");
    assert_told("#g: <AGAIN_OPENED game=Heartcatchers|who=ann and bob> <NEXT_LEFT who=eve>");
    assert_null(seat_of("eve"));
    assert_false(waits(before, "eve"));
    assert_true(waits(table()->id, "eve"));
    assert_int_equal(count_rows(), 1);
    restart();
    assert_true(waits(table()->id, "eve"));
}

static test_case(a_line_ends_with_its_table_or_its_offer)
{
    match("1");
    says("eve", "next");
    assert_int_equal(count_rows(), 1);
    says("ann", "stop");
    assert_int_equal(count_rows(), 0);
    two_have_played("heartcatchers");
    says("eve", "next");
    assert_int_equal(count_rows(), 1);
    house_forget(&house);
    house_wait(&house, OFFER_MS);
    assert_int_equal(count_rows(), 0);
    assert_told("#g: <AGAIN_ENDED_1>");
}

/* ---- who may ---- */

static test_case(who_has_a_seat_is_told_what_to_do)
{
    says("eve", "next");
    assert_told("to eve: <NEXT_NONE_1>");
    says("ann", "deal coloretto");
    says("eve", "next");
    assert_told("to eve: <NEXT_JOIN>");
    says("bob", "join");
    says("ann", "start");
    says("bob", "next");
    assert_told("to bob: <JOIN_SEATED><NEXT_SEATED_1>");
    house_say(&house, NULL, "eve", "next");
    assert_told("to eve: <NEXT_WHERE>");
    play_out("#g");
    says("bob", "next");
    assert_told("to bob: <NEXT_AGAIN_1>");
    says("bob", "again");
    says("bob", "next");
    assert_told("to bob: <NEXT_PLAYS_1>");
    assert_null(house.host->offers.waitings);
}

static test_case(it_can_be_taken_back)
{
    match("1");
    says("eve", "next off");
    assert_told("to eve: <NEXT_NOT_WAITING_1>");
    says("eve", "next");
    house_forget(&house);
    says("eve", "next");
    assert_told("to eve: <NEXT_WAITING>");
    assert_int_equal(house.posts, 0);
    says("eve", "next off");
    assert_told("to eve: <NEXT_OFF>");
    assert_int_equal(count_rows(), 0);
    play_to_game(2);
    assert_null(seat_of("eve"));
}

static test_case(who_is_banned_neither_waits_nor_sits)
{
    match("1");
    says("eve", "next");
    assert_true(
        bans_add(house.host, (struct ban_scope){"net", "#g"}, identity("net", "eve"), NULL));
    play_to_game(2);
    assert_null(seat_of("eve"));
    says("eve", "next off");
    house_forget(&house);
    says("eve", "next");
    assert_told("to eve: <ROOM_BANNED_3 room=#g>");
    assert_int_equal(house.posts, 0);
    assert_null(house.host->offers.waitings);
    says("fay", "next");
    struct prose answer;
    prose_clear(&answer);
    const struct host_ban_order order = {
        .network = "net", .room = "#g", .who = "fay", .by = "boss"};
    assert_true(host_ban(house.host, &order, &answer));
    assert_null(house.host->offers.waitings);
}

static test_case(who_is_out_of_sight_gets_no_seat)
{
    house.knows_sight = true;
    restart();
    match("1");
    says("eve", "next");
    house_goes(&house, "eve");
    house_wait(&house, SECOND);
    play_to_game(2);
    assert_null(seat_of("eve"));
    house_comes(&house, "eve");
    play_to_game(3);
    assert_non_null(seat_of("eve"));
}

static test_case(lines_and_places_are_bounded)
{
    char who[16], room[16];
    match("1");
    for (int i = 0; i < WAITING_MOST; i++) {
        snprintf(who, sizeof who, "p%c", 'a' + i);
        says(who, "next");
    }
    assert_int_equal(waiting_of(house.host, table()->id)->count, WAITING_MOST);
    house_forget(&house);
    says("eve", "next");
    assert_told("to eve: pa, pb, ");
    assert_told("<NEXT_FULL_1>");
    for (int i = 0; i <= WAITING_EACH; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        snprintf(who, sizeof who, "host%d", i);
        house_say(&house, room, who, "deal coloretto match=4 robots=1");
        house_forget(&house);
        house_say(&house, room, "eve", "next");
        assert_int_equal(house.posts, i < WAITING_EACH);
    }
    assert_told("to eve: <NEXT_MANY_1 most=3>");
}

/* ---- nothing is lost, nothing is done twice ---- */

static test_case(it_survives_a_restart)
{
    match("1");
    says("eve", "swap robot");
    restart();
    assert_true(waits(table()->id, "eve"));
    play_to_game(2);
    assert_non_null(seat_of("eve"));
    says("fay", "next");
    play_out("#g");
    restart();
    assert_true(waits(offer()->table, "fay"));
    says("ann", "again");
    restart();
    says("eve", "again");
    assert_int_equal(table()->seat_count, 3);
    assert_non_null(seat_of("fay"));
}

static void step(void)
{
    if (!play_any_move("#g"))
        house_wait(&house, SECOND);
}

static void begin_anew(void)
{
    close_house(NULL);
    open_house(NULL);
    match("1");
    says("eve", "next");
}

/* Whatever write the kill falls behind: who was told that she waits has one seat in the next
   game. */
static test_case(a_kill_at_any_write_loses_nothing)
{
    int steps = 0;
    for (begin_anew(); table()->playing->game_number == 1; steps++)
        step();
    for (int writes = 0; writes < 4; writes++) {
        begin_anew();
        for (int i = 1; i < steps; i++)
            step();
        assert_int_equal(table()->playing->game_number, 1);
        /* what comes later is not written any more */
        faulty_store_fail(faulty, writes, INT_MAX, STORE_IO);
        step();
        faulty_store_fail(faulty, 0, 0, STORE_OK);
        restart();
        play_to_game(2);
        assert_non_null(seat_of("eve"));
        assert_int_equal(table()->seat_count, 2);
        says("eve", "next");
        assert_told("to eve: <JOIN_SEATED_1>");
        play_out("#g");
        says("ann", "again");
        says("eve", "again");
        assert_int_equal(table()->seat_count, 2);
        assert_int_equal(count_rows(), 0);
    }
}

static test_case(a_kill_while_another_game_begins_loses_nobody)
{
    for (int writes = 0; writes < 10; writes++) {
        close_house(NULL);
        open_house(NULL);
        two_have_played("heartcatchers");
        says("eve", "next");
        says("fay", "next");
        says("ann", "again");
        faulty_store_fail(faulty, writes, INT_MAX, STORE_IO);
        house_wait(&house, WAIT);
        house_restart(&house);
        faulty_store_fail(faulty, 0, 0, STORE_OK);
        host_room_ready(house.host, "net", "#g", house.now);
        house_settle(&house);
        house_wait(&house, WAIT);
        assert_non_null(table());
        assert_true(session_has_begun(table()));
        assert_int_equal(house_table_count(&house), 1);
        assert_int_equal(table()->seat_count, 2);
        assert_non_null(seat_of("eve"));
        assert_null(seat_of("fay"));
        assert_false(waits(table()->id, "eve"));
        assert_true(waits(table()->id, "fay"));
        assert_int_equal(count_rows(), 1);
    }
}

static test_case(a_full_disk_refuses_and_can_be_tried_again)
{
    match("1");
    house_forget(&house);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    says("eve", "next");
    assert_told("to eve: <SAVE_FAILED_2>");
    assert_int_equal(house.posts, 0);
    assert_null(house.host->offers.waitings);
    says("eve", "next");
    assert_told("#g: <NEXT_ROBOT_2 who=eve|robot=robot>");
}

/* Where keys end with the connection. */
static test_case(a_place_ends_with_a_key_that_does_not_last)
{
    match("1");
    says("eve", "next");
    says("$fay", "next");
    host_gone(house.host, identity("net", "eve"), house.now);
    assert_false(waits(table()->id, "eve"));
    assert_true(waits(table()->id, "$fay"));
    says("eve", "next");
    restart();
    assert_false(waits(table()->id, "eve"));
    assert_true(waits(table()->id, "$fay"));
    says("gil", "next");
    host_bound(house.host, identity("net", "gil"), "$gil", house.now);
    assert_true(waits(table()->id, "$gil"));
    host_network_gone(house.host, "net", house.now);
    assert_true(waits(table()->id, "$gil"));
}

/* Such a seat has its word. */
static test_case(who_has_no_account_is_told_a_seat_word)
{
    says("$ann", "deal coloretto match=4 robots=1");
    says("eve", "next");
    play_to_game(2);
    assert_non_null(seat_of("eve"));
    assert_true(seat_of("eve")->has_word);
    assert_told("to eve: <SEAT_WORD_2>");
    restart();
    assert_non_null(table());
}

#define TEST(name)    cmocka_unit_test_setup_teardown(name, open_house, close_house)
#define PASSING(name) cmocka_unit_test_setup_teardown(name, open_passing, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_robots_seat_goes_to_who_waits),
        TEST(who_comes_between_two_games_can_cut),
        TEST(the_game_before_was_the_robots),
        TEST(a_wish_names_a_robot),
        TEST(a_robot_of_somebody_thrown_out_goes_too),
        TEST(the_seat_of_somebody_who_left_stays_theirs),
        TEST(two_of_one_name_are_told_apart),
        TEST(a_robot_makes_room_when_another_game_begins),
        TEST(the_seat_of_who_is_left_out_is_free),
        TEST(a_game_that_lacks_one_begins_with_who_comes),
        TEST(a_free_seat_is_taken),
        TEST(who_finds_no_seat_goes_on_waiting),
        TEST(a_line_ends_with_its_table_or_its_offer),
        TEST(who_has_a_seat_is_told_what_to_do),
        TEST(it_can_be_taken_back),
        TEST(who_is_banned_neither_waits_nor_sits),
        TEST(who_is_out_of_sight_gets_no_seat),
        TEST(lines_and_places_are_bounded),
        TEST(it_survives_a_restart),
        TEST(a_kill_at_any_write_loses_nothing),
        TEST(a_kill_while_another_game_begins_loses_nobody),
        TEST(a_full_disk_refuses_and_can_be_tried_again),
        PASSING(a_place_ends_with_a_key_that_does_not_last),
        PASSING(who_has_no_account_is_told_a_seat_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
