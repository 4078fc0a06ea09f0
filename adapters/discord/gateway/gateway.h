/* Discord's gateway v10 for one bot: keeps the connections of its shards alive and hands on
   events. It resumes after lost connections and restarts, paces Identifies and keeps their
   budget on disk, sends heartbeats and obeys close codes. Knows no table. Never blocks; one
   thread. Inside: shard.c makes payloads of bytes and is the protocol of one
   connection, gateway_session.c says what a connection sends and when, what outlives it and what
   ends it, identify.c whose turn to Identify it is. */
#ifndef GATEWAY_H
#define GATEWAY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gateway;
struct keep;
struct loop;
struct sieve_key;

struct gateway_setup {
    struct loop *loop;
    struct keep *keep; /* sessions, Identify budget */
    /* NULL: what /gateway/bot says; else this one (plain ws:// on loopback only) */
    const char *url;
    const char *ca_file;
    const char *token;
    const char *user_agent;
    const struct sieve_key *unread; /* members of events that nobody reads; may be NULL */
    uint32_t intents;
    bool compresses;             /* zlib-stream */
    int shard_count;             /* 0 for what /gateway/bot advises */
    int first_shard, last_shard; /* -1: all */
    const char *playing;         /* the presence, "!play | /play" */

    /* Sends GET /gateway/bot. The owner calls gateway_told() once, later. */
    void (*ask)(void *arg);
    /* Whether an event is worth parsing. `data` is the JSON text of its d, not NUL-terminated.
       Called for every dispatch; must be quick. */
    bool (*wants)(void *arg, const char *type, const char *data, size_t length);
    /* Once, in the shard's order; READY and RESUMED are always wanted. `data` is borrowed. */
    void (*event)(void *arg, int shard, const char *type, const json_t *data);
    /* The gateway rests until gateway_wake(). `why` is a sentence for the admin. */
    void (*failed)(void *arg, const char *why);
    /* Intents were refused (4014): returns what to go on with, or 0 to fail. May be NULL. */
    uint32_t (*fewer_intents)(void *arg, uint32_t refused);
    void *arg;
};

enum { GATEWAY_SHARDS = 200 }; /* in one process */

/* A process before this one has had sessions of this bot. */
bool gateway_was_there(struct keep *keep, const char *token);

/* Copies the strings. */
struct gateway *gateway_new(const struct gateway_setup *setup);
void gateway_start(struct gateway *gateway);
/* The answer to `ask`: its body, borrowed; or NULL, and why. */
void gateway_told(struct gateway *gateway, const json_t *body, const char *why);

/* The effects of all events so far are saved, so that a restart replays only what came later.
   Cheap. */
void gateway_settled(struct gateway *gateway);
/* This process is no crash loop: if the sessions are lost, the next Identify need not wait for
   long. Cheap. */
void gateway_served(struct gateway *gateway);

/* Copied. Begins anew if the gateway rests. Not inside a callback. */
void gateway_wake(struct gateway *gateway, const char *token);

/* Keeps the sessions, and calls `left` once it is done, at the latest after 2 s. */
void gateway_stop(struct gateway *gateway, void (*left)(void *arg), void *arg);
/* Not inside a callback. NULL is fine. */
void gateway_free(struct gateway *gateway);

/* Copied. As soon as Discord's limits allow; the last one counts. */
void gateway_show(struct gateway *gateway, const char *playing);

/* Which shard an id's events come on. */
int gateway_shard_of(const struct gateway *gateway, uint64_t guild);

bool gateway_is_up(const struct gateway *gateway, int shard);

/* Shards that are up, those of this process, those of the application (0: not known yet); how often
   one came up, and was lost. */
struct gateway_tally {
    int up, all, of;
    int64_t connects, losses;
};
struct gateway_tally gateway_tally(const struct gateway *gateway);

#endif
