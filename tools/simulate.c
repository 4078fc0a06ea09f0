/* Tables of robots on several threads. Each table follows from its number, and what it brings is
   put together in the order of the numbers, so that figures and records are the same however
   many threads there are. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "jobs.h"
#include "progress.h"
#include "simulated.h"
#include "simulation.h"
#include "text.h"
#include "tools.h"

/* What all tables bring. */
struct simulate {
    const struct simulation *asked;
    struct statistics statistics;
    FILE *record; /* NULL if none is asked for */
    struct progress progress;
    long failed; /* the number of the first table that is not over; 0: none */
};

/* What one table brings. */
struct brought {
    bool is_over;
    struct statistics statistics;
    char *record;
    size_t size;
};

static void prepare_statistics(struct statistics *statistics, const struct simulation *asked)
{
    statistics_init(statistics, (int)asked->players);
    for (int i = 0; i < asked->players; i++)
        statistics_group(statistics, i, robot_levels[asked->levels[i]]);
}

static void *play_one(void *own, long number)
{
    struct simulated *simulated = own;
    struct brought *brought = calloc(1, sizeof *brought);
    check(brought);
    if (simulated->asked->path)
        check(simulated->record = open_memstream(&brought->record, &brought->size));
    prepare_statistics(&simulated->statistics, simulated->asked);
    brought->is_over = simulated_play(simulated, (int)number + 1);
    brought->statistics = simulated->statistics;
    if (simulated->record)
        check(fclose(simulated->record) == 0);
    simulated->record = NULL;
    return brought;
}

/* Nothing counts that comes after a table that is not over. */
static bool put_together(void *arg, long number, void *brought_take)
{
    struct simulate *simulate = arg;
    struct brought *brought = brought_take;
    if (simulate->failed == 0) {
        statistics_merge(&simulate->statistics, &brought->statistics);
        if (simulate->record)
            fwrite(brought->record, 1, brought->size, simulate->record);
        if (!brought->is_over)
            simulate->failed = number + 1;
        progress_put(&simulate->progress, number + 1, simulate->asked->games, progress_now());
    }
    statistics_fini(&brought->statistics);
    free(brought->record);
    free(brought);
    return simulate->failed == 0 && !(simulate->record && ferror(simulate->record));
}

static int threads_of(const struct simulation *asked)
{
    long threads = asked->threads ? asked->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > asked->games)
        threads = asked->games;
    return (int)(threads < 1 ? 1 : threads < JOBS_THREADS_MOST ? threads : JOBS_THREADS_MOST);
}

/* False, with every mistake on `err`, if the faces have any. */
static bool play_all(struct simulate *simulate, FILE *err)
{
    int threads = threads_of(simulate->asked), ready = 0;
    struct simulated *each = calloc((size_t)threads, sizeof *each);
    void *owns[JOBS_THREADS_MOST];
    bool is_right = true;
    check(each);
    for (; ready < threads && is_right; ready++) {
        owns[ready] = &each[ready];
        is_right = simulated_init(&each[ready], simulate->asked, err);
    }
    if (is_right) {
        progress_begin(&simulate->progress, err, progress_now());
        jobs_run(simulate->asked->games, threads, owns, play_one, put_together, simulate);
        progress_end(&simulate->progress);
    }
    while (ready > 0)
        simulated_fini(&each[--ready]);
    free(each);
    return is_right;
}

/* Returns 0, or the exit status with a sentence on `err`. */
static int close_record(struct simulate *simulate, FILE *err)
{
    if (!simulate->record)
        return 0;
    bool is_bad = ferror(simulate->record);
    is_bad |= fclose(simulate->record) != 0;
    if (is_bad)
        fprintf(err, "tabletalk: %s could not be written whole: %s\n", simulate->asked->path,
                strerror(errno));
    return is_bad;
}

static void print_figures(struct simulate *simulate, FILE *out)
{
    const struct simulation *simulation = simulate->asked;
    const struct game *game = simulation->game;
    char bytes[TABLE_SEATS][40];
    const char *names[TABLE_SEATS];
    fprintf(out, "%s, %ld player%s", game->id, simulation->players,
            simulation->players == 1 ? "" : "s");
    for (int i = 0; i < game->option_count; i++) {
        char value[128];
        struct text text = text_over(value, sizeof value);
        option_format(&game->options[i], simulation->rules.options[i], &text);
        fprintf(out, "%s %s=%s", i ? "" : ",", game->options[i].name, value);
    }
    fprintf(out, ", seed %" PRIu64 "\n", simulation->seed);
    for (int i = 0; i < simulation->players; i++) {
        snprintf(bytes[i], sizeof bytes[i], "%s (%s)", simulated_names[i],
                 robot_levels[simulation->levels[i]]);
        names[i] = bytes[i];
    }
    statistics_print(&simulate->statistics, names, out);
}

static int simulate_tables(struct simulation *simulation, FILE *out, FILE *err)
{
    struct simulate simulate = {.asked = simulation};
    if (simulation->path && !(simulate.record = fopen(simulation->path, "w"))) {
        fprintf(err, "tabletalk: %s cannot be written: %s\n", simulation->path, strerror(errno));
        return 1;
    }
    if (!simulation->has_seed)
        simulation->seed = randombytes_random();
    prepare_statistics(&simulate.statistics, simulation);
    bool is_right = play_all(&simulate, err);
    int status = close_record(&simulate, err);
    if (simulate.failed)
        fprintf(err,
                "tabletalk: table %ld of seed %" PRIu64
                " is not over after %d moves of a game; please report it\n",
                simulate.failed, simulation->seed, SIMULATED_MOVES_MOST);
    if (simulate.failed || !is_right)
        status = 1;
    if (status == 0)
        print_figures(&simulate, out);
    statistics_fini(&simulate.statistics);
    return status == 0 && fflush(out) != 0 ? 1 : status;
}

int tool_simulate(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    (void)config;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    char bytes[600];
    struct text why = text_over(bytes, sizeof bytes);
    const char *word;
    check(simulation);
    simulation->games = 1;
    int status = arguments_read(argc, argv, simulate_options, "simulate GAME [OPTION]...",
                                simulation, &word, out, err);
    if (status == CLI_GO_ON && simulation_prepare(simulation, word, &why)) {
        status = simulate_tables(simulation, out, err);
    } else if (status == CLI_GO_ON) {
        fprintf(err, "tabletalk: %s\n", bytes);
        status = CLI_USAGE;
    }
    free(simulation);
    return status;
}
