/* See shard.h. First payloads: messages of the web socket queue up, and the first is worked on. The
   queue is bounded by what comes before the web socket pauses: one read of it (64 KB), or one
   message of at most WEBSOCKET_MESSAGE. Then the connection: `state` says what we wait for, the
   timer `next` how long. Every connection that another one follows ends in lose(). */
#include "shard.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway_session.h"
#include "json.h"
#include "loop.h"
#include "text.h"
#include "websocket.h"

/* ---- what a payload is ---- */

enum {
    KEY_ROOM = 8,      /* longer keys are not read */
    NUMBER_DIGITS = 18 /* any number of these fits into 64 bits */
};

/* The value of "\u0073" at the u; -1 if it is not ASCII. */
static int read_escape(const char *at, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    int value = 0;
    if (end - at < 5)
        return -1;
    for (int i = 1; i <= 4; i++) {
        const char *digit = at[i] ? strchr(digits, at[i] | 0x20) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (int)(digit - digits);
    }
    return value > 0 && value < 0x80 ? value : -1;
}

/* Quotes included in the span; "" if it is something else or does not fit. */
static void read_string(const char *from, const char *to, char *out, size_t room)
{
    size_t length = 0;
    for (from++, to--; from < to; from++) {
        int byte = (unsigned char)*from;
        if (byte == '\\') {
            from++;
            byte = *from == 'u' ? read_escape(from, to) : *from == '/' ? '/' : -1;
            if (*from == 'u' && byte > 0)
                from += 4;
        }
        if (byte <= 0 || length + 1 >= room) {
            length = 0;
            break;
        }
        out[length++] = (char)byte;
    }
    out[length] = '\0';
}

/* An integer, in quotes or not. */
static bool read_number(const char *from, const char *to, int64_t *out)
{
    if (to - from >= 2 && *from == '"') {
        from++;
        to--;
    }
    if (from == to || to - from > NUMBER_DIGITS)
        return false;
    int64_t value = 0;
    for (; from < to; from++) {
        if (*from < '0' || *from > '9')
            return false;
        value = value * 10 + (*from - '0');
    }
    *out = value;
    return true;
}

static void note_member(struct envelope *envelope, const struct json_member *member)
{
    if (json_member_is(member, "d")) {
        envelope->data = member->value;
        envelope->length = (size_t)(member->end - member->value);
    } else if (json_member_is(member, "op")) {
        if (!read_number(member->value, member->end, &envelope->op))
            envelope->op = ENVELOPE_NO_OP;
    } else if (json_member_is(member, "s")) {
        envelope->has_sequence = read_number(member->value, member->end, &envelope->sequence);
    } else if (json_member_is(member, "t")) {
        envelope->type[0] = '\0';
        if (*member->value == '"')
            read_string(member->value, member->end, envelope->type, sizeof envelope->type);
    }
}

bool shard_envelope_read(const char *text, size_t length, struct envelope *envelope)
{
    struct json_members members;
    struct json_member member;
    char key[KEY_ROOM];
    *envelope = (struct envelope){.op = ENVELOPE_NO_OP, .data = "null", .length = 4};
    json_members_begin(&members, text, text + length);
    while (json_members_next(&members, &member)) {
        read_string(member.key - 1, member.key + member.terminal_key_length + 1, key, sizeof key);
        member.key = key;
        member.terminal_key_length = strlen(key);
        note_member(envelope, &member);
    }
    return json_members_are_all(&members);
}

bool shard_envelope_glance(const char *text, size_t length, struct envelope *envelope)
{
    struct json_members members;
    struct json_member member = {.terminal_key_length = 0};
    *envelope = (struct envelope){.op = ENVELOPE_NO_OP};
    if (length == 0 || text[length - 1] != '}')
        return false;
    json_members_begin(&members, text, text + length);
    while (json_members_key(&members, &member) && !json_member_is(&member, "d")) {
        if (!json_members_value(&members, &member))
            return false;
        note_member(envelope, &member);
    }
    if (!json_member_is(&member, "d"))
        return false;
    envelope->data = members.at;
    envelope->length = (size_t)(text + length - 1 - members.at);
    return envelope->op != ENVELOPE_NO_OP && envelope->has_sequence && envelope->type[0] &&
           envelope->length > 0;
}

enum {
    PORTION = 16 * 1024,
    SMALL = 8 * 1024 /* they are read where they lie, unsieved */
};

struct piece {
    struct piece *next;
    bool is_binary, is_begun;
    size_t length, at;
    char bytes[];
};

struct intake {
    struct budget *budget;
    struct inflater *inflater; /* NULL if nothing is compressed */
    struct intake_events events;
    void *arg;
    struct loop_timer more;
    struct piece *first, **last;
    struct sieve sieve;
    size_t length, compressed; /* of the payload so far */
    bool is_whole;             /* the payload is complete and waits */
    bool is_working, is_paused, is_over;
};

/* ---- payloads, a portion at a time ---- */

