/* Memory that cannot be had, at every single place where it is asked for. SQLite's is the
   world's failure: refused with the right sentence, nothing lost, tried again. Ours ends the
   program at once, and not by writing where nothing is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "scratch.h"
#include "store.h"
#include "store_read.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

/* ---- allocations, counted; the one numbered `fail_at` and `fail_more` after it fail ---- */

static long asked, fail_at, fail_more;

static bool fails(void)
{
    asked++;
    return fail_at && asked >= fail_at && asked <= fail_at + fail_more;
}

static void fail_from(long at, long more)
{
    asked = 0;
    fail_at = at;
    fail_more = more;
}

static bool is_ours_counted; /* else SQLite's are */
static sqlite3_mem_methods theirs;

static void *fail_malloc(int size)
{
    return !is_ours_counted && fails() ? NULL : theirs.xMalloc(size);
}

static void *fail_realloc(void *old, int size)
{
    return !is_ours_counted && fails() ? NULL : theirs.xRealloc(old, size);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return is_ours_counted && fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_ours_counted && fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return is_ours_counted && fails() ? NULL : __real_realloc(old, size);
}

/* ---- the store under it ---- */

struct bench {
    char *folder;
    struct store *store;
};

static struct store *open_at(const char *folder, struct text *why)
{
    return store_sqlite_open_inline(folder, why); /* its allocations come in one order */
}

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    bench->folder = scratch_make();
    bench->store = open_at(bench->folder, &why);
    assert_non_null(bench->store);
    for (int64_t table = 1; table <= 3; table++)
        assert_int_equal(witness_append(bench->store, table, 1, "a line"), STORE_OK);
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    fail_from(0, 0);
    store_close(bench->store);
    scratch_remove(bench->folder);
    free(bench);
    return 0;
}

static enum store_result write_line(struct store *store, int64_t seq)
{
    char bytes[40];
    const char *line = bytes;
    snprintf(bytes, sizeof bytes, "line %d", (int)seq);
    struct store_append append = {.table = 1, .first_seq = seq, .lines = &line, .count = 1};
    append.place = (struct store_place){"net", seq % 2 ? "#odd" : "#even"};
    static struct witness witness;
    witness.count = 0;
    store_write(store, &append, witness_done, &witness);
    witness_wait(&witness, store, 1);
    return witness.results[0];
}

static void assert_lines(struct store *store, int64_t expected)
{
    char *read = witness_read(store, NULL, 1, STORE_PORTION), *last = strrchr(read, '.');
    assert_non_null(last);
    assert_int_equal(strtol(last + 1, NULL, 10), expected);
    free(read);
}

static void test_a_write_that_got_no_memory_is_refused_and_can_be_repeated(void **state)
{
    struct bench *bench = *state;
    int64_t seq = 2;
    int refused = 0;
    for (long at = 1, count = 1; at <= count; at++) {
        fail_from(at, at % 3 ? 0 : 1000);
        enum store_result result = write_line(bench->store, seq);
        count = asked < at ? 0 : at + 1; /* the last one it asks for has failed, too */
        fail_from(0, 0);
        assert_true(result == STORE_OK || result == STORE_MEMORY);
        refused += result == STORE_MEMORY;
        assert_int_equal(write_line(bench->store, seq),
                         result == STORE_OK ? STORE_CONFLICT : STORE_OK);
        assert_lines(bench->store, seq++);
    }
    assert_true(refused > 5);
}

struct read {
    struct store_read_end end;
    int lines, damaged, dones;
};

static void count_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct read *read = arg;
    assert_true(table >= 1 && seq >= 1 && line);
    read->lines++;
}

static void count_damaged(void *arg, int64_t table)
{
    (void)table;
    ((struct read *)arg)->damaged++;
}

static void count_done(void *arg, const struct store_read_end *end)
{
    struct read *read = arg;
    read->end = *end;
    read->dones++;
}

static void count_setting(void *arg, const char *key, const char *value)
{
    assert_true(arg && key && value);
}

