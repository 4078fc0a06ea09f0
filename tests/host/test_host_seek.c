/* Open seats, on two networks of a house, "net" and "far": who finds them and comes to them from
   where, what of people is told before that, when they end, and what stays over a kill. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "offers.h"
#include "port.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "seek.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

enum { SECOND = 1000 };

static test_fixture(open_with_commands)
{
    house.commands = NULL;
    int count = open_two(state);
    house.commands = commands_new();
    return count;
}

static void far_said(const char *room, const char *who, const char *text)
{
    house_forget(&house);
    far_says(room, who, text);
    house_settle(&house);
}

static void seek(const char *words)
{
    char line[64];
    snprintf(line, sizeof line, "seek %s", words);
    house_say(&house, "#a", "ann", line);
    house_settle(&house);
}

static test_case(a_seat_is_found_and_taken_on_another_network)
{
    seek("coloretto clock=slow");
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    far_said(NULL, "bob", "open");
    house_expect(
        &house,
        "far to bob: <OPEN_SEATS n=1|number=1|text=1 Coloretto on net, clock slow, 1 of 5 sit>");
    house_expect_not(&house, "ann");
    house_expect_not(&house, "#a");
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "#a: <SITS_DOWN who=bob>");
    assert_true(house_table(&house, "#a")->seats[1].is_apart);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

static test_case(who_takes_it_in_a_channel_brings_the_table_there)
{
    seek("coloretto");
    far_said("#lounge", "cid", "join 1");
    house_wait(&house, 5000);
    house_expect(&house,
                 "far #lounge: The table of <GUEST_FROM_1 game=Coloretto|from=#a|origin=net>");
    house_expect(&house, "<SITS_DOWN who=cid>");
    assert_ptr_equal(host_find(house.host, "far", "#lounge"), house_table(&house, "#a"));
    far_said("#lounge", "dan", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "<SITS_DOWN who=dan>");
}

/* Operators of a channel want no table from elsewhere: the person alone sits down. */
static test_case(where_no_guest_may_be_only_the_person_comes)
{
    house.network = "far";
    house_say_as(&house, "#lounge", "op", RANK_OPERATOR, NULL, "settings guests no");
    house_settle(&house);
    house.network = NULL;
    seek("coloretto");
    far_said("#lounge", "cid", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "#a: <SITS_DOWN who=cid>");
    assert_null(host_find(house.host, "far", "#lounge"));
}

static void restart_in(const char *room)
{
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", room, house.now);
    house_settle(&house);
}

static void expect_gone(void)
{
    house_wait(&house, 61 * 1000); /* nobody may ask too often */
    far_said(NULL, "eve", "open");
    house_expect(&house, "far to eve: <OPEN_NONE>");
    far_said(NULL, "eve", "join 1");
    house_expect(&house, "far to eve: <SEEK_GONE>");
}

static test_case(it_ends_with_the_word_the_game_the_table_and_the_day)
{
    seek("coloretto");
    house_say(&house, "#a", "ann", "seek off");
    house_settle(&house);
    house_expect(&house, "<SEEK_OFF>");
    expect_gone();
    house_say(&house, "#a", "ann", "seek");
    house_settle(&house);
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
    house_say(&house, "#a", "ann", "add robot");
    house_say(&house, "#a", "ann", "start");
    house_settle(&house);
    expect_gone();
    house_say(&house, "#a", "ann", "stop");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    seek("heartcatchers");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    expect_gone();
}

/* ---- robots hold the seats ---- */

static void until_game(const char *room, int number)
{
    for (int i = 0; i < 400 && house_table(&house, room)->playing->game_number < number; i++) {
        house_forget(&house);
        if (!play_any_move(room))
            house_wait(&house, SECOND);
    }
    assert_int_equal(house_table(&house, room)->playing->game_number, number);
}

