/* A table laid by hand or dealt from a seed, and what its people read there: for tests of what
   is shown. Text comes back as plain strings that hold until the next call; every prose is
   checked on the way (see prose_sound()). */
#ifndef LAID_H
#define LAID_H

#include "event.h"
#include "game.h"
#include "prose.h"
#include "view.h"

struct laid {
    struct ruleset rules;
    struct naming naming;
    struct view view;
    struct table table;
    struct chance_seed seed;
    struct chance chance;
    struct events events; /* of the last move */
    struct play play;
    struct prose prose; /* what was shown last */
};

/* An empty table; names NULL: p1, p2, ... */
void laid_open(struct laid *laid, const struct game *game, int seats, const char *const *names);
/* The same, dealt. */
void laid_deal(struct laid *laid, const struct game *game, int seats, const char *const *names,
               int seed);

/* Puts cards, by their codes and in this order, into a zone of a seat (SEAT_NONE: of the table). */
void laid_put(struct laid *laid, int seat, const char *zone, const char *codes);

/* Plays the move of that canonical text for whose turn it is; it must be legal. */
void laid_play(struct laid *laid, const char *text);
/* Plays a random legal move; false if the game is over. */
bool laid_play_any(struct laid *laid);

const char *laid_board(struct laid *laid, int viewer, int columns);
const char *laid_events(struct laid *laid, int viewer);
const char *laid_hand(struct laid *laid, int viewer);
const char *laid_offer(struct laid *laid, int seat);
const char *laid_due(struct laid *laid);
const char *laid_result(struct laid *laid);
/* Adds all pieces of a result. */
void prose_result(const struct view *view, const struct score *score, struct prose *out);

/* The legal list of a seat, by its own sight. */
void laid_legal(struct laid *laid, int seat, struct moves *out);

/* Fails unless text is well-formed and spans lie in it, in order, apart from each other, and are
   what their styles say. */
void prose_sound(const struct prose *prose, const struct ruleset *rules);

/* The spans of a prose as text: "NAME ann|CARD R". */
const char *prose_spans(const struct prose *prose);

#endif
