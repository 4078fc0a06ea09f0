/* A table laid out by hand, for tests of rules: cards by their codes, moves by their text. */
#ifndef STAGE_H
#define STAGE_H

#include "game.h"

struct stage {
    const struct game *game;
    struct ruleset rules;
    struct table table;
    struct chance chance; /* a tape without source: picks are scripted by the test */
    struct events events; /* of the last move */
};

/* An empty table for so many seats with the standard options. */
void stage_init(struct stage *stage, const struct game *game, int seats);

/* Sets an option by text, "layout", "hearts". */
void stage_option(struct stage *stage, const char *name, const char *value);

/* Puts cards on top of a zone, "R GX W", as if nobody had seen them before. `zone` is a number
   as seat_zone() gives it. */
void stage_lay(struct stage *stage, int zone, const char *codes);

/* Whether the zone holds exactly these cards, in this order. Fails the test, naming what it
   holds, if not. */
void stage_expect(const struct stage *stage, int zone, const char *codes);

/* What `viewer` sees of the zone: codes, "-" for the back of a card. Fails the test if it is
   anything else. */
void stage_expect_seen(const struct stage *stage, int viewer, int zone, const char *codes);

/* Whether the canonical text is a legal move of the seat now. */
bool stage_can(const struct stage *stage, int seat, const char *move);

/* Plays it; fails the test if it is not legal. */
void stage_play(struct stage *stage, int seat, const char *move);

/* What the game says to the move, NULL if nothing. */
const char *stage_refusal(const struct stage *stage, int seat, const char *move);

/* The result as the public sees it. */
void stage_score(const struct stage *stage, struct score *out);

#endif
