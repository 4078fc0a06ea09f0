/* Prose as lines of IRC: render.c and render.c. What holds for every prose is asserted over
   random ones; the rest are the cases of which each once was a bug in somebody's bot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "testing.h"
#include "text.h"

#define ZWSP "\xe2\x80\x8b"
#define DOT  " \xc2\xb7 "

static const struct ink coloured = {.prefix = "!"}, plain = {.is_plain = true, .prefix = "!"},
                        in_private = {.prefix = ""};

struct kept {
    int count;
    char messages[64][RENDER_MESSAGE];
    char all[4 * PROSE_BYTES];
};

static void keep(void *arg, const char *message)
{
    struct kept *heard = arg;
    assert_true(heard->count < 64);
    snprintf(heard->messages[heard->count++], RENDER_MESSAGE, "%s", message);
    strcat(heard->all, message);
}

static const struct kept *split(const struct prose *prose, const struct ink *ink, int limit)
{
    static struct kept heard;
    heard = (struct kept){0};
    render_split(prose, ink, limit, keep, &heard);
    return &heard;
}

static const char *rendered(const struct prose *prose, const struct ink *ink)
{
    static char bytes[4 * PROSE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    render_stretch(prose, 0, prose->length, ink, &text);
    return bytes;
}

static test_case(a_chip_has_a_ground_a_letter_and_a_reset)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "1[");
    prose_styled(&prose, PROSE_CARD, COLOUR_RED, "R");
    prose_put(&prose, " x2] ");
    prose_styled(&prose, PROSE_CARD, COLOUR_GOLD, "7,1");
    assert_string_equal(rendered(&prose, &coloured), "1[\x03"
                                                     "00,04R\x0f x2] \x02\x03"
                                                     "01,087,1\x0f");
    assert_string_equal(rendered(&prose, &plain), "1[R x2] 7,1");
}

static test_case(every_colour_has_two_digits_each)
{
    for (enum colour colour = COLOUR_NONE + 1; colour < COLOUR_COUNT; colour++) {
        struct prose prose;
        prose_clear(&prose);
        prose_styled(&prose, PROSE_CARD, colour, "5");
        const char *code = strchr(rendered(&prose, &coloured), 3);
        assert_non_null(code);
        assert_true(strspn(code + 1, "0123456789") == 2 && code[3] == ',' &&
                    strcspn(code + 4, "\x0f") == 3);
    }
}

static test_case(only_who_is_called_is_highlighted)
{
    struct prose prose;
    prose_clear(&prose);
    prose_styled(&prose, PROSE_NAME, COLOUR_NONE, "bob");
    prose_put(&prose, " waits for ");
    prose_styled(&prose, PROSE_CALL, COLOUR_NONE, "ann");
    prose_put(&prose, " and ");
    prose_styled(&prose, PROSE_NAME, COLOUR_NONE, "e\xcc\x81va");
    assert_string_equal(rendered(&prose, &plain),
                        "b" ZWSP "ob waits for ann and e\xcc\x81" ZWSP "va");
}

static test_case(commands_are_shown_as_they_are_typed_here)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "Say !join.");
    assert_string_equal(rendered(&prose, &(struct ink){.prefix = "\xc2\xa7"}), "Say \xc2\xa7join.");
    assert_string_equal(rendered(&prose, &in_private), "Say join.");
}

static test_case(nothing_in_prose_can_inject)
{
    struct prose prose;
    prose_clear(&prose);
    prose_styled(&prose, PROSE_CARD, COLOUR_NONE,
                 "a\r\nQUIT\x01\x02\x03"
                 "4\x0f");
    prose_styled(&prose, PROSE_NAME, COLOUR_NONE, "\r\nx\xe2\x80\xae\xff");
    for (const char *p = rendered(&prose, &plain); *p; p++)
        assert_true((unsigned char)*p >= 0x20 && (unsigned char)*p != 0x7f);
    assert_null(strstr(rendered(&prose, &plain), "\xe2\x80\xae"));
    assert_string_equal(strstr(rendered(&prose, &plain), "?"), "?");
}

static test_case(short_lines_share_a_message_and_long_ones_break_between_seats)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "Result:\nann 12\nbob 9\nann wins.\nAgain?");
    const struct kept *heard = split(&prose, &plain, 64);
    assert_int_equal(heard->count, 1);
    assert_string_equal(heard->messages[0], "Result: ann 12" DOT "bob 9" DOT "ann wins. Again?");
    prose_clear(&prose);
    prose_put(&prose, "ann: 1[G R x2] 2[R] 3[G x4 ?2]   bob: 1[R] 2[G] 3[B x2 ?1]  draw 7");
    heard = split(&prose, &plain, 64);
    assert_int_equal(heard->count, 2);
    assert_string_equal(heard->messages[0],
                        "ann: 1[G R x2] 2[R] 3[G x4 ?2]   bob: 1[R] 2[G] 3[B x2 ?1]");
    assert_string_equal(heard->messages[1], "draw 7");
}

static test_case(a_word_without_end_is_cut_between_graphemes)
{
    struct prose prose;
    prose_clear(&prose);
    for (int i = 0; i < 60; i++) /* a family: one grapheme of 18 bytes */
        prose_put(&prose,
                  "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7");
    const struct kept *heard = split(&prose, &plain, 100);
    assert_int_equal(heard->count, 12);
    for (int i = 0; i < heard->count; i++)
        assert_int_equal(strlen(heard->messages[i]), 90);
}

