/* The store in PostgreSQL where the suite of all stores (test_store.c) does not look: kill -9 of
   the server's processes and of the server in the middle of appends, a server that stands still,
   stays away or comes back, another process that opens the same house, and what is said of every
   mistake in the configuration. The network, a second server, the disk, the certificate and the
   version of the server have files of their own in postgres/. POSTGRES_KILLS: how many kills;
   200 in the long run. */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "log.h"
#include "long.h"
#include "postgres/shared.h"
#include "postgres_server.h"
#include "store.h"
#include "store_postgres.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

#ifdef TABLETALK_POSTGRES

enum { STAND_MS = 30000 }; /* a COMMIT that does not wait by then never does */

struct postgres_server *server;

struct store *try_open(const char *line, const char *password, char said[WHY_BYTES])
{
    struct text why = text_over(said, WHY_BYTES);
    const struct store_postgres where = {.server = line, .password = password};
    return store_postgres_open(&where, &why);
}

struct store *open_house(const char *schema)
{
    char said[WHY_BYTES];
    struct store *store = try_open(postgres_server_line(server, schema), NULL, said);
    if (!store)
        fprintf(stderr, "%s\n", said);
    assert_non_null(store);
    return store;
}

bool is_soak(void)
{
    return is_long() || getenv("POSTGRES_KILLS");
}

static int kills(void)
{
    const char *wanted = getenv("POSTGRES_KILLS");
    return wanted ? atoi(wanted) : is_long() ? 200 : 6;
}

static test_case(test_kills_lose_nothing_and_double_nothing)
{
    struct writer *writer = new_writer(open_house("killed"));
    int struck = 0;
    srandom(17);
    for (int i = 0; i < kills(); i++) {
        let_write(writer, 5 + (int)(random() % 60), true);
        for (int table = 0; table < TABLES; table++)
            if (!writer->tables[table].is_under_way)
                send_append(&writer->tables[table]);
        if (i % 3 == 2) { /* the server itself */
            postgres_server_kill(server);
            assert_true(postgres_server_again(server));
        } else {
            struck += postgres_server_signal(server, SIGKILL);
        }
        let_write(writer, 0, false);
    }
    postgres_server_wait(server);
    let_write(writer, 200, true);
    assert_nothing_is_lost_or_doubled(writer);
    assert_true(struck > 0 && writer->answered > 10 * kills());
    print_message(
        "%d kills: %d lines answered, %d unknown at first, %d refused and asked again; 0 lost, 0 doubled\n",
        kills(), writer->answered, writer->unknown, writer->refused);
    store_close(writer->store);
    free(writer);
}

/* Lets the server's process stand inside the COMMIT of one line of each table: it waits for a
   copy that there is not. */
