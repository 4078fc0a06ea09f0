/* Any bytes as a file of corrected faces. Besides not crashing: what is refused is told; what is
   taken reads the same when it is written again, and can be dealt and begun in every mode and
   with every number of players. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "text.h"

static void count_problem(void *arg, int line, const char *sentence)
{
    check(line >= 0 && *sentence);
    ++*(int *)arg;
}

static void write_again(const struct faces *faces)
{
    static char bytes[FACES_FILE];
    static struct faces again;
    struct text text = text_over(bytes, sizeof bytes);
    int problems = 0;
    faces_write(faces->game, faces->list, faces->count, &text);
    check(!text.cut && faces_read(bytes, &again, count_problem, &problems));
    check(faces_same(faces->list, faces->count, again.list, again.count));
}

/* A game that is set up, and a few moves of it. */
static void play(const struct faces *faces, const int *options, int seats)
{
    static struct table table;
    struct ruleset rules;
    struct chance chance;
    struct chance_seed seed = {(uint64_t)seats};
    struct sight sight;
    struct moves moves;
    struct play playing = {.rules = &rules, .table = &table, .chance = &chance};
    game_ruleset(faces->game, &rules);
    memcpy(rules.options, options, sizeof rules.options);
    rules.faces = faces->list;
    rules.face_count = faces->count;
    table_init(&table, &rules, seats);
    chance_init(&chance, chance_seeded, &seed);
    faces->game->setup(&playing);
    for (int i = 0; i < 20 && !table.over; i++) {
        int seat = table.turn;
        table_sight(&rules, &table, seat, &sight);
        faces->game->legal(&rules, &sight, seat, &moves);
        check(moves.count > 0);
        chance_init(&chance, chance_seeded, &seed);
        faces->game->apply(&playing, seat, &moves.list[i % moves.count]);
    }
}

static void play_all(const struct faces *faces)
{
    static const char *const modes[] = {"standard", "junior", "solo"};
    const struct game *game = faces->game;
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    for (int mode = 0; mode < 3; mode++)
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct ruleset rules;
            game_ruleset(game, &rules);
            check(option_set(game, rules.options, "mode", modes[mode], &why));
            check(mode == 1 || option_set(game, rules.options, "exp", "SS,SW,MP", &why));
            if (!game->excludes(rules.options, seats))
                play(faces, rules.options, seats);
        }
}

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
/* NOLINTEND(readability-identifier-naming) */
{
    static struct faces faces;
    int problems = 0;
    char *bytes = strndup((const char *)data, size);
    check(bytes);
    bool is_taken = faces_read(bytes, &faces, count_problem, &problems);
    check(is_taken == (problems == 0));
    if (is_taken) {
        write_again(&faces);
        play_all(&faces);
    }
    free(bytes);
    return 0;
}
