/* How long a table waits for a person: reminders, a robot until they are back, more time, and a
   pause. */
#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "household.h"
#include "port.h"
#include "prose.h"
#include "seat.h"
#include "store.h"
#include "store_read.h"
#include "testing.h"

#define HOUR (60 * MINUTE)

static void seat_three(const char *options)
{
    char text[64];
    snprintf(text, sizeof text, "deal coloretto%s%s", *options ? " " : "", options);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
}

static const char *whose_turn(void)
{
    static char name[HOST_NAME];
    snprintf(name, sizeof name, "%s", due_name());
    return name;
}

/* Somebody who plays, but whose turn it is not. */
static const char *other(void)
{
    return strcmp(due_name(), "ann") == 0 ? "bob" : "ann";
}

static bool has_robot(const char *who)
{
    return table()->seats[house_seat(&house, "#g", who)].is_left;
}

/* ---- the three steps ---- */

static test_case(a_robot_plays_from_the_fifth_minute_on)
{
    char called[32], word[32];
    seat_three("");
    const char *slow = whose_turn();
    snprintf(called, sizeof called, "#g: <CLOCK_CALL_5 who=%s>", slow);
    snprintf(word, sizeof word, "to %s: #g: the table is", slow);
    house_wait(&house, 3 * MINUTE - 1);
    assert_string_equal(house.told, "");
    house_wait(&house, 1);
    assert_int_equal(house_count(&house, called), 1);
    house_wait(&house, MINUTE - 1);
    house_expect_not(&house, word);
    house_wait(&house, 1);
    house_expect(&house, word);
    house_wait(&house, MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
    house_expect(&house, "<CLOCK_GIVEN_3>");
    assert_int_equal(house_count(&house, called), 1);
    assert_int_equal(house_count(&house, word), 1);
    assert_string_not_equal(due_name(), slow); /* it has played */
}

/* The player whose turn it is draws and waits with the card until `ms` of the turn are over. */
static const char *draw_and_wait(int64_t ms)
{
    const char *slow = whose_turn();
    house_say(&house, "#g", slow, "draw");
    house_wait(&house, ms);
    return slow;
}

static test_case(an_undo_winds_no_clock)
{
    seat_three("");
    const char *slow = draw_and_wait(2 * MINUTE);
    for (int i = 0; i < 3; i++) {
        house_say(&house, "#g", slow, "place 3");
        assert_string_not_equal(due_name(), slow);
        house_wait(&house, MINUTE / 2);
        house_say(&house, "#g", slow, "undo");
        assert_string_equal(due_name(), slow);
    }
    house_wait(&house, 85 * 1000);
    assert_false(has_robot(slow));
    house_wait(&house, 10 * 1000); /* five minutes since the card was drawn */
    assert_true(has_robot(slow));
}

static test_case(the_next_turn_has_its_own_clock)
{
    seat_three("");
    char slow[HOST_NAME];
    snprintf(slow, sizeof slow, "%s", draw_and_wait(4 * MINUTE));
    house_say(&house, "#g", slow, "place 3");
    house_say(&house, "#g", slow, "undo");
    house_say(&house, "#g", slow, "place 3");
    const char *next = draw_and_wait(4 * MINUTE);
    assert_string_not_equal(next, slow);
    assert_false(has_robot(next));
}

static test_case(the_first_word_takes_the_seat_back)
{
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, 5 * MINUTE);
    assert_true(has_robot(slow));
    house_say(&house, "#g", slow, "board");
    house_expect(&house, "<RETURNED_3>");
    assert_false(has_robot(slow));
}

static test_case(who_comes_back_is_told_what_was_missed)
{
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, 5 * MINUTE);
    house_say(&house, "#g", slow, "board");
    char first[64], told[64];
    snprintf(first, sizeof first, "to %s: <MISSED>\n%s: draws ", slow, slow);
    snprintf(told, sizeof told, "%s: draws ", slow);
    house_expect(&house, first);
    assert_int_equal(house_count(&house, told), 2); /* to everybody, and now to the person */
}

