/* See quota.h. A bucket lives as long as a route belongs to it. */
#include "quota.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "list.h"
#include "log.h"
#include "rest.h"
#include "text.h"

/* No limit of a channel and no token of an interaction lasts longer than FORGET. */
enum { SECOND = 1000, FORGET = 15 * 60 * SECOND };

/* ---- routes and buckets ---- */

static void free_bucket(struct shelf_item *item)
{
    free(((struct quota_bucket *)item)->name);
    free(item);
}

static void leave_bucket(struct quota *quota, struct quota_bucket *bucket)
{
    if (--bucket->routes == 0)
        shelf_drop(&quota->buckets, &bucket->item);
}

static void free_route(struct shelf_item *item)
{
    struct quota_route *route = (struct quota_route *)item;
    leave_bucket(route->quota, route->bucket);
    free(route->name);
    free(route);
}

/* Takes the name. */
static void join_bucket(struct quota *quota, struct quota_route *route, char *name)
{
    struct quota_bucket *bucket = (struct quota_bucket *)shelf_find(&quota->buckets, name);
    if (bucket) {
        free(name);
    } else {
        bucket = calloc(1, sizeof *bucket);
        check(bucket);
        *bucket = (struct quota_bucket){.name = name, .remaining = -1};
        shelf_add(&quota->buckets, &bucket->item, name, 0);
    }
    bucket->routes++;
    route->bucket = bucket;
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct quota *quota = arg;
    const struct quota_route *route = (const struct quota_route *)item;
    return !route->users && quota->now > route->held_until && quota->now > route->bucket->reset_at;
}

struct quota *quota_new(void)
{
    struct quota *quota = calloc(1, sizeof *quota);
    check(quota);
    quota->per_second = QUOTA_PER_SECOND;
    shelf_init(&quota->routes, &(struct shelf_rules){.most = SIZE_MAX / 2,
                                                     .idle_ms = FORGET,
                                                     .is_idle = is_idle,
                                                     .free = free_route,
                                                     .arg = quota});
    shelf_init(&quota->buckets, &(struct shelf_rules){.most = SIZE_MAX / 2, .free = free_bucket});
    return quota;
}

void quota_free(struct quota *quota)
{
    if (!quota)
        return;
    shelf_fini(&quota->routes);
    shelf_fini(&quota->buckets);
    free(quota);
}

void quota_tidy(struct quota *quota, int64_t now)
{
    quota->now = now;
    shelf_tidy(&quota->routes, now);
}

static char *name_of(const char *method, const char *route, const char *resource)
{
    char *name = NULL;
    check(asprintf(&name, "%s%s%s %s", method, *method ? " " : "", route, resource) >= 0);
    return name;
}

struct quota_route *quota_take(struct quota *quota, const char *method, const char *route,
                               const char *resource, int64_t now)
{
    char *name = name_of(method, route, resource);
    quota_tidy(quota, now); /* first: it may forget the very route */
    struct quota_route *taken = (struct quota_route *)shelf_find(&quota->routes, name);
    if (taken) {
        free(name);
    } else {
        taken = calloc(1, sizeof *taken);
        check(taken);
        *taken = (struct quota_route){
            .quota = quota, .name = name, .resource = name + strlen(method) + strlen(route) + 2};
        shelf_add(&quota->routes, &taken->item, name, now);
        char *own = strdup(name);
        check(own);
        join_bucket(quota, taken, own);
    }
    taken->users++;
    shelf_use(&quota->routes, &taken->item, now);
    return taken;
}

void quota_release(struct quota_route *route)
{
    check(route->users > 0);
    route->users--;
}

int quota_count(const struct quota *quota)
{
    return (int)quota->routes.count;
}

