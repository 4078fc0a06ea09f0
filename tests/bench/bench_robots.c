/* What robots cost: the memory of a thought, and the CPU time of a decision at each level, with
   the fewest and the most seats of each game. Prints figures and fails on nothing. How well they
   play: tests/robots/duel. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "games.h"
#include "match.h"

enum { DECISIONS = 60, MOVES_MOST = 400 };

static double cpu_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Decisions of games that quick robots play, spread over the game. */
static void bench_level(struct match *match, const struct game *game, int seats,
                        enum robot_level level)
{
    static const char *const names[ROBOT_LEVELS] = {"easy", "medium", "hard", "random"};
    const struct player quick = {.rollouts = ROBOT_LOOKS},
                        player = {.rollouts = robot_rollouts(game, seats, level)};
    const int most_decisions = bench_times(DECISIONS);
    double sum = 0, most = 0;
    int decisions = 0;
    for (uint64_t number = 1; decisions < most_decisions; number++) {
        match->game = game;
        game_ruleset(game, &match->rules);
        match_begin(match, seats, number);
        while (decisions < most_decisions && match->count < MOVES_MOST && match_ask(match)) {
            if (match->moves.count > 1 && match->count % 5 == 0) {
                double begin = cpu_ms();
                match_choose(match, &player);
                double ms = cpu_ms() - begin;
                sum += ms;
                most = ms > most ? ms : most;
                decisions++;
            }
            match_play(match, match_choose(match, &quick));
        }
    }
    printf("%-14s %2d seats, %-6s %4d rollouts: %6.2f ms a decision, most %6.2f\n", game->id, seats,
           names[level], player.rollouts, sum / decisions, most);
}

int main(void)
{
    static struct match match;
    match.arena = calloc(1, sizeof *match.arena);
    if (!match.arena)
        return 1;
    printf("a thought takes %zu KiB\n", sizeof *match.arena / 1024);
    for (int i = 0; i < game_count; i++)
        for (int level = ROBOT_EASY; level <= ROBOT_HARD; level++) {
            int fewest = games[i]->seats_min > 1 ? games[i]->seats_min : 2;
            bench_level(&match, games[i], fewest, (enum robot_level)level);
            if (games[i]->seats_max > fewest)
                bench_level(&match, games[i], games[i]->seats_max, (enum robot_level)level);
        }
    free(match.arena);
    return 0;
}
