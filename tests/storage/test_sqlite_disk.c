/* SQLite on a disk that stalls, fills up, takes no writes or fails at any point: nothing that
   was answered is lost, nothing that was refused is there, and it goes on by itself once the
   disk does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broken_disk.h"
#include "check.h"
#include "disk_bench.h"
#include "log.h"
#include "scratch.h"
#include "store.h"
#include "testing.h"

static void append(struct bench *bench, int64_t table, int64_t seq, const char *line)
{
    store_append(bench->store, table, seq, &line, 1, false, witness_done, &bench->witness);
}

static void assert_loads(struct store *store, const char *expected)
{
    char *loaded = witness_load(store);
    assert_string_equal(loaded, expected);
    free(loaded);
}

static void reopen(struct bench *bench)
{
    store_close(bench->store);
    bench->store = witness_open(bench->folder);
}

/* Also: the loop is not held up by a disk that stalls, and what came in meanwhile costs one
   flush together. */
static void test_ok_comes_after_the_flush_and_a_flush_serves_many(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    broken_disk_hold(true);
    append(bench, 1, 2, "two");
    broken_disk_wait_held();
    int flushes = broken_disk_flushes();
    for (int64_t table = 2; table <= 101; table++)
        append(bench, table, 1, "one");
    struct pollfd wait = {.fd = store_fd(bench->store), .events = POLLIN};
    assert_int_equal(poll(&wait, 1, 50), 0);
    broken_disk_hold(false);
    witness_wait(&bench->witness, bench->store, 101);
    for (int i = 0; i < 101; i++)
        assert_int_equal(bench->witness.results[i], STORE_OK);
    assert_int_equal(broken_disk_flushes() - flushes, 1);
}

/* Whatever else a move costs, the disk is asked twice: for one write of all its pages, and for
   one flush. */
static void test_a_line_costs_one_write_and_one_flush(void **state)
{
    struct bench *bench = *state;
    bench->store = witness_open(bench->folder);
    for (int64_t table = 1; table <= 3; table++)
        assert_int_equal(witness_append(bench->store, table, 1, "one"), STORE_OK);
    for (int64_t seq = 2; seq <= 40; seq++) {
        int writes = broken_disk_writes(), flushes = broken_disk_flushes();
        assert_int_equal(witness_append(bench->store, 2, seq, "a line of a game"), STORE_OK);
        assert_int_equal(broken_disk_writes() - writes, 1);
        assert_int_equal(broken_disk_flushes() - flushes, 1);
    }
}

static atomic_int looks;
static atomic_bool has_asked_for_times;

int __real_statx(int folder, const char *path, int flags, unsigned mask, struct statx *about);
int __wrap_statx(int folder, const char *path, int flags, unsigned mask, struct statx *about);
int __real_stat(const char *path, struct stat *about);
int __wrap_stat(const char *path, struct stat *about);

int __wrap_statx(int folder, const char *path, int flags, unsigned mask, struct statx *about)
{
    looks++;
    if (mask & (STATX_ATIME | STATX_MTIME | STATX_CTIME))
        has_asked_for_times = true;
    return __real_statx(folder, path, flags, mask, about);
}

int __wrap_stat(const char *path, struct stat *about)
{
    has_asked_for_times = true;
    return __real_stat(path, about);
}

static bool is_watched = true; /* else inotify(7) is not to be had */

int __real_inotify_init1(int flags);
int __wrap_inotify_init1(int flags);

int __wrap_inotify_init1(int flags)
{
    return is_watched ? __real_inotify_init1(flags) : -1;
}

/* Or each flush of a line also writes the times of the log: a third of what the line costs. */
static void test_no_commit_asks_for_the_times_of_a_file(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; i < 2; i++) {
        is_watched = i == 0;
        bench->store = witness_open(bench->folder);
        assert_int_equal(witness_append(bench->store, i + 1, 1, "one"), STORE_OK);
        looks = 0;
        has_asked_for_times = false;
        assert_int_equal(witness_append(bench->store, i + 1, 2, "two"), STORE_OK);
        /* three files, before the commit and after it */
        assert_int_equal(looks, is_watched ? 0 : 2 * 3);
        assert_false(has_asked_for_times);
        store_close(bench->store);
        bench->store = NULL;
    }
    is_watched = true;
}

/* ---- files that are moved ---- */

/* bench->folder holds above/data, where the database lies. */
struct place {
    char *above, *data, *database, *elsewhere;
};

