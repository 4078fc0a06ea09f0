/* What a room and a session take of the memory of the whole program, with its adapters, its
   store and the host, counted by its allocations on simulated wires (tests/sim/sim.h).
   `bench_rooms FEW` weighs a few and fails where one takes more than it may: that is a test.
   Without the word it then opens 10,000 sessions on Discord, 1,000 of them in four rooms, and
   prints what the process takes of the machine. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "host_state.h"
#include "room.h"
#include "sim.h"
#include "standin.h"
#include "tables.h"

enum {
    FEW = 16,
    MANY = 64, /* as many channels as a network may list */
    GUESTS = 3,
    GUILD_ROOMS = 100,
    PACE_MS = 1000,
    QUIET_MS = 3600000,
    SESSIONS = 10000,
    SHARED_SESSIONS = 1000,
    IDLE_BYTES = 2 * 1024, /* a room in which nothing is played */
    DEALT_BYTES = 16 * 1024,
    SESSION_BYTES = 9 * 1024, /* with its room and two people */
    GUEST_BYTES = 3 * 1024,   /* a room more, with somebody who speaks there */
    APART = -1                /* no room: in private */
};
enum place { ON_IRC, ON_DISCORD };

static struct sim_irc *net;
static struct standin *discord;
static struct sim_person **irc_people;
static uint64_t *channels, *users;
static enum place place;
static bool has_few_people; /* the same two are in every room */

/* ---- the world ---- */

static void come_to(int room, int number)
{
    char nick[16], channel[16];
    snprintf(nick, sizeof nick, "p%d", number);
    snprintf(channel, sizeof channel, "#r%d", room);
    if (!irc_people[number])
        irc_people[number] = sim_person_new(net, nick, nick, "some.example", nick);
    sim_person_join(irc_people[number], channel);
}

static void open_irc(int rooms, char *config, size_t size)
{
    int length =
        snprintf(config, size,
                 "irc \"net\" {\n server = net.sim\n port = 6667\n tls = no\n insecure = yes\n"
                 " flood = \"off\"\n channels = {");
    net = sim_irc_new(&(struct sim_irc_options){.name = "net",
                                                .software = "InspIRCd-3",
                                                .has_whox = true,
                                                .has_no_limits = true,
                                                .line = {1, 2, false, false}});
    irc_people = calloc((size_t)rooms * 2, sizeof *irc_people);
    check(irc_people);
    for (int i = 0; i < rooms; i++) {
        length +=
            snprintf(config + length, size - (size_t)length, "%s\"#r%d\"", i > 0 ? ", " : "", i);
        for (int j = 2 * i; j < 2 * i + 2; j++)
            come_to(i, has_few_people ? j % 2 : j);
    }
    snprintf(config + length, size - (size_t)length, "}\n}\n");
}

static void open_discord(int rooms, char *config, size_t size)
{
    uint64_t guild = 0;
    discord = sim_discord_new(NULL);
    channels = calloc((size_t)rooms, sizeof *channels);
    users = calloc((size_t)rooms * 2, sizeof *users);
    check(channels && users);
    for (int i = 0; i < rooms; i++) {
        char name[16];
        if (i % GUILD_ROOMS == 0)
            guild = standin_guild(discord, "Guild");
        snprintf(name, sizeof name, "r%d", i);
        channels[i] = standin_channel(discord, guild, name);
        for (int j = 2 * i; j < 2 * i + 2; j++) {
            snprintf(name, sizeof name, "p%d", j);
            users[j] = standin_user(discord, name, NULL);
        }
    }
    snprintf(config, size, "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}\n",
             sim_discord_token(), standin_rest_url(discord));
}

static void open_world(enum place where, int rooms)
{
    static char config[8192];
    sim_open(1);
    place = where;
    (where == ON_IRC ? open_irc : open_discord)(rooms, config, sizeof config);
    sim_configure(config);
    sim_start();
    sim_wait(QUIET_MS);
}

static void close_world(void)
{
    sim_close();
    free(irc_people);
    free(channels);
    free(users);
    irc_people = NULL;
    channels = users = NULL;
}

static void say(int room, int person, const char *text)
{
    char channel[16];
    snprintf(channel, sizeof channel, "#r%d", room);
    if (place == ON_IRC)
        sim_person_say(irc_people[person], room == APART ? NULL : channel, text);
    else
        standin_say(discord, users[person],
                    room == APART ? standin_dm(discord, users[person]) : channels[room], text);
}

