/* Every bit of records and of what stands beside them, flipped one by one (of lines every third,
   in ./check --long every one): each flip is found, with a sentence. A line is applied to a copy
   of the table as it stands before it, as the reading of a record would; every so often the
   whole way is gone, from the store to the list of what cannot be read. Not covered: the ids of
   messages, which stand beside the lines. No hash covers them, so that they can be forgotten.
   They change nothing at a table: with a wrong one, a message that is delivered twice is heard
   twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "chance.h"
#include "check.h"
#include "house.h"
#include "log.h"
#include "record_flips/flips.h"
#include "record_scenes.h"
#include "scratch.h"
#include "testing.h"
#include "tools.h"

static void tell(const char *name, long bits_before, long lines_before)
{
    print_message("%-32s %4ld lines %7ld bits\n", name, sums.lines - lines_before,
                  sums.bits - bits_before);
}

/* ---- records ---- */

static struct chance_seed drawn;

static const char *name_of_source(void)
{
    return "fixed";
}

static uint32_t draw_number(void)
{
    return chance_seeded(&drawn);
}

static void draw_bytes(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)chance_seeded(&drawn);
}

static const struct record_scene *scene;

static void play_sealed(struct house *house)
{
    house->seed = 0; /* luck is drawn, here from a known source */
    house_restart(house);
    scene->play(house);
}

static void no_flip_of_a_table_of_people_goes_unnoticed(void **state)
{
    static struct randombytes_implementation source = {
        .implementation_name = name_of_source, .random = draw_number, .buf = draw_bytes};
    (void)state;
    drawn.state = 5;
    assert_int_equal(randombytes_set_implementation(&source), 0);
    for (scene = record_scenes; scene->name; scene++) {
        long bits = sums.bits, lines = sums.lines;
        char *text = record_scene_play(&(struct record_scene){scene->name, play_sealed});
        flip_record(text, 0);
        tell(scene->name, bits, lines);
        free(text);
    }
    assert_int_equal(randombytes_set_implementation(&randombytes_sysrandom_implementation), 0);
}

static char *simulated(const char *path, const char *options)
{
    char words[400], *argv[32], *text = NULL;
    int argc = 0;
    size_t size = 0;
    snprintf(words, sizeof words, "simulate %s --seed 5 --record %s", options, path);
    for (char *rest = words, *word; (word = strsep(&rest, " ")) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    FILE *none = fopen("/dev/null", "w");
    check(none && tool_simulate(argc, argv, NULL, none, none) == 0);
    fclose(none);
    FILE *file = fopen(path, "r");
    check(file && getdelim(&text, &size, '\0', file) > 0);
    fclose(file);
    return text;
}

static test_case(no_flip_of_a_table_of_robots_goes_unnoticed)
{
    static const struct {
        const char *options;
        int most;
    } tables[] = {
        {"heartcatchers", 0},
        {"roygbiv --option mode=frenzy", 0},
        {"coloretto --players 3", 40},
        {"colorcatcher", 40},
        {"roygbiv", 40},
        {"kritters --option mode=junior", 30},
    };
    char *folder = scratch_make(), path[200];
    snprintf(path, sizeof path, "%s/record", folder);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        long bits = sums.bits, lines = sums.lines;
        char *text = simulated(path, tables[i].options);
        flip_record(text, tables[i].most);
        tell(tables[i].options, bits, lines);
        free(text);
    }
    scratch_remove(folder);
}

/* Every kind that docs/record-format.md knows. */
static test_case(every_kind_of_line_was_there)
{
    if (flip_missing_kind())
        fail_msg("no scene writes a line '%s'", flip_missing_kind());
}

static test_case(none_was_unnoticed)
{
    print_message(
        "%ld lines, %ld persons and %ld secrets, %ld bits, %ld of them from the store on; %ld unnoticed\n",
        sums.lines, sums.persons, sums.secrets, sums.bits, sums.whole, sums.unnoticed);
    assert_int_equal(sums.unnoticed, 0);
    print_message("%ld whole records, %ld of them sealed, %ld of these ended\n", sums.records,
                  sums.sealed, sums.ended);
    assert_true(sums.bits > 100000 && sums.persons >= 10 && sums.records >= 10 && sums.ended > 1);
    assert_int_equal(sums.secrets, sums.sealed);
    assert_int_equal(sums.shown, sums.ended);
}

int main(void)
{
    log_setup((enum log_level)(LOG_ERROR + 1), 2); /* that tables cannot be read is no news */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_flip_of_a_table_of_people_goes_unnoticed),
        cmocka_unit_test(no_flip_of_a_table_of_robots_goes_unnoticed),
        cmocka_unit_test(every_kind_of_line_was_there),
        cmocka_unit_test(none_was_unnoticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
