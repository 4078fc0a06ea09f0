/* See shard.h. First what is sent, and when: heartbeats in time, everything within Discord's budget
   of sends, part of which is reserved for heartbeats. Then the connection: `state` says what we
   wait for, the timer `next` how long. Every connection that another one follows ends in lose(). */
#include "shard.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway_session.h"
#include "intake.h"
#include "loop.h"
#include "text.h"
#include "websocket.h"

enum {
    OP_DISPATCH = 0,
    OP_HEARTBEAT = 1,
    OP_IDENTIFY = 2,
    OP_PRESENCE = 3,
    OP_RESUME = 6,
    OP_RECONNECT = 7,
    OP_INVALID_SESSION = 9,
    OP_HELLO = 10,
    OP_ACK = 11
};

enum {
    SENDS_KEPT_FOR_HEARTBEATS = 5,
    SENDS_SPAN = 60 * 1000 + 500, /* with a margin for packets that take longer */
    PRESENCES_SPAN = 20 * 1000 + 500,
    HEART_USUAL = 41250, /* ms */
    HEART_LEAST = 100,
    HEART_MOST = 600 * 1000,
    LARGE_GUILD = 50
};

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

/* says the presence, too */
static void pulse_identify(struct pulse *pulse, int shard)
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

static void pulse_resume(struct pulse *pulse)
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

/* Begins heartbeats; `data` is the JSON text of Hello's d. */
static void pulse_begin(struct pulse *pulse, const char *data, size_t length)
{
    pulse->interval = read_interval(data, length);
    int64_t first = (int64_t)randombytes_uniform((uint32_t)pulse->interval);
    pulse->due = loop_now(pulse->port->loop) + first;
    pulse->awaits_ack = false;
    loop_timer_set(&pulse->heart, first);
}

static void pulse_acknowledge(struct pulse *pulse)
{
    pulse->awaits_ack = false;
}

/* The server wants a heartbeat at once: sends one if the budget allows. */
static void pulse_answer(struct pulse *pulse)
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

/* port->playing has changed: sends it as soon as the budget allows. */
static void pulse_show(struct pulse *pulse)
{
    pulse->has_to_show = true;
    try_show(pulse);
}

/* From now on presences may be sent. */
static void pulse_is_up(struct pulse *pulse)
{
    pulse->can_show = true;
    try_show(pulse);
}

/* ---- life ---- */

static void pulse_init(struct pulse *pulse, const struct shard_port *port,
                       const struct gateway_session *session, void (*dead)(void *arg), void *arg)
{
    *pulse = (struct pulse){.port = port, .session = session, .dead = dead, .arg = arg};
    loop_timer_init(&pulse->heart, port->loop, on_heart, pulse);
    loop_timer_init(&pulse->show, port->loop, try_show, pulse);
}

/* begins a new connection with a full budget */
static void pulse_open(struct pulse *pulse, struct websocket *link)
{
    pulse->link = link;
    pulse->sends.added = pulse->presences.added = 0;
}

/* sends nothing more by itself */
static void pulse_stop(struct pulse *pulse)
{
    pulse->can_show = false;
    loop_timer_stop(&pulse->heart);
    loop_timer_stop(&pulse->show);
}

/* ---- the connection ---- */

enum {
    SECOND = 1000,
    CONNECT_MS = 30 * SECOND,
    HELLO_MS = 30 * SECOND,
    ANSWER_MS = 60 * SECOND,  /* to Identify or Resume; while a replay runs, from event to event */
    REPLAY_MS = 600 * SECOND, /* a whole replay */
    STABLE_MS = 60 * SECOND,
    BACKOFF_MOST = 120 * SECOND,
    SLOW_DOWN_MS = 10 * SECOND, /* after "sent too fast" */
    TOO_BIG_MS = 60 * SECOND,   /* between two lines of the log about events that are too big */

    CLOSE_TO_RESUME = 4000, /* 1000 and 1001 would end the session */
    /* failed Resumes in a row; then the session is dropped, if it may be over by its age: */
    RESUMES_MOST = 5,
    SESSION_MS = 300 * SECOND /* Discord keeps one for a few minutes */
};

