/* A person is told what is kept: in private and page by page, all of it under every linked
   identity, nothing of others, and nothing once it is forgotten. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "store.h"
#include "store_people.h"
#include "testing.h"

/* "WORD CODE", as it was just told. */
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
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$ann", "mydata");
    assert_told("to $ann: <MYDATA_PRIVATE_1>");
    assert_not_told("<MYDATA_PAGE_1>");
}

static test_case(whoever_had_the_nick_before_is_not_shown)
{
    say_slowly("#g", "ann", "play coloretto");
    say_slowly(NULL, "ann", "mydata");
    assert_told("to ann: <LINK_PASSING_1>");
    assert_not_told("Table 1");
}

static test_case(words_that_are_no_page_are_answered)
{
    say_slowly(NULL, "$ann", "mydata all");
    assert_told("<MYDATA_WORDS typed=all>");
    say_slowly(NULL, "$ann", "mydata 0");
    assert_told("<MYDATA_WORDS_1 typed=0>");
    say_slowly(NULL, "$ann", "mydata 1234567890123");
    assert_told("<MYDATA_NO_PAGE_1>");
    put("look net $ann", "plain");
    say_slowly(NULL, "$ann", "mydata 2");
    assert_told("<MYDATA_NO_PAGE typed=2|pages=1>");
}

/* ---- what is told ---- */

static test_case(all_of_the_person_and_nothing_of_others)
{
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "notify coloretto");
    say_slowly("#g", "$bob", "notify kritters");
    put("look net $ann", "plain");
    put("look net $bob", "emoji");
    put("legends net $ann", "coloretto,"); /* as earlier versions did */
    put("legends net $bob", "kritters,");
    finish(77);
    say_slowly(NULL, "$ann", "mydata");
    assert_told("to $ann: <MYDATA_PAGE page=1|pages=1>\n");
    assert_told("\n<NOTIFY_LIST_1 wishes=Coloretto in #g>");
    assert_told("\n<MYDATA_NUMBER_1 count=1|name=ann|network=net|number=1>");
    assert_told("\nTable 1, Coloretto, ");
    assert_told(": person 1, $ann on net.");
    assert_told("\nSetting look net $ann: plain");
    assert_told("\nSetting legends net $ann: coloretto,");
    assert_told("\n<MYDATA_ALL>");
    assert_not_told("bob");
    assert_not_told("Kritters");
    assert_not_told("emoji");
    say_slowly(NULL, "$ann", "stats on");
    say_slowly(NULL, "$ann", "mydata");
    assert_told("<MYDATA_NUMBER_SHOWN_1 number=1>");
    say_slowly(NULL, "$bob", "mydata");
    assert_told(": person 2, $bob on net.");
    assert_told("<MYDATA_NUMBER_2 count=1|name=bob|network=net|number=2>");
    assert_told("Kritters");
    assert_not_told("ann");
}

static test_case(a_private_table_is_named)
{
    say_slowly(NULL, "$ann", "play coloretto robots=2");
    say_slowly(NULL, "$ann", "mydata");
    assert_told("<MYDATA_ROOM table=1|network=net>");
    say_slowly(NULL, "$bob", "mydata");
    assert_told("to $bob: <MYDATA_NONE>");
}

static test_case(a_move_in_advance_is_named_until_it_is_played)
{
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    bool is_anns = strcmp(due_name(), "$ann") == 0;
    const char *first = is_anns ? "$ann" : "$bob", *second = is_anns ? "$bob" : "$ann";
    say_slowly(NULL, second, "then draw");
    say_slowly(NULL, second, "mydata");
    assert_told("<MYDATA_AHEAD table=1|move=draw>");
    say_slowly(NULL, first, "mydata");
    assert_not_told("draw");
    say_slowly("#g", first, "draw");
    say_slowly("#g", first, "place 1");
    say_slowly(NULL, second, "mydata");
    assert_not_told("'draw'");
}

static test_case(linked_identities_are_one_person)
{
    say_slowly(NULL, "$ann", "link");
    far_say_slowly(NULL, "$annie", told_code("!link ", 8));
    say_slowly(NULL, "$ann", "link yes");
    put("look far $annie", "symbols");
    far_say_slowly("#lounge", "$annie", "play coloretto");
    far_say_slowly("#lounge", "$annie", "notify kritters");
    say_slowly(NULL, "$ann", "mydata");
    assert_told("Linked: $annie, $annie on far.");
    assert_told("Kritters in #lounge");
    assert_told("person 1, $annie on far.");
    assert_told("Setting look far $annie: symbols");
}

static test_case(nothing_is_left_of_whom_it_forgot)
{
    char line[64];
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$ann", "notify coloretto");
    put("look net $ann", "plain");
    put("legends net $ann", "coloretto,");
    finish(77);
    say_slowly(NULL, "$ann", "forgetme");
    snprintf(line, sizeof line, "%s", told_code("!forgetme ", 6));
    say_slowly(NULL, "$ann", line);
    house_wait(&house, 1000);
    assert_told("Done: <FORGOTTEN_2>");
    say_slowly(NULL, "$ann", "mydata");
    assert_told("to $ann: <MYDATA_NONE>");
}

static test_case(an_offer_of_another_game_is_named)
{
    say_slowly("#g", "$ann", "play coloretto robots=2");
    house_settle(&house);
    offers_make(table());
    house_settle(&house);
    say_slowly(NULL, "$ann", "mydata");
    assert_told("<MYDATA_OFFER table=1|game=Coloretto>");
    say_slowly(NULL, "$bob", "mydata");
    assert_told("<MYDATA_NONE>");
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
    say_slowly(NULL, "$ann", "mydata");
    assert_told("page 1 of 3:\n");
    assert_told("\n<MYDATA_NEXT page=2>");
    assert_int_equal(house_count(&house, "Setting row"), 8);
    say_slowly(NULL, "$ann", "mydata 2");
    assert_told("page 2 of 3:\n");
    assert_int_equal(house_count(&house, "Setting row"), 8);
    say_slowly(NULL, "$ann", "mydata 3");
    assert_int_equal(house_count(&house, "Setting row"), 1);
    assert_told("<MYDATA_ALL_1>");
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
        say_slowly(NULL, "$ann", line);
        rows += house_count(&house, "vvv\n");
    }
    assert_int_equal(rows, 16);
    assert_told("<MYDATA_ALL_1>");
}

static test_case(of_too_much_it_says_how_much)
{
    put_many(503);
    say_slowly(NULL, "$ann", "mydata 63");
    assert_told("page 63 of 63:\n");
    assert_told("<MYDATA_MORE count=3>");
}

static test_case(one_question_of_a_person_waits)
{
    struct heard heard = {.network = "net", .key = "$ann", .name = "$ann", .text = "mydata"};
    say_slowly("#g", "$ann", "play coloretto");
    house_forget(&house);
    faulty_store_hold(faulty, true);
    heard.now = house.now += MINUTE;
    for (int i = 0; i < 3; i++)
        commands_hear(house.commands, house.host, &heard);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_int_equal(house_count(&house, "<STATS_BUSY_1>"), 2);
    assert_int_equal(house_count(&house, "<MYDATA_PAGE_2>"), 1);
    commands_hear(house.commands, house.host, &heard);
    assert_non_null(house.host->pending.askings); /* a host that ends leaves nothing behind */
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_near_and_far, close_house)

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
