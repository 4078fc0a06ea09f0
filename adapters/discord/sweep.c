/* See sweep.h. */
#include "sweep.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backfill.h"
#include "board.h"
#include "check.h"
#include "elsewhere.h"
#include "keep.h"
#include "panels.h"
#include "places.h"

struct sweep {
    struct discord *discord;
    bool (*is_over)(struct discord *discord, const char *id, const char *value);
    size_t prefix;
    json_t *keys;
};

static void look(void *arg, const char *key, const char *value)
{
    struct sweep *sweep = arg;
    if (sweep->is_over(sweep->discord, key + sweep->prefix, value))
        json_array_append_new(sweep->keys, json_string(key));
}

static void sweep_kept(struct discord *discord, const char *what,
                       bool (*is_over)(struct discord *discord, const char *id, const char *value))
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s:%s:", discord->network, what);
    struct sweep sweep = {discord, is_over, strlen(prefix), json_array()};
    keep_each(discord->setup.keep, prefix, look, &sweep);
    for (size_t i = 0; i < json_array_size(sweep.keys); i++)
        keep_put(discord->setup.keep, json_string_value(json_array_get(sweep.keys, i)), NULL, NULL,
                 NULL);
    json_decref(sweep.keys);
}

static bool is_room_over(struct discord *discord, const char *room, const char *value)
{
    (void)value;
    return !host_has_table(discord->host, discord->network, room) && !board_find(discord, room);
}

static bool is_place_over(struct discord *discord, const char *room, const char *value)
{
    bool is_over = is_room_over(discord, room, value);
    if (is_over)
        places_unkeep(discord, room);
    return is_over;
}

static bool is_hand_over(struct discord *discord, const char *person, const char *value)
{
    struct host_board table;
    return !host_board_of(discord->host, discord->network, person, strtoll(value, NULL, 10),
                          &table);
}

static bool is_heard_old(struct discord *discord, const char *channel, const char *value)
{
    (void)channel;
    return strtoull(value, NULL, 10) < backfill_since(discord);
}

void sweep_what_is_over(struct discord *discord)
{
    sweep_kept(discord, "place", is_place_over);
    sweep_kept(discord, "board", is_room_over);
    sweep_kept(discord, "letter", is_hand_over);
    sweep_kept(discord, "heard", is_heard_old);
#ifdef __GLIBC__
    malloc_trim(0); /* gives memory between blocks in use back to the system, too */
#endif
}
