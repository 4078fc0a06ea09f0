/* Channels that do not take what we say: because of its colours, which are then left out, or because we have no voice, which
   is then asked for. What was refused is said again, and what follows waits. Next: irc_rooms.c (being there at all). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_muted.h"
#include "irc_network.h"
#include "irc_say.h"
#include "log.h"
#include "render.h"

enum { SOON_MS = 200 }; /* the refusals of one burst come in by then */

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
    char sentence[IRC_LINE];
    const struct member *member = room->asker[0] ? members_by_key(irc->members, room->asker) : NULL;
    if (!room->is_muted || room->mutes == 0 || !member || strcmp(room->told, room->asker) == 0)
        return;
    memcpy(room->told, room->asker, sizeof room->told);
    snprintf(sentence, sizeof sentence,
             "%s does not let me speak: it is moderated, or I am banned there. An operator can give me voice "
             "(/mode %s +v %s). What you ask me here, in private, I answer here.",
             room->channel->name, room->channel->name, wire_nick(irc->wire));
    irc_tell(irc, member->key, sentence);
}

static void ask_an_operator(struct irc_room *room)
{
    struct irc *irc = room->irc;
    char sentence[IRC_LINE];
    snprintf(sentence, sizeof sentence,
             "What I say in %s is refused there. Please give me voice (/mode %s +v %s); the tables wait.",
             room->channel->name, room->channel->name, wire_nick(irc->wire));
    for (int i = 0; i < members_count(irc->members); i++) {
        const struct member *member = members_at(irc->members, i);
        if (!(members_rank(irc->members, member, room->name) & MEMBER_OPERATOR) || member->is_bot ||
            wire_is_me(irc->wire, member->nick))
            continue;
        irc_tell(irc, member->key, sentence);
        return;
    }
}

/* As many refusals, as many of the latest lines: what comes after the first waits here. */
void irc_room_refuse(struct irc_room *room, const char *why)
{
    room->unheard += room->unheard < IRC_SAID && room->unheard < room->said_count;
    if (room->is_muted)
        return;
    room->is_muted = true;
    if (strip_said(room)) { /* some channels take no colours and do not say so before */
        room->has_no_colours = true;
        loop_timer_set(&room->retry, SOON_MS);
        return;
    }
    loop_timer_set(&room->retry, irc_patience(room->mutes));
    if (room->mutes++ > 0)
        return;
    log_event(LOG_WARN, "irc-not-heard", "network", room->irc->setup.wire.network, "channel", room->channel->name,
              "why", why, "do", "give me voice there; retrying in 1, 5, 30, 60 minutes and when a mode changes",
              (char *)0);
    ask_an_operator(room);
    irc_room_tell_asker(room);
}

/* What could not be said is said now, or is refused again. */
void irc_room_unmute(struct irc_room *room)
{
    char line[IRC_LINE];
    unsigned count = room->unheard;
    room->is_muted = false;
    room->unheard = 0;
    loop_timer_stop(&room->retry);
    for (; count > 0; count--) {
        snprintf(line, sizeof line, "PRIVMSG %s :%s", room->channel->name,
                 room->said[(room->said_count - count) % IRC_SAID]);
        irc_send(room->irc, line);
    }
    irc_pump_soon(room->irc);
}
