/* "Your turn" in a direct message on Discord, for people who said !set nudge: it rings, it is
   kept, and it goes with the rest. */
#include <stdio.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "host_state.h"
#include "in_words.h"
#include "session.h"
#include "testing.h"

enum { SILENT = 61 * 1000 };

static const char word[] = "It is your turn in ";

static struct club club;
static int first, second; /* whose turn it is at first, and the other one, who asked for the word */

static test_fixture(open_club)
{
    club_open(&club, NULL);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static void open_table(const char *game)
{
    club_begin(&club, game);
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 3000);
    const struct session *table = club.host->tables.first;
    bool is_anns = strcmp(table->seats[table->playing->table.turn].called, "ann") == 0;
    first = is_anns ? CLUB_ANN : CLUB_BOB;
    second = is_anns ? CLUB_BOB : CLUB_ANN;
}

/* The turn comes; how often the telephone rings for it. */
static int rings(const char *move)
{
    club_wait(&club, SILENT);
    int before = standin_pushes(club.discord, club.people[second]);
    club_say(&club, first, "!draw");
    club_say(&club, first, move);
    club_wait(&club, 3000);
    return standin_pushes(club.discord, club.people[second]) - before;
}

static test_case(a_turn_is_said_in_private_to_whoever_wants_it)
{
    open_table("coloretto");
    club_tell(&club, second, "set nudge");
    club_expect(club_letter(&club, second), "<NUDGE_ON_1>");
    assert_int_equal(rings("!place 1"), 2); /* the mention in the room, and the word */
    club_expect(club_letter(&club, second), word);
    club_expect(club_letter(&club, second), "<COLORETTO_DRAW_TAKE>");
    assert_null(strstr(club_letter(&club, first), word));
    standin_expect_clean(club.discord);
}

static test_case(it_is_kept_and_taken_back)
{
    open_table("coloretto");
    club_tell(&club, second, "set look plain");
    club_tell(&club, second, "set nudge");
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    assert_int_equal(rings("!place 1"), 2);
    club_tell(&club, second, "set");
    club_expect(club_letter(&club, second), "<LOOK_NOW_1 look=plain>");
    club_expect(club_letter(&club, second), "<NUDGE_ON_2>");
    club_tell(&club, second, "set nudge off");
    club_expect(club_letter(&club, second), "<NUDGE_OFF_1>");
    club_tell(&club, second, "draw");
    club_tell(&club, second, "place 2");
    assert_int_equal(rings("!place 3"), 1);
}

/* The message with the hand is such a word; with the word it rings, too, and !set push room ends
   both. */
static test_case(a_hand_rings_for_them)
{
    open_table("heartcatchers");
    for (int turn = 0; turn < 3; turn++) {
        static const char *const wishes[] = {"set nudge", "set push room", "set nudge off"};
        int who = turn % 2 ? first : second, mover = turn % 2 ? second : first;
        club_tell(&club, who, "set nudge");
        club_tell(&club, who, wishes[turn]);
        club_wait(&club, SILENT);
        int before = standin_pushes(club.discord, club.people[who]);
        club_say(&club, mover, turn < 2 ? "!hide d them1" : "!hide e them2");
        club_wait(&club, 3000);
        assert_int_equal(standin_pushes(club.discord, club.people[who]) - before,
                         turn == 0 ? 2 : 1);
        club_expect(club_letter(&club, who), "<HAND_1>");
        assert_null(strstr(club_letter(&club, who), word));
    }
}

/* Where the hand waits behind a button nothing rings, so the word comes by itself, without it. */
static test_case(who_sees_hands_in_the_panel_gets_the_word_alone)
{
    open_table("heartcatchers");
    club_tell(&club, second, "set panel");
    club_tell(&club, second, "set nudge");
    club_wait(&club, SILENT);
    club_say(&club, first, "!hide d them1");
    club_wait(&club, 3000);
    club_expect(club_letter(&club, second), word);
    assert_null(strstr(club_letter(&club, second), in_words("<HAND_1>")));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)
    const struct CMUnitTest tests[] = {
        TEST(a_turn_is_said_in_private_to_whoever_wants_it),
        TEST(it_is_kept_and_taken_back),
        TEST(a_hand_rings_for_them),
        TEST(who_sees_hands_in_the_panel_gets_the_word_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
