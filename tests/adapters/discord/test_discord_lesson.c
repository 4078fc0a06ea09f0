/* A lesson on Discord, whole: it is asked for by /learn in a direct message, and played there by
   what its sentences show; in a channel it only says where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "in_words.h"
#include "testing.h"

static struct club club;

static test_fixture(open_club)
{
    club_open(&club, &(struct standin_options){0});
    assert_true(standin_is_ready(club.discord, 0));
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

/* The latest message to ann with words of a lesson: a hand, behind which the board may stand. */
static const char *latest_words(void)
{
    enum { MESSAGES = 200 };
    static const struct standin_message *messages[MESSAGES];
    uint64_t user = club.people[CLUB_ANN];
    int count =
        standin_messages(club.discord, standin_dm(club.discord, user), user, messages, MESSAGES);
    while (count > 0 && !strstr(standin_content(messages[count - 1]), in_words("<LESSON_STEP> ")))
        count--;
    return count > 0 ? standin_content(messages[count - 1]) : "";
}

/* Types what the latest step shows, after it was seen to be this one. */
static void follow(int step)
{
    static const char type[] = " Type: ";
    char begin[40], typed[200];
    snprintf(begin, sizeof begin, "Lesson, step %d: ", step);
    const char *letter = latest_words();
    club_expect(letter, begin);
    const char *shown = strstr(strstr(letter, begin), type);
    assert_non_null(shown);
    shown += strlen(type);
    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(shown, "\n"), shown);
    print_message("step %d: %s\n", step, typed);
    club_tell(&club, CLUB_ANN, typed);
    club_wait(&club, 3000);
}

static void play_lesson(const char *game, int steps)
{
    char command[60];
    uint64_t dm = standin_dm(club.discord, club.people[CLUB_ANN]);
    snprintf(command, sizeof command, "table learn game:%s", game);
    assert_true(standin_slash(club.discord, club.people[CLUB_ANN], dm, command) != 0);
    club_wait(&club, 3000);
    for (int step = 1; step <= steps; step++)
        follow(step);
    club_tell(&club, CLUB_ANN, "stop yes");
    club_wait(&club, 3000);
}

static test_case(a_lesson_is_given_in_direct_messages)
{
    play_lesson("heartcatchers", 6); /* hands */
    play_lesson("coloretto", 7);     /* no hands */
    standin_expect_clean(club.discord);
}

static test_case(a_lesson_goes_on_after_a_kill)
{
    club_tell(&club, CLUB_ANN, "learn heartcatchers");
    club_wait(&club, 3000);
    follow(1);
    club_kill(&club);
    club_start(&club);
    club_wait(&club, 5000);
    follow(2);
    club_expect(latest_words(), "<LESSON_STEP n=3> ");
    standin_expect_clean(club.discord);
}

static test_case(in_a_channel_it_only_says_where)
{
    assert_true(standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                              "table learn game:kritters") != 0);
    club_wait(&club, 3000);
    club_expect(club_seen(&club, CLUB_ANN), "<LESSON_PRIVATE_1 id=kritters>");
    assert_null(strstr(club_seen(&club, CLUB_BOB), "learn kritters")); /* ephemeral */
    standin_expect_clean(club.discord);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)
    const struct CMUnitTest tests[] = {TEST(a_lesson_is_given_in_direct_messages),
                                       TEST(a_lesson_goes_on_after_a_kill),
                                       TEST(in_a_channel_it_only_says_where)};
    return cmocka_run_group_tests_name("discord_lesson", tests, NULL, NULL);
}
