/* Anything that could come to the whole adapter for Discord from its gateway and as answers of
   REST, at a table where two people play. Lines of the input: "TYPE {json}" is an event of that
   type, "i{json}" an interaction, "m{json}" a message, "+{json}" the answer to the oldest
   request, "!10008" its refusal, "-" its failure, "~999" time that passes. Besides not crashing:
   every request is JSON, and no text is longer than it may be. */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "discord.h"
#include "gateway.h"
#include "host.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "rest.h"
#include "store.h"
#include "text.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

enum { REQUESTS = 64, LINES_MOST = 40, TIME_MOST = 3600000, CONTENT_MOST = 2000, ROUNDS = 6 };

static struct loop *loop;
static struct store *store;
static struct host *host;

/* ---- a REST that only waits for answers ---- */

struct rest {
    struct rest_request requests[REQUESTS];
    uint64_t tickets[REQUESTS], last;
    int count;
};

static struct rest fake_rest;

struct rest *rest_new(const struct rest_setup *setup)
{
    (void)setup;
    fake_rest = (struct rest){.count = 0};
    return &fake_rest;
}

static void forget(const struct rest_request *request)
{
    if (request->forget)
        request->forget(request->arg);
}

void rest_free(struct rest *rest)
{
    for (int i = 0; i < rest->count; i++)
        forget(&rest->requests[i]);
    rest->count = 0;
}

static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void check_body(const struct rest_request *request)
{
    char *text = json_dumps(request->body, JSON_COMPACT); /* NULL unless it is UTF-8 */
    const char *content = json_string_value(json_object_get(request->body, "content"));
    check(text);
    check(!content || characters(content) <= CONTENT_MOST);
    free(text);
}

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    if (request->body)
        check_body(request);
    json_decref(request->body);
    if (rest->count == REQUESTS) { /* too many for this test */
        forget(request);
        return ++rest->last;
    }
    rest->requests[rest->count] = *request;
    rest->tickets[rest->count++] = ++rest->last;
    return rest->last;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    (void)rest, (void)ticket;
    return false;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    for (int i = 0; i < rest->count; i++)
        if (rest->tickets[i] == ticket) {
            json_decref(body);
            return true;
        }
    return false;
}

int rest_count(const struct rest *rest)
{
    return rest->count;
}

static void answer(const struct rest_answer *with)
{
    struct rest *rest = &fake_rest;
    if (rest->count == 0)
        return;
    struct rest_request request = rest->requests[0];
    rest->count--;
    memmove(rest->requests, rest->requests + 1, (size_t)rest->count * sizeof *rest->requests);
    memmove(rest->tickets, rest->tickets + 1, (size_t)rest->count * sizeof *rest->tickets);
    if (request.done)
        request.done(request.arg, with);
    else
        forget(&request);
}

void rest_wake(struct rest *rest, const char *token)
{
    (void)rest, (void)token;
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
    (void)rest, (void)out;
}

struct rest_tally rest_tally(const struct rest *rest)
{
    (void)rest;
    return (struct rest_tally){0};
}

void rest_seen(struct rest *rest, const char *nonce, const char *id)
{
    (void)rest;
    (void)nonce;
    (void)id;
}

/* ---- a gateway that says what the input says ---- */

struct gateway {
    struct gateway_setup setup;
};

static struct gateway fake_gateway;

struct gateway *gateway_new(const struct gateway_setup *setup)
{
    fake_gateway.setup = *setup;
    return &fake_gateway;
}

void gateway_start(struct gateway *gateway)
{
    (void)gateway;
}

void gateway_told(struct gateway *gateway, const json_t *body, const char *why)
{
    (void)gateway, (void)body, (void)why;
}

int gateway_shard_of(const struct gateway *gateway, uint64_t guild)
{
    (void)gateway, (void)guild;
    return 0;
}

bool gateway_is_up(const struct gateway *gateway, int shard)
{
    (void)gateway;
    return shard == 0;
}

void gateway_settled(struct gateway *gateway)
{
    (void)gateway;
}

void gateway_served(struct gateway *gateway)
{
    (void)gateway;
}

bool gateway_was_there(struct keep *keep, const char *token)
{
    (void)keep, (void)token;
    return false;
}

void gateway_show(struct gateway *gateway, const char *playing)
{
    (void)gateway;
    (void)playing;
}

void gateway_wake(struct gateway *gateway, const char *token)
{
    (void)gateway, (void)token;
}

struct gateway_tally gateway_tally(const struct gateway *gateway)
{
    (void)gateway;
    return (struct gateway_tally){0};
}

void gateway_stop(struct gateway *gateway, void (*left)(void *arg), void *arg)
{
    (void)gateway;
    left(arg);
}

void gateway_free(struct gateway *gateway)
{
    (void)gateway;
}

/* ---- events ---- */

static void settle(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        loop_step(loop, 1);
        store_flush(store);
        store_dispatch(store);
        host_tick(host, loop_now(loop));
    }
}

