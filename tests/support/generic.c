/* Builds and runs the list of tests: each property of each game over many random games. */
#include "generic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "text.h"
#include "trial.h"

enum { TESTS_MAX = 600, TEST_NAME = 96 };

struct test_case {
    char name[TEST_NAME];
    const struct game *game;
    const struct property *property;
    int trials;
    struct variant *variants; /* room, shared by all tests */
    struct playthrough *play;
    struct library *library;
};

/* The games of one game, from the one with the number `first` on: each is played once and kept, as
   every property looks at the same ones. */
struct library {
    const struct game *game;
    enum choice by;
    int first, count;
    struct saved_game *games;
};

_Noreturn void trial_failed(const struct trial *trial, int step, const char *format, ...)
{
    char bytes[4096];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%s, %s, trial %llu, move %d", trial->variant->game->id, trial->variant->label,
              trial->number, step);
    if (step >= 0 && step < trial->play->count) {
        text_putf(&text, " (seat %d: ", trial->play->steps[step].seat + 1);
        move_write(&trial->variant->rules, &trial->play->steps[step].move, &text);
        text_put(&text, ")");
    }
    text_put(&text, ": ");
    va_list args;
    va_start(args, format);
    text_vputf(&text, format, args);
    va_end(args);
    fail_msg("%s", bytes);
    abort(); /* fail_msg() does not return */
}

static void library_clear(struct library *library)
{
    for (int i = 0; i < library->count; i++)
        saved_game_free(&library->games[i]);
    library->count = 0;
}

/* The i-th game: played now, if no property has asked for it before. */
static void library_play(struct library *library, const struct variant *variant, int i,
                         struct playthrough *play)
{
    if (library->game != variant->game)
        library_clear(library);
    library->game = variant->game;
    if (i < library->count) {
        playthrough_load(play, variant, &library->games[i]);
        return;
    }
    check(i == library->count);
    library->games = realloc(library->games, (size_t)(i + 1) * sizeof *library->games);
    check(library->games);
    playthrough_play(play, variant, (uint64_t)library->first + (uint64_t)i, library->by, STEPS_MAX);
    playthrough_save(play, &library->games[library->count++]);
}

static void run_case(void **state)
{
    const struct test_case *test = *state;
    int count = variants_of(test->game, test->variants), first = test->library->first,
        trials = test->trials / test->property->divisor;
    if (trials < count)
        trials = count;
    for (int i = 0; i < trials; i++) {
        int number = first + i;
        struct variant variant = variant_for(test->variants, count, number);
        struct trial trial = {.variant = &variant,
                              .play = test->play,
                              .number = (unsigned)number,
                              .round = (unsigned)(number / count),
                              .rounds = (unsigned)((first + trials + count - 1) / count),
                              .seed = {(uint64_t)number}};
        library_play(test->library, &variant, i, test->play);
        test->property->test(&trial);
    }
}

static int add_cases(const struct game *game, const struct property *properties, int trials,
                     struct test_case *out)
{
    int count = 0;
    for (; properties[count].name; count++) {
        struct test_case *test = &out[count];
        *test = (struct test_case){.game = game, .property = &properties[count], .trials = trials};
        snprintf(test->name, sizeof test->name, "%s: %s", game->id, properties[count].name);
    }
    return count;
}

int generic_run(const char *group, const struct game *const *list, int count, int a_line)
{
    static const struct property *const all[] = {
        rule_properties, secret_properties, record_properties, typed_properties, word_properties};
    struct test_case *cases = calloc(TESTS_MAX, sizeof *cases);
    struct CMUnitTest *tests = calloc(TESTS_MAX, sizeof *tests);
    struct variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    struct playthrough *play = malloc(sizeof *play);
    const char *wanted = getenv("TABLETALK_TRIALS"), *first = getenv("TABLETALK_FIRST");
    struct library library = {.by = getenv("TABLETALK_ROBOTS") ? CHOICE_ROBOTS : CHOICE_ANY,
                              .first = first ? (int)strtol(first, NULL, 10) : 0};
    check(cases && tests && variants && play);
    int n = 0;
    for (int i = 0; i < count; i++) {
        int trials =
            wanted ? (int)strtol(wanted, NULL, 10) : a_line * variants_of(list[i], variants);
        for (size_t a = 0; a < sizeof all / sizeof *all; a++) {
            check(n + 20 < TESTS_MAX);
            n += add_cases(list[i], all[a], trials, &cases[n]);
        }
    }
    for (int i = 0; i < n; i++) {
        cases[i].variants = variants;
        cases[i].play = play;
        cases[i].library = &library;
        tests[i] = (struct CMUnitTest){
            .name = cases[i].name, .test_func = run_case, .initial_state = &cases[i]};
    }
    int failed = _cmocka_run_group_tests(group, tests, (size_t)n, NULL, NULL);
    library_clear(&library);
    free(library.games);
    free(play);
    free(variants);
    free(tests);
    free(cases);
    return failed;
}
