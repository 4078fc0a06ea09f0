/* See members.h. Nicks, and people by key, in hash tables; each in a chain of memberships,
   which is also one of its channel's, so that whatever a line says costs no more than the people it
   is about. Comings and goings (JOIN, the names of a channel, PART, QUIT, NICK, netsplits) stand
   last. */
#include "members.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { PREFIXES = 16, TABLE_SEED = 16 };

/* One person in one channel: in the chains of both. */
struct membership {
    struct member *member;
    struct channel *channel;
    unsigned ranks; /* bit i: the i-th mode of PREFIX */
    struct membership *next_of_member, *previous, *next;
};

struct channel {
    char name[MEMBER_ROOM]; /* folded */
    int place;
    struct membership *first; /* somebody is there, or it is not */
};

/* Grows with the nicks. Servers cannot choose what falls into one bucket. */
struct members_table {
    unsigned char seed[TABLE_SEED];
    struct nick **nicks;
    struct member **keys;
    unsigned buckets, nick_count;
};

struct members {
    struct members_watch watch;
    char connection[MEMBER_KEY / 4];
    int64_t lineages;
    enum casemap map;
    char modes[PREFIXES + 1], signs[PREFIXES + 1]; /* of PREFIX, highest first */
    struct member **people;
    int count, size;
    struct members_table table; /* the same people, and nicks of which else something is known */
    struct channel *channels[MEMBERS_CHANNELS];
    int channel_count;
    int shared;
    bool is_short;
    unsigned look;        /* where the next look for somebody dispensable begins */
    struct member **lost; /* in netsplits, the oldest first */
    int lost_count;
    int64_t spoken;
};

enum { BUCKETS_LEAST = 64 };

/* ---- found by nick and by key ---- */

static unsigned bucket_of(const struct members_table *table, const char *name)
{
    uint64_t hash;
    _Static_assert((int)crypto_shorthash_BYTES == (int)sizeof hash &&
                       (int)crypto_shorthash_KEYBYTES == TABLE_SEED,
                   "the hash is what libsodium makes it");
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)name, strlen(name),
                     table->seed);
    return (unsigned)(hash % table->buckets);
}

static void table_free(struct members_table *table)
{
    for (unsigned i = 0; i < table->buckets; i++)
        for (struct nick *nick = table->nicks[i], *next; nick; nick = next) {
            next = nick->next;
            free(nick->whois);
            free(nick);
        }
    free(table->nicks);
    free(table->keys);
}

static void link_nick(struct members_table *table, struct nick *nick)
{
    struct nick **bucket = &table->nicks[bucket_of(table, nick->folded)];
    nick->next = *bucket;
    *bucket = nick;
}

static void link_key(struct members_table *table, struct member *member)
{
    struct member **bucket = &table->keys[bucket_of(table, member->key)];
    member->next_of_key = *bucket;
    *bucket = member;
}

static struct member *first_of_key(const struct members_table *table, const char *key)
{
    return table->buckets ? table->keys[bucket_of(table, key)] : NULL;
}

static void unlink_key(struct members_table *table, struct member *member)
{
    struct member **at = &table->keys[bucket_of(table, member->key)];
    while (*at != member)
        at = &(*at)->next_of_key;
    *at = member->next_of_key;
}

/* So many buckets, and all in their places, as the network compares nicks now. */
static void table_make(struct members *members, unsigned buckets)
{
    struct members_table *table = &members->table, old = *table;
    if (old.buckets == 0)
        randombytes_buf(table->seed, sizeof table->seed);
    table->buckets = buckets;
    table->nicks = calloc(buckets, sizeof(*table->nicks));
    table->keys = calloc(buckets, sizeof(*table->keys));
    check(table->nicks && table->keys);
    for (unsigned i = 0; i < old.buckets; i++) {
        for (struct nick *nick = old.nicks[i], *next; nick; nick = next) {
            next = nick->next;
            text_fold(members->map, nick->name, nick->folded, sizeof nick->folded);
            link_nick(table, nick);
        }
        for (struct member *member = old.keys[i], *next; member; member = next) {
            next = member->next_of_key;
            link_key(table, member);
        }
    }
    free(old.nicks);
    free(old.keys);
}

/* No hand goes to a channel, a mask or a list, whatever a server says. */
static bool fold_nick(const struct members *members, const char *name, char folded[MEMBER_NICK])
{
    bool is_nick = *name && !strchr("#&+%@!$:", *name) && !strpbrk(name, " ,*?!@");
    return text_fold(members->map, name, folded, MEMBER_NICK) && is_nick;
}

