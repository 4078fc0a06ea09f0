/* See irc_speak.h. When an item leaves the outbox, this file says to whom it goes and how it
   looks there. Private text goes to the nick that its person has at that moment, and to nobody
   if the person is out of sight. Next: irc_delivery.c (whether it arrives). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "irc_delivery.h"
#include "irc_network.h"
#include "irc_preferences.h"
#include "irc_speak.h"
#include "irc_strings.h"
#include "message.h"
#include "outbox.h"
#include "posts.h"
#include "prose.h"
#include "render.h"
#include "reports.h"
#include "tables.h"
#include "view.h"

enum {
    LINE_MOST = 400,       /* bytes of text; less where nick and host leave less room */
    LINE_LEAST = 100,      /* no network allows names that leave less */
    SILENT_MS = 60 * 1000, /* before that a line is heard, or the wire ends */
    LINE_RESERVE = 10,     /* our host may be longer than we know */
    DRAW_MS = 1500
};

_Static_assert((int)MEMBER_ROOM == (int)HOST_ROOM, "a member remembers the name of a room");

/* ---- to whom ---- */

static bool is_stranger(const char *key)
{
    return key[0] == '=';
}

/* Where an item goes now. All NULL if nobody is there. */
struct goal {
    const char *target; /* nick or channel */
    struct irc_room *room;
    struct member *member; /* NULL for a stranger */
    const struct look *look;
};

static struct goal goal_of(struct irc *irc, const struct outbox_item *item)
{
    struct goal goal = {.target = NULL};
    if (!item->is_private && (goal.room = irc_room_find(irc, item->to))) {
        goal.target = goal.room->channel->name;
        goal.look = &goal.room->look;
    } else if (item->is_private && irc->wire && is_stranger(item->to)) {
        goal.target = item->to + 1;
    } else if (item->is_private && irc->wire &&
               (goal.member = members_by_key(irc->members, item->to))) {
        goal.target = goal.member->nick;
        goal.look = &goal.member->look;
    }
    return goal;
}

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    struct irc *irc = self;
    const struct goal goal = goal_of(irc, item);
    if (!goal.target)
        return OUTBOX_NEVER;
    bool can_be_now = goal.room
                          ? irc_is_ready(irc) && goal.room->state == ROOM_IN && !goal.room->is_muted
                          : !goal.member || goal.member->held_until == 0;
    return can_be_now ? OUTBOX_NOW : OUTBOX_LATER;
}

/* ---- how it looks ---- */

/* What people and channels chose makes a line narrower, never longer than it can be. */
static int width_for(const struct irc *irc, const struct goal *goal)
{
    int most = wire_room(irc->wire, goal->target) - LINE_RESERVE;
    most = most > LINE_MOST ? LINE_MOST : most > LINE_LEAST ? most : LINE_LEAST;
    return goal->look && goal->look->width > 0 && goal->look->width < most ? goal->look->width
                                                                           : most;
}

static void add_line(void *arg, const char *line)
{
    outbox_add_message(arg, line);
}

/* The table's board as the room has read it. NULL if it has not, and in private. */
static const struct view_rows *known_board(const struct goal *goal, const struct outbox_item *item)
{
    bool is_known = goal->room && goal->room->board_table && goal->room->board_table == item->table;
    return is_known ? &goal->room->board : NULL;
}

/* As the person chose, or else the channel; mode +c allows nothing else. */
static void render(void *self, struct outbox_item *item)
{
    struct irc *irc = self;
    const struct goal goal = goal_of(irc, item);
    const struct irc_channel *channel = goal.room ? goal.room->channel : NULL;
    enum look_cards cards =
        irc_look_cards(goal.look, channel ? channel->is_coloured : irc->setup.is_coloured);
    if (goal.room && goal.room->has_no_colours && cards == LOOK_COLOUR)
        cards = LOOK_PLAIN;
    const struct ink ink = {.is_plain = cards != LOOK_COLOUR,
                            .cards = cards,
                            .prefix = channel ? channel->prefix : irc->setup.prefix};
    message_draw(item, known_board(&goal, item), &ink, width_for(irc, &goal), wire_nick(irc->wire),
                 add_line, item);
}

