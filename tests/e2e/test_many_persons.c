/* One person on two networks whose processes are two: ann, with an account on a real InspIRCd,
   and annie before the stand-in for Discord, over a real PostgreSQL. They are linked, with kill
   -9 of either process at each step, banned and forgotten; both processes believe the same as
   soon as they are there. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot.h"
#include "child.h"
#include "client.h"
#include "in_words.h"
#include "postgres_server.h"
#include "rooms.h"
#include "testing.h"

#ifdef TABLETALK_POSTGRES

enum { SOON = TEST_SOON_MS, IRC = 0, DISCORD, LINES = 5, LINES_MS = 10500, ANSWERED_MS = 4000 };

static struct postgres_server *server;
static struct rooms rooms;
static struct client ann, annie, bob;
static struct pace {
    const struct client *who;
    long said[LINES]; /* a ring */
    int count;
} paces[] = {{.who = &ann}, {.who = &annie}, {.who = &bob}};

static const char *unit_name(int unit)
{
    return unit == IRC ? "irc:accounts" : "discord:club"; /* the latter keeps who is linked */
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    rooms_print(&rooms);
    print_error("---- ann ----\n%s---- annie ----\n%s", client_transcript(&ann),
                client_transcript(&annie));
    char *mail = postgres_server_text(
        server, "SELECT unit || ' ' || number || ' ' || left(body, 300) FROM persons.mail");
    print_error("mail that waits:\n%s\n", mail);
    free(mail);
    fail_msg("%s", what);
}

static const char *told(struct client *client, const char *pattern)
{
    const char *text = client_hear(client, true, pattern, SOON);
    must(text != NULL, pattern);
    return text;
}

/* Not so fast that it would be too much. */
static void say(struct client *client, bool in_public, const char *text)
{
    struct pace *pace = paces;
    while (pace->who != client)
        pace++;
    long *said = &pace->said[pace->count++ % LINES], wait = *said + LINES_MS - test_now();
    if (*said && wait > 0)
        test_sleep((int)wait);
    *said = test_now();
    client_say(client, in_public, text);
}

/* ---- kill -9 ---- */

static bool are_back(int joins, int ups)
{
    const struct bot *bot = rooms.house.bot;
    return bot_log_count(bot, "irc-joined") >= joins &&
           bot_log_count(bot, "discord-shard-up") >= ups;
}

static void kill_and_wait(int unit, useconds_t soon)
{
    const struct bot *bot = rooms.house.bot;
    int joins = bot_log_count(bot, "irc-joined"), ups = bot_log_count(bot, "discord-shard-up");
    usleep(soon);
    must(kill(bot_unit_pid(bot, unit_name(unit)), SIGKILL) == 0, "no process serves it");
    for (long end = test_now() + SOON; !are_back(joins + (unit == IRC), ups + (unit == DISCORD));) {
        must(test_now() < end, "it is not started again");
        test_sleep(20);
    }
}

/* ---- links ---- */

/* IRC shows names so that they call nobody. */
static bool says_linked(struct client *client, const char *pattern, const char *other)
{
    say(client, false, "whoami");
    return strstr(told(client, pattern), other) != NULL;
}

/* What both are told is the same, at the latest once a yes that was on its way has been heard. */
static bool are_linked(void)
{
    for (int tries = 0; tries < 3; tries++) {
        bool ann_says = says_linked(&ann, "You are .* on irc:accounts", "on discord:club, too");
        if (says_linked(&annie, "You are .* on discord:club", "on irc:accounts, too") == ann_says)
            return ann_says;
        test_sleep(ANSWERED_MS);
    }
    must(false, "one process believes in a link, and the other one does not");
    return false;
}

static void say_code(void)
{
    char line[32] = "link ";
    say(&ann, false, "link");
    snprintf(line, sizeof line, "%.13s", strstr(told(&ann, "link [A-Z]{8}"), "link "));
    do /* a process that has just begun may have to read its people first */
        say(&annie, false, line);
    while (strstr(told(&annie, "<LINK_ASKED_2>|<INTERNAL_WAIT>"), in_words("<INTERNAL_WAIT>")));
    told(&ann, "<LINK_WISH_2>");
}

static void link_them(void)
{
    say_code();
    say(&ann, false, "link yes");
    told(&annie, "<LINKED_2>");
    must(are_linked(), "they are not linked");
}

static void part_them(void)
{
    say(&annie, false, "unlink");
    told(&ann, "<UNLINKED_OTHER_1>");
}

static test_case(test_two_networks_of_two_processes_are_linked_and_parted)
{
    link_them();
    part_them();
    must(!are_linked(), "they are still linked");
    assert_int_equal(
        postgres_server_do(server, "SELECT count(*) FROM persons.setting WHERE key LIKE 'link.%'"),
        0);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM persons.mail"), 0);
}

/* A code that was said is void after a restart of who keeps it; the yes may be heard by the
   process before, or by the next one. */
static test_case(test_a_kill_leaves_no_half_of_a_link)
{
    static const struct {
        int victim;
        useconds_t soon; /* after the yes */
    } kills[] = {{DISCORD, 6000}, {IRC, 6000}};
    say_code();
    kill_and_wait(DISCORD, 0);
    say(&ann, false, "link yes");
    told(&ann, "<LINK_NO_WISH_2>");
    for (size_t i = 0; i < sizeof kills / sizeof *kills; i++) {
        say_code();
        say(&ann, false, "link yes");
        kill_and_wait(kills[i].victim, kills[i].soon);
        bool is_linked = are_linked();
        print_message("%s killed %u us after the yes: %s\n", unit_name(kills[i].victim),
                      kills[i].soon, is_linked ? "linked" : "not linked");
        if (is_linked)
            part_them();
    }
}

