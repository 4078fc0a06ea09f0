/* first=NAME: who begins the first game is chosen before the seats are closed. Who had none of
   it is dealt by lot. */
#include <stdio.h>
#include <string.h>

#include "host_admin.h"
#include "household.h"
#include "prose.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum { DEALS = 12 };

static void say(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

/* Whose turn the deal left it to be. */
static const char *beginner(void)
{
    house_wait(&house, 20000); /* after a restart people get time to cut */
    assert_true(session_has_begun(table()));
    return table()->seats[table()->playing->begins].name;
}

static void end_table(void)
{
    house.seed++;
    say("$ann", "stop");
    say("$ann", "stop");
    say("$bob", "stop yes");
    say("$cid", "stop yes");
    assert_null(house_table(&house, "#g"));
    house_forget(&house);
}

static void seat(const char *words, const char *options)
{
    char line[100];
    snprintf(line, sizeof line, "deal %s", words);
    say("$ann", line);
    say("$bob", "join");
    if (table()->game->seats_max > 2 && table()->seat_count == 2)
        say("$cid", "join");
    if (options)
        say("$ann", options);
}

/* In every game, whatever its cards say of who begins. */
static test_case(who_was_chosen_begins_every_deal)
{
    static const char *const words[] = {"coloretto",
                                        "colorcatcher",
                                        "kritters",
                                        "roygbiv",
                                        "roygbiv mode=frenzy",
                                        "roygbiv lep=choose",
                                        "kritters mode=junior",
                                        "colorcatcher rounds=1"};
    static const char *const people[] = {"$ann", "$bob", "$cid"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int n = 0; n < DEALS / 2; n++) {
            char line[40];
            snprintf(line, sizeof line, "options first=%s", people[n % 3]);
            seat(words[i], line);
            say("$ann", "start");
            assert_string_equal(beginner(), people[n % 3]);
            assert_int_equal(table()->playing->begins, table()->playing->table.turn);
            end_table();
        }
}

/* The lot still says who sits where else. */
static test_case(the_others_sit_by_lot)
{
    bool is_cid_next[2] = {false};
    for (int n = 0; n < DEALS; n++) {
        seat("coloretto", "options first=$bob");
        say("$ann", "start");
        const struct session *session = table();
        const char *next = session->seats[(session->playing->begins + 1) % 3].name;
        is_cid_next[strcmp(next, "$cid") == 0] = true;
        end_table();
    }
    assert_true(is_cid_next[false] && is_cid_next[true]);
}

static test_case(lot_takes_the_choice_back)
{
    bool began[3] = {false};
    for (int n = 0; n < 3 * DEALS; n++) {
        seat("coloretto", "options first=$bob");
        say("$ann", "options first=lot");
        house_expect(&house, "#g: <FIRST_LOT by=$ann>");
        say("$ann", "start");
        began[beginner()[1] - 'a'] = true;
        end_table();
    }
    assert_true(began[0] && began[1] && began[2]);
}

static test_case(what_is_told)
{
    say("$ann", "deal coloretto first=$ann side=grey");
    house_expect(&house, "<WITH_SIDE_GREY_FIRST>");
    say("$bob", "join");
    say("$ann", "options");
    house_expect(&house, "first=$ann: <FIRST_HELP>");
    say("$ann", "options clock=slow side=brown first=$bob");
    house_expect(&house, "side=brown jokers=auto match=1. <CLOCK_CHANGED by=$ann|pace=slow> "
                         "<FIRST_CHANGED by=$ann|who=$bob>");
    house_forget(&house);
    say("$ann", "options first=$dora");
    house_expect(&house, "to $ann: <FIRST_UNKNOWN typed=$dora|who=$ann and $bob>");
    say("$ann", "options first=");
    house_expect(&house, "<FIRST_UNKNOWN_1 typed=' sits here>");
    say("$bob", "options first=$bob");
    house_expect(&house, "to $bob: Only $ann");
    say("$ann", "options");
    house_expect(&house, "<FIRST_OPTION_1 value=$bob>");
}

/* Somebody goes before the seats are closed, one way or another: the line that tells it says
   that a lot decides now. Nobody else's going says so, and who sits down again under that name
   begins nothing. */
static test_case(a_lot_decides_again_when_who_was_to_begin_goes)
{
    static const struct {
        const char *who, *text, *told;
    } ways[] = {{"$bob", "leave", "<LEFT_LOBBY who=$bob> <FIRST_LOT_AGAIN>"},
                {"$ann", "kick $bob", "<KICKED_LOBBY by=$ann|who=$bob> <FIRST_LOT_AGAIN>"},
                {"$cid", "leave", NULL},
                {"$ann", "kick $cid", NULL}};
    for (int far = 0; far < 2; far++)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            house.network = far ? "far" : NULL;
            say("$ann", "deal coloretto");
            say("$bob", "join");
            say("$cid", "join");
            say("$ann", "options first=$bob");
            house_forget(&house);
            say(ways[i].who, ways[i].text);
            house_expect(&house, ways[i].told ? ways[i].told : "$cid");
            assert_int_equal(house_count(&house, "<FIRST_LOT_AGAIN_1>"), ways[i].told != NULL);
            say("$bob", "join");
            say("$ann", "options");
            house_expect(&house, ways[i].told ? "<FIRST_OPTION_1 value=lot>"
                                              : "<FIRST_OPTION_1 value=$bob>");
            say("$ann", "stop");
            house.network = NULL;
        }
}

