/* Tables that were set aside: who may do so, what becomes of the room, who goes on with them,
   when they end. The program is restarted after every step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faulty_store.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "leave.h"
#include "port.h"
#include "prose.h"
#include "seat.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { HOUR = 60 * MINUTE };
#define DAY ((int64_t)24 * HOUR)

/* Where there is a table; rooms are ready after every start. */
static int restart(void)
{
    int count = house_restart(&house);
    static const char *const rooms[] = {"#g", "#h", "@ann", "@bob"};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        host_room_ready(house.host, "net", rooms[i], house.now);
    house_settle(&house);
    return count;
}

/* A table without clocks: what is told is about people who are not there at all. */
static void deal_unhurried(void)
{
    deal("#g", "ann", "bob");
    house_say(&house, "#g", "ann", "options clock=off");
}

static void set_aside(void)
{
    deal_unhurried();
    wait_minutes(30);
    house_forget(&house);
    house_say(&house, "#g", "dan", "free");
    house_settle(&house);
}

/* ---- setting aside ---- */

static test_case(a_table_with_somebody_there_stays)
{
    deal_unhurried();
    wait_minutes(29);
    house_say(&house, "#g", "dan", "free");
    house_expect(&house, "to dan: <FREE_PRESENT_1 who=ann and bob>");
    house_say(&house, "#g", "bob", "board");
    wait_minutes(5);
    house_say(&house, "#g", "dan", "free");
    house_expect(&house, "to dan: <FREE_PRESENT_1 who=bob>");
    house_say(&house, "#g", "dan", "deal kritters");
    house_expect(&house, "<TABLE_RUNNING_ALREADY_1>");
}

static test_case(anybody_frees_a_room_that_was_abandoned)
{
    deal_unhurried();
    wait_minutes(30);
    house_say(&house, "#g", "dan", "deal kritters");
    house_expect(&house, "<TABLE_FREE_OFFERED_1>");
    house_forget(&house);
    house_say(&house, "#g", "dan", "free");
    assert_int_equal(house_count(&house, "#g: <SET_ASIDE_2 by=dan|game=Coloretto>"), 1);
    house_expect(&house, "!resume 1.");
    assert_null(house_table(&house, "#g"));
    house_say(&house, "#g", "dan", "deal kritters");
    house_expect(&house, "dan opened Colour MY Kritters");
    assert_int_equal(restart(), 1);
    assert_string_equal(host_game_name(house_table(&house, "#g")), "Colour MY Kritters");
}

static test_case(a_lobby_is_closed_not_set_aside)
{
    house.knows_sight = true;
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_goes(&house, "ann");
    house_goes(&house, "bob");
    house.now += 5 * MINUTE;
    house_say(&house, "#g", "dan", "free");
    assert_null(house_table(&house, "#g"));
    assert_null(house.host->asides.first);
}

/* No answer and no list has what was played: only the record. */
static test_case(setting_aside_shows_nothing)
{
    set_aside();
    house_expect_not(&house, "hand");
    house_expect_not(&house, "red");
    house_expect_not(&house, "seed");
}

static test_case(a_private_table_of_who_is_out_of_sight_is_set_aside)
{
    house.knows_sight = true;
    house_say(&house, NULL, "ann", "deal coloretto");
    house_say(&house, NULL, "ann", "robot");
    house_say(&house, NULL, "ann", "start");
    wait_minutes(90);
    assert_non_null(house_table(&house, "@ann"));
    house_goes(&house, "ann");
    wait_minutes(29);
    assert_non_null(house_table(&house, "@ann"));
    wait_minutes(1);
    assert_int_equal(house_count(&house, "<SET_ASIDE_CLOCK_1 game=Coloretto|who=ann>"), 1);
    assert_null(house_table(&house, "@ann"));
    assert_int_equal(restart(), 0);
    house_say(&house, NULL, "ann", "resume");
    house_settle(&house);
    house_expect(&house, "<RESUMED_1 who=ann|game=Coloretto>");
    assert_non_null(house_table(&house, "@ann"));
}

/* ---- going on ---- */

static char *all_of(const char *room)
{
    static char bytes[64 * 1024];
    struct session *table = house_table(&house, room);
    struct text text = text_over(bytes, sizeof bytes);
    table_write(&table->playing->table, &table->playing->rules, &text);
    return strdup(bytes);
}

