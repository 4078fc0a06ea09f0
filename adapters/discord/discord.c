/* The adapter's life: finds out what the application may do, opens the gateway, takes its events,
   does so anew when the configuration changes, waits for the admin when Discord does not let it in,
   and leaves in good order. */
#include "discord.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "board.h"
#include "check.h"
#include "elsewhere.h"
#include "figures.h"
#include "gateway.h"
#include "host.h"
#include "inbox.h"
#include "keep.h"
#include "log.h"
#include "people.h"
#include "places.h"
#include "private.h"
#include "reply.h"
#include "rest.h"
#include "tables.h"
#include "text.h"

/* ---- events of the gateway: what they mean for rooms ---- */

static const char *id_of(const json_t *object)
{
    const char *id = field_text(object, "id");
    return id && strlen(id) < DISCORD_ID ? id : "";
}

/* True if it has a table. */
static bool on_channel(struct discord *discord, const char *guild, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    lost_room_may_try(discord, room);
    if (!host_has_table(discord->host, discord->network, room))
        return false;
    places_note(discord, room, guild);
    places_room_ready(discord, room);
    return true;
}

/* Messages may have been missed there. */
static void on_channels(struct discord *discord, const char *guild, const json_t *channels)
{
    for (size_t i = 0; i < json_array_size(channels); i++) {
        const char *channel = id_of(json_array_get(channels, i));
        if (on_channel(discord, guild, channel))
            inbox_backfill_in(discord, channel, guild);
    }
}

static void on_guild_create(struct discord *discord, const json_t *data)
{
    if (!*id_of(data) || json_is_true(json_object_get(data, "unavailable")))
        return;
    places_guild_note(discord, data);
    lost_guild_return(discord, id_of(data));
    on_channels(discord, id_of(data), json_object_get(data, "channels"));
    on_channels(discord, id_of(data), json_object_get(data, "threads"));
    board_list_resume(discord);
    places_guild_welcome(discord, data);
}

/* We were removed, or an outage begins. */
static void on_guild_delete(struct discord *discord, const json_t *data)
{
    const char *id = id_of(data);
    if (!*id)
        return;
    if (json_is_true(json_object_get(data, "unavailable"))) {
        log_event(LOG_WARN, "discord-guild-out", "guild", id, (char *)0);
        places_guild_set_out(discord, id);
        return;
    }
    log_event(LOG_INFO, "discord-guild-left", "guild", id, (char *)0);
    places_guild_forget(discord, id);
    lost_guild_begin(discord, id);
}

static void on_channel_gone(struct discord *discord, const json_t *data)
{
    board_channel_gone(discord, id_of(data));
}

static void on_channel_update(struct discord *discord, const json_t *data)
{
    char room[HOST_ROOM];
    places_room_of(id_of(data), room);
    places_overwrites_on_update(discord, data);
    lost_room_may_try(discord, room);
}

static void on_role(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    places_guild_on_role(discord, data);
    if (field_id(data, "guild_id", guild))
        lost_room_may_try_in(discord, guild);
}

/* Discord tells this only of ourselves: our roles say where we may write. */
static void on_member_update(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    if (strcmp(id_of(json_object_get(data, "user")), discord->user) == 0 &&
        field_id(data, "guild_id", guild))
        lost_room_may_try_in(discord, guild);
}

static void on_thread(struct discord *discord, const json_t *data)
{
    const char *guild = field_text(data, "guild_id");
    on_channel(discord, guild ? guild : "", id_of(data));
}

static void on_message_gone(struct discord *discord, const json_t *data)
{
    const char *channel = field_text(data, "channel_id");
    const json_t *ids = json_object_get(data, "ids");
    if (!channel)
        return;
    board_message_deleted(discord, channel, id_of(data));
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        board_message_deleted(discord, channel, id ? id : "");
    }
}

