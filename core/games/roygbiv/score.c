/* The end of a game of ROYGBIV: the points of the collections, and who has won. RO4, RO24 to
   RO26. */
#include "roygbiv.h"

enum { FINISH_FIRST = 7 };

/* One line for each rainbow of a seat; its cards lie together and bear its number. */
static void score_rainbows(const struct ruleset *rules, const struct table *t, int seat,
                           struct score *out)
{
    int collected = seat_zone(rules, seat, RO_COLLECTED), size = zone_size(t, collected);
    for (int i = 0, first = 0, own = 0; i < size; i++) {
        own += zone_face(t, collected, i) == t->own[seat][RO_LEPRECHAUN] - 1;
        if (i + 1 < size && zone_card(t, collected, i + 1)->as == zone_card(t, collected, i)->as)
            continue;
        int cards = i + 1 - first;
        score_add(out, seat,
                  cards >= 7 ? "long rainbow of {0}, {1} own, doubled" : "rainbow of {0}, {1} own",
                  cards, own, rainbow_points(cards, own));
        first = i + 1;
        own = 0;
    }
}

static int rainbows_of(const struct ruleset *rules, const struct table *t, int seat)
{
    int collected = seat_zone(rules, seat, RO_COLLECTED), count = 0;
    for (int i = 0, number = 0; i < zone_size(t, collected); i++) {
        count += zone_card(t, collected, i)->as != number;
        number = zone_card(t, collected, i)->as;
    }
    return count;
}

/* RO26, tie=rainbows: among the seats with most points, the seat with most rainbows wins. True
   if that decided. */
static bool break_tie(const struct ruleset *rules, const struct table *t, struct score *out)
{
    unsigned tied = out->winners, winners = 0;
    int most = -1;
    for (unsigned left = tied; left; left &= left - 1) {
        int seat = __builtin_ctz(left), count = rainbows_of(rules, t, seat);
        if (count > most)
            winners = 0;
        if (count >= most) {
            winners |= 1u << seat;
            most = count;
        }
    }
    out->winners = winners;
    return winners != tied;
}

/* True if the seat has run out of cards (RO24). If no seat has, the game ended by RO21. */
static bool has_finished(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, RO_HAND)) +
               zone_size(t, seat_zone(rules, seat, RO_DECK)) ==
           0;
}

static const char *reason_of(bool is_stuck, bool tie_broken)
{
    if (is_stuck && tie_broken)
        return "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21), and more rainbows "
               "decided between equal points (tie=rainbows).";
    if (is_stuck)
        return "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21).";
    return tie_broken ? "More rainbows decided between equal points (tie=rainbows)." : NULL;
}

void roygbiv_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    bool is_stuck = true;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        score_rainbows(rules, t, seat, out);
        if (!has_finished(rules, t, seat))
            continue;
        is_stuck = false;
        score_add(out, seat, "finished first", 0, 0, FINISH_FIRST);
    }
    score_best_wins(out, t->seats);
    bool tie_broken = rules->options[RO_TIE] == RO_TIE_RAINBOWS && break_tie(rules, t, out);
    out->reason = reason_of(is_stuck, tie_broken);
}
