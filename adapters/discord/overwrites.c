/* See overwrites.h. Only what is about this one right is kept. Bounded: CHANNELS_MOST channels
   nobody has spoken in lately, and OVERWRITES_MOST of each. */
#include "overwrites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guilds.h"
#include "places.h"
#include "rest.h"
#include "shelf.h"

enum {
    CHANNELS_MOST = 1000,
    OVERWRITES_MOST = 100,
    IDLE_MS = 24 * 3600 * 1000,
    ASK_MS = 10 * 1000,
    ASK_AGAIN_MS = 10 * 60 * 1000, /* after a refusal */
    CHANNEL_THREAD_FIRST = 10,
    CHANNEL_THREAD_LAST = 12
};

struct channel {
    struct shelf_item item; /* first */
    char id[DISCORD_ID];
    char above[DISCORD_ID]; /* the channel of a thread, whose overwrites count; "" */
    json_t *object;         /* as guilds_rights() reads a channel; NULL: it gives nobody anything */
    bool is_known, is_asked;
    bool has_changed;  /* since it was asked for: the answer may be older */
    int64_t ask_again; /* not before this; 0: as soon as it is wanted */
};

struct channels {
    struct shelf shelf;
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

struct channels *overwrites_new(void)
{
    struct channels *channels = calloc(1, sizeof *channels);
    check(channels);
    shelf_init(&channels->shelf, &(struct shelf_rules){.most = CHANNELS_MOST,
                                                       .idle_ms = IDLE_MS,
                                                       .is_idle = is_idle,
                                                       .free = free_channel});
    return channels;
}

void overwrites_free(struct channels *channels)
{
    if (channels)
        shelf_fini(&channels->shelf);
    free(channels);
}

void overwrites_tidy(struct discord *discord)
{
    shelf_tidy(&discord->channels->shelf, loop_now(discord->loop));
}

static struct channel *find(const struct discord *discord, const char *id)
{
    return (struct channel *)shelf_find(&discord->channels->shelf, id);
}

static struct channel *get(struct discord *discord, const char *id)
{
    struct channel *channel = find(discord, id);
    if (channel) {
        shelf_use(&discord->channels->shelf, &channel->item, loop_now(discord->loop));
        return channel;
    }
    channel = calloc(1, sizeof *channel);
    check(channel && strlen(id) < sizeof channel->id);
    snprintf(channel->id, sizeof channel->id, "%s", id);
    shelf_add(&discord->channels->shelf, &channel->item, channel->id, loop_now(discord->loop));
    return channel;
}

/* ---- what a channel says of itself ---- */

static bool is_about_managing(const json_t *overwrite)
{
    return (guild_number(overwrite, "allow") | guild_number(overwrite, "deny")) &
           RIGHT_MANAGE_CHANNELS;
}

static json_t *without_the_rest(const json_t *object)
{
    const json_t *overwrites = json_object_get(object, "permission_overwrites");
    json_t *few = json_array();
    check(few);
    for (size_t i = 0; i < json_array_size(overwrites) && json_array_size(few) < OVERWRITES_MOST;
         i++)
        if (is_about_managing(json_array_get(overwrites, i)))
            json_array_append(few, json_array_get(overwrites, i));
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
    room_of_channel(channel->id, room);
    places_note_above(discord, room, channel->above);
}

void overwrites_on_update(struct discord *discord, const json_t *object)
{
    char id[DISCORD_ID];
    struct channel *channel = field_id(object, "id", id) ? find(discord, id) : NULL;
    if (!channel)
        return; /* asked for when somebody commands there */
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

void overwrites_on_ready(struct discord *discord)
{
    shelf_each(&discord->channels->shelf, doubt, NULL);
}

/* ---- what nobody said is asked ---- */

struct waiting {
    struct discord *discord;
    char id[DISCORD_ID];
    void (*answered)(struct discord *discord);
};

static void ask(struct discord *discord, struct channel *channel,
                void (*answered)(struct discord *discord));

static void on_channel(void *arg, const struct rest_answer *answer)
{
    struct waiting *waiting = arg;
    struct discord *discord = waiting->discord;
    struct channel *channel = get(discord, waiting->id);
    bool is_told = answer->outcome == REST_DONE, is_stale = is_told && channel->has_changed;
    channel->is_asked = channel->has_changed = false;
    if (is_stale) {
        ask(discord, channel, waiting->answered);
    } else if (is_told) {
        note(discord, channel, answer->body);
    } else {
        discord_log_refusal("discord-channel-unknown", waiting->id, answer);
        channel->is_known = true;
        channel->ask_again = loop_now(discord->loop) + ASK_AGAIN_MS;
    }
    if (!is_stale)
        waiting->answered(discord);
    free(waiting);
}

static void ask(struct discord *discord, struct channel *channel,
                void (*answered)(struct discord *discord))
{
    struct waiting *waiting = calloc(1, sizeof *waiting);
    check(waiting);
    *waiting = (struct waiting){.discord = discord, .answered = answered};
    snprintf(waiting->id, sizeof waiting->id, "%s", channel->id);
    channel->is_asked = true;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/channels/{}",
                                                    .ids = {waiting->id},
                                                    .deadline = loop_now(discord->loop) + ASK_MS,
                                                    .done = on_channel,
                                                    .arg = waiting,
                                                    .forget = free});
}

static bool is_known(struct discord *discord, struct channel *channel,
                     void (*answered)(struct discord *discord))
{
    bool is_doubtful = !channel->is_known || loop_now(discord->loop) >= channel->ask_again;
    if (is_doubtful && !channel->is_asked)
        ask(discord, channel, answered);
    return channel->is_known;
}

bool overwrites_are_known(struct discord *discord, const char *id, const char *guild,
                          void (*answered)(struct discord *discord))
{
    char room[HOST_ROOM];
    struct channel *channel = get(discord, id);
    room_of_channel(id, room);
    places_note(discord, room, guild);
    return is_known(discord, channel, answered) &&
           (!channel->above[0] || is_known(discord, get(discord, channel->above), answered));
}

/* ---- who may do what ---- */

unsigned overwrites_rank(struct discord *discord, const char *id, const char *guild,
                         const char *user, const json_t *member)
{
    const struct channel *channel = find(discord, id);
    const struct channel *counts =
        channel && channel->above[0] ? find(discord, channel->above) : channel;
    if (!counts || !counts->object)
        return 0;
    uint64_t own = guilds_rights(discord, guild, user, member, counts->object);
    uint64_t of_all = guilds_rights(discord, guild, "", NULL, counts->object);
    return own & ~of_all & RIGHT_MANAGE_CHANNELS ? RANK_OPERATOR : 0;
}
