/* See guilds.h. */
#include "guilds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_settings.h"
#include "keep.h"
#include "people.h"
#include "places.h"
#include "reports.h"
#include "rest.h"

enum {
    ROLES_MOST = 512,         /* of a guild; Discord allows 250 */
    ASK_AGAIN_MS = 60 * 1000, /* each refusal makes it twice as long */
    ASK_AGAIN_MOST_MS = 24 * 3600 * 1000
};

void places_set_removed(struct discord *discord, const char *guild, const char *row)
{
    char key[128];
    guild_removed_key(discord, guild, key);
    keep_put(discord->setup.keep, key, row, NULL, NULL);
    struct guild *known = guilds_find(discord, guild);
    if (known)
        known->is_removed = row != NULL;
}

void places_each_removed(const struct discord *discord,
                         void (*each)(void *arg, const char *key, const char *row), void *arg)
{
    char prefix[128];
    guild_removed_key(discord, "", prefix);
    keep_each(discord->setup.keep, prefix, each, arg);
}

static struct guild *guild_get(struct discord *discord, const char *id)
{
    struct guild *guild = guilds_find(discord, id);
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

static void note_role(const struct discord *discord, struct guild *guild, const json_t *role)
{
    uint64_t id = guild_number(role, "id");
    struct role *known = guild_role(guild, id);
    if (!known && (id == 0 || guild->role_count >= ROLES_MOST))
        return;
    if (!known) {
        guild->roles =
            realloc(guild->roles, (size_t)(guild->role_count + 1) * sizeof *guild->roles);
        check(guild->roles);
        known = &guild->roles[guild->role_count++];
    }
    const char *bot = field_text(json_object_get(role, "tags"), "bot_id");
    *known = (struct role){.id = id,
                           .rights = guild_number(role, "permissions"),
                           .is_ours = bot && *bot && strcmp(bot, discord->user) == 0};
}

static void forget_role(struct guild *guild, uint64_t id)
{
    struct role *role = guild_role(guild, id);
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
        note_role(discord, guild, json_array_get(roles, i));
}

void guilds_on_update(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    struct guild *guild = field_id(data, "id", id) ? guilds_find(discord, id) : NULL;
    if (!guild)
        return; /* asked for when somebody commands there */
    if (json_is_array(json_object_get(data, "roles")) && json_object_get(data, "owner_id"))
        guilds_note(discord, data);
    else
        guild->is_known = false; /* part of a guild: the rest is asked for */
    guild->has_changed = guild->is_asked;
}

void guilds_on_role(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    const json_t *role = json_object_get(data, "role");
    struct guild *guild = field_id(data, "guild_id", id) ? guilds_find(discord, id) : NULL;
    if (!guild)
        return;
    guild->has_changed = guild->is_asked;
    if (role)
        note_role(discord, guild, role);
    else
        forget_role(guild, guild_number(data, "role_id"));
}

void guilds_set_out(struct discord *discord, const char *id)
{
    guild_get(discord, id)->is_out = true;
}

void guilds_forget(struct discord *discord, const char *id)
{
    struct guild *guild = guilds_find(discord, id);
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
    bool is_told =
        answer->outcome == REST_DONE && field_id(answer->body, "id", told) && strcmp(told, id) == 0;
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
    const struct guild *guild = guilds_find(discord, id);
    return guild && !guild->is_asked;
}

/* ---- who may do what ---- */

/* Everybody's overwrite counts first, then those of roles, then the member's own. */
static uint64_t overwrite(uint64_t rights, const json_t *channel, const char *guild,
                          const char *user, const json_t *member)
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
        allow[level] |= guild_number(one, "allow");
        deny[level] |= guild_number(one, "deny");
    }
    for (int level = 0; level < 3; level++)
        rights = (rights & ~deny[level]) | allow[level];
    return rights;
}

uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user,
                       const json_t *member, const json_t *channel)
{
    const struct guild *guild = guilds_find(discord, id);
    if (!guild || !guild->is_known)
        return 0;
    const struct role *everybody = guild_role(guild, strtoull(id, NULL, 10));
    uint64_t rights = guild_rights_of_roles(guild, member) | (everybody ? everybody->rights : 0);
    if (strcmp(guild->owner, user) == 0 || rights & RIGHT_ADMINISTRATOR)
        return RIGHTS_ALL;
    return overwrite(rights, channel, id, user, member);
}

/* The role as a mention, "<@&123>", or its id. */
bool guilds_find_role(void *discord, const char *guild, const char *typed, char id[HOST_GROUP])
{
    const struct guild *found = guilds_find(discord, guild);
    const char *digits = strncmp(typed, "<@&", 3) == 0 ? typed + 3 : typed;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length >= HOST_GROUP ||
        (digits[length] && strcmp(digits + length, ">") != 0))
        return false;
    snprintf(id, HOST_GROUP, "%.*s", (int)length, digits);
    return found && found->is_known && guild_role(found, strtoull(id, NULL, 10));
}

unsigned guilds_voice(struct discord *discord, const char *room, const json_t *member)
{
    const json_t *ids = json_object_get(member, "roles");
    char role[HOST_GROUP];
    if (!host_opening_role(discord->host, discord->network, room, role))
        return 0;
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        if (id && strcmp(id, role) == 0)
            return RANK_VOICED;
    }
    return 0;
}

void places_room_ready(struct discord *discord, const char *room)
{
    discord->is_telling_back = true;
    host_room_ready(discord->host, discord->network, room, loop_now(discord->loop));
    discord->is_telling_back = false;
}

void places_room_back(struct discord *discord, const char *room)
{
    discord->is_telling_back = true;
    host_room_back(discord->host, discord->network, room, loop_now(discord->loop));
    discord->is_telling_back = false;
}
