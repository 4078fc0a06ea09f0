/* Where lines are dear, a person is told hand and news once a turn: with the choices, and not
   after the own move as well; and people who sit down together are told in one line. On "net"
   they are, on "far" they are not. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "port.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "tables.h"
#include "testing.h"

static int open_dear(void **state)
{
    open_lasting(state);
    house.has_far = house.has_dear_lines = true;
    return house_restart(&house);
}

static void speak_on(const char *network, const char *room, const char *who, const char *text)
{
    house.network = network;
    house_say(&house, room, who, text);
    house.network = NULL;
}

static const struct session *open_on(const char *network, const char *game)
{
    char deal[32];
    snprintf(deal, sizeof deal, "deal %s", game);
    speak_on(network, "#a", "ann", deal);
    speak_on(network, "#a", "bob", "join");
    house_wait(&house, 10000);
    return host_find(house.host, network, "#a");
}

static const char *due_of(const struct session *table)
{
    return session_due(table) & 1 ? table->seats[0].key : table->seats[1].key;
}

/* How many private lines the person of that network got. */
static int told_to(const char *network, const char *who)
{
    char start[64];
    int count = 0;
    snprintf(start, sizeof start, "%sto %s: ", strcmp(network, "far") == 0 ? "far " : "", who);
    for (const char *line = house.told; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, start, strlen(start)) == 0;
    }
    return count;
}

/* Hides a card: its place gets another one, which is news for its owner alone. */
static test_case(a_hand_goes_out_once_a_turn)
{
    static const char *const networks[] = {"net", "far"};
    const struct session *tables[] = {open_on("net", "heartcatchers"),
                                      open_on("far", "heartcatchers")};
    for (int i = 0; i < 2; i++) {
        char first[HOST_KEY], second[HOST_KEY];
        snprintf(first, sizeof first, "%s", due_of(tables[i]));
        house_forget(&house);
        speak_on(networks[i], "#a", first, "hide d me1");
        snprintf(second, sizeof second, "%s", due_of(tables[i]));
        assert_string_not_equal(first, second);
        assert_int_equal(told_to(networks[i], first), i); /* where lines are dear, nothing yet */
        assert_int_equal(told_to(networks[i], second), 1);
        assert_int_equal(house_count(&house, "<YOU_DRAW> "), i);
        house_forget(&house);
        speak_on(networks[i], "#a", second, "hide e me2");
        assert_int_equal(told_to(networks[i], first), 1);
        assert_int_equal(told_to(networks[i], second), i);
        /* with the turn; or that of the other, at once */
        assert_int_equal(house_count(&house, "<YOU_DRAW> "), 1);
        house_expect(&house, "<OFFER> ");
    }
}

/* Who asks gets the hand at any time. */
static test_case(who_asks_in_between_is_shown_the_hand)
{
    const struct session *table = open_on("net", "heartcatchers");
    char first[HOST_KEY];
    snprintf(first, sizeof first, "%s", due_of(table));
    speak_on("net", "#a", first, "hide d me1");
    house_forget(&house);
    speak_on("net", NULL, first, "hand");
    assert_int_equal(told_to("net", first), 1);
    house_expect(&house, "<HAND_2> ");
}

static void join_four(const char *network)
{
    static const char *const who[] = {"bob", "cid", "dan"};
    speak_on(network, "#a", "ann", "deal kritters");
    house_forget(&house);
    for (int i = 0; i < 3; i++) {
        speak_on(network, "#a", who[i], "join");
        house.now += 900;
        house_settle(&house);
    }
}

/* Each waits three seconds for the others at most; on the other network each is told at once. */
static test_case(who_sits_down_within_three_seconds_is_told_in_one_line)
{
    join_four("far");
    assert_int_equal(house_count(&house, "down"), 3);
    join_four("net");
    assert_int_equal(house_count(&house, "down"), 0);
    house_wait(&house, 300);
    house_expect(&house, "#a: <JOINED_ENOUGH_1 who=bob, cid and dan|seated=4|most=12>");
    assert_int_equal(house_count(&house, "down"), 1);
    speak_on("net", "#a", "eve", "join");
    house_wait(&house, 2999);
    house_expect_not(&house, "eve");
    house_wait(&house, 1);
    house_expect(&house, "#a: <JOINED_ENOUGH_1 who=eve|seated=5|most=12>");
}

/* What follows from sitting down comes behind it: the last seat, a robot, a start, getting up. */
static test_case(what_follows_lets_the_line_go_at_once)
{
    static const char *const next[][2] = {
        {"ann", "start"}, {"ann", "robot"}, {"bob", "leave"}, {"ann", "kick bob"}};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        void *none = NULL;
        if (i > 0) {
            close_house(&none);
            open_dear(&none);
        }
        speak_on("net", "#a", "ann", "deal kritters");
        speak_on("net", "#a", "bob", "join");
        house_expect_not(&house, "<SITS_DOWN who=bob>");
        speak_on("net", "#a", next[i][0], next[i][1]);
        house_expect(&house, "#a: <JOINED_ENOUGH_1 who=bob|seated=2|most=12>");
        house_wait(&house, 4000);
        assert_int_equal(house_count(&house, "<SITS_DOWN who=bob>"), 1);
    }
    speak_on("net", "#b", "cid", "deal heartcatchers");
    speak_on("net", "#b", "dan", "join");
    house_expect(&house, "#b: <JOINED_FULL who=dan>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_dear, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_hand_goes_out_once_a_turn),
        TEST(who_asks_in_between_is_shown_the_hand),
        TEST(who_sits_down_within_three_seconds_is_told_in_one_line),
        TEST(what_follows_lets_the_line_go_at_once),
    };
    return cmocka_run_group_tests_name("dear lines", tests, NULL, NULL);
}
