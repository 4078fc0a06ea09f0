/* Whole games of the real program over a real ngircd: who reads what, who keeps a seat, what the
   log says. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "games_room.h"
#include "irc_person.h"
#include "ircd.h"
#include "players.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 300, SILENCE = 3000, A_GAME = 100 };

static struct ircd *ircd;
static struct bot *bot, *other_bot;
static struct irc_person *ann, *bob;
static struct players players;
static char error[256];

/* ---- putting a place together ---- */

static void open_server(const struct ircd_options *options)
{
    ircd = ircd_start(options);
    assert_non_null(ircd);
}

/* The bot in #games with these lines in its irc section besides. */
static void open_bot(const char *more)
{
    char config[1024];
    snprintf(config, sizeof config,
             "irc \"test\" {\n server = \"%s\"\n channels = {\"#games\"}\n%s}\n", ircd_host(ircd),
             more);
    bot = bot_new(config);
    bot_start(bot);
}

static void open_plain_bot(const char *more)
{
    char lines[512];
    snprintf(lines, sizeof lines, " port = %d\n tls = no\n%s", ircd_port(ircd), more);
    open_bot(lines);
    if (!bot_logged(bot, "irc-joined", SOON)) {
        bot_print_log(bot);
        fail_msg("the bot did not come");
    }
}

static struct irc_person *come(const char *nick)
{
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    return games_room_join(&address, nick, "#games");
}

static void open_people(unsigned seed)
{
    ann = come("ann");
    bob = come("bob");
    struct irc_person *const people[] = {ann, bob};
    const char *const nicks[] = {"ann", "bob"};
    players_init(&players, "#games", people, nicks, 2, seed);
}

static test_fixture(all_closed)
{
    irc_person_free(ann);
    irc_person_free(bob);
    ann = bob = NULL;
    bot_free(bot);
    bot_free(other_bot);
    bot = other_bot = NULL;
    ircd_stop(ircd);
    ircd = NULL;
    return 0;
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    bot_print_log(bot);
    players_print(&players);
    fail_msg("%s", what);
}

static const char *must_hear(struct irc_person *person, const char *from, const char *to,
                             const char *pattern)
{
    const char *text = irc_person_hear(person, from, to, pattern, SOON);
    if (text)
        return text;
    bot_print_log(bot);
    fputs(irc_person_transcript(person), stderr);
    fail_msg("never heard \"%s\"", pattern);
    return NULL;
}

/* The whole post of a table that came back; a long tale cuts it in two. */
static void must_hear_it_go_on(struct irc_person *person)
{
    const char *begin =
        must_hear(person, "tabletalk", "#games", "<RECOVERED_NOBODY_DUE_1 game=Heartcatchers>");
    if (!strstr(begin, "5 to draw"))
        must_hear(person, "tabletalk", "#games", "5 to draw");
}

/* ---- whole games ---- */

static void nobody_reads_a_hand_in_the_channel(struct irc_person *person)
{
    assert_int_equal(
        irc_person_count(person, "PRIVMSG #games :.*(your hand|You can play|You draw|eat word)"),
        0);
    assert_int_equal(irc_person_count(person, "^:tabletalk![^ ]+ NOTICE "), 0);
    assert_true(irc_person_count(person, "PRIVMSG (ann|bob) :.*your hand") > 5);
}

