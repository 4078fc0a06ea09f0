/* Who sits where at a table, and what the host knows of them there. Knows no table. */
#ifndef SEAT_H
#define SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "luck.h"

enum { ROOM_HASH = 32 }; /* bytes of a link of the chain, and of the hash of a seat word */

enum seat_kind { SEAT_PERSON, SEAT_ROBOT };
enum robot_level { ROBOT_RANDOM, ROBOT_GREEDY, ROBOT_LEVELS };
enum { ROBOT_PACE_MS = 4000 }; /* in games of real time: a card every so often */
extern const char *const robot_levels[ROBOT_LEVELS];
int robot_level_of(const char *word); /* -1: there are no such robots */

/* Who sits where. In the lobby seats are in the order of joining, from the start of a game in the order of play. */
struct seat {
    enum seat_kind kind;
    enum robot_level level; /* SEAT_ROBOT, and while a robot plays for somebody who left */
    bool is_left;           /* the person left; a robot plays until they return */
    bool is_given;          /* others gave the seat to the robot: the first word of the person takes it back */
    bool is_opener;
    bool is_ready;    /* said start at a full table; not kept over a restart */
    bool is_detached; /* out of sight without proof of who comes back: waits for the seat word */
    bool has_word;
    bool has_old_word;             /* the one before is still taken: the new one may not have been told */
    int person;                    /* SEAT_PERSON: the number in the record */
    char key[HOST_KEY];            /* SEAT_PERSON: who; ends with the connection where keys do not last */
    char called[HOST_NAME];        /* by the network; a robot by us */
    char name[HOST_NAME];          /* at this table, where no two people have the same (names.c) */
    char next_name[HOST_NAME];     /* that is not saved yet; or "" */
    char next_key[HOST_KEY];       /* likewise */
    unsigned char word[ROOM_HASH]; /* hash of the seat word */
    unsigned char old_word[ROOM_HASH];
    unsigned char cut[LUCK_CUT]; /* luck_has_cut(): the hash of what the person cut with */
    int cut_number;              /* which cut of the table that was, from 1 */
    int cuts;                    /* how often the person has cut */
    int64_t heard_at; /* when the person last said or pressed something here, or sat down; not kept over a restart */
    int64_t gone_at;  /* is_detached: since when */
    int64_t word_at;  /* when the person asked for a new seat word; 0: not since the restart */
};

struct session;

/* That somebody may have a seat at a table: found by the person's key. Who has one says the room. */
struct sitting {
    struct sitting *next;
    struct session *session;
    unsigned bucket;
};

#endif
