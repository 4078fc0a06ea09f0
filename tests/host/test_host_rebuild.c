/* All standings again: outcomes from the records, ratings from the outcomes, to the last digit,
   whatever was changed or deleted of them; in SQLite and in PostgreSQL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "host.h"
#include "host_admin.h"
#include "household.h"
#include "replay.h"
#include "session.h"
#include "store.h"
#include "store_people.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"

static int64_t wall_at; /* when the clock of the house began to run */

static int64_t wall_of_house(void *arg)
{
    (void)arg;
    return wall_at + house.now;
}

static int64_t clock_of_house(void *arg)
{
    return wall_of_house(arg) / 1000;
}

static struct rebuilt rebuild(void)
{
    struct rebuilt rebuilt;
    rebuild_outcomes(store, &rebuilt);
    assert_int_equal(rebuilt.result, STORE_OK);
    return rebuilt;
}

static void expect_rebuilt(int absent, int wrong)
{
    struct rebuilt rebuilt = rebuild();
    assert_int_equal(rebuilt.absent, absent);
    assert_int_equal(rebuilt.wrong, wrong);
    assert_int_equal(rebuilt.unread, 0);
}

static void was_recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    assert_int_equal(result, STORE_OK);
    *(struct store_recount *)arg = *count;
}

static struct store_recount recount(void)
{
    struct store_recount count = {.outcomes = -1};
    store_recount(store, was_recounted, &count);
    house_settle(&house);
    assert_true(count.outcomes >= 0);
    return count;
}

/* Everything that is kept of standings, with all digits. To free. */
static char *kept(void)
{
    char *all = NULL, *outcomes = strdup(rows("SELECT * FROM outcome ORDER BY number"));
    char *seats = strdup(rows("SELECT * FROM outcome_seat ORDER BY outcome, seat"));
    assert_true(asprintf(&all, "%s%s%s", outcomes, seats,
                         rows("SELECT * FROM rating ORDER BY game, room, month, person")) > 0);
    free(outcomes);
    free(seats);
    return all;
}

/* A script that counts by itself agrees. */
static void assert_agreed(void)
{
    char command[512], *copy = drawn_copy();
    snprintf(command, sizeof command, "storage/recount.py %s/tabletalk.db", copy);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own */
    free(copy);
}

/* The same, counted again. */
static char *standings(void)
{
    recount();
    assert_agreed();
    return kept();
}

static void play_game_of_match(const char *room)
{
    int game = house_table(&house, room)->playing->game_number;
    while (house_table(&house, room)->playing->game_number == game)
        play_any_move(room);
}

/* Of every kind: a match, robots, strangers, somebody who left, somebody who was linked, in
   private, and one that runs, with another game between its first two, and the end of a month. */
static void play_all_kinds(void)
{
    wall_at = INT64_C(1790000000000);
    host_on_wall(house.host, wall_of_house, NULL);
    store_use_clock(store, clock_of_house, NULL);
    play_game("#g", "heartcatchers match=3", "$ann", "$bob");
    play_game("#h", "coloretto", "$bob", "$ann");
    play_game("#g", "heartcatchers", "$ann", "cid");
    say_slowly("#c", "$ann", "play coloretto");
    say_slowly("#c", "$bob", "join");
    say_slowly("#c", "$ann", "add robot random 1");
    say_slowly("#c", "$ann", "start");
    say_slowly("#c", "$bob", "leave yes");
    play_out("#c");
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    play_out("@$ann");
    say_slowly("#r", "$bob", "play heartcatchers match=5");
    say_slowly("#r", "$ann", "join");
    play_game_of_match("#r");
    play_game("#s", "heartcatchers", "$bob", "$ann");
    wall_at += INT64_C(30) * 24 * 60 * MINUTE;
    play_game_of_match("#r");
}

/* As they were counted game by game, and to the last digit. */
static test_case(ratings_follow_from_the_outcomes)
{
    static const char *const wrongs[] = {
        "UPDATE rating SET mu = mu * 1.000000000000001 WHERE person = 1",
        "UPDATE rating SET sigma = sigma - 1e-14",
        "UPDATE rating SET won = won + 1 WHERE person = 2",
        "UPDATE rating SET month = month + 100 WHERE month > 0 AND person = 1",
        "DELETE FROM rating WHERE person = 2",
        ("INSERT INTO rating SELECT 'chess', network, room, month, person, games, won, rated, mu, sigma FROM rating "
         "WHERE game = 'coloretto' AND room = '' AND month = 0"),
        "DELETE FROM rating",
    };
    play_all_kinds();
    char *right = kept();
    assert_int_equal(recount().differed, 0);
    assert_agreed();
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        change(wrongs[i]);
        assert_true(recount().differed > 0);
        char *now = kept();
        assert_string_equal(now, right);
        free(now);
    }
    free(right);
}

/* A house that was moved: the other database counts the same. */
static test_case(a_copy_has_the_same_standings)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    play_all_kinds();
    char *path = drawn_copy();
    struct store *own = store;
    struct store_recount count = {.outcomes = -1};
    store = store_sqlite_open_inline(path, &why);
    assert_non_null(store);
    expect_rebuilt(0, 0);
    store_recount(store, was_recounted, &count);
    store_flush(store);
    store_dispatch(store);
    assert_true(count.outcomes > 0 && count.ratings > 0);
    assert_int_equal(count.differed, 0);
    store_close(store);
    store = own;
    free(path);
}

