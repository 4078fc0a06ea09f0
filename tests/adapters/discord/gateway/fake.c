/* See fake.h. The functions of websocket.h that stand here are linked in place of the real ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fake.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "testing.h"
#include "websocket.h"

struct websocket {
    struct fake_link seen; /* first: a link is its record */
    struct fake *fake;
    struct websocket_events events;
    void *arg;
    void (*closed)(void *arg);
    void *closed_arg;
    struct loop_timer bye;
};

static struct fake *the_fake; /* links and rest know no other way to it */

/* --- links --- */

struct websockets *websocket_links_new(const struct websockets_setup *setup)
{
    (void)setup;
    return (struct websockets *)the_fake;
}

void websocket_links_free(struct websockets *links)
{
    struct fake *fake = (struct fake *)links;
    for (int i = 0; i < fake->link_count; i++)
        loop_timer_stop(&((struct websocket *)fake->links[i])->bye);
}

static void say_bye(void *arg)
{
    struct websocket *link = arg;
    if (link->closed)
        link->closed(link->closed_arg);
}

struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg)
{
    struct fake *fake = (struct fake *)links;
    struct websocket *link = calloc(1, sizeof *link);
    assert_non_null(link);
    assert_true(fake->link_count < FAKE_LINKS);
    *link = (struct websocket){.fake = fake, .events = *events, .arg = arg};
    link->seen.url = *url;
    link->seen.at = loop_now(fake->loop);
    link->seen.closed_at = -1;
    loop_timer_init(&link->bye, fake->loop, say_bye, link);
    fake->links[fake->link_count++] = &link->seen;
    if (fake->awaits_link)
        loop_stop(fake->loop);
    return link;
}

void websocket_send(struct websocket *link, const char *text)
{
    struct fake_link *seen = &link->seen;
    assert_int_equal(seen->closed_at, -1);
    assert_true(strlen(text) <= 4096);
    assert_true(seen->sent_count < FAKE_SENT);
    struct fake_sent *sent = &seen->sent[seen->sent_count++];
    sent->at = loop_now(link->fake->loop);
    sent->payload = json_loads(text, 0, NULL);
    assert_non_null(sent->payload);
    sent->op = (int)json_integer_value(json_object_get(sent->payload, "op"));
}

void websocket_pause(struct websocket *link, bool is_paused)
{
    (void)link, (void)is_paused;
}

void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg)
{
    assert_int_equal(link->seen.closed_at, -1);
    link->seen.closed_at = loop_now(link->fake->loop);
    link->seen.code = code;
    link->closed = closed;
    link->closed_arg = arg;
    loop_timer_set(&link->bye, 10);
}

/* --- GET /gateway/bot --- */

static void answer(void *arg)
{
    struct fake *fake = arg;
    gateway_told(fake->gateway, fake->bot, "no answer");
}

static struct loop_timer rest_timer;

static void ask(void *arg)
{
    struct fake *fake = arg;
    fake->asked++;
    loop_timer_init(&rest_timer, fake->loop, answer, fake);
    loop_timer_set(&rest_timer, 1);
}

/* --- the owner of the gateway --- */

static bool wants(void *arg, const char *type, const char *data, size_t length)
{
    struct fake *fake = arg;
    (void)data, (void)length;
    return !fake->wants_messages || strcmp(type, "MESSAGE_CREATE") == 0;
}

static void on_event(void *arg, int shard, const char *type, const json_t *data)
{
    struct fake *fake = arg;
    char *text = json_dumps(data, JSON_COMPACT | JSON_ENCODE_ANY);
    size_t length = strlen(fake->events);
    snprintf(fake->events + length, sizeof fake->events - length, "%d %s %.40s;", shard, type,
             text);
    free(text);
    if (fake->settles)
        gateway_settled(fake->gateway);
}

static void on_failed(void *arg, const char *why)
{
    struct fake *fake = arg;
    fake->failures++;
    snprintf(fake->failed, sizeof fake->failed, "%s", why);
}

