/* One web socket to a gateway, by libwebsockets in the loop's own context: name lookup off the loop, TLS with chain and
   host name checked, whole messages out of fragments, close codes both ways. Knows nothing of what is said on it. Never
   blocks; callbacks come out of the loop only. Next: lookup.c, shard.c. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>

struct gateway_url;
struct link;
struct links;
struct loop;

enum {
    LINK_MESSAGE = 16 * 1024 * 1024, /* bytes received in one message at most */
    LINK_CLOSE_MS = 1500,            /* how long the other side gets to say goodbye */
    LINK_CONNECT_S = 5               /* for TCP, TLS and the web socket, at each address of a host */
};

/* What all links of one bot share. Strings are copied. */
struct links_setup {
    struct loop *loop;
    const char *ca_file; /* whose certificates are trusted; NULL: the system's */
    const char *user_agent;
    int connect_s; /* seconds of real time; LINK_CONNECT_S */
};

struct links *links_new(const struct links_setup *setup);
/* Cuts every connection at once, asking nobody. Not inside a callback of a link. NULL is fine. */
void links_free(struct links *links);

struct link_events {
    void (*up)(void *arg);
    /* A whole message; `bytes` is borrowed. */
    void (*message)(void *arg, const char *bytes, size_t length, bool is_binary);
    /* It is over, or never came up; the link is gone. `code`: of the other side's close frame, 0: there was none. `why` is
       for the log. */
    void (*down)(void *arg, int code, const char *why);
};

/* Begins to connect. Without TLS only to loopback. */
struct link *link_open(struct links *links, const struct gateway_url *url, const struct link_events *events, void *arg);

/* A text message, as soon as the socket takes it. */
void link_send(struct link *link, const char *text);

/* No message comes until it is taken back, but those that were read already. */
void link_pause(struct link *link, bool is_paused);

/* Takes the link: nothing comes from it any more but `closed` (NULL: not even that), once, later, when the close frame
   with this code has gone out and was answered, or LINK_CLOSE_MS are over. Also inside its callbacks. */
void link_close(struct link *link, int code, void (*closed)(void *arg), void *arg);

#endif
