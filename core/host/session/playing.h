/* What is played at a table: the current game of the match, and the standing of the match. A
   plain value: a trial copies it. A session and the steps that can be taken back hold it without
   the places of cards that their game does not have, so only its used bytes are ever copied. */
#ifndef PLAYING_H
#define PLAYING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "luck.h"

struct playing {
    int game_number; /* of the match, from 1; 0 before the first */
    int begins;      /* the seat that began this game */
    int seats;
    /* games of the match that did not count, and those since the latest that did */
    int shared, shared_in_row;
    int wins[TABLE_SEATS];      /* of the match */
    int points[TABLE_SEATS];    /* of the match */
    int decisions[TABLE_SEATS]; /* moves of each seat, in all games */
    bool is_over;               /* the match is over */
    int lesson_step;            /* how many steps of the lesson were played (roygbiv.h) */
    struct lot lot;
    unsigned char key[LUCK_KEY]; /* of this game's luck */
    uint64_t draws;              /* of this game so far */
    /* by the latest move: the viewers who see a face that they did not see before */
    unsigned learned;
    struct ruleset rules;
    struct table table; /* last: a copy stops behind its used part */
};

/* Up to the end of the table's used part. */
static inline size_t playing_bytes(const struct playing *playing)
{
    return offsetof(struct playing, table) + table_bytes(&playing->table);
}

static inline void playing_copy(struct playing *to, const struct playing *from)
{
    memcpy(to, from, playing_bytes(from));
}

/* No longer than its used bytes; for free(). */
static inline struct playing *playing_new_copy(const struct playing *playing)
{
    struct playing *copy = malloc(playing_bytes(playing));
    check(copy);
    playing_copy(copy, playing);
    return copy;
}

/* The latest start or move of a record, for readers of records (tools/). */
struct step {
    int seat;      /* SEAT_NONE for a start */
    bool is_ahead; /* the person had said it in advance: the input was somebody else's */
    struct move move;
    struct chance chance;
    struct events events;
};

#endif
