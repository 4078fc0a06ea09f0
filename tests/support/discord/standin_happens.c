/* What happens in the world on order: guilds, channels and people come, change and go, and the
   bot hears of it. */
#include "standin_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static void tell_guild(struct standin *standin, const struct guild *guild)
{
    json_t *object = guild_object(standin, guild);
    tell(standin, guild->id, INTENT_GUILDS, "GUILD_CREATE", object);
    json_decref(object);
}

static void tell_channel(struct standin *standin, const char *type, const struct channel *channel)
{
    json_t *object = channel_object(standin, channel);
    tell(standin, channel->guild, INTENT_GUILDS, type, object);
    json_decref(object);
}

static struct guild *the_guild(const struct standin *standin, uint64_t id)
{
    struct guild *guild = find_guild(standin, id);
    check(guild);
    return guild;
}

static struct channel *the_channel(const struct standin *standin, uint64_t id)
{
    struct channel *channel = find_channel(standin, id);
    check(channel);
    return channel;
}

static struct user *the_user(const struct standin *standin, uint64_t id)
{
    struct user *user = find_user(standin, id);
    check(user);
    return user;
}

/* --- guilds --- */

static uint64_t add_guild(struct standin *standin, uint64_t id, const char *name)
{
    struct guild *guild = make(sizeof *guild);
    *guild = (struct guild){.id = id,
                            .name = copy_of(name),
                            .is_available = true,
                            .has_bot = true,
                            .joined_at = loop_wall(standin->loop)};
    guild->everybody = STANDIN_RECOMMENDED_RIGHTS;
    list_add(&standin->guilds, guild);
    tell_guild(standin, guild);
    return id;
}

uint64_t standin_guild(struct standin *standin, const char *name)
{
    return add_guild(standin, new_id(standin), name);
}

uint64_t standin_guild_on(struct standin *standin, const char *name, int shard, int shards)
{
    uint64_t id = new_id(standin);
    while ((id >> 22) % (uint64_t)shards != (uint64_t)shard || find_guild(standin, id))
        id -= UINT64_C(1) << 22;
    return add_guild(standin, id, name);
}

static void leave_guild(struct standin *standin, struct guild *guild, bool is_outage)
{
    json_t *gone = json_pack("{s:o}", "id", json_id(guild->id));
    if (is_outage)
        json_object_set_new(gone, "unavailable", json_true());
    tell(standin, guild->id, INTENT_GUILDS, "GUILD_DELETE", gone);
    json_decref(gone);
}

void standin_set_available(struct standin *standin, uint64_t id, bool is_available)
{
    struct guild *guild = the_guild(standin, id);
    guild->is_available = is_available;
    if (is_available)
        tell_guild(standin, guild);
    else
        leave_guild(standin, guild, true);
}

void standin_kick(struct standin *standin, uint64_t id)
{
    struct guild *guild = the_guild(standin, id);
    leave_guild(standin, guild, false);
    guild->has_bot = false;
}

void standin_invite(struct standin *standin, uint64_t id)
{
    struct guild *guild = the_guild(standin, id);
    guild->has_bot = true;
    guild->joined_at = loop_wall(standin->loop);
    tell_guild(standin, guild);
}

void standin_set_system_channel(struct standin *standin, uint64_t id, uint64_t channel)
{
    the_guild(standin, id)->system_channel = channel;
}

void standin_install(struct standin *standin, uint64_t user)
{
    find_user(standin, user)->has_installed = true;
}

uint64_t standin_group(struct standin *standin)
{
    return new_channel(standin, new_id(standin), 0, STANDIN_GROUP, "group")->id;
}

/* --- channels --- */

uint64_t standin_channel(struct standin *standin, uint64_t guild, const char *name)
{
    const struct channel *channel =
        new_channel(standin, new_id(standin), the_guild(standin, guild)->id, STANDIN_TEXT, name);
    tell_channel(standin, "CHANNEL_CREATE", channel);
    return channel->id;
}

