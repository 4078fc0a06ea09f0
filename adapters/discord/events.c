/* See events.h. */
#include "events.h"

#include <string.h>

#include "absence.h"
#include "backfill.h"
#include "guilds.h"
#include "log.h"
#include "places.h"
#include "post.h"

static const char *id_of(const json_t *object)
{
    const char *id = json_string_value(json_object_get(object, "id"));
    return id && strlen(id) < DISCORD_ID ? id : "";
}

/* One that is there now: true if it has a table. */
static bool on_channel(struct discord *discord, const char *guild, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    post_may_try(discord, room);
    if (!host_find(discord->host, discord->network, room))
        return false;
    places_note(discord, room, guild);
    places_room_ready(discord, room);
    return true;
}

/* Of a guild that is there again, or for the first time: nobody told us what was said meanwhile. */
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

/* Who may do what there may be another matter now. */
static void on_channel_update(struct discord *discord, const json_t *data)
{
    char room[HOST_ROOM];
    room_of_channel(id_of(data), room);
    post_may_try(discord, room);
}

static void on_role(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    guilds_on_role(discord, data);
    if (field_id(data, "guild_id", guild))
        post_may_try_in(discord, guild);
}

/* Of others we are told nothing: their roles come with what they say. Ours say where we may write. */
static void on_member_update(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    if (strcmp(id_of(json_object_get(data, "user")), discord->user) == 0 && field_id(data, "guild_id", guild))
        post_may_try_in(discord, guild);
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

static const struct {
    const char *type;
    void (*run)(struct discord *discord, const json_t *data);
} events[] = {
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

bool events_wants(const char *type)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0)
            return true;
    return false;
}

bool events_take(struct discord *discord, const char *type, const json_t *data)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0) {
            events[i].run(discord, data);
            return true;
        }
    return false;
}