static void stand_in_commit(struct writer *writer)
{
    postgres_server_do(server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    postgres_server_do(server, "SELECT pg_reload_conf()");
    test_sleep(100);
    for (int table = 0; table < TABLES; table++)
        send_append(&writer->tables[table]);
    long end = test_now() + STAND_MS;
    while (postgres_server_do(
               server, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 0) {
        if (test_now() > end)
            fail_msg(
                "no COMMIT waits for a copy: does tabletalk set its synchronous_commit to on?");
        test_sleep(5);
    }
}

static test_case(test_a_commit_without_an_answer_is_told_as_it_ended)
{
    struct writer *writer = new_writer(open_house("unanswered"));
    let_write(writer, 20, true);
    stand_in_commit(writer);
    postgres_server_signal(server, SIGTERM);
    postgres_server_do(server, "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_server_do(server, "SELECT pg_reload_conf()");
    let_write(writer, 0, false);
    let_write(writer, 20, true);
    assert_int_equal(writer->unknown, 0); /* the store found out in time */
    assert_nothing_is_lost_or_doubled(writer);
    store_close(writer->store);
    free(writer);
}

static test_case(test_an_unknown_line_is_read_back)
{
    struct writer *writer = new_writer(open_house("unknown"));
    let_write(writer, 20, true);
    stand_in_commit(writer);
    /* for the next start */
    postgres_server_do(server, "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_server_kill(server);
    long end = test_now() + STAND_MS;
    while (writer->unknown == 0) { /* the server is waited for */
        if (test_now() > end)
            fail_msg(
                "the server is gone in the middle of a COMMIT, and no line is told as unknown");
        test_sleep(10);
        store_dispatch(writer->store);
    }
    for (int table = 0; table < TABLES; table++)
        if (writer->tables[table].is_unknown)
            read_back(&writer->tables[table]);
    store_flush(writer->store);
    store_dispatch(writer->store);
    assert_true(writer->tables[0].is_unknown); /* no answer while nobody can say */
    assert_true(postgres_server_again(server));
    let_write(writer, 0, false);
    let_write(writer, 20, true);
    assert_nothing_is_lost_or_doubled(writer);
    store_close(writer->store);
    free(writer);
}

/* ---- a process of ours is killed ---- */

_Noreturn static void write_until_killed(int pipe)
{
    struct store *store = open_house("ours");
    int64_t next = store_next_table(store);
    for (int64_t table = next;; table++) {
        char bytes[64];
        put_line(bytes, table, 1);
        check(witness_append(store, table, 1, bytes) == STORE_OK);
        check(write(pipe, &table, sizeof table) == sizeof table);
    }
}

static test_case(test_whoever_is_killed_is_followed_at_once)
{
    int64_t answered = 0;
    for (int i = 0; i < 3; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            write_until_killed(ends[1]);
        close(ends[1]);
        for (int lines = 0; lines < 20; lines++)
            assert_int_equal(read(ends[0], &answered, sizeof answered), sizeof answered);
        kill(child, SIGKILL);
        while (read(ends[0], &answered, sizeof answered) == sizeof answered)
            ;
        close(ends[0]);
        waitpid(child, NULL, 0);
        struct store *store = open_house("ours");
        assert_true(store_next_table(store) == answered + 1 ||
                    store_next_table(store) == answered + 2);
        store_close(store);
    }
}

/* ---- away ---- */

enum store_result append_to(struct store *store, int64_t table, int64_t seq)
{
    char bytes[64];
    put_line(bytes, table, seq);
    return witness_append(store, table, seq, bytes);
}

static test_case(test_a_server_that_is_away_refuses_and_play_goes_on)
{
    struct store *store = open_house("away");
    assert_int_equal(append_to(store, 1, 1), STORE_OK);
    postgres_server_halt(server);
    assert_int_equal(append_to(store, 1, 2), STORE_AWAY); /* after it was waited for */
    long before = test_now();
    assert_int_equal(append_to(store, 1, 2), STORE_AWAY);
    assert_true(test_now() - before < 4000); /* at once: players wait once, not with every move */
    assert_true(store_next_table(store) < 0);
    assert_true(postgres_server_again(server));
    assert_int_equal(append_to(store, 1, 2), STORE_OK);
    assert_int_equal(append_to(store, 1, 3), STORE_OK);
    char *lines = witness_read(store, NULL, 1, 8); /* the reader comes back, too */
    assert_non_null(strstr(lines, "1.3 move 3"));
    free(lines);
    store_close(store);
}

static test_case(test_a_loop_never_waits_for_a_server_that_stands_still)
{
    struct store *store = open_house("still");
    struct witness witness = {0};
    assert_int_equal(append_to(store, 1, 1), STORE_OK);
    assert_true(postgres_server_signal(server, SIGSTOP) > 0);
    char bytes[64];
    const char *line = bytes;
    put_line(bytes, 1, 2);
    long before = test_now();
    store_append(store, 1, 2, &line, 1, false, witness_done, &witness);
    for (int i = 0; i < 10; i++) {
        store_dispatch(store);
        test_sleep(10);
    }
    /* nothing is told before it is durable */
    assert_true(test_now() - before < 5000 && witness.count == 0);
    assert_false(store_flush_for(store, 20));
    assert_true(postgres_server_signal(server, SIGCONT) > 0);
    witness_wait(&witness, store, 1);
    assert_int_equal(witness.results[0], STORE_OK);
    store_close(store);
}

static test_case(test_who_comes_late_writes_nothing)
{
    struct store *late = open_house("fenced");
    assert_int_equal(append_to(late, 1, 1), STORE_OK);
    /* Another process took the house while this one was cut off, which the server alone knows. */
    postgres_server_do(server, "UPDATE fenced.unit SET term = term + 1");
    assert_int_equal(append_to(late, 1, 2), STORE_BUSY);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM fenced.line"), 1);
    store_close(late);
}

static test_case(test_one_write_that_fails_fails_alone)
{
    struct store *store = open_house("alone");
    struct witness witness = {0};
    postgres_server_do(server, "ALTER TABLE alone.line ADD CHECK (text <> 'bad')");
    static const char *const lines[] = {"good", "bad", "good"};
    for (int i = 0; i < 3; i++)
        store_append(store, i + 1, 1, &lines[i], 1, false, witness_done, &witness);
    witness_wait(&witness, store, 3);
    assert_int_equal(witness.results[0], STORE_OK);
    assert_int_equal(witness.results[1], STORE_IO);
    assert_int_equal(witness.results[2], STORE_OK);
    /* In one message, where the server does nothing more behind the first failure. */
    struct postgres_session *holder = postgres_server_begin(
        server, "BEGIN; SELECT 1 FROM alone.written WHERE unit = '' FOR UPDATE");
    for (int seq = 2; seq <= 5; seq++)
        store_append(store, seq == 5 ? 3 : 1, seq == 5 ? 2 : seq, &lines[seq == 4], 1, false,
                     witness_done, &witness);
    postgres_server_end(holder);
    witness_wait(&witness, store, 7);
    assert_int_equal(witness.results[4], STORE_OK);
    assert_int_equal(witness.results[5], STORE_IO);
    assert_int_equal(witness.results[6], STORE_OK);
    store_close(store);
}

/* ---- what is said ---- */

static void assert_said(const char *line, const char *password, const char *words)
{
    char said[WHY_BYTES];
    struct store *store = try_open(line, password, said);
    if (!strstr(said, words))
        fprintf(stderr, "%s: %s\n", line, said);
    assert_null(store);
    assert_non_null(strstr(said, words));
}

static test_case(test_every_mistake_is_said)
{
    char line[256];
    assert_said("host", NULL, "cannot be understood");
    assert_said("host=127.0.0.1 prot=1", NULL, "\"prot\"");
    assert_said("postgresql://u:secret@db/x", NULL, "has a password in it");
    snprintf(line, sizeof line, "host=127.0.0.1 port=%d user=locked dbname=tabletalk",
             postgres_server_port(server));
    postgres_server_do(server, "CREATE ROLE locked LOGIN PASSWORD 'right'");
    assert_said(line, NULL, "It wants a password");
    assert_said(line, "wrong", "Perhaps the password is wrong");
    assert_said(line, "right", "lacks a right"); /* it may make nothing in the schema */
    snprintf(line, sizeof line, "host=127.0.0.1 port=%d user=tabletalk dbname=nothing",
             postgres_server_port(server));
    assert_said(line, NULL, "\"nothing\" does not exist");
    snprintf(line, sizeof line, "host=127.0.0.1 port=%d user=tabletalk dbname=x", 1);
    assert_said(line, NULL, "Look whether it runs");
    snprintf(line, sizeof line,
             "hostaddr=127.0.0.1 host=db.example port=%d user=tabletalk dbname=tabletalk",
             postgres_server_port(server));
    /* another machine, by its name: without TLS it does not even ask */
    assert_said(line, NULL, "SSL");
}

static test_case(test_missing_rights_are_named)
{
    store_close(open_house("rights"));
    postgres_server_do(server, "ALTER TABLE rights.line OWNER TO postgres");
    assert_said(postgres_server_line(server, "rights"), NULL, "with the table line");
    postgres_server_do(server, "GRANT SELECT, INSERT, UPDATE, DELETE ON rights.line TO tabletalk");
    store_close(open_house("rights")); /* owns nothing there, and needs not */
}

static test_case(test_a_newer_format_is_left_alone)
{
    store_close(open_house("newer"));
    postgres_server_do(server, "UPDATE newer.house SET format = 99");
    assert_said(postgres_server_line(server, "newer"), NULL, "its format is 99");
    assert_int_equal(postgres_server_do(server, "SELECT format FROM newer.house"), 99);
}

static test_case(test_two_never_open_one_house)
{
    struct store *first = open_house("twice");
    assert_said(postgres_server_line(server, "twice"), NULL,
                "Another tabletalk has this database open");
    assert_int_equal(append_to(first, 1, 1), STORE_OK);
    store_close(first);
    store_close(open_house("twice"));
}

static test_fixture(start)
{
    log_setup(LOG_ERROR, -1);
    server = postgres_server_start(NULL);
    return server ? 0 : -1;
}

/* With disks of its own, where that is allowed. */
static test_fixture(start_apart)
{
    if (unshare(CLONE_NEWNS) == 0)
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    return start(state);
}

static test_fixture(stop)
{
    postgres_server_stop(server);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_mistake_is_said),
        cmocka_unit_test(test_missing_rights_are_named),
        cmocka_unit_test(test_a_newer_format_is_left_alone),
        cmocka_unit_test(test_one_write_that_fails_fails_alone),
        cmocka_unit_test(test_who_comes_late_writes_nothing),
        cmocka_unit_test(test_two_never_open_one_house),
        cmocka_unit_test(test_a_loop_never_waits_for_a_server_that_stands_still),
        cmocka_unit_test(test_whoever_is_killed_is_followed_at_once),
        cmocka_unit_test(test_a_commit_without_an_answer_is_told_as_it_ended),
        cmocka_unit_test(test_an_unknown_line_is_read_back),
        cmocka_unit_test(test_an_old_transaction_is_barred),
        cmocka_unit_test(test_what_the_network_delivers_late_changes_nothing),
        cmocka_unit_test(test_a_full_disk_refuses_and_play_goes_on),
        cmocka_unit_test(test_a_server_that_is_too_old_is_refused),
        cmocka_unit_test(test_another_machine_must_prove_its_name),
        cmocka_unit_test(test_a_copy_becomes_the_server),
        cmocka_unit_test(test_kills_lose_nothing_and_double_nothing),
        cmocka_unit_test(test_a_server_that_is_away_refuses_and_play_goes_on),
    };
    const struct CMUnitTest long_tests[] = {
        cmocka_unit_test(test_a_cut_network_refuses_and_play_goes_on),
        cmocka_unit_test(test_a_disk_that_is_really_full_does_the_same)};
    int failed = cmocka_run_group_tests_name("postgres", tests, start, stop);
    return failed || !is_soak()
               ? failed
               : cmocka_run_group_tests_name("postgres_long", long_tests, start_apart, stop);
#else
    return 0;
#endif
}
