/* Another game on a real ngircd: somebody who watches waits for a seat, and gets that of a robot when the other person says
   !again. */
#include <stdio.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "players.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, A_GAME = 100 };

static struct ircd *ircd;
static struct bot *bot;
static struct irc_person *ann, *eve;

static struct irc_person *come(const char *nick)
{
    char error[256];
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s: %s", nick, error);
    assert_true(irc_person_join(person, "#games"));
    return person;
}

static test_fixture(opened)
{
    char config[1024];
    ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    snprintf(config, sizeof config,
             "irc \"test\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"tabletalk\"\n"
             " channels = {\"#games\"}\n}\n",
             ircd_host(ircd), ircd_port(ircd));
    bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-joined", SOON));
    ann = come("ann");
    eve = come("eve");
    return 0;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(eve);
    bot_free(bot);
    ircd_stop(ircd);
    return 0;
}

static void must_hear(struct irc_person *person, const char *to, const char *pattern)
{
    if (irc_person_hear(person, "tabletalk", to, pattern, SOON))
        return;
    bot_print_log(bot);
    fputs(irc_person_transcript(person), stderr);
    fail_msg("never heard \"%s\"", pattern);
}

static test_case(who_waits_plays_when_another_game_begins)
{
    struct players players;
    struct irc_person *const people[] = {ann};
    const char *const nicks[] = {"ann"};
    players_init(&players, "#games", people, nicks, 1, 7);
    assert_true(players_sit_down(&players, "heartcatchers robots=1", SOON));
    irc_person_say(eve, "#games", "!next");
    must_hear(eve, "#games", "gets the seat of robot when the next game begins\\.");
    assert_true(players_go_on(&players, A_GAME, SOON) && players.is_over);
    players_fini(&players);
    must_hear(eve, "#games", "!again for another game");
    assert_int_equal(irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG eve "), 0); /* no hand while she watched */
    irc_person_say(ann, "#games", "!again cut=seven red herrings");
    must_hear(eve, "#games", "cuts the deck");
    must_hear(eve, NULL, "Your seat word is");
    must_hear(eve, "#games", "^Another game of Heartcatchers, with [^ ]+ and [^ ]+\\.");
    must_hear(eve, NULL, "your hand");
    irc_person_whisper(eve, "tabletalk", "hand");
    must_hear(eve, NULL, "your hand");
    assert_int_equal(irc_person_count(eve, "herrings"), 1); /* what ann typed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_waits_plays_when_another_game_begins, opened, closed),
    };
    return cmocka_run_group_tests_name("another game on irc", tests, NULL, NULL);
}
