/* The gateway's op codes and sessions: Hello, heartbeats, Identify, Resume, and what is closed
   with which code. A session outlives its connection, unless the bot said good-bye with 1000 or
   1001 or the code says it is over. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum {
    PAYLOAD = 4096,
    IDENTIFY_PACE = 5000,
    PRESENCES = 5,
    PRESENCE_TIME = 20000,
    INTENT_BITS = 26,
    SETTLED = 1000,
    REST_AFTER_REFUSAL = 1000
};

/* members and presences are never switched on here */
static const uint32_t PRIVILEGED_OFF = 2 | 256;

static const struct {
    int op;
    const char *name;
} op_names[] = {{0, "DISPATCH"},    {1, "HEARTBEAT"}, {2, "IDENTIFY"},  {3, "PRESENCE"},
                {4, "VOICE_STATE"}, {6, "RESUME"},    {7, "RECONNECT"}, {8, "MEMBERS"},
                {9, "INVALID"},     {10, "HELLO"},    {11, "ACK"}};

static const char *name_of(int op)
{
    for (size_t i = 0; i < sizeof op_names / sizeof *op_names; i++)
        if (op_names[i].op == op)
            return op_names[i].name;
    return "UNKNOWN";
}

static int shard_of(const struct conn *conn)
{
    return conn->session ? conn->session->shard : -1;
}

/* --- sending --- */

void send_op(struct conn *conn, int op, json_t *data_taken)
{
    json_t *payload = json_pack("{s:i, s:o, s:n, s:n}", "op", op, "d",
                                data_taken ? data_taken : json_null(), "s", "t");
    char *text = json_dumps(payload, JSON_COMPACT);
    struct standin_entry *entry =
        log_entry(conn->standin, STANDIN_TOLD, conn->number, name_of(op), NULL);
    entry->op = op;
    entry->shard = shard_of(conn);
    entry->body = json_incref(json_object_get(payload, "d"));
    log_done(conn->standin, entry);
    conn_send(conn, text, strlen(text));
    free(text);
    json_decref(payload);
}

static bool is_used_up(int *times)
{
    if (*times == 0)
        return true;
    *times -= *times > 0;
    return false;
}

static void on_silence(void *arg)
{
    struct conn *conn = arg;
    log_violation(conn->standin, "connection #%d: no heartbeat for one and a half intervals",
                  conn->number);
    conn_close(conn, 4000);
}

static void watch_heart(struct conn *conn)
{
    loop_timer_set(&conn->watch, conn->standin->options.heartbeat_interval * INT64_C(3) / 2);
}

static bool is_good_query(struct conn *conn)
{
    const char *query = conn->query;
    bool is_good = strstr(query, "v=10") && strstr(query, "encoding=json");
    const char *compress = strstr(query, "compress=");
    if (!is_good || (compress && !strstr(query, "compress=zlib-stream")))
        log_violation(conn->standin, "the gateway was opened with \"%s\"", query);
    if (!is_good)
        conn_close(conn, 4012);
    return is_good;
}

void gateway_greet(struct conn *conn)
{
    struct standin *standin = conn->standin;
    log_done(standin, log_entry(standin, STANDIN_OPENED, conn->number,
                                conn->is_resume_port ? "resume" : "base", conn->query));
    loop_timer_init(&conn->watch, standin->loop, on_silence, conn);
    if (!is_good_query(conn))
        return;
    enum standin_hello how = is_used_up(&standin->hello_times) ? STANDIN_HELLO : standin->hello;
    if (how == STANDIN_RECONNECT_FIRST || how == STANDIN_RECONNECT_INSTEAD)
        send_op(conn, 7, NULL);
    if (how == STANDIN_SILENT || how == STANDIN_RECONNECT_INSTEAD)
        return;
    watch_heart(conn);
    send_op(conn, 10,
            json_pack("{s:i}", "heartbeat_interval", standin->options.heartbeat_interval));
}

/* --- sessions --- */

