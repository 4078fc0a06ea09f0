/* The adapter's life: finds out what the application may do, opens the gateway, passes its events on, and leaves in good
   order. See discord_inside.h for who does the rest. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "gateway.h"
#include "interact.h"
#include "keep.h"
#include "log.h"
#include "rest.h"
#include "text.h"

#ifndef TABLETALK_VERSION
#define TABLETALK_VERSION "0"
#endif

enum {
    /* Guilds, messages in guilds, direct messages; and the text of messages, which is asked for only where it is allowed. */
    INTENTS = 1 << 0 | 1 << 9 | 1 << 12,
    INTENT_CONTENT = 1 << 15,
    FLAG_CONTENT = 1 << 18 | 1 << 19, /* of an application: approved, or switched on by its owner */
    FAREWELL_MS = 2500,
    SETTLE_MS = 50,
    ASK_AGAIN_MS = 5000,
    ASK_AGAIN_MOST_MS = 120000
};

const char discord_user_agent[] = "DiscordBot (https://tabletalk.example, " TABLETALK_VERSION ")";

bool discord_may_read(const json_t *application)
{
    return (field_number(application, "flags") & FLAG_CONTENT) != 0;
}

int64_t discord_now(const struct discord *discord)
{
    return loop_now(discord->loop);
}

void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer)
{
    char code[16];
    snprintf(code, sizeof code, "%d", answer->code ? answer->code : answer->status);
    log_event(LOG_WARN, what, "where", where, "code", code, "why", answer->message ? answer->message : "", (char *)0);
}

/* ---- it cannot go on ---- */

/* `why` lasts for ever. */
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

/* ---- events ---- */

/* What was handed to the host is safe: a restart need not hear it again. What still waits at the door is not. */
static void settle(void *arg)
{
    struct discord *discord = arg;
    bool is_safe = host_is_settled(discord->host), is_all = door_is_idle(discord) && !discord->has_unheard;
    if (!discord->gateway)
        return; /* nothing was handed over yet */
    if (is_safe)
        door_keep(discord);
    if (is_safe && discord->was_asked)
        gateway_served(discord->gateway);
    discord->was_asked &= !is_safe;
    if (is_safe && is_all)
        gateway_settled(discord->gateway);
    else
        loop_timer_set(&discord->settle, SETTLE_MS);
}

static bool wants(void *arg, const char *type, const char *data, size_t length)
{
    return hear_wants(arg, type, data, length);
}

static void copy_id(const json_t *object, char out[DISCORD_ID])
{
    const char *id = json_string_value(json_object_get(object, "id"));
    if (id && strlen(id) < DISCORD_ID)
        snprintf(out, DISCORD_ID, "%s", id);
}

void discord_room_ready(struct discord *discord, const char *room)
{
    discord->is_telling_back = true;
    host_room_ready(discord->host, discord->network, room, discord_now(discord));
    discord->is_telling_back = false;
}

static void ready_room(void *arg, const char *room)
{
    struct discord *discord = arg;
    if (room[0] == '@')
        discord_room_ready(discord, room);
}

static void on_ready(struct discord *discord, const json_t *data)
{
    bool was_up = discord->is_up;
    copy_id(json_object_get(data, "user"), discord->user);
    copy_id(json_object_get(data, "application"), discord->application);
    discord->is_up = true;
    log_event(LOG_INFO, "discord-ready", "network", discord->network, "user", discord->user, (char *)0);
    host_each_room_to_tell(discord->host, discord->network, ready_room, discord);
    slash_register(discord);
    absence_on_ready(discord, data);
    if (json_integer_value(json_array_get(json_object_get(data, "shard"), 0)) == 0)
        missed_in_private(discord); /* direct messages come on shard 0; of the guilds we are told next */
    if (was_up)
        speak_refresh(discord); /* a new session: what happened between the two was not told to us */
}

static void on_user(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    if (answer->outcome == REST_DONE)
        copy_id(answer->body, discord->user);
}

static void ready_any_room(void *arg, const char *room)
{
    struct discord *discord = arg;
    if (room[0] == '@' || places_is_open(discord, room))
        discord_room_ready(discord, room);
}

