/* Records read back while the loop runs: in slices, network by network; one that is damaged or
   finds its room taken is lost to nobody, and keeps no other from coming back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "port.h"
#include "presence.h"
#include "reader.h"
#include "record.h"
#include "record_lines.h"
#include "recover.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

static void ready(const char *room)
{
    host_room_ready(house.host, "net", room, house.now);
    house_settle(&house);
}

static int64_t lines_of(int64_t table)
{
    return record_lines(store, table);
}

static void note_state(void *arg, const struct host_table *table)
{
    struct host_table *wanted = arg;
    if (table->number == wanted->number)
        *wanted = *table;
}

static struct host_table table_of(int64_t number)
{
    struct host_table table = {.number = number, .line = -1};
    host_each_table(house.host, note_state, &table);
    return table;
}

/* ---- a record that cannot be played again ---- */

static void one_damaged_record_keeps_no_other_from_coming_back(void **state)
{
    (void)state;
    deal("#g", "ann", "bob");
    deal("#h", "cid", "dan");
    record_append_raw(store, 1, "move p1 dance hash=00");
    assert_int_equal(house_restart(&house), 1);
    assert_null(house_table(&house, "#g"));
    assert_non_null(house_table(&house, "#h"));
    struct host_table damaged = table_of(1);
    assert_int_equal(damaged.state, HOST_TABLE_DAMAGED);
    assert_int_equal(damaged.line, lines_of(1));
    assert_string_equal(damaged.room, "#g");
    assert_non_null(strstr(damaged.why, "hex digits"));
}

static void its_room_hears_of_it_once_and_can_have_another_table(void **state)
{
    (void)state;
    deal("#g", "ann", "bob");
    record_append_raw(store, 1, "move p1 dance hash=00");
    for (int i = 0; i < 3; i++) {
        house_restart(&house);
        ready("#g");
    }
    assert_int_equal(house_count(&house, "#g: <RECORD_DAMAGED_1 number=1>"), 1);
    house_say(&house, "#g", "ann", "deal kritters");
    house_expect(&house, "<OPENED_COLOUR_MY_KRITTERS who=ann>");
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(table_of(1).state, HOST_TABLE_DAMAGED);
}

static void note_room(void *arg, const char *room)
{
    assert_string_equal(room, "#g");
    ++*(int *)arg;
}

/* Records of version 1 are dropped, and their rooms hear what to do. */
static test_case(a_table_of_an_earlier_version_ends_with_a_sentence)
{
    static const char *const lines[] = {
        "record version=1 game=coloretto rules=1 network=net room=#g opener=ann name=ann",
        "sit seat=1 key=ann name=ann"};
    struct store_append append = {
        .table = 1, .first_seq = 1, .lines = lines, .count = 2, .place = {"net", "#g"}};
    store_write(store, &append, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        int untold = 0;
        assert_int_equal(house_restart(&house), 0);
        host_each_room_to_tell(house.host, "net", note_room, &untold);
        assert_int_equal(untold, i == 0); /* no table is there, but the room is told */
        ready("#g");
    }
    assert_int_equal(house_count(&house, "#g: <RECORD_OLD_1>"), 1);
    house_expect(&house, "<RECORD_OLD_2 id=coloretto>");
    assert_int_equal(table_of(1).line, -1); /* it is over */
}

static void an_admin_ends_what_is_damaged_or_set_aside(void **state)
{
    (void)state;
    deal("#g", "ann", "bob");
    record_append_raw(store, 1, "move p1 dance hash=00");
    house_restart(&house);
    assert_true(host_end_table(house.host, 1, "my admin", house.now));
    assert_false(host_end_table(house.host, 1, "my admin", house.now));
    deal("#h", "cid", "dan");
    house_wait(&house, PRESENCE_SILENT_MS);
    house_say(&house, "#h", "eve", "free");
    assert_int_equal(table_of(2).state, HOST_TABLE_ASIDE);
    assert_true(host_end_table(house.host, 2, "my admin", house.now));
    house_settle(&house);
    assert_int_equal(house_restart(&house), 0);
    assert_int_equal(table_of(1).line, -1);
    assert_int_equal(table_of(2).line, -1);
}

