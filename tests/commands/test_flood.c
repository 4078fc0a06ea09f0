/* People who say too much, over a real host: who is not answered any more, and who may ask as
   much as they like. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "commands.h"
#include "flood.h"
#include "tables.h"
#include "talk.h"
#include "testing.h"
#include "text.h"

static test_case(five_commands_in_ten_seconds_are_enough)
{
    seat_two("#a");
    house_wait(&house, FLOOD_WITHIN_MS);
    for (int i = 0; i < FLOOD_COMMANDS; i++) {
        blurt("#a", "ann", "board");
        assert_told("#a: ");
    }
    blurt("#a", "ann", "board");
    assert_told("to ann: <FLOOD_1 seconds=60>");
    blurt("#a", "ann", "board");
    assert_silence(); /* one notice is enough */
    blurt(NULL, "ann", "foo");
    assert_silence();
    blurt("#a", "bob", "hand");
    assert_told("to bob: <HAND_3 room=#a>"); /* others are served */
    blurt("#a", "ann", "hide d under me1");
    assert_told("<HIDES_A_CARD who=ann>"); /* a move never counts */
    blurt("#a", "ann", "hide d under me1");
    assert_silence(); /* it is not ann's turn, and so no move */
    house_wait(&house, FLOOD_SILENCE_MS);
    blurt("#a", "ann", "hand");
    assert_told("<HAND_1>");
}

/* Another bot may answer each of our answers, as slowly as it likes. */
static test_case(who_never_says_what_we_understand_is_not_answered_for_ever)
{
    for (int i = 0; i < 2 * FLOOD_MISSES; i++) {
        house_wait(&house, FLOOD_SILENCE_MS);
        blurt(NULL, "ann", i == FLOOD_MISSES - 1 ? "games" : "what do you mean?");
        assert_told(i == FLOOD_MISSES - 1 ? "Heartcatchers"
                                          : "<COMMAND_UNKNOWN_NEAREST_2 typed=what do you mean?>");
    }
    house_wait(&house, FLOOD_SILENCE_MS);
    blurt(NULL, "ann", "what do you mean?");
    assert_told("to ann: <FLOOD_LOST_1>");
    blurt(NULL, "ann", "what do you mean?");
    assert_silence();
    house_wait(&house, FLOOD_SILENCE_MS);
    blurt(NULL, "ann", "games");
    assert_told("Heartcatchers");
}

static test_case(mistakes_of_many_days_are_no_row)
{
    for (int i = 0; i < 3 * FLOOD_MISSES; i++) {
        house_wait(&house, FLOOD_MISS_MS);
        blurt(NULL, "ann", "what do you mean?");
        assert_told("<COMMAND_UNKNOWN_NEAREST_3>");
    }
}

static test_case(slow_talk_and_moves_are_never_too_much)
{
    seat_two("#a");
    for (int i = 0; i < 4 * FLOOD_COMMANDS; i++) {
        say("#a", "ann", "hand");
        assert_told("<HAND_1>");
    }
    house_wait(&house, FLOOD_WITHIN_MS);
    for (int i = 0; i < 6; i++) {
        blurt("#a", i % 2 ? "bob" : "ann", "d under me1");
        assert_told("<HIDES_A_CARD_2>");
    }
    blurt("#a", "ann", "board");
    assert_told("#a: ");
}

/* At a fast table, such as one of robots, people ask what they can play at each turn. */
static test_case(who_plays_may_ask_at_each_turn)
{
    seat_two("#a");
    house_wait(&house, FLOOD_WITHIN_MS);
    for (int i = 0; i < 8; i++) {
        const char *who = i % 2 ? "bob" : "ann";
        for (int asked = 0; asked < FLOOD_COMMANDS - 1; asked++) {
            blurt("#a", who, "moves");
            assert_told("<OFFER_1>");
        }
        blurt("#a", who, "d under me1");
        assert_told("<HIDES_A_CARD_2>");
    }
}

static test_case(what_is_not_for_us_is_not_counted)
{
    for (int i = 0; i < 3 * FLOOD_COMMANDS; i++)
        blurt("#a", "ann", "weather"); /* another bot's */
    blurt("#a", "ann", "games");
    assert_told("Heartcatchers");
}

/* A line that is kept back still ends for a network that waits for the end. */
static test_case(what_is_kept_back_is_dealt_with_too)
{
    char endless[HOST_TEXT + 1];
    const struct press press = {.table = 99};
    struct heard heard = {.network = "net",
                          .key = "ann",
                          .name = "ann",
                          .id = "p1",
                          .press = &press,
                          .text = "hide d"};
    heard.now = house.now;
    memset(endless, 'x', HOST_TEXT);
    endless[HOST_TEXT] = '\0';
    house_say_as(&house, NULL, "ann", 0, "m1", endless);
    assert_told("dealt with m1");
    commands_press(house.commands, house.host, &heard);
    assert_told("<PRESS_NOT_YOURS_3>");
    assert_told("dealt with p1");
    assert_false(commands_ignores(house.commands, &heard));
    for (int i = 0; i < 2 * FLOOD_COMMANDS; i++)
        house_say(&house, NULL, "ann", "games");
    heard.now = house.now;
    assert_true(commands_ignores(house.commands, &heard));
    house_forget(&house);
    house_say_as(&house, NULL, "ann", 0, "m2", "games");
    assert_string_equal(house.told, "dealt with m2\n");
}

static test_case(a_command_knows_its_manner)
{
    assert_int_equal(commands_manner("sit"), COMMANDS_ALOUD);
    assert_int_equal(commands_manner("rules"), COMMANDS_QUIETLY);
    assert_int_equal(commands_manner("seat"), COMMANDS_PRIVATE);
    assert_int_equal(commands_manner("steal"), COMMANDS_NONE);
}

