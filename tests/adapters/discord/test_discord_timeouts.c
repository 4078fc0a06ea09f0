/* Somebody whom moderators keep from writing and pressing in a server for a while: the table's
   message offers no moves that nobody can press, says how that person can play, and has its
   buttons back when the time is over. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "testing.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static const char ask[] = "GET /guilds/{}/members/{}",
                  says[] = "in a time-out of this server, which ends <t:";

static struct club club;

/* Ann is to move in an open game, and nothing hurries her. */
static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    club_begin(&club, "coloretto clock=off");
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 20 * SECOND);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static int questions(void)
{
    return standin_count(club.discord, STANDIN_REQUEST, ask);
}

/* The newest message in a channel has a move to press. */
static bool offers_moves(uint64_t channel)
{
    const struct standin_message *last = standin_last(club.discord, channel, STANDIN_EVERYONE);
    char *body =
        json_dumps(json_object_get(last->body, "components"), JSON_COMPACT | JSON_ENCODE_ANY);
    bool offers = strstr(body, "\"custom_id\":\"b") != NULL;
    assert_non_null(strstr(body, ":rules\"")); /* what serves everybody stays */
    free(body);
    return offers;
}

static void time_out(uint64_t guild, int64_t ms)
{
    standin_time_out(club.discord, guild, club.people[CLUB_ANN], ms);
}

static test_case(a_board_offers_nothing_that_its_person_cannot_press)
{
    assert_true(offers_moves(club.games));
    time_out(club.guild, 10 * MINUTE);
    club_wait(&club, 130 * SECOND);
    assert_false(offers_moves(club.games));
    club_expect(club_seen(&club, CLUB_CID), "**ann**: <DISCORD_TIMED_OUT_1>");
    club_expect(club_seen(&club, CLUB_CID), says);
    /* when it became ann's turn */
    assert_int_equal(standin_pings(club.discord, club.people[CLUB_ANN]), 1);
    club_wait(&club, 7 * MINUTE);
    assert_false(offers_moves(club.games));
    club_wait(&club, 2 * MINUTE);
    assert_true(offers_moves(club.games)); /* by itself */
    assert_null(strstr(club_seen(&club, CLUB_CID), says));
    assert_true(club_press(&club, CLUB_ANN, "Draw") != 0 ||
                club_press(&club, CLUB_ANN, "draw") != 0);
    standin_expect_clean(club.discord);
}

/* What the sentence says works, and bob's turn has its buttons. The next turn of ann's has none
   from its beginning. */
static test_case(a_direct_message_moves_meanwhile)
{
    time_out(club.guild, 30 * MINUTE);
    club_wait(&club, 130 * SECOND);
    club_tell(&club, CLUB_ANN, "draw");
    assert_false(offers_moves(club.games)); /* ann goes on */
    club_tell(&club, CLUB_ANN, "place 1");
    club_expect(club_seen(&club, CLUB_CID), "ann");
    assert_true(offers_moves(club.games));
    assert_null(strstr(club_seen(&club, CLUB_CID), says));
    club_say(&club, CLUB_BOB, "!draw");
    club_say(&club, CLUB_BOB, "!place 2");
    assert_false(offers_moves(club.games));
    club_expect(club_seen(&club, CLUB_CID), says);
    standin_expect_clean(club.discord);
}

static test_case(a_time_out_that_is_lifted_is_over)
{
    time_out(club.guild, 24 * 60 * MINUTE);
    club_wait(&club, 130 * SECOND);
    assert_false(offers_moves(club.games));
    time_out(club.guild, 0);
    club_wait(&club, 5 * MINUTE);
    assert_true(offers_moves(club.games));
    assert_null(strstr(club_seen(&club, CLUB_CID), says));
}

/* How often a message of that channel, new or edited, said so. */
static int said_in(uint64_t channel)
{
    char *text = standin_received(club.discord, STANDIN_EVERYONE, 0), *rest = text, where[64];
    int count = 0;
    snprintf(where, sizeof where, "\"channel_id\":\"%" PRIu64 "\"", channel);
    for (char *line; (line = strsep(&rest, "\n"));)
        count += strstr(line, where) && strstr(line, says);
    free(text);
    return count;
}

/* One server's moderators decide for their server: ann's table there waits, and her namesake's
   elsewhere does not. */
static test_case(another_server_has_its_own_time_outs)
{
    uint64_t other = standin_guild(club.discord, "Other"),
             games = standin_channel(club.discord, other, "games");
    uint64_t namesake = standin_user(club.discord, "ann", NULL);
    standin_say(club.discord, club.people[CLUB_ANN], games, "!play coloretto clock=off robots=2");
    club_wait(&club, 20 * SECOND);
    uint64_t others = standin_channel(club.discord, club.guild, "others");
    standin_say(club.discord, namesake, others, "!play coloretto clock=off robots=2");
    club_wait(&club, 40 * SECOND);
    time_out(club.guild, 10 * MINUTE);
    club_wait(&club, 8 * MINUTE);
    assert_false(offers_moves(club.games));
    assert_true(offers_moves(games));
    assert_true(offers_moves(others));
    assert_in_range(said_in(club.games), 1, 2);
    assert_int_equal(said_in(games), 0);
    assert_int_equal(said_in(others), 0);
    standin_expect_clean(club.discord);
}

/* Quick turns ask nothing; a slow one less and less. */
static test_case(what_is_asked_of_discord_is_little)
{
    standin_mark(club.discord);
    for (int i = 0; i < 3; i++) {
        int who = i % 2 ? CLUB_BOB : CLUB_ANN;
        club_say(&club, who, "!draw");
        club_say(&club, who, i == 1 ? "!place 2" : "!place 1");
        club_wait(&club, 20 * SECOND);
    }
    assert_int_equal(questions(), 0);
    club_wait(&club, 6 * 60 * MINUTE);
    assert_in_range(questions(), 5, 20);
    standin_expect_clean(club.discord);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_board_offers_nothing_that_its_person_cannot_press),
        test(a_direct_message_moves_meanwhile),
        test(a_time_out_that_is_lifted_is_over),
        test(another_server_has_its_own_time_outs),
        test(what_is_asked_of_discord_is_little),
    };
    return cmocka_run_group_tests_name("time-outs on Discord", tests, NULL, NULL);
}
