/* See websocket.h. libwebsockets may call back at any time, even inside the call that connects and
   while its context is destroyed. So a link and its wsi point at each other only while both live:
   cut_wsi() if the link ends first, forget_wsi() if the wsi does. */
#include "websocket.h"

#include <libwebsockets.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "list.h"
#include "loop.h"
#include "text.h"

/* ---- lookup ---- */

/* In a thread of its own: a resolver may take seconds, and the loop must not. The last one to let
   go of the shared struct frees it. The thread writes the result, then to the eventfd; only after
   that the loop reads the result. */

enum { LOOKUP_ADDRESSES = 8, LOOKUP_ADDRESS = 64 };

struct lookup_result {
    int count;                                        /* if 0, `problem` says why */
    char addresses[LOOKUP_ADDRESSES][LOOKUP_ADDRESS]; /* numeric, in the resolver's order */
    const char *problem;
};

enum { HOST = 256 };

struct shared {
    atomic_int owners;
    int wake; /* -1: no more files may be open */
    char host[HOST];
    struct lookup_result result;
};

struct lookup {
    struct loop *loop;
    struct shared *shared;
    struct loop_timer soon; /* for a result that needs no thread */
    void (*found)(void *arg, const struct lookup_result *result);
    void *arg;
};

static void let_go(struct shared *shared)
{
    if (atomic_fetch_sub(&shared->owners, 1) > 1)
        return;
    if (shared->wake >= 0)
        close(shared->wake);
    free(shared);
}

static void resolve(const char *host, int flags, struct lookup_result *result)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags}, *list = NULL;
    int failure = getaddrinfo(host, NULL, &hints, &list);
    result->problem = failure ? gai_strerror(failure) : "it has no address";
    for (struct addrinfo *at = list; at && result->count < LOOKUP_ADDRESSES; at = at->ai_next)
        if (getnameinfo(at->ai_addr, at->ai_addrlen, result->addresses[result->count],
                        LOOKUP_ADDRESS, NULL, 0, NI_NUMERICHOST) == 0)
            result->count++;
    if (list)
        freeaddrinfo(list);
}

/* Some systems' lists of names lack "localhost". */
static void resolve_here(const char *host, struct lookup_result *result)
{
    bool is_local = strcasecmp(host, "localhost") == 0;
    resolve(is_local ? "127.0.0.1" : host, AI_NUMERICHOST, result);
    if (is_local)
        resolve("::1", AI_NUMERICHOST, result);
}

static void *run(void *arg)
{
    struct shared *shared = arg;
    resolve(shared->host, AI_ADDRCONFIG, &shared->result);
    eventfd_write(shared->wake, 1);
    let_go(shared);
    return NULL;
}

static void tell(void *arg)
{
    struct lookup *lookup = arg;
    lookup->found(lookup->arg, &lookup->shared->result);
}

static void on_wake(void *arg, int fd, unsigned events)
{
    struct lookup *lookup = arg;
    (void)events;
    loop_unwatch(lookup->loop, fd);
    tell(lookup);
}

static void start_thread(struct lookup *lookup)
{
    struct shared *shared = lookup->shared;
    pthread_t thread;
    atomic_store(&shared->owners, 2);
    if (pthread_create(&thread, NULL, run, shared) == 0) {
        pthread_detach(thread);
        loop_watch(lookup->loop, shared->wake, LOOP_READ, on_wake, lookup);
        return;
    }
    atomic_store(&shared->owners, 1);
    shared->result.problem = "no thread can be started";
    loop_timer_set(&lookup->soon, 0);
}