static struct session *table_in(int room)
{
    char name[32];
    if (place == ON_IRC)
        snprintf(name, sizeof name, "#r%d", room);
    else
        snprintf(name, sizeof name, "<#%" PRIu64 ">", channels[room]);
    return host_find(sim_host(), place == ON_IRC ? "irc:net" : "discord:club", name);
}

/* ---- sessions ---- */

/* Heartcatchers in full play; the clock would put robots into the seats. */
static void open_sessions(int first, int count, int guests)
{
    for (int i = first; i < first + count; i++) {
        say(i, 2 * i, "!play heartcatchers clock=off");
        sim_wait(PACE_MS);
        if (guests > 0)
            say(i, 2 * i, "!invite");
        sim_wait(PACE_MS);
        check(table_in(i));
        for (int guest = 0; guest < guests; guest++) {
            char text[32];
            snprintf(text, sizeof text, "!join %s", table_in(i)->shown.invite);
            int room = first + count + (i - first) * guests + guest;
            say(room, 2 * room, text);
            sim_wait(PACE_MS);
            say(APART, 2 * i, "invite yes");
            sim_wait(PACE_MS);
        }
        say(i, 2 * i + 1, "!join");
        sim_wait(PACE_MS);
        say(i, 2 * i, "!start");
        say(i, 2 * i + 1, "!start");
        sim_wait(PACE_MS);
    }
    for (int i = first; i < first + count; i++)
        check(host_is_playing(table_in(i)) && session_showing_count(table_in(i)) == 1 + guests);
}

static int64_t weigh_idle(enum place where, int rooms)
{
    int64_t before = sim_memory();
    has_few_people = true;
    open_world(where, rooms);
    has_few_people = false;
    int64_t held = sim_memory() - before;
    close_world();
    return held;
}

static bool is_at_most(int64_t bytes, int64_t most, const char *what, const char *title)
{
    printf("%-8s %-36s %6" PRId64 " bytes%s\n", title, what, bytes,
           bytes > most ? ", FAILED: too many" : "");
    return bytes <= most;
}

/* Long enough for every private channel to be opened. */
static int64_t quiet(void)
{
    sim_wait(QUIET_MS);
    return sim_memory();
}

static bool weigh(enum place where, const char *title)
{
    enum { WARM = 4, WEIGHED = 12 };
    int64_t idle = (weigh_idle(where, MANY) - weigh_idle(where, FEW)) / (MANY - FEW);
    open_world(where, MANY);
    open_sessions(0, WARM, 0);
    int64_t warm = quiet();
    open_sessions(WARM, WEIGHED, 0);
    int64_t dealt = sim_memory(), alone = quiet();
    open_sessions(WARM + WEIGHED, WEIGHED, GUESTS);
    int64_t shared = quiet();
    close_world();
    bool is_good = is_at_most(idle, IDLE_BYTES, "an idle room", title);
    is_good &=
        is_at_most((dealt - warm) / WEIGHED, DEALT_BYTES, "while hands wait to be sent", title);
    is_good &= is_at_most((alone - warm) / WEIGHED, SESSION_BYTES,
                          "a session, its room and two people", title);
    return is_at_most((shared - alone - (alone - warm)) / (WEIGHED * GUESTS), GUEST_BYTES,
                      "a room more of a session", title) &&
           is_good;
}

static void measure_many(void)
{
    open_world(ON_DISCORD, SESSIONS + SHARED_SESSIONS * GUESTS);
    printf("%d rooms: holds %.1f MB, resident %.1f MB\n", SESSIONS + SHARED_SESSIONS * GUESTS,
           (double)sim_memory() / 1e6, (double)sim_resident() / 1e6);
    open_sessions(SHARED_SESSIONS * (1 + GUESTS), SESSIONS - SHARED_SESSIONS, 0);
    open_sessions(0, SHARED_SESSIONS, GUESTS);
    quiet();
    printf(
        "%d sessions, %d of them in %d rooms: holds %.1f MB in a heap of %.1f MB, resident %.1f MB\n",
        SESSIONS, SHARED_SESSIONS, 1 + GUESTS, (double)sim_memory() / 1e6, (double)sim_heap() / 1e6,
        (double)sim_resident() / 1e6);
    close_world();
}

int main(int argc, char *argv[])
{
    (void)argv;
    bool is_good = weigh(ON_IRC, "IRC");
    is_good &= weigh(ON_DISCORD, "Discord");
    if (argc == 1)
        measure_many();
    return !is_good;
}
