/* Moves in advance on Discord: said in a direct message or by /then there, never in a channel;
   nobody else's client receives a word of them; what was said before a kill is brought again by
   Discord and counts once. */
#include <stdio.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "host_state.h"
#include "session.h"
#include "testing.h"

static struct club club;
static int first, second; /* whose turn it is at first, and the other one */

static test_fixture(open_table)
{
    club_open(&club, NULL);
    club_begin(&club, "coloretto");
    club_say(&club, CLUB_ANN, "!start");
    const struct session *table = club_table(&club);
    bool is_anns = strcmp(table->seats[table->playing->table.turn].called, "ann") == 0;
    first = is_anns ? CLUB_ANN : CLUB_BOB;
    second = is_anns ? CLUB_BOB : CLUB_ANN;
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static const struct session *table(void)
{
    assert_non_null(club_table(&club));
    return club_table(&club);
}

static int decisions_of(int person)
{
    for (int seat = 0; seat < table()->seat_count; seat++)
        if (strcmp(table()->seats[seat].called, person == CLUB_ANN ? "ann" : "bob") == 0)
            return table()->playing->decisions[seat];
    return -1;
}

static uint64_t dm_of(int person)
{
    return standin_dm(club.discord, club.people[person]);
}

static test_case(it_is_played_with_the_move_that_brings_the_turn)
{
    club_tell(&club, second, "then draw; place 2");
    club_expect(club_letter(&club, second), "<AHEAD_SHOWN_1 move=draw; place 2>");
    club_say(&club, first, "!draw");
    standin_mark(club.discord);
    club_say(&club, first, "!place 1");
    club_wait(&club, 5000);
    assert_int_equal(decisions_of(second), 2);
    assert_true(club_posts(&club) + club_edits(&club) <= 1);
    club_expect(club_seen(&club, CLUB_EVE), "row 2");
    assert_null(strstr(club_seen(&club, CLUB_EVE), "advance"));
    standin_expect_clean(club.discord);
}

/* The command is nobody else's to read, in a channel either; a typed line is, and is refused. */
static test_case(a_command_keeps_it_and_nobody_else_reads_it)
{
    club_say(&club, second, "!then draw");
    club_expect(club_letter(&club, second), "<AHEAD_PRIVATE_1>");
    const struct standin_interaction *act =
        standin_interaction(club.discord, standin_slash(club.discord, club.people[second],
                                                        club.games, "me then move:\"draw\""));
    club_wait(&club, 3000);
    const struct standin_message *answer = standin_message(club.discord, act->message);
    club_expect(standin_content(answer), "<AHEAD_SHOWN_1 move=draw>");
    assert_true(answer->viewer == club.people[second]);
    assert_null(strstr(club_seen(&club, CLUB_EVE), "I keep"));
    standin_slash(club.discord, club.people[second], dm_of(second), "me then move:\"place 1\"");
    club_wait(&club, 3000);
    club_expect(club_letter(&club, second), "<AHEAD_SHOWN_1 move=place 1>");
    standin_slash(club.discord, club.people[second], dm_of(second), "me then");
    club_wait(&club, 3000);
    club_expect(club_letter(&club, second), "'place 1'");
    club_say(&club, first, "!draw");
    club_say(&club, first, "!place 1");
    club_wait(&club, 5000);
    club_expect(club_letter(&club, second), "<AHEAD_REFUSED move=place 1>");
    assert_int_equal(decisions_of(second), 0);
    standin_expect_clean(club.discord);
}

/* Discord brings again what was said in the last minutes. What was played is not kept once more. */
static test_case(what_is_brought_again_counts_once)
{
    club_tell(&club, second, "then place 1");
    club_tell(&club, second, "then draw; place 2");
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 30000);
    club_say(&club, first, "!draw");
    club_say(&club, first, "!place 1");
    club_wait(&club, 5000);
    assert_int_equal(decisions_of(second), 2);
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 30000);
    assert_int_equal(decisions_of(second), 2);
    club_tell(&club, second, "then");
    club_expect(club_letter(&club, second), "<AHEAD_NONE_1>");
    club_say(&club, first, "!draw");
    club_say(&club, first, "!place 3");
    club_wait(&club, 5000);
    assert_int_equal(decisions_of(second), 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_table, close_club)
    const struct CMUnitTest tests[] = {
        TEST(it_is_played_with_the_move_that_brings_the_turn),
        TEST(a_command_keeps_it_and_nobody_else_reads_it),
        TEST(what_is_brought_again_counts_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
