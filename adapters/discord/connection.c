/* See connection.h. */
#include "connection.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "emoji.h"
#include "events.h"
#include "gateway.h"
#include "hear.h"
#include "log.h"
#include "post.h"
#include "rest.h"

enum {
    /* Guilds, messages in guilds, direct messages. The text of messages is asked for only if it
       is allowed. */
    INTENTS = 1 << 0 | 1 << 9 | 1 << 12,
    INTENT_CONTENT = 1 << 15,
    EMOJI_AGAIN_MS = 10 * 60 * 1000, /* somebody may delete some */
    ASK_AGAIN_MS = 5000,
    ASK_AGAIN_MOST_MS = 120000
};

/* ---- it cannot go on ---- */

void connection_failed(void *arg, const char *why)
{
    struct discord *discord = arg;
    bool is_new = !discord->rests;
    discord->rests = why;
    if (!is_new)
        return;
    log_event(LOG_ERROR, "discord-rests", "network", discord->network, "until",
              "the configuration is read again (SIGHUP)", "why", why, (char *)0);
    discord->setup.failed(discord->setup.arg, why);
}

/* ---- opening ---- */

static uint32_t without_content(void *arg, uint32_t refused)
{
    struct discord *discord = arg;
    if (!(refused & INTENT_CONTENT))
        return 0;
    log_event(
        LOG_WARN, "discord-no-content", "why",
        "Discord does not let this application read messages: switch on Message Content at "
        "https://discord.com/developers/applications, page Bot, for commands with a prefix; slash commands, mentions "
        "and direct messages work without",
        (char *)0);
    discord->reads_content = discord->hears_prefix = false;
    return refused & ~(uint32_t)INTENT_CONTENT;
}

/* Others run the shards that we do not, with what is left of the bot's budgets. */
void connection_share(struct discord *discord)
{
    struct gateway_tally tally = {0};
    if (discord->gateway)
        tally = gateway_tally(discord->gateway);
    bool is_known = tally.of > 0;
    discord->part = (struct rest_part){is_known ? tally.all : 1, is_known ? tally.of : 1,
                                       discord->setup.networks > 0 ? discord->setup.networks : 1};
    rest_share(discord->rest, &discord->part);
}

static void on_gateway(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    bool is_told = answer->outcome == REST_DONE;
    const char *why = answer->message ? answer->message : "no answer";
    gateway_told(discord->gateway, is_told ? answer->body : NULL, why);
    connection_share(discord);
}

static void ask_gateway(void *arg)
{
    struct discord *discord = arg;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "GET",
                                                    .route = "/gateway/bot",
                                                    .done = on_gateway,
                                                    .arg = discord});
}

static void open_gateway(struct discord *discord)
{
    const struct discord_setup *setup = &discord->setup;
    char playing[PRESENCE];
    presence_put(discord, playing);
    const struct gateway_setup gateway = {.loop = discord->loop,
                                          .keep = setup->keep,
                                          .url = setup->gateway,
                                          .ca_file = setup->ca_file,
                                          .token = discord->token,
                                          .user_agent = discord_user_agent,
                                          .unread = discord_unread,
                                          .intents = INTENTS |
                                                     (discord->reads_content ? INTENT_CONTENT : 0),
                                          .compresses = true,
                                          .shard_count = setup->shard_count,
                                          .first_shard = setup->first_shard,
                                          .last_shard = setup->last_shard,
                                          .playing = playing,
                                          .ask = ask_gateway,
                                          .wants = events_wants,
                                          .event = events_take,
                                          .failed = connection_failed,
                                          .fewer_intents = without_content,
                                          .arg = discord};
    gateway_free(discord->gateway); /* the one before, which is stopped */
    discord->gateway = gateway_new(&gateway);
    discord->is_reconnecting = false;
    gateway_start(discord->gateway);
}

