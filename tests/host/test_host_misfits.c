/* Things that no record can hold, or that cannot happen any more when they are to be saved. The
   person who asked is refused, their seat waits for its word, and the house goes on. Each of
   these once ended the program for everybody. */
#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "reader.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

static bool has_seat(const char *room, const char *key)
{
    return host_is_seated(house_table(&house, room),
                          &(struct heard){.network = "net", .key = key, .name = key});
}

static void disk_waits(bool waits)
{
    faulty_store_hold(faulty, waits);
    house_settle(&house);
}

static void say_meanwhile(const char *room, const char *who, const char *text)
{
    house_say_as(&house, room, who, 0, NULL, text);
}

static void login(const char *key, const char *lasting)
{
    host_bound(house.host, identity("net", key), lasting, ++house.now);
}

/* The table in #g is played on, now and after a restart. */
static void expect_play(void)
{
    house_forget(&house);
    house_say(&house, "#g", "$ann", "hide d me1");
    house_say(&house, "#g", "$ann", "leave");
    house_expect(&house, "$ann leaves");
    assert_int_equal(house_restart(&house), 1);
}

static void take_word(char claim[32])
{
    const char *told = strstr(house.told, in_words("<SEAT_WORD_1> "));
    assert_non_null(told);
    snprintf(claim, 32, "seat %.11s", told + strlen("Your seat word is "));
}

/* ---- what no line can hold ---- */

static test_case(a_login_to_a_name_that_cannot_be_kept_leaves_the_seat_to_its_word)
{
    char claim[32];
    house_say(&house, "#g", "$ann", "open ");
    house_say(&house, "#g", "bob", "join");
    take_word(claim);
    login("bob", "$bob\x04");
    house_settle(&house);
    assert_false(has_seat("#g", "bob"));
    assert_false(has_seat("#g", "$bob\x04"));
    house_wait(&house, 60000);
    /* it is not tried again */
    assert_int_equal(house_count(&house, "<SAVE_WAITS_3>"), 0);
    house_say(&house, NULL, "bob.2", claim);
    assert_true(has_seat("#g", "bob.2"));
    expect_play();
}

static test_case(who_cannot_be_kept_gets_a_sentence_and_no_seat)
{
    house_say(&house, "#g", "$eve\x12", "open ");
    house_expect(&house, "<SAVE_MISFIT_1> ");
    assert_null(house_table(&house, "#g"));
    house_say(&house, "#g", "$ann", "open ");
    house_forget(&house);
    house_say(&house, "#g", "$eve\x12", "join");
    house_expect(&house, "<SAVE_MISFIT_1> ");
    assert_false(has_seat("#g", "$eve\x12"));
    house_say(&house, "#g", "bob", "join");
    expect_play();
}

static test_case(a_room_that_cannot_be_kept_gets_no_table)
{
    house_say(&house, "#g\x02", "$ann", "open ");
    house_expect(&house, "to $ann: <SAVE_MISFIT_1> ");
    assert_null(house_table(&house, "#g\x02"));
    house_say(&house, "#g\x02", "$ann", "open ");
    assert_int_equal(house_count(&house, "<SAVE_MISFIT_1> "), 2);
    assert_int_equal(house_table_count(&house), 0);
}

static test_case(names_are_cleaned_wherever_they_come_from)
{
    struct heard heard = {
        .network = "net", .room = "#h", .key = "$eve", .name = "e\nv\x7f\x1b[m", .text = ""};
    house.name = "a\x7fnn\x03";
    house_say(&house, "#g", "$ann", "open ");
    assert_int_equal(house_seat(&house, "#g", "a?nn?"), 0);
    house.name = NULL;
    host_renamed(house.host, identity("net", "$ann"), "an\x7fn", ++house.now);
    house_settle(&house);
    assert_int_equal(house_seat(&house, "#g", "an?n"), 0);
    heard.now = ++house.now;
    host_open_apart(house.host, &heard, "heartcatchers", "");
    house_settle(&house);
    assert_int_equal(house_seat(&house, "#h", "e?v??[m"), 0);
    assert_int_equal(house_restart(&house), 2);
}