void standin_set_rights(struct standin *standin, uint64_t id, uint64_t rights)
{
    struct channel *channel = the_channel(standin, id);
    channel->rights = rights;
    if (rights & STANDIN_VIEW) /* nobody is told of what they no longer see */
        tell_channel(standin, "CHANNEL_UPDATE", channel);
}

void standin_overwrite(struct standin *standin, uint64_t id, uint64_t whose, uint64_t allow,
                       uint64_t deny)
{
    struct channel *channel = the_channel(standin, id);
    struct overwrite *one = channel->overwrites, *end = one + channel->overwrite_count;
    while (one < end && one->whose != whose)
        one++;
    if (one == end)
        check(channel->overwrite_count++ <
              (int)(sizeof channel->overwrites / sizeof *channel->overwrites));
    *one = (struct overwrite){.whose = whose, .allow = allow, .deny = deny};
    tell_channel(standin, "CHANNEL_UPDATE", channel);
}

void standin_hide_channel(struct standin *standin, uint64_t id, uint64_t user)
{
    struct channel *channel = the_channel(standin, id);
    check(channel->hidden < (int)(sizeof channel->hidden_from / sizeof *channel->hidden_from));
    channel->hidden_from[channel->hidden++] = user;
}

static void tell_gone(struct standin *standin, const struct channel *channel)
{
    json_t *gone = json_pack("{s:o, s:o, s:o, s:i}", "id", json_id(channel->id), "guild_id",
                             json_id(channel->guild), "parent_id", json_id(channel->parent), "type",
                             channel->type);
    if (is_thread(channel))
        tell(standin, channel->guild, INTENT_GUILDS, "THREAD_DELETE", gone);
    else
        tell_channel(standin, "CHANNEL_DELETE", channel);
    json_decref(gone);
}

void standin_delete_channel(struct standin *standin, uint64_t id)
{
    struct channel *channel = the_channel(standin, id);
    channel->is_deleted = true;
    tell_gone(standin, channel);
    for (int i = 0; i < standin->channels.count; i++) {
        struct channel *thread = standin->channels.items[i];
        if (thread->parent == id && !thread->is_deleted) {
            thread->is_deleted = true;
            tell_gone(standin, thread);
        }
    }
}

void standin_archive_thread(struct standin *standin, uint64_t id, bool is_locked)
{
    struct channel *thread = the_channel(standin, id);
    thread->is_archived = true;
    thread->is_locked = is_locked;
    tell_channel(standin, "THREAD_UPDATE", thread);
}

uint64_t standin_thread(const struct standin *standin, uint64_t id)
{
    for (int i = standin->channels.count - 1; i >= 0; i--) {
        const struct channel *channel = standin->channels.items[i];
        if (is_thread(channel) && !channel->is_deleted &&
            (channel->parent == id || channel->id == id))
            return channel->id;
    }
    return 0;
}

uint64_t standin_dm_if_open(const struct standin *standin, uint64_t user)
{
    const struct channel *channel = dm_of(standin, user);
    return channel ? channel->id : 0;
}

uint64_t standin_dm(struct standin *standin, uint64_t user)
{
    return open_dm(standin, the_user(standin, user)->id)->id;
}

/* --- people --- */

static void replace(char **text, const char *with)
{
    free(*text);
    *text = copy_of(with);
}

uint64_t standin_user(struct standin *standin, const char *username, const char *shown)
{
    struct user *user = make(sizeof *user);
    *user = (struct user){.id = new_id(standin),
                          .username = copy_of(username),
                          .shown = copy_of(shown),
                          .locale = copy_of("en-US")};
    list_add(&standin->users, user);
    return user->id;
}

void standin_set_nick(struct standin *standin, uint64_t user, const char *nick)
{
    replace(&the_user(standin, user)->nick, nick);
}

