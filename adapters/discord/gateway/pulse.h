/* What a shard sends: within Discord's budget of sends, a part of which is kept for heartbeats, and those in time. Owns when
   something goes; knows neither the session nor the states of a connection: what is said comes by its events. */
#ifndef PULSE_H
#define PULSE_H

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"
#include "ring.h"

/* So many packets in a minute, heartbeats included; so many presences in 20 s. */
enum { PULSE_SENDS = 120, PULSE_PRESENCES = 5 };

struct pulse_events {
    char *(*heartbeat)(void *arg); /* the payloads; taken */
    char *(*presence)(void *arg);  /* NULL if absent, or unknown now */
    void (*send)(void *arg, const char *text);
    void (*dead)(void *arg); /* a heartbeat was not answered. It may call pulse_stop() */
};

struct pulse {
    struct loop *loop;
    const struct pulse_events *events;
    void *arg;
    struct loop_timer heart, show;
    int64_t interval, due;
    bool awaits_ack, has_to_show;
    RING(PULSE_SENDS) sends;
    RING(PULSE_PRESENCES) presences;
};

void pulse_init(struct pulse *pulse, struct loop *loop, const struct pulse_events *events, void *arg);
void pulse_reset(struct pulse *pulse); /* another connection, of which nothing is spent */
void pulse_stop(struct pulse *pulse);  /* nothing more by itself */

/* The server has said how often it wants a heartbeat, in ms. */
void pulse_begin(struct pulse *pulse, int64_t interval);
void pulse_acknowledge(struct pulse *pulse);
/* The server wants a heartbeat at once: it gets one where the budget allows. */
void pulse_answer(struct pulse *pulse);

void pulse_send_take(struct pulse *pulse, char *text);

/* The presence has changed: it is sent as soon as the budget and events->presence allow; pulse_try_show() when the latter may
   have become so. It is not needed any more where it stood in the Identify. */
void pulse_show(struct pulse *pulse);
void pulse_try_show(void *pulse);
void pulse_has_shown(struct pulse *pulse);

#endif
