/* What games cost: a decision, a sight, a copy, reading a typed move; and how large a table is.
   One thread, random games; prints figures (CPU time) and fails on nothing. `bench_games GAME`
   measures that game's decisions alone, in a few rounds: run it in turn with an older build to
   compare them. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "game.h"
#include "games.h"
#include "playthrough.h"
#include "quick_game.h"
#include "text.h"

enum { ROUNDS = 25, FEW_ROUNDS = 4 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static volatile int sink; /* what the compiler may not leave out */

static void bench_decisions(const struct variant *variant, int rounds)
{
    static struct sight world;
    static struct events events;
    struct chance_seed seed = {1};
    double best = 1e9;
    int decisions = 0, games_played = variant->rules.face_count < 20 ? 10000 : 1000;
    world.viewer = SEAT_PUBLIC;
    world.unseen_count = 0;
    games_played = bench_times(games_played);
    for (int round = 0; round < bench_times(rounds); round++) {
        double begin = now();
        decisions = 0;
        for (int i = 0; i < games_played; i++)
            decisions += quick_game(variant, &world, &events, &seed);
        double each = (now() - begin) / decisions;
        best = each < best ? each : best;
    }
    printf("  decision, setup and all          %8.1f ns  (%.1f million a second, %.1f a game)\n",
           best * 1e9, 1e-6 / best, (double)decisions / games_played);
}

/* The best of some rounds of `count` calls each, in ns a call. */
#define BENCH(label, count, statement)                                                             \
    do {                                                                                           \
        double best = 1e9;                                                                         \
        const int times = bench_times(count);                                                      \
        for (int round = 0; round < bench_times(ROUNDS); round++) {                                \
            double begin = now();                                                                  \
            for (int i = 0; i < times; i++) {                                                      \
                statement;                                                                         \
            }                                                                                      \
            double each = (now() - begin) / times;                                                 \
            best = each < best ? each : best;                                                      \
        }                                                                                          \
        printf("  %-32s %8.1f ns\n", label, best * 1e9);                                           \
    } while (0)

/* At the middle of a random game, for the seat whose move comes next. */
static void bench_middle(const struct variant *variant, const struct playthrough *play)
{
    static struct sight sight, world;
    static struct table copy;
    static struct moves moves;
    static struct read_move read;
    static struct chance chance;
    static char text_bytes[8192];
    struct chance_seed seed = {1};
    int step = play->count / 2, seat = play->steps[step].seat;
    const struct table *table = &play->tables[step];
    const struct ruleset *rules = &variant->rules;
    char typed[MOVE_TEXT];
    table_sight(rules, table, seat, &sight);
    variant->game->legal(rules, &sight, seat, &moves);
    struct text text = text_over(typed, sizeof typed), canonical;
    move_format(rules, NULL, &play->steps[step].move, &text);
    BENCH("copy", 100000, table_copy(&copy, table); sink = copy.turn);
    BENCH("sight", 50000, table_sight(rules, table, i & 1, &sight); sink = sight.unseen_count);
    table_sight(rules, table, seat, &sight);
    BENCH("legal list", 50000, variant->game->legal(rules, &sight, seat, &moves);
          sink = moves.count);
    BENCH("imagined world", 20000, chance_init(&chance, chance_seeded, &seed);
          sight_imagine(rules, &sight, &chance, &world); sink = world.viewer);
    BENCH("typed move read", 10000, move_read(rules, NULL, &sight, &moves, false, typed, &read);
          sink = (int)read.reading);
    BENCH("nonsense read", 1000,
          move_read(rules, NULL, &sight, &moves, false, "hidde the cart", &read);
          sink = (int)read.reading);
    BENCH("canonical text of the table", 5000, canonical = text_over(text_bytes, sizeof text_bytes);
          table_write(table, rules, &canonical); sink = canonical.length);
    printf("  %d moves in the list, \"%s\"; table %zu bytes used of %zu, its text %d\n",
           moves.count, typed, table_bytes(table), sizeof *table, canonical.length);
}

int main(int argc, char **argv)
{
    static struct variant variants[VARIANTS_MAX];
    static struct playthrough play;
    const char *only = argc > 1 ? argv[1] : NULL;
    for (int g = 0; g < game_count; g++) {
        int count = only && strcmp(only, games[g]->id) != 0 ? 0 : variants_of(games[g], variants);
        for (int v = 0; v < count; v++) {
            printf("%s, %s\n", games[g]->id, variants[v].label);
            bench_decisions(&variants[v], only ? FEW_ROUNDS : ROUNDS);
            if (only)
                continue;
            playthrough_play(&play, &variants[v], 1, CHOICE_ANY, STEPS_MAX);
            bench_middle(&variants[v], &play);
        }
    }
    return 0;
}