static test_case(robots_hold_the_seats_and_give_them_up_between_games)
{
    seek("coloretto robots match=4");
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    assert_true(session_has_begun(house_table(&house, "#a")));
    assert_int_equal(house_table(&house, "#a")->seat_count, 4);
    far_said(NULL, "bob", "open");
    house_expect(&house, "1 Coloretto on net, clock live, 1 of 4 sit, robots hold the rest");
    far_said(NULL, "bob", "join 1");
    house_expect(&house, "#a: <NEXT_ROBOT who=bob|robot=robot>");
    house_expect(&house, "far to bob: <NEXT_APART game=Coloretto|number=1>");
    far_said("#lounge", "cid", "join 1");
    house_expect(&house, "far #lounge: <NEXT_ROBOT who=cid|robot=robot2>");
    far_said(NULL, "dan", "join 1");
    house_expect(&house, "far to dan: <NEXT_APART game=Coloretto|number=1>");
    far_said(NULL, "eve", "join 1"); /* three robots, and each is promised */
    house_expect(&house, "far to eve: <SEEK_GONE>");
    far_said(NULL, "eve", "open");
    house_expect(&house, "<OPEN_NONE>");
    far_said(NULL, "dan", "join -1");
    house_expect(&house, "far to dan: <NEXT_OFF>");
    assert_int_equal(house_restart(&house), 1); /* the line and the seek stay */
    host_room_ready(house.host, "net", "#a", house.now);
    house_settle(&house);
    until_game("#a", 2);
    const struct session *session = house_table(&house, "#a");
    int bob = session_seat_held(session, identity("far", "bob"));
    assert_true(bob >= 0 && session_seat_held(session, identity("far", "cid")) >= 0);
    assert_true(session->seats[bob].is_apart);
    assert_true(session->has_swapped); /* rated for nobody */
    far_said(NULL, "eve", "open");
    house_expect(&house, "1 Coloretto on net, clock live, 3 of 4 sit, robots hold the rest");
    restart_in("#a");
    assert_true(house_table(&house, "#a")->has_swapped);
    play_out("#a");
    expect_gone();
}

static test_case(a_table_that_is_played_offers_the_seats_of_its_robots)
{
    house_say(&house, "#a", "ann", "play coloretto robots=1");
    house_settle(&house);
    seek("");
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    far_said(NULL, "bob", "open");
    house_expect(&house, "live, 1 of 2 sit, robots hold the rest");
    seek("off");
    expect_gone();
    house_say(&house, "#b", "bob", "play coloretto");
    house_say(&house, "#b", "cid", "join");
    house_say(&house, "#b", "bob", "start");
    house_wait(&house, 11 * SECOND);
    house_forget(&house);
    house_say(&house, "#b", "bob", "seek");
    house_settle(&house);
    house_expect(&house, "to bob: <INVITE_LATE game=Coloretto>");
}

/* What a card showed cannot be taken back while somebody may come, as it can alone with robots. */
static test_case(nothing_seen_is_taken_back_while_it_is_an_open_seat)
{
    seek("coloretto robots=1");
    for (int i = 0; i < 20 && !house_was_told(&house, "ann: !draw"); i++)
        house_wait(&house, SECOND);
    house_say(&house, "#a", "ann", "draw");
    house_forget(&house);
    house_say(&house, "#a", "ann", "undo");
    house_settle(&house);
    house_expect(&house, "<UNDO_SOUGHT>");
    assert_false(deal_is_practice(house_table(&house, "#a")->playing));
    seek("off");
    house_say(&house, "#a", "ann", "undo");
    house_settle(&house);
    assert_true(deal_is_practice(house_table(&house, "#a")->playing));
}

static test_case(words_are_read_at_a_table_that_is_there)
{
    house_say(&house, "#a", "ann", "play coloretto");
    house_settle(&house);
    seek("quickly");
    house_expect(&house, "<SEEK_WORDS game=Coloretto>");
    seek("slow");
    assert_int_equal(house_table(&house, "#a")->clocks.pace, PACE_SLOW);
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    seek("off");
    house_wait(&house, MINUTE);
    seek("robots");
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
    house_wait(&house, 11 * SECOND);
    assert_true(session_has_begun(house_table(&house, "#a")));
    far_said(NULL, "bob", "open");
    house_expect(&house, "2 Coloretto on net, clock slow, 1 of 4 sit, robots hold the rest");
}

/* ---- the slow clock ---- */

static test_case(nobody_came_for_two_minutes_so_it_turns_slow_once)
{
    seek("coloretto");
    house_wait(&house, 2 * MINUTE - SECOND);
    house_expect_not(&house, "<SEEK_SLOW game=Coloretto>");
    house_restart(&house);
    host_room_ready(house.host, "net", "#a", house.now);
    house_forget(&house);
    for (int i = 0; i < 60; i++)
        house_wait(&house, SECOND);
    assert_int_equal(house_count(&house, "to ann: <SEEK_SLOW game=Coloretto>"), 1);
    assert_int_equal(house_table(&house, "#a")->clocks.pace, PACE_SLOW);
    far_said(NULL, "bob", "open");
    house_expect(&house, "1 Coloretto on net, clock slow, 1 of 5 sit");
    house_say(&house, "#a", "ann", "options clock=live"); /* as it is offered */
    house_settle(&house);
    house_forget(&house);
    wait_minutes(5);
    house_expect_not(&house, "<SEEK_SLOW game=Coloretto>");
    assert_int_equal(house_table(&house, "#a")->clocks.pace, PACE_LIVE);
}

