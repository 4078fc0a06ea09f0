/* Who is banned, from the whole house or from the tables of a room: the lists, and what the store
   has of them. Knows no sentence, and not who may ban. */
#ifndef BANS_H
#define BANS_H

#include "identity.h"
#include "session.h"
#include "shares.h"

/* ---- of the whole house ---- */

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
bool bans_has(struct host *host, struct identity who);
/* The ban that holds for this identity and source (NULL: unknown); or for a person, under every
 * identity. NULL if none. */
struct ban *bans_of(struct host *host, struct identity who,
                    const unsigned char source[SESSION_PAYER]);
struct ban *bans_of_person(struct host *host, struct identity who,
                           const unsigned char source[SESSION_PAYER]);
/* The number of a new one; saves one; takes the one at this place out; those that are over. */
int bans_number(struct host *host);
void bans_keep(struct host *host, const struct ban *ban);
void bans_lift(struct host *host, int i);
void bans_lift_expired(struct host *host);
/* Somebody is being forgotten: their bans stay, as hashes. */
void bans_make_nameless(struct host *host, struct identity who);

/* ---- of a room: salted hashes alone, so such a ban names nobody and stays when the person is
 * forgotten ---- */

struct host_port;

/* In one room, in all rooms of a network, in all. Behind these a ban is refused, and none makes
   room. */
enum { ROOM_BANS_EACH = 100, ROOM_BANS_NETWORK = 2000, ROOM_BANS_MOST = 10000 };

struct room_ban {
    int number; /* in the store's key */
    char network[HOST_NETWORK], room[HOST_ROOM];
    unsigned char who[SESSION_PAYER];    /* the hash of network and key */
    unsigned char source[SESSION_PAYER]; /* of the person's source; `who` if that is unknown */
    int64_t since;                       /* by the wall clock, in ms */
};

struct room_bans {
    struct room_ban *list; /* the oldest first */
    int count, space, next_number;
};

void bans_room_init(struct host *host);
void bans_room_fini(struct host *host);
/* Reads a setting of the store. False if it is another one. */
bool bans_room_load(struct host *host, const char *key, const char *value);

/* What another process has written of a ban in a room of its network; `value` is NULL if it is
   lifted. */
void bans_room_learn(struct host *host, const char *key, const char *value);

/* Where a ban that is said in this room holds: the channel of a thread, else the room. */
void bans_room_place(const struct host_port *port, const char *room, char place[HOST_ROOM]);
/* The person, under whichever of the linked identities, is banned in this room. `source` may be
   NULL: unknown. */
bool bans_room_has(struct host *host, const struct host_port *port, const char *room,
                   struct identity who, const unsigned char source[SESSION_PAYER]);
/* The bans of a place; puts since when the first and the last of them are. */
int bans_room_count(const struct host *host, const struct host_port *port, const char *place,
                    int64_t *first, int64_t *last);
/* False if there is no room for one more. */
bool bans_room_add(struct host *host, const struct host_port *port, const char *place,
                   struct identity who, const unsigned char source[SESSION_PAYER]);
/* Lifts the bans of the person in a place; of everybody there if `key` is NULL. Returns how many
   they were. */
int bans_room_lift(struct host *host, const struct host_port *port, const char *place,
                   struct identity who, const unsigned char source[SESSION_PAYER]);
/* The place is called otherwise: its bans go with it, beside those that are there. */
void bans_room_move(struct host *host, const struct host_port *port, const char *from,
                    const char *to);

#endif
