/* The inside of members.h, for its own two files: members_joins.c (comings and goings) calls
   members.c (who is there, where, and still the same), never the other way round. */
#ifndef MEMBERS_INSIDE_H
#define MEMBERS_INSIDE_H

#include "members.h"

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

/* Grows with the people. Servers cannot choose who falls into one bucket. */
struct members_table {
    unsigned char seed[TABLE_SEED];
    struct member **nicks, **keys;
    unsigned buckets;
};

struct members {
    struct members_watch watch;
    char connection[MEMBER_KEY / 4];
    int64_t lineages;
    enum casemap map;
    char modes[PREFIXES + 1], signs[PREFIXES + 1]; /* of PREFIX, highest first */
    struct member **people;
    int count, size;
    struct members_table table; /* the same people */
    struct channel *channels[MEMBERS_CHANNELS];
    int channel_count;
    int shared;           /* memberships */
    bool is_short;        /* somebody could not be followed */
    unsigned look;        /* where the next look for somebody dispensable begins */
    struct member **lost; /* in netsplits, the oldest first */
    int lost_count;
    int64_t spoken;
};

/* NULL if nobody is there */
struct channel *members_channel(const struct members *members, const char *folded);
struct membership *membership_in(const struct member *member, const char *folded_channel);
/* There must be room for one more, and for its channel. */
struct membership *membership_begin(struct members *members, struct member *member,
                                    const char *folded_channel);
void membership_end(struct members *members, struct membership *in);

/* False for what cannot be followed: too long, a channel, a mask, a list. */
bool member_fold_nick(const struct members *members, const char *nick, char folded[MEMBER_NICK]);
struct member *member_begin(struct members *members, const char *nick); /* NULL if it is no nick */
void member_insert(struct members *members, struct member *member);
void member_take_out(struct members *members, struct member *member);
void member_free(struct members *members, struct member *member);
/* the watch hears of it; the member is freed */
void member_end(struct members *members, struct member *member);

#endif
