/* Clocks: alarms of games, and robots that take their time. The games are toys of tests/kit. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "port.h"
#include "store.h"
#include "testing.h"
#include "text.h"

static void seat(const char *game, const char *second)
{
    char text[64];
    snprintf(text, sizeof text, "deal %s", game);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", second ? second : "ann", second ? "join" : "robot");
}

/* ---- clocks ---- */

enum { CLAIM_MS = 10 * 1000, CLEAR_MS = 30 * 1000, SEND_MS = 120 * 1000 };

static void open_claim(void)
{
    seat("claim", "bob");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
}

static test_case(an_alarm_plays_the_hosts_move)
{
    open_claim();
    const char *late = strcmp(due_name(), "ann") == 0 ? "bob" : "ann";
    house_say(&house, "#g", due_name(), "flip");
    house_say(&house, "#g", late, "claim");
    assert_told("<TURN_NOT_YOURS_1>");
    house_wait(&house, CLAIM_MS - 100);
    assert_not_told("everybody may claim");
    house_wait(&house, 100);
    assert_int_equal(house_count(&house, "Now everybody may claim."), 1);
    house_say(&house, "#g", late, "claim");
    assert_told("<TAKES_THE_HEAP>");
    house_wait(&house, 10 * CLAIM_MS);
    assert_int_equal(house_count(&house, "Now everybody may claim."), 1);
}

static test_case(an_alarm_starts_again_for_the_next_question)
{
    open_claim();
    const char *first = due_name();
    house_say(&house, "#g", first, "flip");
    house_wait(&house, CLAIM_MS - 1000);
    house_say(&house, "#g", first, "claim");
    house_say(&house, "#g", due_name(), "flip");
    house_wait(&house, CLAIM_MS - 1000);
    assert_not_told("everybody may claim");
    house_wait(&house, 1000);
    assert_told("everybody may claim");
}

/* Alone at the table one message both answers and asks anew: the alarm's move is the same, the
   question is not. */
static test_case(an_alarm_starts_again_within_one_message)
{
    house_say(&house, "#g", "ann", "deal claim");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "ann", "flip");
    house_wait(&house, CLAIM_MS - 1000);
    house_say(&house, "#g", "ann", "claim; flip");
    house_wait(&house, CLAIM_MS - 1000);
    assert_not_told("everybody may claim");
    house_wait(&house, 1000);
    assert_told("everybody may claim");
}

static test_case(an_alarm_goes_on_while_others_play)
{
    seat("rush", "bob");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "ann", "lay d");
    house_wait(&house, CLEAR_MS - 1000);
    house_say(&house, "#g", "bob", "lay d"); /* the heap waits as before */
    house_wait(&house, 1000);
    assert_told("The heap is cleared.");
}

static test_case(an_alarm_restarts_in_full_after_a_recovery)
{
    open_claim();
    house_say(&house, "#g", due_name(), "flip");
    house_wait(&house, CLAIM_MS - 1000);
    assert_int_equal(house_restart(&house), 1);
    house_wait(&house, 10 * CLAIM_MS); /* nobody can read anything yet */
    assert_not_told("everybody may claim");
    host_room_ready(house.host, "net", "#g", house.now);
    house_wait(&house, CLAIM_MS - 1000);
    assert_not_told("everybody may claim");
    house_wait(&house, 1000);
    assert_told("everybody may claim");
}

static test_case(an_alarm_rests_while_the_network_is_gone)
{
    open_claim();
    house_say(&house, "#g", due_name(), "flip");
    host_network_gone(house.host, "net", house.now);
    house_wait(&house, 10 * CLAIM_MS);
    assert_not_told("everybody may claim");
    host_room_ready(house.host, "net", "#g", house.now);
    house_wait(&house, CLAIM_MS);
    assert_told("everybody may claim");
}

static test_case(an_alarm_waits_until_the_question_was_sent)
{
    house.reports_sent = true;
    house_restart(&house);
    open_claim();
    house_say(&house, "#g", due_name(), "flip");
    house_wait(&house, 5 * CLAIM_MS);
    assert_not_told("everybody may claim");
    host_sent(house.host, "net", "#g", house.now);
    host_sent(house.host, "net", "#g", house.now); /* the rest of it */
    house_wait(&house, CLAIM_MS - 1000);
    assert_not_told("everybody may claim");
    house_wait(&house, 1000);
    assert_told("everybody may claim");
    house_forget(&house);
    house_say(&house, "#g", due_name(), "claim");
    house_say(&house, "#g", due_name(), "flip");
    house_wait(&house, SEND_MS + CLAIM_MS); /* a network that says nothing does not stop the game */
    assert_told("everybody may claim");
}

static test_case(an_alarm_that_cannot_be_saved_is_tried_again)
{
    open_claim();
    house_say(&house, "#g", due_name(), "flip");
    faulty_store_fail(faulty, 0, 2, STORE_FULL);
    house_wait(&house, CLAIM_MS);
    assert_told("<SAVE_WAITS_1>");
    house_wait(&house, HOST_RETRY_MS);
    assert_not_told("everybody may claim");
    house_wait(&house, HOST_RETRY_MS);
    assert_int_equal(house_count(&house, "<SAVE_WAITS_2>"), 1);
    assert_told("<SAVE_AGAIN_1>");
    assert_told("everybody may claim");
}

