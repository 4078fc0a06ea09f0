/* Whose word counts at a table: of those who opened it, left it, were made to get up, or share a
   name with somebody; and who may fill it with robots. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "input.h"
#include "port.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

static void say(const char *who, const char *text)
{
    house_forget(&house);
    house_say(&house, "#g", who, text);
}

static void say_as_operator(const char *who, const char *text)
{
    house_forget(&house);
    house_say_as(&house, "#g", who, RANK_OPERATOR, NULL, text);
    house_settle(&house);
}

static void say_named(const char *key, const char *name, const char *text)
{
    house.name = name;
    say(key, text);
    house.name = NULL;
}

/* Three of four seats of a Color Catcher are taken; nothing begins by itself. */
static void seat_three(void)
{
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("cid", "join");
}

static const char *name_of(int seat)
{
    return house_table(&house, "#g")->seats[seat].name;
}

/* ---- the opener ---- */

static test_case(an_opener_who_was_kicked_has_no_power)
{
    seat_three();
    say("ann", "start");
    say_as_operator("op", "kick ann");
    house_expect(&house, "<KICKED_LOBBY_1 by=op|who=ann>");
    say("ann", "stop");
    house_expect(&house, "to ann: <NOT_ALLOWED_GONE_1 who=ann>");
    say("ann", "kick bob");
    house_expect(&house, "to ann: <NOT_ALLOWED_GONE_1 who=ann>");
    assert_non_null(house_table(&house, "#g"));
}

static test_case(an_opener_who_left_has_no_power_until_back)
{
    seat_three();
    say("ann", "start");
    say("ann", "leave");
    say("ann", "stop");
    house_expect(&house, "<NOT_ALLOWED_GONE_2>");
    say("bob", "stop");
    house_expect(&house, "<NOT_ALLOWED_GONE_2>");
    say("ann", "join");
    house_expect(&house, "<RETURNED_1 who=ann>");
    say("ann", "kick bob");
    house_expect(&house, "<KICKED_LOBBY_1 by=ann|who=bob>");
}

static test_case(before_the_game_the_next_has_the_table)
{
    seat_three();
    say("ann", "leave");
    house_expect(&house, "#g: <HANDED_OVER who=bob>");
    say("ann", "join");
    say("ann", "kick bob");
    house_expect(&house, "<NOT_ALLOWED who=bob|command=!kick>");
    house_restart(&house);
    say("ann", "stop");
    house_expect(&house, "<NOT_ALLOWED_1 who=bob>");
    say("bob", "kick ann");
    house_expect(&house, "<KICKED_LOBBY_1 by=bob|who=ann>");
    say_as_operator("op", "kick bob");
    house_expect(&house, "#g: <HANDED_OVER who=cid>");
    say("bob", "join");
    say("bob", "stop");
    house_expect(&house, "<NOT_ALLOWED_1 who=cid>");
    say("cid", "stop");
    assert_null(house_table(&house, "#g"));
}

static test_case(the_last_who_is_there_has_power)
{
    seat_three();
    say("ann", "start");
    say("ann", "leave");
    say("cid", "leave");
    say("bob", "stop");
    assert_null(house_table(&house, "#g"));
}

static test_case(operators_and_admins_have_power)
{
    seat_three();
    say("eve", "stop");
    house_expect(&house, "<NOT_ALLOWED_1 who=ann>");
    say_as_operator("eve", "stop");
    assert_null(house_table(&house, "#g"));
}

/* ---- robots and free seats ---- */

static test_case(one_alone_may_do_as_they_like)
{
    say("ann", "deal colorcatcher");
    say("ann", "robot");
    house_expect(&house, "<ROBOT_A_ROBOT_MEDIUM>");
    say("ann", "start");
    house_expect(&house, "<AND_ANN_PLAY who=robot>");
}

static test_case(a_second_person_cannot_fill_the_table_with_robots)
{
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("bob", "robot");
    house_expect(&house, "to bob: <ROBOT_NOT_YOURS_1 who=ann>");
    say("bob", "start");
    house_expect(&house, "to bob: <START_NOT_YOURS_1 who=ann>");
    assert_false(host_is_playing(house_table(&house, "#g")));
    assert_int_equal(house_table(&house, "#g")->seat_count, 2);
    say_as_operator("op", "robot");
    house_expect(&house, "<ROBOT_A_ROBOT_MEDIUM>");
    say("ann", "start");
    assert_true(host_is_playing(house_table(&house, "#g")));
}

