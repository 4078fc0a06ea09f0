/* The network between tabletalk and the server: cut in the middle of an append, for short or for
   long, and what was on its way arrives when nobody expects it any more. */
#include "postgres_link.h"
#include "shared.h"

#ifdef TABLETALK_POSTGRES
#include <stdio.h>
#include <stdlib.h>

#include "child.h"
#include "forwarder.h"
#include "postgres_house.h"
#include "postgres_server.h"
#include "store.h"
#include "store_postgres.h"
#include "testing.h"
#include "text.h"

/* ---- a transaction and the connection behind it ---- */

static void open_link(struct postgres_link *link, struct postgres_address *address,
                      const char *schema)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, sizeof said);
    const struct store_postgres where = {.server = postgres_server_line(server, schema)};
    assert_true(postgres_address_init(address, &where, &why));
    postgres_link_init(link, address);
    assert_int_equal(postgres_link_open(link), SQL_OK);
}

static void close_link(struct postgres_link *link, struct postgres_address *address)
{
    postgres_link_close(link);
    postgres_address_fini(address);
}

static int begin(struct postgres_link *link, const struct postgres_hold *hold, int64_t before)
{
    int code = postgres_house_begin(link, hold, before, before + HOUSE_STEP);
    return postgres_link_do(link, code == SQL_OK ? "COMMIT" : "ROLLBACK", NULL) == SQL_OK ? code
                                                                                          : -1;
}

/* Number 2 was committed, and number 4 is somewhere in the network when another connection asks. */
test_case(test_an_old_transaction_is_barred)
{
    enum { TWO = HOUSE_STEP, FOUR = 2 * HOUSE_STEP };
    struct postgres_address addresses[2];
    struct postgres_link old, now;
    struct postgres_hold hold = {.name = "''"};
    int64_t batch = 0;
    struct store *store = open_house("barred");
    hold.term = postgres_server_do(server, "SELECT term FROM barred.unit WHERE name = ''");
    open_link(&old, &addresses[0], "barred");
    open_link(&now, &addresses[1], "barred");
    assert_int_equal(begin(&old, &hold, 0), SQL_OK);
    assert_int_equal(postgres_house_settle(&now, &hold, &batch), SQL_OK);
    assert_int_equal(batch, TWO); /* committed, and not barred */
    assert_int_equal(postgres_house_settle(&now, &hold, &batch), SQL_OK);
    assert_int_equal(batch, TWO + 1);
    assert_int_equal(begin(&old, &hold, TWO), LINK_FAILED + STORE_BUSY); /* which arrives now */
    batch = TWO;
    /* asked twice: as before */
    assert_int_equal(postgres_house_settle(&now, &hold, &batch), SQL_OK);
    assert_int_equal(batch, TWO + 1);
    assert_int_equal(begin(&now, &hold, TWO + 1), SQL_OK);
    batch = TWO;
    /* by somebody who comes late */
    assert_int_equal(postgres_house_settle(&now, &hold, &batch), SQL_OK);
    assert_int_equal(batch, FOUR + 1);
    assert_int_equal(begin(&now, &hold, FOUR + 1), SQL_OK);
    close_link(&old, &addresses[0]);
    close_link(&now, &addresses[1]);
    store_close(store);
}

/* ---- the network ---- */

static struct store *open_through(const struct forwarder *network, const char *schema)
{
    char line[256], said[WHY_BYTES];
    postgres_server_line(server, schema); /* which makes the schema */
    snprintf(line, sizeof line,
             "host=127.0.0.1 port=%d user=tabletalk dbname=tabletalk options=-csearch_path=%s",
             forwarder_port(network), schema);
    struct store *store = try_open(line, NULL, said);
    assert_non_null(store);
    return store;
}

/* A line of each table is on its way, in one message: the server knows the statements already. */
static void send_and_lose(struct writer *writer, struct forwarder *network)
{
    while (writer->answered < 4 * TABLES)
        let_write(writer, 20, true);
    forwarder_cut(network);
    for (int table = 0; table < TABLES; table++)
        send_append(&writer->tables[table]);
    while (!forwarder_holds(network))
        test_sleep(1);
}

static void wait_for_idle_backends(void)
{
    while (postgres_server_do(
        server,
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'tabletalk' AND state = 'active'"))
        test_sleep(5);
    test_sleep(20);
}

static int64_t lines_of(const char *schema)
{
    char sql[96];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s.line", schema);
    return postgres_server_do(server, sql);
}

test_case(test_what_the_network_delivers_late_changes_nothing)
{
    struct forwarder *network = forwarder_start(postgres_server_port(server));
    struct writer *writer = new_writer(open_through(network, "late"));
    send_and_lose(writer, network);
    int answered = writer->answered;
    forwarder_hang_up(network);
    let_write(writer, 0, false);
    assert_int_equal(writer->answered, answered + TABLES); /* over the next connection */
    int64_t lines = lines_of("late");
    forwarder_mend(network);
    wait_for_idle_backends();
    assert_int_equal(lines_of("late"), lines);
    let_write(writer, 20, true);
    assert_nothing_is_lost_or_doubled(writer);
    store_close(writer->store);
    free(writer);
    forwarder_stop(network);
}

/* For longer than anybody waits. */
test_case(test_a_cut_network_refuses_and_play_goes_on)
{
    struct forwarder *network = forwarder_start(postgres_server_port(server));
    struct writer *writer = new_writer(open_through(network, "cut"));
    send_and_lose(writer, network);
    while (writer->unknown == 0) {
        test_sleep(10);
        store_dispatch(writer->store);
    }
    /* refused, and not for want of an answer */
    assert_int_equal(append_to(writer->store, TABLES + 1, 1), STORE_AWAY);
    int64_t lines = lines_of("cut");
    forwarder_hang_up(network);
    let_write(writer, 0, false); /* it is read that nothing was saved */
    assert_int_equal(lines_of("cut"), lines);
    forwarder_mend(network);
    wait_for_idle_backends();
    assert_int_equal(lines_of("cut"), lines); /* although it arrives now */
    let_write(writer, 50, true);
    assert_nothing_is_lost_or_doubled(writer);
    print_message("cut: %d lines answered, %d unknown at first, %d refused\n", writer->answered,
                  writer->unknown, writer->refused);
    store_close(writer->store);
    free(writer);
    forwarder_stop(network);
}
#endif
