/* Guilds, channels, users: who they are, what may be done there, and how they look as JSON. What
   happens to them is in standin_orders.c. */
#include "standin_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static const uint64_t EVERY_RIGHT = UINT64_MAX >> 1;

struct guild *find_guild(const struct standin *standin, uint64_t id)
{
    for (int i = 0; i < standin->guilds.count; i++)
        if (((struct guild *)standin->guilds.items[i])->id == id)
            return standin->guilds.items[i];
    return NULL;
}

bool has_common_guild(const struct standin *standin)
{
    for (int i = 0; i < standin->guilds.count; i++)
        if (((const struct guild *)standin->guilds.items[i])->has_bot)
            return true;
    return false;
}

struct user *find_user(const struct standin *standin, uint64_t id)
{
    for (int i = 0; i < standin->users.count; i++)
        if (((struct user *)standin->users.items[i])->id == id)
            return standin->users.items[i];
    return NULL;
}

struct channel *find_channel(const struct standin *standin, uint64_t id)
{
    for (int i = standin->channels.count - 1; i >= 0; i--)
        if (((struct channel *)standin->channels.items[i])->id == id)
            return standin->channels.items[i];
    return NULL;
}

struct channel *dm_of(const struct standin *standin, uint64_t user)
{
    for (int i = 0; i < standin->channels.count; i++) {
        struct channel *channel = standin->channels.items[i];
        if (channel->type == STANDIN_DM && channel->recipient == user)
            return channel;
    }
    return NULL;
}

struct channel *new_channel(struct standin *standin, uint64_t id, uint64_t guild, int type,
                            const char *name)
{
    struct channel *channel = make(sizeof *channel);
    *channel = (struct channel){.id = id,
                                .guild = guild,
                                .type = type,
                                .name = copy_of(name),
                                .rights = STANDIN_RECOMMENDED_RIGHTS};
    list_add(&standin->channels, channel);
    return channel;
}

struct channel *open_dm(struct standin *standin, uint64_t user)
{
    struct channel *channel = dm_of(standin, user);
    if (channel)
        return channel;
    channel = new_channel(standin, new_id(standin), 0, STANDIN_DM, NULL);
    channel->recipient = user;
    return channel;
}

bool is_thread(const struct channel *channel)
{
    return channel->type == STANDIN_PUBLIC_THREAD || channel->type == STANDIN_PRIVATE_THREAD;
}

const struct channel *place_of(const struct standin *standin, const struct channel *channel)
{
    const struct channel *parent =
        is_thread(channel) ? find_channel(standin, channel->parent) : NULL;
    return parent ? parent : channel;
}

