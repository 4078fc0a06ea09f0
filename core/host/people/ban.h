/* Bans where people meet them. */
#ifndef BAN_H
#define BAN_H

#include "bans.h"
#include "heard.h"

struct meant {
    struct identity who;
    const char *name;
    const unsigned char *source; /* NULL if unknown */
    int count;                   /* how many people it can mean */
    bool is_admin;
};
/* Whom somebody means in that room (or NULL): by the network's word for a person, by a name at the
   table there, of somebody heard lately, or at any table. `typed` lives as long as what is
   returned. */
struct meant ban_meant(struct host *host, const char *network, const char *room, const char *typed);
/* To robots, or frees them before the game. A session that is back needs it. */
void ban_vacate(struct session *session);
void ban_vacate_all(struct host *host, const char *network); /* at all tables of the network */
/* Somebody is being forgotten: who they were lately. */
void ban_forget(struct host *host, struct identity who);

#endif
