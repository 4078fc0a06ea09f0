/* A byte stream to a server, by libcurl: name lookup in a thread, TCP, TLS with chain and host
   name checked. Knows nothing of IRC. Nothing blocks; callbacks come from the loop only. */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include <stdbool.h>

#include "loop.h"

struct transport;

struct transport_config {
    const char *host;
    int port;
    bool is_tls;
    const char *ca_file, *client_cert, *client_key, *pins; /* NULL if not used; see wire.h */
    int connect_ms;
};

/* on_down is the last callback. Each callback may call transport_free. */
struct transport_events {
    void (*on_up)(void *arg);
    void (*on_bytes)(void *arg, const char *bytes, int length);
    void (*on_room)(void *arg); /* transport_send takes bytes again */
    void (*on_down)(void *arg, const char *reason);
};

/* Starts to connect. The strings of the config must live as long as the transport; `events` is
   copied. */
struct transport *transport_new(struct loop *loop, const struct transport_config *config,
                                const struct transport_events *events, void *arg);

/* Closes at once, even during a lookup or a handshake. NULL is fine. */
void transport_free(struct transport *transport);

/* Returns how many bytes were taken. If fewer than `length`, on_room or on_down follows. */
int transport_send(struct transport *transport, const char *bytes, int length);

#endif
