/* See identify.h. A line is kept for each shard, "when hasty refused": the time of its last
   Identify, how many came in a row without a session that lasted, and how many were refused in a
   row. */
#include "identify.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "json.h"
#include "log.h"
#include "loop.h"

enum {
    BOT = 32,
    KEY = 96,
    LINE = 48,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    DAY_MS = 24 * 60 * MINUTE,
    IDENTIFIES = 1000, /* in a day, if Discord does not say */
    MANY = 1000000,
    PACE = 5 * SECOND + 500, /* Discord's 5 s, and a margin */
    KEYS = 16                /* if Discord has more keys, some share a time */
};

/* By how many came in a row. A crash loop that goes on all day sends about a hundred. */
static const int64_t hasty_gaps[] = {PACE,       PACE,       PACE,       30 * SECOND,
                                     2 * MINUTE, 5 * MINUTE, 15 * MINUTE};

/* The same by how many were refused in a row: a few cost seconds. REFUSED_DAILY, in a thousand
   of the day's, go in a day of further ones; with those before, that is less than half. */
static const struct {
    int refused;
    int64_t gap;
} refused_gaps[] = {{10, 0}, {30, 30 * SECOND}, {60, 2 * MINUTE}};

enum {
    REFUSED_GAPS = sizeof refused_gaps / sizeof *refused_gaps,
    REFUSED_DAILY = 300,
    REFUSED_MOST = 1000
};

enum { HASTY_MOST = sizeof hasty_gaps / sizeof *hasty_gaps - 1 };

struct identify {
    struct keep *keep;
    char bot[BOT];
    struct identify_limit limit;
    int shards;            /* that share these limits */
    int64_t limit_at;      /* when Discord said so; 0 if never */
    int64_t free_at[KEYS]; /* by the loop's clock: when the next may go */
};

struct last {
    int64_t at;
    int hasty, refused;
};

struct identify *identify_new(struct keep *keep, const char *bot)
{
    struct identify *identify = calloc(1, sizeof *identify);
    check(identify);
    identify->keep = keep;
    identify->shards = 1;
    snprintf(identify->bot, sizeof identify->bot, "%s", bot);
    return identify;
}

void identify_free(struct identify *identify)
{
    free(identify);
}

void identify_set_limit(struct identify *identify, const struct identify_limit *limit, int64_t now)
{
    identify->limit = *limit;
    identify->limit_at = now;
    if (identify->limit.max_concurrency < 1)
        identify->limit.max_concurrency = 1;
}

/* --- what is kept --- */

static void key_of(const struct identify *identify, int shard, char key[KEY])
{
    snprintf(key, KEY, "discord:%s:identify %d", identify->bot, shard);
}

static struct last read_last(const char *line, int64_t now)
{
    struct last last = {.at = 0};
    char *end = NULL;
    if (!line)
        return last;
    last.at = strtoll(line, &end, 10);
    long hasty = strtol(end, &end, 10);
    last.hasty = hasty < 0 ? 0 : hasty < HASTY_MOST ? (int)hasty : HASTY_MOST;
    long refused = strtol(end, NULL, 10); /* 0 in lines of older versions */
    last.refused = refused < 0 ? 0 : refused < REFUSED_MOST ? (int)refused : REFUSED_MOST;
    if (last.at > now) /* the clock was set back */
        last.at = now;
    return last;
}

static struct last last_of(const struct identify *identify, int shard, int64_t now)
{
    char key[KEY];
    key_of(identify, shard, key);
    return read_last(keep_get(identify->keep, key), now);
}

static void put_last(struct identify *identify, int shard, struct last last, keep_done *done,
                     void *arg)
{
    char key[KEY], line[LINE];
    key_of(identify, shard, key);
    snprintf(line, sizeof line, "%lld %d %d", (long long)last.at, last.hasty, last.refused);
    keep_put(identify->keep, key, line, done, arg);
}

/* --- waiting --- */

struct search {
    const struct identify *identify;
    int shard;
    int64_t now, latest;
};

/* Also those of other processes. */
static void look_at(void *arg, const char *key, const char *value)
{
    struct search *search = arg;
    int concurrency = search->identify->limit.max_concurrency;
    long shard = strtol(strrchr(key, ' '), NULL, 10);
    if (shard % concurrency != search->shard % concurrency)
        return;
    struct last last = read_last(value, search->now);
    if (last.at > search->latest)
        search->latest = last.at;
}

