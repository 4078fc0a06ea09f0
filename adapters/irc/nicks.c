/* Who is there. What the server says of comings, goings, names and logins goes to members.h, and
   what that makes of it to the host. A netsplit is told in one line, and the clocks of its
   tables stand still. Next: members.c (who is still the same person). */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel.h"
#include "check.h"
#include "delivery.h"
#include "monitor.h"
#include "network.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { SPLIT_TOLD_MS = 5 * 1000, SPLIT_HOLD_MS = 10 * 60 * 1000 };

/* ---- netsplits ---- */

/* "irc1.example.net irc2.example.net", or "*.net *.split". Servers do not let people quit with
   such words. */
static bool is_split_text(const char *text)
{
    int blanks = 0, dots = 0, letters = 0;
    for (; *text; text++) {
        if (*text == ' ' && letters > 0 && dots > 0) {
            blanks++;
            dots = letters = 0;
        } else if (*text == '.' && (letters > 0)) {
            dots++;
        } else if (isalnum((unsigned char)*text) || *text == '-' || *text == '*' || *text == '_') {
            letters++;
        } else {
            return false;
        }
    }
    return blanks == 1 && dots > 0 && letters > 0;
}

static struct irc_split *split_of(struct irc_room *room)
{
    if (!room->split)
        room->split = calloc(1, sizeof *room->split);
    check(room->split);
    return room->split;
}

static void put_name(char names[HOST_TEXT], const char *name)
{
    struct text text = {.bytes = names, .size = HOST_TEXT, .length = (int)strlen(names)};
    text_putf(&text, "%s%s", text.length ? "\n" : "", name);
}

static bool is_at_table(struct irc_room *room, const struct member *member)
{
    struct session *table = host_find(room->irc->host, room->irc->network, room->name);
    struct heard heard = {.network = room->irc->network,
                          .room = room->name,
                          .key = member->key,
                          .name = member->nick->name};
    return table && host_is_seated(table, &heard);
}

static void lose_from(struct irc_room *room, const struct member *member)
{
    struct irc *irc = room->irc;
    if (room->lost_count == IRC_LOST) /* then the oldest is forgotten */
        memmove(room->lost[0], room->lost[1], (size_t)--room->lost_count * sizeof *room->lost);
    room->lost = realloc(room->lost, (size_t)(room->lost_count + 1) * sizeof *room->lost);
    check(room->lost);
    snprintf(room->lost[room->lost_count++], sizeof *room->lost, "%s", member->key);
    put_name(split_of(room)->gone, member->nick->name);
    room->split->gone_count++;
    room->held_until = irc_now(irc) + SPLIT_HOLD_MS;
    host_hold(irc->host, irc->network, room->name, room->held_until, irc_now(irc));
    if (!loop_timer_is_set(&irc->split))
        loop_timer_set(&irc->split, SPLIT_TOLD_MS);
}

static void find_again(struct irc_room *room, const struct member *member)
{
    struct irc *irc = room->irc;
    int found = 0;
    while (found < room->lost_count && strcmp(room->lost[found], member->key) != 0)
        found++;
    if (found == room->lost_count)
        return;
    room->lost_count--;
    memmove(room->lost[found], room->lost[found + 1],
            (size_t)(room->lost_count - found) * sizeof *room->lost);
    put_name(split_of(room)->back, member->nick->name);
    if (room->lost_count == 0 && room->held_until > irc_now(irc))
        host_hold(irc->host, irc->network, room->name, 0, irc_now(irc));
    if (!loop_timer_is_set(&irc->split))
        loop_timer_set(&irc->split, SPLIT_TOLD_MS);
}

static void forget_split(struct irc_room *room)
{
    free(room->split);
    room->split = NULL;
}

static void tell_split(struct irc_room *room)
{
    char count[12];
    struct prose tale;
    const struct irc_split *split = room->split;
    prose_open(&tale, host_room_language(room->irc->host, room->irc->network, room->name));
    if (!split)
        return;
    bool is_over = split->gone[0] && room->lost_count == 0; /* so nothing needs to be told */
    snprintf(count, sizeof count, "%d", split->gone_count);
    if (split->gone[0] && !is_over)
        view_sentence(&tale, irc_strings[IRC_STRING_NETSPLIT], "who", split->gone, "n", count,
                      (char *)0);
    else if (split->back[0] && !is_over)
        view_sentence(&tale, irc_strings[IRC_STRING_NETJOIN], "who", split->back, (char *)0);
    forget_split(room);
    if (tale.length > 0)
        irc_post(room->irc, &(struct post){.room = room->name, .kind = POST_NEWS, .tale = &tale});
}

static void tell_splits(void *arg)
{
    struct irc *irc = arg;
    for (int i = 0; i < irc->room_count; i++)
        tell_split(irc->rooms[i]);
}

/* ---- people, as members.h tells of them ---- */

static bool is_needed(void *self, const struct member *member)
{
    const struct irc *irc = self;
    return host_table_of(irc->host, identity(irc->network, member->key), 0) != NULL ||
           wire_is_me(irc->wire, member->nick->name);
}

