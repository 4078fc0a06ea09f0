/* The shelf: what is used is found, what is idle is given back, and what is not idle never is. */
#include <stdio.h>
#include <stdlib.h>

#include "shelf.h"
#include "testing.h"

enum { MOST = 100, IDLE_MS = 1000 };

struct thing {
    struct shelf_item item;
    char name[24];
    bool is_busy;
};

static struct shelf shelf;
static int freed;

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg;
    return !((const struct thing *)item)->is_busy;
}

static void free_thing(struct shelf_item *item)
{
    freed++;
    free(item);
}

static test_fixture(opened)
{
    freed = 0;
    shelf_init(&shelf,
               &(struct shelf_rules){
                   .most = MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_thing});
    return 0;
}

static test_fixture(closed)
{
    shelf_fini(&shelf);
    return 0;
}

static struct thing *thing_of(int number, int64_t now)
{
    char name[24];
    snprintf(name, sizeof name, "%d", number);
    struct thing *thing = (struct thing *)shelf_find(&shelf, name);
    if (thing) {
        shelf_use(&shelf, &thing->item, now);
        return thing;
    }
    thing = calloc(1, sizeof *thing);
    assert_non_null(thing);
    snprintf(thing->name, sizeof thing->name, "%s", name);
    shelf_add(&shelf, &thing->item, thing->name, now);
    return thing;
}

static bool is_there(int number)
{
    char name[24];
    snprintf(name, sizeof name, "%d", number);
    return shelf_find(&shelf, name) != NULL;
}

static test_case(a_million_strangers_leave_nothing)
{
    thing_of(-1, 0)->is_busy = true;
    for (int i = 0; i < 1000000; i++) {
        thing_of(i, 0);
        thing_of(-2, 0); /* in use all the time */
        shelf_tidy(&shelf, 0);
        assert_true(shelf.count <= MOST);
    }
    assert_true(is_there(-1));
    assert_true(is_there(-2));
    assert_true(is_there(999999));
    assert_false(is_there(0));
    assert_true(shelf.size <= 2 * MOST + 56);
    assert_int_equal((size_t)freed + shelf.count, 1000002);
}

static test_case(what_is_busy_stays_and_is_not_looked_at_each_time)
{
    for (int i = 0; i < 10 * MOST; i++) {
        thing_of(i, 0)->is_busy = true;
        shelf_tidy(&shelf, 0);
    }
    assert_int_equal(shelf.count, 10 * MOST);
    assert_true(shelf.sweep_at > shelf.count);
    for (int i = 0; i < 10 * MOST; i++)
        thing_of(i, 0)->is_busy = false;
    shelf_tidy(&shelf, 24 * 3600 * 1000);
    assert_int_equal(shelf.count, 0);
    assert_int_equal(shelf.sweep_at, MOST);
    assert_true(shelf.size < 10 * MOST);
}

static test_case(what_is_not_used_goes_after_a_while)
{
    enum { LATER = 120 * 1000 };
    thing_of(1, 0);
    thing_of(2, LATER - IDLE_MS / 2);
    shelf_tidy(&shelf, LATER);
    assert_false(is_there(1));
    assert_true(is_there(2));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, opened, closed)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_million_strangers_leave_nothing),
        TEST(what_is_busy_stays_and_is_not_looked_at_each_time),
        TEST(what_is_not_used_goes_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
