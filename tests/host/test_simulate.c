/* simulate on one thread and on many: the same games, records and figures; and how far a long
   run is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "games.h"
#include "jobs.h"
#include "testing.h"
#include "text.h"
#include "tools.h"

/* ---- pieces of work ---- */

enum { PIECES = 5000, WORKERS = 8 };

struct brought {
    long number;
};

struct taken {
    long next, last; /* the piece that comes next; the last one that is wanted */
};

/* Some pieces take longer, so that later ones are ready before them. */
static void *work(void *own, long number)
{
    struct brought *brought = malloc(sizeof *brought);
    assert_non_null(brought);
    for (volatile int i = 0; i < (number % 7 == 0 ? 3000 : 0); i++) {
    }
    ++*(long *)own;
    brought->number = number;
    return brought;
}

static bool take(void *arg, long number, void *brought_take)
{
    struct taken *taken = arg;
    struct brought *brought = brought_take;
    assert_int_equal(number, taken->next++);
    assert_int_equal(brought->number, number);
    free(brought);
    return number < taken->last;
}

static long run_pieces(int threads, struct taken *taken)
{
    long counts[WORKERS] = {0}, sum = 0;
    void *owns[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        owns[i] = &counts[i];
    jobs_run(PIECES, threads, owns, work, take, taken);
    for (int i = 0; i < WORKERS; i++)
        sum += counts[i];
    return sum;
}

static test_case(pieces_are_handed_over_in_their_order)
{
    for (int threads = 1; threads <= WORKERS; threads *= 2) {
        struct taken taken = {.last = PIECES};
        assert_int_equal(run_pieces(threads, &taken), PIECES);
        assert_int_equal(taken.next, PIECES);
    }
}

/* What was begun is handed over, and nothing more is begun. */
static test_case(a_run_ends_when_no_more_is_wanted)
{
    struct taken taken = {.last = 10};
    long begun = run_pieces(WORKERS, &taken);
    assert_int_equal(taken.next, begun);
    assert_in_range(begun, 11, 11 + JOBS_AHEAD);
    taken = (struct taken){.last = 10};
    assert_int_equal(run_pieces(1, &taken), 11);
}

/* ---- games ---- */

static char *simulated(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *simulated(const char *format, ...)
{
    char words[400], *argv[32], *out, *err;
    size_t sizes[2];
    int argc = 1;
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    argv[0] = "simulate";
    for (char *rest = words, *word; (word = strsep(&rest, " ")) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    FILE *to_out = open_memstream(&out, &sizes[0]), *to_err = open_memstream(&err, &sizes[1]);
    int status = tool_simulate(argc, argv, NULL, to_out, to_err);
    fclose(to_out);
    fclose(to_err);
    if (status != 0 || *err)
        fail_msg("simulate %s: status %d, %s", format, status, err);
    free(err);
    return out;
}

static test_case(the_same_games_on_one_thread_and_on_four)
{
    char folder[] = "/tmp/simulateXXXXXX", path[100];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/record", folder);
    for (int i = 0; i < game_count; i++) {
        char *told[2], *records[2] = {NULL, NULL};
        for (int run = 0; run < 2; run++) {
            size_t size = 0;
            told[run] =
                simulated("%s --games 6 --seed 3 --robots %s,random --threads %d --record %s",
                          games[i]->id, i == 0 ? "medium" : "easy", run ? 4 : 1, path);
            FILE *file = fopen(path, "r");
            assert_non_null(file);
            assert_true(getdelim(&records[run], &size, '\0', file) > 0);
            fclose(file);
        }
        assert_string_equal(told[0], told[1]);
        assert_string_equal(records[0], records[1]);
        for (int run = 0; run < 2; run++) {
            free(told[run]);
            free(records[run]);
        }
    }
    remove(path);
    remove(folder);
}

static test_case(levels_are_compared)
{
    char *out = simulated("heartcatchers --games 30 --seed 1 --robots easy,random");
    const char *groups = strstr(out, "won      fair\n");
    double easy, random, fair;
    assert_non_null(groups);
    assert_int_equal(
        sscanf(groups, "won fair easy %lf %% +- %*f %lf %% random %lf", &easy, &fair, &random), 3);
    assert_true(easy > 60 && fair > 49.9 && fair < 50.1);
    assert_true(easy + random > 99.8 && easy + random < 100.2);
    free(out);
    out = simulated("heartcatchers --games 2 --seed 1 --robots easy");
    assert_null(strstr(out, "fair"));
    free(out);
}

/* ---- how far it is ---- */

static test_case(progress_tells_how_much_is_left)
{
    static const struct {
        long done, all;
        int64_t ms;
        const char *told;
    } all[] = {
        {1, 400, 1000, "[....................] 1 of 400, about 7 min left"},
        {100, 400, 10000, "[#####...............] 100 of 400, about 30 s left"},
        {399, 400, 60000, "[###################.] 399 of 400, about 1 s left"},
        {400, 400, 60000, "[####################] 400 of 400, about 0 s left"},
        {10, 10000000, 10000, "[....................] 10 of 10000000, about 2778 h left"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char bytes[100];
        struct text text = text_over(bytes, sizeof bytes);
        progress_format(all[i].done, all[i].all, all[i].ms, &text);
        assert_string_equal(bytes, all[i].told);
    }
}

/* A file is no terminal. */
static test_case(progress_is_told_to_terminals_only)
{
    FILE *file = tmpfile();
    struct progress progress;
    assert_non_null(file);
    progress_begin(&progress, file, 0);
    progress_put(&progress, 1, 2, 60000);
    progress_end(&progress);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

/* Nothing before a second, and then five times a second. */
static test_case(progress_is_told_after_a_second)
{
    char bytes[200] = "";
    FILE *file = fmemopen(bytes, sizeof bytes, "w");
    assert_non_null(file);
    struct progress progress = {.err = file, .begun = 5000, .told = 5000};
    static const struct {
        int64_t ms;
        bool is_due;
    } moments[] = {{1, false},   {999, false}, {1000, true}, {1199, false},
                   {1200, true}, {5000, true}, {5001, false}};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        int64_t now = progress.begun + moments[i].ms;
        assert_int_equal(progress_is_due(&progress, now), moments[i].is_due);
        if (moments[i].is_due)
            progress_write(&progress, i > 4 ? "c" : i > 2 ? "b" : "a", now);
    }
    progress_end(&progress);
    fclose(file);
    assert_string_equal(bytes, "\ra\033[K\rb\033[K\rc\033[K\r\033[K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_handed_over_in_their_order),
        cmocka_unit_test(a_run_ends_when_no_more_is_wanted),
        cmocka_unit_test(the_same_games_on_one_thread_and_on_four),
        cmocka_unit_test(levels_are_compared),
        cmocka_unit_test(progress_tells_how_much_is_left),
        cmocka_unit_test(progress_is_told_to_terminals_only),
        cmocka_unit_test(progress_is_told_after_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
