/* The tests' own store keeps its orders; that it is a store at all is test_store.c's business. */
#include <stdlib.h>

#include <limits.h>
#include <poll.h>

#include "faulty_store.h"
#include "store.h"
#include "store_witness.h"
#include "testing.h"

static test_case(test_planted_writes_fail_and_change_nothing)
{
    struct faulty_store *faulty = faulty_store_new_take(store_memory_new());
    struct store *store = faulty_store_front(faulty);
    faulty_store_fail(faulty, 1, 2, STORE_FULL);
    assert_int_equal(witness_append(store, 1, 1, "one"), STORE_OK);
    assert_int_equal(witness_append(store, 1, 2, "two"), STORE_FULL);
    assert_int_equal(witness_append(store, 1, 2, "two"), STORE_FULL);
    assert_int_equal(witness_append(store, 1, 2, "two"), STORE_OK);
    faulty_store_fail(faulty, 0, INT_MAX, STORE_IO);
    for (int i = 0; i < 5; i++)
        assert_int_equal(witness_append(store, 1, 3, "three"), STORE_IO);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    assert_int_equal(witness_append(store, 1, 3, "three"), STORE_OK);
    assert_int_equal(faulty_store_writes(faulty), 10);
    char *loaded = witness_load(store);
    assert_string_equal(loaded, "1.1 one\n1.2 two\n1.3 three\n");
    free(loaded);
    store_close(store);
}

static test_case(test_held_completions_wait_in_order)
{
    struct faulty_store *faulty = faulty_store_new_take(store_memory_new());
    struct store *store = faulty_store_front(faulty);
    struct witness witness = {0};
    const char *line = "a line";
    faulty_store_hold(faulty, true);
    faulty_store_fail(faulty, 1, 1, STORE_IO);
    for (int64_t table = 1; table <= 3; table++)
        store_append(store, table, 1, &line, 1, false, witness_done, &witness);
    store_dispatch(store);
    assert_int_equal(witness.count, 0);
    char *loaded = witness_load(store);
    /* durable, but nobody has heard of it */
    assert_string_equal(loaded, "1.1 a line\n3.1 a line\n");
    free(loaded);
    faulty_store_hold(faulty, false);
    witness_wait(&witness, store, 3);
    assert_int_equal(witness.results[0], STORE_OK);
    assert_int_equal(witness.results[1], STORE_IO);
    assert_int_equal(witness.results[2], STORE_OK);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_writes_fail_and_change_nothing),
        cmocka_unit_test(test_held_completions_wait_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
