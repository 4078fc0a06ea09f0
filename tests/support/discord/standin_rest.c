/* The way of a REST request: its route, who sends it, limits, orders to fail, its body, what it
   does. The routes are a table; a new one is a row and a function. */
#include "standin_inside.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const struct route routes[] = {
    {"GET /gateway", get_gateway, ROUTE_OPEN, NULL, 0, 0},
    {"GET /gateway/bot", get_gateway_bot, 0, "gateway", 2, 5000},
    {"GET /applications/@me", get_application, 0, "application", 5, 5000},
    {"PATCH /applications/@me", patch_application, 0, "application-edit", 5, 5000},
    {"GET /users/@me", get_me, 0, "me", 5, 5000},
    {"POST /users/@me/channels", post_dm, 0, "dms", 10, 10000},
    {"GET /users/{}", get_user, 0, "users", 10, 5000},
    {"DELETE /users/@me/guilds/{}", delete_my_guild, 0, "leave", 5, 5000},
    {"GET /guilds/{}", get_guild, 0, "guild", 10, 10000},
    {"GET /guilds/{}/members/{}", get_guild_member, 0, "member", 10, 5000},
    {"GET /applications/{}/commands", get_commands, 0, "commands", 5, 20000},
    {"PUT /applications/{}/commands", put_commands, 0, "commands-put", 5, 20000},
    {"GET /applications/{}/guilds/{}/commands", get_commands, 0, "commands", 5, 20000},
    {"PUT /applications/{}/guilds/{}/commands", put_commands, 0, "commands-put", 5, 20000},
    {"GET /applications/{}/emojis", get_emojis, 0, "emojis", 5, 5000},
    {"POST /applications/{}/emojis", post_emoji, 0, "emojis-post", 50, 5000},
    {"DELETE /applications/{}/emojis/{}", delete_emoji, 0, "emojis-delete", 5, 5000},
    {"POST /channels/{}/messages", post_message, 0, "message-post", 5, 5000},
    {"GET /channels/{}/messages", get_messages, 0, "messages", 5, 5000},
    {"GET /channels/{}/messages/{}", get_message, 0, "message", 5, 5000},
    {"PATCH /channels/{}/messages/{}", patch_message, 0, "message-edit", 5, 5000},
    {"DELETE /channels/{}/messages/{}", delete_message, 0, "message-delete", 3, 1000},
    {"POST /channels/{}/messages/{}/threads", post_thread_from, 0, "thread", 5, 5000},
    {"POST /channels/{}/threads", post_thread, 0, "thread", 5, 5000},
    {"POST /channels/{}/typing", post_typing, 0, "typing", 5, 5000},
    {"GET /channels/{}", get_channel, 0, "channel", 10, 5000},
    {"PATCH /channels/{}", patch_channel, 0, "channel-edit", 5, 5000},
    {"DELETE /channels/{}", delete_channel, 0, "channel-delete", 5, 5000},
    {"PUT /channels/{}/thread-members/{}", put_thread_member, 0, "thread-member", 5, 5000},
    {"DELETE /channels/{}/thread-members/{}", delete_thread_member, 0, "thread-member", 5, 5000},
    {"POST /interactions/{}/{}/callback", post_callback, ROUTE_TOKEN, NULL, 0, 0},
    {"POST /webhooks/{}/{}", post_follow_up, ROUTE_TOKEN, "webhook", 5, 2000},
    {"GET /webhooks/{}/{}/messages/{}", get_follow_up, ROUTE_TOKEN, "webhook", 5, 2000},
    {"PATCH /webhooks/{}/{}/messages/{}", patch_follow_up, ROUTE_TOKEN, "webhook", 5, 2000},
    {"DELETE /webhooks/{}/{}/messages/{}", delete_follow_up, ROUTE_TOKEN, "webhook", 5, 2000},
};

static const struct route unknown = {"(unknown)", NULL, ROUTE_OPEN, NULL, 0, 0};

void refuse(struct answer *answer, int status, int code, const char *message)
{
    json_decref(answer->body);
    answer->status = status;
    answer->code = code;
    answer->body = json_pack("{s:s, s:i}", "message", message, "code", code);
}

void give(struct answer *answer, int status, json_t *body_taken)
{
    json_decref(answer->body);
    answer->status = status;
    answer->body = body_taken;
}

/* The value of a query field as text. */
json_t *query_value(const struct request *request, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = request->query; at && *at;
         at = strchr(at, '&') ? strchr(at, '&') + 1 : NULL)
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return json_stringn(at + length + 1, strcspn(at + length + 1, "&"));
    return NULL;
}

/* --- which route --- */

/* Whether a path has the form of a template; the parts that stand for {} go into args. */
static bool fits(const char *template, const char *path, char args[ARGS][128])
{
    int count = 0;
    while (*template && *path) {
        if (strncmp(template, "{}", 2) == 0) {
            size_t length = strcspn(path, "/");
            if (length == 0 || length >= 128 || count == ARGS)
                return false;
            snprintf(args[count++], 128, "%.*s", (int)length, path);
            template += 2;
            path += length;
        } else if (*template ++ != *path++)
            return false;
    }
    return !*template && !*path;
}

void find_route(struct request *request)
{
    static const char base[] = "/api/v10";
    const char *path = request->path;
    request->route = &unknown;
    if (strncmp(path, base, sizeof base - 1) != 0)
        return;
    path += sizeof base - 1;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        size_t length = strcspn(routes[i].name, " ");
        if (strncmp(routes[i].name, request->method, length) == 0 && !request->method[length] &&
            fits(routes[i].name + length + 1, path, request->args)) {
            request->route = &routes[i];
            break;
        }
    }
    for (int i = 0; i < ARGS; i++)
        request->ids[i] = strtoull(request->args[i], NULL, 10);
}