static int64_t wait_for_key(const struct identify *identify, int shard, int64_t now)
{
    char prefix[KEY];
    struct search search = {.identify = identify, .shard = shard, .now = now};
    snprintf(prefix, sizeof prefix, "discord:%s:identify ", identify->bot);
    keep_each(identify->keep, prefix, look_at, &search);
    return search.latest + PACE - now;
}

/* Many are left, so that refusals cost little; then fewer go, and the last half is spread over the
   rest of the day. */
static int64_t gap_of_rest(const struct identify *identify)
{
    const struct identify_limit *limit = &identify->limit;
    int64_t remaining = limit->remaining, total = limit->total;
    if (remaining <= 0 || 10 * remaining >= 9 * total)
        return 0;
    if (4 * remaining >= 3 * total)
        return 30 * SECOND;
    int64_t spread = limit->reset_after / remaining;
    return 2 * remaining >= total || spread < 2 * MINUTE ? 2 * MINUTE : spread;
}

/* A shard that is refused all day long leaves more than half of its part of the day's. */
static int64_t gap_of_refusals(const struct identify *identify, int refused)
{
    int64_t total = identify->limit.total > 0 ? identify->limit.total : 1;
    for (int i = 0; i < REFUSED_GAPS; i++)
        if (refused <= refused_gaps[i].refused)
            return refused_gaps[i].gap;
    int64_t spread = (int64_t)DAY_MS * 1000 / REFUSED_DAILY * identify->shards / total;
    return spread > 2 * MINUTE ? spread : 2 * MINUTE;
}

int64_t identify_wait(const struct identify *identify, int shard, int64_t now, const char **why)
{
    *why = "Discord has not said yet how many Identifies remain";
    if (!identify->limit_at)
        return INT64_MAX;
    int64_t reset = identify->limit_at + identify->limit.reset_after - now;
    *why = "no Identify remains today";
    if (identify->limit.remaining <= 0 && reset > 0)
        return reset;
    struct last last = last_of(identify, shard, now);
    int64_t pace = wait_for_key(identify, shard, now),
            hasty = last.at + hasty_gaps[last.hasty] - now;
    int64_t refused = last.at + gap_of_refusals(identify, last.refused) - now;
    int64_t rest = last.at + gap_of_rest(identify) - now, wait = pace;
    *why = "one Identify at a time";
    if (hasty > wait) {
        wait = hasty;
        *why = "the last sessions did not last: saving Identifies, so that the token is not reset";
    }
    if (refused > wait) {
        wait = refused;
        *why = "Discord goes on refusing sessions: saving Identifies";
    }
    if (rest > wait) {
        wait = rest;
        *why = "few Identifies remain today";
    }
    return wait > 0 ? wait : 0;
}

void identify_spend(struct identify *identify, int shard, int64_t now, keep_done *done, void *arg)
{
    struct last last = last_of(identify, shard, now);
    last.at = now;
    if (last.hasty < HASTY_MOST)
        last.hasty++;
    if (identify->limit.remaining > 0)
        identify->limit.remaining--;
    put_last(identify, shard, last, done, arg);
}

static int slot_of(const struct identify *identify, int shard)
{
    return identify->limit_at ? shard % identify->limit.max_concurrency % KEYS : shard % KEYS;
}

void identify_lasted(struct identify *identify, int shard)
{
    struct last last = last_of(identify, shard, INT64_MAX);
    if (last.hasty == 0 && last.refused == 0)
        return;
    last.hasty = last.refused = 0;
    put_last(identify, shard, last, NULL, NULL);
}

static int part_of(int count, int own, int all)
{
    return (int)((int64_t)count * own / all);
}

/* Two processes that see one left do not both send it. */
static void identify_read_limit(struct identify *identify, const json_t *body, int64_t now, int own,
                                int all)
{
    const json_t *limit = json_object_get(body, "session_start_limit");
    identify->shards = own;
    identify_set_limit(
        identify,
        &(struct identify_limit){
            .total = part_of(field_between(limit, "total", 1, MANY, IDENTIFIES), own, all),
            .remaining = part_of(field_between(limit, "remaining", 0, MANY, IDENTIFIES), own, all),
            .reset_after = field_between(limit, "reset_after", 0, DAY_MS, DAY_MS),
            .max_concurrency = field_between(limit, "max_concurrency", 1, MANY, 1),
        },
        now);
}