static test_case(it_turns_slow_neither_with_company_nor_against_a_word)
{
    seek("coloretto clock=live");
    house_say(&house, "#b", "bob", "seek coloretto");
    house_say(&house, "#b", "cid", "join");
    house_forget(&house);
    wait_minutes(5);
    house_expect_not(&house, "<SEEK_SLOW game=Coloretto>");
    assert_int_equal(house_table(&house, "#b")->clocks.pace, PACE_OF_ROOM);
}

/* A slow one waits for a day, and its opener need not be there; then the lobby closes as others
   do. */
static test_case(a_slow_one_stands_for_a_day)
{
    seek("coloretto slow");
    house_forget(&house);
    for (int hour = 0; hour < 23; hour++)
        wait_minutes(60);
    assert_non_null(house_table(&house, "#a"));
    far_said(NULL, "bob", "open");
    house_expect(&house, "1 Coloretto on net, clock slow, 1 of 5 sit");
    house_restart(&house);
    host_room_ready(house.host, "net", "#a", house.now);
    far_said(NULL, "bob", "open");
    house_expect(&house, "1 Coloretto on net, clock slow, 1 of 5 sit");
    wait_minutes(61);
    expect_gone();
    wait_minutes(60);
    assert_null(house_table(&house, "#a"));
}

/* But it keeps no room from people who want to play. */
static test_case(a_slow_one_gives_its_room_to_who_plays)
{
    seek("coloretto slow");
    wait_minutes(29);
    house_say(&house, "#a", "bob", "play heartcatchers");
    house_settle(&house);
    assert_string_equal(house_table(&house, "#a")->game->id, "coloretto");
    wait_minutes(31);
    house_say(&house, "#a", "bob", "play heartcatchers");
    house_settle(&house);
    assert_string_equal(house_table(&house, "#a")->game->id, "heartcatchers");
    expect_gone();
}

/* ---- numbers and bounds ---- */

static test_case(no_number_comes_again_within_a_day)
{
    seek("coloretto");
    seek("off");
    seek("");
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    house_restart(&house);
    wait_minutes(24 * 60);
    house_restart(&house);
    seek("coloretto");
    house_expect(&house, "<SEEK_BEGUN number=3|game=Coloretto>");
    house_say(&house, "#a", "ann", "stop");
    house_settle(&house);
    wait_minutes(49 * 60);
    house_restart(&house);
    house_forget(&house);
    seek("coloretto");
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
}

static test_case(one_person_has_one_on_all_networks)
{
    house_say(&house, NULL, "ann", "link");
    far_said(NULL, "annie", told_code("!link ", 8));
    house_say(&house, NULL, "ann", "link yes");
    seek("coloretto");
    house_restart(&house);
    far_said("#lounge", "annie", "seek coloretto");
    house_expect(&house, "far to annie: <SEEK_ONE>");
    far_said("#bar", "bob", "seek coloretto");
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
}

/* Rows of another process: twenty threads of one channel, or all that a network may have. */
static void put_seeks(int count, const char *room)
{
    char value[256];
    for (int i = 0; i < count; i++) {
        snprintf(value, sizeof value,
                 "seek until=%lld table=%d since=1 network=net game=coloretto "
                 "on=net key=p%d sit=1 seats=5 free=4 pace=slow%s%s",
                 (long long)house.now + 3600000, 1000 + i, i, *room ? " room=" : "", room);
        seek_row.load(house.host, 100 + i, value);
    }
}

static test_case(a_room_and_a_network_have_their_part)
{
    house.host->offers.are_tables_back = false; /* those of the rows never were here */
    put_seeks(SEEKS_OF_ROOM, "#a");
    assert_non_null(seek_find(house.host, "100"));
    seek("coloretto");
    house_expect(&house, "<SEEK_MANY_HERE>");
    house_say(&house, "#b", "bob", "seek coloretto");
    house_settle(&house);
    house_expect(&house, "<SEEK_BEGUN number=1|game=Coloretto>");
    put_seeks(SEEKS_MOST / 2, "");
    house_say(&house, "#c", "cid", "seek coloretto");
    house_settle(&house);
    house_expect(&house, "<SEEK_MANY>");
    far_said("#lounge", "dan", "seek coloretto"); /* another network has its own */
    house_expect(&house, "<SEEK_BEGUN number=2|game=Coloretto>");
}

