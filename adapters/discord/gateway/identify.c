/* See identify.h. One line is kept for each shard: "when hasty", the time of its last Identify and how many came in a row
   without a session that lasted. */
#include "identify.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "json_fields.h"

enum {
    BOT = 32,
    KEY = 96,
    LINE = 48,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    DAY_MS = 24 * 60 * MINUTE,
    IDENTIFIES = 1000, /* a day, where Discord does not say */
    MANY = 1000000,
    PACE = 5 * SECOND + 500, /* Discord's 5 s, and what two packets may differ in their way */
    KEYS = 16                /* for each a time; where Discord gives more, those that share one wait for one another */
};

/* How far apart two Identifies of a shard are, by how many came in a row already: 100 quick restarts get through six of
   them, and a loop that goes on all day through a hundred. */
static const int64_t hasty_gaps[] = {PACE, PACE, PACE, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE};
enum { HASTY_MOST = sizeof hasty_gaps / sizeof *hasty_gaps - 1 };

struct identify {
    struct keep *keep;
    char bot[BOT];
    struct identify_limit limit;
    int64_t limit_at;      /* when it was said; 0 if never */
    int64_t free_at[KEYS]; /* by the loop's clock: from then on the next may go */
};

struct last {
    int64_t at;
    int hasty;
};

struct identify *identify_new(struct keep *keep, const char *bot)
{
    struct identify *identify = calloc(1, sizeof *identify);
    check(identify);
    identify->keep = keep;
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
    long hasty = strtol(end, NULL, 10);
    last.hasty = hasty < 0 ? 0 : hasty < HASTY_MOST ? (int)hasty : HASTY_MOST;
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

static void put_last(struct identify *identify, int shard, struct last last, keep_done *done, void *arg)
{
    char key[KEY], line[LINE];
    key_of(identify, shard, key);
    snprintf(line, sizeof line, "%lld %d", (long long)last.at, last.hasty);
    keep_put(identify->keep, key, line, done, arg);
}

/* --- waiting --- */

struct search {
    const struct identify *identify;
    int shard;
    int64_t now, latest;
};

/* Any shard of the same key, also one that another process runs or ran. */
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

/* Half of the day's Identifies may go as they come; the rest has to last until there are more. */
static int64_t gap_of_rest(const struct identify *identify)
{
    const struct identify_limit *limit = &identify->limit;
    if (limit->remaining <= 0 || limit->remaining >= limit->total / 2)
        return 0;
    return limit->reset_after / limit->remaining;
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
    int64_t pace = wait_for_key(identify, shard, now), hasty = last.at + hasty_gaps[last.hasty] - now;
    int64_t rest = last.at + gap_of_rest(identify) - now, wait = pace;
    *why = "one Identify at a time";
    if (hasty > wait) {
        wait = hasty;
        *why = "the last sessions did not last: saving Identifies, so that the token is not reset";
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

/* Where the key's time stands. */
static int slot_of(const struct identify *identify, int shard)
{
    return identify->limit_at ? shard % identify->limit.max_concurrency % KEYS : shard % KEYS;
}

void identify_sent(struct identify *identify, int shard, int64_t loop_time)
{
    identify->free_at[slot_of(identify, shard)] = loop_time + PACE;
}

int64_t identify_wait_sent(const struct identify *identify, int shard, int64_t loop_time)
{
    int64_t wait = identify->free_at[slot_of(identify, shard)] - loop_time;
    return wait > 0 ? wait : 0;
}

void identify_lasted(struct identify *identify, int shard)
{
    struct last last = last_of(identify, shard, INT64_MAX);
    if (last.hasty == 0)
        return;
    last.hasty = 0;
    put_last(identify, shard, last, NULL, NULL);
}

void identify_read_limit(struct identify *identify, const json_t *body, int64_t now)
{
    const json_t *limit = json_object_get(body, "session_start_limit");
    identify_set_limit(identify,
                       &(struct identify_limit){
                           .total = field_between(limit, "total", 1, MANY, IDENTIFIES),
                           .remaining = field_between(limit, "remaining", 0, MANY, IDENTIFIES),
                           .reset_after = field_between(limit, "reset_after", 0, DAY_MS, DAY_MS),
                           .max_concurrency = field_between(limit, "max_concurrency", 1, MANY, 1),
                       },
                       now);
}

void identify_name_bot(const char *token, char bot[IDENTIFY_BOT])
{
    unsigned char digest[crypto_generichash_BYTES_MIN];
    crypto_generichash(digest, sizeof digest, (const unsigned char *)token, strcspn(token, "."), NULL, 0);
    sodium_bin2hex(bot, IDENTIFY_BOT, digest, IDENTIFY_BOT / 2);
}
