/* Who is in our channels, and who is still the same person. A person logged in to an account of
   the network is that account, with the key "$account", in any place and at any number of
   clients. Anybody else is a *lineage*, one nick followed without a gap: it begins when we first
   see somebody in a channel of ours, goes on through NICK, and ends when we lose sight of them
   (QUIT, or PART or KICK out of the last channel we share). Its key, "~connection.lineage", is
   never given twice: who comes back, or takes the nick, is somebody else; only where the network
   itself says that the two halves of a netsplit are joined again is it the same. An account may
   also be met where we share no channel, for as long as somebody else sees to it that the nick
   is still the same person's. Knows nothing of seats or of the wire. */
#ifndef MEMBERS_H
#define MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "cap.h"
#include "look.h"

enum {
    MEMBER_NICK = 64,
    MEMBER_KEY = 72,
    MEMBER_ROOM = 80,
    MEMBER_ADDRESS = 160,
    MEMBERS_LOST = 4096
};

enum { MEMBER_VOICE = 1, MEMBER_OPERATOR = 2 };

/* Whether private messages get there. */
enum member_reach { REACH_UNKNOWN, REACH_ASKING, REACH_ASKED, REACH_YES, REACH_NO };

/* Of a nick the server tells us when it comes and goes (monitor.h). */
struct nick_watch {
    bool is_set;
    bool is_wanted; /* as of the last review */
    bool is_told;   /* the server has it in its list */
    bool is_online;
    int checks; /* how often we asked since then as whom they are logged in */
    int64_t check_at;
};

/* A WHOIS that is not answered yet (monitor.h). */
struct nick_whois {
    char key[MEMBER_KEY]; /* who had the nick when it was asked */
    char address[MEMBER_ADDRESS], server[MEMBER_ADDRESS];
    long long signon; /* seconds since 1970; 0 if not told */
    int64_t at;       /* when it was asked, on our clock */
};

/* All that is known of a nick. It is there as long as anything of this is. */
struct nick {
    char name[MEMBER_NICK];   /* as its owner writes it */
    char folded[MEMBER_NICK]; /* as the network compares it */
    struct member *member;    /* who has it; NULL: nobody whom we follow */
    struct member *lost;      /* who had it when the network split, the latest first, in a chain */
    struct nick *next;        /* members.c's */
    struct nick_watch watch;
    struct nick_whois *whois; /* NULL if nothing is asked; on the heap */
};

struct member {
    char key[MEMBER_KEY];
    struct nick *nick;
    char address[MEMBER_ADDRESS]; /* user@host; "" while it is not known */
    /* counts up: who spoke last of an account's clients is written to */
    int64_t spoke;
    struct membership *in; /* channels we share, in a chain */
    int in_count;          /* in none: an account that was met elsewhere */
    int place;             /* members.c's, and so are the next two */
    struct member *next_of_key, *next_lost;

    /* The adapter's. */
    char room[MEMBER_ROOM]; /* the table of the last private message to them; "" for none */
    bool is_bot;
    bool was_written_to;
    /* a table waits for what becomes of `reach` */
    bool is_reach_wanted;
    bool was_account_asked, was_signon_asked, is_signon_kept; /* monitor.h */
    bool was_told_unreachable;
    /* what held it up is over: hand it out again */
    bool owes_hand;
    enum member_reach reach;
    int64_t reach_at; /* ASKING, ASKED: when it counts as answered */
    /* the server wants us to wait before we write to them again; 0 if it does not */
    int64_t held_until;
    /* network.h: of the host they were first seen with; NULL: none yet. Freed with the member */
    char *source;
    struct look look;
};

/* Bounds of one network. At a bound a new person is followed only by speaking, in the place of
   somebody who was silent and has no seat. */
enum { MEMBERS_MOST = 10000, MEMBERS_SHARED = 40000, MEMBERS_CHANNELS = 300 };

/* What there is to tell. The member is valid during the call; it may not change the members. */
struct members_watch {
    void (*gone)(void *self, const struct member *member); /* nobody has that key any more */
    void (*lost)(void *self, const struct member *member); /* the same, in a netsplit */
    void (*renamed)(void *self, const struct member *member);
    /* They logged in, so that what was the lineage's is the account's. `returned` may follow. */
    void (*bound)(void *self, struct member *member, const char *lineage);
    /* A key that was out of sight, or never was in sight, is there: an account's, or a lineage's
       after a netsplit. */
    void (*returned)(void *self, struct member *member);
    bool (*is_needed)(void *self, const struct member *member); /* has a seat; NULL if nobody */
    void *self;
};

