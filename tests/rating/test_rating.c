/* Ratings: the update itself against an independent implementation, and what must hold of every
   game. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rating.h"
#include "testing.h"

enum { MOST = 12, GAMES = 2000 };

static double random_between(double least, double most)
{
    /* NOLINTNEXTLINE(*-msc30-c,*-msc50-cpp): the same each time */
    return least + (most - least) * ((double)rand() / RAND_MAX);
}

static int random_place(int count)
{
    return 1 + (int)random_between(0, count - 0.001);
}

static void assert_near(double got, double expected)
{
    if (fabs(got - expected) > 1e-12 * (1 + fabs(expected)))
        fail_msg("%.17g, but expected %.17g", got, expected);
}

/* Made with the package openskill 5.0.1 of npm: rate(teams, {model: bradleyTerryFull, rank, tau:
   0}). That package does not divide the sums by the number of opponents; with that number they
   can be compared all the same. */
static const struct figure {
    int count;
    struct {
        int place;
        struct rating before, after;
    } players[5];
} figures[] = {
    {2,
     {{1, {25, 25.0 / 3}, {27.635231383473648, 8.0655063163235479}},
      {2, {25, 25.0 / 3}, {22.364768616526352, 8.0655063163235479}}}},
    {2,
     {{1, {25, 25.0 / 3}, {25, 8.0655063163235479}},
      {1, {25, 25.0 / 3}, {25, 8.0655063163235479}}}},
    {2,
     {{1, {29.182, 4.782}, {30.306332521413296, 4.6939418263671095}},
      {2, {27.174, 4.922}, {25.982870863863951, 4.8230839736056845}}}},
    {2,
     {{2, {29.182, 4.782}, {27.778196289901544, 4.6939418263671095}},
      {1, {27.174, 4.922}, {28.661203713019251, 4.8230839736056845}}}},
    {3,
     {{1, {25, 25.0 / 3}, {30.270462766947301, 7.7884748078725661}},
      {2, {25, 25.0 / 3}, {25, 7.7884748078725661}},
      {3, {25, 25.0 / 3}, {19.729537233052699, 7.7884748078725661}}}},
    {3,
     {{1, {25, 25.0 / 3}, {27.635231383473648, 7.7884748078725661}},
      {1, {25, 25.0 / 3}, {27.635231383473648, 7.7884748078725661}},
      {2, {25, 25.0 / 3}, {19.729537233052699, 7.7884748078725661}}}},
    {5,
     {{1, {25, 25.0 / 3}, {35.540925533894601, 7.2025158952470756}},
      {2, {25, 25.0 / 3}, {30.270462766947301, 7.2025158952470756}},
      {3, {25, 25.0 / 3}, {25, 7.2025158952470756}},
      {4, {25, 25.0 / 3}, {19.729537233052703, 7.2025158952470756}},
      {5, {25, 25.0 / 3}, {14.459074466105401, 7.2025158952470756}}}},
    {4,
     {{3, {29.182, 4.782}, {27.086693338520551, 4.5999011726035866}},
      {1, {27.174, 4.922}, {29.188523067701279, 4.7115373194216463}},
      {4, {16.672, 6.217}, {13.731834106226389, 5.8246254585539088}},
      {1, {25, 25.0 / 3}, {30.870996146926061, 7.1129977453618745}}}},
};

static test_case(ratings_are_those_of_an_independent_implementation)
{
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const struct figure *figure = &figures[i];
        struct rated players[5];
        for (int p = 0; p < figure->count; p++)
            players[p] = (struct rated){figure->players[p].before, figure->players[p].place, false,
                                        false, false};
        rating_update(players, figure->count, 1.0);
        for (int p = 0; p < figure->count; p++) {
            struct rating before = figure->players[p].before, after = figure->players[p].after,
                          got = players[p].rating;
            double share = figure->count - 1, part = got.sigma / before.sigma,
                   whole = after.sigma / before.sigma;
            assert_near((got.mu - before.mu) * share, after.mu - before.mu);
            assert_near((1 - part * part) * share, 1 - whole * whole);
        }
    }
}

static int draw_game(struct rated *players)
{
    int count = 2 + random_place(MOST - 1) - 1;
    for (int p = 0; p < count; p++)
        players[p] = (struct rated){{random_between(0, 50), random_between(1, 9)},
                                    random_place(count),
                                    false,
                                    false,
                                    false};
    return count;
}

/* Who does better, all else being the same, is rated higher; nobody's doubt grows. */
static test_case(a_better_place_is_worth_more)
{
    for (int game = 0; game < GAMES; game++) {
        struct rated players[MOST], better[MOST];
        int count = draw_game(players), who = random_place(count) - 1;
        memcpy(better, players, sizeof players);
        players[who].place++;
        bool has_passed = false;
        for (int p = 0; p < count; p++)
            has_passed |= p != who && (players[p].place == players[who].place ||
                                       players[p].place == better[who].place);
        struct rated before = better[who];
        rating_update(players, count, 1.0);
        rating_update(better, count, 1.0);
        assert_true(has_passed ? better[who].rating.mu > players[who].rating.mu
                               : better[who].rating.mu == players[who].rating.mu);
        assert_true(better[who].rating.sigma < before.rating.sigma);
    }
}

static test_case(a_tie_of_equals_moves_nothing)
{
    for (int count = 2; count <= MOST; count++) {
        struct rated players[MOST];
        for (int p = 0; p < count; p++)
            players[p] = (struct rated){{31.5, 4.25}, 1, false, false, false};
        rating_update(players, count, 1.0);
        for (int p = 0; p < count; p++)
            assert_true(players[p].rating.mu == 31.5);
    }
}

