/* The inside of members.h, for its own files. Nobody else includes this.

   members.c           who is there, and who is still the same
   members_channels.c  in which channels
   members_table.c     found by nick and by key */
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

/* ---- members_channels.c ---- */

struct channel *members_channel(const struct members *members, const char *folded); /* NULL: nobody is there */
struct membership *membership_in(const struct member *member, const char *folded_channel);
/* There must be room for one more, and for its channel. */
struct membership *membership_begin(struct members *members, struct member *member, const char *folded_channel);
void membership_end(struct members *members, struct membership *in);

/* ---- members_table.c ---- */

void members_table_free(struct members_table *table);
struct member *members_table_find(const struct members_table *table, const char *folded_nick);
struct member *members_table_key(const struct members_table *table, const char *key); /* the first of its bucket */
/* `people`, all there are with this one, are put anew when the table grows. */
void members_table_put(struct members_table *table, struct member *member, struct member **people, int count);
void members_table_take(struct members_table *table, struct member *member);

#endif
