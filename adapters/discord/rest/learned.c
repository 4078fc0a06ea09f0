/* See learned.h. */
#include "learned.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "list.h"
#include "log.h"
#include "queue.h"
#include "quota.h"
#include "ring.h"
#include "text.h"

enum {
    SWEEP_EVERY = 60 * 1000,
    UNSAID = 1000 /* ms until a bucket is full again, if Discord does not say */
};

/* ---- limits ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void set_empty(struct quota_bucket *bucket, int64_t until)
{
    bucket->reset_at = bucket->remaining == 0 ? later(bucket->reset_at, until) : until;
    bucket->remaining = 0;
}

/* If the answer says nothing of limits, the request may still have counted. */
static void learn(struct quota_bucket *bucket, const struct answer *answer, int64_t now)
{
    int64_t reset_at =
        now + (answer->reset_after >= 0 ? answer->reset_after : UNSAID) + QUOTA_MARGIN;
    if (answer->remaining == 0) {
        set_empty(bucket, reset_at);
    } else if (answer->remaining > 0) {
        bucket->remaining = answer->remaining;
        bucket->reset_at = reset_at;
    } else if (bucket->remaining > 0) {
        bucket->remaining--;
    }
}

/* An answer not of Discord's API, but of the proxy before it. */
static bool is_page(const struct answer *answer)
{
    bool says_limits = answer->scope != ANSWER_UNSCOPED || answer->remaining >= 0;
    return answer->is_unreadable || (!json_is_object(answer->json) && !says_limits);
}

static void obey(struct quota *quota, struct quota_route *route, const struct answer *answer,
                 int64_t now)
{
    int64_t wait = answer->retry_after >= 0   ? answer->retry_after
                   : answer->reset_after >= 0 ? answer->reset_after
                                              : UNSAID;
    int64_t until = now + wait + QUOTA_MARGIN;
    if (is_page(answer))
        quota->all_held_until =
            later(quota->all_held_until, answer->retry_after >= 0 ? until : now + QUOTA_PAGE_HOLD);
    else if (answer->scope == ANSWER_GLOBAL)
        quota->held_until = later(quota->held_until, until);
    else if (answer->remaining > 0)
        route->held_until = later(route->held_until, until);
    else
        set_empty(route->bucket, until);
}

bool quota_is_for_all(const struct answer *answer)
{
    return answer->status == 429 && (answer->scope == ANSWER_GLOBAL || is_page(answer));
}

void quota_end(struct quota *quota, struct quota_route *route, const struct answer *answer,
               int64_t now)
{
    static const struct answer none = {.remaining = -1, .reset_after = -1, .retry_after = -1};
    const struct answer *said = answer ? answer : &none;
    route->bucket->is_busy = false;
    shelf_use(&quota->routes, &route->item, now);
    if (said->bucket[0])
        quota_follow(quota, route, said->bucket);
    learn(route->bucket, said, now);
    if (said->status == 429)
        obey(quota, route, said, now);
}

/* ---- who shares the application with us ---- */

void quota_share(struct quota *quota, int own, int all)
{
    int part = QUOTA_PER_SECOND * own / all;
    quota->per_second = part > 0 ? part : 1;
}

void quota_follow_another(struct quota *quota, int64_t now)
{
    for (int i = QUOTA_AT_FIRST; i < QUOTA_PER_SECOND; i++)
        ring_add(&quota->sent, now);
}

/* ---- refusals: who may cause how many ---- */

struct payer {
    uint64_t id;
    RING(REFUSALS_SHARE) times;
};

struct refusals {
    RING(REFUSALS_POOL_TOKENS) times;
    int pool, pool_tokens, share; /* our part of REFUSALS_POOL and so on */
    struct payer *payers;         /* in the order of their ids */
    int count, room;
    int64_t swept_at;
};

struct refusals *refusals_new(void)
{
    struct refusals *refusals = calloc(1, sizeof *refusals);
    check(refusals);
    refusals_divide(refusals, 1);
    return refusals;
}

void refusals_free(struct refusals *refusals)
{
    if (!refusals)
        return;
    free(refusals->payers);
    free(refusals);
}

void refusals_divide(struct refusals *refusals, int networks)
{
    int tokens = REFUSALS_ADDRESS / (networks > 0 ? networks : 1);
    refusals->pool_tokens = tokens < REFUSALS_POOL_TOKENS ? tokens : REFUSALS_POOL_TOKENS;
    refusals->pool = refusals->pool_tokens * REFUSALS_POOL / REFUSALS_POOL_TOKENS;
    int share = refusals->pool * REFUSALS_SHARE / REFUSALS_POOL;
    refusals->share = share > REFUSALS_SHARE / 2 ? share : REFUSALS_SHARE / 2;
}

bool refusals_counts(const struct answer *answer)
{
    bool is_limit = answer->status == 429 && answer->scope != ANSWER_SHARED;
    return answer->status == 401 || answer->status == 403 || is_limit;
}

static int by_id(const void *item, const void *key)
{
    const struct payer *payer = item;
    const uint64_t *id = key;
    return (payer->id > *id) - (payer->id < *id);
}

