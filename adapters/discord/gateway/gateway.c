/* See gateway.h. What all shards share: the answer to /gateway/bot, and how the gateway ends. */
#include "gateway.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway_session.h"
#include "identify.h"
#include "json.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "shard.h"
#include "websocket.h"

enum {
    SECOND = 1000,
    FRESH_MS = 60 * SECOND,
    ASK_MOST = 120 * SECOND,
    STOP_MS = 2 * SECOND,
    CLOSE_AND_COME_BACK = 4900,
    MANY = 1000000
};

struct gateway {
    struct gateway_setup setup;
    char *url, *token, *playing;
    char bot[IDENTIFY_BOT];
    struct shard_port port; /* is_over: stopped or failed; gateway_wake() goes on */
    struct budget budget;
    struct turns *turns;
    struct shard **shards; /* [first .. first + count) */
    int first, count;

    bool is_asking, has_to_reshard;
    int asked_in_vain;
    int64_t answered_at;
    struct loop_timer ask, leave;

    int closing; /* links that are being closed */
    void (*left)(void *arg);
    void *left_arg;
};

static struct shard *shard_at(const struct gateway *gateway, int id)
{
    check(id >= gateway->first && id < gateway->first + gateway->count);
    return gateway->shards[id - gateway->first];
}

/* --- the end --- */

static void on_closed(void *arg)
{
    struct gateway *gateway = arg;
    if (--gateway->closing == 0 && gateway->left)
        loop_timer_set(&gateway->leave, 0);
}

static void on_leave(void *arg)
{
    struct gateway *gateway = arg;
    void (*left)(void *) = gateway->left;
    gateway->left = NULL;
    if (left)
        left(gateway->left_arg);
}

static void stop_all(struct gateway *gateway)
{
    gateway->port.is_over = true;
    loop_timer_stop(&gateway->ask);
    identify_turns_stop(gateway->turns);
    for (int i = 0; i < gateway->count; i++)
        if (shard_stop(gateway->shards[i], CLOSE_AND_COME_BACK, on_closed, gateway))
            gateway->closing++;
}

static void fail(struct gateway *gateway, const char *why)
{
    if (gateway->port.is_over)
        return;
    stop_all(gateway);
    log_event(LOG_ERROR, "discord-gateway-failed", "why", why, (char *)0);
    gateway->setup.failed(gateway->setup.arg, why);
}

void gateway_stop(struct gateway *gateway, void (*left)(void *arg), void *arg)
{
    if (!gateway->port.is_over)
        stop_all(gateway);
    gateway->left = left;
    gateway->left_arg = arg;
    loop_timer_set(&gateway->leave, gateway->closing ? STOP_MS : 0);
}

/* --- turns to Identify --- */

static void ask(void *arg);

static bool needs_turn(void *arg, int shard)
{
    return shard_needs_turn(shard_at(arg, shard));
}

/* The answer to /gateway/bot holds for FRESH_MS. */
static bool is_fresh(void *arg)
{
    struct gateway *gateway = arg;
    bool is_old = loop_now(gateway->setup.loop) - gateway->answered_at > FRESH_MS;
    if (is_old)
        ask(gateway);
    return !is_old && !gateway->is_asking;
}

static void give_turn(void *arg, int shard)
{
    shard_take_turn(shard_at(arg, shard));
}

static void may_identify(void *arg, int shard)
{
    shard_identify(shard_at(arg, shard));
}

static void on_ready_to_identify(void *arg, int shard)
{
    identify_turns_spend(((struct gateway *)arg)->turns, shard);
}

static void on_needs_turn(void *arg, int shard)
{
    (void)shard;
    identify_turns_soon(((struct gateway *)arg)->turns);
}

static void on_turn_over(void *arg, int shard)
{
    identify_turns_over(((struct gateway *)arg)->turns, shard);
}

static void on_refused(void *arg, int shard)
{
    identify_turns_refused(((struct gateway *)arg)->turns, shard);
}

static void on_stable(void *arg, int shard)
{
    identify_turns_lasted(((struct gateway *)arg)->turns, shard);
}

/* --- ends of a shard --- */

/* Never while a shard is on the stack. */
static void reshard(struct gateway *gateway)
{
    for (int i = 0; gateway->shards && i < gateway->count; i++) {
        shard_forget(gateway->shards[i]);
        shard_free(gateway->shards[i]);
    }
    free(gateway->shards);
    gateway->shards = NULL;
    gateway->count = 0;
    identify_turns_set_shards(gateway->turns, 0, 0);
}

