/* Tables that wait for a network, "far", which is not configured for a while: people who are
   linked meanwhile sit there once, and who is who does not hang on which networks are there. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "host.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "links.h"
#include "port.h"
#include "seat.h"
#include "session.h"
#include "tables.h"

static struct session *table_on(const char *network, const char *room)
{
    struct session *session = host_find(house.host, network, room);
    assert_non_null(session);
    return session;
}

static struct session *far_table(void)
{
    return table_on("far", "#lounge");
}

static void join(const struct session *session, const char *network, const char *who)
{
    char line[32];
    snprintf(line, sizeof line, "join %s", session->shown.invite);
    say_on(network, NULL, who, line);
}

static void link_them(const char *network, const char *who, const char *other)
{
    char line[32];
    say_on("net", NULL, who, "link");
    const char *at = strstr(house.told, "!link ");
    assert_non_null(at);
    snprintf(line, sizeof line, "%.13s", at + 1);
    say_on(network, NULL, other, line);
    say_on("net", NULL, who, "link yes");
    assert_told("<LINKED_2>");
}

static void restart(bool has_far)
{
    house.has_far = has_far;
    house_restart(&house);
    house_forget(&house);
}

static void be_ready(const char *network, const char *room)
{
    host_room_ready(house.host, network, room, ++house.now);
    house_settle(&house);
}

static int people(const struct session *session)
{
    int count = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        count += session->seats[seat].kind == SEAT_PERSON;
    return count;
}

static bool holds(const struct session *session, const char *network, const char *key)
{
    return session_seat_held(session, identity(network, key)) >= 0;
}

/* ---- who is linked while the table waits ---- */

/* At a table of "far": $dan there, $ann and $cid from the other network. */
static void seat_three(void)
{
    say_on("far", "#lounge", "$dan", "play coloretto");
    say_on("far", "#lounge", "$dan", "invite");
    join(far_table(), "net", "$ann");
    join(far_table(), "net", "$cid");
    assert_int_equal(people(far_table()), 3);
}

static void link_while_it_waits(void)
{
    restart(false);
    assert_null(host_find(house.host, "far", "#lounge"));
    link_them("net", "$ann", "$cid");
    restart(true);
    assert_int_equal(people(far_table()), 3);
    assert_string_equal(house.told, "");
}

static test_case(two_who_were_linked_meanwhile_sit_once_in_the_lobby)
{
    seat_three();
    link_while_it_waits();
    be_ready("far", "#lounge");
    assert_int_equal(far_table()->seat_count, 2);
    assert_true(holds(far_table(), "net", "$ann"));
    assert_told("to $ann: <SEATED_TWICE_LOBBY game=Coloretto|kept=$ann|who=$cid>");
    assert_told("<FAR_LOUNGE_CID_GETS>");
    assert_not_told("far #lounge: $ann");
}

static test_case(two_who_were_linked_meanwhile_play_once)
{
    seat_three();
    say_on("far", "#lounge", "$dan", "start");
    assert_true(session_has_begun(far_table()));
    link_while_it_waits();
    be_ready("far", "#lounge");
    assert_int_equal(people(far_table()), 2);
    assert_told("<SEATED_TWICE_LOBBY_2>");
    assert_told("<GAVE_UP_SEAT>");
    restart(true); /* it is a line of the record */
    assert_int_equal(people(far_table()), 2);
}

static test_case(the_seat_of_a_robot_is_the_one_to_give_up)
{
    seat_three();
    say_on("far", "#lounge", "$dan", "start");
    const char *first = session_seat_held(far_table(), identity("net", "$ann")) <
                                session_seat_held(far_table(), identity("net", "$cid"))
                            ? "$ann"
                            : "$cid";
    say_on("net", NULL, first, "leave");
    assert_told("<GAVE_UP_SEAT_1>");
    link_while_it_waits();
    be_ready("far", "#lounge");
    assert_false(holds(far_table(), "net", first));
    assert_int_equal(people(far_table()), 2);
}

static test_case(what_the_disk_refuses_is_given_up_later)
{
    seat_three();
    link_while_it_waits();
    faulty_store_fail(faulty, 0, INT_MAX, STORE_FULL);
    be_ready("far", "#lounge");
    assert_int_equal(far_table()->seat_count, 3);
    assert_not_told("<SEATED_TWICE_LOBBY_3>");
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    house_wait(&house, HOST_RETRY_MS);
    assert_int_equal(far_table()->seat_count, 2);
    assert_told("<SEATED_TWICE_LOBBY_3>");
}

