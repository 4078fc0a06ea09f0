/* A table laid out by hand, for tests of rules: cards by their codes, moves by their text. */
#ifndef SCENE_H
#define SCENE_H

#include "game.h"

struct scene {
    const struct game *game;
    struct ruleset rules;
    struct table table;
    struct chance chance; /* a tape without source: picks are scripted by the test */
    struct events events; /* of the last move */
};

/* An empty table for so many seats with the standard options. */
void scene_init(struct scene *scene, const struct game *game, int seats);

/* Sets an option by text, "layout", "hearts". */
void scene_option(struct scene *scene, const char *name, const char *value);

/* Puts cards on top of a zone, "R GX W", as if nobody had seen them before. `zone` is a number
   as seat_zone() gives it. */
void scene_lay(struct scene *scene, int zone, const char *codes);

/* Whether the zone holds exactly these cards, in this order. Fails the test, naming what it
   holds, if not. */
void scene_expect(const struct scene *scene, int zone, const char *codes);

/* What `viewer` sees of the zone: codes, "-" for the back of a card. Fails the test if it is
   anything else. */
void scene_expect_seen(const struct scene *scene, int viewer, int zone, const char *codes);

/* Whether the canonical text is a legal move of the seat now. */
bool scene_can(const struct scene *scene, int seat, const char *move);

/* Plays it; fails the test if it is not legal. */
void scene_play(struct scene *scene, int seat, const char *move);

/* What the game says to the move, NULL if nothing. */
const char *scene_refusal(const struct scene *scene, int seat, const char *move);

/* The result as the public sees it. */
void scene_score(const struct scene *scene, struct score *out);

#endif