static void on_message(struct discord *discord, const json_t *data)
{
    char channel[DISCORD_ID];
    if (inbox_message(discord, data) && field_id(data, "channel_id", channel))
        inbox_backfill_hurry(discord, channel); /* somebody waits for an answer */
}

/* ---- a session ---- */

static void ready_room(void *arg, const char *room)
{
    struct discord *discord = arg;
    if (room[0] == '@')
        places_room_ready(discord, room);
}

static void on_ready(struct discord *discord, const json_t *data)
{
    bool was_up = discord->is_up;
    discord_note_id(json_object_get(data, "user"), discord->user);
    discord_note_id(json_object_get(data, "application"), discord->application);
    discord->is_up = true;
    discord->was_served = false;
    log_event(LOG_INFO, "discord-ready", "network", discord->network, "user", discord->user,
              (char *)0);
    host_each_room_to_tell(discord->host, discord->network, ready_room, discord);
    places_overwrites_on_ready(discord);
    slash_register(discord);
    lost_guild_on_ready(discord, data);
    if (json_integer_value(json_array_get(json_object_get(data, "shard"), 0)) == 0)
        /* direct messages come on shard 0; the guilds are told next */
        inbox_backfill_in_private(discord);
    if (was_up)
        board_list_refresh(discord); /* what happened in between was not told */
}

static void on_user(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    if (answer->outcome == REST_DONE)
        discord_note_id(answer->body, discord->user);
}

static void ready_any_room(void *arg, const char *room)
{
    struct discord *discord = arg;
    if (room[0] == '@' || places_is_open(discord, room))
        places_room_ready(discord, room);
}

/* No READY and no GUILD_CREATE tells who we are and in which guilds. */
static void take_over(struct discord *discord)
{
    if (!discord->user[0])
        rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                        .method = "GET",
                                                        .route = "/users/@me",
                                                        .done = on_user,
                                                        .arg = discord});
    host_each_room_to_tell(discord->host, discord->network, ready_any_room, discord);
    slash_register(discord);
}

static void on_resumed(struct discord *discord, const json_t *data)
{
    bool was_up = discord->is_up;
    (void)data;
    discord->is_up = true;
    if (!was_up)
        take_over(discord);
    board_list_resume(discord);
}

static const struct {
    const char *type;
    void (*run)(struct discord *discord, const json_t *data);
} events[] = {
    {"INTERACTION_CREATE", interaction_event},
    {"MESSAGE_CREATE", on_message},
    {"READY", on_ready},
    {"RESUMED", on_resumed},
    {"GUILD_CREATE", on_guild_create},
    {"GUILD_UPDATE", places_guild_on_update},
    {"GUILD_DELETE", on_guild_delete},
    {"GUILD_ROLE_CREATE", on_role},
    {"GUILD_ROLE_UPDATE", on_role},
    {"GUILD_ROLE_DELETE", on_role},
    {"GUILD_MEMBER_UPDATE", on_member_update},
    {"CHANNEL_UPDATE", on_channel_update},
    {"CHANNEL_DELETE", on_channel_gone},
    {"THREAD_UPDATE", on_channel_update},
    {"THREAD_DELETE", on_channel_gone},
    {"THREAD_CREATE", on_thread},
    {"MESSAGE_DELETE", on_message_gone},
    {"MESSAGE_DELETE_BULK", on_message_gone},
};

/* For gateway_new(). */
static bool events_wants(void *discord, const char *type, const char *data, size_t length)
{
    if (strcmp(type, "MESSAGE_CREATE") == 0)
        return hear_wants(discord, data, length);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0)
            return true;
    return false;
}

/* A person asks us for something. */
static bool is_asking(const struct discord *discord, const char *type, const json_t *data)
{
    return strcmp(type, "INTERACTION_CREATE") == 0 ||
           (strcmp(type, "MESSAGE_CREATE") == 0 && hear_is_of_person(discord, data) &&
            hear_is_meant(discord, data));
}

