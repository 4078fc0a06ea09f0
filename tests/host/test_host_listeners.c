/* Who hears of open seats without asking: rooms whose operators want it, and people who asked for a
   private word. How often, of what, and what a kill changes. The clock is the test's. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "elsewhere.h"
#include "host.h"
#include "host_state.h"
#include "household.h"
#include "listener.h"
#include "notices.h"
#include "port.h"
#include "room.h"
#include "seek.h"
#include "session.h"
#include "testing.h"

enum { SECOND = 1000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static test_fixture(open_with_commands)
{
    house.commands = NULL;
    int count = open_two(state);
    house.commands = commands_new();
    house.host->tables.next = 1000;          /* so many that the namesake's is among them */
    house.now = INT64_C(20000) * DAY + HOUR; /* one o'clock in the morning */
    return count;
}

static void op_says(const char *network, const char *room, const char *text)
{
    say_as(network, room, "op", RANK_OPERATOR, text);
    house_settle(&house);
}

/* Tables of different people, each in a room of its own. */
static void seek_in(const char *room, const char *who, const char *words)
{
    char line[64];
    snprintf(line, sizeof line, "seek %s", words);
    house_say(&house, room, who, line);
    house_settle(&house);
}

static int lines(const char *room)
{
    char part[64];
    snprintf(part, sizeof part, "%s: Open seats: ", room);
    return house_count(&house, part);
}

/* Somebody seeks and takes it back, every so often, for so long. */
static void seek_often(int minutes, int every)
{
    char room[16], who[16];
    for (int i = 0; i < minutes / every; i++) {
        snprintf(room, sizeof room, "#m%d", i % 5);
        snprintf(who, sizeof who, "m%d", i % 5);
        seek_in(room, who, "coloretto slow");
        for (int minute = 0; minute < every; minute++)
            house_wait(&house, MINUTE);
        house_say(&house, room, who, "stop");
        house_settle(&house);
    }
}

/* ---- rooms ---- */

static test_case(a_room_hears_because_its_operators_want_it)
{
    seek_in("#a", "ann", "coloretto slow");
    far_says("#lounge", "bob", "settings seats yes");
    house_expect(&house, "far to bob: <CHANNEL_NOT_YOURS>");
    op_says("far", "#lounge", "settings seats yes");
    house_expect(&house, "<RULE_SEATS_YES>");
    house_expect(&house,
                 "far #lounge: <SEATS text=1 Coloretto on net, clock slow, 1 of 5 sit|number=1>");
    op_says("far", "#lounge", "settings seats no");
    house_forget(&house);
    seek_in("#b", "bob", "coloretto");
    wait_minutes(30);
    assert_int_equal(lines("#lounge"), 0);
    op_says("net", "#c", "settings seats maybe");
    house_expect(&house, "<SETTING_VALUES_1 name=seats|values=yes, digest, no>");
}

static test_case(no_room_hears_of_its_own_table)
{
    op_says("net", "#a", "settings seats yes");
    op_says("net", "#b", "settings seats yes");
    house_forget(&house);
    seek_in("#a", "ann", "coloretto");
    assert_int_equal(lines("#b"), 1);
    assert_int_equal(lines("#a"), 0);
    far_says("#lounge", "cid", "join 1"); /* nor where it is shown, too */
    house_wait(&house, 5 * SECOND);
    op_says("far", "#lounge", "settings seats yes");
    wait_minutes(20);
    assert_int_equal(lines("far #lounge"), 0);
}

static test_case(no_channel_hears_of_its_threads)
{
    house.above_room = "#t";
    house.above = "#c";
    op_says("net", "#c", "settings seats yes");
    op_says("net", "#b", "settings seats yes");
    house_forget(&house);
    seek_in("#t", "ann", "coloretto");
    assert_int_equal(lines("#b"), 1);
    assert_int_equal(lines("#c"), 0);
}