/* A person who never spoke and has no account has no seat, and nothing waits for them. */
static bool is_stranger(const struct member *member)
{
    return !member->spoke && !member->was_written_to && !members_key_lasts(member->key);
}

static void on_gone(void *self, const struct member *member)
{
    struct irc *irc = self;
    if (is_stranger(member))
        return;
    outbox_forget(irc->outbox, member->key);
    irc_note_absence(irc, member->key);
    if (irc->is_expelled) /* we are gone, not they, and cannot tell the room anything */
        host_lost(irc->host, identity(irc->network, member->key), irc_now(irc));
    else
        host_gone(irc->host, identity(irc->network, member->key), irc_now(irc));
    if (members_key_lasts(member->key))
        irc_monitor_soon(irc);
}

static void on_lost(void *self, const struct member *member)
{
    struct irc *irc = self;
    for (int i = 0;
         i < irc->room_count && host_table_of(irc->host, identity(irc->network, member->key), 0);
         i++)
        if (is_at_table(irc->rooms[i], member))
            lose_from(irc->rooms[i], member);
    outbox_forget(irc->outbox, member->key);
    irc_note_absence(irc, member->key);
    host_lost(irc->host, identity(irc->network, member->key), irc_now(irc));
    if (members_key_lasts(member->key))
        irc_monitor_soon(irc);
}

static void on_renamed(void *self, const struct member *member)
{
    struct irc *irc = self;
    if (!is_stranger(member))
        host_renamed(irc->host, identity(irc->network, member->key), member->nick->name,
                     irc_now(irc));
}

static void on_bound(void *self, struct member *member, const char *lineage)
{
    struct irc *irc = self;
    outbox_readdress(irc->outbox, lineage, member->key);
    irc_look_load(irc, member);
    host_bound(irc->host, identity(irc->network, lineage), member->key, irc_now(irc));
}

static void on_returned(void *self, struct member *member)
{
    struct irc *irc = self;
    member->reach = REACH_UNKNOWN;
    for (int i = 0; i < irc->room_count; i++)
        find_again(irc->rooms[i], member);
    irc_look_load(irc, member);
    host_returned(irc->host, identity(irc->network, member->key), irc_now(irc));
    host_renamed(irc->host, identity(irc->network, member->key), member->nick->name, irc_now(irc));
}

const char *irc_called(void *self, const char *key)
{
    const struct irc *irc = self;
    const struct member *member = members_by_key(irc->members, key);
    return member ? member->nick->name : NULL;
}

struct members *irc_members_new(struct irc *irc)
{
    unsigned char bytes[IRC_KEY_BYTES];
    char connection[2 * IRC_KEY_BYTES + 1];
    const struct members_watch watch = {.gone = on_gone,
                                        .lost = on_lost,
                                        .renamed = on_renamed,
                                        .bound = on_bound,
                                        .returned = on_returned,
                                        .is_needed = is_needed,
                                        .self = irc};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(connection, sizeof connection, bytes, sizeof bytes);
    return members_new(connection, &watch);
}

void irc_people_init(struct irc *irc)
{
    loop_timer_init(&irc->split, irc->loop, tell_splits, irc);
}

void irc_people_leave(struct irc *irc)
{
    loop_timer_stop(&irc->split);
    for (int i = 0; i < irc->room_count; i++) {
        struct irc_room *room = irc->rooms[i];
        free(room->lost);
        room->lost = NULL;
        room->lost_count = 0;
        forget_split(room);
    }
}

/* ---- what the server says of them ---- */

/* This JOIN ends a netsplit. Some servers say so. On others somebody else could have taken the
   nick, on a host that people share; so the admin has to say that nobody does (trusts_hosts). A
   server with batches may not use them for this: InspIRCd 3 does not. */
static bool is_netjoin(const struct irc *irc, const struct wire_event *event)
{
    return strcmp(event->batch_type, "netjoin") == 0 ||
           (irc->setup.trusts_hosts && !irc->has_split_batches);
}

/* We are in that channel. In others we follow nobody, whatever the server says. */
static bool is_there(struct irc *irc, const char *channel)
{
    const struct irc_room *room = irc_room_find(irc, channel);
    return room &&
           (room->state == ROOM_JOINING || room->state == ROOM_READING || room->state == ROOM_IN);
}

/* They are logged in to an account that has a seat: we follow them, however many people there
   are. */
static bool is_awaited(const struct irc *irc, const struct wire_event *event)
{
    char key[MEMBER_KEY];
    return wire_has(irc->wire, CAP_EXTENDED_JOIN) && event->param_count >= 2 &&
           members_account_key(irc->members, event->params[1], key) &&
           host_table_of(irc->host, identity(irc->network, key), 0);
}

