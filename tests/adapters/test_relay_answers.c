/* A lone "yes" or "no" over the processes of a house (processes.h): "discord:far" keeps links
   and asks, "irc:near" leads tables. It is heard where it is said, whichever process has asked,
   and is never guessed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elsewhere.h"
#include "heard.h"
#include "host.h"
#include "host_admin.h"
#include "linking.h"
#include "links.h"
#include "loop.h"
#include "processes.h"
#include "prose.h"
#include "relay_inside.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

#define near  (&processes.list[0])
#define far   (&processes.list[1])
#define third (&processes.list[2])

enum { MINUTE_MS = 60 * 1000 };

/* `who` of `one` is asked whether the other is the same person. */
static void ask_for_the_link(struct process *one, const char *who, struct process *two,
                             const char *other)
{
    char line[32];
    process_say(one, NULL, who, "link");
    snprintf(line, sizeof line, "link %s", process_told_word(one, "<LINK_CODE_1> "));
    process_say(two, NULL, other, line);
    process_expect(one, "<LINK_WISH_1>");
    processes_forget_told();
}

static bool are_one(struct process *one, const char *who, struct process *two, const char *other)
{
    return identity_same(far->host, identity(one->network, who), identity(two->network, other));
}

static test_case(yes_links_from_any_network)
{
    ask_for_the_link(near, "ann", third, "annie");
    process_say(near, NULL, "ann", "Yes");
    process_expect(near, "to ann: <LINKED_1 who=annie|network=irc:third>");
    assert_true(are_one(near, "ann", third, "annie"));
    ask_for_the_link(far, "bob", third, "bobby");
    process_say(far, NULL, "bob", "yes");
    assert_true(are_one(far, "bob", third, "bobby"));
    assert_int_equal(processes_undealt(), 0);
}

static test_case(no_refuses_from_any_network)
{
    ask_for_the_link(near, "ann", third, "annie");
    process_say(near, NULL, "ann", "no");
    process_expect(third, "to annie: <LINK_REFUSED_1>");
    process_say(near, NULL, "ann", "link yes");
    process_expect(near, "<LINK_NO_WISH_2>");
    assert_false(are_one(near, "ann", third, "annie"));
}

static test_case(a_yes_of_others_or_in_a_room_links_nobody)
{
    ask_for_the_link(near, "ann", third, "annie");
    process_say(third, NULL, "annie", "yes");
    process_say(near, NULL, "eve", "yes");
    process_say(near, "#a", "ann", "yes");
    assert_false(are_one(near, "ann", third, "annie"));
    process_say(near, NULL, "ann", "yes");
    assert_true(are_one(near, "ann", third, "annie"));
}

/* Nothing waits any more: the word is not taken for another answer. */
static test_case(a_yes_comes_too_late)
{
    ask_for_the_link(near, "ann", third, "annie");
    loop_step(processes.loop, 11 * MINUTE_MS);
    process_say(near, NULL, "ann", "yes");
    process_expect(near, "to ann: <COMMAND_UNKNOWN_2 typed=yes>");
    ask_for_the_link(near, "ann", third, "annie");
    process_restart(far); /* which voids codes */
    process_say(near, NULL, "ann", "yes");
    process_expect(near, "to ann: <COMMAND_UNKNOWN_2 typed=yes>");
    ask_for_the_link(near, "ann", third, "annie");
    process_say(near, NULL, "ann", "yes");
    near->told[0] = '\0';
    process_say(near, NULL, "ann", "yes"); /* it was answered */
    process_expect(near, "to ann: <COMMAND_UNKNOWN_2 typed=yes>");
}

/* The process of the person's network is killed meanwhile; the next one is told again. */
static test_case(a_yes_is_heard_by_the_next_process)
{
    ask_for_the_link(near, "ann", third, "annie");
    ask_for_the_link(third, "cid", far, "cidny");
    process_say(third, NULL, "cid", "no");
    process_restart(near);
    process_restart(third);
    process_say(near, NULL, "ann", "yes");
    assert_true(are_one(near, "ann", third, "annie"));
    process_say(third, NULL, "cid", "yes"); /* that was answered before */
    process_expect(third, "to cid: <COMMAND_UNKNOWN_2 typed=yes>");
}

static test_case(a_yes_waits_for_the_process_that_asked)
{
    ask_for_the_link(near, "ann", third, "annie");
    far->is_away = true;
    process_say(near, NULL, "ann", "yes");
    process_expect(near, "to ann: <RELAY_KEEPER_WAITS_1>");
    far->is_away = false;
    processes_deliver();
    assert_true(are_one(near, "ann", third, "annie"));
}

/* The process that keeps links asks so many; none of them was asked by it in truth, and so a
   "yes" is told that. */
