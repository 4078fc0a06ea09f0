/* See places.h. Rooms, guilds and channels are on shelves, and forgotten when nothing has happened
   with them for a while. */
#include "places.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway.h"
#include "host_admin.h"
#include "json.h"
#include "keep.h"
#include "markdown.h"
#include "people.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "rest.h"
#include "shelf.h"
#include "text.h"
#include "view.h"

/* ---- rooms and guilds ---- */

enum {
    PLACES_MOST = 1000, /* without tables */
    GUILDS_MOST = 5000, /* forgotten ones are asked for again */
    IDLE_MS = 30 * 60 * 1000,
    GUILD_IDLE_MS = 7 * 24 * 3600 * 1000
};

struct room {
    struct shelf_item item; /* first */
    char room[HOST_ROOM], guild[DISCORD_ID];
    char above[DISCORD_ID]; /* the channel of a thread; "" if it is not known, or no thread */
    bool is_kept;           /* guild and channel are */
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

static void free_room(struct shelf_item *item)
{
    free((struct room *)item);
}

/* ---- rooms ---- */

void places_room_of(const char *channel, char room[HOST_ROOM])
{
    struct text text = text_over(room, HOST_ROOM);
    text_put(&text, "<#");
    text_put(&text, channel);
    text_put(&text, ">");
}

bool places_channel_of(const char *room, char channel[DISCORD_ID])
{
    size_t length = strspn(room + (room[0] == '<' ? 2 : 0), "0123456789");
    if (strncmp(room, "<#", 2) != 0 || length == 0 || length >= DISCORD_ID ||
        strcmp(room + 2 + length, ">") != 0)
        return false;
    snprintf(channel, DISCORD_ID, "%.*s", (int)length, room + 2);
    return true;
}

static void put_key(const struct discord *discord, const char *room, char key[128])
{
    snprintf(key, 128, "%s:place:%s", discord->network, room);
}

static struct room *room_add(struct discord *discord, const char *room, const char *guild)
{
    struct room *place = calloc(1, sizeof *place);
    check(place && strlen(room) < sizeof place->room && strlen(guild) < sizeof place->guild);
    snprintf(place->room, sizeof place->room, "%s", room);
    snprintf(place->guild, sizeof place->guild, "%s", guild);
    shelf_add(&discord->rooms, &place->item, place->room, loop_now(discord->loop));
    return place;
}

static struct room *room_of(struct discord *discord, const char *room)
{
    struct room *place = (struct room *)shelf_find(&discord->rooms, room);
    char key[128];
    if (place) {
        shelf_use(&discord->rooms, &place->item, loop_now(discord->loop));
        return place;
    }
    put_key(discord, room, key);
    const char *kept = keep_get(discord->setup.keep, key);
    size_t length = kept ? strcspn(kept, " ") : DISCORD_ID;
    if (length >= DISCORD_ID)
        return NULL;
    char guild[DISCORD_ID];
    snprintf(guild, sizeof guild, "%.*s", (int)length, kept);
    place = room_add(discord, room, guild);
    if (kept[length] && strlen(kept + length + 1) < DISCORD_ID)
        snprintf(place->above, sizeof place->above, "%s", kept + length + 1);
    return place;
}

const char *places_guild(struct discord *discord, const char *room)
{
    const struct room *place = room_of(discord, room);
    return place && place->guild[0] ? place->guild : NULL;
}

const char *places_guild_of(void *discord, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    const char *guild = places_guild(discord, room);
    return guild ? guild : "";
}

void places_note(struct discord *discord, const char *room, const char *guild)
{
    struct room *place = room_of(discord, room);
    if (strlen(guild) >= DISCORD_ID || (place && strcmp(place->guild, guild) == 0))
        return;
    if (place)
        place->is_kept = false;
    if (place)
        snprintf(place->guild, sizeof place->guild, "%s", guild);
    else
        room_add(discord, room, guild);
}

void places_note_above(struct discord *discord, const char *room, const char *channel)
{
    struct room *place = room_of(discord, room);
    if (!place || strlen(channel) >= DISCORD_ID || strcmp(place->above, channel) == 0)
        return;
    snprintf(place->above, sizeof place->above, "%s", channel);
    place->is_kept = false;
}

const char *places_above(void *self, const char *name)
{
    static char above[HOST_ROOM];
    const struct room *place = name[0] == '<' ? room_of(self, name) : NULL;
    if (place && place->above[0])
        places_room_of(place->above, above);
    else if (place && place->guild[0])
        snprintf(above, sizeof above, "group:%s", place->guild);
    return place && place->guild[0] ? above : NULL;
}

void places_unkeep(struct discord *discord, const char *room)
{
    struct room *place = (struct room *)shelf_find(&discord->rooms, room);
    if (place)
        place->is_kept = false;
}

void places_keep(struct discord *discord, const char *room)
{
    struct room *place = room_of(discord, room);
    char key[128], row[2 * DISCORD_ID + 1];
    if (!place || !place->guild[0] || place->is_kept)
        return;
    put_key(discord, room, key);
    snprintf(row, sizeof row, "%s%s%s", place->guild, place->above[0] ? " " : "", place->above);
    const char *kept = keep_get(discord->setup.keep, key);
    place->is_kept = true;
    if (!kept || strcmp(kept, row) != 0)
        keep_put(discord->setup.keep, key, row, NULL, NULL);
}

/* ---- guilds ---- */

struct guild *places_guild_find(const struct discord *discord, const char *id)
{
    return (struct guild *)shelf_find(&discord->guilds, id);
}

static void guild_removed_key(const struct discord *discord, const char *guild, char key[128])
{
    snprintf(key, 128, "%s:removed:%s", discord->network, guild);
}

const char *places_removed(const struct discord *discord, const char *guild)
{
    char key[128];
    guild_removed_key(discord, guild, key);
    return keep_get(discord->setup.keep, key);
}

int places_locale(struct discord *discord, const char *room)
{
    const char *id = places_guild(discord, room);
    const struct guild *guild = id ? places_guild_find(discord, id) : NULL;
    return guild ? guild->locale : 0;
}

bool places_is_open(struct discord *discord, const char *room)
{
    const char *id = places_guild(discord, room);
    const struct guild *guild = id ? places_guild_find(discord, id) : NULL;
    bool is_shut = guild ? guild->is_out || guild->is_removed : id && places_removed(discord, id);
    return discord->is_up && !is_shut;
}

bool places_are_away(void *self, const char *room)
{
    struct discord *discord = self;
    const char *guild = places_guild(discord, room);
    int shard = guild && discord->gateway
                    ? gateway_shard_of(discord->gateway, strtoull(guild, NULL, 10))
                    : 0;
    return !discord->gateway || !places_is_open(discord, room) ||
           !gateway_is_up(discord->gateway, shard);
}

/* ---- who may do what ---- */

struct role *places_role(const struct guild *guild, uint64_t id)
{
    for (int i = 0; i < guild->role_count; i++)
        if (guild->roles[i].id == id)
            return &guild->roles[i];
    return NULL;
}

static uint64_t guild_number(const json_t *object, const char *key)
{
    char text[DISCORD_ID];
    return field_id(object, key, text) ? strtoull(text, NULL, 10) : 0;
}

static uint64_t guild_rights_of_roles(const struct guild *guild, const json_t *member)
{
    const json_t *ids = json_object_get(member, "roles");
    uint64_t rights = 0;
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        const struct role *role = id ? places_role(guild, strtoull(id, NULL, 10)) : NULL;
        rights |= role ? role->rights : 0;
    }
    return rights;
}

