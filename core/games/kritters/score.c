/* The score of Colour MY Kritters: the best score of a player's cards, found by trying
   everything (KR12), and told line by line. Owned cards are public, so nothing here is secret. */
#include "kritters.h"

#include <stddef.h>

enum { WITH_BRUSH = 1, WITH_PALETTE = 2, WITH_BOTH = 3, TRIPLE_POINTS = 5, BUCKET_POINTS = 2 };

/* Where a kind of card is counted: at this place of struct kritters_holdings, and so many places on
   as its group has. A table, because no processor can predict which card is next, and robots count
   all cards of a player at every move. KR1: the first row is for games where Start Kritters
   count, the second for others. */
#define AT(member) (offsetof(struct kritters_holdings, member) / sizeof(int))
#define COUNTED(start)                                                                             \
    {                                                                                              \
        [KR_START] = (start), [KR_SINGLE] = AT(cards), [KR_DOUBLE] = AT(cards),                    \
        [KR_WILD] = AT(cards), [KR_POINT] = AT(point_cards), [KR_WAND] = AT(uncounted),            \
        [KR_BRUSH] = AT(brushes), [KR_PALETTE] = AT(palettes), [KR_BUCKET] = AT(buckets)           \
    }
static const unsigned char counted_at[][KR_BUCKET + 1] = {
    [KR_YES] = COUNTED(AT(cards)), [KR_NO] = COUNTED(AT(uncounted))};

#undef COUNTED
#undef AT

void kritters_hold(const struct ruleset *rules, int face, struct kritters_holdings *holdings)
{
    const int *traits = rules->faces[face].traits;
    ((int *)holdings)[counted_at[rules->options[KR_START_SCORES]][traits[KR_KIND]] +
                      traits[KR_COLOUR]]++;
    holdings->points += traits[KR_POINTS];
}

void kritters_holdings(const struct ruleset *rules, const struct table *t, int seat,
                       struct kritters_holdings *out)
{
    int first = seat_zone(rules, seat, 0);
    *out = (struct kritters_holdings){0};
    for (int i = t->first[first]; i < t->first[first + KR_SEAT_ZONES]; i++)
        kritters_hold(rules, t->cards[i].face, out);
}

/* ---- the best plan ---- */

/* Scores one way to place wilds and implements, and keeps it if it is better. KR14: the bonus is
   for the smallest group, if all three groups have a card and an implement. */
static void try_worth(const int *cards, const int *wilds, unsigned worth, bool triad,
                      struct kritters_plan *best)
{
    int total = 0, least = cards[0];
    bool all = true;
    for (int c = 0; c < KR_COLOURS; c++) {
        unsigned with = worth >> 2 * c & WITH_BOTH;
        total += cards[c] * (int)((with & WITH_BRUSH) + (with >> 1));
        least = cards[c] < least ? cards[c] : least;
        all = all && with;
    }
    int bonus = triad && all ? least : 0;
    if (total + bonus <= best->total)
        return;
    best->total = total + bonus;
    best->triad = bonus;
    best->worth = worth;
    for (int c = 0; c < KR_COLOURS; c++)
        best->wilds[c] = wilds[c];
}

/* Ways to place all Paintbrushes and Palettes, at most one of each beside a group. Leaving one
   out never scores more. */
struct layouts {
    int count;
    unsigned list[9]; /* at most three by three */
};

static int every_second(unsigned worth)
{
    return (int)((worth & 1) + (worth >> 2 & 1) + (worth >> 4 & 1));
}

static void lay_out(const struct kritters_holdings *holdings, struct layouts *out)
{
    int brushes = holdings->brushes < KR_COLOURS ? holdings->brushes : KR_COLOURS;
    int palettes = holdings->palettes < KR_COLOURS ? holdings->palettes : KR_COLOURS;
    out->count = 0;
    for (unsigned worth = 0; worth < 1u << 2 * KR_COLOURS; worth++)
        if (every_second(worth) == brushes && every_second(worth >> 1) == palettes)
            out->list[out->count++] = worth;
}

static void try_layouts(const struct kritters_holdings *holdings, const struct layouts *layouts,
                        const int *wilds, bool triad, struct kritters_plan *best)
{
    int cards[KR_COLOURS];
    for (int c = 0; c < KR_COLOURS; c++)
        cards[c] = holdings->cards[c] + wilds[c];
    for (int i = 0; i < layouts->count; i++)
        try_worth(cards, wilds, layouts->list[i], triad, best);
}

/* KR11: all buckets go to the largest colour; with bucket_stack=no at most one to each. */
static void place_buckets(const struct kritters_holdings *holdings, bool stack,
                          struct kritters_plan *plan)
{
    for (int bucket = 0; bucket < holdings->buckets; bucket++) {
        int best = -1;
        for (int c = 0; c < KR_COLOURS; c++)
            if ((stack || plan->buckets[c] == 0) && holdings->point_cards[c] > 0 &&
                (best < 0 || holdings->point_cards[c] > holdings->point_cards[best]))
                best = c;
        if (best < 0)
            return;
        plan->buckets[best]++;
        plan->total += BUCKET_POINTS * holdings->point_cards[best];
    }
}

