/* The adapter's life: finds out what the application may do, opens the gateway, passes its events on, and leaves in good
   order. */
#include "discord.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#endif

#include "people_kept.h"
#include "places.h"
#include "absence.h"
#include "backfill.h"
#include "board.h"
#include "bridge.h"
#include "check.h"
#include "figures.h"
#include "application.h"
#include "dm.h"
#include "emoji.h"
#include "events.h"
#include "gateway.h"
#include "hear.h"
#include "inbox.h"
#include "interaction.h"
#include "keep.h"
#include "log.h"
#include "mention.h"
#include "overwrites.h"
#include "panel.h"
#include "people.h"
#include "post.h"
#include "private.h"
#include "reply.h"
#include "rest.h"
#include "slash.h"
#include "sweep.h"
#include "text.h"
#include "threads.h"
#include "whisper.h"
#include "host.h"
#include "tables.h"

enum {
    /* Guilds, messages in guilds, direct messages. The text of messages is asked for only if it is allowed. */
    INTENTS = 1 << 0 | 1 << 9 | 1 << 12,
    INTENT_CONTENT = 1 << 15,
    EMOJI_AGAIN_MS = 10 * 60 * 1000, /* somebody may delete some */
    SWEEPS = 15                      /* times TIDY_MS between two looks through what was kept */
};
enum { FAREWELL_MS = 2500, TIDY_MS = 60 * 1000, ASK_AGAIN_MS = 5000, ASK_AGAIN_MOST_MS = 120000 };

/* ---- it cannot go on ---- */

/* `why` is a string constant. */
static void failed(void *arg, const char *why)
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

/* ---- what is not used any more is given back ---- */

void discord_tidy(struct discord *discord)
{
    people_tidy(discord->people);
    places_tidy(discord);
    overwrites_tidy(discord);
    boards_tidy(discord);
    inbox_tidy(discord);
}

static void tidy_on_time(void *arg)
{
    struct discord *discord = arg;
    discord_tidy(discord);
    panel_tidy(discord);
    absence_tidy(discord);
    if (++discord->tidied % SWEEPS == 0)
        sweep_what_is_over(discord);
    loop_timer_set(&discord->tidy, TIDY_MS);
}

/* ---- what was heard is safe ---- */

/* Once the host has saved what it was given, a restart need not hear it again. What waits in the inbox is not saved. */
static void settle(void *arg)
{
    struct discord *discord = arg;
    bool is_safe = host_is_settled(discord->host), is_all = inbox_waiting(discord) == 0 && !discord->has_unheard;
    discord_tidy(discord);
    if (!discord->gateway)
        return;
    if (is_safe)
        inbox_keep(discord);
    if (is_safe && discord->was_asked && !discord->was_served) {
        gateway_served(discord->gateway);
        discord->was_served = true;
    }
    discord->was_asked &= !is_safe;
    if (is_safe && is_all)
        gateway_settled(discord->gateway);
    else
        loop_timer_set(&discord->settle, DISCORD_SETTLE_AGAIN_MS);
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

static void on_gateway(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    bool is_told = answer->outcome == REST_DONE;
    const char *why = answer->message ? answer->message : "no answer";
    gateway_told(discord->gateway, is_told ? answer->body : NULL, why);
}

static void ask_gateway(void *arg)
{
    struct discord *discord = arg;
    rest_send(
        discord->rest,
        &(struct rest_request){
            .lane = REST_BACKGROUND, .method = "GET", .route = "/gateway/bot", .done = on_gateway, .arg = discord});
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
                                          .intents = INTENTS | (discord->reads_content ? INTENT_CONTENT : 0),
                                          .compresses = true,
                                          .shard_count = setup->shard_count,
                                          .first_shard = setup->first_shard,
                                          .last_shard = setup->last_shard,
                                          .playing = playing,
                                          .ask = ask_gateway,
                                          .wants = events_wants,
                                          .event = events_take,
                                          .failed = failed,
                                          .fewer_intents = without_content,
                                          .arg = discord};
    discord->gateway = gateway_new(&gateway);
    gateway_start(discord->gateway);
}