/* From the loop. A numeric address needs no thread. */
static struct lookup *lookup_new(struct loop *loop, const char *host,
                                 void (*found)(void *arg, const struct lookup_result *result),
                                 void *arg)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    struct shared *shared = calloc(1, sizeof *shared);
    check(lookup && shared && strlen(host) < HOST);
    *lookup = (struct lookup){.loop = loop, .shared = shared, .found = found, .arg = arg};
    loop_timer_init(&lookup->soon, loop, tell, lookup);
    snprintf(shared->host, HOST, "%s", host);
    shared->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_init(&shared->owners, 1);
    resolve_here(host, &shared->result);
    if (shared->result.count == 0 && shared->wake < 0)
        shared->result.problem = "too many files are open";
    if (shared->result.count || shared->wake < 0)
        loop_timer_set(&lookup->soon, 0);
    else
        start_thread(lookup);
    return lookup;
}

/* Also inside `found`; a thread that still runs ends by itself. NULL is fine. */
static void lookup_free(struct lookup *lookup)
{
    if (!lookup)
        return;
    loop_timer_stop(&lookup->soon);
    if (lookup->shared->wake >= 0)
        loop_unwatch(lookup->loop, lookup->shared->wake);
    let_go(lookup->shared);
    free(lookup);
}

enum {
    CHUNK = 65536,    /* bytes per callback */
    HANDSHAKE_S = 15, /* for TLS and the web socket */
    WHY = 256
};

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char frame[]; /* LWS_PRE bytes, then the text */
};

struct websockets {
    struct loop *loop;
    struct lws_vhost *vhost; /* NULL if the CA file cannot be read */
    char *user_agent;
    struct websocket *first;
};

struct websocket {
    struct websockets *links;
    struct websocket *previous, *next;
    struct websocket_events events;
    void *arg;
    struct websocket_address url;
    struct lookup *lookup;
    struct lookup_result found;
    int tried; /* how many of the addresses found */
    struct lws *wsi;
    bool is_up, is_starting; /* inside lws_client_connect_via_info */
    bool is_closing;         /* by websocket_close */
    int code;                /* of our close frame if is_closing, else of theirs */
    void (*closed)(void *arg);
    void *closed_arg;
    /* outside of lws; ends the wait in closing, too */
    struct loop_timer soon;
    struct bytes incoming;
    struct outgoing *first, **last;
    char why[WHY];
};

/* --- the end --- */

static void cut_wsi(struct websocket *link)
{
    if (!link->wsi)
        return;
    lws_set_opaque_user_data(link->wsi, NULL);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    link->wsi = NULL;
}

static void destroy(struct websocket *link)
{
    cut_wsi(link);
    lookup_free(link->lookup);
    loop_timer_stop(&link->soon);
    bytes_fini(&link->incoming);
    while (link->first) {
        struct outgoing *next = link->first->next;
        free(link->first);
        link->first = next;
    }
    *(link->previous ? &link->previous->next : &link->links->first) = link->next;
    if (link->next)
        link->next->previous = link->previous;
    free(link);
}

static void finish(struct websocket *link)
{
    void (*closed)(void *) = link->closed;
    void *closed_arg = link->closed_arg;
    if (!link->is_closing)
        link->events.down(link->arg, link->code, link->why);
    destroy(link);
    if (closed)
        closed(closed_arg);
}

static void finish_soon(struct websocket *link)
{
    loop_timer_set(&link->soon, 0);
}

/* If a server does not answer the upgrade, only LWS_CALLBACK_WSI_DESTROY comes. */
static void forget_wsi(struct websocket *link, struct lws *wsi)
{
    lws_set_opaque_user_data(wsi, NULL);
    link->wsi = NULL;
    if (!link->is_starting)
        finish_soon(link);
}

static void note_why(struct websocket *link, const char *why, size_t length)
{
    struct text text = text_over(link->why, sizeof link->why);
    text_put_bytes(&text, why, (int)length);
}

/* --- connecting --- */

