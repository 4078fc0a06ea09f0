/* See client.h. */
#include "client.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include "check.h"
#include "loop.h"
#include "standin.h"

enum { ROOM = 32 * 1024 * 1024, TRIES = 50 };

static const char agent[] = "User-Agent: DiscordBot (https://example.org, 1)\r\n";

/* --- REST --- */

static int port_of(const char *url)
{
    return atoi(strrchr(url, ':') + 1);
}

int dial(const struct standin *standin)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((uint16_t)port_of(standin_rest_url(standin)));
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    check(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    return fd;
}

static void send_request(int fd, const char *method, const char *path, const char *headers,
                         const char *body)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    fprintf(out, "%s /api/v10%s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s", method, path, headers);
    if (body)
        fprintf(out, "Content-Length: %zu\r\n", strlen(body));
    fprintf(out, "\r\n%s", body ? body : "");
    fclose(out);
    check(send(fd, text, size, MSG_NOSIGNAL) == (ssize_t)size);
    free(text);
}

static void read_reply(struct reply *reply, const char *bytes)
{
    const char *end = strstr(bytes, "\r\n\r\n");
    if (!end || sscanf(bytes, "HTTP/1.1 %d", &reply->status) != 1)
        return;
    snprintf(reply->head, sizeof reply->head, "%.*s\r\n", (int)(end - bytes), bytes);
    snprintf(reply->text, sizeof reply->text, "%s", end + 4);
    reply->body = json_loads(end + 4, JSON_DECODE_ANY, NULL);
}

struct reply *answer_to(struct loop *loop, int fd)
{
    static char bytes[65536];
    struct reply *reply = calloc(1, sizeof *reply);
    check(reply);
    size_t length = 0;
    for (int tries = 0; tries < TRIES; tries++) {
        loop_step(loop, 0);
        ssize_t got = recv(fd, bytes + length, sizeof bytes - 1 - length, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && length > 0))
            break;
        if (got > 0)
            length += (size_t)got;
    }
    bytes[length] = '\0';
    read_reply(reply, bytes);
    return reply;
}

struct reply *ask_as(struct loop *loop, const struct standin *standin, const char *method,
                     const char *path, const char *headers, const char *body)
{
    int fd = dial(standin);
    send_request(fd, method, path, headers, body);
    struct reply *reply = answer_to(loop, fd);
    close(fd);
    return reply;
}

static void send_well(int fd, const char *method, const char *path, json_t *body)
{
    char headers[512];
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    snprintf(headers, sizeof headers, "%sAuthorization: Bot %s\r\n%s", agent, STANDIN_TOKEN,
             text ? "Content-Type: application/json\r\n" : "");
    send_request(fd, method, path, headers, text);
    free(text);
    json_decref(body);
}

struct reply *ask_over(struct loop *loop, int fd, const char *method, const char *path,
                       json_t *body)
{
    send_well(fd, method, path, body);
    return answer_to(loop, fd);
}

int ask_later(const struct standin *standin, const char *method, const char *path, json_t *body)
{
    int fd = dial(standin);
    send_well(fd, method, path, body);
    return fd;
}

struct reply *ask(struct loop *loop, const struct standin *standin, const char *method,
                  const char *path, json_t *body)
{
    int fd = ask_later(standin, method, path, body);
    struct reply *reply = answer_to(loop, fd);
    close(fd);
    return reply;
}

void reply_free(struct reply *reply)
{
    json_decref(reply->body);
    free(reply);
}

double header_number(const struct reply *reply, const char *name)
{
    char line[64];
    snprintf(line, sizeof line, "\r\n%s: ", name);
    const char *found = strcasestr(reply->head, line);
    return found ? strtod(found + strlen(line), NULL) : -1;
}

/* --- the gateway --- */

struct gate {
    struct loop *loop;
    struct lws_vhost *vhost;
    struct lws *wsi;
    z_stream inflater;
    char *bytes, *inflated;
    size_t length;
    json_t *heard; /* array */
    json_t *unsaid;
    int code, own_code, fragments;
    bool is_open, is_over, is_zlib, is_spoilt;
};

static void take_payload(struct gate *gate, const char *text, size_t length)
{
    json_t *payload = json_loadb(text, length, 0, NULL);
    if (payload)
        json_array_append_new(gate->heard, payload);
    else
        gate->is_spoilt = true;
}

static void take_message(struct gate *gate)
{
    if (!gate->is_zlib) {
        take_payload(gate, gate->bytes, gate->length);
        gate->length = 0;
        return;
    }
    if (gate->length < 4 || memcmp(gate->bytes + gate->length - 4, "\x00\x00\xff\xff", 4) != 0)
        return;
    gate->inflater.next_in = (unsigned char *)gate->bytes;
    gate->inflater.avail_in = (uInt)gate->length;
    gate->inflater.next_out = (unsigned char *)gate->inflated;
    gate->inflater.avail_out = ROOM;
    if (inflate(&gate->inflater, Z_SYNC_FLUSH) < 0)
        gate->is_spoilt = true;
    else
        take_payload(gate, gate->inflated, ROOM - gate->inflater.avail_out);
    gate->length = 0;
}

static void hear(struct gate *gate, struct lws *wsi, const void *bytes, size_t length)
{
    check(gate->length + length < ROOM);
    memcpy(gate->bytes + gate->length, bytes, length);
    gate->length += length;
    if (lws_remaining_packet_payload(wsi) > 0)
        return;
    gate->fragments++;
    if (lws_is_final_fragment(wsi))
        take_message(gate);
}

