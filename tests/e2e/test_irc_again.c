/* Another game on a real ngircd: somebody who watches waits for a seat, gets that of a robot
   when the other person says !again, and plays that game to its end. */
#include <stdio.h>

#include "child.h"
#include "games_room.h"
#include "irc_person.h"
#include "players.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, A_GAME = 100 };

static struct games_room room;
static struct irc_person *ann, *eve;

static test_fixture(opened)
{
    games_room_open(&room);
    ann = games_room_come(&room, "ann");
    eve = games_room_come(&room, "eve");
    return 0;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(eve);
    games_room_close(&room);
    return 0;
}

/* Ann plays the first game with a robot, and eve reads along. */
static void play_first(struct players *players, const char *wish)
{
    struct irc_person *const people[] = {ann, eve};
    const char *const nicks[] = {"ann", "eve"};
    players_init(players, "#games", people, nicks, 2, 7);
    players->watching = 1;
    assert_true(players_sit_down(players, "heartcatchers robots=1", SOON));
    irc_person_say(eve, "#games", wish);
    games_room_must_hear(&room, eve, "#games",
                         "<NEXT_ROBOT_1 robot=robot when the next game begins\\.>");
    assert_true(players_go_on(players, A_GAME, SOON) && players->is_over);
    games_room_must_hear(&room, eve, "#games", "<AGAIN_1>");
    /* no hand while she watched */
    assert_int_equal(irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG eve "), 0);
}

/* Both play the second one, to its end. */
static void play_second(struct players *players)
{
    bool has_begun = players_play_another(
        players, "^Another game of Heartcatchers, with [^ ]+ and [^ ]+\\.", SOON);
    bool has_ended = has_begun && players_go_on(players, A_GAME, SOON) && players->is_over;
    if (!has_ended)
        players_print(players);
    assert_string_equal(players->refusal, "");
    assert_true(has_ended);
    players_fini(players);
}

static test_case(who_waits_plays_another_game_to_its_end)
{
    struct players players;
    play_first(&players, "!next");
    irc_person_say(ann, "#games", "!again cut=seven red herrings");
    games_room_must_hear(&room, eve, "#games", "<CUT_1>");
    games_room_must_hear(&room, eve, NULL, "<SEAT_WORD_1>");
    play_second(&players);
    assert_int_equal(irc_person_count(eve, "herrings"), 1); /* what ann typed */
}

static test_case(who_swaps_plays_in_place_of_the_robot)
{
    struct players players;
    play_first(&players, "!swap robot");
    irc_person_say(ann, "#games", "!again");
    play_second(&players);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_waits_plays_another_game_to_its_end, opened, closed),
        cmocka_unit_test_setup_teardown(who_swaps_plays_in_place_of_the_robot, opened, closed),
    };
    return cmocka_run_group_tests_name("another game on irc", tests, NULL, NULL);
}