static test_case(outcomes_follow_from_the_records)
{
    static const char *const wrongs[] = {
        "UPDATE outcome_seat SET points = points + 1 WHERE outcome = 2 AND seat = 1",
        "UPDATE outcome_seat SET place = 3 - place WHERE outcome = 3",
        "UPDATE outcome_seat SET robot = 'random' WHERE robot = 'medium'",
        "UPDATE outcome_seat SET robot = '', person = 1 WHERE robot = 'random'",
        "UPDATE outcome_seat SET has_left = 1 - has_left WHERE outcome = 2 AND seat = 2",
        "UPDATE outcome_seat SET person = 0 WHERE outcome = 1 AND person = 2",
        "INSERT INTO outcome_seat VALUES (1, 3, 1, '', 3, 0, 0, 1, 1)",
        "DELETE FROM outcome_seat WHERE outcome = 1 AND seat = 2",
        "UPDATE outcome SET game = 'chess' WHERE number = 1",
        "UPDATE outcome SET options = '' WHERE number = 1",
        "UPDATE outcome SET room = '#x' WHERE number = 1",
        "UPDATE outcome SET unrated = 'people' WHERE number = 1",
        "UPDATE outcome SET ended = ended + 1 WHERE number = 1",
    };
    play_all_kinds();
    expect_rebuilt(0, 0);
    char *right = standings();
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        change(wrongs[i]);
        struct rebuilt rebuilt = rebuild();
        assert_in_range(rebuilt.wrong, 1, 3);
        assert_int_equal(rebuilt.absent, 0);
        char *now = standings();
        assert_string_equal(now, right);
        free(now);
    }
    free(right);
}

static test_case(outcomes_that_were_deleted_come_back_with_their_numbers)
{
    play_all_kinds();
    char *right = standings();
    int all = atoi(rows("SELECT count(*) FROM outcome"));
    for (int number = 0; number <= all; number++) { /* 0: all of them */
        char sql[160];
        snprintf(
            sql, sizeof sql,
            "DELETE FROM outcome WHERE %d IN (0, number); DELETE FROM outcome_seat WHERE %d IN (0, outcome)",
            number, number);
        change(sql);
        expect_rebuilt(number ? 1 : all, 0);
        char *now = standings();
        assert_string_equal(now, right);
        free(now);
    }
    free(right);
}

/* Nobody becomes known again, and the numbers stay. */
static test_case(who_is_forgotten_stays_a_number)
{
    play_all_kinds();
    assert_true(host_erase(house.host, identity("net", "$bob"), NULL, NULL));
    house_settle(&house);
    wait_minutes(1);
    assert_string_equal(rows("SELECT count(*) FROM identity WHERE name = '$bob'"), "0\n");
    assert_string_equal(
        rows("SELECT count(*) FROM person WHERE name = '$bob' AND network <> '" NAMESAKE_NETWORK
             "'"),
        "0\n");
    char *before = standings();
    expect_rebuilt(0, 0);
    char *after = standings();
    assert_string_equal(after, before);
    free(before);
    free(after);
}

/* Of the person who asked, in that game of the match alone; after a kill, from the record alone,
   and when somebody was forgotten. */
static test_case(what_a_hint_limits_follows_from_the_record)
{
    static const char limits[] =
        "SELECT DISTINCT CASE part WHEN 1 THEN 'first' ELSE 'later' END, gains, costs FROM outcome "
        "JOIN outcome_seat ON outcome = number ORDER BY 1, 2",
                      right[] = "first 0 0\nfirst 1 1\nlater 1 1\n";
    struct thinker *thinker = thinker_new_inline();
    house_let_think(&house, thinker);
    say_slowly("#g", "$ann", "play heartcatchers match=3");
    say_slowly("#g", "$bob", "join");
    const struct session *session = house_table(&house, "#g");
    say_slowly("#g", session->seats[session->playing->table.turn].key, "hint yes");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_told("<HINT_UNRATED_1>");
    house_restart(&house);
    play_out("#g");
    assert_string_equal(rows(limits), right);
    assert_string_equal(rows("SELECT DISTINCT unrated FROM outcome"), "\n");
    expect_rebuilt(0, 0);
    change("UPDATE outcome_seat SET gains = 1, costs = 0 WHERE outcome = 1");
    expect_rebuilt(0, 1);
    assert_string_equal(rows(limits), right);
    assert_true(host_erase(house.host, identity("net", "$bob"), NULL, NULL));
    house_settle(&house);
    wait_minutes(1);
    expect_rebuilt(0, 0);
    assert_string_equal(rows(limits), right);
    house.thinker = NULL;
    house_restart(&house);
    thinker_free(thinker);
}

#define EACH(test)   cmocka_unit_test_setup_teardown(test, drawn_open, drawn_close)
#define SERVED(test) cmocka_unit_test_setup_teardown(test, drawn_open_in_postgres, drawn_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(ratings_follow_from_the_outcomes),
        EACH(outcomes_follow_from_the_records),
        EACH(outcomes_that_were_deleted_come_back_with_their_numbers),
        EACH(who_is_forgotten_stays_a_number),
        EACH(what_a_hint_limits_follows_from_the_record),
        EACH(a_copy_has_the_same_standings),
    };
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest served[] = {
        SERVED(ratings_follow_from_the_outcomes),
        SERVED(outcomes_follow_from_the_records),
        SERVED(outcomes_that_were_deleted_come_back_with_their_numbers),
        SERVED(who_is_forgotten_stays_a_number),
        SERVED(what_a_hint_limits_follows_from_the_record),
        SERVED(a_copy_has_the_same_standings),
    };
    int failed = cmocka_run_group_tests_name("in SQLite", tests, NULL, NULL);
    return cmocka_run_group_tests_name("in PostgreSQL", served, NULL, drawn_end) + failed;
#else
    return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