static void check_application(struct discord *discord, const json_t *application)
{
    const char *endpoint =
        json_string_value(json_object_get(application, "interactions_endpoint_url"));
    discord_note_id(application, discord->application);
    if (!discord->emoji && discord->folder)
        discord->emoji = emoji_read(discord->folder, discord->application);
    discord_note_id(json_object_get(application, "bot"),
                    discord->user); /* not every server has it here; READY says it, too */
    bool is_wanted = discord->setup.content == DISCORD_CONTENT_AUTO;
    discord->reads_content = is_wanted && discord_may_read(application);
    discord->hears_prefix = discord->reads_content || (is_wanted && presence_has_read(discord));
    if (endpoint && *endpoint)
        log_event(
            LOG_WARN, "discord-endpoint", "why",
            "the application has an Interactions Endpoint URL, so buttons and slash commands go there and not here: "
            "empty that field at https://discord.com/developers/applications, page General Information",
            (char *)0);
}

static void on_emoji(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    if (answer->outcome == REST_DONE &&
        emoji_confirm(discord->emoji, json_object_get(answer->body, "items")))
        post_refresh(discord);
    loop_timer_set(&discord->emoji_again, EMOJI_AGAIN_MS);
}

static void ask_emoji(void *arg)
{
    struct discord *discord = arg;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "GET",
                                                    .route = "/applications/{}/emojis",
                                                    .ids = {discord->application},
                                                    .done = on_emoji,
                                                    .arg = discord});
}

static void on_application(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    discord->is_asking = false;
    if (discord->is_stopping)
        return;
    if (answer->outcome == REST_DONE) {
        check_application(discord, answer->body);
        if (discord->emoji)
            ask_emoji(discord);
        open_gateway(discord);
        return;
    }
    discord_log_refusal("discord-application-unknown", discord->network, answer);
    loop_timer_set(&discord->ask_again, discord->ask_again_ms);
    discord->ask_again_ms = discord->ask_again_ms * 2 < ASK_AGAIN_MOST_MS
                                ? discord->ask_again_ms * 2
                                : ASK_AGAIN_MOST_MS;
}

static void ask_application(void *arg)
{
    struct discord *discord = arg;
    if (discord->is_asking)
        return;
    discord->is_asking = true;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/applications/@me",
                                                    .done = on_application,
                                                    .arg = discord});
}

/* ---- from outside ---- */

void connection_init(struct discord *discord)
{
    discord->ask_again_ms = ASK_AGAIN_MS;
    loop_timer_init(&discord->ask_again, discord->loop, ask_application, discord);
    loop_timer_init(&discord->emoji_again, discord->loop, ask_emoji, discord);
}

void connection_open(struct discord *discord)
{
    discord->ask_again_ms = ASK_AGAIN_MS;
    ask_application(discord);
}

void connection_stop(struct discord *discord)
{
    loop_timer_stop(&discord->ask_again);
    loop_timer_stop(&discord->emoji_again);
}

static void is_closed(void *arg)
{
    connection_open(arg);
}

void connection_again(struct discord *discord)
{
    if (!discord->gateway || discord->is_reconnecting)
        return;
    discord->is_reconnecting = true;
    log_event(LOG_INFO, "discord-connects-anew", "network", discord->network, "why",
              "the configuration asks for another connection", (char *)0);
    gateway_stop(discord->gateway, is_closed, discord);
}

void connection_use_token(struct discord *discord, const char *token)
{
    bool is_same = strcmp(token, discord->token) == 0;
    char *before = discord->token;
    if (is_same && !discord->rests)
        return;
    discord->token = strdup(token);
    check(discord->token);
    sodium_memzero(before, strlen(before));
    free(before);
    if (discord->is_stopping)
        return;
    discord->rests = NULL;
    log_event(LOG_INFO, "discord-wakes", "network", discord->network, "token",
              is_same ? "the same" : "another", (char *)0);
    rest_wake(discord->rest, token);
    if (discord->gateway && !discord->is_reconnecting)
        gateway_wake(discord->gateway, token);
}
