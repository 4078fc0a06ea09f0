/* Who is banned from the whole house. host.h has what admins do with it. */
#ifndef BANS_H
#define BANS_H

#include "session.h"
#include "shares.h"

enum {
    BANS_MOST = 500,
    BANS_RECENT = 256,   /* people heard last, so that their names can be banned */
    BANS_SPARE = 32,     /* more of them, that processes of a shared house made at the same time */
    BANS_NUMBERS = 1000, /* of each such process */
    BANS_DAYS_MOST = 3650
};

struct ban {
    int number; /* for admins, and in the store's key */
    char network[HOST_NETWORK], name[HOST_NAME], by[HOST_NAME];
    /* a lasting key, or what an admin typed: an account, an id, a host; may be "" */
    char key[HOST_SOURCE];
    unsigned char who[SESSION_PAYER];    /* its hash, or that of a key that does not last */
    unsigned char source[SESSION_PAYER]; /* of the person's source; `who` if that is unknown */
    int64_t until;                       /* by the wall clock, in ms; 0 for good */
    int64_t told_at;                     /* when they were last told, by the loop's clock */
    bool was_told;
};

/* A person heard not long ago. */
struct recent {
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    unsigned char source[SESSION_PAYER];
    bool is_admin;
};

struct bans {
    struct ban list[BANS_MOST + BANS_SPARE];
    int count, next_number;
    struct recent recent[BANS_RECENT];
};

void bans_init(struct host *host);
void bans_fini(struct host *host);
/* Reads a setting of the store. False if it is no ban. */
bool bans_load(struct host *host, const char *key, const char *value);
/* What another process has written; `value` is NULL if the ban is lifted. True if it is a new
   one. */
bool bans_learn(struct host *host, const char *key, const char *value);
/* For bans.c: the number of a new one; saves one; takes the one at this place out, and those
   that are over. */
int bans_number(struct host *host);
void bans_keep(struct host *host, const struct ban *ban);
void bans_lift(struct host *host, int place);
void bans_lift_expired(struct host *host);
bool bans_has(struct host *host, const char *network, const char *key);
/* The person whom a name or a key means. */
struct meant {
    const char *network, *key, *name;
    const unsigned char *source; /* NULL if unknown */
    int count;                   /* how many people it can mean */
    bool is_admin;
};
/* People of the room's table first, then who was heard lately. `room` may be NULL. */
struct meant bans_meant(struct host *host, const char *network, const char *room,
                        const char *typed);
/* Gives seats of banned people to robots, or frees them before the game. A session that is back
   needs it. */
void bans_vacate(struct session *session);
void bans_vacate_all(struct host *host, const char *network); /* at all tables of the network */
/* In leave.c: the banned person of the input loses the seat. */
void leave_banned(struct session *session, const struct input *input);
/* Likewise who is being forgotten, or was. */
void leave_forgotten(struct session *session, const struct input *input);
/* Somebody is being forgotten: their bans stay, as hashes; then who they were lately. */
void bans_make_nameless(struct host *host, const char *network, const char *key);
void bans_forget(struct host *host, const char *network, const char *key);

#endif
