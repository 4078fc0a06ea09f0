/* What rooms are told before the bot is stopped on purpose, and after it. */
#include <string.h>

#include "household.h"
#include "host.h"
#include "presence.h"
#include "session.h"
#include "testing.h"

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
    assert_int_equal(house_count(&house, "#g: I restart now, and am back in a minute. The Coloretto table goes on"), 1);
    assert_int_equal(house_count(&house, "#h: I restart now"), 1);
    assert_int_equal(house.posts, 2);
    assert_int_equal(house.whispers, 0);
    come_back("#g");
    assert_int_equal(house_count(&house, "#g: I am back, and the Coloretto table goes on where it was"), 1);
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
    house_expect_not(&house, "so a robot plays");
    house_wait(&house, 1000);
    house_expect(&house, "so a robot plays");
}

static test_case(whoever_stops_it_for_good_says_so)
{
    deal("#g", "ann", "bob");
    house_forget(&house);
    host_tell_leaving(house.host, HOST_STOPS);
    house_expect(&house,
                 "#g: I am being stopped. The Coloretto table is kept, and goes on where it is when I am back.");
    house_expect_not(&house, "minute");
    host_tell_leaving(house.host, HOST_FORGETS);
    house_expect(&house, "#g: I am being stopped, and the Coloretto table ends here: I keep no tables.");
}

/* It was told before, and nobody has heard since that it is over. */
static test_case(a_room_that_does_not_know_us_back_is_not_told_again)
{
    deal("#g", "ann", "bob");
    house_restart(&house);
    house_forget(&house);
    host_tell_leaving(house.host, HOST_RESTARTS);
    assert_string_equal(house.told, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_room_is_told_once_and_once_when_it_is_over, open_house, close_house),
        cmocka_unit_test_setup_teardown(the_time_of_a_restart_is_nobodys, open_house, close_house),
        cmocka_unit_test_setup_teardown(whoever_stops_it_for_good_says_so, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_room_that_does_not_know_us_back_is_not_told_again, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
