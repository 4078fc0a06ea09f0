/* A hundred lines on an InspIRCd with its limits as shipped: the bot is neither thrown out nor
   falls silent. A program of its own, because it mostly waits. The same on ngIRCd:
   test_irc_game.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "game.h"
#include "inspircd.h"
#include "irc_person.h"
#include "players.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, LINES = 100 };

static const char *const nicks[] = {"ann", "bob"};
static struct irc_person *people[2];
static struct players players;
static struct inspircd *server;
static struct bot *bot;

static test_fixture(open_house)
{
    char config[256], error[256];
    server = inspircd_start(&(struct inspircd_options){.limits = true});
    if (!server)
        return -1;
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n channels = {\"#games\"}\n}\n",
        inspircd_port(server));
    bot = bot_new(config);
    setenv("TABLETALK_SEED", "1", 1); /* the same deals, and so the same lines, every time */
    bot_start(bot);
    unsetenv("TABLETALK_SEED");
    if (!bot_logged(bot, "irc-joined", SOON))
        return -1;
    const struct irc_address address = {.host = "127.0.0.1", .port = inspircd_port(server)};
    for (int i = 0; i < 2; i++) {
        people[i] = irc_person_connect(&address, nicks[i], error, sizeof error);
        if (!people[i] || !irc_person_join(people[i], "#games"))
            return -1;
    }
    players_init(&players, "#games", people, nicks, 2, 4);
    return 0;
}

static test_fixture(close_house)
{
    for (int i = 0; i < 2; i++)
        irc_person_free(people[i]);
    bot_free(bot);
    inspircd_stop(server);
    return 0;
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    bot_print_log(bot);
    players_print(&players);
    fail_msg("%s %s", what, players.refusal);
}

static int count_lines(void)
{
    return irc_person_count(people[0], "^:tabletalk![^ ]+ PRIVMSG (ann|#games) :") +
           irc_person_count(people[1], "^:tabletalk![^ ]+ PRIVMSG bob :");
}

/* Conformance 32. */
static test_case(a_hundred_lines_offend_no_inspircd)
{
    assert_true(bot_logged(bot, "flood=inspircd", SOON));
    players.is_over = true;
    while (count_lines() < LINES) {
        if (players.is_over)
            must(players_sit_down(&players, "heartcatchers", SOON), "no table");
        must(players_go_on(&players, 1, SOON), "silence");
    }
    print_message("%d lines, the slowest answer took %ld ms\n", count_lines(),
                  players.longest_answer);
    assert_int_equal(irc_person_count(people[0], "^:tabletalk![^ ]+ QUIT"), 0);
    assert_false(bot_logged(bot, "irc-closed", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hundred_lines_offend_no_inspircd)};
    return cmocka_run_group_tests(tests, open_house, close_house);
}
