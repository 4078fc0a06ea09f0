/* Files of the database that somebody deletes, empties, moves or puts back, and pages that a
   disk has lost: nothing that was answered is lost where it can be saved, and the rest is said
   before anything is played on top of it. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "scratch.h"
#include "sqlite_file.h"
#include "store.h"
#include "store_read.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

struct bench {
    char *folder, *database, *log, *index, *note;
    struct store *store;
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->database = scratch_path(bench->folder, "tabletalk.db");
    bench->log = scratch_path(bench->folder, "tabletalk.db-wal");
    bench->index = scratch_path(bench->folder, "tabletalk.db-shm");
    bench->note = scratch_path(bench->folder, "tabletalk.db-id");
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    store_close(bench->store);
    scratch_remove(bench->folder);
    free(bench->database);
    free(bench->log);
    free(bench->index);
    free(bench->note);
    free(bench);
    return 0;
}

static void make_empty(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void assert_refused(struct bench *bench, const char *words)
{
    char bytes[1024];
    struct text why = text_over(bytes, sizeof bytes);
    assert_null(store_sqlite_open(bench->folder, &why));
    if (!strstr(bytes, words))
        fail_msg("\"%s\" does not say \"%s\"", bytes, words);
}

static void assert_reads(struct bench *bench, const char *expected)
{
    char *read = witness_read(bench->store, NULL, 0, 100);
    assert_string_equal(read, expected);
    free(read);
}

/* A process that writes two lines, does `harm` to the files, writes a third one if it can, and
   is killed. What is asked is what it said of the third. */
static enum store_result write_and_be_killed(struct bench *bench, void (*harm)(struct bench *bench),
                                             bool goes_on)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        enum store_result result = STORE_OK;
        bench->store = witness_open(bench->folder);
        witness_append(bench->store, 1, 1, "one");
        witness_append(bench->store, 1, 2, "two");
        harm(bench);
        if (goes_on)
            result = witness_append(bench->store, 1, 3, "three");
        fflush(NULL);
        _exit((int)result); /* closes nothing, as a kill does */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (enum store_result)WEXITSTATUS(status);
}

static void delete_log(struct bench *bench)
{
    unlink(bench->log);
}

static void delete_log_and_index(struct bench *bench)
{
    unlink(bench->log);
    unlink(bench->index);
}

static void delete_index(struct bench *bench)
{
    unlink(bench->index);
}

static void replace_log(struct bench *bench)
{
    unlink(bench->log);
    make_empty(bench->log);
}

static void test_a_log_deleted_under_the_program_loses_nothing(void **state)
{
    struct bench *bench = *state;
    void (*const harms[])(struct bench * bench) = {delete_log, delete_log_and_index, delete_index,
                                                   replace_log};
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        assert_int_equal(write_and_be_killed(bench, harms[i], true), STORE_OK);
        bench->store = witness_open(bench->folder);
        assert_reads(bench, "1.1 one\n1.2 two\n1.3 three\n");
        tear_down(state);
        set_up(state);
        bench = *state;
    }
}

/* Nobody could save them: so it is said, and nothing begins on top of what is left. */
static void test_moves_that_went_with_the_log_are_missed(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder); /* the database exists before the lines do */
    store_close(bench->store);
    bench->store = NULL;
    write_and_be_killed(bench, delete_log, false);
    assert_refused(bench, "line 2 of table 1 was saved and is not there");
    assert_int_equal(unlink(bench->note), 0); /* as the sentence says */
    bench->store = witness_open(bench->folder);
    assert_reads(bench, "");
}

