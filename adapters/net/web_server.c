/* See web_server.h. libwebsockets calls back until it has ended a vhost, so a server that was freed
   is only over: its memory goes with the vhost. */
#include "web_server.h"

#include <libwebsockets.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"
#include "text.h"

enum {
    HEAD_BYTES = 512, /* of an answer */
    PIECE = 16384,    /* bytes written at once */
    PATH_BYTES = 64   /* of a page that there can be */
};

struct client {
    struct web_server *server;
    struct lws *wsi; /* NULL if the place is free */
    uint64_t number; /* of those who came, in order */
    struct loop_timer patience;
    char *body;
    size_t length, sent;
};

struct web_server {
    struct loop *loop;
    struct lws_vhost *vhost;
    web_server_make *make;
    void *arg;
    uint64_t came;
    bool is_over; /* its owner has freed it */
    struct client clients[WEB_CLIENTS];
    bool is_unix;
    char at[WEB_PATH + 1]; /* lws keeps a pointer to it */
    int port;              /* 0: any */
};

/* ---- clients ---- */

static void forget(struct client *client)
{
    loop_timer_stop(&client->patience);
    free(client->body);
    client->body = NULL;
    client->wsi = NULL;
}

static void on_impatience(void *arg)
{
    struct client *client = arg;
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* Quick clients are done before so many others come, and slow ones hold no place. */
static struct client *make_place(struct web_server *server)
{
    struct client *first = server->clients;
    for (struct client *client = server->clients; client < server->clients + WEB_CLIENTS;
         client++) {
        if (!client->wsi)
            return client;
        if (client->number < first->number)
            first = client;
    }
    lws_set_opaque_user_data(first->wsi, NULL);
    lws_set_timeout(first->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    forget(first);
    return first;
}

static int take_client(struct web_server *server, struct lws *wsi)
{
    struct client *client = make_place(server);
    client->wsi = wsi;
    client->number = server->came++;
    client->length = client->sent = 0;
    lws_set_opaque_user_data(wsi, client);
    loop_timer_set(&client->patience, WEB_MS);
    return 0;
}

/* ---- answers ---- */

static struct web_page refusal_of(int status, const char *sentence)
{
    struct web_page page = {
        .status = status, .type = "text/plain; charset=utf-8", .body = strdup(sentence)};
    check(page.body);
    return page;
}

static struct web_page page_of(const struct client *client, const char *path, size_t length)
{
    char name[PATH_BYTES];
    struct web_page page = {0};
    if (lws_hdr_total_length(client->wsi, WSI_TOKEN_GET_URI) == 0)
        return refusal_of(HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET is answered here.\n");
    if (length < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        page = client->server->make(client->server->arg, name);
    }
    return page.status ? page : refusal_of(HTTP_STATUS_NOT_FOUND, "There is no such page.\n");
}

static int put_header(struct lws *wsi, enum lws_token_indexes token, const char *value,
                      unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_token(wsi, token, (const unsigned char *)value,
                                        (int)strlen(value), at, end);
}

static int on_request(struct client *client, const char *path, size_t length)
{
    unsigned char head[LWS_PRE + HEAD_BYTES], *start = head + LWS_PRE, *at = start,
                                              *end = head + sizeof head;
    struct web_page page = page_of(client, path, length);
    free(client->body);
    client->body = page.body;
    client->length = strlen(page.body);
    client->sent = 0;
    if (lws_add_http_header_status(client->wsi, (unsigned)page.status, &at, end) ||
        put_header(client->wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, page.type, &at, end) ||
        put_header(client->wsi, WSI_TOKEN_CONNECTION, "close", &at, end) ||
        lws_add_http_header_content_length(client->wsi, client->length, &at, end) ||
        lws_finalize_write_http_header(client->wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(client->wsi);
    return 0;
}

static int on_writeable(struct client *client)
{
    unsigned char bytes[LWS_PRE + PIECE];
    size_t left = client->length - client->sent, length = left < PIECE ? left : PIECE;
    if (!client->body)
        return 0;
    memcpy(bytes + LWS_PRE, client->body + client->sent, length);
    client->sent += length;
    bool is_last = client->sent == client->length;
    if (lws_write(client->wsi, bytes + LWS_PRE, length,
                  is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0 ||
        is_last)
        return -1; /* lws closes when the client has taken what was written */
    lws_callback_on_writable(client->wsi);
    return 0;
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct web_server *server = wsi ? lws_vhost_user(lws_get_vhost(wsi)) : NULL;
    struct client *client = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!server || server->is_over)
        return reason == LWS_CALLBACK_WSI_DESTROY ? 0 : -1;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        loop_stir(server->loop);
        return 0;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        loop_stir(server->loop);
        return take_client(server, wsi);
    case LWS_CALLBACK_HTTP:
        loop_stir(server->loop);
        return client ? on_request(client, in, length) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        loop_stir(server->loop);
        return client ? on_writeable(client) : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        if (client)
            forget(client);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "pages", .callback = on_lws},
                                                 {.name = NULL}};

/* ---- life ---- */

static void read_address(struct web_server *server, const char *text)
{
    const char *colon = strrchr(text, ':'), *from = text + (*text == '[');
    server->is_unix = strncmp(text, "unix:", 5) == 0;
    server->port = server->is_unix ? 0 : (int)strtol(colon ? colon + 1 : text, NULL, 10);
    if (server->is_unix)
        snprintf(server->at, sizeof server->at, "%s", text + 5);
    else if (!colon)
        snprintf(server->at, sizeof server->at, "127.0.0.1");
    else
        snprintf(server->at, sizeof server->at, "%.*s", (int)(colon - from) - (from > text), from);
}

static void on_vhost_gone(struct lws_vhost *vhost, void *arg)
{
    (void)vhost;
    if (((struct web_server *)arg)->is_over)
        free(arg);
}

static struct lws_vhost *listen_for(struct web_server *server)
{
    uint64_t kind = server->is_unix           ? (uint64_t)LWS_SERVER_OPTION_UNIX_SOCK
                    : strchr(server->at, ':') ? 0
                                              : (uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6;
    struct lws_context_creation_info info = {
        .port = server->port,
        .iface = server->at,
        .protocols = protocols,
        .options = (uint64_t)LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | kind,
        .vhost_name = "pages",
        .user = server,
        .finalize = on_vhost_gone,
        .finalize_arg = server,
    };
    struct stat about;
    if (server->is_unix && lstat(server->at, &about) == 0 && S_ISSOCK(about.st_mode))
        unlink(server->at); /* an earlier process left it there */
    mode_t before = umask(0117);
    struct lws_vhost *vhost = lws_create_vhost(loop_lws(server->loop), &info);
    umask(before);
    return vhost;
}

struct web_server *web_server_new(struct loop *loop, const char *address, web_server_make *make,
                                  void *arg, struct text *why)
{
    struct web_server *server = calloc(1, sizeof *server);
    check(server);
    *server = (struct web_server){.loop = loop, .make = make, .arg = arg};
    read_address(server, address);
    for (int i = 0; i < WEB_CLIENTS; i++) {
        server->clients[i].server = server;
        loop_timer_init(&server->clients[i].patience, loop, on_impatience, &server->clients[i]);
    }
    server->vhost = listen_for(server);
    if (server->vhost)
        return server;
    text_putf(why, "nothing can listen at %s: it is in use, or not allowed, or not of this machine",
              address);
    free(server);
    return NULL;
}

int web_server_port(const struct web_server *server)
{
    return server->is_unix ? 0 : lws_get_vhost_listen_port(server->vhost);
}

void web_server_free(struct web_server *server)
{
    if (!server)
        return;
    for (int i = 0; i < WEB_CLIENTS; i++) {
        if (!server->clients[i].wsi)
            continue;
        lws_set_opaque_user_data(server->clients[i].wsi, NULL);
        forget(&server->clients[i]);
    }
    if (server->is_unix)
        unlink(server->at);
    server->is_over = true;
    lws_vhost_destroy(server->vhost);
}
