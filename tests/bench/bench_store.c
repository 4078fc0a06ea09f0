/* Durable lines per second of the SQLite store, with 1, 10 and 50 tables that move at the same moment, and how long
   1,000 tables take to load. Numbers are printed, never judged.
   bench_store [FOLDER]: on the disk that FOLDER is on; without one, on that of /tmp (which may be memory). */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "store.h"
#include "text.h"

enum { LINE = 300, CROWD_MAX = 50, LOAD_TABLES = 1000, LOAD_LINES = 60 };

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

static void remove_folder(const char *folder)
{
    static const char *const names[] = {"tabletalk.db", "tabletalk.db-wal", "tabletalk.db-shm", "tabletalk.lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *path = NULL;
        check(asprintf(&path, "%s/%s", folder, names[i]) > 0);
        unlink(path);
        free(path);
    }
    rmdir(folder);
}

int main(int argc, char **argv)
{
    char *folder = NULL, line[LINE + 1], bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    check(asprintf(&folder, "%s/tabletalk-bench-XXXXXX", argc > 1 ? argv[1] : "/tmp") > 0);
    struct store *store = mkdtemp(folder) ? store_sqlite_open(folder, &why) : NULL;
    if (!store) {
        fprintf(stderr, "bench_store: %s: %s\n", folder, why.length ? bytes : "cannot be made");
        return 1;
    }
    memset(line, 'x', LINE);
    line[LINE] = '\0';
    measure(store, line, 1);
    measure(store, line, 10);
    measure(store, line, CROWD_MAX);
    store_close(store);
    remove_folder(folder);

    check(mkdir(folder, 0700) == 0);
    store = store_sqlite_open(folder, &why);
    measure_load(store, line);
    store_close(store);
    remove_folder(folder);
    free(folder);
    return 0;
}
