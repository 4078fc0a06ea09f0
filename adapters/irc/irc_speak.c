/* What the host and we ourselves have to say: into the outbox, and out of it to the wire, to whom it goes then and how it looks there.
   Private text goes to the one nick that its person has at that moment, by PRIVMSG; to nobody if the person is out of sight.
   Next: irc_delivery.c (whether private lines arrive). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_network.h"
#include "irc_delivery.h"
#include "irc_speak.h"
#include "message.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"

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

/* The nick or channel that an item goes to now; NULL if nobody. */
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
    if (item->is_private && !target_of(irc, item))
        return OUTBOX_NEVER;
    if (item->is_private)
        return irc_delivery_is_held(irc, item->to) ? OUTBOX_LATER : OUTBOX_NOW;
    if (!room)
        return OUTBOX_NEVER;
    return irc_is_ready(irc) && room->state == ROOM_IN && !room->is_muted ? OUTBOX_NOW : OUTBOX_LATER;
}

/* ---- how it looks ---- */

static int limit_of(const struct irc *irc, const char *target)
{
    int limit = wire_room(irc->wire, target) - LINE_RESERVE;
    if (limit > LINE_MOST)
        return LINE_MOST;
    return limit > LINE_LEAST ? limit : LINE_LEAST;
}

/* What the person chose, or else the channel; +c allows nothing else. */
static struct ink ink_for(struct irc *irc, const struct outbox_item *item)
{
    const struct irc_room *room = item->is_private ? NULL : irc_room_find(irc, item->to);
    const struct member *member = item->is_private && irc->members ? members_by_key(irc->members, item->to) : NULL;
    bool is_coloured = room ? room->channel->is_coloured : irc->setup.is_coloured;
    enum look_cards cards = is_coloured ? LOOK_COLOUR : LOOK_PLAIN;
    const struct look *look = room ? &room->look : member ? &member->look : NULL;
    if (look && look->cards != LOOK_UNSET)
        cards = look->cards;
    if (room && room->has_no_colours && cards == LOOK_COLOUR)
        cards = LOOK_PLAIN;
    return (struct ink){.is_plain = cards != LOOK_COLOUR,
                        .has_symbols = cards == LOOK_SYMBOLS,
                        .prefix = room ? room->channel->prefix : irc->setup.prefix};
}

/* A narrower line, where somebody wants one. */
static int width_for(struct irc *irc, const struct outbox_item *item)
{
    const struct irc_room *room = item->is_private ? NULL : irc_room_find(irc, item->to);
    const struct member *member = item->is_private ? members_by_key(irc->members, item->to) : NULL;
    int width = room ? room->look.width : member ? member->look.width : 0;
    int limit = limit_of(irc, target_of(irc, item));
    return width > 0 && width < limit ? width : limit;
}

static void add_line(void *arg, const char *line)
{
    outbox_add_message(arg, line);
}

static void render(void *self, struct outbox_item *item)
{
    struct irc *irc = self;
    const struct ink ink = ink_for(irc, item);
    message_draw(item, &ink, width_for(irc, item), wire_nick(irc->wire), add_line, item);
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
    int bytes = wire_bytes(target, message);
    return item->is_patient ? bucket_patient_wait(&irc->bucket, bytes, irc_now(irc))
                            : bucket_wait(&irc->bucket, NULL, bytes, irc_now(irc));
}

/* Those who sit at a table are written to whatever others ask. */
static bool is_play(const struct irc *irc, const struct outbox_item *item)
{
    return item->kind == OUTBOX_HAND || host_table_of(irc->host, irc->network, item->to, 0);
}

static int64_t hold(void *self, const struct outbox_item *item)
{
    struct irc *irc = self;
    const char *target = target_of(irc, item);
    const struct member *member = item->is_private ? members_by_key(irc->members, item->to) : NULL;
    int64_t wait = target ? bucket_target_wait(&irc->bucket, target, irc_now(irc)) : 0;
    int64_t person = member ? irc_delivery_wait(irc, member, is_play(irc, item)) : 0;
    if (is_stranger(item->to))
        person = bucket_person_wait(&irc->bucket, item->to + 1, false, irc_now(irc));
    return person > wait ? person : wait;
}

