/* Corrected faces at a table: games begin with those that are in use, keep them whatever comes
   after, and their records say which they were. Files and what is said about wrong ones:
   tests/games/test_faces.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces.h"
#include "games.h"
#include "house.h"
#include "record.h"
#include "scratch.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "tools.h"

static struct house house;
static char *folder, *file, *record;
static char *out, *err; /* of the last tool */

static void write_file(const char *path, const char *bytes)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(bytes, to);
    assert_int_equal(fclose(to), 0);
}

static char *contents(const char *path)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *from = fopen(path, "r");
    assert_non_null(from);
    assert_true(getdelim(&bytes, &size, '\0', from) > 0);
    fclose(from);
    return bytes;
}

static int run(cli_run *tool, const char *arguments)
{
    char words[600], *argv[32], *rest = words;
    int argc = 0;
    size_t sizes[2];
    snprintf(words, sizeof words, "%s", arguments);
    for (char *word; (word = strsep(&rest, " ")) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    free(out);
    free(err);
    FILE *to_out = open_memstream(&out, &sizes[0]), *to_err = open_memstream(&err, &sizes[1]);
    int status = tool(argc, argv, NULL, to_out, to_err);
    fclose(to_out);
    fclose(to_err);
    return status;
}

static int run_on(cli_run *tool, const char *before, const char *path, const char *after)
{
    char arguments[600];
    snprintf(arguments, sizeof arguments, "%s%s%s", before, path, after);
    return run(tool, arguments);
}

/* A file in which a part of the built-in one is replaced; all parts are as long as what replaces
   them. */
static void correct(const char *part, const char *by)
{
    assert_int_equal(run(tool_faces, "faces kritters"), 0);
    char *at = strstr(out, part);
    assert_non_null(at);
    assert_int_equal(strlen(part), strlen(by));
    memcpy(at, by, strlen(by));
    write_file(file, out);
}

static bool use(void)
{
    size_t size;
    free(err);
    FILE *to = open_memstream(&err, &size);
    bool is_used = tool_use_faces(house.host, file, to);
    fclose(to);
    return is_used;
}

static void start_table(void)
{
    house_say(&house, "#g", "ann", "deal kritters adv=boost must_buy=no");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
}

/* Whose turn it is plays a legal move. */
struct first {
    char move[80];
};
static bool take_first(void *arg, const char *move)
{
    snprintf(((struct first *)arg)->move, sizeof((struct first *)arg)->move, "%s", move);
    return false;
}
static void play_some(int moves)
{
    static const char *const people[] = {"ann", "bob"};
    for (int i = 0; moves > 0; i = 1 - i) {
        const struct heard heard = {.network = "net", .key = people[i], .name = people[i]};
        struct first first = {""};
        host_each_move(house.host, house_table(&house, "#g"), &heard, take_first, &first);
        if (!first.move[0])
            continue;
        house_say(&house, "#g", people[i], first.move);
        moves--;
    }
}

static const struct face *face_of(const char *name)
{
    const struct ruleset *rules = &house_table(&house, "#g")->playing->rules;
    for (int i = 0; i < rules->face_count; i++)
        if (strcmp(rules->faces[i].name, name) == 0)
            return &rules->faces[i];
    fail_msg("no face is called %s", name);
    return NULL;
}

static void expect_wand(const char *code)
{
    assert_string_equal(face_of("Magic Wand")->code, code);
}

/* ---- which faces a table has ---- */

static test_case(a_game_begins_with_the_faces_in_use)
{
    correct("CMY     Magic Wand", "CC      Magic Wand");
    if (!use())
        fail_msg("%s", err);
    house_say(&house, "#g", "ann", "deal kritters");
    house_say(&house, "#g", "bob", "join");
    expect_wand("Wa:CMY"); /* a table that has not begun has none of its own */
    house_say(&house, "#g", "ann", "start");
    expect_wand("Wa:CC");
    house_expect(&house, "wand (2C)");
}

static test_case(a_running_game_keeps_its_faces)
{
    correct("CMY     Magic Wand", "CC      Magic Wand");
    assert_true(use());
    start_table();
    play_some(20);
    char *board = NULL;
    for (int i = 0; i < 3; i++) {
        /* the file is changed, then gone; at the end it is as it was */
        assert_int_equal(house_restart(&house), 1);
        if (i == 1)
            correct("CMY     Magic Wand", "MM      Magic Wand");
        if (i > 0)
            assert_true(use());
        expect_wand("Wa:CC");
        house_forget(&house);
        house_say(&house, "#g", "ann", "board");
        if (board)
            assert_string_equal(strstr(house.told, "for sale"), board);
        free(board);
        board = strdup(strstr(house.told, "for sale"));
    }
    free(board);
    play_some(20);
    assert_int_equal(house_restart(&house), 1);
    expect_wand("Wa:CC");
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    assert_true(use());
    start_table();
    expect_wand("Wa:MM");
}

static test_case(the_latest_faces_are_in_use)
{
    static const char *const prices[] = {"CC      Magic Wand", "MM      Magic Wand",
                                         "CC      Magic Wand", "CMY     Magic Wand"};
    static const char *const codes[] = {"Wa:CC", "Wa:MM", "Wa:CC", "Wa:CMY"};
    for (int i = 0; i < 4; i++) {
        correct("CMY     Magic Wand", prices[i]);
        assert_true(use());
        start_table();
        expect_wand(codes[i]);
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
        house_settle(&house);
    }
}

static test_case(a_game_of_the_built_in_faces_stays_one)
{
    start_table();
    play_some(5);
    assert_int_equal(house_restart(&house), 1);
    assert_ptr_equal(house_table(&house, "#g")->playing->rules.faces, game_find("kritters")->faces);
    correct("CMY     Magic Wand", "CC      Magic Wand");
    assert_true(use());
    expect_wand("Wa:CMY");
    play_some(5);
}

static test_case(a_bad_file_changes_nothing)
{
    correct("CMY     Magic Wand", "CXY     Magic Wand");
    assert_false(use());
    assert_non_null(
        strstr(err, "kritters.faces:49: price 'CXY': write 1 to 8 of the letters C, M and Y\n"));
    start_table();
    expect_wand("Wa:CMY");
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    remove(file);
    assert_false(use());
    assert_non_null(strstr(err, "kritters.faces: this file cannot be read: No such file"));
    start_table();
    expect_wand("Wa:CMY");
}

/* ---- records ---- */

static void verify(void)
{
    char command[400];
    snprintf(command, sizeof command, "python3 host/verify_record.py %s >/dev/null", record);
    if (system(command) != 0)
        fail_msg("host/verify_record.py does not accept %s", record);
}

static test_case(a_record_says_which_faces_it_was_played_with)
{
    correct("CMY     Magic Wand", "C       Magic Wand");
    char before[300];
    snprintf(before, sizeof before,
             "simulate kritters --games 2 --seed 3 --faces %s --reveal --record ", file);
    assert_int_equal(run_on(tool_simulate, before, record, ""), 0);
    remove(file);
    char *bytes = contents(record);
    assert_non_null(strstr(bytes, "\nfaces version=1 count=53 hash="));
    assert_non_null(strstr(bytes, "\nface start 2 C - - - cyan Start Kritter code=C hash="));
    assert_non_null(strstr(bytes, "\nface wand 9 - - - C Magic Wand code=Wa:C hash="));
    free(bytes);
    verify();
    if (run_on(tool_replay, "replay ", record, "") != 0)
        fail_msg("%s", err);
    assert_int_equal(run_on(tool_replay, "replay ", record, " --public"), 0);
    assert_non_null(strstr(out, "wand (C), 9 left"));
}

/* Closes the lines up to the first start anew, so that a changed one is the record's only fault.
   Nothing lies on the table yet. */
static char *close_again(const char *lines)
{
    char *bytes = NULL, closed[1024];
    size_t size;
    unsigned char nothing[RECORD_HASH], link[RECORD_HASH] = {0};
    FILE *to = open_memstream(&bytes, &size);
    record_table_hash(NULL, NULL, nothing);
    for (const char *end; *lines && strncmp(lines, "start ", 6) != 0; lines = end + 1) {
        end = strchr(lines, '\n');
        struct text line = text_over(closed, sizeof closed);
        const char *hash = strstr(lines, " hash=");
        if (*lines == '@') {
            text_put_bytes(&line, lines, (int)(end - lines));
        } else {
            text_put_bytes(&line, lines, (int)((hash && hash < end ? hash : end) - lines));
            record_close(&line, nothing, link);
        }
        assert_false(line.cut);
        fprintf(to, "%s\n", closed);
    }
    fputs(lines, to);
    fclose(to);
    return bytes;
}

/* Each is a change of one line of a record, and what is said about it. */
static test_case(a_record_with_other_faces_is_refused)
{
    static const struct {
        const char *part, *by, *said;
    } changes[] = {
        {"count=53", "count=54", "of its 54 faces there are 53"},
        {"faces version=1", "faces version=2", "its faces are not written as version 1 says"},
        {"wand 9 - - - CMY Magic Wand code", "wand 9 - - - CXY Magic Wand code",
         "line 48: price 'CXY'"},
        {"wand 9 - - - CMY Magic Wand code", "wand 9 - - - CCY Magic Wand code",
         "line 48: the code of this face is Wa:CCY"},
        {"wand 9 - - - CMY Magic Wand code", "wand 8 - - - CMY Magic Wand code",
         "the hash of 'start' is not the one that follows: a line before it or the table is another"},
        {"face wand 9", "fade wand 9", "line 48: there are no 'fade' lines"},
        {"faces version=1 count=53", "option bucket_stack=no",
         "a face comes before the line 'faces'"},
    };
    assert_int_equal(run_on(tool_simulate, "simulate kritters --seed 3 --record ", record, ""), 0);
    char *bytes = contents(record);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *at = strstr(bytes, changes[i].part), *changed = NULL;
        assert_non_null(at);
        assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - bytes), bytes, changes[i].by,
                             at + strlen(changes[i].part)) > 0);
        char *closed = close_again(changed);
        write_file(record, closed);
        free(closed);
        free(changed);
        assert_int_equal(run_on(tool_replay, "replay ", record, ""), 1);
        if (!strstr(err, changes[i].said))
            fail_msg("expected: %s\nbut this was told: %s", changes[i].said, err);
    }
    free(bytes);
}