/* A move that is being saved when the alarm rings was first; the next question gets its full
   time. */
static test_case(an_alarm_does_not_ring_into_a_save)
{
    house_say(&house, "#g", "ann", "deal claim");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "ann", "flip");
    house_wait(&house, CLAIM_MS - 1000);
    faulty_store_hold(faulty, true);
    house_say(&house, "#g", "ann", "claim; flip");
    house_wait(&house, 5000);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_not_told("everybody may claim");
    house_wait(&house, CLAIM_MS - 1000);
    assert_not_told("everybody may claim");
    house_wait(&house, 1000);
    assert_told("everybody may claim");
}

/* What waits for the disk, or is due by the clock, keeps the host from being settled; what comes
   later does not. */
static test_case(a_host_is_settled_when_nothing_waits)
{
    house_say(&house, "#g", "ann", "deal claim");
    house_say(&house, "#g", "ann", "start");
    assert_true(host_is_settled(house.host));
    faulty_store_hold(faulty, true);
    house_say(&house, "#g", "ann", "flip");
    assert_false(host_is_settled(house.host));
    house_wait(&house, 100);
    assert_false(host_is_settled(house.host));
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_true(host_is_settled(house.host)); /* the alarm rings in some seconds */
}

/* ---- real time ---- */

static test_case(robots_in_real_time_take_their_time_and_share_it)
{
    seat("rush", NULL);
    house_say(&house, "#g", "ann", "robot");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
    for (int card = 1; card <= 8; card++) {
        house_wait(&house, ROBOT_PACE_MS - 1000);
        assert_int_equal(house_count(&house, " lays "), card - 1);
        house_wait(&house, 1000);
        assert_int_equal(house_count(&house, " lays "), card);
        if (card == 4) /* neither has laid them all */
            assert_true(house_was_told(&house, "robot lays") &&
                        house_was_told(&house, "robot2 lays"));
    }
    house_wait(&house, 10 * ROBOT_PACE_MS);
    assert_int_equal(house_count(&house, " lays "), 8);
}

static test_case(a_fast_player_does_not_hold_robots_back)
{
    static const char *const lays[] = {"lay d", "lay e", "lay f", "lay d"};
    seat("rush seconds=60", NULL);
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
    for (int i = 0; i < 4; i++) {
        house_say(&house, "#g", "ann", lays[i]);
        house_wait(&house, ROBOT_PACE_MS / 2);
    }
    assert_true(house_was_told(&house, "robot lays"));
}

static test_case(a_held_clock_runs_anew_in_full)
{
    open_claim();
    house_say(&house, "#g", due_name(), "flip");
    house_wait(&house, CLAIM_MS - 100);
    host_hold(house.host, "net", "#g", house.now + 10 * CLAIM_MS, house.now);
    house_wait(&house, 3 * CLAIM_MS);
    assert_not_told("everybody may claim");
    host_hold(house.host, "net", "#g", 0, house.now); /* all are back */
    house_wait(&house, CLAIM_MS - 100);
    assert_not_told("everybody may claim");
    house_wait(&house, 100);
    assert_told("everybody may claim");
}

static test_case(a_hold_ends_by_itself)
{
    open_claim();
    host_hold(house.host, "net", "#g", house.now + 10 * CLAIM_MS, house.now);
    house_say(&house, "#g", due_name(), "flip"); /* people may play on */
    house_wait(&house, 10 * CLAIM_MS);
    assert_not_told("everybody may claim");
    house_wait(&house, CLAIM_MS);
    assert_told("everybody may claim");
}

/* Nothing leaves the home's network any more: a game with a clock goes on at the pace of the
   other room. */
static test_case(a_dead_network_stops_no_clock)
{
    house.reports_sent = house.has_far = true;
    house_restart(&house);
    house_say(&house, "#g", "ann", "deal claim");
    bring_far("#g", "ann", "#lounge", "cid");
    house_say(&house, "#g", "ann", "start");
    house.network = strcmp(due_name(), "cid") == 0 ? "far" : NULL;
    house_say(&house, house.network ? "#lounge" : "#g", due_name(), "flip");
    house.network = NULL;
    house_forget(&house);
    house_wait(&house, CLAIM_MS);
    assert_told("far #lounge: Now everybody may claim.");
}

int main(void)
{
#define TOYS(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)
    const struct CMUnitTest tests[] = {
        TOYS(an_alarm_plays_the_hosts_move),
        TOYS(a_dead_network_stops_no_clock),
        TOYS(a_held_clock_runs_anew_in_full),
        TOYS(a_hold_ends_by_itself),
        TOYS(an_alarm_starts_again_for_the_next_question),
        TOYS(an_alarm_starts_again_within_one_message),
        TOYS(an_alarm_goes_on_while_others_play),
        TOYS(an_alarm_restarts_in_full_after_a_recovery),
        TOYS(an_alarm_rests_while_the_network_is_gone),
        TOYS(an_alarm_waits_until_the_question_was_sent),
        TOYS(an_alarm_that_cannot_be_saved_is_tried_again),
        TOYS(an_alarm_does_not_ring_into_a_save),
        TOYS(a_host_is_settled_when_nothing_waits),
        TOYS(robots_in_real_time_take_their_time_and_share_it),
        TOYS(a_fast_player_does_not_hold_robots_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
