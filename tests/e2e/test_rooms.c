/* One table for people on a real ngircd and before the stand-in for Discord: ann opens it on IRC, bob brings it into a
   channel of his server, and they play a whole game. Each gets the hand by private message of their own network. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "game.h"
#include "irc_person.h"
#include "ircd.h"
#include "offers.h"
#include "record_file.h"
#include "standin_child.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, LOOK_MS = 20, GAME = 14, LETTER = 16384, MOVE = 128, MANY = 60 };

static const char offer_words[] = "You can play: ";
static const char turn_words[] = "^(ann|b[^ ]*ob): !|is over:";

static struct ircd *ircd;
static struct discord_bot house;
static struct irc_person *ann;
static unsigned dice = 5;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    discord_bot_print(&house);
    fprintf(stderr, "%s\n", irc_person_transcript(ann));
    fail_msg("%s", what);
}

static const char *must_hear(const char *to, const char *pattern)
{
    const char *text = irc_person_hear(ann, "tabletalk", to, pattern, SOON);
    must(text != NULL, pattern);
    return text;
}

static test_fixture(open_both)
{
    char lines[512], error[256];
    ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    snprintf(lines, sizeof lines,
             "}\nirc \"test\" {\n server = \"%s\"\n port = %d\n tls = no\n channels = {\"#games\"}\n flood = \"off\"\n",
             ircd_host(ircd), ircd_port(ircd));
    discord_bot_open(&house, NULL, lines);
    standin_child_ask(house.discord, "guild Club");
    standin_child_ask(house.discord, "channel Club games");
    standin_child_ask(house.discord, "user bob");
    standin_child_ask(house.discord, "user eve");
    bot_start(house.bot);
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    ann = irc_person_connect(&address, "ann", error, sizeof error);
    assert_non_null(ann);
    must(bot_logged(house.bot, "irc-joined", SOON) && bot_logged(house.bot, "discord-ready", SOON), "no bot");
    assert_true(irc_person_join(ann, "#games"));
    return 0;
}

static test_fixture(close_both)
{
    irc_person_free(ann);
    discord_bot_close(&house);
    ircd_stop(ircd);
    return 0;
}

/* ---- bob, on Discord ---- */

/* The content of the table's message, or of bob's last letter. */
static void read_discord(const char *what, char content[LETTER])
{
    json_t *message = json_loads(standin_child_ask(house.discord, "%s", what), 0, NULL);
    const char *text = json_string_value(json_object_get(message, "content"));
    int length = 0;
    for (const char *c = text ? text : ""; *c && length < LETTER - 1; c++)
        if (*c != '*' && *c != '\\')
            content[length++] = *c;
    content[length] = '\0';
    json_decref(message);
}

static void must_see(const char *what, const char *part)
{
    static char content[LETTER];
    long end = test_now() + SOON;
    for (read_discord(what, content); !strstr(content, part) && test_now() < end; test_sleep(LOOK_MS))
        read_discord(what, content);
    must(strstr(content, part) != NULL, part);
}

/* ---- a move that is offered ---- */

static void choose(const char *text, char move[MOVE])
{
    static struct offers offers;
    const char *at = strstr(text, offer_words);
    offers_read(game_find("heartcatchers"), at + strlen(offer_words), &offers);
    assert_true(offers.count > 0);
    dice = dice * 1103515245u + 12345u;
    snprintf(move, MOVE, "%s", offers.moves[(dice >> 16) % (unsigned)offers.count]);
}

/* The latest offer that ann has read in private: she asks, so there is one. */
static void ann_moves(void)
{
    char last[LETTER] = "", move[MOVE], line[MOVE + 1];
    const char *text;
    irc_person_whisper(ann, "tabletalk", "moves");
    for (int wait = SOON; (text = irc_person_hear(ann, "tabletalk", NULL, offer_words, wait)) != NULL; wait = 300)
        snprintf(last, sizeof last, "%s", text);
    must(*last != '\0', "ann is offered nothing");
    choose(last, move);
    snprintf(line, sizeof line, "!%s", move);
    irc_person_say(ann, "#games", line);
}

static void bob_moves(void)
{
    static char letter[LETTER], used[LETTER];
    char move[MOVE];
    long end = test_now() + SOON;
    do
        read_discord("letter bob", letter);
    while ((!strstr(letter, offer_words) || strcmp(letter, used) == 0) && test_now() < end);
    must(strstr(letter, offer_words) != NULL, "bob is offered nothing");
    snprintf(used, sizeof used, "%s", letter);
    choose(letter, move);
    standin_child_ask(house.discord, "say bob games !%s", move);
}

/* ---- the game ---- */

static void share_the_table(void)
{
    char code[16] = "";
    irc_person_say(ann, "#games", "!play heartcatchers");
    must_hear("#games", " opened ");
    irc_person_say(ann, "#games", "!invite");
    sscanf(strstr(must_hear(NULL, "!join [A-Z]{8}"), "!join ") + 6, "%8[A-Z]", code);
    standin_child_ask(house.discord, "say bob games !join %s", code);
    must_hear(NULL, "wants to show your table of Heartcatchers");
    irc_person_whisper(ann, "tabletalk", "invite yes");
    must_hear("#games", "is shown in a channel on discord:club, too");
    must_see("table games", "is shown in");
    standin_child_ask(house.discord, "say bob games !join");
}

static test_case(people_on_irc_and_discord_play_a_whole_game)
{
    const char *text;
    int moves = 0;
    share_the_table();
    for (text = must_hear("#games", turn_words); !strstr(text, "is over:") && moves < MANY; moves++) {
        if (strncmp(text, "ann", 3) == 0)
            ann_moves();
        else
            bob_moves();
        text = must_hear("#games", turn_words);
    }
    assert_int_equal(moves, GAME);
    must_see("table games", "is over:");
    must(irc_person_count(ann, "PRIVMSG #games :.*(your hand|You can play)") == 0, "a hand was told in the channel");
    must(irc_person_count(ann, "PRIVMSG ann :.*your hand") > 5, "ann has no hands");
    standin_child_ask(house.discord, "received eve");
    const char *received = standin_child_said(house.discord);
    must(!strstr(received, "your hand:") && !strstr(received, "You can play:"), "eve saw a hand");
    must(strstr(received, "is over:") != NULL, "eve did not see the result");
    struct record_file record;
    record_file_read(bot_folder(house.bot), &record);
    assert_int_equal(record.count, GAME);
    discord_bot_expect_clean(&house);
    assert_true(bot_stop(house.bot, SOON));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(people_on_irc_and_discord_play_a_whole_game, open_both, close_both),
    };
    return cmocka_run_group_tests_name("one table on IRC and Discord", tests, NULL, NULL);
}
