/* People out of sight. MONITOR lets the server tell us when nicks come online: at most
   IRC_WATCHES, and no more than the server takes. For people with a seat we remember since when
   they are out of sight: the latest IRC_ABSENCES, also across connections. */
#ifndef IRC_PRESENCE_H
#define IRC_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "irc.h"
#include "loop.h"
#include "members.h"

struct irc;

enum { IRC_WATCHES = 100 };

/* A nick of which the server is to tell when it comes and goes. */
struct irc_watch {
    char nick[MEMBER_NICK];
    bool is_wanted; /* as of the last review */
    bool is_told;   /* the server has it in its list */
    bool is_online;
    int checks; /* how often we asked since then as whom they are logged in */
    int64_t check_at;
};

struct irc_monitor {
    struct irc_watch watches[IRC_WATCHES];
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
    uint64_t hash; /* of the key */
    int64_t since; /* 0 if none */
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

#endif
