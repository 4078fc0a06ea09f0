/* A person is told what is kept: in private and page by page, all of it under every linked identity, nothing of others, and
   nothing once it is forgotten. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "store_append.h"
#include "store_outcome.h"
#include "testing.h"

static test_fixture(open_two)
{
    open_passing(state);
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
    return 0;
}

static void says(const char *room, const char *who, const char *text)
{
    house.now += 5000;
    house_forget(&house);
    house_say(&house, room, who, text);
    house_settle(&house);
}

static void far_says(const char *who, const char *text)
{
    house.network = "far";
    says(NULL, who, text);
    house.network = NULL;
}

/* "WORD CODE", as it was just told. */
static const char *code_of(const char *word, int length)
{
    static char line[64];
    const char *at = strstr(house.told, word);
    assert_non_null(at);
    snprintf(line, sizeof line, "%.*s", (int)strlen(word) - 1 + length, at + 1);
    return line;
}

static void finish(int64_t table)
{
    struct store_outcome outcome = {.game_number = 1,
                                    .game = "coloretto",
                                    .options = "",
                                    .network = "net",
                                    .room = "#g",
                                    .unrated = "",
                                    .seat_count = 2};
    outcome.seats[0] = (struct store_outcome_seat){
        .identities = {{"net", "$ann", "ann"}}, .identity_count = 1, .robot = "", .place = 1};
    outcome.seats[1] = (struct store_outcome_seat){
        .identities = {{"net", "$bob", "bob"}}, .identity_count = 1, .robot = "", .place = 2};
    struct store_append append = {.table = table,
                                  .first_seq = 1,
                                  .lines = (const char *const[]){"record"},
                                  .count = 1,
                                  .outcomes = &outcome,
                                  .outcome_count = 1};
    store_write(house.store, &append, NULL, NULL);
    house_settle(&house);
}

static void put(const char *key, const char *value)
{
    store_put(house.store, key, value, NULL, NULL);
    house_settle(&house);
}

/* ---- how it is asked ---- */

static test_case(in_a_room_it_is_refused)
{
    says("#g", "$ann", "play coloretto");
    says("#g", "$ann", "mydata");
    assert_told("to $ann: Say !mydata in a private message to me");
    assert_not_told("What I keep");
}

static test_case(whoever_had_the_nick_before_is_not_shown)
{
    says("#g", "ann", "play coloretto");
    says(NULL, "ann", "mydata");
    assert_told("to ann: I know you here only until you disconnect");
    assert_not_told("Table 1");
}

static test_case(words_that_are_no_page_are_answered)
{
    says(NULL, "$ann", "mydata all");
    assert_told("'all' is no page. !mydata shows the first one.");
    says(NULL, "$ann", "mydata 0");
    assert_told("'0' is no page");
    says(NULL, "$ann", "mydata 1234567890123");
    assert_told("is no page");
    put("look net $ann", "plain");
    says(NULL, "$ann", "mydata 2");
    assert_told("There is no page 2, only 1. !mydata shows the first one.");
}

/* ---- what is told ---- */

static test_case(all_of_the_person_and_nothing_of_others)
{
    says("#g", "$ann", "play coloretto");
    says("#g", "$bob", "join");
    says("#g", "$ann", "notify coloretto");
    says("#g", "$bob", "notify kritters");
    put("look net $ann", "plain");
    put("look net $bob", "emoji");
    finish(77);
    says(NULL, "$ann", "mydata");
    assert_told("to $ann: What I keep of you, page 1 of 1:\n");
    assert_told("\nI write to you when somebody opens Coloretto in #g.");
    assert_told("\n1 finished game of ann on net, under the number 1; only you see them");
    assert_told("\nTable 1, Coloretto, ");
    assert_told(": person 1, $ann on net.");
    assert_told("\nSetting look net $ann: plain");
    assert_told("\nThat is all. !forgetme erases it.");
    assert_not_told("bob");
    assert_not_told("Kritters");
    assert_not_told("emoji");
    says(NULL, "$ann", "stats on");
    says(NULL, "$ann", "mydata");
    assert_told("under the number 1; others may see them, too");
    says(NULL, "$bob", "mydata");
    assert_told(": person 2, $bob on net.");
    assert_told("1 finished game of bob on net, under the number 2");
    assert_told("Kritters");
    assert_not_told("ann");
}

static test_case(a_private_table_is_named)
{
    says(NULL, "$ann", "play coloretto robots=2");
    says(NULL, "$ann", "mydata");
    assert_told("Table 1 stood in your private conversation on net.");
    says(NULL, "$bob", "mydata");
    assert_told("to $bob: I keep nothing of you.");
}

static test_case(a_move_in_advance_is_named_until_it_is_played)
{
    says("#g", "$ann", "play coloretto");
    says("#g", "$bob", "join");
    says("#g", "$ann", "start");
    bool is_anns = strcmp(due_name(), "$ann") == 0;
    const char *first = is_anns ? "$ann" : "$bob", *second = is_anns ? "$bob" : "$ann";
    says(NULL, second, "then draw");
    says(NULL, second, "mydata");
    assert_told("Table 1: 'draw', which you want to play when it is your turn.");
    says(NULL, first, "mydata");
    assert_not_told("draw");
    says("#g", first, "draw");
    says("#g", first, "place 1");
    says(NULL, second, "mydata");
    assert_not_told("'draw'");
}