/* One letter with as many accents as a line takes is what somebody may type, and is said back to
   them. */
static test_case(a_letter_with_accents_without_end_is_cut_between_them)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "There is no 'e");
    for (int i = 0; i < 230; i++)
        prose_put(&prose, "\u0301");
    prose_put(&prose, "' here.");
    for (int limit = RENDER_LEAST; limit <= 400; limit += 28) {
        const struct kept *heard = split(&prose, &plain, limit);
        assert_in_range(heard->count, 2, 12);
        for (int i = 0; i < heard->count; i++) {
            assert_in_range(strlen(heard->messages[i]), 1, limit);
            assert_int_equal(((unsigned char)heard->messages[i][0] & 0xc0) == 0x80, 0);
        }
        assert_non_null(strstr(heard->all, "here."));
    }
}

static test_case(formatting_is_closed_and_opened_again_at_a_cut)
{
    struct prose prose;
    char words[200] = "";
    for (int i = 0; i < 30; i++)
        strcat(words, "word ");
    prose_clear(&prose);
    prose_styled(&prose, PROSE_STRONG, COLOUR_NONE, words);
    const struct kept *heard = split(&prose, &coloured, 80);
    assert_true(heard->count == 2);
    for (int i = 0; i < heard->count; i++) {
        assert_int_equal(heard->messages[i][0], 2);
        assert_int_equal(heard->messages[i][strlen(heard->messages[i]) - 1], 15);
    }
}

static test_case(what_people_type_loses_its_formatting)
{
    char typed[] = "\x02!play\x0f \x03"
                   "04,12hearts\x03 \x1dnow\x04"
                   "ff00ff\t7\x03,5\x7f";
    render_strip(typed);
    assert_string_equal(typed, "!play hearts now 7,5");
}

/* ---- random prose ---- */

static unsigned dice;

static int roll(int sides)
{
    dice = dice * 1103515245u + 12345u;
    return (int)((dice >> 16) % (unsigned)sides);
}

static const char *const pieces[] = {"ann",
                                     "x",
                                     "e\xcc\x81t\xc3\xa9",
                                     "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
                                     "1[?2]",
                                     "Ultimate",
                                     "\xe4\xb8\x96\xe7\x95\x8c",
                                     "42,",
                                     "3",
                                     "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd",
                                     "-",
                                     "qqqqqqqqqqqqqqqqqqqqqqqqq"};

static void put_random(struct prose *prose)
{
    static const enum prose_style styles[] = {PROSE_CARD, PROSE_CARD, PROSE_NAME, PROSE_CALL,
                                              PROSE_STRONG};
    static const char *const gaps[] = {" ", " ", " ", "", "   ", "\n", "  "};
    char chip[16];
    prose_clear(prose);
    for (int count = roll(220), i = 0; i < count; i++) {
        const char *piece = pieces[roll(sizeof pieces / sizeof *pieces)];
        enum prose_style style = styles[roll(5)];
        if (roll(2)) {
            prose_put(prose, piece);
        } else if (style == PROSE_CARD) {
            snprintf(chip, sizeof chip, "<%d %d>", roll(100), roll(10));
            prose_styled(prose, style, (enum colour)roll(COLOUR_COUNT), chip);
        } else {
            prose_styled(prose, style, COLOUR_NONE, piece);
        }
        prose_put(prose, gaps[roll(7)]);
    }
}

/* The words alone: what a person reads who does not care for blanks, joints, colours and
   invisible bytes. */
static const char *words_of(const char *text, char *out)
{
    char *to = out;
    while (*text) {
        if (*text == 3)
            text += 6;
        else if (strncmp(text, ZWSP, 3) == 0)
            text += 3;
        else if (strncmp(text, "\xc2\xb7", 2) == 0)
            text += 2;
        else if (strchr(" \n\x02\x0f", *text))
            text++;
        else
            *to++ = *text++;
    }
    *to = '\0';
    return out;
}

static void check_message(const char *message, int limit)
{
    bool is_open = false;
    int length = (int)strlen(message), size;
    assert_in_range(length, 1, limit);
    for (int at = 0; at < length; at += size) {
        size = text_utf8(message + at, length - at, NULL);
        assert_true(size > 0);
        if (message[at] == 2 || message[at] == 3)
            is_open = true;
        if (message[at] == 15) {
            assert_true(is_open);
            is_open = false;
        }
        if (message[at] == '<') /* every chip is whole */
            assert_non_null(memchr(message + at, '>', (size_t)(length - at)));
    }
    assert_false(is_open);
    assert_true(message[0] != ' ' && message[length - 1] != ' ');
}

