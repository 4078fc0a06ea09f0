/* A request is an *attempt* here until it is finished. Those who pay (guilds) take turns: the n-th
   attempt of one goes before the n + 1st of every other, so nobody waits behind all that one guild
   has to say. What one payer wants, and what goes by one route to one channel, keeps its order. A
   timer calls work() whenever something has changed. So `done` is never called inside our own
   calls, nor inside curl. */
#include "rest.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "body.h"
#include "check.h"
#include "http.h"
#include "log.h"
#include "loop.h"
#include "quota.h"
#include "text.h"

enum {
    LIMIT_MS = 15000,         /* for one try */
    LIMIT_CALLBACK_MS = 1500, /* two of them fit into the life of an interaction */
    LONGEST_BACKOFF_MS = 60000,
    NONCE_MS = 120000, /* Discord says "the past few minutes" */
    LOOK_MS = 3600000, /* at least */
    /* after which a request has failed: 25 minutes */
    WAITS = 40,
    WAITS_QUICK = 10, /* then we wait twice as long each time */
    EXTRAS_AT_ONCE = 4
};

static const int64_t NEVER = INT64_MAX / 2;

struct attempt {
    struct rest *rest;
    uint64_t ticket;
    enum rest_lane lane;
    char *method, *route, *path, *body;
    size_t length;  /* of the body */
    char *url;      /* NULL before */
    bool has_files; /* in the body */
    bool is_extra;
    char *token; /* NULL: none */
    char *nonce; /* NULL: none */
    bool is_repeatable;
    int64_t deadline, not_before;
    rest_done *done;
    void *arg;
    void (*forget)(void *arg);
    struct quota_route *quota;
    uint64_t payer;  /* who bears its refusals, and takes turns with others */
    uint64_t round;  /* attempts of lower rounds go first */
    unsigned bearer; /* of the bot's token */
    int failures, waits;
    bool was_sent;
    int64_t sent_at; /* the first of those */
    bool is_fresh;   /* the last one got no answer */

    struct http_exchange *exchange; /* under way */
    bool is_answered;               /* to be judged */
    enum http_end end;
    struct answer answer;

    bool is_over; /* `done` is to be called */
    struct rest_answer result;
    struct attempt *previous, *next;
};

enum { LANES = REST_BACKGROUND + 1 };

/* Those that wait. All zero is empty. */
struct queue {
    struct attempt *first[LANES], *last[LANES]; /* by rounds */
    uint64_t round[LANES];                      /* of the one that was sent last */
    int count;
};

/* A server that hangs leaves room for urgent lanes. */
static const int at_once[LANES] = {
    [REST_CALLBACK] = 64, [REST_PERSON] = 24, [REST_TABLE] = 16, [REST_BACKGROUND] = 8};

struct rest {
    struct loop *loop;
    struct http *http;
    struct quota *quota;
    struct refusals *refusals;
    char *base, *token;
    const struct sieve_key *unread;
    unsigned bearer; /* the number of the token */
    const char *(*guild_of)(void *arg, const char *channel);
    void (*token_died)(void *arg, const char *why);
    void *arg;
    struct loop_timer timer;
    int64_t refused; /* requests so far */
    int64_t sent, bytes;
    int64_t refused_until;
    struct queue queue;
    int under_way, extras; /* extras: those under way, which count for themselves */
    uint64_t last_ticket, turn;
    struct remembered remembered;
    bool is_resting;
    bool has_news_of_rest; /* token_died() is to be called */
    bool is_working, is_doomed;
};

/* ---- one request, from being asked for to being finished ---- */

enum { NUMBER = 24, IDS = 3, ENCODED = 3 /* bytes for one */ };

