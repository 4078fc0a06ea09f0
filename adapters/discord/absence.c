/* See absence.h. */
#include "absence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "check.h"
#include "guilds.h"
#include "keep.h"
#include "log.h"
#include "lost_room.h"
#include "people.h"
#include "places.h"
#include "post.h"
#include "posts.h"
#include "prose.h"
#include "reports.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { WAIT_MS = 24 * 3600 * 1000 };

/* The rooms of one guild that have a table. */
struct rooms {
    struct discord *discord;
    const char *guild;
    void (*each)(struct discord *discord, const char *guild, const char *room);
    int count;
};

static void visit(void *arg, const char *room)
{
    struct rooms *rooms = arg;
    const char *guild = places_guild(rooms->discord, room);
    if (!guild || strcmp(guild, rooms->guild) != 0)
        return;
    rooms->count++;
    rooms->each(rooms->discord, rooms->guild, room);
}

static int each_room(struct discord *discord, const char *guild,
                     void (*each)(struct discord *discord, const char *guild, const char *room))
{
    struct rooms rooms = {discord, guild, each, 0};
    host_each_room(discord->host, discord->network, visit, &rooms);
    return rooms.count;
}

static void lose(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    post_removed(discord, room);
}

void absence_begin(struct discord *discord, const char *guild)
{
    char since[48];
    if (places_removed(discord, guild) || each_room(discord, guild, lose) == 0)
        return;
    snprintf(since, sizeof since, "%" PRId64 " %" PRId64, loop_wall(discord->loop), discord->born);
    places_set_removed(discord, guild, since);
}

static void tell_back(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    lost_room_may_try(discord, room);
    places_room_back(discord, room);
}

static void try_again(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    lost_room_may_try(discord, room);
}

void absence_end(struct discord *discord, const char *guild)
{
    int64_t since = 0, born = 0;
    const char *kept = places_removed(discord, guild);
    if (!kept)
        return;
    bool is_ours =
        sscanf(kept, "%" SCNd64 " %" SCNd64, &since, &born) == 2 && born == discord->born;
    places_set_removed(discord, guild, NULL);
    /* after a restart each table says so itself */
    each_room(discord, guild, is_ours ? tell_back : try_again);
}

static void stop(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    host_room_gone(discord->host, discord->network, room, loop_now(discord->loop));
}

static void left(void *arg, const struct rest_answer *answer)
{
    (void)arg;
    if (answer->outcome != REST_DONE)
        discord_log_refusal("discord-guild-not-left", "", answer);
}

bool absence_leave(struct discord *discord, const char *words, struct text *answer)
{
    char guild[DISCORD_ID];
    size_t length = strspn(words, "0123456789");
    if (length == 0 || length >= sizeof guild || words[length] != '\0') {
        text_put(
            answer,
            "Say which server: its number, such as 'leave 81384788765712384'. Discord shows it to who has switched "
            "on Developer Mode, under Copy Server ID.");
        return false;
    }
    if (!discord->is_up) {
        text_put(answer,
                 "Discord is not connected, so no server can be left now. Try again when it is.");
        return false;
    }
    snprintf(guild, sizeof guild, "%s", words);
    int count = each_room(discord, guild, stop);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "DELETE",
                                                    .route = "/users/@me/guilds/{}",
                                                    .ids = {guild},
                                                    .done = left});
    text_putf(answer, "Leaving the server %s. Tables that were stopped there: %d.", guild, count);
    return true;
}

struct ended {
    struct discord *discord;
    json_t *guilds;
};

static void note_ended(void *arg, const char *key, const char *value)
{
    struct ended *ended = arg;
    if (loop_wall(ended->discord->loop) - strtoll(value, NULL, 10) >= WAIT_MS)
        json_array_append_new(ended->guilds, json_string(strrchr(key, ':') + 1));
}

void absence_tidy(struct discord *discord)
{
    struct ended ended = {discord, json_array()};
    places_each_removed(discord, note_ended, &ended);
    for (size_t i = 0; i < json_array_size(ended.guilds); i++) {
        const char *guild = json_string_value(json_array_get(ended.guilds, i));
        log_event(LOG_INFO, "discord-guild-given-up", "guild", guild, (char *)0);
        each_room(discord, guild, stop);
        places_set_removed(discord, guild, NULL);
    }
    json_decref(ended.guilds);
}

/* ---- a new session says which guilds there are ---- */

struct guilds_listed {
    struct discord *discord;
    json_t *guilds;
    uint64_t shard, shards;
};

/* Nobody tells us of a removal while we are not connected. */
static void look_at(void *arg, const char *room)
{
    struct guilds_listed *session = arg;
    char guild[DISCORD_ID], id[DISCORD_ID];
    const char *known = places_guild(session->discord, room);
    if (!known || (strtoull(known, NULL, 10) >> 22) % session->shards != session->shard)
        return;
    snprintf(guild, sizeof guild, "%s", known);
    for (size_t i = 0; i < json_array_size(session->guilds); i++)
        if (field_id(json_array_get(session->guilds, i), "id", id) && strcmp(id, guild) == 0)
            return;
    absence_begin(session->discord, guild);
}

void absence_on_ready(struct discord *discord, const json_t *data)
{
    const json_t *shard = json_object_get(data, "shard");
    struct guilds_listed session = {.discord = discord,
                                    .guilds = json_object_get(data, "guilds"),
                                    .shard = (uint64_t)json_integer_value(json_array_get(shard, 0)),
                                    .shards =
                                        (uint64_t)json_integer_value(json_array_get(shard, 1))};
    if (session.shards == 0)
        session.shards = 1;
    if (json_is_array(session.guilds))
        host_each_room(discord->host, discord->network, look_at, &session);
}
