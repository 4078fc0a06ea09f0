/* The people in a hash table by nick and by key; each in a chain of memberships, which is also one of its channel's, so that
   whatever a line says costs no more than the people it is about. Next: members_table.c. */
#include "members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "members_inside.h"

bool members_key_lasts(const char *key)
{
    return key[0] == '$';
}

struct members *members_new(const char *connection, const struct members_watch *watch)
{
    struct members *members = calloc(1, sizeof *members);
    check(members);
    members->watch = *watch;
    snprintf(members->connection, sizeof members->connection, "%s", connection);
    members_set_rules(members, CASEMAP_RFC1459, "(ov)@+");
    return members;
}

static void member_free(struct members *members, struct member *member)
{
    while (member->in)
        membership_end(members, member->in);
    free(member->source);
    free(member);
}

void members_free(struct members *members)
{
    if (!members)
        return;
    for (int i = 0; i < members->count; i++)
        member_free(members, members->people[i]);
    for (int i = 0; i < members->lost_count; i++)
        member_free(members, members->lost[i]);
    members_table_free(&members->table);
    free(members->lost);
    free(members->people);
    free(members);
}

struct member *members_find(struct members *members, const char *nick)
{
    char folded[MEMBER_NICK];
    if (!irc_fold(members->map, nick, folded, sizeof folded))
        return NULL; /* nobody in our channels is called that: longer nicks are not let in */
    return members_table_find(&members->table, folded);
}

struct member *members_by_key(struct members *members, const char *key)
{
    struct member *found = NULL;
    for (struct member *member = members_table_key(&members->table, key); member; member = member->next_of_key)
        if (strcmp(member->key, key) == 0 && (!found || member->spoke > found->spoke))
            found = member;
    return found;
}

bool members_is_in_sight(const struct members *members, const char *key)
{
    for (const struct member *member = members_table_key(&members->table, key); member; member = member->next_of_key)
        if (member->in_count > 0 && strcmp(member->key, key) == 0)
            return true;
    return false;
}

struct member *members_at(struct members *members, int i)
{
    check(i >= 0 && i < members->count);
    return members->people[i];
}

static void insert(struct members *members, struct member *member)
{
    if (members->count == members->size) {
        members->size = members->size ? 2 * members->size : 16;
        members->people = realloc(members->people, (size_t)members->size * sizeof *members->people);
        check(members->people);
    }
    member->place = members->count;
    members->people[members->count++] = member;
    members_table_put(&members->table, member, members->people, members->count);
}

static void take_out(struct members *members, struct member *member)
{
    members_table_take(&members->table, member);
    struct member *last = members->people[--members->count];
    members->people[member->place] = last;
    last->place = member->place;
}

/* A member who left the list, or has another key, is gone; but an account may have another client there. */
static void tell_gone(struct members *members, const struct member *member, const char *key)
{
    const struct member *other = members_by_key(members, key);
    struct member was = *member;
    snprintf(was.key, sizeof was.key, "%s", key);
    if (!other)
        members->watch.gone(members->watch.self, &was);
    else
        members->watch.renamed(members->watch.self, other);
}

/* Ends the lineage. */
static void end(struct members *members, struct member *member)
{
    take_out(members, member);
    tell_gone(members, member, member->key);
    member_free(members, member);
}

void members_set_rules(struct members *members, enum casemap map, const char *prefix)
{
    const char *signs = strchr(prefix, ')');
    if (prefix[0] == '(' && signs && strlen(signs + 1) == (size_t)(signs - prefix - 1) &&
        strlen(signs + 1) <= PREFIXES) {
        snprintf(members->signs, sizeof members->signs, "%s", signs + 1);
        snprintf(members->modes, sizeof members->modes, "%.*s", (int)(signs - prefix - 1), prefix + 1);
    }
    /* 005 comes before the first channel. A server that changes its mind later leaves nobody surely the same. */
    while (map != members->map && members->count > 0)
        end(members, members->people[members->count - 1]);
    members->map = map;
}

static void begin_lineage(struct members *members, char key[MEMBER_KEY])
{
    snprintf(key, MEMBER_KEY, "~%s.%lld", members->connection, (long long)++members->lineages);
}

/* False for a nick too long to follow, and for a channel, a mask or a list: no hand goes there, whatever a server
   says. */