struct session *find_session(const struct standin *standin, const char *id)
{
    for (int i = 0; i < standin->sessions.count; i++) {
        struct session *session = standin->sessions.items[i];
        if (strcmp(session->id, id) == 0)
            return session;
    }
    return NULL;
}

void event_free(void *item)
{
    struct event *event = item;
    free(event->type);
    json_decref(event->data);
    free(event);
}

void connection_free(void *item)
{
    struct session *session = item;
    list_fini(&session->events, event_free);
    free(session);
}

static bool ends_session(int code, bool by_bot)
{
    static const int ending[] = {4003, 4004, 4005, 4007, 4009, 4010, 4011, 4012, 4013, 4014};
    if (by_bot)
        return code == 1000 || code == 1001;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        if (ending[i] == code)
            return true;
    return false;
}

void gateway_left(struct conn *conn, int code, bool by_bot)
{
    struct session *session = conn->session;
    struct standin_entry *entry = log_entry(conn->standin, STANDIN_CLOSED, conn->number, NULL,
                                            by_bot ? "by the bot" : "by us");
    entry->status = code;
    entry->shard = shard_of(conn);
    log_done(conn->standin, entry);
    loop_timer_stop(&conn->watch);
    if (!session)
        return;
    session->conn = NULL;
    session->left = loop_now(conn->standin->loop);
    session->is_dead = session->is_dead || ends_session(code, by_bot);
    conn->session = NULL;
}

static int64_t *refusal_of(struct standin *standin, int shard)
{
    return &standin->refused[(shard < 0 ? 0 : shard) % KEYS];
}

static void invalidate(struct conn *conn, int shard, int code)
{
    if (code) {
        conn_close(conn, code);
        return;
    }
    *refusal_of(conn->standin, shard) = loop_now(conn->standin->loop);
    send_op(conn, 9, json_false());
}

/* --- Identify --- */

/* 0: fine, else the code to close with. */
static int fault_in(const struct standin *standin, const json_t *data)
{
    const json_t *shard = json_object_get(data, "shard");
    int64_t index = json_integer_value(json_array_get(shard, 0)),
            count = json_integer_value(json_array_get(shard, 1));
    json_int_t intents = json_integer_value(json_object_get(data, "intents"));
    if (!shard)
        count = 1;
    if (standin->is_revoked || strcmp(string_of(data, "token", ""), standin->token) != 0)
        return 4004;
    if (count < 1 || index < 0 || index >= count)
        return 4010;
    if (count < standin->options.least_shards)
        return 4011;
    if (!json_object_get(data, "intents") || intents < 0 || intents >> INTENT_BITS)
        return 4013;
    if ((intents & PRIVILEGED_OFF) ||
        ((intents & INTENT_MESSAGE_CONTENT) && standin->options.has_no_message_content))
        return 4014;
    return json_is_object(json_object_get(data, "properties")) ? 0 : 4002;
}

/* Pace and the day's budget. False: it was too much. */
static bool spend_identify(struct standin *standin, int shard)
{
    int64_t now = loop_now(standin->loop);
    int64_t *last = &standin->last_identify[shard % standin->options.max_concurrency % KEYS];
    bool is_early = now - *last < IDENTIFY_PACE;
    if (now >= standin->identifies_reset) {
        standin->identifies_left = 1000;
        standin->identifies_reset = now + standin->options.reset_after;
    }
    if (is_early)
        log_violation(standin, "Identify of shard %d only %" PRId64 " ms after the one before",
                      shard, now - *last);
    if (standin->identifies_left == 0)
        log_violation(standin,
                      "Identify with no session start left: Discord would reset the token");
    *last = now;
    if (is_early || standin->identifies_left == 0)
        return false;
    standin->identifies_left--;
    return true;
}

