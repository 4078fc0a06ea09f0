/* The gate. table_sight() turns the truth into what one seat, or the public, may see. Everything behind it (boards,
   narration, legal moves, help, robots, logs) takes a struct sight and can take nothing else. No game has a filter of
   its own: its zones say who sees them, and this file is the only one that reads that. */
#ifndef SIGHT_H
#define SIGHT_H

#include "table.h"

struct sight {
    int viewer;              /* a seat or SEAT_PUBLIC */
    int unseen_count;        /* how many cards show their backs, CONTENTS zones not counted */
    int unseen[TABLE_CARDS]; /* their faces, sorted: everybody can work these out; who holds which stays hidden */
    struct table seen;       /* the table with unseen faces and registers turned into backs; CONTENTS zones sorted */
};

/* What `viewer` (a seat, SEAT_PUBLIC, or SEAT_HOST, who sees what the public sees) may see of the table. */
void table_sight(const struct ruleset *rules, const struct table *table, int viewer, struct sight *out);

/* Everything, for tools that show finished games and for playing on imagined tables. Never for a person at a running
   table. */
void sight_open(const struct table *table, struct sight *out);

/* A full table as it might be: the unseen faces dealt at random to the backs they fit, CONTENTS zones shuffled. A world
   has a sight's type, so that robots never hold a table; play on &world->seen. */
void sight_imagine(const struct ruleset *rules, const struct sight *sight, struct chance *chance, struct sight *world);

bool sight_same(const struct sight *a, const struct sight *b);

/* Who sees the face of card `i` of a zone: bits of seats and of SEAT_PUBLIC. */
unsigned sight_viewers(const struct ruleset *rules, const struct table *table, int zone, int i);

#endif
