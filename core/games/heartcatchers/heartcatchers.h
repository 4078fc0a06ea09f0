/* What the rules and the data of Heartcatchers agree on: its faces, zones, verbs and sentences by number. */
#ifndef HEARTCATCHERS_H
#define HEARTCATCHERS_H

#include "game.h"

enum { STACKS = 3, HAND_CARDS = 3, SUITS = 3, KINDS = 4 };

/* A face is suit * KINDS + kind; the Uncatchable has no suit. */
enum kind { BLANK, ULTIMATE_LOVE, HEARTBREAKER, CHANGE_OF_HEART };
enum { UNCATCHABLE = SUITS * KINDS, FACES };

/* Zones: of the table, then of a seat. */
enum { PILE, GONE, SHARED_ZONES };
enum { HAND, UP, UNDER = UP + STACKS, SHOWN = UNDER + STACKS, SEAT_ZONES = SHOWN + STACKS };

enum verb { CATCH, STEAL, HIDE, VERBS };

enum option { LAYOUT, UN_POINT, MATCH, OPTIONS };
enum { LAYOUT_DEALT, LAYOUT_HEARTS };
enum { UN_POINT_YES, UN_POINT_NO };

enum sentence { SAY_CATCH, SAY_STEAL, SAY_HIDE, SAY_DRAW, SAY_COLUMN_STAYS, SAY_COLUMN_SWAPS, SAY_SECRETS, SENTENCES };

void heartcatchers_setup(struct play *play);
void heartcatchers_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);
void heartcatchers_apply(struct play *play, int seat, const struct move *move);
unsigned heartcatchers_due(const struct ruleset *rules, const struct sight *sight);
void heartcatchers_score(const struct ruleset *rules, const struct sight *sight, struct score *out);
const char *heartcatchers_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                                  const struct move *move);
int heartcatchers_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                         struct chance *chance);

#endif
