/* See places.h. */
#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guilds.h"
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

/* ---- what is known of them ---- */

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
}

void places_each_removed(const struct discord *discord, void (*each)(void *arg, const char *key, const char *row),
                         void *arg)
{
    char prefix[128];
    put_removed_key(discord, "", prefix);
    keep_each(discord->setup.keep, prefix, each, arg);
}

bool places_is_open(struct discord *discord, const char *room)
{
    const char *guild = places_guild(discord, room);
    return discord->is_up && !(guild && (guilds_is_out(discord, guild) || places_removed(discord, guild)));
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

void places_room_ready(struct discord *discord, const char *room)
{
    discord->is_telling_back = true;
    host_room_ready(discord->host, discord->network, room, discord_now(discord));
    discord->is_telling_back = false;
}
