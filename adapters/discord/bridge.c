/* See bridge.h. A bridge writes with a webhook, under the names of people elsewhere. Anybody can
   be called so there, so they get no seat. Bounded: BRIDGE_ANSWERS a channel in an hour;
   keep.h bounds the names that are kept, and the guild bears them. */
#include "bridge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "host_settings.h"
#include "json.h"
#include "keep.h"
#include "people.h"
#include "places.h"
#include "post.h"
#include "posts.h"
#include "prose.h"
#include "text.h"
#include "view.h"

enum { HOUR_MS = 60 * 60 * 1000 };

/* Answers of other applications to interactions have their own id there. */
static bool is_of_bridge(const json_t *message)
{
    char webhook[DISCORD_ID], application[DISCORD_ID];
    return field_id(message, "webhook_id", webhook) &&
           !(field_id(message, "application_id", application) && strcmp(webhook, application) == 0);
}

/* Whether that name was told in the channel, also by an earlier process. Notes that it is now. */
static bool was_told(const struct discord *discord, const struct board *board, const char *name)
{
    char prefix[KEEP_ROW_KEY], row[HOST_ROOM + 20], value[8];
    const struct drawer drawer = {discord->setup.keep, prefix, loop_wall(discord->loop)};
    const char *guild = places_guild(board->discord, board->room);
    snprintf(prefix, sizeof prefix, "%s:relayed:", discord->network);
    snprintf(row, sizeof row, "%s %016" PRIx64, board->room, text_hash(HASH_START, name));
    bool was_told = keep_row_get(&drawer, row, sizeof value, value);
    if (!was_told)
        keep_row_put(&drawer, row, guild ? guild : "", "told");
    return was_told;
}

static void tell(struct discord *discord, const char *room, const char *name)
{
    struct prose tale;
    prose_clear(&tale);
    view_sentence(&tale, discord_strings[DISCORD_STRING_RELAYED], "who", name, (char *)0);
    post_in_room(discord, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

void bridge_hear(struct discord *discord, const json_t *message)
{
    const char *author = field_text(json_object_get(message, "author"), "username");
    const char *channel = field_text(message, "channel_id"),
               *guild = field_text(message, "guild_id");
    char room[HOST_ROOM], name[HOST_NAME];
    struct text shown = text_over(name, sizeof name);
    if (!author || !*author || !channel || !guild || discord->is_stopping || !is_of_bridge(message))
        return;
    room_of_channel(channel, room);
    if (bridge_joins(discord, room) || host_says_bridged(discord->host, discord->network, room))
        return; /* heard where they are */
    places_note(discord, room, guild);
    struct board *board = board_of(discord, room);
    int64_t now = loop_now(discord->loop);
    text_put(&shown, author);
    if (ring_wait(&board->relayed, BRIDGE_ANSWERS, HOUR_MS, now) > 0 ||
        was_told(discord, board, name))
        return;
    ring_add(&board->relayed, now);
    tell(discord, room, name);
}

const char *bridge_joins(void *self, const char *room)
{
    const struct discord *discord = self;
    size_t length = strlen(room);
    for (int i = 0; i < discord->setup.bridged_count; i++)
        if (strncmp(discord->setup.bridged[i], room, length) == 0 &&
            discord->setup.bridged[i][length] == ' ')
            return discord->setup.bridged[i] + length + 1;
    return NULL;
}
