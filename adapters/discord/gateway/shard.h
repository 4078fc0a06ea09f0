/* One connection to the gateway: Hello, heartbeats, Identify or Resume, its end, and the next
   try. Owns the session and hands on dispatches. Knows the other shards only through its port:
   gateway.c decides who may Identify. */
#ifndef SHARD_H
#define SHARD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gateway_session.h"
#include "list.h"
#include "loop.h"

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

struct budget;
struct keep;
struct websockets;
struct loop;
struct shard;
struct sieve_key;

/* What all shards of a bot share; gateway.c owns and changes it. */
struct shard_port {
    struct loop *loop;
    struct keep *keep;
    struct websockets *links;
    struct budget *budget; /* of what a turn of the loop may cost */
    const struct sieve_key *unread;
    const char *token, *bot; /* bot: names the bot in what is kept */
    uint32_t intents;
    uint32_t wished; /* what `intents` were before Discord refused some */
    int shard_count;
    bool compresses;
    const char *playing; /* NULL without presence */
    struct websocket_address base;

    bool is_over; /* no event is handed on any more */
    bool (*wants)(void *owner, const char *type, const char *data, size_t length);
    void (*event)(void *owner, int shard, const char *type, const json_t *data);
    void *owner;
    /* The shard needs an Identify: answer with shard_take_turn(), later or never. */
    void (*needs_turn)(void *arg, int shard);
    /* The shard has the turn and could Identify now: answer with shard_identify(). */
    void (*ready_to_identify)(void *arg, int shard);
    /* The shard had the turn, and needs it no more. */
    void (*turn_is_over)(void *arg, int shard);
    void (*is_refused)(void *arg, int shard); /* its Identify was answered by op 9 */
    void (*is_stable)(void *arg, int shard);  /* its session has lasted a minute */
    void (*ended)(void *arg, int shard, enum closing_end end);
    void *arg;
};

/* `port` must outlive it. Nothing happens until shard_start(). */
struct shard *shard_new(const struct shard_port *port, int id);
void shard_free(struct shard *shard); /* not inside `event` or `wants`. NULL is fine */

/* Resumes the session that is kept, or asks for a turn. */
void shard_start(struct shard *shard);
void shard_take_turn(struct shard *shard);
void shard_identify(struct shard *shard);

/* Stops the shard and keeps its session. True if it was connected: it closes with `code` and
   later calls `closed` (may be NULL). shard_forget() drops the session. */
bool shard_stop(struct shard *shard, int code, void (*closed)(void *arg), void *arg);
void shard_forget(struct shard *shard);

/* See gateway_settled(). */
void shard_settled(struct shard *shard);

/* port->playing has changed: tells Discord as soon as the budget of sends allows. */
void shard_show(struct shard *shard);

bool shard_is_up(const struct shard *shard);
void shard_tally(const struct shard *shard, int64_t *connects,
                 int64_t *losses); /* adds how often it came up, was lost */
bool shard_needs_turn(const struct shard *shard);
uint32_t shard_intents(const struct shard *shard); /* of its last Identify */

#endif
