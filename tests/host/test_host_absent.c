/* People who are not there any more: who counts as absent, a robot for an absent person's seat,
   and lobbies that nobody is at. Every step is one of a virtual clock; after each the program
   may be restarted. */
#include <stdio.h>

#include "host_state.h"
#include "household.h"
#include "port.h"
#include "testing.h"

static void deal_three(void)
{
    house_say(&house, "#g", "ann", "deal coloretto clock=off");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    house_expect(&house, ": !");
    house_forget(&house);
}

static void restart(void)
{
    restart_house();
    house_forget(&house);
}

/* ---- a robot for an absent person ---- */

static test_case(who_is_in_sight_keeps_the_seat)
{
    house.knows_sight = true;
    deal_three();
    wait_minutes(600);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to ann: <AWAY_IN_SIGHT who=bob|minutes=5>");
    house_goes(&house, "bob");
    wait_minutes(4);
    house_say(&house, "#g", "ann", "away bob");
    assert_int_equal(house_count(&house, "<AWAY_IN_SIGHT_1 who=bob>"), 1);
    house_expect(&house, "to ann: <AWAY_NOT_LONG_1 who=bob>");
}

static test_case(who_is_out_of_sight_for_five_minutes_gives_way)
{
    house.knows_sight = true;
    deal_three();
    house_goes(&house, "bob");
    wait_minutes(5);
    house_say(&house, "#g", "dan", "away bob");
    house_expect(&house, "to dan: <NOT_SEATED_RUNNING_2>");
    house_say(&house, "#g", "cid", "away bob");
    house_expect(&house, "#g: <GIVEN by=cid|who=bob>");
}

static test_case(silence_counts_where_nobody_knows)
{
    deal_three();
    wait_minutes(20);
    house_say(&house, "#g", "bob", "board");
    wait_minutes(29);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to ann: <AWAY_NOT_SILENT_1 who=bob>");
    wait_minutes(1);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "<GIVEN_1 by=ann|who=bob>");
}

/* After a restart nobody knows who said what when: everybody has the whole time again. */
static test_case(silence_begins_anew_after_a_restart)
{
    deal_three();
    wait_minutes(29);
    restart();
    wait_minutes(29);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "<AWAY_NOT_SILENT_2 who=bob>");
    wait_minutes(1);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "<GIVEN_2>");
}

static test_case(the_first_word_takes_the_seat_back)
{
    deal_three();
    wait_minutes(30);
    house_say(&house, "#g", "ann", "away bob");
    restart(); /* that the seat was given away stands in the record */
    house_say(&house, "#g", "bob", "board");
    house_expect(&house, "#g: <RETURNED who=bob>");
    assert_false(house_table(&house, "#g")->seats[house_seat(&house, "#g", "bob")].is_left);
    house_forget(&house);
    restart();
    house_say(&house, "#g", "bob", "board");
    house_expect_not(&house, "<RETURNED_2>");
}

static test_case(who_left_has_to_say_join)
{
    deal_three();
    house_say(&house, "#g", "bob", "leave");
    house_say(&house, "#g", "bob", "board");
    house_expect_not(&house, "<RETURNED_2>");
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to ann: <AWAY_ROBOT who=bob>");
}

static test_case(nobody_lets_robots_play_alone)
{
    house_say(&house, "#g", "ann", "deal heartcatchers");
    house_say(&house, "#g", "ann", "robot");
    wait_minutes(40);
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "away ann");
    house_settle(&house);
    house_expect(&house, "to op: <AWAY_LAST_1 who=ann>");
}

/* ---- lobbies ---- */

static test_case(who_is_silent_in_a_lobby_gets_up)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    wait_minutes(5);
    house_say(&house, "#g", "bob", "join");
    wait_minutes(4);
    house_expect_not(&house, "<LEFT_LOBBY_1>");
    wait_minutes(1);
    assert_int_equal(house_count(&house, "<LOBBY_GOT_UP who=ann>"), 1);
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
    restart();
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
    wait_minutes(11);
    assert_int_equal(house_count(&house, "<LOBBY_GOT_UP who=bob>"), 1);
    assert_int_equal(house_count(&house, "<TABLE_CLOSED_EMPTY_1>"), 1);
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(a_lobby_of_people_out_of_sight_closes)
{
    house.knows_sight = true;
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_goes(&house, "ann");
    wait_minutes(9);
    house_expect_not(&house, "<LEFT_LOBBY_1>");
    house_goes(&house, "bob");
    wait_minutes(1);
    assert_int_equal(house_count(&house, "<LOBBY_GOT_UP who=ann>"), 1);
    wait_minutes(4);
    assert_int_equal(house_count(&house, "<LOBBY_ABSENT_1 game=Coloretto>"), 1);
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(a_silent_lobby_closes_and_says_so_once)
{
    house.knows_sight = true;
    house_say(&house, "#g", "ann", "deal coloretto");
    wait_minutes(29);
    assert_non_null(house_table(&house, "#g"));
    house_say(&house, "#g", "cid", "board");
    wait_minutes(29);
    assert_non_null(house_table(&house, "#g"));
    wait_minutes(31);
    assert_int_equal(house_count(&house, "<LOBBY_SILENT_1 game=Coloretto>"), 1);
    assert_null(house_table(&house, "#g"));
}

/* ---- the heap: each room once, and so many in one turn ---- */

static test_case(a_tick_plays_a_bounded_number_of_rooms)
{
    enum { ROOMS = 3 * HOST_TICK_SESSIONS };
    char room[16];
    namesake_let_pass(house.namesake);
    for (int i = 0; i < ROOMS; i++) {
        snprintf(room, sizeof room, "#%d", i);
        house_say_as(&house, room, room, 0, NULL, "deal coloretto"); /* each by another person */
    }
    house_settle(&house);
    house_forget(&house);
    assert_true(house.host->clock.due.count <= host_table_count(house.host));
    house.now += 60 * MINUTE;
    int64_t again = host_tick(house.host, house.now);
    assert_true(again <= house.now);
    int before = 0;
    for (const struct session *r = house.host->tables.first; r; r = r->next)
        before += r->change != NULL;
    /* the other one is the namesake's, which changes nothing */
    assert_int_equal(before, HOST_TICK_SESSIONS - 1);
    for (int i = 0; i < 8; i++)
        house_settle(&house);
    assert_int_equal(house_table_count(&house), 0);
    assert_int_equal(house.host->clock.due.count, 1); /* the namesake's */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_is_in_sight_keeps_the_seat, open_house, close_house),
        cmocka_unit_test_setup_teardown(who_is_out_of_sight_for_five_minutes_gives_way, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(silence_counts_where_nobody_knows, open_house, close_house),
        cmocka_unit_test_setup_teardown(silence_begins_anew_after_a_restart, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(the_first_word_takes_the_seat_back, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(who_left_has_to_say_join, open_house, close_house),
        cmocka_unit_test_setup_teardown(nobody_lets_robots_play_alone, open_house, close_house),
        cmocka_unit_test_setup_teardown(who_is_silent_in_a_lobby_gets_up, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_lobby_of_people_out_of_sight_closes, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_silent_lobby_closes_and_says_so_once, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_tick_plays_a_bounded_number_of_rooms, open_house,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
