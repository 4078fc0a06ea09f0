/* See irc_joins.h. A channel's key is in no log line, not even where the server repeats it.
   Next: irc_rooms.c (what becomes of the rooms that we are in). */
#include "irc_joins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "irc_network.h"
#include "keep.h"
#include "log.h"
#include "text.h"

enum { JOIN_LINE = 400, TOLD_MS = 1000, TOLD_BYTES = 600, FORWARDED_MS = 60 * 60 * 1000 };

/* ---- their names ---- */

const char *irc_kept_key(const struct irc *irc, const char *room, char key[IRC_KEPT_KEY])
{
    snprintf(key, IRC_KEPT_KEY, "guest %s %s", irc->network, room);
    return key;
}

const char *irc_kept_name(const struct irc *irc, const char *room)
{
    char key[IRC_KEPT_KEY];
    return irc->keep ? keep_get(irc->keep, irc_kept_key(irc, room, key)) : NULL;
}

void irc_room_call(struct irc_room *room, const char *name)
{
    char copy[HOST_ROOM];
    snprintf(copy, sizeof copy, "%s", name); /* it may be the room's own */
    if (!room->is_guest && !room->configured[0])
        memcpy(room->configured, room->name, sizeof room->configured);
    if (room->channel != &room->guest)
        room->guest = *room->channel;
    memcpy(room->guest_name, copy, sizeof room->guest_name);
    room->guest.name = room->guest_name;
    room->channel = &room->guest;
    irc_room_fold(room);
}

void irc_room_keep(const struct irc_room *room, bool is_kept)
{
    char key[IRC_KEPT_KEY];
    const char *name = room->configured[0] ? room->configured : room->name;
    if ((room->is_guest || room->configured[0]) && room->irc->keep)
        keep_put(room->irc->keep, irc_kept_key(room->irc, name, key),
                 is_kept ? room->guest_name : NULL, NULL, NULL);
}

/* ---- how many ---- */

static bool is_ours(const struct irc_room *room)
{
    return room->state == ROOM_JOINING || room->state == ROOM_READING || room->state == ROOM_IN;
}

/* "CHANLIMIT=#&:25,!:5": of the channels that begin with # or &, 25. `kinds` is "#&", or NULL if
   all count. */
static int limit_of(const struct irc *irc, const char *channel, const char **kinds, size_t *length)
{
    const char *at = wire_isupport(irc->wire, "CHANLIMIT");
    *kinds = NULL;
    for (; at && *at; at += *at == ',') {
        const char *part = at;
        at += strcspn(at, ",");
        size_t marks = strcspn(part, ":,");
        if (part[marks] != ':' || !memchr(part, channel[0], marks))
            continue;
        int most = atoi(part + marks + 1);
        *kinds = part;
        *length = marks;
        return most > 0 ? most : IRC_ROOMS_MOST;
    }
    return wire_isupport_number(irc->wire, "MAXCHANNELS", IRC_ROOMS_MOST);
}

bool irc_has_place(const struct irc *irc, const char *channel)
{
    const char *kinds;
    size_t length = 0;
    int most = limit_of(irc, channel, &kinds, &length), count = 0;
    for (int i = 0; i < irc->room_count; i++) {
        const struct irc_room *room = irc->rooms[i];
        count += is_ours(room) && (!kinds || memchr(kinds, room->name[0], length));
    }
    return count < most && !irc->joins.is_full;
}

/* Names all that are left out; again only if they become more. */
static void tell_left_out(void *arg)
{
    struct irc *irc = arg;
    char bytes[TOLD_BYTES];
    struct text names = text_over(bytes, sizeof bytes);
    int count = 0, named = 0;
    for (int i = 0; i < irc->room_count; i++) {
        const char *name = irc->rooms[i]->channel->name;
        if (irc->rooms[i]->state != ROOM_LEFT_OUT)
            continue;
        count++;
        if (named < count - 1 || names.length + 1 + (int)strlen(name) >= names.size)
            continue;
        text_putf(&names, "%s%s", named++ ? " " : "", name);
    }
    if (count <= irc->joins.told)
        return;
    irc->joins.told = count;
    log_event(
        LOG_WARN, "irc-channels-left-out", "network", irc->setup.wire.network, "count",
        text_number(count), "do",
        "the server lets me into no more channels; I join these when others make room, see tabletalk status",
        "channels", bytes, (char *)0);
}

static void leave_out(struct irc_room *room)
{
    room->state = ROOM_LEFT_OUT;
    loop_timer_stop(&room->retry);
    loop_timer_set(&room->irc->joins.left_out, TOLD_MS); /* others may follow */
}

