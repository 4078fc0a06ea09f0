/* Prose as Discord's text (adapters/discord/markdown.h): nothing a person writes formats,
   mentions or breaks anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "colour.h"
#include "markdown.h"
#include "prose.h"
#include "scratch.h"
#include "testing.h"
#include "text.h"

static char bytes[8192];

static const char *drawn(const struct prose *prose, bool has_blocks)
{
    const struct markdown_style style = {.prefix = "/",
                                         .cards = has_blocks ? LOOK_COLOUR : LOOK_UNSET};
    struct text out = text_over(bytes, sizeof bytes);
    markdown_put(prose, &style, &out);
    assert_false(out.cut);
    return bytes;
}

static const char *foreign(const char *text)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put_foreign(&prose, PROSE_PLAIN, text);
    return drawn(&prose, false);
}

static test_case(names_mention_nobody_and_format_nothing)
{
    assert_string_equal(foreign("@everyone"), "@\u200Beveryone");
    assert_string_equal(foreign("<@1>"), "\\<@\u200B1>");
    assert_string_equal(foreign("<@&1>"), "\\<@\u200B&1>");
    assert_string_equal(foreign("*_~|`[x](y)"), "\\*\\_\\~\\|\\`\\[x](y)");
    assert_string_equal(foreign("# big"), "\\# big");
    assert_string_equal(foreign("> quote"), "\\> quote");
    assert_string_equal(foreign("12. list"), "12\\. list");
    assert_string_equal(foreign("a # b"), "a # b");
    assert_string_equal(foreign("\u202Eabc\u200D\u2066"), "abc");
    /* a channel's link: harmless, and what rooms are called */
    assert_string_equal(foreign("<#50>"), "<#50>");
    assert_string_equal(foreign("<#5x>"), "\\<#5x>");
}

static test_case(commands_cards_and_calls_show_what_they_are)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "say !join, ");
    prose_styled(&prose, PROSE_CALL, COLOUR_NONE, "ann");
    prose_put(&prose, ": ");
    prose_styled(&prose, PROSE_CARD, COLOUR_RED, "R");
    prose_styled(&prose, PROSE_CARD, COLOUR_INDIGO, "I");
    prose_put(&prose, " ");
    prose_styled(&prose, PROSE_CARD, COLOUR_NONE, "W");
    assert_string_equal(drawn(&prose, true),
                        "say **/table join**, **ann**: \U0001F7E5R\U0001F499I W");
}

static test_case(commands_whose_ids_are_known_can_be_tapped)
{
    struct markdown_style style = {.prefix = "/", .commands = " playing:9 play:123 table:124"};
    struct prose prose;
    struct text out = text_over(bytes, sizeof bytes);
    prose_clear(&prose);
    prose_put(&prose, "!play coloretto match=3 cut=a, !join, !hand shows, !stop yes or !stop, ");
    prose_put(&prose,
              "!say off there, !settings undo free. !hide, !ban bob and !seat WORD, !unban here ");
    prose_put_foreign(&prose, PROSE_NAME, "<@1>");
    markdown_put(&prose, &style, &out);
    assert_string_equal(
        bytes,
        "</play:123> game:coloretto options:match=3 cut:a, </table join:124>, **/hand** shows, "
        "</table stop:124> answer:yes or </table stop:124>, </table rooms say:124> "
        "text:off there, **/settings rule:undo value:free**. **/move hide**, **/move ban** bob and "
        "**/move seat** WORD, **/operator unban user:\\<@\u200B1>**");
    style.prefix = "!"; /* what is shown there is what is typed there */
    text_clear(&out);
    markdown_put(&prose, &style, &out);
    assert_string_equal(
        bytes,
        "**!play** coloretto match=3 cut=a, **!join**, **!hand** shows, **!stop** yes or "
        "**!stop**, **!say** off there, **!settings** undo free. **!hide**, **!ban** bob and "
        "**!seat** WORD, **!unban** here \\<@\u200B1>");
    prose_clear(&prose);
    prose_put_foreign(&prose, PROSE_NAME, "</play:1> !play");
    style.prefix = "/";
    text_clear(&out);
    markdown_put(&prose, &style, &out);
    assert_string_equal(bytes, "\\</play:1> !play");
}

static test_case(who_is_called_is_mentioned_and_lines_may_break)
{
    static const char *const called[] = {"7"};
    const struct markdown_style style = {.prefix = "/", .called = called, .called_count = 1};
    struct text out = text_over(bytes, sizeof bytes);
    struct prose prose;
    prose_clear(&prose);
    prose_styled(&prose, PROSE_NAME, COLOUR_NONE, "eve");
    prose_styled(&prose, PROSE_BREAK, COLOUR_NONE, " ");
    prose_styled(&prose, PROSE_CALL, COLOUR_NONE, "ann");
    prose_put(&prose, ", ");
    prose_styled(&prose, PROSE_CALL, COLOUR_NONE, "bob");
    markdown_put(&prose, &style, &out);
    assert_string_equal(bytes, "eve\n<@7>, **bob**");
    assert_string_equal(prose.text, "eve ann, bob");
}