unsigned places_rank(struct discord *discord, const char *id, const char *user,
                     const json_t *member)
{
    const struct guild *guild = id ? places_guild_find(discord, id) : NULL;
    const uint64_t managing = RIGHT_ADMINISTRATOR | RIGHT_MANAGE_GUILD;
    uint64_t rights = guild_number(member, "permissions");
    unsigned rank = 0;
    for (int i = 0; i < discord->setup.admin_count; i++)
        if (strcmp(discord->setup.admins[i], user) == 0)
            rank |= RANK_ADMIN;
    if (guild && guild->is_known) /* the role of everybody makes nobody an operator */
        rights |=
            strcmp(guild->owner, user) == 0 ? RIGHTS_ALL : guild_rights_of_roles(guild, member);
    return rights & managing ? rank | RANK_OPERATOR | RANK_GROUP : rank;
}

/* ---- what is said of guilds ---- */

enum {
    ROLES_MOST = 512, /* of a guild; Discord allows 250 */
    ASK_AGAIN_MS = 60 * 1000,
    ASK_AGAIN_MOST_MS = 24 * 3600 * 1000
};

void places_set_removed(struct discord *discord, const char *guild, const char *row)
{
    char key[128];
    guild_removed_key(discord, guild, key);
    keep_put(discord->setup.keep, key, row, NULL, NULL);
    struct guild *known = places_guild_find(discord, guild);
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
    struct guild *guild = places_guild_find(discord, id);
    if (guild) {
        shelf_use(&discord->guilds, &guild->item, loop_now(discord->loop));
        return guild;
    }
    guild = calloc(1, sizeof *guild);
    check(guild && strlen(id) < DISCORD_ID);
    snprintf(guild->id, sizeof guild->id, "%s", id);
    guild->is_removed = places_removed(discord, id);
    shelf_add(&discord->guilds, &guild->item, guild->id, loop_now(discord->loop));
    return guild;
}

