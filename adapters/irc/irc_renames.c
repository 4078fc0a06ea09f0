/* See irc_renames.h. A server with draft/channel-rename says RENAME; without, it has us PART the
   old channel and JOIN the new one. The configuration keeps the old name, so the new one is kept
   for the next start, and the log says what to write. */
#include "irc_renames.h"

#include <string.h>

#include "irc_joins.h"
#include "irc_network.h"
#include "irc_preferences.h"
#include "irc_rooms.h"
#include "log.h"
#include "reports.h"
#include "text.h"

enum { PARTED_MS = 1000 };

/* Nothing came: it was no rename. */
static void forget(void *arg)
{
    struct irc *irc = arg;
    irc->joins.parting = NULL;
}

void irc_renames_init(struct irc *irc)
{
    loop_timer_init(&irc->joins.parted, irc->loop, forget, irc);
}

void irc_renames_leave(struct irc *irc)
{
    irc->joins.parting = NULL;
    loop_timer_stop(&irc->joins.parted);
}

/* The room is called so from now on, and the same people are in it. False if we have a room of
   that name already: then the table and its people go there. */
static bool follow(struct irc *irc, struct irc_room *room, const char *to)
{
    char folded[HOST_ROOM], from[HOST_ROOM];
    struct irc_room *other = irc_room_find(irc, to);
    if (!text_fold(irc_casemap(irc), to, folded, sizeof folded) || other == room)
        return other == room;
    memcpy(from, room->name, sizeof from);
    log_event(LOG_WARN, "irc-channel-renamed", "network", irc->setup.wire.network, "channel",
              room->channel->name, "to", to, "do", "write the new name into channels", (char *)0);
    members_move(irc->members, from, to);
    if (other) {
        room->state = ROOM_EXPELLED;
        loop_timer_stop(&room->retry);
    } else {
        if (room->is_guest)
            irc_room_keep(room, false); /* under its old name */
        irc_room_call(room, to);
        irc_room_keep(room, true);
        irc_look_move_room(irc, room, from);
    }
    host_room_renamed(irc->host, irc->network, from, folded, irc_now(irc));
    irc_pump_soon(irc);
    return !other;
}

/* Until the JOIN we see nobody of the channel, so people without an account have to prove again
   who they are. */
void irc_room_parted(struct irc *irc, const char *channel, const char *by, const char *why)
{
    irc_room_expel(irc, channel, by, why);
    irc->joins.parting = irc_room_find(irc, channel);
    loop_timer_set(&irc->joins.parted, PARTED_MS);
}

void irc_room_joined(struct irc *irc, const char *channel, int64_t time)
{
    struct irc_room *room = irc_room_find(irc, channel), *parting = irc->joins.parting;
    if (parting && (!room || room->state != ROOM_JOINING)) {
        irc_renames_leave(irc);
        follow(irc, parting, channel);
    }
    irc_room_enter(irc, channel, time);
}

/* ":ann!a@host RENAME #old #new :reason". No JOIN follows: whether we are in the new room is
   known. */
void irc_on_channel_renamed(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[0]);
    const char *to = event->params[1];
    bool is_channel = event->param_count >= 2 && wire_channel_of(irc->wire, to) == to &&
                      !strpbrk(to, ", ") && !text_has_control(to) && strlen(to) < HOST_ROOM;
    if (!room || !is_channel || follow(irc, room, to))
        return;
    irc_room_enter(irc, to, event->time);
    irc_send(irc, "NAMES %s", to);
}
