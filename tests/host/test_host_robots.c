/* Robots that think: when they answer, what drops a thought, and what a restart does. The
   thinker thinks in line, the clock is the test's. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "maumau/maumau.h"
#include "port.h"
#include "prose.h"
#include "robots.h"
#include "session_view.h"
#include "store.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"
#include "view.h"

/* Nobody thinks there: robots answer at once. */
static test_fixture(open_lasting_with_commands)
{
    open_lasting(state);
    house.commands = commands_new();
    return 0;
}

static test_fixture(open_thinking)
{
    open_lasting(state);
    house.commands = commands_new();
    let_think();
    return 0;
}

/* Slowly, so that nothing is too much for the commands. */
static void says(const char *text)
{
    house_wait(&house, 5000);
    house_forget(&house);
    house_say(&house, "#g", "ann", text);
}

static bool is_over(void)
{
    return !table() || table()->playing->is_over;
}

/* Until ann is to move, or the game is over. */
static void wait_for_robots(void)
{
    for (int i = 0; i < 20 && !is_over() && strcmp(due_name(), "ann") != 0; i++)
        house_wait(&house, 4000);
    house_forget(&house);
}

/* What follows by itself does not happen before house_settle(). */
static void say_unsettled(const char *text)
{
    house_say_as(&house, "#g", "ann", 0, NULL, text);
    store_flush(house.store);
    store_dispatch(house.store);
    host_tick(house.host, house.now);
}

static void play_first_unsettled(void)
{
    struct sight sight;
    struct moves moves;
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    int ann = house_seat(&house, "#g", "ann");
    assert_true(session_legal(table(), ann, &sight, &moves));
    move_format(&table()->playing->rules, NULL, &moves.list[0], &text);
    say_unsettled(bytes);
}

static void play_first(void)
{
    play_first_unsettled();
    house_settle(&house);
}

/* ---- when they answer ---- */

/* Opens a game of two, and lets ann come to her turn. */
static void begin(const char *words)
{
    char line[80];
    snprintf(line, sizeof line, "play heartcatchers robots=1 %s", words);
    says(line);
    wait_for_robots();
}

static test_case(a_robot_answers_after_a_while)
{
    int64_t least = INT64_MAX, most = 0;
    for (int game = 0; game < 6; game++) {
        begin("");
        while (table() && session_has_begun(table())) {
            play_first();
            if (!table() || table()->state.has_told_end)
                break;
            assert_told("robot thinks.");
            assert_false(host_is_thinking(house.host)); /* the answer is there, and waits */
            int64_t line = table()->record.next_line, asked = house.now;
            house_forget(&house);
            while (table() && table()->record.next_line == line) {
                assert_int_equal(house.posts, 0);
                house_wait(&house, 50);
                assert_in_range(house.now - asked, 0, 4050);
            }
            least = house.now - asked < least ? house.now - asked : least;
            most = house.now - asked > most ? house.now - asked : most;
            if (!table() || table()->playing->is_over)
                break;
        }
        wait_minutes(3);
        if (table())
            says("stop yes");
    }
    assert_in_range(least, 1500, 2000);
    assert_in_range(most, 3500, 4050);
}

/* The time is drawn before anybody thinks, and no thought moves it. */
static test_case(the_time_of_an_answer_tells_nothing)
{
    begin("");
    say_unsettled("hide d under me1");
    assert_true(host_is_thinking(house.host));
    int64_t at = table()->robots.plan->answers_at;
    assert_in_range(at - house.now, 1500, 4000);
    house_settle(&house);
    assert_false(host_is_thinking(house.host));
    assert_int_equal(table()->robots.plan->answers_at, at);
    assert_int_equal(table()->robots.plan->count, 1);
}

static test_case(a_run_of_robots_is_one_post)
{
    says("play coloretto robots=4");
    for (int turn = 0; turn < 12; turn++) {
        wait_for_robots();
        if (is_over())
            break;
        play_first();
        if (is_over() || strcmp(due_name(), "ann") == 0)
            continue;
        house_forget(&house);
        while (!is_over() && strcmp(due_name(), "ann") != 0)
            house_wait(&house, 100);
        assert_in_range(house.posts, 1, is_over() || house_was_told(&house, "Round") ? 4 : 1);
    }
}