/* ---- what is said of them ---- */

static void note_role(const struct discord *discord, struct guild *guild, const json_t *role)
{
    uint64_t id = guild_number(role, "id");
    struct role *known = places_role(guild, id);
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

void places_guild_note(struct discord *discord, const json_t *data)
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
    people_note_locale(field_text(data, "preferred_locale"), &guild->locale);
    guild->role_count = 0;
    for (size_t i = 0; i < json_array_size(roles); i++)
        note_role(discord, guild, json_array_get(roles, i));
}

void places_guild_on_update(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    struct guild *guild = field_id(data, "id", id) ? places_guild_find(discord, id) : NULL;
    if (!guild)
        return;
    if (json_is_array(json_object_get(data, "roles")) && json_object_get(data, "owner_id"))
        places_guild_note(discord, data);
    else
        guild->is_known = false; /* part of a guild: the rest is asked for */
    guild->has_changed = guild->is_asked;
}

void places_guild_on_role(struct discord *discord, const json_t *data)
{
    char id[DISCORD_ID];
    const json_t *role = json_object_get(data, "role");
    struct role *gone;
    struct guild *guild = field_id(data, "guild_id", id) ? places_guild_find(discord, id) : NULL;
    if (!guild)
        return;
    guild->has_changed = guild->is_asked;
    if (role)
        note_role(discord, guild, role);
    else if ((gone = places_role(guild, guild_number(data, "role_id"))))
        *gone = guild->roles[--guild->role_count];
}

void places_guild_set_out(struct discord *discord, const char *id)
{
    guild_get(discord, id)->is_out = true;
}

void places_guild_forget(struct discord *discord, const char *id)
{
    struct guild *guild = places_guild_find(discord, id);
    if (guild && !guild->is_asked)
        shelf_drop(&discord->guilds, &guild->item);
    else if (guild)
        guild->is_known = guild->is_out = false;
}

/* ---- a guild that we were just added to ---- */

enum { JUST_ADDED_MS = 60 * 60 * 1000 };

/* By its clock and ours, which may differ by as much. Later, as after an upgrade, nobody waits for
   a word. */
static bool is_just_added(const struct discord *discord, const json_t *data)
{
    int64_t since = loop_wall(discord->loop) - discord_time(field_text(data, "joined_at"));
    return since > -JUST_ADDED_MS && since < JUST_ADDED_MS;
}

/* Also by an earlier process, and before we were removed. Notes that it is now. */
static bool was_welcomed(const struct discord *discord, const char *guild)
{
    char prefix[KEEP_ROW_KEY], value[8];
    const struct drawer drawer = {discord->setup.keep, prefix, loop_wall(discord->loop)};
    snprintf(prefix, sizeof prefix, "%s:welcomed:", discord->network);
    bool was_welcomed = keep_row_get(&drawer, guild, sizeof value, value);
    if (!was_welcomed)
        keep_row_put(&drawer, guild, "", "told");
    return was_welcomed;
}

