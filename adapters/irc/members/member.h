/* Somebody in our channels. Who that is, members.h says. */
#ifndef MEMBER_H
#define MEMBER_H

#include <stdbool.h>
#include <stdint.h>

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

struct member {
    char key[MEMBER_KEY];
    char nick[MEMBER_NICK];
    char folded[MEMBER_NICK];
    char address[MEMBER_ADDRESS]; /* user@host; "" while it is not known */
    /* counts up: who spoke last of an account's clients is written to */
    int64_t spoke;
    struct membership *in; /* channels we share, in a chain */
    int in_count;          /* in none: an account that was met elsewhere */
    int place;             /* members.c's, and so are the next two */
    struct member *next_of_nick, *next_of_key;

    /* The adapter's. */
    char room[MEMBER_ROOM]; /* the table of the last private message to them; "" for none */
    bool is_bot;
    bool was_written_to;
    /* a table waits for what becomes of `reach` */
    bool is_reach_wanted;
    bool was_account_asked, was_signon_asked, is_signon_kept; /* irc_signon.h */
    bool was_told_unreachable;                                /* once is enough */
    /* what held it up is over: hand it out again */
    bool owes_hand;
    enum member_reach reach;
    int64_t reach_at; /* ASKING, ASKED: when it counts as answered */
    /* the server wants us to wait before we write to them again; 0 if it does not */
    int64_t held_until;
    /* irc_source.h: of the host they were first seen with; NULL: none yet. Freed with the member */
    char *source;
    struct look look;
    char known[LOOK_KNOWN]; /* games whose codes were explained */
};

#endif
