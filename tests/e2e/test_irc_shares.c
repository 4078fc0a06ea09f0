/* One person opens private tables on a real ngircd, by ever new connections, nicks and keys: as
   many as one host may have, before and after a restart. People from elsewhere would still get
   theirs. */
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, BYTES = 1024, TABLES_OF_HOST = 12 };

static struct ircd *ircd;
static struct bot *bot;

static test_fixture(opened)
{
    char config[BYTES];
    ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"tabletalk\"\n"
        " channels = {\"#games\"}\n}\n",
        ircd_host(ircd), ircd_port(ircd));
    bot = bot_new(config);
    bot_start(bot);
    return 0;
}

static test_fixture(closed)
{
    bot_free(bot);
    ircd_stop(ircd);
    return 0;
}

static struct irc_person *come(int number)
{
    char error[256], nick[16];
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    snprintf(nick, sizeof nick, "p%d", number);
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s", error);
    return person;
}

/* Comes to the channel, opens a table in private, and goes: whether there was one to be had. */
static bool opens(struct irc_person *person)
{
    assert_true(irc_person_join(person, "#games"));
    assert_true(irc_person_whisper(person, "tabletalk", "play kritters"));
    const char *answer = irc_person_hear(person, "tabletalk", NULL,
                                         "opened Colour MY Kritters|that is the most", SOON);
    if (!answer) {
        bot_print_log(bot);
        fail_msg("no answer:\n%s", irc_person_transcript(person));
    }
    bool is_open = answer && strstr(answer, "opened Colour") != NULL;
    assert_true(irc_person_part(person, "#games"));
    return is_open;
}

/* A new nick and connection each time: who parts and comes back on the same one is the same
   person. */
static int open_all(int first, int count)
{
    int tables = 0;
    for (int i = first; i < first + count; i++) {
        struct irc_person *person = come(i);
        tables += opens(person);
        irc_person_quit(person);
    }
    return tables;
}

static test_case(one_host_has_its_share_of_tables)
{
    assert_true(bot_logged(bot, "irc-ready", SOON));
    assert_int_equal(open_all(0, TABLES_OF_HOST + 2), TABLES_OF_HOST);
    bot_kill(bot);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-ready", SOON));
    assert_int_equal(open_all(50, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_host_has_its_share_of_tables, opened, closed),
    };
    return cmocka_run_group_tests_name("shares on irc", tests, NULL, NULL);
}
