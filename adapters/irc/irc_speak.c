/* What the host says, on its way to the wire: to whom it goes, how it looks there, and what is done when the server does
   not deliver it. Private text goes to the one nick that its person has at that moment, by PRIVMSG; to nobody if the
   person is out of sight. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_inside.h"
#include "log.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "split.h"
#include "view.h"

enum {
    LINE_MOST = 400,    /* bytes of text; less where nick and host leave less room */
    LINE_RESERVE = 10,  /* for a host that grows on the way */
    ANSWER_LINES = 3,   /* of one public answer; more is asked for in private */
    MARK_BYTES = 3
};

static const char mark[] = "\xe2\x80\x8b"; /* U+200B: see bot_mark in irc_hear.c */

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

static bool ends_sentence(const struct prose *prose)
{
    return prose->length == 0 || strchr(".!?:", prose->text[prose->length - 1]);
}

/* What happened, how it stands and whom it waits for, as one text: "ann hides a card.  ann: 1[R] ... draw 7. bob to move." */
static void compose(const struct outbox_item *item, struct prose *out)
{
    prose_clear(out);
    if (item->tale)
        prose_append(out, item->tale);
    if (item->board) {
        prose_put(out, out->length > 0 ? "  " : "");
        prose_append(out, item->board);
    }
    if (!item->next)
        return;
    prose_put(out, ends_sentence(out) ? " " : ". ");
    prose_append(out, item->next);
    prose_put(out, ends_sentence(item->next) ? "" : ".");
}

struct drawing {
    struct irc *irc;
    struct outbox_item *item;
    int lines, most;
};

/* Nothing we say may look like a command to the next bot. */
static bool needs_mark(const struct outbox_item *item, const char *message)
{
    static const char marks[] = "!.?,;:@#$%&*+-/\\~^=|<>'\"`";
    return (item->is_private && item->kind == OUTBOX_ANSWER) || strchr(marks, message[0]);
}

static void add_line(void *arg, const char *message)
{
    struct drawing *drawing = arg;
    char line[SPLIT_MESSAGE];
    if (drawing->lines++ >= drawing->most)
        return;
    snprintf(line, sizeof line, "%s%s", needs_mark(drawing->item, message) ? mark : "", message);
    outbox_add_message(drawing->item, line);
}

static int limit_of(const struct irc *irc, const char *target)
{
    int limit = wire_room(irc->wire, target) - LINE_RESERVE;
    limit = (limit < LINE_MOST ? limit : LINE_MOST) - MARK_BYTES;
    return limit > SPLIT_LEAST ? limit : SPLIT_LEAST;
}

static struct ink ink_for(struct irc *irc, const struct outbox_item *item)
{
    const struct irc_room *room = item->is_private ? NULL : irc_room_find(irc, item->to);
    if (!room)
        return (struct ink){.is_plain = !irc->setup.is_coloured, .prefix = ""};
    return (struct ink){.is_plain = !room->channel->is_coloured || room->has_no_colours, .prefix = room->channel->prefix};
}

static void draw_parts(struct drawing *drawing, const struct ink *ink, int limit)
{
    const struct outbox_item *item = drawing->item;
    const struct prose *const parts[] = {item->tale, item->board, item->next};
    struct prose whole;
    compose(item, &whole);
    if (!whole.cut) {
        split_prose(&whole, ink, limit, add_line, drawing);
        return;
    }
    for (int i = 0; i < 3; i++) /* longer together than prose can be */
        if (parts[i])
            split_prose(parts[i], ink, limit, add_line, drawing);
}

static void render(void *self, struct outbox_item *item)
{
    struct irc *irc = self;
    const struct ink ink = ink_for(irc, item);
    bool is_bounded = item->kind == OUTBOX_ANSWER && !item->is_private;
    struct drawing drawing = {.irc = irc, .item = item, .most = is_bounded ? ANSWER_LINES : INT32_MAX};
    draw_parts(&drawing, &ink, limit_of(irc, target_of(irc, item)));
    if (drawing.lines > drawing.most) {
        char more[128];
        snprintf(more, sizeof more, "There is more: say the same to me in private, /msg %s", wire_nick(irc->wire));
        outbox_add_message(item, more);
    }
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
        snprintf(member->room, sizeof member->room, "%s", item->about);
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
    const struct outbox_port port = {.reach = reach, .render = render, .wait = wait_for, .send = send_line, .self = irc};
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
              room ? room->name : member ? member->nick : target, "code", event->command, "why", why, (char *)0);
    if (room && strcmp(event->command, "404") == 0)
        say_again_without_colours(irc, room);
    else if (member)
        tell_table(irc, member);
}
