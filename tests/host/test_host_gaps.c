/* Keys that last beside keys that do not, as on IRC, where some people have accounts: who has a
   seat after a gap, a login, a return; and clocks that stand still meanwhile. In this house keys
   that begin with '$' last. */
#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "port.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "turn.h"

static void seat_two(const char *first, const char *second)
{
    house_say(&house, "#g", first, "open ");
    house_say(&house, "#g", second, "join");
}

static bool has_seat(const char *key)
{
    return host_is_seated(house_table(&house, "#g"),
                          &(struct heard){.network = "net", .key = key, .name = key});
}

static test_case(only_keys_that_do_not_last_get_a_word_and_lose_their_seat)
{
    seat_two("$ann", "bob");
    house_expect(&house, "to bob: <SEAT_WORD_2>");
    house_expect_not(&house, "to $ann: <SEAT_WORD_2>");
    host_gone(house.host, identity("net", "$ann"), ++house.now);
    host_gone(house.host, identity("net", "bob"), ++house.now);
    assert_true(has_seat("$ann"));
    assert_false(has_seat("bob"));
    house_expect_not(&house, "<DETACHED_2 who=$ann>");
    house_expect(&house, "<DETACHED_2 who=bob>");
}

static test_case(after_a_restart_accounts_have_their_hands_and_nobody_else)
{
    seat_two("$ann", "bob");
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
    house_expect(&house, "to $ann: <HAND_3 room=#g>");
    house_expect_not(&house, "to bob: #g");
    assert_true(has_seat("$ann"));
    assert_false(has_seat("bob"));
}

static test_case(a_login_binds_the_seat_for_good)
{
    seat_two("ann", "bob");
    host_bound(house.host, identity("net", "bob"), "$bob", ++house.now);
    house_settle(&house);
    assert_true(has_seat("$bob"));
    assert_false(has_seat("bob"));
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    assert_true(has_seat("$bob"));
    house_forget(&house);
    host_gone(house.host, identity("net", "$bob"), ++house.now);
    house_settle(&house);
    assert_true(has_seat("$bob"));
    assert_int_equal(house.length, 0);
}

static test_case(a_login_that_cannot_be_saved_is_saved_later)
{
    seat_two("ann", "bob");
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    host_bound(house.host, identity("net", "bob"), "$bob", ++house.now);
    house_settle(&house);
    assert_false(has_seat("$bob"));
    house_wait(&house, 10000);
    assert_true(has_seat("$bob"));
}

static test_case(nobody_gets_two_seats_by_a_login)
{
    seat_two("$bob", "bob");
    host_bound(house.host, identity("net", "bob"), "$bob", ++house.now);
    house_settle(&house);
    assert_true(has_seat("$bob"));
    assert_false(has_seat("bob"));
}

static test_case(who_is_lost_and_returns_has_the_seat_and_gets_the_hand)
{
    seat_two("ann", "bob");
    house_forget(&house);
    host_lost(house.host, identity("net", "ann"), ++house.now);
    host_lost(house.host, identity("net", "bob"), ++house.now);
    assert_false(has_seat("ann"));
    house_say(&house, NULL, "ann", "hand");
    house_expect_not(&house, "<HAND_1>");
    house_expect_not(&house, "gone");
    host_returned(house.host, identity("net", "ann"), ++house.now);
    assert_true(has_seat("ann"));
    assert_false(has_seat("bob"));
    house_expect(&house, "to ann: <HAND_3 room=#g>");
    house_say_as(&house, "#g", "ann", 0, NULL, "stop"); /* the opener again */
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
}

static void word_of_bob(char claim[32])
{
    static const char before[] = "to bob: Your seat word is ";
    const char *told = strstr(house.told, before);
    assert_non_null(told);
    snprintf(claim, 32, "seat %.11s", told + strlen(before));
}

static test_case(a_seat_that_was_claimed_meanwhile_does_not_return)
{
    char claim[32];
    seat_two("ann", "bob");
    word_of_bob(claim);
    host_lost(house.host, identity("net", "bob"), ++house.now);
    house_say(&house, NULL, "bobby", claim);
    assert_true(has_seat("bobby"));
    host_returned(house.host, identity("net", "bob"), ++house.now);
    assert_false(has_seat("bob"));
    assert_true(has_seat("bobby"));
}

static test_case(a_seat_that_is_claimed_from_an_account_needs_no_word_any_more)
{
    char claim[32];
    seat_two("ann", "bob");
    word_of_bob(claim);
    host_lost(house.host, identity("net", "bob"), ++house.now);
    house_forget(&house);
    house_say(&house, NULL, "$bob", claim);
    house_expect(&house, "to $bob: <SEAT_WORD_LAST_1 room=#g>");
    house_expect_not(&house, "<SEAT_WORD_RIGHT_4>");
    assert_true(has_seat("$bob"));
    assert_false(house_table(&house, "#g")->seats[house_seat(&house, "#g", "$bob")].has_word);
    house_say(&house, NULL, "eve", claim);
    house_expect(&house, "to eve: <SEAT_WORD_NO_SEAT_3>");
    house_restart(&house);
    assert_true(has_seat("$bob"));
    assert_false(house_table(&house, "#g")->seats[house_seat(&house, "#g", "$bob")].has_word);
}

static void note_person(void *arg, const char *key, const char *name)
{
    char *persons = arg;
    size_t length = strlen(persons);
    snprintf(persons + length, 100 - length, "%s %s;", key, name);
}

