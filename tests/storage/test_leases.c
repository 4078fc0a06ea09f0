/* Units of a house that many processes share: who takes what is free (without a database), and
   what leases in a real PostgreSQL allow: one owner at a time, a new term for each, and no write
   of an old one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "log.h"
#include "postgres_server.h"
#include "store.h"
#include "store_postgres.h"
#include "store_witness.h"
#include "testing.h"
#include "text.h"

/* ---- who takes what ---- */

static struct lease_view view;

/* "a-bc": units in the order of their names; a letter is the first one of the owner, "-" is
   free. */
static void put_units(const char *owners)
{
    view.unit_count = 0;
    for (; *owners; owners++) {
        struct lease_unit *unit = &view.units[view.unit_count++];
        *unit = (struct lease_unit){.is_free = *owners == '-'};
        snprintf(unit->name, sizeof unit->name, "irc:%02d", view.unit_count);
        snprintf(unit->owner, sizeof unit->owner, "%c", *owners == '-' ? '\0' : *owners);
        for (int i = 0; i < view.process_count; i++)
            view.processes[i].units += view.processes[i].name[0] == *owners;
    }
}

static void put_processes(const char *names)
{
    view.process_count = 0;
    for (; *names; names++)
        view.processes[view.process_count++] = (struct lease_process){.name = {*names}};
}

/* What each of them takes: "a:irc:02 b:irc:03". */
static void assert_taken(const char *processes, const char *owners, int most, const char *wanted)
{
    char bytes[512];
    struct text taken = text_over(bytes, sizeof bytes);
    put_processes(processes);
    put_units(owners);
    for (const char *name = processes; *name; name++) {
        struct lease_wish wish = {.leaves = false};
        lease_share(&view, (char[]){*name, '\0'}, most, &wish);
        for (int i = 0; i < wish.take_count; i++)
            text_putf(&taken, "%s%c:%s", *bytes ? " " : "", *name, wish.take[i]);
    }
    assert_string_equal(bytes, wanted);
}

static test_case(test_free_units_go_to_whoever_has_fewest)
{
    assert_taken("a", "---", LEASE_UNITS, "a:irc:01 a:irc:02 a:irc:03");
    assert_taken("abc", "---", LEASE_UNITS, "a:irc:01 b:irc:02 c:irc:03");
    assert_taken("ab", "aa--", LEASE_UNITS, "b:irc:03 b:irc:04");
    assert_taken("abc", "aab--", LEASE_UNITS, "b:irc:05 c:irc:04");
    assert_taken("ab", "cc", LEASE_UNITS, ""); /* c does not live, but its leases are not over */
    assert_taken("ab", "ab", LEASE_UNITS, "");
    assert_taken("a", "---", 1, "a:irc:01");
    assert_taken("", "---", LEASE_UNITS, "");
}

#ifdef TABLETALK_POSTGRES

/* ---- in the database ---- */

enum { WHY_BYTES = 512, LEASE_S = 30 };

static struct postgres_server *server;
static const char *const units[] = {"irc:one", "irc:two"};

static struct store_leases *open_leases(const char *schema, const char *process)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    const struct store_postgres where = {.server = postgres_server_line(server, schema)};
    struct store_leases *leases = store_leases_open(&where, process, LEASE_S, units, 2, &why);
    if (!leases)
        fprintf(stderr, "%s\n", said);
    assert_non_null(leases);
    return leases;
}

static struct store *try_store(const char *schema, const char *unit, const char *owner,
                               char said[WHY_BYTES])
{
    struct text why = text_over(said, WHY_BYTES);
    const struct store_postgres where = {
        .server = postgres_server_line(server, schema), .unit = unit, .owner = owner};
    return store_postgres_open(&where, &why);
}

static struct store *open_unit(const char *schema, const char *unit, const char *owner)
{
    char said[WHY_BYTES];
    struct store *store = try_store(schema, unit, owner, said);
    if (!store)
        fprintf(stderr, "%s\n", said);
    assert_non_null(store);
    return store;
}

static void renew(struct store_leases *leases, const char *take, const char *release)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    struct lease_wish wish = {.take_count = take != NULL, .release_count = release != NULL};
    snprintf(wish.take[0], LEASE_NAME, "%s", take ? take : "");
    snprintf(wish.release[0], LEASE_NAME, "%s", release ? release : "");
    bool is_renewed = store_leases_renew(leases, &wish, &view, &why);
    if (!is_renewed)
        fprintf(stderr, "%s\n", said);
    assert_true(is_renewed);
}

static void assert_owners(const char *one, const char *two)
{
    assert_int_equal(view.unit_count, 2);
    assert_string_equal(view.units[0].is_free ? "-" : view.units[0].owner, one);
    assert_string_equal(view.units[1].is_free ? "-" : view.units[1].owner, two);
}

