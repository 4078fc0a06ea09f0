/* The program itself on IRC and on Discord: a person plays, asks to be forgotten and confirms it
   by the code. Then no file of the data folder, nor a backup made afterwards, holds the name or
   the key, while the program runs and after it; and the record of the table still verifies.
   privacy.py has the same for the terminal, with kills in between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "irc_person.h"
#include "ircd.h"
#include "standin_child.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, BYTES = 4096 };

static const char nick[] = "Quizzvexedlynx24"; /* found by chance nowhere */
static const char name[] = "Quizzaciously_Vexed_Lynx";

static int run(const char *line)
{
    int status = system(line);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The log names people here and there; it is the journal's to forget. */
static bool is_kept(const struct bot *bot, const char *word)
{
    char line[BYTES];
    snprintf(line, sizeof line, "grep -rqiaF --exclude=log --exclude-dir=standin -- '%s' '%s'",
             word, bot_folder(bot));
    return run(line) == 0;
}

static void expect_gone(const struct bot *bot, const char *word)
{
    char line[BYTES];
    if (is_kept(bot, word))
        fail_msg("%s is still kept", word);
    snprintf(line, sizeof line,
             "cd '%s' && rm -f copy.db && '%s' --data data backup copy.db >/dev/null",
             bot_folder(bot), getenv("TABLETALK_BINARY"));
    assert_int_equal(run(line), 0);
    if (is_kept(bot, word))
        fail_msg("%s is in a backup", word);
}

static void expect_record(const struct bot *bot)
{
    char line[BYTES];
    snprintf(
        line, sizeof line,
        "cd '%s' && '%s' --data data tables export 1 > record && '%s' replay record >/dev/null",
        bot_folder(bot), getenv("TABLETALK_BINARY"), getenv("TABLETALK_BINARY"));
    assert_in_range(run(line), 0, 0);
}

/* The six letters behind "forgetme ". */
static void read_code(const char *text, char code[8])
{
    for (const char *p = text; (p = strstr(p, "forgetme")); p++) {
        const char *at = p + strlen("forgetme");
        at += strspn(at, "* `\\");
        if (strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 6) {
            snprintf(code, 8, "%.6s", at);
            return;
        }
    }
    fail_msg("no code in: %s", text);
}

/* ---- IRC ---- */

static void say_privately(struct irc_person *person, const char *text, const char *answer,
                          char heard[BYTES])
{
    assert_true(irc_person_whisper(person, "tabletalk", text));
    const char *said = irc_person_hear(person, "tabletalk", NULL, answer, SOON);
    snprintf(heard, BYTES, "%s", said ? said : "");
    if (!said)
        fail_msg("no answer to %s:\n%s", text, irc_person_transcript(person));
}

static test_case(somebody_on_irc_is_forgotten)
{
    char config[BYTES], error[256], heard[BYTES], line[64], code[8];
    struct ircd *ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"tabletalk\"\n"
        " channels = {\"#games\"}\n}\n",
        ircd_host(ircd), ircd_port(ircd));
    struct bot *bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-ready", SOON));
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    assert_non_null(person);
    assert_true(irc_person_join(person, "#games"));
    assert_true(irc_person_say(person, "#games", "!play heartcatchers robots=1"));
    assert_non_null(irc_person_hear(person, "tabletalk", NULL, "<HAND_1>", SOON));
    assert_true(is_kept(bot, nick));
    say_privately(person, "forgetme", "forgetme [A-Z]{6}", heard);
    read_code(heard, code);
    snprintf(line, sizeof line, "forgetme %s", code);
    say_privately(person, line, "I have forgotten you", heard);
    expect_gone(bot, nick);
    expect_record(bot);
    assert_true(bot_stop(bot, SOON));
    expect_gone(bot, nick);
    irc_person_quit(person);
    bot_free(bot);
    ircd_stop(ircd);
}

/* ---- Discord ---- */

/* What the bot wrote to the person last, once it holds the word. */
static const char *wait_for_letter(struct discord_bot *house, const char *word)
{
    static char letter[2 * BYTES];
    for (long end = test_now() + SOON; test_now() < end; test_sleep(20)) {
        snprintf(letter, sizeof letter, "%s", standin_child_ask(house->discord, "letter %s", name));
        if (strstr(letter, word))
            return letter;
    }
    discord_bot_print(house);
    fail_msg("no %s in: %s", word, letter);
    return letter;
}

static test_case(somebody_on_discord_is_forgotten)
{
    struct discord_bot house;
    char id[32], code[8];
    discord_bot_open(&house, NULL, "");
    standin_child_ask(house.discord, "guild Club");
    standin_child_ask(house.discord, "channel Club games");
    snprintf(id, sizeof id, "%s", standin_child_ask(house.discord, "user %s", name));
    bot_start(house.bot);
    assert_true(bot_logged(house.bot, "discord-ready", SOON));
    standin_child_ask(house.discord, "say %s games !play heartcatchers robots=1", name);
    wait_for_letter(&house, "your hand");
    standin_child_ask(house.discord, "dm %s set look plain", name);
    wait_for_letter(&house, "olumns");
    assert_true(is_kept(house.bot, id));
    assert_true(is_kept(house.bot, "Quizzaciously"));
    standin_child_ask(house.discord, "dm %s forgetme", name);
    read_code(wait_for_letter(&house, "forgetme"), code);
    standin_child_ask(house.discord, "dm %s forgetme %s", name, code);
    wait_for_letter(&house, "I have forgotten you");
    expect_gone(house.bot, id);
    expect_gone(house.bot, "Quizzaciously");
    expect_record(house.bot);
    assert_true(bot_stop(house.bot, SOON));
    expect_gone(house.bot, id);
    expect_gone(house.bot, "Quizzaciously");
    discord_bot_expect_clean(&house);
    discord_bot_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(somebody_on_irc_is_forgotten),
        cmocka_unit_test(somebody_on_discord_is_forgotten),
    };
    return cmocka_run_group_tests_name("forgotten", tests, NULL, NULL);
}