static test_case(a_full_table_still_begins_by_itself)
{
    seat_three();
    say("dan", "join");
    assert_true(host_is_playing(house_table(&house, "#g")));
}

/* ---- names ---- */

static test_case(two_of_one_name_are_told_apart)
{
    say_named("1", "zoe", "deal colorcatcher");
    say_named("2", "Bob", "join");
    assert_string_equal(name_of(1), "Bob");
    say_named("3", "bob", "join");
    assert_string_equal(name_of(1), "Bob-2");
    assert_string_equal(name_of(2), "bob-3");
    house_expect(&house, "<SITS_DOWN who=bob-3>");
    say_named("1", "zoe", "kick bob");
    house_expect(&house, "to 1: <NAME_WHICH typed=bob|who=Bob-2 and bob-3|command=!kick Bob-2>");
    assert_int_equal(house_table(&house, "#g")->seat_count, 3);
    say_named("1", "zoe", "kick bob-3");
    house_expect(&house, "<KICKED_LOBBY_1 by=zoe|who=bob-3>");
    assert_string_equal(name_of(1), "Bob"); /* alone again */
    assert_string_equal(house_table(&house, "#g")->seats[1].key, "2");
}

static test_case(names_stay_apart_through_the_game_and_a_restart)
{
    say_named("1", "bob", "deal colorcatcher");
    say_named("2", "bob", "join");
    say_named("3", "bob-2", "join");
    house.name = "bob";
    say("1", "start");
    house.name = NULL;
    char names[3][HOST_NAME];
    for (int seat = 0; seat < 3; seat++) {
        snprintf(names[seat], HOST_NAME, "%s", name_of(seat));
        for (int other = 0; other < seat; other++)
            assert_string_not_equal(names[seat], names[other]);
    }
    house_restart(&house);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(names[seat], name_of(seat));
    host_renamed(house.host, identity("net", "2"), "ben", ++house.now);
    house_settle(&house);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(name_of(seat), house_table(&house, "#g")->seats[seat].called);
}

static test_case(a_long_name_has_room_for_its_number)
{
    char name[HOST_NAME];
    for (int i = 0; i < HOST_NAME - 1; i += 3)
        memcpy(name + i, "\xe2\x82\xac", 3);
    name[HOST_NAME - 1] = '\0';
    say_named("1", name, "deal colorcatcher");
    say_named("2", name, "join");
    assert_string_not_equal(name_of(0), name_of(1));
    assert_int_equal(text_utf8_floor(name_of(1), (int)strlen(name_of(1))), strlen(name_of(1)));
}

/* A robot is called so, too. */
static test_case(a_person_called_robot_is_no_robot)
{
    say("ann", "deal colorcatcher");
    say("ann", "robot");
    say_named("2", "robot", "join");
    house_expect(&house, "<ROBOT_PERSON_SITS_DOWN>");
    assert_string_equal(name_of(1), "robot");
    assert_string_equal(name_of(2), "robot-person");
    say("ann", "kick robot");
    house_expect(&house, "<KICKED_LOBBY_1 by=ann|who=robot>");
    assert_string_equal(name_of(1), "robot-person");
    say("ann", "robot");
    assert_string_equal(name_of(2), "robot"); /* also after a person of that name */
    say("ann", "kick robot-person");
    house_expect(&house, "<KICKED_LOBBY_1 by=ann|who=robot-person>");
}

/* However it is spelled, on whichever network. */
static test_case(no_person_is_called_like_a_robot)
{
    static const char *const robots[] = {
        "robot",
        "Robot",
        "ROBOT",
        "r0b0t",
        "robot2",
        "robot-2",
        "ro\u200bbot",
        "rob\u00f3t",
        "r\u043eb\u043et",
        "\uff32\uff4f\uff42\uff4f\uff54",
        "easy-robot",
        "hard_robot",
        "Random Robot",
        "hardrobot3",
        "\u0280\u1d0f\u0299\u1d0f\u1d1b",
        "\U0001f916 robot",
        "\U0001d5ff\U0001d5fc\U0001d5ef\U0001d5fc\U0001d601",
        "r\u0336o\u0336b\u0336o\u0336t\u0336",
        "ro\u00adbot\u034f",
        "\u202erobot",
        "R.O.B.O.T",
    };
    static const char *const people[] = {"robert",   "robotnik", "roboto",
                                         "easy",     "hard",     "bot",
                                         "my-robot", "rob",      "\u0440\u043e\u0431"};
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        char name[HOST_NAME];
        input_name_person(robots[i], name, sizeof name);
        if (!strstr(name, "-person"))
            fail_msg("'%s' is called '%s'", robots[i], name);
    }
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        char name[HOST_NAME];
        input_name_person(people[i], name, sizeof name);
        assert_string_equal(name, people[i]);
    }
    char longest[400] = "robot", name[HOST_NAME];
    while (strlen(longest) < 300)
        strcat(longest, "\u0336");
    input_name_person(longest, name, sizeof name);
    assert_non_null(strstr(name, "-person"));
}

