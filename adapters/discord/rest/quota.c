/* Routes and buckets are each one sorted array of pointers: a bot has some thousand at most, and asks a few dozen times a
   second. A bucket lives as long as a route belongs to it. */
#include "quota.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "list.h"
#include "ring.h"

enum {
    SECOND = 1000,
    SWEEP_EVERY = 60 * SECOND,
    FORGET = 15 * 60 * SECOND, /* the life of an interaction's token; no limit of a channel lasts as long */
    UNSAID = SECOND            /* how long nothing is left where it was not said when there will be more */
};

/* What routes and buckets have in common: a name to be found by. It must come first. */
struct entry {
    char *name;
};

struct shelf {
    struct entry **list;
    int count, space;
};

struct quota_bucket {
    struct entry entry; /* "hash resource", or the name of its only route */
    int routes;
    bool is_busy;
    int remaining;    /* requests until reset_at; -1 if not known */
    int64_t reset_at; /* at 0 nothing goes before */
    uint64_t turn;
};

struct quota_route {
    struct entry entry; /* "POST /channels/{}/messages 50" */
    const char *resource;
    struct quota_bucket *bucket;
    int users;
    int64_t used_at;
    int64_t held_until; /* a limit that its bucket does not show */
    uint64_t turn;
};

struct quota {
    struct shelf routes, buckets;
    int64_t swept_at;
    int64_t held_until;     /* a global 429: all but callbacks */
    int64_t all_held_until; /* Discord's outer wall: everything */
    RING(QUOTA_PER_SECOND) sent;
};

/* --- shelves --- */

static int by_name(const void *item, const void *name)
{
    return strcmp((*(struct entry *const *)item)->name, name);
}

static int place_of(const struct shelf *shelf, const char *name)
{
    return list_place(shelf->list, shelf->count, sizeof *shelf->list, by_name, name);
}

static void *find(const struct shelf *shelf, const char *name)
{
    int place = place_of(shelf, name);
    return place < shelf->count && strcmp(shelf->list[place]->name, name) == 0 ? shelf->list[place] : NULL;
}

/* A new entry of `size` bytes, all zero but the name, which is taken. */
static void *add(struct shelf *shelf, char *name, size_t size)
{
    int place = place_of(shelf, name);
    struct entry *entry = calloc(1, size);
    check(entry);
    entry->name = name;
    shelf->list = list_insert(shelf->list, &shelf->count, &shelf->space, sizeof *shelf->list, place);
    shelf->list[place] = entry;
    return entry;
}

static void drop(struct shelf *shelf, struct entry *entry)
{
    int place = place_of(shelf, entry->name);
    check(place < shelf->count && shelf->list[place] == entry);
    shelf->list = list_drop(shelf->list, &shelf->count, &shelf->space, sizeof *shelf->list, place);
    free(entry->name);
    free(entry);
}

__attribute__((format(printf, 1, 2))) static char *name_of(const char *format, ...)
{
    char *name = NULL;
    va_list args;
    va_start(args, format);
    check(vasprintf(&name, format, args) >= 0);
    va_end(args);
    return name;
}

/* --- routes --- */

struct quota *quota_new(void)
{
    struct quota *quota = calloc(1, sizeof *quota);
    check(quota);
    return quota;
}

void quota_free(struct quota *quota)
{
    if (!quota)
        return;
    while (quota->routes.count)
        drop(&quota->routes, quota->routes.list[quota->routes.count - 1]);
    while (quota->buckets.count)
        drop(&quota->buckets, quota->buckets.list[quota->buckets.count - 1]);
    free(quota->routes.list);
    free(quota->buckets.list);
    free(quota);
}

static void leave_bucket(struct quota *quota, struct quota_bucket *bucket)
{
    if (--bucket->routes == 0)
        drop(&quota->buckets, &bucket->entry);
}