static void start_session(struct conn *conn, const json_t *data)
{
    struct standin *standin = conn->standin;
    const json_t *shard = json_object_get(data, "shard");
    struct session *session = make(sizeof *session);
    unsigned number = (unsigned)++standin->session_count;
    snprintf(session->id, sizeof session->id, "session%u-%08x", number, number * 2654435761u);
    session->shard = (int)json_integer_value(json_array_get(shard, 0));
    session->shards = shard ? (int)json_integer_value(json_array_get(shard, 1)) : 1;
    session->intents = (uint32_t)json_integer_value(json_object_get(data, "intents"));
    session->conn = conn;
    session->seq = standin->options.counts_from_zero ? -1 : 0;
    conn->session = session;
    list_add(&standin->sessions, session);
    welcome(standin, session);
}

static void identify(struct conn *conn, const json_t *data)
{
    struct standin *standin = conn->standin;
    int shard = (int)json_integer_value(json_array_get(json_object_get(data, "shard"), 0));
    if (conn->is_resume_port)
        log_violation(standin, "Identify at the address for a Resume");
    if (strncmp(string_of(data, "token", ""), "Bot ", 4) == 0)
        log_violation(standin, "Identify carries the token with \"Bot \" before it");
    if (conn->session) {
        log_violation(standin, "identified twice on one connection");
        conn_close(conn, 4005);
        return;
    }
    if (loop_now(standin->loop) - *refusal_of(standin, shard) < REST_AFTER_REFUSAL)
        log_violation(standin, "Identify of shard %d less than a second after op 9 false", shard);
    if (!spend_identify(standin, shard < 0 ? 0 : shard)) {
        invalidate(conn, shard, 0);
        return;
    }
    int fault = fault_in(standin, data);
    if (fault == 4002 || fault == 4010 || fault == 4013)
        log_violation(standin, "Identify was refused with %d", fault);
    if (fault)
        conn_close(conn, fault);
    else if (!is_used_up(&standin->refuse_identifies))
        invalidate(conn, shard, standin->refuse_identifies_code);
    else
        start_session(conn, data);
}

/* --- Resume --- */

static bool is_resumable(const struct standin *standin, const struct session *session)
{
    if (!session || session->is_dead)
        return false;
    return session->conn ||
           loop_now(standin->loop) - session->left <= standin->options.session_life;
}

static void replay(struct standin *standin, struct session *session, int64_t seq)
{
    for (int i = 0; i < session->events.count; i++) {
        const struct event *event = session->events.items[i];
        if (event->seq > seq || standin->repeats_replayed)
            send_event(session->conn, event);
    }
    json_t *trace = json_pack("{s:[s]}", "_trace", "stand-in");
    tell_session(standin, session, "RESUMED", trace);
    json_decref(trace);
}

static void resume(struct conn *conn, const json_t *data)
{
    struct standin *standin = conn->standin;
    struct session *session = find_session(standin, string_of(data, "session_id", ""));
    int64_t seq = json_integer_value(json_object_get(data, "seq"));
    int shard = session ? session->shard : 0;
    if (session && session->is_dead)
        log_violation(standin, "Resume of a session that was over");
    if (standin->is_revoked || strcmp(string_of(data, "token", ""), standin->token) != 0)
        conn_close(conn, 4004);
    else if (!is_used_up(&standin->refuse_resumes)) {
        if (session)
            session->is_dead = true;
        invalidate(conn, shard, standin->refuse_resumes_code);
    } else if (!is_resumable(standin, session)) {
        if (session)
            session->is_dead = true;
        invalidate(conn, shard, 0);
    } else if (seq > session->seq) {
        log_violation(standin, "Resume from %" PRId64 ", but only %" PRId64 " was sent", seq,
                      session->seq);
        session->is_dead = true;
        conn_close(conn, 4007);
    } else {
        if (session->conn) {
            struct conn *old = session->conn;
            session->conn = NULL;
            old->session = NULL;
            conn_close(old, 4000);
        }
        session->conn = conn;
        conn->session = session;
        replay(standin, session, seq);
    }
}

/* --- the other ops --- */