struct nick *members_nick(const struct members *members, const char *name)
{
    const struct members_table *table = members ? &members->table : NULL;
    char folded[MEMBER_NICK];
    if (!table || table->buckets == 0 || !text_fold(members->map, name, folded, sizeof folded))
        return NULL;
    struct nick *nick = table->nicks[bucket_of(table, folded)];
    while (nick && strcmp(nick->folded, folded) != 0)
        nick = nick->next;
    return nick;
}

struct nick *members_nick_make(struct members *members, const char *name)
{
    struct members_table *table = &members->table;
    struct nick *nick = members_nick(members, name);
    char folded[MEMBER_NICK];
    if (nick || !fold_nick(members, name, folded))
        return nick;
    if (table->nick_count == table->buckets)
        table_make(members, table->buckets ? 2 * table->buckets : BUCKETS_LEAST);
    nick = calloc(1, sizeof *nick);
    check(nick);
    snprintf(nick->name, sizeof nick->name, "%s", name);
    memcpy(nick->folded, folded, sizeof nick->folded);
    link_nick(table, nick);
    table->nick_count++;
    return nick;
}

void members_nick_release(struct members *members, struct nick *nick)
{
    struct members_table *table = &members->table;
    if (nick->member || nick->lost || nick->watch.is_set || nick->whois)
        return;
    struct nick **at = &table->nicks[bucket_of(table, nick->folded)];
    while (*at != nick)
        at = &(*at)->next;
    *at = nick->next;
    table->nick_count--;
    free(nick);
}

/* ---- in which channels ---- */

static struct channel *members_channel(const struct members *members, const char *folded)
{
    for (int i = 0; i < members->channel_count; i++)
        if (strcmp(members->channels[i]->name, folded) == 0)
            return members->channels[i];
    return NULL;
}

static struct membership *membership_in(const struct member *member, const char *folded_channel)
{
    for (struct membership *in = member->in; in; in = in->next_of_member)
        if (strcmp(in->channel->name, folded_channel) == 0)
            return in;
    return NULL;
}

/* NULL if they are not there. */
static struct membership *membership_of(const struct members *members, const struct member *member,
                                        const char *channel)
{
    char folded[MEMBER_ROOM];
    return member && text_fold(members->map, channel, folded, sizeof folded)
               ? membership_in(member, folded)
               : NULL;
}

static struct channel *make_channel(struct members *members, const char *folded)
{
    struct channel *channel = members_channel(members, folded);
    if (channel)
        return channel;
    check(members->channel_count < MEMBERS_CHANNELS);
    channel = calloc(1, sizeof *channel);
    check(channel);
    snprintf(channel->name, sizeof channel->name, "%s", folded);
    channel->place = members->channel_count;
    members->channels[members->channel_count++] = channel;
    return channel;
}

/* There must be room for one more, and for its channel. */
static struct membership *membership_begin(struct members *members, struct member *member,
                                           const char *folded_channel)
{
    struct channel *channel = make_channel(members, folded_channel);
    struct membership *in = calloc(1, sizeof *in);
    check(in);
    *in = (struct membership){
        .member = member, .channel = channel, .next_of_member = member->in, .next = channel->first};
    if (in->next)
        in->next->previous = in;
    member->in = channel->first = in;
    member->in_count++;
    members->shared++;
    return in;
}

static void membership_end(struct members *members, struct membership *in)
{
    struct channel *channel = in->channel;
    struct membership **at = &in->member->in;
    while (*at != in)
        at = &(*at)->next_of_member;
    *at = in->next_of_member;
    in->member->in_count--;
    if (in->next)
        in->next->previous = in->previous;
    if (in->previous)
        in->previous->next = in->next;
    else
        channel->first = in->next;
    free(in);
    members->shared--;
    if (!channel->first) {
        struct channel *last = members->channels[--members->channel_count];
        members->channels[channel->place] = last;
        last->place = channel->place;
        free(channel);
    }
}

/* ---- the people ---- */

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
    while (member->in) {
        struct membership *in = member->in;
        membership_end(members, in);
        check(member->in != in);
    }
    members_nick_release(members, member->nick);
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
    table_free(&members->table);
    free(members->lost);
    free(members->people);
    free(members);
}

struct member *members_find(const struct members *members, const char *name)
{
    const struct nick *nick = members_nick(members, name);
    return nick ? nick->member : NULL;
}

struct member *members_by_key(struct members *members, const char *key)
{
    struct member *found = NULL;
    for (struct member *member = members ? first_of_key(&members->table, key) : NULL; member;
         member = member->next_of_key)
        if (strcmp(member->key, key) == 0 && (!found || member->spoke > found->spoke))
            found = member;
    return found;
}

bool members_is_in_sight(const struct members *members, const char *key)
{
    for (const struct member *member = first_of_key(&members->table, key); member;
         member = member->next_of_key)
        if (member->in_count > 0 && strcmp(member->key, key) == 0)
            return true;
    return false;
}

