/* duel GAME SEATS PLAYER GAMES [against=PLAYER] [seed=N] [processes=N] [horizon=N]
   [OPTION=VALUE]...: how strong a robot is. PLAYER is a number of rollouts, a level, `frozen` or
   `random`; one such player, in a game of pairs one such pair, sits among others of one kind (by
   default frozen ones), in another seat each game. Prints the share of the games that it won, with
   the interval of 95 %, and the CPU time of its decisions. Figures are for readers; nothing fails
   on them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "games.h"
#include "match.h"
#include "text.h"

enum { PROCESSES_MOST = 64, BUCKETS = 20000, MOVES_MOST = 20000 };
#define BUCKET_MS 0.05

/* What one process found; the processes share the memory. */
struct found {
    long games, decisions, rollouts, moves;
    double won, squares, ms;
    int buckets[BUCKETS]; /* decisions by their time */
};

struct duel {
    struct game game; /* a copy, so that numbers of it can be tried */
    struct match match;
    int seats, games, processes;
    uint64_t seed;
    struct player player, others;
    struct found *found; /* of each process */
};

static double cpu_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int choose_timed(struct duel *duel, struct found *found)
{
    double begin = cpu_ms();
    int chosen = match_choose(&duel->match, &duel->player);
    double ms = cpu_ms() - begin;
    if (duel->match.moves.count > 1) {
        int bucket = (int)(ms / BUCKET_MS);
        found->decisions++;
        found->rollouts += duel->player.kind == PLAYER_THINKS ? duel->match.arena->rollouts : 0;
        found->ms += ms;
        found->buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    }
    return chosen;
}

static unsigned side_of(const struct duel *duel, int seat)
{
    const struct game *game = &duel->game;
    return game->partners ? game->partners(&duel->match.rules, duel->seats, seat) : 1u << seat;
}

static void play_game(struct duel *duel, int number, struct found *found)
{
    struct match *match = &duel->match;
    int seat = number % duel->seats;
    unsigned side = side_of(duel, seat);
    match->rules.first_seat = SEAT_NONE;
    match_begin(match, duel->seats, duel->seed + (uint64_t)number);
    while (match->count < MOVES_MOST && match_ask(match))
        match_play(match, match->seat != SEAT_HOST && side >> match->seat & 1
                              ? choose_timed(duel, found)
                              : match_choose(match, &duel->others));
    if (!match->table.over)
        fprintf(stderr, "game %d is not over after %d moves\n", number, match->count);
    double won = match_won(match, seat) * __builtin_popcount(side);
    found->games++;
    found->moves += match->count;
    found->won += won;
    found->squares += won * won;
}

static void play_games(struct duel *duel, int process)
{
    duel->match.arena = calloc(1, sizeof *duel->match.arena);
    for (int i = process; i < duel->games; i += duel->processes)
        play_game(duel, i, &duel->found[process]);
    free(duel->match.arena);
}

static void fork_and_play(struct duel *duel)
{
    for (int process = 0; process < duel->processes; process++)
        if (fork() == 0) {
            play_games(duel, process);
            _exit(0);
        }
    for (int process = 0; process < duel->processes; process++)
        wait(NULL);
    for (int process = 1; process < duel->processes; process++) {
        struct found *all = &duel->found[0], *one = &duel->found[process];
        all->games += one->games;
        all->decisions += one->decisions;
        all->rollouts += one->rollouts;
        all->moves += one->moves;
        all->won += one->won;
        all->squares += one->squares;
        all->ms += one->ms;
        for (int i = 0; i < BUCKETS; i++)
            all->buckets[i] += one->buckets[i];
    }
}

static double percentile_ms(const struct found *found, double part)
{
    long wanted = (long)((double)found->decisions * part), seen = 0;
    for (int i = 0; i < BUCKETS; i++)
        if ((seen += found->buckets[i]) > wanted)
            return (i + 1) * BUCKET_MS;
    return BUCKETS * BUCKET_MS;
}

static void print_found(const struct duel *duel, const char *player, const char *others)
{
    const struct found *found = &duel->found[0];
    double n = (double)found->games, mean = found->won / n,
           decisions = (double)(found->decisions ? found->decisions : 1);
    double error = 1.96 * sqrt((found->squares / n - mean * mean) / n);
    printf(
        "%s %d seats, %s against %s: won %.1f %% +- %.1f of %ld games (fair: %.0f), %.0f moves a game; a decision: "
        "%.0f rollouts, %.2f ms, p95 %.1f, most %.1f\n",
        duel->match.game->id, duel->seats, player, others, 100 * mean, 100 * error, found->games,
        100.0 * __builtin_popcount(side_of(duel, 0)) / duel->seats, (double)found->moves / n,
        (double)found->rollouts / decisions, found->ms / decisions, percentile_ms(found, 0.95),
        percentile_ms(found, 1 - 1e-9));
}

/* NAME=VALUE: of the duel itself, or an option of the game. */
static bool set(struct duel *duel, const char *argument, const char **others)
{
    char name[64];
    const char *value = strchr(argument, '=');
    char bytes[200];
    struct text text = text_over(name, sizeof name), why = text_over(bytes, sizeof bytes);
    const struct game *game = duel->match.game;
    if (!value)
        return false;
    text_put_bytes(&text, argument, (int)(value++ - argument));
    if (strcmp(name, "seed") == 0)
        duel->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "horizon") == 0)
        duel->game.horizon = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "processes") == 0)
        duel->processes = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "against") == 0)
        return player_read(game, duel->seats, *others = value, &duel->others);
    else
        return option_set(game, duel->match.rules.options, name, value, &why);
    return duel->processes >= 1 && duel->processes <= PROCESSES_MOST;
}

int main(int argc, char **argv)
{
    static struct duel duel;
    const char *others = "frozen";
    const struct game *game = argc > 4 ? game_find(argv[1]) : NULL;
    if (game)
        duel.game = *game;
    duel.match.game = &duel.game;
    duel.processes = 1;
    duel.seed = 1000000;
    duel.others.kind = PLAYER_FROZEN;
    duel.seats = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    bool is_right = game && duel.seats >= game->seats_min && duel.seats <= game->seats_max &&
                    player_read(game, duel.seats, argv[3], &duel.player);
    if (game)
        game_ruleset(game, &duel.match.rules);
    for (int i = 5; is_right && i < argc; i++)
        is_right = set(&duel, argv[i], &others);
    duel.games = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 0;
    if (!is_right || duel.games < 1) {
        fputs(
            "duel GAME SEATS PLAYER GAMES [against=PLAYER] [seed=N] [processes=N] [horizon=N] [OPTION=VALUE]...\n",
            stderr);
        return 2;
    }
    size_t bytes = (size_t)duel.processes * sizeof *duel.found;
    /* cppcheck-suppress invalidFunctionArg ; memory without a file has -1 for its descriptor */
    duel.found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (duel.found == MAP_FAILED)
        return 1;
    fork_and_play(&duel);
    print_found(&duel, argv[3], others);
    munmap(duel.found, bytes);
    return 0;
}
