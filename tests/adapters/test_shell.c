/* The terminal's parts that need no terminal: where keys end, what Tab offers, how prose is
   painted. How they work together is shown by tests/e2e/terminal.py and the transcripts. */
#include <stdlib.h>
#include <string.h>

#include "paint.h"
#include "prose.h"
#include "terminal.h"
#include "testing.h"
#include "text.h"

static test_case(a_key_is_whole_or_waits)
{
    static const struct {
        const char *bytes;
        int length;
    } keys[] = {
        {"a", 1},
        {"ab", 1},
        {"\r\n", 1},
        {"\x1b", 0},
        {"\x1b[", 0},
        {"\x1b[A", 3},
        {"\x1b[Ax", 3},
        {"\x1b[1;5", 0},
        {"\x1b[1;5C", 6},
        {"\x1bO", 0},
        {"\x1bOP", 3},
        {"\x1b"
         "b",
         2},
        {"\x1b\x1b[A", 4},
        {"\x1b\x1b", 0},
        {"\xc3", 0},
        {"\xc3\xab", 2},
        {"\xe6\x97", 0},
        {"\xe6\x97\xa5", 3},
        {"\xff", 1},
        {"\xc3x", 1},
        {"\x16", 0},
        {"\x16\x1b[A", 4},
        {"\x18", 0},
        {"\x18\x18", 0},
        {"\x18x", 2},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        int length = terminal_key_length(keys[i].bytes, (int)strlen(keys[i].bytes));
        if (length != keys[i].length)
            fail_msg("key %zu: %d bytes instead of %d", i, length, keys[i].length);
    }
}

static test_case(tab_goes_as_far_as_all_lines_agree)
{
    struct suggest *suggest = terminal_suggest_new("hide d t");
    assert_string_equal(terminal_suggest_rest(suggest), "");
    terminal_suggest_add(suggest, "hide d them1");
    assert_string_equal(terminal_suggest_rest(suggest), "hem1");
    terminal_suggest_add(suggest, "hide d them2");
    assert_int_equal(terminal_suggest_count(suggest), 2);
    assert_string_equal(terminal_suggest_rest(suggest), "hem");
    assert_string_equal(terminal_suggest_list(suggest, 80), "them1  them2\n");
    assert_string_equal(terminal_suggest_list(suggest, 10), "them1\nthem2\n");
    terminal_suggest_free(suggest);
}

static test_case(tab_lists_each_next_word_once)
{
    struct suggest *suggest = terminal_suggest_new("steal ");
    terminal_suggest_add(suggest, "steal d them1 me1");
    terminal_suggest_add(suggest, "steal d them2 me1");
    terminal_suggest_add(suggest, "steal e them1 me1");
    assert_string_equal(terminal_suggest_rest(suggest), "");
    assert_string_equal(terminal_suggest_list(suggest, 80), "d  e\n");
    terminal_suggest_free(suggest);
}

static test_case(tab_never_cuts_a_letter)
{
    struct suggest *suggest = terminal_suggest_new("k");
    terminal_suggest_add(suggest, "kick Zo\xc3\xab");
    terminal_suggest_add(suggest, "kick Zo\xc3\xa9");
    assert_string_equal(terminal_suggest_rest(suggest), "ick Zo");
    terminal_suggest_free(suggest);
}

static const char *painted(const struct paint *paint, const struct prose *prose)
{
    static char bytes[PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    paint_prose(paint, PAINT_PUBLIC, "# ", prose, &text);
    return bytes;
}

static test_case(each_line_has_its_margin)
{
    struct paint paint = {.colours = PAINT_NONE};
    struct prose prose;
    prose_clear(&prose);
    assert_string_equal(painted(&paint, &prose), "");
    prose_put(&prose, "one\ntwo !join\n\nfour");
    assert_string_equal(painted(&paint, &prose), "# one\n# two !join\n# \n# four\n");
    prose_clear(&prose);
    prose_put(&prose, "one");
    prose_styled(&prose, PROSE_BREAK, COLOUR_NONE, " ");
    prose_styled(&prose, PROSE_SMALL, COLOUR_NONE, "Seal ABC");
    prose_put(&prose, "\ntwo");
    assert_string_equal(painted(&paint, &prose), "# one\n# Seal ABC\n# two\n");
}

static test_case(a_plain_look_has_no_words_about_big_moments)
{
    struct paint paint = {.colours = PAINT_NONE};
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "ann draws. ");
    int begun = prose_begin(&prose, PROSE_VOICE);
    prose_put_foreign(&prose, PROSE_NAME, "ann");
    prose_put(&prose, " leads.");
    prose_end(&prose, begun);
    prose_put(&prose, "\nbob");
    for (enum look_cards look = LOOK_UNSET; look <= LOOK_READER; look++) {
        paint.cards = look;
        assert_string_equal(painted(&paint, &prose), look == LOOK_PLAIN
                                                         ? "# ann draws.\n# bob\n"
                                                         : "# ann draws. ann leads.\n# bob\n");
    }
}

static test_case(spans_become_colours_and_end)
{
    struct paint paint = {.colours = PAINT_16};
    struct prose prose;
    prose_clear(&prose);
    prose_styled(&prose, PROSE_CARD, COLOUR_RED, "R");
    prose_styled(&prose, PROSE_CARD, COLOUR_BLUE, "B");
    prose_put(&prose, " x");
    assert_string_equal(painted(&paint, &prose),
                        "\033[36m# \033[0m\033[97;41mR\033[0m\033[97;44mB\033[0m x\n");
}

static test_case(lines_break_between_words)
{
    struct paint paint = {.colours = PAINT_NONE, .columns = 24};
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "one two three four five six seven");
    assert_string_equal(painted(&paint, &prose), "# one two three four\n  five six seven\n");
    prose_clear(&prose);
    prose_put(
        &prose,
        "\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5 \xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5 "
        "\xe6\x97\xa5\xe6\x97\xa5");
    assert_string_equal(
        painted(&paint, &prose),
        "# \xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5 \xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\n"
        "  \xe6\x97\xa5\xe6\x97\xa5\n");
}

static test_case(nothing_moves_the_cursor)
{
    struct paint paint = {.colours = PAINT_256};
    struct prose prose;
    char bytes[PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    prose_clear(&prose);
    prose_put(&prose, "a\033[2Jb\rc\x7f\xc2\x9b\xff");
    paint_prose(&paint, PAINT_PRIVATE, "(private to \033[H) ", &prose, &text);
    assert_string_equal(bytes, "\033[35m(private to ?[H) \033[0ma?[2Jb?c???\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_whole_or_waits),
        cmocka_unit_test(tab_goes_as_far_as_all_lines_agree),
        cmocka_unit_test(tab_lists_each_next_word_once),
        cmocka_unit_test(tab_never_cuts_a_letter),
        cmocka_unit_test(each_line_has_its_margin),
        cmocka_unit_test(spans_become_colours_and_end),
        cmocka_unit_test(a_plain_look_has_no_words_about_big_moments),
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(nothing_moves_the_cursor),
    };
    return cmocka_run_group_tests_name("shell", tests, NULL, NULL);
}
