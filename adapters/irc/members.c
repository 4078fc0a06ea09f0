/* The people, sorted by folded nick; each with the channels shared with us. A channel of a thousand people is looked up
   in ten steps. */
#include "members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { PREFIXES = 16 };

struct membership {
    char channel[MEMBER_ROOM]; /* folded */
    unsigned ranks;            /* bit i: the i-th mode of PREFIX */
};

struct members {
    struct members_watch watch;
    char connection[MEMBER_KEY / 2];
    int64_t lineages;
    enum casemap map;
    char modes[PREFIXES + 1], signs[PREFIXES + 1]; /* of PREFIX, highest first */
    struct member **people;
    int count, size;
};

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

static void member_free(struct member *member)
{
    free(member->in);
    free(member);
}

void members_free(struct members *members)
{
    if (!members)
        return;
    for (int i = 0; i < members->count; i++)
        member_free(members->people[i]);
    free(members->people);
    free(members);
}

/* Where the nick stands, or where it would. */
static int place_of(const struct members *members, const char *folded, bool *found)
{
    int low = 0, high = members->count;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(members->people[middle]->folded, folded);
        if (order == 0) {
            *found = true;
            return middle;
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    *found = false;
    return low;
}

struct member *members_find(struct members *members, const char *nick)
{
    char folded[MEMBER_NICK];
    bool found;
    if (!irc_fold(members->map, nick, folded, sizeof folded))
        return NULL; /* nobody in our channels is called that: longer nicks are not let in */
    int place = place_of(members, folded, &found);
    return found ? members->people[place] : NULL;
}

struct member *members_by_key(struct members *members, const char *key)
{
    for (int i = 0; i < members->count; i++)
        if (strcmp(members->people[i]->key, key) == 0)
            return members->people[i];
    return NULL;
}

static void insert(struct members *members, struct member *member)
{
    bool found;
    int place = place_of(members, member->folded, &found);
    check(!found);
    if (members->count == members->size) {
        members->size = members->size ? 2 * members->size : 16;
        members->people = realloc(members->people, (size_t)members->size * sizeof *members->people);
        check(members->people);
    }
    memmove(members->people + place + 1, members->people + place,
            (size_t)(members->count - place) * sizeof *members->people);
    members->people[place] = member;
    members->count++;
}

static void take_out(struct members *members, const struct member *member)
{
    bool found;
    int place = place_of(members, member->folded, &found);
    check(found);
    members->count--;
    memmove(members->people + place, members->people + place + 1,
            (size_t)(members->count - place) * sizeof *members->people);
}

/* Ends the lineage. */
static void end(struct members *members, struct member *member)
{
    take_out(members, member);
    members->watch.gone(members->watch.self, member);
    member_free(member);
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

static struct membership *find_in(const struct member *member, const char *folded_channel)
{
    for (int i = 0; i < member->in_count; i++)
        if (strcmp(member->in[i].channel, folded_channel) == 0)
            return &member->in[i];
    return NULL;
}

/* NULL if the name is longer than any real one. */
static struct member *begin(struct members *members, const char *nick)
{
    struct member *member = calloc(1, sizeof *member);
    check(member);
    if (!irc_fold(members->map, nick, member->folded, sizeof member->folded) || !*nick) {
        free(member);
        return NULL;
    }
    snprintf(member->nick, sizeof member->nick, "%s", nick);
    snprintf(member->key, sizeof member->key, "~%s.%lld", members->connection, (long long)++members->lineages);
    insert(members, member);
    return member;
}

static struct membership *enter(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    if (!irc_fold(members->map, channel, folded, sizeof folded))
        return NULL;
    if (!member && !(member = begin(members, nick)))
        return NULL;
    struct membership *old = find_in(member, folded);
    if (old)
        return old;
    if (member->in_count == member->in_size) {
        member->in_size = member->in_size ? 2 * member->in_size : 2;
        member->in = realloc(member->in, (size_t)member->in_size * sizeof *member->in);
        check(member->in);
    }
    struct membership *in = &member->in[member->in_count++];
    *in = (struct membership){0};
    snprintf(in->channel, sizeof in->channel, "%s", folded);
    return in;
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

static void leave(struct members *members, struct member *member, const char *folded_channel)
{
    struct membership *in = find_in(member, folded_channel);
    if (!in)
        return;
    *in = member->in[--member->in_count];
    if (member->in_count == 0)
        end(members, member);
}

void members_part(struct members *members, const char *channel, const char *nick)
{
    char folded[MEMBER_ROOM];
    struct member *member = members_find(members, nick);
    if (member && irc_fold(members->map, channel, folded, sizeof folded))
        leave(members, member, folded);
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
    if (!irc_fold(members->map, to, folded, sizeof folded)) {
        end(members, member); /* longer than we can follow */
        return;
    }
    take_out(members, member);
    snprintf(member->nick, sizeof member->nick, "%s", to);
    snprintf(member->folded, sizeof member->folded, "%s", folded);
    insert(members, member);
    members->watch.renamed(members->watch.self, member);
}

void members_leave(struct members *members, const char *channel)
{
    char folded[MEMBER_ROOM];
    if (!irc_fold(members->map, channel, folded, sizeof folded))
        return;
    for (int i = members->count - 1; i >= 0; i--)
        leave(members, members->people[i], folded);
}

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
    struct membership *in = find_in(member, folded);
    unsigned bit = 1u << (strchr(members->modes, letter) - members->modes);
    if (in)
        in->ranks = is_set ? in->ranks | bit : in->ranks & ~bit;
}

bool members_is_in(const struct members *members, const struct member *member, const char *channel)
{
    char folded[MEMBER_ROOM];
    return irc_fold(members->map, channel, folded, sizeof folded) && find_in(member, folded);
}

unsigned members_rank(const struct members *members, const struct member *member, const char *channel)
{
    char folded[MEMBER_ROOM];
    const struct membership *in =
        irc_fold(members->map, channel, folded, sizeof folded) ? find_in(member, folded) : NULL;
    const char *operator= strchr(members->modes, 'o'), *voice = strchr(members->modes, 'v');
    unsigned rank = 0;
    if (in && operator&& in->ranks &((2u << (operator- members->modes)) - 1))
        rank |= MEMBER_OPERATOR; /* o, and everything above it */
    if (in && voice && in->ranks & (1u << (voice - members->modes)))
        rank |= MEMBER_VOICE;
    return rank;
}

int members_count(const struct members *members)
{
    return members->count;
}
