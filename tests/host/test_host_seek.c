/* Open seats, on two networks of a house, "net" and "far": who finds them and comes to them from
   where, what of people is told before that, when they end, and what stays over a kill. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "host_commands.h"
#include "household.h"
#include "port.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static test_fixture(open_with_commands)
{
    house.commands = NULL;
    int count = open_two(state);
    house.commands = commands_new();
    return count;
}

static void far_said(const char *room, const char *who, const char *text)
{
    house_forget(&house);
    far_says(room, who, text);
    house_settle(&house);
}

static void seek(const char *words)
{
    char line[64];
    snprintf(line, sizeof line, "seek %s", words);
    house_say(&house, "#a", "ann", line);
    house_settle(&house);
}

static test_case(a_seat_is_found_and_taken_on_another_network)
{
    seek("coloretto clock=slow");
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    far_said(NULL, "bob", "open");
    house_expect(&house, "far to bob: <OPEN_SEATS n=1|number=1|text=1 Coloretto on net, slow>");
    house_expect_not(&house, "ann");
    house_expect_not(&house, "#a");
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "#a: <SITS_DOWN who=bob>");
    assert_true(house_table(&house, "#a")->seats[1].is_apart);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

static test_case(who_takes_it_in_a_channel_brings_the_table_there)
{
    seek("coloretto");
    far_said("#lounge", "cid", "join 1");
    house_wait(&house, 5000);
    house_expect(&house,
                 "far #lounge: The table of <GUEST_FROM_1 game=Coloretto|from=#a|origin=net>");
    house_expect(&house, "<SITS_DOWN who=cid>");
    assert_ptr_equal(host_find(house.host, "far", "#lounge"), house_table(&house, "#a"));
    far_said("#lounge", "dan", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "<SITS_DOWN who=dan>");
}

/* Operators of a channel want no table from elsewhere: the person alone sits down. */
static test_case(where_no_guest_may_be_only_the_person_comes)
{
    house.network = "far";
    house_say_as(&house, "#lounge", "op", RANK_OPERATOR, NULL, "settings guests no");
    house_settle(&house);
    house.network = NULL;
    seek("coloretto");
    far_said("#lounge", "cid", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "#a: <SITS_DOWN who=cid>");
    assert_null(host_find(house.host, "far", "#lounge"));
}

static void expect_gone(void)
{
    house_wait(&house, 61 * 1000); /* nobody may ask too often */
    far_said(NULL, "eve", "open");
    house_expect(&house, "far to eve: <OPEN_NONE>");
    far_said(NULL, "eve", "join 1");
    house_expect(&house, "far to eve: <SEEK_GONE>");
}

static test_case(it_ends_with_the_word_the_game_the_table_and_the_day)
{
    seek("coloretto");
    house_say(&house, "#a", "ann", "seek off");
    house_settle(&house);
    house_expect(&house, "<SEEK_OFF>");
    expect_gone();
    house_say(&house, "#a", "ann", "seek");
    house_settle(&house);
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
    house_say(&house, "#a", "ann", "add robot");
    house_say(&house, "#a", "ann", "start");
    house_settle(&house);
    expect_gone();
    house_say(&house, "#a", "ann", "stop");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    seek("heartcatchers");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    expect_gone();
}

static test_case(with_robots_it_begins_and_seeks_nobody)
{
    seek("coloretto robots=1");
    house_expect(&house, "to ann: <INVITE_LATE game=Coloretto>");
    house_expect_not(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    expect_gone();
}

static test_case(it_stands_there_after_a_kill)
{
    seek("coloretto");
    assert_int_equal(house_restart(&house), 1);
    far_said(NULL, "bob", "open");
    house_expect(&house, "<OPEN_SEATS n=1|number=1|text=1 Coloretto on net>");
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    house_say(&house, "#a", "ann", "seek off");
    house_settle(&house);
    house_restart(&house);
    expect_gone();
}

static test_case(one_at_a_time_and_only_the_openers)
{
    seek("coloretto");
    house_forget(&house);
    house_say(&house, "#b", "ann", "seek heartcatchers");
    house_settle(&house);
    house_expect(&house, "<SEEK_ONE>");
    house_forget(&house);
    house_say(&house, "#a", "eve", "seek off");
    house_settle(&house);
    house_expect_not(&house, "<SEEK_OFF>");
    far_said(NULL, "bob", "open");
    house_expect(&house, "<OPEN_SEATS n=1|number=1|text=1 Coloretto on net>");
}

static test_case(a_ban_of_its_room_keeps_out)
{
    seek("coloretto");
    house_say(&house, "#a", "dan", "open");
    house_say_as(&house, "#a", "op", RANK_OPERATOR, NULL, "ban here dan");
    house_settle(&house);
    house_forget(&house);
    house_say(&house, NULL, "dan", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "to dan: ");
    house_say(&house, "#c", "dan", "join 1");
    house_wait(&house, 5000);
    assert_null(host_find(house.host, "net", "#c"));
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    house_say(&house, NULL, "eve", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

static test_case(a_full_table_says_so)
{
    seek("heartcatchers");
    house_say(&house, "#a", "ann", "add robot");
    house_settle(&house);
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    house_expect_not(&house, "<SITS_DOWN who=bob>");
    assert_true(house_was_told(&house, "far to bob: "));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_with_commands, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_seat_is_found_and_taken_on_another_network),
        TEST(who_takes_it_in_a_channel_brings_the_table_there),
        TEST(where_no_guest_may_be_only_the_person_comes),
        TEST(it_ends_with_the_word_the_game_the_table_and_the_day),
        TEST(with_robots_it_begins_and_seeks_nobody),
        TEST(it_stands_there_after_a_kill),
        TEST(one_at_a_time_and_only_the_openers),
        TEST(a_ban_of_its_room_keeps_out),
        TEST(a_full_table_says_so),
    };
    return cmocka_run_group_tests_name("seek", tests, NULL, NULL);
}