static void on_welcome(void *arg, const struct rest_answer *answer)
{
    (void)arg;
    if (answer->outcome != REST_DONE)
        discord_log_refusal("discord-guild-not-welcomed", "", answer);
}

static void put_welcome(struct discord *discord, const struct guild *guild, struct text *out)
{
    static const enum discord_string lines[] = {DISCORD_STRING_WELCOME, DISCORD_STRING_WELCOME_PLAY,
                                                DISCORD_STRING_WELCOME_SET};
    const struct markdown_style style = {.prefix = "/", .commands = discord->commands};
    struct prose prose;
    prose_open(&prose, guild && guild->locale ? (enum language)(guild->locale - 1) : LANGUAGE_EN);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        prose_put(&prose, i ? "\n" : "");
        view_sentence(&prose, discord_strings[lines[i]], (char *)0);
    }
    markdown_put(&prose, &style, out);
}

/* Whether we may write there, only Discord knows: the overwrites of whole guilds are not read. */
void places_guild_welcome(struct discord *discord, const json_t *data)
{
    char guild[DISCORD_ID], channel[DISCORD_ID], nonce[DISCORD_NONCE], bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    if (!discord->setup.welcomes || discord->is_stopping || !is_just_added(discord, data) ||
        !field_id(data, "id", guild) || !field_id(data, "system_channel_id", channel) ||
        was_welcomed(discord, guild))
        return;
    put_welcome(discord, places_guild_find(discord, guild), &content);
    json_t *body = markdown_body_new(bytes, NULL, 0);
    markdown_body_nonce_after(channel, guild, "welcome", nonce); /* also of the next process */
    markdown_body_put_nonce(body, nonce);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "POST",
                                                    .route = "/channels/{}/messages",
                                                    .ids = {channel},
                                                    .guild = guild,
                                                    .body = body,
                                                    .is_repeatable = true,
                                                    .done = on_welcome});
}

/* ---- what nobody said is asked ---- */

bool places_guild_is_to_be_asked(struct discord *discord, const char *id)
{
    struct guild *guild = guild_get(discord, id);
    if (guild->is_known || guild->is_asked || loop_now(discord->loop) < guild->ask_again)
        return false;
    guild->is_asked = true;
    return true;
}

bool places_guild_answer(struct discord *discord, const char *id, const struct rest_answer *answer)
{
    struct guild *guild = guild_get(discord, id);
    char told[DISCORD_ID];
    bool is_told =
        answer->outcome == REST_DONE && field_id(answer->body, "id", told) && strcmp(told, id) == 0;
    bool is_stale = is_told && guild->has_changed;
    guild->is_asked = is_stale;
    guild->has_changed = false;
    if (is_told && !is_stale)
        places_guild_note(discord, answer->body);
    if (is_told)
        return is_stale;
    discord_log_refusal("discord-guild-unknown", id, answer);
    guild->ask_again_ms = discord_longer(guild->ask_again_ms, ASK_AGAIN_MS, ASK_AGAIN_MOST_MS);
    guild->ask_again = loop_now(discord->loop) + guild->ask_again_ms;
    return false;
}

bool places_guild_knows(const struct discord *discord, const char *id)
{
    const struct guild *guild = places_guild_find(discord, id);
    return guild && !guild->is_asked;
}

/* ---- who may do what ---- */

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

uint64_t places_rights(const struct discord *discord, const char *id, const char *user,
                       const json_t *member, const json_t *channel)
{
    const struct guild *guild = places_guild_find(discord, id);
    if (!guild || !guild->is_known)
        return 0;
    const struct role *everybody = places_role(guild, strtoull(id, NULL, 10));
    uint64_t rights = guild_rights_of_roles(guild, member) | (everybody ? everybody->rights : 0);
    if (strcmp(guild->owner, user) == 0 || rights & RIGHT_ADMINISTRATOR)
        return RIGHTS_ALL;
    return overwrite(rights, channel, id, user, member);
}

bool places_find_role(void *discord, const char *guild, const char *typed, char id[HOST_GROUP])
{
    const struct guild *found = places_guild_find(discord, guild);
    const char *digits = strncmp(typed, "<@&", 3) == 0 ? typed + 3 : typed;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length >= HOST_GROUP ||
        (digits[length] && strcmp(digits + length, ">") != 0))
        return false;
    snprintf(id, HOST_GROUP, "%.*s", (int)length, digits);
    return found && found->is_known && places_role(found, strtoull(id, NULL, 10));
}

