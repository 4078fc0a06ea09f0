#include "refusal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "delivery.h"
#include "host.h"
#include "log.h"
#include "network.h"
#include "posts.h"
#include "prose.h"
#include "render.h"
#include "tables.h"
#include "text.h"
#include "view.h"

/* ---- in channels ---- */

/* Because of its colours, which we then leave out, or because we have no voice, which we then ask
   for. We say the line again, and later lines wait. */

enum { SOON_MS = 200 }; /* by then all refusals of one burst are here */

/* Takes the formatting from what was said; false if it had none. */
static bool strip_said(struct irc_room *room)
{
    bool had_some = false;
    for (int i = 0; i < IRC_SAID; i++) {
        if (!room->said[i] || !render_has_formatting(room->said[i]))
            continue;
        render_strip(room->said[i]);
        had_some = true;
    }
    return had_some;
}

void irc_room_tell_asker(struct irc_room *room)
{
    struct irc *irc = room->irc;
    const struct member *member = room->asker[0] ? members_by_key(irc->members, room->asker) : NULL;
    if (!room->is_muted || room->mutes == 0 || !member || strcmp(room->told, room->asker) == 0)
        return;
    memcpy(room->told, room->asker, sizeof room->told);
    irc_tell(irc, member->key, IRC_STRING_MUTED, "room", room->channel->name, "bot",
             wire_nick(irc->wire), (char *)0);
}

static void ask_an_operator(struct irc_room *room)
{
    struct irc *irc = room->irc;
    for (int i = 0; i < members_count(irc->members); i++) {
        const struct member *member = members_at(irc->members, i);
        if (!(members_rank(irc->members, member, room->name) & MEMBER_OPERATOR) || member->is_bot ||
            wire_is_me(irc->wire, member->nick->name))
            continue;
        irc_tell(irc, member->key, IRC_STRING_VOICE_WANTED, "room", room->channel->name, "bot",
                 wire_nick(irc->wire), (char *)0);
        return;
    }
}

/* Each refusal means one more of the latest lines. After the first one, new lines wait in the
   outbox. */
static void irc_room_refuse(struct irc_room *room, const char *why)
{
    room->unheard += room->unheard < IRC_SAID && room->unheard < room->said_count;
    if (room->is_muted)
        return;
    room->is_muted = true;
    if (strip_said(room)) { /* some channels refuse colours without a mode that says so */
        room->has_no_colours = true;
        loop_timer_set(&room->retry, SOON_MS);
        return;
    }
    loop_timer_set(&room->retry, irc_patience(room->mutes));
    if (room->mutes++ > 0)
        return;
    log_event(LOG_WARN, "irc-not-heard", "network", room->irc->setup.wire.network, "channel",
              room->channel->name, "why", why, "do",
              "give me voice there; retrying in 1, 5, 30, 60 minutes and when a mode changes",
              (char *)0);
    ask_an_operator(room);
    irc_room_tell_asker(room);
}

void irc_room_unmute(struct irc_room *room)
{
    unsigned count = room->unheard;
    room->is_muted = false;
    room->unheard = 0;
    loop_timer_stop(&room->retry);
    for (; count > 0; count--)
        irc_send(room->irc, "PRIVMSG %s :%s", room->channel->name,
                 room->said[(room->said_count - count) % IRC_SAID]);
    irc_pump_soon(room->irc);
}

/* ---- private lines ---- */

enum {
    HELD_MS = 20 * 1000, /* how long a server that names no time wants us to wait */
    HELD_MOST_S = 10 * 60
};

enum refusal {
    REFUSED_OTHERWISE,
    REFUSED_GONE,   /* there is no such nick */
    REFUSED_ACCEPT, /* they have to /accept us */
    REFUSED_MODE,   /* a mode of theirs keeps us out */
    REFUSED_FORMAT, /* control bytes, or such */
    REFUSED_SOON    /* we wrote to too many people */
};

struct reason {
    enum refusal refusal;
    char mode; /* MODE: its letter, unless the text names another */
};

enum { REGISTERED_ONLY = 'R' };

