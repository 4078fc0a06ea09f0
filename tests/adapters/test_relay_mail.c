/* Two processes of a house in one test (processes.h): who hears what, how often it counts, and
   what is told when the other process is away or too much waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heard.h"
#include "host.h"
#include "loop.h"
#include "processes.h"
#include "relay.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

#define near (&processes.list[0])
#define far  (&processes.list[1])

/* ---- who hears what ---- */

static test_case(people_of_two_processes_sit_at_one_table)
{
    processes_begin_game("coloretto");
    assert_non_null(host_find(near->host, far->network, "#b"));
    assert_null(host_find(far->host, far->network, "#b"));
    assert_int_equal(host_table_count(far->host), 0);
    assert_true(process_count(far, "to bob: ") > 0);
    /* what is bob's goes to his network alone */
    assert_int_equal(process_count(near, "to bob: "), 0);
    assert_int_equal(process_count(far, "to ann: "), 0);
    assert_int_equal(processes_undealt(), 0);
}

/* ann has taken a move back alone with a robot. */
static test_case(nobody_of_another_process_comes_in_while_it_is_practice)
{
    static const char *const words[] = {"join", "swap", "swap robot", "next"};
    processes_share_table("coloretto");
    process_say(near, "#a", "ann", "add robot");
    process_say(near, "#a", "ann", "start");
    for (int i = 0; i < 10 && process_count(near, "<PRACTICE_1>") == 0; i++) {
        process_say(near, "#a", "ann", "draw");
        process_say(near, "#a", "ann", "place 1");
        process_say(near, "#a", "ann", "undo");
    }
    process_expect(near, "<PRACTICE_1>");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        processes_forget_told();
        process_say(far, "#b", "bob", words[i]);
        process_expect(far, "to bob: <PRACTICE_CLOSED_1 who=ann>");
        assert_int_equal(process_count(near, "<SITS_DOWN who=bob>"), 0);
    }
    assert_int_equal(processes_undealt(), 0);
}

/* All processes read which seats are free, and a number leads to the process that leads the table.
 */
static test_case(an_open_seat_is_found_and_taken_from_another_process)
{
    char line[32];
    process_say(near, "#a", "ann", "seek coloretto");
    process_expect(near, "to ann: Your table of Coloretto is number ");
    process_say(far, NULL, "bob", "open");
    process_expect(far, "to bob: Free seats (1): ");
    const char *told = strstr(far->told, "Free seats (1): ") + strlen("Free seats (1): ");
    snprintf(line, sizeof line, "join %d", atoi(told));
    process_expect(far, " Coloretto on irc:near");
    process_say(far, NULL, "bob", line);
    process_say(near, "#a", "ann", "who"); /* three seconds later */
    process_expect(near, "#a: <SITS_DOWN who=bob>");
    process_say(far, "#b", "cid", line);
    process_say(near, "#a", "ann", "who");
    process_expect(near, "<SITS_DOWN who=cid>");
    process_expect(far, "#b: ");
    process_say(near, "#a", "ann", "add robot 2"); /* none is left */
    processes_forget_told();
    process_say(far, NULL, "eve", "open");
    process_expect(far, "to eve: <OPEN_NONE>");
    process_say(near, "#a", "ann", "leave");
    process_say(far, NULL, "eve", line);
    process_expect(far, "to eve: <SEEK_GONE>");
    assert_int_equal(processes_undealt(), 0);
}

static test_case(a_seek_taken_back_is_gone_everywhere)
{
    process_say(near, "#a", "ann", "seek coloretto");
    process_say(far, NULL, "bob", "open");
    const char *told = strstr(far->told, "Free seats (1): ") + strlen("Free seats (1): ");
    char line[32];
    snprintf(line, sizeof line, "join %d", atoi(told));
    processes_forget_told();
    process_say(near, "#a", "ann", "seek off");
    process_say(far, NULL, "eve", "open");
    process_expect(far, "to eve: <OPEN_NONE>");
    process_say(far, NULL, "eve", line);
    process_expect(far, "to eve: <SEEK_GONE>");
    assert_int_equal(processes_undealt(), 0);
}

/* bob has blocked ann in the process of his network, and hers knows it; who looks on there sees no
   difference between a number that is gone and one that is not theirs to take. */