enum state {
    STATE_STOPPED,
    STATE_WAITING,    /* to connect again */
    STATE_QUEUED,     /* for a turn to Identify */
    STATE_CONNECTING, /* for TCP, TLS and the web socket */
    STATE_OPEN,       /* for Hello */
    STATE_GREETED,    /* for READY or RESUMED */
    STATE_UP
};

struct shard {
    const struct shard_port *port;
    int id;
    enum state state;
    struct websocket *link; /* from STATE_CONNECTING on */
    struct intake *intake;
    int64_t too_big_until; /* until then events that are too big are not logged */
    struct loop_timer next;
    struct pulse pulse;
    uint32_t intents;         /* of the last Identify */
    int64_t connects, losses; /* so far, for an operator */

    struct gateway_session session;
    bool has_turn, is_resuming;
    bool avoids_resume_url; /* it failed the last time */
    int failed_resumes;
    int64_t up_until; /* when the first of them failed */
    int failures;     /* unstable connections in a row */
    int64_t tried_at, greeted_at;
};

/* --- the end of a connection --- */

static int64_t between(int64_t least, int64_t most)
{
    return least + (int64_t)randombytes_uniform((uint32_t)(most - least + 1));
}

/* The pause before the next try: up to a second at first, then 1, 2, 4 ... 120 s with jitter;
   never two tries within a second. */
static int64_t backoff(struct shard *shard)
{
    int64_t most = shard->failures < 8 ? (int64_t)SECOND << shard->failures : BACKOFF_MOST;
    most = most < BACKOFF_MOST ? most : BACKOFF_MOST;
    int64_t delay = between(shard->failures ? most / 2 : 0, most);
    int64_t rest = shard->tried_at + SECOND - loop_now(shard->port->loop);
    shard->failures++;
    return delay > rest ? delay : rest;
}

/* Ends the connection, if any, and everything that depends on it. */
static void hang_up(struct shard *shard, int code, void (*closed)(void *arg), void *arg)
{
    struct websocket *link = shard->link;
    loop_timer_stop(&shard->next);
    pulse_stop(&shard->pulse);
    shard->link = NULL;
    shard->state = STATE_STOPPED;
    intake_stop(shard->intake);
    if (link)
        websocket_close(link, code, closed, arg);
    if (shard->has_turn) {
        shard->has_turn = false;
        shard->port->turn_is_over(shard->port->arg, shard->id);
    }
}

static void wait_for(struct shard *shard, enum state state, int64_t ms)
{
    shard->state = state;
    loop_timer_set(&shard->next, ms);
}

/* Ends a connection that another one will follow. */
static void lose(struct shard *shard, enum closing_after after, int code, const char *why)
{
    bool was_resuming = shard->is_resuming && shard->state == STATE_GREETED;
    int64_t now = loop_now(shard->port->loop);
    if (shard->failed_resumes == 0)
        shard->up_until = now;
    shard->failed_resumes += was_resuming;
    hang_up(shard, CLOSE_TO_RESUME, NULL, NULL);
    bool is_over = shard->failed_resumes >= RESUMES_MOST && now - shard->up_until >= SESSION_MS;
    if (after == AFTER_IDENTIFY || after == AFTER_INVALID || is_over)
        shard_forget(shard);
    /* After op 9 the backoff does not grow: identify.c slows down repeated Identifies. */
    int64_t wait = after == AFTER_INVALID ? between(SECOND, 5 * SECOND) : backoff(shard);
    if (after == AFTER_PAUSE && wait < SLOW_DOWN_MS)
        wait = SLOW_DOWN_MS;
    gateway_log_loss(shard->id, code, why, wait);
    shard->losses++;
    wait_for(shard, STATE_WAITING, wait);
}

/* --- sending --- */

static void on_no_answer(void *arg)
{
    lose(arg, AFTER_RESUME, 0, "no answer to a heartbeat");
}

void shard_show(struct shard *shard)
{
    pulse_show(&shard->pulse);
}

/* --- what Discord says --- */

static void on_up_again(struct shard *shard, const char *type)
{
    gateway_log_up(shard->id, type);
    shard->connects++;
    shard->failed_resumes = 0;
    wait_for(shard, STATE_UP, STABLE_MS);
    pulse_is_up(&shard->pulse);
}