static bool has(const uint64_t *ids, int count, uint64_t id)
{
    for (int i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

bool is_seen_by(const struct standin *standin, const struct channel *channel, uint64_t viewer)
{
    if (channel->type == STANDIN_DM)
        return channel->recipient == viewer;
    const struct channel *place = place_of(standin, channel);
    if (has(place->hidden_from, place->hidden, viewer))
        return false;
    return channel->type != STANDIN_PRIVATE_THREAD ||
           has(channel->members, channel->member_count, viewer);
}

uint64_t rights_in(const struct standin *standin, const struct channel *channel)
{
    const struct guild *guild = find_guild(standin, channel->guild);
    if (channel->type == STANDIN_DM)
        return EVERY_RIGHT;
    return guild && guild->has_bot ? place_of(standin, channel)->rights : 0;
}

static bool is_theirs(const struct user *user, uint64_t whose, bool is_role)
{
    if (!is_role)
        return user->id == whose;
    for (int i = 0; i < user->role_count; i++)
        if (user->roles[i] == whose)
            return true;
    return false;
}

uint64_t rights_of(const struct standin *standin, const struct user *user,
                   const struct channel *channel)
{
    const struct channel *place = place_of(standin, channel);
    const struct guild *guild = find_guild(standin, channel->guild);
    uint64_t rights = user->rights;
    for (int i = 0; guild && i < guild->role_count; i++)
        if (is_theirs(user, guild->roles[i].id, true))
            rights |= guild->roles[i].rights;
    for (int by_role = 1; by_role >= 0; by_role--) /* first all roles together, then the member */
        for (int i = 0; i < place->overwrite_count; i++)
            if (is_theirs(user, place->overwrites[i].whose, by_role))
                rights = (rights & ~place->overwrites[i].deny) | place->overwrites[i].allow;
    return rights;
}

/* --- as JSON --- */

json_t *user_object(const struct standin *standin, uint64_t id)
{
    const struct user *user = find_user(standin, id);
    check(user);
    json_t *object =
        json_pack("{s:o, s:s, s:s?, s:s, s:n, s:i}", "id", json_id(id), "username", user->username,
                  "global_name", user->shown, "discriminator", "0", "avatar", "public_flags", 0);
    if (id == standin->bot)
        json_object_set_new(object, "bot", json_true());
    return object;
}

json_t *member_object(const struct standin *standin, const struct user *user, bool with_user)
{
    json_t *roles = json_array();
    for (int i = 0; i < user->role_count; i++)
        json_array_append_new(roles, json_id(user->roles[i]));
    json_t *object = json_pack("{s:s?, s:o, s:s, s:b, s:b, s:i}", "nick", user->nick, "roles",
                               roles, "joined_at", "2026-01-01T00:00:00.000000+00:00", "deaf",
                               false, "mute", false, "flags", 0);
    if (with_user) {
        json_object_set_new(object, "user", user_object(standin, user->id));
        json_object_set_new(object, "permissions", json_id(user->rights));
    }
    return object;
}

json_t *role_object(const struct role *role)
{
    json_t *object = json_pack("{s:o, s:s, s:o}", "id", json_id(role->id), "name", role->name,
                               "permissions", json_id(role->rights));
    if (role->bot)
        json_object_set_new(object, "tags", json_pack("{s:o}", "bot_id", json_id(role->bot)));
    return object;
}

static json_t *thread_parts(const struct channel *channel, json_t *object)
{
    json_object_set_new(object, "parent_id", json_id(channel->parent));
    json_object_set_new(object, "thread_metadata",
                        json_pack("{s:b, s:b, s:i, s:s}", "archived", channel->is_archived,
                                  "locked", channel->is_locked, "auto_archive_duration", 1440,
                                  "archive_timestamp", "2026-01-01T00:00:00.000000+00:00"));
    return object;
}

json_t *channel_object(const struct standin *standin, const struct channel *channel)
{
    json_t *object = json_pack("{s:o, s:i}", "id", json_id(channel->id), "type", channel->type);
    if (channel->type == STANDIN_DM) {
        json_object_set_new(object, "recipients",
                            json_pack("[o]", user_object(standin, channel->recipient)));
        return object;
    }
    json_object_set_new(object, "guild_id", json_id(channel->guild));
    json_object_set_new(object, "name", json_string(channel->name));
    if (is_thread(channel))
        return thread_parts(channel, object);
    uint64_t denied = STANDIN_RECOMMENDED_RIGHTS & ~channel->rights;
    json_t *overwrite = json_pack("{s:o, s:i, s:o, s:o}", "id", json_id(standin->bot), "type", 1,
                                  "allow", json_id(channel->rights), "deny", json_id(denied));
    json_t *all = json_pack("[o]", overwrite);
    for (int i = 0; i < channel->overwrite_count; i++) {
        const struct overwrite *one = &channel->overwrites[i];
        json_array_append_new(all,
                              json_pack("{s:o, s:i, s:o, s:o}", "id", json_id(one->whose), "type",
                                        find_user(standin, one->whose) ? 1 : 0, "allow",
                                        json_id(one->allow), "deny", json_id(one->deny)));
    }
    json_object_set_new(object, "permission_overwrites", all);
    json_object_set_new(object, "topic", json_null());
    return object;
}

json_t *guild_object(const struct standin *standin, const struct guild *guild)
{
    json_t *channels = json_array();
    json_t *threads = json_array();
    for (int i = 0; i < standin->channels.count; i++) {
        const struct channel *channel = standin->channels.items[i];
        if (channel->guild == guild->id && !channel->is_deleted)
            json_array_append_new(is_thread(channel) ? threads : channels,
                                  channel_object(standin, channel));
    }
    json_t *roles = json_pack("[{s:o, s:s, s:o}]", "id", json_id(guild->id), "name", "@everyone",
                              "permissions", json_id(guild->everybody));
    for (int i = 0; i < guild->role_count; i++)
        json_array_append_new(roles, role_object(&guild->roles[i]));
    json_t *bot = member_object(standin, find_user(standin, standin->bot), true);
    json_t *owner = json_id(guild->owner ? guild->owner : 7);
    json_t *system = guild->system_channel ? json_id(guild->system_channel) : json_null();
    return json_pack("{s:o, s:s, s:o, s:s, s:i, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:[o]}", "id",
                     json_id(guild->id), "name", guild->name, "owner_id", owner, "preferred_locale",
                     "en-US", "member_count", standin->users.count, "large", false, "unavailable",
                     false, "joined_at", json_time(guild->joined_at), "system_channel_id", system,
                     "roles", roles, "channels", channels, "threads", threads, "members", bot);
}

json_t *application_object(const struct standin *standin)
{
    int flags = 8388608 | (standin->options.has_no_message_content ? 0 : 524288);
    return json_pack("{s:o, s:s, s:s, s:i, s:s?, s:b, s:b, s:o, s:s}", "id",
                     json_id(standin->application), "name", "Card Host", "description", "", "flags",
                     flags, "interactions_endpoint_url", standin->endpoint_url, "bot_public", true,
                     "bot_require_code_grant", false, "bot", user_object(standin, standin->bot),
                     "verify_key",
                     "0000000000000000000000000000000000000000000000000000000000000000");
}

static void drop_guild(void *item)
{
    struct guild *guild = item;
    for (int i = 0; i < guild->role_count; i++)
        free(guild->roles[i].name);
    free(guild->name);
    free(guild);
}

static void drop_user(void *item)
{
    struct user *user = item;
    free(user->username);
    free(user->shown);
    free(user->nick);
    free(user->locale);
    free(user);
}

static void drop_channel(void *item)
{
    struct channel *channel = item;
    free(channel->name);
    free(channel);
}

void world_free(struct standin *standin)
{
    list_fini(&standin->guilds, drop_guild);
    list_fini(&standin->users, drop_user);
    list_fini(&standin->channels, drop_channel);
    json_decref(standin->commands);
    json_decref(standin->emojis);
}