static void on_refused_intents(struct gateway *gateway, struct shard *shard)
{
    uint32_t refused = shard_intents(shard), fewer = gateway->port.intents;
    if (refused == gateway->port.intents)
        fewer = gateway->setup.fewer_intents
                    ? gateway->setup.fewer_intents(gateway->setup.arg, refused)
                    : 0;
    if (gateway->port.is_over)
        return;
    if (fewer == 0 || fewer == refused) {
        fail(
            gateway,
            "Discord does not let this application have the intents it asked for (close code 4014): switch on "
            "\"Message Content\" in the developer portal, page Bot, Privileged Gateway Intents; or do without "
            "commands that begin with the prefix.");
        return;
    }
    gateway->port.intents = fewer;
    log_event(
        LOG_WARN, "discord-intents-refused", "why",
        "going on without what was refused; for commands with a prefix switch on \"Message Content\" in the "
        "developer portal, page Bot, Privileged Gateway Intents",
        (char *)0);
    shard_start(shard);
}

static void on_ended(void *arg, int id, enum closing_end end)
{
    struct gateway *gateway = arg;
    if (gateway->port.is_over)
        return;
    const char *advice = gateway_closing_of((int)end)->advice;
    if (advice)
        fail(gateway, advice);
    if (end == CLOSING_REFUSED_INTENTS)
        on_refused_intents(gateway, shard_at(gateway, id));
    if (end == CLOSING_TOO_FEW_SHARDS) {
        gateway->has_to_reshard = true;
        loop_timer_set(&gateway->ask, 0);
    }
}

/* --- what /gateway/bot says --- */

/* False on failure. */
static bool make_shards(struct gateway *gateway, int advised)
{
    const struct gateway_setup *setup = &gateway->setup;
    int count = setup->shard_count ? setup->shard_count : advised;
    int last = setup->last_shard < 0 ? count - 1 : setup->last_shard;
    if (gateway->has_to_reshard && count <= gateway->port.shard_count) {
        fail(
            gateway,
            "Discord wants more shards (close code 4011): raise the setting \"shards\", or leave it out to take "
            "what Discord advises.");
        return false;
    }
    if (setup->first_shard < 0 || setup->first_shard > last || last >= count ||
        last - setup->first_shard >= GATEWAY_SHARDS) {
        fail(
            gateway,
            "the shards that this process shall run are not among those there are: see the settings of shards.");
        return false;
    }
    reshard(gateway);
    gateway->has_to_reshard = false;
    gateway->port.shard_count = count;
    gateway->first = setup->first_shard;
    gateway->count = last - setup->first_shard + 1;
    gateway->shards = calloc((size_t)gateway->count, sizeof(struct shard *));
    check(gateway->shards);
    identify_turns_set_shards(gateway->turns, gateway->first, gateway->count);
    for (int i = 0; i < gateway->count; i++)
        gateway->shards[i] = shard_new(&gateway->port, gateway->first + i);
    for (int i = 0; i < gateway->count && !gateway->port.is_over; i++)
        shard_start(gateway->shards[i]);
    return true;
}

static void ask_again(struct gateway *gateway, const char *why)
{
    int64_t wait =
        gateway->asked_in_vain < 7 ? (int64_t)SECOND << gateway->asked_in_vain : ASK_MOST;
    wait = wait / 2 + (int64_t)randombytes_uniform((uint32_t)wait / 2 + 1);
    gateway->asked_in_vain++;
    log_event(LOG_WARN, "discord-gateway-unknown", "why", why, (char *)0);
    loop_timer_set(&gateway->ask, wait);
}

void gateway_told(struct gateway *gateway, const json_t *body, const char *why)
{
    gateway->is_asking = false;
    if (gateway->port.is_over)
        return;
    const char *url = field_text(body, "url");
    if (!body) {
        ask_again(gateway, why);
        return;
    }
    if (gateway->url)
        url = gateway->url;
    if (!url || !gateway_url_read(url, gateway->port.compresses, &gateway->port.base)) {
        ask_again(gateway, "the address of the gateway cannot be read");
        return;
    }
    gateway->asked_in_vain = 0;
    gateway->answered_at = loop_now(gateway->setup.loop);
    if ((!gateway->shards || gateway->has_to_reshard) &&
        !make_shards(gateway, field_between(body, "shards", 1, MANY, 1)))
        return;
    identify_turns_read_limit(gateway->turns, body, gateway->port.shard_count);
    identify_turns_soon(gateway->turns);
}

static void ask(void *arg)
{
    struct gateway *gateway = arg;
    if (gateway->is_asking || gateway->port.is_over)
        return;
    gateway->is_asking = true;
    loop_timer_stop(&gateway->ask);
    gateway->setup.ask(gateway->setup.arg);
}

/* --- life --- */

static char *copy(const char *text)
{
    char *copied = text ? strdup(text) : NULL;
    check(!text || copied);
    return copied;
}

static void note_session(void *arg, const char *key, const char *value)
{
    (void)key, (void)value;
    *(bool *)arg = true;
}

bool gateway_was_there(struct keep *keep, const char *token)
{
    char bot[IDENTIFY_BOT], prefix[GATEWAY_SESSION_KEY];
    bool is_kept = false;
    identify_name_bot(token, bot);
    snprintf(prefix, sizeof prefix, "discord:%s:session ", bot);
    keep_each(keep, prefix, note_session, &is_kept);
    return is_kept;
}

