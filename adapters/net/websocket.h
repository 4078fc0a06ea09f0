/* One web socket, by libwebsockets in the loop's own context: name lookup off the loop, TLS with chain and
   host name checked, whole messages out of fragments, close codes both ways. Knows nothing of what is said on it. Never
   blocks; callbacks come out of the loop only. Next: lookup.c. */
#ifndef WEBSOCKET_H
#define WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

struct websocket;
struct websockets;
struct loop;

enum {
    WEBSOCKET_HOST = 256,
    WEBSOCKET_PATH = 512,
    WEBSOCKET_MESSAGE = 16 * 1024 * 1024, /* bytes received in one message at most */
    WEBSOCKET_CLOSE_MS = 1500,            /* how long the other side gets to say goodbye */
    WEBSOCKET_CONNECT_S = 5               /* for TCP, TLS and the web socket, at each address of a host */
};

/* Where one leads. */
struct websocket_address {
    bool is_tls;
    int port;
    char host[WEBSOCKET_HOST]; /* without the brackets of an IPv6 address */
    char path[WEBSOCKET_PATH];
};

/* Shared by all links of one bot. Copies the strings. */
struct websockets_setup {
    struct loop *loop;
    const char *ca_file; /* whose certificates are trusted; NULL for the system's */
    const char *user_agent;
    int connect_s; /* seconds of real time; WEBSOCKET_CONNECT_S */
};

struct websockets *websockets_new(const struct websockets_setup *setup);
/* Cuts every connection at once, asking nobody. Not inside a callback of a link. NULL is fine. */
void websockets_free(struct websockets *links);

struct websocket_events {
    void (*up)(void *arg);
    /* A whole message; `bytes` is borrowed. */
    void (*message)(void *arg, const char *bytes, size_t length, bool is_binary);
    /* The link ended, or never came up, and is gone. `code` is the other side's close code, or 0; `why` is for the
       log. */
    void (*down)(void *arg, int code, const char *why);
};

/* Begins to connect. Without TLS only to loopback. */
struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg);

/* A text message, as soon as the socket takes it. */
void websocket_send(struct websocket *link, const char *text);

/* No message comes until it is taken back, but those that were read already. */
void websocket_pause(struct websocket *link, bool is_paused);

/* Takes the link. It calls only `closed` (may be NULL), once, later: when the other side has answered the close frame
   with this code, or after WEBSOCKET_CLOSE_MS. May be called inside its callbacks. */
void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg);

#endif