/* ---- may it go? ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind,
                   int64_t now)
{
    const struct quota_bucket *bucket = route->bucket;
    int64_t when = later(quota->all_held_until, route->held_until);
    if (bucket->is_busy)
        return QUOTA_BUSY;
    if (bucket->remaining == 0)
        when = later(when, bucket->reset_at);
    if (kind != QUOTA_CALLBACK)
        when = later(when, quota->held_until);
    if (kind == QUOTA_BOT || kind == QUOTA_EXTRA) {
        int burst = (quota->per_second * QUOTA_BURST + QUOTA_PER_SECOND - 1) / QUOTA_PER_SECOND;
        when = later(when, ring_last(&quota->sent, quota->per_second) + SECOND + QUOTA_SPREAD);
        when = later(when, ring_last(&quota->sent, burst) + QUOTA_BURST_MS);
    }
    return when > now ? when - now : 0;
}

bool quota_is_first(struct quota_route *route, uint64_t turn, int64_t now)
{
    bool is_first = route->turn != turn && route->bucket->turn != turn;
    route->turn = turn;
    if (route->held_until <= now)
        route->bucket->turn = turn;
    return is_first;
}

void quota_begin(struct quota *quota, struct quota_route *route, enum quota_kind kind, int64_t now)
{
    struct quota_bucket *bucket = route->bucket;
    check(!bucket->is_busy);
    bucket->is_busy = kind != QUOTA_EXTRA;
    if (kind == QUOTA_EXTRA && bucket->remaining > 0)
        bucket->remaining--;
    shelf_use(&quota->routes, &route->item, now);
    if (kind == QUOTA_BOT || kind == QUOTA_EXTRA)
        ring_add(&quota->sent, now);
}

/* ---- what was learned besides limits ---- */

void quota_wipe(char *string)
{
    if (string)
        sodium_memzero(string, strlen(string));
    free(string);
}

void quota_remembered_fini(struct remembered *remembered)
{
    for (int i = 0; i < REMEMBERED_TOKENS; i++)
        quota_wipe(remembered->tokens[i].token);
}

void quota_spend_token(struct remembered *remembered, const char *token, int status, int code)
{
    struct remembered_token *spent = &remembered->tokens[remembered->next_token];
    char *copied = strdup(token);
    check(copied);
    remembered->next_token = (remembered->next_token + 1) % REMEMBERED_TOKENS;
    quota_wipe(spent->token);
    spent->token = copied;
    spent->status = status;
    spent->code = code;
}

const struct remembered_token *quota_spent_token(const struct remembered *remembered,
                                                 const char *token)
{
    for (int i = 0; token && i < REMEMBERED_TOKENS; i++)
        if (remembered->tokens[i].token && strcmp(remembered->tokens[i].token, token) == 0)
            return &remembered->tokens[i];
    return NULL;
}

void quota_see_message(struct remembered *remembered, const char *nonce, const char *id)
{
    if (!*nonce || strlen(nonce) >= REMEMBERED_NONCE || strlen(id) >= REMEMBERED_ID)
        return;
    struct remembered_message *seen = &remembered->seen[remembered->next_seen];
    remembered->next_seen = (remembered->next_seen + 1) % REMEMBERED_SEEN;
    snprintf(seen->nonce, sizeof seen->nonce, "%s", nonce);
    snprintf(seen->id, sizeof seen->id, "%s", id);
}

const char *quota_seen_message(const struct remembered *remembered, const char *nonce)
{
    for (int i = 0; nonce && i < REMEMBERED_SEEN; i++)
        if (strcmp(remembered->seen[i].nonce, nonce) == 0)
            return remembered->seen[i].id;
    return NULL;
}

/* ---- what answers teach ---- */

enum {
    SWEEP_EVERY = 60 * 1000,
    UNSAID = 1000 /* ms until a bucket is full again, if Discord does not say */
};

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

/* Not of Discord's API, but of the proxy before it. */
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

/* While an extra is under way, so may another of its bucket be, which says which bucket it is. */
void quota_end(struct quota *quota, struct quota_route *route, enum quota_kind kind,
               const struct answer *answer, int64_t now)
{
    static const struct answer none = {.remaining = -1, .reset_after = -1, .retry_after = -1};
    const struct answer *said = answer ? answer : &none;
    route->bucket->is_busy &= kind == QUOTA_EXTRA;
    shelf_use(&quota->routes, &route->item, now);
    if (said->bucket[0] && kind != QUOTA_EXTRA) {
        struct quota_bucket *before = route->bucket;
        join_bucket(quota, route, name_of("", said->bucket, route->resource));
        leave_bucket(quota, before);
    }
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
    int pool, pool_tokens, share;
    struct payer *payers; /* in the order of their ids */
    int count, room;
    int64_t swept_at;
};

struct refusals *quota_refusals_new(void)
{
    struct refusals *refusals = calloc(1, sizeof *refusals);
    check(refusals);
    quota_refusals_divide(refusals, 1);
    return refusals;
}

void quota_refusals_free(struct refusals *refusals)
{
    if (!refusals)
        return;
    free(refusals->payers);
    free(refusals);
}

