/* Hints on Discord: by /hint or a typed word, and only the person who asked can read them. */
#include <stdio.h>
#include <string.h>

#include "club.h"
#include "host.h"
#include "host_state.h"
#include "in_words.h"
#include "session.h"
#include "testing.h"
#include "thinker.h"

static struct club club;
static struct thinker *thinker;
static int first; /* whose turn it is */

static test_fixture(open_table)
{
    thinker = club.thinker = thinker_new_inline();
    club_open(&club, NULL);
    club_begin(&club, "heartcatchers");
    const struct session *table = club_table(&club);
    first =
        strcmp(table->seats[table->playing->table.turn].called, "ann") == 0 ? CLUB_ANN : CLUB_BOB;
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    thinker_free(thinker);
    return 0;
}

static void let_think(void)
{
    club_wait(&club, 1000);
    thinker_dispatch(thinker);
    club_wait(&club, 3000);
}

/* The first time it asks back: others at the table lose a rated game by it. */
static void confirm(void)
{
    club_say(&club, first, "!hint");
    let_think();
}

static test_case(a_command_is_answered_to_the_person_alone)
{
    confirm();
    const struct standin_interaction *act = standin_interaction(
        club.discord, standin_slash(club.discord, club.people[first], club.games, "me hint"));
    let_think();
    const struct standin_message *answer = standin_message(club.discord, act->message);
    club_expect(standin_content(answer), "<HINT_MOVE_1 how=/move> "); /* as it is typed there */
    assert_true(answer->viewer == club.people[first]);
    assert_null(strstr(club_seen(&club, CLUB_EVE), in_words("<HINT_MOVE>")));
    standin_expect_clean(club.discord);
}

static test_case(a_typed_word_is_answered_in_private)
{
    confirm();
    club_say(&club, first, "!hint");
    let_think();
    club_expect(club_letter(&club, first), "<HINT_MOVE> ");
    assert_null(strstr(club_seen(&club, CLUB_EVE), in_words("<HINT_MOVE>")));
    standin_expect_clean(club.discord);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_table, close_club)
    const struct CMUnitTest tests[] = {
        TEST(a_command_is_answered_to_the_person_alone),
        TEST(a_typed_word_is_answered_in_private),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
