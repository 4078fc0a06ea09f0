/* The adapter's life: finds out what the application may do, opens the gateway, passes its
   events on, and leaves in good order. */
#include "discord.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "absence.h"
#include "application.h"
#include "backfill.h"
#include "board.h"
#include "bridge.h"
#include "check.h"
#include "connection.h"
#include "dm.h"
#include "emoji.h"
#include "events.h"
#include "figures.h"
#include "gateway.h"
#include "hear.h"
#include "host.h"
#include "inbox.h"
#include "interaction.h"
#include "keep.h"
#include "log.h"
#include "mention.h"
#include "overwrites.h"
#include "panel.h"
#include "people.h"
#include "people_kept.h"
#include "places.h"
#include "post.h"
#include "private.h"
#include "reply.h"
#include "rest.h"
#include "slash.h"
#include "sweep.h"
#include "tables.h"
#include "text.h"
#include "threads.h"
#include "timeouts.h"
#include "whisper.h"

enum {
    FAREWELL_MS = 2500,
    TIDY_MS = 60 * 1000,
    SWEEPS = 15 /* times TIDY_MS between two looks through what was kept */
};

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
    timeouts_look(discord, post_again);
    absence_tidy(discord);
    if (++discord->tidied % SWEEPS == 0)
        sweep_what_is_over(discord);
    loop_timer_set(&discord->tidy, TIDY_MS);
}

/* ---- what was heard is safe ---- */

/* Once the host has saved what it was given, a restart need not hear it again. What waits in the
   inbox is not saved. */
static void settle(void *arg)
{
    struct discord *discord = arg;
    bool is_safe = host_is_settled(discord->host),
         is_all = inbox_waiting(discord) == 0 && !discord->has_unheard;
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

/* ---- coming and leaving ---- */

static void start(struct adapter *adapter)
{
    struct discord *discord = (struct discord *)adapter;
    bool is_back = discord->is_stopping;
    discord->is_stopping = discord->has_unheard = false;
    tidy_on_time(adapter);
    if (is_back) {
        discord->rests = NULL;
        rest_wake(discord->rest, discord->token);
        inbox_go_on(discord);
    }
    connection_open(discord);
}

/* What still waits is said when we are back, if that is worth anything then. */
static void gateway_left(void *arg)
{
    struct discord *discord = arg;
    discord->is_up = discord->is_reconnecting = false;
    rest_pause(discord->rest);
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
    connection_stop(discord);
    loop_timer_set(&discord->farewell, 0);
}

static void free_discord(struct adapter *adapter)
{
    struct discord *discord = (struct discord *)adapter;
    loop_timer_stop(&discord->farewell);
    loop_timer_stop(&discord->settle);
    connection_stop(discord);
    loop_timer_stop(&discord->tidy);
    loop_timer_stop(&discord->dm_news);
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
    free(discord->folder);
    free(discord);
}

/* ---- another configuration ---- */

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* What the gateway cannot take over while it is open. */
static bool is_same_connection(const struct discord_setup *a, const struct discord_setup *b)
{
    return strcmp(a->api, b->api) == 0 && is_same_text(a->gateway, b->gateway) &&
           is_same_text(a->ca_file, b->ca_file) && a->content == b->content &&
           a->shard_count == b->shard_count && a->first_shard == b->first_shard &&
           a->last_shard == b->last_shard;
}

/* A token begins with the id of its application. */
static bool is_same_application(const char *a, const char *b)
{
    return strncmp(a, b, strcspn(a, ".") + 1) == 0;
}

static void forget_application(struct discord *discord)
{
    discord->user[0] = discord->application[0] = '\0';
    emoji_free(discord->emoji);
    discord->emoji = NULL;
    free(discord->commands);
    discord->commands = NULL;
}

void discord_change(struct adapter *adapter, const struct discord_setup *setup)
{
    struct discord *discord = (struct discord *)adapter;
    char playing[PRESENCE];
    bool is_other = !is_same_application(discord->token, setup->token);
    bool is_anew = is_other || !is_same_connection(&discord->setup, setup);
    discord->setup = *setup;
    if (is_other)
        forget_application(discord);
    rest_move(discord->rest, setup->api, setup->ca_file);
    connection_share(discord);
    if (is_anew && !discord->is_stopping)
        connection_again(discord);
    connection_use_token(discord, setup->token);
    presence_put(discord, playing);
    if (discord->gateway && !is_anew)
        gateway_show(discord->gateway, playing);
}

/* ---- for the admin ---- */

static void put_state(const struct discord *discord, struct text *out)
{
    struct gateway_tally tally = {0};
    if (discord->gateway)
        tally = gateway_tally(discord->gateway);
    text_putf(out, "state=%s\n",
              discord->is_stopping ? "leaving"
              : discord->rests     ? "resting until the configuration is read again (SIGHUP)"
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
    loop_timer_init(&discord->tidy, discord->loop, tidy_on_time, discord);
    loop_timer_init(&discord->dm_news, discord->loop, whisper_hear_dms, discord);
    connection_init(discord);
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
    discord->folder = setup->folder ? strdup(setup->folder) : NULL;
    check(discord->token && (discord->folder || !setup->folder));
    discord->loop = setup->loop;
    discord->host = setup->host;
    discord->born = loop_wall(setup->loop);
    init_timers(discord);
    discord->rest = rest_new(&(struct rest_setup){
        .loop = setup->loop,
        .base = setup->api,
        .ca_file = setup->ca_file,
        .token = setup->token,
        .user_agent = discord_user_agent,
        .follows = !setup->was_silent && gateway_was_there(setup->keep, setup->token),
        .unread = discord_unread,
        .guild_of = places_guild_of,
        .token_died = connection_failed,
        .arg = discord});
    connection_share(discord);
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
