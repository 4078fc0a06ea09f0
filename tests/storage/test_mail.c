/* Mail between processes of a shared house, in a real PostgreSQL: it arrives once, in order, and
   comes again to the next process until it is dealt with. Nothing is lost or doubled when the
   server is killed, or a commit is lost on its way back. Too much for one place or unit is
   refused, and nobody else waits. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "log.h"
#include "postgres_server.h"
#include "store.h"
#include "store_people.h"
#include "store_postgres.h"
#include "testing.h"
#include "text.h"

#ifdef TABLETALK_POSTGRES

enum { WHY_BYTES = 512, MOST = 4096, LEASE_S = 60, ROWS = 2000 };

static struct postgres_server *server;
static const char *const units[] = {"irc:one", "irc:two", "irc:three"};
enum { UNITS = 3 };

/* What one process was given. */
struct box {
    struct store *store;
    struct store_mail *mail;
    const char *unit;
    struct letter {
        char from[LEASE_NAME], body[64];
        int64_t number;
    } letters[MOST];
    int count, refused;
    struct row {
        char key[64], value[64]; /* "(gone)" */
    } rows[ROWS];
    int row_count; /* told, in their order */
};

static void arrived(void *arg, const struct store_mail_item *item)
{
    struct box *box = arg;
    check(box->count < MOST);
    struct letter *letter = &box->letters[box->count++];
    snprintf(letter->from, sizeof letter->from, "%s", item->unit);
    snprintf(letter->body, sizeof letter->body, "%s", item->body);
    letter->number = item->number;
}

static void refused(void *arg, const struct store_mail_item *item)
{
    ((struct box *)arg)->refused++;
    assert_int_equal(item->number, 0);
}

static void kept(void *arg, const char *key, const char *value)
{
    struct box *box = arg;
    check(box->row_count < ROWS);
    struct row *row = &box->rows[box->row_count++];
    snprintf(row->key, sizeof row->key, "%s", key);
    snprintf(row->value, sizeof row->value, "%s", value ? value : "(gone)");
}

static struct store_leases *lease(const char *schema)
{
    char said[WHY_BYTES];
    struct text why = text_over(said, WHY_BYTES);
    static struct lease_view view;
    struct lease_wish wish = {.take_count = UNITS};
    const struct store_postgres where = {.server = postgres_server_line(server, schema)};
    struct store_leases *leases = store_leases_open(&where, "a", LEASE_S, units, UNITS, &why);
    assert_non_null(leases);
    for (int i = 0; i < UNITS; i++)
        snprintf(wish.take[i], LEASE_NAME, "%s", units[i]);
    assert_true(store_leases_renew(leases, &wish, &view, &why));
    return leases;
}

static void open_box(struct box *box, const char *schema, const char *unit)
{
    char said[WHY_BYTES] = "";
    struct text why = text_over(said, WHY_BYTES);
    const struct store_postgres where = {
        .server = postgres_server_line(server, schema), .unit = unit, .owner = "a"};
    *box = (struct box){.unit = unit};
    box->store = store_postgres_open(&where, &why);
    assert_non_null(box->store);
    box->mail =
        store_mail_open(&where, units, UNITS,
                        &(struct store_mail_watch){
                            .arrived = arrived, .refused = refused, .kept = kept, .arg = box},
                        &why);
    if (!box->mail)
        fail_msg("%s", said);
}

static void close_box(struct box *box)
{
    assert_true(store_mail_close_for(box->mail, TEST_SOON_MS));
    store_close(box->store);
}

static bool send(struct box *box, const char *to, const char *place, int number)
{
    char body[32];
    snprintf(body, sizeof body, "%d", number);
    return store_mail_send(box->mail,
                           &(struct store_mail_item){.unit = to, .place = place, .body = body});
}

static void look(struct box *box, int milliseconds)
{
    struct pollfd poll_it = {.fd = store_mail_fd(box->mail), .events = POLLIN};
    if (poll(&poll_it, 1, milliseconds) > 0)
        store_mail_dispatch(box->mail);
}