/* The table was set aside, so nobody saw that both have seats there. */
static test_case(a_table_that_was_set_aside_is_looked_at_when_it_goes_on)
{
    seat_three();
    say_on("far", "#lounge", "$dan", "start");
    house_wait(&house, 40 * MINUTE);
    say_on("far", "#lounge", "$eve", "free");
    assert_null(host_find(house.host, "far", "#lounge"));
    link_them("net", "$ann", "$cid");
    say_on("far", "#lounge", "$dan", "resume");
    assert_int_equal(people(far_table()), 2);
    assert_told("<SEATED_TWICE_LOBBY_3>");
}

/* The yes is being saved while the second one sits down. */
static test_case(whoever_sits_down_while_being_linked_gets_up_again)
{
    char line[32];
    say_on("net", "#g", "$ann", "play coloretto");
    say_on("net", NULL, "$ann", "link");
    snprintf(line, sizeof line, "%.13s", strstr(house.told, "!link ") + 1);
    say_on("far", NULL, "$annie", line);
    house_forget(&house);
    struct heard join = {
        .network = "far", .key = "$annie", .name = "annie", .text = "join", .now = ++house.now};
    struct heard yes = {
        .network = "net", .key = "$ann", .name = "ann", .text = "link yes", .now = house.now};
    commands_hear(house.commands, house.host, &yes);
    host_hear(house.host, table(), &join);
    assert_int_equal(table()->seat_count, 1);
    house_settle(&house);
    assert_told("<LINKED_2>");
    assert_told("to $ann: <SEATED_TWICE_LOBBY game=Coloretto|kept=$ann|who=annie>");
    assert_int_equal(table()->seat_count, 1);
}

/* ---- who is who, whichever networks are there ---- */

/* "annie" on far, known until she disconnects, sits at a table of "net". `word` is her seat
   word. */
static void seat_annie(char word[12])
{
    say_on("net", "#g", "$ann", "play coloretto");
    say_on("net", "#g", "$ann", "invite");
    join(table(), "far", "annie");
    const char *told = strstr(house.told, in_words("<SEAT_WORD_1> "));
    assert_non_null(told);
    snprintf(word, 12, "%.11s", told + strlen("Your seat word is "));
}

static test_case(who_logged_in_keeps_following_their_name)
{
    char word[12];
    seat_annie(word);
    host_bound(house.host, identity("far", "annie"), "$annie", ++house.now);
    house_settle(&house);
    int seat = session_seat_held(table(), identity("far", "$annie"));
    assert_int_not_equal(seat, -1);
    assert_false(table()->seats[seat].keeps_name);
    restart(false);
    assert_false(table()->seats[seat].keeps_name);
    restart(true);
    assert_false(table()->seats[seat].keeps_name);
}

static test_case(who_moved_to_another_network_keeps_the_name)
{
    say_on("net", "#g", "$ann", "play coloretto");
    link_them("far", "$ann", "$annie");
    say_on("far", NULL, "$annie", "hand");
    assert_true(holds(table(), "far", "$annie"));
    assert_true(table()->seats[0].keeps_name);
    restart(false);
    assert_true(table()->seats[0].keeps_name);
}

/* The table came back without the network. Nobody there is surely the same when it comes. */
static test_case(a_seat_of_a_network_that_comes_later_waits_for_its_word)
{
    char word[12], line[24];
    seat_annie(word);
    restart(false);
    be_ready("net", "#g");
    house_open_far(&house);
    house_settle(&house);
    snprintf(line, sizeof line, "seat %s", word);
    say_on("far", NULL, "annie2", line);
    assert_told("far to annie2: <SEAT_WORD_RIGHT_1>");
    assert_true(holds(table(), "far", "annie2"));
}

/* IRC does not say after a restart who is there. Until somebody speaks, their private table
   waits. */
static test_case(a_private_table_is_back_with_a_word_of_its_person)
{
    say_on("net", NULL, "$ann", "play coloretto");
    restart(false);
    const struct session *session = table_on("net", "@$ann");
    host_person_ready(house.host, identity("net", "$annie"), house.now);
    assert_true(session->state.is_recovered);
    assert_string_equal(house.told, "");
    host_person_ready(house.host, identity("net", "$ann"), house.now);
    assert_false(session->state.is_recovered);
    assert_told("<ANN_I_AM_BACK>");
    house_forget(&house);
    host_person_ready(house.host, identity("net", "$ann"), house.now);
    assert_string_equal(house.told, "");
}

/* Somebody else may have the nick now. */
static test_case(a_private_table_of_a_nick_waits_for_its_word)
{
    say_on("net", NULL, "ann", "play coloretto");
    restart(false);
    host_person_ready(house.host, identity("net", "ann"), house.now);
    assert_string_equal(house.told, "");
}