/* The session is that of the process before: nobody tells us who we are and where, as READY and GUILD_CREATE do. */
static void take_over(struct discord *discord)
{
    if (!discord->user[0])
        rest_send(discord->rest,
                  &(struct rest_request){
                      .lane = REST_PERSON, .method = "GET", .route = "/users/@me", .done = on_user, .arg = discord});
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
    speak_resume(discord);
}

static const struct {
    const char *type;
    void (*run)(struct discord *discord, const json_t *data);
} events[] = {
    {"READY", on_ready},
    {"RESUMED", on_resumed},
    {"MESSAGE_CREATE", door_message},
    {"INTERACTION_CREATE", interact_event},
};

/* By a person, of us. */
static bool is_asking(const struct discord *discord, const char *type, const json_t *data)
{
    return strcmp(type, "INTERACTION_CREATE") == 0 ||
           (strcmp(type, "MESSAGE_CREATE") == 0 && hear_is_of_person(discord, data) && hear_is_meant(discord, data));
}

static void event(void *arg, int shard, const char *type, const json_t *data)
{
    struct discord *discord = arg;
    (void)shard;
    discord->was_asked |= is_asking(discord, type, data);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0)
            events[i].run(discord, data);
    places_event(discord, type, data);
    tidy_soon(discord);
    if (!loop_timer_is_set(&discord->settle))
        loop_timer_set(&discord->settle, 0);
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

enum { PLAYING = 64, READS_KEY = 128 };

static void put_playing(const struct discord *discord, char playing[PLAYING])
{
    struct text text = text_over(playing, PLAYING);
    text_put(&text, "/play");
    if (discord->hears_prefix)
        text_putf(&text, " | %splay", discord->setup.prefix);
}

static void put_reads_key(const struct discord *discord, char key[READS_KEY])
{
    snprintf(key, READS_KEY, "%s:reads", discord->network);
}

void discord_reads_after_all(struct discord *discord)
{
    char playing[PLAYING], key[READS_KEY];
    if (discord->hears_prefix)
        return;
    discord->hears_prefix = true;
    log_event(LOG_INFO, "discord-content-comes", "network", discord->network, (char *)0);
    put_reads_key(discord, key);
    keep_put(discord->setup.keep, key, "yes", NULL, NULL); /* a restart speaks as we do now */
    put_playing(discord, playing);
    gateway_show(discord->gateway, playing);
}

static void open_gateway(struct discord *discord)
{
    const struct discord_setup *setup = &discord->setup;
    char playing[PLAYING];
    put_playing(discord, playing);
    const struct gateway_setup gateway = {.loop = discord->loop,
                                          .keep = setup->keep,
                                          .rest = discord->rest,
                                          .url = setup->gateway,
                                          .ca_file = setup->ca_file,
                                          .token = discord->token,
                                          .user_agent = discord_user_agent,
                                          .intents = INTENTS | (discord->reads_content ? INTENT_CONTENT : 0),
                                          .compresses = true,
                                          .shard_count = setup->shard_count,
                                          .first_shard = setup->first_shard,
                                          .last_shard = setup->last_shard,
                                          .playing = playing,
                                          .wants = wants,
                                          .event = event,
                                          .failed = failed,
                                          .fewer_intents = without_content,
                                          .arg = discord};
    discord->gateway = gateway_new(&gateway);
    gateway_start(discord->gateway);
}

static void check_application(struct discord *discord, const json_t *application)
{
    const char *endpoint = json_string_value(json_object_get(application, "interactions_endpoint_url"));
    copy_id(application, discord->application);
    copy_id(json_object_get(application, "bot"), discord->user); /* where it is there; READY says it, too */
    if (discord->setup.content == DISCORD_CONTENT_AUTO) {
        char key[READS_KEY];
        put_reads_key(discord, key);
        discord->reads_content = discord_may_read(application);
        discord->hears_prefix = discord->reads_content || keep_get(discord->setup.keep, key);
    }
    if (endpoint && *endpoint)
        log_event(
            LOG_WARN, "discord-endpoint", "why",
            "the application has an Interactions Endpoint URL, so buttons and slash commands go there and not here: "
            "empty that field at https://discord.com/developers/applications, page General Information",
            (char *)0);
}

