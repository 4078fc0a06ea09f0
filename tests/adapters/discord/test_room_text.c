/* The words of a table's message (adapters/discord/board.h): only the people to move are
   mentioned in it, however often it is edited. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "colour.h"
#include "in_words.h"
#include "markdown.h"
#include "posts.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

static struct markdown_text *shown;

static test_fixture(open_text)
{
    shown = markdown_text_new();
    return 0;
}

static test_fixture(close_text)
{
    markdown_text_free(shown);
    return 0;
}

static void put_words(struct prose *prose, enum prose_style style, const char *words)
{
    prose_clear(prose);
    prose_styled(prose, style, COLOUR_NONE, words);
}

/* A state in which these are due ("ann bob") and the first so many of them are called, by ids 1,
   2, ... */
static struct markdown_text *due(const char *names, int called)
{
    static const char *const ids[] = {"1", "2"};
    struct markdown_text *text = markdown_text_new();
    struct prose board, next;
    put_words(&board, PROSE_PLAIN, "board");
    prose_clear(&next);
    for (const char *name = names; *name; name += strcspn(name, " "), name += *name == ' ') {
        char one[16] = "";
        strncat(one, name, strcspn(name, " "));
        prose_put(&next, next.length > 0 ? " and " : "");
        prose_styled(&next, PROSE_CALL, COLOUR_NONE, one);
    }
    prose_put(&next, " to move");
    markdown_text_put(
        text,
        &(struct post){.board = &board, .next = &next, .called = ids, .called_count = called});
    return text;
}

static struct markdown_text *tale(const char *words)
{
    struct markdown_text *text = markdown_text_new();
    struct prose prose;
    put_words(&prose, PROSE_PLAIN, words);
    markdown_text_put(text, &(struct post){.tale = &prose});
    return text;
}

/* The message after `more_take` was added to it. */
static void expect_shown(struct markdown_text *more_take, const char *wanted)
{
    static const struct markdown_style style = {.prefix = "!"};
    char bytes[4096];
    struct text out = text_over(bytes, sizeof bytes);
    assert_true(markdown_draw(shown, more_take, &style, &out));
    assert_string_equal(bytes, wanted);
    markdown_text_merge(shown, more_take);
    markdown_text_free(more_take);
}

static test_case(whoever_is_called_is_mentioned_in_place_of_the_name)
{
    expect_shown(due("ann", 1), "**<@1> to move**\nboard");
}

static test_case(where_not_all_are_called_the_names_stay)
{
    expect_shown(due("ann robot", 1), "**ann** and **robot** to move <@1>\nboard");
}

static test_case(an_edit_mentions_only_whoever_is_still_due)
{
    expect_shown(due("ann bob", 2), "**<@1> and <@2> to move**\nboard");
    expect_shown(due("ann", 1), "**<@1> to move**\nboard");
    expect_shown(tale("news"), "news\n**<@1> to move**\nboard");
}

/* Whom the message has called once need not be called by another. */
static test_case(whoever_was_called_is_not_called_again)
{
    struct markdown_text *both = due("ann bob", 2), *one = due("ann", 1);
    assert_true(markdown_text_calls_more(shown, one));
    markdown_text_merge(shown, both);
    markdown_text_merge(shown, one);
    assert_false(markdown_text_calls_more(shown, both));
    markdown_text_free(both);
    markdown_text_free(one);
}

/* The same hand with the buttons of another turn was not said yet. */
static test_case(a_body_with_other_buttons_is_another)
{
    char digests[3][DISCORD_DIGEST];
    static const char *const ids[] = {"s7.0.3", "s7.0.3", "s7.0.4"};
    for (int i = 0; i < 3; i++) {
        json_t *body = json_pack("{s:s, s:i, s:[{s:[{s:s}]}]}", "content", "your hand", "flags", i,
                                 "components", "components", "custom_id", ids[i]);
        markdown_body_digest(body, digests[i]);
        json_decref(body);
    }
    assert_string_equal(digests[0], digests[1]);
    assert_string_not_equal(digests[0], digests[2]);
}

/* A tap costs characters: where they don't fit, the names alone stand there. */
static test_case(commands_that_do_not_fit_cannot_be_tapped)
{
    struct markdown_style style = {.prefix = "/", .commands = " play:1234567890123456789"};
    struct prose prose;
    char bytes[DISCORD_TEXT];
    struct text out = text_over(bytes, sizeof bytes);
    prose_clear(&prose);
    for (int i = 0; i < 100; i++)
        prose_put(&prose, "!play a, ");
    struct markdown_text *text = markdown_text_new();
    markdown_text_put(text, &(struct post){.tale = &prose});
    assert_true(markdown_draw(NULL, text, &style, &out));
    assert_null(strstr(bytes, "</play"));
    assert_in_range(markdown_length(bytes), 1, DISCORD_CONTENT);
    markdown_text_free(text);
}

