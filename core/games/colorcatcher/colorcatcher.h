/* What the rules and the data of Color Catcher share: its faces, zones, verbs, registers and
   sentences by number. */
#ifndef COLORCATCHER_H
#define COLORCATCHER_H

#include "game.h"

enum {
    CC_COLOURS = 7,
    CC_COPIES = 6,
    CC_EFFECTS = 6,
    CC_EFFECT_COPIES = 2,
    CC_DEALT = 5,
    CC_HAND_LIMIT = 7
};
enum { CC_SET_CARDS = 3, CC_SETS = 3, CC_SEATS_MAX = 4 };

/* A face is a colour, in the order of the tracker's circle, or an effect. */
enum { CC_RED, CC_VIOLET = CC_COLOURS - 1 };
enum {
    CC_CHANGE = CC_COLOURS,
    CC_STEAL_PUBLIC,
    CC_SWEEP,
    CC_PICK,
    CC_PICK_EFFECT,
    CC_TWO_SETS,
    CC_FACES
};

/* Zones: of the table, then of a seat. */
enum { CC_DECK, CC_DISCARDS, CC_PILE, CC_USED, CC_SHARED_ZONES };
/* colours in the hand, effects in the hand, public colours */
enum { CC_HAND, CC_HELD, CC_SHOWN, CC_SEAT_ZONES };

/* Phases. Effects come before drawing or stealing, in the same phase. */
enum colorcatcher_phase {
    CC_ACT,
    CC_AFTER_DRAW,
    CC_EXPOSE,
    CC_EXPOSE_SECOND,
    CC_TRIM,
    CC_WINNER_TRIM,
    CC_WINNER_NAMES
};

/* Shared registers. `turn` is the seat that acts: also the round's winner, who is seldom the
   next seat. */
enum {
    CC_DOMINANT,
    CC_ROUND, /* from 1 */
    CC_LAST,  /* the round that ends the game, 0: not set */
    CC_FIRST, /* the seat that began this round */
    CC_TWO,   /* Expose Two Sets was played this turn */
    CC_SHOWS, /* 1 + the colour exposed this turn, 0: not yet exposed */
    CC_ANY    /* any card of the discard pile can be drawn: the board shows them all */
};

/* The verbs of effects stand first, in the order of their faces. */
enum colorcatcher_verb {
    CC_EFFECT_CHANGE,
    CC_EFFECT_STEAL,
    CC_EFFECT_SWEEP,
    CC_EFFECT_PICK,
    CC_EFFECT_PICKFX,
    CC_EFFECT_TWO,
    CC_DRAW,
    CC_DRAW_DISCARD,
    CC_STEAL,
    CC_SKIP,
    CC_KEEP,
    CC_DISCARD,
    CC_SHOW,
    CC_DONE,
    CC_NAME,
    CC_VERBS
};

enum colorcatcher_option {
    CC_OPTION_EXPOSE,
    CC_OPTION_ROUNDS,
    CC_OPTION_ZERO_WINS,
    CC_OPTION_STEAL_TO,
    CC_OPTION_DISCARD_PICK,
    CC_OPTIONS
};
enum { CC_EXPOSE_MUST, CC_EXPOSE_MAY };
enum { CC_ROUNDS_AUTO = -1, CC_ROUNDS_MOST = 99 };
enum { CC_ZERO_WINS_YES, CC_ZERO_WINS_NO };
enum { CC_STEAL_TO_HAND, CC_STEAL_TO_TABLE };
enum { CC_DISCARD_PICK_TOP, CC_DISCARD_PICK_ANY };

enum colorcatcher_sentence {
    CC_SAY_CHANGE,
    CC_SAY_PLAY,
    CC_SAY_TWO,
    CC_SAY_TO_TABLE,
    CC_SAY_SWEEP,
    CC_SAY_PICK,
    CC_SAY_DRAW,
    CC_SAY_TAKE,
    CC_SAY_STEAL,
    CC_SAY_SKIP,
    CC_SAY_KEEP,
    CC_SAY_DISCARD,
    CC_SAY_SHOW,
    CC_SAY_DONE,
    CC_SAY_RESHUFFLE,
    CC_SAY_RESHUFFLE_EFFECTS,
    CC_SAY_THREE_SETS,
    CC_SAY_TIE,
    CC_SAY_ROUND_WON,
    CC_SAY_ROUND_NO_EFFECT,
    CC_SAY_TAKES_BACK,
    CC_SAY_ROUND_NOBODY,
    CC_SAY_NAME,
    CC_SAY_BEGINS,
    CC_SAY_LAST_ROUND,
    CC_SENTENCES
};

static inline int zone_of(int seat, int zone)
{
    return CC_SHARED_ZONES + seat * CC_SEAT_ZONES + zone;
}

/* The game's words are the colours, then the words for a decision at distance 1, 2 and 3. */
enum { CC_WORD_TIE = CC_COLOURS, CC_WORDS = CC_WORD_TIE + CC_COLOURS / 2 };

GAME_FUNCTIONS(colorcatcher);
game_remark colorcatcher_remark;
game_value colorcatcher_value;

/* ---- who is ahead: sets, and the winner of a round (rules.c) ---- */

/* How many cards of each colour lie in a zone of colours with visible faces. */
static inline void colorcatcher_count(const struct table *t, int zone, int counts[CC_COLOURS])
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        counts[colour] = 0;
    for (int i = t->first[zone]; i < t->first[zone + 1]; i++)
        counts[t->cards[i].face]++;
}

/* Public sets of three or more. */
int colorcatcher_sets(const struct table *t, int seat);

/* Public cards, not more than three of a colour. */
int colorcatcher_towards_sets(const struct table *t, int seat);

/* The winner of the round (SEAT_NONE: nobody), and how far from the dominant colour it was
   decided. */
int colorcatcher_round_winner(const struct ruleset *rules, const struct table *t, int *distance);

#endif
