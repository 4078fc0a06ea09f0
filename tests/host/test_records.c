/* The records in tests/records: however the program changes, it reads them, plays them again and
   prints them byte for byte, and all that is on their tables is what it was. CONTRIBUTING.md
   says how new ones are written: `test_records write`. */
#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "log.h"
#include "record_scenes.h"
#include "scratch.h"
#include "testing.h"
#include "text.h"
#include "tools.h"
#include "variants.h"

enum { PATH = 300, SUM = 2 * crypto_hash_sha256_BYTES + 1, FILES = 200 };

static const char folder[] = "records", sums_path[] = "records/sums";
static char *out, *err; /* of the last run */

static int run(cli_run *tool, char *words)
{
    char *argv[48];
    size_t sizes[2];
    int argc = 0;
    for (char *word; (word = strsep(&words, " ")) != NULL;)
        if (*word)
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

static bool replay(const char *name, const char *showing)
{
    char words[PATH + 40];
    snprintf(words, sizeof words, "replay %s/%s %s", folder, name, showing);
    return run(tool_replay, words) == 0;
}

static char *contents(const char *path)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    bool is_read = file && getdelim(&bytes, &size, '\0', file) >= 0;
    if (file)
        fclose(file);
    if (is_read)
        return bytes;
    free(bytes);
    return NULL;
}

static void sum_of(const char *text, char sum[SUM])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(sum, SUM, hash, sizeof hash);
}