/* Names that show nothing: people are told apart all the same, and two networks have such
   people. */
static test_case(a_name_that_shows_nothing_is_somebody)
{
    static const char *const nothing[] = {"\u3164",       "\u115f",
                                          "\uffa0",       "\u200b",
                                          "\u00ad",       "\u034f",
                                          "\u180e",       "\u2063",
                                          "\U000e0020",   "\u2800",
                                          "\u202e\u2066", "\u3000\u00a0",
                                          " \ufe0f",      "\u200b\u3164\u2800"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        char name[HOST_NAME];
        input_name_person(nothing[i], name, sizeof name);
        assert_string_equal(name, "somebody");
    }
    say_named("1", nothing[0], "deal colorcatcher");
    house_expect(&house, "somebody");
    say_named("2", nothing[1], "join");
    assert_string_equal(name_of(0), "somebody-1");
    assert_string_equal(name_of(1), "somebody-2");
    host_renamed(house.host, identity("far", "2"), "ben", ++house.now); /* the same key elsewhere */
    host_renamed(house.host, identity("net", "1"), nothing[2], ++house.now);
    house_settle(&house);
    assert_string_equal(name_of(0), "somebody-1");
    assert_string_equal(name_of(1), "somebody-2");
}

/* People can be named by a seat of the room's table: "p2" for the second. */
static test_case(a_seat_number_that_is_a_name_is_asked_about)
{
    struct naming naming;
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say_named("3", "p2", "join");
    assert_string_equal(name_of(2), "p2-3");
    session_naming(house_table(&house, "#g"), &naming);
    assert_string_equal(naming.names[2], "p2-3");
}

/* ---- which card ---- */

/* "B" is a blue heart, whatever else is in the hand: it is played, or it is said why not. */
static test_case(a_code_is_that_card)
{
    int played = 0, refused = 0;
    for (uint64_t seed = 1; seed < 60; seed++) {
        house_close(&house);
        store_close(house.store);
        house_open(&house, store_memory_new(), true, seed);
        say("ann", "open ");
        say("bob", "join");
        const char *who = name_of(house_table(&house, "#g")->playing->table.turn);
        for (int stack = 1, posts = 0; stack <= 3 && posts == 0; stack++) {
            char expected[HOST_NAME + 80], move[] = "catch B me1";
            move[sizeof move - 2] = (char)('0' + stack);
            say(who, move);
            snprintf(expected, sizeof expected, "%s plays a blue heart on stack %d.", who, stack);
            posts = house.posts;
            assert_int_equal(house_was_told(&house, expected), posts == 1);
            assert_false(house_was_told(&house, "<MORE_THAN_ONE_MOVE>"));
            played += posts == 1;
            refused += posts == 0;
        }
    }
    assert_true(played > 5 && refused > 5);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(an_opener_who_was_kicked_has_no_power),
        TEST(an_opener_who_left_has_no_power_until_back),
        TEST(before_the_game_the_next_has_the_table),
        TEST(the_last_who_is_there_has_power),
        TEST(operators_and_admins_have_power),
        TEST(one_alone_may_do_as_they_like),
        TEST(a_second_person_cannot_fill_the_table_with_robots),
        TEST(a_full_table_still_begins_by_itself),
        TEST(two_of_one_name_are_told_apart),
        TEST(names_stay_apart_through_the_game_and_a_restart),
        TEST(a_long_name_has_room_for_its_number),
        TEST(a_person_called_robot_is_no_robot),
        TEST(no_person_is_called_like_a_robot),
        TEST(a_name_that_shows_nothing_is_somebody),
        TEST(a_seat_number_that_is_a_name_is_asked_about),
        TEST(a_code_is_that_card),
    };
    return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
