/* Who is there, as the whole table says it: while a network is away nobody on it is gone; a
   table that nobody watches makes room; a network or a room that is back is told once. People of
   the same names are on both networks. */
#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "presence.h"
#include "room.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum { ALL_OF_A_GUILD = RANK_OPERATOR | RANK_GROUP };

/* ann of "net" and bob of "far" play in #g there and in #lounge here; with a clock, or
   "clock=off". */
static void play_across(const char *clock)
{
    char words[64];
    house.knows_sight = true;
    snprintf(words, sizeof words, "play coloretto %s", clock);
    say_slowly("#g", "ann", words);
    say_slowly("#g", "ann", "invite");
    snprintf(words, sizeof words, "%s", told_code("!join ", 8));
    far_say_slowly("#lounge", "bob", words);
    say_slowly("#g", "ann", "invite yes");
    far_say_slowly("#lounge", "bob", "join");
    say_slowly("#g", "ann", "start");
    house_wait(&house, 15000);
    assert_true(host_is_playing(table()));
    assert_int_equal(session_showing_count(table()), 2);
    house_forget(&house);
}

static void play_here(const char *first, const char *second)
{
    house.knows_sight = true;
    say_slowly("#g", first, "play coloretto clock=off");
    say_slowly("#g", second, "join");
    say_slowly("#g", first, "start");
    house_wait(&house, 60000);
    assert_true(host_is_playing(table()));
}

static void outage(void)
{
    host_network_gone(house.host, "net", ++house.now);
    house_settle(&house);
    house_forget(&house);
}

static void is_back(void)
{
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
}

static bool plays(const char *name)
{
    int seat = house_seat(&house, "#g", name);
    return seat >= 0 && !table()->seats[seat].is_left;
}

/* ---- a network is away ---- */

static void refuses(const char *network, const char *who, unsigned rank, const char *text,
                    const char *answer)
{
    say_as(network, "#lounge", who, rank, text);
    house_expect(&house, answer);
    assert_true(plays("ann"));
}

static test_case(while_a_network_is_away_nobody_on_it_is_gone)
{
    play_across("clock=off");
    outage();
    refuses("far", "bob", 0, "away ann", "<AWAY_NETWORK_1 who=ann|place=net>");
    refuses("far", "bob", 0, "kick ann", "<NOT_ALLOWED_1 who=ann>");
    refuses("far", "bob", 0, "stop", "<NOT_ALLOWED_1 who=ann>");
    refuses("far", "bob", 0, "who", "<WHO_NETWORK_AWAY who=ann|place=net>");
    refuses("far", "ann", 0, "kick ann", "<NOT_ALLOWED_1 who=ann>"); /* her namesake */
    refuses("far", "op", ALL_OF_A_GUILD, "kick ann", "<NOT_ALLOWED_1 who=ann>");
    refuses("far", "op", RANK_ADMIN, "kick ann", "<AWAY_NETWORK_1 who=ann|place=net>");
    wait_minutes(120);
    refuses("far", "bob", 0, "away ann", "<AWAY_NETWORK_1 who=ann|place=net>");
    refuses("far", "bob", 0, "free", "<FREE_PRESENT_2>");
    is_back();
    house_expect(&house, "<RECOVERED_2 game=Coloretto>");
    assert_true(plays("ann") && plays("bob"));
}

static test_case(who_is_to_move_on_a_network_that_is_away_is_waited_for)
{
    play_across("clock=off");
    if (strcmp(due_name(), "ann") != 0) {
        house.network = "far";
        assert_true(play_any_move("#g"));
        house.network = NULL;
    }
    outage();
    far_say_slowly("#lounge", "bob", "turn");
    house_expect(&house, "<DUE_NETWORK_AWAY who=ann|place=net>");
    is_back();
    far_say_slowly("#lounge", "bob", "turn");
    house_expect_not(&house, "<DUE_NETWORK_AWAY_1>");
}

static test_case(a_clock_stands_for_ten_minutes_and_the_seat_stays_its_owners)
{
    play_across("");
    char word[16];
    house_say(&house, NULL, "ann", "seat");
    const char *told = strstr(house.told, "!seat ");
    assert_non_null(told);
    snprintf(word, sizeof word, "%.11s", told + strlen("!seat "));
    while (strcmp(due_name(), "ann") != 0) {
        house.network = "far";
        assert_true(play_any_move("#g"));
        house.network = NULL;
    }
    outage();
    wait_minutes(14);
    assert_true(plays("ann"));
    wait_minutes(2);
    assert_false(plays("ann"));
    is_back();
    char text[32];
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "ann2", text);
    house_expect(&house, "<SEAT_WORD_RIGHT_1>");
    assert_true(plays("ann2"));
}