/* A line from each move of the robot to its next one; the latest six are kept, and a long one is
   cut. */
static test_case(what_was_missed_is_bounded)
{
    char text[2 * MISSED_LINE] = "";
    struct missed *list = NULL;
    struct prose out;
    for (int round = 0; round < MISSED_ROUNDS + 2; round++) {
        snprintf(text, sizeof text, "robot %d", round);
        seat_missed_note(&list, 3, text, true);
        seat_missed_note(&list, 3, "and others", false);
    }
    seat_missed_note(&list, 1, "another seat", true);
    prose_clear(&out);
    assert_int_equal(seat_missed_take(&list, 3, &out), MISSED_ROUNDS + 2);
    assert_int_equal(strncmp(out.text, "\nrobot 2 and others\nrobot 3", 27), 0);
    assert_int_equal(seat_missed_take(&list, 3, &out), 0);
    memset(text, 'x', sizeof text - 1);
    seat_missed_note(&list, 1, text, false);
    seat_missed_note(&list, 1, "no more", false);
    prose_clear(&out);
    assert_int_equal(seat_missed_take(&list, 1, &out), 1);
    assert_int_equal(out.length, MISSED_LINE); /* a line end in front, no NUL behind */
    assert_string_equal(out.text + out.length - 6, "xx ...");
    assert_null(list);
}

static test_case(a_move_starts_the_clock_anew)
{
    seat_three("");
    const char *first = whose_turn();
    house_wait(&house, 3 * MINUTE - 1);
    house_say(&house, "#g", first, "draw"); /* and now the card must be placed */
    assert_string_equal(due_name(), first);
    house_forget(&house);
    house_wait(&house, 3 * MINUTE - 1);
    assert_string_equal(house.told, "");
    house_wait(&house, 1);
    house_expect(&house, "<CLOCK_CALL> ");
    house_say(&house, "#g", first, "hand"); /* no move */
    house_wait(&house, 2 * MINUTE);
    assert_true(has_robot(first));
}

static test_case(who_plays_alone_with_robots_is_not_hurried)
{
    house_say(&house, "#g", "ann", "deal coloretto robots=2");
    house_forget(&house);
    house_wait(&house, 24 * HOUR);
    house_expect_not(&house, "<CLOCK_CALL_2>");
    assert_false(has_robot("ann"));
}

/* The others go on with robots until one person is left; that one is waited for. */
static test_case(nobody_makes_robots_play_alone)
{
    seat_three("");
    wait_minutes(60);
    int people = 0;
    for (int seat = 0; seat < table()->seat_count; seat++)
        people += !table()->seats[seat].is_left;
    assert_int_equal(people, 1);
}

static test_case(a_slow_table_has_two_days)
{
    char word[48];
    seat_three("clock=slow");
    const char *slow = whose_turn();
    snprintf(word, sizeof word, "to %s: #g: <CLOCK_WORD_3 time=10 hours>", slow);
    house_wait(&house, 48 * (int64_t)HOUR * 4 / 5 - 1);
    assert_string_equal(house.told, "");
    house_wait(&house, 1);
    house_expect(&house, word);
    house_expect_not(&house, "#g: <CLOCK_CALL_3>");
    house_wait(&house, 48 * (int64_t)HOUR / 5);
    assert_true(has_robot(slow));
}

static test_case(whoever_looked_at_a_slow_table_needs_no_word)
{
    seat_three("clock=slow");
    const char *slow = whose_turn();
    house_wait(&house, 38 * (int64_t)HOUR);
    house_say(&house, "#g", slow, "hand");
    house_forget(&house);
    house_wait(&house, HOUR / 2);
    assert_string_equal(house.told, "");
    house_wait(&house, 10 * (int64_t)HOUR);
    assert_true(has_robot(slow));
}

/* Forty hours before the restart, eight or nine after it: of each stretch an hour at most is not
   counted. */
