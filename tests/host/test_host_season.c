/* The end of a month: which rooms are told, what, and how often, whatever is down meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "season.h"
#include "store.h"
#include "store_people.h"
#include "testing.h"

#define DAY_MS ((int64_t)24 * 60 * MINUTE)

static int64_t tables;

/* In seconds since 1970: the fifth day of that month. */
static int64_t in_month(int month)
{
    static const int days[] = {0, 31, 59, 90};
    return (days[month - 1] + 4) * INT64_C(86400);
}

static void finish(const char *network, const char *room, const char *game, int month,
                   const char *winner, const char *loser)
{
    struct store_outcome outcome = {.game_number = 1,
                                    .ended = in_month(month),
                                    .game = game,
                                    .options = "",
                                    .network = network,
                                    .room = room,
                                    .unrated = "",
                                    .seat_count = 2};
    outcome.seats[0] = (struct store_outcome_seat){
        .identities = {{network, winner, winner}}, .identity_count = 1, .robot = "", .place = 1};
    outcome.seats[1] = (struct store_outcome_seat){
        .identities = {{network, loser, loser}}, .identity_count = 1, .robot = "", .place = 2};
    struct store_append append = {.table = 1000 + tables++,
                                  .first_seq = 1,
                                  .lines = (const char *const[]){"record"},
                                  .count = 1,
                                  .outcomes = &outcome,
                                  .outcome_count = 1,
                                  .ends = true};
    store_write(house.store, &append, NULL, NULL);
    house_settle(&house);
}

static void show(const char *network, const char *who)
{
    store_show_identity(house.store, &(struct store_identity){network, who, who}, true, NULL, NULL);
    house_settle(&house);
}

/* So that what is due within an hour happens. */
static void wait_days(int days)
{
    house_forget(&house);
    for (int hour = 0; hour < 24 * days; hour++)
        for (int i = 0; i < 6; i++)
            house_wait(&house, 10 * MINUTE);
}

static int lines(void)
{
    return house_count(&house, " is over. Best at ");
}

static void play_a_month(const char *network, const char *room)
{
    show(network, "ann");
    show(network, "bob");
    show(network, "cid");
    show(network, "dan");
    finish(network, room, "coloretto", 1, "ann", "bob");
    finish(network, room, "coloretto", 1, "ann", "cid");
    finish(network, room, "coloretto", 1, "bob", "cid");
    finish(network, room, "coloretto", 1, "cid", "dan");
    finish(network, room, "kritters", 1, "dan", "ann");
}

static test_fixture(open_season)
{
    tables = 0;
    open_lasting_and_far(state);
    house_choose(&house, "#g", "season=yes");
    house_wait(&house, 1000);
    return 0;
}

static void go_to_the_end(void)
{
    wait_days(32);
}

/* ---- what is told ---- */

static test_case(the_three_best_are_named_in_a_room_that_asked)
{
    play_a_month("net", "#g");
    play_a_month("net", "#h");
    wait_days(30);
    assert_int_equal(lines(), 0);
    wait_days(2);
    assert_int_equal(lines(), 1);
    assert_told("#g: <SEASON month=1970-01|game=Coloretto> <TOP_UNPLACED> ann ");
    assert_told(" opponents), bob ");
    assert_told(" opponents), cid ");
    assert_not_told("dan");
    assert_told("<SEASON_TABLE id=coloretto|month=1970-01>");
    say_slowly("#g", "ann", "top coloretto 1970-01"); /* works as it stands */
    assert_told("<TOP_HERE_MONTH month=1970-01|game=Coloretto>");
    assert_told("dan");
    wait_days(27);
    assert_int_equal(lines(), 0);
}

static test_case(who_wants_not_to_be_seen_is_not)
{
    finish("net", "#g", "coloretto", 1, "ann", "bob");
    go_to_the_end();
    assert_int_equal(lines(), 0);
    show("net", "bob");
    finish("net", "#g", "coloretto", 2, "ann", "bob");
    wait_days(29);
    assert_int_equal(lines(), 1);
    assert_told("#g: <SEASON month=1970-02|game=Coloretto> ");
    assert_not_told("ann");
}

static test_case(every_month_has_its_own)
{
    show("net", "ann");
    for (int month = 1; month <= 3; month++)
        finish("net", "#g", month == 2 ? "kritters" : "coloretto", month, "ann", "bob");
    wait_days(32);
    assert_told("<SEASON month=1970-01|game=Coloretto>");
    wait_days(28);
    assert_told("<SEASON month=1970-02|game=Colour MY Kritters>");
    assert_int_equal(lines(), 1);
    wait_days(31);
    assert_told("<SEASON month=1970-03|game=Coloretto>");
    assert_int_equal(lines(), 1);
}