static void end_leases(const char *schema, const char *process)
{
    char sql[256];
    snprintf(sql, sizeof sql, "UPDATE %s.unit SET until = clock_timestamp() WHERE owner = '%s'",
             schema, process);
    postgres_server_do(server, sql);
    snprintf(sql, sizeof sql, "UPDATE %s.process SET until = clock_timestamp() WHERE owner = '%s'",
             schema, process);
    postgres_server_do(server, sql);
}

static test_case(test_a_unit_has_one_owner_until_its_lease_is_over)
{
    struct store_leases *a = open_leases("leased", "a"), *b = open_leases("leased", "b");
    renew(a, "irc:one", NULL);
    assert_owners("a", "-");
    renew(b, "irc:one", NULL); /* which is not free */
    assert_owners("a", "-");
    assert_int_equal(view.process_count, 2);
    assert_int_equal(view.processes[0].units, 1);
    int64_t term = view.units[0].term;
    end_leases("leased", "a");
    renew(b, "irc:one", NULL);
    assert_owners("b", "-");
    assert_true(view.units[0].term > term);
    renew(a, "irc:one", NULL);
    assert_owners("b", "-");
    end_leases("leased", "b");
    renew(b, NULL, NULL); /* it comes too late, and must take it anew */
    assert_owners("-", "-");
    renew(b, "irc:one", NULL);
    renew(b, "irc:two", "irc:one");
    assert_owners("-", "b");
    assert_string_equal(view.units[0].owner, ""); /* given back: nobody has to be waited for */
    store_leases_close(a);
    store_leases_close(b);
}

/* Who deals out what the dead one had must not give it to the dead one. */
static test_case(test_a_process_ends_with_its_units_and_all_know_when)
{
    struct store_leases *a = open_leases("ends", "a"), *b = open_leases("ends", "b");
    renew(a, "irc:one", NULL);
    assert_int_equal(
        postgres_server_do(server,
                           "SELECT count(*) FROM ends.unit JOIN ends.process USING (owner, until)"),
        1);
    renew(b, NULL, NULL);
    assert_in_range(view.units[0].left_ms, 1000 * LEASE_S / 2, 1000 * LEASE_S);
    assert_int_equal(view.units[1].left_ms, 0);
    end_leases("ends", "a");
    renew(b, NULL, NULL);
    assert_int_equal(view.units[0].left_ms, 0);
    store_leases_close(a);
    store_leases_close(b);
}

/* Its process does not end: the lease does, by itself, and the others are renewed as ever. */
static test_case(test_a_lease_that_is_held_is_not_renewed)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    struct store_leases *a = open_leases("held", "a"), *b = open_leases("held", "b");
    struct lease_wish wish = {.hold = {"irc:one"}, .hold_count = 1};
    renew(a, "irc:one", NULL);
    renew(a, "irc:two", NULL);
    postgres_server_do(
        server,
        "UPDATE held.unit SET until = clock_timestamp() + interval '10 s' WHERE owner = 'a'");
    assert_true(store_leases_renew(a, &wish, &view, &why));
    assert_owners("a", "a");
    assert_true(view.units[0].left_ms <= 10000);
    assert_true(view.units[1].left_ms > view.units[0].left_ms);
    postgres_server_do(server,
                       "UPDATE held.unit SET until = clock_timestamp() WHERE name = 'irc:one'");
    renew(b, "irc:one", NULL);
    assert_owners("b", "a");
    postgres_server_do(
        server,
        "UPDATE held.unit SET until = clock_timestamp() + interval '10 s' WHERE owner = 'a'");
    renew(a, NULL, NULL); /* held no more */
    assert_true(view.units[1].left_ms > 10000);
    store_leases_close(a);
    store_leases_close(b);
}

static test_case(test_a_unit_that_is_new_is_added_while_the_house_runs)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    struct lease_wish wish = {.add = {"irc:three"}, .add_count = 1};
    struct store_leases *a = open_leases("added", "a"), *b = open_leases("added", "b");
    renew(b, "irc:one", NULL);
    assert_true(store_leases_renew(a, &wish, &view, &why) &&
                store_leases_renew(a, &wish, &view, &why));
    assert_int_equal(view.unit_count, 3);
    assert_true(view.units[1].is_free);
    assert_string_equal(view.units[1].name, "irc:three");
    assert_false(view.units[0].is_free);
    store_leases_close(a);
    store_leases_close(b);
}

