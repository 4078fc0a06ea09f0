/* The host: tables in play. Adapters and commands see the headers of this folder and nothing behind
   them. An adapter is a *network* to the host: it has a name ("irc:libera"), rooms ("#games") and
   people, each a name to show, and a key that stays the same as long as it is surely the same
   person. It hands over what it heard, through commands.h, and gets posts and whispers. The host
   runs on one thread, never blocks, and tells nothing before the store has it safe. Time is an
   argument, in ms of the loop's clock. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "port.h"

struct host;
struct session;
struct store;
struct thinker;

/* Runs an input when its turn has come (commands.h). `session` is NULL if there is no table. */
typedef void host_execute(void *arg, struct host *host, struct session *session,
                          const struct heard *heard);

/* ---- life ---- */

/* Keeps the store and the execute function; owns neither. */
struct host *host_new(struct store *store, host_execute *execute, void *arg);
void host_free(struct host *host); /* the store finishes what is being saved, and nobody is told */
void host_add_port(struct host *host,
                   /* copied; its network name must outlive the host */
                   const struct host_port *port);

/* People of one source (struct heard_source) share one limit. */
struct host_limits {
    int person;  /* opened by one person */
    int group;   /* in one guild */
    int network; /* 0 for an equal part of what the host takes */
};
void host_limit(struct host *host, const struct host_limits *limits); /* 3, 100 and 0 until then */

/* Where people can read about this bot, copied: a URL, told by "fair". "" until then. */
void host_use_homepage(struct host *host, const char *address);

/* How sources are hashed, and who is banned. Blocks; call it before anything is heard. */
bool host_read_settings(struct host *host);

/* For the networks there are, and each one that comes; host_tick() goes on with it, a slice in each
   turn of the loop. `ready` comes when a network's tables are back: only then may it be heard.
   False, with a line on the log, if the store cannot be read or its server is away. Settings that
   are damaged keep nobody from playing. Tells no room anything; host_room_ready() does. */
typedef void host_recovered(void *arg, const char *network);
void host_on_recovered(struct host *host, host_recovered *ready, void *arg);
bool host_begin_recovery(struct host *host);
bool host_is_recovered(const struct host *host); /* the tables of every network are back */
/* Nobody else may write into a record that is not in play. */
bool host_is_reading(const struct host *host);

/* Other processes serve other networks, over the same store: only tables whose home is a network of
   this host come back. Before recovery begins. */
void host_share(struct host *host);

/* At once, for tools and tests. Blocks. Returns how many tables are in play, or -1. */
int host_recover(struct host *host);

/* Before an orderly end, when nothing is heard any more: tells each room with a table, once, what
   becomes of it, and who waits for a hint that none comes. Tables at one keyboard are told
   nothing. */
enum host_leaving {
    HOST_RESTARTS, /* and is back in a minute */
    HOST_STOPS,    /* until somebody starts it again */
    HOST_FORGETS   /* nothing was kept */
};
void host_tell_leaving(struct host *host, enum host_leaving leaving);
/* One network is left while the program goes on: only its rooms are told. */
void host_tell_leaving_network(struct host *host, const char *network);

/* Returns when to call again, in ms of the same clock; INT64_MAX if nothing is planned. */
int64_t host_tick(struct host *host, int64_t now);

/* host_tick() has to come earlier than it said: set a timer, do not call back. */
typedef void host_wake(void *arg, int64_t at);
void host_on_deadline(struct host *host, host_wake *wake, void *arg);

/* ms since 1970, for what lasts days. Before, it is the loop's clock. */
void host_on_wall(struct host *host, int64_t (*wall)(void *arg), void *arg);

/* A row of a place: a room, or what host_port.above() calls one. A `value` is put on behalf of
   `payer` ("" forgets it), and `done` says once whether it is durable, at once or later. Gives what
   is kept then, or "". */
enum { HOST_CHOICES = 480 };
struct host_place_choice {
    const char *network, *place;
    /* may be NULL; drawer: of which kind, NULL: what operators choose */
    const char *payer, *value, *drawer;
    host_chosen *done;
    void *arg;
};
typedef void host_choose(void *arg, const struct host_place_choice *choice,
                         char kept[HOST_CHOICES]);
void host_on_choice(struct host *host, host_choose *choose, void *arg);

/* Robots think before they move (core/thinking/thinker.h). Before anything is heard; it must live
   until host_free(). Without it they answer at once by simple rules. */
void host_use_thinker(struct host *host, struct thinker *thinker);
/* a robot does now, or waits for its turn to think */
bool host_is_thinking(const struct host *host);

/* ---- hearing ---- */

/* Into the queue of its session; runs at once unless the disk works there. In private, `session`
   may be one of the person's tables (host_table_of). */
void host_hear(struct host *host, struct session *session, const struct heard *heard);

/* The caller has refused it with a reason: host_port.dealt_with follows all the same. */
void host_dismiss(struct host *host, const struct heard *heard);

/* Nothing waits for the disk, or for a robot whose turn it is now. */
bool host_is_settled(const struct host *host);

int host_table_count(const struct host *host);

/* Tests only: every deal and every robot's choice follows from the seed. */
void host_fix_luck(struct host *host, uint64_t seed);

#endif
