/* What strangers cost the adapter for Discord: a million authors in ten thousand rooms, who
   mention others, command other bots, or are answered. The memory must be what it was, and a
   message that is not for us must cost little. REST answers everything at once, and the gateway
   is not there: what is measured is ours. Times are CPU time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapter.h"
#include "application.h"
#include "bench.h"
#include "board.h"
#include "check.h"
#include "commands.h"
#include "host.h"
#include "inbox.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "people.h"
#include "places.h"
#include "rest.h"
#include "store.h"

enum { AUTHORS = 1000000, ROOMS = 10000, GUILDS = 100, MB = 1024 * 1024 };

/* ---- REST that has no network ---- */

struct rest {
    struct loop *loop;
    struct loop_timer timer;
    struct rest_request *waiting;
    int count, room;
    uint64_t sent;
};

static void answer_all(void *arg)
{
    struct rest *rest = arg;
    json_t *body = json_pack("{s:s}", "id", "999");
    for (int i = 0; i < rest->count; i++) {
        struct rest_request *request = &rest->waiting[i];
        if (request->done)
            request->done(request->arg,
                          &(struct rest_answer){.outcome = REST_DONE, .status = 200, .body = body});
    }
    rest->count = 0;
    json_decref(body);
}

struct rest *rest_new(const struct rest_setup *setup)
{
    struct rest *rest = calloc(1, sizeof *rest);
    check(rest);
    rest->loop = setup->loop;
    rest->room = 1 << 16;
    rest->waiting = calloc((size_t)rest->room, sizeof *rest->waiting);
    check(rest->waiting);
    loop_timer_init(&rest->timer, rest->loop, answer_all, rest);
    return rest;
}

void rest_free(struct rest *rest)
{
    loop_timer_stop(&rest->timer);
    for (int i = 0; i < rest->count; i++)
        if (rest->waiting[i].forget)
            rest->waiting[i].forget(rest->waiting[i].arg);
    free(rest->waiting);
    free(rest);
}

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    check(rest->count < rest->room);
    json_decref(request->body);
    rest->waiting[rest->count++] = *request;
    loop_timer_set(&rest->timer, 0);
    return ++rest->sent;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    (void)rest;
    (void)ticket;
    return false;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    (void)rest;
    (void)ticket;
    (void)body;
    return false;
}

void rest_seen(struct rest *rest, const char *nonce, const char *id)
{
    (void)rest;
    (void)nonce;
    (void)id;
}

struct rest_tally rest_tally(const struct rest *rest)
{
    (void)rest;
    return (struct rest_tally){0};
}

int rest_count(const struct rest *rest)
{
    return rest->count;
}

void rest_wake(struct rest *rest, const char *token)
{
    (void)rest;
    (void)token;
}

void rest_share(struct rest *rest, const struct rest_part *part)
{
    (void)rest, (void)part;
}

void rest_pause(struct rest *rest)
{
    (void)rest;
}

void rest_move(struct rest *rest, const char *base, const char *ca_file)
{
    (void)rest, (void)base, (void)ca_file;
}

void rest_status(const struct rest *rest, struct text *out)
{
    (void)rest;
    (void)out;
}

/* ---- the house ---- */

static struct loop *loop;
static struct store *store;
static struct host *host;
static struct commands *commands;
static struct keep *keep;
static struct discord *discord;

static void failed(void *arg, const char *why)
{
    (void)arg;
    fprintf(stderr, "%s\n", why);
}

static void open_house(void)
{
    loop = loop_new(LOOP_VIRTUAL);
    store = store_memory_new();
    commands = commands_new();
    host = host_new(store, commands_execute, commands);
    keep = keep_new(&(struct keep_port){0});
    check(loop && store && keep);
    discord = (struct discord *)discord_new(&(struct discord_setup){.loop = loop,
                                                                    .host = host,
                                                                    .commands = commands,
                                                                    .keep = keep,
                                                                    .title = "bench",
                                                                    .token = "token",
                                                                    .api = "http://127.0.0.1:1",
                                                                    .prefix = "!",
                                                                    .last_shard = -1,
                                                                    .failed = failed});
    discord->is_up = discord->hears_prefix = true;
    snprintf(discord->user, sizeof discord->user, "900");
    loop_timer_set(&discord->tidy, 0);
    for (int i = 0; i < GUILDS; i++) {
        json_t *guild = json_pack("{s:s#, s:s, s:[]}", "id",
                                  (char[4]){'1', (char)('0' + i / 10), (char)('0' + i % 10)}, 3,
                                  "owner_id", "1", "roles");
        places_guild_note(discord, guild);
        json_decref(guild);
    }
}

/* ---- what is heard ---- */

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double resident_mb(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / MB;
}

static void hear(int i, const char *content)
{
    char bytes[1024];
    int length = snprintf(
        bytes, sizeof bytes,
        "{\"id\":\"%d\",\"type\":0,\"channel_id\":\"%d\",\"guild_id\":\"1%02d\",\"author\":{\"id\":\"%d\",\"username\":"
        "\"somebody\",\"global_name\":\"Some Body\"},\"member\":{\"nick\":null,\"roles\":[\"1\",\"2\"]},\"mentions\":[],"
        "\"attachments\":[],\"embeds\":[],\"components\":[],\"flags\":0,\"content\":\"%s\"}",
        10000 + i, 50000 + i % ROOMS, i % GUILDS, 1000000 + i, content);
    if (!hear_wants(discord, bytes, (size_t)length))
        return;
    json_t *message = json_loadb(bytes, (size_t)length, 0, NULL);
    inbox_message(discord, message);
    json_decref(message);
    discord_tidy(discord);
}

static void measure(const char *what, const char *content, int count, int64_t pause)
{
    double start = now_us(), before = resident_mb(), most = before;
    for (int i = 0; i < count; i++) {
        hear(i, content);
        if (i % 100 == 0) {
            inbox_keep(discord);
            loop_step(loop, pause);
            most = resident_mb() > most ? resident_mb() : most;
        }
    }
    printf(
        "%-44s %6.2f us each; resident %5.1f MB, at most %5.1f MB; people %zu, places %zu, boards %zu, lanes %zu\n",
        what, (now_us() - start) / count, before, most, discord->people.count, discord->rooms.count,
        discord->boards.count, inbox_count(discord));
}

int main(void)
{
    log_setup(LOG_ERROR, STDERR_FILENO);
    open_house();
    /* so that its code is there, too */
    measure("a bot that is in use", "!games", bench_times(ROOMS / 20), 5000);
    double before = resident_mb();
    measure("talk", "hello everybody", bench_times(AUTHORS), 1);
    measure("a mention of somebody else", "<@123456789> hello", bench_times(AUTHORS), 1);
    measure("a command of another bot", "!roll 2d6", bench_times(AUTHORS), 1);
    measure("a question that is answered", "!games", bench_times(10 * ROOMS), 5000);
    loop_step(loop, (int64_t)3 * 3600 * 1000);
    inbox_keep(discord);
    loop_step(loop, (int64_t)3 * 3600 * 1000);
    printf(
        "%-44s %6.1f MB at the start, %5.1f MB hours afterwards; people %zu, places %zu, boards %zu, lanes %zu\n",
        "resident", before, resident_mb(), discord->people.count, discord->rooms.count,
        discord->boards.count, inbox_count(discord));
    discord->adapter.ops->free(&discord->adapter);
    host_free(host);
    keep_free(keep);
    commands_free(commands);
    store_close(store);
    loop_free(loop);
    return 0;
}
