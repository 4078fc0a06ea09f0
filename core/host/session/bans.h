/* Who is banned, from the whole house or from the tables of a room, as its operators want it: one
   list, and what the store has of it. Of a ban in a room only salted hashes are kept, so it names
   nobody and stays when the person is forgotten. Knows no sentence, and not who may ban. */
#ifndef BANS_H
#define BANS_H

#include "heard.h"
#include "session.h"
#include "shares.h"

struct host_port;

enum {
    BANS_MOST = 500,     /* of the house */
    BANS_SPARE = 32,     /* more of them, that processes of a shared house made at the same time */
    BANS_NUMBERS = 1000, /* of each such process */
    BANS_RECENT = 256,   /* people heard last, so that their names can be banned */
    BANS_DAYS_MOST = 3650,
    /* In one room, in all rooms of a network, in all. Behind these a ban is refused, and none makes
       room. */
    ROOM_BANS_EACH = 100,
    ROOM_BANS_NETWORK = 2000,
    ROOM_BANS_MOST = 10000
};

/* Where a ban holds. `room` NULL: in the whole house. */
struct ban_scope {
    const char *network, *room;
};

struct ban {
    int number; /* in the store's key; for admins, if it is of the house */
    char network[HOST_NETWORK];
    char room[HOST_ROOM];                /* "" if it is of the house */
    unsigned char who[SESSION_PAYER];    /* the hash of network and key */
    unsigned char source[SESSION_PAYER]; /* of the person's source; `who` if that is unknown */
    int64_t since;                       /* in a room: by the wall clock, in ms */
    /* The rest is of the house alone. */
    char name[HOST_NAME], by[HOST_NAME];
    /* a lasting key, or what an admin typed: an account, an id, a host; may be "" */
    char key[HOST_SOURCE];
    int64_t until;   /* by the wall clock, in ms; 0 for good */
    int64_t told_at; /* when they were last told, by the loop's clock */
    bool was_told;
};

/* A person heard not long ago. */
struct recent {
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    unsigned char source[SESSION_PAYER];
    bool is_admin;
};

struct bans {
    struct ban *list; /* the oldest first */
    int count, space;
    int of_house; /* how many of them */
    int next_number, next_room_number;
    struct recent recent[BANS_RECENT];
};

void bans_init(struct host *host);
void bans_fini(struct host *host);
/* Reads a setting of the store. False if it is no ban. */
bool bans_load(struct host *host, const char *key, const char *value);
/* What another process has written; `value` is NULL if the ban is lifted. True if it is a new one
   of the house. */
bool bans_learn(struct host *host, const char *key, const char *value);

/* The ban that keeps the person out, under whichever of the linked identities. `source` may be
   NULL: unknown. NULL if absent. */
struct ban *bans_find(struct host *host, struct ban_scope scope, struct identity who,
                      const unsigned char source[SESSION_PAYER]);
/* The same for this identity alone. */
struct ban *bans_of(struct host *host, struct ban_scope scope, struct identity who,
                    const unsigned char source[SESSION_PAYER]);
bool bans_has(struct host *host, struct identity who); /* of the house */
/* In this room. */
bool bans_room_has(struct host *host, const struct host_port *port, const char *room,
                   struct identity who, const unsigned char source[SESSION_PAYER]);
/* Where a ban that is said in this room holds: the channel of a thread, else the room. */
void bans_room_place(const struct host_port *port, const char *room, char place[HOST_ROOM]);
/* The bans of a place; puts since when the first and the last of them are. */
int bans_count(const struct host *host, struct ban_scope scope, int64_t *first, int64_t *last);

/* A new one, numbered and saved; the caller may say more of one of the house, and save it again.
   NULL if there is no room for one more. */
struct ban *bans_add(struct host *host, struct ban_scope scope, struct identity who,
                     const unsigned char source[SESSION_PAYER]);
void bans_keep(struct host *host, const struct ban *ban);
/* Lifts the bans of the person in a place; of everybody there if the key is NULL. Returns how many
   they were. */
int bans_lift(struct host *host, struct ban_scope scope, struct identity who,
              const unsigned char source[SESSION_PAYER]);
void bans_lift_one(struct host *host, int place); /* the one at this place of the list */
void bans_lift_expired(struct host *host);
/* The place is called otherwise: its bans go with it, beside those that are there. */
void bans_move(struct host *host, const struct host_port *port, const char *from, const char *to);
/* Somebody is being forgotten: their bans stay, as hashes. */
void bans_make_nameless(struct host *host, struct identity who);

#endif