static bool fold_nick(const struct members *members, const char *nick, char folded[MEMBER_NICK])
{
    bool is_nick = *nick && !strchr("#&+%@!$:", *nick) && !strpbrk(nick, " ,*?!@");
    return irc_fold(members->map, nick, folded, MEMBER_NICK) && is_nick;
}

/* NULL if it is no nick. */
static struct member *begin(struct members *members, const char *nick)
{
    struct member *member = calloc(1, sizeof *member);
    check(member);
    if (!fold_nick(members, nick, member->folded)) {
        free(member);
        return NULL;
    }
    snprintf(member->nick, sizeof member->nick, "%s", nick);
    begin_lineage(members, member->key);
    insert(members, member);
    return member;
}

/* NULL: it is no name, or there are too many. */
static struct membership *enter(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    if (!irc_fold(members->map, channel, folded, sizeof folded))
        return NULL;
    struct membership *old = member ? membership_in(member, folded) : NULL;
    if (old)
        return old;
    if (members->shared == MEMBERS_SHARED || (!member && members->count >= MEMBERS_MOST) ||
        (!members_channel(members, folded) && members->channel_count == MEMBERS_CHANNELS)) {
        members->is_short = true;
        return NULL;
    }
    if (!member && !(member = begin(members, nick)))
        return NULL;
    return membership_begin(members, member, folded);
}

bool members_are_short(const struct members *members)
{
    return members->is_short;
}

/* Somebody who has not spoken, or else the one who spoke longest ago, of a few; never one with a seat. */
static struct member *dispensable(struct members *members)
{
    enum { LOOKS = 64 };
    struct member *found = NULL;
    for (int i = 0; i < LOOKS && i < members->count; i++) {
        struct member *member = members->people[members->look++ % (unsigned)members->count];
        bool is_needed = members->watch.is_needed && members->watch.is_needed(members->watch.self, member);
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
        end(members, member);
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
        end(members, member);
}

void members_part(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    struct membership *in =
        member && irc_fold(members->map, channel, folded, sizeof folded) ? membership_in(member, folded) : NULL;
    if (in)
        leave(members, in);
}

void members_quit(struct members *members, const char *nick)
{
    struct member *member = members_find(members, nick);
    if (member)
        end(members, member);
}

void members_rename(struct members *members, const char *from, const char *to)
{
    struct member *member = members_find(members, from), *other = members_find(members, to);
    char folded[MEMBER_NICK];
    if (!member)
        return;
    if (other && other != member)
        end(members, other); /* we missed that they went: two cannot have one nick */
    if (!fold_nick(members, to, folded) || member->in_count == 0) {
        end(members, member); /* not to be followed, or seen by that nick alone */
        return;
    }
    take_out(members, member);
    snprintf(member->nick, sizeof member->nick, "%s", to);
    snprintf(member->folded, sizeof member->folded, "%s", folded);
    insert(members, member);
    if (members_by_key(members, member->key) == member)
        members->watch.renamed(members->watch.self, member);
}

void members_leave(struct members *members, const char *channel)
{
    char folded[MEMBER_ROOM];
    struct channel *left;
    while (irc_fold(members->map, channel, folded, sizeof folded) && (left = members_channel(members, folded)))
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
        end(members, member);
        return;
    }
    if (members->lost_count == MEMBERS_LOST)
        forget_oldest_lost(members);
    members->lost = realloc(members->lost, (size_t)(members->lost_count + 1) * sizeof(*members->lost));
    check(members->lost);
    take_out(members, member);
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
        if (!irc_is_same(members->map, member->nick, nick) || strcmp(member->address, address) != 0)
            continue;
        members->lost_count--;
        memmove(members->lost + i, members->lost + i + 1, (size_t)(members->lost_count - i) * sizeof(*members->lost));
        return member;
    }
    return NULL;
}

/* An account is not known by its nick, not even then: the server says anew who is logged in. */
void members_rejoin(struct members *members, const char *channel, const char *nick, const char *address)
{
    struct member *member = members_find(members, nick) ? NULL : take_lost(members, nick, address);
    if (member && members_key_lasts(member->key)) {
        member_free(members, member);
        member = NULL;
    }
    if (member) {
        insert(members, member);
        enter(members, channel, nick);
        members->watch.returned(members->watch.self, member);
    } else {
        enter(members, channel, nick);
    }
}

