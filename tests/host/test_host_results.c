/* Results until they are seen: who was away when a table was over reads how it came out at the next
   word, once, wherever it is said; a kill loses none, and who is forgotten leaves none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "results.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"

#define DAY_MS (24 * 60 * MINUTE)

static bool is_kept(const char *part)
{
    char *all = witness_load(house.store);
    bool is = strstr(all, part) != NULL;
    free(all);
    return is;
}

static bool is_due(const char *room, const char *who)
{
    const struct session *session = house_table(&house, room);
    int seat = house_seat(&house, room, who);
    return seat >= 0 && session_due(session) >> seat & 1 && !session->seats[seat].is_left;
}

/* The opener moves until the table is over; a robot comes to play for those who say nothing. */
static void play_out_alone(const char *room)
{
    char opener[HOST_NAME];
    snprintf(opener, sizeof opener, "%s", house_table(&house, room)->opener.key);
    say_slowly(room, opener, "board"); /* takes the seat back from a robot */
    for (int i = 0; i < 2000 && house_table(&house, room); i++) {
        bool is_theirs = is_due(room, opener);
        house_forget(&house);
        if (!is_theirs || !play_any_move(room))
            house_wait(&house, 30 * MINUTE);
    }
    assert_null(house_table(&house, room));
}

static void begin(const char *room, const char *opener, const char *options)
{
    char line[64];
    snprintf(line, sizeof line, "play coloretto %s", options);
    say_slowly(room, opener, line);
    say_slowly(room, "bob", "join");
    say_slowly(room, opener, "start");
    house_wait(&house, MINUTE);
}

static void leave_bob_away(const char *room)
{
    begin(room, "ann", "");
    house_goes(&house, "bob");
    play_out_alone(room);
    house_comes(&house, "bob");
}

static test_fixture(open_results)
{
    open_lasting_and_far(state);
    house.knows_sight = true;
    return house_restart(&house);
}

/* ---- who is told, and how often ---- */

static test_case(who_was_away_reads_it_at_the_next_word_and_once)
{
    leave_bob_away("#g");
    assert_true(is_kept("result."));
    say_slowly("#g", "ann", "games");
    assert_not_told("While you were away");
    say_slowly("#other", "bob", "games");
    assert_told("to bob: While you were away a game ended: Coloretto in #g, and you ");
    assert_told("!last says more");
    assert_int_equal(house_count(&house, "While you were away"), 1);
    assert_int_equal(house.posts, 0);
    assert_false(is_kept("result."));
    say_slowly("#g", "bob", "games");
    assert_not_told("While you were away");
    say_slowly(NULL, "bob", "replay 1");
    assert_told("to bob: Table 1, Coloretto, "); /* what it offers is there */
}

/* On a network that shows an answer under way it is part of that, and ends it once. */
static test_case(it_is_told_before_the_word_is_dealt_with)
{
    static const char *const words[] = {"games", "stats", "play coloretto"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        leave_bob_away("#g");
        house.now += MINUTE;
        house_forget(&house);
        house_say_as(&house, "#h", "bob", 0, "m1", words[i]);
        house_settle(&house);
        assert_int_equal(house_count(&house, "dealt with m1"), 1);
        assert_int_equal(house_count(&house, "While you were away"), 1);
        if (i == 0)
            assert_true(strstr(house.told, "While you") < strstr(house.told, "dealt with m1"));
        say_slowly("#h", "bob", "stop");
        say_slowly("#h", "bob", "stop");
    }
}

static test_case(who_was_there_has_read_it)
{
    begin("#g", "ann", "");
    play_out("#g");
    assert_false(is_kept("result."));
    say_slowly("#g", "bob", "games");
    assert_not_told("While you were away");
}

/* A slow table, in a network that does not say who is there: a word half an hour ago counts. */
static test_case(a_slow_table_is_told_to_who_was_silent)
{
    house.knows_sight = false;
    house_restart(&house);
    begin("#g", "ann", "clock=slow");
    for (int i = 0; i < 2000 && house_table(&house, "#g"); i++) {
        house_forget(&house);
        if (!is_due("#g", "ann") || !play_any_move("#g"))
            house_wait(&house, 30 * MINUTE);
    }
    assert_null(house_table(&house, "#g"));
    house_wait(&house, DAY_MS);
    say_slowly(NULL, "bob", "games");
    assert_told("to bob: While you were away a game ended: Coloretto in #g, and you ");
    say_slowly(NULL, "ann", "games");
    assert_not_told("While you were away");
}

static test_case(who_left_reads_nothing)
{
    say_slowly("#g", "ann", "play coloretto");
    say_slowly("#g", "bob", "join");
    say_slowly("#g", "cid", "join");
    say_slowly("#g", "ann", "start");
    house_wait(&house, MINUTE);
    say_slowly("#g", "bob", "leave");
    say_slowly("#g", "bob", "leave");
    house_goes(&house, "bob");
    play_out_alone("#g");
    assert_false(is_kept("result."));
}

static test_case(alone_with_robots_there_is_nobody_to_tell)
{
    say_slowly("#g", "ann", "play coloretto robots=2");
    house_goes(&house, "ann");
    play_out("#g");
    assert_false(is_kept("result."));
}