void identify_name_bot(const char *token, char bot[IDENTIFY_BOT])
{
    unsigned char digest[crypto_generichash_BYTES_MIN];
    crypto_generichash(digest, sizeof digest, (const unsigned char *)token, strcspn(token, "."),
                       NULL, 0);
    sodium_bin2hex(bot, IDENTIFY_BOT, digest, IDENTIFY_BOT / 2);
}

/* ---- whose turn it is ---- */

enum {
    LONGEST_WAIT = 3600 * SECOND /* then we ask again */
};

/* Outlives the turns, because the keep may answer later. */
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
    int64_t told_until; /* waiting until then was logged already */
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
        log_event(LOG_ERROR, "discord-identify-kept-back", "why", "it could not be written down",
                  (char *)0);
    } else if (!turns->is_stopped && turns->turn == shard) {
        /* by the loop's clock, which nobody sets; not kept for the next process */
        turns->identify->free_at[slot_of(turns->identify, shard)] =
            loop_now(turns->port.loop) + PACE;
        turns->port.identify(turns->port.arg, shard);
    }
    identify_turns_soon(turns);
}

void identify_turns_spend(struct turns *turns, int shard)
{
    struct spending *spending = calloc(1, sizeof *spending);
    check(spending && !turns->spending && turns->turn == shard);
    *spending = (struct spending){.turns = turns, .shard = shard};
    turns->spending = spending;
    identify_spend(turns->identify, shard, loop_wall(turns->port.loop), on_spent, spending);
}

void identify_turns_forget_spending(struct turns *turns)
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
    log_event(LOG_WARN, "discord-identify-waits", "shard", id, "seconds", seconds, "why", why,
              (char *)0);
    turns->told_until = until;
}

static int64_t wait_of(const struct turns *turns, int shard, const char **why)
{
    int64_t wait = identify_wait(turns->identify, shard, loop_wall(turns->port.loop), why);
    int64_t sent =
        turns->identify->free_at[slot_of(turns->identify, shard)] - loop_now(turns->port.loop);
    return sent > wait ? sent : wait;
}

/* Otherwise -1, and the time until one may. */
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

void identify_turns_soon(struct turns *turns)
{
    loop_timer_set(&turns->timer, 0);
}

void identify_turns_stop(struct turns *turns)
{
    turns->is_stopped = true;
    loop_timer_stop(&turns->timer);
}

void identify_turns_over(struct turns *turns, int shard)
{
    if (turns->turn == shard)
        turns->turn = -1;
    if (!turns->is_stopped)
        identify_turns_soon(turns);
}

void identify_turns_refused(struct turns *turns, int shard)
{
    struct last last = last_of(turns->identify, shard, INT64_MAX);
    last.hasty -= last.hasty > 0; /* a refusal is no crash */
    last.refused += last.refused < REFUSED_MOST;
    put_last(turns->identify, shard, last, NULL, NULL);
}

void identify_turns_lasted(struct turns *turns, int shard)
{
    identify_lasted(turns->identify, shard);
}

void identify_turns_read_limit(struct turns *turns, const json_t *body, int all)
{
    identify_read_limit(turns->identify, body, loop_wall(turns->port.loop), turns->count, all);
}

void identify_turns_set_shards(struct turns *turns, int first, int count)
{
    turns->first = first;
    turns->count = count;
    turns->turn = -1;
    turns->is_stopped = false;
}

struct turns *identify_turns_new(const struct turns_port *port)
{
    struct turns *turns = calloc(1, sizeof *turns);
    check(turns);
    *turns =
        (struct turns){.port = *port, .turn = -1, .identify = identify_new(port->keep, port->bot)};
    loop_timer_init(&turns->timer, port->loop, give, turns);
    return turns;
}

void identify_turns_free(struct turns *turns)
{
    if (!turns)
        return;
    identify_turns_forget_spending(turns);
    loop_timer_stop(&turns->timer);
    identify_free(turns->identify);
    free(turns);
}
