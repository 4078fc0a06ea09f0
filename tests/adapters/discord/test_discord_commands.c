/* Commands where Discord shows them: below others, completed, and behind /move. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "testing.h"

static struct club club;

static test_fixture(open_club)
{
    club = (struct club){0};
    club_open(&club, NULL);
    standin_mark(club.discord);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static const struct standin_interaction *types(int who, const char *command)
{
    uint64_t id = standin_slash(club.discord, club.people[who], club.games, command);
    club_wait(&club, 2000);
    const struct standin_interaction *act = standin_interaction(club.discord, id);
    if (!act)
        fail_msg("no client would send /%s", command);
    return act;
}

static const char *choices(const char *command)
{
    static char text[4000];
    uint64_t id = standin_autocomplete(club.discord, club.people[CLUB_ANN], club.games, command);
    club_wait(&club, 2000);
    const struct standin_interaction *act = standin_interaction(club.discord, id);
    assert_non_null(act);
    char *dumped = json_dumps(json_object_get(act->data, "choices"), JSON_COMPACT);
    snprintf(text, sizeof text, "%s", dumped);
    free(dumped);
    return text;
}

static test_case(what_stands_below_another_command_is_completed)
{
    assert_string_equal(choices("help command:boa"), "[{\"name\":\"board\",\"value\":\"board\"}]");
    assert_string_equal(choices("me notify what:of"), "[{\"name\":\"off\",\"value\":\"off\"}]");
    club_say(&club, CLUB_ANN, "!play coloretto");
    club_expect(choices("table options options:cl"), "\"clock=slow\"");
}

/* Any command by its short name, in the room where it is typed. */
static test_case(any_command_is_understood_behind_move)
{
    club_say(&club, CLUB_ANN, "!play coloretto");
    types(CLUB_BOB, "move move:join");
    club_expect(club_seen(&club, CLUB_CID), "<SITS_DOWN who=bob>");
    types(CLUB_CID, "move move:\"!help stop\"");
    const struct standin_message *told =
        standin_last(club.discord, club.games, club.people[CLUB_CID]);
    assert_int_equal(told->viewer, club.people[CLUB_CID]);
    club_expect(standin_content(told), "</table stop:");
    standin_expect_clean(club.discord);
}

/* ---- the menu of a person ---- */

static const char in_menu[] = "Challenge to a game";

static const struct standin_message *chooses(int who, int whom)
{
    uint64_t id =
        standin_choose(club.discord, club.people[who], club.games, in_menu, club.people[whom]);
    assert_true(id);
    club_wait(&club, 3000);
    return standin_last(club.discord, club.games, club.people[who]);
}

/* Nobody is mentioned in anything that was sent, and nothing went to bob alone. */
static void expect_no_push(void)
{
    const struct standin_message *last = standin_last(club.discord, club.games, STANDIN_EVERYONE);
    assert_null(strstr(standin_content(last), "<@"));
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /users/@me/channels"), 0);
    standin_expect_clean(club.discord);
}

static test_case(a_person_is_challenged_to_the_table_that_is_open)
{
    club_say(&club, CLUB_ANN, "!play coloretto");
    standin_mark(club.discord);
    const struct standin_message *told = chooses(CLUB_CID, CLUB_BOB);
    club_expect(standin_content(told), "cid asks bob to play Coloretto");
    assert_int_equal(told->viewer, 0);
    assert_true(standin_press_label(club.discord, club.people[CLUB_BOB], told->id, "Join"));
    club_wait(&club, 3000);
    club_expect(club_seen(&club, CLUB_ANN), "<SITS_DOWN who=bob>");
    expect_no_push();
}

static test_case(a_person_is_challenged_where_no_table_is_open)
{
    const struct standin_message *asked = chooses(CLUB_ANN, CLUB_BOB);
    assert_int_equal(asked->viewer, club.people[CLUB_ANN]);
    club_expect(standin_content(asked), "<CHALLENGE_GAME>");
    char menu[40];
    snprintf(menu, sizeof menu, "c%" PRIu64, club.people[CLUB_BOB]);
    assert_true(standin_select(club.discord, club.people[CLUB_ANN], asked->id, menu, "kritters"));
    club_wait(&club, 4000);
    club_expect(club_seen(&club, CLUB_CID), "ann opened Colour MY Kritters");
    club_expect(club_seen(&club, CLUB_CID), "ann asks bob to play");
    expect_no_push();
}

/* What no honest client sends is no challenge of somebody else's making. */
static test_case(a_forged_menu_opens_nothing)
{
    static const char *const ids[] = {"c", "c8x", "c123456789012345678901234567890"};
    const struct standin_message *asked = chooses(CLUB_ANN, CLUB_BOB);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        standin_forge(club.discord, club.people[CLUB_EVE], asked->id, ids[i], "coloretto");
        club_wait(&club, 3000);
        assert_int_equal(club_table_count(&club), 0);
    }
}

/* The list has a button for each table, which is as good as the number. */
static test_case(an_open_seat_is_pressed)
{
    club_tell(&club, CLUB_ANN, "seek coloretto");
    club_tell(&club, CLUB_CID, "seek kritters");
    types(CLUB_BOB, "table open");
    const struct standin_message *told =
        standin_last(club.discord, club.games, club.people[CLUB_BOB]);
    assert_int_equal(told->viewer, club.people[CLUB_BOB]);
    club_expect(standin_content(told), "1 Coloretto on discord:club, clock slow, 1 of 5 sit");
    assert_true(club_press(&club, CLUB_BOB, "Sit down at 1: Coloretto"));
    club_wait(&club, 5000);
    club_expect(club_seen(&club, CLUB_DAN), "<SITS_DOWN who=bob>");
    assert_int_equal(club_table_count(&club), 2);
    assert_true(club_press(&club, CLUB_BOB, "Sit down at 2: Colour MY Kritters"));
    club_wait(&club, 5000);
    club_tell(&club, CLUB_CID, "seek off");
    club_wait(&club, 61 * 1000);
    assert_true(club_press(&club, CLUB_BOB, "Sit down at 2: Colour MY Kritters"));
    club_wait(&club, 5000);
    club_expect(club_seen(&club, CLUB_BOB), "<SEEK_GONE_1>");
    club_tell(&club, CLUB_ANN, "seek off");
    types(CLUB_EVE, "table open");
    club_expect(club_seen(&club, CLUB_EVE), "<OPEN_NONE_1>");
    standin_expect_clean(club.discord);
}

int main(void)
{
#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)
    const struct CMUnitTest tests[] = {
        test(what_stands_below_another_command_is_completed),
        test(any_command_is_understood_behind_move),
        test(a_person_is_challenged_to_the_table_that_is_open),
        test(a_person_is_challenged_where_no_table_is_open),
        test(a_forged_menu_opens_nothing),
        test(an_open_seat_is_pressed),
    };
    return cmocka_run_group_tests_name("discord_commands", tests, NULL, NULL);
}
