/* A room where a session is shown: a channel, or a private conversation. A room shows one session
   at most; a session is shown in up to SESSION_SHOWN rooms, the first of which is its home. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>

#include "heard.h"
#include "host.h"
#include "port.h"

enum { SESSION_SHOWN = 8 };

struct host;
struct host_port;
struct seat;
struct session;

struct showing {
    struct showing *next_in_bucket;
    struct session *session;
    const struct host_port *port;
    int number;        /* of the room in the record, from 1 */
    int columns;       /* how the room reads, like that of a seat */
    int language;      /* likewise */
    int rule_language; /* 1 + what the rules say of it, 0: nothing; as of `ruled_at` changes */
    unsigned ruled_at; /* 1 + host->rule_changes */
    bool is_untold;    /* the room does not know yet that the table is back */
    bool knows_latest; /* it was told the latest move since this process has the table */
    /* the first of what its network has not reported as sent was heard then; 0 if all was */
    int64_t unsent_since;
    char name[HOST_ROOM]; /* "#games", or "@key" for a private conversation */
};

static inline bool showing_is_private(const struct showing *showing)
{
    return showing->name[0] == '@';
}

/* A bridge repeats in each what is said in the other: the configuration says so, or the
   operators of one of them. */
bool room_bridge_joins(const struct host *host, const struct showing *a, const struct showing *b);
/* As bits; a bridge repeats it in those left out. Of rooms that the configuration joins the first
   is told. What operators say leaves out their own room alone; of rooms that name one another, in a
   circle too, the first is told. */
unsigned room_those_to_tell(const struct host *host, const struct showing *const rooms[],
                            int count);

/* How many columns a board may have there: see struct host_port. */
int session_showing_columns(const struct showing *showing);
/* How the room reads: view_look(). */
int session_showing_look(const struct showing *showing);

struct showing *room_find(const struct host *host, const char *network, const char *name);

/* NULL: all of them. Until the first of them is told, nothing happens by the clock. */
void session_set_untold(struct session *session, const struct host_port *port);
void room_set_untold(struct showing *showing);

/* The caller has made sure that the room is free and that there are not too many. */
void session_show(struct session *session, const struct host_port *port, const char *name,
                  int number);
/* Of the home, the next room takes over. */
void session_hide(struct session *session, int number);
void session_hide_guests(struct session *session);
/* A private conversation moves with its seat, a table that was set aside goes on elsewhere. */
void session_settle(struct session *session, const struct host_port *port, const char *name,
                    int number);

/* Of session.c: found, not found, rooms of its own for a copy. */
void room_link_all(struct session *session);
void room_unlink_all(struct session *session);
void room_copy_all(struct session *copy);

/* ---- the rooms of a session (session.c) ---- */

enum { SESSION_ROOMS = 31 }; /* that one table is shown in, at once or one after the other */

/* Or a change that moves one there is being saved. */
bool session_room_is_taken(const struct host *host, const char *network, const char *name);
/* It is the private conversation with the person of this seat, and moves with that person. */
bool session_is_home_of(const struct session *session, const struct seat *seat);
/* Another table is, or is about to be, where it would move with this key. */
bool session_has_private_twin(const struct session *session, const struct seat *seat,
                              const char *key);

struct session *session_of_code(const struct host *host, const char *code);
void session_set_code(struct session *session, const char *code); /* "": the invitation ends */

/* ---- rules of rooms ---- */

/* What the operators of rooms have set ("guests=no"), and where a value comes from. Each place has
   one row of words, which host_on_choice() keeps. Knows no sentence, and not who may set what. */

enum room_rule {
    RULE_GAMES,
    RULE_OPEN,
    RULE_TABLES,
    RULE_CLOCK,
    RULE_THREADS,
    RULE_GUESTS,
    RULE_SAY,
    RULE_ROBOTS,
    RULE_UNDO,
    /* secret and last link are told in the room when a table is over, not only by !fair */
    RULE_PROOF,
    RULE_VOICE,    /* words about big moments of a game */
    RULE_SEASON,   /* a line at the end of a month (people/season.c) */
    RULE_SEATS,    /* open seats of the house are told there; of a room alone */
    RULE_PICTURES, /* when they come by themselves */
    RULE_LANGUAGE, /* of what is told there */
    /* of a room alone: its threads, and other channels of its server, are no rooms of the bridge */
    RULE_BRIDGED,
    RULE_DAILY, /* which games have a deal of the day; of the house alone, so no room has it */
    ROOM_RULES
};

/* What holds where nobody set anything: "yes". */
extern const char *const room_rule_names[ROOM_RULES], *const room_rule_standards[ROOM_RULES];

enum rule_from { RULE_FROM_NOBODY, RULE_FROM_HOUSE, RULE_FROM_ABOVE, RULE_FROM_ROOM };
enum { RULE_VALUE = 128, RULE_PLACES = 3 /* a thread, its channel, its server */ };

/* A rule, or the id of a game with what its tables are opened with. "" if nobody set it. In a
   private conversation only the configuration holds. */
enum rule_from room_rule_find(const struct host *host, const struct host_port *port,
                              const char *room, const char *name, char value[RULE_VALUE]);
/* The same, with what holds where nobody set anything. */
void room_rule_get(const struct host *host, const struct host_port *port, const char *room,
                   enum room_rule rule, char value[RULE_VALUE]);
bool room_rule_is(const struct host *host, const struct host_port *port, const char *room,
                  enum room_rule rule, const char *value);
struct room_rule_change {
    const struct host_port *port;
    const char *place, *payer; /* a room or a server; on whose behalf */
    const char *name, *value;  /* NULL forgets it there */
};
/* `done` says whether it is saved, at once or later. False, and nothing happens, if a place cannot
   have so many words. */
bool room_rule_put(struct host *host, const struct room_rule_change *to, host_chosen *done,
                   void *arg);
/* Until the program ends. */
bool room_rule_put_house(struct host *host, const char *name, const char *value);
/* What its operators set goes with it, unless something is set under the other name. */
void room_rules_move(struct host *host, const struct host_port *port, const char *from,
                     const char *to);

#endif