static void test_a_log_that_others_folded_in_is_not_missed(void **state)
{
    struct bench *bench = *state;
    sqlite3 *db = NULL;
    write_and_be_killed(bench, delete_index, false);
    /* an admin who looks, and leaves */
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    sqlite3_exec(db, "SELECT count(*) FROM line", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_int_not_equal(access(bench->log, F_OK), 0);
    bench->store = witness_open(bench->folder);
    assert_reads(bench, "1.1 one\n1.2 two\n");
}

static void delete_nothing(struct bench *bench)
{
    (void)bench;
}

static void test_a_missing_or_empty_database_is_not_begun_anew(void **state)
{
    struct bench *bench = *state;
    write_and_be_killed(bench, delete_nothing, false);
    unlink(bench->database);
    assert_refused(bench, "is gone");
    unlink(bench->note);
    assert_refused(bench, "is gone"); /* the log is still there */
    unlink(bench->log);
    unlink(bench->index);
    make_empty(bench->database);
    assert_refused(bench, "is empty");
    unlink(bench->database);
    bench->store = witness_open(bench->folder);
    assert_reads(bench, "");
}

/* Move all of tabletalk.db* away, put the backup there: docs/storage.md. */
static void test_a_backup_put_in_place_as_it_is_written_is_taken(void **state)
{
    struct bench *bench = *state;
    sqlite3 *db = NULL;
    char *kept = scratch_path(bench->folder, "backup"),
         *sql = sqlite3_mprintf("VACUUM INTO %Q", kept);
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(witness_append(bench->store, 1, 2, "two"), STORE_OK);
    store_close(bench->store);
    bench->store = NULL;
    assert_int_equal(rename(kept, bench->database),
                     0); /* without moving the rest away: it is older, and that is said */
    assert_refused(bench, "older than it was");
    unlink(bench->note);
    unlink(bench->log);
    unlink(bench->index);
    bench->store = witness_open(bench->folder);
    assert_reads(bench, "1.1 one\n");
    sqlite3_free(sql);
    free(kept);
}

/* A failed backup would take the place of the last good one. */
static void assert_no_backup(const struct bench *bench, const char *words)
{
    char bytes[1024], *copy = scratch_path(bench->folder, "copy");
    struct text why = text_over(bytes, sizeof bytes);
    assert_false(store_sqlite_backup(bench->folder, copy, NULL, NULL, &why));
    if (!strstr(bytes, words) || strstr(bytes, ".part"))
        fail_msg("\"%s\" does not say \"%s\"", bytes, words);
    assert_int_not_equal(access(copy, F_OK), 0);
    free(copy);
}

/* ---- how far a copy is ---- */

struct watch {
    struct store_copying last;
    int copied, checked;
};

static void watch_copy(void *arg, const struct store_copying *copying)
{
    struct watch *watch = arg;
    bool goes_on = copying->is_check == watch->last.is_check;
    assert_true(copying->is_check || !watch->last.is_check); /* first it is copied */
    assert_true(copying->done >= (goes_on ? watch->last.done : 0) && copying->done <= copying->all);
    *(copying->is_check ? &watch->checked : &watch->copied) += 1;
    watch->last = *copying;
}

static void test_who_waits_for_a_backup_is_told_how_far_it_is(void **state)
{
    static const char some_megabytes[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO setting SELECT 'pad.' || i, hex(zeroblob(1000)) FROM n";
    struct bench *bench = *state;
    struct watch watch = {.copied = 0};
    struct stat about;
    char bytes[512], *copy = scratch_path(bench->folder, "copy");
    struct text why = text_over(bytes, sizeof bytes);
    sqlite3 *db = NULL;
    store_close(witness_open(bench->folder));
    assert_int_equal(sqlite3_open(bench->database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, some_megabytes, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_true(store_sqlite_backup(bench->folder, copy, watch_copy, &watch, &why));
    assert_int_equal(stat(copy, &about), 0);
    assert_int_equal(watch.last.all, about.st_size);
    assert_true(watch.copied > 2 && watch.checked >= 1);
    free(copy);
}

static void test_the_log_tells_of_a_copy_that_takes_long(void **state)
{
    struct bench *bench = *state;
    static const int moments[] = {1, 999, 1000, 1200, 10999, 11000, 20000, 21000};
    struct sqlite_copy_log log = {.path = "a copy", .begun = 50000};
    char *logged = scratch_path(bench->folder, "logged"), bytes[2000] = "";
    int fd = open(logged, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    log_setup(LOG_INFO, fd);
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        struct store_copying copying = {.is_check = i > 5, .done = moments[i], .all = 30000};
        sqlite_copy_log_put(&log, &copying, log.begun + moments[i]);
    }
    log_setup(LOG_INFO, STDERR_FILENO);
    assert_true(pread(fd, bytes, sizeof bytes - 1, 0) > 0);
    char *line = bytes;
    static const char *const expected[] = {
        " info copy-begun file=\"a copy\" copied=1000 bytes=30000",
        " info copy-goes-on file=\"a copy\" copied=11000 bytes=30000",
        " info copy-goes-on file=\"a copy\" checked=21000 bytes=30000"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        assert_string_equal(strchr(line, ' '), expected[i]);
        line = end + 1;
    }
    assert_string_equal(line, "");
    close(fd);
    free(logged);
}

static void make_others_database(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE cake (layers)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_what_is_not_the_database_as_it_was_gives_no_backup(void **state)
{
    struct bench *bench = *state;
    assert_no_backup(bench, "There are no tables in");
    bench->store = witness_open(bench->folder);
    store_close(bench->store);
    bench->store = NULL;
    write_and_be_killed(bench, delete_log, false);
    assert_no_backup(bench, "older than it was: line 2 of table 1");
    unlink(bench->database);
    assert_no_backup(bench, "is gone, and what belongs to it is still there");
    make_empty(bench->database);
    assert_no_backup(bench, "is empty: something has cut it off");
    unlink(bench->database);
    make_others_database(bench->database);
    assert_no_backup(bench, "is not a database of tabletalk");
    FILE *file = fopen(bench->database, "w");
    for (int i = 0; i < 1000; i++)
        fputs("cake", file);
    fclose(file);
    assert_no_backup(bench, "is not a database, or a damaged one");
}

/* Killed between the copy and its taking over. */
static void test_a_rescue_is_finished_at_the_next_start(void **state)
{
    struct bench *bench = *state;
    char *copy = scratch_path(bench->folder, "tabletalk.db-rescue");
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    store_close(bench->store);
    assert_int_equal(rename(bench->database, copy), 0);
    make_empty(bench->log);
    bench->store = witness_open(bench->folder);
    assert_reads(bench, "1.1 one\n");
    assert_int_not_equal(access(copy, F_OK), 0);
    free(copy);
}

/* ---- a folder that others had their hands in ---- */

static void test_the_lock_follows_no_link(void **state)
{
    struct bench *bench = *state;
    char *lock = scratch_path(bench->folder, "tabletalk.lock"),
         *precious = scratch_path(bench->folder, "precious");
    FILE *file = fopen(precious, "w");
    fputs("not a lock", file);
    fclose(file);
    assert_int_equal(symlink(precious, lock), 0);
    assert_refused(bench, "is a symbolic link");
    struct stat about;
    assert_int_equal(stat(precious, &about), 0);
    assert_int_equal(about.st_size, strlen("not a lock"));
    assert_int_equal(unlink(lock), 0);
    bench->store = witness_open(bench->folder);
    free(lock);
    free(precious);
}

/* Root makes one; for anybody else / is one. */
static void test_a_folder_of_another_user_is_refused(void **state)
{
    struct bench *bench = *state;
    char sentence[1024];
    struct text why = text_over(sentence, sizeof sentence);
    if (geteuid() != 0) {
        assert_null(store_sqlite_open("/", &why));
        assert_non_null(
            strstr(sentence, "The data folder / belongs to another user, root, and this is "));
        return;
    }
    assert_int_equal(chown(bench->folder, 4242, (gid_t)-1), 0);
    assert_refused(bench, "belongs to another user, number 4242, and this is root");
    assert_int_not_equal(access(bench->database, F_OK), 0); /* nothing was made there */
    assert_int_equal(chown(bench->folder, 0, (gid_t)-1), 0);
    bench->store = witness_open(bench->folder);
}

/* ---- a machine that has nothing left ---- */

static int threads_left = INT_MAX;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *arg), void *arg);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *arg), void *arg);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *arg), void *arg)
{
    return threads_left-- > 0 ? __real_pthread_create(thread, attributes, run, arg) : EAGAIN;
}

