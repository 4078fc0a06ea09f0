/* What a request needs from being asked for to being finished. */
#include "attempt.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "quota.h"

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

static struct quota_route *take_quota(struct quota *quota, const struct rest_request *request, int64_t now)
{
    const char *first = request->ids[0] ? request->ids[0] : "";
    const char *second = request->is_token_route && request->ids[1] ? request->ids[1] : "";
    char *resource;
    check(asprintf(&resource, "%s%s%s", first, *second ? " " : "", second) >= 0);
    struct quota_route *taken = quota_take(quota, request->method, request->route, resource, now);
    attempt_wipe(resource);
    return taken;
}

struct attempt *attempt_new(const struct rest_request *request, const char *base, struct quota *quota, int64_t now)
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
        .token = request->is_token_route ? copy(request->ids[1] ? request->ids[1] : "") : NULL,
        .is_repeatable =
            request->is_repeatable || request->lane == REST_CALLBACK || strcmp(request->method, "POST") != 0,
        .deadline = request->deadline,
        .done = request->done,
        .arg = request->arg,
        .forget = request->forget,
        .quota = take_quota(quota, request, now),
    };
    answer_init(&attempt->answer);
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
