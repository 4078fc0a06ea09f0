/* The greedy robot of Colour MY Kritters as it was in November 2026. Not mended any more: what
   it wins is what others are measured by. */
#include "kritters/kritters.h"
#include "frozen.h"

/* The value of a card for later turns, which falls as the deck runs out. */
static int use_worth(const struct ruleset *rules, const struct table *t, int face)
{
    int gives = trait_of(rules, face, KR_GIVES), splotches = 2 * splotches_of(gives, KR_ANY);
    for (int c = 0; c < KR_COLOURS; c++)
        splotches += splotches_of(gives, c);
    int later = zone_size(t, KR_KRITTER_DECK) / (2 * t->seats);
    return (splotches + trait_of(rules, face, KR_DRAWS)) * (later < 6 ? later : 6);
}

/* Points now, in tenths: an implement, or a group, is half a plan already. */
static int holdings_worth(const struct ruleset *rules, const struct kritters_holdings *holdings)
{
    struct kritters_plan plan;
    kritters_plan(rules, holdings, &plan);
    int implements = holdings->brushes + holdings->palettes, grouped = 0;
    for (int c = 0; c < KR_SPLOTCHES; c++)
        grouped += holdings->cards[c];
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR)
        return 10 * plan.total + 6 * grouped;
    return 10 * plan.total + 8 * (implements < 6 ? implements : 6) + 3 * grouped;
}

/* The cards that the robot owns, and their value. */
struct owner {
    struct kritters_holdings holdings;
    int worth;
};

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
    return 10 + worth + holdings_worth(rules, &holdings) - own->worth;
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

int frozen_kritters(const struct ruleset *rules, const struct sight *sight, int seat,
                    const struct moves *moves, struct chance *chance)
{
    struct owner own;
    struct best best = {0};
    kritters_holdings(rules, &sight->seen, seat, &own.holdings);
    own.worth = holdings_worth(rules, &own.holdings);
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i,
                          move_worth(rules, &sight->seen, seat, &own, &moves->list[i]));
    return best.index;
}
