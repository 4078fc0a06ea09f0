/* The queue. A request is an *errand* here until it is finished: it waits in its lane, is under way, waits to go again.
   One function, work(), is called by a timer whenever something has changed: it judges what was answered, tells who asked,
   and sends what may go. So nobody is ever called from inside our own calls, nor from inside curl. */
#include "rest.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "errand.h"
#include "http.h"
#include "log.h"
#include "loop.h"
#include "quota.h"
#include "verdict.h"

enum {
    LANES = REST_BACKGROUND + 1,
    LIMIT_MS = 15000,           /* for one try */
    LIMIT_CALLBACK_MS = 1500,   /* two of them fit into the life of an interaction */
    LONGEST_BACKOFF_MS = 60000, /* even if a broken server asks for more: its bucket waits with it */
    NONCE_MS = 120000,          /* Discord says "the past few minutes" */
    LOOK_MS = 3600000,          /* at least so often what waits is looked at again */
    SPENT_TOKENS = 64,          /* remembered; they are of no use to anybody after a quarter of an hour */
    SEEN = 64,                  /* messages of ours; they come back within a moment */
    NONCE = 26,
    ID = 24
};

/* Of each lane a request goes out while fewer than so many are under way: a server that hangs leaves room for the lanes
   that are in more of a hurry. */
static const int at_once[LANES] = {[REST_CALLBACK] = 64, [REST_PERSON] = 24, [REST_TABLE] = 16, [REST_BACKGROUND] = 8};

static const int64_t NEVER = INT64_MAX / 2;

/* A token that Discord said is of no use any more. */
struct spent {
    char *token;
    int status, code;
};

/* A message of ours that came back. */
struct seen {
    char nonce[NONCE], id[ID];
};

struct rest {
    struct loop *loop;
    struct http *http;
    struct quota *quota;
    char *base, *token;
    void (*stopped)(void *arg, const char *why);
    void *arg;
    struct loop_timer timer;
    struct errand *first[LANES], *last[LANES];
    int count, under_way;
    uint64_t last_ticket, turn;
    struct spent spent[SPENT_TOKENS];
    int next_spent;
    struct seen seen[SEEN];
    int next_seen;
    bool is_stopped, is_working, is_doomed;
    const char *why; /* stopped() is to be called with this */
};

static void wake(struct rest *rest)
{
    if (!rest->is_working)
        loop_timer_set(&rest->timer, 0);
}

/* --- what the log and the asker read --- */

/* Servers quote paths in their errors. */
static const char *without_secrets(const struct rest *rest, const struct errand *errand, const char *message)
{
    bool tells = strstr(message, rest->token) || (errand->token && *errand->token && strstr(message, errand->token));
    return tells ? "(withheld: it repeats a token)" : message;
}

/* --- lanes --- */

static void append(struct rest *rest, struct errand *errand)
{
    struct errand **last = &rest->last[errand->lane];
    errand->previous = *last;
    if (*last)
        (*last)->next = errand;
    else
        rest->first[errand->lane] = errand;
    *last = errand;
    rest->count++;
}

static void take_out(struct rest *rest, struct errand *errand)
{
    if (errand->previous)
        errand->previous->next = errand->next;
    else
        rest->first[errand->lane] = errand->next;
    if (errand->next)
        errand->next->previous = errand->previous;
    else
        rest->last[errand->lane] = errand->previous;
    rest->count--;
}

/* --- the end of an errand --- */

static void tell(struct rest *rest, struct errand *errand)
{
    take_out(rest, errand);
    if (errand->done)
        errand->done(errand->arg, &errand->result);
    errand_free(errand);
}

static void stop(struct rest *rest, const char *why)
{
    if (rest->is_stopped)
        return;
    rest->is_stopped = true;
    rest->why = why;
    log_event(LOG_ERROR, "discord-rest-stopped", "why", why, (char *)0);
    for (int lane = 0; lane < LANES; lane++)
        for (struct errand *errand = rest->first[lane]; errand; errand = errand->next)
            if (errand_is_waiting(errand))
                errand_give_up(errand, "requests to Discord have stopped");
}

/* --- answers --- */