static test_case(once_in_ten_minutes_and_what_comes_meanwhile_is_gathered)
{
    op_says("far", "#lounge", "settings seats yes");
    house_forget(&house);
    seek_in("#a", "ann", "coloretto slow");
    assert_int_equal(lines("#lounge"), 1);
    seek_in("#b", "bob", "coloretto slow");
    seek_in("#c", "cid", "heartcatchers slow");
    seek_in("#d", "dan", "coloretto slow");
    house_say(&house, "#d", "dan", "seek off");
    for (int i = 0; i < 9; i++)
        house_wait(&house, MINUTE);
    assert_int_equal(lines("#lounge"), 1);
    house_restart(&house); /* the room remembers what it was told, and when */
    host_room_ready(house.host, "net", "#a", house.now);
    house_wait(&house, SECOND);
    assert_int_equal(lines("#lounge"), 1);
    house_forget(&house);
    house_wait(&house, 2 * MINUTE);
    assert_int_equal(lines("#lounge"), 1);
    house_expect(&house,
                 "Open seats: 2 Coloretto on net, clock slow, 1 of 5 sit; 3 Heartcatchers on net, "
                 "clock slow, 1 of 2 sit. !join 2 comes there.");
    house_forget(&house);
    for (int i = 0; i < 60; i++)
        house_wait(&house, MINUTE);
    assert_int_equal(lines("#lounge"), 0); /* nobody is told twice */
    assert_true(listener_was_told(house.host, "far", "#lounge", 3));
    assert_false(listener_was_told(house.host, "far", "#lounge", 4));
}

static test_case(twelve_lines_a_day)
{
    op_says("far", "#lounge", "settings seats yes");
    house_forget(&house);
    seek_often(22 * 60, 12);
    assert_int_equal(lines("#lounge"), LISTENER_LINES);
    house_forget(&house);
    seek_often(3 * 60, 30); /* into the next day */
    assert_in_range(lines("#lounge"), 2, 6);
}

static test_case(a_digest_is_one_line_a_day)
{
    op_says("far", "#lounge", "settings seats digest");
    house_expect(&house, "<RULE_SEATS_DIGEST>");
    house_forget(&house);
    seek_often(16 * 60, 30);
    assert_int_equal(lines("#lounge"), 0); /* it is not six yet */
    seek_in("#a", "ann", "coloretto slow");
    wait_minutes(60 + 1);
    assert_int_equal(lines("#lounge"), 1);
    seek_often(4 * 60, 30);
    assert_int_equal(lines("#lounge"), 1);
    house_restart(&house);
    seek_often(19 * 60, 30);
    assert_int_equal(lines("#lounge"), 1);
    seek_often(2 * 60, 30);
    assert_int_equal(lines("#lounge"), 2);
}

static void deal_in(const char *room)
{
    house_say(&house, room, "bob", "play coloretto");
    house_say(&house, room, "cid", "join");
    house_say(&house, room, "bob", "start");
    house_wait(&house, 11 * SECOND);
    assert_true(session_has_begun(house_table(&house, room)));
}

/* The line would push a board away that people read. */
static test_case(nothing_is_told_between_the_moves_of_a_game)
{
    op_says("net", "#b", "settings seats yes");
    deal_in("#b");
    house_forget(&house);
    seek_in("#a", "ann", "coloretto slow");
    for (int i = 0; i < 15; i++) {
        house_wait(&house, MINUTE);
        assert_true(play_any_move("#b"));
    }
    assert_int_equal(lines("#b"), 0);
    for (int i = 0; i < 11; i++)
        house_wait(&house, MINUTE);
    assert_int_equal(lines("#b"), 1);
}

/* ann's table of #a, which "#lounge" of "far" has heard of and nobody there sits at, begins. */
static void begin_offered(const char *words)
{
    op_says("far", "#lounge", "settings seats yes");
    seek_in("#a", "ann", words);
    assert_int_equal(lines("#lounge"), 1);
    op_says("far", "#late", "settings seats yes"); /* hears of it, too */
    house_say(&house, "#b", "bob", "join 1");
    house_wait(&house, 5 * SECOND);
    op_says("net", "#c", "settings seats yes"); /* never heard of it: nothing is free any more */
    house_say(&house, "#a", "ann", "start");
    house_wait(&house, MINUTE);
}

static int results(const char *room)
{
    char part[96];
    snprintf(part, sizeof part, "%s: Over that looked for players here: 1 Heartcatchers on net (2 ",
             room);
    return house_count(&house, part);
}

/* What happens until the table is over, with kills in between, and an hour longer. */
static int count_results(const char *room)
{
    int count = 0;
    for (int i = 0; i < 300; i++) {
        house_forget(&house);
        if (!house_table(&house, "#a") || !play_any_move("#a"))
            house_wait(&house, MINUTE);
        count += results(room);
        if (i % 10 == 0) {
            house_restart(&house);
            host_room_ready(house.host, "net", "#a", ++house.now);
            house_settle(&house);
        }
    }
    assert_null(house_table(&house, "#a"));
    return count;
}

