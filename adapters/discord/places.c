/* Rooms: which guild each lies in, and what happens to guilds and channels, and so to the rooms there. What is known of a room
   with a table is kept, so that it is known after a restart. Who may command: guilds.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "json_fields.h"
#include "keep.h"
#include "log.h"
#include "shelf.h"

enum {
    PLACES_MOST = 1000, /* rooms that are remembered; those with tables are kept besides */
    IDLE_MS = 30 * 60 * 1000
};

struct place {
    struct shelf_item item; /* first */
    char room[HOST_ROOM], guild[DISCORD_ID];
};

struct places {
    struct shelf shelf;
};

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg;
    (void)item;
    return true;
}

static void free_place(struct shelf_item *item)
{
    free((struct place *)item);
}

struct places *places_new(struct discord *discord)
{
    struct places *places = calloc(1, sizeof *places);
    check(places);
    shelf_init(&places->shelf,
               &(struct shelf_rules){
                   .most = PLACES_MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_place, .arg = discord});
    return places;
}

void places_free(struct places *places)
{
    if (places)
        shelf_fini(&places->shelf);
    free(places);
}

void places_tidy(struct discord *discord)
{
    shelf_tidy(&discord->places->shelf, discord_now(discord));
}

size_t places_count(const struct discord *discord)
{
    return discord->places->shelf.count;
}

/* ---- rooms are channels ---- */

void room_of_channel(const char *channel, char room[HOST_ROOM])
{
    snprintf(room, HOST_ROOM, "<#%s>", channel);
}

bool channel_of_room(const char *room, char channel[DISCORD_ID])
{
    size_t length = strspn(room + (room[0] == '<' ? 2 : 0), "0123456789");
    if (strncmp(room, "<#", 2) != 0 || length == 0 || length >= DISCORD_ID || strcmp(room + 2 + length, ">") != 0)
        return false;
    snprintf(channel, DISCORD_ID, "%.*s", (int)length, room + 2);
    return true;
}

static void put_key(const struct discord *discord, const char *room, char key[128])
{
    snprintf(key, 128, "%s:place:%s", discord->network, room);
}

static struct place *place_add(struct discord *discord, const char *room, const char *guild)
{
    struct place *place = calloc(1, sizeof *place);
    check(place && strlen(room) < sizeof place->room && strlen(guild) < sizeof place->guild);
    snprintf(place->room, sizeof place->room, "%s", room);
    snprintf(place->guild, sizeof place->guild, "%s", guild);
    shelf_add(&discord->places->shelf, &place->item, place->room, discord_now(discord));
    return place;
}

static struct place *place_of(struct discord *discord, const char *room)
{
    struct place *place = (struct place *)shelf_find(&discord->places->shelf, room);
    char key[128];
    if (place) {
        shelf_use(&discord->places->shelf, &place->item, discord_now(discord));
        return place;
    }
    put_key(discord, room, key);
    const char *guild = keep_get(discord->setup.keep, key);
    return guild && strlen(guild) < DISCORD_ID ? place_add(discord, room, guild) : NULL;
}

const char *places_guild(struct discord *discord, const char *room)
{
    const struct place *place = place_of(discord, room);
    return place && place->guild[0] ? place->guild : NULL;
}

const char *places_guild_of(struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    const char *guild = places_guild(discord, room);
    return guild ? guild : "";
}

bool places_is_open(struct discord *discord, const char *room)
{
    const char *guild = places_guild(discord, room);
    return discord->is_up && !(guild && (guilds_is_out(discord, guild) || absence_is(discord, guild)));
}

void places_note(struct discord *discord, const char *room, const char *guild)
{
    struct place *place = place_of(discord, room);
    if (strlen(guild) >= DISCORD_ID)
        return;
    if (place)
        snprintf(place->guild, sizeof place->guild, "%s", guild);
    else
        place_add(discord, room, guild);
}

void places_keep(struct discord *discord, const char *room)
{
    const char *guild = places_guild(discord, room);
    char key[128];
    put_key(discord, room, key);
    const char *kept = keep_get(discord->setup.keep, key);
    if (guild && (!kept || strcmp(kept, guild) != 0))
        keep_put(discord->setup.keep, key, guild, NULL, NULL);
}

/* ---- what comes and goes ---- */

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
    speak_may_try(discord, room);
    if (!host_find(discord->host, discord->network, room))
        return false;
    places_note(discord, room, guild);
    discord_room_ready(discord, room);
    return true;
}

/* Of a guild that is there again, or for the first time: nobody told us what was said meanwhile. */
static void on_channels(struct discord *discord, const char *guild, const json_t *channels)
{
    for (size_t i = 0; i < json_array_size(channels); i++) {
        const char *channel = id_of(json_array_get(channels, i));
        if (on_channel(discord, guild, channel))
            missed_in(discord, channel, guild);
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
    speak_resume(discord);
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
    speak_channel_gone(discord, id_of(data));
}

/* Who may do what there may be another matter now. */
static void on_channel_update(struct discord *discord, const json_t *data)
{
    char room[HOST_ROOM];
    room_of_channel(id_of(data), room);
    speak_may_try(discord, room);
}

static void on_role(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    guilds_on_role(discord, data);
    if (field_id(data, "guild_id", guild))
        speak_may_try_in(discord, guild);
}

/* Of others we are told nothing: their roles come with what they say. Ours say where we may write. */
static void on_member_update(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID];
    if (strcmp(id_of(json_object_get(data, "user")), discord->user) == 0 && field_id(data, "guild_id", guild))
        speak_may_try_in(discord, guild);
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
    speak_deleted(discord, channel, id_of(data));
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        speak_deleted(discord, channel, id ? id : "");
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

bool places_wants(const char *type)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0)
            return true;
    return false;
}

bool places_event(struct discord *discord, const char *type, const json_t *data)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i].type, type) == 0) {
            events[i].run(discord, data);
            return true;
        }
    return false;
}