/* Somebody who can continue the chain still cannot write nonsense: each field is checked. */
static void no_field_is_read_unchecked(void **state)
{
    static const char *const wrong[] = {
        "sit seat=3",
        "sit seat=3 person=1 robot=greedy name=eve",
        "sit seat=3 person=1 name=eve",
        "sit seat=3 robot=greddy name=robot",
        "sit seat=9 person=1",
        "sit seat=3 person=0",
        "sit seat=3 person=3",
        "sit seat=3 robot=greedy name=e%0ave",
        "sit seat=3 person=1 wodr=00",
        "sit seat=3 person=1 word=00",
        "sit seat=3 person=1 person=2",
        "sit now seat=3 person=1",
        "name person=1",
        "name person=0 called=0000000000000000000000000000000000000000000000000000000000000000",
        "bind seat=1",
        "claim seat=1 person=1",
        "word seat=1 word=00000000000000000000000000000000000000000000000000000000000000000",
        "option game=5",
        "unsit seat=3",
        "unsit seat=+2",
        "unsit seat=-0",
        "unsit seat=02",
        "unsit seat=%202",
        "unsit seat=2%0a",
        "unsit seat=0x2",
        "aside at=-1",
        "aside at=+1",
        "aside at=",
        "aside at=999999999999999999999",
        "resume",
        "room number=2 network=net",
        "room number=3 network=net room=#h",
        "room number=2 network=net room=#h person=1",
        "unroom number=1",
        "unroom number=2",
        "undo to=1",
        "repair to=0",
        "end reason=because",
        "end"};
    (void)state;
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    int good = (int)lines_of(1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        record_append(store, 1, NULL, wrong[i]);
        if (house_restart(&house) != 0)
            fail_msg("'%s' is taken for a good line", wrong[i]);
        assert_int_equal(table_of(1).state, HOST_TABLE_DAMAGED);
        record_append_repair(store, 1, good);
        assert_int_equal(house_restart(&house), 1);
    }
}

/* ---- one room, two records ---- */

/* As databases from before rooms were keys can hold. */
static void open_two_tables_for_one_room(void)
{
    deal("#g", "ann", "bob");
    house_close(&house);
    /* does not know of the first, as after a network came late */
    house_open(&house, store, true, 2);
    house.host->tables.next = 2;
    struct store_append away = {.table = 1, .first_seq = lines_of(1) + 1, .leaves = true};
    store_write(store, &away, NULL, NULL);
    store_flush(store);
    deal("#g", "cid", "dan");
}

static void of_two_tables_for_one_room_none_is_lost(void **state)
{
    (void)state;
    open_two_tables_for_one_room();
    for (int i = 0; i < 2; i++)
        assert_int_equal(house_restart(&house), 1);
    assert_int_equal(host_table_number(house_table(&house, "#g")), 2);
    house_forget(&house);
    ready("#g");
    assert_int_equal(house_count(&house, "#g: <SET_ASIDE_DOUBLE_1>"), 1);
    assert_int_equal(table_of(1).state, HOST_TABLE_ASIDE);
    house_restart(&house);
    ready("#g");
    assert_int_equal(house_count(&house, "<SET_ASIDE_DOUBLE_2>"), 1);
    house_say(&house, "#h", "ann", "resume 1");
    house_settle(&house);
    assert_non_null(house_table(&house, "#h"));
}

/* The store does not know whether the first of them was set aside: what is written next stands
   behind that line. */
