/* Golden playthroughs: one seeded game of every game and mode, kept under tests/golden as each seat and the public were told it.
   Of large tables, whose seats are told much the same, each seat keeps the first rounds and the public the whole game.
   A change of what is told shows as a difference in review. After a change that is meant:
   TABLETALK_GOLDEN=write build/tests/test_golden (in tests/). A game without its files fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"
#include "told.h"

enum { GOLDEN_BYTES = 4 * 1024 * 1024, GOLDEN_SEED = 4, LARGE_TABLE = 7, FIRST_ROUNDS = 3 };

/* All that one viewer was told from the deal on, of at most so many moves. */
static void tell(const struct playthrough *play, int viewer, int moves, struct text *out)
{
    static struct events events;
    text_put(out, "== dealt\n");
    told_all(play->variant, &play->tables[0], NULL, viewer, 0, out);
    for (int i = 0; i < play->count && i < moves; i++) {
        struct table table;
        table_copy(&table, &play->tables[i]);
        check(playthrough_again(play, i, &table, &events));
        text_putf(out, "== move %d by seat %d\n", i + 1, play->steps[i].seat + 1);
        told_all(play->variant, &table, &events, viewer, (uint64_t)i + 1, out);
    }
    check(!out->cut);
}

static void write_golden(const char *path, const struct text *told)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(told->bytes, 1, (size_t)told->length, file) != (size_t)told->length || fclose(file) != 0)
        fail_msg("%s cannot be written", path);
}

static void compare_golden(const char *path, const struct text *told, char *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing; TABLETALK_GOLDEN=write makes it", path);
    size_t length = fread(bytes, 1, GOLDEN_BYTES - 1, file);
    bytes[length] = '\0';
    fclose(file);
    if (strcmp(bytes, told->bytes) == 0)
        return;
    char lines[2048];
    struct text difference = text_over(lines, sizeof lines);
    told_difference(bytes, told->bytes, &difference);
    fail_msg("%s differs\n%s", path, lines);
}

/* What files of this variant are called: "roygbiv", "roygbiv-frenzy" for another mode than the standard one, "kritters-large"
   for a table so large that it is played with two decks. */
static void name_of(const struct variant *variant, struct text *out)
{
    const struct game *game = variant->game;
    text_put(out, game->id);
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].name, "mode") == 0 && variant->rules.options[i] != game->options[i].standard) {
            text_put(out, "-");
            option_format(&game->options[i], variant->rules.options[i], out);
        }
    if (variant->seats >= LARGE_TABLE)
        text_put(out, "-large");
}

static void golden_of(const struct variant *variant, const char *name)
{
    static struct playthrough play;
    static char told_bytes[GOLDEN_BYTES], golden_bytes[GOLDEN_BYTES];
    const char *mode = getenv("TABLETALK_GOLDEN");
    bool is_large = variant->seats >= LARGE_TABLE;
    playthrough_play(&play, variant, GOLDEN_SEED, CHOICE_ANY, STEPS_MAX);
    for (int seat = 0; seat <= variant->seats; seat++) {
        char path[128];
        struct text told = text_over(told_bytes, sizeof told_bytes);
        bool public = seat == variant->seats;
        if (public)
            snprintf(path, sizeof path, "golden/%s-public.txt", name);
        else
            snprintf(path, sizeof path, "golden/%s-seat%d.txt", name, seat + 1);
        tell(&play, public ? SEAT_PUBLIC : seat, is_large && !public ? FIRST_ROUNDS * variant->seats : STEPS_MAX,
             &told);
        if (mode && strcmp(mode, "write") == 0)
            write_golden(path, &told);
        else
            compare_golden(path, &told, golden_bytes);
    }
}

/* The first variant of each mode. */
static void golden_modes_of(const struct game *game)
{
    static struct variant variants[VARIANTS_MAX];
    char names[VARIANTS_MAX][32];
    int count = variants_of(game, variants), modes = 0;
    for (int v = 0; v < count; v++) {
        struct text name = text_over(names[modes], sizeof names[modes]);
        name_of(&variants[v], &name);
        bool is_new = true;
        for (int m = 0; m < modes; m++)
            is_new = is_new && strcmp(names[m], names[modes]) != 0;
        if (is_new)
            golden_of(&variants[v], names[modes++]);
    }
}

static void test_golden_playthroughs(void **state)
{
    (void)state;
    for (int i = 0; i < game_count; i++)
        golden_modes_of(games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden_playthroughs)};
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