struct member *members_at(struct members *members, int i)
{
    check(i >= 0 && i < members->count);
    return members->people[i];
}

static void member_insert(struct members *members, struct member *member, struct nick *nick)
{
    if (members->count == members->size) {
        members->size = members->size ? 2 * members->size : 16;
        members->people = realloc(members->people, (size_t)members->size * sizeof *members->people);
        check(members->people);
    }
    member->place = members->count;
    members->people[members->count++] = member;
    member->nick = nick;
    nick->member = member;
    link_key(&members->table, member);
}

/* Its nick goes with it: members_nick_release() is still to come. */
static void member_take_out(struct members *members, struct member *member)
{
    struct member *last = members->people[--members->count];
    members->people[member->place] = last;
    last->place = member->place;
    member->nick->member = NULL;
    unlink_key(&members->table, member);
}

static void member_take_key(struct members *members, struct member *member, const char *key)
{
    unlink_key(&members->table, member);
    snprintf(member->key, sizeof member->key, "%s", key);
    link_key(&members->table, member);
}

/* A member who left the list, or has another key, is gone; but an account may have another
   client there. */
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

static void member_end(struct members *members, struct member *member)
{
    member_take_out(members, member);
    tell_gone(members, member, member->key);
    member_free(members, member);
}

void members_set_rules(struct members *members, enum casemap map, const char *prefix)
{
    const char *signs = strchr(prefix, ')');
    if (prefix[0] == '(' && signs && strlen(signs + 1) == (size_t)(signs - prefix - 1) &&
        strlen(signs + 1) <= PREFIXES) {
        snprintf(members->signs, sizeof members->signs, "%s", signs + 1);
        snprintf(members->modes, sizeof members->modes, "%.*s", (int)(signs - prefix - 1),
                 prefix + 1);
    }
    /* 005 comes before the first channel. A server that changes its mind later leaves nobody
       surely the same. */
    while (map != members->map && members->count > 0)
        member_end(members, members->people[members->count - 1]);
    if (map == members->map)
        return;
    members->map = map;
    if (members->table.buckets > 0)
        table_make(members, members->table.buckets);
}

static void begin_lineage(struct members *members, char key[MEMBER_KEY])
{
    snprintf(key, MEMBER_KEY, "~%s.%lld", members->connection, (long long)++members->lineages);
}

static struct member *member_begin(struct members *members, const char *name)
{
    struct nick *nick = members_nick_make(members, name);
    if (!nick)
        return NULL;
    struct member *member = calloc(1, sizeof *member);
    check(member);
    snprintf(nick->name, sizeof nick->name, "%s", name);
    begin_lineage(members, member->key);
    member_insert(members, member, nick);
    return member;
}

/* ---- who is logged in ---- */

static void note_address(struct member *member, const char *user, const char *host)
{
    if (!*user || !*host)
        return;
    int length = snprintf(member->address, sizeof member->address, "%s@%s", user, host);
    if (length >= (int)sizeof member->address)
        member->address[0] = '\0'; /* cut, it could be somebody else's */
}

void members_address(struct members *members, const char *nick, const char *user, const char *host)
{
    struct member *member = members_find(members, nick);
    if (member)
        note_address(member, user, host);
}

/* A name that does not fit is nobody's. */
bool members_account_key(const struct members *members, const char *account, char key[MEMBER_KEY])
{
    bool is_account = *account && strcmp(account, "*") != 0 && strcmp(account, "0") != 0 &&
                      !text_has_control(account);
    key[0] = '$';
    return is_account && text_fold(members->map, account, key + 1, MEMBER_KEY - 1);
}

/* False if the member is gone, because nothing else was known of it. */
static bool log_in(struct members *members, struct member *member, const char *account)
{
    char key[MEMBER_KEY], old[MEMBER_KEY];
    bool has_account = members_account_key(members, account, key),
         had_account = members_key_lasts(member->key);
    if (has_account ? strcmp(key, member->key) == 0 : !had_account)
        return true;
    if (had_account && member->in_count == 0) { /* known by that account alone */
        member_end(members, member);
        return false;
    }
    bool is_new = has_account && !members_by_key(members, key);
    memcpy(old, member->key, sizeof old);
    if (!has_account)
        begin_lineage(members, key);
    member_take_key(members, member, key);
    if (had_account)
        tell_gone(members, member, old);
    else
        members->watch.bound(members->watch.self, member, old);
    if (is_new)
        members->watch.returned(members->watch.self, member);
    return true;
}

