/* Comings and goings: JOIN, the names of a channel, PART, QUIT, NICK, and netsplits, over the
   people of members.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "members_inside.h"
#include "text.h"

/* NULL if it is no name, or there are too many. */
static struct membership *enter(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    if (!text_fold(members->map, channel, folded, sizeof folded))
        return NULL;
    struct membership *old = member ? membership_in(member, folded) : NULL;
    if (old)
        return old;
    if (members->shared == MEMBERS_SHARED || (!member && members->count >= MEMBERS_MOST) ||
        (!members_channel(members, folded) && members->channel_count == MEMBERS_CHANNELS)) {
        members->is_short = true;
        return NULL;
    }
    if (!member && !(member = member_begin(members, nick)))
        return NULL;
    return membership_begin(members, member, folded);
}

bool members_are_short(const struct members *members)
{
    return members->is_short;
}

/* Somebody who has not spoken, or else the one who spoke longest ago, of a few; never one with a
   seat. */
static struct member *dispensable(struct members *members)
{
    enum { LOOKS = 64 };
    struct member *found = NULL;
    for (int i = 0; i < LOOKS && i < members->count; i++) {
        struct member *member = members->people[members->look++ % (unsigned)members->count];
        bool is_needed =
            members->watch.is_needed && members->watch.is_needed(members->watch.self, member);
        if (!is_needed && (!found || member->spoke < found->spoke))
            found = member;
    }
    return found;
}

void members_admit(struct members *members, const char *channel, const char *nick)
{
    bool is_full = members->count >= MEMBERS_MOST || members->shared >= MEMBERS_SHARED;
    struct member *member = is_full && !members_find(members, nick) ? dispensable(members) : NULL;
    if (member)
        member_end(members, member);
    enter(members, channel, nick);
}

void members_join(struct members *members, const char *channel, const char *nick)
{
    enter(members, channel, nick);
}

void members_name(struct members *members, const char *channel, const char *name)
{
    unsigned ranks = 0;
    char nick[MEMBER_NICK];
    for (const char *sign; *name && (sign = strchr(members->signs, *name)); name++)
        ranks |= 1u << (sign - members->signs);
    size_t length = strcspn(name, "!");
    if (length >= sizeof nick)
        return;
    snprintf(nick, sizeof nick, "%.*s", (int)length, name);
    struct membership *in = enter(members, channel, nick);
    if (in)
        in->ranks = ranks;
}

static void leave(struct members *members, struct membership *in)
{
    struct member *member = in->member;
    membership_end(members, in);
    if (member->in_count == 0)
        member_end(members, member);
}

void members_move(struct members *members, const char *from, const char *to)
{
    char folded[MEMBER_ROOM], other[MEMBER_ROOM];
    if (!text_fold(members->map, from, folded, sizeof folded) ||
        !text_fold(members->map, to, other, sizeof other))
        return;
    struct channel *channel = members_channel(members, folded);
    if (channel && !members_channel(members, other))
        memcpy(channel->name, other, sizeof channel->name);
}

void members_part(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    struct membership *in = member && text_fold(members->map, channel, folded, sizeof folded)
                                ? membership_in(member, folded)
                                : NULL;
    if (in)
        leave(members, in);
}

void members_quit(struct members *members, const char *nick)
{
    struct member *member = members_find(members, nick);
    if (member)
        member_end(members, member);
}

void members_rename(struct members *members, const char *from, const char *to)
{
    struct member *member = members_find(members, from), *other = members_find(members, to);
    char folded[MEMBER_NICK];
    if (!member)
        return;
    if (other && other != member)
        member_end(members, other); /* we missed that they went: two cannot have one nick */
    if (!member_fold_nick(members, to, folded) || member->in_count == 0) {
        member_end(members, member); /* not to be followed, or seen by that nick alone */
        return;
    }
    member_take_out(members, member);
    snprintf(member->nick, sizeof member->nick, "%s", to);
    snprintf(member->folded, sizeof member->folded, "%s", folded);
    member_insert(members, member);
    if (members_by_key(members, member->key) == member)
        members->watch.renamed(members->watch.self, member);
}

void members_leave(struct members *members, const char *channel)
{
    char folded[MEMBER_ROOM];
    struct channel *left;
    while (text_fold(members->map, channel, folded, sizeof folded) &&
           (left = members_channel(members, folded)))
        leave(members, left->first);
}

/* ---- netsplits ---- */

static void forget_oldest_lost(struct members *members)
{
    member_free(members, members->lost[0]);
    members->lost_count--;
    memmove(members->lost, members->lost + 1, (size_t)members->lost_count * sizeof(*members->lost));
}

void members_split(struct members *members, const char *nick)
{
    struct member *member = members_find(members, nick);
    if (!member)
        return;
    if (!*member->address) { /* nobody could be known to be the same */
        member_end(members, member);
        return;
    }
    if (members->lost_count == MEMBERS_LOST)
        forget_oldest_lost(members);
    members->lost =
        realloc(members->lost, (size_t)(members->lost_count + 1) * sizeof(*members->lost));
    check(members->lost);
    member_take_out(members, member);
    while (member->in)
        membership_end(members, member->in);
    members->lost[members->lost_count++] = member;
    if (!members_by_key(members, member->key))
        members->watch.lost(members->watch.self, member);
}

static struct member *take_lost(struct members *members, const char *nick, const char *address)
{
    for (int i = 0; i < members->lost_count; i++) {
        struct member *member = members->lost[i];
        if (!text_is_same_folded(members->map, member->nick, nick) ||
            strcmp(member->address, address) != 0)
            continue;
        members->lost_count--;
        memmove(members->lost + i, members->lost + i + 1,
                (size_t)(members->lost_count - i) * sizeof(*members->lost));
        return member;
    }
    return NULL;
}

/* An account is not known by its nick, not even then: the server says anew who is logged in. */
void members_rejoin(struct members *members, const char *channel, const char *nick,
                    const char *address)
{
    struct member *member = members_find(members, nick) ? NULL : take_lost(members, nick, address);
    if (member && members_key_lasts(member->key)) {
        member_free(members, member);
        member = NULL;
    }
    if (member) {
        member_insert(members, member);
        enter(members, channel, nick);
        members->watch.returned(members->watch.self, member);
    } else {
        enter(members, channel, nick);
    }
}
