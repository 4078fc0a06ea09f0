/* What the rules and the data of Goofspiel agree on: its faces, zones, verbs and sentences by
 * number. */
#ifndef GOOFSPIEL_H
#define GOOFSPIEL_H

#include "game.h"

/* A face is suit * GS_RANKS + rank: the suits of the two seats, then the prizes. */
enum { GS_RANKS = 7, GS_PRIZES = 2 * GS_RANKS, GS_FACES = 3 * GS_RANKS };

/* Zones: of the table, then of a seat. */
enum { GS_PILE, GS_PRIZE, GS_PLAYED, GS_SHARED_ZONES };
enum { GS_HAND, GS_BID, GS_WON, GS_SEAT_ZONES };

enum goofspiel_verb { GS_LAY, GS_VERBS };

enum goofspiel_sentence {
    GS_SAY_LAY,
    GS_SAY_BIDS,
    GS_SAY_WINS,
    GS_SAY_NOBODY,
    GS_SAY_PRIZE,
    GS_SENTENCES
};

GAME_FUNCTIONS(goofspiel);

#endif
