/* What a durable line costs in the SQLite store, in CPU time of the whole process and in
   waiting, with 1, 10 and 50 tables that move at the same moment; and the CPU time that loading
   1,000 tables takes. On the disk that $TMPDIR, or else /tmp, is on. Numbers are printed, never
   judged. Beside them stands what nobody can save: a thread that writes as many bytes as SQLite
   does for a line, flushes them and wakes the thread that waits. To compare two builds run them
   in turn: `bench_store ROUNDS` measures that many rounds of one line alone, and of the bare
   thread. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "check.h"
#include "scratch.h"
#include "store.h"
#include "store_witness.h"

enum { LINE = 300, LOAD_TABLES = 1000, LOAD_LINES = 60, BARE_ROUNDS = 2000 };

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
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

/* Rounds until `most` or, when that is 0, for one second; in each, every table of the crowd
   appends a line and waits until all are durable. */
static void measure(struct store *store, const char *line, int crowd, int64_t most)
{
    int64_t first = store_next_table(store), seq = 0;
    double start = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID), longest = 0,
           elapsed = 0;
    while (most ? seq < most : elapsed < 1 && (!bench_once() || seq < 1)) {
        int done = 0;
        double before = now(CLOCK_MONOTONIC);
        seq++;
        for (int i = 0; i < crowd; i++)
            store_append(store, first + i, seq, &line, 1, false, count_done, &done);
        wait_for(store, &done, crowd);
        double after = now(CLOCK_MONOTONIC);
        longest = after - before > longest ? after - before : longest;
        elapsed = after - start;
    }
    double lines = (double)seq * crowd;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf(
        "store: %2d at a time: %6.1f us of CPU time a line, %7.0f durable lines/s, %.2f ms mean, %.1f ms longest wait\n",
        crowd, 1e6 * cpu / lines, lines / elapsed, 1e3 * elapsed / (double)seq, 1e3 * longest);
}

/* ---- what a line costs at least ---- */

/* two pages with their heads; the log begins anew after so many */
enum { PIECE = 2 * (24 + 4096), PIECES = 500 };

struct bare {
    sem_t work;
    int fd, done;
    int64_t rounds;
};

static void *write_pieces(void *arg)
{
    static const char piece[PIECE];
    struct bare *bare = arg;
    for (int64_t i = 0; i < bare->rounds; i++) {
        check(sem_wait(&bare->work) == 0);
        check(pwrite(bare->fd, piece, sizeof piece, i % PIECES * PIECE) == PIECE &&
              fdatasync(bare->fd) == 0);
        check(eventfd_write(bare->done, 1) == 0);
    }
    return NULL;
}

static void measure_bare(const char *folder, int64_t rounds)
{
    char *path = scratch_path(folder, "bare");
    struct bare bare = {.rounds = rounds, .done = eventfd(0, EFD_NONBLOCK)};
    pthread_t thread;
    eventfd_t count;
    bare.fd = open(path, O_RDWR | O_CREAT, 0600);
    check(bare.done >= 0 && bare.fd >= 0 &&
          posix_fallocate(bare.fd, 0, (off_t)PIECE * PIECES) == 0);
    check(sem_init(&bare.work, 0, 0) == 0 &&
          pthread_create(&thread, NULL, write_pieces, &bare) == 0);
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int64_t i = 0; i < rounds; i++) {
        struct pollfd wait = {.fd = bare.done, .events = POLLIN};
        check(sem_post(&bare.work) == 0 && poll(&wait, 1, 60000) == 1 &&
              eventfd_read(bare.done, &count) == 0);
    }
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    check(pthread_join(thread, NULL) == 0);
    printf("store: the bare write, flush and wake: %6.1f us of CPU time\n",
           1e6 * cpu / (double)rounds);
    close(bare.fd);
    close(bare.done);
    free(path);
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
    for (int i = 0; i < bench_times(LOAD_TABLES); i++)
        store_append(store, first + i, 1, lines, LOAD_LINES, false, NULL, NULL);
    store_flush(store);
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    check(store_load(store, ignore_setting, count_line, &loaded) == STORE_OK);
    printf("store: %d lines loaded in %.0f ms of CPU time\n", loaded,
           1e3 * (now(CLOCK_PROCESS_CPUTIME_ID) - start));
}

int main(int argc, char **argv)
{
    int64_t most = argc > 1 ? atoll(argv[1]) : 0;
    char line[LINE + 1];
    memset(line, 'x', LINE);
    line[LINE] = '\0';
    char *folder = scratch_make();
    struct store *store = witness_open(folder);
    measure(store, line, 1, most);
    if (!most) {
        measure(store, line, 10, 0);
        measure(store, line, 50, 0);
    }
    store_close(store);
    measure_bare(folder, most ? most : bench_times(BARE_ROUNDS));
    scratch_remove(folder);
    if (most)
        return 0;

    folder = scratch_make();
    store = witness_open(folder);
    measure_load(store, line);
    store_close(store);
    scratch_remove(folder);
    return 0;
}
