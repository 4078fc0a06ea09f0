/* What is SQLite's own: the data folder and its lock, what is refused at opening, and other
   programs that read, back up or hold the database while it is in use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"
#include "store.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

struct bench {
    char *top, *folder, *database; /* folder does not exist yet */
    struct store *store;
    struct witness witness;
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->top = scratch_make();
    bench->folder = scratch_path(bench->top, "data");
    bench->database = scratch_path(bench->folder, "tabletalk.db");
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    store_close(bench->store);
    scratch_remove(bench->top);
    free(bench->folder);
    free(bench->database);
    free(bench);
    return 0;
}

/* Opens, appends a line, closes. */
static void make_database(struct bench *bench)
{
    struct store *store = witness_open(bench->folder);
    assert_int_equal(witness_append(store, 1, 1, "one"), STORE_OK);
    store_close(store);
}

static void assert_contains(const char *sentence, const char *words)
{
    if (!strstr(sentence, words))
        fail_msg("\"%s\" does not say \"%s\"", sentence, words);
}

/* Opening fails with a sentence that has these words (NULL: no more). */
static void assert_refused(const char *folder, const char *words, const char *more)
{
    char bytes[1024];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open(folder, &why);
    assert_null(store);
    assert_contains(bytes, words);
    if (more)
        assert_contains(bytes, more);
    assert_int_equal(bytes[why.length - 1], '.');
}

static sqlite3 *connect_to(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    return db;
}

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static void run_on(const char *path, const char *sql)
{
    sqlite3 *db = connect_to(path);
    run(db, sql);
    sqlite3_close(db);
}

static int query_int(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* ---- The folder ---- */

static int mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 0777;
}

static void test_folder_and_files_are_for_their_owner_only(void **state)
{
    struct bench *bench = *state;
    char *wal = scratch_path(bench->folder, "tabletalk.db-wal");
    mode_t before = umask(0);
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    umask(before);
    assert_int_equal(mode_of(bench->folder), 0700);
    assert_int_equal(mode_of(bench->database), 0600);
    assert_int_equal(mode_of(wal), 0600);
    free(wal);
}

static void test_a_folder_has_one_process_at_a_time(void **state)
{
    struct bench *bench = *state;
    int ready[2];
    char byte, number[32];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct store *store = witness_open(bench->folder);
        if (store && write(ready[1], "!", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    snprintf(number, sizeof number, "process %d.", (int)child);
    assert_refused(bench->folder, number, bench->folder);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ready[0]);
    bench->store = witness_open(bench->folder); /* no stale lock to remove by hand */
}

static void test_a_folder_that_cannot_be(void **state)
{
    struct bench *bench = *state;
    char *file = scratch_path(bench->top, "file"), *inside = scratch_path(file, "inside");
    close(open(file, O_WRONLY | O_CREAT, 0600));
    assert_refused(file, file, "Not a directory");
    assert_refused(inside, inside, "Not a directory");
    free(file);
    free(inside);
}

/* What a user whom permissions stop is told. */
static void open_as_nobody(const struct bench *bench, char *sentence, size_t size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct text why = text_over(sentence, size);
        bool is_nobody = geteuid() != 0 || setuid(65534) == 0;
        if (!is_nobody || store_sqlite_open(bench->folder, &why) ||
            write(ends[1], sentence, size) < 0)
            _exit(1);
        _exit(0);
    }
    close(ends[1]);
    /* nothing comes when it could be opened */
    assert_int_equal(read(ends[0], sentence, size), size);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void assert_refused_to_nobody(const struct bench *bench, const char *words)
{
    char sentence[1024];
    open_as_nobody(bench, sentence, sizeof sentence);
    assert_contains(sentence, words);
    assert_contains(sentence, "Permission denied");
}

static void test_read_only_is_refused_with_a_sentence(void **state)
{
    struct bench *bench = *state;
    char *lock = scratch_path(bench->folder, "tabletalk.lock");
    assert_int_equal(chmod(bench->top, 0555), 0);
    assert_refused_to_nobody(bench, "cannot be made");
    assert_int_equal(chmod(bench->top, 0755), 0);
    make_database(bench);
    assert_true(geteuid() != 0 || chown(bench->folder, 65534, (gid_t)-1) == 0);
    assert_int_equal(chmod(bench->folder, 0555), 0);
    assert_int_equal(chmod(lock, 0444), 0);
    assert_refused_to_nobody(bench, lock);
    assert_int_equal(chmod(bench->folder, 0777), 0);
    assert_int_equal(chmod(lock, 0666), 0);
    assert_int_equal(chmod(bench->database, 0444), 0);
    assert_refused_to_nobody(bench, bench->database);
    free(lock);
}

/* ---- What is not ours to open ---- */

/* The whole file, to free. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(1, 1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void assert_refused_and_untouched(struct bench *bench, const char *words, const char *more)
{
    size_t size, size_after;
    char *before = read_file(bench->database, &size);
    assert_refused(bench->folder, words, more);
    char *after = read_file(bench->database, &size_after);
    assert_int_equal(size_after, size);
    assert_memory_equal(after, before, size);
    free(before);
    free(after);
}

/* Changes the database in a process that dies before it folds its log in. */
static void run_and_die(const char *path, const char *sql)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *db = NULL;
        bool done = sqlite3_open(path, &db) == SQLITE_OK &&
                    sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
        _exit(done ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void test_a_newer_format_is_refused(void **state)
{
    struct bench *bench = *state;
    make_database(bench);
    run_and_die(bench->database, "PRAGMA user_version = 99");
    assert_refused_and_untouched(bench, "newer version", "99");
    assert_refused_and_untouched(bench, "'tabletalk backup' made before the upgrade", "99");
    run_on(bench->database, "PRAGMA user_version = 7");
    bench->store = witness_open(bench->folder);
}

static void test_a_file_that_is_no_database_is_refused(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(mkdir(bench->folder, 0700), 0);
    FILE *file = fopen(bench->database, "w");
    for (int i = 0; i < 1000; i++)
        fprintf(file, "%d: dear diary, today I lost at cards again\n", i);
    fclose(file);
    assert_refused_and_untouched(bench, "not a database", bench->database);
}

static void test_a_database_of_another_program_is_refused(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(mkdir(bench->folder, 0700), 0);
    run_on(bench->database, "CREATE TABLE bookmarks (url)");
    assert_refused_and_untouched(bench, "another program", bench->database);
}

static void count_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)seq;
    (void)line;
    ++*(int *)arg;
}

