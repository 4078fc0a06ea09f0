/* Guilds and channels: which guild a room lies in, who may command there, what is out of reach. Keeps of a guild only what
   is asked about: its owner and the roles that may manage it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "log.h"
#include "rest.h"

#define PERMISSION_ADMINISTRATOR (UINT64_C(1) << 3)
#define PERMISSION_MANAGE_GUILD  (UINT64_C(1) << 5)

enum { ASK_MS = 10 * 1000, ASK_AGAIN_MS = 60 * 1000 };

struct role {
    struct role *next;
    char id[DISCORD_ID];
};

struct guild {
    struct guild *next;
    char id[DISCORD_ID], owner[DISCORD_ID];
    bool is_out;        /* an outage: nothing is said there until it is back */
    bool is_known;      /* and what follows */
    bool is_asked;      /* how it is, at this moment */
    int64_t ask_again;  /* not before: that failed */
    struct role *roles; /* whose members may manage it */
};

/* A room with a table, or that had one. */
struct place {
    struct place *next;
    char room[HOST_ROOM], guild[DISCORD_ID];
};

struct places {
    struct guild *guilds;
    struct place *places;
};

struct places *places_new(void)
{
    struct places *places = calloc(1, sizeof *places);
    check(places);
    return places;
}

static void free_roles(struct guild *guild)
{
    while (guild->roles) {
        struct role *role = guild->roles;
        guild->roles = role->next;
        free(role);
    }
}

void places_free(struct places *places)
{
    while (places && places->guilds) {
        struct guild *guild = places->guilds;
        places->guilds = guild->next;
        free_roles(guild);
        free(guild);
    }
    while (places && places->places) {
        struct place *place = places->places;
        places->places = place->next;
        free(place);
    }
    free(places);
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

static struct place *place_of(const struct places *places, const char *room)
{
    struct place *place = places->places;
    while (place && strcmp(place->room, room) != 0)
        place = place->next;
    return place;
}

static struct guild *guild_of(const struct places *places, const char *id)
{
    struct guild *guild = places->guilds;
    while (guild && strcmp(guild->id, id) != 0)
        guild = guild->next;
    return guild;
}

const char *places_guild(const struct discord *discord, const char *room)
{
    const struct place *place = place_of(discord->places, room);
    return place && place->guild[0] ? place->guild : NULL;
}

bool places_is_open(const struct discord *discord, const char *room)
{
    const struct place *place = place_of(discord->places, room);
    const struct guild *guild = place ? guild_of(discord->places, place->guild) : NULL;
    return discord->is_up && !(guild && guild->is_out);
}

const char *places_guild_of(const struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    const struct place *place = place_of(discord->places, room);
    return place ? place->guild : "";
}

/* ---- who may command ---- */

static const char *id_of(const json_t *object)
{
    const char *id = json_string_value(json_object_get(object, "id"));
    return id && strlen(id) < DISCORD_ID ? id : "";
}

static bool may_manage(const json_t *permissions)
{
    const char *text = json_string_value(permissions);
    return text && strtoull(text, NULL, 10) & (PERMISSION_ADMINISTRATOR | PERMISSION_MANAGE_GUILD);
}

static bool is_managing(const struct guild *guild, const char *id)
{
    const struct role *role = guild->roles;
    while (role && strcmp(role->id, id) != 0)
        role = role->next;
    return role != NULL;
}

static bool has_managing_role(const struct guild *guild, const json_t *member)
{
    const json_t *roles = json_object_get(member, "roles");
    for (size_t i = 0; i < json_array_size(roles); i++) {
        const char *id = json_string_value(json_array_get(roles, i));
        if (id && is_managing(guild, id))
            return true;
    }
    return false;
}

unsigned places_rank(struct discord *discord, const char *guild, const char *user, const json_t *member)
{
    const struct guild *known = guild ? guild_of(discord->places, guild) : NULL;
    unsigned rank = 0;
    for (int i = 0; i < discord->setup.admin_count; i++)
        if (strcmp(discord->setup.admins[i], user) == 0)
            rank |= RANK_ADMIN;
    if (may_manage(json_object_get(member, "permissions")) ||
        (known && (strcmp(known->owner, user) == 0 || has_managing_role(known, member))))
        rank |= RANK_OPERATOR;
    return rank;
}

static void note_role(struct guild *guild, const json_t *role)
{
    const char *id = id_of(role);
    if (!*id || strcmp(id, guild->id) == 0 || !may_manage(json_object_get(role, "permissions")))
        return; /* that of everybody has the guild's own id, and would make everybody an operator */
    struct role *noted = calloc(1, sizeof *noted);
    check(noted);
    snprintf(noted->id, sizeof noted->id, "%s", id);
    noted->next = guild->roles;
    guild->roles = noted;
}

static void forget_role(struct guild *guild, const char *id)
{
    for (struct role **link = &guild->roles; *link; link = &(*link)->next)
        if (strcmp((*link)->id, id) == 0) {
            struct role *role = *link;
            *link = role->next;
            free(role);
            return;
        }
}

static void on_role(struct discord *discord, const json_t *data)
{
    const char *id = json_string_value(json_object_get(data, "guild_id"));
    const json_t *role = json_object_get(data, "role");
    const char *deleted = json_string_value(json_object_get(data, "role_id"));
    struct guild *guild = id ? guild_of(discord->places, id) : NULL;
    if (!guild)
        return;
    forget_role(guild, deleted ? deleted : id_of(role));
    if (role)
        note_role(guild, role);
}

/* ---- what comes and goes ---- */

static struct guild *guild_new(struct places *places, const char *id)
{
    struct guild *guild = calloc(1, sizeof *guild);
    check(guild && strlen(id) < DISCORD_ID);
    snprintf(guild->id, sizeof guild->id, "%s", id);
    guild->next = places->guilds;
    places->guilds = guild;
    return guild;
}

static void note_guild(struct discord *discord, const json_t *data)
{
    const char *id = id_of(data), *owner = json_string_value(json_object_get(data, "owner_id"));
    const json_t *roles = json_object_get(data, "roles");
    struct guild *guild = guild_of(discord->places, id);
    if (!guild)
        guild = guild_new(discord->places, id);
    guild->is_out = false;
    guild->is_known = true;
    snprintf(guild->owner, sizeof guild->owner, "%s", owner ? owner : "");
    free_roles(guild);
    for (size_t i = 0; i < json_array_size(roles); i++)
        note_role(guild, json_array_get(roles, i));
}

struct waiting_guild {
    struct discord *discord;
    char id[DISCORD_ID];
};

static void on_guild(void *arg, const struct rest_answer *answer)
{
    struct waiting_guild *waiting = arg;
    struct discord *discord = waiting->discord;
    struct guild *guild = guild_of(discord->places, waiting->id);
    guild->is_asked = false;
    if (answer->outcome == REST_DONE && strcmp(id_of(answer->body), guild->id) == 0) {
        note_guild(discord, answer->body);
    } else {
        discord_log_refusal("discord-guild-unknown", guild->id, answer);
        guild->ask_again = discord_now(discord) + ASK_AGAIN_MS;
    }
    free(waiting);
    door_guild_known(discord);
}

static void ask_guild(struct discord *discord, struct guild *guild)
{
    struct waiting_guild *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    waiting->discord = discord;
    memcpy(waiting->id, guild->id, sizeof waiting->id);
    guild->is_asked = true;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/guilds/{}",
                                                    .ids = {guild->id},
                                                    .deadline = discord_now(discord) + ASK_MS,
                                                    .done = on_guild,
                                                    .arg = waiting,
                                                    .forget = free});
}