static void remember_spent(struct rest *rest, const struct errand *errand)
{
    struct spent *spent = &rest->spent[rest->next_spent];
    rest->next_spent = (rest->next_spent + 1) % SPENT_TOKENS;
    errand_wipe(spent->token);
    *spent = (struct spent){strdup(errand->token), errand->answer.status, errand->answer.code};
}

static const struct spent *find_spent(const struct rest *rest, const struct errand *errand)
{
    for (int i = 0; errand->token && i < SPENT_TOKENS; i++)
        if (rest->spent[i].token && strcmp(rest->spent[i].token, errand->token) == 0)
            return &rest->spent[i];
    return NULL;
}

static void put_off(struct rest *rest, struct errand *errand, int64_t wait, const char *event)
{
    errand_note(LOG_INFO, event, errand, wait);
    errand->not_before = loop_now(rest->loop) + wait;
    answer_fini(&errand->answer);
    if (rest->is_stopped)
        errand_give_up(errand, "requests to Discord have stopped");
}

static void try_again(struct rest *rest, struct errand *errand)
{
    bool may_again = errand->is_repeatable || errand->end == HTTP_UNSENT;
    errand->failures++;
    errand->is_fresh = errand->end != HTTP_ANSWERED;
    if (!errand->was_sent && errand->end != HTTP_UNSENT) {
        errand->was_sent = true;
        errand->sent_at = loop_now(rest->loop);
    }
    if (!may_again || errand->failures >= VERDICT_TRIES) {
        errand_note(LOG_WARN, "discord-rest-failed", errand, -1);
        errand->is_over = true;
        return;
    }
    int64_t wait = verdict_backoff(errand->failures, errand->lane == REST_CALLBACK, randombytes_random());
    int64_t told = errand->answer.retry_after < LONGEST_BACKOFF_MS ? errand->answer.retry_after : LONGEST_BACKOFF_MS;
    put_off(rest, errand, told > wait ? told : wait, "discord-rest-again");
}

static enum verdict hear(struct rest *rest, struct errand *errand)
{
    const struct answer *answer = &errand->answer;
    struct verdict_case what = {
        .is_token_route = errand->token, .is_callback = errand->lane == REST_CALLBACK, .was_sent = errand->was_sent};
    quota_end(rest->quota, errand->quota, errand->end == HTTP_ANSWERED ? answer : NULL, loop_now(rest->loop));
    if (errand->end != HTTP_ANSWERED)
        return VERDICT_AGAIN;
    if (verdict_is_token_spent(&what, answer))
        remember_spent(rest, errand);
    return verdict_of(&what, answer);
}

static void judge(struct rest *rest, struct errand *errand)
{
    const struct answer *answer = &errand->answer;
    enum verdict verdict = hear(rest, errand);
    errand->is_answered = false;
    errand_conclude(errand, REST_FAILED, answer->status, verdict_code(errand->route, answer),
                    without_secrets(rest, errand, answer->message));
    errand->is_over = verdict != VERDICT_AGAIN && verdict != VERDICT_WAIT;
    if (verdict == VERDICT_DONE) {
        errand->result.outcome = REST_DONE;
    } else if (verdict == VERDICT_AGAIN) {
        try_again(rest, errand);
    } else if (verdict == VERDICT_WAIT) {
        int64_t wait = answer->retry_after > 0 ? answer->retry_after + QUOTA_MARGIN : 0;
        put_off(rest, errand, wait, "discord-rest-limited");
    } else {
        errand->result.outcome = REST_REFUSED;
        errand_note(LOG_WARN, "discord-rest-refused", errand, -1);
    }
    if (verdict == VERDICT_TOKEN_DEAD)
        stop(rest,
             "Discord refuses the bot's token (401): it was reset, or it is not the one of this bot. Copy the current "
             "one from the Bot page of the developer portal into the configuration");
    else if (quota_is_spent(rest->quota, loop_now(rest->loop)))
        stop(rest, "Discord has refused 1000 requests within ten minutes (401, 403, 429): stopped before it bans this "
                   "address. The lines before this one say what was refused");
}

/* --- sending --- */

static void on_end(void *arg, enum http_end how)
{
    struct errand *errand = arg;
    errand->exchange = NULL;
    errand->is_answered = true;
    errand->end = how;
    errand->rest->under_way--;
    wake(errand->rest);
}