/* The network was there all the time, and told nobody of a name while the table was not. */
static test_case(a_table_that_comes_back_asks_what_people_are_called)
{
    seat_two("$ann", "bob");
    house_restart(&house);
    house.renamed = "$ann";
    house.called = "an\x7fna";
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
    assert_true(house_seat(&house, "#g", "an?na") >= 0);
    assert_true(has_seat("$ann"));
    house_restart(&house);
    assert_true(house_seat(&house, "#g", "an?na") >= 0);
}

/* For adapters that want to know when these people are back. */
static test_case(whose_seats_are_theirs_can_be_asked)
{
    char persons[100] = "";
    seat_two("$ann", "bob");
    host_renamed(house.host, identity("net", "$ann"), "anna", ++house.now);
    host_each_person(house.host, "net", note_person, persons);
    assert_string_equal(persons, "bob bob;$ann anna;"); /* the name is not saved yet */
    persons[0] = '\0';
    host_gone(house.host, identity("net", "$ann"), ++house.now);
    host_gone(house.host, identity("net", "bob"), ++house.now);
    house_settle(&house);
    host_each_person(house.host, "net", note_person, persons);
    assert_string_equal(persons, "$ann anna;");
    persons[0] = '\0';
    host_each_person(house.host, "another", note_person, persons);
    house_say(&house, "#g", "$ann", "leave");
    host_each_person(house.host, "net", note_person, persons);
    assert_string_equal(persons, "");
}

/* ---- while the disk works ---- */

static void disk_waits(bool waits)
{
    faulty_store_hold(faulty, waits);
    house_settle(&house);
}

/* A split takes thousands of people; a table remembers those whom it concerns. */
static test_case(who_does_not_sit_there_fills_no_queue)
{
    char key[HOST_KEY];
    seat_two("ann", "bob");
    disk_waits(true);
    house_say_as(&house, "#g", "ann", 0, NULL, "leave");
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "~%d", i);
        host_renamed(house.host, identity("net", key), "x", house.now);
        host_lost(house.host, identity("net", key), house.now);
        host_bound(house.host, identity("net", key), "$x", house.now);
    }
    assert_int_equal(table()->queue.length, 0);
    host_lost(house.host, identity("net", "bob"), house.now);
    assert_int_equal(table()->queue.length, 1);
    disk_waits(false);
    assert_false(has_seat("bob"));
}

/* However often somebody goes and comes, or is called otherwise: what holds in the end is what
   came last. */
static test_case(one_person_fills_no_queue)
{
    char name[16];
    seat_two("ann", "bob");
    disk_waits(true);
    house_say_as(&house, "#g", "ann", 0, NULL, "leave");
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "bob%d", i);
        host_renamed(house.host, identity("net", "bob"), name, house.now);
    }
    for (int i = 0; i < 1000; i++) {
        host_lost(house.host, identity("net", "bob"), house.now);
        host_returned(house.host, identity("net", "bob"), house.now);
    }
    assert_in_range(table()->queue.length, 1, SESSION_QUEUE);
    disk_waits(false);
    assert_true(has_seat("bob"));
    host_renamed(house.host, identity("net", "bob"), "robert", ++house.now);
    house_settle(&house);
    assert_true(house_seat(&house, "#g", "robert") >= 0);
}

static test_case(whoever_waits_to_sit_down_is_followed)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    disk_waits(true);
    house_say_as(&house, "#g", "ann", 0, NULL, "robot");
    house_say_as(&house, "#g", "bob", 0, NULL, "join");
    house_say_as(&house, "#g", "cid", 0, NULL, "join");
    host_bound(house.host, identity("net", "bob"), "$bob", house.now);
    host_renamed(house.host, identity("net", "$bob"), "robert", house.now);
    host_gone(house.host, identity("net", "cid"), house.now);
    disk_waits(false);
    assert_true(has_seat("$bob"));
    assert_false(has_seat("cid"));
    house_expect(&house, "<DETACHED_2 who=cid>");
    assert_true(house_seat(&house, "#g", "robert") >= 0);
}

/* Each of these is a line that its table will hear when the disk is done. */
static test_case(asking_for_words_fills_no_queue)
{
    seat_two("ann", "bob");
    disk_waits(true);
    house_say_as(&house, "#g", "ann", 0, NULL, "leave");
    for (int i = 0; i < 4 * SESSION_QUEUE; i++)
        house_say_as(&house, "#elsewhere", "bob", 0, NULL, "seat");
    assert_in_range(table()->queue.length, 1, SESSION_QUEUE);
    house_expect(&house, "<QUEUE_FULL_1>");
    assert_int_equal(house.host->counts.queue_refusals, house_count(&house, "<QUEUE_FULL_1>"));
    disk_waits(false);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_passing, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(only_keys_that_do_not_last_get_a_word_and_lose_their_seat),
        test(after_a_restart_accounts_have_their_hands_and_nobody_else),
        test(a_login_binds_the_seat_for_good),
        test(a_login_that_cannot_be_saved_is_saved_later),
        test(nobody_gets_two_seats_by_a_login),
        test(who_is_lost_and_returns_has_the_seat_and_gets_the_hand),
        test(a_seat_that_was_claimed_meanwhile_does_not_return),
        test(a_seat_that_is_claimed_from_an_account_needs_no_word_any_more),
        test(a_table_that_comes_back_asks_what_people_are_called),
        test(whose_seats_are_theirs_can_be_asked),
        test(who_does_not_sit_there_fills_no_queue),
        test(one_person_fills_no_queue),
        test(whoever_waits_to_sit_down_is_followed),
        test(asking_for_words_fills_no_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
