/* Whether private lines arrive. Before hands are dealt we write to everybody whom we have not
   written to yet: a line has arrived if the server says so by its label, or does not refuse it
   within a short time. When a later line is refused, the table is told so, but not what the line
   said. Next: irc_speak.c (how lines go out), irc_refusals.c (what is refused). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_delivery.h"
#include "irc_network.h"
#include "irc_source.h"
#include "outbox.h"
#include "prose.h"
#include "reports.h"
#include "text.h"

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

bool irc_may_talk(const struct irc *irc, const struct member *member)
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
int64_t irc_delivery_wait(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc),
            wait = bucket_person_wait(&irc->bucket, member->folded, is_play, now);
    if (irc_may_talk(irc, member) || bucket_knows_person(&irc->bucket, member->folded))
        return 0;
    const struct irc_newcomers *newcomers = newcomers_of(irc, member);
    int64_t own =
        newcomers->count < IRC_NEWCOMERS_MOST ? 0 : newcomers->since + IRC_NEWCOMERS_MS - now;
    return !is_play && own > wait ? own : wait;
}

void irc_delivery_opened(struct irc *irc, const struct member *member, bool is_play)
{
    int64_t now = irc_now(irc);
    if (irc_may_talk(irc, member))
        return;
    if (!is_play && bucket_counts_people(&irc->bucket) &&
        !bucket_knows_person(&irc->bucket, member->folded)) {
        struct irc_newcomers *newcomers = newcomers_of(irc, member);
        if (newcomers->count == 0 || now - newcomers->since >= IRC_NEWCOMERS_MS)
            *newcomers = (struct irc_newcomers){.since = now, .count = 0},
            irc_source(member, newcomers->source);
        newcomers->count++;
        newcomers->latest = now;
    }
    bucket_person_charge(&irc->bucket, member->folded, now);
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

void irc_delivery_queued(struct irc *irc, const char *key)
{
    struct member *member = irc->members ? members_by_key(irc->members, key) : NULL;
    if (member)
        member->was_written_to = true;
    if (!member || (member->reach != REACH_UNKNOWN && member->reach != REACH_NO))
        return;
    member->reach = REACH_ASKING;
    member->reach_at = irc_now(irc) + IRC_QUEUED_MS;
    plan(irc, member);
}

/* ---- what was sent ---- */

const char *irc_delivery_sent(struct irc *irc, const char *key, const char *nick, const char *about,
                              bool is_hand, const char *text)
{
    static char label[16]; /* valid until the next call, as the header says */
    struct irc_sent *sent = &irc->sent[irc->sent_count++ % IRC_SENT];
    struct member *member = members_by_key(irc->members, key);
    free(sent->text);
    *sent = (struct irc_sent){.text = strdup(text), .number = irc->sent_count, .is_hand = is_hand};
    check(sent->text);
    snprintf(sent->key, sizeof sent->key, "%s", key);
    snprintf(sent->nick, sizeof sent->nick, "%s", nick);
    snprintf(sent->about, sizeof sent->about, "%s", about);
    /* If an earlier line asks already, its time counts. */
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
static bool decides_here(const struct irc *irc)
{
    return irc->software == bucket_preset_named("ngircd") ||
           irc->software == bucket_preset_named("inspircd");
}

void irc_delivery_ask(struct irc *irc, const char *key)
{
    const struct member *member = members_by_key(irc->members, key);
    if (member && member->reach == REACH_ASKED && member->is_reach_wanted &&
        !wire_has(irc->wire, CAP_LABELED_RESPONSE) && decides_here(irc))
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

/* What was said to a nick that is nobody's here is not kept: its refusal is about no line of
   these. */
struct irc_sent *irc_sent_to(struct irc *irc, const char *nick)
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

/* ---- what arrived ---- */

/* PONG: ":srv PONG srv :w17". */
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