static test_case(the_guest_of_a_room_takes_out_that_room_and_nothing_more)
{
    play_across("clock=off");
    outage();
    say_as("far", "#lounge", "eve", 0, "stop");
    house_expect(&house, "<NOT_ALLOWED_1 who=ann>");
    assert_int_equal(session_showing_count(table()), 2);
    say_as("far", "#lounge", "owner", ALL_OF_A_GUILD, "stop");
    assert_int_equal(session_showing_count(table()), 1);
    assert_true(plays("ann") && plays("bob"));
}

/* The same the other way round: the guests' network is away. */
static test_case(a_guest_network_that_is_away_costs_nobody_a_seat)
{
    play_across("clock=off");
    host_network_gone(house.host, "far", ++house.now);
    say_slowly("#g", "ann", "kick bob");
    house_expect(&house, "<AWAY_NETWORK_1 who=bob|place=far>");
    say_slowly("#g", "bob", "board"); /* his namesake is not him */
    say_slowly("#g", "ann", "away bob");
    house_expect(&house, "<AWAY_NETWORK_2 who=bob|place=far>");
    assert_true(plays("bob"));
    host_room_ready(house.host, "far", "#lounge", ++house.now);
    say_slowly("#g", "ann", "kick bob");
    house_expect(&house, "<KICKED_LOBBY_1 by=ann|who=bob>");
}

/* ---- a table that nobody watches ---- */

static test_case(one_among_robots_who_went_makes_room_after_a_minute)
{
    house.knows_sight = true;
    say_slowly("#g", "ann", "play coloretto robots=2");
    say_slowly("#g", "bob", "play heartcatchers");
    house_expect(&house, "to bob: ");
    int64_t first = table()->id;
    house_goes(&house, "far ann"); /* her namesake */
    wait_minutes(2);
    say_slowly("#g", "bob", "play heartcatchers");
    assert_int_equal(table()->id, first);
    house_goes(&house, "ann");
    wait_minutes(2);
    say_slowly("#g", "bob", "play heartcatchers");
    house_expect(&house, "#g: <SET_ASIDE_WAY_1 game=Coloretto|who=ann>");
    house_expect(&house, "#g: bob opened Heartcatchers");
    assert_int_not_equal(table()->id, first);
}

static test_case(a_lobby_whose_only_person_went_makes_room_after_a_minute)
{
    house.knows_sight = true;
    say_slowly("#g", "ann", "play coloretto");
    house_goes(&house, "ann");
    house_wait(&house, 30000);
    say_slowly("#g", "bob", "play heartcatchers");
    house_expect_not(&house, "bob opened");
    house_wait(&house, 60000);
    say_as("net", "#g", "bob", 0, "play heartcatchers");
    house_expect(&house, "#g: bob opened Heartcatchers");
}

static test_case(two_who_went_make_room_after_five_minutes_and_ten_of_a_split)
{
    play_here("ann", "bob");
    house_goes(&house, "ann");
    wait_minutes(6);
    say_slowly("#g", "cid", "play heartcatchers");
    house_expect_not(&house, "cid opened");
    house_goes(&house, "bob");
    host_hold(house.host, "net", "#g", house.now + 10 * MINUTE, house.now);
    wait_minutes(9);
    say_slowly("#g", "cid", "play heartcatchers");
    house_expect_not(&house, "cid opened");
    wait_minutes(2);
    say_slowly("#g", "cid", "play heartcatchers");
    house_expect(&house, "#g: cid opened Heartcatchers");
}

static test_case(slow_tables_and_people_of_an_absent_network_make_no_room)
{
    house.knows_sight = true;
    say_slowly("#g", "ann", "play coloretto robots=2 clock=slow");
    house_goes(&house, "ann");
    wait_minutes(100);
    say_slowly("#g", "bob", "play heartcatchers");
    house_expect_not(&house, "bob opened");
    say_as("net", "#g", "op", RANK_ADMIN, "stop");
    say_as("net", "#g", "op", RANK_ADMIN, "stop");
    play_across("clock=off");
    house_goes(&house, "far bob");
    outage();
    wait_minutes(100);
    far_say_slowly("#lounge", "eve", "play heartcatchers");
    house_expect_not(&house, "eve opened");
}