static void be_elsewhere(const struct place *place, const char *path)
{
    assert_int_equal(rename(path, place->elsewhere), 0);
}

static void move_database(const struct place *place)
{
    be_elsewhere(place, place->database);
}

static void move_folder(const struct place *place)
{
    be_elsewhere(place, place->data);
}

static void move_folder_above(const struct place *place)
{
    be_elsewhere(place, place->above);
}

/* Another file takes its place; it lies under both names until then. */
static void lay_over(const struct place *place)
{
    char *other = scratch_path(place->above, "other");
    assert_int_equal(link(place->database, place->elsewhere), 0);
    close(open(other, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    assert_int_equal(rename(other, place->database), 0);
    free(other);
}

/* Puts back what one of these has moved. */
static void put_back(const struct place *place, void (*harm)(const struct place *place))
{
    const char *path = harm == move_folder         ? place->data
                       : harm == move_folder_above ? place->above
                                                   : place->database;
    assert_int_equal(rename(place->elsewhere, path), 0);
}

static void assert_known_when_moved(struct bench *bench, const struct place *place,
                                    void (*harm)(const struct place *place))
{
    struct store *store = witness_open(place->data);
    bench->witness = (struct witness){0};
    assert_int_equal(witness_append(store, 1, 1, "one"), STORE_OK);
    harm(place);
    for (int i = 0; i < 2; i++) /* as long as it lasts */
        assert_int_equal(witness_append(store, 1, 2, "two"), STORE_GONE);
    put_back(place, harm);
    assert_int_equal(witness_append(store, 1, 2, "two"), STORE_OK);
    /* While the line is written: known before anybody is told. */
    const char *line = "three";
    broken_disk_hold(true);
    store_append(store, 1, 3, &line, 1, false, witness_done, &bench->witness);
    broken_disk_wait_held();
    harm(place);
    broken_disk_hold(false);
    witness_wait(&bench->witness, store, 1);
    assert_int_equal(bench->witness.results[0], STORE_GONE);
    put_back(place, harm);
    store_close(store);
}

/* Nothing is written where nobody will look, however the file went, with inotify and without. */
static void test_a_database_that_was_moved_away_takes_no_lines(void **state)
{
    static void (*const harms[])(const struct place *place) = {move_database, move_folder,
                                                               move_folder_above, lay_over};
    struct bench *bench = *state;
    for (int i = 0; i < 2 * (int)(sizeof harms / sizeof *harms); i++) {
        struct place place = {.above = scratch_path(bench->folder, "above"),
                              .elsewhere = scratch_path(bench->folder, "elsewhere")};
        place.data = scratch_path(place.above, "data");
        place.database = scratch_path(place.data, "tabletalk.db");
        is_watched = i % 2;
        assert_int_equal(mkdir(place.above, 0700), 0);
        assert_known_when_moved(bench, &place, harms[i / 2]);
        scratch_remove(place.above); /* and frees its name */
        unlink(place.elsewhere);
        free(place.elsewhere);
        free(place.data);
        free(place.database);
    }
    is_watched = true;
}

static void test_the_names_of_new_folders_and_files_are_flushed(void **state)
{
    struct bench *bench = *state;
    char *a = scratch_path(bench->folder, "a"), *b = scratch_path(a, "b"),
         *c = scratch_path(bench->folder, "c");
    broken_disk_note_folders(true);
    assert_int_equal(mkdir(c, 0700), 0); /* made by somebody who may not have flushed its name */
    store_close(witness_open(c));
    assert_true(broken_disk_has_flushed(bench->folder, "c"));
    bench->store = witness_open(b);
    assert_true(broken_disk_has_flushed(bench->folder, "a"));
    assert_true(broken_disk_has_flushed(a, "b"));
    assert_true(broken_disk_has_flushed(b, "tabletalk.db"));
    assert_int_equal(witness_append(bench->store, 1, 1, "one"), STORE_OK);
    assert_true(broken_disk_has_flushed(b, "tabletalk.db-wal"));
    broken_disk_note_folders(false);
    free(a);
    free(b);
    free(c);
}

static int rename_in(const char *folder, const char *from, const char *to)
{
    char *old = scratch_path(folder, from), *new = scratch_path(folder, to);
    int failed = rename(old, new);
    free(old);
    free(new);
    return failed;
}

/* Nothing is written into a database that a power cut would take from under it, by leaving the
   folder as it was flushed last: with the copy beside it, or without the note that says which
   database it is. */
static void test_no_line_is_written_before_a_renamed_file_is_safe(void **state)
{
    static const char database[] = "tabletalk.db", note[] = "tabletalk.db-id";
    struct bench *bench = *state;
    for (int i = 0; i < 2; i++) {
        char *folder = scratch_path(bench->folder, i ? "copied" : "new");
        assert_int_equal(mkdir(folder, 0700), 0);
        if (i > 0) {
            struct store *store = witness_open(folder);
            assert_int_equal(witness_append(store, 1, 1, "one"), STORE_OK);
            store_close(store);
            assert_int_equal(rename_in(folder, database, "tabletalk.db-rescue"), 0);
        }
        broken_disk_watch(folder, i > 0 ? database : note);
        bench->store = witness_open(folder);
        int writes = broken_disk_writes();
        assert_int_equal(witness_append(bench->store, 1, 1 + i, "a line"), STORE_OK);
        assert_true(broken_disk_writes() > writes);
        assert_int_equal(broken_disk_unsafe_writes(), 0);
        broken_disk_watch(NULL, NULL);
        store_close(bench->store);
        bench->store = NULL;
        free(folder);
    }
}

/* ---- One fault at every place where one can be ---- */

struct write {
    int64_t table, seq;
    const char *line;
};

static const struct write batch[] = {
    {1, 2, "1 two"}, {2, 1, "2 one"}, {1, 3, "1 three"}, {3, 1, "3 one"}};
enum { BATCH = sizeof batch / sizeof batch[0] };
static const char before_batch[] = "1.1 1 one\n4.1 4 one\n";
static const char after_batch[] =
    "1.1 1 one\n1.2 1 two\n1.3 1 three\n2.1 2 one\n3.1 3 one\n4.1 4 one\n";

static void hand_over_batch(struct bench *bench)
{
    bench->witness.count = 0;
    for (int i = 0; i < BATCH; i++)
        append(bench, batch[i].table, batch[i].seq, batch[i].line);
}

/* Hands the batch over as one, to a disk of which `count` operations fail after the first
   `skip`. */
static void write_batch_on_broken_disk(struct bench *bench, int skip, int count, int reason)
{
    bench->store = witness_open(bench->folder);
    assert_int_equal(witness_append(bench->store, 1, 1, "1 one"), STORE_OK);
    broken_disk_hold(true);
    append(bench, 4, 1, "4 one");
    broken_disk_wait_held();
    hand_over_batch(bench); /* lies in the queue until the flush is let go */
    broken_disk_fail(skip, count, reason);
    broken_disk_hold(false);
    store_flush(bench->store);
    store_dispatch(bench->store);
    assert_int_equal(bench->witness.count, 1 + BATCH);
}

static void start_anew(struct bench *bench)
{
    store_close(bench->store);
    bench->store = NULL;
    broken_disk_fail(0, 0, 0);
    scratch_remove(bench->folder);
    bench->folder = scratch_make();
    bench->witness.count = 0;
}

/* How much of a write is on the disk when it fails: nothing, the head of a page, one page, one
   and a half. */
static const size_t tears[] = {0, 24, 4120, 6000};
enum { TEARS = sizeof tears / sizeof tears[0] };

/* What failed together is tried one by one, so that one fault is nobody's loss. */
static void one_fault_anywhere(struct bench *bench)
{
    int place = 0;
    for (bool has_failed = true; has_failed; place++, start_anew(bench)) {
        write_batch_on_broken_disk(bench, place, 1, EIO);
        has_failed = broken_disk_has_failed();
        for (int i = 0; i < bench->witness.count; i++)
            assert_int_equal(bench->witness.results[i], STORE_OK);
        assert_loads(bench->store, after_batch);
        reopen(bench);
        assert_loads(bench->store, after_batch);
    }
    assert_true(place > 2); /* a write and a flush at least */
}

static void test_one_fault_anywhere_is_not_even_noticed(void **state)
{
    for (int i = 0; i < TEARS; i++) {
        broken_disk_tear(tears[i]);
        one_fault_anywhere(*state);
    }
    broken_disk_tear(0);
}

static void die_at_every_place(struct bench *bench, int reason, enum store_result expected)
{
    int place = 0;
    for (bool has_failed = true; has_failed; place++, start_anew(bench)) {
        write_batch_on_broken_disk(bench, place, INT_MAX, reason);
        has_failed = broken_disk_has_failed();
        bool refused = bench->witness.results[1] != STORE_OK;
        assert_int_equal(bench->witness.results[1], refused ? expected : STORE_OK);
        assert_loads(bench->store, refused ? before_batch : after_batch);
        broken_disk_fail(0, 0, 0);
        hand_over_batch(bench);
        witness_wait(&bench->witness, bench->store, BATCH);
        for (int i = 0; i < BATCH; i++)
            assert_int_equal(bench->witness.results[i], refused ? STORE_OK : STORE_CONFLICT);
        assert_loads(bench->store, after_batch);
        reopen(bench);
        assert_loads(bench->store, after_batch);
    }
    assert_true(place > 2);
}

static void test_a_disk_that_dies_anywhere_and_comes_back(void **state)
{
    for (int i = 0; i < TEARS; i++) {
        broken_disk_tear(tears[i]);
        die_at_every_place(*state, EIO, STORE_IO);
        die_at_every_place(*state, ENOSPC, STORE_FULL);
        die_at_every_place(*state, EROFS, STORE_READ_ONLY);
    }
    broken_disk_tear(0);
}

/* The child writes on a disk with one fault (or, at `place` -1, one that no longer flushes at
   all), says what it was answered, and is gone without closing anything. */
static enum store_result write_and_die(struct bench *bench, int place, bool *has_failed)
{
    pid_t child = fork();
    if (child == 0) {
        struct store *store = witness_open(bench->folder);
        if (witness_append(store, 1, 1, "one") != STORE_OK)
            _exit(99);
        if (place < 0)
            broken_disk_fail_flushes(EIO);
        else
            broken_disk_fail(place, 1, EIO);
        enum store_result result = witness_append(store, 1, 2, "two");
        _exit((int)result | (broken_disk_has_failed() ? 0x40 : 0));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 99);
    *has_failed = WEXITSTATUS(status) & 0x40;
    return WEXITSTATUS(status) & 0x3f;
}

/* A program that is told to end does not wait for a disk that hangs. */
static void test_flushing_and_closing_wait_only_so_long(void **state)
{
    struct bench *bench = *state;
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct store *store = witness_open(bench->folder);
        check(witness_append(store, 1, 1, "one") == STORE_OK);
        check(store_flush_for(store, 10000));
        broken_disk_hold(true);
        store_append(store, 1, 2, (const char *const[]){"two"}, 1, false, witness_done,
                     &bench->witness);
        broken_disk_wait_held();
        check(!store_flush_for(store, 50));
        check(!store_close_for(store, 50));
        store_dispatch(store);
        _exit(bench->witness.count); /* nobody was told that it is saved */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    bench->store = witness_open(bench->folder);
    assert_true(witness_append(bench->store, 1, 3, "three") == STORE_OK ||
                witness_append(bench->store, 1, 2, "two") == STORE_OK);
}

/* Also when it was the flush that failed and the refused line lay whole in the log. */
static void refuse_and_kill(struct bench *bench)
{
    int refusals = 0, place = -1;
    for (bool has_failed = true; has_failed || place == 0; place++, start_anew(bench)) {
        enum store_result result = write_and_die(bench, place, &has_failed);
        refusals += result != STORE_OK;
        bench->store = witness_open(bench->folder);
        assert_loads(bench->store, result == STORE_OK ? "1.1 one\n1.2 two\n" : "1.1 one\n");
        assert_int_equal(witness_append(bench->store, 1, 2, "two"),
                         result == STORE_OK ? STORE_CONFLICT : STORE_OK);
    }
    assert_true(refusals > 2); /* no flush at all, one that failed, a write that failed */
}

static void test_what_was_refused_does_not_come_back_after_a_kill(void **state)
{
    for (int i = 0; i < TEARS; i++) {
        broken_disk_tear(tears[i]);
        refuse_and_kill(*state);
    }
    broken_disk_tear(0);
}

/* ---- A disk that is really full ---- */

enum { LONG = 8000, HUGE = 60000 };
static const rlim_t mib = 1 << 20;

/* A file system of 2 MiB, half of it taken, in a mount namespace of this process; where we may
   not mount, a limit to what a file may grow to, which the kernel enforces as well. */
static bool make_tiny_disk(const char *folder)
{
    struct rlimit limit = {.rlim_cur = mib, .rlim_max = RLIM_INFINITY};
    if (unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
        mount("none", folder, "tmpfs", 0, "size=2m,mode=700") == 0) {
        char *path = scratch_path(folder, "ballast");
        int fd = open(path, O_WRONLY | O_CREAT, 0600);
        assert_int_equal(posix_fallocate(fd, 0, (off_t)mib), 0);
        close(fd);
        free(path);
        return true;
    }
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return false;
}

static void make_room(const char *folder, bool mounted)
{
    struct rlimit limit = {.rlim_cur = 2 * mib, .rlim_max = RLIM_INFINITY};
    char *path = scratch_path(folder, "ballast");
    if (mounted)
        assert_int_equal(unlink(path), 0);
    else
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    free(path);
}

static void remove_tiny_disk(const char *folder, bool mounted)
{
    struct rlimit limit = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    assert_int_equal(mounted ? umount(folder) : setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Appends lines until one is refused; its number. */
static int64_t fill(struct bench *bench)
{
    char line[LONG + 1];
    memset(line, 'x', LONG);
    line[LONG] = '\0';
    int64_t seq = 1;
    enum store_result result;
    while ((result = witness_append(bench->store, 1, seq, line)) == STORE_OK)
        seq++;
    assert_int_equal(result, STORE_FULL);
    assert_true(seq > 10);
    return seq;
}

/* 1.8 MB between two short lines, all in one batch. */
static void hand_over_more_than_fits(struct bench *bench, int64_t seq)
{
    char line[HUGE + 1];
    const char *lines[30];
    memset(line, 'y', HUGE);
    line[HUGE] = '\0';
    for (int i = 0; i < 30; i++)
        lines[i] = line;
    bench->witness.count = 0;
    broken_disk_hold(true);
    append(bench, 1, seq, "held");
    broken_disk_wait_held();
    append(bench, 2, 1, "before");
    store_append(bench->store, 3, 1, lines, 30, false, witness_done, &bench->witness);
    append(bench, 4, 1, "after");
    broken_disk_hold(false);
    witness_wait(&bench->witness, bench->store, 4);
}

static void test_a_full_disk_refuses_and_then_goes_on_by_itself(void **state)
{
    struct bench *bench = *state;
    char *data = scratch_path(bench->folder, "data");
    bool mounted = make_tiny_disk(bench->folder);
    bench->store = witness_open(data);
    int64_t seq = fill(bench);
    char *full = witness_load(bench->store);

    make_room(bench->folder, mounted);
    assert_int_equal(witness_append(bench->store, 1, seq, "fits now"), STORE_OK);
    hand_over_more_than_fits(bench, seq + 1);
    static const enum store_result expected[] = {STORE_OK, STORE_OK, STORE_FULL, STORE_OK};
    assert_memory_equal(bench->witness.results, expected, sizeof expected);

    store_close(bench->store);
    bench->store = witness_open(data);
    char *after = witness_load(bench->store), *tail = NULL;
    assert_true(asprintf(&tail, "1.%d fits now\n1.%d held\n2.1 before\n4.1 after\n", (int)seq,
                         (int)seq + 1) > 0);
    assert_memory_equal(after, full, strlen(full));
    assert_string_equal(after + strlen(full), tail);
    assert_int_equal(witness_append(bench->store, 1, seq + 2, "and on"), STORE_OK);
    store_close(bench->store);
    bench->store = NULL;
    remove_tiny_disk(bench->folder, mounted);
    free(full);
    free(after);
    free(tail);
    free(data);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_ok_comes_after_the_flush_and_a_flush_serves_many),
        EACH(test_a_line_costs_one_write_and_one_flush),
        EACH(test_no_commit_asks_for_the_times_of_a_file),
        EACH(test_a_database_that_was_moved_away_takes_no_lines),
        EACH(test_the_names_of_new_folders_and_files_are_flushed),
        EACH(test_no_line_is_written_before_a_renamed_file_is_safe),
        EACH(test_one_fault_anywhere_is_not_even_noticed),
        EACH(test_a_disk_that_dies_anywhere_and_comes_back),
        EACH(test_flushing_and_closing_wait_only_so_long),
        EACH(test_what_was_refused_does_not_come_back_after_a_kill),
        EACH(test_a_full_disk_refuses_and_then_goes_on_by_itself),
    };
    broken_disk_attach();
    /* hundreds of failures are part of the plan */
    log_setup(LOG_ERROR, open("/dev/null", O_WRONLY));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