static test_case(what_one_gains_others_lose_where_doubts_are_equal)
{
    for (int game = 0; game < GAMES; game++) {
        struct rated players[MOST];
        int count = draw_game(players);
        double sum = 0, before = 0;
        for (int p = 0; p < count; p++) {
            players[p].rating.sigma = 5;
            before += players[p].rating.mu;
        }
        rating_update(players, count, 1.0);
        for (int p = 0; p < count; p++)
            sum += players[p].rating.mu;
        assert_near(sum, before);
    }
}

/* A shared first place is worth more than a third one, however many play. */
static test_case(no_place_is_worth_more_than_a_better_one_in_the_same_game)
{
    for (int count = 3; count <= MOST; count++) {
        struct rated players[MOST];
        for (int p = 0; p < count; p++)
            players[p] =
                (struct rated){rating_new(), p < count - 1 ? 1 : count, false, false, false};
        rating_update(players, count, 1.0);
        assert_true(players[0].rating.mu > 25 && players[count - 1].rating.mu < 25);
        for (int p = 0; p < count; p++)
            players[p] = (struct rated){rating_new(), p + 1, false, false, false};
        rating_update(players, count, 1.0);
        for (int p = 1; p < count; p++)
            assert_true(players[p - 1].rating.mu > players[p].rating.mu);
    }
}

static test_case(robots_stay_what_they_are)
{
    struct rated players[3] = {{rating_new(), 1, false, false, false},
                               {rating_of_robot("greedy"), 2, true, false, false},
                               {rating_new(), 3, false, false, false}};
    rating_update(players, 3, 1.0);
    assert_true(players[1].rating.mu == rating_of_robot("greedy").mu);
    assert_true(players[1].rating.sigma == rating_of_robot("greedy").sigma);
    assert_true(players[0].rating.mu > 25 && players[2].rating.mu < 25);
    assert_true(rating_of_robot("random").mu < rating_of_robot("easy").mu);
    assert_true(rating_of_robot("easy").mu < rating_of_robot("medium").mu);
    assert_true(rating_of_robot("medium").mu < rating_of_robot("hard").mu);
    assert_true(rating_of_robot("greedy").mu == rating_of_robot("easy").mu); /* as it was called */
}

/* Strength and doubt move by the same part: fourteen games of a pair in a week are worth three
   and a quarter. */
static test_case(a_weight_scales_both)
{
    struct rated whole[2] = {{rating_new(), 1, false, false, false},
                             {rating_new(), 2, false, false, false}},
                 part[2];
    memcpy(part, whole, sizeof part);
    rating_update(whole, 2, 1.0);
    rating_update(part, 2, 0.25);
    for (int p = 0; p < 2; p++) {
        double before = rating_new().sigma * rating_new().sigma;
        assert_near((part[p].rating.mu - 25) * 4, whole[p].rating.mu - 25);
        assert_near((before - part[p].rating.sigma * part[p].rating.sigma) * 4,
                    before - whole[p].rating.sigma * whole[p].rating.sigma);
    }
    struct rated farmed[2] = {{rating_new(), 1, false, false, false},
                              {rating_new(), 2, false, false, false}};
    struct rated often[2];
    memcpy(often, farmed, sizeof often);
    for (int game = 1; game <= 14; game++) {
        rating_update(farmed, 2, 1.0 / game);
        rating_update(often, 2, 1.0);
    }
    assert_true(rating_shown(&farmed[0].rating) < rating_shown(&often[0].rating) / 2);
}

/* Whatever else happens in the game: what is shown of who cannot gain does not rise, and nobody
   loses to who costs nobody. */
static test_case(limits_of_a_game_hold)
{
    for (int i = 0; i < GAMES; i++) {
        struct rated players[MOST], before[MOST];
        int count = draw_game(players);
        for (int p = 0; p < count; p++) {
            players[p].cannot_gain = random_place(3) == 1;
            players[p].costs_nobody = true;
        }
        memcpy(before, players, sizeof before);
        rating_update(players, count, 1.0 / random_place(9));
        for (int p = 0; p < count; p++) {
            assert_true(!players[p].cannot_gain ||
                        rating_shown(&players[p].rating) <= rating_shown(&before[p].rating));
            assert_true(players[p].rating.mu >= before[p].rating.mu);
        }
    }
}

static test_case(who_plays_alone_or_not_at_all_stays)
{
    struct rated alone = {rating_new(), 1, false, false, false};
    rating_update(&alone, 1, 1.0);
    rating_update(&alone, 0, 1.0);
    assert_true(alone.rating.mu == rating_new().mu && alone.rating.sigma == rating_new().sigma);
    assert_near(rating_shown(&alone.rating) + 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_are_those_of_an_independent_implementation),
        cmocka_unit_test(a_better_place_is_worth_more),
        cmocka_unit_test(a_tie_of_equals_moves_nothing),
        cmocka_unit_test(what_one_gains_others_lose_where_doubts_are_equal),
        cmocka_unit_test(no_place_is_worth_more_than_a_better_one_in_the_same_game),
        cmocka_unit_test(robots_stay_what_they_are),
        cmocka_unit_test(a_weight_scales_both),
        cmocka_unit_test(limits_of_a_game_hold),
        cmocka_unit_test(who_plays_alone_or_not_at_all_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