static char *copy(const char *string)
{
    char *bytes = string ? strdup(string) : NULL;
    check(bytes || !string);
    return bytes;
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

enum { ANSWER_MODAL = 9 };

/* Discord pings everybody whom a text mentions, at every edit again, unless allowed_mentions says
   otherwise. */
static void hush(json_t *body)
{
    json_t *data = json_object_get(body, "data");
    if (is_message(body))
        hush_message(body);
    else if (is_message(data) && json_integer_value(json_object_get(body, "type")) != ANSWER_MODAL)
        hush_message(data);
}

/* Takes `body`. NULL if it cannot be sent. */
static char *dump(struct attempt *attempt, json_t *body, const struct rest_picture *picture)
{
    const json_t *data = json_object_get(body, "data");
    hush(body);
    attempt->has_files =
        picture || json_object_get(body, REST_FILES) || json_object_get(data, REST_FILES);
    char *bytes = attempt->has_files ? body_dump_parts(body, picture, &attempt->length)
                                     : json_dumps(body, JSON_COMPACT);
    check(bytes || picture);
    if (!attempt->has_files)
        attempt->length = strlen(bytes);
    json_decref(body);
    return bytes;
}

/* ---- where it goes ---- */

/* The dot is encoded, too: a server that decodes ".." too early would leave the path. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~@";

/* No id can become another part of it. */
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
        for (const unsigned char *p = (const unsigned char *)ids[used++]; *p; p++)
            text_putf(&out, strchr(plain, *p) ? "%c" : "%%%02X", *p); /* percent-encoded */
    }
    check(used == IDS || !ids[used]);
    text_putf(&out, "%s%s%s", route, query ? "?" : "", query ? query : "");
    check(!out.cut);
    return path;
}

static const char *attempt_url(struct attempt *attempt, const char *base)
{
    int length = (int)strlen(base) - (*base && base[strlen(base) - 1] == '/');
    quota_wipe(attempt->url);
    check(asprintf(&attempt->url, "%.*s%s", length, base, attempt->path) >= 0);
    return attempt->url;
}

/* NULL: it goes by the bot's. */
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
    quota_wipe(resource);
    return taken;
}

static void attempt_put_body(struct attempt *attempt, json_t *body,
                             const struct rest_picture *picture)
{
    free(attempt->nonce);
    free(attempt->body);
    attempt->nonce = copy(field_text(body, "nonce"));
    attempt->length = 0;
    attempt->body = body ? dump(attempt, body, picture) : NULL;
}

static struct attempt *attempt_new(const struct rest_request *request,
                                   const struct sieve_key *unread, struct quota *quota, int64_t now)
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
        .is_extra = request->is_extra,
        .deadline = request->deadline,
        .done = request->done,
        .arg = request->arg,
        .forget = request->forget,
        .quota = take_quota(quota, request, now),
        .answer = ANSWER_NONE(unread),
    };
    attempt_put_body(attempt, request->body, request->picture);
    return attempt;
}

static void attempt_free(struct attempt *attempt)
{
    if (attempt->exchange)
        http_cancel(attempt->exchange);
    quota_release(attempt->quota);
    answer_fini(&attempt->answer);
    free(attempt->method);
    free(attempt->route);
    free(attempt->body);
    free(attempt->nonce);
    quota_wipe(attempt->path);
    quota_wipe(attempt->url);
    quota_wipe(attempt->token);
    free(attempt);
}

static bool attempt_is_waiting(const struct attempt *attempt)
{
    return !attempt->exchange && !attempt->is_answered && !attempt->is_over;
}

static void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status,
                             int code, const char *message)
{
    attempt->is_over = true;
    attempt->result = (struct rest_answer){.outcome = outcome,
                                           .status = status,
                                           .code = code,
                                           .message = message,
                                           .body = attempt->answer.json,
                                           .is_too_large = attempt->answer.is_too_large};
}

static void attempt_give_up(struct attempt *attempt, const char *why)
{
    if (attempt->was_sent)
        attempt_conclude(attempt, REST_FAILED, 0, 0, why);
    else
        attempt_conclude(attempt, REST_DROPPED, 0, 0, why);
}

static void attempt_note(enum log_level level, const char *event, const struct attempt *attempt,
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

/* After the last one of its payer in this lane, and not before its route's last. */
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

static void queue_append(struct queue *queue, struct attempt *attempt)
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

static void queue_take_out(struct queue *queue, struct attempt *attempt)
{
    *(attempt->previous ? &attempt->previous->next : &queue->first[attempt->lane]) = attempt->next;
    *(attempt->next ? &attempt->next->previous : &queue->last[attempt->lane]) = attempt->previous;
    queue->count--;
}

static int queue_count_of(const struct queue *queue, uint64_t payer)
{
    int count = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            count += attempt->payer == payer;
    return count;
}

static bool queue_has_news(const struct queue *queue)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct attempt *attempt = queue->first[lane]; attempt; attempt = attempt->next)
            if (attempt->is_over || attempt->is_answered)
                return true;
    return false;
}

/* ---- the queue at work ---- */

static void wake(struct rest *rest)
{
    if (!rest->is_working)
        loop_timer_set(&rest->timer, 0);
}

