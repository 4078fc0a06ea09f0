/* Offers of another game: what a table that is over was, so that the same people can go on with
   !again; a row of the settings for each. Knows neither who is told nor how a table is opened
   (table/rematch.c). Bounded: one for each room where a table had its home, and OFFERS_MOST in all,
   where the oldest makes room; each ends OFFER_MS after the result, or when another table opens in
   its room. */
#ifndef OFFERS_H
#define OFFERS_H

#include "clock.h"
#include "game.h"
#include "heard.h"
#include "room.h"
#include "row.h"
#include "seat.h"
#include "session.h"

struct host;
struct session;

enum { OFFER_MS = 10 * 60 * 1000, OFFERS_MOST = 1000, OFFER_WORD = 16 };

struct offer_seat {
    bool is_person;
    bool is_apart; /* played by private message */
    /* a robot played for the person at the end: nobody waits for that person */
    bool is_away;
    bool has_said;
    /* the hash of the person's cut of that game's deal; see seal_luck_has_cut() */
    unsigned char cut[LUCK_CUT];
    /* counts the cuts of all from 1; how often the person has cut, which is not kept */
    int cut_number, cuts;
    enum robot_level level;
    const struct host_port *port;
    char key[HOST_KEY], name[HOST_NAME];
    char word[OFFER_WORD]; /* the seat word at the new table, until it is told; never kept */
};

struct offer {
    struct offer *next;
    int64_t table;  /* that is over */
    int64_t opened; /* what it has become, once that is being saved; 0 before */
    int64_t until;  /* in ms since 1970 */
    /* when it begins without those who said nothing; INT64_MAX while nobody has said it */
    int64_t starts_at;
    bool is_recovered; /* where keys do not last, nobody is surely the same person */
    /* somebody had said it before a restart, and the room does not know yet that it still counts */
    bool is_untold;
    const struct game *game;
    int options[RULESET_OPTIONS];
    enum pace pace;
    char group[HOST_GROUP];
    /* the seat that said it first, and opens the new table; -1 if unknown */
    int asker;
    char source[HOST_SOURCE]; /* who pays for it; "" for the key. Not kept */
    int first;
    /* of the new table, sealed with the first yes */
    struct lot lot;
    int next_room; /* which of its rooms the new table comes to next */
    int room_count, seat_count;
    struct showing rooms[SESSION_SHOWN]; /* network and name alone; its home first */
    struct offer_seat seats[TABLE_SEATS];
};

/* Its match is over. It is on its way to the store before anything that is saved later. Not for a
   lesson. */
void offers_make(struct session *session);
extern const struct row_kind offers_row, waiting_row;
void offers_fini(struct host *host);

/* The one in this room, of which it may be a guest. NULL if absent. */
struct offer *offers_of(const struct host *host, int64_t table);
struct offer *offers_in(const struct host *host, const char *network, const char *room);
/* The latest where the person had a seat. NULL if absent. */
struct offer *offers_of_person(const struct host *host, const struct heard *heard);
/* Also while it is being saved. NULL if absent or it could not be saved. */
const struct session *offer_table(const struct host *host, const struct offer *offer);
/* Under whichever of the linked identities. -1 if absent. */
int offer_seat_of(const struct host *host, const struct offer *offer, const struct heard *heard);

typedef bool offer_seat_test(const struct offer_seat *seat);
bool offer_seat_is_person(const struct offer_seat *seat);
bool offer_seat_has_said(const struct offer_seat *seat);
bool offer_seat_is_awaited(const struct offer_seat *seat);
bool offer_seat_plays(const struct offer_seat *seat);
int offer_count(const struct offer *offer, offer_seat_test *is_meant);
int offer_last_cut(const struct offer *offer); /* its number; 0 if nobody cut */
/* With line ends between, as view_string() takes several people. */
#define offer_names(offer, is_meant)                                                               \
    offer_put_names(offer, is_meant, (char[TABLE_SEATS * HOST_NAME]){0})
