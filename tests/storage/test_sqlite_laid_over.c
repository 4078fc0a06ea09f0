/* A copy that somebody lays over the database while its log still lies there: what was answered
   last counts, and that is said; or nothing starts, and that is said, too. Each copy is made in
   another way, and laid over in two. */
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "scratch.h"
#include "store.h"
#include "store_read.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

struct bench {
    char *folder, *database, *copy, *logged;
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->database = scratch_path(bench->folder, "tabletalk.db");
    bench->copy = scratch_path(bench->folder, "copy.db");
    bench->logged = scratch_path(bench->folder, "logged");
    log_setup(LOG_WARN, open(bench->logged, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    log_setup(LOG_ERROR, -1);
    scratch_remove(bench->folder);
    free(bench->database);
    free(bench->copy);
    free(bench->logged);
    free(bench);
    return 0;
}

static bool has_logged(const struct bench *bench, const char *words)
{
    char bytes[4096];
    FILE *file = fopen(bench->logged, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[length] = '\0';
    fclose(file);
    return strstr(bytes, words) != NULL;
}

static void copy_file(const char *from, const char *to)
{
    char bytes[65536];
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    assert_true(in && out);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, count, out), count);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* ---- ways to make a copy ---- */

static void make_by_tabletalk(struct bench *bench)
{
    char bytes[500];
    struct text why = text_over(bytes, sizeof bytes);
    assert_true(store_sqlite_backup(bench->folder, bench->copy, NULL, NULL, &why));
}

static void make_by_sqlite(struct bench *bench)
{
    sqlite3 *from, *to;
    assert_int_equal(sqlite3_open(bench->database, &from), SQLITE_OK);
    assert_int_equal(sqlite3_open(bench->copy, &to), SQLITE_OK);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    assert_int_equal(sqlite3_backup_step(backup, -1), SQLITE_DONE);
    sqlite3_backup_finish(backup);
    sqlite3_close(to);
    sqlite3_close(from);
}

/* Its pages lie elsewhere, so the log of the database cannot be laid over it. */
static void make_by_vacuum(struct bench *bench)
{
    char words[500];
    sqlite3 *from;
    snprintf(words, sizeof words, "VACUUM INTO '%s'", bench->copy);
    assert_int_equal(sqlite3_open(bench->database, &from), SQLITE_OK);
    assert_int_equal(sqlite3_exec(from, words, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(from);
}

/* The file alone, as it was when its log was last copied into it. */
static void make_by_hand(struct bench *bench)
{
    copy_file(bench->database, bench->copy);
}

/* ---- a process that is killed ---- */

/* Line 1 of two tables, a copy, line 2. If `is_opened_anew`, the log is copied into the database
   after the copy was made. The process ends as by a kill. */
static void write_and_be_killed(struct bench *bench, void (*make)(struct bench *bench),
                                bool is_opened_anew)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct store *store = witness_open(bench->folder);
        witness_append(store, 1, 1, "one");
        witness_append(store, 2, 1, "one");
        make(bench);
        if (is_opened_anew) {
            witness_append(store, 1, 2, "two");
            store_close(store);
            store = witness_open(bench->folder);
        }
        for (int64_t table = 1; table <= 2; table++)
            for (int64_t seq = is_opened_anew && table == 1 ? 3 : 2; seq <= 4; seq++)
                witness_append(store, table, seq, "more");
        fflush(NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void lay_over(struct bench *bench, bool is_renamed)
{
    if (is_renamed)
        assert_int_equal(rename(bench->copy, bench->database), 0);
    else
        copy_file(bench->copy, bench->database);
}

/* Every line is there, or nothing started; one of the two was said. */
static void expect_said(struct bench *bench, const char *what)
{
    char bytes[1500] = "";
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open(bench->folder, &why);
    if (!store) {
        if (!strstr(bytes, "is another one than before") || !strstr(bytes, "-wal"))
            fail_msg("%s: refused with \"%s\"", what, bytes);
        assert_false(has_logged(bench, "database-laid-over"));
        return;
    }
    char *read = witness_read(store, NULL, 0, 100);
    bool is_whole = strstr(read, "1.4 more") && strstr(read, "2.4 more") && strstr(read, "1.1 one");
    if (!is_whole || !has_logged(bench, "database-laid-over") ||
        !has_logged(bench, "taken=newest-state table=2 line=4"))
        fail_msg("%s: taken in silence, or not whole: %s", what, read);
    free(read);
    store_close(store);
}

static void test_a_copy_laid_over_a_database_with_its_log_is_told(void **state)
{
    static const struct {
        const char *name;
        void (*make)(struct bench *bench);
    } ways[] = {{"tabletalk backup", make_by_tabletalk},
                {"sqlite3 .backup", make_by_sqlite},
                {"VACUUM INTO", make_by_vacuum},
                {"cp", make_by_hand}};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        for (int how = 0; how < 4; how++) {
            struct bench *bench = *state;
            char what[80];
            bool is_opened_anew = how & 1, is_renamed = how & 2;
            snprintf(what, sizeof what, "%s%s%s", ways[way].name,
                     is_opened_anew ? ", opened anew" : "", is_renamed ? ", renamed" : "");
            /* Before that the file is the very one that belongs to the log. */
            if (ways[way].make == make_by_hand && !is_opened_anew)
                continue;
            write_and_be_killed(bench, ways[way].make, is_opened_anew);
            lay_over(bench, is_renamed);
            expect_said(bench, what);
            tear_down(state);
            set_up(state);
        }
    }
}

/* The file that is refused is left as it was, and taken once its log is away. */
static void test_what_was_refused_can_be_gone_on_from(void **state)
{
    static const char *const beside[] = {"tabletalk.db-wal", "tabletalk.db-shm", "tabletalk.db-id"};
    struct bench *bench = *state;
    write_and_be_killed(bench, make_by_vacuum, true);
    lay_over(bench, false);
    expect_said(bench, "VACUUM INTO");
    if (has_logged(bench, "database-laid-over"))
        return; /* the pages happened to lie where they were */
    for (int i = 0; i < 3; i++) {
        char *path = scratch_path(bench->folder, beside[i]);
        unlink(path);
        free(path);
    }
    struct store *store = witness_open(bench->folder);
    char *read = witness_read(store, NULL, 0, 100);
    assert_string_equal(read, "1.1 one\n2.1 one\n");
    free(read);
    store_close(store);
}

static void make_nothing(struct bench *bench)
{
    (void)bench;
}

/* After a kill alone, however often, and where nobody knows the mark any more, nothing is
   claimed. */
static void test_a_kill_alone_is_not_told(void **state)
{
    struct bench *bench = *state;
    char *note = scratch_path(bench->folder, "tabletalk.db-id");
    write_and_be_killed(bench, make_nothing, true);
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        int status;
        if (child == 0) {
            struct store *store = witness_open(bench->folder);
            witness_append(store, 1, 5 + i, "after");
            fflush(NULL);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        if (i == 1) { /* as an older version wrote it: without a mark */
            char line[80];
            FILE *file = fopen(note, "r+");
            assert_true(file && fgets(line, sizeof line, file));
            assert_int_equal(ftruncate(fileno(file), 72), 0);
            fseek(file, 72, SEEK_SET);
            fputs("\n", file);
            fclose(file);
        }
    }
    struct store *store = witness_open(bench->folder);
    char *read = witness_read_table(store, 1);
    assert_non_null(strstr(read, "1.7 after"));
    assert_false(has_logged(bench, "database-laid-over"));
    free(read);
    store_close(store);
    free(note);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_copy_laid_over_a_database_with_its_log_is_told),
        EACH(test_what_was_refused_can_be_gone_on_from),
        EACH(test_a_kill_alone_is_not_told),
    };
    return cmocka_run_group_tests_name("sqlite_laid_over", tests, NULL, NULL);
}