static void note_session(struct shard *shard, const char *type, const json_t *data)
{
    bool is_ready = strcmp(type, "READY") == 0;
    if (is_ready) {
        gateway_session_begin(&shard->session,
                              json_string_value(json_object_get(data, "session_id")),
                              json_string_value(json_object_get(data, "resume_gateway_url")));
        shard->avoids_resume_url = false;
    }
    if ((is_ready || strcmp(type, "RESUMED") == 0) && shard->state == STATE_GREETED)
        on_up_again(shard, type);
}

/* Notes a dispatch; true if it comes for the first time. A replay may bring some again, and two
   may be swapped on the way. */
static bool is_new(struct gateway_session *session, int64_t sequence)
{
    int64_t ahead = session->has_sequence ? sequence - session->sequence : GATEWAY_SESSION_SEEN;
    if (ahead > 0) {
        session->seen = ahead < GATEWAY_SESSION_SEEN ? session->seen << ahead | 1 : 1;
        session->has_sequence = true;
        session->sequence = sequence;
        return true;
    }
    if (ahead <= -GATEWAY_SESSION_SEEN || (session->seen >> -ahead & 1))
        return false;
    session->seen |= UINT64_C(1) << -ahead;
    return true;
}

/* READY after an Identify, and RESUMED while we wait for it, say that the connection works,
   whatever their number. Otherwise they are dispatches like others, and may be replayed. */
static bool is_of_interest(struct shard *shard, const struct envelope *envelope)
{
    const struct shard_port *port = shard->port;
    const char *type = envelope->type;
    bool is_first = !envelope->has_sequence || is_new(&shard->session, envelope->sequence);
    if (strcmp(type, "READY") == 0)
        return is_first || !shard->is_resuming;
    if (strcmp(type, "RESUMED") == 0)
        return is_first || shard->state == STATE_GREETED;
    return is_first && type[0] && !port->is_over &&
           port->wants(port->owner, type, envelope->data, envelope->length);
}

static void wait_for_replay(struct shard *shard)
{
    int64_t left = shard->greeted_at + REPLAY_MS - loop_now(shard->port->loop);
    loop_timer_set(&shard->next, left < 0 ? 0 : left < ANSWER_MS ? left : ANSWER_MS);
}

static void on_dispatch(struct shard *shard, const struct envelope *envelope)
{
    const struct shard_port *port = shard->port;
    if (shard->state == STATE_GREETED)
        wait_for_replay(shard);
    if (!is_of_interest(shard, envelope))
        return;
    shard->session.has_news = true;
    shard->failed_resumes = 0; /* a replay that is cut goes on behind what came of it */
    json_error_t error;
    json_t *data =
        json_loadb(envelope->data, envelope->length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (!data) {
        gateway_log_unreadable(envelope->type, error.position);
        return;
    }
    note_session(shard, envelope->type, data);
    if (!port->is_over)
        port->event(port->owner, shard->id, envelope->type, data);
    json_decref(data);
}

static void on_heartbeat_wanted(struct shard *shard, const struct envelope *envelope)
{
    (void)envelope;
    if (shard->state >= STATE_OPEN)
        pulse_answer(&shard->pulse);
}

static void on_reconnect(struct shard *shard, const struct envelope *envelope)
{
    (void)envelope;
    lose(shard, AFTER_RESUME, 0, "Discord asked for a new connection");
}

static void on_invalid_session(struct shard *shard, const struct envelope *envelope)
{
    if (envelope->length == 4 && memcmp(envelope->data, "true", 4) == 0)
        lose(shard, AFTER_RESUME, 0, "the session was interrupted");
    else {
        if (shard->state == STATE_GREETED && !shard->is_resuming)
            shard->port->is_refused(shard->port->arg, shard->id);
        lose(shard, AFTER_INVALID, 0, "the session is over");
    }
}

static void on_hello(struct shard *shard, const struct envelope *envelope)
{
    const struct shard_port *port = shard->port;
    if (shard->state != STATE_OPEN)
        return;
    pulse_begin(&shard->pulse, envelope->data, envelope->length);
    shard->greeted_at = loop_now(port->loop);
    wait_for(shard, STATE_GREETED, ANSWER_MS);
    if (shard->is_resuming)
        pulse_resume(&shard->pulse);
    else
        port->ready_to_identify(port->arg, shard->id);
}

static void on_ack(struct shard *shard, const struct envelope *envelope)
{
    (void)envelope;
    pulse_acknowledge(&shard->pulse);
}

/* Other ops are ignored. */
static const struct {
    int op;
    void (*fn)(struct shard *shard, const struct envelope *envelope);
} ops[] = {
    {OP_DISPATCH, on_dispatch},   {OP_HEARTBEAT, on_heartbeat_wanted},
    {OP_RECONNECT, on_reconnect}, {OP_INVALID_SESSION, on_invalid_session},
    {OP_HELLO, on_hello},         {OP_ACK, on_ack},
};

/* Most of what comes is an event that nobody wants: one look is enough for it. */
static bool passes_over(struct shard *shard, const char *text, size_t length)
{
    const struct shard_port *port = shard->port;
    struct envelope envelope;
    if (port->is_over || !intake_envelope_glance(text, length, &envelope) ||
        envelope.op != OP_DISPATCH || strcmp(envelope.type, "READY") == 0 ||
        strcmp(envelope.type, "RESUMED") == 0 ||
        port->wants(port->owner, envelope.type, envelope.data, envelope.length))
        return false;
    if (shard->state == STATE_GREETED)
        wait_for_replay(shard);
    is_new(&shard->session, envelope.sequence);
    return true;
}

static void hear(struct shard *shard, const char *text, size_t length)
{
    struct envelope envelope;
    if (passes_over(shard, text, length))
        return;
    if (!intake_envelope_read(text, length, &envelope)) {
        lose(shard, AFTER_RESUME, 0, "it sent something that is no JSON object");
        return;
    }
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].op == envelope.op) {
            ops[i].fn(shard, &envelope);
            return;
        }
}

