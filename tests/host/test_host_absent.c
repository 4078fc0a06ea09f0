/* People who are not there any more: who counts as absent, a robot for an absent person's seat,
   and lobbies that nobody is at. Every step is one of a virtual clock; after each the program
   may be restarted. */
#include <stdio.h>

#include "host_state.h"
#include "household.h"
#include "reports.h"
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
    house_expect(
        &house,
        "to ann: bob is still there. A robot can take the seat of somebody who has been out of sight for 5 minutes.");
    house_goes(&house, "bob");
    wait_minutes(4);
    house_say(&house, "#g", "ann", "away bob");
    assert_int_equal(house_count(&house, "bob is still there"), 1);
    house_expect(&house, "to ann: bob went out of sight not long ago.");
}

static test_case(who_is_out_of_sight_for_five_minutes_gives_way)
{
    house.knows_sight = true;
    deal_three();
    house_goes(&house, "bob");
    wait_minutes(5);
    house_say(&house, "#g", "dan", "away bob");
    house_expect(&house, "to dan: You don't sit at this table");
    house_say(&house, "#g", "cid", "away bob");
    house_expect(
        &house,
        "#g: cid gives the seat of bob to a robot. bob can say anything here to take it back.");
}

static test_case(silence_counts_where_nobody_knows)
{
    deal_three();
    wait_minutes(20);
    house_say(&house, "#g", "bob", "board");
    wait_minutes(29);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to ann: bob said something not long ago.");
    wait_minutes(1);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "ann gives the seat of bob to a robot");
}

/* After a restart nobody knows who said what when: everybody has the whole time again. */
static test_case(silence_begins_anew_after_a_restart)
{
    deal_three();
    wait_minutes(29);
    restart();
    wait_minutes(29);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "bob said something not long ago");
    wait_minutes(1);
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to a robot");
}

static test_case(the_first_word_takes_the_seat_back)
{
    deal_three();
    wait_minutes(30);
    house_say(&house, "#g", "ann", "away bob");
    restart(); /* that the seat was given away stands in the record */
    house_say(&house, "#g", "bob", "board");
    house_expect(&house, "#g: bob is back and takes over from the robot.");
    assert_false(house_table(&house, "#g")->seats[house_seat(&house, "#g", "bob")].is_left);
    house_forget(&house);
    restart();
    house_say(&house, "#g", "bob", "board");
    house_expect_not(&house, "takes over");
}

static test_case(who_left_has_to_say_join)
{
    deal_three();
    house_say(&house, "#g", "bob", "leave");
    house_say(&house, "#g", "bob", "board");
    house_expect_not(&house, "takes over");
    house_say(&house, "#g", "ann", "away bob");
    house_expect(&house, "to ann: A robot already plays for bob.");
}

static test_case(nobody_lets_robots_play_alone)
{
    house_say(&house, "#g", "ann", "deal heartcatchers");
    house_say(&house, "#g", "ann", "robot");
    wait_minutes(40);
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "away ann");
    house_settle(&house);
    house_expect(&house, "to op: Nobody but ann plays here, so a robot would play alone.");
}

/* ---- lobbies ---- */

static test_case(who_is_silent_in_a_lobby_gets_up)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    wait_minutes(5);
    house_say(&house, "#g", "bob", "join");
    wait_minutes(4);
    house_expect_not(&house, "gets up");
    wait_minutes(1);
    assert_int_equal(house_count(&house, "ann was away for ten minutes and gets up."), 1);
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
    restart();
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
    wait_minutes(11);
    assert_int_equal(house_count(&house, "bob was away for ten minutes and gets up."), 1);
    assert_int_equal(house_count(&house, "Nobody is left at the table, so it is closed."), 1);
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
    house_expect_not(&house, "gets up");
    house_goes(&house, "bob");
    wait_minutes(1);
    assert_int_equal(house_count(&house, "ann was away for ten minutes and gets up."), 1);
    wait_minutes(4);
    assert_int_equal(
        house_count(&house, "Everybody who sat at the Coloretto table is gone, so it is closed."),
        1);
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
    assert_int_equal(
        house_count(&house, "Nobody said anything at the Coloretto table for half an hour"), 1);
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
    assert_true(house.host->due.count <= host_table_count(house.host));
    house.now += 60 * MINUTE;
    int64_t again = host_tick(house.host, house.now);
    assert_true(again <= house.now);
    int before = 0;
    for (const struct session *r = house.host->sessions; r; r = r->next)
        before += r->change != NULL;
    /* the other one is the namesake's, which changes nothing */
    assert_int_equal(before, HOST_TICK_SESSIONS - 1);
    for (int i = 0; i < 8; i++)
        house_settle(&house);
    assert_int_equal(house_table_count(&house), 0);
    assert_int_equal(house.host->due.count, 1); /* the namesake's */
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
