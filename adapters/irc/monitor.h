/* What we ask the server about people. MONITOR lets it tell us when nicks of people out of sight
   come online: at most IRC_WATCHES, and no more than the server takes. WHOIS proves that somebody
   is the same as before a gap of ours. For people with a seat we remember since when they are out
   of sight: the latest IRC_ABSENCES, also across connections. */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "irc.h"
#include "loop.h"
#include "members.h"

struct irc;

enum { IRC_WATCHES = 100 };

struct irc_monitor {
    struct nick *watched[IRC_WATCHES];
    int count;
    int most; /* nicks that the server takes, since it said that its list is full */
    struct loop_timer timer;
};

void irc_monitor_init(struct irc *irc);
void irc_monitor_begin(struct irc *irc); /* the connection is ready */
void irc_monitor_leave(struct irc *irc); /* the connection is gone */
void irc_monitor_soon(struct irc *irc);  /* who is to be watched may have changed */
/* The server says as whom a nick is logged in. Call it before the members learn of it. */
void irc_monitor_account(struct irc *irc, const char *nick, const char *account);
irc_event_fn irc_on_online, irc_on_offline, irc_on_monitor_full;

enum { IRC_ABSENCES = 1024 };

/* A person with a seat who is out of sight. A new one takes the place of the oldest. */
struct irc_absence {
    uint64_t hash;
    int64_t since;
};
struct irc_absences {
    struct irc_absence list[IRC_ABSENCES];
    int next;
    int64_t forgotten_at; /* `since` of the latest one whose place was taken */
};

void irc_note_absence(struct irc *irc, const char *key); /* before the host is told */
int64_t irc_absent_since(void *self, const char *key);
bool irc_sees(void *self, const char *name);
bool irc_is_away(void *self, const char *room); /* without a connection, or out of that channel */

/* ---- proof without a seat word ---- */

/* When somebody without an account has a seat, we ask the server once
   (WHOIS) since when that connection is there, and keep a hash of user@host, that time and its
   server under the person's key. After a gap of ours the same user@host with exactly that time
   and server is the same connection, whatever its nick is by now: the person gets the old key
   back (members_resume), and with it the seats. Anything else has to say the seat word. */

struct irc_room;

enum { SIGNONS_ASKED = 32, SIGNONS_KEPT = 1000 };

struct irc_signons {
    struct nick *asked[SIGNONS_ASKED]; /* whose WHOIS is not answered yet; NULL: a free place */
    bool is_awaited; /* seats waited at the last look: with each word we look again */
};

/* Something private goes to this person: if they have a seat, asks for their proof, once. */
void irc_signon_keep(struct irc *irc, struct member *member);
/* Whether a seat waits for somebody who could prove it. */
bool irc_signon_awaits(struct irc *irc);
/* Somebody is seen: asks for their proof if a seat waits for somebody of that user@host. True if
   it asked. */
bool irc_signon_look(struct irc *irc, struct member *member);
bool irc_signon_look_in(struct irc *irc, const struct irc_room *room);
bool irc_signon_is_pending(const struct irc *irc);
void irc_signon_leave(struct irc *irc); /* the connection is gone */
void irc_signon_prune(struct irc *irc); /* drops what was kept for seats that are no more */
irc_event_fn irc_on_whois, irc_on_whois_end;

#endif