static test_case(who_says_too_much_seeks_nothing)
{
    for (int i = 0; i < 7; i++)
        house_say(&house, "#b", "ann", "open");
    seek("coloretto");
    assert_null(house_table(&house, "#a"));
    far_said(NULL, "bob", "open");
    house_expect(&house, "<OPEN_NONE>");
}

static test_case(it_stands_there_after_a_kill)
{
    seek("coloretto");
    assert_int_equal(house_restart(&house), 1);
    far_said(NULL, "bob", "open");
    house_expect(&house,
                 "<OPEN_SEATS n=1|number=1|text=1 Coloretto on net, clock live, 1 of 5 sit>");
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    house_say(&house, "#a", "ann", "seek off");
    house_settle(&house);
    house_restart(&house);
    expect_gone();
}

static test_case(one_at_a_time_and_only_the_openers)
{
    seek("coloretto");
    house_forget(&house);
    house_say(&house, "#b", "ann", "seek heartcatchers");
    house_settle(&house);
    house_expect(&house, "<SEEK_ONE>");
    house_forget(&house);
    house_say(&house, "#a", "eve", "seek off");
    house_settle(&house);
    house_expect_not(&house, "<SEEK_OFF>");
    far_said(NULL, "bob", "open");
    house_expect(&house,
                 "<OPEN_SEATS n=1|number=1|text=1 Coloretto on net, clock live, 1 of 5 sit>");
}

/* A person who is banned where the table stands neither sees it nor sits down; where it is said,
   one hears of none. */
