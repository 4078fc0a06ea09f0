/* See delivery.h. Before hands are dealt we write to everybody whom we have not written to yet: a
   line has arrived if the server says so by its label, or does not refuse it within a short time.
 */
#include "delivery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "network.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "render.h"
#include "tables.h"
#include "view.h"

enum { LOOK_MS = 100 };

/* ---- what is known ---- */

/* Looks at all people at that time; at most once in LOOK_MS, for there may be many. */
static void plan_at(struct irc *irc, int64_t at)
{
    int64_t now = irc_now(irc), ms = at > now ? at - now : 0;
    if (ms < LOOK_MS && now - irc->reach_looked_at < LOOK_MS)
        ms = LOOK_MS;
    if (!loop_timer_is_set(&irc->reach) || irc->reach.due.at > now + ms)
        loop_timer_set(&irc->reach, ms);
}

static void plan(struct irc *irc, const struct member *member)
{
    if (member->reach == REACH_ASKING || member->reach == REACH_ASKED)
        plan_at(irc, member->reach_at);
    if (member->held_until)
        plan_at(irc, member->held_until);
}

void irc_delivery_know(struct irc *irc, struct member *member, enum member_reach reach)
{
    bool is_news = member->reach != reach;
    member->reach = reach;
    if (reach == REACH_YES)
        member->was_told_unreachable = false;
    if (is_news && (reach == REACH_YES || reach == REACH_NO))
        host_reach_known(irc->host, identity(irc->network, member->key), irc_now(irc));
}

static void release(struct irc *irc, struct member *member)
{
    bool owes_hand = member->owes_hand;
    member->held_until = 0;
    member->owes_hand = false;
    if (owes_hand)
        host_returned(irc->host, identity(irc->network, member->key), irc_now(irc));
    irc_pump_soon(irc);
}

static void on_time(void *arg)
{
    struct irc *irc = arg;
    int64_t now = irc_now(irc);
    irc->reach_looked_at = now;
    for (int i = 0; irc->members && i < members_count(irc->members); i++) {
        struct member *member = members_at(irc->members, i);
        if (member->held_until && member->held_until <= now)
            release(irc, member);
        if (member->reach == REACH_ASKED && member->reach_at <= now)
            irc_delivery_know(irc, member, REACH_YES);
        else if (member->reach == REACH_ASKING && member->reach_at <= now)
            irc_delivery_know(irc, member, REACH_UNKNOWN);
        plan(irc, member);
    }
}

void irc_delivery_hold(struct irc *irc, struct member *member, int64_t ms)
{
    if (member->held_until < irc_now(irc) + ms)
        member->held_until = irc_now(irc) + ms;
    plan(irc, member);
}

/* We have voice in a channel of theirs, so the network does not count that we write to them. */
static bool irc_may_talk(const struct irc *irc, const struct member *member)
{
    const struct member *me = members_find(irc->members, wire_nick(irc->wire));
    return me && members_may_talk(irc->members, me, member);
}

/* ---- whom we write to first ---- */

static struct irc_newcomers *newcomers_of(struct irc *irc, const struct member *member)
{
    char source[HOST_SOURCE];
    struct irc_newcomers *oldest = &irc->newcomers[0];
    irc_source(member, source);
    for (int i = 0; i < IRC_NEWCOMERS; i++) {
        struct irc_newcomers *one = &irc->newcomers[i];
        if (strcmp(one->source, source) == 0)
            return one;
        if (one->latest < oldest->latest)
            oldest = one;
    }
    *oldest = (struct irc_newcomers){.latest = INT64_MIN};
    snprintf(oldest->source, sizeof oldest->source, "%s", source);
    return oldest;
}

/* If the server counts whom we write to, half of the places are for people who play. Of the
   others each source gets IRC_NEWCOMERS_MOST, whatever nicks it takes. */