static enum quota_kind kind_of(const struct errand *errand)
{
    if (!errand->token)
        return QUOTA_BOT;
    return errand->lane == REST_CALLBACK ? QUOTA_CALLBACK : QUOTA_TOKEN;
}

static void send_now(struct rest *rest, struct errand *errand)
{
    struct http_request request = {
        .method = errand->method,
        .url = errand->url,
        .body = errand->body,
        .is_token_route = errand->token,
        .may_go_twice = strcmp(errand->method, "POST") != 0, /* those again by us only, who then know */
        .is_urgent = errand->lane == REST_CALLBACK,
        .is_fresh = errand->is_fresh,
        .limit = errand->lane == REST_CALLBACK ? LIMIT_CALLBACK_MS : LIMIT_MS,
    };
    quota_begin(rest->quota, errand->quota, kind_of(errand), loop_now(rest->loop));
    answer_fini(&errand->answer);
    errand->exchange = http_send(rest->http, &request, &errand->answer, on_end, errand);
    rest->under_way++;
}

/* Milliseconds until it may go; -1: until something else has been answered. */
static int64_t wait_of(const struct rest *rest, const struct errand *errand, int64_t now)
{
    int64_t wait = quota_wait(rest->quota, errand->quota, kind_of(errand), now);
    if (wait == QUOTA_BUSY || rest->under_way >= at_once[errand->lane])
        return -1;
    return errand->not_before - now > wait ? errand->not_before - now : wait;
}

/* When it may go at the latest: a message that may stand there already goes again only as long as Discord still knows its
   nonce. */
static int64_t last_time(const struct errand *errand)
{
    int64_t deadline = errand->deadline ? errand->deadline : NEVER;
    bool needs_nonce = errand->was_sent && strcmp(errand->method, "POST") == 0;
    return needs_nonce && errand->sent_at + NONCE_MS < deadline ? errand->sent_at + NONCE_MS : deadline;
}

static const struct seen *find_seen(const struct rest *rest, const struct errand *errand)
{
    for (int i = 0; errand->was_sent && errand->nonce && i < SEEN; i++)
        if (strcmp(rest->seen[i].nonce, errand->nonce) == 0)
            return &rest->seen[i];
    return NULL;
}

/* It will not go any more, whatever its turn: it is done, too late, or with a token that is of no use. */
static bool is_past(const struct rest *rest, struct errand *errand, int64_t now)
{
    const struct spent *spent = find_spent(rest, errand);
    const struct seen *seen = find_seen(rest, errand);
    if (seen)
        errand_was_done(errand, seen->id);
    else if (spent)
        errand_conclude(errand, REST_REFUSED, spent->status, spent->code,
                        "this interaction's token is of no use any more");
    else if (now > last_time(errand))
        errand_give_up(errand, errand->was_sent ? "too late to go again" : "too late for its deadline");
    return errand->is_over;
}

/* Returns in how many milliseconds to look at it again. */
static int64_t consider(struct rest *rest, struct errand *errand, int64_t now)
{
    bool is_first = quota_is_first(errand->quota, rest->turn, now);
    if (!errand_is_waiting(errand))
        return LOOK_MS;
    if (is_past(rest, errand, now))
        return 0;
    int64_t wait = is_first ? wait_of(rest, errand, now) : -1;
    if (wait == 0)
        send_now(rest, errand);
    int64_t left = last_time(errand) - now + 1;
    return wait <= 0 || wait > left ? left : wait;
}

/* What may go goes. Returns in how many milliseconds to look again. */
static int64_t send_due(struct rest *rest)
{
    int64_t now = loop_now(rest->loop), next = LOOK_MS;
    rest->turn++;
    for (int lane = 0; lane < LANES; lane++) {
        for (struct errand *errand = rest->first[lane]; errand; errand = errand->next) {
            int64_t wait = consider(rest, errand, now);
            next = wait < next ? wait : next;
        }
    }
    return next;
}

/* --- work --- */

/* Judges what was answered and tells who asked. `done` may send, cancel and replace, but it takes nothing out of a lane. */
static void finish_all(struct rest *rest)
{
    for (int lane = 0; lane < LANES; lane++) {
        for (struct errand *errand = rest->first[lane], *next; errand && !rest->is_doomed; errand = next) {
            if (errand->is_answered)
                judge(rest, errand);
            next = errand->next;
            if (errand->is_over)
                tell(rest, errand);
        }
    }
}