/* They go where a look is plain, and before a message would become two. */
static test_case(words_about_big_moments_cost_no_message)
{
    struct prose prose;
    char bytes[DISCORD_TEXT];
    struct text out = text_over(bytes, sizeof bytes);
    for (int fits = 0; fits < 2; fits++)
        for (enum look_cards cards = LOOK_UNSET; cards <= LOOK_READER; cards++) {
            struct markdown_style style = {.prefix = "!", .cards = cards};
            prose_clear(&prose);
            while (prose.length < (fits ? 1900 : DISCORD_CONTENT - 5))
                prose_put(&prose, "x");
            prose_put(&prose, " ");
            int begun = prose_begin(&prose, PROSE_VOICE);
            prose_put(&prose, "Big words!");
            prose_end(&prose, begun);
            struct markdown_text *text = markdown_text_new();
            markdown_text_put(text, &(struct post){.tale = &prose});
            text_clear(&out);
            assert_true(markdown_draw(NULL, text, &style, &out));
            assert_int_equal(strstr(bytes, "x Big words!") != NULL, fits && cards != LOOK_PLAIN);
            assert_true(bytes[out.length - 1] != ' ');
            markdown_text_free(text);
        }
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_text, close_text)

/* "Next:" alone would be the next step of anybody who did something. */
static test_case(who_goes_on_is_named_behind_several_tales)
{
    char bytes[512];
    struct text out = text_over(bytes, sizeof bytes);
    struct prose words, next;
    struct markdown_text *first = tale("bob draws."), *second = markdown_text_new();
    put_words(&words, PROSE_PLAIN, "ann draws.");
    put_words(&next, PROSE_PLAIN, "Next: take");
    markdown_text_put(
        second, &(struct post){.tale = &words, .board = &words, .next = &next, .goes_on = "ann"});
    markdown_draw(NULL, second, &(struct markdown_style){.prefix = "!"}, &out);
    assert_null(strstr(bytes, in_words("<DISCORD_GOES_ON_1>"))); /* she alone did something */
    text_clear(&out);
    markdown_text_merge(shown, first);
    markdown_text_merge(shown, second);
    markdown_draw(NULL, shown, &(struct markdown_style){.prefix = "!"}, &out);
    assert_non_null(strstr(bytes, "ann goes on. Next: take"));
    markdown_text_free(first);
    markdown_text_free(second);
}

/* "tale 1.", "tale 2.", ... */
static struct markdown_text *tales(int from, int to)
{
    struct markdown_text *all = tale("");
    for (int i = from; i <= to; i++) {
        char words[16];
        snprintf(words, sizeof words, "tale %d.", i);
        struct markdown_text *one = tale(words);
        markdown_text_merge(all, one);
        markdown_text_free(one);
    }
    return all;
}

/* On a phone a few lines are read, and not forty. What is older stays, small and in one line. */
static test_case(older_tales_are_small)
{
    expect_shown(tales(1, 8),
                 "tale 1.\ntale 2.\ntale 3.\ntale 4.\ntale 5.\ntale 6.\ntale 7.\ntale 8.");
    expect_shown(tales(9, 11),
                 "-# tale 1. tale 2. tale 3.\n"
                 "tale 4.\ntale 5.\ntale 6.\ntale 7.\ntale 8.\ntale 9.\ntale 10.\ntale 11.");
}

/* While a game is on, a message of as many tales is left as it is. Before, the table's message
   is the one with the buttons. */
static test_case(a_message_takes_so_many_steps)
{
    struct markdown_text *few = tales(1, 6), *two = tales(7, 8), *three = tales(7, 9);
    struct markdown_text *board = due("ann", 0), *in_lobby = tales(7, 9);
    markdown_text_merge(shown, few);
    markdown_text_merge(two, board);
    markdown_text_merge(three, board);
    assert_false(markdown_text_is_full(shown, two));
    assert_true(markdown_text_is_full(shown, three));
    assert_false(markdown_text_is_full(shown, in_lobby));
    markdown_text_clear(shown);
    assert_false(markdown_text_is_full(shown, three));
    struct markdown_text *all[] = {few, two, three, board, in_lobby};
    for (int i = 0; i < 5; i++)
        markdown_text_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(whoever_is_called_is_mentioned_in_place_of_the_name),
        test(where_not_all_are_called_the_names_stay),
        test(an_edit_mentions_only_whoever_is_still_due),
        test(whoever_was_called_is_not_called_again),
        test(a_body_with_other_buttons_is_another),
        test(commands_that_do_not_fit_cannot_be_tapped),
        test(who_goes_on_is_named_behind_several_tales),
        test(older_tales_are_small),
        test(words_about_big_moments_cost_no_message),
        test(a_message_takes_so_many_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