static test_case(where_people_want_it_they_answer_at_once)
{
    struct prose why;
    prose_clear(&why);
    assert_true(host_use_rule(house.host, "robots fast", &why));
    begin("");
    house_forget(&house);
    play_first();
    assert_string_not_equal(due_name(), "ann"); /* so soon after a thought and without one alike */
    house_wait(&house, 290);
    assert_string_not_equal(due_name(), "ann");
    house_wait(&house, 20);
    assert_told("robot thinks.");
    assert_string_equal(due_name(), "ann");
    says("settings robots");
    assert_told("<RULE_ROBOTS_FAST_2>");
}

static test_case(in_real_time_their_pace_is_that_of_the_game)
{
    says("play roygbiv mode=frenzy robots=2");
    house_wait(&house, 10);
    int64_t first = table()->record.next_line;
    for (int card = 0; card < 10; card++) {
        int64_t line = table()->record.next_line;
        house_wait(&house, ROBOT_PACE_MS - 100);
        assert_in_range(table()->record.next_line - line, 0, 1);
        house_wait(&house, 100);
        assert_in_range(table()->record.next_line - line, 0, 2);
    }
    assert_true(table()->record.next_line - first >= 8); /* they do not think for seconds besides */
}

/* ---- where people may object ---- */

static int forgot(void)
{
    return table()->playing->table.shared[MM_FORGOT];
}

/* Plays anything but "mau" for the person whose turn it is. */
static void play_silently(const char *who)
{
    struct sight sight;
    struct moves moves;
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    assert_true(session_legal(table(), house_seat(&house, "#g", who), &sight, &moves));
    int i = 0;
    while (moves.list[i].verb > MM_PASS || moves.list[i].args[1] == MM_SAID_MAU ||
           moves.list[i].args[2] != ARG_ABSENT)
        i++;
    move_format(&table()->playing->rules, NULL, &moves.list[i], &text);
    house_wait(&house, 5000);
    house_say(&house, "#g", who, bytes);
}

/* Until somebody with one card left has said nothing. */
static void play_until_forgotten(void)
{
    for (int i = 0; i < 500 && !forgot(); i++) {
        const char *who = due_name();
        if (strcmp(who, "ann") != 0 && strcmp(who, "bob") != 0)
            house_wait(&house, 4100);
        else
            play_silently(who);
        assert_non_null(table());
    }
    assert_int_not_equal(forgot(), 0);
}

/* For so long nothing happens, and then soon something does. */
static void answers_after(int milliseconds)
{
    int64_t line = table()->record.next_line;
    house_forget(&house);
    house_wait(&house, milliseconds - 100);
    assert_int_equal(table()->record.next_line, line);
    house_wait(&house, 200);
    assert_true(table()->record.next_line > line);
}

static test_case(who_forgot_something_has_time_before_a_robot_says_so)
{
    says("play maumau robots=1 announce=yes effects=none wishes=none match=200");
    play_until_forgotten();
    int seat = forgot() - 1, hand = seat_zone(&table()->playing->rules, seat, MM_HAND);
    const char *name = table()->seats[seat].name;
    assert_string_equal(name, "ann");
    assert_told("ann has one card left and said no mau.");
    answers_after(15000);
    assert_told("calls ann");
    assert_true(zone_size(&table()->playing->table, hand) >= 3);
    /* late, and then robots are as quick as ever */
    play_until_forgotten();
    house_wait(&house, 9000);
    says("mau");
    assert_told("ann says mau.");
    house_forget(&house);
    house_wait(&house, 4100);
    assert_not_told("calls ann");
    assert_string_equal(due_name(), "ann");
}

/* The robot is not the next one to move; and the next move ends it. */
static test_case(robots_call_out_of_turn_but_not_after_the_next_move)
{
    says("play maumau announce=yes effects=none wishes=none match=200");
    house_say(&house, "#g", "bob", "join");
    says("add robot");
    says("start");
    do {
        play_until_forgotten();
        if (strcmp(due_name(), "bob") == 0 || strcmp(due_name(), "ann") == 0)
            break;
        house_wait(&house, 20000);
    } while (true);
    answers_after(15000);
    assert_told("calls ");
    assert_int_equal(forgot(), 0);
    do {
        play_until_forgotten();
        if (strcmp(due_name(), "bob") == 0 || strcmp(due_name(), "ann") == 0)
            break;
        house_wait(&house, 20000);
    } while (true);
    house_forget(&house);
    play_silently(due_name());
    assert_not_told("calls ");
}

