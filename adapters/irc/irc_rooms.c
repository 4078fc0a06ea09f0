/* The channels of one network: getting in, staying out where we are not wanted, and who else is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_inside.h"
#include "log.h"
#include "text.h"

enum { JOIN_LINE = 400, SECOND = 1000, MINUTE = 60 * SECOND };

static void retry(void *arg);

static void fold_names(struct irc *irc, enum casemap map)
{
    for (int i = 0; i < irc->room_count; i++)
        irc_fold(map, irc->rooms[i].channel->name, irc->rooms[i].name, sizeof irc->rooms[i].name);
}

void irc_rooms_init(struct irc *irc)
{
    irc->room_count = irc->setup.channel_count;
    irc->rooms = calloc((size_t)irc->room_count + 1, sizeof *irc->rooms);
    check(irc->rooms);
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = &irc->rooms[i];
        *room = (struct irc_room){.irc = irc, .channel = &irc->setup.channels[i]};
        loop_timer_init(&room->retry, irc->loop, retry, room);
    }
    fold_names(irc, CASEMAP_RFC1459);
}

void irc_rooms_fini(struct irc *irc)
{
    for (int i = 0; i < irc->room_count; i++) {
        loop_timer_stop(&irc->rooms[i].retry);
        free(irc->rooms[i].last);
    }
    free(irc->rooms);
}

struct irc_room *irc_room_find(struct irc *irc, const char *channel)
{
    char folded[HOST_ROOM];
    if (!irc_fold(irc->wire ? wire_casemap(irc->wire) : CASEMAP_RFC1459, channel, folded, sizeof folded))
        return NULL;
    for (int i = 0; i < irc->room_count; i++)
        if (strcmp(irc->rooms[i].name, folded) == 0)
            return &irc->rooms[i];
    return NULL;
}

/* ---- getting in ---- */

static void join(struct irc_room *room)
{
    char line[IRC_LINE];
    snprintf(line, sizeof line, "JOIN %s", room->channel->name);
    room->state = ROOM_JOINING;
    irc_send(room->irc, line);
}

static void retry(void *arg)
{
    struct irc_room *room = arg;
    if (irc_is_ready(room->irc))
        join(room);
}

void irc_rooms_join(struct irc *irc)
{
    char bytes[JOIN_LINE + 1];
    struct text line = text_over(bytes, sizeof bytes);
    fold_names(irc, wire_casemap(irc->wire));
    for (int i = 0; i < irc->room_count; i++) {
        const char *name = irc->rooms[i].channel->name;
        if (line.length > 0 && line.length + (int)strlen(name) + 1 > JOIN_LINE) {
            irc_send(irc, bytes);
            text_clear(&line);
        }
        text_putf(&line, "%s%s", line.length ? "," : "JOIN ", name);
        irc->rooms[i].state = ROOM_JOINING;
    }
    if (line.length > 0)
        irc_send(irc, bytes);
}

void irc_rooms_leave(struct irc *irc)
{
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = &irc->rooms[i];
        loop_timer_stop(&room->retry);
        free(room->last);
        room->last = NULL;
        room->state = ROOM_OUT;
        room->refusals = 0;
        room->has_no_colours = false;
    }
}

static void part(struct irc *irc, const char *channel, const char *why)
{
    char line[IRC_LINE];
    snprintf(line, sizeof line, "PART %s :%s", channel, why);
    irc_send(irc, line);
}

/* 471, 473 and so on: "me #games :Cannot join channel". Tried again ever more slowly, reported once. */
void irc_on_refused(struct irc *irc, const struct wire_event *event)
{
    static const int64_t delays[] = {MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE};
    enum { DELAYS = sizeof delays / sizeof *delays };
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room || room->state != ROOM_JOINING)
        return;
    room->state = ROOM_REFUSED;
    if (room->refusals == 0)
        log_event(LOG_WARN, "irc-join-refused", "network", irc->setup.wire.network, "channel", room->channel->name,
                  "code", event->command, "why", event->params[event->param_count - 1], "do",
                  "retrying in 1, 5, 30, 60 minutes", (char *)0);
    int step = room->refusals < DELAYS ? room->refusals : DELAYS - 1;
    room->refusals++;
    loop_timer_set(&room->retry, delays[step]);
}

/* 470: "me #games ##games :Forwarding to another channel". We leave it at once; the retry comes in an hour. */
void irc_on_forwarded(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room)
        return;
    room->state = ROOM_REFUSED;
    log_event(LOG_WARN, "irc-forwarded", "network", irc->setup.wire.network, "channel", room->channel->name, "to",
              event->params[2], (char *)0);
    loop_timer_set(&room->retry, 60 * MINUTE);
}