static int64_t irc_delivery_wait(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc),
            wait = bucket_person_wait(&irc->bucket, member->nick->folded, is_play, now);
    if (irc_may_talk(irc, member) || bucket_knows_person(&irc->bucket, member->nick->folded))
        return 0;
    const struct irc_newcomers *newcomers = newcomers_of(irc, member);
    int64_t own =
        newcomers->count < IRC_NEWCOMERS_MOST ? 0 : newcomers->since + IRC_NEWCOMERS_MS - now;
    return !is_play && own > wait ? own : wait;
}

static void irc_delivery_opened(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc);
    if (irc_may_talk(irc, member))
        return;
    if (!is_play && bucket_counts_people(&irc->bucket) &&
        !bucket_knows_person(&irc->bucket, member->nick->folded)) {
        struct irc_newcomers *newcomers = newcomers_of(irc, member);
        if (newcomers->count == 0 || now - newcomers->since >= IRC_NEWCOMERS_MS) {
            newcomers->since = now;
            newcomers->count = 0;
        }
        newcomers->count++;
        newcomers->latest = now;
    }
    bucket_person_charge(&irc->bucket, member->nick->folded, now);
}

void irc_delivery_init(struct irc *irc)
{
    loop_timer_init(&irc->reach, irc->loop, on_time, irc);
}

void irc_delivery_leave(struct irc *irc)
{
    loop_timer_stop(&irc->reach);
    for (int i = 0; i < IRC_SENT; i++) {
        free(irc->sent[i].text);
        irc->sent[i] = (struct irc_sent){0};
    }
    memset(irc->newcomers, 0, sizeof irc->newcomers); /* the server counts anew, too */
}

static void irc_delivery_queued(struct irc *irc, const char *key)
{
    struct member *member = members_by_key(irc->members, key);
    if (member)
        member->was_written_to = true;
    if (!member || (member->reach != REACH_UNKNOWN && member->reach != REACH_NO))
        return;
    member->reach = REACH_ASKING;
    member->reach_at = irc_now(irc) + IRC_QUEUED_MS;
    plan(irc, member);
}

/* ---- what was sent ---- */

/* A private line goes out. Returns its label, valid until the next call. */
static const char *irc_delivery_sent(struct irc *irc, const char *key, const char *nick,
                                     const char *about, bool is_hand, const char *text)
{
    static char label[16];
    struct irc_sent *sent = &irc->sent[irc->sent_count++ % IRC_SENT];
    struct member *member = members_by_key(irc->members, key);
    free(sent->text);
    *sent = (struct irc_sent){.text = strdup(text), .number = irc->sent_count, .is_hand = is_hand};
    check(sent->text);
    snprintf(sent->key, sizeof sent->key, "%.*s", HOST_KEY - 1, key);
    snprintf(sent->nick, sizeof sent->nick, "%s", nick);
    snprintf(sent->about, sizeof sent->about, "%s", about);
    if (member && member->reach != REACH_YES && member->reach != REACH_ASKED) {
        member->reach = REACH_ASKED;
        member->reach_at = irc_now(irc) + IRC_ASKED_MS;
        plan(irc, member);
    }
    snprintf(label, sizeof label, "w%u", irc->sent_count);
    return label;
}

/* Some servers decide by themselves whom we may write to: if a line is not refused before a
   later PING is answered, it has arrived. On other networks the refusal may come from another
   server, later. */
static void irc_delivery_ask(struct irc *irc, const char *key)
{
    const struct member *member = members_by_key(irc->members, key);
    bool decides_here = irc->software == bucket_preset_named("ngircd") ||
                        irc->software == bucket_preset_named("inspircd");
    if (member && member->reach == REACH_ASKED && member->is_reach_wanted &&
        !wire_has(irc->wire, CAP_LABELED_RESPONSE) && decides_here)
        irc_send(irc, "PING :w%u", irc->sent_count);
}