/* Networks came and went: those of now are known and taken, whatever names the house had before. */
static test_case(test_units_of_former_times_take_no_place)
{
    struct store_leases *a = open_leases("former", "a");
    postgres_server_do(server, "INSERT INTO former.unit (name, number) SELECT 'irc:' || i, 100 + i "
                               "FROM generate_series(1, 100) AS i");
    renew(a, "irc:two", NULL);
    assert_owners("-", "a");
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    struct lease_wish wish = {.add = {"irc:zzz"}, .add_count = 1};
    assert_true(store_leases_renew(a, &wish, &view, &why) &&
                store_leases_renew(a, &wish, &view, &why));
    assert_int_equal(view.unit_count, 3);
    assert_string_equal(view.units[2].name, "irc:zzz");
    renew(a, "irc:zzz", "irc:two");
    assert_string_equal(view.units[2].owner, "a");
    store_leases_close(a);
}

static test_case(test_an_owner_whose_lease_is_over_writes_nothing)
{
    char said[WHY_BYTES];
    struct store_leases *a = open_leases("late", "a"), *b = open_leases("late", "b");
    assert_null(try_store("late", "irc:one", "a", said)); /* not taken yet */
    assert_non_null(strstr(said, "Another process serves irc:one"));
    renew(a, "irc:one", NULL);
    struct store *old = open_unit("late", "irc:one", "a");
    int64_t table = store_next_table(old);
    assert_int_equal(witness_append(old, table, 1, "first"), STORE_OK);
    end_leases("late", "a");
    renew(b, "irc:one", NULL);
    assert_int_equal(witness_append(old, table, 2, "too late"), STORE_BUSY);
    struct store *now = open_unit("late", "irc:one", "b");
    assert_int_equal(witness_append(now, table, 2, "second"), STORE_OK);
    assert_int_equal(witness_append(old, table, 3, "too late"), STORE_BUSY);
    store_put(old, "a setting", "too late", NULL, NULL);
    store_close(old);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM late.setting"), 0);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM late.line"), 2);
    store_close(now);
    store_leases_close(a);
    store_leases_close(b);
}

/* It was stopped in a transaction: nobody takes its unit until the server has given that up, and
   nobody's lease waits. */
static test_case(test_a_transaction_that_stands_still_keeps_only_its_own_unit)
{
    struct store_leases *a = open_leases("still", "a"), *b = open_leases("still", "b");
    renew(a, "irc:one", NULL);
    renew(b, "irc:two", NULL);
    struct store *old = open_unit("still", "irc:one", "a");
    int64_t table = store_next_table(old);
    assert_int_equal(witness_append(old, table, 1, "first"), STORE_OK);
    struct postgres_session *holder = postgres_server_begin(
        server, "BEGIN; SELECT 1 FROM still.unit WHERE name = 'irc:one' FOR KEY SHARE");
    renew(a, NULL, NULL); /* a long transaction does not cost the lease */
    assert_owners("a", "b");
    end_leases("still", "a");
    renew(b, "irc:one", NULL);
    assert_owners("-", "b");
    postgres_server_end(holder);
    renew(b, "irc:one", NULL);
    assert_owners("b", "b");
    store_close(old);
    store_leases_close(a);
    store_leases_close(b);
}