/* By code, else by words in the server's text; the first that fits counts. */
static const struct {
    const char *sign;
    struct reason reason;
} reasons[] = {
    {"401", {REFUSED_GONE, 0}},
    {"408", {REFUSED_FORMAT, 0}},
    {"439", {REFUSED_SOON, 0}},
    {"477", {REFUSED_MODE, REGISTERED_ONLY}},
    {"485", {REFUSED_MODE, 'q'}}, /* Nefarious: we share no channel */
    {"486", {REFUSED_MODE, REGISTERED_ONLY}},
    {"487", {REFUSED_MODE, 'D'}}, /* Nefarious: no private messages */
    {"492", {REFUSED_FORMAT, 0}},
    {"493", {REFUSED_MODE, 'C'}},    /* Bahamut, ngIRCd: we share no channel */
    {"494", {REFUSED_OTHERWISE, 0}}, /* a mode of ours */
    {"707", {REFUSED_SOON, 0}},
    {"716", {REFUSED_ACCEPT, 0}},
    {"717", {REFUSED_ACCEPT, 0}},
    {"identif", {REFUSED_MODE, REGISTERED_ONLY}},
    {"registered", {REFUSED_MODE, REGISTERED_ONLY}},
    {"log in", {REFUSED_MODE, REGISTERED_ONLY}},
    {"logged in", {REFUSED_MODE, REGISTERED_ONLY}},
    {"common channel", {REFUSED_MODE, 'c'}},
    {"not accept private", {REFUSED_MODE, 'D'}},
    {"TLS", {REFUSED_MODE, 'Z'}},
    {"secure", {REFUSED_MODE, 'Z'}},
};

/* The letter in "(+b)", "the +c (deaf_commonchan) mode", "+R set"; 0 if the text names no mode. */
static char mode_named_in(const char *why)
{
    for (const char *at = strchr(why, '+'); at; at = strchr(at + 1, '+'))
        if (isalpha((unsigned char)at[1]) && !isalnum((unsigned char)at[2]))
            return at[1];
    return 0;
}

static struct reason reason_of(const char *code, const char *why)
{
    struct reason reason = {REFUSED_OTHERWISE, 0};
    char named = mode_named_in(why);
    size_t i = 0, count = sizeof reasons / sizeof *reasons;
    while (i < count && strcmp(reasons[i].sign, code) != 0)
        i++;
    for (size_t at = 0; i == count && at < count; at++)
        if (isalpha((unsigned char)reasons[at].sign[0]) && strcasestr(why, reasons[at].sign))
            i = at;
    bool is_known = i < count;
    if (is_known)
        reason = reasons[i].reason;
    if (named && (!is_known || reason.refusal == REFUSED_MODE))
        reason = (struct reason){
            toupper((unsigned char)named) == 'G' ? REFUSED_ACCEPT : REFUSED_MODE, named};
    return reason;
}

static void put_advice(const struct irc *irc, const struct member *member, struct reason reason,
                       struct prose *out)
{
    const char letter[] = {reason.mode, '\0'}, *nick = member->nick->name,
               *bot = wire_nick(irc->wire);
    bool is_registered_only = reason.mode == REGISTERED_ONLY;
    enum irc_string sentence = reason.refusal == REFUSED_ACCEPT ? IRC_STRING_HAND_NOT_ACCEPTED
                               : reason.refusal != REFUSED_MODE ? IRC_STRING_HAND_UNREACHABLE
                               : is_registered_only             ? IRC_STRING_HAND_REGISTERED_ONLY
                                                                : IRC_STRING_HAND_MODE;
    view_sentence(out, irc_strings[sentence], "who", nick, "call", nick, "nick", nick, "bot", bot,
                  "mode", letter, (char *)0);
}