static uint32_t fewer_intents(void *arg, uint32_t refused)
{
    struct fake *fake = arg;
    (void)refused;
    return fake->fewer;
}

int fake_setup(void **state)
{
    struct fake *fake = calloc(1, sizeof *fake);
    assert_non_null(fake);
    the_fake = fake;
    fake->loop = loop_new(LOOP_VIRTUAL);
    fake->keep = keep_new(&(struct keep_port){.put = NULL});
    fake->settles = true;
    fake->bot = json_pack("{s:s, s:i, s:{s:i, s:i, s:i, s:i}}", "url", "wss://gateway.example/",
                          "shards", 1, "session_start_limit", "total", 1000, "remaining", 1000,
                          "reset_after", 86400000, "max_concurrency", 1);
    fake->setup = (struct gateway_setup){
        .loop = fake->loop,
        .keep = fake->keep,
        .token = "MTIz.raw.token",
        .intents = 37377,
        .last_shard = -1,
        .playing = "!play | /play",
        .ask = ask,
        .wants = wants,
        .event = on_event,
        .failed = on_failed,
        .fewer_intents = fewer_intents,
        .arg = fake,
    };
    *state = fake;
    return 0;
}

static void forget_links(struct fake *fake)
{
    for (int i = 0; i < fake->link_count; i++) {
        struct websocket *link = (struct websocket *)fake->links[i];
        loop_timer_stop(&link->bye);
        for (int k = 0; k < link->seen.sent_count; k++)
            json_decref(link->seen.sent[k].payload);
        free(link);
    }
    fake->link_count = 0;
}

void fake_kill(struct fake *fake)
{
    loop_timer_stop(&rest_timer);
    gateway_free(fake->gateway);
    fake->gateway = NULL;
}

int fake_teardown(void **state)
{
    struct fake *fake = *state;
    fake_kill(fake);
    forget_links(fake);
    keep_free(fake->keep);
    loop_free(fake->loop);
    json_decref(fake->bot);
    free(fake);
    return 0;
}

void fake_start(struct fake *fake)
{
    if (fake->gateway)
        fake_kill(fake);
    fake->gateway = gateway_new(&fake->setup);
    gateway_start(fake->gateway);
}

void fake_wait(struct fake *fake, int64_t ms)
{
    loop_step(fake->loop, ms);
}

static void end_wait(void *arg)
{
    loop_stop(arg);
}

struct fake_link *fake_next(struct fake *fake, int links, int64_t ms)
{
    struct loop_timer limit;
    loop_step(fake->loop, 0);
    loop_timer_init(&limit, fake->loop, end_wait, fake->loop);
    loop_timer_set(&limit, ms);
    fake->awaits_link = true;
    while (fake->link_count <= links && loop_timer_is_set(&limit))
        loop_run(fake->loop);
    fake->awaits_link = false;
    loop_timer_stop(&limit);
    if (fake->link_count <= links)
        fail_msg("no connection within %lld ms", (long long)ms);
    loop_step(fake->loop, 0);
    return fake->links[links];
}

/* --- Discord --- */

void fake_accept(struct fake *fake, struct fake_link *seen)
{
    struct websocket *link = (struct websocket *)seen;
    link->events.up(link->arg);
    loop_step(fake->loop, 0);
}

void fake_say_bytes(struct fake *fake, struct fake_link *seen, const char *bytes, size_t length,
                    bool is_binary)
{
    struct websocket *link = (struct websocket *)seen;
    char *exact = malloc(length ? length : 1); /* no byte behind it */
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    if (seen->closed_at < 0)
        link->events.message(link->arg, exact, length, is_binary);
    free(exact);
    loop_step(fake->loop, 0);
}

void fake_say(struct fake *fake, struct fake_link *link, const char *text)
{
    fake_say_bytes(fake, link, text, strlen(text), false);
}

void fake_drop(struct fake *fake, struct fake_link *seen, int code)
{
    struct websocket *link = (struct websocket *)seen;
    assert_int_equal(seen->closed_at, -1);
    seen->closed_at = loop_now(fake->loop);
    link->events.down(link->arg, code, "dropped");
    loop_step(fake->loop, 0);
}

