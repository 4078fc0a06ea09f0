/* A guild that the bot is added to reads how to begin: once ever, in its system channel, and in no
   guild that it was in before. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "keep.h"
#include "loop.h"
#include "testing.h"

static struct club club;
static uint64_t guild, hall;

/* The bot was in another guild, with a system channel, and was removed. */
static test_fixture(open_club)
{
    club = (struct club){0};
    club_open(&club, NULL);
    guild = standin_guild(club.discord, "Newcomers");
    hall = standin_channel(club.discord, guild, "hall");
    standin_set_system_channel(club.discord, guild, hall);
    standin_kick(club.discord, guild);
    club_wait(&club, 3000);
    standin_mark(club.discord);
    return 0;
}

static test_fixture(close_club)
{
    standin_heal(club.discord);
    club_close(&club);
    return 0;
}

static void invite(void)
{
    standin_invite(club.discord, guild);
    club_wait(&club, 5000);
}

/* A new session, which hears of every guild. */
static void come_anew(void)
{
    standin_refuse_resumes(club.discord, 1, 0);
    club_start(&club);
    club_wait(&club, 20000);
    assert_true(standin_is_ready(club.discord, 0));
}

static void expect_welcomes(int count)
{
    const struct standin_message *messages[8];
    assert_int_equal(standin_messages(club.discord, hall, STANDIN_EVERYONE, messages, 8), count);
    for (int i = 0; i < count; i++) {
        const char *text = standin_content(messages[i]);
        club_expect(text, "</play:");
        club_expect(text, "</table learn:");
        club_expect(text, "</settings:");
    }
    assert_int_equal(standin_pings(club.discord, STANDIN_EVERYONE), 0);
    standin_expect_clean(club.discord);
}

static test_case(a_server_is_welcomed_once_ever)
{
    invite();
    expect_welcomes(1);
    club_wait(&club, 30 * 60 * 1000); /* nobody remembers a nonce for so long */
    standin_repeat_events(club.discord, 3);
    standin_kick(club.discord, guild);
    invite();
    standin_heal(club.discord);
    expect_welcomes(1);
    club_stop(&club);
    come_anew();
    expect_welcomes(1);
    club_kill(&club);
    standin_kick(club.discord, guild);
    standin_invite(club.discord, guild);
    come_anew();
    expect_welcomes(1);
}

static test_case(what_is_told_twice_is_welcomed_once)
{
    standin_repeat_events(club.discord, 3);
    invite();
    assert_int_equal(club_posts(&club), 1);
    expect_welcomes(1);
}

/* Also if the bot was away then. */
static test_case(who_adds_it_while_it_is_away_is_welcomed)
{
    club_stop(&club);
    standin_invite(club.discord, guild);
    come_anew();
    expect_welcomes(1);
}

/* Nothing is kept of them: an earlier version was there. */
static test_case(a_server_that_it_was_in_is_not_welcomed)
{
    club_stop(&club);
    standin_invite(club.discord, guild);
    club_wait(&club, (int64_t)2 * 3600 * 1000);
    come_anew();
    standin_set_available(club.discord, guild, false);
    club_wait(&club, 5000);
    standin_set_available(club.discord, guild, true);
    club_wait(&club, 5000);
    expect_welcomes(0);
    assert_int_equal(club_posts(&club), 0);
}

/* Of Discord and of this machine. The guilds are so large that not all of them is read. */
static test_case(clocks_may_differ_by_an_hour)
{
    static char name[64 * 1024];
    static const struct {
        const char *joined;
        bool is_new;
    } cases[] = {{"2025-12-31T22:30:00.000000+00:00", false},
                 {"2025-12-31T23:30:00.000000+00:00", true},
                 {"2026-01-01T00:30:00.000000+00:00", true},
                 {"2026-01-01T01:30:00.000000+00:00", false},
                 {NULL, false}};
    memset(name, 'a', sizeof name - 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char id[8], channel[24];
        snprintf(id, sizeof id, "77%zu", i);
        snprintf(channel, sizeof channel, "%" PRIu64, club.games);
        standin_mark(club.discord);
        standin_dispatch(club.discord, 0, "GUILD_CREATE",
                         json_pack("{s:s, s:s, s:s, s:s?}", "id", id, "name", name,
                                   "system_channel_id", channel, "joined_at", cases[i].joined));
        club_wait(&club, 3000);
        assert_int_equal(club_posts(&club), cases[i].is_new);
    }
}

static test_case(where_it_may_not_write_it_tries_once)
{
    standin_set_rights(club.discord, hall, STANDIN_VIEW);
    invite();
    expect_welcomes(0);
    standin_kick(club.discord, guild);
    standin_set_rights(club.discord, hall, STANDIN_RECOMMENDED_RIGHTS);
    invite();
    expect_welcomes(0);
    assert_int_equal(standin_invalid_requests(club.discord), 1);
}

static test_case(a_server_without_such_a_channel_reads_nothing)
{
    standin_set_system_channel(club.discord, guild, 0);
    invite();
    assert_int_equal(club_posts(&club), 0);
    expect_welcomes(0);
}

static test_case(an_admin_can_leave_the_welcome_out)
{
    club_stop(&club);
    club.says_no_welcome = true;
    come_anew();
    invite();
    expect_welcomes(0);
}

/* It was sent, and nothing was kept of it. */
static test_case(a_welcome_that_a_kill_interrupts_is_there_once)
{
    char key[64];
    invite();
    expect_welcomes(1);
    snprintf(key, sizeof key, "discord:club:welcomed:%" PRIu64, guild);
    assert_non_null(keep_get(club.keep, key));
    keep_put(club.keep, key, NULL, NULL, NULL);
    club_kill(&club);
    come_anew();
    assert_int_equal(club_posts(&club), 2);
    expect_welcomes(1);
}

static test_case(a_welcome_that_fails_or_whose_answer_is_lost_is_there_once)
{
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "POST /channels/{}/messages"});
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_CLOSE_AFTER,
                                                        .route = "POST /channels/{}/messages"});
    invite();
    club_wait(&club, 30000);
    expect_welcomes(1);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_server_is_welcomed_once_ever),
        test(what_is_told_twice_is_welcomed_once),
        test(who_adds_it_while_it_is_away_is_welcomed),
        test(a_server_that_it_was_in_is_not_welcomed),
        test(clocks_may_differ_by_an_hour),
        test(where_it_may_not_write_it_tries_once),
        test(a_server_without_such_a_channel_reads_nothing),
        test(an_admin_can_leave_the_welcome_out),
        test(a_welcome_that_a_kill_interrupts_is_there_once),
        test(a_welcome_that_fails_or_whose_answer_is_lost_is_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