static test_case(linked_identities_are_one_person)
{
    says(NULL, "$ann", "link");
    far_says("$annie", code_of("!link ", 8));
    says(NULL, "$ann", "link yes");
    put("look far $annie", "symbols");
    house.network = "far";
    says("#lounge", "$annie", "play coloretto");
    says("#lounge", "$annie", "notify kritters");
    house.network = NULL;
    says(NULL, "$ann", "mydata");
    assert_told("Linked: $annie, $annie on far.");
    assert_told("Kritters in #lounge");
    assert_told("person 1, $annie on far.");
    assert_told("Setting look far $annie: symbols");
}

static test_case(nothing_is_left_of_whom_it_forgot)
{
    char line[64];
    says("#g", "$ann", "play coloretto");
    says("#g", "$ann", "notify coloretto");
    put("look net $ann", "plain");
    finish(77);
    says(NULL, "$ann", "forgetme");
    snprintf(line, sizeof line, "%s", code_of("!forgetme ", 6));
    says(NULL, "$ann", line);
    house_wait(&house, 1000);
    assert_told("Done: I have forgotten you.");
    says(NULL, "$ann", "mydata");
    assert_told("to $ann: I keep nothing of you.");
}

static test_case(an_offer_of_another_game_is_named)
{
    says("#g", "$ann", "play coloretto robots=2");
    house_settle(&house);
    offers_make(table());
    house_settle(&house);
    says(NULL, "$ann", "mydata");
    assert_told("For some minutes: you sat at table 1 of Coloretto, so that !again finds you.");
    says(NULL, "$bob", "mydata");
    assert_told("I keep nothing of you.");
}

/* ---- bounds ---- */

static void put_many(int count)
{
    char key[64];
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "row%d net $ann", i);
        store_put(house.store, key, "yes", NULL, NULL);
    }
    house_settle(&house);
}

static test_case(a_page_has_eight_rows_and_offers_the_next)
{
    put_many(17);
    says(NULL, "$ann", "mydata");
    assert_told("page 1 of 3:\n");
    assert_told("\n!mydata 2 goes on.");
    assert_int_equal(house_count(&house, "Setting row"), 8);
    says(NULL, "$ann", "mydata 2");
    assert_told("page 2 of 3:\n");
    assert_int_equal(house_count(&house, "Setting row"), 8);
    says(NULL, "$ann", "mydata 3");
    assert_int_equal(house_count(&house, "Setting row"), 1);
    assert_told("That is all.");
}

/* However long the rows are, a page is told whole. */
static test_case(long_rows_take_more_pages)
{
    char key[256], value[256];
    memset(value, 'v', sizeof value);
    value[sizeof value - 1] = '\0';
    for (int i = 0; i < 16; i++) {
        snprintf(key, sizeof key, "net:what%02d:$ann", i);
        store_put(house.store, key, value, NULL, NULL);
    }
    house_settle(&house);
    int rows = 0;
    for (int page = 1; page <= 2; page++) {
        char line[32];
        snprintf(line, sizeof line, "mydata %d", page);
        says(NULL, "$ann", line);
        rows += house_count(&house, "vvv\n");
    }
    assert_int_equal(rows, 16);
    assert_told("That is all.");
}

static test_case(of_too_much_it_says_how_much)
{
    put_many(503);
    says(NULL, "$ann", "mydata 63");
    assert_told("page 63 of 63:\n");
    assert_told("That is not all: I can't list 3 more rows here. Ask whoever runs me.");
}

static test_case(one_question_of_a_person_waits)
{
    struct heard heard = {.network = "net", .key = "$ann", .name = "$ann", .text = "mydata"};
    says("#g", "$ann", "play coloretto");
    house_forget(&house);
    faulty_store_hold(faulty, true);
    heard.now = house.now += MINUTE;
    for (int i = 0; i < 3; i++)
        commands_hear(house.commands, house.host, &heard);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_int_equal(house_count(&house, "I am still looking up"), 2);
    assert_int_equal(house_count(&house, "What I keep of you"), 1);
    commands_hear(house.commands, house.host, &heard);
    assert_non_null(house.host->askings); /* a host that ends leaves nothing behind */
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_two, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(in_a_room_it_is_refused),
        EACH(whoever_had_the_nick_before_is_not_shown),
        EACH(words_that_are_no_page_are_answered),
        EACH(all_of_the_person_and_nothing_of_others),
        EACH(a_private_table_is_named),
        EACH(a_move_in_advance_is_named_until_it_is_played),
        EACH(linked_identities_are_one_person),
        EACH(an_offer_of_another_game_is_named),
        EACH(nothing_is_left_of_whom_it_forgot),
        EACH(a_page_has_eight_rows_and_offers_the_next),
        EACH(long_rows_take_more_pages),
        EACH(of_too_much_it_says_how_much),
        EACH(one_question_of_a_person_waits),
    };
    return cmocka_run_group_tests_name("mydata", tests, NULL, NULL);
}
