/* Who is in our channels, and who is still the same person. A *lineage* is one nick followed without a gap: it begins
   when we first see somebody in a channel of ours, goes on through NICK, and ends when we lose sight of them (QUIT, or
   PART or KICK out of the last channel we share). Its key, "~connection.lineage", is never given twice: who comes back,
   or takes the nick, is somebody else. Knows nothing of seats or of the wire. */
#ifndef MEMBERS_H
#define MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "casemap.h"

enum { MEMBER_NICK = 64, MEMBER_KEY = 48, MEMBER_ROOM = 80 };

enum { MEMBER_VOICE = 1, MEMBER_OPERATOR = 2 };

struct member {
    char key[MEMBER_KEY];
    char nick[MEMBER_NICK];
    char folded[MEMBER_NICK];
    struct membership *in; /* channels we share */
    int in_count, in_size;
    bool was_told_unreachable; /* the adapter's: once is enough */
    char room[MEMBER_ROOM];    /* the adapter's: the table of the last private message to them; "" for none */
};

/* What there is to tell. The member is valid during the call; it may not change the members. */
struct members_watch {
    void (*gone)(void *self, const struct member *member);
    void (*renamed)(void *self, const struct member *member);
    void *self;
};

struct members;

/* `connection` sets the keys of this connection apart from those of every other, of other runs of the program too. */
struct members *members_new(const char *connection, const struct members_watch *watch);
void members_free(struct members *members); /* tells nobody; NULL is fine */

/* As 005 says; `prefix` is "(ov)@+". Another case mapping ends every lineage. */
void members_set_rules(struct members *members, enum casemap map, const char *prefix);

/* Whether a key names a person for good: an account's does, a lineage's ends with what we see of it. */
bool members_key_lasts(const char *key);

/* NULL: not in a channel of ours. Valid until the member is gone. */
struct member *members_find(struct members *members, const char *nick);
struct member *members_by_key(struct members *members, const char *key);

void members_join(struct members *members, const char *channel, const char *nick);
void members_name(struct members *members, const char *channel, const char *name); /* of 353: "@+ann", "ann!u@h" too */
void members_part(struct members *members, const char *channel, const char *nick); /* or KICK */
void members_quit(struct members *members, const char *nick);
void members_rename(struct members *members, const char *from, const char *to);
void members_leave(struct members *members, const char *channel); /* we left it */

/* A mode letter with a nick as its parameter; letters that are no rank are ignored. */
void members_mode(struct members *members, const char *channel, char letter, bool is_set, const char *nick);
bool members_is_rank(const struct members *members, char letter);

bool members_is_in(const struct members *members, const struct member *member, const char *channel);
unsigned members_rank(const struct members *members, const struct member *member, const char *channel);
int members_count(const struct members *members);

#endif
