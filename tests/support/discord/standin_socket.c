/* The bytes of the gateway: web sockets by libwebsockets' server, zlib-stream, cut and broken on
   order. What the payloads mean is standin_gateway.c's. */
#include "standin_inside.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <zlib.h>

#include "check.h"

enum { LONGEST_HEARD = 1024 * 1024, NO_CODE = 1005 };

/* --- sending --- */

static void add_wave(struct conn *conn, const void *bytes, size_t length, int protocol)
{
    struct wave *wave = make(sizeof *wave);
    wave->bytes = make(LWS_PRE + length + 1);
    memcpy(wave->bytes + LWS_PRE, bytes, length);
    wave->length = length;
    wave->protocol = protocol;
    list_add(&conn->waves, wave);
    lws_callback_on_writable(conn->wsi);
}

static void drop_wave(void *item)
{
    struct wave *wave = item;
    free(wave->bytes);
    free(wave);
}

/* One web socket message, in as many fragments as ordered. */
static void add_message(struct conn *conn, const unsigned char *bytes, size_t length,
                        bool is_binary)
{
    size_t fragments = (size_t)conn->standin->cut_fragments;
    size_t step = fragments > 1 ? length / fragments + 1 : length;
    size_t at = 0;
    do {
        size_t part = length - at < step ? length - at : step;
        int protocol = at > 0      ? LWS_WRITE_CONTINUATION
                       : is_binary ? LWS_WRITE_BINARY
                                   : LWS_WRITE_TEXT;
        if (at + part < length)
            protocol |= LWS_WRITE_NO_FIN;
        add_wave(conn, bytes + at, part, protocol);
        at += part;
    } while (at < length);
}

static unsigned char *deflated(struct conn *conn, const void *bytes, size_t length,
                               size_t *deflated_length)
{
    z_stream *stream = conn->deflater;
    size_t room = deflateBound(stream, (uLong)length) + 64;
    unsigned char *out = make(room);
    stream->next_in = (unsigned char *)bytes;
    stream->avail_in = (uInt)length;
    stream->next_out = out;
    stream->avail_out = (uInt)room;
    check(deflate(stream, Z_SYNC_FLUSH) == Z_OK && stream->avail_in == 0 && stream->avail_out > 0);
    *deflated_length = room - stream->avail_out;
    return out;
}

void conn_send(struct conn *conn, const char *text, size_t length)
{
    if (conn->is_closing)
        return;
    if (!conn->compresses) {
        add_message(conn, (const unsigned char *)text, length, false);
        return;
    }
    size_t all;
    unsigned char *bytes = deflated(conn, text, length, &all);
    size_t messages = conn->standin->cut_messages > 1 ? (size_t)conn->standin->cut_messages : 1;
    size_t step = all / messages + 1;
    for (size_t at = 0; at < all; at += step)
        add_message(conn, bytes + at, all - at < step ? all - at : step, true);
    free(bytes);
}

void conn_send_raw(struct conn *conn, const void *bytes, size_t length)
{
    add_message(conn, bytes, length, conn->compresses);
}

void conn_close(struct conn *conn, int code)
{
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    conn->close_code = code;
    loop_timer_stop(&conn->watch);
    gateway_left(conn, code < 0 ? 0 : code, false);
    if (code < 0) {
        list_fini(&conn->waves, drop_wave);
    }
    lws_callback_on_writable(conn->wsi);
}

/* Ends the connection in the way that was ordered. */
static int end(struct conn *conn)
{
    if (conn->close_code > 0)
        lws_close_reason(conn->wsi, (enum lws_close_status)conn->close_code,
                         (unsigned char *)"on order", 8);
    else if (conn->close_code == 0 &&
             !conn->standin->cert) /* lws cannot say that; over TLS it is a drop */
        send(lws_get_socket_fd(conn->wsi), "\x88\x00", 2, MSG_NOSIGNAL);
    return -1;
}

static int send_next(struct conn *conn)
{
    if (conn->waves.count == 0)
        return conn->is_closing ? end(conn) : 0;
    struct wave *wave = conn->waves.items[0];
    list_remove(&conn->waves, 0);
    int sent = lws_write(conn->wsi, wave->bytes + LWS_PRE, wave->length,
                         (enum lws_write_protocol)wave->protocol);
    drop_wave(wave);
    if (conn->waves.count > 0 || conn->is_closing)
        lws_callback_on_writable(conn->wsi);
    return sent < 0 ? -1 : 0;
}

