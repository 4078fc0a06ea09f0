/* Rows of many people, given back at their bound (adapters/keep.h). */
#include <stdio.h>
#include <string.h>

#include "keep.h"
#include "testing.h"

#define DAY (INT64_C(24) * 3600 * 1000)

static struct keep *keep;
static struct drawer drawer;
static int writes;

static void note_write(void *self, const char *key, const char *value, keep_done *done, void *arg)
{
    (void)self, (void)key, (void)value, (void)done, (void)arg;
    writes++;
}

static test_fixture(open_drawer)
{
    keep = keep_new(&(struct keep_port){.put = note_write});
    drawer = (struct drawer){.keep = keep, .prefix = "net:look:", .now = 20000 * DAY};
    writes = 0;
    return 0;
}

static test_fixture(close_drawer)
{
    keep_free(keep);
    return 0;
}

static void count_one(void *arg, const char *key, const char *value)
{
    (void)key, (void)value;
    ++*(int *)arg;
}

static int rows(const char *prefix)
{
    int count = 0;
    keep_each(keep, prefix, count_one, &count);
    assert_int_equal(keep_count(keep, prefix), count);
    return count;
}

static void put(const char *what, int number, const char *payer)
{
    char person[32];
    snprintf(person, sizeof person, "%s%d", what, number);
    keep_row_put(&drawer, person, payer, "plain");
}

static bool has(const char *person)
{
    char value[64];
    return keep_row_get(&drawer, person, sizeof value, value);
}

static test_case(what_was_put_is_there_until_it_is_taken_back)
{
    char value[64], short_of[4];
    assert_false(has("ann"));
    keep_row_put(&drawer, "ann", "host:here", "symbols width 200");
    assert_true(keep_row_get(&drawer, "ann", sizeof value, value));
    assert_string_equal(value, "symbols width 200");
    assert_false(keep_row_get(&drawer, "ann", sizeof short_of, short_of)); /* never cut */
    assert_null(strstr(keep_get(keep, "net:look:ann"), "here"));
    keep_row_put(&drawer, "ann", "host:here", NULL);
    assert_false(has("ann"));
    assert_int_equal(rows(""), 0);
    writes = 0;
    keep_row_put(&drawer, "ann", "host:here", NULL);
    assert_int_equal(writes, 0);
}

static test_case(a_row_without_a_day_is_read)
{
    char value[64];
    keep_load(keep, "net:look:ann", "!123 2 1700000000000");
    assert_true(keep_row_get(&drawer, "ann", sizeof value, value));
    assert_string_equal(value, "!123 2 1700000000000");
}

/* Use is written down once a week, not each time. */
static test_case(use_costs_few_writes)
{
    put("ann", 0, "");
    writes = 0;
    for (int day = 0; day < 28; day++, drawer.now += DAY)
        for (int i = 0; i < 10; i++)
            assert_true(has("ann0"));
    assert_int_equal(writes, 3);
}

static test_case(what_is_not_used_makes_room)
{
    for (int i = 0; i < KEEP_ROWS_MOST; i++)
        put("person", i, "");
    drawer.now += 10 * DAY;
    assert_true(has("person7"));
    for (int i = 0; i < KEEP_ROWS_MOST - 200; i++)
        put("new", i, "");
    assert_in_range(rows("net:look:"), KEEP_ROWS_MOST - 100, KEEP_ROWS_MOST);
    assert_true(has("person7"));
    assert_false(has("person8"));
    assert_true(has("new0"));
    put("one", 0, "");
    assert_true(has("one0"));
    assert_in_range(rows("net:look:"), KEEP_ROWS_MOST - 100, KEEP_ROWS_MOST);
}

/* However many accounts come from one place, those of others stay. */
static test_case(whoever_has_the_most_makes_room)
{
    for (int i = 0; i < 100; i++)
        put("honest", i, "host:home");
    drawer.now += 30 * DAY;
    for (int i = 0; i < 2 * KEEP_ROWS_MOST; i++)
        put("flood", i, "host:flood");
    assert_in_range(rows("net:look:"), KEEP_ROWS_MOST - 100, KEEP_ROWS_MOST);
    for (int i = 0; i < 100; i++) {
        char person[32];
        snprintf(person, sizeof person, "honest%d", i);
        assert_true(has(person));
    }
    put("late", 0, "host:late");
    assert_true(has("late0"));
}

static test_case(another_network_has_rows_of_its_own)
{
    struct drawer other = drawer;
    other.prefix = "other:look:";
    keep_row_put(&other, "ann", "", "plain");
    for (int i = 0; i < KEEP_ROWS_MOST + 10; i++)
        put("person", i, "");
    assert_in_range(rows("net:look:"), KEEP_ROWS_MOST - 100, KEEP_ROWS_MOST);
    assert_int_equal(rows("other:look:"), 1);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_drawer, close_drawer)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(what_was_put_is_there_until_it_is_taken_back),
        test(a_row_without_a_day_is_read),
        test(use_costs_few_writes),
        test(what_is_not_used_makes_room),
        test(whoever_has_the_most_makes_room),
        test(another_network_has_rows_of_its_own),
    };
    return cmocka_run_group_tests_name("drawer", tests, NULL, NULL);
}