static void test_without_threads_it_says_what_to_give(void **state)
{
    struct bench *bench = *state;
    for (int threads = 0; threads < 2; threads++) {
        threads_left = threads;
        assert_refused(
            bench,
            "cannot be started: Resource temporarily unavailable. Give tabletalk more memory, or let");
    }
    threads_left = INT_MAX;
    bench->store = witness_open(bench->folder);
}

/* ---- pages that are lost ---- */

enum { PAGE = 4096, TABLES = 30, SETTINGS = 600 };

static void fill(struct bench *bench)
{
    char line[600];
    const char *lines = line;
    struct store_place place = {"net", line};
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    bench->store = witness_open(bench->folder);
    for (int64_t table = 1; table <= TABLES; table++) {
        char room[200] = "#", number[24];
        memset(room + 1, 'r', sizeof room - 24);
        snprintf(number, sizeof number, "%d", (int)table);
        strcat(room, number);
        place.room = room;
        struct witness witness = {.count = 0};
        struct store_append append = {
            .table = table, .first_seq = 1, .lines = &lines, .count = 1, .place = place};
        store_write(bench->store, &append, witness_done, &witness);
        witness_wait(&witness, bench->store, 1);
        assert_int_equal(witness_append(bench->store, table, 2, "second"), STORE_OK);
    }
    for (int i = 0; i < SETTINGS; i++) {
        char key[16];
        snprintf(key, sizeof key, "key%03d", i);
        store_put(bench->store, key, "on", NULL, NULL);
    }
    store_close(bench->store);
    bench->store = NULL;
}