/* --- the link --- */

static void on_up(void *arg)
{
    wait_for(arg, STATE_OPEN, HELLO_MS);
}

static void on_message(void *arg, const char *bytes, size_t length, bool is_binary)
{
    struct shard *shard = arg;
    intake_take(shard->intake, bytes, length, is_binary);
}

/* An event that is too big is passed over, so that one server does not cut us off from the
   others. */
static void log_too_big(struct shard *shard, const char *text, size_t length)
{
    struct envelope envelope;
    int64_t now = loop_now(shard->port->loop);
    if (now < shard->too_big_until || !intake_envelope_read(text, length, &envelope))
        return;
    shard->too_big_until = now + TOO_BIG_MS;
    gateway_log_too_big(envelope.type);
}

static void on_payload(void *arg, const char *text, size_t length, bool is_cut)
{
    struct shard *shard = arg;
    if (is_cut)
        log_too_big(shard, text, length);
    hear(shard, text, length);
}

static void on_broken(void *arg, const char *why)
{
    lose(arg, AFTER_RESUME, 0, why);
}

static void on_pause(void *arg, bool is_paused)
{
    struct shard *shard = arg;
    if (shard->link)
        websocket_pause(shard->link, is_paused);
}

static void on_down(void *arg, int code, const char *why)
{
    struct shard *shard = arg;
    const struct closing *closing = gateway_closing_of(code);
    char what[CLOSING_TEXT];
    gateway_closing_describe(closing, why, what);
    shard->link = NULL;
    if (shard->state == STATE_CONNECTING && shard->is_resuming)
        shard->avoids_resume_url = !shard->avoids_resume_url;
    if (closing->after == AFTER_END) {
        gateway_log_loss(shard->id, code, what, 0);
        shard->losses++;
        hang_up(shard, CLOSE_TO_RESUME, NULL, NULL);
        shard_forget(shard);
        shard->port->ended(shard->port->arg, shard->id, (enum closing_end)code);
        return;
    }
    lose(shard, closing->after, code, what);
}

static struct websocket_address url_of(const struct shard *shard)
{
    struct websocket_address url;
    const struct shard_port *port = shard->port;
    if (shard->is_resuming && shard->session.url[0] && !shard->avoids_resume_url &&
        gateway_url_read(shard->session.url, port->compresses, &url))
        return url;
    return port->base;
}

