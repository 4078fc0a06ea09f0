/* Scoring of Coloretto, with jokers where they give most. */
#include "coloretto.h"

int coloretto_value(const struct ruleset *rules, int count)
{
    static const int values[2][7] = {{0, 1, 3, 6, 10, 15, 21}, {0, 1, 4, 8, 7, 6, 5}};
    return values[rules->options[CO_SIDE] == CO_SIDE_GREY][count > 6 ? 6 : count];
}

/* The values of the three colours that score plus: the highest ones, not the largest sets
   (CO11). */
static void best_values(const struct ruleset *rules, const int counts[CO_COLOURS],
                        int best[CO_BEST])
{
    for (int i = 0; i < CO_BEST; i++)
        best[i] = 0;
    for (int colour = 0; colour < CO_COLOURS; colour++) {
        int value = coloretto_value(rules, counts[colour]);
        for (int i = 0; i < CO_BEST; i++)
            if (value > best[i]) {
                int lower = best[i];
                best[i] = value;
                value = lower;
            }
    }
}

int coloretto_points(const struct ruleset *rules, const int counts[CO_COLOURS])
{
    int best[CO_BEST], points = 0;
    best_values(rules, counts, best);
    for (int colour = 0; colour < CO_COLOURS; colour++)
        points -= coloretto_value(rules, counts[colour]);
    for (int i = 0; i < CO_BEST; i++)
        points += 2 * best[i];
    return points;
}

/* Tries all assignments: at most 84, the colours in ascending order. */
void coloretto_place_jokers(const struct ruleset *rules, int colours, int jokers,
                            int counts[CO_COLOURS], int as[CO_JOKERS])
{
    int trial[CO_JOKERS] = {0}, best = 0;
    bool found = false;
    for (;;) {
        for (int i = 0; i < jokers; i++)
            counts[trial[i]]++;
        int points = coloretto_points(rules, counts);
        for (int i = 0; i < jokers; i++)
            counts[trial[i]]--;
        if (!found || points > best) {
            found = true;
            best = points;
            for (int i = 0; i < jokers; i++)
                as[i] = trial[i];
        }
        int i = jokers - 1;
        while (i >= 0 && trial[i] == colours - 1)
            i--;
        if (i < 0)
            break;
        trial[i]++;
        for (int j = i + 1; j < jokers; j++)
            trial[j] = trial[i];
    }
    for (int i = 0; i < jokers; i++)
        counts[as[i]]++;
}

int coloretto_jokers_points(const struct ruleset *rules, const struct table *t, int seat,
                            const struct move *move)
{
    int zone = CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION, counts[CO_COLOURS];
    for (int colour = 0; colour < CO_COLOURS; colour++)
        counts[colour] = zone_tally(t, zone, colour);
    for (int i = 0; i < CO_JOKERS && move->args[i] != ARG_ABSENT; i++)
        counts[move->args[i]]++;
    return coloretto_points(rules, counts);
}

/* One line for each colour: plus for the three best values (of equal values the first ones),
   minus for the rest. */
static void score_colours(const struct ruleset *rules, int seat, const int counts[CO_COLOURS],
                          const int jokers[CO_COLOURS], struct score *out)
{
    static const char *const labels[CO_JOKERS + 1] = {"{0:word} x{1}", "{0:word} x{1} with a joker",
                                                      "{0:word} x{1} with 2 jokers",
                                                      "{0:word} x{1} with 3 jokers"};
    int best[CO_BEST];
    best_values(rules, counts, best);
    for (int colour = 0; colour < CO_COLOURS; colour++) {
        int value = coloretto_value(rules, counts[colour]);
        bool plus = false;
        for (int i = 0; i < CO_BEST && !plus && value > 0; i++)
            if (best[i] == value) {
                best[i] = -1; /* used */
                plus = true;
            }
        if (value > 0)
            score_add(out, seat, labels[jokers[colour]], colour, counts[colour],
                      plus ? value : -value);
    }
}

/* Before the end of a game jokers may not be named yet: those count for nothing. */
static int count_named(const struct table *t, int seat, int jokers, int counts[], int as[])
{
    int named = 0;
    for (; named < jokers && t->own[seat][CO_AS + named] > 0; named++) {
        as[named] = t->own[seat][CO_AS + named] - 1;
        counts[as[named]]++;
    }
    return named;
}

void coloretto_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int zone = CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION, counts[CO_COLOURS],
            as[CO_JOKERS] = {0}, joined[CO_COLOURS] = {0};
        int jokers = zone_tally(t, zone, CO_JOKER), plus_twos = zone_tally(t, zone, CO_PLUS_TWO);
        for (int colour = 0; colour < CO_COLOURS; colour++)
            counts[colour] = zone_tally(t, zone, colour);
        if (rules->options[CO_JOKER_MODE] == CO_JOKERS_AUTO)
            coloretto_place_jokers(rules, coloretto_colours(t->seats), jokers, counts, as);
        if (rules->options[CO_JOKER_MODE] == CO_JOKERS_MANUAL)
            jokers = count_named(t, seat, jokers, counts, as);
        for (int i = 0; i < jokers; i++)
            joined[as[i]]++;
        score_colours(rules, seat, counts, joined, out);
        if (plus_twos > 0)
            score_add(out, seat, "+2 x{0}", plus_twos, 0, 2 * plus_twos);
    }
    score_best_wins(out, t->seats);
}