static int place_of_payer(const struct refusals *refusals, uint64_t id)
{
    return list_place(refusals->payers, refusals->count, sizeof *refusals->payers, by_id, &id);
}

static const struct payer *find_payer(const struct refusals *refusals, uint64_t id)
{
    int place = place_of_payer(refusals, id);
    return place < refusals->count && refusals->payers[place].id == id ? &refusals->payers[place]
                                                                       : NULL;
}

static int64_t last_of(const struct payer *payer)
{
    return ring_last(&payer->times, 1);
}

static void sweep(struct refusals *refusals, int64_t now)
{
    int kept = 0;
    if (now - refusals->swept_at < SWEEP_EVERY)
        return;
    refusals->swept_at = now;
    for (int i = 0; i < refusals->count; i++)
        if (now - last_of(&refusals->payers[i]) < REFUSALS_CLEAN_MS)
            refusals->payers[kept++] = refusals->payers[i];
    refusals->count = kept;
}

static struct payer *add_payer(struct refusals *refusals, uint64_t id)
{
    int place = place_of_payer(refusals, id);
    refusals->payers = list_insert(refusals->payers, &refusals->count, &refusals->room,
                                   sizeof *refusals->payers, place);
    refusals->payers[place].id = id;
    return &refusals->payers[place];
}

void refusals_note(struct refusals *refusals, uint64_t id, int64_t now)
{
    ring_add(&refusals->times, now);
    sweep(refusals, now);
    if (id == REFUSALS_NOBODY)
        return;
    struct payer *payer = (struct payer *)find_payer(refusals, id);
    if (!payer && refusals->count < REFUSALS_PAYERS)
        payer = add_payer(refusals, id);
    if (payer)
        ring_add(&payer->times, now);
}

/* How long the n-th last refusal still counts. */
static int64_t left_of(const struct refusals *refusals, int n, int64_t now)
{
    return ring_wait(&refusals->times, n, REFUSALS_MS, now);
}

static int64_t wait_of_share(const struct refusals *refusals, const struct payer *payer,
                             int64_t now)
{
    return ring_wait(&payer->times, refusals->share, REFUSALS_MS, now);
}

/* While half of the pool is used up, payers wait who had a refusal within the last hour. */
static int64_t wait_of_half(const struct refusals *refusals, const struct payer *payer, int64_t now)
{
    int64_t half = left_of(refusals, refusals->pool / 2, now),
            clean = last_of(payer) + REFUSALS_CLEAN_MS - now;
    return clean <= 0 ? 0 : half < clean ? half : clean;
}

int64_t refusals_wait(const struct refusals *refusals, uint64_t id, bool has_own_token, int64_t now)
{
    int64_t wait = left_of(refusals, has_own_token ? refusals->pool_tokens : refusals->pool, now);
    const struct payer *payer = id == REFUSALS_NOBODY ? NULL : find_payer(refusals, id);
    if (has_own_token || !payer)
        return wait;
    int64_t share = wait_of_share(refusals, payer, now), half = wait_of_half(refusals, payer, now);
    wait = share > wait ? share : wait;
    return half > wait ? half : wait;
}

void refusals_hear(struct refusals *refusals, const struct answer *answer, uint64_t payer,
                   int64_t now)
{
    uint64_t who = quota_is_for_all(answer) ? REFUSALS_NOBODY : payer;
    char id[24], seconds[24];
    bool was_paused = refusals_wait(refusals, who, false, now) > 0;
    refusals_note(refusals, who, now);
    int64_t all = refusals_wait(refusals, REFUSALS_NOBODY, false, now);
    int64_t own = refusals_wait(refusals, who, false, now);
    if (own == 0 || was_paused)
        return;
    snprintf(id, sizeof id, "%" PRIu64, who);
    snprintf(seconds, sizeof seconds, "%" PRId64, own / 1000 + 1);
    log_event(LOG_WARN, "discord-refused-too-often", "who", all > 0 ? "everybody" : id, "pause_s",
              seconds, (char *)0);
}

int refusals_count(const struct refusals *refusals, int64_t now)
{
    int count = 0;
    while (count < REFUSALS_POOL_TOKENS && left_of(refusals, count + 1, now) > 0)
        count++;
    return count;
}

int refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one)
{
    int paused = 0;
    for (int i = 0; i < refusals->count; i++)
        if (wait_of_share(refusals, &refusals->payers[i], now) > 0) {
            *one = refusals->payers[i].id;
            paused++;
        }
    return paused;
}

void refusals_status(const struct refusals *refusals, int64_t now, struct text *out)
{
    int64_t pause = refusals_wait(refusals, REFUSALS_NOBODY, false, now);
    uint64_t one = 0;
    int paused = refusals_paused(refusals, now, &one);
    text_putf(out, "refusals_in_10_min=%d of %d\n", refusals_count(refusals, now), refusals->pool);
    if (pause > 0)
        text_putf(out, "all_paused_s=%" PRId64 "\n", pause / 1000 + 1);
    if (paused > 0)
        text_putf(out,
                  "paused_servers=%d\npaused_server=%" PRIu64 "\npaused_server_s=%" PRId64 "\n",
                  paused, one, refusals_wait(refusals, one, false, now) / 1000 + 1);
}
