/* Who may not sit at the tables of a room, as its operators want it. Kept are salted hashes
   alone, so a ban names nobody and stays when the person is forgotten. Knows no sentence, and
   not who may ban. */
#ifndef ROOM_BANS_H
#define ROOM_BANS_H

#include "session.h"

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

void room_bans_init(struct host *host);
void room_bans_fini(struct host *host);
/* Reads a setting of the store. False if it is another one. */
bool room_bans_load(struct host *host, const char *key, const char *value);

/* What another process has written of a ban in a room of its network; `value` is NULL if it is
   lifted. */
void room_bans_learn(struct host *host, const char *key, const char *value);

/* Where a ban that is said in this room holds: the channel of a thread, else the room. */
void room_bans_place(const struct host_port *port, const char *room, char place[HOST_ROOM]);
/* The person, under whichever of the linked identities, is banned in this room. `source` may be
   NULL: unknown. */
bool room_bans_has(struct host *host, const struct host_port *port, const char *room,
                   const char *network, const char *key, const unsigned char source[SESSION_PAYER]);
/* The bans of a place; puts since when the first and the last of them are. */
int room_bans_count(const struct host *host, const struct host_port *port, const char *place,
                    int64_t *first, int64_t *last);
/* False if there is no room for one more. */
bool room_bans_add(struct host *host, const struct host_port *port, const char *place,
                   const char *network, const char *key, const unsigned char source[SESSION_PAYER]);
/* Lifts the bans of the person in a place; of everybody there if `key` is NULL. Returns how many
   they were. */
int room_bans_lift(struct host *host, const struct host_port *port, const char *place,
                   const char *network, const char *key, const unsigned char source[SESSION_PAYER]);
/* The place is called otherwise: its bans go with it, beside those that are there. */
void room_bans_move(struct host *host, const struct host_port *port, const char *from,
                    const char *to);

#endif
