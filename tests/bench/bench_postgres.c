/* What a durable line costs in the PostgreSQL store, beside a bare libpq loop of the same
   inserts on the same server and beside the SQLite store on the same disk, in turns of one run:
   lines a second with 1, 10 and 50 tables that move at the same moment, and how long one of them
   waits (median, 99 of 100). The server flushes to the disk, as it does by default. Numbers are
   printed, never judged. */
#include <inttypes.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "check.h"
#include "postgres_server.h"
#include "scratch.h"
#include "store.h"
#include "store_postgres.h"
#include "text.h"

enum { LINE = 300, CROWD_MOST = 50, ROUNDS_MOST = 200000, TURNS = 3, TURN_S = 2 };

static char line[LINE + 1];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* One way to append a line to each table of a crowd and to wait until all are durable. */
struct way {
    const char *name;
    void (*round)(struct way *way, int64_t seq, int crowd);
    struct store *store;
    PGconn *conn;
    int64_t first, seq; /* the tables of the crowd that is measured, and their last line */
    double *waits;
    int rounds;
    double elapsed;
};

/* ---- the stores ---- */

static void count_done(void *arg, enum store_result result)
{
    check(result == STORE_OK);
    ++*(int *)arg;
}

static void store_round(struct way *way, int64_t seq, int crowd)
{
    const char *text = line;
    int done = 0;
    for (int i = 0; i < crowd; i++)
        store_append(way->store, way->first + i, seq, &text, 1, false, count_done, &done);
    while (done < crowd) {
        struct pollfd wait = {.fd = store_fd(way->store), .events = POLLIN};
        check(poll(&wait, 1, 60000) == 1);
        store_dispatch(way->store);
    }
}

/* ---- the bare loop ---- */

static void do_sql(PGconn *conn, const char *sql)
{
    PGresult *result = PQexec(conn, sql);
    check(PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK);
    PQclear(result);
}

static void run_prepared(PGconn *conn, const char *name, int64_t table, int64_t seq)
{
    char numbers[2][24];
    snprintf(numbers[0], sizeof numbers[0], "%" PRId64, table);
    snprintf(numbers[1], sizeof numbers[1], "%" PRId64, seq);
    const char *values[] = {numbers[0], numbers[1], line};
    PGresult *result =
        PQexecPrepared(conn, name, strcmp(name, "line") == 0 ? 3 : 2, values, NULL, NULL, 0);
    check(PQresultStatus(result) == PGRES_COMMAND_OK && strcmp(PQcmdTuples(result), "1") == 0);
    PQclear(result);
}

static void bare_round(struct way *way, int64_t seq, int crowd)
{
    do_sql(way->conn, "BEGIN");
    for (int i = 0; i < crowd; i++) {
        run_prepared(way->conn, "continue", way->first + i, seq);
        run_prepared(way->conn, "line", way->first + i, seq);
    }
    do_sql(way->conn, "COMMIT");
}

static void open_bare(struct way *way, const char *where)
{
    way->conn = PQconnectdb(where);
    check(PQstatus(way->conn) == CONNECTION_OK);
    PGresult *result =
        PQprepare(way->conn, "continue",
                  "UPDATE record SET lines = lines + 1, bytes = bytes + 300, last = 1 "
                  "WHERE id = $1 AND lines + 1 = $2 AND ended = 0",
                  2, NULL);
    check(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
    result = PQprepare(way->conn, "line",
                       "INSERT INTO line (record, seq, text) VALUES ($1, $2, $3)", 3, NULL);
    check(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
}

/* ---- measuring ---- */

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static void turn(struct way *way, int crowd)
{
    double start = now(), before = start;
    while (before - start < TURN_S && way->rounds < bench_times(ROUNDS_MOST)) {
        way->round(way, ++way->seq, crowd);
        double after = now();
        way->waits[way->rounds++] = after - before;
        before = after;
    }
    way->elapsed += before - start;
}

static void begin_crowd(struct way *way, int64_t first, int crowd)
{
    way->first = first;
    way->rounds = 0;
    way->elapsed = 0;
    way->seq = 1;
    if (way->store) {
        store_round(way, 1, crowd);
        return;
    }
    for (int i = 0; i < crowd; i++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "INSERT INTO record (id, lines, ended, bytes, began, last) VALUES (%" PRId64
                 ", 1, 0, 300, 1, 1)",
                 first + i);
        do_sql(way->conn, sql);
    }
}

static double report(struct way *way, int crowd)
{
    double lines = (double)way->rounds * crowd / way->elapsed;
    qsort(way->waits, (size_t)way->rounds, sizeof *way->waits, compare);
    printf(
        "%-22s %2d at a time: %7.0f durable lines/s, a wait of %.2f ms (median), %.2f ms (99 of 100)\n",
        way->name, crowd, lines, 1e3 * way->waits[way->rounds / 2],
        1e3 * way->waits[way->rounds * 99 / 100]);
    return lines;
}

static struct store *open_postgres(const char *where)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_postgres_open(&(struct store_postgres){.server = where}, &why);
    if (!store)
        fprintf(stderr, "%s\n", bytes);
    check(store);
    return store;
}

int main(void)
{
    static const int crowds[] = {1, 10, CROWD_MOST};
    struct text why = text_over((char[256]){0}, 256);
    struct postgres_server *server = postgres_server_start("fsync = on\nfull_page_writes = on\n");
    char *folder = scratch_make();
    check(server);
    memset(line, 'x', LINE);
    store_close(open_postgres(postgres_server_line(server, "bare"))); /* its tables */
    struct way ways[] = {{.name = "bare libpq loop", .round = bare_round},
                         {.name = "storage/postgres", .round = store_round},
                         {.name = "storage, SQLite", .round = store_round}};
    open_bare(&ways[0], postgres_server_line(server, "bare"));
    ways[1].store = open_postgres(postgres_server_line(server, "tabletalk"));
    ways[2].store = store_sqlite_open(folder, &why);
    check(ways[2].store);
    for (int w = 0; w < 3; w++) {
        ways[w].waits = calloc(ROUNDS_MOST, sizeof *ways[w].waits);
        check(ways[w].waits);
    }
    for (int c = 0; c < 3; c++) {
        for (int w = 0; w < 3; w++)
            begin_crowd(&ways[w], 1 + 100 * c, crowds[c]);
        for (int i = 0; i < 3 * TURNS; i++)
            turn(&ways[i % 3], crowds[c]);
        double bare = report(&ways[0], crowds[c]), store = report(&ways[1], crowds[c]);
        report(&ways[2], crowds[c]);
        printf("storage/postgres reaches %.2f of the bare loop\n", store / bare);
    }
    for (int w = 0; w < 3; w++) {
        store_close(ways[w].store);
        free(ways[w].waits);
    }
    PQfinish(ways[0].conn);
    scratch_remove(folder);
    postgres_server_stop(server);
    return 0;
}