static test_case(how_it_came_out_is_told_where_it_was_offered_and_once)
{
    begin_offered("heartcatchers slow");
    assert_int_equal(count_results("far #lounge"), 1);
}

static test_case(where_it_was_not_offered_nothing_is_told_of_its_end)
{
    begin_offered("heartcatchers slow");
    assert_int_equal(count_results("#c"), 0);
}

static test_case(a_table_that_is_stopped_tells_nothing)
{
    begin_offered("heartcatchers slow");
    house_say(&house, "#a", "ann", "stop yes");
    house_say(&house, "#a", "bob", "stop yes");
    house_say(&house, "#b", "bob", "stop yes");
    house_settle(&house);
    assert_int_equal(count_results("far #lounge"), 0);
}

/* Of a table that another process leads, only its rows are known here. */
static test_case(how_a_table_elsewhere_came_out_is_told_too)
{
    char row[256];
    long long until = house.now + DAY;
    op_says("far", "#lounge", "settings seats yes");
    host_share(house.host);
    snprintf(row, sizeof row,
             "seek until=%lld table=2000003 since=%lld network=irc:else game=coloretto on=irc:else "
             "key=$x sit=1 seats=5 free=4 pace=slow",
             until, (long long)house.now);
    host_note_kept(house.host, "seek.2000007", row, house.now);
    house_wait(&house, MINUTE);
    house_expect(&house,
                 "far #lounge: Open seats: 2000007 Coloretto on irc:else, clock slow, 1 of 5 sit");
    snprintf(row, sizeof row, "gone until=%lld network=irc:else game=coloretto played=3 points=31",
             until);
    house_forget(&house);
    for (int minute = 0; minute < 60; minute++) {
        host_note_kept(house.host, "seek.2000007", row, house.now);
        house_wait(&house, MINUTE);
    }
    assert_int_equal(house_count(&house, "#lounge: "), 1);
    house_expect(&house,
                 "far #lounge: <SEATS_OVER text=2000007 Coloretto on irc:else (3 people, won "
                 "with 31 points)>");
    host_note_kept(house.host, "seek.2000007", NULL, house.now);
}

/* With no name of those who played. */
static test_case(of_a_table_that_is_over_no_name_is_told)
{
    char told[512] = "";
    begin_offered("heartcatchers slow");
    for (int i = 0; i < 300 && !*told; i++) {
        house_forget(&house);
        if (!house_table(&house, "#a") || !play_any_move("#a"))
            house_wait(&house, MINUTE);
        const char *line = strstr(house.told, "far #lounge: Over");
        if (line)
            snprintf(told, sizeof told, "%.*s", (int)strcspn(line, "\n"), line);
    }
    assert_true(*told);
    assert_null(strstr(told, "ann"));
    assert_null(strstr(told, "bob"));
    assert_non_null(strstr(told, " people, won with "));
}

static test_case(a_room_of_another_name_hears_on)
{
    op_says("far", "#lounge", "settings seats yes");
    host_room_renamed(house.host, "far", "#lounge", "#salon", house.now);
    house_settle(&house);
    house_forget(&house);
    seek_in("#a", "ann", "coloretto slow");
    assert_int_equal(lines("far #salon"), 1);
    assert_int_equal(lines("far #lounge"), 0);
}

/* What the disk does not keep is not told: it would be told again. */
static test_case(what_is_told_is_saved_first)
{
    op_says("far", "#lounge", "settings seats yes");
    seek_in("#a", "ann", "coloretto slow");
    house_forget(&house);
    house_wait(&house, 11 * MINUTE);
    faulty_store_fail(faulty, 2, 1, STORE_FULL); /* behind the table and its seek */
    seek_in("#b", "bob", "coloretto slow");
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
    assert_int_equal(lines("#lounge"), 0);
    house_wait(&house, 11 * MINUTE); /* then it is tried again */
    assert_int_equal(lines("#lounge"), 1);
}

/* ---- people ---- */

static int words(const char *who)
{
    char part[64];
    snprintf(part, sizeof part, "to %s: Open seats: ", who);
    return house_count(&house, part);
}

