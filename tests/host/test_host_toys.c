/* The host with games that do not exist yet: clocks, real time, twelve seats, matches by points, steps that nobody chooses,
   hundreds of robots' moves. The toys are those of tests/kit. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "faulty_store.h"
#include "house.h"
#include "room.h"
#include "store.h"
#include "text.h"
#include "toys/toys.h"
#include "work.h"

/* The linker puts it in the place of game_find(). */
const struct game *__wrap_game_find(const char *word);
const struct game *__real_game_find(const char *word);

const struct game *__wrap_game_find(const char *word)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++)
        if (strcmp(toys[i]->id, word) == 0)
            return toys[i];
    return __real_game_find(word);
}

static struct house house;
static struct faulty_store *faulty;

static int opened(void **state)
{
    (void)state;
    faulty = faulty_store_new_take(store_memory_new());
    house_open(&house, faulty_store_front(faulty), true, 7);
    return 0;
}

static int closed(void **state)
{
    (void)state;
    house_close(&house);
    store_close(house.store);
    return 0;
}

#define assert_told(part)     house_expect(&house, part)
#define assert_not_told(part) house_expect_not(&house, part)

static struct table_room *table(void)
{
    return house_table(&house, "#g");
}

static const char *due_name(void)
{
    return table()->seats[table()->playing.table.turn].name;
}

static void seat(const char *game, const char *second)
{
    char text[64];
    snprintf(text, sizeof text, "play %s", game);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", second ? second : "ann", second ? "join" : "robot");
}

/* ---- steps that leave no choice ---- */

static void steps_without_a_choice_are_told_with_the_move(void **state)
{
    (void)state;
    seat("stairs", "bob");
    house_say(&house, "#g", "ann", "start");
    house_forget(&house);
    house_say(&house, "#g", due_name(), "climb 3");
    assert_int_equal(house.posts, 1);
    assert_int_equal(house_count(&house, "walks up to step"), 3);
    assert_int_equal(house.whispers, 0); /* no hidden hands, nothing to whisper */
    house_forget(&house);
    const char *who = due_name();
    house_say(&house, "#g", who, "climb 1; climb 2; climb 3");
    assert_int_equal(house_count(&house, "walks up to step"), 1);
    assert_told("1 move was played up to there; 'climb 3' was not looked at.");
}

/* ---- hundreds of robots' moves ---- */

/* Two robots have two hundred moves to make between those of ann: more than one piece of work, more than one post. */
static void robots_play_hundreds_of_moves_in_bounded_pieces(void **state)
{
    (void)state;
    seat("stairs chores=100 match=3", NULL);
    house_say(&house, "#g", "ann", "robot");
    for (int round = 0; round < 400 && table(); round++) {
        struct playing before = table()->playing;
        assert_int_equal(house_restart(&house), 1);
        assert_int_equal(table()->playing.game_number, before.game_number);
        assert_memory_equal(table()->playing.points, before.points, sizeof before.points);
        assert_true(table_same(&table()->playing.table, &before.table));
        host_room_ready(house.host, "net", "#g", house.now);
        house_forget(&house);
        int64_t line = table()->next_line;
        house_say_as(&house, "#g", "ann", 0, NULL, before.table.phase == 0 ? "climb 1" : "left; left; left; left");
        store_dispatch(house.store); /* one piece; what remains comes after the next restart, or at once */
        if (round % 2)
            house_settle(&house);
        assert_not_told("...");
        if (table())
            assert_int_equal(table()->next_line - line,
                             house_count(&house, " sweeps ") + house_count(&house, " climbs ") +
                                 house_count(&house, " walks up") + house_count(&house, "Game "));
    }
    assert_null(table());
    assert_told(" the match: ");
}

int main(void)
{
#define TOYS(name) cmocka_unit_test_setup_teardown(name, opened, closed)
    const struct CMUnitTest tests[] = {
        TOYS(steps_without_a_choice_are_told_with_the_move),
        TOYS(robots_play_hundreds_of_moves_in_bounded_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