static void wait_for(struct box *box, int count)
{
    for (long end = test_now() + TEST_SOON_MS; box->count < count && test_now() < end;)
        look(box, 50);
    assert_int_equal(box->count, count);
}

static int64_t waiting(const char *schema)
{
    char sql[64];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s.mail", schema);
    return postgres_server_do(server, sql);
}

static void deal_with(struct box *box, int from, int to)
{
    for (int i = from; i < to; i++)
        store_mail_done(box->mail, box->letters[i].from, box->letters[i].number);
}

static struct box one, two, three;

/* ---- the life of a mail ---- */

static test_case(test_mail_arrives_in_order_and_goes_when_it_is_dealt_with)
{
    struct store_leases *leases = lease("life");
    open_box(&one, "life", units[0]);
    open_box(&two, "life", units[1]);
    for (int i = 0; i < 200; i++)
        assert_true(send(&one, units[1], NULL, i));
    wait_for(&two, 200);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(atoi(two.letters[i].body), i);
        assert_string_equal(two.letters[i].from, units[0]);
        assert_true(i == 0 || two.letters[i].number > two.letters[i - 1].number);
    }
    look(&two, 300);
    assert_int_equal(two.count, 200);
    deal_with(&two, 0, 150);
    close_box(&two);
    assert_int_equal(waiting("life"), 50);
    /* another process: what was not dealt with comes again, and nothing else */
    open_box(&two, "life", units[1]);
    wait_for(&two, 50);
    assert_int_equal(atoi(two.letters[0].body), 150);
    deal_with(&two, 0, 50);
    close_box(&two);
    close_box(&one);
    assert_int_equal(waiting("life"), 0);
    store_leases_close(leases);
}

static test_case(test_numbers_go_on_after_a_restart)
{
    struct store_leases *leases = lease("numbers");
    open_box(&one, "numbers", units[0]);
    open_box(&two, "numbers", units[1]);
    send(&one, units[1], NULL, 1);
    wait_for(&two, 1);
    deal_with(&two, 0, 1);
    close_box(&one);
    open_box(&one, "numbers", units[0]); /* its mail is gone, and its number is not given again */
    send(&one, units[1], NULL, 2);
    wait_for(&two, 2);
    assert_true(two.letters[1].number > two.letters[0].number);
    close_box(&one);
    close_box(&two);
    store_leases_close(leases);
}

/* ---- bounds ---- */

static test_case(test_a_place_that_is_full_delays_no_other)
{
    struct store_leases *leases = lease("bounds");
    open_box(&one, "bounds", units[0]);
    for (int i = 0; i < MAIL_PLACE; i++)
        assert_true(send(&one, units[1], "#full", i)); /* irc:two does not live */
    for (long end = test_now() + TEST_SOON_MS; waiting("bounds") < MAIL_PLACE && test_now() < end;)
        look(&one, 20);
    send(&one, units[1], "#full", MAIL_PLACE);
    for (long end = test_now() + TEST_SOON_MS; one.refused == 0 && test_now() < end;)
        look(&one, 20);
    assert_int_equal(one.refused, 1);
    assert_true(send(&one, units[1], "#other", 1)); /* of the same unit */
    open_box(&three, "bounds", units[2]);
    assert_true(send(&one, units[2], "#full", 7)); /* of another one */
    wait_for(&three, 1);
    assert_int_equal(one.refused, 1);
    assert_int_equal(waiting("bounds"), MAIL_PLACE + 2);
    close_box(&one);
    close_box(&three);
    store_leases_close(leases);
}

static test_case(test_a_unit_that_is_full_delays_no_other)
{
    struct store_leases *leases = lease("unit");
    open_box(&one, "unit", units[0]);
    char sql[300];
    snprintf(
        sql, sizeof sql,
        "INSERT INTO unit.mail SELECT 'irc:two', 'irc:one', -i, i, '' FROM generate_series(1, %d) AS i",
        MAIL_UNIT);
    postgres_server_do(server, sql);
    open_box(&three, "unit", units[2]);
    send(&one, units[1], "#new", 1);
    send(&one, units[2], "#new", 2);
    wait_for(&three, 1);
    for (long end = test_now() + TEST_SOON_MS; one.refused == 0 && test_now() < end;)
        look(&one, 20);
    assert_int_equal(one.refused, 1);
    close_box(&one);
    close_box(&three);
    store_leases_close(leases);
}

