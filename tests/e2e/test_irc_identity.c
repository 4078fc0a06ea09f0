/* Who is who on a real network with accounts: impostors, logins, renames in the middle of a
   game, services that are down, a server that is killed. Everything each person was ever sent is
   looked through for hands that are not theirs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "in_words.h"
#include "inspircd.h"
#include "irc_person.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 400, SLICE = 50, WATCHED = 6500 };

static struct inspircd *server;
static struct bot *bot;
static struct irc_person *ann, *bob, *mal;

static struct irc_person *connect_person(const char *nick)
{
    char error[256];
    struct irc_address address = {.host = "127.0.0.1", .port = inspircd_port(server)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s: %s", nick, error);
    return person;
}

static struct irc_person *come(const char *nick)
{
    struct irc_person *person = connect_person(nick);
    assert_true(irc_person_join(person, "#games"));
    return person;
}

static void must_expect(struct irc_person *person, const char *pattern)
{
    if (irc_person_expect(person, pattern, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never heard \"%s\":\n%s", pattern, irc_person_transcript(person));
}

static void must_whisper(struct irc_person *person, const char *pattern)
{
    if (irc_person_hear(person, "cardbot", NULL, pattern, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never told \"%s\":\n%s", pattern, irc_person_transcript(person));
}

/* Once more than `before`, and perhaps sooner than something else that was waited for. */
static void must_be_told_again(struct irc_person *person, const char *pattern, int before)
{
    for (int waited = 0; irc_person_count(person, pattern) <= before && waited < SOON;
         waited += SLICE)
        irc_person_listen(person, SLICE);
    if (irc_person_count(person, pattern) > before)
        return;
    bot_print_log(bot);
    fail_msg("not told again \"%s\":\n%s", pattern, irc_person_transcript(person));
}

static void log_in(struct irc_person *person, const char *account)
{
    irc_person_send(person, "PRIVMSG NickServ :IDENTIFY %s pass-%s", account, account);
    must_expect(person, " 900 ");
}

static test_fixture(start_server)
{
    server = inspircd_start(&(struct inspircd_options){.services = true});
    bool is_there = server && inspircd_register(server, "alice", "pass-alice") &&
                    inspircd_register(server, "robert", "pass-robert");
    return is_there ? 0 : -1;
}

static test_fixture(stop_server)
{
    inspircd_stop(server);
    return 0;
}

static test_fixture(opened)
{
    char config[1024];
    snprintf(
        config, sizeof config,
        "irc \"test\" {\nserver = \"127.0.0.1\"\nport = %d\ntls = no\nflood = \"off\"\nnick = \"cardbot\"\n"
        "channels = {\"#games\"}\n}\n",
        inspircd_port(server));
    bot = bot_new(config);
    bot_start(bot);
    if (!bot_logged(bot, "irc-joined", SOON))
        return -1;
    ann = come("ann");
    log_in(ann, "alice");
    bob = come("bob");
    irc_person_say(ann, "#games", "!play heartcatchers");
    must_expect(bob, "PRIVMSG #games :.*opened Heartcatchers");
    irc_person_say(bob, "#games", "!join");
    must_whisper(ann, "<HAND room=#games>");
    must_whisper(bob, "<HAND room=#games>");
    return 0;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(bob);
    irc_person_free(mal);
    ann = bob = mal = NULL;
    bot_free(bot);
    bot = NULL;
    return 0;
}

/* Conformance 36 to 40: the account comes back, the nick does not matter. */
static test_case(an_account_has_its_seat_back_and_an_impostor_has_nothing)
{
    assert_int_equal(irc_person_count(ann, "eat word"), 0); /* an account needs none */
    irc_person_quit(ann);
    ann = NULL;
    must_expect(bob, ":ann![^ ]+ QUIT");
    mal = come("ann");
    irc_person_whisper(mal, "cardbot", "hand");
    irc_person_say(mal, "#games", "!hand");
    irc_person_say(mal, "#games", "!hide d me1");
    irc_person_say(mal, "#games", "!join");
    irc_person_say(mal, "#games", "!stop");
    irc_person_listen(mal, WHILE);
    if (irc_person_count(mal, "your hand|You can play|seat word is") > 0)
        fail_msg("the impostor was told:\n%s", irc_person_transcript(mal));
    struct irc_person *back = come("elsewhere");
    log_in(back, "alice");
    must_whisper(back, "<HAND room=#games>"); /* unasked */
    irc_person_say(back, "#games", "!moves");
    must_whisper(back, "You can play|[Yy]ou have nothing to play");
    irc_person_listen(mal, WHILE);
    assert_int_equal(irc_person_count(mal, "cardbot![^ ]+ PRIVMSG ann :.*your hand"), 0);
    irc_person_quit(back);
}

/* Conformance 36: bob, who has no account, is followed; the person who takes his old nick is
   not. */
