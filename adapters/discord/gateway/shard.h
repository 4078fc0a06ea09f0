/* One connection to the gateway: makes payloads of its bytes, and does what they say. Owns the
   session and hands on dispatches. Knows the other shards only through its port: gateway.c decides
   who may Identify. */
#ifndef SHARD_H
#define SHARD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gateway_session.h"
#include "loop.h"

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
    struct budget *budget;
    const struct sieve_key *unread;
    const char *token, *bot; /* bot: its name in what is kept */
    uint32_t intents;
    uint32_t wished; /* before Discord refused some */
    int shard_count;
    bool compresses;
    const char *playing; /* NULL without presence */
    struct websocket_address base;

    bool is_over; /* no event is handed on any more */
    bool (*wants)(void *owner, const char *type, const char *data, size_t length);
    void (*event)(void *owner, int shard, const char *type, const json_t *data);
    void *owner;
    /* shard_take_turn() follows, or not. */
    void (*needs_turn)(void *arg, int shard);
    /* It has the turn: shard_identify() follows. */
    void (*ready_to_identify)(void *arg, int shard);
    void (*turn_is_over)(void *arg, int shard);
    void (*is_refused)(void *arg, int shard); /* its Identify was answered by op 9 */
    void (*is_stable)(void *arg, int shard);  /* its session has lasted a minute */
    void (*ended)(void *arg, int shard, enum closing_end end);
    void *arg;
};

/* `port` must outlive it. */
struct shard *shard_new(const struct shard_port *port, int id);
void shard_free(struct shard *shard); /* not inside `event` or `wants`. NULL is fine */

void shard_start(struct shard *shard);
void shard_take_turn(struct shard *shard);
void shard_identify(struct shard *shard);

/* Keeps the session. True if it was connected: it closes with `code` and later calls `closed` (may
   be NULL). */
bool shard_stop(struct shard *shard, int code, void (*closed)(void *arg), void *arg);
void shard_forget(struct shard *shard);

/* See gateway_settled(). */
void shard_settled(struct shard *shard);

/* As soon as the budget of sends allows. */
void shard_show(struct shard *shard);

bool shard_is_up(const struct shard *shard);
void shard_tally(const struct shard *shard, int64_t *connects, int64_t *losses);
bool shard_needs_turn(const struct shard *shard);
uint32_t shard_intents(const struct shard *shard); /* of its last Identify */

/* ---- payloads ---- */

/* Inflated, sieved, and bounded in what they cost. What does not fit into this turn of the loop
   waits for a later one; meanwhile the web socket is not read. */

struct intake;

enum { ENVELOPE_TYPE = 64, ENVELOPE_NO_OP = -1 };

struct envelope {
    int64_t op;
    bool has_sequence;
    int64_t sequence;
    char type[ENVELOPE_TYPE]; /* "" : null, absent, or longer than any name of Discord's */
    const char *data;         /* within the payload */
    size_t length;
};

/* False if the text is no JSON object. Keys may come in any order, escaped, and more than once (the
   last counts); numbers may be in quotes. */
bool shard_envelope_read(const char *text, size_t length, struct envelope *envelope);

/* Looks only at what stands before "d", and takes all the rest for that. False if not all else
   stands before. */
bool shard_envelope_glance(const char *text, size_t length, struct envelope *envelope);

enum {
    INTAKE_PAYLOAD = 16 * 1024 * 1024 /* bytes; a server of 500 channels needs 7 MB */
};

struct intake_events {
    /* `text` is borrowed. `is_cut`: its "d" was more than json.h lets through, and is null. */
    void (*payload)(void *arg, const char *text, size_t length, bool is_cut);
    /* End the connection. */
    void (*broken)(void *arg, const char *why);
    void (*pause)(void *arg, bool is_paused);
};

/* `budget` is shared by all connections of one bot. */
struct intake *shard_intake_new(struct loop *loop, struct budget *budget,
                                const struct sieve_key *unread, bool inflates,
                                const struct intake_events *events, void *arg);
void shard_intake_free(struct intake *intake); /* not inside its events. NULL is fine */

/* Copied; binary ones are compressed. */
void shard_intake_take(struct intake *intake, const char *bytes, size_t length, bool is_binary);

#endif