static void test_a_reading_that_got_no_memory_says_so_and_names_no_damage(void **state)
{
    struct bench *bench = *state;
    int failed = 0;
    for (long at = 1, count = 1; at <= count; at++) {
        struct read read = {.lines = 0};
        struct store_reading reading = {.most = 10,
                                        .line = count_line,
                                        .damaged = count_damaged,
                                        .done = count_done,
                                        .arg = &read};
        fail_from(at, at % 3 ? 0 : 1000);
        store_read(bench->store, &reading);
        store_dispatch(bench->store);
        enum store_result loaded = store_load(bench->store, count_setting, count_line, &read);
        int64_t next = store_next_table(bench->store);
        count = asked < at ? 0 : at + 1;
        fail_from(0, 0);
        assert_int_equal(read.dones, 1);
        assert_int_equal(read.damaged, 0);
        assert_true(read.end.result == STORE_MEMORY ||
                    (read.end.result == STORE_OK && read.lines >= 3));
        assert_true(loaded == STORE_MEMORY || loaded == STORE_OK);
        assert_true(next == -1 || next == 4);
        failed += read.end.result == STORE_MEMORY || loaded == STORE_MEMORY || next == -1;
    }
    assert_true(failed > 20);
}

static void test_opening_without_memory_says_so_and_advises_no_backup(void **state)
{
    struct bench *bench = *state;
    int refused = 0;
    for (long at = 1, count = 1; at <= count; at++) {
        char bytes[512] = "";
        struct text why = text_over(bytes, sizeof bytes);
        store_close(bench->store);
        fail_from(at, at % 3 ? 0 : 100000);
        bench->store = open_at(bench->folder, &why);
        count = asked < at ? 0 : at + 1;
        fail_from(0, 0);
        refused += !bench->store;
        if (!bench->store && (!strstr(bytes, "memory") || strstr(bytes, "backup")))
            fail_msg("allocation %ld: %s", at, bytes);
        if (!bench->store)
            bench->store = open_at(bench->folder, &why);
        assert_non_null(bench->store);
    }
    assert_true(refused > 50);
    assert_lines(bench->store, 1);
}

enum { ASKS_FOR_LESS = 77 };

/* One child for each allocation of ours: it does all there is to do. */
static int use_all(const char *folder, long at)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    struct read read = {.lines = 0};
    struct store_reading reading = {.network = "net",
                                    .most = 2,
                                    .line = count_line,
                                    .damaged = count_damaged,
                                    .done = count_done,
                                    .arg = &read};
    if (!freopen("/dev/null", "w", stderr))
        return 9;
    is_ours_counted = true;
    fail_from(at, 0);
    struct store *store = open_at(folder, &why);
    if (!store)
        return strstr(bytes, "memory") ? 0 : 2;
    enum store_result result = write_line(store, 1);
    store_read(store, &reading);
    store_flush(store);
    store_dispatch(store);
    store_close(store);
    is_ours_counted = false;
    return result != STORE_OK && result != STORE_MEMORY ? 3 : asked >= at ? 0 : ASKS_FOR_LESS;
}

static void test_without_memory_of_ours_the_program_ends_at_once(void **state)
{
    struct bench *bench = *state;
    int ended = 0;
    store_close(bench->store);
    bench->store = NULL;
    for (long at = 1;; at++) {
        int status;
        char *folder = scratch_make();
        pid_t child = fork();
        if (child == 0)
            _exit(use_all(folder, at));
        assert_int_equal(waitpid(child, &status, 0), child);
        scratch_remove(folder);
        if (WIFEXITED(status) && WEXITSTATUS(status) == ASKS_FOR_LESS)
            break;
        if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) &&
            !(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT))
            fail_msg("allocation %ld ends with status %x", at, (unsigned)status);
        ended += WIFSIGNALED(status);
    }
    assert_true(ended > 5);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_write_that_got_no_memory_is_refused_and_can_be_repeated),
        EACH(test_a_reading_that_got_no_memory_says_so_and_names_no_damage),
        EACH(test_opening_without_memory_says_so_and_advises_no_backup),
        EACH(test_without_memory_of_ours_the_program_ends_at_once),
    };
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &theirs);
    sqlite3_mem_methods counted = theirs;
    counted.xMalloc = fail_malloc;
    counted.xRealloc = fail_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    log_setup(LOG_ERROR, -1); /* hundreds of failures */
    return cmocka_run_group_tests_name("short_of_memory", tests, NULL, NULL);
}