/* ---- what drops a thought ---- */

/* Ann has moved, and the robot is thinking. */
static void leave_thinking(void)
{
    begin("");
    say_unsettled("hide d under me1");
    assert_true(host_is_thinking(house.host));
}

/* Plays until a step of ann's can be taken back while the robot thinks about its answer. */
static test_case(a_step_taken_back_drops_the_thought)
{
    struct heard ann = {.network = "net", .room = "#g", .key = "ann", .name = "ann", .text = ""};
    bool is_found = false;
    for (int turn = 0; turn < 200 && !is_found; turn++) {
        if (is_over())
            says("play colorcatcher robots=1");
        wait_for_robots();
        if (is_over())
            continue;
        play_first_unsettled();
        is_found = host_is_thinking(house.host) && host_can_undo(table(), &ann);
        if (!is_found)
            house_settle(&house);
    }
    assert_true(is_found);
    house_say_as(&house, "#g", "ann", 0, NULL, "undo");
    store_flush(house.store);
    store_dispatch(house.store);
    assert_false(host_is_thinking(house.host));
    house_settle(&house);
    house_wait(&house, 5000);
    assert_string_equal(due_name(), "ann");
    assert_null(table()->robots.plan);
}

static test_case(another_line_lets_it_begin_anew)
{
    leave_thinking();
    const struct thought *before = table()->robots.plan->thought;
    int64_t line = table()->robots.plan->line;
    house_say(&house, "#g", "ann", "options clock=slow");
    assert_true(table()->robots.plan->line > line);
    assert_true(before && table()->robots.plan->count == 1); /* it has thought again */
    wait_for_robots();
    assert_string_equal(due_name(), "ann");
}

static test_case(a_table_closes_while_its_robot_thinks)
{
    leave_thinking();
    house_say(&house, "#g", "ann", "stop yes");
    assert_null(table());
    assert_false(host_is_thinking(house.host));
    thinker_dispatch(house.thinker);
}

static test_case(nothing_is_thought_during_a_pause)
{
    leave_thinking();
    house_say(&house, "#g", "ann", "pause");
    assert_false(host_is_thinking(house.host));
    house_wait(&house, 10000);
    assert_null(table()->robots.plan);
    house_say(&house, "#g", "ann", "resume");
    wait_for_robots();
    assert_string_equal(due_name(), "ann");
}

static test_case(after_a_kill_it_thinks_again)
{
    leave_thinking();
    assert_int_equal(house_restart(&house), 1);
    assert_false(host_is_thinking(house.host));
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_wait(&house, 4000);
    assert_string_equal(due_name(), "ann");
}

static test_case(where_too_many_think_it_asks_again)
{
    begin("");
    struct sight sight;
    struct moves moves;
    assert_true(session_legal(table(), house_seat(&house, "#g", "ann"), &sight, &moves));
    struct thinker_question question = {.asked = {.game = table()->game,
                                                  .rules = &table()->playing->rules,
                                                  .sight = &sight,
                                                  .seat = house_seat(&house, "#g", "ann"),
                                                  .moves = &moves},
                                        .limits = {.rollouts = ROBOT_DRAWS}};
    struct thought *others[THOUGHTS_MOST];
    for (int i = 0; i < THOUGHTS_MOST; i++) {
        question.payer = (uint64_t)i + 1;
        others[i] = thinker_ask(house.thinker, &question, NULL, NULL);
        assert_non_null(others[i]);
    }
    say_unsettled("hide d under me1");
    assert_false(host_is_thinking(house.host));
    for (int i = 0; i < THOUGHTS_MOST; i++)
        thinker_cancel(house.thinker, others[i]);
    wait_for_robots();
    assert_string_equal(due_name(), "ann");
}

/* ---- levels ---- */

static test_case(names_tell_the_level)
{
    says("play coloretto robots=2 level=hard");
    assert_told("<OPENED_COLORETTO_WITH_ROBOTS_2 who=ann>");
    assert_told("hard-robot2");
    assert_int_equal(table()->seats[house_seat(&house, "#g", "hard-robot")].level, ROBOT_HARD);
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(table()->seats[house_seat(&house, "#g", "hard-robot2")].level, ROBOT_HARD);
}