void quota_refusals_divide(struct refusals *refusals, int networks)
{
    int tokens = REFUSALS_ADDRESS / (networks > 0 ? networks : 1);
    refusals->pool_tokens = tokens < REFUSALS_POOL_TOKENS ? tokens : REFUSALS_POOL_TOKENS;
    refusals->pool = refusals->pool_tokens * REFUSALS_POOL / REFUSALS_POOL_TOKENS;
    int share = refusals->pool * REFUSALS_SHARE / REFUSALS_POOL;
    refusals->share = share > REFUSALS_SHARE / 2 ? share : REFUSALS_SHARE / 2;
}

bool quota_refusals_counts(const struct answer *answer)
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

void quota_refusals_note(struct refusals *refusals, uint64_t id, int64_t now)
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

static int64_t left_of(const struct refusals *refusals, int n, int64_t now)
{
    return ring_wait(&refusals->times, n, REFUSALS_MS, now);
}

static int64_t wait_of_share(const struct refusals *refusals, const struct payer *payer,
                             int64_t now)
{
    return ring_wait(&payer->times, refusals->share, REFUSALS_MS, now);
}

/* Those who had a refusal within the last hour. */
static int64_t wait_of_half(const struct refusals *refusals, const struct payer *payer, int64_t now)
{
    int64_t half = left_of(refusals, refusals->pool / 2, now),
            clean = last_of(payer) + REFUSALS_CLEAN_MS - now;
    return clean <= 0 ? 0 : half < clean ? half : clean;
}

int64_t quota_refusals_wait(const struct refusals *refusals, uint64_t id, bool has_own_token,
                            int64_t now)
{
    int64_t wait = left_of(refusals, has_own_token ? refusals->pool_tokens : refusals->pool, now);
    const struct payer *payer = id == REFUSALS_NOBODY ? NULL : find_payer(refusals, id);
    if (has_own_token || !payer)
        return wait;
    int64_t share = wait_of_share(refusals, payer, now), half = wait_of_half(refusals, payer, now);
    wait = share > wait ? share : wait;
    return half > wait ? half : wait;
}

void quota_refusals_hear(struct refusals *refusals, const struct answer *answer, uint64_t payer,
                         int64_t now)
{
    bool is_for_all = answer->status == 429 && (answer->scope == ANSWER_GLOBAL || is_page(answer));
    uint64_t who = is_for_all ? REFUSALS_NOBODY : payer;
    char id[24], seconds[24];
    bool was_paused = quota_refusals_wait(refusals, who, false, now) > 0;
    quota_refusals_note(refusals, who, now);
    int64_t all = quota_refusals_wait(refusals, REFUSALS_NOBODY, false, now);
    int64_t own = quota_refusals_wait(refusals, who, false, now);
    if (own == 0 || was_paused)
        return;
    snprintf(id, sizeof id, "%" PRIu64, who);
    snprintf(seconds, sizeof seconds, "%" PRId64, own / 1000 + 1);
    log_event(LOG_WARN, "discord-refused-too-often", "who", all > 0 ? "everybody" : id, "pause_s",
              seconds, (char *)0);
}

int quota_refusals_count(const struct refusals *refusals, int64_t now)
{
    int count = 0;
    while (count < REFUSALS_POOL_TOKENS && left_of(refusals, count + 1, now) > 0)
        count++;
    return count;
}

int quota_refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one)
{
    int paused = 0;
    for (int i = 0; i < refusals->count; i++)
        if (wait_of_share(refusals, &refusals->payers[i], now) > 0) {
            *one = refusals->payers[i].id;
            paused++;
        }
    return paused;
}

void quota_refusals_status(const struct refusals *refusals, int64_t now, struct text *out)
{
    int64_t pause = quota_refusals_wait(refusals, REFUSALS_NOBODY, false, now);
    uint64_t one = 0;
    int paused = quota_refusals_paused(refusals, now, &one);
    text_putf(out, "refusals_in_10_min=%d of %d\n", quota_refusals_count(refusals, now),
              refusals->pool);
    if (pause > 0)
        text_putf(out, "all_paused_s=%" PRId64 "\n", pause / 1000 + 1);
    if (paused > 0)
        text_putf(out,
                  "paused_servers=%d\npaused_server=%" PRIu64 "\npaused_server_s=%" PRId64 "\n",
                  paused, one, quota_refusals_wait(refusals, one, false, now) / 1000 + 1);
}
