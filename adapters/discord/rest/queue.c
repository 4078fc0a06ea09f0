/* See queue.h. */
#include "queue.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "quota.h"

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
    return json_object_get(body, "content") || json_object_get(body, "embeds") || json_object_get(body, "components");
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

/* Discord goes by the text of a message unless it is told not to, each time it is sent or edited: so nothing a player is called
   or types can ping anybody. A message, or an answer that holds one, pings at most the users whom it lists by id. */
static void hush(json_t *body)
{
    json_t *data = json_object_get(body, "data");
    if (is_message(body))
        hush_message(body);
    else if (is_message(data) && json_integer_value(json_object_get(body, "type")) != ANSWER_MODAL)
        hush_message(data);
}

char *attempt_dump(json_t *body)
{
    if (!body)
        return NULL;
    hush(body);
    char *bytes = json_dumps(body, JSON_COMPACT);
    check(bytes);
    json_decref(body);
    return bytes;
}

/* ---- where it goes ---- */

/* Not the dot: "..", decoded too early by somebody, would climb. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~@";

static char *put(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

static char *put_encoded(char *out, const char *id)
{
    static const char digits[] = "0123456789ABCDEF";
    for (const unsigned char *p = (const unsigned char *)id; *p; p++) {
        if (strchr(plain, *p)) {
            *out++ = (char)*p;
            continue;
        }
        *out++ = '%';
        *out++ = digits[*p >> 4];
        *out++ = digits[*p & 15];
    }
    return out;
}

/* Put together so that no id can become another part of it: `base` + `route`, whose {} are the ids in order, percent-encoded, +
   "?" + `query` unless that is NULL. As many ids as {}, or it aborts. */
static char *url_of(const char *base, const char *route, const char *const ids[3], const char *query)
{
    size_t size = strlen(base) + strlen(route) + (query ? strlen(query) : 0) + 2;
    for (int i = 0; i < IDS && ids[i]; i++)
        size += strlen(ids[i]) * ENCODED;
    char *url = malloc(size);
    check(url);
    size_t base_length = strlen(base);
    char *out = put(url, base, base_length - (base_length && base[base_length - 1] == '/'));
    int used = 0;
    for (const char *hole; (hole = strstr(route, "{}")) != NULL; route = hole + 2) {
        check(used < IDS && ids[used]);
        out = put(out, route, (size_t)(hole - route));
        out = put_encoded(out, ids[used++]);
    }
    check(used == IDS || !ids[used]);
    out = put(out, route, strlen(route));
    if (query) {
        *out++ = '?';
        out = put(out, query, strlen(query));
    }
    *out = '\0';
    return url;
}

/* ---- from being asked for to being finished ---- */

/* The token of an interaction, in the path; NULL: it goes by the bot's. */
static const char *token_of(const struct rest_request *request)
{
    bool has_token =
        strncmp(request->route, "/interactions/", 14) == 0 || strncmp(request->route, "/webhooks/", 10) == 0;
    return !has_token ? NULL : request->ids[1] ? request->ids[1] : "";
}

static struct quota_route *take_quota(struct quota *quota, const struct rest_request *request, int64_t now)
{
    const char *first = request->ids[0] ? request->ids[0] : "";
    const char *second = token_of(request) ? token_of(request) : "";
    char *resource;
    check(asprintf(&resource, "%s%s%s", first, *second ? " " : "", second) >= 0);
    struct quota_route *taken = quota_take(quota, request->method, request->route, resource, now);
    attempt_wipe(resource);
    return taken;
}

struct attempt *attempt_new(const struct rest_request *request, const char *base, const struct sieve_key *unread,
                            struct quota *quota, int64_t now)
{
    struct attempt *attempt = calloc(1, sizeof *attempt);
    char *nonce = copy(json_string_value(json_object_get(request->body, "nonce")));
    check(attempt);
    *attempt = (struct attempt){
        .lane = request->lane,
        .method = copy(request->method),
        .route = copy(request->route),
        .url = url_of(base, request->route, request->ids, request->query),
        .body = attempt_dump(request->body),
        .nonce = nonce,
        .token = copy(token_of(request)),
        .is_repeatable =
            request->is_repeatable || request->lane == REST_CALLBACK || strcmp(request->method, "POST") != 0,
        .deadline = request->deadline,
        .done = request->done,
        .arg = request->arg,
        .forget = request->forget,
        .quota = take_quota(quota, request, now),
        .answer = ANSWER_NONE(unread),
    };
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
    attempt_wipe(attempt->url);
    attempt_wipe(attempt->token);
    free(attempt);
}

