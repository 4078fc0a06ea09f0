/* All that one viewer is ever told of a table, written as plain text, so that two tables can be
   compared byte by byte and a difference read. Takes the truth and passes it through the gate as
   the host does. */
#ifndef TOLD_H
#define TOLD_H

#include "playthrough.h"

struct text;

enum { TOLD_BYTES = 64 * 1024 };

/* What just happened, as `viewer` hears it. `events` holds what the kit recorded, unfiltered. */
void told_events(const struct variant *variant, const struct events *events, int viewer,
                 struct text *out);

/* What the viewer sees: registers, zones, unseen faces. */
void told_sight(const struct variant *variant, const struct sight *sight, struct text *out);

/* All of it: events (may be NULL), sight, legal moves, what the game says to some illegal moves
   (chosen by `seed`), its advice, the result when the game is over; and what the view makes of
   these, in words. */
void told_all(const struct variant *variant, const struct table *table, const struct events *events,
              int viewer, uint64_t seed, struct text *out);

/* What else the viewer can ask for or choose: what lies where, the meaning of codes, and all
   words once more for a screen reader; now and then a page of the moment. Call it for two tables in
   turn. */
void told_looks(const struct variant *variant, const struct table *table,
                const struct events *events, int viewer, struct text *out);

/* Whether what all of that is made from is the same in two tables: what the viewer sees and hears,
   and what the public sees. */
bool told_alike(const struct variant *variant, const struct table *one,
                const struct events *one_events, const struct table *other,
                const struct events *other_events, int viewer);

/* The first line in which two texts differ, for messages: "expected ...\ngot ...". */
void told_difference(const char *expected, const char *got, struct text *out);

/* A random move, legal or not, of those a player can say. */
struct move any_move(const struct variant *variant, struct chance_seed *seed);

#endif