static enum quota_kind kind_of(const struct attempt *attempt)
{
    if (!attempt->token)
        return attempt->is_extra ? QUOTA_EXTRA : QUOTA_BOT;
    return attempt->lane == REST_CALLBACK ? QUOTA_CALLBACK : QUOTA_TOKEN;
}

static int *count_of(struct rest *rest, const struct attempt *attempt)
{
    return attempt->is_extra ? &rest->extras : &rest->under_way;
}

static void note_refusal(struct rest *rest, const struct attempt *attempt)
{
    int64_t now = loop_now(rest->loop);
    if (!quota_refusals_counts(&attempt->answer))
        return;
    rest->refused++;
    rest->refused_until = now + REFUSALS_CLEAN_MS;
    quota_refusals_hear(rest->refusals, &attempt->answer, attempt->payer, now);
}

/* ---- answers ---- */

static void put_off(struct rest *rest, struct attempt *attempt, int64_t wait, const char *event)
{
    attempt_note(LOG_INFO, event, attempt, wait);
    attempt->not_before = loop_now(rest->loop) + wait;
    answer_fini(&attempt->answer);
}

/* After WAITS such answers the request has failed. */
static void wait_longer(struct rest *rest, struct attempt *attempt)
{
    int64_t wait = attempt->answer.retry_after > 0 ? attempt->answer.retry_after + QUOTA_MARGIN : 0;
    int doublings = attempt->waits < WAITS_QUICK ? 0 : attempt->waits - WAITS_QUICK;
    int64_t least = doublings == 0  ? 0
                    : doublings < 6 ? (int64_t)1000 << doublings
                                    : LONGEST_BACKOFF_MS;
    wait = wait > least ? wait : least;
    attempt->is_over = ++attempt->waits >= WAITS;
    if (attempt->is_over)
        attempt_note(LOG_WARN, "discord-rest-failed", attempt, -1);
    else
        put_off(rest, attempt, wait, "discord-rest-limited");
}

static void try_again(struct rest *rest, struct attempt *attempt)
{
    bool may_again =
        (attempt->is_repeatable || attempt->end == HTTP_UNSENT) && !attempt->answer.is_too_large;
    attempt->failures++;
    attempt->is_fresh = attempt->end != HTTP_ANSWERED;
    if (!attempt->was_sent && attempt->end != HTTP_UNSENT) {
        attempt->was_sent = true;
        attempt->sent_at = loop_now(rest->loop);
    }
    if (!may_again || attempt->failures >= VERDICT_TRIES) {
        attempt_note(LOG_WARN, "discord-rest-failed", attempt, -1);
        attempt->is_over = true;
        return;
    }
    int64_t wait =
        answer_backoff(attempt->failures, attempt->lane == REST_CALLBACK, randombytes_random());
    int64_t told = attempt->answer.retry_after < LONGEST_BACKOFF_MS ? attempt->answer.retry_after
                                                                    : LONGEST_BACKOFF_MS;
    put_off(rest, attempt, told > wait ? told : wait, "discord-rest-again");
}

static void note_dead_token(struct rest *rest, const struct attempt *attempt)
{
    if (attempt->bearer != rest->bearer)
        return;
    rest->has_news_of_rest |= !rest->is_resting;
    rest->is_resting = true;
}

/* Where Discord has said no, it had no effect. */
static void give_up_extra(struct rest *rest, struct attempt *attempt, enum verdict verdict)
{
    bool is_unheard = verdict != VERDICT_AGAIN || attempt->end == HTTP_UNSENT;
    if (verdict == VERDICT_TOKEN_DEAD && rest->token_died)
        note_dead_token(rest, attempt);
    attempt->is_over = true;
    attempt->result.outcome = is_unheard ? REST_DROPPED : REST_FAILED;
    attempt_note(LOG_INFO, "discord-rest-extra-lost", attempt, -1);
}

static enum verdict hear(struct rest *rest, struct attempt *attempt)
{
    const struct answer *answer = &attempt->answer;
    struct verdict_case what = {.is_token_route = attempt->token,
                                .is_callback = attempt->lane == REST_CALLBACK,
                                .was_sent = attempt->was_sent};
    quota_end(rest->quota, attempt->quota, kind_of(attempt),
              attempt->end == HTTP_ANSWERED ? answer : NULL, loop_now(rest->loop));
    if (attempt->end != HTTP_ANSWERED)
        return VERDICT_AGAIN;
    note_refusal(rest, attempt);
    if (answer_spends_token(&what, answer))
        quota_spend_token(&rest->remembered, attempt->token, answer->status, answer->code);
    return answer_verdict(&what, answer);
}