static test_case(a_ban_of_either_room_keeps_out)
{
    seek("coloretto");
    house_say(&house, "#a", "dan", "open");
    house_say(&house, "#b", "dan", "help");
    house_say_as(&house, "#a", "op", RANK_OPERATOR, NULL, "ban here dan");
    house_settle(&house);
    house_forget(&house);
    house_say(&house, NULL, "dan", "open");
    house_expect(&house, "to dan: <OPEN_NONE>");
    house_say(&house, NULL, "dan", "join 1");
    house_expect(&house, "to dan: <SEEK_GONE>");
    house_say(&house, "#c", "dan", "join 1");
    house_wait(&house, 5000);
    assert_null(host_find(house.host, "net", "#c"));
    house_say(&house, "#c", "eve", "open"); /* everybody else does */
    house_expect(&house, "1 Coloretto on net");
    house_say_as(&house, "#c", "op", RANK_OPERATOR, NULL, "ban here eve");
    house_settle(&house);
    house_forget(&house);
    house_say(&house, "#c", "eve", "open");
    house_expect_not(&house, "1 Coloretto on net");
    house_say(&house, "#c", "eve", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "to eve: <ROOM_BANNED room=#c>");
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    house_say(&house, NULL, "eve", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

static test_case(a_full_table_is_gone_from_the_list)
{
    seek("coloretto");
    house_say(&house, "#a", "ann", "options match=4");
    house_say(&house, "#a", "ann", "add robot 4");
    house_wait(&house, SECOND);
    far_said(NULL, "bob", "join 1");
    house_expect(&house, "far to bob: <SEEK_GONE>");
    expect_gone();
}

/* Who sits there comes no second time, and nobody waits at more tables than they may. */
static test_case(a_person_has_so_many_places)
{
    static const char *const people[] = {"ann", "bob", "cid", "dan", "fay"};
    char room[8], join[16];
    for (int i = 0; i < 5; i++) {
        snprintf(room, sizeof room, "#%c", 'k' + i);
        house_say(&house, room, people[i], "seek coloretto robots=1 match=4");
        house_settle(&house);
    }
    far_said(NULL, "ann", "join 1"); /* a namesake */
    house_expect(&house, "far to ann: <NEXT_APART game=Coloretto|number=1>");
    house_forget(&house);
    house_say(&house, NULL, "ann", "join 1");
    house_settle(&house);
    house_expect(&house, "to ann: <JOIN_SEATED>");
    house_wait(&house, 61 * SECOND);
    for (int i = 1; i <= 5; i++) {
        snprintf(join, sizeof join, "join %d", i);
        far_said(NULL, "eve", join);
        house_wait(&house, 11 * SECOND);
        if (i == 1)
            house_expect(&house, "far to eve: <SEEK_GONE>"); /* its robot is promised */
        if (i == 5)
            house_expect(&house, "far to eve: <NEXT_MANY most=3>");
    }
    int places = 0;
    for (const struct waiting *one = house.host->offers.waitings; one; one = one->next)
        places +=
            waiting_place(house.host, one, &(struct heard){.network = "far", .key = "eve"}) >= 0;
    assert_int_equal(places, WAITING_EACH);
}

static test_case(words_to_cut_come_with_the_number)
{
    seek("coloretto cut=what ann says");
    assert_non_null(house_table(&house, "#a"));
    assert_true(seal_luck_has_cut(house_table(&house, "#a")->seats[0].cut));
    far_said(NULL, "bob", "join 1 cut=what bob says");
    house_wait(&house, 5000);
    assert_true(seal_luck_has_cut(house_table(&house, "#a")->seats[1].cut));
    far_said(NULL, "cid", "join 1 cut=");
    house_expect(&house, "far to cid: <CUT_EMPTY>");
    far_said(NULL, "cid", "join 1 please");
    house_expect(&house, "far to cid: <SEEK_JOIN_WORDS number=1>");
    far_said("#lounge", "dan", "join 1 cut=brought here");
    house_wait(&house, 5000);
    assert_true(seal_luck_has_cut(house_table(&house, "#a")->seats[2].cut));
}

/* The opener learns who has come, if not there. */
static test_case(the_opener_is_told_who_came)
{
    seek("coloretto");
    house_forget(&house);
    far_said(NULL, "bob", "join 1");
    house_wait(&house, 5000);
    house_expect(&house, "to ann: <SEEK_TAKEN who=bob|network=far|game=Coloretto|seated=2|most=5>");
    house_forget(&house);
    house_say(&house, "#a", "cid", "join");
    house_wait(&house, 5000);
    house_expect_not(&house, "to ann: ");
}

/* The list depends on no hand, and on nobody's name. */
static test_case(the_list_tells_nothing_of_hands_or_people)
{
    char first[4096];
    for (int twin = 0; twin < 2; twin++) {
        if (twin > 0) {
            close_house(state);
            open_with_commands(state);
            host_fix_luck(house.host, 99);
        }
        house_say(&house, "#a", twin ? "zoe" : "ann", "seek coloretto robots=2 match=4");
        house_settle(&house);
        house_say(&house, "#a", twin ? "kim" : "bob", "swap");
        for (int i = 0; i < 6; i++)
            if (!play_any_move("#a"))
                house_wait(&house, SECOND);
        far_said(NULL, "eve", "open");
        house_expect(&house, "far to eve: Free seats (1): ");
        if (twin == 0)
            snprintf(first, sizeof first, "%s", house.told);
    }
    const char *list = strstr(house.told, "far to eve: ");
    assert_non_null(strstr(first, list));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_with_commands, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_seat_is_found_and_taken_on_another_network),
        TEST(who_takes_it_in_a_channel_brings_the_table_there),
        TEST(where_no_guest_may_be_only_the_person_comes),
        TEST(it_ends_with_the_word_the_game_the_table_and_the_day),
        TEST(robots_hold_the_seats_and_give_them_up_between_games),
        TEST(a_table_that_is_played_offers_the_seats_of_its_robots),
        TEST(nothing_seen_is_taken_back_while_it_is_an_open_seat),
        TEST(words_are_read_at_a_table_that_is_there),
        TEST(nobody_came_for_two_minutes_so_it_turns_slow_once),
        TEST(it_turns_slow_neither_with_company_nor_against_a_word),
        TEST(a_slow_one_stands_for_a_day),
        TEST(a_slow_one_gives_its_room_to_who_plays),
        TEST(no_number_comes_again_within_a_day),
        TEST(one_person_has_one_on_all_networks),
        TEST(a_room_and_a_network_have_their_part),
        TEST(who_says_too_much_seeks_nothing),
        TEST(it_stands_there_after_a_kill),
        TEST(one_at_a_time_and_only_the_openers),
        TEST(a_ban_of_either_room_keeps_out),
        TEST(a_full_table_is_gone_from_the_list),
        TEST(a_person_has_so_many_places),
        TEST(words_to_cut_come_with_the_number),
        TEST(the_opener_is_told_who_came),
        TEST(the_list_tells_nothing_of_hands_or_people),
    };
    return cmocka_run_group_tests_name("seek", tests, NULL, NULL);
}