static test_case(who_asked_hears_of_seats_in_private)
{
    seek_in("#z", "zoe", "coloretto slow"); /* before: no news */
    say_on("far", NULL, "eve", "notify seeks");
    house_expect(&house, "far to eve: <NOTIFY_SEEKS>");
    say_on("far", NULL, "kim", "notify seeks heartcatchers");
    house_expect(&house, "far to kim: <NOTIFY_SEEKS_GAME game=Heartcatchers>");
    say_on("net", "#a", "ann", "notify seeks");
    house_forget(&house);
    seek_in("#a", "ann", "coloretto slow");
    house_wait(&house, MINUTE);
    house_expect(
        &house,
        "far to eve: <NOTICE_SEEKS text=2 Coloretto on net, clock slow, 1 of 5 sit|number=2>");
    assert_int_equal(words("eve") + words("kim") + words("ann"), 1);
    seek_in("#b", "bob", "heartcatchers slow");
    house_restart(&house);
    for (int i = 0; i < 12; i++)
        house_wait(&house, MINUTE);
    assert_int_equal(words("eve"), 2);
    assert_int_equal(words("kim"), 1);
    assert_int_equal(words("ann"), 1);
    say_on("far", NULL, "eve", "notify");
    house_expect(&house, "far to eve: <NOTIFY_LIST wishes=a seat at any table to the house>");
    say_on("far", NULL, "eve", "notify off");
    house_expect(&house, "far to eve: <NOTIFY_OFF>");
    say_on("far", NULL, "kim", "notify off seeks");
    house_expect(&house, "far to kim: <NOTIFY_OFF>");
    house_forget(&house);
    seek_in("#c", "cid", "heartcatchers slow");
    wait_minutes(30);
    assert_int_equal(words("eve") + words("kim"), 0);
}

static test_case(a_person_hears_so_often_and_never_at_night)
{
    say_on("far", NULL, "eve", "notify seeks");
    house_forget(&house);
    seek_often(5 * 60, 10);
    assert_int_equal(words("eve"), NOTICE_SEEKS);
    say_on("far", NULL, "eve", "notify quiet 1-23 +0");
    house_forget(&house);
    seek_often(16 * 60, 60);
    assert_int_equal(words("eve"), 0);
}

static test_case(of_linked_names_one_hears)
{
    house_say(&house, NULL, "ann", "link");
    far_says(NULL, "annie", told_code("!link ", 8));
    house_say(&house, NULL, "ann", "link yes");
    say_on("net", NULL, "ann", "notify seeks");
    say_on("far", NULL, "annie", "notify seeks");
    house_forget(&house);
    seek_in("#b", "bob", "coloretto slow");
    house_wait(&house, MINUTE);
    assert_int_equal(words("ann") + words("annie"), 1);
}

static test_case(a_banned_person_hears_of_nothing_there)
{
    say_on("net", NULL, "dan", "notify seeks");
    say_on("net", "#a", "dan", "help");
    op_says("net", "#a", "ban here dan");
    house_forget(&house);
    seek_in("#a", "ann", "coloretto slow");
    house_wait(&house, MINUTE);
    assert_int_equal(words("dan"), 0);
    seek_in("#b", "bob", "coloretto slow");
    house_wait(&house, MINUTE);
    house_expect(&house,
                 "to dan: <NOTICE_SEEKS text=2 Coloretto on net, clock slow, 1 of 5 sit|number=2>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_with_commands, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_room_hears_because_its_operators_want_it),
        TEST(no_room_hears_of_its_own_table),
        TEST(no_channel_hears_of_its_threads),
        TEST(once_in_ten_minutes_and_what_comes_meanwhile_is_gathered),
        TEST(twelve_lines_a_day),
        TEST(a_digest_is_one_line_a_day),
        TEST(nothing_is_told_between_the_moves_of_a_game),
        TEST(how_it_came_out_is_told_where_it_was_offered_and_once),
        TEST(where_it_was_not_offered_nothing_is_told_of_its_end),
        TEST(a_table_that_is_stopped_tells_nothing),
        TEST(how_a_table_elsewhere_came_out_is_told_too),
        TEST(of_a_table_that_is_over_no_name_is_told),
        TEST(a_room_of_another_name_hears_on),
        TEST(what_is_told_is_saved_first),
        TEST(who_asked_hears_of_seats_in_private),
        TEST(a_person_hears_so_often_and_never_at_night),
        TEST(of_linked_names_one_hears),
        TEST(a_banned_person_hears_of_nothing_there),

    };
    return cmocka_run_group_tests_name("listeners", tests, NULL, NULL);
}