static test_case(a_seal_is_small_print)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "ann opened a table.");
    prose_styled(&prose, PROSE_BREAK, COLOUR_NONE, " ");
    prose_styled(&prose, PROSE_SMALL, COLOUR_NONE, "Seal ABC");
    assert_string_equal(drawn(&prose, true), "ann opened a table.\n-# Seal ABC");
}

static test_case(boards_are_plain_or_in_blocks_that_cannot_be_broken)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "Now:\n");
    int begun = prose_begin(&prose, PROSE_BOARD);
    prose_put_foreign(&prose, PROSE_NAME, "x```y_z");
    prose_put(&prose, "\n");
    prose_styled(&prose, PROSE_CARD, COLOUR_RED, "R");
    prose_end(&prose, begun);
    prose_put(&prose, "\nbob to move");
    assert_string_equal(drawn(&prose, false), "Now:\nx\\`\\`\\`y\\_z\n\U0001F7E5R\nbob to move");
    assert_string_equal(
        drawn(&prose, true),
        "Now:\n```ansi\nx\u02CB\u02CB\u02CBy_z\n\x1b[31mR\x1b[0m\n```\nbob to move");
}

static test_case(every_colour_keeps_its_letter_and_differs)
{
    char pictures[COLOUR_COUNT][64];
    for (int colour = COLOUR_RED; colour < COLOUR_COUNT; colour++) {
        struct prose prose;
        prose_clear(&prose);
        prose_styled(&prose, PROSE_CARD, (enum colour)colour, "X");
        snprintf(pictures[colour], sizeof pictures[colour], "%s", drawn(&prose, false));
        assert_int_equal(pictures[colour][strlen(pictures[colour]) - 1], 'X');
        assert_true(strlen(pictures[colour]) > 1);
        for (int other = COLOUR_RED; other < colour; other++)
            assert_string_not_equal(pictures[colour], pictures[other]);
    }
}

static test_case(cards_outside_of_blocks_are_pictures_where_there_are_some)
{
    static const char lines[] =
        "ab 1180000000000000001 0123456789abcdef\nno entry\nxyz 5 0\nac 7/8 0\n";
    char *folder = scratch_make(), *path = scratch_path(folder, "discord-cards-9");
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(lines, file);
    fclose(file);
    struct emoji *emoji = discord_emoji_read(folder, "9");
    assert_null(discord_emoji_id(emoji, "ac")); /* no line but the first is an entry */
    const struct markdown_style style = {.prefix = "/", .cards = LOOK_COLOUR, .emoji = emoji};
    struct text out = text_over(bytes, sizeof bytes);
    struct prose prose;
    prose_clear(&prose);
    prose_card(&prose, COLOUR_RED, "ab", "R");
    prose_card(&prose, COLOUR_RED, "ac", "O");
    prose_put(&prose, " ");
    int block = prose_begin(&prose, PROSE_BOARD);
    prose_card(&prose, COLOUR_RED, "ab", "R");
    prose_end(&prose, block);
    markdown_put(&prose, &style, &out);
    assert_string_equal(bytes,
                        "<:ab:1180000000000000001>R\U0001F7E5O \n```ansi\n\x1b[31mR\x1b[0m\n```\n");
    discord_emoji_free(emoji);
    free(path);
    scratch_remove(folder);
}

static test_case(labels_are_bounded_in_characters)
{
    struct text out = text_over(bytes, sizeof bytes);
    markdown_put_plain("\u3164\u2800", 20, &out);
    assert_string_equal(bytes, "\u2800?"); /* something is left to be seen */
    text_clear(&out);
    markdown_put_plain("h\u00E9llo w\u00F6rld\n!", 20, &out);
    assert_string_equal(bytes, "h\u00E9llo w\u00F6rld!");
    text_clear(&out);
    markdown_put_plain("h\u00E9llo w\u00F6rld", 6, &out);
    assert_string_equal(bytes, "h\u00E9llo\u2026");
    assert_int_equal(markdown_length(bytes), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_mention_nobody_and_format_nothing),
        cmocka_unit_test(commands_cards_and_calls_show_what_they_are),
        cmocka_unit_test(commands_whose_ids_are_known_can_be_tapped),
        cmocka_unit_test(who_is_called_is_mentioned_and_lines_may_break),
        cmocka_unit_test(a_seal_is_small_print),
        cmocka_unit_test(boards_are_plain_or_in_blocks_that_cannot_be_broken),
        cmocka_unit_test(every_colour_keeps_its_letter_and_differs),
        cmocka_unit_test(cards_outside_of_blocks_are_pictures_where_there_are_some),
        cmocka_unit_test(labels_are_bounded_in_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
