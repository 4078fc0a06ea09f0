/* The server itself: whether it proves its name, whether its disk is full, whether it is too
   old. */

#include "shared.h"

#ifdef TABLETALK_POSTGRES
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "postgres_link.h"
#include "postgres_server.h"
#include "store.h"
#include "store_witness.h"
#include "testing.h"

/* ---- TLS ---- */

static void put_line_to(char line[512], const char *host, const char *authority)
{
    snprintf(line, 512,
             "host=%s hostaddr=127.0.0.1 port=%d user=tabletalk dbname=tabletalk sslrootcert=%s/%s "
             "options=-csearch_path=proven",
             host, postgres_server_port(server), postgres_server_folder(server), authority);
}

static void assert_unproven(const char *host, const char *authority, const char *words)
{
    char line[512], said[WHY_BYTES];
    put_line_to(line, host, authority);
    struct store *store = try_open(line, NULL, said);
    if (store || !strstr(said, words) || !strstr(said, "sslrootcert"))
        fprintf(stderr, "%s: %s\n", line, said);
    assert_null(store);
    assert_non_null(strstr(said, words));
    assert_non_null(strstr(said, "sslrootcert")); /* what to look at */
}

test_case(test_another_machine_must_prove_its_name)
{
    char line[512], said[WHY_BYTES];
    assert_true(postgres_server_secure(server, "db.example"));
    postgres_server_line(server, "proven"); /* which makes the schema */
    put_line_to(line, "db.example", "ca.pem");
    struct store *store = try_open(line, NULL, said);
    if (!store)
        fprintf(stderr, "%s\n", said);
    assert_non_null(store);
    assert_int_equal(append_to(store, 1, 1), STORE_OK);
    assert_true(
        postgres_server_do(
            server,
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND usename = 'tabletalk'") >
        0);
    store_close(store);
    assert_unproven("other.example", "ca.pem", "does not match host name");
    assert_unproven("db.example", "other.pem", "certificate verify failed");
}

/* ---- a full disk ---- */

test_case(test_a_full_disk_refuses_and_play_goes_on)
{
    struct store *store = open_house("filled");
    assert_int_equal(append_to(store, 1, 1), STORE_OK);
    postgres_server_do(
        server, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$");
    postgres_server_do(
        server,
        "CREATE TRIGGER full_disk BEFORE INSERT ON filled.line EXECUTE FUNCTION full_disk()");
    assert_int_equal(append_to(store, 1, 2), STORE_FULL);
    assert_int_equal(append_to(store, 1, 2), STORE_FULL);
    postgres_server_do(server, "DROP TRIGGER full_disk ON filled.line");
    assert_int_equal(append_to(store, 1, 2), STORE_OK);
    store_close(store);
}

/* Lines as long as they may be, until there is no room; then one that was refused, and more. */
test_case(test_a_disk_that_is_really_full_does_the_same)
{
    static char line[STORE_LINE_MAX + 1];
    struct store *store = open_house("brim");
    if (!postgres_server_small_disk(server, 2)) {
        print_message("no disk can be mounted here: left out\n");
        store_close(store);
        return;
    }
    for (size_t i = 0; i < sizeof line - 1; i++)
        line[i] = (char)('a' + random() % 26); /* which the server cannot make shorter */
    postgres_server_do(server, "ALTER TABLE brim.line SET TABLESPACE small");
    int64_t seq = 1;
    enum store_result result;
    while ((result = witness_append(store, 1, seq, line)) == STORE_OK)
        check(++seq < 10000);
    assert_int_equal(result, STORE_FULL);
    assert_int_equal(witness_append(store, 1, seq, line), STORE_FULL);
    assert_true(postgres_server_small_disk(server, 20));
    for (int i = 0; i < 10; i++)
        assert_int_equal(witness_append(store, 1, seq + i, line), STORE_OK);
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM brim.line"), seq + 9);
    store_close(store);
}

/* ---- its version ---- */

static int version_of_12(const PGconn *conn)
{
    (void)conn;
    return 120022;
}

test_case(test_a_server_that_is_too_old_is_refused)
{
    char said[WHY_BYTES];
    int (*version)(const PGconn *conn) = PQserverVersion;
    PQserverVersion = version_of_12;
    struct store *store = try_open(postgres_server_line(server, "old"), NULL, said);
    PQserverVersion = version;
    assert_null(store);
    assert_non_null(strstr(said, "PostgreSQL 12, and tabletalk needs version 13 or newer"));
    assert_int_equal(postgres_server_do(server, "SELECT (to_regclass('old.house') IS NULL)::int"),
                     1); /* left as it was */
}
#endif