/* False if no address is left. */
static bool try_next(struct websocket *link)
{
    const struct websocket_address *url = &link->url;
    while (link->tried < link->found.count) {
        const char *address = link->found.addresses[link->tried++];
        bool is_loopback = strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
        if (!url->is_tls && !is_loopback) {
            note_why(link, "without TLS only to this machine itself", 39);
            continue;
        }
        struct lws_client_connect_info info = {
            .context = loop_lws(link->links->loop),
            .vhost = link->links->vhost,
            .address = address, /* SNI and the check of the certificate use the name in `host` */
            .host = url->host,
            .port = url->port,
            .path = url->path,
            .ssl_connection = url->is_tls ? LCCSCF_USE_SSL : 0,
            .alpn = "http/1.1",
            .local_protocol_name = "gateway",
            .opaque_user_data = link,
            .pwsi = &link->wsi,
        };
        link->is_starting = true;
        bool has_begun = lws_client_connect_via_info(&info) != NULL;
        link->is_starting = false;
        if (has_begun && link->wsi)
            return true;
        link->wsi = NULL;
    }
    return false;
}

/* No function of lws is on the stack. */
static void go_on(void *arg)
{
    struct websocket *link = arg;
    if (link->is_closing || link->is_up || !try_next(link))
        finish(link);
}

static void on_found(void *arg, const struct lookup_result *result)
{
    struct websocket *link = arg;
    link->found = *result;
    if (!result->count)
        note_why(link, result->problem, strlen(result->problem));
    lookup_free(link->lookup);
    link->lookup = NULL;
    finish_soon(link);
}

/* OpenSSL knows what was wrong with the certificate. */
static void on_failure(struct websocket *link, struct lws *wsi, const char *words, size_t length)
{
    SSL *ssl = link->url.is_tls ? lws_get_ssl(wsi) : NULL;
    long verdict = ssl ? SSL_get_verify_result(ssl) : X509_V_OK;
    if (verdict != X509_V_OK) {
        struct text why = text_over(link->why, sizeof link->why);
        text_putf(&why, "its certificate is refused: %s", X509_verify_cert_error_string(verdict));
        link->tried = link->found.count;
    } else if (words) {
        note_why(link, words, length);
    }
    forget_wsi(link, wsi);
}

/* --- connected --- */

static int on_bytes(struct websocket *link, struct lws *wsi, const char *bytes, size_t length)
{
    bool is_whole = lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
    if (link->is_closing)
        return 0;
    if (is_whole && !link->incoming.length) { /* most messages come in one piece */
        link->events.message(link->arg, bytes, length, lws_frame_is_binary(wsi));
        return 0;
    }
    if (!bytes_put(&link->incoming, bytes, length, WEBSOCKET_MESSAGE)) {
        note_why(link, "it sent a message of more than 16 MB", 36);
        return -1;
    }
    if (!is_whole)
        return 0;
    link->events.message(link->arg, link->incoming.at ? link->incoming.at : "",
                         link->incoming.length, lws_frame_is_binary(wsi));
    bytes_clear(&link->incoming);
    return 0;
}

static int on_writeable(struct websocket *link, struct lws *wsi)
{
    struct outgoing *outgoing = link->first;
    loop_mind_lease(link->links->loop);
    if (link->is_closing) {
        lws_close_reason(wsi, (enum lws_close_status)link->code, NULL, 0);
        return -1;
    }
    if (!outgoing)
        return 0;
    link->first = outgoing->next;
    if (!link->first)
        link->last = &link->first;
    int written = lws_write(wsi, outgoing->frame + LWS_PRE, outgoing->length, LWS_WRITE_TEXT);
    bool is_sent = written >= (int)outgoing->length;
    free(outgoing);
    if (link->first)
        lws_callback_on_writable(wsi);
    return is_sent ? 0 : -1;
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    static const char silence[] = "it takes connections, but does not answer as a web socket";
    struct websocket *link = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!link)
        return 0;
    loop_stir(link->links->loop);
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: /* some gateways hang up without it */
        return lws_add_http_header_by_token(
            wsi, WSI_TOKEN_HTTP_USER_AGENT, (const unsigned char *)link->links->user_agent,
            (int)strlen(link->links->user_agent), in, *(unsigned char **)in + length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        link->is_up = true;
        lws_callback_on_writable(wsi);
        if (!link->is_closing)
            link->events.up(link->arg);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_bytes(link, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writeable(link, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (length >= 2 && !link->is_closing) {
            const unsigned char *bytes = in;
            link->code = bytes[0] << 8 | bytes[1];
            note_why(link, (const char *)bytes + 2, length - 2);
        }
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        on_failure(link, wsi, in, length);
        break;
    case LWS_CALLBACK_CLIENT_CLOSED:
        forget_wsi(link, wsi);
        break;
    case LWS_CALLBACK_WSI_DESTROY:
        if (!link->is_up)
            note_why(link, silence, sizeof silence - 1);
        forget_wsi(link, wsi);
        break;
    default:
        break;
    }
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "gateway", .callback = on_lws, .rx_buffer_size = CHUNK}, {.name = NULL}};

