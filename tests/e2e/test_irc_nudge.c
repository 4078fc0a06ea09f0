/* "Your turn" in private on a real ngircd: who asked for it gets it after a minute of silence, and plays as it says. */
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, SILENT = 61 * 1000 };

static struct ircd *ircd;
static struct bot *bot;
static struct irc_person *ann, *bob;

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
    bob = come("bob");
    return 0;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(bob);
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

static void plays(struct irc_person *person)
{
    irc_person_say(person, "#games", "!draw");
    must_hear(person, "#games", "Next: !place");
    irc_person_say(person, "#games", "!place 3");
    must_hear(person, "#games", "puts a");
}

static test_case(whoever_asked_for_it_is_told_in_private)
{
    irc_person_whisper(ann, "tabletalk", "set nudge");
    must_hear(ann, NULL, "I tell you in private when it is your turn");
    irc_person_whisper(bob, "tabletalk", "set");
    must_hear(bob, NULL, "!set nudge changes that");
    irc_person_say(ann, "#games", "!play coloretto");
    must_hear(bob, "#games", "opened Coloretto");
    irc_person_say(bob, "#games", "!join");
    must_hear(bob, "#games", "ob sits down");
    irc_person_say(ann, "#games", "!start");
    const char *call = irc_person_hear(bob, "tabletalk", "#games", "(ann|bob): !draw", SOON);
    assert_non_null(call);
    if (strstr(call, "ann: "))
        plays(ann);
    irc_person_listen(ann, SILENT);
    plays(bob);
    must_hear(ann, NULL, "It is your turn in #games \\(Coloretto\\): !draw · !take ");
    irc_person_whisper(ann, "tabletalk", "!draw"); /* as it is offered */
    must_hear(ann, "#games", "nn draws ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whoever_asked_for_it_is_told_in_private, opened, closed),
    };
    return cmocka_run_group_tests_name("your turn on irc", tests, NULL, NULL);
}
