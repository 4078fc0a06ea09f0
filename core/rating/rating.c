/* Ratings: see rating.h. The sums run over the opponents in their order, so that the same game
   gives the same bits. */
#include "rating.h"

#include <math.h>
#include <string.h>

#include "check.h"

enum { RATED_MOST = 64 };

static const double mu = 25.0, sigma = 25.0 / 3.0, beta = 25.0 / 6.0, kappa = 0.0001;

struct rating rating_new(void)
{
    return (struct rating){mu, sigma};
}

struct rating rating_of_robot(const char *strategy)
{
    static const struct {
        const char *strategy;
        struct rating rating;
    } robots[] = {{"random", {3.5, 1.0}},
                  {"easy", {18.0, 1.0}},
                  {"medium", {25.0, 1.0}},
                  {"hard", {28.0, 1.0}}};
    static const struct rating others = {18.0, 1.0};
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++)
        if (strcmp(robots[i].strategy, strategy) == 0)
            return robots[i].rating;
    return others;
}

/* What one pair says of `one`: how far the strength moves, and which part of the doubt it takes. */
static void add_pair(const struct rated *one, const struct rated *other, double *omega,
                     double *delta)
{
    double square = one->rating.sigma * one->rating.sigma;
    double c = sqrt(square + other->rating.sigma * other->rating.sigma + 2.0 * beta * beta);
    double expected = 1.0 / (1.0 + exp((other->rating.mu - one->rating.mu) / c));
    double score = one->place < other->place ? 1.0 : one->place == other->place ? 0.5 : 0.0;
    double gamma = one->rating.sigma / c, gain = square / c * (score - expected);
    *omega += other->costs_nobody && gain < 0.0 ? 0.0 : gain;
    *delta += gamma * (square / c / c) * expected * (1.0 - expected);
}

static struct rating updated(const struct rated *players, int count, int at, double weight)
{
    double omega = 0.0, delta = 0.0;
    struct rating rating = players[at].rating;
    for (int other = 0; other < count; other++)
        if (other != at)
            add_pair(&players[at], &players[other], &omega, &delta);
    rating.mu += weight * omega / (count - 1);
    rating.sigma *= sqrt(fmax(1.0 - weight * delta / (count - 1), kappa));
    bool rises = rating_shown(&rating) > rating_shown(&players[at].rating);
    return rises && players[at].cannot_gain ? players[at].rating : rating;
}

void rating_update(struct rated *players, int count, double weight)
{
    struct rated before[RATED_MOST];
    check(count >= 0 && count <= RATED_MOST && weight > 0.0 && weight <= 1.0);
    memcpy(before, players, (size_t)count * sizeof *players);
    for (int i = 0; i < count && count > 1; i++)
        if (!before[i].is_fixed)
            players[i].rating = updated(before, count, i, weight);
}

double rating_shown(const struct rating *rating)
{
    return rating->mu - 3.0 * rating->sigma;
}
