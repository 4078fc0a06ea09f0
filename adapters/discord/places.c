/* See places.h. */
#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "log.h"
#include "rest.h"
#include "shelf.h"

enum {
    PLACES_MOST = 1000, /* rooms that are remembered; those with tables are kept besides */
    IDLE_MS = 30 * 60 * 1000,
    GUILDS_MOST = 5000, /* that are remembered; what is forgotten is asked again */
    GUILD_IDLE_MS = 7 * 24 * 3600 * 1000,
    ROLES_MOST = 512,         /* of a guild; Discord allows 250 */
    ASK_AGAIN_MS = 60 * 1000, /* each refusal makes it twice as long */
    ASK_AGAIN_MOST_MS = 24 * 3600 * 1000
};

#define ALL_RIGHTS (~UINT64_C(0))

struct role {
    uint64_t id, rights;
};

struct guild {
    struct shelf_item item; /* first */
    char id[DISCORD_ID], owner[DISCORD_ID];
    bool is_removed;   /* we are: places_removed() */
    bool is_out;       /* an outage: nothing is said there until it is back */
    bool is_known;     /* and what follows */
    bool is_asked;     /* how it is, at this moment */
    bool has_changed;  /* since then: what is answered may be older */
    int64_t ask_again; /* not before: that failed */
    int64_t ask_again_ms;
    struct role *roles; /* all, that of everybody too: it has the guild's id */
    int role_count;
};

struct place {
    struct shelf_item item; /* first */
    char room[HOST_ROOM], guild[DISCORD_ID];
    bool is_kept; /* as it is */
};

struct places {
    struct shelf guilds, rooms;
};

static void free_guild(struct shelf_item *item)
{
    struct guild *guild = (struct guild *)item;
    free(guild->roles);
    free(guild);
}

static bool is_guild_idle(void *arg, const struct shelf_item *item)
{
    const struct guild *guild = (const struct guild *)item;
    (void)arg;
    return !guild->is_asked && !guild->is_out;
}

static bool is_room_idle(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return true;
}

static void free_place(struct shelf_item *item)
{
    free((struct place *)item);
}

struct places *places_new(void)
{
    struct places *places = calloc(1, sizeof *places);
    check(places);
    shelf_init(&places->guilds,
               &(struct shelf_rules){
                   .most = GUILDS_MOST, .idle_ms = GUILD_IDLE_MS, .is_idle = is_guild_idle, .free = free_guild});
    shelf_init(
        &places->rooms,
        &(struct shelf_rules){.most = PLACES_MOST, .idle_ms = IDLE_MS, .is_idle = is_room_idle, .free = free_place});
    return places;
}

void places_free(struct places *places)
{
    if (places) {
        shelf_fini(&places->guilds);
        shelf_fini(&places->rooms);
    }
    free(places);
}

void places_tidy(struct discord *discord)
{
    shelf_tidy(&discord->places->guilds, loop_now(discord->loop));
    shelf_tidy(&discord->places->rooms, loop_now(discord->loop));
}

size_t places_count(const struct discord *discord)
{
    return discord->places->rooms.count;
}

static struct guild *guild_of(const struct discord *discord, const char *id)
{
    return (struct guild *)shelf_find(&discord->places->guilds, id);
}

/* ---- those that we were removed from ---- */

static void put_removed_key(const struct discord *discord, const char *guild, char key[128])
{
    snprintf(key, 128, "%s:removed:%s", discord->network, guild);
}

const char *places_removed(const struct discord *discord, const char *guild)
{
    char key[128];
    put_removed_key(discord, guild, key);
    return keep_get(discord->setup.keep, key);
}

void places_set_removed(struct discord *discord, const char *guild, const char *row)
{
    char key[128];
    put_removed_key(discord, guild, key);
    keep_put(discord->setup.keep, key, row, NULL, NULL);
    struct guild *known = guild_of(discord, guild);
    if (known)
        known->is_removed = row != NULL;
}

void places_each_removed(const struct discord *discord, void (*each)(void *arg, const char *key, const char *row),
                         void *arg)
{
    char prefix[128];
    put_removed_key(discord, "", prefix);
    keep_each(discord->setup.keep, prefix, each, arg);
}

/* ---- guilds ---- */

static struct guild *guild_get(struct discord *discord, const char *id)
{
    struct guild *guild = guild_of(discord, id);
    if (guild) {
        shelf_use(&discord->places->guilds, &guild->item, loop_now(discord->loop));
        return guild;
    }
    guild = calloc(1, sizeof *guild);
    check(guild && strlen(id) < DISCORD_ID);
    snprintf(guild->id, sizeof guild->id, "%s", id);
    guild->is_removed = places_removed(discord, id);
    shelf_add(&discord->places->guilds, &guild->item, guild->id, loop_now(discord->loop));
    return guild;
}

