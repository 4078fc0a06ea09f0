/* What the rules of a game themselves tell everybody of cards nobody shows: "nobody can play, so a card is turned up".
   Such a rule makes what happens depend on hands, and the twins of generic_secrets.c would call that a leak. Each of them
   is named here, and nothing else is excused. */
#ifndef DISCLOSED_H
#define DISCLOSED_H

#include <stdbool.h>

struct move;
struct table;
struct variant;

/* Whether the rules have told everybody something else in the two tables: from then on they are two different games. */
bool disclosed_apart(const struct variant *variant, const struct table *one, const struct table *other);

/* Whether the move, legal in this table, tells everybody something of the hand it is played from besides the card, so
   that it may not be legal with another hand. */
bool disclosed_by_move(const struct variant *variant, const struct table *table, const struct move *move);

#endif
