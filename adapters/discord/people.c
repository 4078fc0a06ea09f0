/* See people.h. People, rooms and guilds are each on a shelf of their own, and forgotten when
   nothing has happened with them for a while; what must last is kept. */
#include "people.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway.h"
#include "guilds.h"
#include "keep.h"
#include "panels.h"
#include "people_kept.h"
#include "places.h"
#include "reports.h"
#include "text.h"
#include "view.h"

enum {
    PEOPLE_MOST = 1000, /* without a seat; people with a seat are remembered besides */
    PLACES_MOST = 1000, /* rooms; those with tables are kept besides */
    GUILDS_MOST = 5000, /* forgotten ones are asked for again */
    IDLE_MS = 30 * 60 * 1000,
    GUILD_IDLE_MS = 7 * 24 * 3600 * 1000,
    NAME_COLUMNS = 20 /* code points of a shown name */
};

struct people {
    struct discord *discord;
    struct shelf shelf;
};

bool people_table(const struct discord *discord, const struct person *person,
                  struct host_board *out)
{
    int64_t tables[HOST_TABLES_EACH];
    return host_tables_of(discord->host, discord->network, person->id, tables) > 0 &&
           host_board_of(discord->host, discord->network, person->id, tables[0], out);
}

bool people_is_seated(const struct discord *discord, const struct person *person)
{
    int64_t tables[HOST_TABLES_EACH];
    return host_tables_of(discord->host, discord->network, person->id, tables) > 0;
}

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct person *person = (const struct person *)item;
    return person->pins == 0 && person->dm != DM_WAITING && person->dm != DM_OPENING &&
           !people_is_seated(arg, person);
}

void people_drop_held(struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        json_decref(held->body);
        free(held);
    }
}

static void forget(struct person *person)
{
    people_drop_held(person);
    while (person->hand_messages) {
        struct hand_message *hand = person->hand_messages;
        person->hand_messages = hand->next;
        json_decref(hand->newer);
        free(hand);
    }
}

static void free_person(struct shelf_item *item)
{
    struct person *person = (struct person *)item;
    forget(person);
    free(person);
}

struct people *people_new(struct discord *discord)
{
    struct people *people = calloc(1, sizeof *people);
    check(people);
    people->discord = discord;
    shelf_init(&people->shelf, &(struct shelf_rules){.most = PEOPLE_MOST,
                                                     .idle_ms = IDLE_MS,
                                                     .is_idle = is_idle,
                                                     .free = free_person,
                                                     .arg = discord});
    return people;
}

void people_free(struct people *people)
{
    if (people)
        shelf_fini(&people->shelf);
    free(people);
}

void people_tidy(struct people *people)
{
    shelf_tidy(&people->shelf, loop_now(people->discord->loop));
}

size_t people_count(const struct people *people)
{
    return people->shelf.count;
}

struct person *people_find(const struct people *people, const char *id)
{
    return (struct person *)shelf_find(&people->shelf, id);
}

struct person *people_get(struct people *people, const char *id)
{
    int64_t now = loop_now(people->discord->loop);
    struct person *person = (struct person *)shelf_find(&people->shelf, id);
    if (person) {
        shelf_use(&people->shelf, &person->item, now);
        return person;
    }
    person = calloc(1, sizeof *person);
    check(person && strlen(id) < sizeof person->id);
    snprintf(person->id, sizeof person->id, "%s", id);
    people_recall(people->discord, person);
    shelf_add(&people->shelf, &person->item, person->id, now);
    return person;
}

/* ---- names ---- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value && *value ? value : NULL;
}

/* One word, because names are typed in moves; at most NAME_COLUMNS characters. */
static void put_name(const char *shown, struct text *out)
{
    int count = 0;
    for (const char *p = shown; *p && count < NAME_COLUMNS;) {
        unsigned scalar;
        int size = text_utf8(p, (int)strlen(p), &scalar), before = out->length;
        bool is_blank = size == 0 || scalar <= ' ' || scalar == ';' || text_is_blank(scalar);
        if (!is_blank && !text_is_hidden(scalar))
            text_put_bytes(out, p, size);
        else if (is_blank && before > 0 && out->bytes[before - 1] != '_')
            text_put(out, "_");
        count += out->length > before;
        p += size > 0 ? size : 1;
    }
    while (out->length > 0 && out->bytes[out->length - 1] == '_')
        out->bytes[--out->length] = '\0';
    if (!text_is_shown(out->bytes))
        text_clear(out); /* the next name is tried */
}

struct person *people_meet(struct people *people, const json_t *user, const json_t *member)
{
    const char *id = string_of(user, "id");
    if (!id || strlen(id) >= DISCORD_ID || strspn(id, "0123456789") != strlen(id))
        return NULL;
    struct person *person = people_get(people, id);
    if (!json_is_object(member) && person->is_named)
        return person; /* a private message does not have the person's name in a guild */
    const char *names[] = {string_of(member, "nick"), string_of(user, "global_name"),
                           string_of(user, "username"), id};
    char name[HOST_NAME] = "";
    for (int i = 0; i < 4 && !name[0]; i++) {
        struct text text = text_over(name, sizeof name);
        if (names[i])
            put_name(names[i], &text);
    }
    if (person->is_named && strcmp(person->name, name) != 0)
        host_renamed(people->discord->host, people->discord->network, person->id, name,
                     loop_now(people->discord->loop));
    memcpy(person->name, name, sizeof person->name);
    person->is_named = true;
    return person;
}

