/* SIGHUP: channels and networks come and go while people play; a file with a mistake changes
   nothing. On a real ngircd. */
#include <signal.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 300, BYTES = 2048 };

static struct ircd *ircd;
static struct bot *bot;
static struct irc_person *ann, *bob;

static const char *network(const char *title, const char *nick, const char *channels)
{
    static char texts[4][BYTES / 4];
    static int next;
    char *text = texts[next++ % 4];
    snprintf(
        text, sizeof texts[0],
        "irc \"%s\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"%s\"\n channels = {%s}\n}\n",
        title, ircd_host(ircd), ircd_port(ircd), nick, channels);
    return text;
}

static void change_config(const char *first, const char *second)
{
    bot_write_config(bot, first, second);
    assert_int_equal(kill(bot_pid(bot), SIGHUP), 0);
}

static void must_log(const char *text)
{
    if (bot_logged(bot, text, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never logged: %s", text);
}

static void must_expect(struct irc_person *person, const char *pattern)
{
    if (irc_person_expect(person, pattern, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never heard \"%s\":\n%s", pattern, irc_person_transcript(person));
}

static struct irc_person *come(const char *nick)
{
    char error[256];
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s", error);
    assert_true(irc_person_join(person, "#games"));
    assert_true(irc_person_join(person, "#more"));
    return person;
}

static test_fixture(opened)
{
    ircd = ircd_start(&(struct ircd_options){0});
    if (!ircd)
        return -1;
    bot = bot_new(network("one", "cardbot", "\"#games\""));
    ann = come("ann");
    bob = come("bob");
    bot_start(bot);
    return bot_logged(bot, "channel=#games", SOON) ? 0 : -1;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(bob);
    bot_free(bot);
    ircd_stop(ircd);
    return 0;
}

static test_case(channels_and_networks_come_and_go_while_people_play)
{
    irc_person_say(ann, "#games", "!play heartcatchers");
    must_expect(ann, "PRIVMSG #games :.*opened Heartcatchers");
    irc_person_say(bob, "#games", "!join");
    must_expect(ann, "PRIVMSG #games :[^ ]+(: !| to play).*");

    change_config(network("one", "cardbot", "\"#games\", \"#more\""),
                  network("two", "dealer", "\"#more\""));
    must_expect(ann, ":cardbot![^ ]+ JOIN :?#more");
    must_expect(ann, ":dealer![^ ]+ JOIN :?#more");
    must_log("config-read");

    /* A mistake: nothing changes, and the reason is there. */
    change_config("irc \"one\" {\n nonsense = 1\n}\n", "");
    must_log("config-kept");
    must_log("nonsense");
    irc_person_listen(ann, WHILE);
    assert_int_equal(irc_person_count(ann, ":cardbot![^ ]+ (PART|QUIT)"), 0);

    /* One channel less, one network less; the game goes on. */
    change_config(network("one", "cardbot", "\"#games\""), "");
    must_expect(ann, ":cardbot![^ ]+ PART #more");
    must_expect(bob, ":dealer![^ ]+ QUIT");
    irc_person_say(ann, "#games", "!board");
    must_expect(ann, "PRIVMSG #games :.*draw");
    assert_int_equal(irc_person_count(ann, ":cardbot![^ ]+ QUIT"), 0);

    /* And back again; and a new nick, which takes a new connection. The game waits for its
       people, not they for it. */
    change_config(network("one", "tablebot", "\"#games\""), network("two", "dealer", "\"#more\""));
    must_expect(bob, ":dealer![^ ]+ JOIN :?#more");
    must_expect(bob, ":tablebot![^ ]+ JOIN :?#games");
    must_expect(bob, ":tablebot![^ ]+ PRIVMSG #games :.*I am back");
    assert_true(bot_stop(bot, SOON));
    must_expect(bob, ":(dealer|tablebot)![^ ]+ QUIT");
}

/* Its tables come back with it, not at the next start; and their rooms are taken. */
static test_case(a_network_that_comes_has_its_tables_at_once)
{
    change_config(network("one", "cardbot", "\"#games\""), network("two", "dealer", "\"#more\""));
    must_expect(ann, ":dealer![^ ]+ JOIN :?#more");
    irc_person_say(ann, "#more", "!play heartcatchers");
    must_expect(ann, ":dealer![^ ]+ PRIVMSG #more :.*opened Heartcatchers");
    irc_person_say(bob, "#more", "!join");
    must_expect(ann, ":dealer![^ ]+ PRIVMSG #more :[^ ]+(: !| to play).*");
    assert_true(bot_stop(bot, 3000));

    bot_write_config(bot, network("one", "cardbot", "\"#games\""), "");
    bot_start(bot);
    must_log("channel=#games");
    irc_person_listen(ann, WHILE);
    assert_int_equal(irc_person_count(ann, "<RECOVERED_1>"), 0);

    change_config(network("one", "cardbot", "\"#games\""), network("two", "dealer", "\"#more\""));
    must_expect(ann, ":dealer![^ ]+ PRIVMSG #more :.*I am back");
    irc_person_say(bob, "#more", "!play heartcatchers");
    must_expect(bob, ":dealer![^ ]+ PRIVMSG bob :.*are playing Heartcatchers here");
    irc_person_say(ann, "#more", "!board");
    must_expect(ann, ":dealer![^ ]+ PRIVMSG #more :.*draw");
    assert_int_equal(irc_person_count(bob, "opened Heartcatchers"), 1);
    assert_true(bot_stop(bot, 3000));
}

static test_case(a_network_that_returns_before_it_has_left_is_there_again)
{
    change_config(network("other", "dealer", "\"#more\""), "");
    change_config(network("one", "cardbot", "\"#games\""), network("other", "dealer", "\"#more\""));
    for (int i = 0; i < 20; i++) { /* as fast as it can be read, or faster */
        irc_person_listen(bob, i);
        change_config(network("one", "cardbot", i % 2 ? "\"#games\", \"#more\"" : "\"#games\""),
                      "");
    }
    change_config(network("one", "cardbot", "\"#games\", \"#last\""), "");
    must_log("channel=#last");
    assert_true(bot_stop(bot, SOON));
}

/* What a command of a shell prints, behind what is there already. */
static void run(char *out, size_t size, const char *command)
{
    size_t length = strlen(out);
    /* NOLINTNEXTLINE(cert-env33-c): only names of folders that the test has made stand in it */
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    length += fread(out + length, 1, size - length - 1, pipe);
    out[length] = '\0';
    pclose(pipe);
}

/* Keys of channels: one stands beside the name, the other network has that of its own channel of
   the same name in a file, once wrong and then right. All that the product has written is
   searched: the log at its most talkative, its data, its answers to people and to the admin. */
static test_case(the_key_of_a_channel_is_in_its_join_and_nowhere_else)
{
    static const char *const keys[] = {"s3same-one", "s3same-two", "wr0ng"};
    static char printed[1 << 16];
    char text[BYTES], command[BYTES], file[BYTES / 2];
    snprintf(file, sizeof file, "%s/key", bot_folder(bot));
    assert_true(bot_stop(bot, SOON));
    for (int i = 0; i < 2; i++) {
        static const char *const rooms[] = {"#locked", "#Safe"};
        assert_true(irc_person_join(ann, rooms[i]));
        irc_person_send(ann, "MODE %s +k %s", rooms[i], keys[i]);
        must_expect(ann, " MODE #[a-zA-Z]+ ");
    }
    snprintf(command, sizeof command, "umask 077; echo wr0ng >%s", file);
    printed[0] = '\0';
    run(printed, sizeof printed, command);
    snprintf(
        text, sizeof text,
        "log_level = debug\nirc \"two\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = "
        "\"dealer\"\n channels = {\"#Safe\", \"#games\"}\n channel \"#Safe\" { key_file = \"%s\" }\n}\n",
        ircd_host(ircd), ircd_port(ircd), file);
    bot_write_config(bot, network("one", "cardbot", "\"#locked s3same-one\", \"#games\""), text);
    bot_start(bot);
    must_expect(ann, ":cardbot![^ ]+ JOIN :?#locked");
    must_log("irc-join-refused network=two channel=#Safe code=475");
    snprintf(command, sizeof command,
             "echo s3same-two >%s; $TABLETALK_BINARY --config %s/tabletalk.conf status", file,
             bot_folder(bot));
    run(printed, sizeof printed, command);
    assert_non_null(strstr(printed, "channel=#Safe refused"));
    assert_int_equal(kill(bot_pid(bot), SIGHUP), 0);
    must_expect(ann, ":dealer![^ ]+ JOIN :?#Safe");
    irc_person_say(ann, "#locked", "!play heartcatchers");
    must_expect(ann, ":cardbot![^ ]+ PRIVMSG #locked :.*opened Heartcatchers");
    irc_person_say(ann, "#Safe", "!play coloretto");
    must_expect(ann, ":dealer![^ ]+ PRIVMSG #Safe :.*opened Coloretto");
    static const char *const asked[] = {"help", "settings", "whoami", "mydata", "invite", "set"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        snprintf(text, sizeof text, "!%s", asked[i]);
        irc_person_say(ann, "#locked", text);
        irc_person_whisper(ann, "dealer", asked[i]);
        irc_person_listen(ann, WHILE);
    }
    snprintf(
        command, sizeof command,
        "$TABLETALK_BINARY --config %s/tabletalk.conf status; $TABLETALK_BINARY --config %s/tabletalk.conf status --json; "
        "$TABLETALK_BINARY --config %s/tabletalk.conf tables list; $TABLETALK_BINARY --config %s/tabletalk.conf --check-config",
        bot_folder(bot), bot_folder(bot), bot_folder(bot), bot_folder(bot));
    run(printed, sizeof printed, command);
    assert_non_null(strstr(printed, "nothing is wrong"));
    assert_true(bot_stop(bot, SOON));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_null(strstr(printed, keys[i]));
        snprintf(text, sizeof text, "^:(cardbot|dealer)!.*%s", keys[i]);
        assert_int_equal(irc_person_count(ann, text), 0);
        assert_int_equal(irc_person_count(bob, keys[i]), 0);
    }
    printed[0] = '\0';
    snprintf(
        command, sizeof command,
        "grep -rlaE 's3same|wr0ng' --exclude=tabletalk.conf --exclude=key %s; grep -cE 'irc-joined' %s/log",
        bot_folder(bot), bot_folder(bot));
    run(printed, sizeof printed, command);
    if (strchr(printed, '/'))
        fail_msg("a key was written into:\n%s", printed);
    assert_true(strtol(printed, NULL, 10) >= 4); /* the log is there, and was searched */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(channels_and_networks_come_and_go_while_people_play, opened,
                                        closed),
        cmocka_unit_test_setup_teardown(the_key_of_a_channel_is_in_its_join_and_nowhere_else,
                                        opened, closed),
        cmocka_unit_test_setup_teardown(a_network_that_comes_has_its_tables_at_once, opened,
                                        closed),
        cmocka_unit_test_setup_teardown(a_network_that_returns_before_it_has_left_is_there_again,
                                        opened, closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