/* A nick that was proven is its person's: a word is enough. */
static test_case(a_private_table_of_a_proven_nick_is_back_with_a_word)
{
    say_on("net", NULL, "ann", "play heartcatchers robots=1");
    restart(false);
    host_returned(house.host, identity("net", "ann"), house.now);
    house_settle(&house);
    assert_true(table_on("net", "@ann")->state.is_recovered);
    host_person_ready(house.host, identity("net", "ann"), house.now);
    assert_false(table_on("net", "@ann")->state.is_recovered);
    assert_told("to ann: Heartcatchers, <HAND_1>");
}

/* Who opened it has not spoken since: the game begins all the same. */
static test_case(a_private_table_goes_on_when_somebody_sits_down)
{
    say_on("net", NULL, "$ann", "seek heartcatchers");
    restart(false);
    say_on("net", NULL, "$bob", "join 1");
    const struct session *session = table_on("net", "@$ann");
    assert_false(session->state.is_recovered);
    wait_minutes(1);
    assert_true(session_has_begun(session));
    assert_told("to $ann: Heartcatchers, <HAND_1>");
}

/* Nobody but its person could bring it back. Behind a restart it ends as it would have: before
   the game half an hour after the last word, in play it is set aside, which is never sooner than
   after a day. */
static test_case(a_private_table_of_nobody_goes)
{
    say_on("net", NULL, "ann", "play coloretto");
    say_on("net", NULL, "bob", "play heartcatchers robots=1");
    restart(false);
    const struct session *begun = table_on("net", "@bob");
    wait_minutes(29);
    assert_non_null(host_find(house.host, "net", "@ann"));
    wait_minutes(2);
    assert_null(host_find(house.host, "net", "@ann"));
    wait_minutes(23 * 60);
    assert_ptr_equal(table_on("net", "@bob"), begun);
    assert_true(begun->state.is_recovered);
    wait_minutes(60);
    assert_null(host_find(house.host, "net", "@bob"));
    assert_int_equal(house_count(&house, "<SET_ASIDE_CLOCK_2>"), 1);
    assert_int_equal(house_restart(&house), 0);
}

/* In sight, but silent: the game is theirs. */
static test_case(a_private_table_of_somebody_in_sight_stays)
{
    house.knows_sight = true;
    say_on("net", NULL, "$ann", "play heartcatchers robots=1");
    restart(false);
    wait_minutes(3 * 24 * 60);
    assert_true(table_on("net", "@$ann")->state.is_recovered);
    say_on("net", NULL, "$ann", "hand");
    host_person_ready(house.host, identity("net", "$ann"), house.now);
    assert_told("<ANN_I_AM_BACK>");
}

/* The room is one of the network where somebody says it. */
static test_case(a_table_that_was_set_aside_goes_on_in_another_network)
{
    say_on("net", "#g", "$ann", "play coloretto");
    say_on("net", "#g", "$ann", "invite");
    join(table_on("net", "#g"), "far", "$eve");
    say_on("net", "#g", "$ann", "start");
    wait_minutes(31);
    say_on("net", "#g", "$op", "free");
    assert_null(host_find(house.host, "net", "#g"));
    say_on("far", "#lounge", "$eve", "resume");
    assert_non_null(host_find(house.host, "far", "#lounge"));
    assert_null(host_find(house.host, "net", "#lounge"));
    restart(true);
    assert_non_null(host_find(house.host, "far", "#lounge"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(two_who_were_linked_meanwhile_sit_once_in_the_lobby),
        TEST(two_who_were_linked_meanwhile_play_once),
        TEST(the_seat_of_a_robot_is_the_one_to_give_up),
        TEST(what_the_disk_refuses_is_given_up_later),
        TEST(a_table_that_was_set_aside_is_looked_at_when_it_goes_on),
        TEST(whoever_sits_down_while_being_linked_gets_up_again),
        TEST(who_logged_in_keeps_following_their_name),
        TEST(who_moved_to_another_network_keeps_the_name),
        TEST(a_seat_of_a_network_that_comes_later_waits_for_its_word),
        TEST(a_private_table_is_back_with_a_word_of_its_person),
        TEST(a_private_table_of_a_nick_waits_for_its_word),
        TEST(a_private_table_of_a_proven_nick_is_back_with_a_word),
        TEST(a_private_table_goes_on_when_somebody_sits_down),
        TEST(a_private_table_of_nobody_goes),
        TEST(a_table_that_was_set_aside_goes_on_in_another_network),
        TEST(a_private_table_of_somebody_in_sight_stays),
    };
    return cmocka_run_group_tests_name("waits", tests, NULL, NULL);
}
