/* Sentences that tests name (in_words.h), with phrases of phrases.def, whose words tests of this
 * file may know. */
#include "in_words.h"
#include "testing.h"

static test_case(a_sentence_is_filled_in)
{
    assert_string_equal(in_words("to eve: <UNDO_WAITS_PROBE who=ann>!"), "to eve: ann waits.!");
    assert_string_equal(in_words("<UNDO_WAITS_PROBE who=ann and bob>"), "ann and bob wait.");
    assert_string_equal(in_words("a < b, <i>, 1<2"), "a < b, <i>, 1<2");
}

static test_case(what_is_left_out_may_be_anything)
{
    assert_string_equal(in_words("<LONG_PROBE typed=x>"), "You said x, which nobody knows in");
    assert_string_equal(in_words("<LONG_PROBE>"), ", which nobody knows in");
}

static test_case(in_a_pattern_it_matches_itself)
{
    assert_string_equal(in_words_as_pattern("^<LONG_PROBE typed=.*|room=#a>"),
                        "^You said .*, which nobody knows in #a \\(yet\\)\\.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_is_filled_in),
        cmocka_unit_test(what_is_left_out_may_be_anything),
        cmocka_unit_test(in_a_pattern_it_matches_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
