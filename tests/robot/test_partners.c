/* Robots of a game in pairs: a partner's points are their own, and no rival's. The game is the
   toy `pairs`. */
#include <stdlib.h>

#include "check.h"
#include "game.h"
#include "robot.h"
#include "table.h"
#include "testing.h"

enum { SEATS = 4 };

extern const struct game toy_pairs;

/* Plays an imagined game of `pairs` from its beginning to its end. */
static struct robot_result play(struct robot_arena *arena, int seat, unsigned luck)
{
    struct ruleset rules;
    struct chance_seed seed = {luck};
    struct moves moves;
    game_ruleset(&toy_pairs, &rules);
    table_init(&arena->game.seen, &rules, SEATS);
    chance_init(&arena->chance, chance_seeded, &seed);
    toy_pairs.setup(
        &(struct play){.rules = &rules, .table = &arena->game.seen, .chance = &arena->chance});
    arena->game.seen.turn = seat;
    arena->game.seen.shared[0] = seat; /* leads */
    for (int i = 0; i < SEATS + 2; i++)
        arena->luck[i].state = luck + (unsigned)i;
    toy_pairs.legal(&rules, &arena->game, seat, &moves);
    const struct robot_question question = {
        .game = &toy_pairs, .rules = &rules, .sight = &arena->game, .seat = seat, .moves = &moves};
    struct robot_result result = robot_play_out(&question, &moves.list[0], arena);
    assert_true(arena->game.seen.over);
    return result;
}

static test_case(a_partner_is_no_rival)
{
    enum { TRICKS = 4, GAMES = 40 };
    struct robot_arena *arena = calloc(1, sizeof *arena);
    int won = 0;
    check(arena);
    for (unsigned i = 0; i < GAMES; i++) {
        struct robot_result result = play(arena, (int)i % SEATS, i + 1);
        assert_int_equal(result.own + result.rival, TRICKS);
        won += result.own > result.rival;
        /* a pair wins as much as one alone */
        assert_true(result.own <= result.rival || result.gain > 0.9);
        assert_true(result.own >= result.rival || result.gain < 0.1);
    }
    assert_in_range(won, 5, GAMES - 5);
    free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_partner_is_no_rival)};
    return cmocka_run_group_tests_name("partners", tests, NULL, NULL);
}
