/* What rooms are told before the bot is stopped on purpose, and after it. */
#include <string.h>

#include "commands.h"
#include "host.h"
#include "household.h"
#include "port.h"
#include "session.h"
#include "testing.h"
#include "thinker.h"

static void come_back(const char *room)
{
    assert_true(house_restart(&house) > 0);
    house_forget(&house);
    host_room_ready(house.host, "net", room, ++house.now);
    house_settle(&house);
}

static test_case(each_room_is_told_once_and_once_when_it_is_over)
{
    deal("#g", "ann", "bob");
    house_say(&house, "#h", "cid", "deal coloretto"); /* before the start */
    house_forget(&house);
    host_tell_leaving(house.host, HOST_RESTARTS);
    assert_int_equal(house_count(&house, "#g: <LEAVING_RESTARTS_1 game=Coloretto>"), 1);
    assert_int_equal(house_count(&house, "#h: <LEAVING_RESTARTS_2>"), 1);
    assert_int_equal(house.posts, 2);
    assert_int_equal(house.whispers, 0);
    come_back("#g");
    assert_int_equal(house_count(&house, "#g: <RECOVERED_2 game=Coloretto>"), 1);
    house_expect_not(&house, "I restart");
}

static test_case(the_time_of_a_restart_is_nobodys)
{
    deal("#g", "ann", "bob");
    house_wait(&house, 4 * MINUTE); /* a minute is left */
    host_tell_leaving(house.host, HOST_RESTARTS);
    house.now += MINUTE;
    come_back("#g");
    house_wait(&house, 5 * MINUTE - 1000);
    house_expect_not(&house, "<CLOCK_GIVEN_2>");
    house_wait(&house, 1000);
    house_expect(&house, "<CLOCK_GIVEN_2>");
}

static test_case(whoever_stops_it_for_good_says_so)
{
    deal("#g", "ann", "bob");
    house_forget(&house);
    host_tell_leaving(house.host, HOST_STOPS);
    house_expect(&house, "#g: <LEAVING_STOPS game=Coloretto>");
    house_expect_not(&house, "minute");
    host_tell_leaving(house.host, HOST_FORGETS);
    house_expect(&house, "#g: <LEAVING_FORGETS game=Coloretto>");
    namesake_must_hear(house.namesake, "#g: <LEAVING_STOPS_1 game=Coloretto>");
}

/* It was told before, and nobody has heard since that it is over. */
static test_case(a_room_that_does_not_know_us_back_is_not_told_again)
{
    deal("#g", "ann", "bob");
    house_restart(&house);
    house_forget(&house);
    host_tell_leaving(house.host, HOST_RESTARTS);
    assert_string_equal(house.told, "");
    namesake_must_hear(house.namesake, "#g: <LEAVING_RESTARTS_2>");
}

/* ---- hints ---- */

/* One of the two begins; the other is refused. */
static void say_both(const char *text)
{
    house_say_as(&house, "#g", "ann", 0, NULL, text);
    house_say_as(&house, "#g", "bob", 0, NULL, text);
}

static test_fixture(open_thinking)
{
    open_house(state);
    let_think();
    deal("#g", "ann", "bob");
    house.commands = commands_new();
    say_both("draw"); /* where to place it is a choice */
    house_settle(&house);
    house_wait(&house, 5000);
    return 0;
}

static void ask_for_hint(void)
{
    say_both("hint");
    assert_true(host_is_thinking(house.host));
    house_forget(&house);
}

static test_case(who_waits_for_a_hint_is_told_that_none_comes)
{
    ask_for_hint();
    host_tell_leaving(house.host, HOST_RESTARTS);
    assert_int_equal(house_count(&house, "<HINT_LEAVING_1>"), 1);
    assert_int_equal(house.whispers, 1);
    assert_false(host_is_thinking(house.host));
    house_settle(&house); /* until all is said */
    house_wait(&house, 1000);
    house_expect_not(&house, "<HINT_MOVE>");
    come_back("#g");
    house_expect_not(&house, "<HINT_MOVE>");
    ask_for_hint(); /* there is one, and it has not been used */
    house_settle(&house);
    house_expect(&house, "<HINT_MOVE_1 how=!>");
}

/* The thread is through with it, but nobody has been told. */
static test_case(a_hint_that_is_known_is_told_no_more)
{
    ask_for_hint();
    thinker_dispatch(house.thinker);
    host_tell_leaving(house.host, HOST_FORGETS);
    assert_int_equal(house_count(&house, "<HINT_FORGETS>"), 1);
    namesake_must_hear(house.namesake, "#g: <LEAVING_FORGETS_1>");
    house_settle(&house);
    house_expect_not(&house, "<HINT_MOVE>");
}

#define THINKING(name) cmocka_unit_test_setup_teardown(name, open_thinking, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_room_is_told_once_and_once_when_it_is_over, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(the_time_of_a_restart_is_nobodys, open_house, close_house),
        cmocka_unit_test_setup_teardown(whoever_stops_it_for_good_says_so, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_room_that_does_not_know_us_back_is_not_told_again,
                                        open_house, close_house),
        THINKING(who_waits_for_a_hint_is_told_that_none_comes),
        THINKING(a_hint_that_is_known_is_told_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
