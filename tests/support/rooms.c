/* See rooms.h. The bot waits for no pace on IRC: the servers let people talk as fast as they
   can. */
#include "rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "check.h"
#include "child.h"
#include "inspircd.h"
#include "irc_person.h"
#include "ircd.h"
#include "players.h"
#include "standin_child.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, CONFIG = 1600 };

static int port_of(const struct rooms *rooms, char network)
{
    return network == 'n' ? ircd_port(rooms->ircd) : inspircd_port(rooms->inspircd);
}

static const char *name_of(char network)
{
    return network == 'n' ? "plain" : network == 'i' ? "accounts" : "club";
}

/* ---- people ---- */

static struct client come_to_discord(struct rooms *rooms, const char *nick)
{
    standin_child_ask(rooms->house.discord, "user %s", nick);
    return client_on_discord("club", "games", rooms->house.discord, nick);
}

/* A new account, or theirs of before. */
static void log_in(struct irc_person *person, const char *nick)
{
    irc_person_send(person, "PRIVMSG NickServ :REGISTER pass-%s %s@mail.test.example", nick, nick);
    const char *line = irc_person_expect(
        person, "NOTICE [^ ]+ :.*(now registered|successfully|already registered)", SOON);
    bool is_known = line && strstr(line, "already registered");
    if (is_known)
        irc_person_send(person, "PRIVMSG NickServ :IDENTIFY %s pass-%s", nick, nick);
    if (!line || (is_known && !irc_person_expect(person, " 900 ", SOON)))
        fail_msg("no account: %s", irc_person_transcript(person));
}

struct client rooms_come(struct rooms *rooms, char network, const char *nick)
{
    char error[256];
    if (network == 'd')
        return come_to_discord(rooms, nick);
    const struct irc_address address = {.host = "127.0.0.1", .port = port_of(rooms, network)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s: %s", nick, error);
    check(rooms->count < ROOMS_PEOPLE);
    rooms->people[rooms->count++] = person;
    if (network == 'i')
        log_in(person, nick);
    assert_true(irc_person_join(person, "#games"));
    return client_on_irc(name_of(network), "#games", person);
}

void rooms_go(struct rooms *rooms, struct client *client)
{
    for (int i = 0; i < rooms->count; i++)
        if (rooms->people[i] == client->irc)
            rooms->people[i] = rooms->people[--rooms->count];
    irc_person_quit(client->irc);
    client->irc = NULL;
}

/* ---- the house ---- */

/* "}" ends the section of Discord, which another one stands in. */
static void put_irc(struct rooms *rooms, char network, const char *lines, char *config)
{
    size_t length = strlen(config);
    if (network == 'n')
        rooms->ircd = ircd_start(&(struct ircd_options){0});
    else
        rooms->inspircd = inspircd_start(&(struct inspircd_options){.services = true});
    assert_true(network == 'n' ? rooms->ircd != NULL : rooms->inspircd != NULL);
    snprintf(
        config + length, CONFIG - length,
        "}\n%sirc \"%s\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n channels = {\"#games\"}\n flood = \"off\"\n",
        lines, name_of(network), port_of(rooms, network));
}

void rooms_open(struct rooms *rooms, const char *networks)
{
    rooms_open_with(rooms, networks, "");
}

void rooms_open_with(struct rooms *rooms, const char *networks, const char *lines)
{
    static const char *const watchers[] = {"watcher", "looker", "eve"};
    char config[CONFIG] = "";
    int irc = 0;
    *rooms = (struct rooms){.networks = networks};
    for (const char *network = networks; *network; network++)
        if (*network != 'd')
            put_irc(rooms, *network, *config ? "" : lines, config);
    discord_bot_open(&rooms->house, NULL, config);
    standin_child_ask(rooms->house.discord, "guild Club");
    standin_child_ask(rooms->house.discord, "channel Club games");
    for (int i = 0; networks[i]; i++)
        rooms->watchers[i] = rooms_come(rooms, networks[i], watchers[i]);
    bot_start(rooms->house.bot);
    for (const char *network = networks; *network; network++)
        irc += *network != 'd';
    for (long end = test_now() + SOON;
         bot_log_count(rooms->house.bot, "irc-joined") < irc && test_now() < end;)
        test_sleep(20);
    if (bot_log_count(rooms->house.bot, "irc-joined") < irc ||
        !bot_logged(rooms->house.bot, "discord-ready", SOON)) {
        rooms_print(rooms);
        fail_msg("the bot did not come");
    }
}

void rooms_close(struct rooms *rooms)
{
    for (int i = 0; i < rooms->count; i++)
        irc_person_free(rooms->people[i]);
    for (int i = 0; i < ROOMS; i++)
        client_fini(&rooms->watchers[i]);
    discord_bot_close(&rooms->house);
    ircd_stop(rooms->ircd);
    inspircd_stop(rooms->inspircd);
}

void rooms_print(const struct rooms *rooms)
{
    discord_bot_print(&rooms->house);
    for (int i = 0; rooms->networks[i]; i++)
        fprintf(stderr, "---- %s ----\n%s\n", name_of(rooms->networks[i]),
                client_transcript(&rooms->watchers[i]));
}

/* ---- a table in all of them ---- */

static bool bring(struct players *players, struct client *watcher, const char *code,
                  int milliseconds)
{
    char line[32];
    snprintf(line, sizeof line, "join %s", code);
    client_say(watcher, true, line);
    if (!client_hear(&players->players[0].client, true, "<GUEST_WISH_5> ", milliseconds))
        return false;
    players_ask(players, 0, false, "invite yes");
    return client_hear(watcher, false, "<GUEST_IN_PLAY_1>", milliseconds) &&
           client_hear(&players->players[0].client, false, "<GUEST_IN_PLAY_1>", milliseconds);
}

bool rooms_share(struct rooms *rooms, struct players *players, int milliseconds)
{
    struct client *opener = &players->players[0].client;
    char code[16] = "";
    players_ask(players, 0, true, "invite");
    const char *text = client_hear(opener, true, "join [A-Z]{8}", milliseconds);
    if (!text)
        return false;
    sscanf(strstr(text, "join ") + strlen("join "), "%8[A-Z]", code);
    for (int i = 0; rooms->networks[i]; i++)
        if (strcmp(rooms->watchers[i].network, opener->network) != 0 &&
            !bring(players, &rooms->watchers[i], code, milliseconds))
            return false;
    return true;
}
