/* See channel.h. A channel's key is in no log line, not even where the server repeats it. */
#include "channel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "delivery.h"
#include "elsewhere.h"
#include "keep.h"
#include "log.h"
#include "network.h"
#include "port.h"
#include "prose.h"
#include "refusal.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { JOIN_LINE = 400, TOLD_MS = 1000, TOLD_BYTES = 600, FORWARDED_MS = 60 * 60 * 1000 };

/* ---- their names ---- */

static void irc_room_enter(struct irc *irc, const char *channel, int64_t time);

/* What a channel is called is kept for the next start if it is in no configuration, under its own
   name, or if it is not the configured name, under that. */
enum { IRC_KEPT_KEY = HOST_NETWORK + HOST_ROOM + 16 };

/* "": of them all */
static const char *irc_kept_key(const struct irc *irc, const char *room, char key[IRC_KEPT_KEY])
{
    snprintf(key, IRC_KEPT_KEY, "guest %s %s", irc->network, room);
    return key;
}

static const char *irc_kept_name(const struct irc *irc, const char *room)
{
    char key[IRC_KEPT_KEY];
    return irc->keep ? keep_get(irc->keep, irc_kept_key(irc, room, key)) : NULL;
}

static void irc_room_call(struct irc_room *room, const char *name)
{
    char copy[HOST_ROOM];
    snprintf(copy, sizeof copy, "%s", name); /* it may be the room's own */
    if (!room->is_guest && !room->configured[0])
        memcpy(room->configured, room->name, sizeof room->configured);
    if (room->channel != &room->guest)
        room->guest = *room->channel;
    memcpy(room->guest_name, copy, sizeof room->guest_name);
    room->guest.name = room->guest_name;
    room->channel = &room->guest;
    irc_room_fold(room);
}

static void irc_room_keep(const struct irc_room *room, bool is_kept)
{
    char key[IRC_KEPT_KEY];
    const char *name = room->configured[0] ? room->configured : room->name;
    if ((room->is_guest || room->configured[0]) && room->irc->keep)
        keep_put(room->irc->keep, irc_kept_key(room->irc, name, key),
                 is_kept ? room->guest_name : NULL, NULL, NULL);
}

/* ---- how many ---- */

static bool is_ours(const struct irc_room *room)
{
    return room->state == ROOM_JOINING || room->state == ROOM_READING || room->state == ROOM_IN;
}

/* "CHANLIMIT=#&:25,!:5": of the channels that begin with # or &, 25. `kinds` is "#&", or NULL if
   all count. */
static int limit_of(const struct irc *irc, const char *channel, const char **kinds, size_t *length)
{
    const char *at = wire_isupport(irc->wire, "CHANLIMIT");
    *kinds = NULL;
    for (; at && *at; at += *at == ',') {
        const char *part = at;
        at += strcspn(at, ",");
        size_t marks = strcspn(part, ":,");
        if (part[marks] != ':' || !memchr(part, channel[0], marks))
            continue;
        int most = atoi(part + marks + 1);
        *kinds = part;
        *length = marks;
        return most > 0 ? most : IRC_ROOMS_MOST;
    }
    return wire_isupport_number(irc->wire, "MAXCHANNELS", IRC_ROOMS_MOST);
}

/* Whether the server lets us into a channel of this kind beside those that we are in. */
static bool irc_has_place(const struct irc *irc, const char *channel)
{
    const char *kinds;
    size_t length = 0;
    int most = limit_of(irc, channel, &kinds, &length), count = 0;
    for (int i = 0; i < irc->room_count; i++) {
        const struct irc_room *room = irc->rooms[i];
        count += is_ours(room) && (!kinds || memchr(kinds, room->name[0], length));
    }
    return count < most && !irc->joins.is_full;
}

