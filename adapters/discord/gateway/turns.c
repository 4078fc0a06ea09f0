/* See turns.h. */
#include "turns.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "identify.h"
#include "log.h"
#include "loop.h"

enum {
    SECOND = 1000,
    LONGEST_WAIT = 3600 * SECOND /* then we ask again */
};

/* The keep may answer when the turns are gone. */
struct spending {
    struct turns *turns;
    int shard;
};

struct turns {
    struct turns_port port;
    struct identify *identify;
    int first, count; /* shards */
    int turn;         /* the shard that has it, or -1 */
    bool is_stopped;
    struct spending *spending;
    int64_t told_until; /* the waiting that was logged already */
    struct loop_timer timer;
};

static void on_spent(void *arg, bool is_durable)
{
    struct spending *spending = arg;
    struct turns *turns = spending->turns;
    int shard = spending->shard;
    free(spending);
    if (!turns)
        return;
    turns->spending = NULL;
    if (!is_durable) {
        log_event(LOG_ERROR, "discord-identify-kept-back", "why", "it could not be written down", (char *)0);
    } else if (!turns->is_stopped && turns->turn == shard) {
        identify_sent(turns->identify, shard, loop_now(turns->port.loop));
        turns->port.identify(turns->port.arg, shard);
    }
    turns_soon(turns);
}

void turns_spend(struct turns *turns, int shard)
{
    struct spending *spending = calloc(1, sizeof *spending);
    check(spending && !turns->spending && turns->turn == shard);
    *spending = (struct spending){.turns = turns, .shard = shard};
    turns->spending = spending;
    identify_spend(turns->identify, shard, loop_wall(turns->port.loop), on_spent, spending);
}

void turns_forget_spending(struct turns *turns)
{
    if (turns->spending)
        turns->spending->turns = NULL;
    turns->spending = NULL;
}

static void log_wait(struct turns *turns, int shard, int64_t wait, const char *why)
{
    int64_t until = loop_wall(turns->port.loop) + wait;
    if (wait < 10 * SECOND || until - turns->told_until < SECOND)
        return;
    char id[12], seconds[24];
    snprintf(id, sizeof id, "%d", shard);
    snprintf(seconds, sizeof seconds, "%lld", (long long)(wait / SECOND));
    log_event(LOG_WARN, "discord-identify-waits", "shard", id, "seconds", seconds, "why", why, (char *)0);
    turns->told_until = until;
}

static int64_t wait_of(const struct turns *turns, int shard, const char **why)
{
    int64_t wait = identify_wait(turns->identify, shard, loop_wall(turns->port.loop), why);
    int64_t sent = identify_wait_sent(turns->identify, shard, loop_now(turns->port.loop));
    return sent > wait ? sent : wait;
}

/* The first shard that may go, in order; or the time until one may. */
static int next_turn(struct turns *turns, int64_t *wait)
{
    *wait = INT64_MAX;
    for (int shard = turns->first; shard < turns->first + turns->count; shard++) {
        const char *why;
        int64_t own = INT64_MAX;
        if (turns->port.needs(turns->port.arg, shard))
            own = wait_of(turns, shard, &why);
        if (own == 0)
            return shard;
        if (own == INT64_MAX)
            continue;
        log_wait(turns, shard, own, why);
        *wait = own < *wait ? own : *wait;
    }
    return -1;
}

static void give(void *arg)
{
    struct turns *turns = arg;
    int64_t wait;
    if (turns->is_stopped || turns->turn >= 0 || turns->spending)
        return;
    int shard = next_turn(turns, &wait);
    if (shard < 0 && wait < INT64_MAX) {
        loop_timer_set(&turns->timer, wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
    } else if (shard >= 0 && turns->port.is_fresh(turns->port.arg)) {
        turns->turn = shard;
        turns->port.give(turns->port.arg, shard);
    }
}

void turns_soon(struct turns *turns)
{
    loop_timer_set(&turns->timer, 0);
}

void turns_stop(struct turns *turns)
{
    turns->is_stopped = true;
    loop_timer_stop(&turns->timer);
}

void turns_over(struct turns *turns, int shard)
{
    if (turns->turn == shard)
        turns->turn = -1;
    if (!turns->is_stopped)
        turns_soon(turns);
}

void turns_lasted(struct turns *turns, int shard)
{
    identify_lasted(turns->identify, shard);
}

void turns_read_limit(struct turns *turns, const json_t *body)
{
    identify_read_limit(turns->identify, body, loop_wall(turns->port.loop));
}

void turns_set_shards(struct turns *turns, int first, int count)
{
    turns->first = first;
    turns->count = count;
    turns->turn = -1;
    turns->is_stopped = false;
}

struct turns *turns_new(const struct turns_port *port)
{
    struct turns *turns = calloc(1, sizeof *turns);
    check(turns);
    *turns = (struct turns){.port = *port, .turn = -1, .identify = identify_new(port->keep, port->bot)};
    loop_timer_init(&turns->timer, port->loop, give, turns);
    return turns;
}

void turns_free(struct turns *turns)
{
    if (!turns)
        return;
    turns_forget_spending(turns);
    loop_timer_stop(&turns->timer);
    identify_free(turns->identify);
    free(turns);
}
