/* See lives.h: who lives where, who is awake, who is there. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "lives.h"
#include "standin.h"
#include "text.h"

enum {
    BREATH_MS = 2500,   /* between two words of one person */
    SETTLED_MS = 15000, /* after the bot has come: before, nobody speaks to it */
    ZONE = 60           /* minutes that the town is ahead of UTC */
};

struct town town;

const char *const kind_names[KINDS] = {"punctual", "slow", "vanishing", "quarrelsome",
                                       "night owls"};

/* From that hour until that one of the next day, if it is more than 24. */
static const struct day {
    int from, till;
} days[KINDS] = {[PUNCTUAL] = {16, 23},
                 [SLOW] = {9, 22},
                 [VANISHING] = {12, 24},
                 [QUARRELSOME] = {14, 26},
                 [OWL] = {21, 30}};

const char *net_network(int net)
{
    return net == IRC ? "irc:net" : "discord:club";
}

/* ---- who is there ---- */

struct self *face_of(struct resident *person)
{
    return &person->faces[person->at];
}

int face_net(const struct resident *person)
{
    return person->faces[person->at].net;
}

struct resident *person_of_key(const char *network, const char *key, struct self **face)
{
    for (int i = 0; i < town.people_count; i++)
        for (int f = 0; f < FACES; f++) {
            struct self *one = &town.people[i].faces[f];
            if (one->net < 0 || strcmp(one->key, key) != 0 ||
                strcmp(net_network(one->net), network) != 0)
                continue;
            if (face)
                *face = one;
            return &town.people[i];
        }
    return NULL;
}

struct resident *person_of_name(const char *network, const char *name, struct self **face)
{
    for (int i = 0; i < town.people_count; i++)
        for (int f = 0; f < FACES; f++) {
            struct self *one = &town.people[i].faces[f];
            if (one->net < 0 || strcmp(one->name, name) != 0 ||
                strcmp(net_network(one->net), network) != 0)
                continue;
            if (face)
                *face = one;
            return &town.people[i];
        }
    return NULL;
}

int room_of(const char *network, const char *name)
{
    for (int i = 0; i < ROOMS + NETS; i++)
        if (strcmp(town.rooms[i].name, name) == 0 &&
            strcmp(net_network(town.rooms[i].net), network) == 0)
            return i;
    return -1;
}

bool is_awake(const struct resident *person)
{
    int64_t minutes = sim_now() / MINUTE + ZONE + (person - town.people) % 60;
    int hour = (int)(minutes / 60 % 24);
    const struct day *day = &days[person->kind];
    return (hour >= day->from && hour < day->till) || hour + 24 < day->till;
}

bool town_hears(int net)
{
    return sim_is_running() && !sim_is_dying() && town.up_since &&
           sim_now() - town.up_since > SETTLED_MS &&
           (net == DISCORD ? standin_is_ready(town.discord, 0) : sim_irc_has_bot(town.irc, "#r0"));
}

bool may_speak(const struct resident *person)
{
    const struct self *face = &person->faces[person->at];
    return !face->is_out && person->back_at == 0 && sim_now() - face->said_at > BREATH_MS &&
           town_hears(face->net);
}

void person_say(struct resident *person, int room, const char *text)
{
    char line[HOST_TEXT];
    struct self *face = face_of(person);
    snprintf(line, sizeof line, "%s%s", room >= 0 ? "!" : "", text);
    sim_trace(face->name, room >= 0 ? town.rooms[room].shown : "private", line, strlen(line));
    face->said_at = sim_now();
    if (face->net == IRC)
        sim_person_say(face->irc, room >= 0 ? town.rooms[room].shown : NULL, line);
    else
        standin_say(town.discord, face->user,
                    room >= 0 ? town.rooms[room].channel : standin_dm(town.discord, face->user),
                    line);
}

void person_goes(struct resident *person, int64_t ms, bool leaves_sight)
{
    struct self *face = face_of(person);
    person->back_at = sim_now() + ms;
    person->check_at = 0;
    if (face->net == DISCORD || face->is_out || !leaves_sight)
        return;
    face->is_out = true;
    face->out_since = sim_now();
    sim_person_quit(face->irc, "bye");
}

void person_comes(struct resident *person)
{
    struct self *face = face_of(person);
    person->back_at = 0;
    if (!face->is_out)
        return;
    face->is_out = false;
    sim_person_return(face->irc);
    for (int r = 0; r < town.rooms_of_net; r++)
        sim_person_join(face->irc, town.rooms[r].shown);
    for (int r = 0; r < town.rooms_of_net; r++)
        if (town.rooms[r].keeper == person)
            sim_person_op(face->irc, town.rooms[r].shown);
    if (!face->has_account)
        face->key[0] = '\0'; /* the bot gives them another one */
}

/* ---- opening ---- */