/* Names all that are left out; again only if they become more. */
static void tell_left_out(void *arg)
{
    struct irc *irc = arg;
    char bytes[TOLD_BYTES];
    struct text names = text_over(bytes, sizeof bytes);
    int count = 0, named = 0;
    for (int i = 0; i < irc->room_count; i++) {
        const char *name = irc->rooms[i]->channel->name;
        if (irc->rooms[i]->state != ROOM_LEFT_OUT)
            continue;
        count++;
        if (named < count - 1 || names.length + 1 + (int)strlen(name) >= names.size)
            continue;
        text_putf(&names, "%s%s", named++ ? " " : "", name);
    }
    if (count <= irc->joins.told)
        return;
    irc->joins.told = count;
    log_event(
        LOG_WARN, "irc-channels-left-out", "network", irc->setup.wire.network, "count",
        text_number(count), "do",
        "the server lets me into no more channels; I join these when others make room, see tabletalk status",
        "channels", bytes, (char *)0);
}

static void leave_out(struct irc_room *room)
{
    room->state = ROOM_LEFT_OUT;
    loop_timer_stop(&room->retry);
    loop_timer_set(&room->irc->joins.left_out, TOLD_MS);
}

static void irc_joins_init(struct irc *irc)
{
    loop_timer_init(&irc->joins.left_out, irc->loop, tell_left_out, irc);
}

static void irc_joins_leave(struct irc *irc)
{
    loop_timer_stop(&irc->joins.left_out);
    irc->joins.told = 0;
    irc->joins.is_full = false;
}

/* ---- asking ---- */

/* Asks to be let in. If the server allows no more channels, the room is LEFT_OUT until another
   makes room. */
static void irc_join(struct irc_room *room)
{
    const char *key = room->channel->key;
    if (!irc_has_place(room->irc, room->channel->name)) {
        leave_out(room);
        return;
    }
    room->state = ROOM_JOINING;
    irc_send(room->irc, "JOIN %s%s%s", room->channel->name, key ? " " : "", key ? key : "");
}

static bool join_one(struct irc *irc)
{
    for (int i = 0; irc_is_ready(irc) && i < irc->room_count; i++) {
        if (irc->rooms[i]->state != ROOM_LEFT_OUT ||
            !irc_has_place(irc, irc->rooms[i]->channel->name))
            continue;
        irc_join(irc->rooms[i]);
        return true;
    }
    return false;
}

/* A room is no longer ours, or we are out of it: the next one that is left out has its place. */
static void irc_join_next(struct irc *irc)
{
    irc->joins.is_full = false;
    join_one(irc);
}

void irc_join_more(struct irc *irc)
{
    while (join_one(irc))
        ;
}

/* Lines of "JOIN #a,#b key-a,key-b": keys belong to the first channels, so those that have one
   have lines of their own. */
static void join_rooms(struct irc *irc, bool with_keys)
{
    char names_bytes[JOIN_LINE + 1], keys_bytes[JOIN_LINE + 1];
    struct text names = text_over(names_bytes, sizeof names_bytes),
                keys = text_over(keys_bytes, sizeof keys_bytes);
    for (int i = 0; i <= irc->room_count; i++) {
        const struct irc_room *room = i < irc->room_count ? irc->rooms[i] : NULL;
        const char *name = room ? room->channel->name : "",
                   *key = room && room->channel->key ? room->channel->key : "";
        bool is_one = room && room->state == ROOM_JOINING && (*key != '\0') == with_keys;
        int length = names.length + keys.length + (int)strlen(name) + (int)strlen(key);
        if (names.length > 0 && (!room || (is_one && length >= JOIN_LINE))) {
            irc_send(irc, "JOIN %s%s%s", names_bytes, with_keys ? " " : "", keys_bytes);
            text_clear(&names);
            text_clear(&keys);
        }
        if (!is_one)
            continue;
        text_putf(&keys, "%s%s", names.length > 0 && with_keys ? "," : "", key);
        text_putf(&names, "%s%s", names.length > 0 ? "," : "", name);
    }
}

