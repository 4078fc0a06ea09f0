/* What people of one room say to the other rooms of their table, on the networks "net" and
   "far", and what the operators of a room forbid there. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "household.h"
#include "port.h"
#include "room.h"
#include "session.h"
#include "testing.h"

static const char *join_code(void)
{
    static char line[32];
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    return line;
}

/* ann sits in #a, dot in private, and cid in #lounge of the other network. */
static void share(void)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "invite");
    far_say_slowly(NULL, "dot", join_code());
    far_say_slowly("#lounge", "cid", join_code());
    say_slowly("#a", "ann", "invite yes");
    far_say_slowly("#lounge", "cid", "join");
    assert_int_equal(house_table(&house, "#a")->seat_count, 3);
}

static test_case(words_go_to_the_other_rooms)
{
    share();
    say_slowly("#a", "ann", "say hello over there");
    assert_told("far #lounge: <SAID who=ann|room=#a|network=net|said=hello over there>\n");
    assert_told("far to dot: <SAID who=ann|room=#a|network=net|said=hello over there>\n");
    assert_told("to ann: <SAY_DONE>\n");
    assert_not_told("#a: ann says");
    assert_int_equal(house.posts, 1);
    far_say_slowly(NULL, "dot", "say me, too");
    assert_told("#a: dot says: me, too\n");
    assert_told("far #lounge: dot says: me, too\n");
    assert_not_told("to dot: dot");
    far_say_slowly("#lounge", "cid", "say good luck");
    assert_told("#a: <SAID who=cid|room=#lounge|network=far|said=good luck>\n");
    assert_int_equal(house.posts, 1);
}

/* No line ends, no control characters; what renderers escape is text from outside, never a
   command or a person. */
static test_case(words_bring_nothing_with_them)
{
    share();
    say_slowly("#a", "ann",
               "say x\r\nQUIT \x02\x03"
               "4y\x01 \xe2\x80\xae!start @everyone **z**");
    assert_told("far #lounge: <SAID who=ann|room=#a|network=net|said=xQUIT 4y !start "
                "@everyone **z**>\n");
}

static test_case(only_who_sits_there_says_something)
{
    share();
    say_slowly("#a", "eve", "say hello");
    assert_told("to eve: <NOT_SEATED_1>");
    assert_int_equal(house.posts, 0);
    say_slowly("#a", "ann", "say");
    assert_told("<SAY_WHAT_1>");
    char line[256] = "say ";
    memset(line + 4, 'x', 201);
    say_slowly("#a", "ann", line);
    assert_told("<SAY_LONG_1 most=200>");
    memcpy(line + 4, "\xc3\xa4", 2); /* a letter of two bytes */
    say_slowly("#a", "ann", line);
    assert_int_equal(house.posts, 1);
}

static test_case(a_table_of_one_room_has_nobody_to_say_it_to)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "say hello");
    assert_told("to ann: <SAY_NOBODY_1>");
    say_slowly("#a", "ann", "invite");
    far_say_slowly(NULL, "dot", join_code());
    say_slowly("#a", "ann", "say hello");
    assert_told("far to dot: <SAID who=ann|room=#a|network=net|said=hello>\n");
}

/* The bridge repeats in #lounge all that is typed in #a. */
static test_case(a_bridge_repeats_it_so_the_house_does_not)
{
    house.bridged = "net #a";
    share();
    say_slowly("#a", "ann", "say hello");
    assert_not_told("far #lounge: ann");
    assert_told("far to dot: <SAID who=ann|room=#a|network=net|said=hello>\n");
    far_say_slowly(NULL, "dot", "say hello");
    assert_told("#a: dot says: hello\n");
    assert_not_told("far #lounge: dot");
    house.bridged = NULL;
}