static test_case(many_people_do_not_hide_a_flooder)
{
    for (int i = 0; i <= FLOOD_COMMANDS; i++)
        blurt("#a", "ann", "games");
    for (int i = 0; i < 200; i++) {
        char who[16];
        snprintf(who, sizeof who, "p%d", i);
        blurt("#a", who, "games");
        assert_told("Heartcatchers");
    }
    blurt("#a", "ann", "games");
    assert_silence();
}

/* A new connection, or a new nick, gives the same person a new key. */
static test_case(a_new_key_is_no_new_person)
{
    char key[16];
    house.source = (struct heard_source){"account", 1};
    for (int i = 0; i <= FLOOD_COMMANDS; i++) {
        snprintf(key, sizeof key, "~%d", i);
        blurt("#a", key, "games");
    }
    assert_told("<FLOOD_2>");
    blurt("#a", "~99", "games");
    assert_silence();
    house.source = (struct heard_source){"another", 1};
    blurt("#a", "~100", "games");
    assert_told("Heartcatchers");
}

static test_case(a_host_may_say_as_much_as_its_people)
{
    house.source = (struct heard_source){"host.example", HOST_SOURCE_PEOPLE};
    for (int i = 0; i < HOST_SOURCE_PEOPLE * FLOOD_COMMANDS; i++) {
        blurt("#a", i % 2 ? "bob" : "ann", "games");
        assert_told("Heartcatchers");
    }
    blurt("#a", "ann", "games");
    assert_told("<FLOOD_2>");
}

static test_case(a_player_may_ask_much_about_the_own_table)
{
    static const char *const words[] = {"moves", "hand", "rules", "help", "no such move"};
    seat_two("#a");
    house_wait(&house, FLOOD_WITHIN_MS);
    for (int i = 0; i < FLOOD_OWN_COMMANDS; i++) {
        blurt("#a", "ann", words[i % 5]);
        assert_told("to ann: ");
        house_expect_not(&house, "<FLOOD_3>");
    }
    blurt("#a", "ann", "hand");
    assert_told("<FLOOD_2>");
    blurt("#a", "ann", "hide d under me1"); /* a move all the same */
    assert_told("<HIDES_A_CARD who=ann>");
}

/* Lines that others read are counted apart. */
static test_case(what_others_read_is_not_free_at_the_own_table)
{
    seat_two("#a");
    house_wait(&house, FLOOD_WITHIN_MS);
    for (int i = 0; i < FLOOD_COMMANDS; i++) {
        blurt("#a", "ann", "hand");
        blurt("#a", "ann", "board");
        assert_told("#a: ");
    }
    blurt("#a", "ann", "board");
    assert_told("<FLOOD_2>");
}

static test_case(setting_up_the_own_table_is_no_flood)
{
    blurt("#a", "ann", "play colorcatcher");
    for (int i = 0; i < FLOOD_OWN_COMMANDS - 3; i++) {
        blurt("#a", "ann", i % 2 ? "options rounds=1" : "options rounds=2");
        assert_told("<OPTIONS_CHANGED_1 who=ann>");
    }
    blurt("#a", "ann", "add robot");
    blurt("#a", "ann", "add robot");
    assert_told("<SEAT_WORD_NO_SEAT_4>");
    blurt("#a", "ann", "start");
    assert_true(host_is_playing(house_table(&house, "#a")));
}

/* However many there are, and they cannot push out who is silenced. */
static test_case(thousands_of_sources_do_not_hide_a_flooder)
{
    char source[16];
    for (int i = 0; i <= FLOOD_COMMANDS; i++)
        blurt("#a", "ann", "games");
    for (int i = 0; i < 20000; i++) {
        snprintf(source, sizeof source, "s%d", i);
        house.source = (struct heard_source){source, 1};
        house_say_as(&house, "#a", source, 0, NULL, "help nothing");
        house_forget(&house);
        house.now--;
    }
    house.source = (struct heard_source){0};
    blurt("#a", "ann", "games");
    assert_silence();
}

static test_case(an_admin_is_no_flooder)
{
    for (int i = 0; i < 4 * FLOOD_COMMANDS; i++) {
        house_forget(&house);
        house_say_as(&house, "#a", "ann", RANK_ADMIN, NULL, "games");
        assert_told("Heartcatchers");
    }
}

static test_case(a_line_beyond_all_measure_is_refused_unread)
{
    char line[2 * HOST_TEXT];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line, "hand ", 5);
    say("#a", "ann", line);
    assert_told("to ann: <INPUT_TOO_LONG_1>");
    assert_int_equal(house.whispers, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_talking, close_house)
    const struct CMUnitTest tests[] = {
        TEST(five_commands_in_ten_seconds_are_enough),
        TEST(who_never_says_what_we_understand_is_not_answered_for_ever),
        TEST(mistakes_of_many_days_are_no_row),
        TEST(slow_talk_and_moves_are_never_too_much),
        TEST(who_plays_may_ask_at_each_turn),
        TEST(what_is_not_for_us_is_not_counted),
        TEST(what_is_kept_back_is_dealt_with_too),
        TEST(a_command_knows_its_manner),
        TEST(many_people_do_not_hide_a_flooder),
        TEST(a_new_key_is_no_new_person),
        TEST(a_host_may_say_as_much_as_its_people),
        TEST(a_player_may_ask_much_about_the_own_table),
        TEST(what_others_read_is_not_free_at_the_own_table),
        TEST(setting_up_the_own_table_is_no_flood),
        TEST(thousands_of_sources_do_not_hide_a_flooder),
        TEST(an_admin_is_no_flooder),
        TEST(a_line_beyond_all_measure_is_refused_unread),
    };
    return cmocka_run_group_tests_name("flood", tests, NULL, NULL);
}