void irc_join_all(struct irc *irc)
{
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = irc->rooms[i];
        irc_room_fold(room);
        if (irc_has_place(irc, room->channel->name))
            room->state = ROOM_JOINING;
        else
            leave_out(room);
    }
    join_rooms(irc, true);
    join_rooms(irc, false);
}

/* ---- refused ---- */

/* The server's words, unless they hold the key. */
static const char *open_words(const struct irc_room *room, const char *why)
{
    return room->channel->key && strstr(why, room->channel->key) ? "" : why;
}

/* 471, 473 and so on: "me #games :Cannot join channel". We try again, each time later, and log
   it once. 405: too many channels, so this one is left out. */
void irc_on_refused(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room || room->state != ROOM_JOINING)
        return;
    if (strcmp(event->command, "405") == 0) {
        irc->joins.is_full = true;
        leave_out(room);
        return;
    }
    room->state = ROOM_REFUSED;
    bool wants_key = strcmp(event->command, "475") == 0;
    if (room->refusals == 0)
        log_event(LOG_WARN, "irc-join-refused", "network", irc->setup.wire.network, "channel",
                  room->channel->name, "code", event->command, "why",
                  open_words(room, event->params[event->param_count - 1]), "do",
                  wants_key
                      ? "give its key in channels or by key_file, retrying in 1, 5, 30, 60 minutes"
                      : "retrying in 1, 5, 30, 60 minutes",
                  (char *)0);
    loop_timer_set(&room->retry, irc_patience(room->refusals++));
    irc_join_next(irc);
}

/* 470: "me #games ##games :Forwarding to another channel". We leave that one at once, and try
   again in an hour. */
void irc_on_forwarded(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room)
        return;
    room->state = ROOM_REFUSED;
    log_event(LOG_WARN, "irc-forwarded", "network", irc->setup.wire.network, "channel",
              room->channel->name, "to", event->params[2], (char *)0);
    loop_timer_set(&room->retry, FORWARDED_MS);
    irc_join_next(irc);
}

/* ---- channels that are called otherwise ---- */

/* A server with draft/channel-rename says RENAME; without, it has us PART the
   old channel and JOIN the new one. The configuration keeps the old name, so the new one is kept
   for the next start, and the log says what to write. */

enum { PARTED_MS = 1000 };

/* Nothing came: it was no rename. */
static void forget(void *arg)
{
    struct irc *irc = arg;
    irc->joins.parting = NULL;
}

void irc_renames_init(struct irc *irc)
{
    loop_timer_init(&irc->joins.parted, irc->loop, forget, irc);
}

void irc_renames_leave(struct irc *irc)
{
    irc->joins.parting = NULL;
    loop_timer_stop(&irc->joins.parted);
}

/* The room is called so from now on, and the same people are in it. False if we have a room of
   that name already: then the table and its people go there. */
static bool follow(struct irc *irc, struct irc_room *room, const char *to)
{
    char folded[HOST_ROOM], from[HOST_ROOM];
    struct irc_room *other = irc_room_find(irc, to);
    if (!text_fold(irc_casemap(irc), to, folded, sizeof folded) || other == room)
        return other == room;
    memcpy(from, room->name, sizeof from);
    log_event(LOG_WARN, "irc-channel-renamed", "network", irc->setup.wire.network, "channel",
              room->channel->name, "to", to, "do", "write the new name into channels", (char *)0);
    members_move(irc->members, from, to);
    if (other) {
        room->state = ROOM_EXPELLED;
        loop_timer_stop(&room->retry);
    } else {
        if (room->is_guest)
            irc_room_keep(room, false);
        irc_room_call(room, to);
        irc_room_keep(room, true);
        irc_look_move_room(irc, room, from);
    }
    host_room_renamed(irc->host, irc->network, from, folded, irc_now(irc));
    irc_pump_soon(irc);
    return !other;
}

