/* Robots' answers at deals of the day: whatever built this program, on however many threads they
   think, and also where the house is killed in the middle, they are those of a list.
   host/daily_answers.txt has a line "GAME DAY HASH" for each game and day: a person's choices by
   numbers, and all that robots answered with them. gcc and clang, with and without optimiser, on
   any processor have to come to the same. TABLETALK_DAYS=20 compares 20 days instead of one, and
   TABLETALK_GOLDEN=write (in tests/) writes them anew: then raise ROBOT_VERSION (robot.h), or the
   version of the game, so that no day goes on with other answers than it began. tests/answers
   compares them in builds by other compilers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "daily_house.h"
#include "game.h"
#include "games.h"
#include "household.h"
#include "store.h"
#include "text.h"
#include "thinker.h"

enum { ANSWER_DAYS = 20 };

/* How the same game comes about. */
struct way {
    int threads; /* 0: in line */
    int killed;  /* behind so many moves; 0: never */
};

static void open_at(const struct way *way, int day)
{
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    store = store_memory_new();
    house_open(&house, store, true, 7);
    house.commands = commands_new();
    struct thinker *thinker = way->threads ? thinker_new(way->threads, &why) : thinker_new_inline();
    assert_non_null(thinker);
    house_let_think(&house, thinker);
    wall_ahead = (int64_t)(FIRST_DAY + day) * DAY_MS;
    use_wall();
}

static void close_again(void)
{
    host_free(house.host);
    thinker_free(house.thinker);
    house.thinker = NULL;
    commands_free(house.commands);
    house.commands = NULL;
    store_close(store);
}

static uint64_t answers(const struct way *way, const struct game *game, int day)
{
    char line[64];
    uint64_t hash = HASH_START;
    open_at(way, day);
    snprintf(line, sizeof line, "daily %s", game->id);
    says_daily("ann", line);
    if (way->killed > 0) {
        hash = play_some("net", "ann", 1 + day % 3, way->killed, hash);
        kill_house();
        assert_non_null(daily_table("net", "ann"));
    }
    hash = play_some("net", "ann", 1 + day % 3, 10000, hash);
    const struct daily_try *one = try_of("net", "ann", game->id);
    assert_true(one->is_over);
    snprintf(line, sizeof line, "%d %d %d", one->points, one->place, one->squares.count);
    hash = text_hash(hash, line);
    hash = text_hash_bytes(hash, one->squares.list, one->squares.count);
    close_again();
    return hash;
}

static const char answers_path[] = "host/daily_answers.txt";
static const struct way in_line;

static void write_answers(void)
{
    FILE *file = fopen(answers_path, "w");
    assert_non_null(file);
    for (int i = 0; i < game_count; i++)
        for (int day = 0; day < ANSWER_DAYS && games[i]->daily; day++)
            fprintf(file, "%s %d %016llx\n", games[i]->id, day,
                    (unsigned long long)answers(&in_line, games[i], day));
    assert_int_equal(fclose(file), 0);
}

static void compare(const struct way *way, const struct game *game, int day,
                    unsigned long long listed)
{
    unsigned long long answered = answers(way, game, day);
    if (answered != listed)
        fail_msg("robots of %s answer otherwise on day %d (%d threads, killed behind %d moves): "
                 "%016llx, not %016llx; raise ROBOT_VERSION or the game's version, and write the "
                 "list anew",
                 game->id, day, way->threads, way->killed, answered, listed);
}

/* Each day of the list, of the first `most` days. */
static void compare_list(const struct way *way, int most)
{
    int day, compared = 0, own = 0;
    char id[32];
    unsigned long long hash;
    FILE *file = fopen(answers_path, "r");
    assert_non_null(file);
    while (fscanf(file, "%31s %d %llx", id, &day, &hash) == 3) {
        const struct game *game = game_find(id);
        assert_non_null(game);
        if (day < most)
            compare(way, game, day, hash);
        compared += day < most;
    }
    fclose(file);
    for (int i = 0; i < game_count; i++)
        own += games[i]->daily ? most : 0;
    assert_int_equal(compared, own);
}

static int asked_days(void)
{
    const char *days = getenv("TABLETALK_DAYS");
    int most = days ? atoi(days) : 1;
    assert_in_range(most, 1, ANSWER_DAYS);
    return most;
}

static test_case(every_build_answers_alike)
{
    const char *mode = getenv("TABLETALK_GOLDEN");
    if (mode && strcmp(mode, "write") == 0)
        write_answers();
    compare_list(&in_line, asked_days());
}

/* Where no days are asked for, sanitizers look on: one way has to do. */
static test_case(any_number_of_threads_and_a_kill_answer_alike)
{
    static const struct way ways[] = {{.threads = 4, .killed = 3}, {.threads = 1, .killed = 2}};
    size_t count = getenv("TABLETALK_DAYS") ? sizeof ways / sizeof *ways : 1;
    for (size_t i = 0; i < count; i++)
        compare_list(&ways[i], asked_days());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_build_answers_alike),
        cmocka_unit_test(any_number_of_threads_and_a_kill_answer_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