bool members_resume(struct members *members, struct member *member, const char *key)
{
    if (members_key_lasts(member->key) || members_key_lasts(key) || members_by_key(members, key))
        return false;
    member_take_key(members, member, key);
    members->watch.returned(members->watch.self, member);
    return true;
}

void members_account(struct members *members, const char *nick, const char *account)
{
    struct member *member = members_find(members, nick);
    if (member)
        log_in(members, member, account);
}

struct member *members_note(struct members *members, struct member *member, const char *user,
                            const char *host, const char *account)
{
    note_address(member, user, host);
    return !account || log_in(members, member, account) ? member : NULL;
}

void members_meet(struct members *members, const char *nick, const char *account)
{
    char key[MEMBER_KEY];
    if (members_account_key(members, account, key) && !members_find(members, nick) &&
        member_begin(members, nick))
        members_account(members, nick, account);
}

void members_spoke(struct members *members, struct member *member)
{
    check(member);
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

void members_mode(struct members *members, const char *channel, char letter, bool is_set,
                  const char *nick)
{
    struct membership *in = membership_of(members, members_find(members, nick), channel);
    if (!in || !members_is_rank(members, letter))
        return;
    unsigned bit = 1u << (strchr(members->modes, letter) - members->modes);
    in->ranks = is_set ? in->ranks | bit : in->ranks & ~bit;
}

bool members_is_in(const struct members *members, const struct member *member, const char *channel)
{
    return membership_of(members, member, channel);
}

unsigned members_rank(const struct members *members, const struct member *member,
                      const char *channel)
{
    const struct membership *in = membership_of(members, member, channel);
    const char *operator= strchr(members->modes, 'o'), *voice = strchr(members->modes, 'v');
    unsigned rank = 0;
    if (in && operator&& in->ranks &((2u << (operator- members->modes)) - 1))
        rank |= MEMBER_OPERATOR; /* o, and everything above it */
    if (in && voice && in->ranks & (1u << (voice - members->modes)))
        rank |= MEMBER_VOICE;
    return rank;
}

bool members_may_talk(const struct members *members, const struct member *me,
                      const struct member *member)
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

/* ---- comings and goings ---- */

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
    struct membership *in = membership_of(members, members_find(members, nick), channel);
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
    if (!member)
        return;
    if (other && other != member)
        member_end(members, other); /* we missed that they went: two cannot have one nick */
    struct nick *nick = member->in_count > 0 ? members_nick_make(members, to) : NULL,
                *left = member->nick;
    if (!nick) {
        member_end(members, member); /* not to be followed, or seen by that nick alone */
        return;
    }
    member_take_out(members, member);
    member_insert(members, member, nick);
    snprintf(nick->name, sizeof nick->name, "%s", to);
    members_nick_release(members, left);
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

static void take_lost(struct members *members, int i)
{
    struct member *member = members->lost[i], **at = &member->nick->lost;
    while (*at != member)
        at = &(*at)->next_lost;
    *at = member->next_lost;
    members->lost_count--;
    memmove(members->lost + i, members->lost + i + 1,
            (size_t)(members->lost_count - i) * sizeof(*members->lost));
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
    if (members->lost_count == MEMBERS_LOST) { /* the oldest is forgotten */
        struct member *oldest = members->lost[0];
        take_lost(members, 0);
        member_free(members, oldest);
    }
    members->lost =
        realloc(members->lost, (size_t)(members->lost_count + 1) * sizeof(*members->lost));
    check(members->lost);
    member_take_out(members, member);
    while (member->in)
        membership_end(members, member->in);
    members->lost[members->lost_count++] = member;
    member->next_lost = member->nick->lost;
    member->nick->lost = member;
    if (!members_by_key(members, member->key))
        members->watch.lost(members->watch.self, member);
}

/* An account is not known by its nick, not even then: the server says anew who is logged in. */
void members_rejoin(struct members *members, const char *channel, const char *name,
                    const char *address)
{
    struct nick *nick = members_nick(members, name);
    struct member *member = NULL;
    int i = 0;
    for (struct member *lost = nick && !nick->member ? nick->lost : NULL; lost;
         lost = lost->next_lost)
        if (strcmp(lost->address, address) == 0)
            member = lost; /* the first of them who went */
    if (member) {
        while (members->lost[i] != member)
            i++;
        take_lost(members, i);
    }
    if (member && members_key_lasts(member->key)) {
        member_free(members, member);
        member = NULL;
    }
    if (member)
        member_insert(members, member, nick);
    enter(members, channel, name);
    if (member)
        members->watch.returned(members->watch.self, member);
}

bool members_are_bounded(const struct members *members)
{
    return members->count <= MEMBERS_MOST && members->shared <= MEMBERS_SHARED &&
           members->channel_count <= MEMBERS_CHANNELS && members->lost_count <= MEMBERS_LOST;
}