/* Until the JOIN we see nobody of the channel, so people without an account have to prove again
   who they are. */
void irc_room_parted(struct irc *irc, const char *channel, const char *by, const char *why)
{
    irc_room_expel(irc, channel, by, why);
    irc->joins.parting = irc_room_find(irc, channel);
    loop_timer_set(&irc->joins.parted, PARTED_MS);
}

void irc_room_joined(struct irc *irc, const char *channel, int64_t time)
{
    struct irc_room *room = irc_room_find(irc, channel), *parting = irc->joins.parting;
    if (parting && (!room || room->state != ROOM_JOINING)) {
        irc_renames_leave(irc);
        follow(irc, parting, channel);
    }
    irc_room_enter(irc, channel, time);
}

/* ":ann!a@host RENAME #old #new :reason". No JOIN follows: whether we are in the new room is
   known. */
void irc_on_channel_renamed(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[0]);
    const char *to = event->params[1];
    bool is_channel = event->param_count >= 2 && wire_channel_of(irc->wire, to) == to &&
                      !strpbrk(to, ", ") && !text_has_control(to) && strlen(to) < HOST_ROOM;
    if (!room || !is_channel || follow(irc, room, to))
        return;
    irc_room_enter(irc, to, event->time);
    irc_send(irc, "NAMES %s", to);
}

enum {
    SECOND = 1000,
    PROOF_MS = 10 * SECOND, /* for answers to WHOIS, before a room is ready without them */
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    EXPELLED_MS = 24 * HOUR,
    LONELY_MS = 7 * 24 * HOUR
};

static void retry(void *arg);

static void look_for_people(void *arg);

/* ---- the list ---- */

static struct irc_room *add_room(struct irc *irc, const struct irc_channel *channel)
{
    struct irc_room *room = calloc(1, sizeof *room);
    irc->rooms = realloc(irc->rooms, (size_t)(irc->room_count + 1) * sizeof(*irc->rooms));
    check(room && irc->rooms);
    irc->rooms[irc->room_count++] = room;
    room->irc = irc;
    room->channel = channel;
    irc_room_fold(room);
    loop_timer_init(&room->retry, irc->loop, retry, room);
    return room;
}

static void free_room(struct irc_room *room)
{
    if (room->irc->joins.parting == room)
        room->irc->joins.parting = NULL;
    loop_timer_stop(&room->retry);
    irc_room_forget_said(room);
    free(room->greets);
    free(room->lost);
    free(room->split);
    free(room->ids);
    free(room);
}

static struct irc_room *add_guest(struct irc *irc, const char *channel)
{
    static const struct irc_channel none = {.name = "", .prefix = ""};
    struct irc_room *room = add_room(irc, &none);
    snprintf(room->guest_name, sizeof room->guest_name, "%s", channel);
    room->guest = (struct irc_channel){.name = room->guest_name,
                                       .prefix = irc->setup.prefix,
                                       .is_coloured = irc->setup.is_coloured};
    room->is_guest = true;
    room->channel = &room->guest;
    irc_room_fold(room);
    irc_look_load_room(irc, room);
    return room;
}

static struct irc_room *add_configured(struct irc *irc, const struct irc_channel *channel)
{
    struct irc_room *room = add_room(irc, channel);
    const char *kept = irc_kept_name(irc, room->name);
    if (kept && strlen(kept) < HOST_ROOM && !irc_room_find(irc, kept))
        /* it was renamed, and the configuration does not know that yet */
        irc_room_call(room, kept);
    irc_look_load_room(irc, room);
    return room;
}

/* After a restart we go again where we were invited to. */
static void add_kept_guest(void *arg, const char *key, const char *value)
{
    struct irc *irc = arg;
    if (!irc_room_find(irc, value) && irc->room_count < IRC_ROOMS_MOST && strlen(value) < HOST_ROOM)
        add_guest(irc, value);
    (void)key;
}