/* After a restart that resumes the session no guild is told of: who commands there is asked. Whoever cannot be told commands
   nobody. */
bool places_knows(struct discord *discord, const char *id)
{
    struct guild *guild = guild_of(discord->places, id);
    if (!guild)
        guild = guild_new(discord->places, id);
    if (!guild->is_known && !guild->is_asked && discord_now(discord) >= guild->ask_again)
        ask_guild(discord, guild);
    return !guild->is_asked;
}

void places_note(struct discord *discord, const char *room, const char *guild)
{
    struct places *places = discord->places;
    speak_room_is_back(discord, room);
    if (place_of(places, room) || strlen(guild) >= DISCORD_ID)
        return;
    struct place *place = calloc(1, sizeof *place);
    check(place);
    snprintf(place->room, sizeof place->room, "%s", room);
    snprintf(place->guild, sizeof place->guild, "%s", guild);
    place->next = places->places;
    places->places = place;
}

/* One that is there now: true if it has a table. */
static bool on_channel(struct discord *discord, const char *guild, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    speak_room_is_back(discord, room);
    if (!host_find(discord->host, discord->network, room))
        return false;
    places_note(discord, room, guild);
    host_room_ready(discord->host, discord->network, room, discord_now(discord));
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
    note_guild(discord, data);
    on_channels(discord, id_of(data), json_object_get(data, "channels"));
    on_channels(discord, id_of(data), json_object_get(data, "threads"));
    speak_resume(discord);
}

/* We were removed: nobody can play there any more. The records stay. */
static void close_tables(struct discord *discord, const char *guild)
{
    for (const struct place *place = discord->places->places; place; place = place->next) {
        struct table_room *room = host_find(discord->host, discord->network, place->room);
        char channel[DISCORD_ID];
        if (strcmp(place->guild, guild) != 0 || !channel_of_room(place->room, channel))
            continue;
        speak_removed(discord, channel);
        if (room)
            host_stop(discord->host, room,
                      &(struct heard){.network = discord->network,
                                      .room = place->room,
                                      .group = guild,
                                      .key = discord->user,
                                      .name = "",
                                      .rank = RANK_ADMIN,
                                      .text = "stop",
                                      .now = discord_now(discord)});
    }
}

static void on_guild_delete(struct discord *discord, const json_t *data)
{
    const char *id = id_of(data);
    struct guild *guild = guild_of(discord->places, id);
    if (json_is_true(json_object_get(data, "unavailable"))) {
        log_event(LOG_WARN, "discord-guild-out", "guild", id, (char *)0);
        if (guild)
            guild->is_out = true;
        return;
    }
    log_event(LOG_INFO, "discord-guild-left", "guild", id, (char *)0);
    close_tables(discord, id);
}

static void on_channel_gone(struct discord *discord, const json_t *data)
{
    speak_channel_gone(discord, id_of(data));
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
    {"GUILD_CREATE", on_guild_create},        {"GUILD_DELETE", on_guild_delete}, {"GUILD_ROLE_CREATE", on_role},
    {"GUILD_ROLE_UPDATE", on_role},           {"GUILD_ROLE_DELETE", on_role},    {"CHANNEL_DELETE", on_channel_gone},
    {"THREAD_DELETE", on_channel_gone},       {"THREAD_CREATE", on_thread},      {"MESSAGE_DELETE", on_message_gone},
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
