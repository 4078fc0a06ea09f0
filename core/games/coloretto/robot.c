/* How good moves of Coloretto look: to take the row that helps most if the row is worth a turn,
   and to place cards where they help the seat more than the others. All cards that it looks at
   are public. */
#include "coloretto.h"

#include <limits.h>

/* The least points of a row that is worth a turn. On the grey side no row is worth much, and
   waiting brings cards that hurt. */
static const int worth_a_turn[] = {[CO_SIDE_BROWN] = 4, [CO_SIDE_GREY] = 1};

enum { PARTS = 50 }; /* worths are counted in parts of a point */

/* How somebody looks at the table. */
struct look {
    const struct ruleset *rules;
    const struct table *t;
    int a_turn; /* the least points of a row that is worth a turn */
    /* cards of the supply, each of which counts for a part of what one of them gives; 0: not
       looked at */
    int to_come;
};

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

/* What coloretto_points() says, from the values of the colours. It is asked for every card at
   every row in every imagined game, so it takes the short way. */
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
static int place_joker(const struct ruleset *rules, int colours, int counts[CO_COLOURS],
                       int values[CO_COLOURS])
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
static int points_with(const struct ruleset *rules, const struct table *t, const struct hand *hand)
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

/* The points, and what one more card where it gives most would be worth, the more so the more
   cards are to come. */
static int worth(const struct look *look, const struct hand *hand)
{
    int points = points_with(look->rules, look->t, hand);
    if (look->to_come == 0)
        return PARTS * points;
    struct hand more = *hand;
    more.counts[CO_JOKER]++;
    return PARTS * points + look->to_come * (points_with(look->rules, look->t, &more) - points);
}

/* The same of the cards with a row, and with one more card at it if `extra` is a face. */
static int worth_with(const struct look *look, const struct hand *own, int row, int extra)
{
    const struct table *t = look->t;
    struct hand hand = *own;
    for (int i = 0; i < zone_size(t, CO_ROW + row); i++)
        hand.counts[zone_face(t, CO_ROW + row, i)]++;
    if (extra >= 0)
        hand.counts[extra]++;
    return worth(look, &hand);
}

/* What one more card at a row is worth to a seat. */
static int card_gain(const struct look *look, int seat, int row, int card)
{
    struct hand own = hand_of(look->t, seat);
    return worth_with(look, &own, row, card) - worth_with(look, &own, row, -1);
}

/* The gain of a card at this row for the seat, less the best gain of another seat that can still
   take a row. */
static int place_worth(const struct look *look, int seat, int row)
{
    const struct table *t = look->t;
    int card = zone_face(t, CO_DRAWN, 0), others = INT_MIN;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat || t->own[other][CO_TAKEN])
            continue;
        int change = card_gain(look, other, row, card);
        others = change > others ? change : others;
    }
    int own = card_gain(look, seat, row, card);
    return others == INT_MIN ? 2 * own : 2 * own - others;
}

/* A full row cannot get better; a row with room may. */
static int take_worth(const struct look *look, int seat, int row)
{
    bool is_full = zone_size(look->t, CO_ROW + row) == look->t->shared[CO_ROOM + row];
    struct hand own = hand_of(look->t, seat);
    return 2 * (worth_with(look, &own, row, -1) - worth(look, &own)) + is_full * PARTS;
}

static void weigh_all(const struct look *look, int seat, const struct moves *moves, int *worths)
{
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        worths[i] = 2 * PARTS * look->a_turn; /* DRAW: hope for that much */
        if (move->verb == CO_PLACE)
            worths[i] = place_worth(look, seat, move->args[0]);
        else if (move->verb == CO_TAKE)
            worths[i] = take_worth(look, seat, move->args[0]);
        else if (move->verb == CO_NAME_JOKERS)
            worths[i] = coloretto_jokers_points(look->rules, look->t, seat, move);
    }
}

void coloretto_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                     const struct moves *moves, int *worths)
{
    struct look look = {
        .rules = rules, .t = &sight->seen, .a_turn = worth_a_turn[rules->options[CO_SIDE]]};
    weigh_all(&look, seat, moves, worths);
}

/* How a robot goes on itself in the games that it imagines: it waits for better rows than it
   expects others to wait for, and sees what its colours may grow to. */
void coloretto_weigh_own(const struct ruleset *rules, const struct sight *sight, int seat,
                         const struct moves *moves, int *worths)
{
    static const int own_turn[] = {[CO_SIDE_BROWN] = 6, [CO_SIDE_GREY] = 1};
    struct look look = {
        .rules = rules, .t = &sight->seen, .a_turn = own_turn[rules->options[CO_SIDE]]};
    look.to_come = zone_size(look.t, CO_SUPPLY);
    weigh_all(&look, seat, moves, worths);
}

/* The points now, and for a seat that has not taken a row this round those of the row that suits
   it best. */
void coloretto_expect(const struct ruleset *rules, const struct sight *world, int *points)
{
    const struct table *t = &world->seen;
    const struct look look = {.rules = rules, .t = t};
    for (int seat = 0; seat < t->seats; seat++) {
        struct hand hand = hand_of(t, seat);
        int best = points_with(rules, t, &hand),
            least = best + worth_a_turn[rules->options[CO_SIDE]] / 2;
        points[seat] = t->own[seat][CO_TAKEN] ? best : least;
        for (int row = 0; row < CO_ROWS_MOST && !t->own[seat][CO_TAKEN]; row++) {
            int with =
                zone_size(t, CO_ROW + row) > 0 ? worth_with(&look, &hand, row, -1) / PARTS : best;
            points[seat] = with > points[seat] ? with : points[seat];
        }
    }
}