/* ---- who is logged in ---- */

void members_address(struct members *members, const char *nick, const char *user, const char *host)
{
    struct member *member = members_find(members, nick);
    if (!member || !*user || !*host)
        return;
    int length = snprintf(member->address, sizeof member->address, "%s@%s", user, host);
    if (length >= (int)sizeof member->address)
        member->address[0] = '\0'; /* cut, it could be somebody else's */
}

/* A name that does not fit is nobody's. */
bool members_account_key(const struct members *members, const char *account, char key[MEMBER_KEY])
{
    bool is_account = *account && strcmp(account, "*") != 0 && strcmp(account, "0") != 0 && !irc_has_control(account);
    key[0] = '$';
    return is_account && irc_fold(members->map, account, key + 1, MEMBER_KEY - 1);
}

void members_account(struct members *members, const char *nick, const char *account)
{
    char key[MEMBER_KEY], old[MEMBER_KEY];
    struct member *member = members_find(members, nick);
    if (!member)
        return;
    bool has_account = members_account_key(members, account, key), had_account = members_key_lasts(member->key);
    if (has_account ? strcmp(key, member->key) == 0 : !had_account)
        return;
    if (had_account && member->in_count == 0) { /* known by that account alone */
        end(members, member);
        return;
    }
    bool is_new = has_account && !members_by_key(members, key);
    memcpy(old, member->key, sizeof old);
    if (!has_account)
        begin_lineage(members, key);
    members_table_take(&members->table, member);
    memcpy(member->key, key, sizeof member->key);
    members_table_put(&members->table, member, members->people, members->count);
    if (had_account)
        tell_gone(members, member, old);
    else
        members->watch.bound(members->watch.self, member, old);
    if (is_new)
        members->watch.returned(members->watch.self, member);
}

void members_meet(struct members *members, const char *nick, const char *account)
{
    char key[MEMBER_KEY];
    if (members_account_key(members, account, key) && !members_find(members, nick) && begin(members, nick))
        members_account(members, nick, account);
}

void members_spoke(struct members *members, const char *nick)
{
    struct member *member = members_find(members, nick);
    if (!member)
        return;
    bool is_same = members_by_key(members, member->key) == member;
    member->spoke = ++members->spoken;
    if (!is_same)
        members->watch.renamed(members->watch.self, member);
}

/* ---- ranks ---- */

bool members_is_rank(const struct members *members, char letter)
{
    return letter && strchr(members->modes, letter);
}

void members_mode(struct members *members, const char *channel, char letter, bool is_set, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    if (!members_is_rank(members, letter) || !member || !irc_fold(members->map, channel, folded, sizeof folded))
        return;
    struct membership *in = membership_in(member, folded);
    unsigned bit = 1u << (strchr(members->modes, letter) - members->modes);
    if (in)
        in->ranks = is_set ? in->ranks | bit : in->ranks & ~bit;
}

bool members_is_in(const struct members *members, const struct member *member, const char *channel)
{
    char folded[MEMBER_ROOM];
    return irc_fold(members->map, channel, folded, sizeof folded) && membership_in(member, folded);
}

unsigned members_rank(const struct members *members, const struct member *member, const char *channel)
{
    char folded[MEMBER_ROOM];
    const struct membership *in =
        irc_fold(members->map, channel, folded, sizeof folded) ? membership_in(member, folded) : NULL;
    const char *operator= strchr(members->modes, 'o'), *voice = strchr(members->modes, 'v');
    unsigned rank = 0;
    if (in && operator&& in->ranks &((2u << (operator- members->modes)) - 1))
        rank |= MEMBER_OPERATOR; /* o, and everything above it */
    if (in && voice && in->ranks & (1u << (voice - members->modes)))
        rank |= MEMBER_VOICE;
    return rank;
}

bool members_may_talk(const struct members *members, const struct member *me, const struct member *member)
{
    for (const struct membership *in = member->in; in; in = in->next_of_member)
        if (members_rank(members, me, in->channel->name))
            return true;
    return false;
}

int members_count(const struct members *members)
{
    return members->count;
}
