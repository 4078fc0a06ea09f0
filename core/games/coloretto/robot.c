/* How good moves of Coloretto look: to take the row that helps most if the row is worth a turn, and to place cards where
   they help the seat more than the others. All cards that it looks at are public. */
#include "coloretto.h"

#include <limits.h>

/* The least points of a row that is worth a turn. On the grey side no row is worth much, and waiting brings cards that
   hurt. */
static const int worth_a_turn[] = {[CO_SIDE_BROWN] = 4, [CO_SIDE_GREY] = 1};

/* A seat's cards by face. */
struct hand {
    int counts[CO_FACES];
};

static struct hand hand_of(const struct table *t, int seat)
{
    struct hand hand = {0};
    int zone = CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION;
    for (int i = 0; i < zone_size(t, zone); i++)
        hand.counts[zone_face(t, zone, i)]++;
    return hand;
}

/* What coloretto_points() says, from the values of the colours. It is asked for every card at every row in every imagined
   game, so it takes the short way. */
static int points_of(const int values[CO_COLOURS])
{
    int best = 0, second = 0, third = 0, sum = 0;
    for (int i = 0; i < CO_COLOURS; i++) {
        int value = values[i], low = value < best ? value : best;
        sum += value;
        best += value - low;
        int lower = low < second ? low : second;
        second += low - lower;
        third = lower > third ? lower : third;
    }
    return 2 * (best + second + third) - sum;
}

/* Puts a joker where it gives most by itself; returns the points with it. */
static int place_joker(const struct ruleset *rules, int colours, int counts[CO_COLOURS], int values[CO_COLOURS])
{
    int best = INT_MIN, at = 0;
    for (int i = 0; i < colours; i++) {
        int value = values[i];
        values[i] = coloretto_value(rules, counts[i] + 1);
        int points = points_of(values);
        values[i] = value;
        at = points > best ? i : at;
        best = points > best ? points : best;
    }
    values[at] = coloretto_value(rules, ++counts[at]);
    return best;
}

/* Points of these cards, with jokers one after the other where they give most. */
static int worth(const struct ruleset *rules, const struct table *t, const struct hand *hand)
{
    int counts[CO_COLOURS], values[CO_COLOURS], colours = coloretto_colours(t->seats), points;
    for (int i = 0; i < CO_COLOURS; i++) {
        counts[i] = hand->counts[i];
        values[i] = coloretto_value(rules, counts[i]);
    }
    points = hand->counts[CO_JOKER] ? 0 : points_of(values);
    for (int i = 0; i < hand->counts[CO_JOKER]; i++)
        points = place_joker(rules, colours, counts, values);
    return points + 2 * hand->counts[CO_PLUS_TWO];
}

/* The points of the seat with a row, and with one more card at it if `extra` is a face. */
static int worth_with(const struct ruleset *rules, const struct table *t, const struct hand *own, int row, int extra)
{
    struct hand hand = *own;
    for (int i = 0; i < zone_size(t, CO_ROW + row); i++)
        hand.counts[zone_face(t, CO_ROW + row, i)]++;
    if (extra >= 0)
        hand.counts[extra]++;
    return worth(rules, t, &hand);
}

/* What one more card at a row is worth to a seat. */
static int card_gain(const struct ruleset *rules, const struct table *t, int seat, int row, int card)
{
    struct hand own = hand_of(t, seat);
    return worth_with(rules, t, &own, row, card) - worth_with(rules, t, &own, row, -1);
}

/* The gain of a card at this row for the seat, less the best gain of another seat that can still take a row. */
static int place_worth(const struct ruleset *rules, const struct table *t, int seat, int row)
{
    int card = zone_face(t, CO_DRAWN, 0), others = -1000;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat || t->own[other][CO_TAKEN])
            continue;
        int change = card_gain(rules, t, other, row, card);
        others = change > others ? change : others;
    }
    int own = card_gain(rules, t, seat, row, card);
    return others == -1000 ? 2 * own : 2 * own - others;
}

/* A full row cannot get better; a row with room may. */
static int take_worth(const struct ruleset *rules, const struct table *t, int seat, int row)
{
    bool is_full = zone_size(t, CO_ROW + row) == t->shared[CO_ROOM + row];
    struct hand own = hand_of(t, seat);
    return 2 * (worth_with(rules, t, &own, row, -1) - worth(rules, t, &own)) + is_full;
}

void coloretto_weigh(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                     int *worths)
{
    const struct table *t = &sight->seen;
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        worths[i] = 2 * worth_a_turn[rules->options[CO_SIDE]]; /* DRAW: hope for that much */
        if (move->verb == CO_PLACE)
            worths[i] = place_worth(rules, t, seat, move->args[0]);
        else if (move->verb == CO_TAKE)
            worths[i] = take_worth(rules, t, seat, move->args[0]);
        else if (move->verb == CO_NAME_JOKERS)
            worths[i] = coloretto_jokers_points(rules, t, seat, move);
    }
}

/* The points now, and for a seat that has not taken a row this round those of the row that suits it best. */
void coloretto_expect(const struct ruleset *rules, const struct sight *world, int *points)
{
    const struct table *t = &world->seen;
    for (int seat = 0; seat < t->seats; seat++) {
        struct hand hand = hand_of(t, seat);
        int best = worth(rules, t, &hand), least = best + worth_a_turn[rules->options[CO_SIDE]] / 2;
        points[seat] = t->own[seat][CO_TAKEN] ? best : least;
        for (int row = 0; row < CO_ROWS_MOST && !t->own[seat][CO_TAKEN]; row++) {
            int with = zone_size(t, CO_ROW + row) > 0 ? worth_with(rules, t, &hand, row, -1) : best;
            points[seat] = with > points[seat] ? with : points[seat];
        }
    }
}