static test_case(who_sat_there_goes_on_in_any_room)
{
    deal_unhurried();
    char *before = all_of("#g");
    wait_minutes(30);
    house_say(&house, "#g", "dan", "free");
    for (int restarts = 0; restarts < 2; restarts++)
        assert_int_equal(restart(), 0);
    house_say(&house, "#h", "dan", "resume 1");
    house_expect(&house, "to dan: <RESUME_NONE>");
    house_say(&house, "#h", "bob", "resume");
    house_settle(&house);
    house_expect(&house, "#h: <RESUMED who=bob|game=Coloretto>");
    char *after = all_of("#h");
    assert_string_equal(before, after);
    assert_null(house.host->asides.first);
    house_forget(&house);
    assert_int_equal(restart(), 1);
    assert_non_null(house_table(&house, "#h"));
    assert_null(house_table(&house, "#g"));
    free(after);
    after = all_of("#h");
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* From the moment it is asked for until it is there, and when the record of it could not be
   written. */
static test_case(a_room_is_taken_by_one_table_only)
{
    set_aside();
    house_say_as(&house, "#g", "ann", 0, "m1", "resume");
    house_say_as(&house, "#h", "bob", 0, "m2", "resume");
    house_expect(&house, "to bob: <RESUME_BUSY_1>");
    house_say_as(&house, "#g", "eve", 0, "m3", "deal kritters");
    house_settle(&house);
    assert_int_equal(house_count(&house, "dealt with m1"), 1);
    assert_int_equal(house_table_count(&house), 1);
    assert_string_equal(host_game_name(house_table(&house, "#g")), "Colour MY Kritters");
    house_expect(&house, "to ann: <RESUME_TAKEN_1>");
    house_say(&house, "#h", "ann", "resume");
    house_settle(&house);
    assert_non_null(house_table(&house, "#h"));
    assert_int_equal(restart(), 2);
}

static test_case(several_tables_are_asked_about)
{
    deal_unhurried();
    deal("#h", "ann", "cid");
    wait_minutes(30);
    house_say(&house, "#g", "dan", "free");
    house_say(&house, "#h", "dan", "free");
    assert_int_equal(restart(), 0);
    house_say(&house, "#g", "ann", "resume");
    house_expect(&house, "to ann: <RESUME_WHICH_1 tables=1 (Coloretto), 2 (Coloretto)>");
    house_say(&house, "#g", "ann", "resume 7");
    house_expect(&house, "to ann: <RESUME_UNKNOWN_1 typed=7>");
    house_say(&house, "#g", "ann", "resume 2");
    house_settle(&house);
    house_expect(&house, "#g: <RESUMED_2 who=ann>");
    assert_int_equal(host_table_number(house_table(&house, "#g")), 2);
}

/* It counts for who opened it until it ends. */
static test_case(after_seven_days_it_ends)
{
    set_aside();
    house_wait(&house, 3 * DAY);
    assert_int_equal(restart(), 0);
    assert_int_equal(house.host->asides.count, 1);
    house_wait(&house, 4 * DAY - HOUR);
    assert_int_equal(house.host->asides.count, 1);
    house_wait(&house, HOUR);
    assert_int_equal(house.host->asides.count, 0);
    house_say(&house, "#g", "ann", "resume");
    house_expect(&house, "to ann: <RESUME_NONE>");
    assert_int_equal(restart(), 0);
    assert_int_equal(house.host->asides.count, 0);
}

static test_case(it_counts_among_the_tables_of_who_opened_it)
{
    host_limit(house.host, &(struct host_limits){.person = 1, .group = 100});
    set_aside();
    house_say(&house, "#h", "ann", "deal kritters");
    house_expect_not(&house, "ann opened Colour MY Kritters");
    house_say(&house, "#h", "ann", "resume");
    house_settle(&house);
    house_say(&house, "#h", "ann", "stop");
    house_say(&house, "#h", "bob", "stop yes");
    house_say(&house, "#h", "ann", "deal kritters");
    house_expect(&house, "ann opened Colour MY Kritters");
}

/* ---- where keys do not last ---- */

static void word_of(const char *who, char word[16])
{
    char wanted[80];
    snprintf(wanted, sizeof wanted, "to %s: Your seat word is ", who);
    const char *told = strstr(house.told, wanted);
    assert_non_null(told);
    snprintf(word, 16, "%.11s", told + strlen(wanted));
}

static void open_house_of_passing_keys(void)
{
    house_close(&house);
    house_open(&house, store, false, 1);
}

static test_case(a_seat_word_proves_who_sat_there)
{
    char word[16], say[32];
    open_house_of_passing_keys();
    deal_unhurried();
    word_of("ann", word);
    wait_minutes(31);
    house_say(&house, "#g", "dan", "free");
    assert_int_equal(restart(), 0);
    house_say(&house, "#g", "ann", "resume"); /* a key of before names nobody now */
    house_expect(&house, "to ann: <RESUME_NONE><RESUME_NONE_PROVEN_1>");
    snprintf(say, sizeof say, "seat %s", word);
    house_say(&house, NULL, "ann2", say);
    house_expect(&house, "to ann2: <SEAT_WORD_ASIDE_1 game=Coloretto|number=1>");
    house_forget(&house);
    house_say(&house, "#g", "ann2", "resume");
    house_settle(&house);
    house_expect(&house, "#g: <RESUMED_1 who=ann2|game=Coloretto>");
    house_expect(&house, "to ann2: <SEAT_WORD_1> ");
    const struct session *table = house_table(&house, "#g");
    int seat = __builtin_ctz(seat_names_find(table, "ann2")),
        other = __builtin_ctz(seat_names_find(table, "bob"));
    assert_false(table->seats[seat].is_detached);
    assert_true(table->seats[other].is_detached);
    assert_int_equal(restart(), 1);
}

static void speak(const char *room, const char *who, const char *word)
{
    char say[32];
    snprintf(say, sizeof say, "seat %s", word);
    house_forget(&house);
    house_say(&house, room, who, say);
    house_settle(&house);
}

/* A reader of the word gets nothing by it, now or after a restart; its owner has the next one. */
static test_case(a_word_said_in_public_is_void_for_good)
{
    char word[16], fresh[16];
    open_house_of_passing_keys();
    deal_unhurried();
    word_of("ann", word);
    wait_minutes(31);
    house_say(&house, "#g", "dan", "free");
    speak("#h", "ann", word);
    house_expect(&house, "to ann: <SEAT_WORD_PUBLIC_HELD_2>");
    word_of("ann", fresh);
    speak(NULL, "eve", word);
    house_expect(&house, "to eve: <SEAT_WORD_WRONG_3>");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(restart(), 0);
        speak(NULL, "eve", word);
        house_expect(&house, "to eve: <SEAT_WORD_WRONG_3>");
    }
    speak(NULL, "ann2", fresh);
    house_expect(&house, "to ann2: <SEAT_WORD_ASIDE_1 game=Coloretto|number=1>");
    house_say(&house, "#g", "ann2", "resume");
    house_settle(&house);
    house_expect(&house, "#g: <RESUMED_1 who=ann2|game=Coloretto>");
    assert_int_equal(restart(), 1);
}

