/* The greedy robot of Coloretto as it was in November 2026. Not mended any more: what it wins is
   what others are measured by. */
#include "coloretto/coloretto.h"
#include "frozen.h"

/* The least points of a row that is worth a turn. On the grey side no row is worth much, and
   waiting brings cards that hurt. */
static const int worth_a_turn[] = {[CO_SIDE_BROWN] = 4, [CO_SIDE_GREY] = 1};

static void count_cards(const struct table *t, int zone, int counts[CO_FACES])
{
    for (int face = 0; face < CO_FACES; face++)
        counts[face] += zone_tally(t, zone, face);
}

/* Points of a hand of cards, with jokers where they give most. */
static int worth(const struct ruleset *rules, const struct table *t, const int counts[CO_FACES])
{
    int colours[CO_COLOURS], as[CO_JOKERS];
    for (int i = 0; i < CO_COLOURS; i++)
        colours[i] = counts[i];
    coloretto_place_jokers(rules, coloretto_colours(t->seats), counts[CO_JOKER], colours, as);
    return coloretto_points(rules, colours) + 2 * counts[CO_PLUS_TWO];
}

/* The points that a seat would gain by a row, with one more card at the row if `extra` is a
   face. */
static int gain(const struct ruleset *rules, const struct table *t, int seat, int row, int extra)
{
    int before[CO_FACES] = {0}, after[CO_FACES];
    count_cards(t, CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION, before);
    for (int i = 0; i < CO_FACES; i++)
        after[i] = before[i];
    count_cards(t, CO_ROW + row, after);
    if (extra >= 0)
        after[extra]++;
    return worth(rules, t, after) - worth(rules, t, before);
}

/* The gain of a card at this row for the seat, less the best gain of another seat that can still
   take a row. */
static int place_worth(const struct ruleset *rules, const struct table *t, int seat, int row)
{
    int card = zone_face(t, CO_DRAWN, 0), others = -1000;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat || t->own[other][CO_TAKEN])
            continue;
        int change = gain(rules, t, other, row, card) - gain(rules, t, other, row, -1);
        others = change > others ? change : others;
    }
    int own = gain(rules, t, seat, row, card) - gain(rules, t, seat, row, -1);
    return others == -1000 ? 2 * own : 2 * own - others;
}

/* A full row cannot get better; a row with room may. */
static int take_worth(const struct ruleset *rules, const struct table *t, int seat, int row)
{
    bool is_full = zone_size(t, CO_ROW + row) == t->shared[CO_ROOM + row];
    return 2 * gain(rules, t, seat, row, -1) + is_full;
}

int frozen_coloretto(const struct ruleset *rules, const struct sight *sight, int seat,
                     const struct moves *moves, struct chance *chance)
{
    const struct table *t = &sight->seen;
    struct best best = {0};
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        int value = 2 * worth_a_turn[rules->options[CO_SIDE]]; /* DRAW: hope for that much */
        if (move->verb == CO_PLACE)
            value = place_worth(rules, t, seat, move->args[0]);
        else if (move->verb == CO_TAKE)
            value = take_worth(rules, t, seat, move->args[0]);
        else if (move->verb == CO_NAME_JOKERS)
            value = coloretto_jokers_points(rules, t, seat, move);
        chance_weigh_best(&best, chance, i, value);
    }
    return best.index;
}