static void play_a_whole_game(unsigned seed)
{
    struct irc_person *eve = come("eve");
    open_people(seed);
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    must(players_go_on(&players, A_GAME, SOON) && players.is_over, "the game did not end");
    assert_int_equal(players.answered, 14);
    irc_person_listen(eve, WHILE);
    nobody_reads_a_hand_in_the_channel(ann);
    nobody_reads_a_hand_in_the_channel(bob);
    /* Who watches reads every move, no hand, and who wins. */
    assert_int_equal(irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG eve "), 0);
    assert_true(irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG #games :[a-z]+(: !| to play)") >=
                14);
    assert_int_equal(
        irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG #games :.* Heartcatchers with [0-9]"), 1);
    irc_person_quit(eve);
    assert_true(bot_stop(bot, SOON));
    assert_true(irc_person_expect(ann, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL);
}

static test_case(a_whole_game_plainly)
{
    open_server(&(struct ircd_options){0});
    open_plain_bot(" flood = \"off\"\n");
    play_a_whole_game(1);
}

static test_case(a_whole_game_by_tls)
{
    char lines[512];
    open_server(&(struct ircd_options){.tls = true, .certificate_name = "127.0.0.1"});
    snprintf(lines, sizeof lines, " port = %d\n tls_ca = \"%s\"\n flood = \"off\"\n",
             ircd_tls_port(ircd), ircd_ca_file(ircd));
    open_bot(lines);
    assert_true(bot_logged(bot, "irc-joined", SOON));
    play_a_whole_game(2);
}

static test_case(a_whole_game_by_ipv6)
{
    open_server(&(struct ircd_options){.ipv6 = true});
    open_plain_bot(" flood = \"off\"\n");
    play_a_whole_game(3);
}

/* ---- certificates ---- */

static test_case(a_wrong_authority_is_refused_with_a_reason)
{
    char lines[512];
    open_server(&(struct ircd_options){.tls = true, .certificate_name = "127.0.0.1"});
    snprintf(lines, sizeof lines, " port = %d\n tls_ca = \"%s\"\n", ircd_tls_port(ircd),
             ircd_other_ca_file(ircd));
    open_bot(lines);
    assert_true(bot_logged(bot, "irc-closed", SOON));
    must(bot_logged(bot, "certificate", 0) && bot_logged(bot, "issuer", 0),
         "the log does not say what is wrong");
    assert_false(bot_logged(bot, "irc-ready", WHILE));
    assert_true(bot_stop(bot, SOON));
}

static test_case(a_wrong_name_is_refused_with_a_reason)
{
    char lines[512];
    open_server(&(struct ircd_options){.tls = true, .certificate_name = "irc.elsewhere.example"});
    snprintf(lines, sizeof lines, " port = %d\n tls_ca = \"%s\"\n", ircd_tls_port(ircd),
             ircd_ca_file(ircd));
    open_bot(lines);
    assert_true(bot_logged(bot, "irc-closed", SOON));
    must(bot_logged(bot, "certificate", 0) && bot_logged(bot, "127.0.0.1", 0),
         "the log does not say what is wrong");
    assert_false(bot_logged(bot, "irc-ready", WHILE));
}

static test_case(a_password_of_the_server_is_given)
{
    char lines[256];
    open_server(&(struct ircd_options){.password = "open sesame"});
    setenv("TEST_IRC_PASSWORD", "open sesame", 1);
    snprintf(lines, sizeof lines, " port = %d\n tls = no\n password_env = \"TEST_IRC_PASSWORD\"\n",
             ircd_port(ircd));
    open_bot(lines);
    must(bot_logged(bot, "irc-joined", SOON), "not let in");
    assert_false(bot_logged(bot, "sesame", 0));
}

/* ---- the limits as shipped ---- */

/* A hundred lines are asked for; with ngIRCd's penalties as they are the bot neither falls
   silent nor is it thrown out. */
static test_case(a_hundred_lines_under_the_servers_own_limits)
{
    open_server(&(struct ircd_options){.penalties = true});
    open_plain_bot("");
    open_people(4);
    assert_true(bot_logged(bot, "flood=ngircd", SOON));
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    int lines = 0;
    while (lines < 100) {
        must(players_go_on(&players, A_GAME, SOON), "silence");
        if (players.is_over)
            must(players_sit_down(&players, "heartcatchers", SOON), "no second table");
        lines = irc_person_count(ann, "^:tabletalk![^ ]+ PRIVMSG (ann|#games) :") +
                irc_person_count(bob, "^:tabletalk![^ ]+ PRIVMSG bob :");
    }
    print_message("%d lines, the slowest answer took %ld ms\n", lines, players.longest_answer);
    assert_int_equal(irc_person_count(ann, "^:tabletalk![^ ]+ QUIT"), 0);
    assert_false(bot_logged(bot, "irc-closed", 0));
}

/* ---- moves in advance ---- */

/* Said in private, read by nobody else, and in the channel one line tells both moves. */
static test_case(a_move_in_advance_goes_with_the_one_before)
{
    open_server(&(struct ircd_options){0});
    open_plain_bot(" flood = \"off\"\n");
    open_people(6);
    irc_person_say(ann, "#games", "!play coloretto");
    must_hear(bob, "tabletalk", "#games", "opened Coloretto");
    irc_person_say(bob, "#games", "!join");
    must_hear(ann, "tabletalk", "#games", "<SEAT_WORD_NO_SEAT_4>");
    irc_person_say(ann, "#games", "!start");
    must_hear(bob, "tabletalk", "#games", "<GAME_NOT_BEGUN_SOON_1> ");
    irc_person_say(bob, "#games", "!start");
    bool is_anns =
        strstr(must_hear(bob, "tabletalk", "#games", "(ann|bob): !draw"), "ann: !") != NULL;
    struct irc_person *first = is_anns ? ann : bob, *second = is_anns ? bob : ann;
    irc_person_whisper(second, "tabletalk", "then draw; place 2");
    must_hear(second, "tabletalk", NULL, "<AHEAD_SHOWN_2 move=draw; place 2>");
    irc_person_say(first, "#games", "!draw");
    must_hear(second, "tabletalk", "#games", "draws ");
    irc_person_say(first, "#games", "!place 1");
    must_hear(second, "tabletalk", "#games", "row 1.*draws .*row 2");
    irc_person_say(second, "#games", "!then draw");
    must_hear(second, "tabletalk", NULL, "<AHEAD_PRIVATE_2>");
    irc_person_whisper(second, "tabletalk", "!then place 1");
    must_hear(second, "tabletalk", NULL, "I keep 'place 1'");
    irc_person_say(first, "#games", "!draw");
    irc_person_say(first, "#games", "!place 3");
    must_hear(second, "tabletalk", NULL, "<AHEAD_REFUSED_1 move=place 1>");
    irc_person_listen(first, WHILE);
    assert_int_equal(irc_person_count(first, "in advance|I keep"), 0);
}

/* ---- seats ---- */

static test_fixture(open_table)
{
    open_server(&(struct ircd_options){0});
    open_plain_bot(" flood = \"off\"\n");
    open_people(5);
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    must(players_go_on(&players, 3, SOON), "no play");
    return 0;
}

static test_case(a_seat_follows_its_nick)
{
    assert_true(irc_person_nick(ann, "anna"));
    snprintf(players.players[0].nick, sizeof players.players[0].nick, "anna");
    struct irc_person *mallory = come("mallory");
    assert_true(irc_person_nick(mallory, "ann"));
    irc_person_whisper(mallory, "tabletalk", "hand");
    must(players_go_on(&players, A_GAME, SOON) && players.is_over, "the game did not go on");
    irc_person_listen(mallory, WHILE);
    assert_int_equal(irc_person_count(mallory, "PRIVMSG ann :.*(your hand|You can play)"), 0);
    assert_true(irc_person_count(mallory, "PRIVMSG #games :.*a[^ ]*nna, [0-9]+ up: 1 ") > 0);
    irc_person_free(mallory);
}

static test_case(who_takes_a_nick_sees_and_moves_nothing)
{
    int before = players_turn(&players);
    irc_person_quit(ann);
    ann = NULL;
    must_hear(bob, "tabletalk", "#games", "<DETACHED_1>");
    struct irc_person *mallory = come("ann");
    irc_person_say(mallory, "#games", "!hand");
    must_hear(mallory, "tabletalk", NULL, "<SEAT_NOT_PROVEN_1>");
    irc_person_say(mallory, "#games", "!join");
    must_hear(mallory, "tabletalk", NULL, "<SEAT_NOT_PROVEN_1>");
    irc_person_whisper(mallory, "tabletalk", "hand");
    irc_person_whisper(mallory, "tabletalk", "hide d me1");
    irc_person_say(mallory, "#games", "!hide d me1");
    irc_person_whisper(mallory, "tabletalk", "seat aaaaa-bbbbb");
    must_hear(mallory, "tabletalk", NULL, "<SEAT_WORD_WRONG_2>");
    irc_person_say(bob, "#games", "!board");
    must_hear(bob, "tabletalk", "#games", "5 to draw");
    assert_int_equal(irc_person_count(mallory, "your hand|You can play"), 0);
    assert_true(before == players_turn(&players));
    irc_person_free(mallory);
}

static test_case(who_comes_back_takes_the_seat_by_its_word)
{
    irc_person_quit(ann);
    must_hear(bob, "tabletalk", "#games", "gone");
    players.players[0].client.irc = ann = come("another");
    snprintf(players.players[0].nick, sizeof players.players[0].nick, "another");
    char line[64], used[32];
    snprintf(used, sizeof used, "%s", players.players[0].word);
    snprintf(line, sizeof line, "seat %s", used);
    irc_person_whisper(ann, "tabletalk", line);
    must_hear(ann, "tabletalk", NULL, "<SEAT_WORD_RIGHT_1>");
    must_hear(bob, "tabletalk", "#games", "<ATTACHED_1>");
    must(players_look(&players, SOON), "nobody to move");
    assert_string_not_equal(players.players[0].word, used);
    must(players_go_on(&players, A_GAME, SOON) && players.is_over, "the game did not go on");
}

/* Out of the last channel we share, a person cannot be followed; back on the same connection, it
   is surely the same. */
static test_case(leaving_the_channel_is_leaving_ones_seat)
{
    assert_true(irc_person_part(ann, "#games"));
    must_hear(bob, "tabletalk", "#games", "gone");
    irc_person_whisper(ann, "tabletalk", "hand");
    must_hear(ann, "tabletalk", NULL, "<IRC_JOIN_FIRST_2 room=#games>");
    assert_true(irc_person_join(ann, "#games"));
    /* the server says that it is the same connection */
    must_hear(ann, "tabletalk", NULL, "<HAND_1>");
    must(players_look(&players, SOON), "nobody to move");
}

static test_case(a_restart_is_told_once_and_costs_nothing)
{
    assert_true(bot_stop(bot, SOON));
    must_hear(bob, "tabletalk", "#games", "I restart now, and am back in a minute\\.");
    bot_start(bot);
    must_hear_it_go_on(ann);
    must_hear_it_go_on(bob);
    irc_person_say(bob, "#games", "!hand");
    must_hear(bob, "tabletalk", NULL, "<HAND_1>");
    must(players_look(&players, SOON), "nobody to move");
    must(players_go_on(&players, A_GAME, SOON) && players.is_over, "the game did not go on");
    assert_int_equal(irc_person_count(bob, "I restart"), 1);
    assert_int_equal(irc_person_count(bob, "<RECOVERED_1>"), 1);
}

/* Ctrl-C in a shell: nobody starts it again in a minute. */
static test_case(an_end_by_hand_promises_no_minute)
{
    assert_int_equal(kill(bot_pid(bot), SIGINT), 0);
    assert_int_equal(bot_wait(bot, SOON), 0);
    must_hear(bob, "tabletalk", "#games", "I am being stopped\\. The Heartcatchers table is kept");
    assert_int_equal(irc_person_count(bob, "I restart"), 0);
}

static test_case(a_server_that_breaks_down_does_not_end_a_game)
{
    assert_true(ircd_restart(ircd));
    assert_true(bot_logged(bot, "irc-closed", SOON));
    irc_person_free(ann);
    irc_person_free(bob);
    char words[2][32];
    const struct game *game = players.game;
    for (int i = 0; i < 2; i++)
        snprintf(words[i], sizeof words[i], "%s", players.players[i].word);
    open_people(6);
    players.game = game;
    for (int i = 0; i < 2; i++)
        snprintf(players.players[i].word, sizeof words[i], "%s", words[i]);
    must_hear_it_go_on(ann);
    irc_person_listen(bob, WHILE);
    must(players_claim(&players, SOON), "the seat words do not hold");
    must(players_look(&players, SOON) && players_go_on(&players, A_GAME, SOON) && players.is_over,
         "no end");
}

/* ---- many places ---- */

static test_case(several_networks_and_channels_at_once)
{
    char config[1024];
    open_server(&(struct ircd_options){0});
    struct ircd *other = ircd_start(&(struct ircd_options){0});
    assert_non_null(other);
    snprintf(
        config, sizeof config,
        "irc \"one\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n"
        " channels = {\"#games\", \"#cards\"}\n channel \"#cards\" {\n prefix = \".\"\n colour = no\n }\n}\n"
        "irc \"two\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n channels = {\"#games\"}\n}\n",
        ircd_port(ircd), ircd_port(other));
    bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "network=two channel=#games", SOON));
    assert_true(bot_logged(bot, "network=one channel=#cards", SOON));
    open_people(7);
    const struct irc_address there = {.host = ircd_host(other), .port = ircd_port(other)};
    struct irc_person *cid = irc_person_connect(&there, "ann", error, sizeof error),
                      *dan = come("dan");
    assert_true(cid && irc_person_join(cid, "#games") && irc_person_join(dan, "#cards"));
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    irc_person_say(cid, "#games", "!play heartcatchers");
    must_hear(cid, "tabletalk", "#games", "opened Heartcatchers");
    irc_person_say(cid, "#games", "!add robot");
    must_hear(cid, "tabletalk", "#games", "[0-9]+ to draw");
    irc_person_say(dan, "#cards", "!play heartcatchers");
    irc_person_say(dan, "#cards", ".play heartcatchers");
    must_hear(dan, "tabletalk", "#cards", "opened Heartcatchers.*\\.join");
    must(players_look(&players, SOON) && players_go_on(&players, A_GAME, SOON) && players.is_over,
         "no end");
    assert_int_equal(irc_person_count(dan, "PRIVMSG #cards :.*\x03"), 0);
    assert_int_equal(irc_person_count(dan, "PRIVMSG #cards :.*opened"), 1);
    irc_person_free(cid);
    irc_person_free(dan);
    bot_free(bot);
    bot = NULL;
    ircd_stop(other);
}

/* In a private conversation there is a table, too, and nobody else hears of it. */
static test_case(a_private_table_against_a_robot)
{
    open_server(&(struct ircd_options){0});
    open_plain_bot(" flood = \"off\"\n");
    open_people(9);
    irc_person_whisper(ann, "tabletalk", "play heartcatchers");
    must_hear(ann, "tabletalk", NULL, "opened Heartcatchers.*!add robot to play");
    irc_person_whisper(ann, "tabletalk", "add robot");
    must_hear(ann, "tabletalk", NULL, "ann(: !| to play)");
    for (int move = 0; move < 7; move++) {
        irc_person_whisper(ann, "tabletalk",
                           move < 5    ? "hide d me1"
                           : move == 5 ? "hide e me1"
                                       : "hide f me1");
        must_hear(ann, "tabletalk", NULL, move < 6 ? "ann(: !| to play)" : "<AGAIN_2>");
    }
    irc_person_listen(bob, WHILE);
    assert_int_equal(irc_person_count(bob, "^:tabletalk![^ ]+ PRIVMSG"), 0);
}

/* How many lines the bots have said in the end: when both have been silent for a while, or soon
   after there are more than `most`. */
static int lines_until_silence(struct irc_person *person, int most)
{
    int before = -1, lines = 0;
    while (lines != before && lines <= most) {
        before = lines;
        irc_person_listen(person, SILENCE);
        lines = irc_person_count(person, "^:(tabletalk|other)!");
    }
    return lines;
}

/* Two of us in one channel, and somebody who makes them talk to each other. */
static test_case(two_bots_do_not_talk_for_ever)
{
    open_server(&(struct ircd_options){0});
    open_plain_bot(" flood = \"off\"\n");
    char lines[256];
    snprintf(lines, sizeof lines, " port = %d\n tls = no\n nick = \"other\"\n flood = \"off\"\n",
             ircd_port(ircd));
    other_bot = bot;
    bot = NULL;
    open_bot(lines);
    must(bot_logged(bot, "irc-joined", SOON), "the other bot did not come");
    open_people(8);
    irc_person_say(ann, "#games", "!play heartcatchers");
    /* in either order */
    for (int waited = 0; irc_person_count(bob, "opened Heartcatchers") < 2; waited += 200) {
        must(waited < SOON, "one of the two opened no table");
        irc_person_listen(bob, 200);
    }
    irc_person_say(bob, "#games", "!join");
    irc_person_say(ann, "#games", "!rules");
    irc_person_say(ann, "#games", "other: !help");
    must_hear(ann, "other", NULL, "!help");
    const int most = 24;
    int said = lines_until_silence(bob, most);
    if (said > most)
        fail_msg("they still talk:\n%s", irc_person_transcript(bob));
}

/* A program that is told to end does not wait for the resolver. test_irc_leave has a resolver
   that never answers; this is the real one, and whatever it does, the end is orderly. */
static test_case(it_leaves_though_the_name_cannot_be_resolved)
{
    bot = bot_new(
        "irc \"nowhere\" {\n server = \"irc.does-not-exist.invalid\"\n channels = {\"#games\"}\n}\n");
    bot_start(bot);
    bot_wait_for_ears(bot);
    bot_logged(bot, "irc-closed", 200); /* or not yet: resolvers take their time */
    must(bot_stop(bot, SOON), "it did not end");
}

int main(void)
{
#define here(test)     cmocka_unit_test_teardown(test, all_closed)
#define at_table(test) cmocka_unit_test_setup_teardown(test, open_table, all_closed)
    const struct CMUnitTest tests[] = {
        here(a_whole_game_plainly),
        here(a_whole_game_by_tls),
        here(a_whole_game_by_ipv6),
        here(a_wrong_authority_is_refused_with_a_reason),
        here(a_wrong_name_is_refused_with_a_reason),
        here(a_password_of_the_server_is_given),
        here(a_move_in_advance_goes_with_the_one_before),
        at_table(a_seat_follows_its_nick),
        at_table(who_takes_a_nick_sees_and_moves_nothing),
        at_table(who_comes_back_takes_the_seat_by_its_word),
        at_table(leaving_the_channel_is_leaving_ones_seat),
        at_table(a_restart_is_told_once_and_costs_nothing),
        at_table(an_end_by_hand_promises_no_minute),
        at_table(a_server_that_breaks_down_does_not_end_a_game),
        here(several_networks_and_channels_at_once),
        here(a_private_table_against_a_robot),
        here(two_bots_do_not_talk_for_ever),
        here(it_leaves_though_the_name_cannot_be_resolved),
        here(a_hundred_lines_under_the_servers_own_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
