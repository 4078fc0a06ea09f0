/* tabletalk draw: a step of a record as a picture, as everybody saw it, or one sentence that says
   why not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "testing.h"
#include "tools.h"

static char *folder, *record, *picture, *text;
static char *out, *err; /* of the last run */

static int run(cli_run *tool, char *const argv[])
{
    size_t sizes[2];
    int argc = 0;
    while (argv[argc])
        argc++;
    free(out);
    free(err);
    FILE *to_out = open_memstream(&out, &sizes[0]), *to_err = open_memstream(&err, &sizes[1]);
    int status = tool(argc, argv, NULL, to_out, to_err);
    fclose(to_out);
    fclose(to_err);
    return status;
}

static int play_games(const char *count)
{
    char number[20];
    snprintf(number, sizeof number, "%s", count);
    char *const words[] = {(char[]){"simulate"},
                           (char[]){"heartcatchers"},
                           (char[]){"--games"},
                           number,
                           (char[]){"--seed"},
                           (char[]){"3"},
                           (char[]){"--record"},
                           record,
                           NULL};
    unlink(record);
    return run(tool_simulate, words);
}

static int draw(char *of, const char *step, char *to)
{
    char word[40];
    snprintf(word, sizeof word, "%s", step);
    return run(tool_draw, (char *[]){(char[]){"draw"}, of, word, to, NULL});
}

static test_fixture(play)
{
    folder = scratch_make();
    record = scratch_path(folder, "a.record");
    picture = scratch_path(folder, "a.png");
    text = scratch_path(folder, "text");
    FILE *file = fopen(text, "w");
    assert_non_null(file);
    assert_true(fputs("no record\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    return play_games("2");
}

static test_fixture(leave)
{
    free(record);
    free(picture);
    free(text);
    free(out);
    free(err);
    scratch_remove(folder);
    return 0;
}

/* The bytes of the picture. */
static size_t read_picture(unsigned char bytes[200000])
{
    FILE *file = fopen(picture, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, 200000, file);
    fclose(file);
    assert_int_equal(unlink(picture), 0);
    assert_in_range(size, 1000, 120 * 1024);
    assert_memory_equal(bytes, "\x89PNG", 4);
    return size;
}

static test_case(each_step_is_another_picture)
{
    enum { WIDE_AT = 18, STEPS = 2 * 15 /* of each game: the deal and 14 moves */ };
    static unsigned char one[200000], other[200000];
    char word[20];
    size_t before = 0;
    for (int step = 1; step <= STEPS; step++) {
        snprintf(word, sizeof word, "%d", step);
        assert_int_equal(draw(record, word, picture), 0);
        assert_non_null(strstr(out, "shows the table as everybody saw it"));
        size_t size = read_picture(one);
        assert_int_equal(one[WIDE_AT] << 8 | one[WIDE_AT + 1], 800);
        assert_true(size != before || memcmp(one, other, size) != 0);
        memcpy(other, one, size);
        before = size;
    }
    assert_int_equal(draw(record, "last", picture), 0);
    assert_int_equal(read_picture(one), before);
    assert_memory_equal(one, other, before);
    assert_int_equal(draw(record, "result", picture), 0);
    read_picture(one);
    assert_int_equal(one[WIDE_AT] << 8 | one[WIDE_AT + 1], 1200);
}

static int page_of(char *const words[])
{
    char *all[12] = {(char[]){"replay"}, record, (char[]){"--page"}, picture};
    for (int i = 0; words[i]; i++)
        all[4 + i] = words[i];
    return run(tool_replay, all);
}

static test_case(a_record_is_a_page_for_one_reader)
{
    char *const seat[] = {(char[]){"--seat"}, (char[]){"1"}, NULL}, *const nobody[] = {NULL};
    static char bytes[200000];
    play_games("1");
    for (int own = 0; own < 2; own++) {
        assert_int_equal(page_of(own ? seat : nobody), 0);
        assert_non_null(strstr(out, "a.png shows 15 steps. Open it in a browser.\n"));
        FILE *file = fopen(picture, "rb");
        assert_non_null(file);
        bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
        fclose(file);
        assert_int_equal(strncmp(bytes, "<!doctype html>", 15), 0);
        assert_true(!!strstr(bytes, "In hand") == own);
        assert_non_null(strstr(bytes, own ? ", as ann saw it" : ", as everybody saw it"));
    }
    assert_int_equal(unlink(picture), 0);
    play_games("2");
}

static void expect_told(int status, int expected, const char *sentence)
{
    assert_int_equal(status, expected);
    if (!strstr(err, sentence))
        fail_msg("'%s' is not in: %s", sentence, err);
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
    assert_string_equal(out, "");
    assert_int_not_equal(access(picture, F_OK), 0);
}

static test_case(what_cannot_be_drawn_is_told_in_a_sentence)
{
    expect_told(draw(record, "31", picture), 1, "has 30 steps, so there is no step 31");
    char *const nobody[] = {NULL}, *const reveal[] = {(char[]){"--reveal"}, NULL},
                *const seat[] = {(char[]){"--seat"}, (char[]){"3"}, NULL};
    expect_told(page_of(nobody), 1, "a page shows one record, and here a second one begins");
    expect_told(page_of(reveal), 2, "--watch and --page show what was told");
    expect_told(page_of(seat), 1, "there is no seat 3 to look from");
    expect_told(draw(record, "0", picture), 2, "'0' is no step");
    expect_told(draw(record, "first", picture), 2, "'first' is no step");
    expect_told(draw((char[]){"/nowhere"}, "1", picture), 1, "/nowhere cannot be read");
    expect_told(draw(text, "1", picture), 1, "a record begins with a line");
    expect_told(draw(record, "1", (char[]){"/nowhere/a.png"}), 1, "cannot be written");
    expect_told(run(tool_draw, (char *[]){(char[]){"draw"}, record, NULL}), 2,
                "usage: tabletalk draw RECORD STEP FILE.png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_is_another_picture),
        cmocka_unit_test(a_record_is_a_page_for_one_reader),
        cmocka_unit_test(what_cannot_be_drawn_is_told_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, play, leave);
}
