/* The limits of REST: buckets of a route and its first id, 50 requests in any second, and what
   was ordered to be limited. A window opens with its first request and lasts as the table of
   routes says. A bot that sends although it was told to wait has violated. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECOND = 1000,
    HOUR = 3600000,
    OLD_EDITS = 3,
    OLD_WINDOW = 6000,
    INVALID_WINDOW = 600000,
    INVALID_TOO_MANY = 1000
};

struct rule {
    const char *name;
    int limit, window;
};

/* DELETE goes by the age of the message. */
static struct rule rule_of(const struct standin *standin, const struct request *request)
{
    const struct route *route = request->route;
    struct rule rule = {route->bucket, route->limit, route->window};
    if (strcmp(route->name, "DELETE /channels/{}/messages/{}") == 0 &&
        age_of(standin, request->ids[1]) < 10 * SECOND)
        rule = (struct rule){"message-delete-young", 5, SECOND};
    return rule;
}

static struct bucket *bucket_of(struct standin *standin, const struct request *request,
                                const struct rule *rule)
{
    bool is_top = strstr(request->route->name, " /channels/{}") ||
                  strstr(request->route->name, " /guilds/{}") ||
                  strstr(request->route->name, " /webhooks/{}");
    uint64_t top = is_top ? request->ids[0] : 0;
    const char *token = request->route->flags & ROUTE_TOKEN ? request->args[1] : "";
    for (int i = 0; i < standin->buckets.count; i++) {
        struct bucket *bucket = standin->buckets.items[i];
        if (bucket->top == top && strcmp(bucket->name, rule->name) == 0 &&
            strcmp(bucket->token, token) == 0)
            return bucket;
    }
    struct bucket *bucket = make(sizeof *bucket);
    bucket->top = top;
    snprintf(bucket->name, sizeof bucket->name, "%s", rule->name);
    snprintf(bucket->token, sizeof bucket->token, "%.63s", token);
    list_add(&standin->buckets, bucket);
    return bucket;
}

static uint64_t hash_of(const struct standin *standin, const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037) + (uint64_t)standin->bucket_epoch;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return hash;
}