/* ---- what is said of them ---- */

static uint64_t number_of(const json_t *object, const char *key)
{
    char text[DISCORD_ID];
    return field_id(object, key, text) ? strtoull(text, NULL, 10) : 0;
}

static struct role *role_of(const struct guild *guild, uint64_t id)
{
    for (int i = 0; i < guild->role_count; i++)
        if (guild->roles[i].id == id)
            return &guild->roles[i];
    return NULL;
}

static void note_role(struct guild *guild, const json_t *role)
{
    uint64_t id = number_of(role, "id");
    struct role *known = role_of(guild, id);
    if (!known && (id == 0 || guild->role_count >= ROLES_MOST))
        return;
    if (!known) {
        guild->roles = realloc(guild->roles, (size_t)(guild->role_count + 1) * sizeof *guild->roles);
        check(guild->roles);
        known = &guild->roles[guild->role_count++];
    }
    *known = (struct role){.id = id, .rights = number_of(role, "permissions")};
}

static void forget_role(struct guild *guild, uint64_t id)
{
    struct role *role = role_of(guild, id);
    if (role)
        *role = guild->roles[--guild->role_count];
}

void guilds_note(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    const json_t *roles = json_object_get(data, "roles");
    if (!field_id(data, "id", id))
        return;
    struct guild *guild = guild_get(discord, id);
    guild->is_out = guild->has_changed = false;
    guild->is_known = true;
    guild->ask_again_ms = 0;
    field_id(data, "owner_id", guild->owner);
    guild->role_count = 0;
    for (size_t i = 0; i < json_array_size(roles); i++)
        note_role(guild, json_array_get(roles, i));
}

void guilds_on_update(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    struct guild *guild = field_id(data, "id", id) ? guild_of(discord, id) : NULL;
    if (!guild)
        return; /* it is asked when somebody commands there */
    if (json_is_array(json_object_get(data, "roles")) && json_object_get(data, "owner_id"))
        guilds_note(discord, data);
    else
        guild->is_known = false; /* half a guild: who owns it is asked */
    guild->has_changed = guild->is_asked;
}

void guilds_on_role(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    const json_t *role = json_object_get(data, "role");
    struct guild *guild = field_id(data, "guild_id", id) ? guild_of(discord, id) : NULL;
    if (!guild)
        return;
    guild->has_changed = guild->is_asked;
    if (role)
        note_role(guild, role);
    else
        forget_role(guild, number_of(data, "role_id"));
}

void guilds_set_out(struct discord *discord, const char *id)
{
    guild_get(discord, id)->is_out = true;
}

void guilds_forget(struct discord *discord, const char *id)
{
    struct guild *guild = guild_of(discord, id);
    if (guild && !guild->is_asked)
        shelf_drop(&discord->places->guilds, &guild->item);
    else if (guild)
        guild->is_known = guild->is_out = false;
}

/* ---- what nobody said is asked ---- */

bool guilds_is_to_be_asked(struct discord *discord, const char *id)
{
    struct guild *guild = guild_get(discord, id);
    if (guild->is_known || guild->is_asked || loop_now(discord->loop) < guild->ask_again)
        return false;
    guild->is_asked = true;
    return true;
}

bool guilds_answer(struct discord *discord, const char *id, const struct rest_answer *answer)
{
    struct guild *guild = guild_get(discord, id);
    char told[DISCORD_ID];
    bool is_told = answer->outcome == REST_DONE && field_id(answer->body, "id", told) && strcmp(told, id) == 0;
    bool is_stale = is_told && guild->has_changed;
    guild->is_asked = is_stale;
    guild->has_changed = false;
    if (is_told && !is_stale)
        guilds_note(discord, answer->body);
    if (is_told)
        return is_stale;
    discord_log_refusal("discord-guild-unknown", id, answer);
    guild->ask_again_ms = guild->ask_again_ms == 0 ? ASK_AGAIN_MS : guild->ask_again_ms * 2;
    if (guild->ask_again_ms > ASK_AGAIN_MOST_MS)
        guild->ask_again_ms = ASK_AGAIN_MOST_MS;
    guild->ask_again = loop_now(discord->loop) + guild->ask_again_ms;
    return false;
}

bool guilds_knows(const struct discord *discord, const char *id)
{
    const struct guild *guild = guild_of(discord, id);
    return guild && !guild->is_asked;
}

/* ---- who may do what ---- */

static uint64_t rights_of_roles(const struct guild *guild, const json_t *member)
{
    const json_t *ids = json_object_get(member, "roles");
    uint64_t rights = 0;
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        const struct role *role = id ? role_of(guild, strtoull(id, NULL, 10)) : NULL;
        rights |= role ? role->rights : 0;
    }
    return rights;
}

