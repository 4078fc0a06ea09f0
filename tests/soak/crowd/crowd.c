/* soak_crowd [AUTHORS]: what strangers cost the whole program on simulated wires
   (tests/sim/sim.h). A million people say something in ten thousand rooms of a hundred servers
   of Discord: talk, mentions of others, commands of other bots; in each room somebody asks us
   something, too. Prints what the program holds before, in between and hours afterwards, and
   fails if that is more than MOST, or has grown. It must not know what the program keeps, and
   why. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim.h"
#include "standin.h"

enum {
    GUILDS = 100,
    CHANNELS = 100, /* of each */
    ROOMS = GUILDS * CHANNELS,
    ASKERS = 1000,
    STEP_MS = 250,
    A_STEP = 20,       /* messages of strangers; four times as many a second */
    ASK_EVERY = 100,   /* messages of strangers for one question */
    ASK_MS = 500,      /* between two questions, where there are no strangers */
    WARM = 500,        /* questions before the start, so that what answers them is there */
    FORGET_MS = 60000, /* the stand-in remembers so much */
    MOST_MB = 24,      /* of an idle program */
    GROWTH_PER_CENT = 10
};
static const int64_t idle_ms = (int64_t)6 * 3600 * 1000;

static struct standin *discord;
static uint64_t guilds[GUILDS], rooms[ROOMS], askers[ASKERS];
static long asked, answered;

struct size {
    int64_t held, heap, resident;
};

static void on_seen(void *arg, uint64_t viewer, uint64_t channel, const char *text)
{
    (void)arg;
    (void)viewer;
    (void)channel;
    answered += *text != '\0';
}

static void open_world(void)
{
    char config[512], name[32];
    sim_open(1);
    discord = sim_discord_new(NULL);
    standin_on_seen(discord, on_seen, NULL);
    for (int i = 0; i < ROOMS; i++) {
        if (i % CHANNELS == 0)
            guilds[i / CHANNELS] = standin_guild(discord, "Guild");
        snprintf(name, sizeof name, "room-%d", i);
        rooms[i] = standin_channel(discord, guilds[i / CHANNELS], name);
    }
    for (int i = 0; i < ASKERS; i++) {
        snprintf(name, sizeof name, "asker%d", i);
        askers[i] = standin_user(discord, name, NULL);
    }
    snprintf(config, sizeof config, "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}\n",
             sim_discord_token(), standin_rest_url(discord));
    sim_configure(config);
    sim_start();
}

/* The stand-in does not keep hours of heartbeats. */
static void wait(int64_t ms)
{
    static int64_t forget_at;
    for (int64_t until = sim_now() + ms; sim_now() < until;) {
        sim_wait(until - sim_now() < FORGET_MS ? until - sim_now() : FORGET_MS);
        if (sim_now() < forget_at)
            continue;
        standin_forget(discord, sim_now() - FORGET_MS);
        forget_at = sim_now() + FORGET_MS;
    }
}

/* In one room after the other; answers are counted without what was asked. */
static void ask(void)
{
    standin_say(discord, askers[asked % ASKERS], rooms[asked * 37 % ROOMS], "!games");
    asked++;
    answered--;
}

/* A stranger whom the stand-in need not know. */
static void say(long number)
{
    static const char *const texts[] = {"hello everybody", "<@123456789> hello", "!roll 2d6"};
    char ids[4][24];
    uint64_t room = (uint64_t)number * 7 % ROOMS;
    const uint64_t values[] = {UINT64_C(900000000000000000) + (uint64_t)number, rooms[room],
                               guilds[room / CHANNELS],
                               UINT64_C(700000000000000000) + (uint64_t)number};
    for (int i = 0; i < 4; i++)
        snprintf(ids[i], sizeof ids[i], "%" PRIu64, values[i]);
    standin_dispatch(
        discord, STANDIN_EVERY, "MESSAGE_CREATE",
        json_pack(
            "{s:s, s:i, s:s, s:s, s:{s:s, s:s, s:s}, s:{s:n, s:[]}, s:[], s:[], s:[], s:[], s:i, s:s}",
            "id", ids[0], "type", 0, "channel_id", ids[1], "guild_id", ids[2], "author", "id",
            ids[3], "username", "somebody", "global_name", "Some Body", "member", "nick", "roles",
            "mentions", "attachments", "embeds", "components", "flags", 0, "content",
            texts[number % 3]));
}

static struct size measure(const char *when)
{
    struct size size = {sim_memory(), sim_heap(), sim_resident()};
    printf(
        "%-22s %6.2f h: holds %6.2f MB in a heap of %6.2f MB, resident %6.2f MB; %ld questions, %ld answers\n",
        when, (double)sim_now() / 3600000, (double)size.held / 1e6, (double)size.heap / 1e6,
        (double)size.resident / 1e6, asked, answered);
    fflush(stdout);
    return size;
}

static void let_all_speak(long authors)
{
    for (long i = 0; i < authors; i++) {
        say(i);
        if (i % ASK_EVERY == 0)
            ask();
        if (i % A_STEP == 0)
            wait(STEP_MS);
        if (i > 0 && i % (authors / 4 + 1) == 0)
            measure("while they speak");
    }
}

static int expect(bool is_so, const char *what)
{
    if (!is_so)
        printf("FAILED: %s\n", what);
    return !is_so;
}

static bool has_grown(int64_t before, int64_t after)
{
    return after > before * (100 + GROWTH_PER_CENT) / 100;
}

int main(int argc, char *argv[])
{
    long authors = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
    open_world();
    wait(60000);
    measure("connected");
    for (int i = 0; i < WARM; i++, wait(ASK_MS))
        ask();
    wait(idle_ms);
    struct size before = measure("idle at the start");
    let_all_speak(authors);
    measure("all have spoken");
    wait(idle_ms);
    struct size after = measure("idle afterwards");
    int failed = expect(before.resident <= (int64_t)MOST_MB * 1000000 &&
                            after.resident <= (int64_t)MOST_MB * 1000000,
                        "at most 24 MB when idle");
    failed += expect(!has_grown(before.resident, after.resident), "at most 10 % above the start");
    failed += expect(answered >= asked, "whoever asked was answered");
    failed += expect(sim_exits() == 0 && standin_violations(discord) == 0,
                     "nothing ends the program, Discord does not mind");
    sim_close();
    return failed > 0;
}
