/* The queue. A request is an *errand* here until it is finished: it waits in its lane, is under way, waits to go again.
   One function, work(), is called by a timer whenever something has changed: it judges what was answered, tells who asked,
   and sends what may go. So nobody is ever called from inside our own calls, nor from inside curl. */
#include "rest.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "errand.h"
#include "http.h"
#include "lanes.h"
#include "log.h"
#include "loop.h"
#include "quota.h"
#include "refusals.h"
#include "remembered.h"
#include "text.h"
#include "verdict.h"

enum {
    LIMIT_MS = 15000,           /* for one try */
    LIMIT_CALLBACK_MS = 1500,   /* two of them fit into the life of an interaction */
    LONGEST_BACKOFF_MS = 60000, /* even if a broken server asks for more: its bucket waits with it */
    NONCE_MS = 120000,          /* Discord says "the past few minutes" */
    LOOK_MS = 3600000,          /* at least so often what waits is looked at again, and the quota tidied */
    WAITS = 40,                 /* answers that only say "later", to one request: 25 minutes, and then it has failed */
    WAITS_QUICK = 10            /* as long as they say; then twice as long each time, up to LONGEST_BACKOFF_MS */
};

/* Of each lane a request goes out while fewer than so many are under way: a server that hangs leaves room for the lanes
   that are in more of a hurry. */
static const int at_once[LANES] = {[REST_CALLBACK] = 64, [REST_PERSON] = 24, [REST_TABLE] = 16, [REST_BACKGROUND] = 8};

static const int64_t NEVER = INT64_MAX / 2;