static void judge(struct rest *rest, struct attempt *attempt)
{
    const struct answer *answer = &attempt->answer;
    enum verdict verdict = hear(rest, attempt);
    attempt->is_answered = false;
    /* servers quote paths in their errors, and paths have tokens */
    bool tells = strstr(answer->message, rest->token) ||
                 (attempt->token && *attempt->token && strstr(answer->message, attempt->token));
    attempt_conclude(attempt, REST_FAILED, answer->status, answer_code_of(attempt->route, answer),
                     tells ? "(withheld: it repeats a token)" : answer->message);
    attempt->is_over = verdict == VERDICT_DONE || verdict == VERDICT_REFUSED;
    if (verdict == VERDICT_DONE) {
        attempt->result.outcome = REST_DONE;
    } else if (attempt->is_extra && verdict != VERDICT_REFUSED) {
        give_up_extra(rest, attempt, verdict);
    } else if (verdict == VERDICT_AGAIN) {
        try_again(rest, attempt);
    } else if (verdict == VERDICT_WAIT) {
        wait_longer(rest, attempt);
    } else if (verdict == VERDICT_TOKEN_DEAD && rest->token_died) {
        /* sent again once there is another token, or this one has proved good */
        note_dead_token(rest, attempt);
        put_off(rest, attempt, 0, "discord-rest-unauthorized");
    } else {
        attempt->is_over = true;
        attempt->result.outcome = REST_REFUSED;
        attempt_note(LOG_WARN, "discord-rest-refused", attempt, -1);
    }
}

/* ---- sending ---- */

static void on_end(void *arg, enum http_end how)
{
    struct attempt *attempt = arg;
    attempt->exchange = NULL;
    attempt->is_answered = true;
    attempt->end = how;
    *count_of(attempt->rest, attempt) -= 1;
    wake(attempt->rest);
}

static void send_now(struct rest *rest, struct attempt *attempt)
{
    struct http_request request = {
        .method = attempt->method,
        .url = attempt_url(attempt, rest->base),
        .body = attempt->body,
        .length = attempt->length,
        .has_parts = attempt->has_files,
        .is_token_route = attempt->token,
        .may_go_twice =
            /* POSTs are sent again only by us, who know whether they may be */
        strcmp(attempt->method, "POST") != 0,
        /* nor does anything wait for the connection of a picture that hangs */
        .is_urgent = attempt->lane == REST_CALLBACK || rest->extras > 0,
        .is_fresh = attempt->is_fresh,
        .limit = attempt->lane == REST_CALLBACK ? LIMIT_CALLBACK_MS : LIMIT_MS,
    };
    quota_begin(rest->quota, attempt->quota, kind_of(attempt), loop_now(rest->loop));
    attempt->bearer = rest->bearer;
    rest->queue.round[attempt->lane] = attempt->round;
    attempt->exchange =
        http_send(rest->http, &request, &answer_reader, &attempt->answer, on_end, attempt);
    *count_of(rest, attempt) += 1;
    rest->sent++;
    rest->bytes += (int64_t)attempt->length;
}

/* Milliseconds; -1: it waits for the answer to something else. */
static int64_t wait_of(const struct rest *rest, const struct attempt *attempt, int64_t now)
{
    int64_t wait = quota_wait(rest->quota, attempt->quota, kind_of(attempt), now);
    bool is_full = attempt->is_extra ? rest->extras >= EXTRAS_AT_ONCE
                                     : rest->under_way >= at_once[attempt->lane];
    if (wait == QUOTA_BUSY || is_full)
        return -1;
    return attempt->not_before - now > wait ? attempt->not_before - now : wait;
}

/* A message that may stand there already goes again only as long as Discord still knows its nonce.
 */
static int64_t last_time(const struct attempt *attempt)
{
    int64_t deadline = attempt->deadline ? attempt->deadline : NEVER;
    bool needs_nonce = attempt->was_sent && strcmp(attempt->method, "POST") == 0;
    return needs_nonce && attempt->sent_at + NONCE_MS < deadline ? attempt->sent_at + NONCE_MS
                                                                 : deadline;
}

