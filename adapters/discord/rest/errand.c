/* What a request needs from being asked for to being finished. */
#include "errand.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "mentions.h"
#include "quota.h"
#include "rest_url.h"

enum { NUMBER = 24 };

static char *copy(const char *string)
{
    char *bytes = string ? strdup(string) : NULL;
    check(bytes || !string);
    return bytes;
}

void errand_wipe(char *string)
{
    if (string)
        sodium_memzero(string, strlen(string));
    free(string);
}

char *errand_dump(json_t *body)
{
    if (!body)
        return NULL;
    mentions_hush(body);
    char *bytes = json_dumps(body, JSON_COMPACT);
    check(bytes);
    json_decref(body);
    return bytes;
}

static struct quota_route *take_quota(struct quota *quota, const struct rest_request *request, int64_t now)
{
    const char *first = request->ids[0] ? request->ids[0] : "";
    const char *second = request->is_token_route && request->ids[1] ? request->ids[1] : "";
    char *resource;
    check(asprintf(&resource, "%s%s%s", first, *second ? " " : "", second) >= 0);
    struct quota_route *taken = quota_take(quota, request->method, request->route, resource, now);
    errand_wipe(resource);
    return taken;
}

struct errand *errand_new(const struct rest_request *request, const char *base, struct quota *quota, int64_t now)
{
    struct errand *errand = calloc(1, sizeof *errand);
    char *nonce = copy(json_string_value(json_object_get(request->body, "nonce")));
    check(errand);
    *errand = (struct errand){
        .lane = request->lane,
        .method = copy(request->method),
        .route = copy(request->route),
        .url = rest_url(base, request->route, request->ids, request->query),
        .body = errand_dump(request->body),
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
    answer_init(&errand->answer);
    return errand;
}

void errand_free(struct errand *errand)
{
    if (errand->exchange)
        http_cancel(errand->exchange);
    quota_release(errand->quota);
    answer_fini(&errand->answer);
    free(errand->method);
    free(errand->route);
    free(errand->body);
    free(errand->nonce);
    errand_wipe(errand->url);
    errand_wipe(errand->token);
    free(errand);
}

bool errand_is_waiting(const struct errand *errand)
{
    return !errand->exchange && !errand->is_answered && !errand->is_over;
}

void errand_conclude(struct errand *errand, enum rest_outcome outcome, int status, int code, const char *message)
{
    errand->is_over = true;
    errand->result = (struct rest_answer){.outcome = outcome,
                                          .status = status,
                                          .code = code,
                                          .message = message,
                                          .body = errand->answer.json,
                                          .is_too_large = errand->answer.is_too_large};
}

void errand_was_done(struct errand *errand, const char *id)
{
    answer_fini(&errand->answer);
    errand->answer.json = json_pack("{s:s}", "id", id);
    errand_conclude(errand, REST_DONE, 0, 0, NULL);
}

void errand_give_up(struct errand *errand, const char *why)
{
    if (errand->was_sent)
        errand_conclude(errand, REST_FAILED, 0, 0, why);
    else
        errand_conclude(errand, REST_DROPPED, 0, 0, why);
}

void errand_note(enum log_level level, const char *event, const struct errand *errand, int64_t wait)
{
    const struct rest_answer *result = &errand->result;
    char status[NUMBER], code[NUMBER], ms[NUMBER];
    snprintf(status, sizeof status, "%d", result->status);
    snprintf(code, sizeof code, "%d", result->code);
    snprintf(ms, sizeof ms, "%lld", (long long)wait);
    log_event(level, event, "method", errand->method, "route", errand->route, "status", status, "code", code, "why",
              result->message, wait < 0 ? (char *)0 : "again_in_ms", ms, (char *)0);
}
