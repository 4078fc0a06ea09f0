/* Whether private lines arrive. Before hands are dealt, somebody who was never written to is written to: what the server
   answers by its label, or does not refuse within a short time, has arrived. What is refused later is said at the table, without
   what it was; what the server wants to have later is sent later. Next: irc_speak.c (how lines go out). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_inside.h"
#include "log.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "view.h"

enum {
    QUEUED_MS = 60 * 1000, /* a question that was not sent by then was dropped */
    HELD_MS = 20 * 1000,   /* how long a server that names no time wants us to wait */
    HELD_MOST_S = 10 * 60,
    LOOK_MS = 100
};

/* What a refusal of a private line means. */
enum refusal {
    REFUSED_GONE,       /* there is no such nick */
    REFUSED_ACCEPT,     /* they have to /accept us */
    REFUSED_REGISTERED, /* they read registered users only */
    REFUSED_FORMAT,     /* control bytes, or such */
    REFUSED_SOON,       /* we wrote to too many people */
    REFUSED_OTHERWISE
};

static const struct {
    const char *code;
    enum refusal refusal;
} refusals[] = {
    {"401", REFUSED_GONE},       {"408", REFUSED_FORMAT},     {"439", REFUSED_SOON},
    {"477", REFUSED_REGISTERED}, {"486", REFUSED_REGISTERED}, {"492", REFUSED_FORMAT},
    {"707", REFUSED_SOON},       {"716", REFUSED_ACCEPT},     {"717", REFUSED_ACCEPT},
};

static enum refusal refusal_of(const char *code)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(refusals[i].code, code) == 0)
            return refusals[i].refusal;
    return REFUSED_OTHERWISE;
}

/* ---- what is known ---- */

/* When a member's question is answered by time, or a hold is over; not more often than the people can all be looked through. */
static void plan_at(struct irc *irc, int64_t at)
{
    int64_t now = irc_now(irc), ms = at > now ? at - now : 0;
    if (ms < LOOK_MS && now - irc->reach_looked_at < LOOK_MS)
        ms = LOOK_MS;
    if (!loop_timer_is_set(&irc->reach) || irc->reach.due > now + ms)
        loop_timer_set(&irc->reach, ms);
}

static void plan(struct irc *irc, const struct member *member)
{
    if (member->reach == REACH_ASKING || member->reach == REACH_ASKED)
        plan_at(irc, member->reach_at);
    if (member->held_until)
        plan_at(irc, member->held_until);
}

static void know(struct irc *irc, struct member *member, enum member_reach reach)
{
    bool is_news = member->reach != reach;
    member->reach = reach;
    if (reach == REACH_YES)
        member->was_told_unreachable = false;
    if (is_news && (reach == REACH_YES || reach == REACH_NO))
        host_reach_known(irc->host, irc->network, member->key, irc_now(irc));
}

static void release(struct irc *irc, struct member *member)
{
    bool owes_hand = member->owes_hand;
    member->held_until = 0;
    member->owes_hand = false;
    if (owes_hand)
        host_returned(irc->host, irc->network, member->key, irc_now(irc));
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
            know(irc, member, REACH_YES);
        else if (member->reach == REACH_ASKING && member->reach_at <= now)
            know(irc, member, REACH_UNKNOWN);
        plan(irc, member);
    }
}

static void hold(struct irc *irc, struct member *member, int64_t ms)
{
    if (member->held_until < irc_now(irc) + ms)
        member->held_until = irc_now(irc) + ms;
    plan(irc, member);
}

bool irc_may_talk(const struct irc *irc, const struct member *member)
{
    const struct member *me = members_find(irc->members, wire_nick(irc->wire));
    return me && members_may_talk(irc->members, me, member);
}

bool irc_reach_is_held(struct irc *irc, const char *key)
{
    const struct member *member = members_by_key(irc->members, key);
    return member && member->held_until != 0;
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

/* Where the server counts whom we write to, half of them are kept for those who play, and of the rest no source has more than a
   few, whatever nicks it takes. */
int64_t irc_reach_wait(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc), wait = bucket_person_wait(&irc->bucket, member->folded, is_play, now);
    if (irc_may_talk(irc, member) || bucket_knows_person(&irc->bucket, member->folded))
        return 0;
    const struct irc_newcomers *newcomers = newcomers_of(irc, member);
    int64_t own = newcomers->count < IRC_NEWCOMERS_MOST ? 0 : newcomers->since + IRC_NEWCOMERS_MS - now;
    return !is_play && own > wait ? own : wait;
}