static test_case(what_is_blocked_in_one_process_holds_in_the_other)
{
    char line[32], list[256];
    processes_begin_game("coloretto");
    process_say(near, "#a", "ann", "stop");
    process_say(near, "#a", "ann", "stop yes");
    process_say(far, "#b", "bob", "stop yes");
    process_say(near, "#a", "cid", "play coloretto");
    process_say(near, "#a", "cid", "stop");
    process_say(near, "#a", "cid", "stop");
    process_say(far, NULL, "bob", "block ann");
    process_expect(far, "to bob: <BLOCK_DONE who=ann|network=irc:near>");
    process_say(near, "#a", "ann", "seek coloretto");
    process_say(far, NULL, "eve", "open");
    process_expect(far, "to eve: Free seats (1): ");
    const char *told = strstr(far->told, "Free seats (1): ") + strlen("Free seats (1): ");
    snprintf(line, sizeof line, "join %d", atoi(told));
    process_say(far, NULL, "bob", "open");
    process_expect(far, "to bob: <OPEN_NONE>");
    int before = processes.letter_count;
    processes_forget_told();
    process_say(far, NULL, "bob", line);
    snprintf(list, sizeof list, "%s", far->told);
    int between = processes.letter_count;
    processes_forget_told();
    process_say(far, NULL, "bob", "join 999");
    assert_string_equal(list, far->told);
    /* nor does another process learn more */
    assert_int_equal(processes.letter_count - between, between - before);
    process_expect(far, "to bob: <SEEK_GONE>");
    process_say(near, "#a", "ann", "seek off");
    process_say(far, "#c", "bob", "seek coloretto"); /* and the other way round */
    process_say(near, NULL, "ann", "open");
    process_expect(near, "to ann: <OPEN_NONE>");
    process_restart(near);
    process_say(near, NULL, "ann", "open");
    process_expect(near, "to ann: <OPEN_NONE>");
    process_say(near, NULL, "cid", "open");
    process_expect(near, "to cid: Free seats (1): ");
    assert_int_equal(processes_undealt(), 0);
}

/* What the process of the table has kept is told by the process that hears the person, once in the
   whole house, also by one that was away meanwhile. */
static test_case(a_result_is_told_once_in_all_processes)
{
    static const char row[] = "result network=discord:far key=bob game=coloretto place=2 of=3 at=1";
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            process_end(far);
        store_put(&near->store, "result.273", row, NULL, NULL);
        process_settle(near);
        processes_deliver();
        if (i == 1)
            process_begin(far);
        processes_forget_told();
        process_say(far, NULL, "bob", "games");
        assert_int_equal(process_count(far, "to bob: While you were away a game ended: Coloretto"),
                         1);
        processes_forget_told();
        process_say(far, NULL, "bob", "games");
        process_say(near, "#a", "bob", "games"); /* somebody else */
        process_restart(near);
        process_restart(far);
        process_say(far, NULL, "bob", "games");
        assert_int_equal(process_count(far, "While you were away"), 0);
        assert_int_equal(process_count(near, "While you were away"), 0);
    }
}

static test_case(commands_about_no_table_stay)
{
    processes_begin_game("coloretto");
    int before = processes.letter_count;
    process_say(far, "#b", "bob", "help");
    process_say(far, "#b", "bob", "games");
    assert_int_equal(processes.letter_count, before);
    process_say(far, "#b", "bob", "turn");
    assert_true(processes.letter_count > before);
}

/* The table there is over, and that process has forgotten it: what is said is heard here. */
static test_case(what_concerns_no_table_there_comes_back)
{
    processes_share_table("coloretto");
    process_say(near, "#a", "ann", "stop");
    process_say(near, "#a", "ann", "stop");
    assert_null(host_find(near->host, far->network, "#b"));
    far->told[0] = '\0';
    process_say(far, "#b", "cid", "leave");
    assert_int_equal(process_count(far, "to cid: "), 1);
    assert_true(process_count(far, "<TABLE_NONE_1>") + process_count(far, "<WHOAMI_NO_TABLE_1>") >
                0);
    int before = processes.letter_count;
    process_say(far, "#b", "cid", "leave"); /* from now on it is known */
    assert_int_equal(processes.letter_count, before);
    assert_int_equal(processes_undealt(), 0);
}

/* ---- once ---- */

static test_case(what_comes_again_counts_once)
{
    processes_begin_game("coloretto");
    process_say(far, "#b", "bob", "cut some words");
    int before = processes.letter_count;
    process_say_as(far, "#b", "bob", "twice", "say hello");
    /* as Discord brings it again after a kill */
    process_say_as(far, "#b", "bob", "twice", "say hello");
    processes_deliver();
    assert_true(processes.letter_count >= before + 2);
    assert_int_equal(process_count(near, "hello"), 1);
    assert_int_equal(processes_undealt(), 0);
}

/* The process that leads the table dies after it has saved what was heard, and before it could
   say that this is dealt with. */