static test_case(who_returns_before_the_deal_takes_the_room_back)
{
    house.knows_sight = true;
    say_slowly("#g", "$ann", "play coloretto robots=2");
    int64_t first = table()->id;
    house_goes(&house, "$ann");
    wait_minutes(2);
    say_slowly("#g", "bob", "play heartcatchers");
    house_comes(&house, "$ann");
    far_say_slowly("#g", "$ann", "resume"); /* her namesake */
    say_slowly("#g", "cid", "resume");
    assert_int_not_equal(table()->id, first);
    say_slowly("#g", "$ann", "resume");
    house_expect(&house, "#g: <LOBBY_GIVEN_BACK_1 by=$ann>");
    house_expect(&house, "<DISCORD_GOES_ON_1>");
    assert_int_equal(table()->id, first);
}

/* The record says that the table gave way, so a restart forgets nothing; of a table that was set
   aside for nobody it does not. */
static test_case(after_a_restart_the_room_is_taken_back_as_well)
{
    for (int is_freed = 0; is_freed < 2; is_freed++) {
        house.knows_sight = true;
        say_slowly("#g", "$ann", "play coloretto robots=2");
        int64_t first = table()->id;
        house_goes(&house, "$ann");
        wait_minutes(31 * is_freed + 2);
        if (is_freed)
            say_slowly("#g", "bob", "free");
        say_slowly("#g", "bob", "play heartcatchers");
        house_restart(&house);
        house_restart(&house);
        house_comes(&house, "$ann");
        far_say_slowly("#g", "$ann", "resume"); /* her namesake */
        assert_int_not_equal(table()->id, first);
        house_forget(&house);
        say_slowly("#g", "$ann", "resume");
        if (is_freed) {
            house_expect(&house, "<RESUME_TAKEN_1>");
            say_as("net", "#g", "op", RANK_ADMIN, "stop");
        } else {
            house_expect(&house, "#g: <LOBBY_GIVEN_BACK_1 by=$ann>");
            assert_int_equal(table()->id, first);
            say_slowly("#g", "$ann", "stop");
            say_slowly("#g", "$ann", "stop");
        }
    }
}

static test_case(once_the_newcomer_has_dealt_the_room_is_theirs)
{
    house.knows_sight = true;
    say_slowly("#g", "$ann", "play coloretto robots=2");
    int64_t first = table()->id;
    house_goes(&house, "$ann");
    wait_minutes(2);
    say_slowly("#g", "bob", "play heartcatchers robots=1");
    house_comes(&house, "$ann");
    say_slowly("#g", "$ann", "resume");
    house_expect(&house, "<RESUME_TAKEN_1>");
    assert_int_not_equal(table()->id, first);
}

/* The disk refuses to set the table aside: it stays, and nothing is tried for ever. */
static test_case(a_table_that_cannot_be_set_aside_stays)
{
    house.knows_sight = true;
    say_slowly("#g", "ann", "play coloretto robots=2");
    int64_t first = table()->id;
    house_goes(&house, "ann");
    wait_minutes(2);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly("#g", "bob", "play heartcatchers");
    assert_int_equal(table()->id, first);
    say_slowly("#g", "bob", "play heartcatchers");
    assert_int_not_equal(table()->id, first);
}

/* ---- rescue ---- */

static test_case(a_guest_room_frees_itself_alone)
{
    play_across("clock=off");
    house_goes(&house, "ann");
    house_goes(&house, "far bob");
    wait_minutes(10);
    far_say_slowly("#lounge", "eve", "free");
    assert_int_equal(session_showing_count(table()), 1);
    say_slowly("#g", "eve", "free");
    house_expect(&house, "#g: <SET_ASIDE_2 by=eve|game=Coloretto>");
    assert_null(house_table(&house, "#g"));
}

static test_case(a_seat_given_away_leaves_its_owner_the_power)
{
    play_here("$ann", "$bob");
    house_goes(&house, "$ann");
    wait_minutes(6);
    say_slowly("#g", "$bob", "away $ann");
    house_expect(&house, "<GIVEN_1 by=$bob|who=$ann>");
    say_slowly("#g", "$bob", "stop");
    say_slowly("#g", "$bob", "stop");
    assert_non_null(house_table(&house, "#g"));
    house_comes(&house, "$ann");
    say_slowly("#g", "$ann", "board");
    house_expect(&house, "<RETURNED who=$ann>");
}

static test_case(somebody_of_that_name_is_not_absent_and_not_proven)
{
    play_here("ann", "bob");
    house.seen = "ann";
    host_lost(house.host, identity("net", "ann"), ++house.now);
    wait_minutes(3);
    say_slowly("#g", "bob", "away ann");
    house_expect(&house, "<AWAY_UNPROVEN_1 who=ann>");
    say_slowly("#g", "bob", "who");
    house_expect(&house, "<WHO_UNPROVEN_1>");
    house_expect_not(&house, "gone");
    say_slowly("#g", "ann", "stop"); /* the opener, who has to prove it */
    house_expect(&house, "<SEAT_NOT_PROVEN_3 who=ann>");
    house.seen = NULL;
    say_slowly("#g", "bob", "who");
    house_expect(&house, "<DETACHED_2 who=ann>");
}

