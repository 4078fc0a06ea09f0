/* A room gets another name, and its table goes on there; on two networks whose rooms are called
   alike. */
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "elsewhere.h"
#include "household.h"
#include "port.h"
#include "room.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static void rename_room(const char *network, const char *from, const char *to)
{
    house_forget(&house);
    host_room_renamed(house.host, network, from, to, ++house.now);
    house_settle(&house);
}

static int64_t at(const char *network, const char *room)
{
    const struct session *session = host_find(house.host, network, room);
    return session ? session->id : 0;
}

/* Both networks have a table of the same people in #a. */
static void open_both(const char *game)
{
    char deal[32];
    snprintf(deal, sizeof deal, "deal %s", game);
    house_say(&house, "#a", "ann", deal);
    house_say(&house, "#a", "bob", "join");
    far_says("#a", "ann", deal);
    far_says("#a", "bob", "join");
    house_wait(&house, 10000);
}

static test_case(the_table_goes_on_under_the_new_name)
{
    open_both("coloretto");
    int64_t here = at("net", "#a"), there = at("far", "#a");
    rename_room("net", "#a", "#new");
    house_expect(&house, "#new: <ROOM_RENAMED_1 room=#new|game=Coloretto>");
    house_expect_not(&house, "far #");
    for (int restarts = 0; restarts < 2; restarts++) {
        assert_int_equal(at("net", "#new"), here);
        assert_int_equal(at("net", "#a"), 0);
        assert_int_equal(at("far", "#a"), there);
        assert_int_equal(at("far", "#new"), 0);
        assert_string_equal(house_table(&house, "#new")->home.name, "#new");
        assert_int_equal(session_showing_count(house_table(&house, "#new")), 1);
        assert_int_equal(house_restart(&house), 2);
    }
    house_say(&house, "#new", "ann", "board");
    house_expect(&house, "#new: ");
    house_say(&house, "#a", "cid", "deal heartcatchers"); /* the old name is free */
    house_expect(&house, "#a: cid opened Heartcatchers");
    rename_room("net", "#new", "#again"); /* as often as it takes */
    assert_int_equal(at("net", "#again"), here);
}

static test_case(a_lobby_moves_too)
{
    house_say(&house, "#a", "ann", "deal heartcatchers");
    rename_room("net", "#a", "#new");
    house_say(&house, "#new", "bob", "join");
    house_wait(&house, 10000);
    house_expect(&house, "#new: ");
    assert_true(session_has_begun(house_table(&house, "#new")));
}

/* The other rooms of a table stay; of a room that is not its home, too. */
static test_case(one_of_several_rooms_moves)
{
    char join[32];
    house_say(&house, "#a", "ann", "deal coloretto");
    house_say(&house, "#a", "ann", "invite");
    snprintf(join, sizeof join, "join %s", house_table(&house, "#a")->shown.invite);
    far_says("#lounge", "cid", join);
    house_say(&house, "#a", "ann", "invite yes");
    int64_t table = at("far", "#lounge");
    assert_int_not_equal(table, 0);
    rename_room("far", "#lounge", "#bar");
    rename_room("net", "#a", "#new");
    for (int restarts = 0; restarts < 2; restarts++) {
        assert_int_equal(at("far", "#bar"), table);
        assert_int_equal(at("net", "#new"), table);
        assert_int_equal(at("far", "#lounge") + at("net", "#a"), 0);
        assert_int_equal(session_showing_count(house_table(&house, "#new")), 2);
        assert_int_equal(house_restart(&house), 1);
    }
}

/* ---- what operators want of the room ---- */

static int bans_in(const struct host_port *port, const char *room)
{
    int64_t first, last;
    return bans_count(house.host, (struct ban_scope){port->network, room}, &first, &last);
}

static void expect_rules(const char *network, const char *room, const char *guests, int bans)
{
    const struct host_port *port = host_network(house.host, network);
    if (!room_rule_is(house.host, port, room, RULE_GUESTS, guests))
        fail_msg("%s%s: guests is not %s", network, room, guests);
    assert_int_equal(bans_in(port, room), bans);
}

static void saved(void *arg, bool is_durable)
{
    (void)arg;
    assert_true(is_durable);
}

static void set_guests(const char *network, const char *room, const char *value)
{
    const struct room_rule_change change = {.port = host_network(house.host, network),
                                            .place = room,
                                            .payer = "op",
                                            .name = room_rule_names[RULE_GUESTS],
                                            .value = value};
    assert_true(room_rule_put(house.host, &change, saved, NULL));
    house_settle(&house);
}

/* Of people who are called alike. */
static void ban_there(const char *network, const char *room)
{
    assert_true(bans_add(house.host, (struct ban_scope){network, room},
                         identity(network, "mallory"), NULL));
    house_settle(&house);
}

static test_case(rules_and_bans_go_with_the_room)
{
    set_guests("net", "#a", "no");
    set_guests("far", "#a", "no");
    ban_there("net", "#a");
    ban_there("far", "#a");
    rename_room("net", "#a", "#new");
    for (int restarts = 0; restarts < 2; restarts++) {
        expect_rules("net", "#new", "no", 1);
        expect_rules("net", "#a", "yes", 0); /* who has that name next begins anew */
        expect_rules("far", "#a", "no", 1);
        expect_rules("far", "#new", "yes", 0);
        assert_int_equal(house_restart(&house), 0);
    }
    rename_room("net", "#new", "#new");
    expect_rules("net", "#new", "no", 1);
    rename_room("far", "#nothing", "#a");
    expect_rules("far", "#a", "no", 1);
}

/* A room that we are in already has the name: it keeps its own rules, and the bans of both hold. */
static test_case(the_rules_of_a_room_of_that_name_stay)
{
    set_guests("net", "#a", "no");
    set_guests("net", "#new", "yes");
    ban_there("net", "#a");
    rename_room("net", "#a", "#new");
    expect_rules("net", "#new", "yes", 1);
    expect_rules("net", "#a", "yes", 0);
}

static test_case(a_name_that_is_taken_stays_with_its_table)
{
    open_both("coloretto");
    house_say(&house, "#new", "cid", "deal heartcatchers");
    int64_t here = at("net", "#a"), other = at("net", "#new");
    rename_room("net", "#a", "#new");
    rename_room("net", "#nothing", "#b");
    rename_room("net", "#a", "#a");
    assert_int_equal(at("net", "#a"), here);
    assert_int_equal(at("net", "#new"), other);
    assert_int_equal(house_restart(&house), 3);
    assert_int_equal(at("net", "#a"), here);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_house)
    const struct CMUnitTest tests[] = {
        TEST(the_table_goes_on_under_the_new_name),
        TEST(a_lobby_moves_too),
        TEST(one_of_several_rooms_moves),
        TEST(rules_and_bans_go_with_the_room),
        TEST(the_rules_of_a_room_of_that_name_stay),
        TEST(a_name_that_is_taken_stays_with_its_table),
    };
    return cmocka_run_group_tests_name("renamed rooms", tests, NULL, NULL);
}
