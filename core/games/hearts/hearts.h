/* What the rules and the data of Hearts share: its zones, verbs, options and sentences by number.
   Its cards are those of suits.h. */
#ifndef HEARTS_H
#define HEARTS_H

#include "game.h"
#include "suits.h"

/* Zones: of the table, then of a seat. */
enum { HE_DECK, HE_OUT, HE_TRICK, HE_SHARED_ZONES };
enum { HE_HAND, HE_ASIDE, HE_TAKEN, HE_SEAT_ZONES };

enum hearts_verb { HE_PASS, HE_TAKE, HE_PLAY, HE_VERBS };

/* table.phase */
enum { HE_TO_PLAY, HE_TO_PASS };

/* Registers of the table. */
enum {
    HE_WAY,    /* where cards are passed, as long as they are */
    HE_LEADER, /* who led this trick */
    HE_BROKEN  /* 1: hearts may be led */
};
enum { HE_NOWHERE, HE_LEFT, HE_RIGHT, HE_ACROSS };

/* And of a seat. */
enum { HE_VOIDS, HE_POINTS };

enum hearts_option {
    HE_PASSING,
    HE_CLEAN,
    HE_QUEEN,
    HE_JACK,
    HE_MOON,
    HE_MATCH,
    HE_TIE,
    HE_OPTIONS
};
enum { HE_MOON_OTHERS, HE_MOON_SHOOTER, HE_MOON_OFF };
enum { HE_TIE_ON, HE_TIE_SHARED };

enum {
    HE_TWO_OF_CLUBS = SUITS_CLUBS * SUITS_RANKS,
    HE_TWO_OF_DIAMONDS = SUITS_DIAMONDS * SUITS_RANKS,
    HE_JACK_OF_DIAMONDS = SUITS_DIAMONDS * SUITS_RANKS + SUITS_JACK,
    HE_QUEEN_OF_SPADES = SUITS_SPADES * SUITS_RANKS + SUITS_QUEEN
};

enum { HE_MATCH_DEAL, HE_MATCH_50, HE_MATCH_100 };

enum hearts_sentence {
    HE_SAY_PASS,
    HE_SAY_READY,
    HE_SAY_TAKE_BACK,
    HE_SAY_NOT_READY,
    HE_SAY_GET,
    HE_SAY_PASSED,
    HE_SAY_FIRST,
    HE_SAY_PLAY,
    HE_SAY_TAKE,
    HE_SAY_TAKE_POINTS,
    HE_SENTENCES
};

GAME_FUNCTIONS(hearts);
game_discloses hearts_discloses;
game_ends hearts_ends;

#endif