static void events_take(void *arg, int shard, const char *type, const json_t *data)
{
    struct discord *discord = arg;
    (void)shard;
    discord->was_asked |= is_asking(discord, type, data);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0)
            events[i].run(discord, data);
    if (!loop_timer_is_set(&discord->settle))
        loop_timer_set(&discord->settle, DISCORD_SETTLE_MS);
}

/* ---- getting in ---- */

enum {
    /* Guilds, messages in guilds, direct messages. */
    INTENTS = 1 << 0 | 1 << 9 | 1 << 12,
    INTENT_CONTENT = 1 << 15,
    EMOJI_AGAIN_MS = 10 * 60 * 1000, /* somebody may delete some */
    ASK_AGAIN_MS = 5000,
    ASK_AGAIN_MOST_MS = 120000
};

/* ---- it cannot go on ---- */

/* Until the admin has acted. `why` is a string constant. */
static void connection_failed(void *arg, const char *why)
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

static void connection_share(struct discord *discord)
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
    hear_put_presence(discord, playing);
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
    const char *endpoint = field_text(application, "interactions_endpoint_url");
    discord_note_id(application, discord->application);
    if (!discord->emoji && discord->folder)
        discord->emoji = discord_emoji_read(discord->folder, discord->application);
    discord_note_id(json_object_get(application, "bot"),
                    discord->user); /* not every server has it here; READY says it, too */
    bool is_wanted = discord->setup.content == DISCORD_CONTENT_AUTO;
    discord->reads_content = is_wanted && discord_may_read(application);
    discord->hears_prefix = discord->reads_content || (is_wanted && hear_has_read(discord));
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
        discord_emoji_confirm(discord->emoji, json_object_get(answer->body, "items")))
        board_list_refresh(discord);
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
    discord->ask_again_ms = discord_longer(discord->ask_again_ms, ASK_AGAIN_MS, ASK_AGAIN_MOST_MS);
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

/* What it asks for is not asked for twice at once. */
static void connection_open(struct discord *discord)
{
    discord->ask_again_ms = ASK_AGAIN_MS;
    ask_application(discord);
}

static void connection_stop(struct discord *discord)
{
    loop_timer_stop(&discord->ask_again);
    loop_timer_stop(&discord->emoji_again);
}

static void is_closed(void *arg)
{
    connection_open(arg);
}

/* Nothing if it was not open. */
static void connection_again(struct discord *discord)
{
    if (!discord->gateway || discord->is_reconnecting)
        return;
    discord->is_reconnecting = true;
    log_event(LOG_INFO, "discord-connects-anew", "network", discord->network, "why",
              "the configuration asks for another connection", (char *)0);
    gateway_stop(discord->gateway, is_closed, discord);
}

static void connection_use_token(struct discord *discord, const char *token)
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

enum {
    FAREWELL_MS = 2500,
    TIDY_MS = 60 * 1000,
    SWEEPS = 15 /* times TIDY_MS between two looks through what was kept */
};

/* ---- what is not used any more is given back ---- */

void discord_tidy(struct discord *discord)
{
    struct shelf *shelves[] = {&discord->people, &discord->guilds, &discord->rooms,
                               &discord->channels, &discord->boards};
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++)
        shelf_tidy(shelves[i], loop_now(discord->loop));
    inbox_tidy(discord);
}

static void tidy_on_time(void *arg)
{
    struct discord *discord = arg;
    discord_tidy(discord);
    reply_panels_tidy(discord);
    lost_look_at_timeouts(discord);
    lost_guild_tidy(discord);
    if (++discord->tidied % SWEEPS == 0)
        inbox_sweep(discord);
    loop_timer_set(&discord->tidy, TIDY_MS);
}

/* ---- what was heard is safe ---- */

/* What waits in the inbox is not saved. */
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

