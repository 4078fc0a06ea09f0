/* Tables in play: what a journalled move costs through the whole host on SQLite, memory a table,
   recovery, and the size of the process. Times are CPU time of the whole process. Prints
   figures; fails if a table or one more room of it takes more bytes than it may. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "port.h"
#include "room.h"
#include "scratch.h"
#include "store.h"
#include "tables.h"
#include "text.h"

enum {
    TABLES = 1000,
    MANY_TABLES = 10000,
    SHARED_TABLES = 1000, /* of them, in GUESTS more rooms each */
    GUESTS = 3,
    TABLE_BYTES = 7 * 1024,
    ROOM_BYTES = 2 * 1024
};

static int64_t told;

static void on_post(void *self, const struct post *post)
{
    (void)self;
    (void)post;
    told++;
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    (void)self;
    (void)whisper;
}

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    (void)arg;
    if (!session && host_is_code(heard->text))
        host_join_with(host, &(struct call){.heard = heard, .words = heard->text});
    else if (!session)
        host_open(host, heard, "heartcatchers", "");
    else if (strcmp(heard->text, "start") == 0)
        host_start(host, &(struct call){.session = session, .heard = heard, .words = ""});
    else if (strcmp(heard->text, "invite") == 0)
        host_invite(host, &(struct call){.session = session, .heard = heard, .words = ""});
    else if (!host_is_playing(session))
        host_join(host, session, heard);
    else
        host_move(host, session, heard, heard->text);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static long resident_kb(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    check(file && fscanf(file, "%ld %ld", &pages, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static struct host *new_host(struct store *store)
{
    struct host_port port = {.network = "net", .post = on_post, .whisper = on_whisper};
    struct host *host = host_new(store, execute, NULL);
    host_fix_luck(host, 1);
    host_add_port(host, &port);
    host_limit(host, &(struct host_limits){.person = 2 * MANY_TABLES}); /* ann opens them all */
    return host;
}

static void say(struct host *host, int table, const char *who, const char *text)
{
    char room[32];
    snprintf(room, sizeof room, "#t%d", table);
    struct heard heard = {
        .network = "net", .room = room, .key = who, .name = who, .text = text, .now = 1};
    host_hear(host, host_find(host, "net", room), &heard);
}

static void settle(struct store *store)
{
    for (int i = 0; i < 3; i++) {
        store_flush(store);
        store_dispatch(store);
    }
}

/* Their opener brings the first tables into other rooms, which are called by higher numbers. */
static void share_tables(struct host *host, struct store *store, int shared)
{
    for (int i = 0; i < shared; i++)
        say(host, i, "ann", "invite");
    for (int guest = 0; guest < GUESTS && shared > 0; guest++) {
        for (int i = 0; i < shared; i++) {
            char room[32], code[INVITE_CODE + 1];
            snprintf(room, sizeof room, "#t%d", i);
            memcpy(code, host_find(host, "net", room)->shown.invite, sizeof code);
            say(host, MANY_TABLES + i * GUESTS + guest, "ann", code);
        }
        settle(store);
    }
}

static void open_tables(struct host *host, struct store *store, int count, int shared)
{
    for (int i = 0; i < count; i++)
        say(host, i, "ann", "play");
    settle(store);
    share_tables(host, store, shared);
    for (int i = 0; i < count; i++)
        say(host, i, "bob", "join");
    settle(store);
    for (int i = 0; i < count; i++) { /* else it deals ten seconds later */
        say(host, i, "ann", "start");
        say(host, i, "bob", "start");
    }
    settle(store);
}

/* One move at each of `tables` tables at a time, by the person to move; returns moves made in
   ten rounds. */
static int play_rounds(struct host *host, struct store *store, int tables)
{
    int moves = 0;
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < tables; i++) {
            char name[32];
            snprintf(name, sizeof name, "#t%d", i);
            const struct session *session = host_find(host, "net", name);
            say(host, i, session->seats[session->playing->table.turn].name, "hide d me1");
            moves++;
        }
        store_flush(store);
        store_dispatch(store);
    }
    return moves;
}

static void bench_moves(int tables)
{
    char *folder = scratch_make();
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open(folder, &why);
    check(store);
    struct host *host = new_host(store);
    open_tables(host, store, tables, 0);
    told = 0;
    double start = seconds();
    int moves = play_rounds(host, store, tables);
    double taken = seconds() - start;
    check(told == moves);
    printf("durable moves, %4d tables at once: %8.1f us of CPU time a move\n", tables,
           taken / moves * 1e6);
    host_free(host);
    store_close(store);
    scratch_remove(folder);
}

static void bench_recovery(void)
{
    char *folder = scratch_make();
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = store_sqlite_open(folder, &why);
    struct host *host = new_host(store);
    open_tables(host, store, bench_times(TABLES), 0);
    play_rounds(host, store, bench_times(TABLES));
    host_free(host);
    store_close(store);
    double start = seconds();
    store = store_sqlite_open(folder, &why);
    host = new_host(store);
    int count = host_recover(host);
    printf("recovery of %d tables, 10 moves each: %.3f s of CPU time\n", count, seconds() - start);
    host_free(host);
    store_close(store);
    scratch_remove(folder);
}

/* Finding the tables of one who writes in private, and answering; and somebody going out of
   sight. */
static void bench_private(struct host *host)
{
    enum { MESSAGES = 1000 };
    struct heard heard = {
        .network = "net", .key = "cid", .name = "cid", .text = "hide z me1", .now = 1};
    say(host, 1000000, "cid", "play");
    settle(host->store);
    double start = seconds();
    for (int i = 0; i < MESSAGES; i++) {
        struct session *session = NULL, *next;
        for (int t = 0; (next = host_table_of(host, identity("net", "cid"), t)); t++)
            session = next;
        check(session);
        host_show_hand(host, &(struct call){.session = session, .heard = &heard, .words = ""});
    }
    double heard_in = seconds() - start;
    start = seconds();
    for (int i = 0; i < MESSAGES; i++)
        host_renamed(host, identity("net", "eve"), "eva", 1);
    printf("with %d tables: a private message %.1f us of CPU time, a stranger's new name %.1f us\n",
           host_table_count(host), heard_in / MESSAGES * 1e6, (seconds() - start) / MESSAGES * 1e6);
}

/* Bytes of the heap that so many tables take when nothing is queued, with their records in the
   memory store. */
static size_t bench_memory(int tables, int shared)
{
    struct store *store = store_memory_new();
    struct host *host = new_host(store);
    long before = resident_kb();
    size_t heap = mallinfo2().uordblks;
    open_tables(host, store, tables, shared);
    heap = mallinfo2().uordblks - heap;
    check(host_table_count(host) == tables);
    printf(
        "memory: %d tables, %d of them in %d rooms: heap %zu bytes a table (with their records in the memory store), "
        "resident %ld KiB, %ld more than before\n",
        tables, shared, shared > 0 ? 1 + GUESTS : 1, heap / (size_t)tables, resident_kb(),
        resident_kb() - before);
    if (shared == 0)
        bench_private(host);
    else
        check(session_showing_count(host_find(host, "net", "#t0")) == 1 + GUESTS);
    host_free(host);
    store_close(store);
    return heap;
}

static void bench_rooms(void)
{
    const int tables = bench_times(MANY_TABLES), in_rooms = bench_times(SHARED_TABLES);
    size_t shared = bench_memory(tables, in_rooms), alone = bench_memory(tables, 0);
    size_t room = shared > alone ? (shared - alone) / (size_t)(in_rooms * GUESTS) : 0;
    printf(
        "memory: struct session %zu bytes, struct showing %zu; one more room of a table: heap %zu bytes (with its "
        "record)\n",
        sizeof(struct session), sizeof(struct showing), room);
    check(bench_once() || (alone / MANY_TABLES <= TABLE_BYTES && room <= ROOM_BYTES));
}

/* With a number, plays at so many tables and ends: for callgrind. */
int main(int argc, char *argv[])
{
    if (argc > 1) {
        bench_moves((int)strtol(argv[1], NULL, 10));
        return 0;
    }
    mallopt(M_TRIM_THRESHOLD, 1 << 20); /* as main.c does */
    mallopt(M_TOP_PAD, 1 << 18);
    printf("resident at start: %ld KiB\n", resident_kb());
    bench_moves(1);
    bench_moves(bench_times(50));
    bench_moves(bench_times(TABLES));
    bench_recovery();
    bench_rooms();
    return 0;
}