/* Takes the name. */
static void join_bucket(struct quota *quota, struct quota_route *route, char *name)
{
    struct quota_bucket *bucket = find(&quota->buckets, name);
    if (bucket) {
        free(name);
    } else {
        bucket = add(&quota->buckets, name, sizeof *bucket);
        bucket->remaining = -1;
    }
    bucket->routes++;
    route->bucket = bucket;
}

static bool is_forgotten(const struct quota_route *route, int64_t now)
{
    return !route->users && now - route->used_at > FORGET && now > route->held_until && now > route->bucket->reset_at;
}

void quota_tidy(struct quota *quota, int64_t now)
{
    if (now - quota->swept_at < SWEEP_EVERY)
        return;
    quota->swept_at = now;
    for (int i = quota->routes.count - 1; i >= 0; i--) {
        struct quota_route *route = (struct quota_route *)quota->routes.list[i];
        if (is_forgotten(route, now)) {
            leave_bucket(quota, route->bucket);
            drop(&quota->routes, &route->entry);
        }
    }
}

struct quota_route *quota_take(struct quota *quota, const char *method, const char *route, const char *resource,
                               int64_t now)
{
    char *name = name_of("%s %s %s", method, route, resource);
    quota_tidy(quota, now); /* first: it may forget the very route */
    struct quota_route *taken = find(&quota->routes, name);
    if (taken)
        free(name);
    taken = taken ? taken : add(&quota->routes, name, sizeof *taken);
    if (!taken->bucket) {
        taken->resource = taken->entry.name + strlen(method) + strlen(route) + 2;
        join_bucket(quota, taken, name_of("%s", taken->entry.name));
    }
    taken->users++;
    taken->used_at = now;
    return taken;
}

void quota_release(struct quota_route *route)
{
    check(route->users > 0);
    route->users--;
}

const struct quota_route *quota_find(const struct quota *quota, const char *method, const char *route,
                                     const char *resource)
{
    char *name = name_of("%s %s %s", method, route, resource);
    const struct quota_route *found = find(&quota->routes, name);
    free(name);
    return found;
}

int quota_count(const struct quota *quota)
{
    return quota->routes.count;
}

/* --- may it go? --- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind, int64_t now)
{
    const struct quota_bucket *bucket = route->bucket;
    int64_t when = later(quota->all_held_until, route->held_until);
    if (bucket->is_busy)
        return QUOTA_BUSY;
    if (bucket->remaining == 0)
        when = later(when, bucket->reset_at);
    if (kind != QUOTA_CALLBACK)
        when = later(when, quota->held_until);
    if (kind == QUOTA_BOT)
        when = later(when, ring_last(&quota->sent, QUOTA_PER_SECOND) + SECOND);
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
    check(!route->bucket->is_busy);
    route->bucket->is_busy = true;
    route->used_at = now;
    if (kind == QUOTA_BOT)
        ring_add(&quota->sent, now);
}

/* --- what an answer teaches --- */

/* The bucket of the route is the one that was named last. */
static void follow(struct quota *quota, struct quota_route *route, const char *hash)
{
    char *name = name_of("%s %s", hash, route->resource);
    struct quota_bucket *before = route->bucket;
    join_bucket(quota, route, name);
    leave_bucket(quota, before);
}

static void set_empty(struct quota_bucket *bucket, int64_t until)
{
    bucket->reset_at = bucket->remaining == 0 ? later(bucket->reset_at, until) : until;
    bucket->remaining = 0;
}

/* Where nothing was said, the request may still have counted. */
static void learn(struct quota_bucket *bucket, const struct answer *answer, int64_t now)
{
    int64_t reset_at = now + (answer->reset_after >= 0 ? answer->reset_after : UNSAID) + QUOTA_MARGIN;
    if (answer->remaining == 0) {
        set_empty(bucket, reset_at);
    } else if (answer->remaining > 0) {
        bucket->remaining = answer->remaining;
        bucket->reset_at = reset_at;
    } else if (bucket->remaining > 0) {
        bucket->remaining--;
    }
}

