/* What tests order the gateway to do wrong, and what they ask about its connections. */
#include "standin_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Does something with each connection of a shard; with unidentified ones too if it is every
   shard. A connection may go meanwhile. */
static void with_each(struct standin *standin, int shard, void (*fn)(struct conn *conn, void *arg),
                      void *arg)
{
    for (int i = standin->conns.count - 1; i >= 0; i--) {
        struct conn *conn = standin->conns.items[i];
        if (!conn->is_closing &&
            (shard == STANDIN_EVERY || (conn->session && conn->session->shard == shard)))
            fn(conn, arg);
    }
}

static void close_one(struct conn *conn, void *arg)
{
    conn_close(conn, *(int *)arg);
}

void standin_drop(struct standin *standin, int shard)
{
    int code = -1;
    log_note(standin, "drop shard %d", shard);
    with_each(standin, shard, close_one, &code);
}

void standin_away(struct standin *standin, bool is_away)
{
    standin->is_away = is_away;
    log_note(standin, is_away ? "away" : "back");
    if (is_away)
        standin_drop(standin, STANDIN_EVERY);
}

void standin_close(struct standin *standin, int shard, int code)
{
    with_each(standin, shard, close_one, &code);
}

struct op {
    int op;
    json_t *data;
};

static void send_one(struct conn *conn, void *arg)
{
    const struct op *op = arg;
    send_op(conn, op->op, json_incref(op->data));
}

void standin_send_op(struct standin *standin, int shard, int op, json_t *data)
{
    struct op order = {op, data ? data : json_null()};
    with_each(standin, shard, send_one, &order);
    json_decref(order.data);
}

void standin_reconnect(struct standin *standin, int shard)
{
    standin_send_op(standin, shard, 7, NULL);
}

void standin_ask_heartbeat(struct standin *standin, int shard)
{
    standin_send_op(standin, shard, 1, NULL);
}

static void forget_session(struct conn *conn, void *arg)
{
    (void)arg;
    struct session *session = conn->session;
    if (!session)
        return;
    conn->standin->refused[session->shard % KEYS] = loop_now(conn->standin->loop);
    session->is_dead = true;
    session->conn = NULL;
    conn->session = NULL;
}

void standin_invalidate(struct standin *standin, int shard, bool is_resumable)
{
    standin_send_op(standin, shard, 9, json_boolean(is_resumable));
    if (!is_resumable)
        with_each(standin, shard, forget_session, NULL);
}

void standin_withhold_acks(struct standin *standin, bool withholds)
{
    standin->withholds_acks = withholds;
}

void standin_dispatch(struct standin *standin, int shard, const char *type, json_t *data)
{
    for (int i = 0; i < standin->sessions.count; i++) {
        struct session *session = standin->sessions.items[i];
        if (!session->is_dead && (shard == STANDIN_EVERY || session->shard == shard))
            tell_session(standin, session, type, data);
    }
    json_decref(data);
}

struct gathered {
    const char *bytes;
    size_t length;
};

static void send_text(struct conn *conn, void *arg)
{
    const struct gathered *text = arg;
    conn_send(conn, text->bytes, text->length);
}

void standin_send_text(struct standin *standin, int shard, const char *bytes, size_t length)
{
    struct gathered text = {bytes, length};
    log_note(standin, "%zu bytes on order", length);
    with_each(standin, shard, send_text, &text);
}

static void send_corrupt(struct conn *conn, void *arg)
{
    (void)arg;
    conn_send_raw(conn, "\xff\xff\xff\xfe\xfd garbage \x00\x00\xff\xff", 18);
}

void standin_send_corrupt(struct standin *standin, int shard)
{
    log_note(standin, "corrupt bytes on order");
    with_each(standin, shard, send_corrupt, NULL);
}

void standin_send_huge(struct standin *standin, int shard, size_t bytes)
{
    char *filler = make(bytes + 1);
    memset(filler, 'x', bytes);
    standin_dispatch(standin, shard, "STAND_IN_HUGE", json_pack("{s:s}", "filler", filler));
    free(filler);
}

/* --- from now on --- */

void standin_greet(struct standin *standin, enum standin_hello how, int times)
{
    standin->hello = how;
    standin->hello_times = times;
}

void standin_refuse_connections(struct standin *standin, bool of_base, bool of_resume, int times)
{
    standin->refuse_base = of_base ? times : 0;
    standin->refuse_resume = of_resume ? times : 0;
}

void standin_refuse_resumes(struct standin *standin, int times, int code)
{
    standin->refuse_resumes = times;
    standin->refuse_resumes_code = code;
}

void standin_refuse_identifies(struct standin *standin, int times, int code)
{
    standin->refuse_identifies = times;
    standin->refuse_identifies_code = code;
}

void standin_repeat_events(struct standin *standin, int copies)
{
    standin->copies = copies;
}

void standin_repeat_replayed(struct standin *standin, bool repeats)
{
    standin->repeats_replayed = repeats;
}

void standin_cut_payloads(struct standin *standin, int messages, int fragments)
{
    standin->cut_messages = messages;
    standin->cut_fragments = fragments;
}

void standin_heal(struct standin *standin)
{
    faults_free(standin);
    standin_withhold_acks(standin, false);
    standin_greet(standin, STANDIN_HELLO, 0);
    standin_refuse_connections(standin, false, false, 0);
    standin_refuse_resumes(standin, 0, 0);
    standin_refuse_identifies(standin, 0, 0);
    standin_repeat_events(standin, 1);
    standin_repeat_replayed(standin, false);
    standin_cut_payloads(standin, 1, 1);
    standin_reorder_events(standin, 1);
    standin_speak_oddly(standin, false, false);
}

void standin_revoke_token(struct standin *standin)
{
    standin->is_revoked = true;
    standin_close(standin, STANDIN_EVERY, 4004);
}

void standin_restore_token(struct standin *standin)
{
    standin->is_revoked = false;
}

/* --- questions --- */

bool standin_is_ready(const struct standin *standin, int shard)
{
    for (int i = 0; i < standin->conns.count; i++) {
        const struct conn *conn = standin->conns.items[i];
        if (conn->session && !conn->is_closing &&
            (shard == STANDIN_EVERY || conn->session->shard == shard))
            return true;
    }
    return false;
}

int standin_connections(const struct standin *standin)
{
    int count = 0;
    for (int i = 0; i < standin->conns.count; i++)
        count += !((const struct conn *)standin->conns.items[i])->is_closing;
    return count;
}

int standin_opened(const struct standin *standin)
{
    return standin->conn_count;
}