void fake_hello(struct fake *fake, struct fake_link *link)
{
    fake_accept(fake, link);
    fake_say(fake, link, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000},\"s\":null,\"t\":null}");
}

void fake_ready(struct fake *fake, struct fake_link *link, int sequence)
{
    char text[256];
    snprintf(
        text, sizeof text,
        "{\"op\":0,\"s\":%d,\"t\":\"READY\",\"d\":{\"session_id\":\"abc\",\"resume_gateway_url\":"
        "\"wss://resume.example\"}}",
        sequence);
    fake_say(fake, link, text);
}

struct fake_link *fake_up(struct fake *fake)
{
    int links = fake->link_count;
    fake_start(fake);
    struct fake_link *link = fake_next(fake, links, 1000);
    fake_hello(fake, link);
    assert_int_equal(fake_count(link, 2), 1);
    fake_ready(fake, link, 1);
    return link;
}

void fake_beat(struct fake *fake, struct fake_link *link, int64_t ms)
{
    for (int64_t end = loop_now(fake->loop) + ms; loop_now(fake->loop) < end;
         loop_step(fake->loop, 100))
        for (; link->beats_answered < fake_count(link, 1); link->beats_answered++)
            fake_say(fake, link, "{\"op\":11}");
}

const struct fake_sent *fake_find(const struct fake_link *link, int op, int n)
{
    for (int i = 0; i < link->sent_count; i++)
        if (link->sent[i].op == op && n-- == 0)
            return &link->sent[i];
    return NULL;
}

int fake_count(const struct fake_link *link, int op)
{
    int count = 0;
    while (fake_find(link, op, count))
        count++;
    return count;
}

int fake_count_all(const struct fake *fake, int op)
{
    int count = 0;
    for (int i = 0; i < fake->link_count; i++)
        count += fake_count(fake->links[i], op);
    return count;
}

/* ---- what the bot said ---- */

json_int_t number(const struct fake_sent *sent, const char *key)
{
    return json_integer_value(json_object_get(json_object_get(sent->payload, "d"), key));
}

const char *word(const struct fake_sent *sent, const char *key)
{
    return json_string_value(json_object_get(json_object_get(sent->payload, "d"), key));
}

const json_t *beat_of(const struct fake_sent *sent)
{
    return json_object_get(sent->payload, "d");
}

struct fake_link *after_drop(struct fake *fake, struct fake_link *link, int code)
{
    int links = fake->link_count;
    fake_drop(fake, link, code);
    link = fake_next(fake, links, 5 * SECOND);
    fake_hello(fake, link);
    return link;
}

void expect_resume(const struct fake_link *link, const char *session, json_int_t sequence)
{
    const struct fake_sent *resume = fake_find(link, RESUME, 0);
    assert_int_equal(fake_count(link, IDENTIFY), 0);
    assert_non_null(resume);
    assert_string_equal(word(resume, "session_id"), session);
    assert_string_equal(word(resume, "token"), "MTIz.raw.token");
    assert_int_equal(number(resume, "seq"), sequence);
    assert_string_equal(link->url.host, "resume.example");
}

void expect_identify(const struct fake_link *link)
{
    assert_int_equal(fake_count(link, RESUME), 0);
    assert_int_equal(fake_count(link, IDENTIFY), 1);
    assert_string_equal(link->url.host, "gateway.example");
}

void fake_let_in(struct fake *fake, int *served)
{
    for (; *served < fake->link_count; (*served)++)
        fake_hello(fake, fake->links[*served]);
}

int fake_shard_of(const struct fake_link *link)
{
    const struct fake_sent *identify = fake_find(link, IDENTIFY, 0);
    return identify ? (int)json_integer_value(json_array_get(
                          json_object_get(json_object_get(identify->payload, "d"), "shard"), 0))
                    : -1;
}

FILE *fake_logs;

void fake_log_aside(void)
{
    fake_logs = tmpfile();
    check(fake_logs);
    log_setup(LOG_DEBUG, fileno(fake_logs));
}