static int64_t line_ms(void *self)
{
    const struct irc *irc = self;
    return bucket_line_ms(&irc->bucket);
}

/* NOTICE is for people who like it, but not for hands: we have to hear that a hand did not arrive. */
static const char *verb_for(const struct irc *irc, const struct outbox_item *item)
{
    const struct member *member = item->is_private ? members_by_key(irc->members, item->to) : NULL;
    bool is_notice = member && member->look.answers == LOOK_NOTICE && item->kind == OUTBOX_ANSWER &&
                     (member->reach == REACH_YES || members_key_lasts(member->key));
    return is_notice ? "NOTICE" : "PRIVMSG";
}

static void send_private(struct irc *irc, const struct outbox_item *item, const char *nick, const char *message)
{
    struct member *member = members_by_key(irc->members, item->to);
    const char *verb = verb_for(irc, item), *label = NULL;
    if (member) {
        memcpy(member->room, item->about, sizeof member->room);
        irc_delivery_opened(irc, member, is_play(irc, item));
        label = irc_delivery_sent(irc, item->to, nick, item->about, item->kind == OUTBOX_HAND, message);
    } else {
        bucket_person_charge(&irc->bucket, nick, irc_now(irc));
    }
    wire_send_labelled(irc->wire, label, "%s %s :%s", verb, nick, message);
    irc_delivery_ask(irc, item->to);
}

static void send_public(struct irc *irc, struct irc_room *room, const char *message)
{
    irc_room_said(room, message);
    wire_send(irc->wire, "PRIVMSG %s :%s", room->channel->name, message);
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    struct irc *irc = self;
    const char *target = target_of(irc, item);
    check(target);
    if (item->is_private)
        send_private(irc, item, target, message);
    else
        send_public(irc, irc_room_find(irc, item->to), message);
    bucket_charge(&irc->bucket, target, wire_bytes(target, message), irc_now(irc));
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
    if (irc->wire)
        wire_flush(irc->wire); /* nothing follows in this turn */
    if (wait >= 0)
        loop_timer_set(&irc->pump, wait);
    else if (irc->is_stopping && loop_timer_is_set(&irc->farewell))
        loop_timer_set(&irc->farewell, 0); /* all is said */
}

struct outbox *irc_outbox_new(struct irc *irc)
{
    const struct outbox_port port = {.reach = reach,
                                     .render = render,
                                     .wait = wait_for,
                                     .hold = hold,
                                     .line_ms = line_ms,
                                     .send = send_line,
                                     .told = told,
                                     .self = irc};
    loop_timer_init(&irc->pump, irc->loop, pump, irc);
    return outbox_new(&port);
}

/* ---- into the outbox ---- */

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
    /* What was asked for in private takes its turn with its table, too. */
    struct whisper own = *whisper;
    struct session *table =
        own.table && !own.room ? host_table_numbered(irc->host, irc->network, own.person, own.table) : NULL;
    if (table)
        own.room = host_room_name(table);
    irc_delivery_queued(irc, own.person);
    outbox_whisper(irc->outbox, &own);
    irc_pump_soon(irc);
}

void irc_tell(struct irc *irc, const char *key, const char *sentence)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, sentence);
    irc_whisper(irc, &(struct whisper){.person = key, .name = "", .kind = WHISPER_ANSWER, .prose = &prose});
}

/* A table waits for what becomes of it. */
static void tell_cards_come(struct irc *irc, const struct member *member)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "Your cards will come to you here.");
    irc_whisper(
        irc, &(struct whisper){
                 .person = member->key, .name = member->nick, .is_due = true, .kind = WHISPER_ANSWER, .prose = &prose});
}

enum host_reach irc_reach(void *self, const char *key)
{
    struct irc *irc = self;
    struct member *member = irc->members ? members_by_key(irc->members, key) : NULL;
    if (!member || member->reach == REACH_NO)
        return HOST_UNREACHED;
    member->is_reach_wanted = true;
    if (member->reach == REACH_UNKNOWN)
        tell_cards_come(irc, member);
    return member->reach == REACH_YES ? HOST_REACHED : HOST_REACH_ASKED;
}
