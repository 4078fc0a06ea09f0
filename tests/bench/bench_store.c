/* Durable lines per second of the SQLite store, with 1, 10 and 50 tables that move at the same moment, and how long
   1,000 tables take to load; on the disk that $TMPDIR, or else /tmp, is on. Numbers are printed, never judged. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "scratch.h"
#include "store.h"
#include "store_witness.h"

enum { LINE = 300, LOAD_TABLES = 1000, LOAD_LINES = 60 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void count_done(void *arg, enum store_result result)
{
    check(result == STORE_OK);
    ++*(int *)arg;
}

static void wait_for(struct store *store, const int *done, int count)
{
    while (*done < count) {
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        check(poll(&wait, 1, 60000) == 1);
        store_dispatch(store);
    }
}

/* One second of rounds; in each, every table of the crowd appends a line and waits until all are durable. */
static void measure(struct store *store, const char *line, int crowd)
{
    int64_t first = store_next_table(store), seq = 0;
    double start = now(), longest = 0, elapsed = 0;
    while (elapsed < 1) {
        int done = 0;
        double before = now();
        seq++;
        for (int i = 0; i < crowd; i++)
            store_append(store, first + i, seq, &line, 1, false, count_done, &done);
        wait_for(store, &done, crowd);
        double after = now();
        longest = after - before > longest ? after - before : longest;
        elapsed = after - start;
    }
    double rounds = (double)seq;
    printf("store: %2d at a time: %7.0f durable lines/s, %.2f ms mean, %.1f ms longest wait\n", crowd,
           rounds * crowd / elapsed, 1e3 * elapsed / rounds, 1e3 * longest);
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

static void measure_load(struct store *store, const char *line)
{
    const char *lines[LOAD_LINES];
    int loaded = 0;
    for (int i = 0; i < LOAD_LINES; i++)
        lines[i] = line;
    int64_t first = store_next_table(store);
    for (int i = 0; i < LOAD_TABLES; i++)
        store_append(store, first + i, 1, lines, LOAD_LINES, false, NULL, NULL);
    store_flush(store);
    double start = now();
    check(store_load(store, ignore_setting, count_line, &loaded) == STORE_OK);
    printf("store: %d lines loaded in %.0f ms\n", loaded, 1e3 * (now() - start));
}

int main(void)
{
    char line[LINE + 1];
    memset(line, 'x', LINE);
    line[LINE] = '\0';
    char *folder = scratch_make();
    struct store *store = witness_open(folder);
    measure(store, line, 1);
    measure(store, line, 10);
    measure(store, line, 50);
    store_close(store);
    scratch_remove(folder);

    folder = scratch_make();
    store = witness_open(folder);
    measure_load(store, line);
    store_close(store);
    scratch_remove(folder);
    return 0;
}
