/* Structs as rows: what is freed, and numbers. That a member without a row does not compile shows
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
#define FIELDS_TABLE thing_fields
#define FIELDS_ROWS                                                                                \
    FIELD(TEXT, name, "name", 40, NULL)                                                            \
    FIELD(OPTION, nick, "nick", 40, NULL)                                                          \
    FIELD(CHARS, mark, "mark", 0, NULL)                                                            \
    FIELD(INT, count, "count", 0, NULL)                                                            \
    FIELD(LONG, when, "when", 0, NULL)                                                             \
    FIELD(BOOL, is_new, "new", 0, NULL)                                                            \
    FIELD(VALUE, value, "value", sizeof(int), NULL)                                                \
    FIELD(LIST, words, "words", 40, NULL)                                                          \
    FIELD(STAYS, mine, NULL, 0, NULL)
#include "fields.def"

/* The sanitizer looks whether all of it is freed, and nothing else. */
static test_case(what_was_read_is_freed)
{
    struct thing thing = {.mine = "mine"};
    char **words = calloc(2, sizeof *words);
    words[0] = strdup("one");
    words[1] = strdup("two");
    fields_set_pointer(&thing_fields.list[0], &thing, strdup("ann"));
    fields_set_pointer(&thing_fields.list[6], &thing, malloc(sizeof(int)));
    fields_set_list(&thing_fields.list[7], &thing, words, 2);
    assert_string_equal(thing.name, "ann");
    assert_string_equal(thing.words[1], "two");
    assert_int_equal(fields_listed(&thing_fields.list[7], &thing), 2);
    fields_drop(&thing_fields, &thing);
    assert_string_equal(thing.mine, "mine"); /* it stays */
}

static test_case(of_a_long_list_the_first_count)
{
    const struct thing thing = {.words = (const char *const[]){"word"},
                                .word_count = FIELDS_LISTED + 1};
    assert_int_equal(fields_listed(&thing_fields.list[7], &thing), FIELDS_LISTED);
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
        cmocka_unit_test(what_was_read_is_freed),
        cmocka_unit_test(of_a_long_list_the_first_count),
        cmocka_unit_test(numbers_keep_their_kind),
    };
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
