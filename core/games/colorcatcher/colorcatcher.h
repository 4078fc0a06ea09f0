/* What the rules and the data of Color Catcher agree on: its faces, zones, verbs, registers and sentences by number. */
#ifndef COLORCATCHER_H
#define COLORCATCHER_H

#include "game.h"

enum { COLOURS = 7, COPIES = 6, EFFECTS = 6, EFFECT_COPIES = 2, DEALT = 5, HAND_LIMIT = 7 };
enum { SET_CARDS = 3, SETS = 3, SEATS_MAX = 4 };

/* A face is a colour, in the order of the tracker's circle, or an effect. */
enum { RED, VIOLET = COLOURS - 1, CHANGE, STEAL_PUBLIC, SWEEP, PICK, PICK_EFFECT, TWO_SETS, FACES };

/* Zones: of the table, then of a seat. */
enum { DECK, DISCARDS, PILE, USED, SHARED_ZONES };
enum { HAND, HELD, SHOWN, SEAT_ZONES }; /* colours in the hand, effects in the hand, public colours */

/* Phases. Effects come before drawing or stealing, in the same phase. */
enum phase { ACT, AFTER_DRAW, EXPOSE, EXPOSE_SECOND, TRIM, WINNER_TRIM, WINNER_NAMES };

/* Shared registers. `turn` is whoever acts: the round's winner too, who is seldom next in order. */
enum {
    DOMINANT,
    ROUND, /* from 1 */
    LAST,  /* the round that ends the game, 0: none */
    FIRST, /* the seat that began this round */
    TWO,   /* Expose Two Sets was played this turn */
    SHOWS, /* 1 + the colour exposed this turn, 0: none yet */
    ANY    /* any card of the discard pile can be drawn: the board shows them all */
};

/* The verbs of effects stand first, in the order of their faces. */
enum verb {
    EFFECT_CHANGE,
    EFFECT_STEAL,
    EFFECT_SWEEP,
    EFFECT_PICK,
    EFFECT_PICKFX,
    EFFECT_TWO,
    DRAW,
    DRAW_DISCARD,
    STEAL,
    SKIP,
    KEEP,
    DISCARD,
    SHOW,
    DONE,
    NAME,
    VERBS
};

enum option { OPTION_EXPOSE, OPTION_ROUNDS, OPTION_ZERO_WINS, OPTION_STEAL_TO, OPTION_DISCARD_PICK, OPTIONS };
enum { EXPOSE_MUST, EXPOSE_MAY };
enum { ROUNDS_AUTO = -1, ROUNDS_MOST = 99 };
enum { ZERO_WINS_YES, ZERO_WINS_NO };
enum { STEAL_TO_HAND, STEAL_TO_TABLE };
enum { DISCARD_PICK_TOP, DISCARD_PICK_ANY };

enum sentence {
    SAY_CHANGE,
    SAY_PLAY,
    SAY_TWO,
    SAY_TO_TABLE,
    SAY_SWEEP,
    SAY_PICK,
    SAY_DRAW,
    SAY_TAKE,
    SAY_STEAL,
    SAY_SKIP,
    SAY_KEEP,
    SAY_DISCARD,
    SAY_SHOW,
    SAY_DONE,
    SAY_RESHUFFLE,
    SAY_RESHUFFLE_EFFECTS,
    SAY_THREE_SETS,
    SAY_TIE,
    SAY_ROUND_WON,
    SAY_ROUND_NO_EFFECT,
    SAY_TAKES_BACK,
    SAY_ROUND_NOBODY,
    SAY_NAME,
    SAY_BEGINS,
    SAY_LAST_ROUND,
    SAY_RANK,
    SENTENCES
};

static inline int zone_of(int seat, int zone)
{
    return SHARED_ZONES + seat * SEAT_ZONES + zone;
}

/* How many of each colour lie in a zone of colours whose faces are seen. */
static inline void count_colours(const struct table *t, int zone, int counts[COLOURS])
{
    for (int colour = 0; colour < COLOURS; colour++)
        counts[colour] = 0;
    for (int i = t->first[zone]; i < t->first[zone + 1]; i++)
        counts[t->cards[i].face]++;
}

/* ---- ranking.c ---- */

/* Public sets of three or more. */
int sets_of(const struct table *t, int seat);

/* Public cards, not more than three of a colour. */
int cards_towards_sets(const struct table *t, int seat);

/* The winner of the round, SEAT_NONE: nobody; and how far from the dominant colour it was decided. */
int round_winner(const struct ruleset *rules, const struct table *t, int *distance);

/* What decided stands in the game's words behind the colours: of distance 1, 2 and 3. */
enum { WORD_TIE = COLOURS, WORDS = WORD_TIE + COLOURS / 2 };

void colorcatcher_setup(struct play *play);
void colorcatcher_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);
void colorcatcher_apply(struct play *play, int seat, const struct move *move);
unsigned colorcatcher_due(const struct ruleset *rules, const struct sight *sight);
void colorcatcher_score(const struct ruleset *rules, const struct sight *sight, struct score *out);
const char *colorcatcher_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                                 const struct move *move);
int colorcatcher_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                        struct chance *chance);

#endif
