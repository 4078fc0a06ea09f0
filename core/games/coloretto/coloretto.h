/* What the rules and the data of Coloretto agree on: its faces, zones, registers, verbs and sentences by number. */
#ifndef COLORETTO_H
#define COLORETTO_H

#include "game.h"

enum {
    SEATS_MOST = 5,
    ROWS_MOST = 5,
    COLOURS = 7,
    PER_COLOUR = 9,
    PLUS_TWOS = 10,
    JOKERS = 3,
    LAST_CARDS = 15,
    BEST = 3
};

/* Faces: the colours first. CO1: with two or three players the last ones of this list leave the game. */
enum { PLUS_TWO = COLOURS, JOKER, FACES };

/* Zones: of the table, then of a seat. */
enum { SUPPLY, DRAWN, ROW, REMOVED = ROW + ROWS_MOST, SHARED_ZONES };
enum { COLLECTION, SEAT_ZONES };

/* Registers. */
enum {
    LAST_ROUND,
    HOLDS_CARD,
    ROOM
};                  /* shared: announced; somebody has a drawn card; cards that fit at each row from ROOM
                                       on, 0: taken or not in the game */
enum { TAKEN, AS }; /* own: the row taken this round plus 1; colours plus 1 that the jokers were named, from AS on */

enum phase { PHASE_ACT, PHASE_PLACE, PHASE_JOKERS };

enum verb { DRAW, PLACE, TAKE, NAME_JOKERS, VERBS };

enum option { SIDE, JOKER_MODE, MATCH, OPTIONS };
enum { SIDE_BROWN, SIDE_GREY };
enum { JOKERS_AUTO, JOKERS_MANUAL };

enum sentence { SAY_DRAW, SAY_LAST, SAY_PLACE, SAY_TAKE, SAY_REMOVE, SAY_ROUND, SAY_JOKER_IS, SENTENCES };

/* Colours that are in the game with so many players. */
static inline int coloretto_colours(int seats)
{
    return seats == 2 ? 5 : seats == 3 ? 6 : 7;
}

void coloretto_setup(struct play *play);
void coloretto_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);
void coloretto_apply(struct play *play, int seat, const struct move *move);
unsigned coloretto_due(const struct ruleset *rules, const struct sight *sight);
const char *coloretto_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                              const struct move *move);

/* score.c */

/* Points of so many cards of a colour: brown 1 3 6 10 15 21, grey 1 4 8 7 6 5. */
int coloretto_value(const struct ruleset *rules, int count);

/* Points of counts per colour: the three best values plus, the others minus (CO11). */
int coloretto_points(const struct ruleset *rules, const int counts[COLOURS]);

/* Adds jokers to counts where they give most (CO9: any colour in play); `as` gets the colour of each. */
void coloretto_place_jokers(const struct ruleset *rules, int colours, int jokers, int counts[COLOURS], int as[JOKERS]);
/* Points of a seat's colours if its jokers were named so. */
int coloretto_jokers_points(const struct ruleset *rules, const struct table *t, int seat, const struct move *move);
void coloretto_score(const struct ruleset *rules, const struct sight *sight, struct score *out);

/* robot.c */
int coloretto_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                     struct chance *chance);

#endif