struct rest {
    struct loop *loop;
    struct http *http;
    struct quota *quota;
    struct refusals *refusals;
    char *base, *token;
    unsigned bearer; /* the number of the token */
    const char *(*guild_of)(void *arg, const char *channel);
    void (*token_died)(void *arg, const char *why);
    void *arg;
    struct loop_timer timer;
    struct lanes lanes;
    int under_way;
    uint64_t last_ticket, turn;
    struct remembered remembered;
    bool is_resting;       /* until rest_wake(): the bot's token is dead */
    bool has_news_of_rest; /* token_died() is to be called */
    bool is_working, is_doomed;
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

/* --- the end of an errand --- */

static void tell(struct rest *rest, struct errand *errand)
{
    lanes_take_out(&rest->lanes, errand);
    if (errand->done)
        errand->done(errand->arg, &errand->result);
    errand_free(errand);
}

/* --- pauses --- */

/* What goes by an interaction's own token needs none of the bot's. */
static bool is_held(const struct rest *rest, const struct errand *errand)
{
    return rest->is_resting && !errand->token;
}

static void begin_rest(struct rest *rest)
{
    rest->has_news_of_rest |= !rest->is_resting;
    rest->is_resting = true;
}

/* A refusal that bears on the whole bot is nobody's in particular. Each pause is logged once. */
static void note_refusal(struct rest *rest, const struct errand *errand)
{
    int64_t now = loop_now(rest->loop);
    uint64_t payer = quota_is_for_all(&errand->answer) ? REFUSALS_NOBODY : errand->payer;
    char id[24], seconds[24];
    if (!refusals_counts(&errand->answer))
        return;
    bool was_paused = refusals_wait(rest->refusals, payer, false, now) > 0;
    refusals_note(rest->refusals, payer, now);
    int64_t all = refusals_wait(rest->refusals, REFUSALS_NOBODY, false, now);
    int64_t own = refusals_wait(rest->refusals, payer, false, now);
    if (own == 0 || was_paused)
        return;
    snprintf(id, sizeof id, "%" PRIu64, payer);
    snprintf(seconds, sizeof seconds, "%" PRId64, own / 1000 + 1);
    log_event(LOG_WARN, "discord-refused-too-often", "who", all > 0 ? "everybody" : id, "pause_s", seconds, (char *)0);
}

/* --- answers --- */

static void put_off(struct rest *rest, struct errand *errand, int64_t wait, const char *event)
{
    errand_note(LOG_INFO, event, errand, wait);
    errand->not_before = loop_now(rest->loop) + wait;
    answer_fini(&errand->answer);
}

/* Discord has not acted. Who is told to wait again and again waits for nothing. */
static void wait_longer(struct rest *rest, struct errand *errand)
{
    int64_t wait = errand->answer.retry_after > 0 ? errand->answer.retry_after + QUOTA_MARGIN : 0;
    int doublings = errand->waits < WAITS_QUICK ? 0 : errand->waits - WAITS_QUICK;
    int64_t least = doublings == 0 ? 0 : doublings < 6 ? (int64_t)1000 << doublings : LONGEST_BACKOFF_MS;
    wait = wait > least ? wait : least;
    errand->is_over = ++errand->waits >= WAITS;
    if (errand->is_over)
        errand_note(LOG_WARN, "discord-rest-failed", errand, -1);
    else
        put_off(rest, errand, wait, "discord-rest-limited");
}

/* It goes again when there is another token, or this one has been found good. */
static void wait_for_token(struct rest *rest, struct errand *errand)
{
    if (errand->bearer == rest->bearer)
        begin_rest(rest);
    put_off(rest, errand, 0, "discord-rest-unauthorized");
}

static void try_again(struct rest *rest, struct errand *errand)
{
    bool may_again = (errand->is_repeatable || errand->end == HTTP_UNSENT) && !errand->answer.is_too_large;
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
    note_refusal(rest, errand);
    if (verdict_is_token_spent(&what, answer))
        remembered_spend(&rest->remembered, errand->token, answer->status, answer->code);
    return verdict_of(&what, answer);
}

static void judge(struct rest *rest, struct errand *errand)
{
    const struct answer *answer = &errand->answer;
    enum verdict verdict = hear(rest, errand);
    errand->is_answered = false;
    errand_conclude(errand, REST_FAILED, answer->status, verdict_code(errand->route, answer),
                    without_secrets(rest, errand, answer->message));
    errand->is_over = verdict == VERDICT_DONE || verdict == VERDICT_REFUSED;
    if (verdict == VERDICT_DONE) {
        errand->result.outcome = REST_DONE;
    } else if (verdict == VERDICT_AGAIN) {
        try_again(rest, errand);
    } else if (verdict == VERDICT_WAIT) {
        wait_longer(rest, errand);
    } else if (verdict == VERDICT_TOKEN_DEAD && rest->token_died) {
        wait_for_token(rest, errand);
    } else {
        errand->is_over = true;
        errand->result.outcome = REST_REFUSED;
        errand_note(LOG_WARN, "discord-rest-refused", errand, -1);
    }
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
    errand->bearer = rest->bearer;
    rest->lanes.round[errand->lane] = errand->round;
    errand->exchange = http_send(rest->http, &request, &answer_reader, &errand->answer, on_end, errand);
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

/* It will not go any more, whatever its turn: it is done, too late, or with a token that is of no use. */
static bool is_past(const struct rest *rest, struct errand *errand, int64_t now)
{
    const struct remembered_token *spent = remembered_token(&rest->remembered, errand->token);
    const char *seen = errand->was_sent ? remembered_message(&rest->remembered, errand->nonce) : NULL;
    if (seen)
        errand_was_done(errand, seen);
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
    int64_t pause = refusals_wait(rest->refusals, errand->payer, errand->token, now);
    bool stands_aside = errand_is_waiting(errand) && (is_held(rest, errand) || pause > 0);
    bool is_first = !stands_aside && quota_is_first(errand->quota, rest->turn, now);
    if (!errand_is_waiting(errand))
        return LOOK_MS;
    if (is_past(rest, errand, now))
        return 0;
    int64_t wait = is_first ? wait_of(rest, errand, now) : pause > 0 ? pause : -1;
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
    quota_tidy(rest->quota, now);
    for (int lane = 0; lane < LANES; lane++) {
        for (struct errand *errand = rest->lanes.first[lane]; errand; errand = errand->next) {
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
        for (struct errand *errand = rest->lanes.first[lane], *next; errand && !rest->is_doomed; errand = next) {
            if (errand->is_answered)
                judge(rest, errand);
            next = errand->next;
            if (errand->is_over)
                tell(rest, errand);
        }
    }
}

static void destroy(struct rest *rest)
{
    loop_timer_stop(&rest->timer);
    for (int lane = 0; lane < LANES; lane++) {
        while (rest->lanes.first[lane]) {
            struct errand *errand = rest->lanes.first[lane];
            lanes_take_out(&rest->lanes, errand);
            if (errand->forget)
                errand->forget(errand->arg);
            errand_free(errand);
        }
    }
    remembered_fini(&rest->remembered);
    http_free(rest->http);
    quota_free(rest->quota);
    refusals_free(rest->refusals);
    free(rest->base);
    errand_wipe(rest->token);
    free(rest);
}

static void work(void *arg)
{
    struct rest *rest = arg;
    rest->is_working = true;
    finish_all(rest);
    if (rest->has_news_of_rest && !rest->is_doomed && !lanes_have_news(&rest->lanes)) {
        rest->has_news_of_rest = false;
        rest->token_died(rest->arg,
                         "Discord refuses the bot's token (401): it was reset, or it is not the one of this bot. "
                         "Copy the current one from the Bot page of the developer portal into the "
                         "configuration.");
    }
    int64_t next = rest->is_doomed ? LOOK_MS : send_due(rest);
    rest->is_working = false;
    if (rest->is_doomed)
        destroy(rest);
    else if (lanes_have_news(&rest->lanes))
        wake(rest);
    else
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
                          .guild_of = setup->guild_of,
                          .token_died = setup->token_died,
                          .arg = setup->arg,
                          .quota = quota_new(),
                          .refusals = refusals_new()};
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

void rest_wake(struct rest *rest, const char *token)
{
    char *copied = strdup(token);
    check(copied && *copied);
    errand_wipe(rest->token);
    rest->token = copied;
    rest->bearer++;
    rest->is_resting = rest->has_news_of_rest = false;
    http_set_token(rest->http, token);
    wake(rest);
}

/* Who bears the refusals of a request: a guild, else the channel that it is for, else nobody in particular. */
static uint64_t payer_of(const struct rest *rest, const struct rest_request *request)
{
    const char *id = request->ids[0] ? request->ids[0] : "", *guild = request->guild;
    bool is_of_channel = strncmp(request->route, "/channels/{}", 12) == 0;
    if ((!guild || !*guild) && is_of_channel && rest->guild_of)
        guild = rest->guild_of(rest->arg, id);
    if (guild && *guild)
        return strtoull(guild, NULL, 10);
    return is_of_channel || strncmp(request->route, "/guilds/{}", 10) == 0 ? strtoull(id, NULL, 10) : REFUSALS_NOBODY;
}

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    struct errand *errand = errand_new(request, rest->base, rest->quota, loop_now(rest->loop));
    errand->rest = rest;
    errand->ticket = ++rest->last_ticket;
    errand->payer = payer_of(rest, request);
    bool is_too_much = rest->lanes.count >= REST_SHARE && lanes_count_of(&rest->lanes, errand->payer) >= REST_SHARE;
    lanes_append(&rest->lanes, errand);
    if (is_too_much)
        errand_give_up(errand, "too many requests of one server wait");
    wake(rest);
    return errand->ticket;
}

/* NULL: it is under way or gone. */
static struct errand *find_waiting(const struct rest *rest, uint64_t ticket)
{
    struct errand *errand = lanes_find(&rest->lanes, ticket);
    return errand && errand_is_waiting(errand) ? errand : NULL;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    struct errand *errand = find_waiting(rest, ticket);
    if (!errand || errand->was_sent)
        return false;
    errand_give_up(errand, "cancelled");
    wake(rest);
    return true;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    struct errand *errand = find_waiting(rest, ticket);
    if (!errand || (errand->was_sent && strcmp(errand->method, "POST") == 0))
        return false;
    free(errand->body);
    errand->body = errand_dump(body);
    return true;
}

void rest_seen(struct rest *rest, const char *nonce, const char *id)
{
    remembered_see(&rest->remembered, nonce, id);
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
    return rest->lanes.count;
}

void rest_status(const struct rest *rest, struct text *out)
{
    int64_t now = loop_now(rest->loop), pause = refusals_wait(rest->refusals, REFUSALS_NOBODY, false, now);
    uint64_t one = 0;
    int paused = refusals_paused(rest->refusals, now, &one);
    text_putf(out, "requests_waiting=%d\nrefusals_in_10_min=%d of %d\n", rest->lanes.count,
              refusals_count(rest->refusals, now), REFUSALS_POOL);
    if (pause > 0)
        text_putf(out, "all_paused_s=%" PRId64 "\n", pause / 1000 + 1);
    if (paused > 0)
        text_putf(out, "paused_servers=%d\npaused_server=%" PRIu64 "\npaused_server_s=%" PRId64 "\n", paused, one,
                  refusals_wait(rest->refusals, one, false, now) / 1000 + 1);
}