void irc_rooms_init(struct irc *irc)
{
    char key[IRC_KEPT_KEY];
    irc_joins_init(irc);
    loop_timer_init(&irc->lonely, irc->loop, look_for_people, irc);
    loop_timer_set(&irc->lonely, HOUR);
    for (int i = 0; i < irc->setup.channel_count; i++)
        add_configured(irc, &irc->setup.channels[i]);
    if (irc->keep && irc->setup.invites != IRC_INVITES_NOBODY)
        keep_each(irc->keep, irc_kept_key(irc, "", key), add_kept_guest, irc);
}

void irc_rooms_fini(struct irc *irc)
{
    loop_timer_stop(&irc->lonely);
    irc_joins_leave(irc);
    for (int i = 0; i < irc->room_count; i++)
        free_room(irc->rooms[i]);
    free(irc->rooms);
}

/* ---- getting in ---- */

/* Once, and if it is known here who that is. */
static void greet_inviter(struct irc_room *room)
{
    const struct member *member =
        room->greets ? members_find(room->irc->members, room->greets) : NULL;
    if (member)
        irc_tell(room->irc, member->key, IRC_STRING_GUEST_WELCOME, "room", room->name, (char *)0);
    free(room->greets);
    room->greets = NULL;
}

static void become_ready(struct irc_room *room)
{
    struct irc *irc = room->irc;
    room->state = ROOM_IN;
    room->refusals = 0;
    room->awaits_proof = false;
    loop_timer_stop(&room->retry);
    log_event(LOG_INFO, "irc-joined", "network", irc->setup.wire.network, "channel",
              room->channel->name, (char *)0);
    host_room_ready(irc->host, irc->network, room->name, irc_now(irc));
    greet_inviter(room);
    irc_pump_soon(irc);
}

/* People whose seats wait can perhaps prove who they are: then the room is not told to wait for
   them. */
static void become_ready_when_proven(struct irc_room *room)
{
    bool has_asked = irc_signon_look_in(room->irc, room);
    /* of somebody who spoke meanwhile */
    room->awaits_proof = has_asked || irc_signon_is_pending(room->irc);
    if (!room->awaits_proof) {
        become_ready(room);
        return;
    }
    room->state = ROOM_READING;
    loop_timer_set(&room->retry, PROOF_MS);
}

void irc_rooms_proven(struct irc *irc)
{
    for (int i = 0; i < irc->room_count; i++)
        if (irc->rooms[i]->state == ROOM_READING && irc->rooms[i]->awaits_proof)
            become_ready(irc->rooms[i]);
}

/* We were thrown out, and nobody asked us back for EXPELLED_MS: the game is over. */
static void end_table(struct irc_room *room)
{
    struct irc *irc = room->irc;
    if (host_find(irc->host, irc->network, room->name))
        commands_hear(irc->commands, irc->host,
                      &(struct heard){.network = irc->network,
                                      .room = room->name,
                                      .key = "",
                                      .name = wire_nick(irc->wire),
                                      .rank = RANK_ADMIN,
                                      .text = "stop",
                                      .now = irc_now(irc)});
}

static void retry(void *arg)
{
    struct irc_room *room = arg;
    if (!irc_is_ready(room->irc))
        return;
    if (room->state == ROOM_READING)
        become_ready(room);
    else if (room->state == ROOM_EXPELLED)
        end_table(room);
    else if (room->state == ROOM_IN && room->is_muted)
        irc_room_unmute(room);
    else if (room->state != ROOM_IN)
        irc_join(room);
}

void irc_rooms_leave(struct irc *irc)
{
    irc_joins_leave(irc);
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = irc->rooms[i];
        loop_timer_stop(&room->retry);
        irc_room_forget_said(room);
        room->state = ROOM_OUT;
        room->playback_until = room->draw_until = 0;
        room->refusals = room->mutes = 0;
        room->has_no_colours = room->is_muted = room->asks_who = room->asks_mode = false;
    }
}