/* ---- two ways to one private room, while the disk works ---- */

static test_case(who_logs_in_and_opens_another_table_at_once_keeps_the_first)
{
    house_say(&house, NULL, "bob", "open ");
    disk_waits(true);
    login("bob", "$bob");
    say_meanwhile(NULL, "$bob", "open ");
    disk_waits(false);
    assert_true(has_seat("@$bob", "$bob"));
    house_expect(&house, "to $bob: ");
    assert_int_equal(house_table_count(&house), 1);
    assert_int_equal(house_restart(&house), 1);
}

static test_case(who_takes_a_seat_back_and_opens_another_table_at_once_has_the_seat)
{
    char claim[32];
    house_say(&house, NULL, "bob", "open ");
    take_word(claim);
    host_gone(house.host, identity("net", "bob"), ++house.now);
    disk_waits(true);
    say_meanwhile(NULL, "bob.2", claim);
    say_meanwhile(NULL, "bob.2", "open ");
    disk_waits(false);
    assert_true(has_seat("@bob.2", "bob.2"));
    assert_int_equal(house_table_count(&house), 1);
    assert_int_equal(house_restart(&house), 1);
}

static test_case(who_opens_a_table_and_logs_in_at_once_has_two_tables_and_one_waits)
{
    house_say(&house, NULL, "bob", "open ");
    disk_waits(true);
    say_meanwhile(NULL, "$bob", "open ");
    login("bob", "$bob");
    disk_waits(false);
    assert_true(has_seat("@$bob", "$bob"));
    assert_false(has_seat("@bob", "bob"));
    assert_int_equal(house_restart(&house), 2);
}

/* The record of another table holds the room: trying again would never end. */
/* Networks that only records name, and those of adapters, take no place from one another. */
static test_case(every_network_of_an_adapter_has_a_place)
{
    static char names[HOST_NETWORKS][HOST_NETWORK]; /* the host keeps pointers to them */
    int kept = 0;
    for (int i = 0; i < 100; i++) {
        char name[HOST_NETWORK];
        snprintf(name, sizeof name, "old:%d", i);
        kept += host_port_or_absent(house.host, name) != NULL;
    }
    assert_int_equal(kept, HOST_NETWORKS);
    for (int i = house.host->networks.count - kept; i < HOST_NETWORKS; i++) {
        struct host_port port = *host_port_of(house.host, "net");
        snprintf(names[i], sizeof names[i], "%s:%d", i % 2 ? "old" : "new", i); /* some come back */
        port.network = names[i];
        host_add_port(house.host, &port);
        assert_ptr_equal(host_port_of(house.host, names[i])->network, names[i]);
    }
    house_say(&house, "#g", "$ann", "open ");
    assert_non_null(house_table(&house, "#g"));
}

static test_case(a_login_to_a_room_that_a_record_holds_is_not_tried_for_ever)
{
    house_say(&house, NULL, "bob", "open ");
    faulty_store_fail(faulty, 0, 1000, STORE_TAKEN);
    int before = faulty_store_writes(faulty);
    login("bob", "$bob");
    house_settle(&house);
    house_wait(&house, 60000);
    assert_int_equal(faulty_store_writes(faulty) - before, 1);
    assert_false(has_seat("@bob", "bob"));
    faulty_store_fail(faulty, 0, 0, STORE_OK);
}

/* ---- a record that is full ---- */

static const char *const full =
    "The record of this table is full, so nothing more can be played here. Say !stop";

/* From here on `more` lines are taken. */
static struct session *fill(int more)
{
    struct session *session = house_table(&house, "#g");
    house.host->readings.lines_most = session->record.next_line - 1 + more;
    house_forget(&house);
    return session;
}

