/* Who is banned, from the house or by a room's operators: one list, and its rows in the store. Of a
   ban in a room only salted hashes are kept, so it names nobody and stays when the person is
   forgotten. Knows no sentence, and not who may ban. */
#ifndef BANS_H
#define BANS_H

#include "heard.h"
#include "session.h"
#include "shares.h"

struct host_port;
struct row_kind;

enum {
    BANS_MOST = 500,
    BANS_SPARE = 32, /* more of them, that processes of a shared house made at the same time */
    BANS_NUMBERS = 1000,
    BANS_RECENT = 256, /* people heard last, so that their names can be banned */
    BANS_DAYS_MOST = 3650,
    /* In one room, in all rooms of a network, in all. Behind these a ban is refused. */
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
    int of_house;
    struct recent recent[BANS_RECENT];
};

void bans_init(struct host *host);
void bans_fini(struct host *host);
/* Of somebody who is forgotten a ban stays, as hashes. */
extern const struct row_kind bans_of_house, bans_of_room;
/* A process has written it; `value` is NULL if the ban is lifted. True if it is a new one of the
   house. */
bool bans_learn(struct host *host, const struct row_kind *kind, int64_t number, const char *value);

/* Under whichever of the linked identities. `source` may be NULL: unknown. NULL if absent. */
struct ban *bans_find(struct host *host, struct ban_scope scope, struct identity who,
                      const unsigned char source[SESSION_PAYER]);
struct ban *bans_of(struct host *host, struct ban_scope scope, struct identity who,
                    const unsigned char source[SESSION_PAYER]);
bool bans_has(struct host *host, struct identity who); /* of the house */
bool bans_room_has(struct host *host, const struct host_port *port, const char *room,
                   struct identity who, const unsigned char source[SESSION_PAYER]);
/* Where a ban that is said in this room holds: the channel of a thread, else the room. */
void bans_room_place(const struct host_port *port, const char *room, char place[HOST_ROOM]);
/* Puts since when the first and the last of them are. */
int bans_count(const struct host *host, struct ban_scope scope, int64_t *first, int64_t *last);

/* Numbered and saved; the caller may say more of one of the house, and save it again. NULL if there
   is no room for one more. */
struct ban *bans_add(struct host *host, struct ban_scope scope, struct identity who,
                     const unsigned char source[SESSION_PAYER]);
void bans_keep(struct host *host, const struct ban *ban);
/* The person's; everybody's if the key is NULL. Returns how many they were. */
int bans_lift(struct host *host, struct ban_scope scope, struct identity who,
              const unsigned char source[SESSION_PAYER]);
void bans_lift_one(struct host *host, int place);
void bans_lift_expired(struct host *host);
/* The place is called otherwise: its bans go with it. */
void bans_move(struct host *host, const struct host_port *port, const char *from, const char *to);

#endif
