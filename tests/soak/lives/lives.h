/* A month of a small town around the whole program, on simulated wires (sim/sim.h): people of
   five kinds play all games in rooms of IRC and of Discord, sleep, go away in the middle of a
   game, quarrel, and come back; the bot is restarted now and then. Nothing else goes wrong here:
   tests/soak/world breaks wires and disks.

   lives.c     the course of a month, and what is printed of it town.c      networks, rooms,
   people, links; who is there, who says what people.c    what people do at tables: think, move,
   vanish, come back, answer each other lobby.c     what they do between games: open tables, sit
   down, ask for words about new ones, ban each other replay.c     what the town knows of each
   table: whom it waits for, since when laws.c      what must hold: how long anybody waits, how
   often somebody is called, who is told what

   What is measured is virtual time. The same seed and numbers give the same month. */
#ifndef LIVES_H
#define LIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "sim.h"
#include "table.h"
#include "waits.h"

struct session;
struct standin;

enum { IRC, DISCORD, NETS };
enum {
    PEOPLE = 200,
    ROOMS_OF_NET = 10,
    ROOMS = NETS * ROOMS_OF_NET,
    FACES = 2,
    TABLES_MOST = 16384,
    WORDS = 32,
    TYPED = 300
};
enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
static const int64_t day_ms = INT64_C(24) * HOUR;

enum kind { PUNCTUAL, SLOW, VANISHING, QUARRELSOME, OWL, KINDS };
extern const char *const kind_names[KINDS];

/* What is counted. */
enum count {
    TABLES_BEGUN,
    TABLES_FINISHED,
    TABLES_STOPPED, /* closed by people, or nobody was left */
    TABLES_ASIDE,
    TABLES_LASTING, /* still played in the end */
    LOBBIES,
    MOVES,
    NUDGES,     /* calls in the room and private words */
    HAND_OVERS, /* a robot plays because somebody took too long */
    NOTICES,
    VANISHED,
    FOUND_AGAIN,    /* the seat, behind that */
    FOUND_FROM_FAR, /* from the other network */
    PAUSES,
    EXTENSIONS,
    UNDOS_ASKED,
    UNDOS,
    AGAINS,
    RESUMED,
    BANNED,
    INVITED, /* sat down, or showed a table in their room, with a code */
    KICKED,
    PLANNED, /* moves in advance */
    LINED_UP,
    RESTARTS,
    COUNTS
};
extern const char *const count_names[COUNTS];

/* Somebody on one network. */
struct self {
    int net; /* -1: there is no such face */
    struct sim_person *irc;
    uint64_t user, letters; /* on Discord; letters: direct messages */
    char name[HOST_NAME], key[HOST_KEY];
    bool has_account, is_out;
    int64_t out_since;
    int64_t said_at;
    char words[WORDS][16]; /* the seat words that were given last */
    int word_count;
};

struct resident {
    enum kind kind;
    struct self faces[FACES];
    int at;          /* the face that is used now */
    int rooms[2];    /* where they play, of faces[0].net */
    int64_t back_at; /* gone until then; 0 if not */
    bool is_asleep, has_vanished;
    /* they came back and have said so: then they must have their seats; 0 if nothing is to be
       seen */
    int64_t check_at;
    int64_t act_at; /* between games */
    int chore;      /* how many things they have told us about themselves */
    char code[12];  /* to be linked */
    bool is_asked_to_link, is_linked;
    bool is_asked_to_show; /* their table in another room */
    bool wants_start;      /* of their private table */
    /* by another private table: their seat at one more waits until that is over */
    bool is_held;
    int64_t again_at; /* they want another game in that room; 0 if not */
    int again_room, claims;
    int64_t claimed; /* the table where they asked for their seat so often */
    bool is_banned;  /* from a room; they play nowhere until they are not */
    int64_t banned_until;
    int banned_room;
    bool has_quiet;
    int quiet_from, quiet_till;
    int64_t noticed_at; /* by any of their faces; 0 for never */
    int notices;
    char played[TYPED]; /* their latest move */
};

struct room {
    int net;
    char name[HOST_ROOM];  /* as the host has it */
    char shown[HOST_ROOM]; /* as people type it */
    uint64_t channel;
    /* tables there are slow; nobody ever says a word there; its rules are set */
    bool is_slow, is_empty, is_ruled;
    struct resident *keeper;
    int64_t heard_at; /* a word to us */
    int64_t over_at;  /* a table went from there */
};

