/* What the rules and the data of Last Card agree on: its zones, verbs and sentences by number. Its
   cards are those of suits.h. */
#ifndef LASTCARD_H
#define LASTCARD_H

#include "game.h"
#include "suits.h"

enum { LC_DEALT = 5, LC_HAND_MOST = 20 }; /* LC1, LC2 */

/* Zones: of the table, then of a seat. */
enum { LC_STOCK, LC_PILE, LC_SHARED_ZONES };
enum { LC_HAND, LC_SEAT_ZONES };

/* Of the table: how many have passed in a row. */
enum { LC_PASSED };

enum lastcard_verb { LC_PLAY, LC_DRAW, LC_PASS, LC_VERBS };

enum lastcard_sentence { LC_SAY_PLAY, LC_SAY_DRAW, LC_SAY_PASS, LC_SENTENCES };

GAME_FUNCTIONS(lastcard);

#endif
