/* What the rules, the data and the robot of ROYGBIV share: faces, marks, zones, registers, verbs
   and sentences by number, and the functions that read the row. */
#ifndef ROYGBIV_H
#define ROYGBIV_H

#include "game.h"

/* A face is one of the seven colours, in the order of the circle, or a special card. */
enum { RO_COLOURS = 7, RO_BOW = RO_COLOURS, RO_POT, RO_UNICORN, RO_FACES };
enum { RO_HAND_CARDS = 7, RO_CENTRE_CARDS = 3, RO_DECK_CARDS = 63 };

/* The mark of a card in the row: of a RAINBOW the colour that was declared, of a special card
   turned up from the pile the default colour. A played Gold Pot or Unicorn has no mark. In a
   collection: the number of the rainbow. */
enum {
    RO_MARK_DECLARED = 1,
    RO_MARK_FLIPPED = RO_MARK_DECLARED + RO_COLOURS,
    RO_MARKS = RO_MARK_FLIPPED + RO_COLOURS
};

/* Zones: of the table, then of a seat. */
enum { RO_PILE, RO_ROW, RO_SHARED_ZONES };
enum { RO_HAND, RO_DECK, RO_COLLECTED, RO_SEAT_ZONES };

/* Registers of the table. */
enum {
    RO_DEFAULT,  /* the default colour + 1; 0 before it is drawn */
    RO_REVERSED, /* the row is built to the left */
    RO_PASSES,   /* turns: passes in a row */
    RO_FREE,     /* RO_FREE_ANY, RO_FREE_FITTING, or 0: who can may pass */
    RO_OWES,     /* 1 + the seat that completed the whole row, and alone may begin a new row */
    RO_PLAYED,   /* turns: cards played this turn */
    RO_RAINBOWS  /* completed so far */
};

/* Who can must play: any colour if none fits, for nobody could go on and the pile is empty
   (RO19); or only what fits, for everybody has passed twice although somebody could play (RO18). */
enum { RO_FREE_ANY = 1, RO_FREE_FITTING };

/* Registers of a seat. */
enum { RO_LEPRECHAUN /* its colour + 1; 0: not chosen yet */ };

enum { RO_PHASE_PLAY, RO_PHASE_CHOOSE };

enum roygbiv_verb {
    RO_PLAY,
    RO_RAINBOW,
    RO_PLAY_POT,
    RO_PLAY_UNICORN,
    RO_DONE,
    RO_PASS,
    RO_CHOOSE,
    RO_OPEN,
    RO_VERBS
};

enum roygbiv_option {
    RO_MODE,
    RO_LEP,
    RO_RAINBOWS_AS,
    RO_BEGIN_TIMER,
    RO_TIE,
    RO_FLIP,
    RO_OPTIONS
};
enum { RO_MODE_TURNS, RO_MODE_FRENZY };
enum { RO_LEP_RANDOM, RO_LEP_CHOOSE };
enum { RO_BOW_NEIGHBOUR, RO_BOW_ANY };
enum { RO_TIE_SHARED, RO_TIE_RAINBOWS };
enum { RO_FLIP_PASSES, RO_FLIP_UNABLE };

enum roygbiv_sentence {
    RO_SAY_CHOOSE,
    RO_SAY_DEALT,
    RO_SAY_FIRST,
    RO_SAY_FIRST_SPECIAL,
    RO_SAY_PLAY,
    RO_SAY_DECLARE,
    RO_SAY_FREE_CARD,
    RO_SAY_REVERSE,
    RO_SAY_WHOLE,
    RO_SAY_PART,
    RO_SAY_LONG,
    RO_SAY_DONE,
    RO_SAY_DONE_OWING,
    RO_SAY_PASS,
    RO_SAY_FLIP,
    RO_SAY_FLIP_SPECIAL,
    RO_SAY_FREE,
    RO_SAY_MUST,
    RO_SAY_ABLE,
    RO_SAY_ABLE_AGAIN,
    RO_SAY_CANNOT_BEGIN,
    RO_SAY_OPEN,
    RO_SAY_DRAW,
    RO_SAY_OUT,
    RO_SAY_STUCK_END,
    RO_SENTENCES
};

/* RO4: points of a rainbow, cards of the own leprechaun's colour counting two. RO25: seven cards
   or more double it. */
static inline int rainbow_points(int cards, int own)
{
    return (cards + own) * (cards >= 7 ? 2 : 1);
}

/* Turns up the next card of the pile at the building end (RO13). A special card has its own
   sentence. */
void roygbiv_flip(struct play *play, int say, int say_special, int seat, int arg);

/* RO17, frenzy: turns cards up until somebody can play. */
void roygbiv_go_on(struct play *play);

/* ---- the contract ---- */

int roygbiv_discloses(const struct ruleset *rules, const struct table *before, int seat,
                      const struct move *move);
bool roygbiv_is_real_time(const struct ruleset *rules);
struct alarm roygbiv_alarm(const struct ruleset *rules, const struct sight *sight);

GAME_FUNCTIONS(roygbiv);
game_remark roygbiv_remark;
moment_test roygbiv_is_longest;

/* ---- the row: pure readers, for truth and sight alike ---- */

enum { RO_COLOUR_NEITHER = -1 }; /* of a played Gold Pot or Unicorn */

/* The colour that a card of the row counts as. */
static inline int roygbiv_colour(const struct card *card)
{
    if (card->face < RO_COLOURS)
        return card->face;
    return card->as ? (card->as - 1) % RO_COLOURS : RO_COLOUR_NEITHER;
}

enum { RO_ALL_COLOURS = (1 << RO_COLOURS) - 1 };

/* Bits of the two neighbours of a colour on the circle; violet and red are neighbours (RO1). */
static inline unsigned roygbiv_neighbours(int colour)
{
    unsigned own = 1u << colour;
    return (own << 1 | own >> 1 | own << (RO_COLOURS - 1) | own >> (RO_COLOURS - 1)) &
           RO_ALL_COLOURS;
}

/* The colour to build from, and the colour that completes; the row must not be empty, and so
   holds a colour. */
int roygbiv_last(const struct table *t);
int roygbiv_goal(const struct table *t);

#endif