static void heartbeat(struct conn *conn, const json_t *data)
{
    bool is_settled = loop_now(conn->standin->loop) - conn->told_at >= SETTLED;
    int64_t least = is_settled ? conn->told_seq : conn->settled_seq;
    if (conn->session && json_is_integer(data) && json_integer_value(data) > conn->session->seq)
        log_violation(conn->standin, "a heartbeat with d beyond the last s");
    if (least >= 0 && (!json_is_integer(data) || json_integer_value(data) < least))
        log_violation(conn->standin,
                      "a heartbeat whose d is behind s %" PRId64 ", sent a second ago", least);
    if (!json_is_integer(data) && !json_is_null(data))
        log_violation(conn->standin, "a heartbeat whose d is neither a number nor null");
    watch_heart(conn);
    if (!conn->standin->withholds_acks)
        send_op(conn, 11, NULL);
}

static void presence(struct conn *conn, const json_t *data)
{
    int64_t now = loop_now(conn->standin->loop);
    int64_t *oldest = &conn->presences[conn->presence_count % PRESENCES];
    if (conn->presence_count >= PRESENCES && now - *oldest < PRESENCE_TIME)
        log_violation(conn->standin, "more than 5 presences in 20 s");
    *oldest = now;
    conn->presence_count++;
    if (!json_is_array(json_object_get(data, "activities")) ||
        !json_is_string(json_object_get(data, "status")))
        log_violation(conn->standin, "a presence without activities or status");
}

static const struct {
    int op;
    bool needs_session;
    void (*fn)(struct conn *conn, const json_t *data);
} ops[] = {{1, false, heartbeat}, {2, false, identify}, {3, true, presence}, {6, false, resume}};

static void log_heard(struct conn *conn, int op, const json_t *data)
{
    struct standin_entry *entry =
        log_entry(conn->standin, STANDIN_HEARD, conn->number, name_of(op), NULL);
    entry->op = op;
    entry->shard = shard_of(conn);
    entry->body = data ? without_secrets(conn->standin, data) : NULL;
    if (op == 1 && json_is_integer(data))
        entry->seq = json_integer_value(data);
    log_done(conn->standin, entry);
}

static bool is_within_limits(struct conn *conn, size_t length)
{
    int64_t now = loop_now(conn->standin->loop);
    int64_t *oldest = &conn->sends[conn->send_count % SENDS];
    bool is_too_fast = conn->send_count >= SENDS && now - *oldest < SENDS_TIME;
    *oldest = now;
    conn->send_count++;
    if (is_too_fast)
        log_violation(conn->standin, "more than 120 payloads in 60 s on one connection");
    if (length > PAYLOAD)
        log_violation(conn->standin, "a payload of %zu bytes", length);
    if (is_too_fast || length > PAYLOAD)
        conn_close(conn, is_too_fast ? 4008 : 4002);
    return !is_too_fast && length <= PAYLOAD;
}

static void obey(struct conn *conn, int op, const json_t *data)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (ops[i].op != op)
            continue;
        if (ops[i].needs_session && !conn->session) {
            log_violation(conn->standin, "op %d before Identify", op);
            conn_close(conn, 4003);
        } else
            ops[i].fn(conn, data);
        return;
    }
    log_violation(conn->standin, "op %d was sent", op);
    conn_close(conn, 4001);
}

void gateway_hear(struct conn *conn, const char *bytes, size_t length)
{
    json_t *payload = json_loadb(bytes, length, 0, NULL);
    int op = (int)json_integer_value(json_object_get(payload, "op"));
    log_heard(conn, op, json_object_get(payload, "d"));
    if (!is_within_limits(conn, length)) {
        json_decref(payload);
        return;
    }
    if (json_is_integer(json_object_get(payload, "op")))
        obey(conn, op, json_object_get(payload, "d"));
    else {
        log_violation(conn->standin, "a payload that is no JSON object with an op");
        conn_close(conn, 4002);
    }
    json_decref(payload);
}