static void drop_first(struct intake *intake)
{
    struct piece *piece = intake->first;
    intake->first = piece->next;
    if (!intake->first)
        intake->last = &intake->first;
    free(piece);
}

/* Drops all that waits; no more payloads come. NULL is fine. */
static void intake_stop(struct intake *intake)
{
    if (!intake)
        return;
    intake->is_over = true;
    intake->is_whole = false;
    loop_timer_stop(&intake->more);
    while (intake->first)
        drop_first(intake);
}

static void break_off(struct intake *intake, const char *why)
{
    intake_stop(intake);
    intake->events.broken(intake->arg, why);
}

static void sift(struct intake *intake, const char *bytes, size_t length)
{
    sieve_put(&intake->sieve, bytes, length);
    budget_spend(intake->budget, length);
    intake->length += length;
}

static void give_small(struct intake *intake, const char *bytes, size_t length)
{
    budget_spend(intake->budget, length * (1 + BUDGET_PARSE) + BUDGET_EVENT);
    intake->compressed = 0;
    intake->events.payload(intake->arg, bytes, length, false);
}

static void inflate_portion(struct intake *intake, struct piece *piece)
{
    TEXT_UNCLEARED char out[PORTION];
    size_t made;
    if (!piece->is_begun) {
        inflater_feed(intake->inflater, piece->bytes, piece->length);
        intake->compressed += piece->length;
    }
    piece->is_begun = true;
    enum inflate_result result = inflater_next(intake->inflater, out, sizeof out, &made);
    if (result == INFLATE_BROKEN) {
        break_off(intake, "its compressed stream is broken");
        return;
    }
    if (result != INFLATE_PART)
        drop_first(intake);
    if (result == INFLATE_WHOLE && !intake->length && made <= SMALL) {
        give_small(intake, out, made);
        return;
    }
    sift(intake, out, made);
    intake->is_whole = result == INFLATE_WHOLE;
}

static void pass_portion(struct intake *intake, struct piece *piece)
{
    size_t left = piece->length - piece->at, portion = left < PORTION ? left : PORTION;
    sift(intake, piece->bytes + piece->at, portion);
    piece->at += portion;
    intake->is_whole = piece->at == piece->length;
    if (intake->is_whole)
        drop_first(intake);
}

static void take_portion(struct intake *intake)
{
    struct piece *piece = intake->first;
    if (piece->is_binary && intake->inflater)
        inflate_portion(intake, piece);
    else
        pass_portion(intake, piece);
    if ((intake->length > INTAKE_PAYLOAD || intake->compressed > INTAKE_PAYLOAD) &&
        !intake->is_over)
        break_off(intake, "it sent a payload of more than 16 MB");
}

static size_t cost_of(const struct intake *intake)
{
    return intake->sieve.kept.length * BUDGET_PARSE + BUDGET_EVENT;
}

static void give(struct intake *intake)
{
    const struct sieve *sieve = &intake->sieve;
    budget_spend(intake->budget, cost_of(intake));
    intake->is_whole = false;
    intake->length = intake->compressed = 0;
    if (sieve_is_lost(sieve)) {
        break_off(intake, "it sent a payload with too many values");
        return;
    }
    intake->events.payload(intake->arg, sieve->kept.at ? sieve->kept.at : "", sieve->kept.length,
                           sieve->has_cut_data);
    sieve_clear(&intake->sieve);
}

static void work(void *arg)
{
    struct intake *intake = arg;
    intake->is_working = true;
    while (!intake->is_over && (intake->is_whole || intake->first)) {
        if (intake->is_whole ? !budget_allows(intake->budget, cost_of(intake))
                             : !budget_is_left(intake->budget))
            break;
        if (intake->is_whole)
            give(intake);
        else
            take_portion(intake);
    }
    intake->is_working = false;
    bool has_more = !intake->is_over && (intake->is_whole || intake->first);
    if (has_more)
        loop_timer_set(&intake->more, 0);
    if (intake->is_paused != has_more && !intake->is_over) {
        intake->is_paused = has_more;
        intake->events.pause(intake->arg, has_more);
    }
}

struct intake *shard_intake_new(struct loop *loop, struct budget *budget,
                                const struct sieve_key *unread, bool inflates,
                                const struct intake_events *events, void *arg)
{
    struct intake *intake = calloc(1, sizeof *intake);
    check(intake);
    *intake =
        (struct intake){.budget = budget, .sieve.unread = unread, .events = *events, .arg = arg};
    intake->inflater = inflates ? inflater_new() : NULL;
    intake->last = &intake->first;
    loop_timer_init(&intake->more, loop, work, intake);
    return intake;
}

void shard_intake_free(struct intake *intake)
{
    if (!intake)
        return;
    check(!intake->is_working);
    intake_stop(intake);
    sieve_fini(&intake->sieve);
    inflater_free(intake->inflater);
    free(intake);
}

/* While something is left for this turn of the loop. */
static bool take_at_once(struct intake *intake, const char *bytes, size_t length, bool is_packed)
{
    if (is_packed || length > SMALL || intake->is_working || intake->first || intake->is_whole ||
        intake->length || intake->compressed || !budget_is_left(intake->budget))
        return false;
    intake->is_working = true;
    give_small(intake, bytes, length);
    intake->is_working = false;
    return true;
}