/* --- who sends it --- */

static bool is_good_agent(const char *agent)
{
    static regex_t pattern;
    static bool is_compiled;
    if (!is_compiled)
        check(regcomp(&pattern, "^DiscordBot \\(https?://[^ ,]+, [^)]+\\)",
                      REG_EXTENDED | REG_NOSUB) == 0);
    is_compiled = true;
    return regexec(&pattern, agent, 0, NULL, 0) == 0;
}

static bool is_let_in(struct standin *standin, const struct request *request, struct answer *answer)
{
    char wanted[160];
    snprintf(wanted, sizeof wanted, "Bot %s", standin->token);
    if (!is_good_agent(request->agent)) {
        log_violation(standin, "%s: User-Agent is \"%s\"", request->route->name, request->agent);
        refuse(answer, 403, 40333, "internal network error");
        return false;
    }
    if (request->route->flags & (ROUTE_OPEN | ROUTE_TOKEN))
        return true;
    if (!standin->is_revoked && strcmp(request->authorization, wanted) == 0)
        return true;
    refuse(answer, 401, 0, "401: Unauthorized");
    return false;
}

/* --- going wrong on order --- */

static bool fails_before(struct standin *standin, struct request *request,
                         const struct standin_fault *fault, struct answer *answer)
{
    switch (fault->kind) {
    case STANDIN_FAULT_USER:
    case STANDIN_FAULT_GLOBAL:
    case STANDIN_FAULT_SHARED:
    case STANDIN_FAULT_HTML:
        block(standin, request, fault->kind, fault->ms, answer);
        return true;
    case STANDIN_FAULT_STATUS:
        refuse(answer, fault->status ? fault->status : 500, fault->code, "on order");
        return true;
    case STANDIN_FAULT_CLOSE:
        answer->is_closed = true;
        return true;
    case STANDIN_FAULT_SLOW_BEFORE:
        request->is_slow = true;
        answer->delay = fault->ms;
        return true;
    case STANDIN_FAULT_STATUS_AFTER:
    case STANDIN_FAULT_CLOSE_AFTER:
    case STANDIN_FAULT_TRUNCATED:
    case STANDIN_FAULT_BROKEN_JSON:
    case STANDIN_FAULT_SLOW:
        break;
    }
    return false;
}

static void fail_after(const struct standin_fault *fault, struct answer *answer)
{
    if (fault->kind == STANDIN_FAULT_STATUS_AFTER)
        refuse(answer, fault->status ? fault->status : 500, fault->code, "on order");
    answer->is_closed = fault->kind == STANDIN_FAULT_CLOSE_AFTER;
    answer->is_truncated = fault->kind == STANDIN_FAULT_TRUNCATED;
    answer->is_broken = fault->kind == STANDIN_FAULT_BROKEN_JSON;
    if (fault->kind == STANDIN_FAULT_SLOW)
        answer->delay = fault->ms;
}

/* --- the way --- */

static void log_request(struct standin *standin, const struct request *request, const json_t *body)
{
    bool is_secret = request->route->flags & ROUTE_TOKEN;
    struct standin_entry *entry = log_entry(standin, STANDIN_REQUEST, request->number,
                                            request->route->name, is_secret ? NULL : request->path);
    memcpy(entry->ids, request->ids, sizeof entry->ids);
    entry->body = json_incref((json_t *)body);
    log_done(standin, entry);
}

static void log_answer(struct standin *standin, const struct request *request,
                       const struct answer *answer)
{
    struct standin_entry *entry =
        log_entry(standin, STANDIN_ANSWER, request->number, request->route->name,
                  answer->is_closed ? "connection closed" : NULL);
    entry->status = answer->status;
    entry->code = answer->code;
    entry->body = answer->body ? without_secrets(standin, answer->body) : NULL;
    log_done(standin, entry);
    bool is_shared = strstr(answer->headers, "Scope: shared") != NULL;
    if (answer->status == 401 || answer->status == 403 || (answer->status == 429 && !is_shared))
        count_invalid(standin);
}

static void act(struct standin *standin, struct request *request, struct answer *answer)
{
    if (!request->route->fn) {
        log_violation(standin, "no such route: %s %s", request->method, request->path);
        refuse(answer, 404, 0, "404: Not Found");
        return;
    }
    request->route->fn(standin, request, answer);
}

/* All but the log. */
static void treat(struct standin *standin, struct request *request, bool is_read,
                  struct answer *answer)
{
    if (!is_let_in(standin, request, answer) || !limit(standin, request, answer) || !is_read)
        return;
    const struct standin_fault *next = next_fault(standin, request);
    struct standin_fault fault = next ? *next : (struct standin_fault){0};
    if (next && fails_before(standin, request, &fault, answer))
        return;
    act(standin, request, answer);
    if (next)
        fail_after(&fault, answer);
}

void serve(struct standin *standin, struct request *request, struct answer *answer)
{
    if (request->route) { /* it was slow and is served now */
        answer->delay = 0;
        act(standin, request, answer);
        log_answer(standin, request, answer);
        return;
    }
    find_route(request);
    bool is_read = read_body(standin, request, answer);
    log_request(standin, request, request->json);
    treat(standin, request, is_read, answer);
    if (!request->is_slow)
        log_answer(standin, request, answer);
}