static void count_setting(void *arg, const char *key, const char *value)
{
    bool *seen = arg;
    long number = strtol(key + 3, NULL, 10);
    assert_true(value && number >= 0 && number < SETTINGS && !seen[number]); /* none comes twice */
    seen[number] = true;
}

/* All but those of one page. */
static void assert_settings(struct bench *bench, long page)
{
    bool seen[SETTINGS] = {false};
    int count = 0;
    assert_int_equal(store_load(bench->store, count_setting, NULL, seen), STORE_OK);
    for (int i = 0; i < SETTINGS; i++)
        count += seen[i];
    if (count < SETTINGS / 2 && count > 0)
        fail_msg("page %ld: only %d settings", page, count);
}

static void overwrite_page(const char *path, long page)
{
    char bytes[PAGE];
    FILE *file = fopen(path, "r+");
    memset(bytes, 0xee, sizeof bytes);
    assert_int_equal(fseek(file, page * PAGE, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, sizeof bytes, 1, file), 1);
    fclose(file);
}

static void copy_file(const char *from, const char *to)
{
    char command[600];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

static int count_of(const char *text, const char *words)
{
    int count = 0;
    for (const char *p = text; (p = strstr(p, words)) != NULL; p++)
        count++;
    return count;
}

/* Each page in turn but the first one, which says what the others are. */
static void test_one_damaged_page_keeps_nobody_from_starting(void **state)
{
    struct bench *bench = *state;
    char *whole = scratch_path(bench->folder, "whole");
    int most_whole = 0, pages_with_damage = 0, beheaded = 0;
    struct stat about;
    fill(bench);
    assert_int_equal(rename(bench->database, whole), 0);
    assert_int_equal(stat(whole, &about), 0);
    for (long page = 1; page < about.st_size / PAGE; page++) {
        unlink(bench->note);
        copy_file(whole, bench->database);
        overwrite_page(bench->database, page);
        bench->store = witness_open(bench->folder);
        assert_settings(bench, page);
        int64_t next = store_next_table(bench->store);
        assert_true(next == TABLES + 1 || next == -1);
        beheaded += next == -1;
        char *read = witness_read(bench->store, NULL, 0, 7);
        int complete = count_of(read, ".2 second\n"), damaged = count_of(read, "!");
        most_whole = complete > most_whole ? complete : most_whole;
        pages_with_damage += damaged > 0;
        if (complete + damaged < TABLES && complete > 0)
            fail_msg("page %ld: %d whole, %d damaged", page, complete, damaged);
        free(read);
        store_close(bench->store);
        bench->store = NULL;
        unlink(bench->log);
        unlink(bench->index);
    }
    assert_int_equal(most_whole, TABLES); /* a page of something else was hit, too */
    assert_true(pages_with_damage > 3);
    assert_int_equal(beheaded, 0);
    free(whole);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_who_waits_for_a_backup_is_told_how_far_it_is),
        EACH(test_the_log_tells_of_a_copy_that_takes_long),
        EACH(test_a_log_deleted_under_the_program_loses_nothing),
        EACH(test_moves_that_went_with_the_log_are_missed),
        EACH(test_a_log_that_others_folded_in_is_not_missed),
        EACH(test_a_missing_or_empty_database_is_not_begun_anew),
        EACH(test_a_backup_put_in_place_as_it_is_written_is_taken),
        EACH(test_what_is_not_the_database_as_it_was_gives_no_backup),
        EACH(test_a_rescue_is_finished_at_the_next_start),
        EACH(test_the_lock_follows_no_link),
        EACH(test_a_folder_of_another_user_is_refused),
        EACH(test_without_threads_it_says_what_to_give),
        EACH(test_one_damaged_page_keeps_nobody_from_starting),
    };
    log_setup(LOG_ERROR, -1); /* tens of damaged pages */
    return cmocka_run_group_tests_name("sqlite_files", tests, NULL, NULL);
}
