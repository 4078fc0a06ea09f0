/* The robot that thinks: the same question gives the same answer, it keeps its limits, every
   game can be played by it, and it wins against the robot that only looks. Games are drawn from
   fixed seeds: every run plays the same ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "robot.h"
#include "table.h"
#include "testing.h"

enum { MOVES_MOST = 4000 };

static struct robot_arena *arena;

/* A table, who is asked next, and what that seat may play. */
struct board {
    const struct game *game;
    struct ruleset rules;
    struct table table;
    struct chance_seed seed;
    struct chance chance;
    struct sight sight;
    struct moves moves;
    int seat;
};

static struct chance *draw(struct board *board)
{
    chance_init(&board->chance, chance_seeded, &board->seed);
    return &board->chance;
}

static void begin(struct board *board, const struct game *game, int seats, int number)
{
    board->game = game;
    board->seed.state = (uint64_t)number * 0xd1342543de82ef95u + 1;
    game_ruleset(game, &board->rules);
    board->rules.first_seat = number / 2 % seats;
    table_init(&board->table, &board->rules, seats);
    game->setup(
        &(struct play){.rules = &board->rules, .table = &board->table, .chance = draw(board)});
}

static bool can_move(struct board *board, int seat)
{
    board->seat = seat;
    table_sight(&board->rules, &board->table, seat, &board->sight);
    board->game->legal(&board->rules, &board->sight, seat, &board->moves);
    return board->moves.count > 0;
}

/* Finds who goes on: a seat that the table waits for, or else the host. */
static void ask(struct board *board)
{
    table_sight(&board->rules, &board->table, SEAT_PUBLIC, &board->sight);
    unsigned due = board->game->due(&board->rules, &board->sight);
    for (int seat = 0; seat < board->table.seats; seat++)
        if (due >> seat & 1 && can_move(board, seat))
            return;
    assert_true(can_move(board, SEAT_HOST));
}

static void play(struct board *board, int chosen)
{
    struct move move = board->moves.list[chosen];
    struct play play = {.rules = &board->rules, .table = &board->table, .chance = draw(board)};
    board->game->apply(&play, board->seat, &move);
}

static int think(struct board *board, struct robot_limits limits, uint64_t seed)
{
    const struct robot_question question = {board->game, &board->rules, &board->sight, board->seat,
                                            &board->moves};
    int chosen = robot_think(&question, limits, seed, arena);
    assert_in_range(chosen, 0, board->moves.count - 1);
    return chosen;
}

static int looked(struct board *board)
{
    if (board->seat == SEAT_HOST)
        return chance_pick(draw(board), board->moves.count);
    return game_choose(board->game, &board->rules, &board->sight, board->seat, &board->moves,
                       draw(board));
}

/* Two thoughts differ neither by what was thought before them nor by what the memory held. */
static test_case(the_same_question_has_the_same_answer)
{
    const struct robot_limits limits = {.rollouts = 20};
    for (int i = 0; i < game_count; i++) {
        struct board board;
        begin(&board, games[i], games[i]->seats_min > 1 ? games[i]->seats_min : 2, i);
        for (int moves = 0; moves < 24 && !board.table.over; moves++) {
            ask(&board);
            int chosen = think(&board, limits, 7), rollouts = arena->rollouts;
            think(&board, limits, 8);
            memset(arena, 0x55, sizeof *arena);
            assert_int_equal(think(&board, limits, 7), chosen);
            assert_int_equal(arena->rollouts, rollouts);
            play(&board, chosen);
        }
    }
}

static bool is_late(void *arg)
{
    return --*(int *)arg < 0;
}

static test_case(a_thought_keeps_its_limits)
{
    struct board board;
    begin(&board, game_find("heartcatchers"), 2, 1);
    ask(&board);
    assert_true(board.moves.count > 1);
    think(&board, (struct robot_limits){.rollouts = 500}, 1);
    assert_in_range(arena->rollouts, board.moves.count, 500 + board.moves.count);
    int worlds = 3;
    think(&board, (struct robot_limits){.rollouts = 500, .is_late = is_late, .arg = &worlds}, 1);
    assert_in_range(arena->rollouts, board.moves.count,
                    4 * board.moves.count); /* the world that it was in counts, too */
    board.moves.count = 1;
    assert_int_equal(think(&board, (struct robot_limits){.rollouts = 500}, 1), 0);
    assert_int_equal(arena->rollouts, 0);
}