static test_case(a_slow_clock_goes_on_after_a_restart)
{
    seat_three("clock=slow");
    const char *slow = whose_turn();
    for (int hour = 0; hour < 40; hour++)
        house_wait(&house, HOUR);
    house_expect(&house, "In 9 hours");
    house.now += 5 * (int64_t)HOUR;
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    for (int hour = 0; hour < 7; hour++)
        house_wait(&house, HOUR);
    assert_false(has_robot(slow));
    house_wait(&house, HOUR);
    house_wait(&house, HOUR);
    assert_true(has_robot(slow));
    house_restart(&house); /* what was kept was for another decision */
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    for (int hour = 0; hour < 46; hour++)
        house_wait(&house, HOUR);
    house_expect_not(&house, "<CLOCK_GIVEN_4>");
}

static void note_clock(void *arg, const char *key, const char *value)
{
    int *count = arg;
    (void)value;
    *count += strncmp(key, "clock.", 6) == 0;
}

static int kept_clocks(void)
{
    int count = 0;
    assert_int_equal(store_load(house.store, note_clock, NULL, &count), STORE_OK);
    return count;
}

static test_case(what_is_kept_of_a_slow_clock_goes_with_its_table)
{
    seat_three("clock=slow");
    house_wait(&house, HOUR - 1);
    assert_int_equal(kept_clocks(), 0);
    house_wait(&house, HOUR);
    assert_int_equal(kept_clocks(), 1);
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    assert_null(table());
    assert_int_equal(kept_clocks(), 0);
}

static test_case(the_pace_is_chosen_and_changed)
{
    house_say(&house, "#g", "ann", "deal coloretto clock=fast");
    house_expect(&house, "<CLOCK_UNKNOWN_2 typed=fast>");
    assert_null(table());
    house_say(&house, "#g", "ann", "deal coloretto match=4 clock=slow");
    house_expect(&house, "<WITH_MATCH_CLOCK_SLOW>");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "bob", "options clock=off");
    house_expect(&house, "to bob: ");
    house_say(&house, "#g", "ann", "options clock=off");
    house_expect(&house, "<CLOCK_CHANGED by=ann|pace=off>");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    house_wait(&house, 100 * (int64_t)HOUR);
    house_expect_not(&house, "<CLOCK_CALL_4>");
}

/* A clock of one's own, in seconds: a call after three fifths, a word after four unless the
   robot is near, then a robot. */
static test_case(a_clock_can_be_chosen_in_seconds)
{
    static const struct {
        const char *typed, *word, *waited, *left;
        int64_t ms;
        bool has_word;
    } clocks[] = {
        {"clock=30s", "30s", "18 seconds", "12 seconds", 30 * 1000, false},
        {"clock=60s", "60s", "36 seconds", "24 seconds", 60 * 1000, false},
        {"clock=100", "100s", "1 minute", "40 seconds", 100 * 1000, true},
        {"clock=2m", "120s", "72 seconds", "48 seconds", 120 * 1000, true},
        {"clock=10M", "600s", "6 minutes", "4 minutes", 600 * 1000, true},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        char called[120], word[120];
        seat_three(clocks[i].typed);
        assert_int_equal(table()->clocks.pace, clocks[i].ms / 1000);
        const char *slow = whose_turn();
        snprintf(called, sizeof called, "<CLOCK_CALL_6 who=%s|waited=%s|time=%s>", slow,
                 clocks[i].waited, clocks[i].left);
        snprintf(word, sizeof word, "to %s: #g: <CLOCK_WORD_4> ", slow);
        house_wait(&house, clocks[i].ms * 3 / 5 - 1);
        assert_string_equal(house.told, "");
        house_wait(&house, 1);
        house_expect(&house, called);
        house_wait(&house, clocks[i].ms * 2 / 5 - 1);
        assert_int_equal(house_count(&house, word), clocks[i].has_word);
        assert_false(has_robot(slow));
        house_wait(&house, 1);
        assert_true(has_robot(slow));
        house_say(&house, "#g", slow, "board");
        house_say(&house, "#g", "ann", "options");
        snprintf(called, sizeof called, "clock=%s: how long", clocks[i].word);
        house_expect(&house, called);
        house_say(&house, "#g", other(), "extend");
        house_expect(&house, "<EXTENDED_1> ");
        house_say(&house, "#g", "ann", "stop");
        house_say(&house, "#g", "ann", "stop");
        house_say(&house, "#g", "bob", "stop yes");
        house_say(&house, "#g", "cid", "stop yes");
        house_forget(&house);
    }
}

