/* See gateway_session.h. A session is kept as one JSON object. */
#include "gateway_session.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "log.h"
#include "shard.h"
#include "text.h"

/* ---- where it is ---- */

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == 0x7f)
            return true;
    return false;
}

/* Returns what is behind it, or NULL. */
static const char *read_host(const char *text, char *host, size_t room)
{
    bool is_v6 = *text == '[';
    text += is_v6;
    size_t length = strcspn(text, is_v6 ? "]" : ":/?#");
    if (length == 0 || length >= room || (is_v6 && text[length] != ']') ||
        memchr(text, '@', length))
        return NULL;
    memcpy(host, text, length);
    host[length] = '\0';
    return text + length + is_v6;
}

static const char *read_port(const char *text, int *port)
{
    if (*text != ':')
        return text;
    size_t digits = strspn(++text, "0123456789");
    *port = digits >= 1 && digits <= 5 ? atoi(text) : 0;
    return *port >= 1 && *port <= 65535 ? text + digits : NULL;
}

bool gateway_url_read(const char *text, bool compresses, struct websocket_address *url)
{
    *url = (struct websocket_address){.is_tls = strncmp(text, "wss://", 6) == 0};
    if ((!url->is_tls && strncmp(text, "ws://", 5) != 0) || has_control(text))
        return false;
    url->port = url->is_tls ? 443 : 80;
    text = read_host(text + (url->is_tls ? 6 : 5), url->host, sizeof url->host);
    if (text)
        text = read_port(text, &url->port);
    if (!text || (*text && !strchr("/?#", *text)))
        return false;
    struct text path = text_over(url->path, sizeof url->path);
    text_put_bytes(&path, text, (int)strcspn(text, "?#"));
    if (path.length == 0 || path.bytes[path.length - 1] != '/')
        text_put(&path, "/");
    text_put(&path, "?v=10&encoding=json");
    if (compresses)
        text_put(&path, "&compress=zlib-stream");
    return !path.cut;
}

/* ---- the session ---- */

static bool fits(const char *text)
{
    return text && strlen(text) < GATEWAY_SESSION_TEXT;
}

void gateway_session_init(struct gateway_session *session, struct keep *keep,
                          const struct gateway_session_use *use)
{
    const char *id, *url;
    json_int_t sequence, intents = use->intents;
    int count;
    *session = (struct gateway_session){
        .keep = keep, .shard_count = use->shard_count, .intents = use->intents, .seen = UINT64_MAX};
    snprintf(session->key, sizeof session->key, "discord:%s:session %d", use->bot, use->shard);
    const char *kept = keep_get(keep, session->key);
    json_t *root = kept ? json_loads(kept, 0, NULL) : NULL;
    if (root &&
        json_unpack(root, "{s:s, s:s, s:I, s:i, s?I}", "id", &id, "url", &url, "seq", &sequence,
                    "of", &count, "for", &intents) == 0 &&
        count == use->shard_count && intents == use->intents && fits(id) && fits(url)) {
        snprintf(session->id, sizeof session->id, "%s", id);
        snprintf(session->url, sizeof session->url, "%s", url);
        session->has_sequence = sequence >= 0;
        session->sequence = sequence >= 0 ? sequence : 0;
    }
    json_decref(root);
}

void gateway_session_begin(struct gateway_session *session, const char *id, const char *url)
{
    snprintf(session->id, sizeof session->id, "%s", fits(id) ? id : "");
    snprintf(session->url, sizeof session->url, "%s", fits(url) ? url : "");
    session->settled.is_set = session->stored.is_set = false;
}

void gateway_session_forget(struct gateway_session *session)
{
    gateway_session_begin(session, "", "");
    session->has_sequence = false;
    session->sequence = 0;
    if (keep_get(session->keep, session->key))
        keep_put(session->keep, session->key, NULL, NULL, NULL);
}

void gateway_session_store(struct gateway_session *session, int64_t now)
{
    if (!session->settled.is_set || !session->id[0])
        return;
    json_int_t sequence =
        session->settled.has_sequence ? (json_int_t)session->settled.sequence : -1;
    json_t *root =
        json_pack("{s:s, s:s, s:I, s:i, s:I}", "id", session->id, "url", session->url, "seq",
                  sequence, "of", session->shard_count, "for", (json_int_t)session->intents);
    check(root); /* both texts came out of JSON */
    char *text = json_dumps(root, JSON_COMPACT);
    check(text);
    keep_put(session->keep, session->key, text, NULL, NULL);
    free(text);
    json_decref(root);
    session->stored = session->settled;
    session->stored_at = now;
    session->has_news = false;
}

void gateway_session_settled(struct gateway_session *session, int64_t now)
{
    if (!session->id[0])
        return;
    session->settled =
        (struct gateway_session_mark){true, session->has_sequence, session->sequence};
    bool is_same = session->stored.is_set &&
                   session->stored.has_sequence == session->has_sequence &&
                   session->stored.sequence == session->sequence;
    if (!is_same && (session->has_news || !session->stored.is_set ||
                     now - session->stored_at >= GATEWAY_SESSION_STORE_MS))
        gateway_session_store(session, now);
}

enum {
    SENDS_KEPT_FOR_HEARTBEATS = 5,
    SENDS_SPAN = 60 * 1000 + 500, /* with a margin */
    PRESENCES_SPAN = 20 * 1000 + 500,
    HEART_USUAL = 41250, /* ms */
    HEART_LEAST = 100,
    HEART_MOST = 600 * 1000,
    LARGE_GUILD = 50
};

