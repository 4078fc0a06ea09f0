/* The row of ROYGBIV: pure readers, for truth and sight alike (row.c). */
#ifndef ROW_H
#define ROW_H

#include "roygbiv.h"

enum { RO_COLOUR_NEITHER = -1 }; /* of a played Gold Pot or Unicorn */

/* The colour that a card of the row counts as. */
static inline int row_colour(const struct card *card)
{
    if (card->face < RO_COLOURS)
        return card->face;
    return card->as ? (card->as - 1) % RO_COLOURS : RO_COLOUR_NEITHER;
}

enum { RO_ALL_COLOURS = (1 << RO_COLOURS) - 1 };

/* Bits of the two neighbours of a colour on the circle; violet and red are neighbours (RO1). */
static inline unsigned neighbours(int colour)
{
    unsigned own = 1u << colour;
    return (own << 1 | own >> 1 | own << (RO_COLOURS - 1) | own >> (RO_COLOURS - 1)) &
           RO_ALL_COLOURS;
}

/* The colour to build from, and the colour that completes; the row must not be empty, and so
   holds a colour. */
int row_last(const struct table *t);
int row_goal(const struct table *t);

/* Which cards of the row are collected when the card at its building end has completed it (RO6,
   RO10). */
struct cut {
    int first, count;
};
struct cut row_cut(const struct table *t);

/* True if a card of that colour, laid now, completes the rainbow (RO2). */
bool row_completes(const struct table *t, int colour);

#endif
