/* House rules on Discord: for a channel, its threads and its server; by whoever may manage the server; a role that may open
   tables. What roles allow is followed live. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "standin.h"
#include "testing.h"

static struct club club;
static uint64_t stewards;

static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    stewards = standin_role(club.discord, club.guild, "stewards", STANDIN_MANAGE_GUILD);
    standin_give_role(club.discord, club.people[CLUB_DAN], stewards);
    club_wait(&club, 1000);
    standin_mark(club.discord);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static const char *says(int who, const char *text)
{
    club_wait(&club, 5000);
    club_say(&club, who, text);
    club_wait(&club, 5000);
    return club_seen(&club, who);
}

static int tables(void)
{
    return host_table_count(club.host);
}

static test_case(whoever_manages_the_server_sets_rules_until_the_role_is_lost)
{
    club_expect(says(CLUB_ANN, "!settings guests no"), "Only somebody who may manage this server can set that here.");
    club_expect(says(CLUB_DAN, "!settings guests no"), "No more tables from elsewhere are shown here.");
    club_expect(says(CLUB_ANN, "!settings"), "guests no (set here)");
    standin_take_role(club.discord, club.people[CLUB_DAN], stewards);
    club_expect(says(CLUB_DAN, "!settings guests yes"), "Only somebody who may manage this server");
    standin_give_role(club.discord, club.people[CLUB_DAN], stewards);
    standin_set_role(club.discord, club.guild, stewards, STANDIN_SEND);
    club_expect(says(CLUB_DAN, "!settings guests yes"), "Only somebody who may manage this server");
    club_expect(says(CLUB_ANN, "!settings guests"), "No more tables from elsewhere");
}

static test_case(a_server_has_rules_for_all_its_channels)
{
    says(CLUB_DAN, "!settings server games coloretto");
    club_expect(says(CLUB_ANN, "!settings games"), "Only Coloretto can be played here.");
    club_expect(says(CLUB_ANN, "!settings games"), "That is not set here, but for more than this channel.");
    says(CLUB_DAN, "!settings games all");
    club_expect(says(CLUB_ANN, "!settings games"), "Every game is played here.");
    says(CLUB_DAN, "!settings games default");
    says(CLUB_ANN, "!play roygbiv");
    assert_int_equal(tables(), 0);
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 10000);
    says(CLUB_ANN, "!play roygbiv");
    assert_int_equal(tables(), 0);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 1);
}

static test_case(a_role_opens_tables_until_it_is_lost)
{
    char line[64];
    uint64_t regulars = standin_role(club.discord, club.guild, "regulars", 0);
    club_wait(&club, 1000);
    club_expect(says(CLUB_DAN, "!settings open 77"), "'open' can be everybody, operators, a role");
    snprintf(line, sizeof line, "!settings open <@&%" PRIu64 ">", regulars);
    says(CLUB_DAN, line);
    snprintf(line, sizeof line, "People with the role %" PRIu64 ",", regulars);
    club_expect(says(CLUB_DAN, "!settings open"), line);
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 0);
    standin_give_role(club.discord, club.people[CLUB_EVE],
                      standin_role(club.discord, club.guild, "others", 0)); /* another role does not do */
    says(CLUB_EVE, "!play coloretto");
    assert_int_equal(tables(), 0);
    standin_give_role(club.discord, club.people[CLUB_ANN], regulars);
    assert_true(standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto"));
    club_wait(&club, 5000);
    assert_int_equal(tables(), 1);
    says(CLUB_ANN, "!stop yes");
    assert_int_equal(tables(), 0);
    standin_take_role(club.discord, club.people[CLUB_ANN], regulars);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, "play game:coloretto");
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(tables(), 0);
}

static test_case(each_table_has_a_thread_where_that_is_the_rule)
{
    says(CLUB_DAN, "!settings threads yes");
    says(CLUB_DAN, "!settings undo off");
    says(CLUB_ANN, "!play coloretto");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/threads"), 1);
    assert_int_equal(tables(), 1);
    says(CLUB_BOB, "!play coloretto thread=no");
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/threads"), 1);
    assert_int_equal(tables(), 2);
}

static test_case(slash_commands_show_and_set_rules)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_ANN], club.games, "settings"));
    club_wait(&club, 2000);
    club_expect(club_seen(&club, CLUB_ANN), "House rules here: games all;");
    assert_true(
        standin_slash(club.discord, club.people[CLUB_DAN], club.games, "settings rule:\"server guests\" value:no"));
    club_wait(&club, 2000);
    club_expect(says(CLUB_ANN, "!settings guests"), "No more tables from elsewhere");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)
    const struct CMUnitTest tests[] = {
        TEST(whoever_manages_the_server_sets_rules_until_the_role_is_lost),
        TEST(a_server_has_rules_for_all_its_channels),
        TEST(a_role_opens_tables_until_it_is_lost),
        TEST(each_table_has_a_thread_where_that_is_the_rule),
        TEST(slash_commands_show_and_set_rules),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
