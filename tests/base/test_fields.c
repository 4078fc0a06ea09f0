/* Structs as rows: copies, and what is freed. That a member without a row does not compile shows
   tests/structure/fields.sh. */
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "testing.h"

struct thing {
    const char *name, *nick;
    char mark[4];
    int count;
    int64_t when;
    bool is_new;
    const int *value;
    const char *const *words;
    int word_count;
    const void *mine;
};

#define FIELDS_OF    thing
#define FIELDS_ROWS  "thing.def"
#define FIELDS_TABLE thing_fields
#include "fields.def"

static test_case(a_copy_shares_nothing)
{
    const char *words[] = {"one", "two"};
    char name[] = "ann";
    int number = 5;
    const struct thing thing = {name, NULL, "abc", -3, INT64_MAX, true, &number, words, 2, words};
    struct thing copy;
    fields_copy(&thing_fields, &copy, &thing);
    name[0] = 'A';
    number = 6;
    words[0] = "three";
    assert_string_equal(copy.name, "ann");
    assert_null(copy.nick);
    assert_string_equal(copy.mark, "abc");
    assert_int_equal(copy.count, -3);
    assert_true(copy.when == INT64_MAX && copy.is_new);
    assert_int_equal(*copy.value, 5);
    assert_int_equal(copy.word_count, 2);
    assert_string_equal(copy.words[0], "one");
    assert_string_equal(copy.words[1], "two");
    assert_ptr_equal(copy.mine, words); /* it stays */
    fields_drop(&thing_fields, &copy);  /* and the sanitizer looks for the rest */
}

static test_case(of_a_long_list_the_first_are_copied)
{
    const char *words[FIELDS_LISTED + 1];
    struct thing thing = {.name = "", .words = words, .word_count = FIELDS_LISTED + 1}, copy;
    for (int i = 0; i <= FIELDS_LISTED; i++)
        words[i] = "word";
    fields_copy(&thing_fields, &copy, &thing);
    assert_int_equal(copy.word_count, FIELDS_LISTED);
    fields_drop(&thing_fields, &copy);
}

static test_case(numbers_keep_their_kind)
{
    struct thing thing = {0};
    const struct field *list = thing_fields.list;
    fields_set_number(&list[3], &thing, -7);
    fields_set_number(&list[4], &thing, INT64_MIN);
    fields_set_number(&list[5], &thing, 4);
    assert_true(thing.count == -7 && thing.when == INT64_MIN && thing.is_new);
    assert_true(fields_number(&list[3], &thing) == -7 && fields_number(&list[5], &thing) == 1);
    assert_true(fields_number(&list[4], &thing) == INT64_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_shares_nothing),
        cmocka_unit_test(of_a_long_list_the_first_are_copied),
        cmocka_unit_test(numbers_keep_their_kind),
    };
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