/* Not from Discord's API, but from the wall before it. */
static bool is_page(const struct answer *answer)
{
    bool says_limits = answer->scope != ANSWER_UNSCOPED || answer->remaining >= 0;
    return answer->is_unreadable || (!json_is_object(answer->json) && !says_limits);
}

static void obey(struct quota *quota, struct quota_route *route, const struct answer *answer, int64_t now)
{
    int64_t wait = answer->retry_after >= 0   ? answer->retry_after
                   : answer->reset_after >= 0 ? answer->reset_after
                                              : UNSAID;
    int64_t until = now + wait + QUOTA_MARGIN;
    if (is_page(answer))
        quota->all_held_until = later(quota->all_held_until, answer->retry_after >= 0 ? until : now + QUOTA_PAGE_HOLD);
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

void quota_end(struct quota *quota, struct quota_route *route, const struct answer *answer, int64_t now)
{
    static const struct answer none = {.remaining = -1, .reset_after = -1, .retry_after = -1};
    const struct answer *said = answer ? answer : &none;
    route->bucket->is_busy = false;
    route->used_at = now;
    if (said->bucket[0])
        follow(quota, route, said->bucket);
    learn(route->bucket, said, now);
    if (said->status == 429)
        obey(quota, route, said, now);
}

/* ---- refusals: who may cause how many ---- */

struct payer {
    uint64_t id;
    RING(REFUSALS_SHARE) times;
};

struct refusals {
    RING(REFUSALS_POOL_TOKENS) times;
    struct payer *payers; /* in the order of their ids */
    int count, room;
    int64_t swept_at;
};

struct refusals *refusals_new(void)
{
    struct refusals *refusals = calloc(1, sizeof *refusals);
    check(refusals);
    return refusals;
}

void refusals_free(struct refusals *refusals)
{
    if (!refusals)
        return;
    free(refusals->payers);
    free(refusals);
}

bool refusals_counts(const struct answer *answer)
{
    bool is_limit = answer->status == 429 && answer->scope != ANSWER_SHARED;
    return answer->status == 401 || answer->status == 403 || is_limit;
}

/* ---- payers ---- */

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
    return place < refusals->count && refusals->payers[place].id == id ? &refusals->payers[place] : NULL;
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
    refusals->payers =
        list_insert(refusals->payers, &refusals->count, &refusals->room, sizeof *refusals->payers, place);
    refusals->payers[place].id = id;
    return &refusals->payers[place];
}

/* ---- counting ---- */

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

static int64_t wait_of_share(const struct payer *payer, int64_t now)
{
    return ring_wait(&payer->times, REFUSALS_SHARE, REFUSALS_MS, now);
}

/* With half of the pool gone, until it is there again or the payer had no refusal for an hour. */
static int64_t wait_of_half(const struct refusals *refusals, const struct payer *payer, int64_t now)
{
    int64_t half = left_of(refusals, REFUSALS_HALF, now), clean = last_of(payer) + REFUSALS_CLEAN_MS - now;
    return clean <= 0 ? 0 : half < clean ? half : clean;
}

int64_t refusals_wait(const struct refusals *refusals, uint64_t id, bool has_own_token, int64_t now)
{
    int64_t wait = left_of(refusals, has_own_token ? REFUSALS_POOL_TOKENS : REFUSALS_POOL, now);
    const struct payer *payer = id == REFUSALS_NOBODY ? NULL : find_payer(refusals, id);
    if (has_own_token || !payer)
        return wait;
    int64_t share = wait_of_share(payer, now), half = wait_of_half(refusals, payer, now);
    wait = share > wait ? share : wait;
    return half > wait ? half : wait;
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
        if (wait_of_share(&refusals->payers[i], now) > 0) {
            *one = refusals->payers[i].id;
            paused++;
        }
    return paused;
}

int refusals_payers(const struct refusals *refusals)
{
    return refusals->count;
}
