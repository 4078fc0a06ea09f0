/* See attempt.h. */
#include "attempt.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "http.h"
#include "quota.h"
#include "rest.h"
#include "text.h"

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
