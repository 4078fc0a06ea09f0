/* What everybody needs: hashes, rings, lists. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "testing.h"
#include "text.h"

static test_case(a_hash_knows_where_a_text_ends)
{
    uint64_t one = text_hash(text_hash(HASH_START, "ab"), "c"),
             other = text_hash(text_hash(HASH_START, "a"), "bc");
    assert_true(one != other);
    assert_true(one == text_hash(text_hash(HASH_START, "ab"), "c"));
    assert_true(text_hash(HASH_START, "") != HASH_START);
}

static test_case(a_ring_says_how_long_to_wait)
{
    RING(3) ring = {0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ring_wait(&ring, 3, 100, i), 0);
        ring_add(&ring, i);
    }
    assert_int_equal(ring_wait(&ring, 3, 100, 10), 90); /* the first was at 0 */
    assert_int_equal(ring_wait(&ring, 2, 100, 10), 91);
    assert_int_equal(ring_wait(&ring, 3, 100, 100), 0);
    ring_add(&ring, 100);
    assert_int_equal(ring_wait(&ring, 3, 100, 100), 1);
    assert_int_equal(ring_last(&ring, 1), 100);
    assert_int_equal(ring_last(&ring, 3), 1);
}

static test_case(a_ring_knows_its_last_numbers_alone)
{
    RING(4) ring = {0};
    assert_false(ring_has(&ring, 0)); /* it is empty, not full of zeros */
    assert_true(ring_last(&ring, 1) == RING_NEVER);
    for (int i = 0; i < 10; i++) {
        ring_add(&ring, i);
        assert_int_equal(ring_count(&ring), i < 4 ? i + 1 : 4);
        assert_true(ring_has(&ring, i));
        assert_int_equal(ring_has(&ring, i - 4), 0);
        assert_int_equal(ring_has(&ring, i - 3), i >= 3);
    }
}

static int compare(const void *item, const void *key)
{
    return *(const int *)item - *(const int *)key;
}

struct list {
    int *at;
    int count, space;
};

static int place_of(const struct list *list, int key)
{
    return list_place(list->at, list->count, sizeof *list->at, compare, &key);
}

static test_case(a_list_is_sorted_and_gives_back)
{
    enum { MANY = 1000 };
    struct list list = {NULL, 0, 0};
    for (int i = 0; i < MANY; i++) {
        int key = i * 7 % MANY, place = place_of(&list, key);
        list.at = list_insert(list.at, &list.count, &list.space, sizeof *list.at, place);
        assert_int_equal(list.at[place], 0);
        list.at[place] = key;
    }
    assert_int_equal(list.count, MANY);
    assert_true(list.space >= MANY && list.space < 2 * MANY + 8);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(list.at[i], i);
    assert_int_equal(place_of(&list, -1), 0);
    assert_int_equal(place_of(&list, MANY), MANY);
    for (int i = MANY - 1; i >= 0; i--) {
        int place = place_of(&list, i * 3 % MANY);
        assert_int_equal(list.at[place], i * 3 % MANY);
        list.at = list_drop(list.at, &list.count, &list.space, sizeof *list.at, place);
        assert_true(list.space <= 4 * list.count + 4);
    }
    assert_int_equal(list.count, 0);
    free(list.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_knows_where_a_text_ends),
        cmocka_unit_test(a_ring_says_how_long_to_wait),
        cmocka_unit_test(a_ring_knows_its_last_numbers_alone),
        cmocka_unit_test(a_list_is_sorted_and_gives_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