static bool is_any_over(const struct rest *rest)
{
    for (int lane = 0; lane < LANES; lane++)
        for (const struct errand *errand = rest->first[lane]; errand; errand = errand->next)
            if (errand->is_over || errand->is_answered)
                return true;
    return false;
}

static void destroy(struct rest *rest)
{
    loop_timer_stop(&rest->timer);
    for (int lane = 0; lane < LANES; lane++) {
        while (rest->first[lane]) {
            struct errand *errand = rest->first[lane];
            take_out(rest, errand);
            if (errand->forget)
                errand->forget(errand->arg);
            errand_free(errand);
        }
    }
    for (int i = 0; i < SPENT_TOKENS; i++)
        errand_wipe(rest->spent[i].token);
    http_free(rest->http);
    quota_free(rest->quota);
    free(rest->base);
    errand_wipe(rest->token);
    free(rest);
}

static void work(void *arg)
{
    struct rest *rest = arg;
    rest->is_working = true;
    finish_all(rest);
    if (rest->why && !rest->is_doomed && !is_any_over(rest)) {
        const char *why = rest->why;
        rest->why = NULL;
        if (rest->stopped)
            rest->stopped(rest->arg, why);
    }
    int64_t next = rest->is_doomed ? LOOK_MS : send_due(rest);
    rest->is_working = false;
    if (rest->is_doomed)
        destroy(rest);
    else if (is_any_over(rest))
        wake(rest);
    else if (rest->count)
        loop_timer_set(&rest->timer, next);
}

/* --- for the callers --- */

const char *rest_refuse_base(const char *base)
{
    return http_refuse_base(base);
}

struct rest *rest_new(const struct rest_setup *setup)
{
    struct rest *rest = calloc(1, sizeof *rest);
    check(rest && !http_refuse_base(setup->base) && *setup->token);
    *rest = (struct rest){.loop = setup->loop,
                          .base = strdup(setup->base),
                          .token = strdup(setup->token),
                          .stopped = setup->stopped,
                          .arg = setup->arg,
                          .quota = quota_new()};
    struct http_setup http = {
        .loop = setup->loop, .ca_file = setup->ca_file, .user_agent = setup->user_agent, .token = setup->token};
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

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    struct errand *errand = errand_new(request, rest->base, rest->quota, loop_now(rest->loop));
    errand->rest = rest;
    errand->ticket = ++rest->last_ticket;
    append(rest, errand);
    if (rest->is_stopped)
        errand_give_up(errand, "requests to Discord have stopped");
    wake(rest);
    return errand->ticket;
}

static struct errand *find(const struct rest *rest, uint64_t ticket)
{
    for (int lane = 0; lane < LANES; lane++)
        for (struct errand *errand = rest->first[lane]; errand; errand = errand->next)
            if (errand->ticket == ticket)
                return errand_is_waiting(errand) ? errand : NULL;
    return NULL;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    struct errand *errand = find(rest, ticket);
    if (!errand || errand->was_sent)
        return false;
    errand_give_up(errand, "cancelled");
    wake(rest);
    return true;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    struct errand *errand = find(rest, ticket);
    if (!errand || (errand->was_sent && strcmp(errand->method, "POST") == 0))
        return false;
    free(errand->body);
    errand->body = errand_dump(body);
    return true;
}

void rest_seen(struct rest *rest, const char *nonce, const char *id)
{
    if (!*nonce || strlen(nonce) >= NONCE || strlen(id) >= ID)
        return;
    struct seen *seen = &rest->seen[rest->next_seen];
    rest->next_seen = (rest->next_seen + 1) % SEEN;
    snprintf(seen->nonce, sizeof seen->nonce, "%s", nonce);
    snprintf(seen->id, sizeof seen->id, "%s", id);
    wake(rest);
}

int64_t rest_wait(const struct rest *rest, const char *method, const char *route, const char *id)
{
    const struct quota_route *known = quota_find(rest->quota, method, route, id ? id : "");
    int64_t wait = known ? quota_wait(rest->quota, known, QUOTA_BOT, loop_now(rest->loop)) : 0;
    return wait > 0 ? wait : 0;
}

int rest_count(const struct rest *rest)
{
    return rest->count;
}
