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

/* What all links of one bot share. Strings are copied. */
struct websockets_setup {
    struct loop *loop;
    const char *ca_file; /* whose certificates are trusted; NULL: the system's */
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
    /* It is over, or never came up; the link is gone. `code`: of the other side's close frame, 0: there was none. `why` is
       for the log. */
    void (*down)(void *arg, int code, const char *why);
};

/* Begins to connect. Without TLS only to loopback. */
struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg);

/* A text message, as soon as the socket takes it. */
void websocket_send(struct websocket *link, const char *text);

/* No message comes until it is taken back, but those that were read already. */
void websocket_pause(struct websocket *link, bool is_paused);

/* Takes the link: nothing comes from it any more but `closed` (NULL: not even that), once, later, when the close frame
   with this code has gone out and was answered, or WEBSOCKET_CLOSE_MS are over. Also inside its callbacks. */
void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg);

#endif