unsigned places_voice(struct discord *discord, const char *room, const json_t *member)
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

/* ---- who may manage a channel ---- */

/* Only what is about this one right is kept. */

enum {
    CHANNELS_MOST = 1000,
    OVERWRITES_MOST = 100,
    CHANNEL_IDLE_MS = 24 * 3600 * 1000,
    ASK_CHANNEL_AGAIN_MS = 10 * 60 * 1000, /* after a refusal */
    CHANNEL_THREAD_FIRST = 10,
    CHANNEL_THREAD_LAST = 12
};

struct channel {
    struct shelf_item item; /* first */
    char id[DISCORD_ID];
    char above[DISCORD_ID];
    json_t *object; /* as places_rights() reads a channel; NULL: it gives nobody anything */
    bool is_known, is_asked;
    bool has_changed;
    int64_t ask_again; /* not before this; 0: as soon as it is wanted */
};

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg;
    return !((const struct channel *)item)->is_asked;
}

static void free_channel(struct shelf_item *item)
{
    struct channel *channel = (struct channel *)item;
    json_decref(channel->object);
    free(channel);
}

void places_init(struct discord *discord)
{
    shelf_init(&discord->guilds, &(struct shelf_rules){.most = GUILDS_MOST,
                                                       .idle_ms = GUILD_IDLE_MS,
                                                       .is_idle = is_guild_idle,
                                                       .free = free_guild});
    shelf_init(&discord->rooms, &(struct shelf_rules){.most = PLACES_MOST,
                                                      .idle_ms = IDLE_MS,
                                                      .is_idle = is_room_idle,
                                                      .free = free_room});
    shelf_init(&discord->channels, &(struct shelf_rules){.most = CHANNELS_MOST,
                                                         .idle_ms = CHANNEL_IDLE_MS,
                                                         .is_idle = is_idle,
                                                         .free = free_channel});
}

static struct channel *find(const struct discord *discord, const char *id)
{
    return (struct channel *)shelf_find(&discord->channels, id);
}

static struct channel *get(struct discord *discord, const char *id)
{
    struct channel *channel = find(discord, id);
    if (channel) {
        shelf_use(&discord->channels, &channel->item, loop_now(discord->loop));
        return channel;
    }
    channel = calloc(1, sizeof *channel);
    check(channel && strlen(id) < sizeof channel->id);
    snprintf(channel->id, sizeof channel->id, "%s", id);
    shelf_add(&discord->channels, &channel->item, channel->id, loop_now(discord->loop));
    return channel;
}

/* ---- what a channel says of itself ---- */

static json_t *without_the_rest(const json_t *object)
{
    const json_t *overwrites = json_object_get(object, "permission_overwrites");
    json_t *few = json_array();
    check(few);
    for (size_t i = 0; i < json_array_size(overwrites) && json_array_size(few) < OVERWRITES_MOST;
         i++) {
        json_t *one = json_array_get(overwrites, i);
        if ((guild_number(one, "allow") | guild_number(one, "deny")) & RIGHT_MANAGE_CHANNELS)
            json_array_append(few, one);
    }
    return json_pack("{s:o}", "permission_overwrites", few);
}

static void note(struct discord *discord, struct channel *channel, const json_t *object)
{
    char room[HOST_ROOM];
    int64_t kind = field_number(object, "type");
    bool is_thread = kind >= CHANNEL_THREAD_FIRST && kind <= CHANNEL_THREAD_LAST;
    json_decref(channel->object);
    channel->object = without_the_rest(object);
    channel->is_known = true;
    channel->ask_again = INT64_MAX;
    if (!is_thread || !field_id(object, "parent_id", channel->above))
        return;
    places_room_of(channel->id, room);
    places_note_above(discord, room, channel->above);
}