/* ---- guests ---- */

static bool is_invited_by_policy(struct irc *irc, const struct wire_event *event)
{
    const struct member *member = members_find(irc->members, event->nick);
    bool has_account = *event->account || (member && members_key_lasts(member->key));
    return irc->setup.invites == IRC_INVITES_ANYBODY ||
           (irc->setup.invites == IRC_INVITES_ACCOUNTS && has_account);
}

static bool may_be_added(const struct irc *irc, const char *channel)
{
    return irc->room_count < IRC_ROOMS_MOST && strlen(channel) < HOST_ROOM;
}

static void refuse_invitation(struct irc *irc, const struct wire_event *event, const char *source)
{
    const struct member *member = members_find(irc->members, event->nick);
    if (member && irc_may_tell(irc, source))
        irc_tell(irc, member->key, IRC_STRING_GUEST_TOO_OFTEN, "n", text_number(IRC_GUESTS_EACH),
                 (char *)0);
}

/* Each source may invite us into IRC_GUESTS_EACH channels, so that nobody takes all our places.
   A restart forgets who did. */
static bool has_share(struct irc *irc, const struct wire_event *event)
{
    char source[HOST_SOURCE];
    int count = 0;
    irc_source_put(irc, event, source);
    for (int i = 0; i < irc->room_count; i++)
        count += irc->rooms[i]->is_guest && strcmp(irc->rooms[i]->inviter, source) == 0;
    if (count >= IRC_GUESTS_EACH)
        refuse_invitation(irc, event, source);
    return count < IRC_GUESTS_EACH;
}

/* "INVITE me #games". Anybody may ask us back into a configured channel; for others the admin
   decides. */
void irc_on_invite(struct irc *irc, const struct wire_event *event)
{
    const char *channel = event->params[1];
    struct irc_room *room = irc_room_find(irc, channel);
    bool is_out = !room || (room->state != ROOM_IN && room->state != ROOM_JOINING &&
                            room->state != ROOM_READING);
    bool is_channel = wire_channel_of(irc->wire, channel) == channel && !strpbrk(channel, ", ") &&
                      !text_has_control(channel);
    if (irc->is_stopping || !wire_is_me(irc->wire, event->params[0]) || !is_out || !is_channel ||
        !irc_has_place(irc, channel) ||
        (!room && (!is_invited_by_policy(irc, event) || !may_be_added(irc, channel) ||
                   !has_share(irc, event))) ||
        !irc_limit_allows(&irc->invites, irc_now(irc), IRC_PERIOD_MS))
        return;
    if (!room) {
        room = add_guest(irc, channel);
        irc_source_put(irc, event, room->inviter);
        room->greets = strdup(event->nick);
        check(room->greets);
    }
    irc_room_keep(room, true);
    log_event(LOG_INFO, "irc-invited", "network", irc->setup.wire.network, "channel", channel, "by",
              event->nick, (char *)0);
    loop_timer_stop(&room->retry);
    irc_join(room);
}

/* ---- guest channels that everybody has left ---- */

static bool has_people(const struct irc_room *room)
{
    const struct irc *irc = room->irc;
    for (int i = 0; i < members_count(irc->members); i++) {
        const struct member *member = members_at(irc->members, i);
        if (!member->is_bot && !wire_is_me(irc->wire, member->nick->name) &&
            members_is_in(irc->members, member, room->name))
            return true;
    }
    return false;
}

static void remove_room(struct irc *irc, int i, const char *why)
{
    struct irc_room *room = irc->rooms[i];
    if (irc_is_ready(irc) &&
        (room->state == ROOM_IN || room->state == ROOM_READING || room->state == ROOM_JOINING))
        irc_send(irc, "PART %s :%s", room->name, why);
    free_room(room);
    irc->room_count--;
    memmove(irc->rooms + i, irc->rooms + i + 1,
            (size_t)(irc->room_count - i) * sizeof(*irc->rooms));
    irc_join_next(irc);
}

