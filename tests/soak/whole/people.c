/* The deeds of people: they open tables of all games, sit down, play legal moves, ask, leave,
   come back with their seat word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"
#include "standin.h"
#include "tables.h"
#include "world.h"

enum { ROOM_DEEDS = 400 /* in 1000 */, SETTLED_MS = 3000 };

static const char *const openings[] = {
    "heartcatchers", "heartcatchers match=3", "coloretto",         "colorcatcher",
    "kritters",      "kritters mode=junior",  "roygbiv",           "roygbiv mode=frenzy",
    "coloretto",     "heartcatchers",         "kritters mode=solo"};

bool human_is_there(const struct human *human)
{
    return human->net == DISCORD || (!human->is_out && sim_person_is_in(human->irc, "#a"));
}

void human_enter(struct human *human)
{
    for (int r = 0; r < ROOMS; r++)
        sim_person_join(human->irc, w.nets[human->net].rooms[r].shown);
}

struct human *human_of_key(const char *network, const char *key)
{
    int net = net_of(network);
    for (int i = 0; i < HUMANS; i++)
        if (w.humans[i].net == net && *w.humans[i].key && strcmp(w.humans[i].key, key) == 0)
            return &w.humans[i];
    return NULL;
}

static bool is_well(int net)
{
    return w.nets[net].is_configured && sim_is_running() && w.restart_at == 0 &&
           sim_now() > w.nets[net].wrong_until &&
           (net == DISCORD ? standin_is_ready(w.discord, 0)
                           : sim_irc_has_bot(w.nets[net].irc, "#a"));
}

void human_say(struct human *human, int room, const char *text)
{
    char line[HOST_TEXT + 2];
    struct net *net = &w.nets[human->net];
    snprintf(line, sizeof line, "%s%s", room >= 0 ? "!" : "", text);
    sim_trace(human->name, room >= 0 ? net->rooms[room].name : "private", line, strlen(line));
    if (human->net == DISCORD)
        standin_say(w.discord, human->user,
                    room >= 0 ? net->rooms[room].channel : standin_dm(w.discord, human->user),
                    line);
    else
        sim_person_say(human->irc, room >= 0 ? net->rooms[room].shown : NULL, line);
    w.inputs++;
    human->said_at = sim_now();
    /* In the first moments in a channel what is said may be the past, repeated by a server that
       does not say so. */
    bool is_too_early = room >= 0 && human->net != DISCORD &&
                        (!net->up_since || sim_now() - net->up_since < SETTLED_MS);
    bool is_expected = human->asked_at == 0 && !is_too_early && is_well(human->net) &&
                       sim_now() > human->silent_until;
    if (!is_expected)
        return;
    human->asked_at = sim_now();
    human->asked_room = room;
    snprintf(human->asked, sizeof human->asked, "%.500s", line);
}

/* ---- moves ---- */

struct choice {
    int wanted, count;
    char text[MOVE_TEXT];
};

static bool choose(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (choice->count++ == choice->wanted)
        snprintf(choice->text, sizeof choice->text, "%s", move);
    return true;
}

/* A random legal move of a person at this table. False if they have none. */
static bool move_of(struct session *session, const struct human *human, struct choice *choice)
{
    struct heard heard = {
        .network = w.nets[human->net].network, .key = human->key, .name = human->name};
    *choice = (struct choice){.wanted = -1};
    host_each_move(sim_host(), session, &heard, choose, choice);
    if (choice->count == 0)
        return false;
    *choice = (struct choice){.wanted = sim_dice(choice->count)};
    host_each_move(sim_host(), session, &heard, choose, choice);
    return true;
}

/* Somebody at some table, who can play. */
static bool play_somewhere(void)
{
    struct choice choice;
    int first = sim_dice(HUMANS);
    for (int i = 0; i < HUMANS; i++) {
        struct human *human = &w.humans[(first + i) % HUMANS];
        const char *network = w.nets[human->net].network;
        if (!*human->key || !human_is_there(human) || sim_now() - human->said_at < 2500)
            continue;
        struct session *table = host_table_of(sim_host(), identity(network, human->key), 0);
        if (!table || !host_is_playing(table) || !move_of(table, human, &choice))
            continue;
        int room = room_of(human->net, host_room_name(table, network));
        bool is_private = room < 0 || sim_chance(250);
        human_say(human, is_private ? -1 : room, choice.text);
        w.moves++;
        return true;
    }
    return false;
}

/* ---- other words ---- */

static void open_or_join(struct human *human)
{
    char text[64];
    int room = sim_dice(ROOMS);
    struct session *table =
        host_find(sim_host(), w.nets[human->net].network, w.nets[human->net].rooms[room].name);
    if (!table && sim_chance(500) && rooms_say_code(human))
        return;
    if (!table)
        snprintf(text, sizeof text, "play %s",
                 openings[sim_dice(sizeof openings / sizeof *openings)]);
    else if (!host_is_playing(table))
        snprintf(text, sizeof text, "%s",
                 sim_chance(600)   ? "join"
                 : sim_chance(400) ? "add robot"
                                   : "start");
    else
        snprintf(text, sizeof text, "%s", sim_chance(500) ? "board" : "join");
    human_say(human, room, text);
}

static void ask(struct human *human)
{
    static const char *const texts[] = {"hand",  "board",   "moves", "rules", "help",
                                        "games", "options", "hand",  "set"};
    human_say(human, sim_chance(700) ? sim_dice(ROOMS) : -1,
              texts[sim_dice(sizeof texts / sizeof *texts)]);
}

static void end_something(struct human *human)
{
    static const char *const texts[] = {"leave", "stop", "kick h1", "away h2",
                                        "leave", "free", "resume"};
    human_say(human, sim_dice(ROOMS), texts[sim_dice(sizeof texts / sizeof *texts)]);
}

static void claim(struct human *human)
{
    char text[32];
    snprintf(text, sizeof text, "seat %s", *human->word ? human->word : "aaaaa-aaaaa");
    human_say(human, -1, text);
}

static void say_something(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    if (!human_is_there(human) || sim_now() - human->said_at < 9000)
        return;
    int way = sim_dice(100);
    if (way < 60)
        open_or_join(human);
    else if (way < 85)
        ask(human);
    else if (way < 88)
        end_something(human);
    else if (human->net != DISCORD &&
             !sim_person_is_in(human->irc, w.nets[human->net].rooms[ROOMS - 1].shown))
        human_enter(human);
    else if (*human->word && human->net != DISCORD)
        claim(human);
}

/* Who was out of sight comes back; and claims the seat, if it is one that needs a word. */
static void come_back(void)
{
    for (int i = 0; i < HUMANS; i++) {
        struct human *human = &w.humans[i];
        if (!human->is_out || human->back_at > sim_now())
            continue;
        human->is_out = false;
        sim_person_return(human->irc);
        human_enter(human);
        snprintf(human->name, sizeof human->name, "%s", sim_person_nick(human->irc));
        human->named_at = sim_now();
    }
}

void people_act(void)
{
    come_back();
    if (!sim_host())
        return;
    if (sim_chance(ROOM_DEEDS) && rooms_act())
        return;
    if (sim_chance(650) && play_somewhere())
        return;
    say_something();
}