static void begin_full(void)
{
    house_say(&house, "#g", "$ann", "open ");
    house_say(&house, "#g", "$bob", "join");
    assert_true(host_is_playing(house_table(&house, "#g")));
    fill(0);
}

static test_case(a_full_record_takes_no_move_but_its_people_can_leave)
{
    begin_full();
    const struct session *session = house_table(&house, "#g");
    int64_t begun = session->record.next_line;
    for (int i = 0; i < 3; i++) {
        house_say(&house, "#g", "$ann", "hide d me1");
        house_say(&house, "#g", "$bob", "hide d me1");
    }
    /* to the one whose turn it is, and nobody else */
    assert_int_equal(house_count(&house, full), 3);
    assert_int_equal(session->record.next_line, begun);
    house_forget(&house);
    house_say(&house, "#g", "$bob", "leave");
    house_expect(&house, "$bob leaves");
    for (int i = 0; i < 20; i++) {
        house_say(&house, "#g", "$bob", "join");
        house_say(&house, "#g", "$bob", "leave");
    }
    house_expect(&house, full);
    assert_in_range(session->record.next_line, begun + 1, begun + 2 * 3);
    house_say(&house, "#g", "$ann", "leave");
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(a_full_record_can_be_stopped_and_read_back)
{
    begin_full();
    assert_int_equal(house_restart(&house), 1);
    fill(0);
    house_say(&house, "#g", "$ann", "stop");
    assert_null(house_table(&house, "#g"));
    house.host->readings.lines_most = RECORD_LINES_MOST;
    house_say(&house, "#g", "$ann", "open ");
    assert_non_null(house_table(&house, "#g"));
}

/* Starts and new names come by themselves: the room hears once why nothing follows, and nothing
   is tried again. */
static test_case(a_full_record_is_told_once_where_nobody_typed)
{
    house_say(&house, "#g", "$ann", "open ");
    fill(1);
    house_say(&house, "#g", "$bob", "join");
    house_wait(&house, 60000);
    house_expect(&house, "#g: <RECORD_FULL_1>");
    int writes = faulty_store_writes(faulty);
    host_renamed(house.host, identity("net", "$ann"), "anna", ++house.now);
    for (int i = 0; i < 36; i++)
        house_wait(&house, 5000);
    assert_int_equal(house_count(&house, full), 1);
    assert_int_equal(faulty_store_writes(faulty), writes);
    for (int i = 0; i < 30; i++)
        house_wait(&house, 60000);
    assert_null(house_table(&house, "#g")); /* nobody says anything: it closes all the same */
}

static test_case(a_lobby_whose_record_is_full_takes_nobody)
{
    house_say(&house, "#g", "$ann", "open ");
    fill(0);
    house_say(&house, "#g", "$bob", "join");
    house_expect(&house, "to $bob: <RECORD_FULL_1>");
    house_say(&house, "#g", "$ann", "options layout=hearts");
    house_expect(&house, "to $ann: <RECORD_FULL_1>");
    house_say(&house, "#g", "$ann", "leave");
    assert_null(house_table(&house, "#g"));
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_passing, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_login_to_a_name_that_cannot_be_kept_leaves_the_seat_to_its_word),
        test(who_cannot_be_kept_gets_a_sentence_and_no_seat),
        test(a_room_that_cannot_be_kept_gets_no_table),
        test(names_are_cleaned_wherever_they_come_from),
        test(who_logs_in_and_opens_another_table_at_once_keeps_the_first),
        test(who_takes_a_seat_back_and_opens_another_table_at_once_has_the_seat),
        test(who_opens_a_table_and_logs_in_at_once_has_two_tables_and_one_waits),
        test(every_network_of_an_adapter_has_a_place),
        test(a_login_to_a_room_that_a_record_holds_is_not_tried_for_ever),
        test(a_full_record_takes_no_move_but_its_people_can_leave),
        test(a_full_record_can_be_stopped_and_read_back),
        test(a_full_record_is_told_once_where_nobody_typed),
        test(a_lobby_whose_record_is_full_takes_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