static void open_rooms(uint64_t guild)
{
    for (int i = 0; i < ROOMS + NETS; i++) {
        struct room *room = &town.rooms[i];
        int number = i < ROOMS ? i % ROOMS_OF_NET : i;
        room->net = i < ROOMS ? i / ROOMS_OF_NET : i - ROOMS;
        room->is_empty = i >= ROOMS;
        room->is_slow = !room->is_empty && number == town.rooms_of_net - 1;
        if (!room->is_empty && number >= town.rooms_of_net)
            continue;
        snprintf(room->shown, HOST_ROOM, room->net == IRC ? "#r%d" : "r%d", number);
        if (room->net == DISCORD)
            room->channel = standin_channel(town.discord, guild, room->shown);
        if (room->net == DISCORD)
            snprintf(room->name, HOST_ROOM, "<#%" PRIu64 ">", room->channel);
        else
            memcpy(room->name, room->shown, HOST_ROOM);
    }
}

static void open_face(struct self *face, int net, const char *name, bool has_account)
{
    *face =
        (struct self){.net = net, .has_account = has_account || net == DISCORD, .said_at = -HOUR};
    snprintf(face->name, HOST_NAME, "%s", name);
    if (net == DISCORD) {
        face->user = standin_user(town.discord, name, NULL);
        snprintf(face->key, HOST_KEY, "%" PRIu64, face->user);
        return;
    }
    char host[HOST_NAME + 16];
    snprintf(host, sizeof host, "%s.example", name);
    face->irc = sim_person_new(town.irc, name, name, host, has_account ? name : "");
    if (has_account)
        snprintf(face->key, HOST_KEY, "$%s", name);
    for (int r = 0; r < town.rooms_of_net; r++)
        sim_person_join(face->irc, town.rooms[r].shown);
}

/* Every third person of those who vanish and of the punctual lives on both networks. */
static void open_person(int i)
{
    static const char letters[KINDS] = {'p', 's', 'v', 'q', 'o'};
    struct resident *person = &town.people[i];
    int net = i / KINDS % NETS;
    char name[HOST_NAME];
    *person = (struct resident){.kind = (enum kind)(i % KINDS)};
    bool has_two =
        (person->kind == VANISHING || person->kind == PUNCTUAL) && i / KINDS / NETS % 3 == 0;
    snprintf(name, sizeof name, "%c%d", letters[person->kind], i);
    open_face(&person->faces[0], net, name, has_two || i / KINDS % 3 > 0);
    person->faces[1].net = -1;
    snprintf(name, sizeof name, "%c%dx", letters[person->kind], i);
    if (has_two)
        open_face(&person->faces[1], NETS - 1 - net, name, true);
    for (int r = 0; r < 2; r++)
        person->rooms[r] = net * ROOMS_OF_NET + sim_dice(town.rooms_of_net - (r == 0));
    person->act_at = sim_now() + MINUTE + sim_dice(10 * MINUTE);
}

/* Each room has an operator, who is punctual if there are so many. */
static void choose_operators(uint64_t guild)
{
    uint64_t role = standin_role(town.discord, guild, "keepers", STANDIN_MANAGE_GUILD);
    for (int i = 0; i < ROOMS; i++) {
        struct room *room = &town.rooms[i];
        int next = i % ROOMS_OF_NET * KINDS * NETS + room->net * KINDS;
        if (!*room->shown || next >= town.people_count)
            continue;
        room->keeper = &town.people[next];
        if (room->net == IRC)
            sim_person_op(room->keeper->faces[0].irc, room->shown);
        else
            standin_give_role(town.discord, room->keeper->faces[0].user, role);
    }
}

static void configure(void)
{
    static char bytes[8192];
    struct text text = text_over(bytes, sizeof bytes);
    /* How well robots play does not matter here. */
    text_put(
        &text,
        "robot_threads = 0\nirc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n channels = {");
    for (int i = 0; i < ROOMS + NETS; i++)
        if (town.rooms[i].net == IRC && *town.rooms[i].shown)
            text_putf(&text, "%s\"%s\"", i ? ", " : "", town.rooms[i].shown);
    text_putf(&text, "}\n}\ndiscord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}\n",
              sim_discord_token(), standin_rest_url(town.discord));
    sim_configure(bytes);
}

/* What arrives is not read here: laws.c reads what is told. */
static void on_seen(void *arg, uint64_t viewer, uint64_t channel, const char *text)
{
    (void)arg, (void)viewer, (void)channel, (void)text;
}

void town_open(uint64_t seed, int people)
{
    static const struct sim_watch watch = {laws_post, laws_whisper, laws_heard, NULL};
    check(people <= PEOPLE);
    sim_open(seed);
    town.people_count = people;
    town.rooms_of_net = people / 20 < 2 ? 2 : people / 20;
    town.irc = sim_irc_new(&(struct sim_irc_options){.name = "net",
                                                     .software = "solanum-1.0",
                                                     .has_whox = true,
                                                     .has_monitor = true,
                                                     .line = {5, 60, false, false}});
    town.discord = sim_discord_new(NULL);
    standin_on_seen(town.discord, on_seen, NULL);
    uint64_t guild = standin_guild(town.discord, "Town");
    open_rooms(guild);
    for (int i = 0; i < people; i++)
        open_person(i);
    choose_operators(guild);
    configure();
    sim_watch(&watch);
    sim_draw_luck(true);
    sim_disk_delay(1, 15);
}

void town_close(void)
{
    sim_close();
    watch_forget();
    free(town.live.list);
    free(town.slow.list);
    free(town.alone.list);
}