static test_case(each_network_tells_its_own_rooms)
{
    say_as("far", "#g", "op", RANK_OPERATOR, "settings season yes");
    assert_told("<RULE_SEASON_YES>");
    play_a_month("far", "#g");
    go_to_the_end();
    assert_int_equal(lines(), 1);
    assert_told("far #g: <SEASON month=1970-01|game=Coloretto>");
}

/* A server has asked: its channels are told, and none of the threads in which tables stood. */
static test_case(threads_are_not_told_what_their_channel_asked_for)
{
    house.above_room = "#thread";
    house.above = "#g";
    play_a_month("net", "#thread");
    play_a_month("net", "#g");
    go_to_the_end();
    assert_int_equal(lines(), 1);
    assert_told("#g: <SEASON month=1970-01|game=Coloretto>");
}

static test_case(many_rooms_are_told_one_after_the_other)
{
    enum { ROOMS = 20 };
    char room[16];
    show("net", "ann");
    for (int i = 0; i < 2 * STORE_ROOMS + 5; i++) { /* some of them have not asked */
        snprintf(room, sizeof room, "#r%02d", i);
        finish("net", room, "coloretto", 1, "ann", "bob");
        if (i % 5 == 0 && i / 5 < ROOMS)
            house_choose(&house, room, "season=yes");
    }
    wait_days(32);
    assert_int_equal(lines(), (2 * STORE_ROOMS + 5 + 4) / 5);
    assert_told("#r00: ");
    assert_told("#r65: ");
}

/* ---- once, whatever happens ---- */

static test_case(who_was_down_then_tells_it_later_and_once)
{
    play_a_month("net", "#g");
    house.now += 45 * DAY_MS;
    house_restart(&house);
    wait_days(1);
    assert_int_equal(lines(), 1);
    assert_told("<SEASON month=1970-01|game=Coloretto>");
    house_restart(&house);
    wait_days(10);
    assert_int_equal(lines(), 0);
}

static test_case(a_house_that_begins_tells_nothing_of_the_past)
{
    play_a_month("net", "#g");
    store_put(house.store, "season.1", NULL, NULL, NULL);
    store_put(house.store, "season.2", NULL, NULL, NULL);
    house_settle(&house);
    house.now += 45 * DAY_MS;
    house_restart(&house);
    wait_days(1);
    assert_int_equal(lines(), 0);
}

/* Each room is told at most once; here, where nothing is lost with the process, exactly once. */
static test_case(kills_in_between_repeat_nothing)
{
    char room[16];
    int told = 0;
    show("net", "ann");
    for (int i = 0; i < 12; i++) {
        snprintf(room, sizeof room, "#r%02d", i);
        finish("net", room, "coloretto", 1, "ann", "bob");
        house_choose(&house, room, "season=yes");
    }
    house.now += 31 * DAY_MS;
    for (int i = 0; i < 40; i++) {
        house_restart(&house);
        house_forget(&house);
        house_wait(&house, 1);
        house_wait(&house, 400);
        house_wait(&house, 400);
        told += lines();
    }
    assert_int_equal(told, 12);
}

/* A line is told when its mark is durable. */
static test_case(a_disk_that_refuses_holds_it_up)
{
    play_a_month("net", "#g");
    house.now = 31 * DAY_MS - 60 * MINUTE;
    house_wait(&house, 1);
    faulty_store_fail(faulty, 0, 3, STORE_FULL);
    house_forget(&house);
    for (int i = 0; i < 4 * 3600 && lines() == 0; i++)
        house_wait(&house, 1000);
    assert_int_equal(lines(), 1);
    wait_days(1);
    assert_int_equal(lines(), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_season, close_house)
    const struct CMUnitTest tests[] = {
        TEST(the_three_best_are_named_in_a_room_that_asked),
        TEST(who_wants_not_to_be_seen_is_not),
        TEST(every_month_has_its_own),
        TEST(each_network_tells_its_own_rooms),
        TEST(threads_are_not_told_what_their_channel_asked_for),
        TEST(many_rooms_are_told_one_after_the_other),
        TEST(who_was_down_then_tells_it_later_and_once),
        TEST(a_house_that_begins_tells_nothing_of_the_past),
        TEST(kills_in_between_repeat_nothing),
        TEST(a_disk_that_refuses_holds_it_up),
    };
    return cmocka_run_group_tests_name("season", tests, NULL, NULL);
}