static void tell_room(struct irc *irc, const struct member *member, const char *room,
                      struct reason reason)
{
    struct prose tale;
    if (!irc_room_find(irc, room))
        return;
    prose_open(&tale, host_room_language(irc->host, irc->network, room));
    put_advice(irc, member, reason, &tale);
    irc_post(irc, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

/* Tells the tables where they sit, and the one that the line was about; once, and without the
   text of the line. */
static void tell_tables(struct irc *irc, struct member *member, struct reason reason)
{
    struct identity who = identity(irc->network, member->key);
    struct session *session;
    bool is_told = false;
    if (member->was_told_unreachable)
        return;
    member->was_told_unreachable = true;
    for (int i = 0; (session = host_table_of(irc->host, who, i)); i++) {
        const char *room = host_room_name(session, irc->network);
        if (*room)
            tell_room(irc, member, room, reason);
        is_told |= strcmp(room, member->room) == 0;
    }
    if (!is_told)
        tell_room(irc, member, member->room, reason);
}

/* Sends the line again, without formatting. A hand is made anew, for it may have changed. */
static void say_again(struct irc *irc, struct member *member, const struct irc_sent *sent)
{
    struct prose prose;
    if (sent->is_hand) {
        member->owes_hand = true;
        return;
    }
    char *text = strdup(sent->text);
    check(text);
    render_strip(text);
    prose_clear(&prose);
    prose_put_foreign(&prose, PROSE_PLAIN, text);
    free(text);
    irc_whisper(irc, &(struct whisper){.person = member->key,
                                       .name = member->nick->name,
                                       .room = sent->about,
                                       .kind = WHISPER_ANSWER,
                                       .prose = &prose});
}

/* "439 me nick :Target change too fast. Please wait 13 seconds." */
static int64_t wait_named_in(const char *why)
{
    for (; *why && (*why < '0' || *why > '9'); why++)
        ;
    long seconds = strtol(why, NULL, 10);
    return seconds > 0 && seconds <= HELD_MOST_S ? 1000 * (int64_t)seconds : HELD_MS;
}

/* They changed their nick in the same moment, or we missed that they left. */
static void on_no_such_nick(struct irc *irc, struct member *member, const struct irc_sent *sent)
{
    if (text_is_same_folded(wire_casemap(irc->wire), member->nick->name, sent->nick)) {
        members_quit(irc->members, sent->nick);
        return;
    }
    say_again(irc, member, sent);
    irc_delivery_hold(irc, member, 0);
}

static void deal_with(struct irc *irc, struct member *member, const struct irc_sent *sent,
                      struct reason reason, const char *why)
{
    enum refusal refusal = reason.refusal;
    if (refusal == REFUSED_GONE) {
        on_no_such_nick(irc, member, sent);
    } else if (refusal == REFUSED_SOON) {
        say_again(irc, member, sent);
        irc_delivery_hold(irc, member, wait_named_in(why));
        if (member->reach == REACH_ASKED)
            member->reach = REACH_ASKING, member->reach_at = member->held_until + IRC_QUEUED_MS;
    } else if (refusal == REFUSED_FORMAT && render_has_formatting(sent->text)) {
        member->look.cards = LOOK_PLAIN;
        say_again(irc, member, sent);
        irc_delivery_hold(irc, member, 0);
    } else {
        tell_tables(irc, member, reason);
        irc_delivery_know(irc, member, REACH_NO);
    }
}

/* What was said to a nick that is nobody's here is not kept: its refusal is about no line of
   these. */
static struct irc_sent *sent_to(struct irc *irc, const char *nick)
{
    struct irc_sent *found = NULL, *latest = NULL;
    for (int i = 0; i < IRC_SENT; i++) {
        struct irc_sent *sent = &irc->sent[i];
        if (!sent->number)
            continue;
        if (nick && text_is_same_folded(wire_casemap(irc->wire), sent->nick, nick) &&
            (!found || sent->number < found->number))
            found = sent;
        if (!latest || sent->number > latest->number)
            latest = sent;
    }
    return nick ? found : latest;
}

/* The nick is the second parameter, or, with some codes of ngIRCd, the last word; else it is
   about the latest line. */
static struct irc_sent *refused_line(struct irc *irc, const struct wire_event *event,
                                     const char *why)
{
    if (event->param_count > 2)
        return sent_to(irc, event->params[1]);
    const char *blank = strrchr(why, ' ');
    struct irc_sent *named = blank ? sent_to(irc, blank + 1) : NULL;
    return named ? named : sent_to(irc, NULL);
}

static void on_private_refused(struct irc *irc, const struct wire_event *event, const char *why)
{
    struct irc_sent *sent =
        *event->label ? irc_sent_with(irc, event->label) : refused_line(irc, event, why);
    if (!sent) /* it was a PART or WHO: no private line was lost */
        return;
    struct member *member = members_by_key(irc->members, sent->key);
    log_event(LOG_WARN, "irc-not-delivered", "network", irc->setup.wire.network, "to", sent->nick,
              "code", event->command, "why", why, (char *)0);
    sent->number = 0;
    if (member)
        deal_with(irc, member, sent, reason_of(event->command, why), why);
}

/* 404, 477, 716 and so on: "me nick :why", or "me #games :why". ngIRCd leaves the nick out in
   some. */
void irc_on_not_sent(struct irc *irc, const struct wire_event *event)
{
    const char *why = event->params[event->param_count ? event->param_count - 1 : 0];
    const char *channel = wire_channel_of(irc->wire, event->params[1]);
    struct irc_room *room = channel ? irc_room_find(irc, channel) : NULL;
    irc->refusals++;
    if (!channel)
        on_private_refused(irc, event, why);
    else if (room && room->state == ROOM_IN)
        irc_room_refuse(room, why);
}
