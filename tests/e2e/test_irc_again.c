/* Another game on a real ngircd: somebody who watches waits for a seat, and gets that of a robot when the other person says
   !again. */
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

static test_case(who_waits_plays_when_another_game_begins)
{
    struct players players;
    struct irc_person *const people[] = {ann};
    const char *const nicks[] = {"ann"};
    players_init(&players, "#games", people, nicks, 1, 7);
    assert_true(players_sit_down(&players, "heartcatchers robots=1", SOON));
    irc_person_say(eve, "#games", "!next");
    games_room_must_hear(&room, eve, "#games", "gets the seat of robot when the next game begins\\.");
    assert_true(players_go_on(&players, A_GAME, SOON) && players.is_over);
    players_fini(&players);
    games_room_must_hear(&room, eve, "#games", "!again for another game");
    assert_int_equal(irc_person_count(eve, "^:tabletalk![^ ]+ PRIVMSG eve "), 0); /* no hand while she watched */
    irc_person_say(ann, "#games", "!again cut=seven red herrings");
    games_room_must_hear(&room, eve, "#games", "cuts the deck");
    games_room_must_hear(&room, eve, NULL, "Your seat word is");
    games_room_must_hear(&room, eve, "#games", "^Another game of Heartcatchers, with [^ ]+ and [^ ]+\\.");
    games_room_must_hear(&room, eve, NULL, "your hand");
    irc_person_whisper(eve, "tabletalk", "hand");
    games_room_must_hear(&room, eve, NULL, "your hand");
    assert_int_equal(irc_person_count(eve, "herrings"), 1); /* what ann typed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_waits_plays_when_another_game_begins, opened, closed),
    };
    return cmocka_run_group_tests_name("another game on irc", tests, NULL, NULL);
}