/* A seat of a table, as the town sees it. */
struct watched_seat {
    struct resident *person; /* NULL for a robot */
    int decision;
    bool is_due, is_played; /* the table waits for it; a person plays it now */
    int64_t waited_since;   /* for this decision */
    int64_t clock_since;    /* its clock may have run so long */
    int64_t think_until;
    int nudges, restarts; /* of this decision */
    bool was_out;         /* of sight, or the bot was away, during this decision */
    bool was_free;        /* no clock ran for a while: they played alone, or it was a pause */
    bool has_planned;     /* said a move in advance */
};

struct watched {
    struct session *session; /* NULL if it is not played; good until time passes */
    int64_t id, line, lobby_since, asked_at, paused_since;
    enum { ASKS_NOTHING, ASKS_PAUSE, ASKS_UNDO } asks;
    bool has_begun, is_over, is_aside, is_finished;
    int asker;         /* a seat */
    unsigned answered; /* seats that have */
    unsigned left;     /* seats that their people gave up, and have not asked for again */
    unsigned rooms;    /* where it is shown, or was, as bits */
    int64_t resume_at, look_at;
    int64_t aside_at;             /* it was set aside until then */
    int64_t told_at;              /* its rooms were told what happens until then, or could not be */
    int64_t undo_at[TABLE_SEATS]; /* when they take their move back; 0 if they do not */
    int room;                     /* -1 in private */
    int64_t heard_at;
    int seat_count;
    struct watched_seat seats[TABLE_SEATS];
};

struct town {
    int people_count, rooms_of_net;
    struct sim_irc *irc;
    struct standin *discord;
    struct resident people[PEOPLE];
    struct room rooms[ROOMS + NETS]; /* the last ones are empty */
    struct watched *tables[TABLES_MOST], *by_id[TABLES_MOST];
    int table_count, first_open; /* all tables before are over */
    int64_t up_since, down_at;   /* the bot's; up_since is 0 while it is down */
    int64_t restart_at;
    char code[12]; /* of an invitation */
    int64_t code_till;
    struct waits live, slow, alone; /* of turns, in seconds; alone: where no clock ran */
    char broken[1024];
};

extern struct town town;
extern long counts[COUNTS];

/* ---- lives.c ---- */
void town_break(const char *law, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- town.c ---- */
void town_open(uint64_t seed, int people);
void town_close(void);
struct self *face_of(struct resident *person);
int face_net(const struct resident *person);
const char *net_network(int net);
struct resident *person_of_key(const char *network, const char *key, struct self **face);
struct resident *person_of_name(const char *network, const char *name, struct self **face);
int room_of(const char *network, const char *name); /* -1 if absent */
bool town_hears(int net);                           /* the bot is there, and all rooms are */
bool may_speak(const struct resident *person);
/* With the face of now; room -1: in private. */
void person_say(struct resident *person, int room, const char *text);
void person_goes(struct resident *person, int64_t ms, bool leaves_sight);
void person_comes(struct resident *person);
bool is_awake(const struct resident *person);

/* ---- replay.c ---- */
void watch_tables(void);
struct watched *watched_of(int64_t id);
/* NULL if it is not played */
struct session *session_of(int64_t id);
int seat_in(const struct watched *table, const struct resident *person); /* -1 if absent */
void watch_restarted(void);
void watch_forget(void);

/* ---- people.c ---- */
bool plays_live(const struct resident *person);
void people_act(void);
void people_told(struct session *session, const char *text, bool is_result);

/* ---- lobby.c ---- */
void lobby_act(struct resident *person);
void lobby_whispered(struct resident *person, const char *text);

/* ---- laws.c ---- */
void laws_post(void *arg, const struct host_port *port, const struct post *post);
void laws_whisper(void *arg, const struct host_port *port, const struct whisper *whisper);
void laws_heard(void *arg, const struct heard *heard);
void laws_tick(void);
void laws_waits(const struct session *session, struct watched *table);
void laws_lobby(const struct session *session, const struct watched *table);
void laws_found(struct resident *person);

#endif
