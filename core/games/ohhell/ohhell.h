/* What the rules and the data of Oh Hell share: its zones, registers, options and sentences by
   number. Its cards are those of suits.h. A deal is a game, and the evening a match. */
#ifndef OHHELL_H
#define OHHELL_H

#include "game.h"
#include "suits.h"

enum { OH_CARDS_MOST = 13 };

/* Zones: of the table, then of a seat. */
enum { OH_DECK, OH_TRUMP, OH_TRICK, OH_PLAYED, OH_SHARED_ZONES };
enum { OH_HAND, OH_SEAT_ZONES };

enum ohhell_verb { OH_BID, OH_PLAY, OH_VERBS };

/* table.phase */
enum { OH_TO_BID, OH_TO_PLAY };

/* Registers: of the table, how many cards were dealt to each; and of a seat, its bid + 1 among
   them. */
enum { OH_CARDS };
enum { OH_VOIDS, OH_BIDS, OH_TRICKS };

enum ohhell_option { OH_DEALS, OH_MOST, OH_HOOK, OH_SCORE, OH_OPTIONS };
enum { OH_DEALS_DOWN, OH_DEALS_UP, OH_DEALS_BOTH, OH_DEALS_ONE };
enum { OH_HOOK_ON, OH_HOOK_OFF };
enum { OH_SCORE_EXACT, OH_SCORE_TRICKS, OH_SCORE_MINUS };
enum { OH_MOST_LEAST = 1, OH_MOST_AUTO = OH_MOST_LEAST - 1 };

enum ohhell_sentence { OH_SAY_BID, OH_SAY_PLAY, OH_SAY_TAKE, OH_SENTENCES };

GAME_FUNCTIONS(ohhell);
game_discloses ohhell_discloses;
game_excludes ohhell_excludes;
game_length ohhell_length;

#endif
