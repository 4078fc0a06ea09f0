/* A session: what is played, who sits there, and what its record and its clocks say. Knows the rooms where it is shown
   by name and port only. */
#ifndef SESSION_H
#define SESSION_H

#include "clock.h"
#include "closing.h"
#include "heap.h"
#include "heard.h"
#include "pace.h"
#include "persons.h"
#include "ring.h"
#include "seat.h"
#include "showing.h"
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
    const struct host_port *opened_on; /* whose share of tables it takes, wherever it is shown later */
    struct showing home;
    struct showing *guests; /* the other rooms, in the order of their numbers; NULL before the first */
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
    char opener[HOST_KEY], opener_name[HOST_NAME]; /* the key is "" once nobody can prove to be the opener any more */
    bool has_payer, is_counted, robots_low;        /* robots_low: its robots think half as much */
    unsigned char payer[SESSION_PAYER];            /* the hash of the source that opened it */
    char group[HOST_GROUP];                        /* "" if absent */
    int64_t since;                                 /* opened, or brought back */
    struct seat *seats;                            /* room for as many as the game seats */
    struct sitting sittings[TABLE_SEATS + 1];      /* of the persons in the seats, and of the opener */
    struct playing *playing; /* without the places of cards that are not in use, once the session is linked */
    struct takeback takeback;
    char seal[LUCK_SEAL]; /* "fixed" if nobody drew its secret; "" before the line of the seal */
    bool is_revealed;     /* the secret was shown: only the end follows */
    struct closing closing;
    struct faces *faces_read; /* the faces that its record tells, until its first game starts; NULL before the first */
    long long faces_told;     /* how many faces are to come */
    struct step *step;        /* gets what session_apply_line() plays; may be NULL */
    bool has_told_end, has_told_full; /* the room knows the result, and the record is about to end; that it is full */
    struct plan *plan;                /* of its robots, where they think; NULL if none is made */
    struct latest *latest;            /* what to tell again after a restart; else NULL */
    const struct showing *told_alone; /* what is told goes to this room only; NULL for all rooms */
    bool is_recovered;                /* until a room knows that the table is back, nothing happens by the clock */
    bool is_linked, is_aside;         /* found by its room and its people, else it is being read; it was set aside */
    bool is_repaired;                 /* the latest line is an admin's repair */
    int64_t aside_at;                 /* in seconds since 1970 */
    bool gave_way;                    /* it was set aside for a newcomer's table */
    bool is_closing, has_told_pause;
    int robot_moves; /* since the last word of somebody who sits there; a restart takes it from the record */
    bool is_stuck;   /* what nobody typed could not be saved, and the room knows: tell it when saving works again */
    struct input *queue, **queue_end;
    int queue_length;
    struct change *change;            /* what is being saved; NULL if the next input may run */
    const struct host_port *going_on; /* the network and room where it is shown, too, when `change` is saved */
    const char *going_to;             /* in `change`; "" if nothing changes */
    int64_t alarm_at;                 /* INT64_MAX without an alarm */
    bool alarm_waits;                 /* the alarm starts when what was posted has left */
    int64_t held_until;               /* no clock runs before */
    struct turn_clocks clocks;
    struct move alarm_move;
    int64_t play_on_at, watch_at;      /* to try again what nobody typed; to look who is still there; or INT64_MAX */
    struct prose *unread[TABLE_SEATS]; /* news of own moves, for the next hand; NULL if there is nothing */
    struct missed *missed;             /* for people whose seats were given to robots; NULL if there is nothing */
    int64_t heard_at;                  /* the last word of anybody here */
    struct heap_item due;              /* the next time that it does something by the clock, or earlier */
    uint64_t asked_end; /* the hash of the person who was asked last whether to end the game; 0 for nobody */
    int64_t asked_end_at, invited_until;
    char invite[INVITE_CODE + 1]; /* what "join CODE" takes; "" without an invitation */
    struct session *next_invited; /* in the bucket of its code */
    struct said *said;            /* what was said lately for the other rooms (say.c); NULL if nothing ever was */
    struct guest_wish *wish;      /* a room that wants to show the table and waits for a yes; NULL if none */
    bool is_start_wanted;         /* it begins when everybody can be reached */
    unsigned unreached;           /* seats whose people cannot be reached; the room knows */
    struct input *starters; /* people who asked for the start and do not know yet that it waits (begin.c bounds them) */
    int64_t starts_told_at, sits_told_at; /* when they are, and who sat down is told; INT64_MAX if nobody */
    RING(SESSION_IDS) ids;                /* hashes of the latest messages' ids */
};

struct session *session_new(struct host *host, const struct host_port *port, const char *name, const struct game *game);
/* A session that is only read: nobody finds it before session_link(). */
struct session *session_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game);
void session_link(struct session *session);
void session_play_on(struct session *session, const struct playing *playing); /* what is played may move in memory */
void session_free(struct session *session); /* of flow, session_remove() takes it from everywhere first */
/* A copy to try lines on, which nobody finds and which counts for nobody. After session_disown() the caller frees it. */
struct session *session_copy(const struct session *session);
void session_own(struct session *copy);    /* gives a copy of the bytes alone a table, seats and rooms of its own */
void session_disown(struct session *copy); /* frees those */

static inline bool session_has_begun(const struct session *session)
{
    return session->playing->game_number > 0;
}

#endif