/* Its record is being read, and the word is good there still. */
static test_case(a_word_said_while_the_table_is_on_its_way_is_void)
{
    char word[16], say[32];
    open_house_of_passing_keys();
    deal_unhurried();
    word_of("bob", word);
    snprintf(say, sizeof say, "seat %s", word);
    wait_minutes(31);
    house_say(&house, "#g", "dan", "free");
    house_forget(&house);
    house_say_as(&house, "#g", "ann", 0, NULL, "resume");
    house_say_as(&house, "#h", "eve", 0, NULL, say);
    house_settle(&house);
    house_expect(&house, "#g: <RESUMED_1 who=ann|game=Coloretto>");
    assert_true(house_table(&house, "#g")->seats[house_seat(&house, "#g", "bob")].is_detached);
    speak(NULL, "eve", word);
    house_expect(&house, "to eve: <SEAT_WORD_WRONG_3>");
    assert_int_equal(restart(), 1);
    speak(NULL, "eve", word);
    house_expect(&house, "to eve: <SEAT_WORD_WRONG_3>");
}

static test_case(who_was_banned_meanwhile_has_no_seat)
{
    struct prose answer;
    deal_unhurried();
    wait_minutes(30);
    house_say(&house, "#g", "dan", "free");
    prose_clear(&answer);
    host_ban(house.host, &(struct host_ban_order){.network = "net", .who = "bob", .by = "boss"},
             &answer);
    house_say(&house, "#g", "ann", "resume");
    house_settle(&house);
    house_expect(&house, "#g: <BANNED_PLAY who=bob>");
    assert_int_equal(restart(), 1);
    assert_int_equal(house_seat(&house, "#g", "bob"), -1);
}

/* ---- the disk ---- */

static test_case(what_cannot_be_saved_changes_nothing)
{
    deal_unhurried();
    wait_minutes(30);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    house_say(&house, "#g", "dan", "free");
    house_expect(&house, "to dan: ");
    assert_non_null(house_table(&house, "#g"));
    house_say(&house, "#g", "dan", "free");
    assert_null(house_table(&house, "#g"));
    faulty_store_fail(faulty, 0, 1, STORE_IO);
    house_say(&house, "#g", "ann", "resume");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house.host->asides.count, 1);
    house_say(&house, "#g", "ann", "resume");
    house_settle(&house);
    assert_non_null(house_table(&house, "#g"));
}

