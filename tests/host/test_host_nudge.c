/* "Your turn" in private, for people who asked for it: when it is said, and that nobody is told
   twice. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "session.h"
#include "testing.h"

enum { HOUR = 60 * MINUTE };

static char next[HOST_NAME]; /* whose turn comes; asked for the word */

static void seat_three(const char *game, const char *options)
{
    static const char *const names[] = {"ann", "bob", "cid"};
    char text[64];
    int seats = strcmp(game, "heartcatchers") == 0 ? 2 : 3;
    snprintf(text, sizeof text, "deal %s%s", game, options);
    for (int i = 0; i < seats; i++)
        house_say(&house, "#g", names[i], i == 0 ? text : "join");
    house_say(&house, "#g", "ann", "start");
    const struct session *session = table();
    int due = house_seat(&house, "#g", due_name());
    snprintf(next, sizeof next, "%s", session->seats[(due + 1) % session->seat_count].name);
    house.nudged = next;
    house.nudge = HOST_NUDGE;
}

/* With the name of that person in between. */
static const char *of(const char *before, const char *behind)
{
    static char text[160];
    snprintf(text, sizeof text, "%s%s%s", before, next, behind);
    return text;
}

/* The person before plays on, until the turn of `next` comes. */
static void turn_comes(void)
{
    char before[HOST_NAME];
    snprintf(before, sizeof before, "%s", due_name());
    house_forget(&house);
    house_say(&house, "#g", before, "draw");
    house_say(&house, "#g", before, "place 1");
    assert_string_equal(due_name(), next);
}

static const char word[] = ": It is your turn in #g (Coloretto): !draw or !take 1";

static test_case(who_was_silent_for_a_minute_is_told)
{
    seat_three("coloretto", "");
    house_wait(&house, MINUTE);
    turn_comes();
    assert_told(of("to ", word));
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
    house_say(&house, "#g", next, "draw"); /* the turn goes on, and is no news */
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
}

static test_case(who_is_at_the_table_is_not)
{
    seat_three("coloretto", "");
    house_wait(&house, MINUTE);
    house_say(&house, "#g", next, "board");
    house_wait(&house, MINUTE - 1000);
    turn_comes();
    assert_not_told("<NUDGE_APART_1>");
}

static test_case(nobody_else_is)
{
    seat_three("coloretto", "");
    house.nudged = NULL;
    house_wait(&house, MINUTE);
    turn_comes();
    assert_not_told("<NUDGE_APART_1>");
}

static test_case(who_is_out_of_sight_is_not)
{
    house.knows_sight = true;
    house_restart(&house);
    seat_three("coloretto", "");
    house_wait(&house, MINUTE);
    house_goes(&house, next);
    turn_comes();
    assert_not_told("<NUDGE_APART_1>");
}

static void get_a_hand(enum host_nudge nudge)
{
    seat_three("heartcatchers", "");
    house.nudge = nudge;
    house_wait(&house, MINUTE);
    house_forget(&house);
    for (int i = 0; i < 9 && strcmp(due_name(), next) != 0; i++)
        play_any_move("#g");
    assert_string_equal(due_name(), next);
    assert_told(of("to ", ": #g, your hand"));
}

/* It comes at once, and says what can be played. */
static test_case(a_hand_is_such_a_word)
{
    get_a_hand(HOST_NUDGE);
    assert_not_told("<NUDGE_APART_1>");
}

static test_case(where_hands_do_not_ring_the_word_comes_too)
{
    get_a_hand(HOST_NUDGE_ALWAYS);
    assert_told(of("to ", ": It is your turn in #g (Heartcatchers): !"));
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
}