static void wait_for_lock(void)
{
    while (postgres_server_do(
               server, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 0)
        test_sleep(5);
}

/* The term was compared, the lines are not written yet: the unit cannot be taken before the
   transaction is over. */
static test_case(test_nobody_takes_a_unit_between_the_comparison_and_the_commit)
{
    static const char *const lines[] = {"second"};
    struct witness witness = {0};
    struct store_leases *a = open_leases("between", "a"), *b = open_leases("between", "b");
    renew(a, "irc:one", NULL);
    struct store *old = open_unit("between", "irc:one", "a");
    int64_t table = store_next_table(old);
    assert_int_equal(witness_append(old, table, 1, "first"), STORE_OK);
    struct postgres_session *holder =
        postgres_server_begin(server, "BEGIN; SELECT 1 FROM between.record FOR UPDATE");
    store_append(old, table, 2, lines, 1, false, witness_done, &witness);
    wait_for_lock();
    end_leases("between", "a");
    renew(b, "irc:one", NULL);
    assert_owners("-", "-");
    postgres_server_end(holder);
    witness_wait(&witness, old, 1);
    assert_int_equal(witness.results[0], STORE_OK);
    renew(b, "irc:one", NULL);
    assert_owners("b", "-");
    assert_int_equal(witness_append(old, table, 3, "too late"), STORE_BUSY);
    store_close(old);
    store_leases_close(a);
    store_leases_close(b);
}

/* The other way round: a process that compares while the unit is being taken waits, and writes
   nothing. */
static test_case(test_who_compares_while_the_unit_is_taken_writes_nothing)
{
    static const char *const lines[] = {"too late"};
    struct witness witness = {0};
    struct store_leases *a = open_leases("meanwhile", "a");
    renew(a, "irc:one", NULL);
    struct store *old = open_unit("meanwhile", "irc:one", "a");
    int64_t table = store_next_table(old);
    assert_int_equal(witness_append(old, table, 1, "first"), STORE_OK);
    struct postgres_session *taker = postgres_server_begin(
        server,
        "BEGIN; UPDATE meanwhile.unit SET term = term + 1 WHERE name = 'irc:one' RETURNING 1");
    store_append(old, table, 2, lines, 1, false, witness_done, &witness);
    wait_for_lock();
    postgres_server_commit(taker);
    witness_wait(&witness, old, 1);
    assert_int_equal(witness.results[0], STORE_BUSY);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM meanwhile.line"), 1);
    store_close(old);
    store_leases_close(a);
}

/* A process that died is started again on the same machine within its lease. */
static test_case(test_the_same_owner_writes_once)
{
    struct store_leases *a = open_leases("again", "a");
    renew(a, "irc:one", NULL);
    struct store *old = open_unit("again", "irc:one", "a"),
                 *now = open_unit("again", "irc:one", "a");
    int64_t table = store_next_table(now);
    assert_int_equal(witness_append(old, table, 1, "too late"), STORE_BUSY);
    assert_int_equal(witness_append(now, table, 1, "first"), STORE_OK);
    store_close(old);
    store_close(now);
    store_leases_close(a);
}

static test_case(test_tables_of_units_never_share_a_number)
{
    struct store_leases *a = open_leases("numbers", "a");
    renew(a, "irc:one", NULL);
    renew(a, "irc:two", NULL);
    struct store *one = open_unit("numbers", "irc:one", "a"),
                 *two = open_unit("numbers", "irc:two", "a");
    int64_t first = store_next_table(one), second = store_next_table(two);
    assert_int_equal(second - first, UNIT_TABLES);
    assert_int_equal(witness_append(two, second, 1, "line"), STORE_OK);
    assert_int_equal(witness_append(one, first, 1, "line"), STORE_OK);
    assert_int_equal(store_next_table(one), first + 1);
    assert_int_equal(store_next_table(two), second + 1);
    postgres_server_do(server, "UPDATE numbers.record SET ended = 1, last = 1");
    witness_prune(one, 1000); /* the newest of each stays, so that no number is used twice */
    assert_int_equal(store_next_table(one), first + 1);
    assert_int_equal(store_next_table(two), second + 1);
    store_close(one);
    store_close(two);
    store_leases_close(a);
}

static test_case(test_a_house_is_shared_or_served_as_a_whole)
{
    char said[WHY_BYTES];
    struct store_leases *a = open_leases("whole", "a");
    renew(a, "irc:one", NULL);
    assert_null(try_store("whole", NULL, NULL, said));
    assert_non_null(strstr(said, "1 processes with postgres_lease share this database"));
    struct store *old = open_unit("whole", "irc:one", "a");
    end_leases("whole", "a"); /* as if it were cut off */
    struct store *whole = try_store("whole", NULL, NULL, said);
    assert_non_null(whole);
    assert_int_equal(witness_append(whole, 1, 1, "first"), STORE_OK);
    assert_int_equal(witness_append(old, store_next_table(old), 1, "too late"), STORE_BUSY);
    renew(a, "irc:one", NULL);
    assert_owners("-", "-"); /* nothing is taken of a house that is served as a whole */
    store_close(old);
    store_close(whole);
    store_leases_close(a);
}

static test_fixture(start)
{
    log_setup(LOG_ERROR, -1);
    server = postgres_server_start(NULL);
    return server ? 0 : -1;
}

static test_fixture(stop)
{
    postgres_server_stop(server);
    return 0;
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_units_go_to_whoever_has_fewest),
#ifdef TABLETALK_POSTGRES
        cmocka_unit_test(test_a_unit_has_one_owner_until_its_lease_is_over),
        cmocka_unit_test(test_a_process_ends_with_its_units_and_all_know_when),
        cmocka_unit_test(test_a_lease_that_is_held_is_not_renewed),
        cmocka_unit_test(test_a_unit_that_is_new_is_added_while_the_house_runs),
        cmocka_unit_test(test_units_of_former_times_take_no_place),
        cmocka_unit_test(test_an_owner_whose_lease_is_over_writes_nothing),
        cmocka_unit_test(test_a_transaction_that_stands_still_keeps_only_its_own_unit),
        cmocka_unit_test(test_nobody_takes_a_unit_between_the_comparison_and_the_commit),
        cmocka_unit_test(test_who_compares_while_the_unit_is_taken_writes_nothing),
        cmocka_unit_test(test_the_same_owner_writes_once),
        cmocka_unit_test(test_tables_of_units_never_share_a_number),
        cmocka_unit_test(test_a_house_is_shared_or_served_as_a_whole),
    };
    return cmocka_run_group_tests_name("leases", tests, start, stop);
#else
    };
    return cmocka_run_group_tests_name("leases", tests, NULL, NULL);
#endif
}