/* It is done, too late, or with a token that is of no use. */
static bool is_past(const struct rest *rest, struct attempt *attempt, int64_t now)
{
    const struct remembered_token *spent = quota_spent_token(&rest->remembered, attempt->token);
    const char *seen =
        attempt->was_sent ? quota_seen_message(&rest->remembered, attempt->nonce) : NULL;
    if (seen) {
        answer_fini(&attempt->answer);
        attempt->answer.json = json_pack("{s:s}", "id", seen);
        attempt_conclude(attempt, REST_DONE, 0, 0, NULL);
    } else if (spent) {
        attempt_conclude(attempt, REST_REFUSED, spent->status, spent->code,
                         "this interaction's token is of no use any more");
    } else if (now > last_time(attempt)) {
        attempt_give_up(attempt,
                        attempt->was_sent ? "too late to go again" : "too late for its deadline");
    }
    return attempt->is_over;
}

/* In ms. */
static int64_t consider(struct rest *rest, struct attempt *attempt, int64_t now)
{
    bool was_refused = now < rest->refused_until;
    int64_t pause =
        was_refused ? quota_refusals_wait(rest->refusals, attempt->payer, attempt->token, now) : 0;
    /* a request with an interaction's token does not need the bot's */
    bool is_held = rest->is_resting && !attempt->token;
    bool stands_aside = attempt_is_waiting(attempt) && (is_held || pause > 0);
    bool is_first = !stands_aside && quota_is_first(attempt->quota, rest->turn, now);
    if (!attempt_is_waiting(attempt))
        return LOOK_MS;
    if (is_past(rest, attempt, now))
        return 0;
    int64_t wait = is_first ? wait_of(rest, attempt, now) : pause > 0 ? pause : -1;
    if (wait == 0)
        send_now(rest, attempt);
    int64_t left = last_time(attempt) - now + 1;
    return wait <= 0 || wait > left ? left : wait;
}

/* Returns in how many ms to look again. */
static int64_t send_due(struct rest *rest)
{
    int64_t now = loop_now(rest->loop), next = LOOK_MS;
    rest->turn++;
    quota_tidy(rest->quota, now);
    for (int lane = 0; lane < LANES; lane++) {
        for (struct attempt *attempt = rest->queue.first[lane]; attempt; attempt = attempt->next) {
            int64_t wait = consider(rest, attempt, now);
            next = wait < next ? wait : next;
        }
    }
    return next;
}

/* ---- work ---- */

/* `done` may send, cancel and replace, but it takes nothing out of a lane. */
static void finish_all(struct rest *rest)
{
    for (int lane = 0; lane < LANES; lane++) {
        for (struct attempt *attempt = rest->queue.first[lane], *next; attempt && !rest->is_doomed;
             attempt = next) {
            if (attempt->is_answered)
                judge(rest, attempt);
            next = attempt->next;
            if (attempt->is_over) {
                queue_take_out(&rest->queue, attempt);
                if (attempt->done)
                    attempt->done(attempt->arg, &attempt->result);
                attempt_free(attempt);
            }
        }
    }
}

static void destroy(struct rest *rest)
{
    loop_timer_stop(&rest->timer);
    for (int lane = 0; lane < LANES; lane++) {
        while (rest->queue.first[lane]) {
            struct attempt *attempt = rest->queue.first[lane];
            queue_take_out(&rest->queue, attempt);
            if (attempt->forget)
                attempt->forget(attempt->arg);
            attempt_free(attempt);
        }
    }
    quota_remembered_fini(&rest->remembered);
    http_free(rest->http);
    quota_free(rest->quota);
    quota_refusals_free(rest->refusals);
    free(rest->base);
    quota_wipe(rest->token);
    free(rest);
}

static void work(void *arg)
{
    struct rest *rest = arg;
    rest->is_working = true;
    finish_all(rest);
    if (rest->has_news_of_rest && !rest->is_doomed && !queue_has_news(&rest->queue)) {
        rest->has_news_of_rest = false;
        rest->token_died(
            rest->arg,
            "Discord refuses the bot's token (401): it was reset, or it is not the one of this bot. "
            "Copy the current one from the Bot page of the developer portal into the "
            "configuration.");
    }
    int64_t next = rest->is_doomed ? LOOK_MS : send_due(rest);
    rest->is_working = false;
    if (rest->is_doomed)
        destroy(rest);
    else if (queue_has_news(&rest->queue))
        wake(rest);
    else
        loop_timer_set(&rest->timer, next);
}

/* ---- for the callers ---- */

