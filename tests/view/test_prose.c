/* Prose: spans, what comes from outside, and where it ends. */
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "laid.h"
#include "prose.h"
#include "testing.h"

static struct prose prose;

static void clear(void)
{
    prose_clear(&prose);
}

static test_case(commands_become_spans)
{
    clear();
    prose_put(&prose, "Say !join, or !add robot! No!! Not this: ! 5!2 !!x");
    prose_sound(&prose, NULL);
    assert_string_equal(prose_spans(&prose), "COMMAND !join|COMMAND !add");
    clear();
    prose_put_bytes(&prose, "wait!join", 6); /* a command that the bytes do not hold is none */
    assert_string_equal(prose.text, "wait!j");
    prose_put_bytes(&prose, "!", 1);
    assert_string_equal(prose_spans(&prose), "COMMAND !j");
}

static test_case(foreign_text_is_cleaned)
{
    static const struct {
        const char *typed, *shown;
    } cases[] = {
        {"!join", "!join"},                             /* and no command */
        {"a\r\nQUIT\x01\x02\x7f z", "aQUIT z"},         /* line ends and formatting */
        {"a\u202eb\u2066c\u200bd\u2069\u202c", "abcd"}, /* bidi override, isolate, zero width */
        /* byte order mark, next line, soft hyphen */
        {"\ufeffa\xc2\x85\u00ad", "a"},
        {"\U000e0041z", "z"},                     /* tag characters */
        {"a\xff\xc0\x80\xed\xa0\x80", "a??????"}, /* ill-formed, byte by byte */
        {"\u3164\u2063\u180e", "?"},              /* a name of which nothing can be seen */
        {"\u2800", "\u2800?"},
        {"e\u0301 \u6f22", "e\u0301 \u6f22"}, /* marks and wide letters stay */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clear();
        prose_put_foreign(&prose, PROSE_NAME, cases[i].typed);
        prose_sound(&prose, NULL);
        assert_string_equal(prose.text, cases[i].shown);
        assert_int_equal(prose.span_count, 1);
        assert_int_equal(prose.spans[0].style, PROSE_NAME);
    }
}

static test_case(what_does_not_fit_is_cut_once)
{
    for (int before = PROSE_BYTES - 9; before < PROSE_BYTES; before++) {
        char filling[PROSE_BYTES];
        memset(filling, 'x', sizeof filling);
        clear();
        prose_put_bytes(&prose, filling, before);
        prose_styled(&prose, PROSE_STRONG, COLOUR_NONE, "\u6f22\u6f22\u6f22");
        prose_put(&prose, "behind");
        prose_sound(&prose, NULL);
        assert_true(prose.cut);
        assert_string_equal(prose.text + prose.length - 3, "...");
    }
}

static test_case(spans_that_do_not_fit_leave_their_text)
{
    clear();
    for (int i = 0; i < PROSE_SPANS + 10; i++)
        prose_styled(&prose, PROSE_STRONG, COLOUR_NONE, "y");
    prose_sound(&prose, NULL);
    assert_int_equal(prose.length, PROSE_SPANS + 10);
    assert_int_equal(prose_begin(&prose, PROSE_BOARD), -1);
    prose_end(&prose, -1);
}

static test_case(prose_is_joined_with_its_spans)
{
    static struct prose more;
    clear();
    prose_clear(&more);
    int board = prose_begin(&more, PROSE_BOARD);
    prose_put_foreign(&more, PROSE_NAME, "ann");
    prose_put(&more, ": ");
    prose_styled(&more, PROSE_CARD, COLOUR_RED, "RL");
    prose_end(&more, board);
    prose_put(&prose, "Now ");
    prose_append(&prose, &more);
    assert_string_equal(prose.text, "Now ann: RL");
    assert_string_equal(prose_spans(&prose), "BOARD ann: RL|NAME ann|CARD RL");
    assert_int_equal(prose.spans[2].colour, COLOUR_RED);
    clear();
    prose_append_part(&prose, &more, 1, more.length - 1); /* the name is not whole any more */
    assert_string_equal(prose.text, "nn: RL");
    assert_string_equal(prose_spans(&prose), "CARD RL");
}

static test_case(a_board_that_is_cut_keeps_its_font)
{
    static struct prose more;
    char filling[PROSE_BYTES];
    memset(filling, 'x', sizeof filling);
    clear();
    prose_clear(&more);
    int board = prose_begin(&more, PROSE_BOARD);
    prose_put(&more, "one two three");
    prose_end(&more, board);
    prose_put_bytes(&prose, filling, PROSE_BYTES - 8);
    prose_append(&prose, &more);
    prose_sound(&prose, NULL);
    assert_true(prose.cut);
    assert_int_equal(prose.span_count, 1);
    assert_int_equal(prose.spans[0].style, PROSE_BOARD);
}

static test_case(columns_are_those_of_a_terminal)
{
    static const struct {
        const char *text;
        int columns;
    } cases[] = {
        {"", 0},
        {"ann", 3},
        {"e\u0301\u0323", 1},              /* marks above and below */
        {"\u6f22\u5b57", 4},               /* two wide letters */
        {"\U0001f469\u200d\U0001f680", 2}, /* woman astronaut, joined */
        {"\U0001f1e9\U0001f1ea", 2},       /* a flag */
        {"\U0001f44d\U0001f3fd", 2},       /* a skin tone */
        {"\u2764\ufe0f", 2},               /* a heart in emoji style */
        {"\u1112\u1161\u11ab", 2},         /* one Hangul syllable of three parts */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int length = (int)strlen(cases[i].text);
        if (columns(cases[i].text, length) != cases[i].columns)
            fail_msg("'%s' is %d columns, not %d", cases[i].text, columns(cases[i].text, length),
                     cases[i].columns);
        assert_int_equal(columns_fit(cases[i].text, length, cases[i].columns), length);
    }
    assert_int_equal(columns_fit("\u6f22\u5b57", 6, 3), 3);
    assert_int_equal(columns_fit("e\u0301o", 4, 1), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_become_spans),
        cmocka_unit_test(foreign_text_is_cleaned),
        cmocka_unit_test(what_does_not_fit_is_cut_once),
        cmocka_unit_test(spans_that_do_not_fit_leave_their_text),
        cmocka_unit_test(prose_is_joined_with_its_spans),
        cmocka_unit_test(a_board_that_is_cut_keeps_its_font),
        cmocka_unit_test(columns_are_those_of_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