/* An admin keeps somebody out of the house. */
static test_case(a_lot_decides_again_when_who_was_to_begin_is_banned)
{
    seat("coloretto", "options first=$bob");
    house_forget(&house);
    struct prose answer;
    prose_clear(&answer);
    assert_true(host_ban(
        house.host,
        &(struct host_ban_order){.network = "net", .who = "$bob", .by = "the command line"},
        &answer));
    house_settle(&house);
    house_expect(&house, "<FIRST_LOT_AGAIN>");
    assert_int_equal(house_count(&house, "<FIRST_LOT_AGAIN>"), 1);
}

/* Once the seats are closed a robot begins in that seat, and no lot is told. */
static test_case(no_lot_decides_once_the_seats_are_closed)
{
    house.is_cutting = true;
    seat("coloretto", "options first=$bob");
    say("$ann", "start");
    say("$bob", "leave");
    house_expect(&house, "<LEFT_PLAY_1 who=$bob>");
    assert_int_equal(house_count(&house, "<FIRST_LOT_AGAIN_1>"), 0);
    house.is_cutting = false;
}

static test_case(at_the_opening_the_opener_and_robots_are_there)
{
    say("$ann", "deal coloretto robots=2 first=robot2");
    assert_string_equal(beginner(), "robot2");
    end_table();
    say("$ann", "deal coloretto robots=2 first=$ann");
    assert_string_equal(beginner(), "$ann");
    end_table();
    say("$ann", "deal coloretto robots=1 first=lot");
    assert_true(session_has_begun(table()));
    end_table();
    static const char *const wrong[] = {
        "deal coloretto first=$bob", "deal coloretto robots=1 first=robot2",
        "deal coloretto robots=99 first=robot50", "deal coloretto first="};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        house_forget(&house);
        say("$ann", wrong[i]);
        assert_null(house_table(&house, "#g"));
        house_expect(&house, "to $ann: ");
    }
}

/* Two people of one name, on two networks. */
static test_case(a_name_that_fits_two_is_asked_about)
{
    say("ann", "deal coloretto");
    say("ann", "invite");
    char line[32];
    snprintf(line, sizeof line, "join %s", table()->shown.invite);
    far_says(NULL, "ann", line);
    house_wait(&house, 10000);
    say("ann", "options first=ann");
    house_expect(&house, "<FOR_EXAMPLE_OPTIONS_FIRST>");
    for (int seat = 0; seat < 2; seat++)
        assert_false(table()->seats[seat].begins);
    say("ann", "options first=ann-2 side=grey");
    house_expect(&house, "<SIDE_GREY>");
    house_expect(&house, "<FIRST_CHANGED by=ann|who=ann-2>");
    say("ann", "options first=ann@net");
    house_expect(&house, "<FIRST_CHANGED by=ann|who=ann-1>");
}

static test_case(a_name_may_have_blanks)
{
    say("$ann", "deal coloretto");
    house.name = "Bob the Builder";
    say("$bob", "join");
    house.name = NULL;
    say("$ann", "options first=bob the builder side=grey");
    house_expect(&house, "<SIDE_GREY>");
    house_expect(&house, "<CHOSE_WHO_BEGINS_BOB who=$ann>");
}

/* Who sits down in a free place again was not chosen; a restart knows the choice. */
static test_case(the_choice_stays_with_the_person)
{
    seat("coloretto", "options first=$cid");
    say("$bob", "leave");
    assert_true(table()->seats[1].begins);
    restart_house();
    say("$bob", "join");
    say("$ann", "start");
    assert_string_equal(beginner(), "$cid");
    end_table();
    seat("coloretto", "options first=$cid");
    say("$cid", "leave");
    say("$cid", "join");
    for (int seat = 0; seat < 3; seat++)
        assert_false(table()->seats[seat].begins);
}

/* Behind the closing nobody chooses, and a robot begins for who was kicked. */
static test_case(nothing_changes_behind_the_closing)
{
    house.is_cutting = true;
    seat("coloretto", "options first=$cid");
    say("$ann", "start");
    assert_true(table()->closing.is_closed);
    say("$ann", "options first=$ann");
    house_expect(&house, "to $ann: <OPTIONS_CLOSED_1>");
    say("$ann", "kick $cid");
    restart_house();
    assert_true(table()->closing.is_closed);
    house.is_cutting = false;
    assert_string_equal(beginner(), "robot");
    say("$ann", "options first=$bob");
    house_expect(&house, "to $ann: <OPTIONS_RUNNING_2>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_was_chosen_begins_every_deal, open_lasting,
                                        close_house),
        cmocka_unit_test_setup_teardown(the_others_sit_by_lot, open_lasting, close_house),
        cmocka_unit_test_setup_teardown(lot_takes_the_choice_back, open_lasting, close_house),
        cmocka_unit_test_setup_teardown(what_is_told, open_lasting, close_house),
        cmocka_unit_test_setup_teardown(a_lot_decides_again_when_who_was_to_begin_goes, open_two,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_lot_decides_again_when_who_was_to_begin_is_banned,
                                        open_two, close_house),
        cmocka_unit_test_setup_teardown(no_lot_decides_once_the_seats_are_closed, open_lasting,
                                        close_house),
        cmocka_unit_test_setup_teardown(at_the_opening_the_opener_and_robots_are_there,
                                        open_lasting, close_house),
        cmocka_unit_test_setup_teardown(a_name_that_fits_two_is_asked_about, open_two, close_house),
        cmocka_unit_test_setup_teardown(a_name_may_have_blanks, open_lasting, close_house),
        cmocka_unit_test_setup_teardown(the_choice_stays_with_the_person, open_lasting,
                                        close_house),
        cmocka_unit_test_setup_teardown(nothing_changes_behind_the_closing, open_lasting,
                                        close_house),
    };
    return cmocka_run_group_tests_name("host_first", tests, NULL, NULL);
}