unsigned guilds_rank(struct discord *discord, const char *id, const char *user, const json_t *member)
{
    const struct guild *guild = id ? guild_of(discord, id) : NULL;
    const uint64_t managing = RIGHT_ADMINISTRATOR | RIGHT_MANAGE_GUILD;
    uint64_t rights = number_of(member, "permissions");
    unsigned rank = 0;
    for (int i = 0; i < discord->setup.admin_count; i++)
        if (strcmp(discord->setup.admins[i], user) == 0)
            rank |= RANK_ADMIN;
    if (guild && guild->is_known) /* of everybody's role nobody becomes an operator */
        rights |= strcmp(guild->owner, user) == 0 ? ALL_RIGHTS : rights_of_roles(guild, member);
    return rights & managing ? rank | RANK_OPERATOR : rank;
}

/* A member's own overwrite counts last, those of roles before, that of everybody first. */
static uint64_t overwrite(uint64_t rights, const json_t *channel, const char *guild, const char *user,
                          const json_t *member)
{
    const json_t *overwrites = json_object_get(channel, "permission_overwrites"),
                 *roles = json_object_get(member, "roles");
    uint64_t allow[3] = {0}, deny[3] = {0};
    for (size_t i = 0; i < json_array_size(overwrites); i++) {
        const json_t *one = json_array_get(overwrites, i);
        char id[DISCORD_ID];
        int level = -1;
        field_id(one, "id", id);
        if (strcmp(id, guild) == 0)
            level = 0;
        else if (strcmp(id, user) == 0)
            level = 2;
        for (size_t j = 0; j < json_array_size(roles) && level < 0; j++)
            if (json_is_string(json_array_get(roles, j)) &&
                strcmp(json_string_value(json_array_get(roles, j)), id) == 0)
                level = 1;
        if (level < 0)
            continue;
        allow[level] |= number_of(one, "allow");
        deny[level] |= number_of(one, "deny");
    }
    for (int level = 0; level < 3; level++)
        rights = (rights & ~deny[level]) | allow[level];
    return rights;
}

uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user, const json_t *member,
                       const json_t *channel)
{
    const struct guild *guild = guild_of(discord, id);
    if (!guild || !guild->is_known)
        return 0;
    const struct role *everybody = role_of(guild, strtoull(id, NULL, 10));
    uint64_t rights = rights_of_roles(guild, member) | (everybody ? everybody->rights : 0);
    if (strcmp(guild->owner, user) == 0 || rights & RIGHT_ADMINISTRATOR)
        return ALL_RIGHTS;
    return overwrite(rights, channel, id, user, member);
}

/* ---- rooms ---- */

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
    shelf_add(&discord->places->rooms, &place->item, place->room, loop_now(discord->loop));
    return place;
}

static struct place *place_of(struct discord *discord, const char *room)
{
    struct place *place = (struct place *)shelf_find(&discord->places->rooms, room);
    char key[128];
    if (place) {
        shelf_use(&discord->places->rooms, &place->item, loop_now(discord->loop));
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

const char *places_guild_of(void *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    const char *guild = places_guild(discord, room);
    return guild ? guild : "";
}

bool places_is_open(struct discord *discord, const char *room)
{
    const char *id = places_guild(discord, room);
    const struct guild *guild = id ? guild_of(discord, id) : NULL;
    bool is_shut = guild ? guild->is_out || guild->is_removed : id && places_removed(discord, id);
    return discord->is_up && !is_shut;
}

void places_note(struct discord *discord, const char *room, const char *guild)
{
    struct place *place = place_of(discord, room);
    if (strlen(guild) >= DISCORD_ID || (place && strcmp(place->guild, guild) == 0))
        return;
    if (place)
        place->is_kept = false;
    if (place)
        snprintf(place->guild, sizeof place->guild, "%s", guild);
    else
        place_add(discord, room, guild);
}

void places_unkeep(struct discord *discord, const char *room)
{
    struct place *place = (struct place *)shelf_find(&discord->places->rooms, room);
    if (place)
        place->is_kept = false;
}

void places_keep(struct discord *discord, const char *room)
{
    struct place *place = place_of(discord, room);
    char key[128];
    if (!place || !place->guild[0] || place->is_kept)
        return;
    put_key(discord, room, key);
    const char *kept = keep_get(discord->setup.keep, key);
    place->is_kept = true;
    if (!kept || strcmp(kept, place->guild) != 0)
        keep_put(discord->setup.keep, key, place->guild, NULL, NULL);
}

void places_room_ready(struct discord *discord, const char *room)
{
    discord->is_telling_back = true;
    host_room_ready(discord->host, discord->network, room, loop_now(discord->loop));
    discord->is_telling_back = false;
}
