/* What a shard sends, and when: heartbeats in time, everything within Discord's budget of sends,
   part of which is reserved for heartbeats. Knows nothing of the states of a connection. */
#ifndef PULSE_H
#define PULSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop.h"
#include "ring.h"

enum {
    PULSE_SENDS = 120,   /* packets in a minute, heartbeats included */
    PULSE_PRESENCES = 5, /* in 20 s */
    PULSE_BYTES = 4096,  /* of a packet; a longer one is answered with close code 4002 */
    PULSE_PLAYING = 128  /* characters of a presence; the rest is cut */
};

struct gateway_session;
struct shard_port;
struct websocket;

struct pulse {
    const struct shard_port *port;
    const struct gateway_session *session;
    void (*dead)(void *arg); /* a heartbeat was not answered. It may call pulse_stop() */
    void *arg;
    struct websocket *link;
    struct loop_timer heart, show;
    int64_t interval, due;
    bool awaits_ack, has_to_show;
    bool can_show; /* READY or RESUMED has come, so presences may be sent */
    RING(PULSE_SENDS) sends;
    RING(PULSE_PRESENCES) presences;
};

void pulse_init(struct pulse *pulse, const struct shard_port *port,
                const struct gateway_session *session, void (*dead)(void *arg), void *arg);
/* begins a new connection with a full budget */
void pulse_open(struct pulse *pulse, struct websocket *link);
void pulse_stop(struct pulse *pulse); /* sends nothing more by itself */

/* Begins heartbeats; `data` is the JSON text of Hello's d. */
void pulse_begin(struct pulse *pulse, const char *data, size_t length);
void pulse_acknowledge(struct pulse *pulse);
/* The server wants a heartbeat at once: sends one if the budget allows. */
void pulse_answer(struct pulse *pulse);

void pulse_identify(struct pulse *pulse, int shard); /* says the presence, too */
void pulse_resume(struct pulse *pulse);

/* port->playing has changed: sends it as soon as the budget allows. */
void pulse_show(struct pulse *pulse);
/* From now on presences may be sent. */
void pulse_is_up(struct pulse *pulse);

#endif
