/* Inside the host: who is banned from the whole house. host.h has what admins do with it. */
#ifndef BANS_H
#define BANS_H

#include "session.h"
#include "shares.h"

enum {
    BANS_MOST = 500,
    BANS_RECENT = 256, /* people who were heard last, so that a name can be banned */
    BANS_DAYS_MOST = 3650
};

struct ban {
    int number; /* what admins call it; of its key in the store, too */
    char network[HOST_NETWORK], name[HOST_NAME], by[HOST_NAME];
    char key[HOST_SOURCE];               /* that lasts, or what an admin typed: an account, an id, a host; "" */
    unsigned char who[SESSION_PAYER];    /* its hash, or that of a key that does not last */
    unsigned char source[SESSION_PAYER]; /* of who bore the cost of what they said; `who` if that is not known */
    int64_t until;                       /* by the wall clock, in ms; 0: for good */
    int64_t told_at;                     /* when they were last told, by the loop's clock */
    bool was_told;
};

/* Somebody who said something not long ago. */
struct recent {
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    unsigned char source[SESSION_PAYER];
    bool is_admin;
};

struct bans {
    struct ban list[BANS_MOST];
    int count, next_number;
    struct recent recent[BANS_RECENT];
};

void bans_init(struct host *host);
void bans_fini(struct host *host);
/* A setting of the store's; false: it is no ban. */
bool bans_load(struct host *host, const char *key, const char *value);
/* Seats of who is banned pass to robots, or are given up before the game; a room that is back has to be looked through. */
void bans_vacate(struct session *session);
/* leave.c: the banned person of the input gets up. */
void leave_banned(struct session *session, const struct input *input);

#endif