static test_case(other_seconds_are_refused_with_what_would_be_right)
{
    static const char *const wrong[] = {"29s", "601s",         "11m",  "0", "-60s", "60x",
                                        "1h",  "99999999999s", "60 s", "s", "fast", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[60];
        snprintf(line, sizeof line, "deal coloretto clock=%s", wrong[i]);
        house_forget(&house);
        house_say(&house, "#g", "ann", line);
        assert_null(house_table(&house, "#g"));
        if (!strchr(wrong[i], ' '))
            house_expect(&house, "<CLOCK_UNKNOWN_3>");
    }
}

/* Changed at any time, and by what the record says after a restart. */
static test_case(seconds_are_chosen_at_any_time_and_kept)
{
    seat_three("");
    house_say(&house, "#g", "ann", "options clock=90s");
    house_expect(&house, "<CLOCK_CHANGED by=ann|pace=90s>");
    restart_house();
    assert_int_equal(table()->clocks.pace, 90);
    const char *slow = whose_turn();
    house_wait(&house, 90 * 1000 - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1 + 10 * 1000); /* the clock begins anew when the room is back */
    assert_true(has_robot(slow));
}

static test_case(seconds_leave_somebody_out_of_sight_ten_minutes_more)
{
    house.knows_sight = true;
    house_restart(&house);
    seat_three("clock=60s");
    const char *slow = whose_turn();
    house_goes(&house, slow);
    house_wait(&house, 11 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
}

static test_case(a_private_table_is_slow)
{
    house_say(&house, NULL, "ann", "deal coloretto");
    house_say(&house, NULL, "ann", "options");
    house_expect(&house, "<CLOCK_UNKNOWN_4>");
    house_say(&house, "#g", "bob", "deal coloretto");
    house_say(&house, "#g", "bob", "options");
    house_expect(&house, "<CLOCK_UNKNOWN_5>");
}

/* ---- people who cannot answer ---- */

static test_case(a_network_that_is_away_stops_the_clock_for_ten_minutes)
{
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, MINUTE);
    host_network_gone(house.host, "net", house.now);
    house_wait(&house, HOUR); /* nobody can be told anything */
    assert_false(has_robot(slow));
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    house_wait(&house, 3 * MINUTE - 1);
    assert_string_equal(house.told, "");
    house_wait(&house, 2 * MINUTE + 1);
    assert_true(has_robot(slow));
}

