/* The ports of the stand-in: three of 127.0.0.1 are virtual hosts of the loop's libwebsockets:
   REST, the gateway, and the gateway where sessions are resumed. Who has no sockets takes the
   place of this file, standin_http.c and standin_socket.c: tests/sim. */
#include "standin_inside.h"

#include <libwebsockets.h>
#include <stdlib.h>

#include "check.h"

enum { REST, GATEWAY, RESUME, RX = 65536 };

/* What lws keeps for each connection of ours. */
struct slot {
    struct request *request;
    struct conn *conn;
};

/* It takes no connection, and answers on none that it has. */
static bool is_turned_away(const struct standin *standin, enum lws_callback_reasons reason)
{
    return standin->is_away &&
           (reason == LWS_CALLBACK_FILTER_NETWORK_CONNECTION ||
            reason == LWS_CALLBACK_FILTER_HTTP_CONNECTION ||
            reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION || reason == LWS_CALLBACK_HTTP);
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct lws_vhost *vhost = lws_get_vhost(wsi);
    struct vhost_link *link = vhost ? lws_get_vhost_user(vhost) : NULL;
    struct slot *slot = user;
    if (reason == LWS_CALLBACK_PROTOCOL_DESTROY)
        free(link);
    if (reason == LWS_CALLBACK_PROTOCOL_DESTROY || reason == LWS_CALLBACK_PROTOCOL_INIT || !link ||
        !link->standin)
        return 0;
    if (is_turned_away(link->standin, reason))
        return -1;
    loop_stir(link->standin->loop);
    if (link->role == REST)
        return on_http(wsi, (int)reason, slot ? &slot->request : NULL, link->standin, in, length);
    return on_socket(wsi, (int)reason, slot ? &slot->conn : NULL, link->standin,
                     link->role == RESUME, in, length);
}

static const struct lws_protocols protocols[] = {{.name = "standin",
                                                  .callback = on_lws,
                                                  .per_session_data_size = sizeof(struct slot),
                                                  .rx_buffer_size = RX},
                                                 {.name = NULL}};

static void listen_on(struct standin *standin, int role, const char *scheme, const char *path,
                      char *url, size_t size)
{
    struct vhost_link *link = make(sizeof *link);
    bool is_tls = standin->cert && standin->key;
    *link = (struct vhost_link){standin, role};
    struct lws_context_creation_info info = {
        .port = 0,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .vhost_name = role == REST      ? "rest"
                      : role == GATEWAY ? "gateway"
                                        : "resume",
        .user = link,
        .alpn = "http/1.1",
        .keepalive_timeout = 3600,
        .timeout_secs = 3600,
        .ssl_cert_filepath = is_tls ? standin->cert : NULL,
        .ssl_private_key_filepath = is_tls ? standin->key : NULL,
        .options = is_tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    standin->links[role] = link;
    standin->vhosts[role] = lws_create_vhost(loop_lws(standin->loop), &info);
    check(standin->vhosts[role]);
    int port = lws_get_vhost_listen_port(standin->vhosts[role]);
    check(port > 0);
    snprintf(url, size, "%s%s://127.0.0.1:%d%s", scheme, is_tls ? "s" : "", port, path);
}

void ports_open(struct standin *standin)
{
    const char *end = standin->options.url_ends_in_slash ? "/" : "";
    listen_on(standin, REST, "http", "/api/v10", standin->rest_url, sizeof standin->rest_url);
    listen_on(standin, GATEWAY, "ws", end, standin->gateway_url, sizeof standin->gateway_url);
    listen_on(standin, RESUME, "ws", end, standin->resume_url, sizeof standin->resume_url);
}

void ports_silence(struct standin *standin)
{
    for (int role = REST; role <= RESUME; role++)
        standin->links[role]->standin = NULL;
}

void ports_close(struct standin *standin)
{
    for (int role = REST; role <= RESUME; role++)
        lws_vhost_destroy(standin->vhosts[role]);
}