static test_case(test_a_body_that_is_too_long_is_refused_at_once)
{
    struct store_leases *leases = lease("long");
    char *body = calloc(1, MAIL_BODY + 2);
    check(body);
    memset(body, 'x', MAIL_BODY + 1);
    open_box(&one, "long", units[0]);
    struct store_mail_item item = {.unit = units[1], .place = "#b", .body = body};
    assert_false(store_mail_send(one.mail, &item));
    body[MAIL_BODY] = '\0';
    assert_true(store_mail_send(one.mail, &item));
    for (long end = test_now() + TEST_SOON_MS; waiting("long") < 1 && test_now() < end;)
        look(&one, 20);
    assert_int_equal(postgres_server_do(server, "SELECT length(body) FROM long.mail"), MAIL_BODY);
    free(body);
    close_box(&one);
    store_leases_close(leases);
}

/* ---- the server dies ---- */

/* Its processes are killed while mail is on its way: in the middle of a transaction, or of its
   commit. */
static test_case(test_nothing_is_lost_or_doubled_when_the_server_is_killed)
{
    enum { ALL = 1500, EACH = 50 };
    struct store_leases *leases = lease("killed");
    open_box(&one, "killed", units[0]);
    open_box(&two, "killed", units[1]);
    int kills = 0;
    for (int sent = 0; sent < ALL; sent++) {
        if (sent % EACH == EACH / 2)
            kills += postgres_server_signal(server, SIGKILL) > 0;
        while (!send(&one, units[1], NULL, sent))
            look(&two, 5);
        look(&two, 1);
    }
    wait_for(&two, ALL);
    for (int i = 0; i < ALL; i++)
        assert_int_equal(atoi(two.letters[i].body), i);
    deal_with(&two, 0, ALL);
    look(&two, 2 * MAIL_LOOK_MS);
    assert_int_equal(two.count, ALL);
    close_box(&one);
    close_box(&two);
    postgres_server_wait(server);
    assert_int_equal(waiting("killed"), 0);
    print_message("%d kills, %d mails: 0 lost, 0 doubled\n", kills, ALL);
    store_leases_close(leases);
}

/* The server waits in the commit for a copy that there is not, and is killed there: the commit
   was carried out, and nobody said so. The receiver has dealt with the mail before the sender
   asks again. */