static test_case(that_a_table_was_set_aside_is_read_back)
{
    open_two_tables_for_one_room();
    int64_t lines = lines_of(1);
    assert_int_equal(house_restart(&house), 1);
    faulty_store_lose_answers(faulty, 0, 1);
    ready("#g");
    assert_int_equal(house_count(&house, "<SET_ASIDE_DOUBLE_2>"), 1);
    assert_int_equal(lines_of(1), lines + 1);
    house_say(&house, "#h", "ann", "resume 1");
    house_settle(&house);
    assert_non_null(house_table(&house, "#h"));
    assert_int_equal(house_restart(&house), 2);
}

/* ---- networks that come later ---- */

static int recovered;

static void note_recovered(void *arg, const char *network)
{
    (void)arg;
    assert_string_equal(network, "net");
    recovered++;
}

static void nothing(void *self, const struct post *post)
{
    (void)self;
    (void)post;
}

static void nothing_private(void *self, const struct whisper *whisper)
{
    (void)self;
    (void)whisper;
}

/* Over the same store, with a network that nobody hears. */
static struct host *new_host(void)
{
    struct host *host = host_new(store, NULL, NULL);
    struct host_port port = {.network = "net", .post = nothing, .whisper = nothing_private};
    host_add_port(host, &port);
    return host;
}

static void serve(struct host *host)
{
    for (int i = 0; i < 100; i++) {
        store_flush(store);
        store_dispatch(store);
        host_tick(host, house.now);
    }
}

static test_case(a_network_that_comes_later_has_its_tables)
{
    deal("#g", "ann", "bob");
    deal("#h", "cid", "dan");
    struct host *host = host_new(store, NULL, NULL);
    host_on_recovered(host, note_recovered, NULL);
    assert_true(host_begin_recovery(host));
    serve(host);
    assert_true(host_is_recovered(host));
    assert_int_equal(host_table_count(host), 0);
    struct host_port port = {.network = "net", .post = nothing, .whisper = nothing_private};
    recovered = 0;
    host_add_port(host, &port);
    assert_false(host_is_recovered(host));
    serve(host);
    assert_true(host_is_recovered(host));
    assert_int_equal(recovered, 1);
    assert_int_equal(host_table_count(host), 2);
    assert_int_equal(host->faults.count, 0); /* that a network is not configured is no fault */
    host_free(host);
}

/* A server that comes back: neither a table nor what it has heard is given up meanwhile. */
static test_case(what_the_store_cannot_be_reached_for_is_read_later)
{
    /* the ids of messages of all tables, and two records */
    enum { SETTINGS = 1, READINGS = 60 + 2 };
    deal("#g", "ann", "bob");
    deal("#h", "cid", "dan");
    for (int skip = 0; skip < READINGS; skip++) {
        struct host *host = new_host();
        faulty_store_fail_reads(faulty, SETTINGS + skip, 2, STORE_AWAY);
        assert_true(host_begin_recovery(host));
        serve(host);
        assert_false(host_is_recovered(host));
        for (int i = 0; i < 2; i++) {
            house.now += 1000;
            serve(host);
        }
        assert_true(host_is_recovered(host));
        assert_int_equal(host_table_count(host), 2);
        assert_int_equal(host->faults.count, 0);
        host_free(host);
    }
}

/* Who is banned and who is linked is read only at the start: the program ends and is started
   again. Where they are damaged, that would not help. */
static test_case(settings_that_are_away_end_the_start)
{
    deal("#g", "ann", "bob");
    struct host *host = new_host();
    faulty_store_fail_reads(faulty, 0, 1, STORE_AWAY);
    assert_false(host_begin_recovery(host));
    faulty_store_fail_reads(faulty, 0, 1, STORE_DAMAGED);
    assert_true(host_begin_recovery(host));
    serve(host);
    assert_int_equal(host_table_count(host), 1);
    host_free(host);
}

