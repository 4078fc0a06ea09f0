/* Somebody is asked to play, where others read it: what the room reads, how often, and whom nobody
   can ask. Who cannot be asked is refused in the same words, whatever the reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "commands.h"
#include "host_state.h"
#include "household.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

/* In "#a", where both have been heard. */
static void meet(void)
{
    say_slowly("#a", "bob", "games");
    say_slowly("#a", "eve", "games");
}

static void expect_asked(const char *who, const char *whom, const char *game)
{
    char line[120];
    snprintf(line, sizeof line, "#a: <CHALLENGE who=%s|by=%s|game=%s>", who, whom, game);
    assert_told(line);
    assert_not_told("to bob");
    assert_int_equal(house.whispers, 0);
}

static test_case(the_room_reads_who_is_asked_and_nobody_else_anything)
{
    meet();
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "challenge bob");
    expect_asked("ann", "bob", "Coloretto");
    assert_int_equal(house.posts, 1);
    say_slowly("#a", "eve", "challenge BOB coloretto"); /* anybody may */
    expect_asked("eve", "bob", "Coloretto");
    say_slowly("#a", "bob", "join");
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    say_slowly("#a", "eve", "challenge bob");
    assert_told("to eve: <CHALLENGE_SEATED who=bob>");
    assert_int_equal(house.posts, 0);
}

static test_case(where_no_table_is_one_is_opened)
{
    meet();
    say_slowly("#a", "ann", "challenge bob");
    assert_told("to ann: <CHALLENGE_GAME>");
    assert_null(house_table(&house, "#a"));
    say_slowly("#a", "ann", "challenge bob kritters mode=solo x=1"); /* as "play" would say */
    assert_null(house_table(&house, "#a"));
    assert_not_told("asks bob");
    say_slowly("#a", "ann", "challenge bob coloretto");
    assert_told("#a: <CHALLENGE who=ann|by=bob|game=Coloretto>");
    assert_int_equal(house.whispers, 0);
    assert_non_null(house_table(&house, "#a"));
    say_slowly("#a", "eve", "challenge bob kritters");
    assert_told("to eve: <CHALLENGE_OTHER game=Coloretto>");
}

static test_case(nobody_is_asked_where_nobody_can_sit_down)
{
    meet();
    say_slowly("#a", "ann", "play coloretto robots=1");
    say_slowly("#a", "ann", "challenge bob");
    assert_told("to ann: <CHALLENGE_LATE game=Coloretto>");
    say_slowly("#b", "ann", "challenge ann coloretto");
    assert_told("to ann: <CHALLENGE_SELF>");
    say_slowly("#b", "ann", "challenge");
    assert_told("to ann: <CHALLENGE_WHOM>");
    say_slowly(NULL, "eve", "challenge bob coloretto");
    assert_told("to eve: <CHALLENGE_ROOM>");
    assert_null(house_table(&house, "#b"));
}

static test_case(three_times_in_an_hour_are_enough)
{
    meet();
    say_slowly("#a", "ann", "play coloretto");
    for (int i = 0; i < 3; i++) {
        say_slowly("#a", "ann", i % 2 ? "challenge eve" : "challenge bob");
        expect_asked("ann", i % 2 ? "eve" : "bob", "Coloretto");
    }
    say_slowly("#a", "ann", "challenge bob");
    assert_told("to ann: <CHALLENGE_MANY>");
    assert_int_equal(house.posts, 0);
    say_slowly("#b", "ann", "challenge bob coloretto"); /* nor anywhere else */
    assert_told("to ann: <CHALLENGE_MANY>");
    assert_null(house_table(&house, "#b"));
    say_slowly("#a", "eve", "challenge bob");
    expect_asked("eve", "bob", "Coloretto");
    wait_minutes(61);
    say_slowly("#a", "ann", "play coloretto"); /* a lobby does not stand that long */
    say_slowly("#a", "ann", "challenge bob");
    expect_asked("ann", "bob", "Coloretto");
}

static void expect_refused(const char *whom)
{
    char words[80], line[80];
    snprintf(words, sizeof words, "challenge %s", whom);
    snprintf(line, sizeof line, "to ann: <CHALLENGE_NOBODY typed=%s>", whom);
    say_slowly("#a", "ann", words);
    assert_told(line);
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.whispers, 1);
}

static test_case(who_blocks_is_banned_or_unknown_is_refused_alike)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "bob", "join");
    say_slowly("#a", "bob", "leave");
    say_slowly("#a", "ann", "stop yes");
    say_slowly(NULL, "bob", "block ann");
    meet();
    say_slowly("#a", "ann", "play coloretto");
    expect_refused("nobody");
    assert_true(blocks_between(house.host, identity("net", "ann"), identity("net", "bob")));
    expect_refused("bob");
    say_as("net", "#a", "op", RANK_OPERATOR, "ban eve");
    expect_refused("eve");
    say_slowly("#b", "ann", "challenge eve coloretto"); /* that room has banned nobody */
    assert_told("#b: <CHALLENGE who=ann|by=eve|game=Coloretto>");
}

/* Somebody who is banned asks nobody, and opens nothing. */
static test_case(who_is_banned_asks_nobody)
{
    meet();
    say_slowly("#a", "ann", "games");
    say_as("net", "#a", "op", RANK_OPERATOR, "ban ann");
    say_slowly("#a", "ann", "challenge bob coloretto");
    assert_told("to ann: <ROOM_BANNED room=#a>");
    assert_null(house_table(&house, "#a"));
    say_slowly("#a", "eve", "play coloretto");
    say_slowly("#a", "ann", "challenge bob");
    assert_told("to ann: <ROOM_BANNED room=#a>");
    assert_int_equal(house.posts, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(the_room_reads_who_is_asked_and_nobody_else_anything),
        TEST(where_no_table_is_one_is_opened),
        TEST(nobody_is_asked_where_nobody_can_sit_down),
        TEST(three_times_in_an_hour_are_enough),
        TEST(who_blocks_is_banned_or_unknown_is_refused_alike),
        TEST(who_is_banned_asks_nobody),
    };
    return cmocka_run_group_tests_name("host_challenge", tests, NULL, NULL);
}