/* ---- three ways back ---- */

static const char *told_back(void)
{
    static char line[256];
    const char *at = strstr(house.told, in_words("#g: <RECOVERED_1>"));
    assert_non_null(at);
    assert_int_equal(house_count(&house, "#g: <RECOVERED_1>"), 1);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "|\n"), at);
    return line;
}

static test_case(a_restart_a_reconnect_and_an_invitation_announce_alike_and_once)
{
    char reconnected[256], invited[256];
    play_here("ann", "$bob");
    outage();
    is_back();
    snprintf(reconnected, sizeof reconnected, "%s", told_back());
    is_back();
    assert_int_equal(house_count(&house, "<RECOVERED_1>"), 1);
    house_forget(&house);
    host_room_lost(house.host, "net", "#g", ++house.now);
    host_room_lost(house.host, "far", "#g", house.now); /* its namesake */
    house_wait(&house, 20 * MINUTE);
    assert_string_equal(house.told, "");
    host_room_ready(house.host, "far", "#g", ++house.now);
    assert_string_equal(house.told, "");
    is_back();
    snprintf(invited, sizeof invited, "%s", told_back());
    is_back();
    assert_int_equal(house_count(&house, "<RECOVERED_1>"), 1);
    assert_string_equal(invited, reconnected);
    house_restart(&house);
    house_forget(&house);
    is_back();
    assert_int_equal(strncmp(told_back(), "#g: I am back", strlen("#g: I am back")), 0);
    assert_int_equal(
        strncmp(reconnected, told_back(), strlen("#g: I am back, and the Coloretto table goes on")),
        0);
}

/* How often the room of each network was told the latest move. */
static void expect_latest(const char *network, const char *room, int net, int far)
{
    house_forget(&house);
    host_room_ready(house.host, network, room, ++house.now);
    house_settle(&house);
    assert_int_equal(house_count(&house, "<RECOVERED_1>"), net + far > 0 ? net + far : 1);
    assert_int_equal(house_count(&house, "<RECOVERED_LATEST_1>"), net + far);
    /* the move itself, in whatever message */
    assert_int_equal(house_count(&house, "draws"), net + far);
}

/* A take-over: the table is read back, and until the next move the networks go and come as they
   like. */
static test_case(the_latest_move_is_told_once_however_often_a_network_comes_back)
{
    play_across("clock=off");
    const char *who = due_name();
    say_on(strcmp(who, "bob") == 0 ? "far" : "net", NULL, who, "draw");
    assert_told("draws");
    house_restart(&house);
    expect_latest("net", "#g", 1, 0);
    for (int i = 0; i < 3; i++) {
        host_network_gone(house.host, "net", ++house.now);
        expect_latest("net", "#g", 0, 0);
    }
    expect_latest("far", "#lounge", 0, 1); /* this room has not read it yet */
    host_network_gone(house.host, "far", ++house.now);
    expect_latest("far", "#lounge", 0, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)
        CASE(while_a_network_is_away_nobody_on_it_is_gone),
        CASE(who_is_to_move_on_a_network_that_is_away_is_waited_for),
        CASE(a_clock_stands_for_ten_minutes_and_the_seat_stays_its_owners),
        CASE(the_guest_of_a_room_takes_out_that_room_and_nothing_more),
        CASE(a_guest_network_that_is_away_costs_nobody_a_seat),
        CASE(one_among_robots_who_went_makes_room_after_a_minute),
        CASE(a_lobby_whose_only_person_went_makes_room_after_a_minute),
        CASE(two_who_went_make_room_after_five_minutes_and_ten_of_a_split),
        CASE(slow_tables_and_people_of_an_absent_network_make_no_room),
        CASE(who_returns_before_the_deal_takes_the_room_back),
        CASE(after_a_restart_the_room_is_taken_back_as_well),
        CASE(once_the_newcomer_has_dealt_the_room_is_theirs),
        CASE(a_table_that_cannot_be_set_aside_stays),
        CASE(a_guest_room_frees_itself_alone),
        CASE(a_seat_given_away_leaves_its_owner_the_power),
        CASE(somebody_of_that_name_is_not_absent_and_not_proven),
        CASE(a_restart_a_reconnect_and_an_invitation_announce_alike_and_once),
        CASE(the_latest_move_is_told_once_however_often_a_network_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