static int most_worlds(void)
{
    int most = 0;
    for (int move = 0; move < MOVES_MAX; move++)
        most = arena->worlds[move] > most ? arena->worlds[move] : most;
    return most;
}

/* A position whose two moves are worth the same, so that neither drops out. */
static int worlds_of_equal_moves(int worlds)
{
    struct game game = *game_find("coloretto");
    struct board board;
    game.worlds = worlds;
    game.horizon = 1;
    begin(&board, &game, 2, 1);
    ask(&board);
    board.moves.list[1] = board.moves.list[0];
    board.moves.count = 2;
    think(&board, (struct robot_limits){.rollouts = 5000}, 1);
    return most_worlds();
}

static test_case(a_move_is_tried_in_as_many_worlds_as_the_game_says)
{
    assert_int_equal(worlds_of_equal_moves(0), ROBOT_WORLDS);
    assert_int_equal(worlds_of_equal_moves(10), 10);
    assert_int_equal(worlds_of_equal_moves(700), 700);
}

static struct chance_seed noise;

static void value_at_random(const struct ruleset *rules, const struct sight *world, int *points)
{
    (void)rules;
    for (int seat = 0; seat < world->seen.seats; seat++)
        points[seat] = (int)(chance_seeded(&noise) % 41);
}

/* Two moves of which luck alone says which is worth more: the one that lags behind by luck may
   still be as good. */
static test_case(a_move_that_lags_behind_by_luck_is_not_given_up)
{
    enum { TIMES = 40 };
    struct game game = *game_find("coloretto");
    int whole = 0;
    game.worlds = ROBOT_WORLDS;
    game.horizon = 1;
    game.value = value_at_random;
    for (int i = 0; i < TIMES; i++) {
        struct board board;
        begin(&board, &game, 2, 1);
        ask(&board);
        board.moves.list[1] = board.moves.list[0];
        board.moves.count = 2;
        noise.state = (uint64_t)i + 1;
        think(&board, (struct robot_limits){.rollouts = 5000}, (uint64_t)i);
        whole += arena->worlds[0] == ROBOT_WORLDS && arena->worlds[1] == ROBOT_WORLDS;
    }
    assert_in_range(whole, TIMES - 1, TIMES);
}

static void weigh_first(const struct ruleset *rules, const struct sight *sight, int seat,
                        const struct moves *moves, int *worths)
{
    (void)rules, (void)sight, (void)seat;
    for (int i = 0; i < moves->count; i++)
        worths[i] = i == 0 ? 9 : 0;
}

/* Of two moves that win the same in all worlds, the one that looks worse is doubted. */
static test_case(what_looks_worse_has_to_prove_that_it_is_better)
{
    struct game game = *game_find("coloretto");
    game.horizon = 1;
    game.weigh = game.weigh_own = weigh_first;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct board board;
        begin(&board, &game, 2, 1);
        ask(&board);
        board.moves.list[1] = board.moves.list[0];
        board.moves.count = 2;
        assert_int_equal(think(&board, (struct robot_limits){.rollouts = 400}, seed), 0);
    }
}

/* Who is asked in an imagined game, and by which way of the game. */
static int asked_own, asked_others, thinker;

static void weigh_own(const struct ruleset *rules, const struct sight *sight, int seat,
                      const struct moves *moves, int *worths)
{
    assert_int_equal(seat, thinker);
    asked_own++;
    game_find("coloretto")->weigh(rules, sight, seat, moves, worths);
}

static void weigh_others(const struct ruleset *rules, const struct sight *sight, int seat,
                         const struct moves *moves, int *worths)
{
    asked_others += seat != thinker;
    game_find("coloretto")->weigh(rules, sight, seat, moves, worths);
}

static void begin_thinking(struct board *board, const struct game *game, int seats)
{
    begin(board, game, seats, 1);
    ask(board);
    thinker = board->seat;
}

static test_case(a_thinker_goes_on_in_its_own_way_and_expects_the_plain_one_of_others)
{
    struct game game = *game_find("coloretto");
    struct board board;
    game.weigh_own = weigh_own;
    game.weigh = weigh_others;
    begin_thinking(&board, &game, 3);
    while (board.moves.count < 2) {
        play(&board, 0);
        ask(&board);
        thinker = board.seat;
    }
    think(&board, (struct robot_limits){.rollouts = 20}, 1);
    assert_true(asked_own > 0);
    assert_true(asked_others > 0);
}