struct members;

/* `connection` sets the keys of this connection apart from those of every other, of other runs
   of the program too. */
struct members *members_new(const char *connection, const struct members_watch *watch);
void members_free(struct members *members); /* tells nobody; NULL is fine */

/* As 005 says; `prefix` is "(ov)@+". Another case mapping ends every lineage. */
void members_set_rules(struct members *members, enum casemap map, const char *prefix);

/* The key names a person for good: an account's does, a lineage's ends with what we see of it. */
bool members_key_lasts(const char *key);
/* The key of an account. False if it is no account. */
bool members_account_key(const struct members *members, const char *account, char key[MEMBER_KEY]);

/* NULL if nothing is known of it. Valid until members_nick_release(), or the member is gone. */
struct nick *members_nick(const struct members *members, const char *name);
/* The same, or a new one; NULL if it is no nick. It stays while `watch` or `whois` is set: who
   ends those calls members_nick_release(). */
struct nick *members_nick_make(struct members *members, const char *name);
void members_nick_release(struct members *members, struct nick *nick);

/* NULL if in no channel of ours and not met elsewhere, or `members` is NULL. Valid until the member
   is gone. By key: the one who spoke last. */
struct member *members_find(const struct members *members, const char *nick);
struct member *members_by_key(struct members *members, const char *key);
struct member *members_at(struct members *members, int i); /* 0 to members_count - 1 */

bool members_are_short(const struct members *members);
/* They spoke in this channel, and were not followed: they are from now on. */
void members_admit(struct members *members, const char *channel, const char *nick);

void members_join(struct members *members, const char *channel, const char *nick);
/* of 353: "@+ann", "ann!u@h" too */
void members_name(struct members *members, const char *channel, const char *name);
void members_part(struct members *members, const char *channel, const char *nick); /* or KICK */
void members_quit(struct members *members, const char *nick);
void members_rename(struct members *members, const char *from, const char *to);
void members_leave(struct members *members, const char *channel);
/* The channel is called otherwise from now on, and the same people are in it. */
void members_move(struct members *members, const char *from, const char *to);

/* QUIT of a netsplit: out of sight like anybody else, but members_rejoin() knows them. */
void members_split(struct members *members, const char *nick);
/* JOIN of a netjoin: the same nick!user@host is the lineage that it was. */
void members_rejoin(struct members *members, const char *channel, const char *nick,
                    const char *address);

/* This lineage is surely the one that had this key, before a gap of ours: it has it again, and
   is back. False if that cannot be: an account, or the key is somebody's. */
bool members_resume(struct members *members, struct member *member, const char *key);

/* The server says that this nick, who is in no channel of ours, is logged in to an account. Ends
   with members_quit(), which the caller of this must call, or with another nick or account. */
void members_meet(struct members *members, const char *nick, const char *account);

/* user@host, from any line of theirs. */
void members_address(struct members *members, const char *nick, const char *user, const char *host);
/* The server says as whom they are logged in; "", "*" and "0" are nobody. */
void members_account(struct members *members, const char *nick, const char *account);
/* Both at once, of somebody who was found; NULL for an account that is not told. NULL: the
   member is gone. */
struct member *members_note(struct members *members, struct member *member, const char *user,
                            const char *host, const char *account);
void members_spoke(struct members *members, struct member *member);

/* A mode letter with a nick as its parameter; letters that are no rank are ignored. */
void members_mode(struct members *members, const char *channel, char letter, bool is_set,
                  const char *nick);
bool members_is_rank(const struct members *members, char letter);

bool members_is_in(const struct members *members, const struct member *member, const char *channel);
unsigned members_rank(const struct members *members, const struct member *member,
                      const char *channel);
/* `me` is an operator of, or has voice in, a channel where `member` is too. */
bool members_may_talk(const struct members *members, const struct member *me,
                      const struct member *member);
bool members_is_in_sight(const struct members *members, const char *key);
int members_count(const struct members *members);
/* No bound is exceeded; for tests. */
bool members_are_bounded(const struct members *members);

#endif