struct gateway *gateway_new(const struct gateway_setup *setup)
{
    struct gateway *gateway = calloc(1, sizeof *gateway);
    const struct websockets_setup links = {.loop = setup->loop,
                                           .ca_file = setup->ca_file,
                                           .user_agent = setup->user_agent,
                                           .connect_s = WEBSOCKET_CONNECT_S};
    check(gateway && sodium_init() >= 0);
    gateway->setup = *setup;
    gateway->url = copy(setup->url);
    gateway->token = copy(setup->token);
    gateway->playing = copy(setup->playing);
    identify_name_bot(gateway->token, gateway->bot);
    gateway->port = (struct shard_port){
        .loop = setup->loop,
        .keep = setup->keep,
        .links = websocket_links_new(&links),
        .budget = &gateway->budget,
        .unread = setup->unread,
        .token = gateway->token,
        .bot = gateway->bot,
        .intents = setup->intents,
        .wished = setup->intents,
        .compresses = setup->compresses,
        .playing = gateway->playing,
        .wants = setup->wants,
        .event = setup->event,
        .owner = setup->arg,
        .needs_turn = on_needs_turn,
        .ready_to_identify = on_ready_to_identify,
        .turn_is_over = on_turn_over,
        .is_refused = on_refused,
        .is_stable = on_stable,
        .ended = on_ended,
        .arg = gateway,
    };
    budget_init(&gateway->budget, setup->loop);
    loop_timer_init(&gateway->ask, setup->loop, ask, gateway);
    gateway->turns = identify_turns_new(&(struct turns_port){.loop = setup->loop,
                                                             .keep = setup->keep,
                                                             .bot = gateway->bot,
                                                             .needs = needs_turn,
                                                             .is_fresh = is_fresh,
                                                             .give = give_turn,
                                                             .identify = may_identify,
                                                             .arg = gateway});
    loop_timer_init(&gateway->leave, setup->loop, on_leave, gateway);
    return gateway;
}

void gateway_start(struct gateway *gateway)
{
    ask(gateway);
}

/* `is_asking` stays as it is: an answer that is still to come will do. */
void gateway_wake(struct gateway *gateway, const char *token)
{
    char *before = gateway->token;
    gateway->token = copy(token);
    gateway->port.token = gateway->token;
    sodium_memzero(before, strlen(before));
    free(before);
    if (!gateway->port.is_over || gateway->left)
        return;
    identify_turns_forget_spending(gateway->turns);
    reshard(gateway);
    gateway->has_to_reshard = gateway->port.is_over = false;
    gateway->port.intents = gateway->setup.intents;
    gateway->asked_in_vain = 0;
    ask(gateway);
}

void gateway_free(struct gateway *gateway)
{
    if (!gateway)
        return;
    gateway->port.is_over = true;
    for (int i = 0; i < gateway->count; i++)
        shard_free(gateway->shards[i]);
    free(gateway->shards);
    websocket_links_free(gateway->port.links);
    loop_timer_stop(&gateway->ask);
    loop_timer_stop(&gateway->leave);
    identify_turns_free(gateway->turns);
    sodium_memzero(gateway->token, strlen(gateway->token));
    free(gateway->token);
    free(gateway->url);
    free(gateway->playing);
    free(gateway);
}

void gateway_settled(struct gateway *gateway)
{
    for (int i = 0; i < gateway->count; i++)
        shard_settled(gateway->shards[i]);
}

void gateway_served(struct gateway *gateway)
{
    for (int i = 0; i < gateway->count; i++)
        identify_turns_lasted(gateway->turns, gateway->first + i);
}

void gateway_show(struct gateway *gateway, const char *playing)
{
    free(gateway->playing);
    gateway->playing = copy(playing);
    gateway->port.playing = gateway->playing;
    for (int i = 0; i < gateway->count; i++)
        shard_show(gateway->shards[i]);
}

int gateway_shard_of(const struct gateway *gateway, uint64_t guild)
{
    int count = gateway->port.shard_count;
    return count ? (int)((guild >> 22) % (unsigned)count) : 0;
}

bool gateway_is_up(const struct gateway *gateway, int shard)
{
    return shard >= gateway->first && shard < gateway->first + gateway->count &&
           shard_is_up(shard_at(gateway, shard));
}

struct gateway_tally gateway_tally(const struct gateway *gateway)
{
    struct gateway_tally tally = {.all = gateway->count,
                                  .of = gateway->count ? gateway->port.shard_count : 0};
    for (int i = 0; i < gateway->count; i++) {
        tally.up += shard_is_up(gateway->shards[i]);
        shard_tally(gateway->shards[i], &tally.connects, &tally.losses);
    }
    return tally;
}