static test_case(levels_are_mixed_at_a_table)
{
    says("play coloretto");
    says("add robot easy");
    assert_told("<EASY_ROBOT_A_ROBOT>");
    says("add robot");
    assert_told("<ROBOT_A_ROBOT_MEDIUM>");
    says("add robot hard 2");
    assert_told("easy-robot");
    assert_told("hard-robot2");
    assert_true(session_has_begun(table()));
}

/* Half as many games, and never of a table that was opened before or after. */
static void expect_thoughts(bool is_low)
{
    for (int level = ROBOT_EASY; level < ROBOT_LEVELS; level++) {
        int usual = robot_rollouts(table()->game, table()->seat_count, (enum robot_level)level);
        assert_int_equal(robots_rollouts(table(), (enum robot_level)level),
                         is_low ? robot_halved(usual) : usual);
    }
}

/* Before anybody plays, and nobody waits for it. */
static test_case(what_a_thought_costs_is_measured_at_the_start)
{
    struct host_thoughts thoughts = {.hard_us = 0};
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    struct thinker *thinker = thinker_new(1, &why);
    assert_non_null(thinker);
    house_let_think(&house, thinker);
    host_measure_thoughts(house.host);
    while (thoughts.hard_us == 0) {
        struct pollfd fd = {.fd = thinker_fd(thinker), .events = POLLIN};
        assert_false(host_is_thinking(house.host));
        assert_int_equal(poll(&fd, 1, 60000), 1);
        thinker_dispatch(thinker);
        host_look_at_thoughts(house.host, &thoughts);
    }
}

static bool record_says(const char *words)
{
    char *lines = witness_read_table(house.store, table()->id);
    bool says_so = strstr(lines, words) != NULL;
    free(lines);
    return says_so;
}

static test_case(a_table_keeps_how_much_its_robots_think)
{
    struct host_thoughts thoughts;
    host_halve_thoughts(house.host);
    host_look_at_thoughts(house.host, &thoughts);
    assert_true(thoughts.is_there && thoughts.is_low && thoughts.hard_us == 0);
    says("play coloretto robots=2 level=hard");
    assert_true(record_says(" robots=low "));
    expect_thoughts(true);
    assert_int_equal(house_restart(&house), 1); /* with robots_cpu = normal */
    host_look_at_thoughts(house.host, &thoughts);
    assert_true(thoughts.is_there && !thoughts.is_low);
    expect_thoughts(true);
    host_room_ready(house.host, "net", "#g", house.now);
    wait_for_robots();
    says("stop yes");
    assert_null(table());
    says("play coloretto robots=2 level=hard");
    assert_false(record_says("robots=low"));
    expect_thoughts(false);
    host_halve_thoughts(house.host);
    expect_thoughts(false);
    assert_int_equal(house_restart(&house), 1);
    expect_thoughts(false);
}

static test_case(a_wrong_level_is_refused)
{
    says("play coloretto robots=2 level=clever");
    assert_told("<LEVEL_UNKNOWN typed=clever>");
    says("play coloretto level=hard");
    assert_told("<LEVEL_ALONE_1 level=hard>");
    says("add robot clever");
    assert_null(table());
}

#define THINKING(name) cmocka_unit_test_setup_teardown(name, open_thinking, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        THINKING(a_robot_answers_after_a_while),
        THINKING(the_time_of_an_answer_tells_nothing),
        THINKING(a_run_of_robots_is_one_post),
        THINKING(where_people_want_it_they_answer_at_once),
        THINKING(in_real_time_their_pace_is_that_of_the_game),
        THINKING(who_forgot_something_has_time_before_a_robot_says_so),
        THINKING(robots_call_out_of_turn_but_not_after_the_next_move),
        cmocka_unit_test_setup_teardown(who_forgot_something_has_time_before_a_robot_says_so,
                                        open_lasting_with_commands, close_house),
        THINKING(a_step_taken_back_drops_the_thought),
        THINKING(another_line_lets_it_begin_anew),
        THINKING(a_table_closes_while_its_robot_thinks),
        THINKING(nothing_is_thought_during_a_pause),
        THINKING(after_a_kill_it_thinks_again),
        THINKING(where_too_many_think_it_asks_again),
        THINKING(names_tell_the_level),
        THINKING(levels_are_mixed_at_a_table),
        THINKING(a_table_keeps_how_much_its_robots_think),
        THINKING(a_wrong_level_is_refused),
        cmocka_unit_test_setup_teardown(what_a_thought_costs_is_measured_at_the_start, open_lasting,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