static test_case(any_prose_becomes_whole_lines_within_the_limit)
{
    static struct prose prose;
    static char expected[4 * PROSE_BYTES], actual[4 * PROSE_BYTES];
    for (unsigned seed = 1; seed <= 600; seed++) {
        dice = seed;
        put_random(&prose);
        const struct ink *ink = roll(2) ? &coloured : &plain;
        int limit = 64 + roll(340);
        const struct kept *heard = split(&prose, ink, limit);
        for (int i = 0; i < heard->count; i++)
            check_message(heard->messages[i], limit);
        if (ink->is_plain)
            assert_true(strcspn(heard->all, "\x02\x03\x0f") == strlen(heard->all));
        if (strcmp(words_of(prose.text, expected), words_of(heard->all, actual)) != 0)
            fail_msg("seed %u: text was lost or changed:\n%s\n%s", seed, expected, actual);
    }
}

/* They cost no line and no colour, never come before the call, and go where a look is plain. */
static test_case(words_about_big_moments_cost_no_line)
{
    enum { LIMIT = 120 };
    static struct kept lines;
    int with = 0;
    for (int length = 1; length < 2 * LIMIT; length++)
        for (int is_quiet = 0; is_quiet < 2; is_quiet++) {
            struct prose tale, silent, next;
            struct ink ink = {.prefix = "!", .cards = LOOK_COLOUR, .is_quiet = is_quiet};
            prose_clear(&tale);
            prose_clear(&next);
            prose_styled(&next, PROSE_CALL, COLOUR_NONE, "ann");
            prose_put(&next, ": !draw");
            while (tale.length < length)
                prose_put(&tale, tale.length % 9 == 8 ? " " : "x");
            prose_styled(&tale, PROSE_CARD, COLOUR_RED, "R");
            silent = tale;
            prose_put(&tale, " ");
            int begun = prose_begin(&tale, PROSE_VOICE);
            prose_put(&tale, "Big words!");
            prose_end(&tale, begun);
            struct outbox_item item = {.kind = OUTBOX_PLAY, .tale = &silent, .next = &next};
            lines = (struct kept){0};
            render_item(&item, NULL, &ink, LIMIT, "bot", keep, &lines);
            int count = lines.count;
            bool is_coloured = strchr(lines.all, 3);
            item.tale = &tale;
            lines = (struct kept){0};
            render_item(&item, NULL, &ink, LIMIT, "bot", keep, &lines);
            bool has_words = strstr(lines.messages[count - 1], " Big words!");
            assert_int_equal(lines.count, count);
            assert_int_equal(strchr(lines.all, 3) != NULL, is_coloured);
            assert_int_equal(strncmp(lines.messages[0], "ann: !draw", 10), 0);
            assert_true(!has_words || !is_quiet);
            with += has_words;
        }
    assert_in_range(with, LIMIT, 2 * LIMIT - 10);
}

static test_case(a_line_ends_behind_a_sentence_and_never_inside_a_card)
{
    for (int limit = RENDER_LEAST; limit < 2 * RENDER_LEAST; limit++) {
        struct prose prose;
        prose_clear(&prose);
        for (int i = 0; i < 12; i++) {
            prose_putf(&prose, "%sann takes row %d: ", i ? " " : "", i);
            prose_styled(&prose, PROSE_CARD, COLOUR_WHITE, "a plus two");
            prose_put(&prose, ".");
        }
        const struct kept *heard = split(&prose, &plain, limit);
        for (int i = 0; i < heard->count; i++)
            if (heard->messages[i][strlen(heard->messages[i]) - 1] != '.')
                fail_msg("a line of at most %d bytes ends inside a sentence: \"%s\"", limit,
                         heard->messages[i]);
        prose_clear(&prose);
        for (int i = 0; i < 12; i++)
            prose_put(&prose, "word ");
        prose_styled(&prose, PROSE_CARD, COLOUR_WHITE, "a plus two");
        prose_put(&prose, " and so on");
        heard = split(&prose, &plain, limit);
        int whole = 0;
        for (int i = 0; i < heard->count; i++)
            whole += strstr(heard->messages[i], "a plus two") != NULL;
        assert_int_equal(whole, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chip_has_a_ground_a_letter_and_a_reset),
        cmocka_unit_test(a_line_ends_behind_a_sentence_and_never_inside_a_card),
        cmocka_unit_test(words_about_big_moments_cost_no_line),
        cmocka_unit_test(every_colour_has_two_digits_each),
        cmocka_unit_test(only_who_is_called_is_highlighted),
        cmocka_unit_test(commands_are_shown_as_they_are_typed_here),
        cmocka_unit_test(nothing_in_prose_can_inject),
        cmocka_unit_test(short_lines_share_a_message_and_long_ones_break_between_seats),
        cmocka_unit_test(a_word_without_end_is_cut_between_graphemes),
        cmocka_unit_test(a_letter_with_accents_without_end_is_cut_between_them),
        cmocka_unit_test(formatting_is_closed_and_opened_again_at_a_cut),
        cmocka_unit_test(what_people_type_loses_its_formatting),
        cmocka_unit_test(any_prose_becomes_whole_lines_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