void places_overwrites_on_update(struct discord *discord, const json_t *object)
{
    char id[DISCORD_ID];
    struct channel *channel = field_id(object, "id", id) ? find(discord, id) : NULL;
    if (!channel)
        return;
    channel->has_changed = channel->is_asked;
    if (channel->is_known && json_is_array(json_object_get(object, "permission_overwrites")))
        note(discord, channel, object);
}

static void doubt(void *arg, struct shelf_item *item)
{
    struct channel *channel = (struct channel *)item;
    (void)arg;
    channel->ask_again = 0;
    channel->has_changed = channel->is_asked;
    channel->is_known = false;
}

void places_overwrites_on_ready(struct discord *discord)
{
    shelf_each(&discord->channels, doubt, NULL);
}

/* ---- what nobody said is asked ---- */

static void ask(struct discord *discord, struct channel *channel,
                void (*answered)(struct discord *discord));

static void on_channel(const struct errand *errand, const struct rest_answer *answer)
{
    struct discord *discord = errand->discord;
    struct channel *channel = get(discord, errand->id);
    bool is_told = answer->outcome == REST_DONE, is_stale = is_told && channel->has_changed;
    channel->is_asked = channel->has_changed = false;
    if (is_stale) {
        ask(discord, channel, errand->then);
        return;
    }
    if (is_told) {
        note(discord, channel, answer->body);
    } else {
        discord_log_refusal("discord-channel-unknown", errand->id, answer);
        channel->is_known = true;
        channel->ask_again = loop_now(discord->loop) + ASK_CHANNEL_AGAIN_MS;
    }
    errand->then(discord);
}

static void ask(struct discord *discord, struct channel *channel,
                void (*answered)(struct discord *discord))
{
    struct errand errand = {.discord = discord, .then = answered, .done = on_channel};
    memcpy(errand.id, channel->id, sizeof errand.id);
    channel->is_asked = true;
    discord_ask_about(&errand, "/channels/{}", (const char *[2]){channel->id}, false);
}

static bool is_known(struct discord *discord, struct channel *channel,
                     void (*answered)(struct discord *discord))
{
    bool is_doubtful = !channel->is_known || loop_now(discord->loop) >= channel->ask_again;
    if (is_doubtful && !channel->is_asked)
        ask(discord, channel, answered);
    return channel->is_known;
}

bool places_overwrites_are_known(struct discord *discord, const char *id, const char *guild,
                                 void (*answered)(struct discord *discord))
{
    char room[HOST_ROOM];
    struct channel *channel = get(discord, id);
    places_room_of(id, room);
    places_note(discord, room, guild);
    return is_known(discord, channel, answered) &&
           (!channel->above[0] || is_known(discord, get(discord, channel->above), answered));
}

/* ---- who may do what ---- */

unsigned places_overwrites_rank(struct discord *discord, const char *id, const char *guild,
                                const char *user, const json_t *member)
{
    const struct channel *channel = find(discord, id);
    const struct channel *counts =
        channel && channel->above[0] ? find(discord, channel->above) : channel;
    if (!counts || !counts->object)
        return 0;
    uint64_t own = places_rights(discord, guild, user, member, counts->object);
    uint64_t of_all = places_rights(discord, guild, "", NULL, counts->object);
    return own & ~of_all & RIGHT_MANAGE_CHANNELS ? RANK_OPERATOR : 0;
}

/* ---- what we may do ---- */

const char *places_permission_missing(const json_t *interaction)
{
    static const struct {
        uint64_t bit;
        const char *name;
        bool in_channels, in_threads;
    } needed[] = {
        {UINT64_C(1) << 10, "View Channel", true, true},
        {UINT64_C(1) << 11, "Send Messages", true, false},
        {UINT64_C(1) << 38, "Send Messages in Threads", false, true},
    };
    const uint64_t administrator = 8;
    const char *text = field_text(interaction, "app_permissions");
    uint64_t have = text ? strtoull(text, NULL, 10) : 0;
    int64_t kind = field_number(json_object_get(interaction, "channel"), "type");
    bool is_thread = kind >= CHANNEL_THREAD_FIRST && kind <= CHANNEL_THREAD_LAST;
    if (!text || have & administrator)
        return NULL;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if ((is_thread ? needed[i].in_threads : needed[i].in_channels) && !(have & needed[i].bit))
            return needed[i].name;
    return NULL;
}