static test_case(test_a_commit_of_unknown_outcome_is_not_made_twice)
{
    struct store_leases *leases = lease("unknown");
    open_box(&one, "unknown", units[0]);
    postgres_server_do(server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    postgres_server_do(server, "SELECT pg_reload_conf()::int");
    test_sleep(100);
    send(&one, units[1], NULL, 1);
    while (postgres_server_do(
               server, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 0)
        test_sleep(5);
    postgres_server_signal(server, SIGTERM);
    postgres_server_do(server, "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_server_do(server, "SELECT pg_reload_conf()::int");
    open_box(&two, "unknown", units[1]);
    wait_for(&two, 1);
    deal_with(&two, 0, 1);
    send(&one, units[1], NULL, 2);
    wait_for(&two, 2);
    assert_string_equal(two.letters[1].body, "2");
    deal_with(&two, 1, 2);
    close_box(&two);
    close_box(&one);
    assert_int_equal(waiting("unknown"), 0);
    store_leases_close(leases);
}

/* ---- rows about people ---- */

/* What it was told of the key last; "" for nothing. */
static const char *told(const struct box *box, const char *key)
{
    for (int i = box->row_count - 1; i >= 0; i--)
        if (strcmp(box->rows[i].key, key) == 0)
            return box->rows[i].value;
    return "";
}

static void wait_told(struct box *box, const char *key, const char *value)
{
    for (long end = test_now() + TEST_SOON_MS;
         strcmp(told(box, key), value) != 0 && test_now() < end;)
        look(box, 50);
    assert_string_equal(told(box, key), value);
}

static test_case(test_rows_about_people_are_told_to_all)
{
    struct store_leases *leases = lease("rows");
    open_box(&one, "rows", units[0]);
    store_put(one.store, "ban.1", "before", NULL, NULL);
    store_flush(one.store);
    open_box(&two, "rows", units[1]);
    wait_told(&two, "ban.1", "before"); /* what was there is told, too */
    store_put(one.store, "link.7", "some \xff bytes", NULL, NULL);
    store_put(one.store, "irc look $ann", "symbols", NULL, NULL);
    wait_told(&two, "link.7", "some \xff bytes");
    wait_told(&one, "link.7", "some \xff bytes"); /* its writer hears it as well */
    store_put(two.store, "link.7", NULL, NULL, NULL);
    wait_told(&one, "link.7", "(gone)");
    assert_string_equal(told(&two, "irc look $ann"), "");
    close_box(&two);
    close_box(&one);
    store_leases_close(leases);
}

/* Of more than wait one by one, all rows are read again: a process that reads late still reads
   what is now. */
static test_case(test_many_rows_are_read_again)
{
    enum { MANY = 500 };
    char key[32];
    struct store_leases *leases = lease("many");
    open_box(&one, "many", units[0]);
    open_box(&two, "many", units[1]);
    for (int i = 0; i < MANY; i++) {
        snprintf(key, sizeof key, "notice.%d", i);
        store_put(one.store, key, "first", NULL, NULL);
        store_put(one.store, key, i % 2 ? "second" : NULL, NULL, NULL);
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(key, sizeof key, "notice.%d", i);
        if (i % 2)
            wait_told(&two, key, "second");
        else if (*told(&two, key))
            wait_told(&two, key, "(gone)");
    }
    close_box(&two);
    close_box(&one);
    store_leases_close(leases);
}

/* Nobody could tell, as the connections were cut: the next ones read all. */
static test_case(test_rows_that_changed_meanwhile_are_found)
{
    struct store_leases *leases = lease("meanwhile");
    open_box(&one, "meanwhile", units[0]);
    store_put(one.store, "ban.1", "kept", NULL, NULL);
    store_put(one.store, "ban.2", "lifted", NULL, NULL);
    store_put(one.store, "roomban.9", "the last row", NULL, NULL);
    open_box(&two, "meanwhile", units[1]);
    wait_told(&two, "roomban.9", "the last row");
    postgres_server_signal(server, SIGTERM);
    /* tells nobody */
    postgres_server_do(server, "DELETE FROM meanwhile.setting WHERE key IN ('ban.2', 'roomban.9')");
    postgres_server_do(server, "INSERT INTO meanwhile.setting VALUES ('ban.3', 'new')");
    postgres_server_signal(server, SIGTERM);
    wait_told(&two, "ban.2", "(gone)");
    wait_told(&two, "ban.3", "new");
    wait_told(&two, "roomban.9", "(gone)");
    assert_string_equal(told(&two, "ban.1"), "kept");
    close_box(&two);
    close_box(&one);
    store_leases_close(leases);
}

static void on_erased(void *arg, enum store_result result)
{
    *(int *)arg = result == STORE_OK ? 1 : -1;
}

/* Mail that says who somebody is goes with the person, and so does the row, of which all are
   told. */
static test_case(test_erasing_takes_the_mail_of_a_person)
{
    int is_erased = 0;
    const struct store_person person = {.network = units[0], .key = "$ann"};
    const struct store_setting row = {"link.1", NULL};
    struct store_leases *leases = lease("erased");
    open_box(&one, "erased", units[0]);
    open_box(&two, "erased", units[1]);
    store_put(one.store, "link.1", "$ann", NULL, NULL);
    wait_told(&two, "link.1", "$ann");
    send(&one, units[2], "$ann", 1);  /* what she says to a table there, whose process is away */
    send(&two, units[0], "@$ann", 2); /* what is told her */
    send(&one, units[2], "$bob", 3);
    wait_for(&one, 1);
    for (long end = test_now() + TEST_SOON_MS; waiting("erased") < 3 && test_now() < end;)
        look(&two, 20);
    store_erase(one.store, &(struct store_erasure){&person, 1, &row, 1}, on_erased, &is_erased);
    store_flush(one.store);
    store_dispatch(one.store);
    assert_int_equal(is_erased, 1);
    assert_int_equal(waiting("erased"), 1);
    wait_told(&two, "link.1", "(gone)");
    close_box(&two);
    close_box(&one);
    store_leases_close(leases);
}

/* Two processes that start a new house at once hash with one salt. */
static test_case(test_the_salt_is_written_once)
{
    struct store_leases *leases = lease("salt");
    open_box(&one, "salt", units[0]);
    open_box(&two, "salt", units[1]);
    store_put(one.store, "host.salt", "first", NULL, NULL);
    store_flush(one.store);
    store_put(two.store, "host.salt", "second", NULL, NULL);
    store_flush(two.store);
    assert_int_equal(
        postgres_server_do(server, "SELECT count(*) FROM salt.setting WHERE value = 'first'"), 1);
    close_box(&two);
    close_box(&one);
    store_leases_close(leases);
}

/* ---- who may write ---- */

static test_case(test_an_owner_whose_lease_is_over_sends_nothing)
{
    struct store_leases *leases = lease("late");
    open_box(&one, "late", units[0]);
    postgres_server_do(server,
                       "UPDATE late.unit SET term = term + 1, owner = 'b' WHERE name = 'irc:one'");
    send(&one, units[1], NULL, 1);
    look(&one, 1500);
    assert_int_equal(waiting("late"), 0);
    /* it cannot be written, and the process ends */
    assert_false(store_mail_close_for(one.mail, 100));
    store_close(one.store);
    store_leases_close(leases);
}

static test_case(test_who_is_away_is_known)
{
    struct store_leases *leases = lease("away");
    open_box(&one, "away", units[0]);
    test_sleep(MAIL_LOOK_MS + 200);
    assert_false(store_mail_is_away(one.mail, units[1]));
    postgres_server_do(server,
                       "UPDATE away.unit SET until = clock_timestamp() WHERE name = 'irc:two'");
    for (long end = test_now() + TEST_SOON_MS;
         !store_mail_is_away(one.mail, units[1]) && test_now() < end;)
        test_sleep(20);
    assert_true(store_mail_is_away(one.mail, units[1]));
    assert_false(store_mail_is_away(one.mail, units[2]));
    close_box(&one);
    store_leases_close(leases);
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
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mail_arrives_in_order_and_goes_when_it_is_dealt_with),
        cmocka_unit_test(test_numbers_go_on_after_a_restart),
        cmocka_unit_test(test_a_place_that_is_full_delays_no_other),
        cmocka_unit_test(test_a_unit_that_is_full_delays_no_other),
        cmocka_unit_test(test_a_body_that_is_too_long_is_refused_at_once),
        cmocka_unit_test(test_nothing_is_lost_or_doubled_when_the_server_is_killed),
        cmocka_unit_test(test_a_commit_of_unknown_outcome_is_not_made_twice),
        cmocka_unit_test(test_who_is_away_is_known),
        cmocka_unit_test(test_rows_about_people_are_told_to_all),
        cmocka_unit_test(test_many_rows_are_read_again),
        cmocka_unit_test(test_rows_that_changed_meanwhile_are_found),
        cmocka_unit_test(test_erasing_takes_the_mail_of_a_person),
        cmocka_unit_test(test_the_salt_is_written_once),
        /* last: its thread goes on */
        cmocka_unit_test(test_an_owner_whose_lease_is_over_sends_nothing),
    };
    return cmocka_run_group_tests_name("mail", tests, start, stop);
#else
    return 0;
#endif
}
