/* Robots of all levels in every game: they know nothing that their seat does not see, they
   answer alike by the same seed, and easy plays what looks good. Games are drawn from fixed
   seeds: every run plays the same ones. Who wins: tests/robots/ladder.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "long.h"
#include "match.h"
#include "testing.h"
#include "variants.h"

enum { MOVES_MOST = 5000 };

static struct robot_arena *arena;

static void begin(struct match *match, const struct game *game, int number)
{
    int fewest = game->seats_min > 1 ? game->seats_min : 2, seats = fewest + number % 2;
    *match = (struct match){.game = game, .arena = arena};
    game_ruleset(game, &match->rules);
    match_begin(match, seats <= game->seats_max ? seats : fewest, (uint64_t)number);
}

static int answer(struct match *match, const struct sight *sight, int rollouts)
{
    const struct robot_question question = {match->game, &match->rules, sight, match->seat,
                                            &match->moves};
    return robot_think(&question, (struct robot_limits){.rollouts = rollouts}, 5, arena);
}

/* A random game of a variant, in pairs of truths: the position and one that the seat cannot tell
   from it, the one that it might have imagined. Both have the same answer. Returns how many
   pairs differ in what is hidden. */
static int answer_twins(const struct variant *variant, int number)
{
    static const int rollouts[] = {ROBOT_DRAWS, ROBOT_LOOKS, 12};
    struct match match = {.game = variant->game, .rules = variant->rules, .arena = arena};
    struct chance chance;
    struct sight world, again;
    int pairs = 0;
    match_begin(&match, variant->seats, (uint64_t)number);
    for (int step = 0; step < 60 && match_ask(&match); step++) {
        if (match.seat != SEAT_HOST && match.moves.count > 1) {
            chance_init(&chance, chance_seeded, &match.seed);
            sight_imagine(&match.rules, &match.sight, &chance, &world);
            table_sight(&match.rules, &world.seen, match.seat, &again);
            for (int n = 0; n < 3; n++)
                assert_int_equal(answer(&match, &match.sight, rollouts[n]),
                                 answer(&match, &again, rollouts[n]));
            pairs += memcmp(&world.seen, &match.table, table_bytes(&match.table)) != 0;
        }
        match_play(&match, match_choose(&match, &(struct player){.kind = PLAYER_RANDOM}));
    }
    return pairs;
}

static test_case(robots_know_what_their_seat_sees)
{
    static struct variant variants[VARIANTS_MAX];
    for (int i = 0; i < game_count; i++) {
        int count = variants_of(games[i], variants), wanted = is_long() ? 10000 : 60, pairs = 0;
        for (int number = 0; pairs < wanted; number++) {
            assert_true(number < wanted);
            pairs += answer_twins(&variants[number % count], number);
        }
        printf("%s: %d pairs of truths, each with one answer\n", games[i]->id, pairs);
    }
}

/* Nothing that easy plays looks worse than half of what it could play. */
static test_case(easy_plays_what_looks_good)
{
    for (int i = 0; i < game_count; i++) {
        struct match match;
        begin(&match, games[i], i);
        for (int step = 0; step < 200 && match_ask(&match); step++) {
            int worths[MOVES_MAX], better = 0, chosen = 0;
            if (match.seat != SEAT_HOST && games[i]->weigh) {
                chosen = answer(&match, &match.sight,
                                robot_rollouts(games[i], match.table.seats, ROBOT_EASY));
                games[i]->weigh(&match.rules, &match.sight, match.seat, &match.moves, worths);
                for (int other = 0; other < match.moves.count; other++)
                    better += worths[other] > worths[chosen];
                assert_true(2 * better <= match.moves.count);
            }
            match_play(&match, chosen);
        }
    }
}

static test_case(levels_think_the_longer_the_better_they_are)
{
    for (int i = 0; i < game_count; i++)
        for (int seats = games[i]->seats_min; seats <= games[i]->seats_max; seats++) {
            int medium = robot_rollouts(games[i], seats, ROBOT_MEDIUM);
            int hard = robot_rollouts(games[i], seats, ROBOT_HARD);
            assert_int_equal(robot_rollouts(games[i], seats, ROBOT_RANDOM), ROBOT_DRAWS);
            assert_true(robot_rollouts(games[i], seats, ROBOT_EASY) < medium);
            assert_true(2 * medium < hard);
            assert_int_equal(robot_halved(hard), hard / 2);
            assert_true(games[i]->medium == 0 || medium == games[i]->medium);
            for (int level = 0; level < ROBOT_LEVELS; level++) {
                int rollouts = robot_rollouts(games[i], seats, (enum robot_level)level);
                assert_true(rollouts > 0 ? robot_halved(rollouts) > 0
                                         : robot_halved(rollouts) == rollouts);
            }
            assert_true(seats <= 2 || hard <= robot_rollouts(games[i], 2, ROBOT_HARD));
        }
}

/* The reason tells of the chosen move and another one, over the same worlds. */
static test_case(a_thought_says_why)
{
    for (int i = 0; i < game_count; i++) {
        struct match match;
        begin(&match, games[i], i);
        for (int step = 0; step < 30 && match_ask(&match); step++) {
            int chosen = match.seat == SEAT_HOST ? 0 : answer(&match, &match.sight, 30);
            const struct robot_reason *why = &arena->reason;
            if (match.seat != SEAT_HOST) {
                assert_int_equal(why->best.move, chosen);
                assert_true(why->worlds == 0 || why->second.move != chosen);
                assert_true(why->worlds == 0 ||
                            (why->best.won >= 0 && why->best.won <= 1 && why->best.ahead <= 1));
            }
            match_play(&match, chosen);
        }
    }
}

int main(void)
{
    arena = calloc(1, sizeof *arena);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_know_what_their_seat_sees),
        cmocka_unit_test(easy_plays_what_looks_good),
        cmocka_unit_test(levels_think_the_longer_the_better_they_are),
        cmocka_unit_test(a_thought_says_why),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(arena);
    return failed;
}
