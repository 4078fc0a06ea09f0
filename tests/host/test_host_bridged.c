/* What operators say of bridges: a table that is shown on both sides is posted on one of them;
   in their own rooms they leave it out, and nobody can do that to the room of others. Also which
   words take a room out. */
#include <string.h>

#include "commands.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "prose.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

static void ann_says(const char *text)
{
    say_as("net", "#a", "ann", 0, text);
}

static void near_op_says(const char *room, const char *text)
{
    say_as("net", room, "op", RANK_OPERATOR, text);
}

static void far_op_says(const char *text)
{
    say_as("far", "#lounge", "cid", RANK_OPERATOR, text);
}

static void join_from(const char *network, const char *room, const char *who)
{
    char line[32];
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    say_as(network, room, who, 0, line);
    ann_says("invite yes");
}

/* ann's table is in #a; in #b of the same network and #lounge of the other one, too. */
static void share(void)
{
    ann_says("play coloretto");
    ann_says("invite");
    join_from("far", "#lounge", "cid");
    join_from("net", "#b", "bob");
}

/* Something that all rooms are to hear. */
static void something_happens(void)
{
    static bool is_slow;
    is_slow = !is_slow;
    ann_says(is_slow ? "options clock=slow" : "options clock=live");
}

static void hear(bool a, bool b, bool lounge)
{
    something_happens();
    assert_int_equal(house_was_told(&house, "\n#a: ") || strncmp(house.told, "#a: ", 4) == 0, a);
    assert_int_equal(house_was_told(&house, "#b: "), b);
    assert_int_equal(house_was_told(&house, "far #lounge: "), lounge);
}

static test_case(a_room_that_a_bridge_joins_is_left_out)
{
    share();
    hear(true, true, true);
    far_op_says("settings bridged net #a");
    assert_told("<RULE_BRIDGED_2 room=#a|network=net>");
    hear(true, true, false);
    far_op_says("settings");
    assert_told("<RULE_SHORT_HERE name=;|value=bridged net #a>");
    say_as("far", "#lounge", "cid", 0, "settings bridged");
    assert_told("<RULE_BRIDGED_1 room=#a|network=net>");
    far_op_says("settings bridged net #nowhere"); /* another room, where this table is not */
    hear(true, true, true);
    far_op_says("settings bridged NET #a");
    assert_told("<SETTING_BRIDGED_1 typed=NET #a>");
    far_op_says("settings bridged default");
    assert_told("<RULE_BRIDGED_MAYBE_1>");
    hear(true, true, true);
}

/* The home, too, is left out by its own operators; then the room that they name is told. */
static test_case(who_says_it_is_left_out_and_not_the_room_of_others)
{
    share();
    near_op_says("#a", "settings bridged far #lounge");
    hear(false, true, true);
    ann_says("add robot");
    ann_says("start");
    ann_says("board"); /* ann is answered where the bridge repeats it */
    assert_told("far #lounge: ");
}

static test_case(of_rooms_that_name_each_other_the_first_is_told)
{
    share();
    near_op_says("#a", "settings bridged far #LOUNGE");
    far_op_says("settings bridged net #a");
    hear(true, true, false);
}

static test_case(a_circle_leaves_one_room)
{
    share();
    near_op_says("#a", "settings bridged far #lounge");
    far_op_says("settings bridged net #b");
    near_op_says("#b", "settings bridged net #a");
    hear(true, false, false);
    near_op_says("#b", "settings bridged far #lounge"); /* a fork */
    far_op_says("settings bridged default");
    hear(false, false, true);
}

/* One side is said by the configuration, which joins #lounge to #a; the other leads on to #b. */
static test_case(the_configuration_and_operators_leave_one_room)
{
    house.bridged = "net #a";
    share();
    hear(true, true, false);
    near_op_says("#a", "settings bridged far #lounge");
    hear(true, true, false);
    near_op_says("#a", "settings bridged net #b");
    hear(false, true, false);
    near_op_says("#b", "settings bridged far #lounge");
    hear(true, false, false);
    house.bridged = NULL;
}

static test_case(a_room_that_comes_back_later_is_not_waited_for)
{
    share();
    far_op_says("settings bridged net #a");
    house.now += 1000;
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "far", "#lounge", ++house.now);
    house_settle(&house);
    hear(false, false, true); /* #a is not back, and nobody would repeat it */
    host_room_ready(house.host, "net", "#a", ++house.now);
    house_settle(&house);
    hear(true, false, false);
}

/* The bridge has repeated in #lounge what was typed in #a, and the other way. */
static test_case(words_to_the_other_rooms_are_not_said_twice)
{
    share();
    far_op_says("settings bridged net #a");
    ann_says("say hello");
    assert_told("#b: ann says");
    assert_not_told("far #lounge: ann says");
    say_as("far", "#lounge", "cid", 0, "join");
    say_as("far", "#lounge", "cid", 0, "say hi");
    assert_told("#b: cid says");
    assert_not_told("\n#a: cid says");
}