static void open_link(struct shard *shard)
{
    static const struct websocket_events events = {
        .up = on_up, .message = on_message, .down = on_down};
    static const struct intake_events intake_events = {
        .payload = on_payload, .broken = on_broken, .pause = on_pause};
    shard->is_resuming = shard->session.id[0] != '\0';
    if (!shard->is_resuming && !shard->has_turn) {
        shard->state = STATE_QUEUED;
        shard->port->needs_turn(shard->port->arg, shard->id);
        return;
    }
    intake_free(shard->intake);
    shard->intake = intake_new(shard->port->loop, shard->port->budget, shard->port->unread,
                               shard->port->compresses, &intake_events, shard);
    shard->tried_at = loop_now(shard->port->loop);
    struct websocket_address url = url_of(shard);
    wait_for(shard, STATE_CONNECTING, CONNECT_MS);
    shard->link = websocket_open(shard->port->links, &url, &events, shard);
    pulse_open(&shard->pulse, shard->link);
}

static void on_next(void *arg)
{
    static const char *const in_vain[] = {
        [STATE_CONNECTING] = "no connection in time",
        [STATE_OPEN] = "no Hello in time",
        [STATE_GREETED] = "no answer to Identify or Resume in time",
    };
    struct shard *shard = arg;
    if (shard->state == STATE_WAITING) {
        open_link(shard);
    } else if (shard->state == STATE_UP) {
        shard->failures = 0;
        shard->port->is_stable(shard->port->arg, shard->id);
    } else {
        if (shard->state == STATE_CONNECTING)
            shard->avoids_resume_url = !shard->avoids_resume_url;
        lose(shard, AFTER_RESUME, 0, in_vain[shard->state]);
    }
}

/* --- life --- */

void shard_forget(struct shard *shard)
{
    gateway_session_forget(&shard->session);
    shard->avoids_resume_url = false;
    shard->failed_resumes = 0;
}

void shard_settled(struct shard *shard)
{
    gateway_session_settled(&shard->session, loop_now(shard->port->loop));
}

struct shard *shard_new(const struct shard_port *port, int id)
{
    struct shard *shard = calloc(1, sizeof *shard);
    check(shard);
    *shard = (struct shard){.port = port, .id = id, .tried_at = loop_now(port->loop) - SECOND};
    gateway_session_init(
        &shard->session, port->keep,
        &(struct gateway_session_use){port->bot, id, port->shard_count, port->wished});
    loop_timer_init(&shard->next, port->loop, on_next, shard);
    pulse_init(&shard->pulse, port, &shard->session, on_no_answer, shard);
    return shard;
}

void shard_free(struct shard *shard)
{
    if (!shard)
        return;
    shard->has_turn = false;
    hang_up(shard, CLOSE_TO_RESUME, NULL, NULL);
    intake_free(shard->intake);
    free(shard);
}

void shard_start(struct shard *shard)
{
    check(shard->state == STATE_STOPPED);
    open_link(shard);
}

void shard_take_turn(struct shard *shard)
{
    check(shard->state == STATE_QUEUED);
    shard->has_turn = true;
    open_link(shard);
}

void shard_identify(struct shard *shard)
{
    const struct shard_port *port = shard->port;
    if (shard->state != STATE_GREETED || !shard->has_turn)
        return;
    shard->intents = port->intents;
    pulse_identify(&shard->pulse, shard->id);
    loop_timer_set(&shard->next, ANSWER_MS);
    shard->has_turn = false;
    port->turn_is_over(port->arg, shard->id);
}

bool shard_stop(struct shard *shard, int code, void (*closed)(void *arg), void *arg)
{
    bool has_link = shard->link != NULL;
    gateway_session_store(&shard->session, loop_now(shard->port->loop));
    hang_up(shard, code, closed, arg);
    return has_link;
}

void shard_tally(const struct shard *shard, int64_t *connects, int64_t *losses)
{
    *connects += shard->connects;
    *losses += shard->losses;
}

bool shard_is_up(const struct shard *shard)
{
    return shard->state == STATE_UP;
}

bool shard_needs_turn(const struct shard *shard)
{
    return shard->state == STATE_QUEUED;
}

uint32_t shard_intents(const struct shard *shard)
{
    return shard->intents;
}
