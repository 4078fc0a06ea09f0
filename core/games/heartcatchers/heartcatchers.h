/* What the rules and the data of Heartcatchers share: its faces, zones, verbs and sentences by
   number. */
#ifndef HEARTCATCHERS_H
#define HEARTCATCHERS_H

#include "game.h"

enum { HC_STACKS = 3, HC_HAND_CARDS = 3, HC_SUITS = 3, HC_KINDS = 4 };

/* A face is suit * KINDS + kind; the Uncatchable has no suit. */
enum heartcatchers_kind { HC_BLANK, HC_ULTIMATE_LOVE, HC_HEARTBREAKER, HC_CHANGE_OF_HEART };
enum { HC_UNCATCHABLE = HC_SUITS * HC_KINDS, HC_FACES };

/* Zones: of the table, then of a seat. */
enum { HC_PILE, HC_GONE, HC_SHARED_ZONES };
enum {
    HC_HAND,
    HC_UP,
    HC_UNDER = HC_UP + HC_STACKS,
    HC_SHOWN = HC_UNDER + HC_STACKS,
    HC_SEAT_ZONES = HC_SHOWN + HC_STACKS
};

enum heartcatchers_verb { HC_CATCH, HC_STEAL, HC_HIDE, HC_VERBS };

enum heartcatchers_option { HC_LAYOUT, HC_UN_POINT, HC_MATCH, HC_OPTIONS };
enum { HC_LAYOUT_DEALT, HC_LAYOUT_HEARTS };
enum { HC_UN_POINT_YES, HC_UN_POINT_NO };

enum heartcatchers_sentence {
    HC_SAY_CATCH,
    HC_SAY_STEAL,
    HC_SAY_HIDE,
    HC_SAY_DRAW,
    HC_SAY_COLUMN_STAYS,
    HC_SAY_COLUMN_SWAPS,
    HC_SAY_SECRETS,
    HC_SENTENCES
};

GAME_FUNCTIONS(heartcatchers);
game_remark heartcatchers_remark;
moment_test heartcatchers_turns;
game_likely heartcatchers_likely;

#endif
