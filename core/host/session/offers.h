/* Offers of another game: what a table that is over was, so that the same people can go on with
   !again. Makes them, finds them, and keeps them in the settings of the store, a row for each;
   knows neither who is told nor how a table is opened (table/rematch.c). Bounded: one offer for
   each room where a table had its home, and OFFERS_MOST in all, where the oldest makes room;
   each ends OFFER_MS after the result, or when another table opens in its room. */
#ifndef OFFERS_H
#define OFFERS_H

#include "clock.h"
#include "game.h"
#include "identity.h"
#include "room.h"
#include "row.h"
#include "seat.h"

struct host;
struct session;

enum { OFFER_MS = 10 * 60 * 1000, OFFERS_MOST = 1000, OFFER_WORD = 16 };

/* A seat of the table that is over. */
struct offer_seat {
    bool is_person;
    bool is_apart; /* played by private message */
    /* a robot played for the person at the end: nobody waits for that person */
    bool is_away;
    bool has_said; /* the person wants another game */
    /* the hash of the person's cut of that game's deal; see seal_luck_has_cut() */
    unsigned char cut[LUCK_CUT];
    /* counts the cuts of all from 1; how often the person has cut, which is not kept */
    int cut_number, cuts;
    enum robot_level level;
    const struct host_port *port; /* of a person */
    char key[HOST_KEY], name[HOST_NAME];
    char word[OFFER_WORD]; /* the seat word at the new table, until it is told; never kept */
};

struct offer {
    struct offer *next;
    int64_t table;  /* that is over */
    int64_t opened; /* the table that it has become, once that is being saved; 0 before */
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
    int first;                /* the seat that is to begin */
    /* of the new table, sealed with the first yes; without a secret before and after that */
    struct lot lot;
    int next_room; /* which of its rooms the new table comes to next */
    int room_count, seat_count;
    struct showing rooms[SESSION_SHOWN]; /* network and name alone; its home first */
    struct offer_seat seats[TABLE_SEATS];
};

/* Offers another game of this table, whose match is over. It is on its way to the store before
   anything that is saved later. Not for a lesson. */
void offers_make(struct session *session);
/* Reads a setting of the store. False if it is no offer. */
bool offers_load(struct host *host, const char *key, const char *value);
void offers_fini(struct host *host);

/* The offer of the table with this number; the one in this room, of which it may be a guest.
   NULL if absent. */
struct offer *offers_of(const struct host *host, int64_t table);
struct offer *offers_in(const struct host *host, const char *network, const char *room);
/* The latest one where the person had a seat. NULL if absent. */
struct offer *offers_of_person(const struct host *host, const struct heard *heard);
/* The table that it has become, also while that is being saved. NULL if absent: also if it could
   not be saved. */
const struct session *offer_table(const struct host *host, const struct offer *offer);
/* The seat that the person had, under whichever of the linked identities. -1 if absent. */
int offer_seat_of(const struct host *host, const struct offer *offer, const struct heard *heard);

/* Who wants another game, who may still say so, who sits at the next table, robots too. */
typedef bool offer_seat_test(const struct offer_seat *seat);
bool offer_seat_is_person(const struct offer_seat *seat);
bool offer_seat_has_said(const struct offer_seat *seat);
bool offer_seat_is_awaited(const struct offer_seat *seat);
bool offer_seat_plays(const struct offer_seat *seat);
int offer_count(const struct offer *offer, offer_seat_test *is_meant);
int offer_last_cut(const struct offer *offer); /* its number; 0 if nobody cut */
/* Their names with line ends between, as view_string() takes several people. */
#define offer_names(offer, is_meant)                                                               \
    offer_put_names(offer, is_meant, (char[TABLE_SEATS * HOST_NAME]){0})
const char *offer_put_names(const struct offer *offer, offer_seat_test *is_meant,
                            char out[TABLE_SEATS * HOST_NAME]);

/* done may be NULL */
void offer_save(struct host *host, const struct offer *offer, row_done *done, void *arg);
void offer_forget(struct host *host, struct offer *offer);
/* The table that an offer has become has begun its game. Who waits for a seat goes on waiting
   there. */
void offers_begun(const struct session *session);
/* Another table has the room: what was offered there has ended, unless it has become a table
   elsewhere. */
void offers_forget_in(struct host *host, const struct session *session);
/* The person is being forgotten: what was offered to them and others has ended. */
void offers_forget_person(struct host *host, struct identity who);

#endif
