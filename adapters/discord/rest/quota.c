/* See quota.h and attempt.h: the requests that wait, and how fast they may go. Routes and buckets
   are on shelves: a bot has some thousand at most, and asks a few dozen times a second. A bucket
   lives as long as a route belongs to it. */
#include "quota.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "attempt.h"
#include "check.h"
#include "http.h"
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

/* Nobody uses it, and nothing holds it. */
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

/* The bucket of the route is from now on the one with this name. */
static void quota_follow(struct quota *quota, struct quota_route *route, const char *hash)
{
    struct quota_bucket *before = route->bucket;
    join_bucket(quota, route, name_of("", hash, route->resource));
    leave_bucket(quota, before);
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
    if (kind == QUOTA_BOT) {
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
    check(!route->bucket->is_busy);
    route->bucket->is_busy = true;
    shelf_use(&quota->routes, &route->item, now);
    if (kind == QUOTA_BOT)
        ring_add(&quota->sent, now);
}

/* ---- what was learned besides limits ---- */

void quota_remembered_fini(struct remembered *remembered)
{
    for (int i = 0; i < REMEMBERED_TOKENS; i++)
        attempt_wipe(remembered->tokens[i].token);
}

void quota_spend_token(struct remembered *remembered, const char *token, int status, int code)
{
    struct remembered_token *spent = &remembered->tokens[remembered->next_token];
    char *copied = strdup(token);
    check(copied);
    remembered->next_token = (remembered->next_token + 1) % REMEMBERED_TOKENS;
    attempt_wipe(spent->token);
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

/* An answer whose limit concerns the whole bot or everything that comes from this address. */
static bool quota_is_for_all(const struct answer *answer)
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
    uint64_t who = quota_is_for_all(answer) ? REFUSALS_NOBODY : payer;
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

/* ---- a body with files ---- */

/* Files are texts without NUL. A part ends where a line break and the boundary stand, so that no
   file has a carriage return or the boundary in it. */

static void put_text(FILE *out, const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p != '\r')
            putc(strncmp(p, HTTP_BOUNDARY, strlen(HTTP_BOUNDARY)) == 0 ? '_' : *p, out);
}

static void put_files(FILE *out, const json_t *files)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        fprintf(out,
                "--%s\r\nContent-Disposition: form-data; name=\"files[%zu]\"; filename=\"%s\"\r\n"
                "Content-Type: text/plain; charset=utf-8\r\n\r\n",
                HTTP_BOUNDARY, i, json_string_value(json_object_get(file, "name")));
        put_text(out, json_string_value(json_object_get(file, "text")));
        fputs("\r\n", out);
    }
}

/* The message without its files, but with what names them. */
static json_t *named(const json_t *message, const json_t *files)
{
    json_t *copy = json_copy((json_t *)message), *attachments = json_array();
    check(copy && attachments);
    for (size_t i = 0; i < json_array_size(files); i++)
        json_array_append_new(attachments,
                              json_pack("{s:i, s:O}", "id", (int)i, "filename",
                                        json_object_get(json_array_get(files, i), "name")));
    json_object_del(copy, REST_FILES);
    check(json_object_set_new(copy, "attachments", attachments) == 0);
    return copy;
}

char *attempt_dump_parts(const json_t *body)
{
    const json_t *data = json_object_get(body, "data"), *files = json_object_get(body, REST_FILES);
    bool is_inside = !files;
    files = files ? files : json_object_get(data, REST_FILES);
    json_t *whole = is_inside ? json_copy((json_t *)body) : named(body, files);
    if (is_inside)
        check(json_object_set_new(whole, "data", named(data, files)) == 0);
    char *json = json_dumps(whole, JSON_COMPACT), *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    check(json && out);
    fprintf(
        out,
        "--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n"
        "%s\r\n",
        HTTP_BOUNDARY, json);
    put_files(out, files);
    fprintf(out, "--%s--\r\n", HTTP_BOUNDARY);
    check(fclose(out) == 0);
    free(json);
    json_decref(whole);
    return bytes;
}

/* ---- one request, from being asked for to being finished ---- */

enum { NUMBER = 24, ANSWER_MODAL = 9, IDS = 3, ENCODED = 3 /* bytes for one */ };

static char *copy(const char *string)
{
    char *bytes = string ? strdup(string) : NULL;
    check(bytes || !string);
    return bytes;
}

void attempt_wipe(char *string)
{
    if (string)
        sodium_memzero(string, strlen(string));
    free(string);
}

/* ---- who is pinged ---- */

