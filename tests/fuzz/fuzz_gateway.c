/* Anything a gateway could say: lines of the input are messages on a connection that the test
   accepts, drops with any code (a line "!4004") or lets time pass on ("~999"). "^" in front
   makes a message binary. The gateway may hang up, but never break, and what it sends is JSON of
   at most 4096 bytes. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "websocket.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

enum { LINKS = 16, TIME_MOST = 100000 };

/* --- links and REST that are not there; see tests/adapters/discord/gateway/fake.c for their
   better kin --- */

struct websocket {
    struct websocket_events events;
    void *arg;
    bool is_closed;
};

static struct websocket links[LINKS];
static int link_count;
static struct loop *loop;

struct websockets *websocket_links_new(const struct websockets_setup *setup)
{
    (void)setup;
    return NULL;
}

void websocket_links_free(struct websockets *all)
{
    (void)all;
}

struct websocket *websocket_open(struct websockets *all, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg)
{
    (void)all, (void)url;
    struct websocket *link = &links[link_count++ % LINKS];
    *link = (struct websocket){.events = *events, .arg = arg};
    return link;
}

void websocket_send(struct websocket *link, const char *text)
{
    check(!link->is_closed && strlen(text) <= 4096);
    json_t *payload = json_loads(text, 0, NULL);
    check(payload);
    json_decref(payload);
}

void websocket_pause(struct websocket *link, bool is_paused)
{
    (void)link, (void)is_paused;
}

void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg)
{
    check(!link->is_closed && code >= 4000 && code <= 4999);
    (void)closed, (void)arg;
    link->is_closed = true;
}

static struct gateway *gateway;
static bool is_asked;

/* --- the owner --- */

static void ask(void *arg)
{
    (void)arg;
    is_asked = true;
}

static bool wants(void *arg, const char *type, const char *data, size_t length)
{
    (void)arg;
    check(data && type[0]);
    return length % 2;
}

static void on_event(void *arg, int shard, const char *type, const json_t *data)
{
    (void)arg;
    check(shard == 0 && type[0] && data);
    gateway_settled(gateway);
}

static void on_failed(void *arg, const char *why)
{
    (void)arg;
    check(why[0]);
}

static uint32_t fewer_intents(void *arg, uint32_t refused)
{
    (void)arg;
    return refused > 1 ? refused / 2 : 0;
}

static void answer(void)
{
    bool was_asked = is_asked;
    json_t *body = json_pack("{s:s, s:s, s:{s:i}}", "url", "wss://fuzz", "shards", "1",
                             "session_start_limit", "remaining", 1000);
    is_asked = false;
    if (was_asked)
        gateway_told(gateway, body, NULL);
    json_decref(body);
}

static struct websocket *last_link(void)
{
    return link_count ? &links[(link_count - 1) % LINKS] : NULL;
}

/* The gateway has connected and waits for Hello, unless it waits for longer. */
static void come_up(void)
{
    struct websocket *link = last_link();
    for (int i = 0; i < 3 && (!link || link->is_closed); i++) {
        loop_step(loop, 1500);
        answer();
        loop_step(loop, 1500);
        link = last_link();
    }
}

static void obey(const char *line, size_t length)
{
    char digits[8] = "";
    struct websocket *link = last_link();
    memcpy(digits, line + 1, length - 1 < 6 ? length - 1 : 6);
    int number = abs(atoi(digits));
    if (line[0] == '~') {
        loop_step(loop, number < TIME_MOST ? number : TIME_MOST);
    } else if (link && !link->is_closed) {
        link->is_closed = true;
        link->events.down(link->arg, number, digits);
    }
}

static void say(const char *line, size_t length)
{
    come_up();
    struct websocket *link = last_link();
    if (!link || link->is_closed)
        return;
    bool is_binary = length && line[0] == '^';
    char *exact = malloc(length ? length : 1); /* no byte behind it */
    check(exact);
    memcpy(exact, line + is_binary, length - is_binary);
    link->events.message(link->arg, exact, length - is_binary, is_binary);
    free(exact);
}

static void play(const char *text, size_t size)
{
    int last = 0;
    for (size_t at = 0, length; at < size; at += length + 1) {
        const char *end = memchr(text + at, '\n', size - at);
        length = end ? (size_t)(end - text) - at : size - at;
        answer();
        loop_step(loop, 0);
        come_up();
        if (link_count != last && last_link() && !last_link()->is_closed)
            last_link()->events.up(last_link()->arg);
        last = link_count;
        if (length && (text[at] == '!' || text[at] == '~'))
            obey(text + at, length);
        else
            say(text + at, length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!loop) {
        log_setup(LOG_ERROR + 1, 2);
        loop = loop_new(LOOP_VIRTUAL);
    }
    struct keep *keep = keep_new(&(struct keep_port){.put = NULL});
    struct gateway_setup setup = {
        .loop = loop,
        .keep = keep,
        .token = "t",
        .intents = 37377,
        .compresses = size > 0 && data[0] % 2,
        .last_shard = -1,
        .ask = ask,
        .wants = wants,
        .event = on_event,
        .failed = on_failed,
        .fewer_intents = fewer_intents,
    };
    link_count = 0;
    gateway = gateway_new(&setup);
    gateway_start(gateway);
    if (size > 1)
        play((const char *)data + 1, size - 1);
    is_asked = false;
    gateway_free(gateway);
    keep_free(keep);
    return 0;
}
