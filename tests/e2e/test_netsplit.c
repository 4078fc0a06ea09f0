/* Two linked servers, a table with people on both, and a link that breaks and comes back. The
   table hears of it once. Seats wait and go back to their owners: by account, by the time since
   when the connection is there, or, where the admin says that hosts are proof, by
   nick!user@host. Somebody who takes a nick meanwhile gets nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "inspircd.h"
#include "irc_person.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 400 };

#define BOB_AND_CID                                                                                \
    "(b[^ ]+b and c[^ ]+d|c[^ ]+d and b[^ ]+b)" /* in either order, not highlighted */

static struct inspircd *hub, *leaf;
static bool is_split;
static struct bot *bot;
static struct irc_person *ann, *bob, *cid, *mal; /* ann and mal are at the hub, as the bot is */

static struct irc_person *come(const struct inspircd *server, const char *nick)
{
    char error[256];
    struct irc_address address = {.host = "127.0.0.1", .port = inspircd_port(server)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s: %s", nick, error);
    assert_true(irc_person_join(person, "#games"));
    return person;
}

static void must_expect(struct irc_person *person, const char *pattern)
{
    if (irc_person_expect(person, pattern, SOON))
        return;
    bot_print_log(bot);
    fputs(irc_person_transcript(person), stderr);
    fail_msg("never heard \"%s\"", pattern);
}

static void must_be_told_hand(struct irc_person *person)
{
    must_expect(person, "^:cardbot![^ ]+ PRIVMSG (ann|bob|cid) <HAND room=:.*#games>");
}

static test_fixture(open_network)
{
    hub = inspircd_start(&(struct inspircd_options){.services = true});
    leaf = hub ? inspircd_start_leaf(hub) : NULL;
    return leaf && inspircd_register(hub, "robert", "pass-robert") ? 0 : -1;
}

static test_fixture(close_network)
{
    inspircd_stop(leaf);
    inspircd_stop(hub);
    return 0;
}

/* A table of three: ann at the hub, bob with an account and cid without one at the leaf. */
static void open_table(const char *option)
{
    char config[1024];
    snprintf(
        config, sizeof config,
        "irc \"test\" {\nserver = \"127.0.0.1\"\nport = %d\ntls = no\nflood = \"off\"\nnick = \"cardbot\"\n"
        "channels = {\"#games\"}\n%s}\n",
        inspircd_port(hub), option);
    bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-joined", SOON));
    ann = come(hub, "ann");
    bob = come(leaf, "bob");
    irc_person_send(bob, "PRIVMSG NickServ :IDENTIFY robert pass-robert");
    must_expect(bob, " 900 ");
    cid = come(leaf, "cid");
    irc_person_say(ann, "#games", "!play colorcatcher");
    must_expect(bob, "PRIVMSG #games :.*opened");
    irc_person_say(bob, "#games", "!join");
    must_expect(cid, "PRIVMSG #games :.*sits down");
    irc_person_say(cid, "#games", "!join");
    must_expect(ann, "PRIVMSG #games :.*c[^ ]*id sits down");
    irc_person_say(ann, "#games", "!start");
    must_be_told_hand(ann);
    must_be_told_hand(bob);
    must_be_told_hand(cid);
}

static test_fixture(closed)
{
    if (is_split)
        inspircd_unite(leaf);
    is_split = false;
    irc_person_free(ann);
    irc_person_free(bob);
    irc_person_free(cid);
    irc_person_free(mal);
    ann = bob = cid = mal = NULL;
    bot_free(bot);
    bot = NULL;
    return 0;
}

/* The link breaks; mal takes cid's nick on our side, and tries what can be tried. */
static void split(void)
{
    is_split = true;
    assert_true(inspircd_split(leaf));
    must_expect(ann, "PRIVMSG #games :The network has split and taken " BOB_AND_CID
                     " away[.] 2 seats wait");
    mal = come(hub, "mal");
    assert_true(irc_person_nick(mal, "cid"));
    irc_person_whisper(mal, "cardbot", "hand");
    irc_person_say(mal, "#games", "!hand");
    irc_person_say(mal, "#games", "!join");
    irc_person_listen(mal, WHILE);
}

/* Everything that anybody was told about it, and everything that mal was told at all. */
static void it_was_told_once(void)
{
    irc_person_listen(ann, WHILE);
    irc_person_listen(mal, WHILE);
    assert_int_equal(irc_person_count(ann, "PRIVMSG #games :.*The network has split"), 1);
    assert_int_equal(irc_person_count(ann, "PRIVMSG #games :.*is gone"), 0);
    if (irc_person_count(mal, "your hand|You can play|eat word(:| is)") > 0)
        fail_msg("told to who took the nick:\n%s", strstr(irc_person_transcript(mal), " 366 "));
}

/* Conformance 39, 42. The account is back, and so is the connection without one: the server says
   since when it is there. */
static test_case(after_a_split_the_same_connections_have_their_seats)
{
    open_table("");
    split();
    assert_true(inspircd_unite(leaf));
    is_split = false;
    must_be_told_hand(bob);
    must_be_told_hand(cid);
    it_was_told_once();
}

/* Where the admin says that nobody shares a host, who comes back from the other side is who
   went. */
static test_case(after_a_split_hosts_can_be_proof)
{
    open_table("netsplit_hosts = yes\n");
    split();
    assert_true(inspircd_unite(leaf));
    is_split = false;
    must_be_told_hand(bob);
    must_be_told_hand(cid);
    must_expect(ann,
                "PRIVMSG #games :The network is whole again: " BOB_AND_CID "<SEAT_WORD_PUBLIC_1>");
    it_was_told_once();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(after_a_split_the_same_connections_have_their_seats, closed),
        cmocka_unit_test_teardown(after_a_split_hosts_can_be_proof, closed),
    };
    return cmocka_run_group_tests(tests, open_network, close_network);
}
