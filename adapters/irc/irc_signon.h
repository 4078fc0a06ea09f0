/* Proof without a seat word. When somebody without an account has a seat, we ask the server once
   (WHOIS) since when that connection is there, and keep a hash of user@host, that time and its
   server under the person's key. After a gap of ours the same user@host with exactly that time
   and server is the same connection, whatever its nick is by now: the person gets the old key
   back (members_resume), and with it the seats. Anything else has to say the seat word. */
#ifndef IRC_SIGNON_H
#define IRC_SIGNON_H

#include <stdbool.h>
#include <stdint.h>

#include "irc.h"
#include "member.h"

struct irc;
struct irc_room;

enum { SIGNONS_ASKED = 32, SIGNONS_KEPT = 1000 };

/* A WHOIS that is not answered yet. */
struct irc_asked {
    char nick[MEMBER_NICK], key[MEMBER_KEY]; /* the key when it was asked; "" for a free place */
    char address[MEMBER_ADDRESS], server[MEMBER_ADDRESS];
    long long signon; /* seconds since 1970; 0 if not told */
    int64_t at;       /* when it was asked, on our clock */
};
struct irc_signons {
    struct irc_asked asked[SIGNONS_ASKED];
    bool is_awaited; /* seats waited at the last look: with each word we look again */
};

/* Something private goes to this person: if they have a seat, asks for their proof, once. */
void irc_signon_keep(struct irc *irc, struct member *member);
/* Whether a seat waits for somebody who could prove it. */
bool irc_signon_awaits(struct irc *irc);
/* Somebody is seen: asks for their proof if a seat waits for somebody of that user@host. True if
   it asked. */
bool irc_signon_look(struct irc *irc, struct member *member);
/* The same for everybody in a channel of ours. */
bool irc_signon_look_in(struct irc *irc, const struct irc_room *room);
bool irc_signon_is_pending(const struct irc *irc);
void irc_signon_leave(struct irc *irc); /* the connection is gone */
void irc_signon_prune(struct irc *irc); /* drops what was kept for seats that are no more */
/* 311, 312, 317, 318 */
irc_event_fn irc_on_whois_user, irc_on_whois_server, irc_on_whois_idle, irc_on_whois_end;

#endif
