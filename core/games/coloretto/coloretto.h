/* What the rules and the data of Coloretto share: its faces, zones, registers, verbs and
   sentences by number. */
#ifndef COLORETTO_H
#define COLORETTO_H

#include "game.h"

enum {
    CO_SEATS_MOST = 5,
    CO_ROWS_MOST = 5,
    CO_COLOURS = 7,
    CO_PER_COLOUR = 9,
    CO_PLUS_TWOS = 10,
    CO_JOKERS = 3,
    CO_LAST_CARDS = 15,
    CO_BEST = 3
};

/* Faces: the colours first. CO1: with two or three players the last ones of this list leave the
   game. */
enum { CO_PLUS_TWO = CO_COLOURS, CO_JOKER, CO_FACES };

/* Zones: of the table, then of a seat. */
enum { CO_SUPPLY, CO_DRAWN, CO_ROW, CO_REMOVED = CO_ROW + CO_ROWS_MOST, CO_SHARED_ZONES };
enum { CO_COLLECTION, CO_SEAT_ZONES };

/* Registers. */
enum {
    CO_LAST_ROUND,
    CO_HOLDS_CARD,
    CO_ROOM
    /* shared: the last round is announced; somebody has a drawn card; from ROOM on, how many cards
       fit at each row (0: taken or not in the game) */
};
/* own: 1 + the row taken this round; from AS on, 1 + the colour of each joker */
enum { CO_TAKEN, CO_AS };

enum coloretto_phase { CO_PHASE_ACT, CO_PHASE_PLACE, CO_PHASE_JOKERS };

enum coloretto_verb { CO_DRAW, CO_PLACE, CO_TAKE, CO_NAME_JOKERS, CO_VERBS };

enum coloretto_option { CO_SIDE, CO_JOKER_MODE, CO_MATCH, CO_OPTIONS };
enum { CO_SIDE_BROWN, CO_SIDE_GREY };
enum { CO_JOKERS_AUTO, CO_JOKERS_MANUAL };

enum coloretto_sentence {
    CO_SAY_DRAW,
    CO_SAY_LAST,
    CO_SAY_PLACE,
    CO_SAY_TAKE,
    CO_SAY_REMOVE,
    CO_SAY_ROUND,
    CO_SAY_JOKER_IS,
    CO_SENTENCES
};

/* Colours that are in the game with so many players. */
static inline int coloretto_colours(int seats)
{
    return seats == 2 ? 5 : seats == 3 ? 6 : 7;
}

/* rules.c */

/* Points of so many cards of a colour: brown 1 3 6 10 15 21, grey 1 4 8 7 6 5. */
int coloretto_value(const struct ruleset *rules, int count);

/* Points of counts per colour: the three best values plus, the others minus (CO11). */
int coloretto_points(const struct ruleset *rules, const int counts[CO_COLOURS]);

/* Adds jokers to counts where they give most (CO9: any colour in play); `as` gets the colour of
   each. */
void coloretto_place_jokers(const struct ruleset *rules, int colours, int jokers,
                            int counts[CO_COLOURS], int as[CO_JOKERS]);
/* Points of a seat's colours with its jokers in these colours. */
int coloretto_jokers_points(const struct ruleset *rules, const struct table *t, int seat,
                            const struct move *move);

/* robot.c */

GAME_FUNCTIONS(coloretto);
game_remark coloretto_remark;
game_weigh coloretto_weigh_own;
game_value coloretto_expect;

#endif