static test_case(a_kill_behind_the_write_applies_nothing_twice)
{
    processes_share_table("coloretto");
    process_say_as(far, "#b", "bob", "", "join");
    int joined = processes.letter_count - 1;
    processes_deliver();
    assert_true(processes.letters[joined].is_done);
    processes.letters[joined].is_done = false; /* as if that had not been written */
    near->told[0] = far->told[0] = '\0';
    process_restart(near);
    assert_true(processes.letters[joined].is_done);
    assert_int_equal(process_count(near, "<SITS_DOWN who=bob>"), 0);
    assert_int_equal(process_count(far, "<JOIN_SEATED_1>"), 0);
    assert_int_equal(processes_undealt(), 0);
}

/* Nothing is acknowledged before it is safe. */
static test_case(what_is_heard_is_dealt_with_when_it_is_saved)
{
    processes_share_table("coloretto");
    process_say_as(far, "#b", "bob", NULL, "join");
    struct letter *letter = &processes.letters[processes.letter_count - 1];
    letter->is_taken = true;
    relay_arrived(near->relay, far->network, processes.letter_count, letter->body);
    assert_false(letter->is_done);
    process_settle(near);
    assert_true(letter->is_done);
    processes_deliver();
}

/* It dies before it has saved it: what was heard is heard by the next one. */
static test_case(a_kill_before_the_write_loses_nothing)
{
    processes_share_table("coloretto");
    process_say_as(far, "#b", "bob", NULL, "join");
    process_restart(near);
    struct session *table = host_find(near->host, near->network, "#a");
    assert_non_null(table);
    assert_true(host_is_seated(
        table, &(struct heard){.network = far->network, .key = "bob", .name = "bob"}));
    assert_int_equal(processes_undealt(), 0);
}

/* ---- away, and too much ---- */

static test_case(a_room_is_told_once_that_its_table_waits)
{
    processes_begin_game("coloretto");
    near->is_away = true;
    far->told[0] = '\0';
    process_say(far, "#b", "bob", "turn");
    process_say(far, "#b", "bob", "score");
    assert_int_equal(process_count(far, "#b: <RELAY_WAITS_1>"), 1);
    near->is_away = false;
    processes_deliver();
    process_expect(far, "bob");
    assert_int_equal(processes_undealt(), 0);
    process_say(far, "#b", "bob", "turn");
    near->is_away = true;
    process_say(far, "#b", "bob", "turn");
    assert_int_equal(process_count(far, "<RELAY_WAITS_2>"), 2); /* it is another time */
    near->is_away = false;
    processes_deliver();
}

static test_case(who_is_not_heard_is_told)
{
    processes_begin_game("coloretto");
    processes.is_full = true;
    far->told[0] = '\0';
    int dealt = far->dealt;
    process_say(far, "#b", "bob", "turn");
    assert_int_equal(process_count(far, "to bob: <RELAY_FULL_1>"), 1);
    assert_int_equal(far->dealt, dealt + 1);
    processes.is_full = false;
}

/* The newest of each place is told when there is space again. */
static test_case(what_could_not_be_told_is_told_later)
{
    processes_begin_game("coloretto");
    processes.is_full = true;
    far->told[0] = '\0';
    process_say(near, "#a", "ann", "say one");
    process_say(near, "#a", "ann", "say two");
    assert_int_equal(process_count(far, "two"), 0);
    processes.is_full = false;
    loop_step(processes.loop, 3000);
    processes_deliver();
    assert_int_equal(process_count(far, "one"), 0);
    assert_int_equal(process_count(far, "two"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define BOTH(test) cmocka_unit_test_setup_teardown(test, processes_open_two, processes_close_all)
        BOTH(people_of_two_processes_sit_at_one_table),
        BOTH(nobody_of_another_process_comes_in_while_it_is_practice),
        BOTH(an_open_seat_is_found_and_taken_from_another_process),
        BOTH(what_is_blocked_in_one_process_holds_in_the_other),
        BOTH(a_result_is_told_once_in_all_processes),
        BOTH(a_seek_taken_back_is_gone_everywhere),
        BOTH(commands_about_no_table_stay),
        BOTH(what_concerns_no_table_there_comes_back),
        BOTH(what_comes_again_counts_once),
        BOTH(a_kill_behind_the_write_applies_nothing_twice),
        BOTH(what_is_heard_is_dealt_with_when_it_is_saved),
        BOTH(a_kill_before_the_write_loses_nothing),
        BOTH(a_room_is_told_once_that_its_table_waits),
        BOTH(who_is_not_heard_is_told),
        BOTH(what_could_not_be_told_is_told_later),
#undef BOTH
    };
    return cmocka_run_group_tests_name("relay_mail", tests, NULL, NULL);
}