static void on_application(void *arg, const struct rest_answer *answer)
{
    struct discord *discord = arg;
    if (discord->is_stopping)
        return;
    if (answer->outcome == REST_DONE) {
        check_application(discord, answer->body);
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

/* What was answered before still goes out, but not for ever. */
static void watch_rest(void *arg)
{
    struct discord *discord = arg;
    if (rest_count(discord->rest) == 0 || discord_now(discord) >= discord->farewell_at)
        say_farewell(discord);
    else
        loop_timer_set(&discord->farewell, SETTLE_MS);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct discord *discord = (struct discord *)adapter;
    discord->is_stopping = true;
    discord->left = left;
    discord->left_arg = arg;
    discord->farewell_at = discord_now(discord) + FAREWELL_MS;
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
    rest_free(discord->rest); /* first: what the gateway asked of it is forgotten */
    gateway_free(discord->gateway);
    interactions_free(discord->interactions);
    speaker_free(discord->speaker);
    missed_free(discord->missed);
    door_free(discord->door);
    threads_free(discord->threads);
    places_free(discord->places);
    guilds_free(discord->guilds);
    openings_free(discord->openings);
    people_free(discord->people);
    sodium_memzero(discord->token, strlen(discord->token));
    free(discord->token);
    free(discord);
}

/* ---- the host's port ---- */

static enum host_reach reach(void *self, const char *key)
{
    struct discord *discord = self;
    return people_reach(discord, people_get(discord->people, key));
}

static const char *guild_of(void *arg, const char *channel)
{
    return places_guild_of(arg, channel);
}

static void dealt_with(void *self, const char *id)
{
    interact_dealt_with(self, id);
}

/* ---- for the admin ---- */

static void put_state(const struct discord *discord, struct text *out)
{
    int up = 0, all = 0;
    if (discord->gateway)
        gateway_count(discord->gateway, &up, &all);
    text_putf(out, "state=%s\n",
              discord->is_stopping   ? "leaving"
              : discord->rests       ? "resting until the configuration is read again (SIGHUP)"
              : all > 0 && up == all ? "up"
              : discord->gateway     ? "connecting"
                                     : "asking Discord about the application");
    if (discord->rests)
        text_putf(out, "why=%s\n", discord->rests);
    text_putf(out, "shards_up=%d of %d\n", up, all);
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

static bool order(struct adapter *adapter, const char *words, struct text *answer)
{
    if (strncmp(words, "leave ", 6) == 0)
        return absence_leave((struct discord *)adapter, words + 6, answer);
    text_put(answer, "Discord knows one order: leave, with the number of a server.");
    return false;
}

static const struct adapter_ops ops = {
    .name = "discord", .start = start, .stop = stop, .free = free_discord, .status = status, .order = order};

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
    loop_timer_init(&discord->farewell, discord->loop, watch_rest, discord);
    loop_timer_init(&discord->settle, discord->loop, settle, discord);
    loop_timer_init(&discord->ask_again, discord->loop, ask_application, discord);
    loop_timer_init(&discord->tidy, discord->loop, tidy_on_time, discord);
    discord->rest = rest_new(&(struct rest_setup){.loop = setup->loop,
                                                  .base = setup->api,
                                                  .ca_file = setup->ca_file,
                                                  .token = setup->token,
                                                  .user_agent = discord_user_agent,
                                                  .guild_of = guild_of,
                                                  .token_died = failed,
                                                  .arg = discord});
    discord->people = people_new(discord);
    discord->openings = openings_new(discord);
    discord->guilds = guilds_new();
    discord->places = places_new(discord);
    discord->threads = threads_new();
    discord->door = door_new();
    discord->missed = missed_new(discord);
    discord->speaker = speaker_new(discord);
    discord->interactions = interactions_new(discord);
    host_add_port(discord->host, &(struct host_port){.network = discord->network,
                                                     .reports_sent = true,
                                                     .post = speak_post,
                                                     .whisper = whisper_to,
                                                     .reach = reach,
                                                     .prefer = people_prefer,
                                                     .apart = "thread",
                                                     .open_apart = threads_open,
                                                     .dealt_with = dealt_with,
                                                     .self = discord});
    return &discord->adapter;
}
