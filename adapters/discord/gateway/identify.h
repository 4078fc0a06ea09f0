/* Counts Identifies. Discord resets the token of a bot that sends more than about 1000 a day, and a
   crash loop does so in an hour. So each is written down before it is sent, and a shard that needs
   many in a row waits longer for each. Times are in milliseconds since 1970, because they outlive
   the process. */
#ifndef IDENTIFY_H
#define IDENTIFY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "keep.h"

struct identify;
struct keep;
struct loop;
struct turns;

struct identify *identify_new(struct keep *keep, const char *bot);
void identify_free(struct identify *identify); /* NULL is fine */

/* Before it is known nothing may be sent. */
struct identify_limit {
    int total, remaining;
    int64_t reset_after; /* ms */
    int max_concurrency;
};
void identify_set_limit(struct identify *identify, const struct identify_limit *limit, int64_t now);

/* Milliseconds until the shard may Identify; `why` gets a phrase for the log. At most one goes in 5
   s for each key (shard % max_concurrency), counting those of all processes; the time grows while
   sessions do not last, and while few remain. */
int64_t identify_wait(const struct identify *identify, int shard, int64_t now, const char **why);

/* Send it when `done` says that this is durable, and not at all otherwise. */
void identify_spend(struct identify *identify, int shard, int64_t now, keep_done *done, void *arg);

/* This is no crash loop. */
void identify_lasted(struct identify *identify, int shard);

/* A digest of the token's first part, which is the bot's id. */
enum { IDENTIFY_BOT = 2 * 8 + 1 };
void identify_name_bot(const char *token, char bot[IDENTIFY_BOT]);

/* ---- whose turn it is ---- */

struct turns_port {
    struct loop *loop;
    struct keep *keep;
    const char *bot; /* names the bot in what is kept */
    bool (*needs)(void *arg, int shard);
    /* Otherwise identify_turns_soon() follows. */
    bool (*is_fresh)(void *arg);
    /* identify_turns_spend() or identify_turns_over() follows */
    void (*give)(void *arg, int shard);
    void (*identify)(void *arg, int shard); /* it is written down */
    void *arg;
};

struct turns *identify_turns_new(const struct turns_port *port); /* keeps `bot` */
void identify_turns_free(struct turns *turns);                   /* NULL is fine */

/* Nobody has a turn. */
void identify_turns_set_shards(struct turns *turns, int first, int count);
/* Of the day's Identifies only our part of the `all` shards counts as there. */
void identify_turns_read_limit(struct turns *turns, const json_t *body, int all);

void identify_turns_soon(struct turns *turns); /* somebody may need a turn */
void identify_turns_stop(struct turns *turns); /* until identify_turns_set_shards() */
void identify_turns_forget_spending(struct turns *turns);

void identify_turns_spend(struct turns *turns, int shard);   /* the shard could Identify now */
void identify_turns_over(struct turns *turns, int shard);    /* the shard needs its turn no more */
void identify_turns_refused(struct turns *turns, int shard); /* Discord refused its Identify */
void identify_turns_lasted(struct turns *turns, int shard);

#endif
