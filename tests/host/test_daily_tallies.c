/* Tries at deals of the day that are pruned after DAILY_DAYS, and what is left of them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "daily_house.h"
#include "games.h"
#include "host_state.h"
#include "household.h"
#include "links.h"
#include "store.h"
#include "tallies.h"
#include "tries.h"

/* The clock goes on by so many days at once, and is looked at: what is counted is saved, then its
 * rows go. */
static void days_later(int days)
{
    wall_ahead += (int64_t)days * DAY_MS;
    for (int looks = 0; looks < 3; looks++)
        house_wait(&house, 61 * 1000);
}

static void has_count(const char *network, const char *who, int days, int best)
{
    struct tally_count count;
    tallies_of(house.host, identity(network, who), game_find("coloretto"), &count);
    assert_int_equal(count.days, days);
    assert_int_equal(count.best, best);
}

static const struct daily_try *try_at(int day)
{
    return tries_find(house.host, identity("net", "ann"), day, game_find("coloretto"));
}

static void note_row(void *arg, const char *key, const char *value)
{
    (void)value;
    *(int *)arg += strncmp(key, tallies_row.prefix, strlen(tallies_row.prefix)) == 0;
}

static int rows_in_store(void)
{
    int count = 0;
    assert_int_equal(store_load(store, note_row, NULL, &count), STORE_OK);
    return count;
}

static int play_days(int days)
{
    for (int day = 0; day < days; day++) {
        if (day > 0)
            tomorrow();
        says_daily("ann", "daily coloretto");
        play_all("net", "ann", day + 1);
    }
    return daily_today(house.host);
}

static test_case(what_is_pruned_is_counted_once)
{
    int last = play_days(3);
    has_count("net", "ann", 0, 0);
    says_daily("ann", "daily");
    house_expect(&house, "<DAILY_COUNT game=Coloretto|most=3|n=3>");
    days_later(DAILY_DAYS - 1); /* the first day is 401 days old */
    has_count("net", "ann", 1, 1);
    assert_int_equal(tallies_streak(house.host, try_at(last)), 3);
    says_daily("ann", "daily");
    house_expect(&house, "<DAILY_COUNT game=Coloretto|most=3|n=3>");
    kill_house();
    assert_int_equal(tallies_streak(house.host, try_at(last)), 3);
    days_later(5);
    assert_null(try_at(last));
    has_count("net", "ann", 3, 3);
    kill_house();
    has_count("net", "ann", 3, 3);
    says_daily("ann", "mydata");
    house_expect(&house, "<MYDATA_TALLY day=1 Dec|game=Coloretto|most=3|n=3>");
}

/* Behind each write that the disk refuses, once or from then on. */
static test_case(a_kill_while_days_are_pruned_loses_no_result_and_counts_none_twice)
{
    for (int kept = 0; kept < 12; kept++)
        for (int refused = 1; refused > 0; refused = refused == 1 ? INT_MAX : 0) {
            close_house(state);
            open_daily(state);
            play_days(2);
            faulty_store_fail(faulty, kept, refused, STORE_IO);
            wall_ahead += (DAILY_DAYS + 5LL) * DAY_MS;
            house_wait(&house, 61 * 1000);
            faulty_store_fail(faulty, 0, 0, STORE_OK);
            kill_house();
            days_later(0);
            has_count("net", "ann", 2, 2);
            for (int day = 0; day < 2; day++)
                assert_null(try_at(FIRST_DAY + day));
        }
}

static test_case(who_is_forgotten_leaves_no_count)
{
    play_days(2);
    link_them("ann", "bob");
    days_later(DAILY_DAYS + 5);
    has_count("net", "ann", 2, 2);
    has_count("far", "bob", 2, 2);
    says_daily("ann", "forgetme");
    char line[64];
    snprintf(line, sizeof line, "%s", told_code("!forgetme ", 6));
    says_daily("ann", line);
    house_wait(&house, 60 * 1000);
    kill_house();
    has_count("net", "ann", 0, 0);
    has_count("far", "bob", 0, 0);
    assert_int_equal(rows_in_store(), 0);
}

/* Once it is not known any more who was linked on that day. */
static test_case(of_two_that_are_linked_later_the_second_is_gone)
{
    says_daily("ann", "daily coloretto");
    play_all("net", "ann", 1);
    house_wait(&house, 1000);
    far_says_daily("bob", "daily coloretto");
    play_all("far", "bob", 2);
    link_them("ann", "bob");
    far_says_daily("bob", "unlink");
    house_wait(&house, 1000);
    days_later(4);
    const struct daily_day *day = daily_day(house.host, FIRST_DAY);
    assert_int_equal(day->count, 1);
    assert_true(day->tries[0]->counts);
    kill_house();
    assert_int_equal(daily_day(house.host, FIRST_DAY)->count, 1);
}

int main(void)
{
#define WITH_HOUSE(name) cmocka_unit_test_setup_teardown(name, open_daily, close_house)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(what_is_pruned_is_counted_once),
        WITH_HOUSE(a_kill_while_days_are_pruned_loses_no_result_and_counts_none_twice),
        WITH_HOUSE(who_is_forgotten_leaves_no_count),
        WITH_HOUSE(of_two_that_are_linked_later_the_second_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