static test_case(a_rename_in_the_middle_of_a_game_is_followed)
{
    assert_true(irc_person_count(bob, "<SEAT_WORD_RIGHT_2>") == 1);
    assert_true(irc_person_nick(bob, "robert"));
    mal = come("bob");
    irc_person_whisper(mal, "cardbot", "hand");
    irc_person_whisper(bob, "cardbot", "hand");
    must_whisper(bob, "<HAND room=#games>");
    irc_person_listen(mal, WHILE);
    assert_int_equal(irc_person_count(mal, "<HAND_1>"), 0);
    assert_true(irc_person_nick(bob, "bobby"));
    /* And while a hand is on its way: it comes before the change or after. */
    int before = irc_person_count(bob, "<HAND_1>");
    irc_person_whisper(bob, "cardbot", "hand");
    assert_true(irc_person_nick(bob, "rob"));
    must_be_told_again(bob, "your hand", before);
}

/* A login in the middle of a game binds the seat; logging out leaves it to the account. */
static test_case(a_login_binds_and_a_logout_detaches)
{
    log_in(bob, "robert");
    irc_person_whisper(bob, "cardbot", "hand");
    must_whisper(bob, "<HAND room=#games>");
    irc_person_send(bob, "PRIVMSG NickServ :LOGOUT");
    must_expect(bob, " 901 ");
    irc_person_whisper(bob, "cardbot", "hand");
    must_whisper(bob, "table|seat|sit");
    int before = irc_person_count(bob, "<HAND_1>");
    irc_person_listen(bob, WHILE);
    assert_int_equal(irc_person_count(bob, "<HAND_1>"), before);
    log_in(bob, "robert");
    must_whisper(bob, "<HAND room=#games>");
}

static test_case(services_that_are_down_change_nothing)
{
    inspircd_stop_services(server);
    must_expect(bob, "QUIT|NOTICE|."); /* whatever the split looks like */
    irc_person_listen(ann, WHILE);
    irc_person_whisper(ann, "cardbot", "hand");
    must_whisper(ann, "<HAND room=#games>");
    irc_person_whisper(bob, "cardbot", "hand");
    must_whisper(bob, "<HAND room=#games>");
    assert_true(inspircd_start_services(server));
    irc_person_listen(ann, WHILE);
    irc_person_whisper(ann, "cardbot", "hand");
    must_whisper(ann, "<HAND room=#games>");
}

/* Conformance 61: online, but in no channel of ours. The holder of the nick is told nothing; the
   account is told, in any way in which the server says that it is there. */
static test_case(an_account_has_its_hand_outside_of_the_channel_too)
{
    irc_person_quit(ann);
    ann = NULL;
    irc_person_listen(bob, WATCHED);
    mal = connect_person("ann");
    irc_person_listen(mal, WATCHED); /* until the server was asked who that is */
    irc_person_whisper(mal, "cardbot", "hand");
    must_whisper(mal, "join #games");
    if (irc_person_count(mal, "your hand|You can play|seat word is") > 0)
        fail_msg("the impostor was told:\n%s", irc_person_transcript(mal));
    irc_person_quit(mal);
    mal = NULL;
    ann = connect_person("ann");
    log_in(ann, "alice");
    must_whisper(ann, "<HAND room=#games>"); /* told by ACCOUNT */
    irc_person_whisper(ann, "cardbot", "moves");
    must_whisper(ann, "You can play|[Yy]ou have nothing to play");
    assert_true(irc_person_join(ann, "#games") && irc_person_part(ann, "#games"));
    must_whisper(ann, "<HAND room=#games>"); /* told by WHO */
    irc_person_send(ann, "PRIVMSG NickServ :LOGOUT");
    must_expect(ann, " 901 ");
    irc_person_whisper(ann, "cardbot", "hand");
    must_whisper(ann, "join #games");
}

/* Conformance 49, 50: after the server was killed the account is given its hand, bob has to say
   the word. */
static test_case(a_killed_server_gives_accounts_their_seats_back)
{
    char word[64], line[96];
    const char *told = strstr(irc_person_transcript(bob), in_words("<SEAT_WORD_RIGHT_2> "));
    assert_non_null(told);
    snprintf(word, sizeof word, "%.11s", told + strlen("seat word is "));
    irc_person_free(ann);
    irc_person_free(bob);
    ann = bob = NULL;
    assert_true(inspircd_restart(server));
    ann = come("nobody-in-particular");
    log_in(ann, "alice");
    must_whisper(ann, "<HAND room=#games>");
    bob = come("bob");
    irc_person_whisper(bob, "cardbot", "hand");
    irc_person_listen(bob, WHILE);
    assert_int_equal(irc_person_count(bob, "<HAND_1>"), 0);
    snprintf(line, sizeof line, "seat %s", word);
    irc_person_whisper(bob, "cardbot", line);
    must_whisper(bob, "<HAND room=#games>");
}

int main(void)
{
#define test(function) cmocka_unit_test_setup_teardown(function, opened, closed)
    const struct CMUnitTest tests[] = {
        test(an_account_has_its_seat_back_and_an_impostor_has_nothing),
        test(a_rename_in_the_middle_of_a_game_is_followed),
        test(a_login_binds_and_a_logout_detaches),
        test(an_account_has_its_hand_outside_of_the_channel_too),
        test(services_that_are_down_change_nothing),
        test(a_killed_server_gives_accounts_their_seats_back),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
