/* Reads the row: where it is built, which colour completes it, which cards are collected. Knows
   cards, not hands or seats. */
#include "row.h"
#include "roygbiv.h"

/* The first card of a colour from one end inwards: Gold Pots (and the Unicorn of a reversed row)
   are looked through. */
static int colour_from(const struct table *t, bool left)
{
    int size = zone_size(t, RO_ROW), i = left ? 0 : size - 1, step = left ? 1 : -1;
    while (row_colour(zone_card(t, RO_ROW, i)) == RO_COLOUR_NEITHER)
        i += step;
    return row_colour(zone_card(t, RO_ROW, i));
}

int row_last(const struct table *t)
{
    return colour_from(t, t->shared[RO_REVERSED]);
}

/* RO8: in a reversed row, the colour nearest to the Unicorn. */
int row_goal(const struct table *t)
{
    return colour_from(t, !t->shared[RO_REVERSED]);
}

/* RO2, RO12: only a newly played card completes, and only as a neighbour of the last one. */
bool row_completes(const struct table *t, int colour)
{
    return zone_size(t, RO_ROW) > 0 && neighbours(row_last(t)) >> colour & 1 &&
           row_goal(t) == colour;
}

static bool is_pot(const struct card *card)
{
    return card->face == RO_POT && !card->as;
}

static bool holds_colour(const struct table *t, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (row_colour(zone_card(t, RO_ROW, i)) != RO_COLOUR_NEITHER)
            return true;
    return false;
}

/* RO6, RO11: from the building end inwards up to the first Gold Pot, by place. RO10: a Unicorn
   and pots do not stay alone. */
struct cut row_cut(const struct table *t)
{
    int size = zone_size(t, RO_ROW), count = 1;
    bool left = t->shared[RO_REVERSED];
    while (count < size && !is_pot(zone_card(t, RO_ROW, left ? count - 1 : size - count)))
        count++;
    if (!holds_colour(t, left ? count : 0, size - count))
        count = size;
    return (struct cut){left ? 0 : size - count, count};
}