static test_case(who_is_out_of_sight_gets_ten_minutes_more)
{
    house.knows_sight = true;
    house_restart(&house);
    seat_three("");
    const char *slow = whose_turn();
    house_goes(&house, slow);
    house_wait(&house, 15 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
}

static test_case(the_clock_starts_when_the_question_was_sent)
{
    house.reports_sent = true;
    house_restart(&house);
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, MINUTE);
    host_sent(house.host, "net", "#g", house.now);
    house_wait(&house, 5 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
}

/* ann of both networks sits at one table, which stands in "#g" of both. */
static test_case(what_another_network_reports_starts_no_clock)
{
    house.has_far = house.reports_sent = house.far_reports_sent = true;
    house_restart(&house);
    house_say(&house, "#g", "ann", "deal coloretto");
    bring_far("#g", "ann", "#g", "ann");
    house_say(&house, "#g", "ann", "start");
    while (strcmp(table()->seats[table()->playing->table.turn].port->network, "far") != 0)
        assert_true(play_any_move("#g"));
    int seat = table()->playing->table.turn;
    const struct turn_clocks *clocks = &table()->clocks;
    int64_t latest = clocks->since[seat];
    house_wait(&house, 30 * 1000);
    host_sent(house.host, "net", "#g", house.now);
    host_sent(house.host, NAMESAKE_NETWORK, "#other", house.now);
    assert_int_equal(clocks->since[seat], latest);
    host_sent(house.host, "far", "#g", house.now);
    assert_int_equal(clocks->since[seat], house.now);
}

/* Or else anything that is posted there hours later would begin a turn anew. */
static test_case(what_is_sent_after_two_minutes_changes_no_clock)
{
    house.reports_sent = true;
    house_restart(&house);
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, 4 * MINUTE);
    host_sent(house.host, "net", "#g", house.now);
    house_wait(&house, 3 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
}

static test_case(a_live_clock_starts_anew_after_a_restart)
{
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, 4 * MINUTE);
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_wait(&house, 5 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
}

/* ---- more time ---- */

static test_case(others_give_more_time)
{
    seat_three("");
    const char *slow = whose_turn();
    house_wait(&house, 4 * MINUTE);
    house_say(&house, "#g", slow, "extend");
    house_expect(&house, "<EXTEND_SELF_1>");
    house_say(&house, "#g", other(), "extend");
    house_expect(&house, "<EXTENDED time=5 minutes>");
    house_wait(&house, 5 * MINUTE - 1);
    assert_false(has_robot(slow));
    house_wait(&house, 1);
    assert_true(has_robot(slow));
    house_say(&house, "#g", "eve", "extend");
    house_expect(&house, "to eve: ");
}

/* ---- a pause ---- */

static void pause_table(void)
{
    static const char *const people[] = {"ann", "bob", "cid"};
    seat_three("");
    for (int i = 0; i < 3; i++)
        house_say(&house, "#g", people[i], "pause");
    house_expect(&house, "<PAUSE_ASKED by=ann|who=cid and bob>");
    assert_int_equal(house_count(&house, "<PAUSE_BEGINS_1>"), 1);
    house_forget(&house);
}

/* Others give time again and again, and that calls nobody more often; the next turn is another
   one. */
static test_case(nobody_is_nudged_more_than_twice_for_one_turn)
{
    seat_three("");
    const char *slow = whose_turn();
    char nudge[64];
    for (int i = 0; i < 4; i++) {
        house_wait(&house, 4 * MINUTE + MINUTE / 2);
        house_say(&house, "#g", other(), "extend");
    }
    int calls = house_count(&house, "<CLOCK_CALL>");
    snprintf(nudge, sizeof nudge, "to %s: #g: the table is waiting", slow);
    assert_int_equal(calls + house_count(&house, nudge), 2);
    house_say(&house, "#g", slow, "draw");
    house_say(&house, "#g", slow, "place 1");
    house_forget(&house);
    house_wait(&house, 3 * MINUTE);
    house_expect(&house, "<CLOCK_CALL>");
    house_say(&house, "#g", whose_turn(), "draw"); /* who goes on has a turn of their own */
    house_forget(&house);
    house_wait(&house, 4 * MINUTE);
    house_expect(&house, "<CLOCK_CALL>");
    house_expect(&house, "<CLOCK_WORD_1>");
}

static test_case(everybody_agrees_to_a_pause)
{
    pause_table();
    const char *slow = whose_turn();
    house_wait(&house, HOUR);
    assert_string_equal(house.told, "");
    house_say(&house, "#g", slow, "draw");
    house_expect(&house, "<PAUSE_MOVE_1>");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_forget(&house);
    house_wait(&house, HOUR);
    assert_string_equal(house.told, "");
    house_say(&house, "#g", other(), "resume");
    house_expect(&house, "<UNPAUSED>");
    house_say(&house, "#g", slow, "resume");
    house_expect(&house, "<PAUSE_NONE_1>");
    house_say(&house, "#g", slow, "draw");
    house_expect(&house, " draws ");
}

static test_case(a_pause_ends_after_a_day)
{
    pause_table();
    house_wait(&house, 24 * (int64_t)HOUR - 1000);
    assert_string_equal(house.told, "");
    house_wait(&house, 2000);
    house_expect(&house, "<PAUSE_OVER_1>");
    house_wait(&house, 5 * MINUTE);
    house_expect(&house, "<CLOCK_GIVEN_4>");
}

/* A table whose rooms nobody has seen since a restart tells nobody anything: the end of its
   pause waits for the room. */
static test_case(a_pause_ends_with_the_room_that_is_back)
{
    pause_table();
    house_restart(&house);
    house_wait(&house, 30 * (int64_t)HOUR);
    assert_string_equal(house.told, "");
    host_room_ready(house.host, "net", "#g", house.now);
    house_wait(&house, 1);
    assert_int_equal(house_count(&house, "<PAUSE_OVER_1>"), 1);
    house_wait(&house, 5 * MINUTE);
    house_expect(&house, "<CLOCK_GIVEN_4>");
}

/* The one !resume is for both: nobody has to say it twice, or is told of a pause that is over. */
static void resume_after(int64_t ms)
{
    pause_table();
    house_wait(&house, 30 * MINUTE);
    house_say(&house, "#g", "dan", "free");
    house_wait(&house, ms);
    assert_null(table());
    house_say(&house, "#g", "ann", "resume");
    house_settle(&house);
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_say(&house, "#g", due_name(), "draw");
    house_expect(&house, " draws ");
    house_expect_not(&house, "<PAUSE_OVER_1>");
}

static test_case(a_pause_ends_with_a_table_that_is_resumed_soon)
{
    resume_after(HOUR);
}

static test_case(a_pause_ends_with_a_table_that_is_resumed_late)
{
    resume_after(30 * (int64_t)HOUR);
}

static test_case(not_everybody_wants_a_pause)
{
    seat_three("");
    house_say(&house, "#g", "ann", "pause");
    house_say(&house, "#g", "ann", "pause");
    house_expect(&house, "to ann: <PAUSE_WAITS who=cid and bob>");
    house_wait(&house, 5 * MINUTE);
    house_expect(&house, "<CLOCK_GIVEN_4>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_robot_plays_from_the_fifth_minute_on),
        TEST(an_undo_winds_no_clock),
        TEST(the_next_turn_has_its_own_clock),
        TEST(the_first_word_takes_the_seat_back),
        TEST(who_comes_back_is_told_what_was_missed),
        TEST(what_was_missed_is_bounded),
        TEST(a_move_starts_the_clock_anew),
        TEST(who_plays_alone_with_robots_is_not_hurried),
        TEST(nobody_makes_robots_play_alone),
        TEST(a_slow_table_has_two_days),
        TEST(whoever_looked_at_a_slow_table_needs_no_word),
        TEST(a_slow_clock_goes_on_after_a_restart),
        TEST(what_is_kept_of_a_slow_clock_goes_with_its_table),
        TEST(the_pace_is_chosen_and_changed),
        TEST(a_private_table_is_slow),
        TEST(a_clock_can_be_chosen_in_seconds),
        TEST(other_seconds_are_refused_with_what_would_be_right),
        TEST(seconds_are_chosen_at_any_time_and_kept),
        TEST(seconds_leave_somebody_out_of_sight_ten_minutes_more),
        TEST(a_network_that_is_away_stops_the_clock_for_ten_minutes),
        TEST(who_is_out_of_sight_gets_ten_minutes_more),
        TEST(the_clock_starts_when_the_question_was_sent),
        TEST(what_another_network_reports_starts_no_clock),
        TEST(what_is_sent_after_two_minutes_changes_no_clock),
        TEST(a_live_clock_starts_anew_after_a_restart),
        TEST(others_give_more_time),
        TEST(nobody_is_nudged_more_than_twice_for_one_turn),
        TEST(everybody_agrees_to_a_pause),
        TEST(a_pause_ends_after_a_day),
        TEST(a_pause_ends_with_the_room_that_is_back),
        TEST(a_pause_ends_with_a_table_that_is_resumed_soon),
        TEST(a_pause_ends_with_a_table_that_is_resumed_late),
        TEST(not_everybody_wants_a_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
