/* What the server does not take: a private line is said later, said plainly, or its person is told of at the table, without what
   it was. Next: irc_reach.c (what is known), irc_muted.c (channels). */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_muted.h"
#include "irc_network.h"
#include "irc_reach.h"
#include "irc_refused.h"
#include "irc_rooms.h"
#include "irc_say.h"
#include "irc_strings.h"
#include "log.h"
#include "prose.h"
#include "render.h"
#include "view.h"

enum {
    HELD_MS = 20 * 1000, /* how long a server that names no time wants us to wait */
    HELD_MOST_S = 10 * 60
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

static void tell_room(struct irc *irc, const struct member *member, const char *room, enum refusal refusal)
{
    struct prose tale;
    if (!irc_room_find(irc, room))
        return;
    prose_clear(&tale);
    if (refusal == REFUSED_ACCEPT)
        view_sentence(&tale, irc_strings[IRC_STRING_HAND_NOT_ACCEPTED], "who", member->nick, "bot",
                      wire_nick(irc->wire), (char *)0);
    else if (refusal == REFUSED_REGISTERED)
        view_sentence(&tale, irc_strings[IRC_STRING_HAND_REGISTERED_ONLY], "who", member->nick, (char *)0);
    else
        view_sentence(&tale, irc_strings[IRC_STRING_HAND_UNREACHABLE], "who", member->nick, (char *)0);
    irc_post(irc, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

/* At the tables where they sit, or that the line was about; once, and nothing of what they were to be told. */
static void tell_tables(struct irc *irc, struct member *member, enum refusal refusal)
{
    struct session *session;
    bool is_told = false;
    if (member->was_told_unreachable)
        return;
    member->was_told_unreachable = true;
    for (int i = 0; (session = host_table_of(irc->host, irc->network, member->key, i)); i++) {
        tell_room(irc, member, host_room_name(session), refusal);
        is_told |= strcmp(host_room_name(session), member->room) == 0;
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
    irc_reach_hold(irc, member, 0);
}

static void deal_with(struct irc *irc, struct member *member, const struct irc_sent *sent, enum refusal refusal,
                      const char *why)
{
    if (refusal == REFUSED_GONE) {
        on_no_such_nick(irc, member, sent);
    } else if (refusal == REFUSED_SOON) {
        say_again(irc, member, sent);
        irc_reach_hold(irc, member, wait_named_in(why));
        if (member->reach == REACH_ASKED)
            member->reach = REACH_ASKING, member->reach_at = member->held_until + IRC_QUEUED_MS;
    } else if (refusal == REFUSED_FORMAT && render_has_formatting(sent->text)) {
        member->look.cards = LOOK_PLAIN;
        say_again(irc, member, sent);
        irc_reach_hold(irc, member, 0);
    } else {
        tell_tables(irc, member, refusal);
        irc_reach_know(irc, member, REACH_NO);
    }
}

static void on_private_refused(struct irc *irc, const struct wire_event *event, const char *why)
{
    const char *nick = event->params[1];
    struct irc_sent *sent = *event->label ? irc_sent_with(irc, event->label) : irc_sent_to(irc, nick);
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