/* So many, one after the other. */
static void leave_bob_away_often(int count)
{
    static const char *const openers[] = {"ann", "cid", "dot", "eli", "fay", "gus", "hal"};
    char room[8];
    for (int i = 0; i < count; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        begin(room, openers[i], "clock=slow");
    }
    house_goes(&house, "bob");
    for (int i = 0; i < count; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        play_out_alone(room);
    }
    house_comes(&house, "bob");
}

static test_case(several_stand_in_one_line)
{
    leave_bob_away_often(2);
    say_slowly("#g", "bob", "games");
    assert_int_equal(house_count(&house, "While you were away games ended: "), 1);
    assert_told(" Coloretto in #r1, and you ");
    assert_told("; Coloretto in #r0, and you ");
    assert_false(is_kept("result."));
}

/* The newest stay. */
static test_case(five_of_a_person_are_kept)
{
    leave_bob_away_often(RESULTS_OF_ONE + 2);
    say_slowly("#g", "bob", "games");
    assert_not_told("in #r0,");
    assert_not_told("in #r1,");
    assert_told("in #r2,");
    assert_told("in #r6,");
    assert_false(is_kept("result."));
}

static test_case(under_another_name_of_the_same_person_it_is_told_too)
{
    say_slowly(NULL, "bob", "link");
    far_say_slowly(NULL, "bobby", told_code("!link ", 8));
    say_slowly(NULL, "bob", "link yes");
    leave_bob_away("#g");
    far_say_slowly(NULL, "bobby", "games");
    assert_told("far to bobby: While you were away a game ended: ");
    say_slowly(NULL, "bob", "games");
    assert_not_told("While you were away");
}

/* ---- kills, and a disk that refuses ---- */

static test_case(a_kill_loses_nothing_and_repeats_nothing)
{
    leave_bob_away("#g");
    for (int i = 0; i < 3; i++)
        house_restart(&house);
    say_slowly("#g", "bob", "games");
    assert_int_equal(house_count(&house, "While you were away"), 1);
    house_restart(&house);
    say_slowly("#g", "bob", "games");
    assert_not_told("While you were away");
}

/* It is told when it is gone from the disk, and not before. */
static test_case(where_the_disk_refuses_it_waits_for_the_word_after)
{
    leave_bob_away("#g");
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly("#g", "bob", "games");
    assert_not_told("While you were away");
    say_slowly("#g", "bob", "games");
    assert_int_equal(house_count(&house, "While you were away"), 1);
}

static test_case(words_that_come_while_the_disk_works_tell_it_once)
{
    leave_bob_away("#g");
    faulty_store_hold(faulty, true);
    house.now += MINUTE;
    house_forget(&house);
    house_say(&house, "#g", "bob", "games");
    house_say(&house, "#other", "bob", "games");
    assert_not_told("While you were away");
    faulty_store_hold(faulty, false);
    house_settle(&house);
    house_say(&house, "#g", "bob", "games");
    house_settle(&house);
    assert_int_equal(house_count(&house, "While you were away"), 1);
}

/* ---- how long it is kept, and for whom ---- */

static test_case(it_ends_after_thirty_days)
{
    leave_bob_away("#g");
    house_wait(&house, (RESULT_DAYS - 1) * (int64_t)DAY_MS);
    assert_true(is_kept("result."));
    house_wait(&house, 2 * (int64_t)DAY_MS);
    house_wait(&house, 2 * (int64_t)DAY_MS);
    say_slowly("#g", "bob", "games");
    assert_not_told("While you were away");
    assert_false(is_kept("result."));
}

static test_case(mydata_shows_it_where_it_could_not_be_told)
{
    leave_bob_away("#g");
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly(NULL, "bob", "mydata");
    assert_told("<MYDATA_RESULT table=1>");
    say_slowly(NULL, "ann", "mydata");
    assert_not_told("<MYDATA_RESULT table=1>");
}

static test_case(who_is_forgotten_leaves_none)
{
    leave_bob_away("#g");
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly(NULL, "bob", "forgetme");
    assert_true(is_kept("result."));
    say_slowly(NULL, "bob", told_code("!forgetme ", 6));
    house_wait(&house, 1000);
    assert_told("<FORGOTTEN>");
    assert_false(is_kept("result."));
    say_slowly(NULL, "bob", "games");
    assert_not_told("While you were away");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_results, close_house)
    const struct CMUnitTest tests[] = {
        TEST(who_was_away_reads_it_at_the_next_word_and_once),
        TEST(it_is_told_before_the_word_is_dealt_with),
        TEST(who_was_there_has_read_it),
        TEST(a_slow_table_is_told_to_who_was_silent),
        TEST(who_left_reads_nothing),
        TEST(alone_with_robots_there_is_nobody_to_tell),
        TEST(several_stand_in_one_line),
        TEST(five_of_a_person_are_kept),
        TEST(under_another_name_of_the_same_person_it_is_told_too),
        TEST(a_kill_loses_nothing_and_repeats_nothing),
        TEST(where_the_disk_refuses_it_waits_for_the_word_after),
        TEST(words_that_come_while_the_disk_works_tell_it_once),
        TEST(it_ends_after_thirty_days),
        TEST(mydata_shows_it_where_it_could_not_be_told),
        TEST(who_is_forgotten_leaves_none),
    };
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