/* A turn of several steps, with a minute before each: hands come, but no second word. */
static test_case(a_hand_that_changes_in_ones_own_turn_brings_no_second_word)
{
    seat_three("colorcatcher", "");
    house.nudge = HOST_NUDGE_ALWAYS;
    house_wait(&house, MINUTE);
    for (int i = 0; i < 99 && strcmp(due_name(), next) != 0; i++) {
        house_forget(&house);
        play_any_move("#g");
    }
    assert_string_equal(due_name(), next);
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
    int hands = house_count(&house, of("to ", ": #g, your hand"));
    while (strcmp(due_name(), next) == 0) {
        house_wait(&house, MINUTE + 1000);
        play_any_move("#g");
    }
    assert_true(house_count(&house, of("to ", ": #g, your hand")) > hands);
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
}

/* The word, and the call after three minutes; the clock's own word would be the third. */
static test_case(nobody_is_told_twice)
{
    seat_three("coloretto", "");
    house_wait(&house, MINUTE);
    turn_comes();
    wait_minutes(5);
    assert_int_equal(house_count(&house, of("to ", ":")), 1);
    assert_int_equal(house_count(&house, of("The table has waited for ", "")), 1);
    assert_told(of("", " took too long"));
    house_say(&house, "#g", next, "board");
}

/* More time from the others is no new turn. */
static test_case(more_time_brings_no_more_words)
{
    seat_three("coloretto", "");
    house_wait(&house, MINUTE);
    turn_comes();
    for (int i = 0; i < 4; i++) {
        wait_minutes(4);
        house_say(&house, "#g", strcmp(next, "ann") == 0 ? "bob" : "ann", "extend");
    }
    assert_int_equal(house_count(&house, of("to ", ":")), 1);
    assert_int_equal(house_count(&house, of("The table has waited for ", "")), 1);
}

/* There is no call; a day later the word says when a robot plays. */
static test_case(a_slow_table_still_says_when_a_robot_plays)
{
    seat_three("coloretto", " clock=slow");
    house_wait(&house, MINUTE);
    turn_comes();
    assert_told(of("to ", word));
    house_wait(&house, 47 * (int64_t)HOUR);
    assert_int_equal(house_count(&house, of("to ", ": #g: the table is waiting for you")), 1);
    assert_int_equal(house_count(&house, of("to ", ":")), 2);
}

/* Who plays without a room there is told of no room. */
static test_case(who_came_by_a_code_is_told_of_the_game)
{
    char join[32];
    house.has_far = true;
    house_restart(&house);
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "ann", "invite");
    snprintf(join, sizeof join, "join %s", table()->shown.invite);
    house.network = "far";
    house_say(&house, NULL, "bob", join);
    house.network = NULL;
    house_say(&house, "#g", "ann", "start");
    house.nudged = "bob";
    house.nudge = HOST_NUDGE;
    if (strcmp(due_name(), "bob") == 0) {
        house.network = "far";
        house_say(&house, NULL, "bob", "draw");
        house_say(&house, NULL, "bob", "place 1");
        house.network = NULL;
    }
    assert_string_equal(due_name(), "ann");
    house_wait(&house, MINUTE);
    house_say(&house, "#g", "ann", "draw");
    house_forget(&house);
    house_say(&house, "#g", "ann", "place 2");
    assert_string_equal(due_name(), "bob");
    assert_told("far to bob: <NUDGE_APART game=Coloretto> ");
    assert_not_told("<NUDGE_APART_2 game=#g>");
    assert_int_equal(house_count(&house, "<NUDGE_APART_1>"), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(who_was_silent_for_a_minute_is_told),
        TEST(who_is_at_the_table_is_not),
        TEST(nobody_else_is),
        TEST(who_is_out_of_sight_is_not),
        TEST(a_hand_is_such_a_word),
        TEST(where_hands_do_not_ring_the_word_comes_too),
        TEST(a_hand_that_changes_in_ones_own_turn_brings_no_second_word),
        TEST(nobody_is_told_twice),
        TEST(more_time_brings_no_more_words),
        TEST(a_slow_table_still_says_when_a_robot_plays),
        TEST(who_came_by_a_code_is_told_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