static void ask_people(int from, int to)
{
    for (int i = from; i < to; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"k\":\"event\",\"kind\":%d,\"who\":\"p%d\",\"ms\":%d}",
                 HOST_EVENT_ASKED, i, 10 * MINUTE_MS);
        processes.letters[processes.letter_count++] =
            (struct letter){.from = far, .to = near, .body = strdup(body)};
    }
    processes_deliver();
}

static bool is_asked(int i)
{
    char who[16];
    snprintf(who, sizeof who, "p%d", i);
    near->told[0] = '\0';
    process_say(near, NULL, who, "yes");
    return process_count(near, "<LINK_NO_WISH_2>") > 0;
}

static test_case(who_is_asked_is_known_up_to_a_bound)
{
    ask_people(0, LINK_WAITING_MOST); /* more are not asked of one network */
    for (int i = 0; i < LINK_WAITING_MOST; i += LINK_WAITING_MOST / 8)
        assert_true(is_asked(i));
    ask_people(LINK_WAITING_MOST, 2 * ASKED_MOST);
    assert_false(is_asked(0));
    assert_true(is_asked(2 * ASKED_MOST - 1));
    assert_int_equal(processes_undealt(), 0);
}

/* ---- with a table of another process ---- */

/* A game of the near process with somebody of `process`, where a move is taken back by consent. */
static void sit_with(struct process *process, const char *who)
{
    char line[32];
    struct prose why;
    prose_clear(&why);
    assert_true(host_use_rule(near->host, "undo consent", &why));
    process_say(near, "#a", "ann", "play coloretto");
    process_say(near, "#a", "ann", "invite");
    snprintf(line, sizeof line, "join %s", process_told_word(near, "!join "));
    process_say(process, NULL, who, line);
    process_say(near, "#a", "ann", "start");
    process_say(process, NULL, who, "start");
}

static struct session *table(void)
{
    return host_find(near->host, near->network, "#a");
}

/* Ann, when it is her turn, wants to take her move back. */
static void ask_for_the_undo(struct process *process, const char *who)
{
    const struct seat *seats = table()->seats;
    if (strcmp(seats[table()->playing->table.turn].key, who) == 0) {
        process_say(process, NULL, who, "draw");
        process_say(process, NULL, who, "place 1");
    }
    process_say(near, "#a", "ann", "draw");
    process_say(near, "#a", "ann", "place 2");
    process_say(near, "#a", "ann", "undo");
    process_expect(near, "<UNDO_ASKED_1>");
}

static void expect_two_questions(struct process *process, const char *who, const char *other)
{
    sit_with(process, who);
    ask_for_the_link(process, who, third, other);
    ask_for_the_undo(process, who);
    process_say(process, NULL, who, "yes");
    process_expect(process, "<ANSWER_WHICH text=!link yes or !undo yes>");
    assert_int_equal(process_count(near, "<UNDONE>"), 0);
    assert_false(are_one(process, who, third, other));
    process_say(process, NULL, who, "undo yes");
    process_expect(near, "<UNDONE>");
    process_say(process, NULL, who, "yes");
    assert_true(are_one(process, who, third, other));
    assert_int_equal(processes_undealt(), 0);
}

static test_case(two_questions_are_told_apart_at_the_process_that_keeps_links)
{
    expect_two_questions(far, "bob", "bobby");
}

static test_case(two_questions_are_told_apart_at_another_one)
{
    processes_close();
    processes_open(3);
    expect_two_questions(third, "cid", "cidny");
}

static test_case(a_table_that_asks_nothing_is_not_meant)
{
    sit_with(third, "cid");
    ask_for_the_link(third, "cid", far, "cidny");
    process_say(third, NULL, "cid", "yes");
    assert_true(are_one(third, "cid", far, "cidny"));
}

static test_case(a_yes_to_the_table_alone_goes_there)
{
    sit_with(third, "cid");
    ask_for_the_undo(third, "cid");
    process_say(third, NULL, "cid", "yes");
    process_expect(near, "<UNDONE>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ALL(test) cmocka_unit_test_setup_teardown(test, processes_open_three, processes_close_all)
        ALL(yes_links_from_any_network),
        ALL(no_refuses_from_any_network),
        ALL(a_yes_of_others_or_in_a_room_links_nobody),
        ALL(a_yes_comes_too_late),
        ALL(a_yes_is_heard_by_the_next_process),
        ALL(a_yes_waits_for_the_process_that_asked),
        ALL(who_is_asked_is_known_up_to_a_bound),
        ALL(two_questions_are_told_apart_at_the_process_that_keeps_links),
        ALL(two_questions_are_told_apart_at_another_one),
        ALL(a_table_that_asks_nothing_is_not_meant),
        ALL(a_yes_to_the_table_alone_goes_there),
#undef ALL
    };
    return cmocka_run_group_tests_name("relay_answers", tests, NULL, NULL);
}