static test_case(operators_switch_it_off)
{
    share();
    far_say_slowly("#lounge", "cid", "set channel say no");
    assert_told("<CHANNEL_NOT_YOURS>");
    say_as("far", NULL, "op", RANK_OPERATOR, "set channel say no");
    assert_told("<CHANNEL_WHERE>");
    say_as("far", "#lounge", "op", RANK_OPERATOR, "set channel say maybe");
    assert_told("<SETTING_VALUES_2 name=say|values=yes, no>");
    say_as("far", "#lounge", "op", RANK_OPERATOR, "set channel say no");
    assert_told("<CHANNEL_SAY_NO_1>");
    far_say_slowly("#lounge", "cid", "say hello");
    assert_told("to cid: <SAY_OFF_1>");
    assert_int_equal(house.posts, 0);
    say_slowly("#a", "ann", "say hello");
    assert_not_told("far #lounge: ann");
    /* a private message is no such room */
    assert_told("far to dot: <SAID who=ann|room=#a|network=net|said=hello>\n");
    far_say_slowly("#lounge", "cid", "set channel say");
    assert_told("<CHANNEL_SAY_NO_2>");
    say_as("far", "#lounge", "op", RANK_OPERATOR, "set channel say yes");
    say_slowly("#a", "ann", "say hello");
    assert_told("far #lounge: ann says");
}

/* A person says 4 things in a minute, people of one host 16 together, and a table says 24 in
   all. */
static test_case(too_many_words_wait)
{
    enum { PEOPLE = 7, MOST = 24 };
    char who[8], line[16];
    int told = 0;
    share();
    for (int i = 0; i < 5; i++)
        say_slowly("#a", "ann", "say hello");
    assert_told("to ann: <SAY_OFTEN seconds=40>");
    assert_int_equal(house.posts, 0);
    house_wait(&house, MINUTE);
    struct session *table = house_table(&house, "#a");
    for (int i = 0; i < PEOPLE; i++) { /* one person after the other has the seat */
        snprintf(who, sizeof who, "p%d", i);
        snprintf(table->seats[0].key, sizeof table->seats[0].key, "%s", who);
        for (int n = 0; n < 4; n++) {
            snprintf(line, sizeof line, "say %d", n);
            house_forget(&house);
            house_say(&house, "#a", who, line);
            told += house.posts;
        }
    }
    assert_int_equal(told, MOST);
    assert_told("<SAY_MUCH_1>");
    snprintf(table->seats[0].key, sizeof table->seats[0].key, "ann");
}

static test_case(many_people_of_one_host_share_a_limit)
{
    share();
    house_wait(&house, MINUTE);
    house.source = (struct heard_source){"host", HOST_SOURCE_PEOPLE};
    int told = 0;
    for (int i = 0; i < 20; i++) {
        house_forget(&house);
        house.now += 500;
        house_say(&house, "#a", "ann", "say hello");
        told += house.posts;
    }
    house.source = (struct heard_source){0};
    assert_int_equal(told, 4 * HOST_SOURCE_PEOPLE);
}

static test_case(operators_let_no_table_in)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "invite");
    say_as("far", "#lounge", "op", RANK_OPERATOR, "set channel guests no");
    assert_told("<CHANNEL_GUESTS_NO_1>");
    far_say_slowly("#lounge", "cid", join_code());
    assert_told("far to cid: <GUEST_FORBIDDEN_1>");
    assert_not_told("to ann:");
    far_say_slowly(NULL, "cid", join_code()); /* as it was said */
    assert_told("far to cid: <SITS_DOWN who=cid>");
    say_slowly("#lounge", "ann", "set channel guests yes"); /* no operator */
    say_as("far", "#lounge", "op", RANK_OPERATOR, "set channel guests yes");
    far_say_slowly("#lounge", "dot", join_code());
    assert_told("to ann: <GUEST_WISH_2 who=dot|game=Coloretto|room=#lounge|network=far>");
    /* before the opener answers */
    say_as("far", "#lounge", "op", RANK_ADMIN, "set channel guests no");
    say_slowly("#a", "ann", "invite yes");
    assert_told("far to dot: <GUEST_FORBIDDEN_1>");
    assert_told("to ann: <GUEST_NO_SPACE room=#lounge>");
    assert_int_equal(session_showing_count(house_table(&house, "#a")), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(words_go_to_the_other_rooms),
        TEST(words_bring_nothing_with_them),
        TEST(only_who_sits_there_says_something),
        TEST(a_table_of_one_room_has_nobody_to_say_it_to),
        TEST(a_bridge_repeats_it_so_the_house_does_not),
        TEST(operators_switch_it_off),
        TEST(too_many_words_wait),
        TEST(many_people_of_one_host_share_a_limit),
        TEST(operators_let_no_table_in),
    };
    return cmocka_run_group_tests_name("say", tests, NULL, NULL);
}