/* Frees the place of a guest channel that we were thrown out of, if it has no table. */
static void forget_guest(struct irc_room *room)
{
    struct irc *irc = room->irc;
    if (!room->is_guest || room->state != ROOM_EXPELLED ||
        host_has_table(irc->host, irc->network, room->name))
        return;
    for (int i = 0; i < irc->room_count; i++)
        if (irc->rooms[i] == room) {
            remove_room(irc, i, "");
            return;
        }
}

/* Every hour. After a week without people we leave a guest channel. */
static void look_for_people(void *arg)
{
    struct irc *irc = arg;
    irc_signon_prune(irc);
    for (int i = irc->room_count - 1; irc_is_ready(irc) && i >= 0; i--) {
        struct irc_room *room = irc->rooms[i];
        if (room->is_guest && room->state == ROOM_EXPELLED) {
            forget_guest(room);
        } else if (!room->is_guest || room->state != ROOM_IN || has_people(room)) {
            room->empty_since = 0;
        } else if (room->empty_since == 0) {
            room->empty_since = irc_now(irc);
        } else if (irc_now(irc) - room->empty_since >= LONELY_MS) {
            irc_room_keep(room, false);
            remove_room(irc, i, irc_strings[IRC_STRING_PART_LONELY]);
        }
    }
    loop_timer_set(&irc->lonely, HOUR);
}

/* ---- another configuration ---- */

static const struct irc_channel *configured(const struct irc *irc, const char *name)
{
    char folded[HOST_ROOM];
    for (int i = 0; i < irc->setup.channel_count; i++) {
        text_fold(irc_casemap(irc), irc->setup.channels[i].name, folded, sizeof folded);
        if (strcmp(folded, name) == 0)
            return &irc->setup.channels[i];
    }
    return NULL;
}

/* The configuration as it is now knows the room by its name, or by the one that it had before it
   was renamed. */
static const struct irc_channel *configure(struct irc_room *room)
{
    const struct irc_channel *channel = configured(room->irc, room->name);
    if (channel && room->configured[0]) {
        irc_room_keep(room, false);
        room->configured[0] = '\0';
    }
    if (!channel && room->configured[0])
        channel = configured(room->irc, room->configured);
    if (channel)
        room->channel = channel;
    if (channel && room->configured[0])
        irc_room_call(room, room->guest_name);
    return channel;
}

static bool is_there(const struct irc *irc, const struct irc_channel *channel)
{
    char folded[HOST_ROOM];
    text_fold(irc_casemap(irc), channel->name, folded, sizeof folded);
    for (int i = 0; i < irc->room_count; i++)
        if (strcmp(irc->rooms[i]->name, folded) == 0 ||
            strcmp(irc->rooms[i]->configured, folded) == 0)
            return true;
    return false;
}

static const char *key_of(const struct irc_channel *channel)
{
    return channel->key ? channel->key : "";
}

void irc_rooms_change(struct irc *irc)
{
    for (int i = irc->room_count - 1; i >= 0; i--) {
        struct irc_room *room = irc->rooms[i];
        const char *key = key_of(room->channel);
        if (configure(room)) {
            bool has_new_key = strcmp(key, key_of(room->channel)) != 0;
            if (has_new_key && room->state == ROOM_REFUSED && irc_is_ready(irc))
                irc_join(room);
            room->is_guest = false;
        } else if (room->is_guest) {
            room->guest.prefix = irc->setup.prefix;
        } else {
            remove_room(irc, i, irc_strings[IRC_STRING_PART_TOLD]);
        }
    }
    for (int i = 0; i < irc->setup.channel_count; i++) {
        const struct irc_channel *channel = &irc->setup.channels[i];
        if (is_there(irc, channel))
            continue;
        struct irc_room *room = add_configured(irc, channel);
        if (irc_is_ready(irc))
            irc_join(room);
    }
}

