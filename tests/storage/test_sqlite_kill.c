/* kill -9 at random moments: what was acknowledged is there, whole and without gaps, and the
   next process goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "scratch.h"
#include "store.h"
#include "store_witness.h"
#include "testing.h"

enum { ROUNDS = 40, TABLES = 5 };

struct line_number {
    int64_t table, seq;
};

/* The next line of every table. */
struct progress {
    int64_t next[TABLES + 1];
};

static void write_text(struct line_number number, char *bytes, size_t size)
{
    snprintf(bytes, size, "move %d of table %d", (int)number.seq, (int)number.table);
}

static void count_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct progress *progress = arg;
    char expected[64];
    write_text((struct line_number){table, seq}, expected, sizeof expected);
    check(table >= 1 && table <= TABLES);
    check(seq == progress->next[table]++); /* no gap, nothing twice */
    check(strcmp(line, expected) == 0);
}

static void ignore_setting(void *arg, const char *key, const char *value)
{
    (void)arg;
    (void)key;
    (void)value;
}

static struct progress load(struct store *store)
{
    struct progress progress = {.next = {1, 1, 1, 1, 1, 1}};
    assert_int_equal(store_load(store, ignore_setting, count_line, &progress), STORE_OK);
    return progress;
}

/* ---- In the child: append for ever, tell the parent what is durable ---- */

struct pending {
    int pipe;
    struct line_number number;
};

static void acknowledge(void *arg, enum store_result result)
{
    struct pending *pending = arg;
    check(result == STORE_OK);
    check(write(pending->pipe, &pending->number, sizeof pending->number) == sizeof pending->number);
    free(pending);
}

static void append_next(struct store *store, struct progress *progress, int pipe)
{
    struct pending *pending = malloc(sizeof *pending);
    int64_t table = 1 + random() % TABLES;
    *pending = (struct pending){pipe, {table, progress->next[table]++}};
    char bytes[64];
    const char *line = bytes;
    write_text(pending->number, bytes, sizeof bytes);
    store_append(store, table, pending->number.seq, &line, 1, false, acknowledge, pending);
}

_Noreturn static void write_until_killed(const char *folder, int pipe, unsigned seed)
{
    srandom(seed);
    struct store *store = witness_open(folder);
    struct progress progress = load(store);
    for (;;) {
        for (long i = random() % 8; i >= 0; i--)
            append_next(store, &progress, pipe);
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        poll(&wait, 1, 1000);
        store_dispatch(store);
    }
}

/* ---- In the parent ---- */

/* Reads acknowledgements: until there are `enough`, or to the end. */
static void read_acknowledged(int pipe, struct progress *acknowledged, int enough)
{
    struct line_number number;
    for (int i = 0; i < enough && read(pipe, &number, sizeof number) == sizeof number; i++) {
        /* in the order of the calls */
        assert_int_equal(number.seq, acknowledged->next[number.table]);
        acknowledged->next[number.table]++;
    }
}

static void kill_one_writer(const char *folder, unsigned seed, struct progress *acknowledged)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_until_killed(folder, ends[1], seed);
    }
    close(ends[1]);
    if (random() % 4) /* else while it is opening the database */
        read_acknowledged(ends[0], acknowledged, 1 + (int)(random() % 300));
    nanosleep(&(struct timespec){.tv_nsec = random() % 8000000}, NULL);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    read_acknowledged(ends[0], acknowledged, INT32_MAX);
    close(ends[0]);
}

static test_case(test_no_acknowledged_line_is_lost)
{
    char *scratch = scratch_make(), *folder = scratch_path(scratch, "data");
    struct progress durable = {.next = {1, 1, 1, 1, 1, 1}};
    srandom(20240229);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct progress acknowledged = durable;
        kill_one_writer(folder, round, &acknowledged);
        struct store *store = witness_open(folder); /* the lock went with the process */
        durable = load(store);
        for (int table = 1; table <= TABLES; table++)
            assert_true(durable.next[table] >= acknowledged.next[table]);
        store_close(store);
    }
    assert_true(durable.next[1] > 100);
    scratch_remove(scratch);
    free(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_acknowledged_line_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