static void check_application(struct discord *discord, const json_t *application)
{
    const char *endpoint = json_string_value(json_object_get(application, "interactions_endpoint_url"));
    discord_note_id(application, discord->application);
    if (!discord->emoji && discord->setup.folder)
        discord->emoji = emoji_read(discord->setup.folder, discord->application);
    discord_note_id(json_object_get(application, "bot"),
                    discord->user); /* not every server has it here; READY says it, too */
    if (discord->setup.content == DISCORD_CONTENT_AUTO) {
        discord->reads_content = discord_may_read(application);
        discord->hears_prefix = discord->reads_content || presence_has_read(discord);
    }
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
    if (answer->outcome == REST_DONE && emoji_confirm(discord->emoji, json_object_get(answer->body, "items")))
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
    discord->ask_again_ms =
        discord->ask_again_ms * 2 < ASK_AGAIN_MOST_MS ? discord->ask_again_ms * 2 : ASK_AGAIN_MOST_MS;
}

static void ask_application(void *arg)
{
    struct discord *discord = arg;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/applications/@me",
                                                    .done = on_application,
                                                    .arg = discord});
}

static void start(struct adapter *adapter)
{
    tidy_on_time(adapter);
    ask_application((struct discord *)adapter);
}

/* ---- leaving ---- */

static void gateway_left(void *arg)
{
    struct discord *discord = arg;
    if (discord->left)
        discord->left(discord->left_arg);
}

static void say_farewell(void *arg)
{
    struct discord *discord = arg;
    loop_timer_stop(&discord->farewell);
    settle(discord);
    loop_timer_stop(&discord->settle);
    if (discord->gateway)
        gateway_stop(discord->gateway, gateway_left, discord);
    else
        gateway_left(discord);
}

/* Answers that wait still go out, for FAREWELL_MS at most. */
static void watch_rest(void *arg)
{
    struct discord *discord = arg;
    if (rest_count(discord->rest) == 0 || loop_now(discord->loop) >= discord->farewell_at)
        say_farewell(discord);
    else
        loop_timer_set(&discord->farewell, DISCORD_SETTLE_AGAIN_MS);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct discord *discord = (struct discord *)adapter;
    discord->is_stopping = true;
    post_resume(discord); /* what gathers steps is said now */
    discord->left = left;
    discord->left_arg = arg;
    discord->farewell_at = loop_now(discord->loop) + FAREWELL_MS;
    loop_timer_stop(&discord->ask_again);
    loop_timer_set(&discord->farewell, 0);
}

static void free_discord(struct adapter *adapter)
{
    struct discord *discord = (struct discord *)adapter;
    loop_timer_stop(&discord->farewell);
    loop_timer_stop(&discord->settle);
    loop_timer_stop(&discord->ask_again);
    loop_timer_stop(&discord->tidy);
    loop_timer_stop(&discord->dm_news);
    loop_timer_stop(&discord->emoji_again);
    rest_free(discord->rest); /* before the gateway, whose request may be under way */
    gateway_free(discord->gateway);
    interactions_free(discord->interactions);
    replies_free(discord->replies);
    panels_free(discord->panels);
    boards_free(discord->boards);
    emoji_free(discord->emoji);
    free(discord->commands);
    backfill_free(discord->backfill);
    inbox_free(discord->inbox);
    threads_free(discord->threads);
    overwrites_free(discord->channels);
    places_free(discord->places);
    dms_free(discord->dms);
    people_free(discord->people);
    sodium_memzero(discord->token, strlen(discord->token));
    free(discord->token);
    free(discord);
}

/* ---- for the admin ---- */

static void put_state(const struct discord *discord, struct text *out)
{
    struct gateway_tally tally = {0};
    if (discord->gateway)
        tally = gateway_tally(discord->gateway);
    text_putf(out, "state=%s\n",
              discord->is_stopping                     ? "leaving"
              : discord->rests                         ? "resting until the configuration is read again (SIGHUP)"
              : tally.all > 0 && tally.up == tally.all ? "up"
              : discord->gateway                       ? "connecting"
                                                       : "asking Discord about the application");
    if (discord->rests)
        text_putf(out, "why=%s\n", discord->rests);
    text_putf(out, "shards_up=%d of %d\n", tally.up, tally.all);
}

static void status(struct adapter *adapter, struct text *out)
{
    const struct discord *discord = (struct discord *)adapter;
    put_state(discord, out);
    rest_status(discord->rest, out);
}

void discord_wake(struct adapter *adapter, const char *token)
{
    struct discord *discord = (struct discord *)adapter;
    bool is_same = strcmp(token, discord->token) == 0;
    if (discord->is_stopping || (is_same && !discord->rests))
        return;
    char *before = discord->token;
    discord->token = strdup(token);
    check(discord->token);
    sodium_memzero(before, strlen(before));
    free(before);
    discord->rests = NULL;
    log_event(LOG_INFO, "discord-wakes", "network", discord->network, "token", is_same ? "the same" : "another",
              (char *)0);
    rest_wake(discord->rest, token);
    if (discord->gateway)
        gateway_wake(discord->gateway, token);
}

