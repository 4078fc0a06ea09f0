/* Builds and runs the list of tests: each property of each game over many random games. */
#include "generic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"
#include "trial.h"

enum { TESTS_MAX = 400, TEST_NAME = 96 };

struct test_case {
    char name[TEST_NAME];
    const struct game *game;
    const struct property *property;
    int trials;
    struct variant *variants; /* room, shared by all tests */
    struct playthrough *play;
};

_Noreturn void trial_failed(const struct trial *trial, int step, const char *format, ...)
{
    char bytes[4096];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%s, %s, trial %llu, move %d", trial->variant->game->id, trial->variant->label, trial->number,
              step);
    if (step >= 0 && step < trial->play->count) {
        text_putf(&text, " (seat %d: ", trial->play->steps[step].seat + 1);
        move_format(&trial->variant->rules, NULL, &trial->play->steps[step].move, &text);
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

static void run_case(void **state)
{
    const struct test_case *test = *state;
    int count = variants_of(test->game, test->variants), trials = test->trials / test->property->divisor;
    if (trials < count)
        trials = count;
    for (int i = 0; i < trials; i++) {
        struct variant variant = variant_for(test->variants, count, i);
        struct trial trial = {.variant = &variant,
                              .play = test->play,
                              .number = (unsigned)i,
                              .round = (unsigned)(i / count),
                              .seed = {(uint64_t)i}};
        playthrough_play(test->play, &variant, (uint64_t)i, CHOICE_ANY, STEPS_MAX);
        test->property->test(&trial);
    }
}

static int add_cases(const struct game *game, const struct property *properties, int trials, struct test_case *out)
{
    int count = 0;
    for (; properties[count].name; count++) {
        struct test_case *test = &out[count];
        *test = (struct test_case){.game = game, .property = &properties[count], .trials = trials};
        snprintf(test->name, sizeof test->name, "%s: %s", game->id, properties[count].name);
    }
    return count;
}

int generic_run(const char *group, const struct game *const *list, int count, int trials)
{
    static const struct property *const all[] = {rule_properties, secret_properties, record_properties};
    struct test_case *cases = calloc(TESTS_MAX, sizeof *cases);
    struct CMUnitTest *tests = calloc(TESTS_MAX, sizeof *tests);
    struct variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    struct playthrough *play = malloc(sizeof *play);
    check(cases && tests && variants && play);
    const char *wanted = getenv("TABLETALK_TRIALS");
    if (wanted)
        trials = (int)strtol(wanted, NULL, 10);
    int n = 0;
    for (int i = 0; i < count; i++)
        for (size_t a = 0; a < sizeof all / sizeof *all; a++) {
            check(n + 20 < TESTS_MAX);
            n += add_cases(list[i], all[a], trials, &cases[n]);
        }
    for (int i = 0; i < n; i++) {
        cases[i].variants = variants;
        cases[i].play = play;
        tests[i] = (struct CMUnitTest){.name = cases[i].name, .test_func = run_case, .initial_state = &cases[i]};
    }
    int failed = _cmocka_run_group_tests(group, tests, (size_t)n, NULL, NULL);
    free(play);
    free(variants);
    free(tests);
    free(cases);
    return failed;
}