/* The first card that the other side holds at Heartcatchers, in an imagined world. */
static int held_face(const struct ruleset *rules, const struct sight *world, int seat)
{
    int hand =
        rules->shared_zones + (1 - seat) * rules->seat_zones + game_find("heartcatchers")->hand;
    return zone_size(&world->seen, hand) > 0 ? zone_face(&world->seen, hand, 0) : 0;
}

static int pile, asked_at_all, asked_with_red;

static double prefer_red(const struct ruleset *rules, const struct sight *world, int seat)
{
    return held_face(rules, world, seat) < 4 ? 9 : 1;
}

static void weigh_and_count(const struct ruleset *rules, const struct sight *sight, int seat,
                            const struct moves *moves, int *worths)
{
    if (seat != thinker && zone_size(&sight->seen, 0) == pile) {
        asked_at_all++;
        asked_with_red += held_face(rules, sight, thinker) < 4;
    }
    game_find("heartcatchers")->weigh(rules, sight, seat, moves, worths);
}

/* How often the first card of the other side is red in the worlds of a thought. */
static double imagined_with_red(game_likely *likely)
{
    struct game game = *game_find("heartcatchers");
    struct board board;
    game.weigh = weigh_and_count;
    game.likely = likely;
    begin_thinking(&board, &game, 2);
    asked_at_all = asked_with_red = 0;
    pile = zone_size(&board.table, 0) - 1; /* when the other side plays next */
    think(&board, (struct robot_limits){.rollouts = 1000}, 1);
    return (double)asked_with_red / asked_at_all;
}

static test_case(likely_worlds_are_imagined_more_often)
{
    double alike = imagined_with_red(NULL), preferred = imagined_with_red(prefer_red);
    printf("a red card first: %.2f of all worlds, %.2f if they are likely\n", alike, preferred);
    assert_true(preferred > alike + 0.15);
    assert_true(preferred < 0.99);
}

/* How often the thinking seat wins; a shared win counts half. */
static double won_by_thinking(const struct game *game, int count, int rollouts)
{
    double won = 0;
    for (int i = 0; i < count; i++) {
        struct board board;
        struct score score;
        begin(&board, game, 2, i);
        for (int moves = 0; !board.table.over; moves++) {
            assert_true(moves < MOVES_MOST);
            ask(&board);
            bool thinks = board.seat == i % 2;
            play(&board, thinks ? think(&board, (struct robot_limits){.rollouts = rollouts},
                                        (uint64_t)moves)
                                : looked(&board));
        }
        table_sight(&board.rules, &board.table, SEAT_PUBLIC, &board.sight);
        memset(&score, 0, sizeof score);
        game->score(&board.rules, &board.sight, &score);
        won += score.winners >> (i % 2) & 1 ? 1.0 / __builtin_popcount(score.winners) : 0;
    }
    return won / count;
}

/* 0.75 with 200 games and these rollouts in Heartcatchers, 0.99 in Coloretto; 0.5 is what that
   robot wins against itself. */
static test_case(thinking_wins)
{
    double hearts = won_by_thinking(game_find("heartcatchers"), 60, 200);
    double coloretto = won_by_thinking(game_find("coloretto"), 6, 40);
    printf("heartcatchers %.3f, coloretto %.3f\n", hearts, coloretto);
    assert_true(hearts >= 0.65);
    assert_true(coloretto >= 0.8);
}

int main(void)
{
    arena = calloc(1, sizeof *arena);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(a_thought_keeps_its_limits),
        cmocka_unit_test(a_move_is_tried_in_as_many_worlds_as_the_game_says),
        cmocka_unit_test(a_move_that_lags_behind_by_luck_is_not_given_up),
        cmocka_unit_test(what_looks_worse_has_to_prove_that_it_is_better),
        cmocka_unit_test(a_thinker_goes_on_in_its_own_way_and_expects_the_plain_one_of_others),
        cmocka_unit_test(likely_worlds_are_imagined_more_often),
        cmocka_unit_test(thinking_wins),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(arena);
    return failed;
}