static bool is_message(const json_t *body)
{
    return json_object_get(body, "content") || json_object_get(body, "embeds") ||
           json_object_get(body, "components");
}

static void hush_message(json_t *message)
{
    json_t *allowed = json_object_get(message, "allowed_mentions");
    if (!json_is_object(allowed)) {
        allowed = json_object();
        check(json_object_set_new(message, "allowed_mentions", allowed) == 0);
    }
    check(json_object_set_new(allowed, "parse", json_array()) == 0);
    json_object_del(allowed, "roles");
}

/* Discord pings everybody whom the text of a message mentions, unless allowed_mentions says
   otherwise, at every edit again. So each message, and each answer that holds one, pings at most
   the users that it lists by id. */
static void hush(json_t *body)
{
    json_t *data = json_object_get(body, "data");
    if (is_message(body))
        hush_message(body);
    else if (is_message(data) && json_integer_value(json_object_get(body, "type")) != ANSWER_MODAL)
        hush_message(data);
}

/* The text of a body as it is sent, pinging only listed users. Takes `body`. */
static char *dump(struct attempt *attempt, json_t *body)
{
    if (!body)
        return NULL;
    const json_t *data = json_object_get(body, "data");
    hush(body);
    attempt->has_files = json_object_get(body, REST_FILES) || json_object_get(data, REST_FILES);
    char *bytes = attempt->has_files ? attempt_dump_parts(body) : json_dumps(body, JSON_COMPACT);
    check(bytes);
    json_decref(body);
    return bytes;
}

/* ---- where it goes ---- */

/* The dot is encoded, too: a server that decodes ".." too early would leave the path. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~@";

/* Percent-encoded. */
static void put_encoded(struct text *out, const char *id)
{
    for (const unsigned char *p = (const unsigned char *)id; *p; p++)
        text_putf(out, strchr(plain, *p) ? "%c" : "%%%02X", *p);
}

/* Put together so that no id can become another part of it: `route`, whose {} are the ids in
   order, percent-encoded, + "?" + `query` unless that is NULL. As many ids as {}, or it aborts. */
static char *path_of(const char *route, const char *const ids[3], const char *query)
{
    size_t size = strlen(route) + (query ? strlen(query) : 0) + 2;
    for (int i = 0; i < IDS && ids[i]; i++)
        size += strlen(ids[i]) * ENCODED;
    char *path = malloc(size);
    check(path);
    struct text out = text_over(path, size);
    int used = 0;
    for (const char *hole; (hole = strstr(route, "{}")) != NULL; route = hole + 2) {
        check(used < IDS && ids[used]);
        text_put_bytes(&out, route, (int)(hole - route));
        put_encoded(&out, ids[used++]);
    }
    check(used == IDS || !ids[used]);
    text_putf(&out, "%s%s%s", route, query ? "?" : "", query ? query : "");
    check(!out.cut);
    return path;
}

const char *attempt_url(struct attempt *attempt, const char *base)
{
    int length = (int)strlen(base) - (*base && base[strlen(base) - 1] == '/');
    attempt_wipe(attempt->url);
    check(asprintf(&attempt->url, "%.*s%s", length, base, attempt->path) >= 0);
    return attempt->url;
}

/* The token of an interaction, in the path; NULL: it goes by the bot's. */
static const char *token_of(const struct rest_request *request)
{
    bool has_token = strncmp(request->route, "/interactions/", 14) == 0 ||
                     strncmp(request->route, "/webhooks/", 10) == 0;
    return !has_token ? NULL : request->ids[1] ? request->ids[1] : "";
}

static struct quota_route *take_quota(struct quota *quota, const struct rest_request *request,
                                      int64_t now)
{
    const char *first = request->ids[0] ? request->ids[0] : "";
    const char *second = token_of(request) ? token_of(request) : "";
    char *resource;
    check(asprintf(&resource, "%s%s%s", first, *second ? " " : "", second) >= 0);
    struct quota_route *taken = quota_take(quota, request->method, request->route, resource, now);
    attempt_wipe(resource);
    return taken;
}

void attempt_put_body(struct attempt *attempt, json_t *body)
{
    free(attempt->nonce);
    free(attempt->body);
    attempt->nonce = copy(json_string_value(json_object_get(body, "nonce")));
    attempt->body = dump(attempt, body);
}