/* ---- out ---- */

static int wire_bytes(const char *target, const char *message)
{
    return (int)(strlen("PRIVMSG  :\r\n") + strlen(target) + strlen(message));
}

/* Nothing was heard for so many lines that more would be too many at once, if the wire is
   silent. */
static bool is_unheard(const struct irc *irc)
{
    int most = irc->bucket.preset->unheard;
    return irc_is_ready(irc) && most > 0 && wire_unheard(irc->wire) >= most;
}

static int64_t wait_for(void *self, const struct outbox_item *item, const char *message)
{
    struct irc *irc = self;
    if (is_unheard(irc))
        return SILENT_MS;
    const struct goal goal = goal_of(irc, item);
    check(goal.target);
    int bytes = wire_bytes(goal.target, message);
    bool is_patient =
        /* else there is no play to leave a share to */
        item->is_patient && host_table_count(irc->host) > 0;
    return is_patient ? bucket_patient_wait(&irc->bucket, bytes, irc_now(irc))
                      : bucket_wait(&irc->bucket, NULL, bytes, irc_now(irc));
}

/* Lines to people at a table do not wait for what others ask. */
static bool is_play(const struct irc *irc, const struct outbox_item *item)
{
    return item->kind == OUTBOX_HAND || host_table_of(irc->host, irc->network, item->to, 0);
}

static int64_t hold(void *self, const struct outbox_item *item)
{
    struct irc *irc = self;
    const struct goal goal = goal_of(irc, item);
    if (goal.room && goal.room->draw_until > irc_now(irc) && !irc->is_stopping)
        return goal.room->draw_until - irc_now(irc);
    int64_t wait = goal.target ? bucket_target_wait(&irc->bucket, goal.target, irc_now(irc)) : 0,
            person = 0;
    if (goal.member)
        person = irc_delivery_wait(irc, goal.member, is_play(irc, item));
    else if (is_stranger(item->to))
        person = bucket_person_wait(&irc->bucket, item->to + 1, false, irc_now(irc));
    return person > wait ? person : wait;
}

static int64_t line_ms(void *self)
{
    const struct irc *irc = self;
    return bucket_line_ms(&irc->bucket);
}

/* NOTICE is for people who chose it, but not for hands: the server has to tell us when a hand
   did not arrive. */
static const char *verb_for(const struct member *member, const struct outbox_item *item)
{
    bool is_notice = member && member->look.answers == LOOK_NOTICE && item->kind == OUTBOX_ANSWER &&
                     (member->reach == REACH_YES || members_key_lasts(member->key));
    return is_notice ? "NOTICE" : "PRIVMSG";
}

static void send_private(struct irc *irc, const struct outbox_item *item, const struct goal *goal,
                         const char *message)
{
    const char *label = NULL;
    if (goal->member) {
        memcpy(goal->member->room, item->about, sizeof goal->member->room);
        irc_delivery_opened(irc, goal->member, is_play(irc, item));
        label = irc_delivery_sent(irc, item->to, goal->target, item->about,
                                  item->kind == OUTBOX_HAND, message);
    } else {
        bucket_person_charge(&irc->bucket, goal->target, irc_now(irc));
    }
    wire_send_labelled(irc->wire, label, "%s %s :%s", verb_for(goal->member, item), goal->target,
                       message);
    irc_delivery_ask(irc, item->to);
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    struct irc *irc = self;
    const struct goal goal = goal_of(irc, item);
    check(goal.target);
    if (item->is_private) {
        send_private(irc, item, &goal, message);
    } else {
        irc_room_said(goal.room, message);
        if (item->board && !(item->is_midway && known_board(&goal, item))) {
            goal.room->board_table = item->table;
            view_board_read(item->board, &goal.room->board);
        }
        wire_send(irc->wire, "PRIVMSG %s :%s", goal.target, message);
    }
    bucket_charge(&irc->bucket, goal.target, wire_bytes(goal.target, message), irc_now(irc));
}