const char *offer_put_names(const struct offer *offer, offer_seat_test *is_meant,
                            char out[TABLE_SEATS * HOST_NAME]);

/* done may be NULL */
void offer_save(struct host *host, const struct offer *offer, row_done *done, void *arg);
void offer_forget(struct host *host, struct offer *offer);
/* It has begun its game. Who waits for a seat goes on waiting there. */
void offers_begun(const struct session *session);
/* What was offered there has ended, unless it has become a table elsewhere. */
void offers_forget_in(struct host *host, const struct session *session);

/* ---- waiting.c ---- */

/* People who wait for a seat in the next game, from !next or !swap until they sit or go: a row for
   each table. Knows neither who is told (table/next.c) nor how seats are given (tell/trial.c,
   table/rematch.c). Bounded: people at a table, places of a person or a source, lines in all. A
   line ends with its table, or with the offer of another game. */

struct offer;

enum { WAITING_MOST = 8, WAITING_EACH = 3, WAITING_LINES = 1000 };

struct waiter {
    const struct host_port *port;
    char key[HOST_KEY], name[HOST_NAME];
    char wish[HOST_NAME];     /* the robot whose seat is wanted; "" for any */
    bool is_apart;            /* plays by private message */
    char source[HOST_SOURCE]; /* "" for the key. Not kept */
};

struct waiting {
    struct waiting *next;
    int64_t table;
    int count;
    struct waiter people[WAITING_MOST]; /* who came first stands first */
};

void waiting_fini(struct host *host);
/* After a restart lines of tables that are over end, and places of people whom nobody can know
   again. */
void waiting_tidy(struct host *host);

/* NULL if nobody waits. */
struct waiting *waiting_of(const struct host *host, int64_t table);
/* Under whichever of the linked identities. -1 if absent; `waiting` may be NULL. */
int waiting_place(const struct host *host, const struct waiting *waiting,
                  const struct heard *heard);
/* Who has as many places as there may be. */
enum waiting_bound { WAITING_FREE, WAITING_OF_PERSON, WAITING_OF_SOURCE, WAITING_OF_HOUSE };
enum waiting_bound waiting_bound(const struct host *host, int64_t table, const struct heard *heard);
/* As offer_names(). */
#define waiting_names(waiting) waiting_put_names(waiting, (char[WAITING_MOST * HOST_NAME]){0})
const char *waiting_put_names(const struct waiting *waiting /* or NULL */,
                              char out[WAITING_MOST * HOST_NAME]);

/* Or changes the wish; and takes somebody out. `done` may be NULL. */
struct seat_wish {
    const char *robot; /* or "" */
    bool is_apart;
};
void waiting_put(struct host *host, int64_t table, const struct heard *heard,
                 const struct seat_wish *wish, row_done *done, void *arg);
void waiting_take(struct host *host, struct waiting *waiting, int place, row_done *done, void *arg);
void waiting_forget(struct host *host, int64_t table);
/* The people go on waiting at the table that follows, but for those who sit there. */
void waiting_follow(struct host *host, int64_t table, const struct session *session);
void waiting_take_seated(const struct session *session); /* they wait no more */

/* The key has ended (NULL: all of the network), is another one, or names somebody else now. */
void waiting_gone(struct host *host, const struct host_port *port, const char *key);
void waiting_rebind(struct host *host, struct identity who, const char *lasting);
void waiting_rename(struct host *host, struct identity who, const char *name);
void waiting_forget_person(struct host *host, struct identity who);

/* Who may sit down at a table with this home now: in sight, and not banned. */
unsigned waiting_able(struct host *host, const struct waiting *waiting, const struct showing *home);
struct heard waiting_heard(const struct host *host, const struct waiter *waiter);
/* In the order of the line, of those in `may`; a wish counts as long as the robot has its seat.
   robots[] are names, or NULL. Puts who gets each seat, or -1; returns who gets none. */
unsigned waiting_share_out(const struct waiting *waiting, unsigned may,
                           const char *const robots[TABLE_SEATS], int who[TABLE_SEATS]);

#endif