bool attempt_is_waiting(const struct attempt *attempt)
{
    return !attempt->exchange && !attempt->is_answered && !attempt->is_over;
}

void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status, int code, const char *message)
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

void attempt_note(enum log_level level, const char *event, const struct attempt *attempt, int64_t wait)
{
    const struct rest_answer *result = &attempt->result;
    char status[NUMBER], code[NUMBER], ms[NUMBER];
    snprintf(status, sizeof status, "%d", result->status);
    snprintf(code, sizeof code, "%d", result->code);
    snprintf(ms, sizeof ms, "%lld", (long long)wait);
    log_event(level, event, "method", attempt->method, "route", attempt->route, "status", status, "code", code, "why",
              result->message, wait < 0 ? (char *)0 : "again_in_ms", ms, (char *)0);
}

/* Behind what its payer, and its route, have there; else it is in the round that comes next. */
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

void queue_append(struct queue *queue, struct attempt *attempt)
{
    struct attempt **first = &queue->first[attempt->lane], **last = &queue->last[attempt->lane], *before = *last;
    attempt->round = round_of(queue, attempt);
    while (before && before->round > attempt->round)
        before = before->previous;
    attempt->previous = before;
    attempt->next = before ? before->next : *first;
    *(attempt->previous ? &attempt->previous->next : first) = attempt;
    *(attempt->next ? &attempt->next->previous : last) = attempt;
    queue->count++;
}

void queue_take_out(struct queue *queue, struct attempt *attempt)
{
    if (attempt->previous)
        attempt->previous->next = attempt->next;
    else
        queue->first[attempt->lane] = attempt->next;
    if (attempt->next)
        attempt->next->previous = attempt->previous;
    else
        queue->last[attempt->lane] = attempt->previous;
    queue->count--;
}

struct attempt *queue_find(const struct queue *queue, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->ticket == ticket)
                return attempt;
    return NULL;
}

int queue_count_of(const struct queue *queue, uint64_t payer)
{
    int count = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            count += attempt->payer == payer;
    return count;
}

bool queue_have_news(const struct queue *queue)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->is_over || attempt->is_answered)
                return true;
    return false;
}

/* ---- what was learned besides limits ---- */

void remembered_fini(struct remembered *remembered)
{
    for (int i = 0; i < REMEMBERED_TOKENS; i++)
        attempt_wipe(remembered->tokens[i].token);
}

void remembered_spend(struct remembered *remembered, const char *token, int status, int code)
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

const struct remembered_token *remembered_token(const struct remembered *remembered, const char *token)
{
    for (int i = 0; token && i < REMEMBERED_TOKENS; i++)
        if (remembered->tokens[i].token && strcmp(remembered->tokens[i].token, token) == 0)
            return &remembered->tokens[i];
    return NULL;
}

void remembered_see(struct remembered *remembered, const char *nonce, const char *id)
{
    if (!*nonce || strlen(nonce) >= REMEMBERED_NONCE || strlen(id) >= REMEMBERED_ID)
        return;
    struct remembered_message *seen = &remembered->seen[remembered->next_seen];
    remembered->next_seen = (remembered->next_seen + 1) % REMEMBERED_SEEN;
    snprintf(seen->nonce, sizeof seen->nonce, "%s", nonce);
    snprintf(seen->id, sizeof seen->id, "%s", id);
}

const char *remembered_message(const struct remembered *remembered, const char *nonce)
{
    for (int i = 0; nonce && i < REMEMBERED_SEEN; i++)
        if (strcmp(remembered->seen[i].nonce, nonce) == 0)
            return remembered->seen[i].id;
    return NULL;
}
