/* Whose turn it is to Identify: one shard at a time, in their order, from before its connection until the Identify was sent. What
   each may cost is kept by identify.h, before it is sent. Knows shards by number only. */
#ifndef TURNS_H
#define TURNS_H

#include <jansson.h>
#include <stdbool.h>

struct keep;
struct loop;
struct turns;

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