/* KR16: as many sets of three colours as wilds can fill up. */
static void count_triples(const struct kritters_holdings *holdings, struct kritters_plan *plan)
{
    for (int triples = 1;; triples++) {
        int missing[KR_COLOURS], all = 0;
        for (int c = 0; c < KR_COLOURS; c++) {
            missing[c] = holdings->cards[c] < triples ? triples - holdings->cards[c] : 0;
            all += missing[c];
        }
        if (all > holdings->cards[KR_ANY])
            return;
        plan->triples = triples;
        plan->total = TRIPLE_POINTS * triples;
        for (int c = 0; c < KR_COLOURS; c++)
            plan->wilds[c] = missing[c];
    }
}

void kritters_plan(const struct ruleset *rules, const struct kritters_holdings *holdings,
                   struct kritters_plan *out)
{
    int all = holdings->cards[KR_ANY];
    bool triad = is_advanced(rules, KR_TRIAD_BONUS);
    *out = (struct kritters_plan){0};
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR) {
        count_triples(holdings, out);
    } else {
        struct layouts layouts;
        lay_out(holdings, &layouts);
        out->total = -1; /* so that a plan is found even if wilds score nothing */
        for (int cyan = 0; cyan <= all; cyan++)
            for (int magenta = 0; cyan + magenta <= all; magenta++)
                if (triad || cyan == all || magenta == all ||
                    cyan + magenta == 0) /* else nothing is won by parting them */
                    try_layouts(holdings, &layouts,
                                (const int[KR_COLOURS]){cyan, magenta, all - cyan - magenta}, triad,
                                out);
        place_buckets(holdings, rules->options[KR_BUCKET_STACK] == KR_YES, out);
    }
    out->total += holdings->points;
}

/* ---- line by line ---- */

#define GROUP(colour)                                                                              \
    {                                                                                              \
        colour " without either: {0}", colour " with a Paintbrush: {0}",                           \
            colour " with a Palette: {0}", colour " with both: {0}"                                \
    }
#define WILD_GROUP(colour)                                                                         \
    {                                                                                              \
        colour " without either: {0}, {1} of them wild",                                           \
            colour " with a Paintbrush: {0}, {1} of them wild",                                    \
            colour " with a Palette: {0}, {1} of them wild",                                       \
            colour " with both: {0}, {1} of them wild"                                             \
    }
static const char *const groups[KR_COLOURS][4] = {GROUP("cyan"), GROUP("magenta"), GROUP("yellow")};

static const char *const wild_groups[KR_COLOURS][4] = {WILD_GROUP("cyan"), WILD_GROUP("magenta"),
                                                       WILD_GROUP("yellow")};

#undef GROUP
#undef WILD_GROUP

static void score_groups(int seat, const struct kritters_holdings *holdings,
                         const struct kritters_plan *plan, struct score *out)
{
    for (int c = 0; c < KR_COLOURS; c++) {
        unsigned with = plan->worth >> 2 * c & WITH_BOTH;
        int wilds = plan->wilds[c], cards = holdings->cards[c] + wilds;
        if (cards > 0)
            score_add(out, seat, wilds > 0 ? wild_groups[c][with] : groups[c][with], cards, wilds,
                      cards * (int)((with & WITH_BRUSH) + (with >> 1)));
    }
    if (plan->triad > 0)
        score_add(out, seat, "all three colours score: {0} in the smallest", plan->triad, 0,
                  plan->triad);
}

static void score_points(int seat, const struct kritters_holdings *holdings,
                         const struct kritters_plan *plan, struct score *out)
{
    static const char *const labels[KR_COLOURS] = {"{0|Paint Bucket|Paint Buckets} on {1} red",
                                                   "{0|Paint Bucket|Paint Buckets} on {1} green",
                                                   "{0|Paint Bucket|Paint Buckets} on {1} blue"};
    int cards = holdings->point_cards[0] + holdings->point_cards[1] + holdings->point_cards[2];
    if (cards > 0 || holdings->points > 0)
        score_add(out, seat, "Point Kritters: {0}", cards, 0, holdings->points);
    for (int c = 0; c < KR_COLOURS; c++)
        if (plan->buckets[c] > 0)
            score_add(out, seat, labels[c], plan->buckets[c], holdings->point_cards[c],
                      BUCKET_POINTS * plan->buckets[c] * holdings->point_cards[c]);
}

void kritters_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        struct kritters_holdings holdings;
        struct kritters_plan plan;
        kritters_holdings(rules, t, seat, &holdings);
        kritters_plan(rules, &holdings, &plan);
        if (rules->options[KR_MODE] == KR_MODE_JUNIOR)
            score_add(out, seat, "sets of three colours: {0}, filled by {1} wild", plan.triples,
                      plan.wilds[0] + plan.wilds[1] + plan.wilds[2], TRIPLE_POINTS * plan.triples);
        else
            score_groups(seat, &holdings, &plan, out);
        score_points(seat, &holdings, &plan, out);
    }
    score_best_wins(out, t->seats);
    if (t->shared[KR_LAST_ROUND] == KR_GOES_ON)
        out->reason =
            "The game ended because nobody had bought anything for five rounds (house rule KR21).";
}