static void add_header(struct answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_header(struct answer *answer, const char *format, ...)
{
    size_t length = strlen(answer->headers);
    va_list args;
    va_start(args, format);
    vsnprintf(answer->headers + length, sizeof answer->headers - length, format, args);
    va_end(args);
}

static void put_bucket(const struct standin *standin, const struct bucket *bucket,
                       const struct rule *rule, struct answer *answer)
{
    int64_t end = bucket->blocked_until > bucket->until ? bucket->blocked_until : bucket->until;
    int64_t left = end - loop_now(standin->loop);
    int remaining = rule->limit - bucket->used;
    add_header(answer, "X-RateLimit-Limit: %d\r\nX-RateLimit-Remaining: %d\r\n", rule->limit,
               remaining < 0 ? 0 : remaining);
    add_header(answer, "X-RateLimit-Reset: %.3f\r\n",
               (double)(loop_wall(standin->loop) + left) / SECOND);
    add_header(answer, "X-RateLimit-Reset-After: %.3f\r\n", (double)left / SECOND);
    add_header(answer, "X-RateLimit-Bucket: %016" PRIx64 "\r\n", hash_of(standin, bucket->name));
}

static void too_many(struct answer *answer, const char *scope, int64_t ms)
{
    bool is_global = strcmp(scope, "global") == 0;
    refuse(answer, 429, 0, "You are being rate limited.");
    json_object_set_new(answer->body, "retry_after", json_real((double)ms / SECOND));
    json_object_set_new(answer->body, "global", json_boolean(is_global));
    add_header(answer, "Retry-After: %d\r\nX-RateLimit-Scope: %s\r\n",
               (int)((ms + SECOND - 1) / SECOND), scope);
    if (is_global)
        add_header(answer, "X-RateLimit-Global: true\r\n");
}

static void show_page(struct answer *answer, int64_t ms)
{
    give(answer, 429, NULL);
    answer->page =
        "<!DOCTYPE html><html><head><title>Access denied | discord.com used Cloudflare to restrict access</title>"
        "</head><body>error code: 1015</body></html>";
    if (ms > 0)
        add_header(answer, "Retry-After: %d\r\n", (int)((ms + SECOND - 1) / SECOND));
}

static bool limit_globally(struct standin *standin, const struct request *request,
                           struct answer *answer)
{
    int64_t now = loop_now(standin->loop);
    int64_t oldest = standin->global_count < GLOBAL_RATE
                         ? INT64_MIN
                         : standin->global[standin->global_count % GLOBAL_RATE];
    if (now >= standin->global_until && oldest > now - SECOND) {
        log_violation(standin, "%s: more than %d requests in a second", request->route->name,
                      GLOBAL_RATE);
        too_many(answer, "global", oldest + SECOND - now);
        return false;
    }
    if (now < standin->global_until) {
        log_violation(standin, "%s: sent %" PRId64 " ms before the end of the global limit",
                      request->route->name, standin->global_until - now);
        too_many(answer, "global", standin->global_until - now);
        return false;
    }
    standin->global[standin->global_count++ % GLOBAL_RATE] = now;
    return true;
}

static bool limit_by_bucket(struct standin *standin, const struct request *request,
                            struct answer *answer)
{
    int64_t now = loop_now(standin->loop);
    struct rule rule = rule_of(standin, request);
    struct bucket *bucket = bucket_of(standin, request, &rule);
    if (now >= bucket->until) {
        bucket->until = now + rule.window;
        bucket->used = 0;
    }
    bool is_blocked = now < bucket->blocked_until;
    bool is_full = bucket->used >= rule.limit;
    bucket->used += !is_blocked && !is_full;
    put_bucket(standin, bucket, &rule, answer);
    if (!is_blocked && !is_full)
        return true;
    int64_t end = is_blocked ? bucket->blocked_until : bucket->until;
    log_violation(standin, "%s: sent %" PRId64 " ms before the end of its bucket's limit (%s)",
                  request->route->name, end - now, bucket->name);
    too_many(answer, is_blocked && bucket->is_shared ? "shared" : "user", end - now);
    return false;
}

bool limit(struct standin *standin, const struct request *request, struct answer *answer)
{
    int64_t now = loop_now(standin->loop);
    if (now < standin->page_until) {
        log_violation(standin, "%s: sent %" PRId64 " ms before the end of a ban",
                      request->route->name, standin->page_until - now);
        show_page(answer, standin->page_until - now);
        return false;
    }
    if (!(request->route->flags & ROUTE_TOKEN) && !limit_globally(standin, request, answer))
        return false;
    return !request->route->bucket || limit_by_bucket(standin, request, answer);
}

bool limit_old_edit(struct standin *standin, struct message *message, struct answer *answer)
{
    int64_t now = loop_now(standin->loop);
    if (now - message->shown.at < HOUR)
        return true;
    if (now - message->edits_from >= OLD_WINDOW || message->old_edits == 0) {
        message->edits_from = now;
        message->old_edits = 0;
    }
    if (message->old_edits++ < OLD_EDITS)
        return true;
    too_many(answer, "user", message->edits_from + OLD_WINDOW - now);
    answer->code = 30046;
    json_object_set_new(answer->body, "code", json_integer(30046));
    json_object_set_new(
        answer->body, "message",
        json_string(
            "Maximum number of edits to messages older than 1 hour reached. Try again later"));
    return false;
}

void block(struct standin *standin, const struct request *request, enum standin_fault_kind kind,
           int64_t ms, struct answer *answer)
{
    int64_t now = loop_now(standin->loop);
    if (kind == STANDIN_FAULT_HTML) {
        standin->page_until = now + (ms ? ms : INVALID_WINDOW);
        show_page(answer, ms);
        return;
    }
    if (kind == STANDIN_FAULT_GLOBAL)
        standin->global_until = now + ms;
    else if (request->route->bucket) {
        struct rule rule = rule_of(standin, request);
        struct bucket *bucket = bucket_of(standin, request, &rule);
        bucket->blocked_until = now + ms;
        bucket->is_shared = kind == STANDIN_FAULT_SHARED;
    }
    too_many(answer,
             kind == STANDIN_FAULT_GLOBAL   ? "global"
             : kind == STANDIN_FAULT_SHARED ? "shared"
                                            : "user",
             ms);
}

void standin_rename_buckets(struct standin *standin)
{
    standin->bucket_epoch++;
}

void count_invalid(struct standin *standin)
{
    int64_t *at = make(sizeof *at);
    *at = loop_now(standin->loop);
    list_add(&standin->invalid, at);
    if (standin_invalid_requests(standin) == INVALID_TOO_MANY)
        log_violation(standin, "%d invalid requests within 10 minutes", INVALID_TOO_MANY);
}

int standin_invalid_requests(const struct standin *standin)
{
    int count = 0;
    for (int i = standin->invalid.count - 1; i >= 0; i--, count++)
        if (*(int64_t *)standin->invalid.items[i] <= loop_now(standin->loop) - INVALID_WINDOW)
            break;
    return count;
}

void limits_free(struct standin *standin)
{
    list_fini(&standin->buckets, free);
    list_fini(&standin->invalid, free);
}
