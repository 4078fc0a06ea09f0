/* The whole adapter before a stand-in for Discord: what people in a channel see of a table, and
   what Discord would complain about. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord/club.h"
#include "testing.h"

static struct club club;

static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

/* By a mention in place of the name: once, and nobody else. */
static void expect_called(int person)
{
    char called[64];
    const char *seen = club_seen(&club, CLUB_CID);
    snprintf(called, sizeof called, "\n**<@%" PRIu64 ">: ", club.people[person]);
    club_expect(seen, called);
    assert_ptr_equal(strstr(seen, "<@"), strstr(seen, called) + 3);
    assert_null(strstr(strstr(seen, "<@") + 1, "<@"));
}

static test_case(a_table_is_opened_and_played_by_text)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_expect(club_seen(&club, CLUB_CID), "ann opened Heartcatchers");
    /* the seal, or that the deal is fixed, in small print */
    club_expect(club_seen(&club, CLUB_CID), "\n-# ");
    club_say(&club, CLUB_BOB, "!join");
    club_expect(club_seen(&club, CLUB_CID), "ann and bob play Heartcatchers");
    expect_called(CLUB_ANN);
    club_expect(club_letter(&club, CLUB_ANN), "<YOUR_HAND_D>");
    club_expect(club_letter(&club, CLUB_ANN), "<OFFER>\n**d** ");
    club_expect(club_letter(&club, CLUB_BOB), "<HAND_2>");
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_ANN]), 1);
    club_say(&club, CLUB_ANN, "!hide d them1");
    expect_called(CLUB_BOB);
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_BOB]), 1);
    assert_int_equal(standin_pings(club.discord, STANDIN_EVERYONE), 0);
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_table_is_opened_and_played_by_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
