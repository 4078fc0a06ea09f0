/* Open seats: a table that looks for players stands under a number in the list of the house, and
   "join NUMBER" comes to it from anywhere (seeking.c). A seek is a row of the store, which all
   processes read. It says who offers the seats, which nobody is shown: for who blocks that person,
   and whom that person blocks (blocks.h), and for who is banned there, the number is not there. It
   ends when its seats are closed, or with robots that hold them when the last game is over; with
   its table, after a day, or when it is taken back. Its number comes again after a day at the
   earliest, and how its table came out is known for a day, for rooms where it was offered. Bounded:
   one of a person, SEEKS_OF_ROOM of a room and its threads, and each network its part of
   SEEKS_MOST. Does not know who hears of it. */
#ifndef SEEK_H
#define SEEK_H

#include <stdint.h>

#include "heard.h"
#include "row.h"
#include "session.h"

struct prose;

enum { SEEKS_MOST = 500, SEEKS_OF_ROOM = 20 };

struct seek {
    struct seek *next; /* by number */
    int64_t number, table;
    int64_t since, until; /* by the wall clock, in ms */
    int64_t known_at;     /* since when this process knows it, likewise */
    char network[HOST_NETWORK], game[HOST_NAME];
    char room[HOST_ROOM];                 /* where its bans hold; "" in private */
    char pace[HOST_NAME];                 /* "live" */
    char on[HOST_NETWORK], key[HOST_KEY]; /* who offers it; "" if unknown */
    int seated, seats, free; /* people; the most there can be; those that can be had now */
    bool has_robots;         /* robots hold seats, also when it has begun */
    /* only its number is kept, for a while; and the table, while that is played; once it is over
       (is_over), how many people played, and the points that won, or -1 */
    bool is_gone, is_over;
    int played, points;
};

extern const struct row_kind seek_row;
void seek_learn(struct host *host, int64_t number, const char *value);
void seek_fini(struct host *host);
/* Ends those whose time is over, and what a kill has left behind. */
void seek_tick(struct host *host);
void seek_recovered(struct host *host); /* tables are back */

/* Of "7" or "-7": NULL if none has the number any more. */
const struct seek *seek_find(const struct host *host, const char *words);
const struct seek *seek_of(const struct session *session); /* NULL if it looks for nobody */
/* Offered by the person. NULL if none is. */
const struct seek *seek_of_person(const struct host *host, struct identity who);
/* The person may see it and sit down there. To anybody else it is not there. */
bool seek_is_for(struct host *host, const struct seek *seek, const struct heard *heard);
/* The person, under whichever of the linked identities, offers it. */
bool seek_is_by(const struct host *host, const struct seek *seek, struct identity who);
/* It has a free seat. */
bool seek_is_open(const struct host *host, const struct seek *seek);
/* The table, which was opened by `heard`, looks for players from now on; they are told. */
void seek_begin(struct session *session, const struct heard *heard, bool has_robots);
/* The person goes by the lasting key from now on. */
void seek_rebind(struct host *host, struct identity who, const char *lasting);
/* The list says how the table is now. */
void seek_note(struct session *session);
/* Nobody has sat down for a while, and nobody chose its clock. */
bool seek_turns_slow(const struct session *session);
/* It is taken back, or its table goes; does nothing without a seek. */
void seek_end(const struct session *session);
/* Its match is over, and the result is about to be told. */
void seek_over(const struct session *session);

/* "7 Coloretto on irc:libera, slow, 2 of 4 sit", behind others. */
void seek_put(const struct seek *seek, struct prose *out);
/* "7 Coloretto on irc:libera (3 people, 44 points won)", behind others, of one that is over. */
void seek_put_over(const struct seek *seek, struct prose *out);
/* Puts the first of those that the person may take. Returns how many there are. */
int seek_list(struct host *host, const struct heard *heard, const struct seek **out, int most);

/* ---- commands (seeking.c) ---- */

/* "7", "7 cut=words"; "-7" gives up a robot's seat that was to come. */
bool seeking_is_number(const char *words);
void seeking_join(struct host *host, const struct heard *heard, const char *words);

#endif