void standin_set_locale(struct standin *standin, uint64_t user, const char *locale)
{
    replace(&the_user(standin, user)->locale, locale);
}

void standin_set_owner(struct standin *standin, uint64_t guild, uint64_t user)
{
    struct guild *owned = find_guild(standin, guild);
    check(owned);
    owned->owner = user;
    json_t *object = guild_object(standin, owned);
    json_object_del(object, "channels"); /* an update has neither these nor the members */
    json_object_del(object, "threads");
    json_object_del(object, "members");
    tell(standin, guild, INTENT_GUILDS, "GUILD_UPDATE", object);
    json_decref(object);
}

uint64_t standin_role(struct standin *standin, uint64_t id, const char *name, uint64_t rights)
{
    return standin_role_of(standin, id, name, rights, 0);
}

uint64_t standin_role_of(struct standin *standin, uint64_t id, const char *name, uint64_t rights,
                         uint64_t bot)
{
    struct guild *guild = the_guild(standin, id);
    check(guild->role_count < ROLES);
    struct role *role = &guild->roles[guild->role_count++];
    *role =
        (struct role){.id = new_id(standin), .rights = rights, .name = copy_of(name), .bot = bot};
    json_t *news = json_pack("{s:o, s:o}", "guild_id", json_id(id), "role", role_object(role));
    tell(standin, id, INTENT_GUILDS, "GUILD_ROLE_CREATE", news);
    json_decref(news);
    return role->id;
}

void standin_give_role(struct standin *standin, uint64_t id, uint64_t role)
{
    struct user *user = the_user(standin, id);
    check(user->role_count < ROLES);
    user->roles[user->role_count++] = role;
}

void standin_take_role(struct standin *standin, uint64_t id, uint64_t role)
{
    struct user *user = the_user(standin, id);
    for (int i = 0; i < user->role_count; i++)
        if (user->roles[i] == role)
            user->roles[i--] = user->roles[--user->role_count];
}

void standin_set_role(struct standin *standin, uint64_t id, uint64_t role, uint64_t rights)
{
    struct guild *guild = the_guild(standin, id);
    struct role everybody = {.id = id, .rights = rights, .name = "@everyone"},
                *changed = &everybody;
    for (int i = 0; i < guild->role_count; i++)
        if (guild->roles[i].id == role)
            changed = &guild->roles[i];
    check(role == changed->id);
    changed->rights = rights;
    if (role == id)
        guild->everybody = rights;
    json_t *news = json_pack("{s:o, s:o}", "guild_id", json_id(id), "role", role_object(changed));
    tell(standin, id, INTENT_GUILDS, "GUILD_ROLE_UPDATE", news);
    json_decref(news);
}

void standin_delete_role(struct standin *standin, uint64_t id, uint64_t role)
{
    struct guild *guild = the_guild(standin, id);
    for (int i = 0; i < guild->role_count; i++)
        if (guild->roles[i].id == role) {
            free(guild->roles[i].name);
            guild->roles[i--] = guild->roles[--guild->role_count];
        }
    for (int i = 0; i < standin->users.count; i++)
        standin_take_role(standin, ((struct user *)standin->users.items[i])->id, role);
    json_t *news = json_pack("{s:o, s:o}", "guild_id", json_id(id), "role_id", json_id(role));
    tell(standin, id, INTENT_GUILDS, "GUILD_ROLE_DELETE", news);
    json_decref(news);
}

void standin_set_member_rights(struct standin *standin, uint64_t user, uint64_t rights)
{
    the_user(standin, user)->rights = rights;
}

void standin_refuse_dms(struct standin *standin, uint64_t user, bool refuses)
{
    the_user(standin, user)->refuses_dms = refuses;
}

void standin_time_out(struct standin *standin, uint64_t guild, uint64_t user, int64_t ms)
{
    struct user *person = the_user(standin, user);
    person->timeout_guild = guild;
    person->timeout_until = ms ? loop_wall(standin->loop) + ms : 0;
}
