/* Whether a person of a table is there: the one answer that commands, clocks and sentences go by.
   It follows from what the networks report and answer (port.h), and from what the person said. */
#ifndef PRESENCE_H
#define PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "elsewhere.h"
#include "host_state.h"

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

/* A person, or a robot that others put there; not if the person left. */
bool presence_counts(const struct seat *seat);
bool presence_is_person(const struct seat *seat);
struct presence presence_of(const struct session *session, const struct seat *seat);
unsigned presence_seats(const struct session *session, enum presence_kind kind);
/* Whose seats wait for their words. */
unsigned presence_waiting(const struct session *session);
/* Nobody can blame the person for not moving: everything but HERE and UNKNOWN. */
bool presence_is_out_of_reach(const struct session *session, const struct seat *seat);
/* the seats of `among` */
unsigned presence_out_of_reach(const struct session *session, unsigned among);

/* If nothing changes. INT64_MAX if only AWAY could bring it. */
int64_t presence_absent_at(const struct session *session, const struct seat *seat);
/* Not absent. */
unsigned presence_present(const struct session *session);
/* -1 if one is not, or nobody sits there. */
int64_t presence_all_away_since(const struct session *session);
/* If nothing changes. INT64_MAX if it does not. */
int64_t presence_gives_way_at(const struct session *session);

/* The network's name without its kind, or the room's. */
const char *presence_place(const struct session *session, const struct seat *seat);

/* Nobody can be told anything in that room, or in "@" anywhere on the network, now. */
bool presence_is_port_away(const struct host *host, const struct host_port *port, const char *room);

/* Of a key alone. A network that cannot tell says neither. */
bool presence_is_gone(const struct host_port *port, const char *key);
bool presence_sees(const struct host_port *port, const char *key);

void presence_note_gone(struct host *host, const char *network);
void presence_note_back(struct host *host, const char *network);

/* ---- other processes of the house: far.c ---- */

/* What the host tells them, through the ports of their networks
   (api/elsewhere.h), and which of them a code belongs to. Calls nothing of the host. */

/* Nothing if the network is not served here. */
void far_note(struct host *host, enum host_event_kind kind, const char *network, const char *who);
void far_note_more(struct host *host, const struct host_event *event);
/* All that is to be told of it was told; it is about to go. */
void far_note_changed(const struct session *session);
void far_note_gone(const struct session *session);

/* HOST_ASKS_..., of who is of a network that is served here. */
unsigned far_asks(const struct host *host, const struct heard *heard);

/* NULL without networks. */
const struct host_port *far_of_code(const struct host *host, const char *code);

/* ---- questions to all others ---- */

/* Questions to all other processes, for somebody who waits. A process that is away, or does not
   answer within INQUIRY_MS, is passed over. Bounded: one of a person at a time, INQUIRIES_MOST of a
   network. */

struct host_question;

enum { INQUIRIES_MOST = 32, INQUIRY_MS = 2000, INQUIRY_ANSWERS = 4096 };

/* The answers, with a blank between; NULL if too many questions wait. `tag` is the asker's own. */
typedef void inquiry_done(struct host *host, const struct heard *heard, int64_t tag,
                          const char *answers, bool are_all);

/* Calls `done` once: at once where there is no other process. What was heard is dealt with then,
   unless `done` saves something. */
void far_ask(struct host *host, const struct heard *heard, const struct host_question *question,
             inquiry_done *done, int64_t tag);
void far_inquiries_tick(struct host *host);
void far_inquiries_fini(struct host *host); /* nobody is told anything more */

#endif