void shard_intake_take(struct intake *intake, const char *bytes, size_t length, bool is_binary)
{
    if (intake->is_over || take_at_once(intake, bytes, length, is_binary && intake->inflater))
        return;
    struct piece *piece = malloc(sizeof *piece + length + 1);
    check(piece);
    *piece = (struct piece){.is_binary = is_binary, .length = length};
    if (length)
        memcpy(piece->bytes, bytes, length);
    *intake->last = piece;
    intake->last = &piece->next;
    if (!intake->is_working && !loop_timer_is_set(&intake->more))
        work(intake);
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
    TOO_BIG_MS = 60 * SECOND,

    CLOSE_TO_RESUME = 4000, /* 1000 and 1001 would end the session */
    /* in a row; then the session is dropped, if it may be over by its age: */
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
    int64_t too_big_until;
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

/* Up to a second at first, then 1, 2, 4 ... 120 s with jitter; never two tries within a second. */
static int64_t backoff(struct shard *shard)
{
    int64_t most = shard->failures < 8 ? (int64_t)SECOND << shard->failures : BACKOFF_MOST;
    most = most < BACKOFF_MOST ? most : BACKOFF_MOST;
    int64_t delay = between(shard->failures ? most / 2 : 0, most);
    int64_t rest = shard->tried_at + SECOND - loop_now(shard->port->loop);
    shard->failures++;
    return delay > rest ? delay : rest;
}

static void hang_up(struct shard *shard, int code, void (*closed)(void *arg), void *arg)
{
    struct websocket *link = shard->link;
    loop_timer_stop(&shard->next);
    gateway_pulse_stop(&shard->pulse);
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
    gateway_pulse_show(&shard->pulse);
}

/* --- what Discord says --- */

static void on_up_again(struct shard *shard, const char *type)
{
    gateway_log_up(shard->id, type);
    shard->connects++;
    shard->failed_resumes = 0;
    wait_for(shard, STATE_UP, STABLE_MS);
    gateway_pulse_is_up(&shard->pulse);
}

static void note_session(struct shard *shard, const char *type, const json_t *data)
{
    bool is_ready = strcmp(type, "READY") == 0;
    if (is_ready) {
        gateway_session_begin(&shard->session, field_text(data, "session_id"),
                              field_text(data, "resume_gateway_url"));
        shard->avoids_resume_url = false;
    }
    if ((is_ready || strcmp(type, "RESUMED") == 0) && shard->state == STATE_GREETED)
        on_up_again(shard, type);
}

/* True if it comes for the first time. A replay may bring some again, and two may be swapped on the
   way. */
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
   whatever their number. */
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
        gateway_pulse_answer(&shard->pulse);
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
    gateway_pulse_begin(&shard->pulse, envelope->data, envelope->length);
    shard->greeted_at = loop_now(port->loop);
    wait_for(shard, STATE_GREETED, ANSWER_MS);
    if (shard->is_resuming)
        gateway_pulse_resume(&shard->pulse);
    else
        port->ready_to_identify(port->arg, shard->id);
}

static void on_ack(struct shard *shard, const struct envelope *envelope)
{
    (void)envelope;
    gateway_pulse_acknowledge(&shard->pulse);
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

/* One look is enough for an event that nobody wants. */
static bool passes_over(struct shard *shard, const char *text, size_t length)
{
    const struct shard_port *port = shard->port;
    struct envelope envelope;
    if (port->is_over || !shard_envelope_glance(text, length, &envelope) ||
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
    if (!shard_envelope_read(text, length, &envelope)) {
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
    shard_intake_take(shard->intake, bytes, length, is_binary);
}

/* It is passed over, so that one server does not cut us off from the others. */
static void log_too_big(struct shard *shard, const char *text, size_t length)
{
    struct envelope envelope;
    int64_t now = loop_now(shard->port->loop);
    if (now < shard->too_big_until || !shard_envelope_read(text, length, &envelope))
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
    shard_intake_free(shard->intake);
    shard->intake = shard_intake_new(shard->port->loop, shard->port->budget, shard->port->unread,
                                     shard->port->compresses, &intake_events, shard);
    shard->tried_at = loop_now(shard->port->loop);
    struct websocket_address url = url_of(shard);
    wait_for(shard, STATE_CONNECTING, CONNECT_MS);
    shard->link = websocket_open(shard->port->links, &url, &events, shard);
    gateway_pulse_open(&shard->pulse, shard->link);
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
    gateway_pulse_init(&shard->pulse, port, &shard->session, on_no_answer, shard);
    return shard;
}

void shard_free(struct shard *shard)
{
    if (!shard)
        return;
    shard->has_turn = false;
    hang_up(shard, CLOSE_TO_RESUME, NULL, NULL);
    shard_intake_free(shard->intake);
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
    gateway_pulse_identify(&shard->pulse, shard->id);
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
