/* What is played at a table: the game of the match that is on, and how the match stands. A plain value: work copies it. */
#ifndef PLAYING_H
#define PLAYING_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "luck.h"

struct playing {
    int game_number; /* of the match, from 1; 0: not begun */
    int begins;      /* who began this game */
    int seats;
    int wins[TABLE_SEATS];      /* of the match; shared wins count for each */
    int points[TABLE_SEATS];    /* of the match */
    int decisions[TABLE_SEATS]; /* moves of each seat, in all games */
    bool is_over;               /* the match */
    struct lot lot;
    unsigned char key[LUCK_KEY]; /* of this game's luck */
    uint64_t draws;              /* of this game so far */
    struct ruleset rules;
    struct table table; /* last: copies stop at the used part */
};

/* The latest start or move of a record, for readers of records (tools/). */
struct step {
    int seat; /* SEAT_NONE: a start */
    struct move move;
    struct chance chance;
    struct events events;
};

#endif
