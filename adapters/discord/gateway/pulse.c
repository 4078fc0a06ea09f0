/* See pulse.h. */
#include "pulse.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway_session.h"
#include "shard.h"
#include "text.h"
#include "websocket.h"

enum {
    SENDS_KEPT_FOR_HEARTBEATS = 5,
    SENDS_SPAN = 60 * 1000 + 500, /* with a margin for packets that take longer */
    PRESENCES_SPAN = 20 * 1000 + 500,
    HEART_USUAL = 41250, /* ms */
    HEART_LEAST = 100,
    HEART_MOST = 600 * 1000,
    LARGE_GUILD = 50
};

enum { OP_HEARTBEAT = 1, OP_IDENTIFY = 2, OP_PRESENCE = 3, OP_RESUME = 6 };

/* ---- sending ---- */

/* {"op": op, "d": data}; takes `data`. */
static void say(struct pulse *pulse, int op, json_t *data)
{
    json_t *root = json_pack("{s:i, s:o}", "op", op, "d", data);
    check(root);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    check(text && strlen(text) <= PULSE_BYTES);
    ring_add(&pulse->sends, loop_now(pulse->port->loop));
    websocket_send(pulse->link, text);
    free(text);
}

static int64_t wait_to_send(const struct pulse *pulse)
{
    return ring_wait(&pulse->sends, PULSE_SENDS - SENDS_KEPT_FOR_HEARTBEATS, SENDS_SPAN,
                     loop_now(pulse->port->loop));
}

static json_t *sequence_of(const struct gateway_session *session)
{
    return session->has_sequence ? json_integer(session->sequence) : json_null();
}

/* The admin's text, cut to PULSE_PLAYING characters; bytes that are not UTF-8 become "?". */
static json_t *playing_of(const char *playing)
{
    char bytes[PULSE_PLAYING * 4 + 1];
    struct text text = text_over(bytes, sizeof bytes);
    int length = (int)strlen(playing), at = 0;
    for (int step, count = 0; at < length && count < PULSE_PLAYING;
         at += step ? step : 1, count++) {
        step = text_utf8(playing + at, length - at, NULL);
        text_put_bytes(&text, step ? playing + at : "?", step ? step : 1);
    }
    return json_string(bytes);
}

static json_t *presence_of(const char *playing)
{
    return json_pack("{s:n, s:b, s:s, s:[{s:o, s:i}]}", "since", "afk", 0, "status", "online",
                     "activities", "name", playing_of(playing), "type", 0);
}

void pulse_identify(struct pulse *pulse, int shard)
{
    const struct shard_port *port = pulse->port;
    json_t *data = json_pack(
        "{s:o, s:I, s:[ii], s:i, s:{s:s, s:s, s:s}}", "token", json_string_nocheck(port->token),
        "intents", (json_int_t)port->intents, "shard", shard, port->shard_count, "large_threshold",
        LARGE_GUILD, "properties", "os", "linux", "browser", "tabletalk", "device", "tabletalk");
    check(data);
    if (port->playing)
        json_object_set_new(data, "presence", presence_of(port->playing));
    pulse->has_to_show = false;
    say(pulse, OP_IDENTIFY, data);
}

void pulse_resume(struct pulse *pulse)
{
    json_t *data = json_pack("{s:o, s:s, s:o}", "token", json_string_nocheck(pulse->port->token),
                             "session_id", pulse->session->id, "seq", sequence_of(pulse->session));
    check(data);
    say(pulse, OP_RESUME, data);
}

/* ---- heartbeats ---- */

static void beat(struct pulse *pulse)
{
    say(pulse, OP_HEARTBEAT, sequence_of(pulse->session));
}

static void on_heart(void *arg)
{
    struct pulse *pulse = arg;
    int64_t now = loop_now(pulse->port->loop);
    if (pulse->awaits_ack) {
        pulse->dead(pulse->arg);
        return;
    }
    pulse->awaits_ack = true;
    beat(pulse);
    pulse->due += pulse->interval;
    if (pulse->due < now) /* the process was asleep: begin anew */
        pulse->due = now + pulse->interval;
    loop_timer_set(&pulse->heart, pulse->due - now);
}

/* The interval in ms, within bounds whatever the server says. */
static int64_t read_interval(const char *text, size_t length)
{
    json_t *data = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    const json_t *value = json_object_get(data, "heartbeat_interval");
    double ms =
        json_is_string(value) ? strtod(json_string_value(value), NULL) : json_number_value(value);
    json_decref(data);
    if (!(ms > 0))
        return HEART_USUAL;
    return ms < HEART_LEAST ? HEART_LEAST : ms > HEART_MOST ? HEART_MOST : (int64_t)ms;
}

void pulse_begin(struct pulse *pulse, const char *data, size_t length)
{
    pulse->interval = read_interval(data, length);
    int64_t first = (int64_t)randombytes_uniform((uint32_t)pulse->interval);
    pulse->due = loop_now(pulse->port->loop) + first;
    pulse->awaits_ack = false;
    loop_timer_set(&pulse->heart, first);
}

void pulse_acknowledge(struct pulse *pulse)
{
    pulse->awaits_ack = false;
}

void pulse_answer(struct pulse *pulse)
{
    if (wait_to_send(pulse) == 0)
        beat(pulse);
}

/* ---- presences ---- */

static void try_show(void *arg)
{
    struct pulse *pulse = arg;
    int64_t now = loop_now(pulse->port->loop);
    int64_t wait = ring_wait(&pulse->presences, PULSE_PRESENCES, PRESENCES_SPAN, now),
            other = wait_to_send(pulse);
    wait = wait > other ? wait : other;
    if (!pulse->has_to_show || !pulse->can_show || !pulse->port->playing)
        return;
    if (wait > 0) {
        loop_timer_set(&pulse->show, wait);
        return;
    }
    pulse->has_to_show = false;
    ring_add(&pulse->presences, now);
    say(pulse, OP_PRESENCE, presence_of(pulse->port->playing));
}

void pulse_show(struct pulse *pulse)
{
    pulse->has_to_show = true;
    try_show(pulse);
}

void pulse_is_up(struct pulse *pulse)
{
    pulse->can_show = true;
    try_show(pulse);
}

/* ---- life ---- */

void pulse_init(struct pulse *pulse, const struct shard_port *port,
                const struct gateway_session *session, void (*dead)(void *arg), void *arg)
{
    *pulse = (struct pulse){.port = port, .session = session, .dead = dead, .arg = arg};
    loop_timer_init(&pulse->heart, port->loop, on_heart, pulse);
    loop_timer_init(&pulse->show, port->loop, try_show, pulse);
}

void pulse_open(struct pulse *pulse, struct websocket *link)
{
    pulse->link = link;
    pulse->sends.added = pulse->presences.added = 0;
}

void pulse_stop(struct pulse *pulse)
{
    pulse->can_show = false;
    loop_timer_stop(&pulse->heart);
    loop_timer_stop(&pulse->show);
}
