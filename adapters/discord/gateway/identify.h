/* The books of Identifies: Discord resets the token of a bot that sends more than about 1000 a day, and a crash loop gets
   there in an hour. So each one is written down before it is sent, and who needs many in a row waits longer for each.
   Knows no socket; the time is an argument, in milliseconds since 1970, for it has to outlive the process. */
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

/* What /gateway/bot said of session_start_limit. Until then nothing may be sent. */
struct identify_limit {
    int total, remaining;
    int64_t reset_after; /* ms */
    int max_concurrency;
};
void identify_set_limit(struct identify *identify, const struct identify_limit *limit, int64_t now);
/* The same, out of the body of that answer; what it does not say is as Discord's usual. */
void identify_read_limit(struct identify *identify, const json_t *body, int64_t now);

/* Milliseconds that the shard has to wait for its Identify, 0 if none; `why` gets a phrase for the log. At most one per
   5 s and key (shard % max_concurrency), whichever process sent it; more and more time where sessions do not last; none
   at all while none remains. */
int64_t identify_wait(const struct identify *identify, int shard, int64_t now, const char **why);

/* One is about to be sent: send it when `done` says that this is durable, and not at all if it cannot be. */
void identify_spend(struct identify *identify, int shard, int64_t now, keep_done *done, void *arg);

/* It went now, by the loop's clock, which nobody sets: however the other clock is set, and however long the writing took, the
   next one of its key has to wait this long. This outlives no process. */
void identify_sent(struct identify *identify, int shard, int64_t loop_time);
int64_t identify_wait_sent(const struct identify *identify, int shard, int64_t loop_time);

/* The session that came of it has been stable, or of use to somebody: no crash loop. */
void identify_lasted(struct identify *identify, int shard);

/* What is kept is kept for one bot. The first part of a token is its id; a digest serves for any token. */
enum { IDENTIFY_BOT = 2 * 8 + 1 };
void identify_name_bot(const char *token, char bot[IDENTIFY_BOT]);

/* ---- whose turn it is ---- */

struct turns_port {
    struct loop *loop;
    struct keep *keep;
    const char *bot; /* names the bot in what is kept */
    bool (*needs)(void *arg, int shard);
    /* What Discord says of the limits is not too old; else it is asked for, and turns_soon() follows. */
    bool (*is_fresh)(void *arg);
    void (*give)(void *arg, int shard);     /* it is its turn: turns_spend() or turns_over() follows */
    void (*identify)(void *arg, int shard); /* it is written down: the Identify may go */
    void *arg;
};

struct turns *turns_new(const struct turns_port *port); /* keeps `bot` */
void turns_free(struct turns *turns);                   /* NULL is fine */

/* There are these shards from now on; it is nobody's turn. */
void turns_set_shards(struct turns *turns, int first, int count);
/* What Discord says of the limits: the body of GET /gateway/bot. */
void turns_read_limit(struct turns *turns, const json_t *body);

void turns_soon(struct turns *turns); /* somebody may have one */
void turns_stop(struct turns *turns); /* nobody has one, until turns_soon() */
/* What is being written down is of no use any more. */
void turns_forget_spending(struct turns *turns);

void turns_spend(struct turns *turns, int shard); /* it could Identify now */
void turns_over(struct turns *turns, int shard);  /* it needs its turn no more */
void turns_lasted(struct turns *turns, int shard);

#endif
