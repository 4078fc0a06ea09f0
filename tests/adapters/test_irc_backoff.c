/* Patience: conformance 47. */
#include "network.h"

#include "testing.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static test_case(the_first_retry_comes_soon_and_the_later_ones_ever_later)
{
    struct backoff backoff = {0};
    int64_t first = irc_backoff_next(&backoff, BACKOFF_LOST, 0, 0, 1000);
    assert_in_range(first, 2500, 30 * SECOND);
    for (int i = 0; i < 1000; i++) {
        int64_t delay = irc_backoff_next(&backoff, BACKOFF_LOST, 0, 0, (uint32_t)i * 7919);
        assert_in_range(delay, 5 * SECOND, 15 * MINUTE);
        if (i > 10)
            assert_in_range(delay, 5 * MINUTE, 15 * MINUTE);
    }
    /* begins anew */
    assert_in_range(irc_backoff_next(&backoff, BACKOFF_LOST, BACKOFF_STABLE_MS, 0, 0), 2500, 2500);
}

static test_case(two_bots_do_not_come_back_as_one)
{
    struct backoff one = {.failures = 5}, other = {.failures = 5};
    int64_t least = irc_backoff_next(&one, BACKOFF_LOST, 0, 0, 0),
            most = irc_backoff_next(&other, BACKOFF_LOST, 0, 0, 1000);
    assert_int_equal(least, 80 * SECOND);
    assert_int_equal(most, 240 * SECOND);
}

static test_case(a_server_that_is_annoyed_is_left_alone)
{
    struct backoff backoff = {0};
    assert_int_equal(irc_backoff_next(&backoff, BACKOFF_THROTTLED, 0, 0, 0), MINUTE);
    static const int64_t ladder[] = {15 * MINUTE, HOUR, 6 * HOUR, 6 * HOUR};
    for (int why = BACKOFF_BANNED; why <= BACKOFF_UNWELCOME; why++) {
        backoff = (struct backoff){0};
        for (int i = 0; i < 4; i++)
            assert_int_equal(irc_backoff_next(&backoff, (enum backoff_why)why, 0, 0, 0), ladder[i]);
    }
}

static test_case(the_third_kill_within_an_hour_is_the_last)
{
    struct backoff backoff = {0};
    assert_in_range(irc_backoff_next(&backoff, BACKOFF_KILLED, 0, 0, 0), MINUTE, 15 * MINUTE);
    assert_in_range(irc_backoff_next(&backoff, BACKOFF_KILLED, 0, 30 * MINUTE, 0), MINUTE,
                    15 * MINUTE);
    assert_in_range(irc_backoff_next(&backoff, BACKOFF_KILLED, 0, 61 * MINUTE, 0), MINUTE,
                    15 * MINUTE);
    assert_int_equal(irc_backoff_next(&backoff, BACKOFF_KILLED, 0, 70 * MINUTE, 0), BACKOFF_NEVER);
}

static test_case(the_words_of_servers_are_understood)
{
    assert_int_equal(
        irc_backoff_read(
            "the server said: Closing Link: 1.2.3.4 (Throttled: Reconnecting too fast)"),
        BACKOFF_THROTTLED);
    assert_int_equal(irc_backoff_read("Your host is trying to (re)connect too fast"),
                     BACKOFF_THROTTLED);
    assert_int_equal(irc_backoff_read("You are banned from this server; Closing Link: (K-Lined)"),
                     BACKOFF_BANNED);
    assert_int_equal(irc_backoff_read("Closing link: (bot@host) [Z-Lined: no bots]"),
                     BACKOFF_BANNED);
    assert_int_equal(irc_backoff_read("Killed (oper (go away))"), BACKOFF_KILLED);
    assert_int_equal(irc_backoff_read("the connection broke"), BACKOFF_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_retry_comes_soon_and_the_later_ones_ever_later),
        cmocka_unit_test(two_bots_do_not_come_back_as_one),
        cmocka_unit_test(a_server_that_is_annoyed_is_left_alone),
        cmocka_unit_test(the_third_kill_within_an_hour_is_the_last),
        cmocka_unit_test(the_words_of_servers_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
