/* One row for each game with such rules. */
#include "disclosed.h"

#include "playthrough.h"
#include "roygbiv/roygbiv.h"

extern const struct game game_roygbiv;

/* A frenzy turns a card up when nobody can play, lets everybody begin when who should cannot, frees the next card when the
   pile is empty too, and ends when nobody can begin (rulings RO17, RO19 to RO21). The default colour is drawn by lot when
   the last leprechaun is chosen, and shown. */
static bool roygbiv_apart(const struct table *one, const struct table *other)
{
    return zone_size(one, PILE) != zone_size(other, PILE) || one->over != other->over ||
           one->shared[OWES] != other->shared[OWES] || one->shared[FREE] != other->shared[FREE] ||
           one->shared[DEFAULT] != other->shared[DEFAULT];
}

/* Who is done without beginning anew has nothing to begin with (RO20); who must play and lays a card that does not fit,
   or passes, has none that fits (RO19). */
static bool roygbiv_by_move(const struct table *t, const struct move *move)
{
    bool is_empty = zone_size(t, ROW) == 0;
    if (move->verb == DONE)
        return is_empty;
    if (!t->shared[FREE])
        return false;
    return move->verb == PASS || (move->verb == PLAY && !is_empty && !(neighbours(row_last(t)) >> move->args[0] & 1));
}

static const struct disclosed {
    const struct game *game;
    bool (*apart)(const struct table *one, const struct table *other);
    bool (*by_move)(const struct table *t, const struct move *move);
} rows[] = {
    {&game_roygbiv, roygbiv_apart, roygbiv_by_move},
};

static const struct disclosed *row_of(const struct variant *variant)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].game == variant->game)
            return &rows[i];
    return NULL;
}

bool disclosed_apart(const struct variant *variant, const struct table *one, const struct table *other)
{
    const struct disclosed *row = row_of(variant);
    return row && row->apart(one, other);
}

bool disclosed_by_move(const struct variant *variant, const struct table *table, const struct move *move)
{
    const struct disclosed *row = row_of(variant);
    return row && row->by_move(table, move);
}