struct attempt *attempt_new(const struct rest_request *request, const struct sieve_key *unread,
                            struct quota *quota, int64_t now)
{
    struct attempt *attempt = calloc(1, sizeof *attempt);
    check(attempt);
    *attempt = (struct attempt){
        .lane = request->lane,
        .method = copy(request->method),
        .route = copy(request->route),
        .path = path_of(request->route, request->ids, request->query),
        .token = copy(token_of(request)),
        .is_repeatable = request->is_repeatable || request->lane == REST_CALLBACK ||
                         strcmp(request->method, "POST") != 0,
        .deadline = request->deadline,
        .done = request->done,
        .arg = request->arg,
        .forget = request->forget,
        .quota = take_quota(quota, request, now),
        .answer = ANSWER_NONE(unread),
    };
    attempt_put_body(attempt, request->body);
    return attempt;
}

void attempt_free(struct attempt *attempt)
{
    if (attempt->exchange)
        http_cancel(attempt->exchange);
    quota_release(attempt->quota);
    answer_fini(&attempt->answer);
    free(attempt->method);
    free(attempt->route);
    free(attempt->body);
    free(attempt->nonce);
    attempt_wipe(attempt->path);
    attempt_wipe(attempt->url);
    attempt_wipe(attempt->token);
    free(attempt);
}

bool attempt_is_waiting(const struct attempt *attempt)
{
    return !attempt->exchange && !attempt->is_answered && !attempt->is_over;
}

void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status, int code,
                      const char *message)
{
    attempt->is_over = true;
    attempt->result = (struct rest_answer){.outcome = outcome,
                                           .status = status,
                                           .code = code,
                                           .message = message,
                                           .body = attempt->answer.json,
                                           .is_too_large = attempt->answer.is_too_large};
}

void attempt_was_done(struct attempt *attempt, const char *id)
{
    answer_fini(&attempt->answer);
    attempt->answer.json = json_pack("{s:s}", "id", id);
    attempt_conclude(attempt, REST_DONE, 0, 0, NULL);
}

void attempt_give_up(struct attempt *attempt, const char *why)
{
    if (attempt->was_sent)
        attempt_conclude(attempt, REST_FAILED, 0, 0, why);
    else
        attempt_conclude(attempt, REST_DROPPED, 0, 0, why);
}

void attempt_note(enum log_level level, const char *event, const struct attempt *attempt,
                  int64_t wait)
{
    const struct rest_answer *result = &attempt->result;
    char status[NUMBER], code[NUMBER], ms[NUMBER];
    snprintf(status, sizeof status, "%d", result->status);
    snprintf(code, sizeof code, "%d", result->code);
    snprintf(ms, sizeof ms, "%lld", (long long)wait);
    log_event(level, event, "method", attempt->method, "route", attempt->route, "status", status,
              "code", code, "why", result->message, wait < 0 ? (char *)0 : "again_in_ms", ms,
              (char *)0);
}

/* ---- lists ---- */

/* The round after the last one of its payer in this lane, and not before its route's last;
   otherwise the next round. */
static uint64_t round_of(const struct queue *queue, const struct attempt *attempt)
{
    uint64_t round = queue->round[attempt->lane] + 1;
    for (const struct attempt *other = queue->first[attempt->lane]; other; other = other->next) {
        if (other->payer == attempt->payer && other->round >= round)
            round = other->round + 1;
        if (other->quota == attempt->quota && other->round > round)
            round = other->round;
    }
    return round;
}

void attempt_queue_append(struct queue *queue, struct attempt *attempt)
{
    struct attempt **first = &queue->first[attempt->lane], **last = &queue->last[attempt->lane],
                   *before = *last;
    attempt->round = round_of(queue, attempt);
    while (before && before->round > attempt->round)
        before = before->previous;
    attempt->previous = before;
    attempt->next = before ? before->next : *first;
    *(attempt->previous ? &attempt->previous->next : first) = attempt;
    *(attempt->next ? &attempt->next->previous : last) = attempt;
    queue->count++;
}

void attempt_queue_take_out(struct queue *queue, struct attempt *attempt)
{
    *(attempt->previous ? &attempt->previous->next : &queue->first[attempt->lane]) = attempt->next;
    *(attempt->next ? &attempt->next->previous : &queue->last[attempt->lane]) = attempt->previous;
    queue->count--;
}

struct attempt *attempt_queue_find(const struct queue *queue, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->ticket == ticket)
                return attempt;
    return NULL;
}

int attempt_queue_count_of(const struct queue *queue, uint64_t payer)
{
    int count = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            count += attempt->payer == payer;
    return count;
}

bool attempt_queue_has_news(const struct queue *queue)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->is_over || attempt->is_answered)
                return true;
    return false;
}
