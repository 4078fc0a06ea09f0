/* See tidy.h. */
#include "tidy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "absence.h"
#include "backfill.h"
#include "board.h"
#include "check.h"
#include "guilds.h"
#include "inbox.h"
#include "keep.h"
#include "panel.h"
#include "people.h"
#include "places.h"
#include "post.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { EVERY_MS = 60 * 1000, SWEEPS = 15 /* of those, until what was kept is looked through: so much may gather */ };

void tidy_soon(struct discord *discord)
{
    people_tidy(discord->people);
    places_tidy(discord);
    guilds_tidy(discord);
    boards_tidy(discord);
    inbox_tidy(discord);
}

/* ---- what was kept ---- */

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
        keep_put(discord->setup.keep, json_string_value(json_array_get(sweep.keys, i)), NULL, NULL, NULL);
    json_decref(sweep.keys);
}

static bool is_room_over(struct discord *discord, const char *room, const char *value)
{
    (void)value;
    return !host_find(discord->host, discord->network, room) && !post_is_busy(discord, room);
}

static bool is_hand_over(struct discord *discord, const char *person, const char *value)
{
    return !host_table_numbered(discord->host, discord->network, person, strtoll(value, NULL, 10));
}

static bool is_heard_old(struct discord *discord, const char *channel, const char *value)
{
    (void)channel;
    return strtoull(value, NULL, 10) < backfill_since(discord);
}

void tidy_kept(struct discord *discord)
{
    sweep_kept(discord, "place", is_room_over);
    sweep_kept(discord, "board", is_room_over);
    sweep_kept(discord, "letter", is_hand_over);
    sweep_kept(discord, "heard", is_heard_old);
#ifdef __GLIBC__
    malloc_trim(0); /* what was freed between things that stay goes back to the system, too */
#endif
}

void tidy_on_time(void *arg)
{
    struct discord *discord = arg;
    tidy_soon(discord);
    panel_tidy(discord);
    absence_tidy(discord);
    if (++discord->tidied % SWEEPS == 0)
        tidy_kept(discord);
    loop_timer_set(&discord->tidy, EVERY_MS);
}