/* ---- in and out ---- */

static void irc_room_enter(struct irc *irc, const char *channel, int64_t time)
{
    struct irc_room *room = irc_room_find(irc, channel);
    if (!room || irc->is_stopping) {
        irc_send(irc, "PART %s :I was not told to be here", channel);
        return;
    }
    room->state = ROOM_JOINING; /* until the names are read */
    room->joined_at = irc_now(irc);
    room->joined_time = time;
    loop_timer_stop(&room->retry);
    room->asks_mode = true;
    room->is_urgent = false;
    irc_pump_soon(irc);
}

/* The names are read. Before anybody gets a hand we read as whom people are logged in, if the
   server can say that; and from where they are connected, if seats wait for somebody. */
void irc_on_names_end(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (!room || room->state != ROOM_JOINING)
        return;
    if (!wire_isupport(irc->wire, "WHOX") && !irc_signon_awaits(irc)) {
        become_ready(room);
        return;
    }
    room->state = ROOM_READING;
    room->asks_who = true;
    irc_pump_soon(irc);
}

/* 315: "me #games :End of WHO". */
void irc_on_who_end(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = irc_room_find(irc, event->params[1]);
    if (room && room->state == ROOM_READING)
        become_ready_when_proven(room);
}

/* We are out of a channel although we did not leave. Only an invitation brings us back. */
void irc_room_expel(struct irc *irc, const char *channel, const char *by, const char *why)
{
    struct irc_room *room = irc_room_find(irc, channel);
    if (room)
        host_room_lost(irc->host, irc->network, room->name, irc_now(irc));
    irc->is_expelled = true;
    members_leave(irc->members, channel);
    irc->is_expelled = false;
    if (!room)
        return;
    room->state = ROOM_EXPELLED;
    room->asks_who = room->asks_mode = false;
    irc_room_keep(room, false);
    room->is_muted = false;
    loop_timer_set(&room->retry, EXPELLED_MS);
    log_event(LOG_WARN, "irc-expelled", "network", irc->setup.wire.network, "channel",
              room->channel->name, "by", by, "why", why, "do", "an INVITE brings me back",
              (char *)0);
    forget_guest(room);
    irc_join_next(irc);
}

/* ---- modes ---- */

/* The mode letter comes with a parameter: CHANMODES=lists,always,when set,never; and every rank. */
static bool has_parameter(const struct irc *irc, char letter, bool is_set)
{
    const char *modes = wire_isupport(irc->wire, "CHANMODES");
    int class = 0;
    if (members_is_rank(irc->members, letter))
        return true;
    for (; modes && *modes; modes++) {
        if (*modes == ',')
            class ++;
        else if (*modes == letter)
            return class < 2 || (class == 2 && is_set);
    }
    return false;
}

/* "+ov-c ann bob", from params[first] on. */
static struct irc_room *read_modes(struct irc *irc, const struct wire_event *event, int first)
{
    const char *channel = event->params[first - 1];
    struct irc_room *room = irc_room_find(irc, channel);
    bool is_set = true;
    int next = first + 1;
    for (const char *letter = event->params[first]; room && *letter; letter++) {
        bool has_one = has_parameter(irc, *letter, is_set);
        if (*letter == '+' || *letter == '-')
            is_set = *letter == '+';
        else if (*letter == 'c' && !has_one)
            room->has_no_colours = is_set;
        else if (has_one && next < event->param_count)
            members_mode(irc->members, channel, *letter, is_set, event->params[next++]);
    }
    return room;
}

void irc_on_mode(struct irc *irc, const struct wire_event *event)
{
    struct irc_room *room = read_modes(irc, event, 1);
    if (room && room->is_muted)
        irc_room_unmute(room);
}

void irc_on_mode_is(struct irc *irc, const struct wire_event *event)
{
    read_modes(irc, event, 2);
}
