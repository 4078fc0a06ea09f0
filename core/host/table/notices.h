/* Who wants a private word when a table of some game opens in a room, and when not to get one;
   how that is kept. */
#ifndef NOTICES_H
#define NOTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "session.h"

struct host;

/* Wishes of one person; people in the whole house. */
enum { NOTICES_OF_ONE = 5, NOTICES_MOST = 10000 };

struct wish {
    char room[HOST_ROOM];
    const struct game *game;
};

struct notified {
    int number; /* in the store's key */
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    /* a hash, by which people without an account share what they may have */
    unsigned char source[SESSION_PAYER];
    bool is_quiet;              /* there are quiet hours */
    int quiet_from, quiet_till; /* hours of the person's clock */
    int zone;                   /* minutes that it is ahead of UTC */
    int64_t told_at;            /* by the wall clock, in ms; 0 for never */
    int count;
    struct wish wishes[NOTICES_OF_ONE];
    int64_t table; /* a word about this table waits */
    int64_t due;   /* for this time of the host's clock; 0 if none waits */
    char room[HOST_ROOM];
};

struct notices {
    struct notified *list;
    int count, space, next_number;
    int64_t at; /* when a word is due; INT64_MAX if none waits */
};

void notices_init(struct host *host);
void notices_fini(struct host *host);
/* Reads a setting of the store. False if it is another one. */
bool notices_load(struct host *host, const char *key, const char *value);
/* What the process of another network has written of somebody there; `value` is NULL if nothing
   is wished any more. */
void notices_learn(struct host *host, const char *key, const char *value);
/* The person goes by a lasting key from now on, and keeps the wishes. */
void notices_rebind(struct host *host, struct identity who, const char *lasting);
/* The person is being forgotten, and so are the wishes. */
void notices_forget(struct host *host, struct identity who);

/* ---- the words ---- */

struct heard;
struct prose;
struct session;

/* People with wishes in one room; words go one after another. */
enum { NOTICES_OF_ROOM = 500, NOTICE_EVERY_MS = 2000, NOTICES_A_TICK = 4 };

/* Says what the person wishes. False if nothing is kept of the person. */
bool notices_put(struct host *host, struct identity who, struct prose *out);
/* A table waits for people in its room: those who wish it get a word, one after another. */
void notices_opened(struct session *session);
/* Sends what is due at host.notices_at, and sets that anew. */
void notices_tick(struct host *host);

#endif
