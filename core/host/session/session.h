/* A session: what is played, who sits there, and what its record and its clocks say. Knows the
   rooms where it is shown by name and port only. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include "clock.h"
#include "heap.h"
#include "heard.h"
#include "record.h"
#include "ring.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "takeback.h"

enum {
    INVITE_CODE = 8,
    SESSION_PAYER = 16, /* bytes of the salted hash of a source */
    SESSION_IDS = 64    /* the latest message ids; none of them is applied again */
};

struct change;
struct faces;
struct history;
struct input;
struct latest;
struct missed;
struct said;
struct guest_wish;

struct session {
    struct session *next, *previous; /* of the host's, once it is linked */
    struct host *host;
    /* whose share of tables it takes, wherever it is shown later */
    const struct host_port *opened_on;
    struct showing home;
    /* the other rooms, in the order of their numbers; NULL before the first */
    struct showing *guests;
    int guest_count, seat_count, sitting_count;
    int64_t id; /* of the table, and of its record */
    int64_t next_line;
    unsigned char link[SESSION_HASH]; /* of the latest line */
    struct persons persons;
    int rooms;               /* how many rooms it has been shown in so far */
    unsigned shown;          /* bits of the rooms where it is shown now; the lowest is its home */
    struct history *history; /* while it is read; else NULL */
    const struct game *game;
    const struct host_port *opener_port;
    /* the key is "" once nobody can prove to be the opener any more */
    char opener[HOST_KEY], opener_name[HOST_NAME];
    bool has_payer, is_counted, robots_low; /* robots_low: its robots think half as much */
    unsigned char payer[SESSION_PAYER];     /* the hash of the source that opened it */
    char group[HOST_GROUP];                 /* "" if absent */
    int64_t since;                          /* opened, or brought back */
    struct seat *seats;                     /* room for as many as the game seats */
    /* of the persons in the seats, and of the opener */
    struct sitting sittings[TABLE_SEATS + 1];
    /* without the places of cards that are not in use, once the session is linked */
    struct playing *playing;
    struct takeback takeback;
    char seal[LUCK_SEAL]; /* "fixed" if nobody drew its secret; "" before the line of the seal */
    bool is_revealed;     /* the secret was shown: only the end follows */
    struct closing closing;
    /* the faces that its record tells, until its first game starts; NULL before the first */
    struct faces *faces_read;
    long long faces_told; /* how many faces are to come */
    struct step *step;    /* gets what session_apply_line() plays; may be NULL */
    /* the room knows the result, and the record is about to end; that it is full */
    bool has_told_end, has_told_full;
    struct plan *plan;                /* of its robots, where they think; NULL if none is made */
    struct latest *latest;            /* what to tell again after a restart; else NULL */
    const struct showing *told_alone; /* what is told goes to this room only; NULL for all rooms */
    /* until a room knows that the table is back, nothing happens by the clock */
    bool is_recovered;
    /* found by its room and its people, else it is being read; it was set aside */
    bool is_linked, is_aside;
    bool is_repaired; /* the latest line is an admin's repair */
    int64_t aside_at; /* in seconds since 1970 */
    bool gave_way;    /* it was set aside for a newcomer's table */
    bool is_closing, has_told_pause;
    /* since the last word of somebody who sits there; a restart takes it from the record */
    int robot_moves;
    /* what nobody typed could not be saved, and the room knows: tell it when saving works again */
    bool is_stuck;
    struct input *queue, **queue_end;
    int queue_length;
    struct change *change; /* what is being saved; NULL if the next input may run */
    /* the network and room where it is shown, too, when `change` is saved */
    const struct host_port *going_on;
    const char *going_to; /* in `change`; "" if nothing changes */
    int64_t alarm_at;     /* INT64_MAX without an alarm */
    bool alarm_waits;     /* the alarm starts when what was posted has left */
    int64_t held_until;   /* no clock runs before */
    struct turn_clocks clocks;
    struct move alarm_move;
    /* to try again what nobody typed; to look who is still there; or INT64_MAX */
    int64_t play_on_at, watch_at;
    /* news of own moves, for the next hand; NULL if there is nothing */
    struct prose *unread[TABLE_SEATS];
    /* for people whose seats were given to robots; NULL if there is nothing */
    struct missed *missed;
    int64_t heard_at; /* the last word of anybody here */
    /* the next time that it does something by the clock, or earlier */
    struct heap_item due;
    /* the hash of the person who was asked last whether to end the game; 0 for nobody */
    uint64_t asked_end;
    int64_t asked_end_at, invited_until;
    char invite[INVITE_CODE + 1]; /* what "join CODE" takes; "" without an invitation */
    struct session *next_invited; /* in the bucket of its code */
    /* what was said lately for the other rooms (guests.c); NULL if nothing ever was */
    struct said *said;
    /* a room that wants to show the table and waits for a yes; NULL if none */
    struct guest_wish *wish;
    bool is_start_wanted; /* it begins when everybody can be reached */
    unsigned unreached;   /* seats whose people cannot be reached; the room knows */
    /* people who asked for the start and do not know yet that it waits (lobby.c bounds them) */
    struct input *starters;
    /* when they are, and who sat down is told; INT64_MAX if nobody */
    int64_t starts_told_at, sits_told_at;
    RING(SESSION_IDS) ids; /* hashes of the latest messages' ids */
};

struct session *session_new(struct host *host, const struct host_port *port, const char *name,
                            const struct game *game);
/* A session that is only read: nobody finds it before session_link(). */
struct session *session_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game);
void session_link(struct session *session);
/* what is played may move in memory */
void session_play_on(struct session *session, const struct playing *playing);
/* of flow, change_remove_session() takes it from everywhere first */
void session_free(struct session *session);
/* A copy to try lines on, which nobody finds and which counts for nobody. After session_disown()
   the caller frees it. */
struct session *session_copy(const struct session *session);
/* gives a copy of the bytes alone a table, seats and rooms of its own */
void session_own(struct session *copy);
void session_disown(struct session *copy); /* frees those */

static inline bool session_has_begun(const struct session *session)
{
    return session->playing->game_number > 0;
}

/* ---- messages that were applied: none is applied twice ---- */

struct host;
struct session;

/* Notes the id of an applied message, so that neither this table nor the next one applies it
   again; records keep ids, too. */
void session_note_id(struct session *session, const char *network, const char *id);
void session_note_ended_id(struct host *host, const char *network, const char *id);
bool session_knows(const struct host *host, const struct session *session,
                   const struct input *input);

static inline int session_showing_count(const struct session *session)
{
    return 1 + session->guest_count;
}

static inline struct showing *session_showing(const struct session *session, int i)
{
    return i == 0 ? (struct showing *)&session->home : &session->guests[i - 1];
}

/* The first room of this network. NULL if it is shown in none. */
static inline struct showing *session_showing_on(const struct session *session,
                                                 const struct host_port *on)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (session_showing(session, i)->port == on)
            return session_showing(session, i);
    return NULL;
}

/* What is told next follows from what was heard at `since`: host_sent() says how long that took. */
static inline void session_await_sent(struct session *session, int64_t since)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        if (showing->port->reports_sent && showing->unsent_since == 0)
            showing->unsent_since = since;
    }
}

#endif
