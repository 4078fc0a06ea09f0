/* hostile MINUTES [SEED [PREFIX]]: the same day twice, side by side: with the abusers and
   without. It goes on in virtual hours while there is time (MINUTES of real time at most), 24 of
   them at most; then the figures are judged. The status is 0 if all is well. What each day
   writes about goes to PREFIX.with and PREFIX.without (SIM_TRACE=1: every byte on the wires). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "day.h"

enum { GO_ON = 'g', END = 'e' }; /* the orders of a child */
enum {
    HOURS = 24,
    PARTS = 3 * HOURS,
    SLOWER_MS = 2000,    /* that abusers may cost at p99 */
    TURN_US = 20 * 1000, /* of CPU */
    GROWTH_PER_CENT = 10 /* of memory, since the third hour */
};
static const int64_t part_ms = 20 * 60 * 1000; /* of the day at a time */

struct child {
    pid_t pid;
    int orders, answers; /* ends of pipes */
    struct figures figures;
    int64_t memory_early;
    struct figures parts[PARTS];
    int part_count;
};

static void live(uint64_t seed, bool has_abusers, int orders, int answers)
{
    char order;
    day_open(seed, has_abusers);
    while (read(orders, &order, 1) == 1 && order == GO_ON) {
        day_pass(part_ms);
        check(write(answers, &day.figures, sizeof day.figures) == (ssize_t)sizeof day.figures);
    }
    day_close();
    exit(0);
}

static void redirect(const char *prefix, bool has_abusers)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", prefix, has_abusers ? "with" : "without");
    check(freopen(path, "w", stderr) && setvbuf(stderr, NULL, _IOLBF, 0) == 0);
}

static void start(struct child *child, uint64_t seed, bool has_abusers, const char *prefix)
{
    int orders[2], answers[2];
    check(pipe(orders) == 0 && pipe(answers) == 0);
    child->pid = fork();
    check(child->pid >= 0);
    if (child->pid == 0) {
        close(orders[1]);
        close(answers[0]);
        if (prefix)
            redirect(prefix, has_abusers);
        live(seed, has_abusers, orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    child->orders = orders[1];
    child->answers = answers[0];
}

static bool go_on(struct child *children)
{
    bool are_well = true;
    for (int i = 0; i < 2; i++)
        are_well &= write(children[i].orders, &(char){GO_ON}, 1) == 1;
    for (int i = 0; i < 2; i++)
        are_well &= read(children[i].answers, &children[i].figures, sizeof children[i].figures) ==
                    (ssize_t)sizeof children[i].figures;
    for (int i = 0; i < 2 && are_well; i++)
        children[i].parts[children[i].part_count++] = children[i].figures;
    return are_well;
}

static void print(const char *what, const struct figures *f)
{
    printf(
        "%-15s %5.1f h: %d answers, %d unanswered; %d games, %d moves; %d abuses; %d tables, %d of ours play; longest "
        "turn %.1f ms CPU (at %.3f s), longest batch of the store %.1f ms; the program holds %lld KiB, resident %lld KiB, the "
        "simulation %lld MiB; %d exits, %d violations\n",
        what, (double)f->virtual_ms / 3600000, f->answers, f->unanswered, f->games, f->moves,
        f->abuses, f->tables, f->playing, f->longest_turn_us / 1000.0, (double)f->longest_at / 1000,
        f->longest_batch_us / 1000.0, (long long)(f->memory / 1024),
        (long long)(f->resident / 1024), (long long)(f->rss >> 20), f->exits, f->violations);
    for (int kind = 0; kind < DAY_KINDS; kind++)
        printf("                %s: p50 %d ms, p99 %d ms, most %d ms\n", day_kinds[kind],
               f->p50[kind], f->p99[kind], f->most[kind]);
    fflush(stdout);
}

/* After an hour, when all tables are open, in the middle and at the end. */
static void print_memory(const char *what, const struct child *child)
{
    const int shown[] = {child->part_count > 3 ? 2 : 0, child->part_count / 2,
                         child->part_count - 1};
    printf("%-15s", what);
    for (int i = 0; i < 3; i++) {
        const struct figures *f = &child->parts[shown[i]];
        printf("%s %5.1f h: holds %lld KiB, resident %lld KiB", i ? ";" : "",
               (double)f->virtual_ms / 3600000, (long long)(f->memory / 1024),
               (long long)(f->resident / 1024));
    }
    putchar('\n');
}

static int expect(bool is_so, const char *what)
{
    if (!is_so)
        printf("FAILED: %s\n", what);
    return !is_so;
}

static int judge(const struct child *children)
{
    const struct figures *with = &children[0].figures, *without = &children[1].figures;
    int failed =
        expect(with->unanswered == 0 && without->unanswered == 0, "every honest input is answered");
    for (int kind = 0; kind < DAY_KINDS; kind++)
        failed += expect(with->p99[kind] <= without->p99[kind] + SLOWER_MS,
                         "abusers cost at most 2 s at p99");
    failed +=
        expect(with->longest_turn_us <= TURN_US, "no turn of the loop costs over 20 ms of CPU");
    failed += expect(with->exits == 0 && without->exits == 0, "nothing ends the program");
    failed += expect(with->violations == 0 && without->violations == 0,
                     "no server has a reason to punish us");
    failed += expect(with->answers > 0 && with->playing > DAY_TABLES / 2, "honest people play");
    failed += expect(children[0].memory_early <= 0 ||
                         with->memory <= children[0].memory_early * (100 + GROWTH_PER_CENT) / 100,
                     "memory is flat");
    return failed;
}

int main(int argc, char *argv[])
{
    double minutes = argc > 1 ? strtod(argv[1], NULL) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static struct child children[2];
    time_t begin = time(NULL);
    const char *prefix = argc > 3 ? argv[3] : NULL;
    start(&children[0], seed, true, prefix);
    start(&children[1], seed, false, prefix);
    int64_t passed = 0, day_ms = (int64_t)HOURS * 3600 * 1000;
    while (passed < day_ms && difftime(time(NULL), begin) < minutes * 60) {
        if (!go_on(children)) {
            printf("FAILED: the simulation died\n");
            return 1;
        }
        passed += part_ms;
        if (passed == 3 * 3600 * 1000)
            children[0].memory_early = children[0].figures.memory;
        print("with abusers", &children[0].figures);
        print("without", &children[1].figures);
    }
    for (int i = 0; i < 2; i++) {
        check(write(children[i].orders, &(char){END}, 1) == 1);
        waitpid(children[i].pid, NULL, 0);
    }
    print_memory("with abusers", &children[0]);
    print_memory("without", &children[1]);
    printf("seed %llu: %.1f virtual hours in %.0f s\n", (unsigned long long)seed,
           (double)passed / 3600000, difftime(time(NULL), begin));
    return judge(children) > 0;
}