static void watch_rest(void *arg)
{
    struct discord *discord = arg;
    if (rest_count(discord->rest) == 0 || loop_now(discord->loop) >= discord->farewell_at)
        say_farewell(discord);
    else
        loop_timer_set(&discord->farewell, DISCORD_SETTLE_AGAIN_MS);
}

static void stop_pictures(void *arg, struct board *board)
{
    (void)arg;
    attachment_fini(board);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct discord *discord = (struct discord *)adapter;
    discord->is_stopping = true;
    board_list_each(discord, stop_pictures, NULL);
    board_list_resume(discord); /* what gathers steps is said now */
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
    interaction_list_free(discord->interactions);
    reply_list_free(discord->replies);
    reply_panels_free(discord);
    shelf_fini(&discord->boards);
    shelf_fini(&discord->private_boards);
    discord_emoji_free(discord->emoji);
    free(discord->commands);
    inbox_backfill_free(discord->backfill);
    inbox_free(discord->inbox);
    threads_free(discord->threads);
    shelf_fini(&discord->channels);
    shelf_fini(&discord->guilds);
    shelf_fini(&discord->rooms);
    private_queue_free(discord->dms);
    shelf_fini(&discord->people);
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
    discord_emoji_free(discord->emoji);
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
    hear_put_presence(discord, playing);
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
    struct discord *discord = (struct discord *)adapter;
    bool is_leave = strncmp(words, "leave ", 6) == 0;
    const char *guild = words + (is_leave ? 6 : 0);
    size_t length = strlen(guild);
    if (!is_leave) {
        text_put(answer, "On Discord there is one order: leave, and the id of a server.");
        return false;
    }
    if (length == 0 || length >= DISCORD_ID || guild[strspn(guild, "0123456789")]) {
        text_put(answer, "Say which server: its number, such as 'leave 81384788765712384'. Discord "
                         "shows it to who has switched on Developer Mode, under Copy Server ID.");
        return false;
    }
    if (!discord->is_up) {
        text_put(answer,
                 "Discord is not connected, so no server can be left now. Try again when it is.");
        return false;
    }
    text_putf(answer, "Leaving the server %s. Tables that were stopped there: %d.", guild,
              lost_guild_leave(discord, guild));
    return true;
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
    loop_timer_init(&discord->ask_again, discord->loop, ask_application, discord);
    loop_timer_init(&discord->emoji_again, discord->loop, ask_emoji, discord);
    discord->ask_again_ms = ASK_AGAIN_MS;
}

static void add_port(struct discord *discord)
{
    host_add_port(discord->host, &(struct host_port){
                                     .network = discord->network,
                                     .group = DISCORD_GROUP,
                                     .help = discord_help,
                                     .takes_files = true,
                                     .takes_pages = true,
                                     .draws_panels = true,
                                     .reports_sent = true,
                                     .columns = people_columns,
                                     .language = people_language,
                                     .post = board_post,
                                     .whisper = whisper_to,
                                     .reach = private_reach,
                                     .is_away = places_are_away,
                                     .prefer = whisper_prefer,
                                     .above = places_above,
                                     .find_role = places_find_role,
                                     .find_person = people_mentioned,
                                     .look = people_look,
                                     .nudge = people_nudge,
                                     .wear = people_wear,
                                     .forget = inbox_forget,
                                     .apart = "thread",
                                     .open_apart = threads_open,
                                     .dealt_with = reply_dealt_with,
                                     .show_result = discord->setup.easel ? board_show_result : NULL,
                                     .show_board = discord->setup.easel ? board_show_own : NULL,
                                     .bridged_with = hear_bridged_with,
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
    people_init(discord);
    discord->dms = private_queue_new(discord);
    places_init(discord);
    discord->threads = threads_new();
    discord->inbox = inbox_new();
    discord->backfill = inbox_backfill_new(discord);
    board_list_init(discord);
    discord->replies = reply_list_new();
    discord->interactions = interaction_list_new();
    add_port(discord);
    return &discord->adapter;
}