/* The clock of a turn begins when people could read what they are asked. */
static void told(void *self, const char *room)
{
    struct irc *irc = self;
    host_sent(irc->host, irc->network, room, irc_now(irc));
}

static void pump(void *arg)
{
    struct irc *irc = arg;
    int64_t wait = irc_is_ready(irc) ? outbox_pump(irc->outbox) : -1,
            errand_wait = irc_is_ready(irc) && !irc->is_stopping && !is_unheard(irc)
                              ? irc_errands_send(irc, wait >= 0)
                              : -1;
    irc->is_held = is_unheard(irc);
    if (irc->is_held && wait >= 0)
        wire_ask(irc->wire);
    if (irc->wire)
        wire_flush(irc->wire); /* nothing more is said in this turn */
    if (errand_wait >= 0 && (wait < 0 || errand_wait < wait))
        wait = errand_wait;
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

void irc_room_release(struct irc_room *room)
{
    if (room->draw_until)
        irc_pump_soon(room->irc);
    room->draw_until = 0;
}

/* A draw waits for its place, so that both are one line with one board; not longer because more
   follows, and not where lines cost nothing. */
static void hold_draw(struct irc_room *room, const struct post *post)
{
    if (!post->may_wait || post->kind != POST_PLAY ||
        !bucket_name_costs(room->irc->bucket.preset->name)) {
        irc_room_release(room);
        return;
    }
    if (room->draw_until < irc_now(room->irc))
        room->draw_until = irc_now(room->irc) + DRAW_MS;
    snprintf(room->drawer, sizeof room->drawer, "%s", post->goes_on);
}

/* The host's names of rooms are folded. */
static struct irc_room *room_named(const struct irc *irc, const char *name)
{
    for (int i = 0; name && i < irc->room_count; i++)
        if (strcmp(irc->rooms[i]->name, name) == 0)
            return irc->rooms[i];
    return NULL;
}

void irc_post(void *self, const struct post *post)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    struct irc_room *room = room_named(irc, post->room);
    if (room)
        hold_draw(room, post);
    outbox_post(irc->outbox, post);
    irc_pump_soon(irc);
}

void irc_whisper(void *self, const struct whisper *whisper)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    /* An answer about a table takes its turn with that table, also if it was asked for in
       private. */
    struct whisper own = *whisper;
    struct session *table =
        own.table && !own.room ? host_table_numbered(irc->host, irc->network, own.person, own.table)
                               : NULL;
    if (table)
        own.room =
            *host_room_name(table, irc->network) ? host_room_name(table, irc->network) : NULL;
    struct member *member = irc->members ? members_by_key(irc->members, own.person) : NULL;
    struct irc_room *room = own.kind == WHISPER_ANSWER ? room_named(irc, own.room) : NULL;
    if (room)
        irc_room_release(room);
    if (member)
        irc_signon_keep(irc, member);
    irc_delivery_queued(irc, own.person);
    outbox_whisper(irc->outbox, &own);
    irc_pump_soon(irc);
}

void irc_tell_prose(struct irc *irc, const char *key, const struct prose *prose)
{
    irc_whisper(
        irc, &(struct whisper){.person = key, .name = "", .kind = WHISPER_ANSWER, .prose = prose});
}

/* A table waits to know whether this line arrives. */
static void tell_cards_come(struct irc *irc, const struct member *member)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, irc_strings[IRC_STRING_CARDS_COME]);
    irc_whisper(irc, &(struct whisper){.person = member->key,
                                       .name = member->nick,
                                       .is_due = true,
                                       .kind = WHISPER_ANSWER,
                                       .prose = &prose});
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