static void ignore_setting(void *arg, const char *key, const char *value)
{
    (void)arg;
    (void)key;
    (void)value;
}

/* Damage inside is found at the latest when it is loaded, never taken for the end of the record. */
static void test_a_damaged_database_is_noticed(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    for (int64_t seq = 1; seq <= 2000; seq++)
        store_append(bench->store, 1, seq, (const char *const[]){"a line"}, 1, false, NULL, NULL);
    store_close(bench->store);
    int fd = open(bench->database, O_WRONLY), lines = 0;
    for (off_t page = 24; page < 28; page++) /* of the lines: before them the tables begin */
        assert_int_equal(pwrite(fd, "garbage all over", 16, page * 4096), 16);
    close(fd);
    bench->store = witness_open(bench->folder);
    assert_int_equal(store_load(bench->store, ignore_setting, count_line, &lines), STORE_DAMAGED);
}

/* ---- Other programs at the same file ---- */

static void append_many(struct bench *bench, int64_t first, int64_t last)
{
    char line[301];
    const char *lines[] = {line};
    memset(line, 'x', 300);
    line[300] = '\0';
    for (int64_t seq = first; seq <= last; seq++) {
        store_append(bench->store, 1, seq, lines, 1, false, witness_done, &bench->witness);
        if (seq % 8 == 0 || seq == last)
            witness_wait(&bench->witness, bench->store, (int)(seq - first + 1));
    }
    for (int i = 0; i < bench->witness.count; i++)
        assert_int_equal(bench->witness.results[i], STORE_OK);
    bench->witness.count = 0;
}

static long wal_size(const struct bench *bench)
{
    char *path = scratch_path(bench->folder, "tabletalk.db-wal");
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    free(path);
    return (long)about.st_size;
}

/* A snapshot that somebody holds open keeps the log from being folded in, but nobody waiting;
   then it shrinks again. */
static void test_a_long_reader_delays_nobody(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    append_many(bench, 1, 4000);
    assert_in_range(wal_size(bench), 1, 8 << 20); /* it is folded in now and then */
    sqlite3 *reader = connect_to(bench->database);
    run(reader, "BEGIN");
    assert_int_equal(query_int(reader, "SELECT count(*) FROM line"), 4000);
    for (int64_t first = 4001; first <= 12000; first += 4000)
        append_many(bench, first, first + 3999);
    assert_int_equal(query_int(reader, "SELECT count(*) FROM line"), 4000);
    assert_true(wal_size(bench) > (8 << 20));
    run(reader, "COMMIT");
    sqlite3_close(reader);
    append_many(bench, 12001, 15000);
    assert_in_range(wal_size(bench), 1, 8 << 20);
}

/* A program that writes to our database for a moment is waited for, and only by the writer
   thread. */