/* --- the doors --- */

struct websockets *websocket_links_new(const struct websockets_setup *setup)
{
    const char *ca_file = setup->ca_file;
    struct websockets *links = calloc(1, sizeof *links);
    check(links);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT |
                   (ca_file ? LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS : 0),
        .client_ssl_ca_filepath = ca_file,
        .ssl_client_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1,
        .http_proxy_address = "none:0", /* else lws takes a proxy from the environment */
        .connect_timeout_secs = (unsigned)setup->connect_s,
        .timeout_secs = HANDSHAKE_S,
        .vhost_name = "gateway",
    };
    links->loop = setup->loop;
    links->user_agent = strdup(setup->user_agent);
    check(links->user_agent);
    if (!ca_file || access(ca_file, R_OK) == 0) /* lws would go on without the file */
        links->vhost = lws_create_vhost(loop_lws(setup->loop), &info);
    return links;
}

void websocket_links_free(struct websockets *links)
{
    if (!links)
        return;
    for (struct websocket *link = links->first, *next; link; link = next) {
        next = link->next;
        destroy(link);
    }
    if (links->vhost)
        lws_vhost_destroy(links->vhost);
    free(links->user_agent);
    free(links);
}

struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg)
{
    struct websocket *link = calloc(1, sizeof *link);
    check(link);
    *link = (struct websocket){
        .links = links, .events = *events, .arg = arg, .url = *url, .next = links->first};
    link->last = &link->first;
    if (links->first)
        links->first->previous = link;
    links->first = link;
    loop_timer_init(&link->soon, links->loop, go_on, link);
    if (links->vhost) {
        link->lookup = lookup_new(links->loop, url->host, on_found, link);
    } else {
        note_why(link, "the CA file cannot be read", 26);
        finish_soon(link);
    }
    return link;
}

void websocket_send(struct websocket *link, const char *text)
{
    size_t length = strlen(text);
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length + 1);
    check(outgoing);
    *outgoing = (struct outgoing){.length = length};
    memcpy(outgoing->frame + LWS_PRE, text, length + 1);
    *link->last = outgoing;
    link->last = &outgoing->next;
    if (link->is_up && link->wsi)
        lws_callback_on_writable(link->wsi);
    loop_stir(link->links->loop);
}

void websocket_pause(struct websocket *link, bool is_paused)
{
    if (link->wsi && link->is_up)
        lws_rx_flow_control(link->wsi, !is_paused);
    loop_stir(link->links->loop);
}

void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg)
{
    link->is_closing = true;
    link->code = code;
    link->closed = closed;
    link->closed_arg = arg;
    if (link->wsi && link->is_up) {
        lws_callback_on_writable(link->wsi);
        loop_timer_set(&link->soon, WEBSOCKET_CLOSE_MS);
    } else {
        finish_soon(link);
    }
    loop_stir(link->links->loop);
}