/* What is read again when the program ends is nobody's any more. */
static test_case(it_can_end_while_the_store_is_away)
{
    deal("#g", "ann", "bob");
    struct host *host = new_host();
    faulty_store_fail_reads(faulty, 2, 1000, STORE_AWAY);
    assert_true(host_begin_recovery(host));
    serve(host);
    assert_false(host_is_recovered(host));
    host_free(host);
    faulty_store_fail_reads(faulty, 0, 0, STORE_OK);
    assert_int_equal(house_restart(&house), 1);
}

/* However long a record is, one turn of the loop plays so many lines of it. */
static test_case(a_turn_reads_a_bounded_part)
{
    enum { SLICES = 20 };
    deal("#g", "ann", "bob");
    for (int i = 0; i < SLICES * READ_LINES; i++)
        record_append(store, 1, house_table(&house, "#g"),
                      i % 2 ? "back seat=1" : "away seat=1 why=left");
    struct host *host = new_host();
    assert_true(host_begin_recovery(host));
    int turns = 0;
    for (; !host_is_recovered(host) && turns < 100; turns++) {
        store_flush(store);
        store_dispatch(store);
        host_tick(host, house.now);
    }
    assert_int_equal(host_table_count(host), 1);
    assert_true(turns >= SLICES);
    host_free(host);
}

/* A program that is told to end does so, however far it has come. */
static test_case(it_can_end_in_the_middle)
{
    deal("#g", "ann", "bob");
    deal("#h", "cid", "dan");
    for (int turns = 0; turns < 12; turns++) {
        struct host *host = new_host();
        assert_true(host_begin_recovery(host));
        for (int i = 0; i < turns; i++) {
            if (i % 2)
                store_dispatch(store);
            host_tick(host, house.now);
        }
        host_free(host);
        store_flush(store);
        store_dispatch(store);
    }
    assert_int_equal(house_restart(&house), 2);
}

/* ---- ids of messages ---- */

/* A server may choose ids as another network does. */
static test_case(ids_are_their_networks_own)
{
    struct host_port port = {.network = "other", .post = nothing, .whisper = nothing_private};
    for (int i = 0; i < 2; i++) {
        house_say_as(&house, "#g", "ann", 0, "m1", "deal coloretto");
        house_settle(&house);
        house_say_as(&house, "#g", "ann", 0, "m2", "stop");
        house_settle(&house);
        if (i == 1)
            house_restart(&house);
        host_add_port(house.host, &port);
        struct heard heard = {.network = "other",
                              .room = "#o",
                              .key = "eve",
                              .name = "eve",
                              .text = "deal coloretto",
                              .id = "m1",
                              .now = ++house.now};
        host_hear(house.host, NULL, &heard);
        house_settle(&house);
        assert_non_null(host_find(house.host, "other", "#o"));
        heard.text = "stop";
        heard.id = "m3";
        heard.now = ++house.now;
        host_hear(house.host, host_find(house.host, "other", "#o"), &heard);
        house_settle(&house);
        /* on its own it is heard once */
        house_say_as(&house, "#g", "ann", 0, "m1", "deal coloretto");
        assert_null(house_table(&house, "#g"));
        house_close(&house);
        store_close(store);
        open_house(NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_damaged_record_keeps_no_other_from_coming_back,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(its_room_hears_of_it_once_and_can_have_another_table,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(a_table_of_an_earlier_version_ends_with_a_sentence,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(an_admin_ends_what_is_damaged_or_set_aside, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(no_field_is_read_unchecked, open_house, close_house),
        cmocka_unit_test_setup_teardown(of_two_tables_for_one_room_none_is_lost, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(that_a_table_was_set_aside_is_read_back, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_network_that_comes_later_has_its_tables, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(what_the_store_cannot_be_reached_for_is_read_later,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(settings_that_are_away_end_the_start, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(it_can_end_while_the_store_is_away, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_turn_reads_a_bounded_part, open_house, close_house),
        cmocka_unit_test_setup_teardown(it_can_end_in_the_middle, open_house, close_house),
        cmocka_unit_test_setup_teardown(ids_are_their_networks_own, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