/* --- opening, hearing, closing --- */

static void read_query(struct lws *wsi, struct conn *conn)
{
    char part[64];
    for (int i = 0;
         lws_hdr_copy_fragment(wsi, part, (int)sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        size_t length = strlen(conn->query);
        snprintf(conn->query + length, sizeof conn->query - length, "%s%s", i ? "&" : "", part);
        if (strcmp(part, "compress=zlib-stream") == 0)
            conn->compresses = !conn->standin->options.sends_plain;
    }
}

static void check_user_agent(struct standin *standin, struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_USER_AGENT) <= 0)
        log_violation(standin,
                      "a gateway connection without a User-Agent, on which some servers hang up");
}

static void open_conn(struct lws *wsi, struct conn **slot, struct standin *standin,
                      bool is_resume_port)
{
    struct conn *conn = make(sizeof *conn);
    *conn = (struct conn){.standin = standin,
                          .wsi = wsi,
                          .number = ++standin->conn_count,
                          .is_resume_port = is_resume_port,
                          .told_seq = -1,
                          .settled_seq = -1};
    read_query(wsi, conn);
    check_user_agent(standin, wsi);
    if (conn->compresses) {
        conn->deflater = make(sizeof(z_stream));
        check(deflateInit(conn->deflater, Z_DEFAULT_COMPRESSION) == Z_OK);
    }
    list_add(&standin->conns, conn);
    *slot = conn;
}

void conn_free(struct conn *conn)
{
    struct list *all = &conn->standin->conns;
    for (int i = 0; i < all->count; i++)
        if (all->items[i] == conn)
            list_remove(all, i);
    if (conn->session)
        conn->session->conn = NULL;
    loop_timer_stop(&conn->watch);
    if (conn->deflater)
        deflateEnd(conn->deflater);
    free(conn->deflater);
    list_fini(&conn->waves, drop_wave);
    free(conn->heard);
    free(conn);
}

static int hear(struct conn *conn, const void *bytes, size_t length)
{
    if (conn->heard_length + length > LONGEST_HEARD)
        return -1;
    conn->heard = realloc(conn->heard, conn->heard_length + length + 1);
    check(conn->heard);
    memcpy(conn->heard + conn->heard_length, bytes, length);
    conn->heard_length += length;
    conn->heard[conn->heard_length] = '\0';
    if (!lws_is_final_fragment(conn->wsi) || lws_remaining_packet_payload(conn->wsi) > 0)
        return 0;
    if (lws_frame_is_binary(conn->wsi))
        log_violation(conn->standin, "a binary frame was sent to the gateway");
    if (!conn->is_closing)
        gateway_hear(conn, conn->heard, conn->heard_length);
    conn->heard_length = 0;
    return 0;
}

static void closed_by_bot(struct conn *conn, const unsigned char *bytes, size_t length)
{
    int code = length >= 2 ? bytes[0] << 8 | bytes[1] : 0;
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    gateway_left(conn, code == NO_CODE ? 0 : code, true);
}

static void close_conn(struct conn **slot)
{
    struct conn *conn = *slot;
    *slot = NULL;
    if (!conn)
        return;
    if (!conn->is_closing)
        gateway_left(conn, 0, true);
    conn_free(conn);
}

static bool is_refused(struct standin *standin, bool is_resume_port)
{
    int *left = is_resume_port ? &standin->refuse_resume : &standin->refuse_base;
    if (*left == 0)
        return false;
    *left -= *left > 0;
    log_note(standin, "a connection was refused");
    return true;
}

int on_socket(struct lws *wsi, int reason, struct conn **slot, struct standin *standin, int role,
              void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return is_refused(standin, role) ? -1 : 0;
    case LWS_CALLBACK_ESTABLISHED:
        open_conn(wsi, slot, standin, role);
        gateway_greet(*slot);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return *slot ? hear(*slot, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return *slot ? send_next(*slot) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (*slot)
            closed_by_bot(*slot, in, length);
        return 0;
    case LWS_CALLBACK_CLOSED:
        close_conn(slot);
        return 0;
    default:
        return 0;
    }
}
