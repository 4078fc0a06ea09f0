/* The gate. table_sight() turns the truth into what one seat, or the public, may see. Boards,
   narration, legal moves, help, robots and logs take a struct sight and cannot get at the table.
   No game has its own filter: its zones say who sees them, and only this file reads that. */
#ifndef SIGHT_H
#define SIGHT_H

#include "table.h"

struct sight {
    int viewer;       /* a seat or SEAT_PUBLIC */
    int unseen_count; /* how many cards show their backs, CONTENTS zones not counted */
    /* their faces, sorted: everybody can work them out, but not where each card lies */
    int unseen[TABLE_CARDS];
    /* the table, with backs instead of unseen faces and registers, and with CONTENTS zones
       sorted */
    struct table seen;
};

/* What `viewer` may see of the table: a seat, SEAT_PUBLIC, or SEAT_HOST, which sees the same as
   the public. */
void table_sight(const struct ruleset *rules, const struct table *table, int viewer,
                 struct sight *out);

/* A sight of everything, for tools that show finished games and for play on imagined tables.
   Never for a person at a running table. */
void sight_open(const struct table *table, struct sight *out);

/* A possible full table: deals the unseen faces at random to the backs that they fit, and
   shuffles CONTENTS zones. A card of a KEEP zone that the viewer does not know is known to the
   others there: somebody saw it go in; in a hand it is the holder's alone. Hands keep to what
   registers tell of them (register_spec.tells). A world has the type of a sight, so that robots
   never hold a real table; play on &world->seen. */
void sight_imagine(const struct ruleset *rules, const struct sight *sight, struct chance *chance,
                   struct sight *world);

/* Who sees the face of card `i` of a zone: bits of seats and of SEAT_PUBLIC. */
unsigned sight_viewers(const struct ruleset *rules, const struct table *table, int zone, int i);

#endif