void irc_joins_init(struct irc *irc)
{
    loop_timer_init(&irc->joins.left_out, irc->loop, tell_left_out, irc);
}

void irc_joins_leave(struct irc *irc)
{
    loop_timer_stop(&irc->joins.left_out);
    irc->joins.told = 0;
    irc->joins.is_full = false;
}

/* ---- asking ---- */

void irc_join(struct irc_room *room)
{
    const char *key = room->channel->key;
    if (!irc_has_place(room->irc, room->channel->name)) {
        leave_out(room);
        return;
    }
    room->state = ROOM_JOINING;
    irc_send(room->irc, "JOIN %s%s%s", room->channel->name, key ? " " : "", key ? key : "");
}

static bool join_one(struct irc *irc)
{
    for (int i = 0; irc_is_ready(irc) && i < irc->room_count; i++) {
        if (irc->rooms[i]->state != ROOM_LEFT_OUT ||
            !irc_has_place(irc, irc->rooms[i]->channel->name))
            continue;
        irc_join(irc->rooms[i]);
        return true;
    }
    return false;
}

void irc_join_next(struct irc *irc)
{
    irc->joins.is_full = false;
    join_one(irc);
}

void irc_join_more(struct irc *irc)
{
    while (join_one(irc))
        ;
}

/* Lines of "JOIN #a,#b key-a,key-b": keys belong to the first channels, so those that have one
   have lines of their own. */
static void join_rooms(struct irc *irc, bool with_keys)
{
    char names_bytes[JOIN_LINE + 1], keys_bytes[JOIN_LINE + 1];
    struct text names = text_over(names_bytes, sizeof names_bytes),
                keys = text_over(keys_bytes, sizeof keys_bytes);
    for (int i = 0; i <= irc->room_count; i++) {
        const struct irc_room *room = i < irc->room_count ? irc->rooms[i] : NULL;
        const char *name = room ? room->channel->name : "",
                   *key = room && room->channel->key ? room->channel->key : "";
        bool is_one = room && room->state == ROOM_JOINING && (*key != '\0') == with_keys;
        int length = names.length + keys.length + (int)strlen(name) + (int)strlen(key);
        if (names.length > 0 && (!room || (is_one && length >= JOIN_LINE))) {
            irc_send(irc, "JOIN %s%s%s", names_bytes, with_keys ? " " : "", keys_bytes);
            text_clear(&names);
            text_clear(&keys);
        }
        if (!is_one)
            continue;
        text_putf(&keys, "%s%s", names.length > 0 && with_keys ? "," : "", key);
        text_putf(&names, "%s%s", names.length > 0 ? "," : "", name);
    }
}

void irc_join_all(struct irc *irc)
{
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = irc->rooms[i];
        irc_room_fold(room);
        if (irc_has_place(irc, room->channel->name))
            room->state = ROOM_JOINING;
        else
            leave_out(room);
    }
    join_rooms(irc, true);
    join_rooms(irc, false);
}

/* ---- refused ---- */

/* The server's words, unless they hold the key. */
static const char *open_words(const struct irc_room *room, const char *why)
{
    return room->channel->key && strstr(why, room->channel->key) ? "" : why;
}

/* 471, 473 and so on: "me #games :Cannot join channel". We try again, each time later, and log
   it once. 405: too many channels, so this one is left out. */
void irc_on_refused(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room || room->state != ROOM_JOINING)
        return;
    if (strcmp(event->command, "405") == 0) {
        irc->joins.is_full = true;
        leave_out(room);
        return;
    }
    room->state = ROOM_REFUSED;
    bool wants_key = strcmp(event->command, "475") == 0;
    if (room->refusals == 0)
        log_event(LOG_WARN, "irc-join-refused", "network", irc->setup.wire.network, "channel",
                  room->channel->name, "code", event->command, "why",
                  open_words(room, event->params[event->param_count - 1]), "do",
                  wants_key
                      ? "give its key in channels or by key_file, retrying in 1, 5, 30, 60 minutes"
                      : "retrying in 1, 5, 30, 60 minutes",
                  (char *)0);
    loop_timer_set(&room->retry, irc_patience(room->refusals++));
    irc_join_next(irc);
}

/* 470: "me #games ##games :Forwarding to another channel". We leave that one at once, and try
   again in an hour. */
void irc_on_forwarded(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room)
        return;
    room->state = ROOM_REFUSED;
    log_event(LOG_WARN, "irc-forwarded", "network", irc->setup.wire.network, "channel",
              room->channel->name, "to", event->params[2], (char *)0);
    loop_timer_set(&room->retry, FORWARDED_MS);
    irc_join_next(irc);
}