/* The names of the records, in their order. */
static int list(char *names[FILES])
{
    struct dirent **entries;
    int all = scandir(folder, &entries, NULL, alphasort), count = 0;
    check(all >= 0);
    for (int i = 0; i < all; i++) {
        const char *end = strrchr(entries[i]->d_name, '.');
        check(count < FILES);
        if (end && strcmp(end, ".record") == 0)
            names[count++] = strdup(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return count;
}

static void free_names(char *names[FILES], int count)
{
    for (int i = 0; i < count; i++)
        free(names[i]);
}

/* ---- read ---- */

/* The output of `replay --reveal` without the tables that it shows. */
static void drop_tables(char *text)
{
    char *to = text;
    for (char *from = text; *from;) {
        size_t length = strcspn(from, "\n");
        length += from[length] == '\n';
        if (*from != '{') {
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    *to = '\0';
}

/* The words of a reader that knows the document only. */
static void expect_documented(const char *name)
{
    char *made = scratch_make(), *path = scratch_path(made, "revealed"), command[2 * PATH];
    FILE *file = fopen(path, "w");
    check(file);
    fputs(out, file);
    check(fclose(file) == 0);
    snprintf(command, sizeof command, "python3 host/verify_record.py %s >/dev/null", path);
    if (system(command) != 0)
        fail_msg("host/verify_record.py does not accept %s", name);
    free(path);
    scratch_remove(made);
}

static void expect_same(const char *name, const char *sums)
{
    char path[PATH], sum[SUM], wanted[PATH + SUM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *record = contents(path);
    assert_non_null(record);
    if (!replay(name, "") || !replay(name, "--reveal"))
        fail_msg("%s", err);
    sum_of(out, sum);
    snprintf(wanted, sizeof wanted, "%s  %s\n", sum, name);
    if (!strstr(sums, wanted))
        fail_msg(
            "the tables of %s are not what they were: %s is no line of tests/%s. If rules were changed on purpose, "
            "raise .version of the game (CONTRIBUTING.md, \"A change of the rules\")",
            name, wanted, sums_path);
    expect_documented(name);
    drop_tables(out);
    if (strcmp(out, record) != 0)
        fail_msg("%s is not printed as it is", name);
    free(record);
}

static test_case(every_record_replays_byte_for_byte)
{
    char *names[FILES];
    int count = list(names);
    char *sums = contents(sums_path);
    assert_non_null(sums);
    for (int i = 0; i < count; i++)
        expect_same(names[i], sums);
    print_message("%d files\n", count);
    free_names(names, count);
    free(sums);
}

/* Records of a game by its current rules: "colorcatcher.record", from the second version on
   "colorcatcher-2.record". */
static void path_of(const struct game *game, char path[PATH])
{
    char version[16] = "";
    if (game->version > 1)
        snprintf(version, sizeof version, "-%d", game->version);
    snprintf(path, PATH, "%s/%s%s.record", folder, game->id, version);
}

static test_case(every_game_and_every_scene_has_records)
{
    char path[PATH];
    for (int g = 0; g < game_count; g++) {
        path_of(games[g], path);
        if (access(path, R_OK) != 0)
            fail_msg("tests/%s is missing: (cd tests && ../build/gcc/tests/test_records write)",
                     path);
    }
    for (const struct record_scene *scene = record_scenes; scene->name; scene++) {
        snprintf(path, sizeof path, "%s/table-%s.record", folder, scene->name);
        if (access(path, R_OK) != 0)
            fail_msg("tests/%s is missing: (cd tests && ../build/gcc/tests/test_records write)",
                     path);
    }
}

/* ---- every kind of line ---- */

/* The line has the form in the document: its kind, who moves if that is the host, and every key
   that stands there as it is and outside of brackets. */
static bool is_of_form(const char *line, const char *form)
{
    size_t kind = strcspn(form, " ");
    bool is_kind = strncmp(line, form, kind) == 0 && line[kind] == ' ',
         is_host = strncmp(form, "move host", 9) == 0;
    if (!is_kind || (is_host && strncmp(line, "move host ", 10) != 0))
        return false;
    for (const char *at = form + kind; *at == ' ' && at[1] != '['; at += 1 + strcspn(at + 1, " ")) {
        char key[40];
        size_t length = strcspn(at + 1, " =");
        bool is_key = at[1 + length] == '=' && at[1] >= 'a' && at[1] <= 'z';
        snprintf(key, sizeof key, " %.*s=", (int)length, at + 1);
        if (is_key && !strstr(line, key))
            return false;
    }
    return true;
}

/* Cuts the next form in backticks out of a row's first column. NULL at the end. */
static char *next_form(char **row)
{
    char *begin = strchr(*row, '`'), *end = begin ? strchr(begin + 1, '`') : NULL;
    if (!end || end > *row + strcspn(*row, "|"))
        return NULL;
    *end = '\0';
    *row = end + 1;
    return begin + 1;
}

static bool has_form(char *records, const char *form)
{
    for (char *line = records; *line; line += strcspn(line, "\n") + 1)
        if (is_of_form(line, form))
            return true;
    return false;
}

/* All records, and the lines of the host's moves that only the fuzzer's have. */
static char *all_records(void)
{
    char *names[FILES], *all = NULL, path[PATH];
    size_t size;
    int count = list(names);
    FILE *to = open_memstream(&all, &size);
    for (int i = 0; i <= count; i++) {
        snprintf(path, sizeof path, i < count ? "%s/%s" : "fuzz/corpus/record/frenzy", folder,
                 i < count ? names[i] : "");
        char *text = contents(path);
        assert_non_null(text);
        fprintf(to, "%s\n", text);
        free(text);
    }
    fclose(to);
    free_names(names, count);
    return all;
}

static test_case(every_line_of_the_document_stands_in_a_record)
{
    char *records = all_records(), *document = contents("../docs/record-format.md");
    int forms = 0;
    assert_non_null(document);
    char *table = strstr(document, "## The kinds");
    assert_non_null(table);
    *strstr(table, "A record of more than") = '\0';
    for (char *row = table; (row = strstr(row, "\n| `")) != NULL; row++) {
        char *at = row + 3;
        for (char *form; (form = next_form(&at)) != NULL; forms++)
            if (strchr("|/", form[-3]) &&
                !has_form(records, form)) /* else a value of the form before */
                fail_msg("no record in %s has a line '%s'", folder, form);
        row = at;
    }
    assert_in_range(forms, 30, 60);
    free(records);
    free(document);
}

/* ---- written ---- */

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    check(file);
    fputs(text, file);
    check(fclose(file) == 0);
}

/* A table of each way to play the game; the first one is a match where there are matches. */
static void write_game(const struct game *game, const char *path, const char *scratch)
{
    static struct variant variants[VARIANTS_MAX];
    char *all = NULL;
    size_t size;
    FILE *to = open_memstream(&all, &size);
    int count = variants_of(game, variants);
    for (int n = 0; n < count && variants[n].rules.version == game->version; n++) {
        const struct variant *variant = &variants[n];
        char bytes[1000];
        struct text words = text_over(bytes, sizeof bytes);
        text_putf(&words, "simulate %s --players %d --robots %s --record %s", game->id,
                  variant->seats, variant->seats > 1 ? "greedy,random" : "random", scratch);
        if (n % 4 == 3)
            text_putf(&words, " --seed %d", n);
        for (int i = 0; i < game->option_count; i++) {
            text_putf(&words, " --option %s=", game->options[i].name);
            if (n == 0 && i == game->match_option)
                text_put(&words, game->options[i].words[1]);
            else
                option_format(&game->options[i], variant->rules.options[i], &words);
        }
        check(!words.cut && run(tool_simulate, bytes) == 0);
        char *one = contents(scratch);
        check(one);
        fputs(one, to);
        free(one);
    }
    fclose(to);
    write_text(path, all);
    free(all);
}

static void write_sums(void)
{
    char *names[FILES], sum[SUM];
    int count = list(names);
    FILE *file = fopen(sums_path, "w");
    check(file);
    for (int i = 0; i < count; i++) {
        check(replay(names[i], "--reveal"));
        sum_of(out, sum);
        fprintf(file, "%s  %s\n", sum, names[i]);
    }
    check(fclose(file) == 0);
    free_names(names, count);
}

/* Those that are missing: a record that is there stays as it is for ever. */
static int write_records(void)
{
    char path[PATH], *made = scratch_make(), *scratch = scratch_path(made, "record");
    mkdir(folder, 0777);
    for (int g = 0; g < game_count; g++) {
        path_of(games[g], path);
        if (access(path, F_OK) != 0)
            write_game(games[g], path, scratch);
    }
    for (const struct record_scene *scene = record_scenes; scene->name; scene++) {
        snprintf(path, sizeof path, "%s/table-%s.record", folder, scene->name);
        char *text = access(path, F_OK) != 0 ? record_scene_play(scene) : NULL;
        if (text)
            write_text(path, text);
        free(text);
    }
    write_sums();
    free(scratch);
    scratch_remove(made);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_replays_byte_for_byte),
        cmocka_unit_test(every_game_and_every_scene_has_records),
        cmocka_unit_test(every_line_of_the_document_stands_in_a_record),
    };
    log_setup((enum log_level)(LOG_ERROR + 1), 2); /* that a scene damages its table is no news */
    int status = argc > 1 && strcmp(argv[1], "write") == 0
                     ? write_records()
                     : cmocka_run_group_tests(tests, NULL, NULL);
    free(out);
    free(err);
    return status;
}
