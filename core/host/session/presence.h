/* Whether a person of a table is there: the one answer that commands, clocks and sentences go
   by. It follows from what the networks report (port.h) and answer (port.h), and from what
   the person said. */
#ifndef PRESENCE_H
#define PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct host_port;
struct seat;
struct session;

enum presence_kind {
    PRESENCE_HERE,
    PRESENCE_AWAY,     /* out of sight, while the network is there */
    PRESENCE_UNPROVEN, /* somebody of that name is there, but was out of our sight */
    /* the network, its process or the table's room there is out of reach: nobody is gone */
    PRESENCE_NETWORK_AWAY,
    PRESENCE_UNKNOWN /* the network cannot tell: what the person said last counts */
};

struct presence {
    enum presence_kind kind;
    int64_t since; /* AWAY: out of sight; UNKNOWN: the last word. Else 0 */
};

enum {
    /* who said something so lately is here, wherever the network sees them */
    PRESENCE_WORD_MS = 60 * 1000,
    PRESENCE_SIGHT_MS = 5 * 60 * 1000, /* away for so long: absent */
    /* silent for so long, where the network cannot tell: absent */
    PRESENCE_SILENT_MS = 30 * 60 * 1000,
    PRESENCE_ALONE_MS = 60 * 1000 /* a lobby, or one person among robots, gives way after so long */
};

/* Somebody plays in this seat, or a robot that others put there; not if the person left. */
bool presence_counts(const struct seat *seat);
/* A person who has not left, whether they are there or not. */
bool presence_is_person(const struct seat *seat);
struct presence presence_of(const struct session *session, const struct seat *seat);
/* The persons who have not left and are of this kind. */
unsigned presence_seats(const struct session *session, enum presence_kind kind);
/* Those of them whose seats wait for their words. */
unsigned presence_waiting(const struct session *session);
/* Nobody can blame the person for not moving: everything but HERE and UNKNOWN. */
bool presence_is_out_of_reach(const struct session *session, const struct seat *seat);
/* the seats of `among` */
unsigned presence_out_of_reach(const struct session *session, unsigned among);

/* The time from which the person counts as absent, if nothing changes. INT64_MAX if only AWAY
   could bring it. */
int64_t presence_absent_at(const struct session *session, const struct seat *seat);
/* The persons who have not left and are not absent. */
unsigned presence_present(const struct session *session);
/* Since when the last of the persons is AWAY. -1 if one is not, or nobody sits there. */
int64_t presence_all_away_since(const struct session *session);
/* When the table gives way to another one in its room, if nothing changes. INT64_MAX if it does
   not. */
int64_t presence_gives_way_at(const struct session *session);

/* What is away where the person is PRESENCE_NETWORK_AWAY: the network's name without its kind,
   or the room's. */
const char *presence_place(const struct session *session, const struct seat *seat);

/* Of a key alone, whether or not it has a seat: out of sight of a network that is there; in
   sight. A network that cannot tell says neither. */
bool presence_is_gone(const struct host_port *port, const char *key);
bool presence_sees(const struct host_port *port, const char *key);

/* host_network_gone() was told; the network was heard of again. */
void presence_note_gone(struct host *host, const char *network);
void presence_note_back(struct host *host, const char *network);

#endif