/* "JOIN #games", with extended-join "JOIN #games account :Real Name". */
void irc_on_join(struct irc *irc, const struct wire_event *event)
{
    const char *channel = event->params[0];
    char address[MEMBER_ADDRESS * 2];
    if (wire_is_me(irc->wire, event->nick))
        irc_room_joined(irc, channel, event->time);
    if (!is_there(irc, channel))
        return;
    snprintf(address, sizeof address, "%.*s@%.*s", MEMBER_ADDRESS - 1, event->user,
             MEMBER_ADDRESS - 1, event->host);
    if (is_netjoin(irc, event) && *event->host)
        members_rejoin(irc->members, channel, event->nick, address);
    else if (is_awaited(irc, event))
        members_admit(irc->members, channel, event->nick);
    else
        members_join(irc->members, channel, event->nick);
    if (*event->account)
        irc_monitor_account(irc, event->nick, event->account);
    irc_note_source(irc, event);
    if (wire_has(irc->wire, CAP_EXTENDED_JOIN) && event->param_count >= 2)
        members_account(irc->members, event->nick, event->params[1]);
    struct member *member = members_find(irc->members, event->nick);
    if (member)
        irc_signon_look(irc, member);
}

void irc_on_part(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->nick))
        irc_room_parted(irc, event->params[0], event->nick, event->params[1]);
    else
        members_part(irc->members, event->params[0], event->nick);
}

void irc_on_kick(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->params[1]))
        irc_room_expel(irc, event->params[0], event->nick, event->params[2]);
    else
        members_part(irc->members, event->params[0], event->params[1]);
}

void irc_on_quit(struct irc *irc, const struct wire_event *event)
{
    bool is_in_batch = strcmp(event->batch_type, "netsplit") == 0;
    irc->has_split_batches |= is_in_batch;
    if (is_in_batch || is_split_text(event->params[0])) {
        members_address(irc->members, event->nick, event->user, event->host);
        members_split(irc->members, event->nick);
    } else {
        members_quit(irc->members, event->nick);
    }
}

/* "KILL ann :why". If it is us, the connection ends. */
void irc_on_kill(struct irc *irc, const struct wire_event *event)
{
    if (wire_is_me(irc->wire, event->params[0]))
        irc->was_killed = true;
    else
        members_quit(irc->members, event->params[0]);
}

/* The bucket counts people: a new nick is not a new person. */
static void rename_target(struct irc *irc, const char *nick, const char *to)
{
    char folded[MEMBER_NICK], folded_to[MEMBER_NICK];
    enum casemap map = wire_casemap(irc->wire);
    if (text_fold(map, nick, folded, sizeof folded) &&
        text_fold(map, to, folded_to, sizeof folded_to))
        bucket_person_rename(&irc->bucket, folded, folded_to);
}

void irc_on_nick(struct irc *irc, const struct wire_event *event)
{
    rename_target(irc, event->nick, event->params[0]);
    members_rename(irc->members, event->nick, event->params[0]);
    if (!wire_is_me(irc->wire, event->params[0]))
        return;
    irc_monitor_soon(irc); /* for the nick that we want */
    irc_mark_bot(irc);     /* what we said of ourselves may have named the old nick */
}

/* account-notify: "ACCOUNT name", "ACCOUNT *". */
void irc_on_account(struct irc *irc, const struct wire_event *event)
{
    if (!wire_has(irc->wire, CAP_ACCOUNT_NOTIFY))
        return;
    irc_monitor_account(irc, event->nick, event->params[0]);
    members_account(irc->members, event->nick, event->params[0]);
}

void irc_on_chghost(struct irc *irc, const struct wire_event *event)
{
    members_address(irc->members, event->nick, event->params[0], event->params[1]);
}

/* 353: "me = #games :@ann bob!b@host". */
void irc_on_names(struct irc *irc, const struct wire_event *event)
{
    const char *channel = event->params[2];
    char names[IRC_LINE * 2];
    if (!is_there(irc, channel))
        return;
    snprintf(names, sizeof names, "%s", event->params[3]);
    for (char *rest = names, *name; (name = strsep(&rest, " "));)
        if (*name)
            members_name(irc->members, channel, name);
}

/* 354, as we asked for it: "me 417 user host nick flags account"; 352 where there is no WHOX:
   "me #games user host server nick flags :0 Real Name", which says nothing of an account. */
void irc_on_who(struct irc *irc, const struct wire_event *event)
{
    bool is_whox = strcmp(event->command, "354") == 0;
    if (event->param_count < 7 || (is_whox && strcmp(event->params[1], IRC_WHO_TOKEN) != 0))
        return;
    const char *const *person = event->params + (is_whox ? 4 : 5),
                      *letter = wire_isupport(irc->wire, "BOT");
    if (is_whox)
        irc_monitor_account(irc, person[0], event->params[6]);
    struct member *member = members_find(irc->members, person[0]);
    if (!member)
        return;
    irc_note_host(member, event->params[3]);
    if (is_whox)
        member = members_note(irc->members, member, event->params[2], event->params[3],
                              event->params[6]);
    else
        members_address(irc->members, person[0], event->params[2], event->params[3]);
    if (member && letter && *letter && strchr(person[1], *letter))
        member->is_bot = true;
}

/* 330 of WHOIS: "me ann account :is logged in as". */
void irc_on_logged_in(struct irc *irc, const struct wire_event *event)
{
    if (event->param_count >= 4)
        members_account(irc->members, event->params[1], event->params[2]);
}