static test_case(a_full_record_takes_no_words_and_ends_in_its_time)
{
    char word[16];
    open_house_of_passing_keys();
    deal_unhurried();
    word_of("ann", word);
    wait_minutes(31);
    house_say(&house, "#g", "dan", "free");
    const struct aside *aside = house.host->asides.first;
    int64_t line = aside->next_line;
    house.host->readings.lines_most = line - 1;
    speak("#h", "ann", word);
    assert_int_equal(aside->next_line, line);
    house_wait(&house, 7 * DAY + MINUTE);
    assert_int_equal(house.host->asides.count, 0);
}

static test_case(a_full_record_is_not_resumed)
{
    set_aside();
    house.host->readings.lines_most = house.host->asides.first->next_line;
    house_say(&house, "#h", "ann", "resume");
    house_settle(&house);
    house_expect(&house, "to ann: <RESUME_FULL>");
    assert_null(house_table(&house, "#h"));
    house_say(&house, "#h", "ann", "deal kritters");
    house_expect(&house, "ann opened Colour MY Kritters");
    house_wait(&house, 7 * DAY + MINUTE);
    assert_int_equal(house.host->asides.count, 0);
}

/* The store does not know whether it saved a line of a table that was set aside: the line is
   read back, and one write is enough. */
static test_case(what_may_have_been_saved_is_read_back)
{
    char word[16], fresh[16];
    house_close(&house);
    house_open(&house, store, false, 1);
    deal_unhurried();
    word_of("ann", word);
    wait_minutes(31);
    house_say(&house, "#g", "dan", "free");
    int64_t line = house.host->asides.first->next_line;
    faulty_store_lose_answers(faulty, 0, 1);
    speak("#h", "ann", word);
    word_of("ann", fresh);
    assert_int_equal(house.host->asides.first->next_line, line + 1);
    faulty_store_fail(faulty, 0, 1, STORE_UNKNOWN); /* this one was not saved */
    house_wait(&house, 7 * DAY);
    assert_int_equal(house.host->asides.count, 1);
    assert_int_equal(house.host->asides.first->next_line, line + 1);
    int writes = faulty_store_writes(faulty);
    faulty_store_lose_answers(faulty, 0, 1);
    wait_minutes(1);
    assert_int_equal(house.host->asides.count, 0);
    assert_int_equal(faulty_store_writes(faulty), writes + 1);
    assert_int_equal(restart(), 0);
    assert_int_equal(house.host->asides.count, 0);
}

/* ---- several rooms ---- */

/* The guest rooms hear of it, and are free from then on: it goes on in one room. */
static test_case(a_table_in_several_rooms_goes_on_in_one)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    bring_far("#g", "ann", "#lounge", "cid");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "ann", "options clock=off");
    wait_minutes(30);
    house_say(&house, "#g", "dan", "free");
    assert_told("#g: <SET_ASIDE_2 by=dan|game=Coloretto>");
    assert_told("<SET_ASIDE_3 game=far #lounge: dan sets the Coloretto>");
    far_says("#lounge", "dan", "deal heartcatchers");
    const struct session *other = host_find(house.host, "far", "#lounge");
    assert_non_null(other);
    house_say(&house, "#g", "ann", "resume");
    assert_int_equal(table()->id, 1);
    assert_ptr_equal(host_find(house.host, "far", "#lounge"), other);
    assert_int_equal(house_restart(&house), 2);
    assert_int_equal(host_find(house.host, "far", "#lounge")->id, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_with_somebody_there_stays, open_house, close_house),
        cmocka_unit_test_setup_teardown(anybody_frees_a_room_that_was_abandoned, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_lobby_is_closed_not_set_aside, open_house, close_house),
        cmocka_unit_test_setup_teardown(setting_aside_shows_nothing, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_private_table_of_who_is_out_of_sight_is_set_aside,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(who_sat_there_goes_on_in_any_room, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_room_is_taken_by_one_table_only, open_house, close_house),
        cmocka_unit_test_setup_teardown(several_tables_are_asked_about, open_house, close_house),
        cmocka_unit_test_setup_teardown(after_seven_days_it_ends, open_house, close_house),
        cmocka_unit_test_setup_teardown(it_counts_among_the_tables_of_who_opened_it, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_seat_word_proves_who_sat_there, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_word_said_in_public_is_void_for_good, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_word_said_while_the_table_is_on_its_way_is_void,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(who_was_banned_meanwhile_has_no_seat, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(what_cannot_be_saved_changes_nothing, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_full_record_takes_no_words_and_ends_in_its_time,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(a_full_record_is_not_resumed, open_house, close_house),
        cmocka_unit_test_setup_teardown(what_may_have_been_saved_is_read_back, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_table_in_several_rooms_goes_on_in_one, open_two,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
