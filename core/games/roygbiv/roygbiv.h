/* What the rules, the data and the robot of ROYGBIV agree on: faces, marks, zones, registers, verbs and sentences by
   number, and how the row is read. Rules: rules.c (what may be played and what it does), deal.c (how a game begins),
   row.c (the row); words and board: roygbiv.c; topics.c explains the game. */
#ifndef ROYGBIV_H
#define ROYGBIV_H

#include "game.h"

/* A face is one of the seven colours, in the order of the circle, or a special card. */
enum { COLOURS = 7, BOW = COLOURS, POT, UNICORN, FACES };
enum { HAND_CARDS = 7, CENTRE_CARDS = 3, DECK_CARDS = 63 };

/* What a card of the row is marked with: a RAINBOW with the colour it was declared as, a special card that was turned up
   from the pile with the default colour. A played Gold Pot or Unicorn has no mark. In a collection: the number of the
   rainbow. */
enum { MARK_DECLARED = 1, MARK_FLIPPED = MARK_DECLARED + COLOURS, MARKS = MARK_FLIPPED + COLOURS };

/* Zones: of the table, then of a seat. */
enum { PILE, ROW, SHARED_ZONES };
enum { HAND, DECK, COLLECTED, SEAT_ZONES };

/* Registers of the table. */
enum {
    DEFAULT,  /* the default colour + 1; 0 before it is drawn */
    REVERSED, /* the row is built to the left */
    PASSES,   /* turns: passes in a row */
    FREE,     /* nobody could go on and the pile is empty: somebody must play, if need be any colour (RO19) */
    OWES,     /* seat + 1 of who completed the whole row and alone may begin a new one */
    PLAYED,   /* turns: cards played this turn */
    RAINBOWS  /* completed so far */
};

/* Registers of a seat. */
enum { LEPRECHAUN /* its colour + 1; 0: not chosen yet */ };

enum { PHASE_PLAY, PHASE_CHOOSE };

enum verb { PLAY, RAINBOW, PLAY_POT, PLAY_UNICORN, DONE, PASS, CHOOSE, OPEN, VERBS };

enum option { MODE, LEP, RAINBOWS_AS, BEGIN_TIMER, TIE, OPTIONS };
enum { MODE_TURNS, MODE_FRENZY };
enum { LEP_RANDOM, LEP_CHOOSE };
enum { BOW_NEIGHBOUR, BOW_ANY };
enum { TIE_SHARED, TIE_RAINBOWS };

enum sentence {
    SAY_CHOOSE,
    SAY_DEALT,
    SAY_FIRST,
    SAY_FIRST_SPECIAL,
    SAY_PLAY,
    SAY_DECLARE,
    SAY_FREE_CARD,
    SAY_REVERSE,
    SAY_WHOLE,
    SAY_PART,
    SAY_LONG,
    SAY_DONE,
    SAY_DONE_OWING,
    SAY_PASS,
    SAY_FLIP,
    SAY_FLIP_SPECIAL,
    SAY_FREE,
    SAY_MUST,
    SAY_CANNOT_BEGIN,
    SAY_OPEN,
    SAY_DRAW,
    SAY_OUT,
    SAY_STUCK_END,
    SENTENCES
};

/* ---- the row (row.c): pure readers, for truth and sight alike ---- */

enum { COLOUR_NEITHER = -1 }; /* of a played Gold Pot or Unicorn */

/* What a card of the row counts as. */
static inline int row_colour(const struct card *card)
{
    if (card->face < COLOURS)
        return card->face;
    return card->as ? (card->as - 1) % COLOURS : COLOUR_NEITHER;
}

/* Bits of the two neighbours of a colour on the circle; violet and red are neighbours (RO1). */
static inline unsigned neighbours(int colour)
{
    return 1u << (colour + 1) % COLOURS | 1u << (colour + COLOURS - 1) % COLOURS;
}

enum { ALL_COLOURS = (1 << COLOURS) - 1 };

/* The colour to build from, and the colour that completes; the row must not be empty, and so holds a colour. */
int row_last(const struct table *t);
int row_goal(const struct table *t);

/* Which cards of the row are collected when the card at its building end has completed it (RO6, RO10). */
struct cut {
    int first, count;
};
struct cut row_cut(const struct table *t);

/* Whether a card of that colour laid now completes the rainbow (RO2). */
bool row_completes(const struct table *t, int colour);

/* ---- what a hand can do (rules.c) ---- */

/* The faces of a zone as bits. */
unsigned faces_in(const struct table *t, int zone);

/* Which cards may be laid on the row, as far as they are held: `colours` as themselves, `declared` by a RAINBOW. */
struct playable {
    unsigned colours, declared;
    bool pot, unicorn;
};
struct playable roygbiv_playable(const struct ruleset *rules, const struct table *t, unsigned faces);

/* What so many cards of one rainbow are worth, `own` of them in the colour of the leprechaun (RO25). */
int rainbow_points(int cards, int own);

/* Turns the next card of the pile up, at the building end (RO13); the sentence is another one for a special card. */
void roygbiv_flip(struct play *play, int say, int say_special, int seat, int arg);

/* RO17, frenzy: turns cards up until somebody can play. */
void roygbiv_go_on(struct play *play);

/* ---- the contract ---- */

void roygbiv_setup(struct play *play);
void roygbiv_choose(struct play *play, int seat, int colour); /* a verb of the time before the deal */
void roygbiv_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);
void roygbiv_apply(struct play *play, int seat, const struct move *move);
unsigned roygbiv_due(const struct ruleset *rules, const struct sight *sight);
void roygbiv_score(const struct ruleset *rules, const struct sight *sight, struct score *out);
const char *roygbiv_explain(const struct ruleset *rules, const struct sight *sight, int seat, const struct move *move);
int roygbiv_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                   struct chance *chance);
bool roygbiv_is_real_time(const struct ruleset *rules);
struct alarm roygbiv_alarm(const struct ruleset *rules, const struct sight *sight);

#endif
