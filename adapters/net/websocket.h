/* One web socket, by libwebsockets in the loop's own context: name lookup in a thread, TLS with
   chain and host name checked, whole messages out of fragments, close codes both ways. Knows
   nothing of what the messages say. Never blocks; callbacks come from the loop only. Next:
   websocket.c. */
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
    WEBSOCKET_CLOSE_MS = 1500,            /* how long the other side has to say goodbye */
    WEBSOCKET_CONNECT_S = 5 /* for TCP, TLS and the web socket, at each address of a host */
};

struct websocket_address {
    bool is_tls;
    int port;
    char host[WEBSOCKET_HOST]; /* without the brackets of an IPv6 address */
    char path[WEBSOCKET_PATH];
};

/* What all links of one bot share. The strings are copied. */
struct websockets_setup {
    struct loop *loop;
    const char *ca_file; /* the only CAs that are trusted; the system's if NULL */
    const char *user_agent;
    int connect_s; /* seconds of real time; WEBSOCKET_CONNECT_S */
};

struct websockets *websocket_links_new(const struct websockets_setup *setup);
/* Cuts every connection at once, without a goodbye. Must not be called inside a callback of a
   link. NULL is fine. */
void websocket_links_free(struct websockets *links);

struct websocket_events {
    void (*up)(void *arg);
    /* A whole message; `bytes` is borrowed. */
    void (*message)(void *arg, const char *bytes, size_t length, bool is_binary);
    /* The link ended or never came up; it is freed after this call. `code` is the other side's
       close code, 0 if absent; `why` is for the log. */
    void (*down)(void *arg, int code, const char *why);
};

/* Begins to connect. Connects without TLS to loopback only. */
struct websocket *websocket_open(struct websockets *links, const struct websocket_address *url,
                                 const struct websocket_events *events, void *arg);

/* Copies a text message, and sends it as soon as the socket takes it. */
void websocket_send(struct websocket *link, const char *text);

/* While the link is paused no message comes, except those that were read already. */
void websocket_pause(struct websocket *link, bool is_paused);

/* Closes with this code and frees the link, whose events come no more. Calls `closed` (may be
   NULL) once, later: when the other side has answered, or after WEBSOCKET_CLOSE_MS. May be
   called inside the link's callbacks. */
void websocket_close(struct websocket *link, int code, void (*closed)(void *arg), void *arg);

#endif
