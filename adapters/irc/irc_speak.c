/* What the host says, on its way to the wire: to whom it goes, how it looks there, and what is done when the server does
   not deliver it. Private text goes to the one nick that its person has at that moment, by PRIVMSG; to nobody if the
   person is out of sight. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_inside.h"
#include "log.h"
#include "message.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "view.h"

enum {
    LINE_MOST = 400,   /* bytes of text; less where nick and host leave less room */
    LINE_LEAST = 100,  /* names that leave less than this are not let in anywhere */
    LINE_RESERVE = 10, /* for a host that grows on the way */
};

_Static_assert((int)MEMBER_ROOM == (int)HOST_ROOM, "a member remembers the name of a room");

/* ---- to whom ---- */

static bool is_stranger(const char *key)
{
    return key[0] == '=';
}

/* The nick or channel that an item goes to now; NULL: nobody. */
static const char *target_of(struct irc *irc, const struct outbox_item *item)
{
    if (!irc->wire)
        return NULL;
    if (!item->is_private) {
        const struct irc_room *room = irc_room_find(irc, item->to);
        return room ? room->channel->name : NULL;
    }
    if (is_stranger(item->to))
        return item->to + 1;
    const struct member *member = members_by_key(irc->members, item->to);
    return member ? member->nick : NULL;
}

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    struct irc *irc = self;
    const struct irc_room *room = item->is_private ? NULL : irc_room_find(irc, item->to);
    if (item->is_private)
        return target_of(irc, item) ? OUTBOX_NOW : OUTBOX_NEVER;
    if (!room)
        return OUTBOX_NEVER;
    return irc_is_ready(irc) && room->state == ROOM_IN ? OUTBOX_NOW : OUTBOX_LATER;
}

/* ---- how it looks ---- */

static int limit_of(const struct irc *irc, const char *target)
{
    int limit = wire_room(irc->wire, target) - LINE_RESERVE;
    if (limit > LINE_MOST)
        return LINE_MOST;
    return limit > LINE_LEAST ? limit : LINE_LEAST;
}

static struct ink ink_for(struct irc *irc, const struct outbox_item *item)
{
    const struct irc_room *room = item->is_private ? NULL : irc_room_find(irc, item->to);
    if (!room)
        return (struct ink){.is_plain = !irc->setup.is_coloured, .prefix = ""};
    return (struct ink){.is_plain = !room->channel->is_coloured || room->has_no_colours,
                        .prefix = room->channel->prefix};
}

static void add_line(void *arg, const char *line)
{
    outbox_add_message(arg, line);
}

static void render(void *self, struct outbox_item *item)
{
    struct irc *irc = self;
    const struct ink ink = ink_for(irc, item);
    message_draw(item, &ink, limit_of(irc, target_of(irc, item)), wire_nick(irc->wire), add_line, item);
}

/* ---- out ---- */

static int wire_bytes(const char *target, const char *message)
{
    return (int)(strlen("PRIVMSG  :\r\n") + strlen(target) + strlen(message));
}

static int64_t wait_for(void *self, const struct outbox_item *item, const char *message)
{
    struct irc *irc = self;
    const char *target = target_of(irc, item);
    check(target);
    return bucket_wait(&irc->bucket, target, wire_bytes(target, message), irc_now(irc));
}

static void remember(struct irc *irc, const struct outbox_item *item, const char *message)
{
    if (item->is_private) {
        struct member *member = members_by_key(irc->members, item->to);
        if (!member)
            return;
        snprintf(irc->last_whispered, sizeof irc->last_whispered, "%s", member->key);
        memcpy(member->room, item->about, sizeof member->room);
        return;
    }
    struct irc_room *room = irc_room_find(irc, item->to);
    free(room->last);
    room->last = strdup(message);
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    struct irc *irc = self;
    const char *target = target_of(irc, item);
    check(target);
    wire_send(irc->wire, "PRIVMSG %s :%s", target, message);
    bucket_charge(&irc->bucket, target, wire_bytes(target, message), irc_now(irc));
    remember(irc, item, message);
}

/* Clocks of games run from when people could read what they are asked. */
static void told(void *self, const char *room)
{
    struct irc *irc = self;
    host_sent(irc->host, irc->network, room, irc_now(irc));
}

static void pump(void *arg)
{
    struct irc *irc = arg;
    int64_t wait = irc_is_ready(irc) ? outbox_pump(irc->outbox) : -1;
    if (wait >= 0)
        loop_timer_set(&irc->pump, wait);
    else if (irc->is_stopping && loop_timer_is_set(&irc->farewell))
        loop_timer_set(&irc->farewell, 0); /* all is said */
}

/* At the end of this turn of the loop: what belongs together is there by then, and goes out in the right order. */
void irc_pump_soon(struct irc *irc)
{
    loop_timer_set(&irc->pump, 0);
}

struct outbox *irc_outbox_new(struct irc *irc)
{
    const struct outbox_port port = {
        .reach = reach, .render = render, .wait = wait_for, .send = send_line, .told = told, .self = irc};
    loop_timer_init(&irc->pump, irc->loop, pump, irc);
    return outbox_new(&port);
}

/* ---- what the host says ---- */

void irc_post(void *self, const struct post *post)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    outbox_post(irc->outbox, post);
    irc_pump_soon(irc);
}

void irc_whisper(void *self, const struct whisper *whisper)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    outbox_whisper(irc->outbox, whisper);
    irc_pump_soon(irc);
}

void irc_tell(struct irc *irc, const char *key, const char *sentence)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, sentence);
    irc_whisper(irc, &(struct whisper){.person = key, .name = "", .kind = WHISPER_ANSWER, .prose = &prose});
}

/* ---- what did not arrive ---- */

/* Says at the table that somebody cannot be reached, once, and nothing of what they were to be told. */
static void tell_table(struct irc *irc, struct member *member)
{
    struct prose tale;
    if (member->was_told_unreachable || !irc_room_find(irc, member->room))
        return;
    member->was_told_unreachable = true;
    prose_clear(&tale);
    view_string(&tale, STRING_HAND_UNREACHABLE, "who", member->nick, (char *)0);
    irc_post(irc, &(struct post){.room = member->room, .kind = POST_NEWS, .tale = &tale});
}

/* Some channels take no colours and do not say so before. */
static void say_again_without_colours(struct irc *irc, struct irc_room *room)
{
    char line[IRC_LINE];
    if (room->has_no_colours || !room->channel->is_coloured || !room->last)
        return;
    room->has_no_colours = true;
    render_strip(room->last);
    snprintf(line, sizeof line, "PRIVMSG %s :%s", room->channel->name, room->last);
    irc_send(irc, line);
}

/* 404, 477, 716 and so on: "me nick :why". ngIRCd leaves the nick out in some: then it was the last one. */
void irc_on_not_sent(struct irc *irc, const struct wire_event *event)
{
    const char *target = event->params[1], *why = event->params[event->param_count ? event->param_count - 1 : 0];
    struct irc_room *room = irc_room_find(irc, target);
    if (room && room->state == ROOM_JOINING) {
        irc_on_refused(irc, event);
        return;
    }
    struct member *member = members_find(irc->members, target);
    if (!member && !room)
        member = members_by_key(irc->members, irc->last_whispered);
    log_event(LOG_WARN, "irc-not-delivered", "network", irc->setup.wire.network, "to",
              room     ? room->name
              : member ? member->nick
                       : target,
              "code", event->command, "why", why, (char *)0);
    if (room && strcmp(event->command, "404") == 0)
        say_again_without_colours(irc, room);
    else if (member)
        tell_table(irc, member);
}
