/* What the rules and the data of Spades share: its zones, verbs, options and sentences by number.
   Its cards are those of suits.h. */
#ifndef SPADES_H
#define SPADES_H

#include "game.h"
#include "suits.h"

enum { SP_SEATS = 4, SP_CARDS = 13 };

/* Zones: of the table, then of a seat. */
enum { SP_DECK, SP_TRICK, SP_PLAYED, SP_SHARED_ZONES };
enum { SP_HAND, SP_UNSEEN, SP_SEAT_ZONES };

enum spades_verb { SP_BID, SP_BLIND, SP_LOOK, SP_PLAY, SP_VERBS };

/* table.phase */
enum { SP_TO_BID, SP_TO_PLAY };

/* Registers of the table. */
enum {
    SP_LEADER, /* who led this trick */
    SP_BROKEN  /* 1: spades may be led */
};

/* And of a seat: 1 + the bid, and whether it was bid before the cards were seen. */
enum { SP_VOIDS, SP_BID_IS, SP_TRICKS, SP_WAS_BLIND };

enum spades_option { SP_BLIND_NIL, SP_BAGS, SP_FAILED, SP_MATCH, SP_OPTIONS };
enum { SP_MATCH_DEAL, SP_MATCH_200, SP_MATCH_300, SP_MATCH_500 };
enum { SP_BLIND_NO, SP_BLIND_YES };
enum { SP_BAGS_COST, SP_BAGS_OFF };
enum { SP_FAILED_BAGS, SP_FAILED_HELP };

enum spades_sentence {
    SP_SAY_BID,
    SP_SAY_NIL,
    SP_SAY_BLIND,
    SP_SAY_LOOK,
    SP_SAY_PLAY,
    SP_SAY_TAKE,
    SP_SENTENCES
};

GAME_FUNCTIONS(spades);
game_discloses spades_discloses;
game_partners spades_partners;
game_ends spades_ends;

#endif