static test_case(it_is_about_one_room_alone)
{
    struct prose why;
    prose_clear(&why);
    assert_false(host_use_rule(house.host, "bridged net #a", &why));
    assert_non_null(strstr(why.text, in_words("<SETTING_OF_ROOM_1 name=bridged>")));
    share();
    house.above_room = "#b";
    house.above = "#a";
    near_op_says("#a", "settings bridged far #lounge");
    hear(false, true, true); /* no bridge is in a thread of #a */
    say_as("net", "#b", "bob", 0, "settings bridged");
    assert_told("<RULE_BRIDGED_MAYBE_1>");
    ann_says("settings bridged");
    assert_told("<RULE_BRIDGED_1 room=#lounge|network=far>");
    house.above_room = house.above = NULL;
}

static test_case(what_is_no_room_is_refused)
{
    static const char *const wrong[] = {
        "#lounge", "far", "far @cid", "net #a", "net #A", "nowhere #lounge", "far #lounge,#b x"};
    char line[64];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "settings bridged %s", wrong[i]);
        near_op_says("#a", line);
        assert_told("<SETTING_BRIDGED_2>");
    }
    ann_says("settings bridged far #lounge");
    assert_told("<CHANNEL_NOT_YOURS>");
    near_op_says("#a", "settings bridged off here");
    assert_told("<SETTING_BRIDGED_3> " NAMESAKE_NETWORK
                "<SETTING_BRIDGED_4 networks=net, far,> " NAMESAKE_NETWORK ".");
    share();
    ann_says("settings bridged");
    assert_told("<RULE_BRIDGED_MAYBE_2 network=far|room=#lounge>");
}

/* No id of another network has to be typed. */
static test_case(the_network_is_enough_where_it_shows_the_table_once)
{
    share();
    near_op_says("#a", "settings bridged net");
    assert_told("<RULE_BRIDGED_1 room=#b|network=net>");
    near_op_says("#a", "settings bridged far");
    assert_told("<RULE_BRIDGED_1 room=#lounge|network=far>");
    hear(false, true, true);
    join_from("far", "#c", "dan");
    near_op_says("#b", "settings bridged far");
    assert_told("<SETTING_BRIDGED_2>");
}

static test_case(off_takes_it_back)
{
    static const char *const words[] = {"off", "no", "none", "default"};
    share();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char line[64];
        near_op_says("#a", "settings bridged far #lounge");
        hear(false, true, true);
        snprintf(line, sizeof line, "settings bridged %s", words[i]);
        near_op_says("#a", line);
        assert_told("<RULE_BRIDGED_MAYBE_3>");
        hear(true, true, true);
    }
}

struct words {
    char text[256];
};

static bool add_word(void *arg, const char *word)
{
    struct words *words = arg;
    size_t length = strlen(words->text);
    snprintf(words->text + length, sizeof words->text - length, "%s; ", word);
    return true;
}

static test_case(the_other_rooms_of_the_table_are_offered)
{
    struct words words = {""};
    share();
    host_each_rule_value(house.host, "net", "#a", "bridged", add_word, &words);
    assert_string_equal(words.text, "far #lounge; net #b; default; ");
}

static test_case(a_room_that_can_be_taken_out_is_named)
{
    ann_says("play coloretto");
    ann_says("uninvite #nowhere");
    assert_told("<UNINVITE_ALONE>");
    ann_says("invite");
    join_from("far", "#lounge", "cid");
    ann_says("uninvite #nowhere");
    assert_told("<UNINVITE_UNKNOWN typed=#nowhere|place=#lounge|room=#lounge|network=far>");
    say_as("net", NULL, "ann", 0, "uninvite #nowhere");
    assert_told("<UNINVITE_UNKNOWN_1 room=#lounge|network=far>");
    ann_says("uninvite #lounge");
    assert_told("<GUEST_GONE room=#lounge|network=far>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_room_that_a_bridge_joins_is_left_out),
        TEST(who_says_it_is_left_out_and_not_the_room_of_others),
        TEST(of_rooms_that_name_each_other_the_first_is_told),
        TEST(a_circle_leaves_one_room),
        TEST(the_configuration_and_operators_leave_one_room),
        TEST(a_room_that_comes_back_later_is_not_waited_for),
        TEST(words_to_the_other_rooms_are_not_said_twice),
        TEST(it_is_about_one_room_alone),
        TEST(what_is_no_room_is_refused),
        TEST(the_network_is_enough_where_it_shows_the_table_once),
        TEST(off_takes_it_back),
        TEST(a_room_that_can_be_taken_out_is_named),
        TEST(the_other_rooms_of_the_table_are_offered),
    };
    return cmocka_run_group_tests_name("bridged", tests, NULL, NULL);
}