static int say_next(struct gate *gate, struct lws *wsi)
{
    unsigned char bytes[LWS_PRE + 8192];
    if (json_array_size(gate->unsaid) > 0) {
        size_t length = json_dumpb(json_array_get(gate->unsaid, 0), (char *)bytes + LWS_PRE, 8192,
                                   JSON_COMPACT);
        check(length <= 8192);
        json_array_remove(gate->unsaid, 0);
        lws_write(wsi, bytes + LWS_PRE, length, LWS_WRITE_TEXT);
        lws_callback_on_writable(wsi);
        return 0;
    }
    if (!gate->own_code)
        return 0;
    lws_close_reason(wsi, (enum lws_close_status)gate->own_code, NULL, 0);
    return -1;
}

static int say_who(struct lws *wsi, unsigned char **at, size_t room)
{
    static const char name[] = "DiscordBot (https://tests.example, 1)";
    return lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_USER_AGENT, (const unsigned char *)name,
                                        sizeof name - 1, at, *at + room);
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct gate *gate = user;
    const unsigned char *bytes = in;
    if (!gate || reason == LWS_CALLBACK_PROTOCOL_DESTROY)
        return 0;
    loop_stir(gate->loop);
    if (reason == LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER)
        return say_who(wsi, in, length);
    if (reason == LWS_CALLBACK_CLIENT_ESTABLISHED)
        gate->is_open = true;
    else if (reason == LWS_CALLBACK_CLIENT_RECEIVE)
        hear(gate, wsi, in, length);
    else if (reason == LWS_CALLBACK_CLIENT_WRITEABLE)
        return say_next(gate, wsi);
    else if (reason == LWS_CALLBACK_WS_PEER_INITIATED_CLOSE)
        gate->code = length >= 2 ? bytes[0] << 8 | bytes[1] : 0;
    else if (reason == LWS_CALLBACK_CLIENT_CLOSED ||
             reason == LWS_CALLBACK_CLIENT_CONNECTION_ERROR) {
        gate->is_open = false;
        gate->is_over = true;
    }
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "gate", .callback = on_lws, .rx_buffer_size = 65536}, {.name = NULL}};

struct gate *gate_open(struct loop *loop, const char *url, const char *query)
{
    struct gate *gate = calloc(1, sizeof *gate);
    char path[128];
    check(gate);
    *gate = (struct gate){.loop = loop,
                          .heard = json_array(),
                          .unsaid = json_array(),
                          .is_zlib = strstr(query, "zlib")};
    gate->bytes = malloc(ROOM);
    gate->inflated = malloc(ROOM);
    check(gate->bytes && gate->inflated && inflateInit(&gate->inflater) == Z_OK);
    snprintf(path, sizeof path, "/?%s", query);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols, .vhost_name = "gate"};
    gate->vhost = lws_create_vhost(loop_lws(loop), &info);
    struct lws_client_connect_info connect = {
        .context = loop_lws(loop),
        .vhost = gate->vhost,
        .address = "127.0.0.1",
        .port = port_of(url),
        .path = path,
        .host = "127.0.0.1",
        .userdata = gate,
        .pwsi = &gate->wsi,
    };
    lws_client_connect_via_info(&connect);
    for (int i = 0; i < TRIES && !gate->is_open && !gate->is_over; i++)
        loop_step(loop, 0);
    loop_step(loop, 0);
    return gate;
}

void gate_free(struct gate *gate)
{
    if (!gate->is_over)
        gate_close(gate, 4000);
    check(gate->is_over);
    lws_vhost_destroy(gate->vhost);
    inflateEnd(&gate->inflater);
    json_decref(gate->heard);
    json_decref(gate->unsaid);
    free(gate->bytes);
    free(gate->inflated);
    free(gate);
}

void gate_say(struct gate *gate, json_t *payload_taken)
{
    json_array_append_new(gate->unsaid, payload_taken);
    lws_callback_on_writable(gate->wsi);
    loop_step(gate->loop, 0);
}

void gate_close(struct gate *gate, int code)
{
    gate->own_code = code;
    lws_callback_on_writable(gate->wsi);
    for (int i = 0; i < TRIES && !gate->is_over; i++)
        loop_step(gate->loop, 0);
}

bool gate_is_open(const struct gate *gate)
{
    return gate->is_open;
}

int gate_code(const struct gate *gate)
{
    return gate->code;
}

int gate_fragments(const struct gate *gate)
{
    return gate->fragments;
}

bool gate_is_spoilt(const struct gate *gate)
{
    return gate->is_spoilt;
}

json_t *gate_next(struct gate *gate)
{
    json_t *payload = json_incref(json_array_get(gate->heard, 0));
    if (payload)
        json_array_remove(gate->heard, 0);
    return payload;
}

json_t *gate_expect(struct gate *gate, const char *type)
{
    json_t *payload;
    while ((payload = gate_next(gate)) != NULL) {
        char op[16];
        snprintf(op, sizeof op, "op %d", (int)json_integer_value(json_object_get(payload, "op")));
        const char *name = json_string_value(json_object_get(payload, "t"));
        if (strcmp(op, type) == 0 || (name && strcmp(name, type) == 0))
            return payload;
        json_decref(payload);
    }
    return NULL;
}
