/* How good moves of Colour MY Kritters look: to buy what would score most if the game ended now.
   The more of the game is left, the more cards count that buy well. All cards that it looks at
   are public. */
#include "kritters.h"

static bool is_last_round(const struct table *t)
{
    return t->shared[KR_LAST_ROUND] != KR_GOES_ON;
}

/* The value of a card for later turns, which falls as the deck runs out. */
static int use_worth(const struct ruleset *rules, const struct table *t, int face)
{
    if (is_last_round(t))
        return 0;
    int gives = trait_of(rules, face, KR_GIVES), splotches = 2 * splotches_of(gives, KR_ANY);
    for (int c = 0; c < KR_COLOURS; c++)
        splotches += splotches_of(gives, c);
    int later = zone_size(t, KR_KRITTER_DECK) / (2 * t->seats);
    return (splotches + trait_of(rules, face, KR_DRAWS)) * (later < 6 ? later : 6);
}

static void order(int *a, int *b)
{
    int low = *a < *b ? *a : *b;
    *a = *a < *b ? *b : *a;
    *b = low;
}

/* The points of the groups, as kritters_plan() finds them by trying everything, where the triad
   bonus does not count: each Paintbrush and each Palette goes to the largest group without one,
   and so do all wild cards. */
static int group_points(const struct kritters_holdings *holdings)
{
    int groups[KR_COLOURS] = {holdings->cards[0], holdings->cards[1], holdings->cards[2]},
        points = 0;
    order(&groups[0], &groups[1]);
    order(&groups[1], &groups[2]);
    order(&groups[0], &groups[1]);
    groups[0] += holdings->cards[KR_ANY];
    for (int i = 0; i < KR_COLOURS; i++)
        points += groups[i] * ((i < holdings->brushes) + (i < holdings->palettes));
    return points;
}

/* The score of these cards. Plans are worked out for every card that could be bought, in every
   imagined game, so the plain rules have a short way. */
static int total_of(const struct ruleset *rules, const struct kritters_holdings *holdings)
{
    struct kritters_plan plan;
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR || is_advanced(rules, KR_TRIAD_BONUS) ||
        holdings->buckets > 0) {
        kritters_plan(rules, holdings, &plan);
        return plan.total;
    }
    return group_points(holdings) + holdings->points;
}

/* Points now, in tenths; while the game goes on, an implement, or a group, is half a plan. */
static int holdings_worth(const struct ruleset *rules, const struct table *t,
                          const struct kritters_holdings *holdings)
{
    int total = total_of(rules, holdings);
    if (is_last_round(t))
        return 10 * total;
    int implements = holdings->brushes + holdings->palettes, grouped = 0;
    for (int c = 0; c < KR_SPLOTCHES; c++)
        grouped += holdings->cards[c];
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR)
        return 10 * total + 6 * grouped;
    return 10 * total + 8 * (implements < 6 ? implements : 6) + 3 * grouped;
}

/* The cards that the robot owns, and their value. */
struct owner {
    struct kritters_holdings holdings;
    int worth;
};

enum { USELESS = -25 /* less than passing */ };

static int purchase_worth(const struct ruleset *rules, const struct table *t,
                          const struct owner *own, const struct move *move)
{
    struct kritters_holdings holdings = own->holdings;
    int worth = 0;
    for (int i = 0; i < 2 && move->args[i] != ARG_ABSENT; i++) {
        int face;
        if (!kritters_goods(t, move->args[i], &face))
            continue;
        kritters_hold(rules, face, &holdings);
        worth += use_worth(rules, t, face);
    }
    worth += holdings_worth(rules, t, &holdings) - own->worth;
    return worth > 0 || !is_last_round(t) ? 10 + worth : USELESS;
}

/* Boosts a card only if the robot can buy nothing without it; then a card that is not worth
   keeping. */
static int boost_worth(const struct ruleset *rules, const struct table *t, int seat,
                       const struct move *move)
{
    int face = zone_face(t, seat_zone(rules, seat, KR_FRONT), move->args[0] - 1);
    bool helps = trait_of(rules, face, KR_GIVES) > 0 || trait_of(rules, face, KR_KIND) == KR_WAND;
    return helps && trait_of(rules, face, KR_KIND) == KR_START ? -5 : -50;
}

/* A robot agrees with people who want to finish. */
static bool others_agree(const struct table *t)
{
    for (int seat = 0; seat < t->seats; seat++)
        if (t->own[seat][KR_AGREED])
            return true;
    return false;
}

static int move_worth(const struct ruleset *rules, const struct table *t, int seat,
                      const struct owner *own, const struct move *move)
{
    switch ((enum kritters_verb)move->verb) {
    case KR_BUY:
        return purchase_worth(rules, t, own, move);
    case KR_BOOST:
        return boost_worth(rules, t, seat, move);
    case KR_FLUSH:
        return -10;
    case KR_PASS:
        return -20;
    case KR_FINISH:
        return others_agree(t) ? 10000 : -10000;
    case KR_VERBS:
        break;
    }
    return 0;
}

/* The points now, and half of those that are planned for. */
void kritters_value(const struct ruleset *rules, const struct sight *world, int *points)
{
    for (int seat = 0; seat < world->seen.seats; seat++) {
        struct kritters_holdings holdings;
        kritters_holdings(rules, &world->seen, seat, &holdings);
        points[seat] = holdings_worth(rules, &world->seen, &holdings) / 10;
    }
}

void kritters_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                    const struct moves *moves, int *worths)
{
    struct owner own;
    kritters_holdings(rules, &sight->seen, seat, &own.holdings);
    own.worth = holdings_worth(rules, &sight->seen, &own.holdings);
    for (int i = 0; i < moves->count; i++)
        worths[i] = move_worth(rules, &sight->seen, seat, &own, &moves->list[i]);
}
