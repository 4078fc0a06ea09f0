/* A session: what is played, who sits there, and what its record and its clocks say. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include "clock.h"
#include "heard.h"
#include "list.h"
#include "record.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "takeback.h"

enum {
    INVITE_CODE = 8,
    SESSION_PAYER = 16, /* bytes of the salted hash of a source */
    SESSION_IDS = 64    /* the latest message ids; none of them is applied again */
};

struct advice;
struct change;
struct faces;
struct history;
struct input;
struct latest;
struct missed;
struct said;
struct pending;

struct session_shown {
    int so_far;
    unsigned rooms; /* bits of the rooms where it is shown now; the lowest is its home */
    const struct showing *alone; /* what is told goes to this room only; NULL for all rooms */
    /* where it is shown, too, when its change is saved; "" if nothing changes */
    const struct host_port *going_on;
    const char *going_to;
    struct pending *wish; /* a room that wants to show the table and waits for a yes; or NULL */
    struct said *said;    /* what was said lately for the other rooms; NULL if nothing ever was */
    char invite[INVITE_CODE + 1]; /* what "join CODE" takes; "" without an invitation */
    int64_t invited_until;
    struct session *next_invited; /* in the bucket of its code */
};

/* How far its record is. */
struct session_record {
    int64_t next_line;
    unsigned char link[SESSION_HASH];
    struct history *history; /* while it is read; else NULL */
    struct step *step;       /* gets what session_apply_line() plays; may be NULL */
    /* the faces that it tells, until the first game starts; NULL before the first */
    struct faces *faces_read;
    long long faces_told;
    char seal[LUCK_SEAL]; /* "fixed" if nobody drew its secret; "" before the line of the seal */
    bool is_revealed;     /* the secret was shown: only the end follows */
    bool is_repaired;     /* the latest line is an admin's repair */
    RING(SESSION_IDS) ids;
};

/* Who opened it, and who pays for it, wherever it is shown later. */
struct session_opener {
    const struct host_port *opened_on, *port;
    /* "" once nobody can prove to be the opener any more */
    char key[HOST_KEY], name[HOST_NAME];
    char group[HOST_GROUP];
    bool has_payer, is_counted;
    unsigned char payer[SESSION_PAYER];
};

struct session_state {
    /* until a room knows that the table is back, nothing happens by the clock */
    bool is_recovered;
    /* else it is being read; it was set aside */
    bool is_linked, is_aside;
    bool gave_way; /* it was set aside for a newcomer's table */
    bool is_closing;
    /* the room knows the result, and the record is about to end; that it is full; that it pauses */
    bool has_told_end, has_told_full, has_told_pause;
    /* what nobody typed could not be saved, and the room knows */
    bool is_stuck;
    int64_t aside_at; /* in seconds since 1970 */
};

struct session_when {
    int64_t since;      /* opened, or brought back */
    int64_t held_until; /* no clock runs before */
    /* to try again what nobody typed; to look who is still there; or INT64_MAX */
    int64_t play_on_at, watch_at;
    int64_t heard_at; /* the last word of anybody here */
    /* when they are, and who sat down is told; INT64_MAX if nobody */
    int64_t starts_told_at, sits_told_at;
};

struct session {
    struct session *next, *previous; /* of the host's, once it is linked */
    struct host *host;
    int64_t id;
    const struct game *game;
    struct showing home;
    /* the other rooms, in the order of their numbers; NULL before the first */
    struct showing *guests;
    int guest_count, seat_count;
    struct session_shown shown;
    struct session_record record;
    struct session_opener opener;
    struct session_state state;
    struct session_when when;
    struct persons persons;
    struct seat *seats; /* room for as many as the game seats */
    struct {
        struct sitting list[TABLE_SEATS + 1]; /* of the persons in the seats, and of the opener */
        int count;
    } sittings;
    /* without the places of cards that are not in use, once the session is linked */
    struct playing *playing;
    struct takeback takeback;
    char read_as;     /* 1 + the language of all that is told, by who has its record read; else 0 */
    bool is_sought;   /* it looks for players (seek.h) */
    bool has_swapped; /* a seat changed hands between two games */
    struct closing closing;
    struct advice *advice; /* what the coach thought last (advice.h); NULL: nothing yet */
    struct latest *latest; /* what to tell again after a restart; else NULL */
    struct {
        struct input *first, **end;
        int length;
    } queue;
    struct change *change; /* what is being saved; NULL if the next input may run */
    struct {
        bool are_low;      /* they think half as much */
        int moves;         /* since the last word of somebody who sits there */
        struct plan *plan; /* where they think; NULL if none is made */
    } robots;
    struct {
        int64_t at; /* INT64_MAX without an alarm */
        bool waits; /* it starts when what was posted has left */
        struct move move;
    } alarm;
    struct turn_clocks clocks;
    struct heap_item due; /* the next time that it does something by the clock, or earlier */
    struct {
        struct prose *news[TABLE_SEATS]; /* of own moves, for the next hand; NULL: nothing */
        struct missed *missed;           /* for people whose seats were given to robots; or NULL */
    } unread;
    struct {
        uint64_t end; /* the hash of the person who was asked last whether to end it; 0: nobody */
        int64_t end_at;
        bool start;         /* it begins when everybody can be reached */
        unsigned unreached; /* seats whose people cannot be reached; the room knows */
        struct input *starters;
    } asked;
};

struct session *session_numbered(const struct host *host, int64_t number); /* NULL if absent */
struct session *session_new(struct host *host, const struct host_port *port, const char *name,
                            const struct game *game);
/* It is only read: nobody finds it before session_link(). */
struct session *session_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game);
void session_link(struct session *session);
/* what is played may move in memory */
void session_play_on(struct session *session, const struct playing *playing);
/* of flow, change_remove_session() takes it from everywhere first */
void session_free(struct session *session);
/* To try lines on: nobody finds it, and it counts for nobody. After session_disown() the caller
   frees it. */
struct session *session_copy(const struct session *session);
/* gives a copy of the bytes alone a table, seats and rooms of its own */
void session_own(struct session *copy);
void session_disown(struct session *copy); /* frees those */

static inline bool session_has_begun(const struct session *session)
{
    return session->playing->game_number > 0;
}

static inline int session_showing_count(const struct session *session)
{
    return 1 + session->guest_count;
}

static inline struct showing *session_showing(const struct session *session, int i)
{
    return i == 0 ? (struct showing *)&session->home : &session->guests[i - 1];
}

/* NULL if it is shown in none. */
static inline struct showing *session_showing_on(const struct session *session,
                                                 const struct host_port *on)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (session_showing(session, i)->port == on)
            return session_showing(session, i);
    return NULL;
}

#endif