void irc_on_invite(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    bool is_out = room && room->state != ROOM_IN && room->state != ROOM_JOINING;
    if (!wire_is_me(irc->wire, event->params[0]) || !is_out ||
        !irc_limit_allows(&irc->invites, irc_now(irc), IRC_PERIOD_MS))
        return;
    loop_timer_stop(&room->retry);
    join(room);
}

/* ---- in and out ---- */

static void on_own_join(struct irc *irc, const char *channel)
{
    struct irc_room *room = irc_room_find(irc, channel);
    if (!room || irc->is_stopping) {
        part(irc, channel, "I was not told to be here");
        return;
    }
    char line[IRC_LINE];
    room->state = ROOM_JOINING; /* until the names are read */
    loop_timer_stop(&room->retry);
    snprintf(line, sizeof line, "MODE %s", room->channel->name); /* 324: are colours allowed? */
    irc_send(irc, line);
}

void irc_on_join(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->nick))
        on_own_join(irc, event->params[0]);
    if (irc_room_find(irc, event->params[0]))
        members_join(irc->members, event->params[0], event->nick);
}

void irc_on_names(struct irc *irc, const struct wire_event *event)
{
    const char *channel = event->params[2];
    char names[IRC_LINE * 2];
    if (!irc_room_find(irc, channel))
        return;
    snprintf(names, sizeof names, "%s", event->params[3]);
    for (char *rest = names, *name; (name = strsep(&rest, " "));)
        if (*name)
            members_name(irc->members, channel, name);
}

void irc_on_names_end(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room || room->state != ROOM_JOINING)
        return;
    room->state = ROOM_IN;
    room->refusals = 0;
    log_event(LOG_INFO, "irc-joined", "network", irc->setup.wire.network, "channel", room->channel->name, (char *)0);
    host_room_ready(irc->host, irc->network, room->name, irc_now(irc));
    irc_pump_soon(irc);
}

/* We are out of a channel although we did not leave. No way back but an invitation: those who can throw us out can
   also ask us in. */
static void on_own_leave(struct irc *irc, const char *channel, const char *by, const char *why)
{
    struct irc_room *room = irc_room_find(irc, channel);
    members_leave(irc->members, channel);
    if (!room)
        return;
    room->state = ROOM_EXPELLED;
    log_event(LOG_WARN, "irc-expelled", "network", irc->setup.wire.network, "channel", room->channel->name, "by", by,
              "why", why, "do", "an INVITE brings me back", (char *)0);
}

void irc_on_part(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->nick))
        on_own_leave(irc, event->params[0], event->nick, event->params[1]);
    else
        members_part(irc->members, event->params[0], event->nick);
}

void irc_on_kick(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->params[1]))
        on_own_leave(irc, event->params[0], event->nick, event->params[2]);
    else
        members_part(irc->members, event->params[0], event->params[1]);
}

void irc_on_quit(struct irc *irc, const struct wire_event *event)
{
    members_quit(irc->members, event->nick);
}

void irc_on_nick(struct irc *irc, const struct wire_event *event)
{
    members_rename(irc->members, event->nick, event->params[0]);
}

/* ---- modes ---- */

/* Whether a mode letter comes with a parameter: CHANMODES=lists,always,when set,never; and every rank. */
static bool has_parameter(const struct irc *irc, char letter, bool is_set)
{
    const char *modes = wire_isupport(irc->wire, "CHANMODES");
    int class = 0;
    if (members_is_rank(irc->members, letter))
        return true;
    for (; modes && *modes; modes++) {
        if (*modes == ',')
            class ++;
        else if (*modes == letter)
            return class < 2 || (class == 2 && is_set);
    }
    return false;
}

/* "+ov-c ann bob", from params[first] on. */
static void read_modes(struct irc *irc, const struct wire_event *event, int first)
{
    const char *channel = event->params[first - 1];
    struct irc_room *room = irc_room_find(irc, channel);
    bool is_set = true;
    int next = first + 1;
    for (const char *letter = event->params[first]; room && *letter; letter++) {
        bool has_one = has_parameter(irc, *letter, is_set);
        if (*letter == '+' || *letter == '-')
            is_set = *letter == '+';
        else if (*letter == 'c' && !has_one)
            room->has_no_colours = is_set;
        else if (has_one && next < event->param_count)
            members_mode(irc->members, channel, *letter, is_set, event->params[next++]);
    }
}

void irc_on_mode(struct irc *irc, const struct wire_event *event)
{
    read_modes(irc, event, 1);
}

void irc_on_mode_is(struct irc *irc, const struct wire_event *event)
{
    read_modes(irc, event, 2);
}
