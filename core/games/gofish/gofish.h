/* What the rules and the data of Go Fish share: its faces, zones, registers, options and sentences
   by number. A face is a rank, for suits do not matter: four equal cards of each. */
#ifndef GOFISH_H
#define GOFISH_H

#include "game.h"

enum { GF_RANKS = 13, GF_BOOK = 4 };

/* Zones: of the table, then of a seat. */
enum {
    GF_STOCK,
    GF_SHOWN, /* a card passes here from hand to hand, so that everybody sees it */
    GF_LAID,  /* of each book all cards but one, which lies before its owner */
    GF_SHARED_ZONES
};
enum { GF_HAND, GF_BOOKS, GF_SEAT_ZONES };

enum { GF_ASK };

/* Registers of a seat: 1 + the rank that it asked for last, 0 once its cards are gone; and ranks,
   as bits, of which everybody knows that its hand holds a card, or none, or held none when it was
   asked last. */
enum { GF_ASKED, GF_HOLDS, GF_LACKS, GF_LACKED };

enum gofish_option { GF_AGAIN, GF_MATCH, GF_OPTIONS };
enum { GF_AGAIN_DRAWN, GF_AGAIN_ASKED };

enum gofish_sentence {
    GF_SAY_ASK,
    GF_SAY_GET,
    GF_SAY_FISH,
    GF_SAY_CATCH,
    GF_SAY_NOTHING,
    GF_SAY_BOOK,
    GF_SAY_EMPTY,
    GF_SENTENCES
};

GAME_FUNCTIONS(gofish);
game_discloses gofish_discloses;
game_remark gofish_remark;

#endif
