/* What the rules and the data of Mau-Mau share: its zones, verbs, options and sentences by
   number. Its cards are those of suits.h. */
#ifndef MAUMAU_H
#define MAUMAU_H

#include "game.h"
#include "suits.h"

enum { MM_HAND_MOST = 18 }; /* MM4 */

/* Zones: of the table, then of a seat. */
enum { MM_STOCK, MM_PILE, MM_SHARED_ZONES };
enum { MM_HAND, MM_LEFT, MM_SEAT_ZONES };

enum maumau_verb { MM_PLAY, MM_DRAW, MM_PASS, MM_CALL, MM_MAU, MM_VERBS };

/* Behind a card: a suit, or that no suit is named but "mau" is said. */
enum { MM_SAID_MAU = SUITS_COUNT, MM_SAID };

/* Registers of the table. */
enum {
    MM_WISH,   /* 1 + the suit that was named */
    MM_OWED,   /* cards that the next player draws, for sevens */
    MM_BACK,   /* 1: play goes round the other way */
    MM_FREE,   /* 1: anything may be played on the card that was turned up */
    MM_TURNED, /* how often the pile was shuffled */
    MM_STUCK,  /* turns in a row in which nothing could be played or drawn */
    MM_FORGOT  /* 1 + the seat that did not say mau, until the next move */
};

/* And of a seat: the slot of the card that was drawn, while it may be played; else 0. */
enum { MM_DREW };

enum maumau_option {
    MM_RULES,
    MM_CARDS,
    MM_DECK,
    MM_DRAWING,
    MM_EFFECTS,
    MM_WISHES,
    MM_REWISH,
    MM_ZERO,
    MM_ANNOUNCE,
    MM_MATCH,
    MM_OPTIONS
};
enum { MM_RULES_MAUMAU, MM_RULES_CRAZYEIGHTS };
enum { MM_DECK_AUTO, MM_DECK_32, MM_DECK_52, MM_DECK_104 };
enum { MM_DRAWING_PLAY, MM_DRAWING_WAIT, MM_DRAWING_FIT };
enum {
    MM_EFFECT_SEVENS,
    MM_EFFECT_STACK,
    MM_EFFECT_EIGHTS,
    MM_EFFECT_NINES,
    MM_EFFECT_ACES,
    MM_EFFECT_START
};
enum {
    MM_EFFECTS_STANDARD = 1 << MM_EFFECT_SEVENS | 1 << MM_EFFECT_STACK | 1 << MM_EFFECT_EIGHTS |
                          1 << MM_EFFECT_NINES | 1 << MM_EFFECT_START
};
enum { MM_WISHES_JACKS, MM_WISHES_EIGHTS, MM_WISHES_NONE };
enum { MM_CARDS_LEAST = 4, MM_CARDS_AUTO = MM_CARDS_LEAST - 1 };

enum maumau_sentence {
    MM_SAY_PLAY,
    MM_SAY_WISH,
    MM_SAY_DRAW,
    MM_SAY_DRAW_OWED,
    MM_SAY_PASS,
    MM_SAY_SKIP,
    MM_SAY_ANEW,
    MM_SAY_LEFT,
    MM_SAY_MAU,
    MM_SAY_MAU_MAU,
    MM_SAY_FORGOT,
    MM_SAY_CALL,
    MM_SAY_DRAW_CALLED,
    MM_SENTENCES
};

GAME_FUNCTIONS(maumau);
game_excludes maumau_excludes;
game_discloses maumau_discloses;
game_ends maumau_ends;
game_claims maumau_claims;

#endif