/* ---- reaching them ---- */

void people_say_reach(struct discord *discord, const struct person *person)
{
    host_reach_known(discord->host, discord->network, person->id, loop_now(discord->loop));
}

void people_acted(struct discord *discord, struct person *person, bool with_interaction)
{
    person->can_use_panel |= with_interaction;
    if (person->dm == DM_REFUSED && loop_wall(discord->loop) >= person->next_try)
        person->dm = DM_UNKNOWN;
}

int people_columns(void *self, const char *room)
{
    struct discord *discord = self;
    if (room[0] != '@')
        return VIEW_COLUMNS;
    const struct look *look = &people_get(discord->people, room + 1)->look;
    return look->cards == LOOK_READER ? VIEW_ALOUD : look->width ? look->width : VIEW_COLUMNS;
}

bool people_rings_by_dm(const struct person *person)
{
    return person->wants_push_by_dm && person->hands == HANDS_BY_DM && person->dm == DM_OPEN;
}

bool people_waits(const struct person *person)
{
    return person->has_waited && (person->dm == DM_WAITING || person->dm == DM_OPENING);
}

bool people_gets_hands(const struct person *person)
{
    return person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED || people_waits(person);
}

/* ---- rooms and guilds ---- */

struct place {
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

static void free_place(struct shelf_item *item)
{
    free((struct place *)item);
}

struct places *places_new(void)
{
    struct places *places = calloc(1, sizeof *places);
    check(places);
    shelf_init(&places->guilds, &(struct shelf_rules){.most = GUILDS_MOST,
                                                      .idle_ms = GUILD_IDLE_MS,
                                                      .is_idle = is_guild_idle,
                                                      .free = free_guild});
    shelf_init(&places->rooms, &(struct shelf_rules){.most = PLACES_MOST,
                                                     .idle_ms = IDLE_MS,
                                                     .is_idle = is_room_idle,
                                                     .free = free_place});
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

/* ---- rooms ---- */

void room_of_channel(const char *channel, char room[HOST_ROOM])
{
    struct text text = text_over(room, HOST_ROOM); /* asked of every message that anybody writes */
    text_put(&text, "<#");
    text_put(&text, channel);
    text_put(&text, ">");
}

bool channel_of_room(const char *room, char channel[DISCORD_ID])
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
    const char *kept = keep_get(discord->setup.keep, key);
    size_t length = kept ? strcspn(kept, " ") : DISCORD_ID;
    if (length >= DISCORD_ID)
        return NULL;
    char guild[DISCORD_ID];
    snprintf(guild, sizeof guild, "%.*s", (int)length, kept);
    place = place_add(discord, room, guild);
    if (kept[length] && strlen(kept + length + 1) < DISCORD_ID)
        snprintf(place->above, sizeof place->above, "%s", kept + length + 1);
    return place;
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

void places_note_above(struct discord *discord, const char *room, const char *channel)
{
    struct place *place = place_of(discord, room);
    if (!place || strlen(channel) >= DISCORD_ID || strcmp(place->above, channel) == 0)
        return;
    snprintf(place->above, sizeof place->above, "%s", channel);
    place->is_kept = false;
}

const char *places_above(void *self, const char *name)
{
    static char above[HOST_ROOM];
    const struct place *place = name[0] == '<' ? place_of(self, name) : NULL;
    if (place && place->above[0])
        room_of_channel(place->above, above);
    else if (place && place->guild[0])
        snprintf(above, sizeof above, "group:%s", place->guild);
    return place && place->guild[0] ? above : NULL;
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

struct guild *guilds_find(const struct discord *discord, const char *id)
{
    return (struct guild *)shelf_find(&discord->places->guilds, id);
}

void guild_removed_key(const struct discord *discord, const char *guild, char key[128])
{
    snprintf(key, 128, "%s:removed:%s", discord->network, guild);
}

const char *places_removed(const struct discord *discord, const char *guild)
{
    char key[128];
    guild_removed_key(discord, guild, key);
    return keep_get(discord->setup.keep, key);
}

bool places_is_open(struct discord *discord, const char *room)
{
    const char *id = places_guild(discord, room);
    const struct guild *guild = id ? guilds_find(discord, id) : NULL;
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

struct role *guild_role(const struct guild *guild, uint64_t id)
{
    for (int i = 0; i < guild->role_count; i++)
        if (guild->roles[i].id == id)
            return &guild->roles[i];
    return NULL;
}

uint64_t guild_number(const json_t *object, const char *key)
{
    char text[DISCORD_ID];
    return field_id(object, key, text) ? strtoull(text, NULL, 10) : 0;
}

uint64_t guild_rights_of_roles(const struct guild *guild, const json_t *member)
{
    const json_t *ids = json_object_get(member, "roles");
    uint64_t rights = 0;
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const char *id = json_string_value(json_array_get(ids, i));
        const struct role *role = id ? guild_role(guild, strtoull(id, NULL, 10)) : NULL;
        rights |= role ? role->rights : 0;
    }
    return rights;
}

unsigned guilds_rank(struct discord *discord, const char *id, const char *user,
                     const json_t *member)
{
    const struct guild *guild = id ? guilds_find(discord, id) : NULL;
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
