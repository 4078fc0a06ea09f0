/* What every store must do when what lies under it fails: one suite, run over each of them.
   Under the store in memory fails the tests' faulty store, under SQLite the disk, under
   PostgreSQL its server. What only one of them can suffer is in test_sqlite_disk,
   test_sqlite_kill and test_postgres. A new store is one row of `kinds`. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broken_disk.h"
#include "faulty_store.h"
#include "log.h"
#include "postgres_server.h"
#include "scratch.h"
#include "store.h"
#include "store_witness.h"
#include "store_writer.h"
#include "testing.h"

enum { ROUNDS = 8, QUICK_MS = 20, CLOSE_MS = 20000 };

struct bench {
    struct writer *writer;
    char *folder;
    int round;
};

struct kind {
    const char *name;
    struct store *(*open)(const char *folder);
    void (*strike)(int round); /* from now on nothing is saved; by turns in different ways */
    void (*heal)(void);
    bool survives; /* closing and opening again */
};

static struct faulty_store *faulty;

static struct store *open_faulty(const char *folder)
{
    (void)folder;
    faulty = faulty_store_new_take(store_memory_new());
    return faulty_store_front(faulty);
}

static void refuse_writes(int round)
{
    faulty_store_fail(faulty, 0, INT_MAX, round % 2 ? STORE_IO : STORE_FULL);
}

static void take_writes(void)
{
    faulty_store_fail(faulty, 0, 0, STORE_OK);
}

static void break_disk(int round)
{
    if (round % 3 == 2)
        broken_disk_fail_flushes(EIO);
    else
        broken_disk_fail(0, INT_MAX, round % 3 ? ENOSPC : EIO);
}

static void heal_disk(void)
{
    broken_disk_fail(0, 0, 0);
    broken_disk_fail_flushes(0);
}

#ifdef TABLETALK_POSTGRES
/* one for all tests, each of which has a schema of its own */
static struct postgres_server *server;

static struct store *open_postgres(const char *folder)
{
    return witness_open_postgres(server, folder);
}

static void stop_server(int round)
{
    if (round % 2)
        postgres_server_kill(server);
    else
        postgres_server_halt(server);
}

static void start_server(void)
{
    assert_true(postgres_server_answers(server) || postgres_server_again(server));
    postgres_server_wait(server);
}
#endif

static const struct kind kinds[] = {
#ifdef TABLETALK_POSTGRES
    {"postgres", open_postgres, stop_server, start_server, true},
#endif
    {"faulty", open_faulty, refuse_writes, take_writes, false},
    {"sqlite", witness_open, break_disk, heal_disk, true},
};
static const struct kind *kind; /* of the run that is under way */

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->writer = new_writer(kind->open(bench->folder));
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    store_close(bench->writer->store);
    scratch_remove(bench->folder);
    free(bench->writer);
    free(bench);
    return 0;
}

/* Closes it, heals what lies under it, and opens it again. */
static void open_again(struct bench *bench)
{
    if (kind->survives)
        assert_true(store_close_for(bench->writer->store, CLOSE_MS));
    kind->heal();
    if (kind->survives)
        bench->writer->store = kind->open(bench->folder);
}

/* ---- what holds for all of them ---- */

static void a_refused_line_is_not_there_and_can_be_said_again(void **state)
{
    struct bench *bench = *state;
    struct writer *writer = bench->writer;
    let_write(writer, QUICK_MS, true);
    kind->strike(0);
    for (int i = 0; i < TABLES; i++)
        send_append(&writer->tables[i]);
    int before = writer->answered;
    let_write(writer, 0, false);
    assert_true(writer->refused > 0);
    assert_int_equal(writer->answered, before);
    kind->heal();
    assert_nothing_is_lost_or_doubled(writer);
    let_write(writer, QUICK_MS, true);
    assert_true(writer->answered > before);
    assert_nothing_is_lost_or_doubled(writer);
}

static void whenever_it_fails_nothing_is_lost_or_doubled(void **state)
{
    struct bench *bench = *state;
    struct writer *writer = bench->writer;
    srandom(23);
    for (int round = 0; round < ROUNDS; round++) {
        let_write(writer, (int)(random() % QUICK_MS), true);
        for (int i = 0; i < TABLES; i++)
            send_append(&writer->tables[i]);
        kind->strike(round);
        if (round % 2)
            let_write(writer, 0, false);
        kind->heal();
        let_write(writer, 0, false);
    }
    let_write(writer, QUICK_MS, true);
    assert_true(writer->answered > ROUNDS);
    assert_nothing_is_lost_or_doubled(writer);
    open_again(bench);
    assert_nothing_is_lost_or_doubled(writer);
}

static void a_setting_keeps_its_value_until_another_is_saved(void **state)
{
    struct bench *bench = *state;
    struct store *store = bench->writer->store;
    struct witness witness = {.count = 0};
    store_put(store, "look", "symbols", witness_done, &witness);
    witness_wait(&witness, store, 1);
    kind->strike(0);
    store_put(store, "look", "words", witness_done, &witness);
    store_put(store, "look", NULL, witness_done, &witness);
    witness_wait(&witness, store, 3);
    assert_true(witness.results[1] != STORE_OK && witness.results[2] != STORE_OK);
    kind->heal();
    char *loaded = witness_load(store);
    assert_string_equal(loaded, "look=symbols\n");
    free(loaded);
}

static void every_reason_has_a_sentence_of_its_own(void **state)
{
    struct bench *bench = *state;
    struct witness witness = {.count = 0};
    const char *line = "deal";
    for (int round = 0; round < 2; round++) {
        kind->strike(round);
        store_append(bench->writer->store, 1, 1, &line, 1, false, witness_done, &witness);
        witness_wait(&witness, bench->writer->store, round + 1);
        kind->heal();
        assert_true(witness.results[round] != STORE_OK &&
                    strlen(store_result_text(witness.results[round])) > 20);
    }
}

static void closing_while_it_fails_ends_and_keeps_what_was_answered(void **state)
{
    struct bench *bench = *state;
    struct writer *writer = bench->writer;
    let_write(writer, QUICK_MS, true);
    kind->strike(1);
    for (int i = 0; i < TABLES; i++)
        send_append(&writer->tables[i]);
    let_write(writer, 0, false);
    open_again(bench);
    assert_nothing_is_lost_or_doubled(writer);
}

/* ---- */

static int run(const struct kind *of)
{
#define FAULT(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        FAULT(a_refused_line_is_not_there_and_can_be_said_again),
        FAULT(whenever_it_fails_nothing_is_lost_or_doubled),
        FAULT(a_setting_keeps_its_value_until_another_is_saved),
        FAULT(every_reason_has_a_sentence_of_its_own),
        FAULT(closing_while_it_fails_ends_and_keeps_what_was_answered),
    };
#undef FAULT
    kind = of;
    return cmocka_run_group_tests_name(of->name, tests, NULL, NULL);
}

int main(void)
{
    int failed = 0;
    broken_disk_attach();
    log_setup(LOG_ERROR, -1);
#ifdef TABLETALK_POSTGRES
    server = postgres_server_start(NULL);
    failed += !server;
#endif
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !failed; i++)
        failed += run(&kinds[i]);
#ifdef TABLETALK_POSTGRES
    postgres_server_stop(server);
#endif
    return failed;
}