static void put_figures(struct adapter *adapter, struct figures *figures)
{
    const struct discord *discord = (struct discord *)adapter;
    const char *network = discord->network;
    struct gateway_tally tally = {0};
    struct rest_tally requests = rest_tally(discord->rest);
    if (discord->gateway)
        tally = gateway_tally(discord->gateway);
    figures_put_share(figures, FIGURE_tabletalk_network_up, network, tally.up, tally.all);
    figures_put(figures, FIGURE_tabletalk_network_waiting, network, requests.waiting);
    figures_put(figures, FIGURE_tabletalk_network_connects_total, network, tally.connects);
    figures_put(figures, FIGURE_tabletalk_network_losses_total, network, tally.losses);
    figures_put(figures, FIGURE_tabletalk_network_refusals_total, network, requests.refused);
}

static bool order(struct adapter *adapter, const char *words, struct text *answer)
{
    if (strncmp(words, "leave ", 6) == 0)
        return absence_leave((struct discord *)adapter, words + 6, answer);
    text_put(answer, "On Discord there is one order: leave, and the id of a server.");
    return false;
}

static const struct adapter_ops ops = {.name = "discord",
                                       .start = start,
                                       .stop = stop,
                                       .free = free_discord,
                                       .status = status,
                                       .figures = put_figures,
                                       .order = order};

static void init_timers(struct discord *discord)
{
    loop_timer_init(&discord->farewell, discord->loop, watch_rest, discord);
    loop_timer_init(&discord->settle, discord->loop, settle, discord);
    loop_timer_init(&discord->ask_again, discord->loop, ask_application, discord);
    loop_timer_init(&discord->tidy, discord->loop, tidy_on_time, discord);
    loop_timer_init(&discord->dm_news, discord->loop, whisper_hear_dms, discord);
    loop_timer_init(&discord->emoji_again, discord->loop, ask_emoji, discord);
}

static void add_port(struct discord *discord)
{
    host_add_port(discord->host, &(struct host_port){.network = discord->network,
                                                     .group = DISCORD_GROUP,
                                                     .help = discord_help,
                                                     .takes_files = true,
                                                     .reports_sent = true,
                                                     .columns = people_columns,
                                                     .is_first = people_is_first,
                                                     .post = post_in_room,
                                                     .whisper = whisper_to,
                                                     .reach = dm_reach,
                                                     .is_away = places_are_away,
                                                     .prefer = whisper_prefer,
                                                     .above = places_above,
                                                     .find_role = guilds_find_role,
                                                     .find_person = mention_person,
                                                     .look = people_look,
                                                     .nudge = people_nudge,
                                                     .wear = people_wear,
                                                     .forget = inbox_forget,
                                                     .apart = "thread",
                                                     .open_apart = threads_open,
                                                     .dealt_with = reply_dealt_with,
                                                     .bridged_with = bridge_joins,
                                                     .self = discord});
}

struct adapter *discord_new(const struct discord_setup *setup)
{
    struct discord *discord = calloc(1, sizeof *discord);
    check(discord);
    discord->adapter.ops = &ops;
    discord->setup = *setup;
    snprintf(discord->network, sizeof discord->network, "discord:%s", setup->title);
    discord->token = strdup(setup->token);
    check(discord->token);
    discord->loop = setup->loop;
    discord->host = setup->host;
    discord->born = loop_wall(setup->loop);
    discord->ask_again_ms = ASK_AGAIN_MS;
    init_timers(discord);
    discord->rest = rest_new(&(struct rest_setup){.loop = setup->loop,
                                                  .base = setup->api,
                                                  .ca_file = setup->ca_file,
                                                  .token = setup->token,
                                                  .user_agent = discord_user_agent,
                                                  .unread = discord_unread,
                                                  .guild_of = places_guild_of,
                                                  .token_died = failed,
                                                  .arg = discord});
    discord->people = people_new(discord);
    discord->dms = dms_new(discord);
    discord->places = places_new();
    discord->channels = overwrites_new();
    discord->threads = threads_new();
    discord->inbox = inbox_new();
    discord->backfill = backfill_new(discord);
    discord->boards = boards_new(discord);
    discord->replies = replies_new();
    discord->panels = panels_new(discord);
    discord->interactions = interactions_new();
    add_port(discord);
    return &discord->adapter;
}
