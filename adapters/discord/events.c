/* See events.h. */
#include "events.h"

#include <string.h>

#include "absence.h"
#include "backfill.h"
#include "elsewhere.h"
#include "guilds.h"
#include "hear.h"
#include "inbox.h"
#include "interaction.h"
#include "log.h"
#include "lost_room.h"
#include "overwrites.h"
#include "people.h"
#include "places.h"
#include "post.h"
#include "rest.h"
#include "slash.h"
#include "tables.h"

static const char *id_of(const json_t *object)
{
    const char *id = json_string_value(json_object_get(object, "id"));
    return id && strlen(id) < DISCORD_ID ? id : "";
}

/* A channel that exists: true if it has a table. */
static bool on_channel(struct discord *discord, const char *guild, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    lost_room_may_try(discord, room);
    if (!host_has_table(discord->host, discord->network, room))
        return false;
    places_note(discord, room, guild);
    places_room_ready(discord, room);
    return true;
}

/* The channels of a guild that came back, or is new to us: messages may have been missed there. */
static void on_channels(struct discord *discord, const char *guild, const json_t *channels)
{
    for (size_t i = 0; i < json_array_size(channels); i++) {
        const char *channel = id_of(json_array_get(channels, i));
        if (on_channel(discord, guild, channel))
            backfill_in(discord, channel, guild);
    }
}

static void on_guild_create(struct discord *discord, const json_t *data)
{
    if (!*id_of(data) || json_is_true(json_object_get(data, "unavailable")))
        return;
    guilds_note(discord, data);
    absence_end(discord, id_of(data));
    on_channels(discord, id_of(data), json_object_get(data, "channels"));
    on_channels(discord, id_of(data), json_object_get(data, "threads"));
    post_resume(discord);
}

/* We were removed, or an outage begins. */
static void on_guild_delete(struct discord *discord, const json_t *data)
{
    const char *id = id_of(data);
    if (!*id)
        return;
    if (json_is_true(json_object_get(data, "unavailable"))) {
        log_event(LOG_WARN, "discord-guild-out", "guild", id, (char *)0);
        guilds_set_out(discord, id);
        return;
    }
    log_event(LOG_INFO, "discord-guild-left", "guild", id, (char *)0);
    guilds_forget(discord, id);
    absence_begin(discord, id);
}

static void on_channel_gone(struct discord *discord, const json_t *data)
{
    post_channel_gone(discord, id_of(data));
}

/* Our rights there may have changed, and those of others. */
static void on_channel_update(struct discord *discord, const json_t *data)
{
    char room[HOST_ROOM];
    room_of_channel(id_of(data), room);
    overwrites_on_update(discord, data);
    lost_room_may_try(discord, room);
}

static void on_role(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    guilds_on_role(discord, data);
    if (field_id(data, "guild_id", guild))
        lost_room_may_try_in(discord, guild);
}

/* Discord tells this only of ourselves: our roles say where we may write. Those of others come
   with what they say. */
static void on_member_update(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    if (strcmp(id_of(json_object_get(data, "user")), discord->user) == 0 &&
        field_id(data, "guild_id", guild))
        lost_room_may_try_in(discord, guild);
}

static void on_thread(struct discord *discord, const json_t *data)
{
    const char *guild = json_string_value(json_object_get(data, "guild_id"));
    on_channel(discord, guild ? guild : "", id_of(data));
}

static void on_message_gone(struct discord *discord, const json_t *data)
{
    const char *channel = json_string_value(json_object_get(data, "channel_id"));
    const json_t *ids = json_object_get(data, "ids");
    if (!channel)
        return;
    post_deleted(discord, channel, id_of(data));
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        post_deleted(discord, channel, id ? id : "");
    }
}

static void on_message(struct discord *discord, const json_t *data)
{
    char channel[DISCORD_ID];
    if (inbox_message(discord, data) && field_id(data, "channel_id", channel))
        backfill_hurry(discord, channel); /* somebody waits for an answer */
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
    overwrites_on_ready(discord);
    slash_register(discord);
    absence_on_ready(discord, data);
    if (json_integer_value(json_array_get(json_object_get(data, "shard"), 0)) == 0)
        /* direct messages come on shard 0; the guilds are told next */
        backfill_in_private(discord);
    if (was_up)
        post_refresh(discord); /* a new session: what happened in between was not told */
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

/* The session of an earlier process goes on: no READY and no GUILD_CREATE tells who we are and
   in which guilds. */
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
    post_resume(discord);
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
    {"GUILD_UPDATE", guilds_on_update},
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

bool events_wants(void *discord, const char *type, const char *data, size_t length)
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

void events_take(void *arg, int shard, const char *type, const json_t *data)
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