void irc_reach_opened(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc);
    if (irc_may_talk(irc, member))
        return;
    if (!is_play && bucket_counts_people(&irc->bucket) && !bucket_knows_person(&irc->bucket, member->folded)) {
        struct irc_newcomers *newcomers = newcomers_of(irc, member);
        if (newcomers->count == 0 || now - newcomers->since >= IRC_NEWCOMERS_MS)
            *newcomers = (struct irc_newcomers){.since = now, .count = 0}, irc_source(member, newcomers->source);
        newcomers->count++;
        newcomers->latest = now;
    }
    bucket_person_charge(&irc->bucket, member->folded, now);
}

void irc_reach_init(struct irc *irc)
{
    loop_timer_init(&irc->reach, irc->loop, on_time, irc);
}

void irc_reach_leave(struct irc *irc)
{
    loop_timer_stop(&irc->reach);
    for (int i = 0; i < IRC_SENT; i++) {
        free(irc->sent[i].text);
        irc->sent[i] = (struct irc_sent){0};
    }
}

void irc_reach_queued(struct irc *irc, const char *key)
{
    struct member *member = irc->members ? members_by_key(irc->members, key) : NULL;
    if (member)
        member->was_written_to = true;
    if (!member || (member->reach != REACH_UNKNOWN && member->reach != REACH_NO))
        return;
    member->reach = REACH_ASKING;
    member->reach_at = irc_now(irc) + QUEUED_MS;
    plan(irc, member);
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

/* ---- what was sent ---- */

const char *irc_reach_sent(struct irc *irc, const char *key, const char *nick, const char *about, bool is_hand,
                           const char *text)
{
    static char label[16]; /* lives until the next, as promised */
    struct irc_sent *sent = &irc->sent[irc->sent_count++ % IRC_SENT];
    struct member *member = members_by_key(irc->members, key);
    free(sent->text);
    *sent = (struct irc_sent){.text = strdup(text), .number = irc->sent_count, .is_hand = is_hand};
    check(sent->text);
    snprintf(sent->key, sizeof sent->key, "%s", key);
    snprintf(sent->nick, sizeof sent->nick, "%s", nick);
    snprintf(sent->about, sizeof sent->about, "%s", about);
    /* No line puts off what an earlier one asks. */
    if (member && member->reach != REACH_YES && member->reach != REACH_ASKED) {
        member->reach = REACH_ASKED;
        member->reach_at = irc_now(irc) + IRC_ASKED;
        plan(irc, member);
    }
    snprintf(label, sizeof label, "w%u", irc->sent_count);
    return label;
}

/* On some networks the server we are on decides whom we may write to: what it has not refused before it answers a PING that
   came after it, it does not refuse. Elsewhere the refusal comes from the other end of the network, in its own time. */
static bool decides_here(const struct irc *irc)
{
    return irc->software == bucket_preset_named("ngircd") || irc->software == bucket_preset_named("inspircd");
}

void irc_reach_ask(struct irc *irc, const char *key)
{
    char line[IRC_LINE];
    const struct member *member = members_by_key(irc->members, key);
    if (!member || member->reach != REACH_ASKED || !member->is_reach_wanted ||
        wire_has(irc->wire, WIRE_LABELED_RESPONSE) || !decides_here(irc))
        return;
    snprintf(line, sizeof line, "PING :w%u", irc->sent_count);
    irc_send(irc, line);
}

static struct irc_sent *sent_with(struct irc *irc, const char *label)
{
    for (int i = 0; i < IRC_SENT && label[0] == 'w'; i++)
        if (irc->sent[i].number && (unsigned long)irc->sent[i].number == strtoul(label + 1, NULL, 10))
            return &irc->sent[i];
    return NULL;
}

/* The one a refusal without a label is about: the oldest to that nick that is not settled; where the server names no nick,
   the latest of all. */
static struct irc_sent *sent_to(struct irc *irc, const char *nick)
{
    struct irc_sent *found = NULL, *latest = NULL;
    for (int i = 0; i < IRC_SENT; i++) {
        struct irc_sent *sent = &irc->sent[i];
        if (!sent->number)
            continue;
        if (irc_is_same(wire_casemap(irc->wire), sent->nick, nick) && (!found || sent->number < found->number))
            found = sent;
        if (!latest || sent->number > latest->number)
            latest = sent;
    }
    return found ? found : members_find(irc->members, nick) ? NULL : latest;
}

/* ---- what did not arrive ---- */

static void tell_room(struct irc *irc, const struct member *member, const char *room, enum refusal refusal)
{
    struct prose tale;
    if (!irc_room_find(irc, room))
        return;
    prose_clear(&tale);
    if (refusal == REFUSED_ACCEPT)
        view_string(&tale, STRING_HAND_NOT_ACCEPTED, "who", member->nick, "bot", wire_nick(irc->wire), (char *)0);
    else if (refusal == REFUSED_REGISTERED)
        view_string(&tale, STRING_HAND_REGISTERED_ONLY, "who", member->nick, (char *)0);
    else
        view_string(&tale, STRING_HAND_UNREACHABLE, "who", member->nick, (char *)0);
    irc_post(irc, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

/* At the tables where they sit, or that the line was about; once, and nothing of what they were to be told. */
static void tell_tables(struct irc *irc, struct member *member, enum refusal refusal)
{
    struct table_room *room;
    bool is_told = false;
    if (member->was_told_unreachable)
        return;
    member->was_told_unreachable = true;
    for (int i = 0; (room = host_table_of(irc->host, irc->network, member->key, i)); i++) {
        tell_room(irc, member, host_room_name(room), refusal);
        is_told |= strcmp(host_room_name(room), member->room) == 0;
    }
    if (!is_told)
        tell_room(irc, member, member->room, refusal);
}

/* Again, without formatting. A hand is made anew: it may have changed. */
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
    irc_whisper(
        irc,
        &(struct whisper){
            .person = member->key, .name = member->nick, .room = sent->about, .kind = WHISPER_ANSWER, .prose = &prose});
}

/* "439 me nick :Target change too fast. Please wait 13 seconds." */
static int64_t wait_named_in(const char *why)
{
    for (; *why && (*why < '0' || *why > '9'); why++)
        ;
    long seconds = strtol(why, NULL, 10);
    return seconds > 0 && seconds <= HELD_MOST_S ? 1000 * (int64_t)seconds : HELD_MS;
}

/* They took another nick in the same moment; or we missed that they went. */
static void on_no_such_nick(struct irc *irc, struct member *member, const struct irc_sent *sent)
{
    if (irc_is_same(wire_casemap(irc->wire), member->nick, sent->nick)) {
        members_quit(irc->members, sent->nick);
        return;
    }
    say_again(irc, member, sent);
    hold(irc, member, 0);
}

static void deal_with(struct irc *irc, struct member *member, const struct irc_sent *sent, enum refusal refusal,
                      const char *why)
{
    if (refusal == REFUSED_GONE) {
        on_no_such_nick(irc, member, sent);
    } else if (refusal == REFUSED_SOON) {
        say_again(irc, member, sent);
        hold(irc, member, wait_named_in(why));
        if (member->reach == REACH_ASKED)
            member->reach = REACH_ASKING, member->reach_at = member->held_until + QUEUED_MS;
    } else if (refusal == REFUSED_FORMAT && render_has_formatting(sent->text)) {
        member->look.cards = LOOK_PLAIN;
        say_again(irc, member, sent);
        hold(irc, member, 0);
    } else {
        tell_tables(irc, member, refusal);
        know(irc, member, REACH_NO);
    }
}

static void on_private_refused(struct irc *irc, const struct wire_event *event, const char *why)
{
    const char *nick = event->params[1];
    struct irc_sent *sent = *event->label ? sent_with(irc, event->label) : sent_to(irc, nick);
    if (!sent) /* of a PART, a WHO: nothing of ours was lost */
        return;
    struct member *member = members_by_key(irc->members, sent->key);
    log_event(LOG_WARN, "irc-not-delivered", "network", irc->setup.wire.network, "to", sent->nick, "code",
              event->command, "why", why, (char *)0);
    sent->number = 0;
    if (member)
        deal_with(irc, member, sent, refusal_of(event->command), why);
}

/* 404, 477, 716 and so on: "me nick :why", or "me #games :why". ngIRCd leaves the nick out in some. */
void irc_on_not_sent(struct irc *irc, const struct wire_event *event)
{
    const char *why = event->params[event->param_count ? event->param_count - 1 : 0];
    const char *channel = wire_channel_of(irc->wire, event->params[1]);
    struct irc_room *room = channel ? irc_room_find(irc, channel) : NULL;
    if (!channel)
        on_private_refused(irc, event, why);
    else if (room && room->state == ROOM_JOINING)
        irc_on_refused(irc, event);
    else if (room && room->state == ROOM_IN)
        irc_room_refuse(room, why);
}

/* PONG: ":srv PONG srv :w17". */
void irc_on_pong(struct irc *irc, const struct wire_event *event)
{
    const struct irc_sent *sent = sent_with(irc, event->params[event->param_count ? event->param_count - 1 : 0]);
    struct member *member = sent ? members_by_key(irc->members, sent->key) : NULL;
    if (member && member->reach == REACH_ASKED)
        know(irc, member, REACH_YES);
}

/* ACK, or anything else the server says to a labelled line: it was taken, unless it is a refusal, which is dealt with there. */
void irc_reach_label(struct irc *irc, const struct wire_event *event)
{
    struct irc_sent *sent = sent_with(irc, event->label);
    struct member *member = sent ? members_by_key(irc->members, sent->key) : NULL;
    if (!sent || event->numeric >= 400 || strcmp(event->command, "FAIL") == 0 || strcmp(event->command, "BATCH") == 0)
        return;
    sent->number = 0;
    if (member)
        know(irc, member, REACH_YES);
}