/* ---- what is sent ---- */

/* Takes `data`. */
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

/* Bytes that are not UTF-8 become "?". */
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

void gateway_pulse_identify(struct pulse *pulse, int shard)
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

void gateway_pulse_resume(struct pulse *pulse)
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

void gateway_pulse_begin(struct pulse *pulse, const char *data, size_t length)
{
    pulse->interval = read_interval(data, length);
    int64_t first = (int64_t)randombytes_uniform((uint32_t)pulse->interval);
    pulse->due = loop_now(pulse->port->loop) + first;
    pulse->awaits_ack = false;
    loop_timer_set(&pulse->heart, first);
}

void gateway_pulse_acknowledge(struct pulse *pulse)
{
    pulse->awaits_ack = false;
}

void gateway_pulse_answer(struct pulse *pulse)
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

void gateway_pulse_show(struct pulse *pulse)
{
    pulse->has_to_show = true;
    try_show(pulse);
}

void gateway_pulse_is_up(struct pulse *pulse)
{
    pulse->can_show = true;
    try_show(pulse);
}

void gateway_pulse_init(struct pulse *pulse, const struct shard_port *port,
                        const struct gateway_session *session, void (*dead)(void *arg), void *arg)
{
    *pulse = (struct pulse){.port = port, .session = session, .dead = dead, .arg = arg};
    loop_timer_init(&pulse->heart, port->loop, on_heart, pulse);
    loop_timer_init(&pulse->show, port->loop, try_show, pulse);
}

void gateway_pulse_open(struct pulse *pulse, struct websocket *link)
{
    pulse->link = link;
    pulse->sends.added = pulse->presences.added = 0;
}

void gateway_pulse_stop(struct pulse *pulse)
{
    pulse->can_show = false;
    loop_timer_stop(&pulse->heart);
    loop_timer_stop(&pulse->show);
}

/* ---- how it ends ---- */

enum { MS_PER_S = 1000, NUMBER = 24 };

static const struct closing closings[] = {
    {4000, AFTER_RESUME, "Discord had an unknown error", NULL},
    {4001, AFTER_RESUME, "Discord did not know what we sent", NULL},
    {4002, AFTER_RESUME, "Discord could not read what we sent", NULL},
    {4003, AFTER_IDENTIFY, "the session is not valid any more", NULL},
    {CLOSING_BAD_TOKEN, AFTER_END, "the token was refused",
     "Discord refuses the bot's token (close code 4004): it is wrong or was reset. Reset it in the developer portal, page "
     "Bot, and put the new one where the setting \"token\" or \"token_file\" says."},
    {4005, AFTER_IDENTIFY, "we identified twice", NULL},
    {4007, AFTER_IDENTIFY, "the sequence to resume from is not valid", NULL},
    {4008, AFTER_PAUSE, "we sent too fast", NULL},
    {4009, AFTER_IDENTIFY, "the session timed out", NULL},
    {CLOSING_BAD_SHARD, AFTER_END, "the shard was refused",
     "Discord refuses the shard (close code 4010): the setting \"shards\" does not fit; leave it out to take what "
     "Discord advises."},
    {CLOSING_TOO_FEW_SHARDS, AFTER_END, "there are too few shards", NULL},
    {CLOSING_BAD_VERSION, AFTER_END, "the version of the API was refused",
     "Discord does not speak version 10 of its API any more (close code 4012): a newer Tabletalk is needed."},
    {CLOSING_BAD_INTENTS, AFTER_END, "the intents are not valid",
     "Discord does not know the intents that were asked for (close code 4013): a newer Tabletalk is needed."},
    {CLOSING_REFUSED_INTENTS, AFTER_END, "the intents are not allowed", NULL},
};

const struct closing *gateway_closing_of(int code)
{
    static const struct closing other = {0, AFTER_RESUME, NULL, NULL};
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++)
        if (closings[i].code == code)
            return &closings[i];
    return &other;
}

void gateway_closing_describe(const struct closing *closing, const char *said,
                              char out[CLOSING_TEXT])
{
    struct text text = text_over(out, CLOSING_TEXT);
    text_put(&text, closing->why ? closing->why : *said ? said : "the connection broke");
    if (closing->why && *said)
        text_putf(&text, " (it said: %s)", said);
}

/* ---- the log ---- */

void gateway_log_loss(int shard, int code, const char *why, int64_t wait)
{
    char id[NUMBER], number[NUMBER], seconds[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    snprintf(number, sizeof number, "%d", code);
    snprintf(seconds, sizeof seconds, "%.1f", (double)wait / MS_PER_S);
    log_event(LOG_WARN, "discord-shard-lost", "shard", id, "code", number, "why", why, "again_in_s",
              seconds, (char *)0);
}

void gateway_log_up(int shard, const char *by)
{
    char id[NUMBER];
    snprintf(id, sizeof id, "%d", shard);
    log_event(LOG_INFO, "discord-shard-up", "shard", id, "by", by, (char *)0);
}

void gateway_log_unreadable(const char *type, int position)
{
    char place[NUMBER];
    snprintf(place, sizeof place, "%d", position);
    log_event(LOG_WARN, "discord-event-unreadable", "type", type, "at_byte", place, (char *)0);
}

void gateway_log_too_big(const char *type)
{
    log_event(LOG_WARN, "discord-event-too-big", "type", type, (char *)0);
}