struct rest *rest_new(const struct rest_setup *setup)
{
    struct rest *rest = calloc(1, sizeof *rest);
    check(rest && !http_refuse_base(setup->base) && *setup->token);
    *rest = (struct rest){.loop = setup->loop,
                          .base = strdup(setup->base),
                          .token = strdup(setup->token),
                          .unread = setup->unread,
                          .guild_of = setup->guild_of,
                          .token_died = setup->token_died,
                          .arg = setup->arg,
                          .quota = quota_new(),
                          .refusals = quota_refusals_new()};
    if (setup->follows)
        quota_follow_another(rest->quota, loop_now(rest->loop));
    struct http_setup http = {.loop = setup->loop,
                              .ca_file = setup->ca_file,
                              .user_agent = setup->user_agent,
                              .token = setup->token};
    rest->http = http_new(&http);
    loop_timer_init(&rest->timer, setup->loop, work, rest);
    return rest;
}

void rest_free(struct rest *rest)
{
    if (!rest)
        return;
    rest->is_doomed = true;
    if (!rest->is_working)
        destroy(rest);
}

void rest_wake(struct rest *rest, const char *token)
{
    char *copied = strdup(token);
    check(copied && *copied);
    quota_wipe(rest->token);
    rest->token = copied;
    rest->bearer++;
    rest->is_resting = rest->has_news_of_rest = false;
    http_set_token(rest->http, token);
    wake(rest);
}

/* A guild, else the channel that it is for, else nobody. */
static uint64_t payer_of(const struct rest *rest, const struct rest_request *request)
{
    const char *id = request->ids[0] ? request->ids[0] : "", *guild = request->guild;
    bool is_of_channel = strncmp(request->route, "/channels/{}", 12) == 0;
    if ((!guild || !*guild) && is_of_channel && rest->guild_of)
        guild = rest->guild_of(rest->arg, id);
    if (guild && *guild)
        return strtoull(guild, NULL, 10);
    return is_of_channel || strncmp(request->route, "/guilds/{}", 10) == 0 ? strtoull(id, NULL, 10)
                                                                           : REFUSALS_NOBODY;
}

void rest_share(struct rest *rest, const struct rest_part *part)
{
    quota_share(rest->quota, part->shards, part->of);
    quota_refusals_divide(rest->refusals, part->networks);
    wake(rest);
}

void rest_pause(struct rest *rest)
{
    rest->is_resting = true;
}

void rest_move(struct rest *rest, const char *base, const char *ca_file)
{
    char *copied = strdup(base);
    check(copied && !http_refuse_base(base));
    free(rest->base);
    rest->base = copied;
    http_trust(rest->http, ca_file);
}

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    struct attempt *attempt = attempt_new(request, rest->unread, rest->quota, loop_now(rest->loop));
    attempt->rest = rest;
    attempt->ticket = ++rest->last_ticket;
    attempt->payer = payer_of(rest, request);
    bool is_too_much = rest->queue.count >= REST_SHARE &&
                       queue_count_of(&rest->queue, attempt->payer) >= REST_SHARE;
    queue_append(&rest->queue, attempt);
    if (is_too_much)
        attempt_give_up(attempt, "too many requests of one server wait");
    else if (request->picture && !attempt->body)
        attempt_give_up(attempt, "the picture cannot be sent");
    wake(rest);
    return attempt->ticket;
}

/* NULL if under way or gone. */
static struct attempt *find_waiting(const struct rest *rest, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct attempt *attempt = rest->queue.first[lane]; attempt; attempt = attempt->next)
            if (attempt->ticket == ticket)
                return attempt_is_waiting(attempt) ? attempt : NULL;
    return NULL;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    struct attempt *attempt = find_waiting(rest, ticket);
    if (!attempt || attempt->was_sent)
        return false;
    attempt_give_up(attempt, "cancelled");
    wake(rest);
    return true;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    struct attempt *attempt = find_waiting(rest, ticket);
    if (!attempt || (attempt->was_sent && strcmp(attempt->method, "POST") == 0))
        return false;
    attempt_put_body(attempt, body, NULL);
    return true;
}

void rest_seen(struct rest *rest, const char *nonce, const char *id)
{
    quota_see_message(&rest->remembered, nonce, id);
    wake(rest);
}

int rest_count(const struct rest *rest)
{
    return rest->queue.count;
}

struct rest_tally rest_tally(const struct rest *rest)
{
    return (struct rest_tally){.waiting = rest->queue.count,
                               .refused = rest->refused,
                               .sent = rest->sent,
                               .bytes = rest->bytes};
}

void rest_status(const struct rest *rest, struct text *out)
{
    text_putf(out, "requests_waiting=%d\nrequests_sent=%" PRId64 "\nbytes_sent=%" PRId64 "\n",
              rest->queue.count, rest->sent, rest->bytes);
    quota_refusals_status(rest->refusals, loop_now(rest->loop), out);
}