static void test_another_writer_is_waited_for(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    sqlite3 *other = connect_to(bench->database);
    run(other, "BEGIN IMMEDIATE");
    store_append(bench->store, 1, 1, (const char *const[]){"one"}, 1, false, witness_done,
                 &bench->witness);
    poll(NULL, 0, 50);
    store_dispatch(bench->store);
    assert_int_equal(bench->witness.count, 0);
    run(other, "COMMIT");
    witness_wait(&bench->witness, bench->store, 1);
    assert_int_equal(bench->witness.results[0], STORE_OK);

    run(other, "BEGIN IMMEDIATE"); /* but not for ever */
    assert_int_equal(witness_append(bench->store, 1, 2, "two"), STORE_BUSY);
    run(other, "COMMIT");
    assert_int_equal(witness_append(bench->store, 1, 2, "two"), STORE_OK);
    sqlite3_close(other);
}

/* A line that the database itself refuses leaves nothing behind and nobody waiting. */
static void test_a_refused_line_leaves_nothing_behind(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    run_on(bench->database, "CREATE TRIGGER mischief BEFORE INSERT ON line WHEN new.text = 'two' "
                            "BEGIN SELECT RAISE(FAIL, 'no'); END");
    assert_int_equal(witness_append(bench->store, 1, 2, "two"), STORE_IO);
    assert_int_equal(witness_append(bench->store, 1, 2, "2"), STORE_OK);
    char *loaded = witness_load(bench->store);
    assert_string_equal(loaded, "1.1 one\n1.2 2\n");
    free(loaded);
}

static int backup_as_the_shell_does(sqlite3 *from, const char *path)
{
    sqlite3 *to = connect_to(path);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = SQLITE_OK;
    while (code == SQLITE_OK)
        code = sqlite3_backup_step(backup, 100);
    sqlite3_backup_finish(backup);
    sqlite3_close(to);
    return code == SQLITE_DONE;
}

/* A good backup is a database of ours with the lines 1 to n of the table, n being at least
   `durable`. */
static void assert_good_backup(const char *folder, int durable)
{
    int lines = 0;
    struct store *store = witness_open(folder);
    assert_int_equal(store_load(store, ignore_setting, count_line, &lines), STORE_OK);
    assert_true(lines >= durable);
    assert_int_equal(witness_append(store, 1, lines + 1, "it goes on from there"), STORE_OK);
    store_close(store);
}

/* The child plays the admin and makes both kinds of backup while we go on. */
static pid_t start_backups(const struct bench *bench, const char *first, const char *second, int go)
{
    fflush(NULL);
    pid_t child = fork();
    if (child != 0)
        return child;
    char byte, vacuum[512];
    snprintf(vacuum, sizeof vacuum, "VACUUM INTO '%s'", second);
    if (read(go, &byte, 1) != 1)
        _exit(1);
    sqlite3 *db = connect_to(bench->database);
    if (!backup_as_the_shell_does(db, first) ||
        sqlite3_exec(db, vacuum, NULL, NULL, NULL) != SQLITE_OK)
        _exit(2);
    _exit(0);
}

static void test_backups_while_it_runs(void **state)
{
    enum { ROUNDS = 200 };
    struct bench *bench = *state;
    char *folders[] = {scratch_path(bench->top, "first"), scratch_path(bench->top, "second")},
         *files[2];
    int go[2], status = -1;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(mkdir(folders[i], 0700), 0);
        files[i] = scratch_path(folders[i], "tabletalk.db");
    }
    assert_int_equal(pipe(go), 0);
    pid_t child = start_backups(bench, files[0], files[1], go[0]);
    bench->store = witness_open(bench->folder);
    append_many(bench, 1, 2000);
    assert_int_equal(write(go[1], "!", 1), 1);
    /* A copy begins anew whenever somebody has written: who never rests would never be copied. */
    for (int64_t first = 2001; first < ROUNDS * 40 && waitpid(child, &status, WNOHANG) == 0;
         first += 40)
        append_many(bench, first, first + 39);
    if (status == -1)
        waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    for (int i = 0; i < 2; i++) {
        assert_good_backup(folders[i], 2000);
        free(folders[i]);
        free(files[i]);
    }
    close(go[0]);
    close(go[1]);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_folder_and_files_are_for_their_owner_only),
        EACH(test_a_folder_has_one_process_at_a_time),
        EACH(test_a_folder_that_cannot_be),
        EACH(test_read_only_is_refused_with_a_sentence),
        EACH(test_a_newer_format_is_refused),
        EACH(test_a_file_that_is_no_database_is_refused),
        EACH(test_a_database_of_another_program_is_refused),
        EACH(test_a_damaged_database_is_noticed),
        EACH(test_a_long_reader_delays_nobody),
        EACH(test_another_writer_is_waited_for),
        EACH(test_a_refused_line_leaves_nothing_behind),
        EACH(test_backups_while_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