struct irc_sent *irc_sent_with(struct irc *irc, const char *label)
{
    for (int i = 0; i < IRC_SENT && label[0] == 'w'; i++)
        if (irc->sent[i].number &&
            (unsigned long)irc->sent[i].number == strtoul(label + 1, NULL, 10))
            return &irc->sent[i];
    return NULL;
}

void irc_on_pong(struct irc *irc, const struct wire_event *event)
{
    const struct irc_sent *sent =
        irc_sent_with(irc, event->params[event->param_count ? event->param_count - 1 : 0]);
    struct member *member = sent ? members_by_key(irc->members, sent->key) : NULL;
    if (member && member->reach == REACH_ASKED)
        irc_delivery_know(irc, member, REACH_YES);
}

bool irc_delivery_label(struct irc *irc, const struct wire_event *event)
{
    struct irc_sent *sent = irc_sent_with(irc, event->label);
    struct member *member = sent ? members_by_key(irc->members, sent->key) : NULL;
    if (!sent || strcmp(event->command, "BATCH") == 0)
        return true;
    if (event->numeric >= 400 || strcmp(event->command, "FAIL") == 0)
        return false;
    sent->number = 0; /* ACK, or any other answer: it has arrived */
    if (member)
        irc_delivery_know(irc, member, REACH_YES);
    return true;
}

/* ---- how lines go out ---- */

/* When an item leaves the outbox. Private text goes to the nick that its person has at that moment,
   and to nobody if the person is out of sight. */

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
    const char *target;
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
        goal.target = goal.member->nick->name;
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
    const struct ink ink = {.is_quiet = goal.look && goal.look->cards == LOOK_PLAIN,
                            .is_plain = cards != LOOK_COLOUR,
                            .cards = cards,
                            .prefix = channel ? channel->prefix : irc->setup.prefix};
    render_item(item, known_board(&goal, item), &ink, width_for(irc, &goal), wire_nick(irc->wire),
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
    return item->kind == OUTBOX_HAND ||
           host_table_of(irc->host, identity(irc->network, item->to), 0);
}

static int64_t hold(void *self, const struct outbox_item *item)
{
    struct irc *irc = self;
    const struct goal goal = goal_of(irc, item);
    if (goal.room && goal.room->draw_until > irc_now(irc) && !irc->is_stopping)
        return goal.room->draw_until - irc_now(irc);
    int64_t wait = goal.target ? bucket_target_wait(&irc->bucket, goal.target, irc_now(irc)) : 0;
    int64_t person = goal.member ? irc_delivery_wait(irc, goal.member, is_play(irc, item))
                     : is_stranger(item->to)
                         ? bucket_person_wait(&irc->bucket, item->to + 1, false, irc_now(irc))
                         : 0;
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
    struct identity who = identity(irc->network, own.person);
    struct session *table =
        own.table && !own.room ? host_table_numbered(irc->host, who, own.table) : NULL;
    if (table && *host_room_name(table, irc->network))
        own.room = host_room_name(table, irc->network);
    struct member *member = members_by_key(irc->members, own.person);
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

enum host_reach irc_reach(void *self, const char *key)
{
    struct irc *irc = self;
    struct member *member = members_by_key(irc->members, key);
    if (!member || member->reach == REACH_NO)
        return HOST_UNREACHED;
    member->is_reach_wanted = true;
    if (member->reach == REACH_UNKNOWN) { /* a table waits to know whether this line arrives */
        struct prose prose;
        prose_open(&prose, host_person_language(irc->host, irc->network, member->key));
        prose_put(&prose, irc_strings[IRC_STRING_CARDS_COME]);
        irc_whisper(irc, &(struct whisper){.person = member->key,
                                           .name = member->nick->name,
                                           .is_due = true,
                                           .kind = WHISPER_ANSWER,
                                           .prose = &prose});
    }
    return member->reach == REACH_YES ? HOST_REACHED : HOST_REACH_ASKED;
}