static void happen(const char *type, const char *text, size_t length)
{
    const struct gateway_setup *setup = &fake_gateway.setup;
    char *exact = malloc(length ? length : 1); /* no byte behind it */
    check(exact);
    memcpy(exact, text, length);
    bool is_wanted = setup->wants(setup->arg, type, exact, length) || strcmp(type, "READY") == 0;
    json_t *data = json_loadb(exact, length, JSON_ALLOW_NUL, NULL);
    if (is_wanted && data)
        setup->event(setup->arg, 0, type, data);
    json_decref(data);
    free(exact);
    settle();
}

static void happen_text(const char *type, const char *text)
{
    happen(type, text, strlen(text));
}

static void answer_with(const char *text, size_t length)
{
    json_t *body = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    answer(&(struct rest_answer){.outcome = REST_DONE, .status = 200, .body = body});
    json_decref(body);
    settle();
}

static void obey(const char *line, size_t length)
{
    char digits[12] = "", type[40] = "";
    memcpy(digits, line + 1, length - 1 < 10 ? length - 1 : 10);
    long number = strtol(digits, NULL, 10);
    const char *space = memchr(line, ' ', length);
    if (line[0] == '~') {
        loop_step(loop, number > 0 && number < TIME_MOST ? number : 1000);
        settle();
    } else if (line[0] == '!') {
        answer(&(struct rest_answer){.outcome = REST_REFUSED,
                                     .status = 400,
                                     .code = (int)(number % 1000000),
                                     .message = "no"});
        settle();
    } else if (line[0] == '-') {
        answer(&(struct rest_answer){.outcome = REST_FAILED, .message = "lost"});
        settle();
    } else if (line[0] == '+') {
        answer_with(line + 1, length - 1);
    } else if (line[0] == 'i') {
        happen("INTERACTION_CREATE", line + 1, length - 1);
    } else if (line[0] == 'm') {
        happen("MESSAGE_CREATE", line + 1, length - 1);
    } else if (space && (size_t)(space - line) < sizeof type) {
        memcpy(type, line, (size_t)(space - line));
        happen(type, space + 1, length - (size_t)(space - line) - 1);
    }
}

/* ---- a table ---- */

static void answer_all(const char *body)
{
    for (int i = 0; i < REQUESTS && fake_rest.count > 0; i++)
        answer_with(body, strlen(body));
}

static void sit_down(void)
{
    static const char guild[] =
        "{\"id\":\"41\",\"name\":\"Club\",\"owner_id\":\"7\",\"roles\":[{\"id\":\"41\",\"permissions\":\"2251804225\"}],"
        "\"channels\":[{\"id\":\"50\",\"type\":0}],\"threads\":[],\"members\":[]}";
    static const char said[] =
        "{\"id\":\"%s\",\"channel_id\":\"50\",\"guild_id\":\"41\",\"type\":0,\"content\":\"%s\",\"author\":"
        "{\"id\":\"%s\",\"username\":\"%s\"},\"member\":{\"roles\":[]}}";
    char message[512];
    answer_with("{\"id\":\"901\",\"flags\":262144}", 27);
    happen_text("READY", "{\"user\":{\"id\":\"900\"},\"application\":{\"id\":\"901\"}}");
    happen_text("GUILD_CREATE", guild);
    snprintf(message, sizeof message, said, "60", "!play colorcatcher", "7", "ann");
    happen_text("MESSAGE_CREATE", message);
    snprintf(message, sizeof message, said, "61", "!join", "8", "bob");
    happen_text("MESSAGE_CREATE", message);
    answer_all("{\"id\":\"70\"}");
    snprintf(message, sizeof message, said, "62", "!start", "7", "ann");
    happen_text("MESSAGE_CREATE", message);
    answer_all("{\"id\":\"71\"}");
}

static void on_failed(void *arg, const char *why)
{
    (void)arg;
    check(why[0]);
}

static void play(const char *text, size_t size)
{
    int lines = 0;
    for (size_t at = 0, length; at < size && lines < LINES_MOST; at += length + 1, lines++) {
        const char *end = memchr(text + at, '\n', size - at);
        length = end ? (size_t)(end - text) - at : size - at;
        if (length > 0)
            obey(text + at, length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!loop) {
        log_setup(LOG_ERROR + 1, 2);
        loop = loop_new(LOOP_VIRTUAL);
    }
    store = store_memory_new();
    struct commands *commands = commands_new();
    host = host_new(store, commands_execute, commands);
    host_fix_luck(host, 7);
    struct keep *keep = keep_new(&(struct keep_port){.put = NULL});
    struct adapter *bot = discord_new(&(struct discord_setup){.loop = loop,
                                                              .host = host,
                                                              .commands = commands,
                                                              .keep = keep,
                                                              .title = "fuzz",
                                                              .token = "t",
                                                              .api = "http://127.0.0.1",
                                                              .prefix = "!",
                                                              .last_shard = -1,
                                                              .failed = on_failed});
    bot->ops->start(bot);
    sit_down();
    play((const char *)data, size);
    host_free(host);
    bot->ops->free(bot);
    store_flush(store);
    store_dispatch(store); /* drops the last save, as the program does */
    store_close(store);
    keep_free(keep);
    commands_free(commands);
    return 0;
}