/* ---- bans ---- */

/* Given to the process that was started, or, with a network, to that network's. */
static void order(const char *unit, const char *words)
{
    char command[512];
    const char *folder = bot_folder(rooms.house.bot);
    snprintf(command, sizeof command,
             "%s --config %s/tabletalk.conf --data %s/data%s%s %s >/dev/null",
             getenv("TABLETALK_BINARY"), folder, folder, *unit ? "/" : "", unit, words);
    must(system(command) == 0, words);
}

static test_case(test_a_ban_counts_in_all_processes)
{
    link_them();
    order("", "ban discord:club annie");
    say(&ann, false, "whoami");
    told(&ann, "banned");
    order(unit_name(IRC), "unban annie");
    must(are_linked(), "they are not heard again");
    part_them();
}

/* ---- deals of the day ---- */

static long tries_at(const char *game)
{
    char query[200];
    snprintf(query, sizeof query,
             "SELECT count(*) FROM persons.setting WHERE key LIKE 'try.%%' AND value LIKE "
             "'%%game=%s%%'",
             game);
    return (long)postgres_server_do(server, query);
}

/* A try of one name is one of the other, in the other process, too. What that process deals before
   it knows ends when it does. */
static test_case(test_linked_names_have_one_try_in_two_processes)
{
    link_them();
    client_say(&ann, false, "daily heartcatchers");
    client_say(&annie, false, "daily heartcatchers");
    (void)client_hear(&ann, true, "<DAILY_SECOND game=Heartcatchers>", ANSWERED_MS);
    kill_and_wait(DISCORD, 0);
    kill_and_wait(IRC, 0);
    say(&annie, false, "daily heartcatchers");
    told(&annie, "Heartcatchers");
    long tries = tries_at("heartcatchers");
    print_message("%ld tries that began at the same moment\n", tries);
    assert_in_range(tries, 1, 2);
    say(&ann, false, "daily heartcatchers");
    told(&ann, "Heartcatchers");
    assert_int_equal(tries_at("heartcatchers"), tries);
    assert_int_equal(
        postgres_server_do(
            server, "SELECT count(*) FROM persons.record WHERE ended = 0 AND room LIKE '@%'"),
        1);
    part_them();
}

/* ---- forgetting ---- */

static test_case(test_who_is_forgotten_leaves_the_table_of_another_process)
{
    char line[32];
    say(&annie, true, "play coloretto");
    must(client_hear(&rooms.watchers[1], false, "Coloretto", SOON) != NULL, "no table");
    say(&annie, true, "invite");
    snprintf(line, sizeof line, "join %.8s",
             strstr(told(&annie, "join [A-Z]{8}"), "join ") + strlen("join "));
    say(&bob, false, line);
    told(&bob, "<SEAT_WORD_NO_SEAT_4>");
    say(&bob, false, "forgetme");
    snprintf(line, sizeof line, "forgetme %.6s",
             strstr(told(&bob, "forgetme [A-Z]{6}"), "forgetme ") + strlen("forgetme "));
    say(&bob, false, line);
    kill_and_wait(DISCORD, 3000); /* which leads the table: it goes on with it when it is back */
    told(&bob, "<FORGOTTEN_1>");
    assert_int_equal(
        postgres_server_do(server, "SELECT count(*) FROM persons.person WHERE key = '$bob'"), 0);
    assert_int_equal(
        postgres_server_do(server,
                           "SELECT count(*) FROM persons.setting WHERE key || value LIKE '%$bob%'"),
        0);
    assert_int_equal(
        postgres_server_do(server, "SELECT count(*) FROM persons.mail WHERE body LIKE '%$bob%'"),
        0);
    say(&bob, false, "whoami");
    told(&bob, "<WHOAMI_NO_TABLE_2>");
}

/* ---- all of it ---- */

static test_fixture(open_house)
{
    char lines[512];
    server = postgres_server_start(NULL);
    assert_true(server);
    snprintf(lines, sizeof lines, "store = \"postgres\"\npostgres = \"%s\"\npostgres_lease = 3\n",
             postgres_server_line(server, "persons"));
    rooms_open_with(&rooms, "id", lines);
    ann = rooms_come(&rooms, 'i', "ann");
    bob = rooms_come(&rooms, 'i', "bob");
    annie = rooms_come(&rooms, 'd', "annie");
    return 0;
}

static test_fixture(close_house)
{
    client_fini(&ann);
    client_fini(&bob);
    client_fini(&annie);
    rooms_close(&rooms);
    postgres_server_stop(server);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_networks_of_two_processes_are_linked_and_parted),
        cmocka_unit_test(test_a_kill_leaves_no_half_of_a_link),
        cmocka_unit_test(test_a_ban_counts_in_all_processes),
        cmocka_unit_test(test_linked_names_have_one_try_in_two_processes),
        cmocka_unit_test(test_who_is_forgotten_leaves_the_table_of_another_process),
    };
    return cmocka_run_group_tests_name("many_persons", tests, open_house, close_house);
#else
    return 0;
#endif
}