/* ---- the tools ---- */

static test_case(the_command_says_what_is_corrected)
{
    correct("CMY     Magic Wand", "CC      Magic Wand");
    assert_int_equal(run_on(tool_faces, "faces --check ", file, ""), 0);
    assert_non_null(strstr(
        out,
        ": nothing is wrong. 53 faces of Colour MY Kritters, 1 of them not as built in: Wa:CC\n"));
    correct("CMY     Magic Wand", "CXY     Magic Wand");
    assert_int_equal(run_on(tool_faces, "faces --check ", file, ""), 1);
    assert_int_equal(run(tool_faces, "faces coloretto"), 2);
    assert_non_null(strstr(
        err, "the faces of coloretto are fixed; faces that can be corrected have: kritters\n"));
    assert_int_equal(run(tool_faces, "faces crabs"), 2);
    assert_int_equal(run(tool_faces, "faces"), 2);
    assert_int_equal(run_on(tool_simulate, "simulate kritters --faces ", file, ""), 1);
    assert_non_null(strstr(err, ":49: price 'CXY'"));
    correct("CMY     Magic Wand", "CC      Magic Wand");
    assert_int_equal(run_on(tool_simulate, "simulate coloretto --faces ", file, ""), 1);
    assert_non_null(strstr(err, "these are faces of kritters, not of coloretto"));
}

/* ---- */

static test_fixture(open_all)
{
    folder = scratch_make();
    file = scratch_path(folder, "kritters.faces");
    record = scratch_path(folder, "one.record");
    house_open(&house, store_memory_new(), true, 7);
    return 0;
}

static test_fixture(close_all)
{
    house_close(&house);
    store_close(house.store);
    free(out);
    free(err);
    out = err = NULL;
    free(file);
    free(record);
    scratch_remove(folder);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_begins_with_the_faces_in_use),
        TEST(a_running_game_keeps_its_faces),
        TEST(the_latest_faces_are_in_use),
        TEST(a_game_of_the_built_in_faces_stays_one),
        TEST(a_bad_file_changes_nothing),
        TEST(a_record_says_which_faces_it_was_played_with),
        TEST(a_record_with_other_faces_is_refused),
        TEST(the_command_says_what_is_corrected),
    };
    return cmocka_run_group_tests_name("editions", tests, NULL, NULL);
}
