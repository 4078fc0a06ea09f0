/* Lessons: each is played as it is shown, goes on after a kill, and in the coach's words where
   somebody plays otherwise (tests/host/test_host_coach.c), is in private alone and counted like any
   table, and says nothing of luck. That its record verifies: tests/records/table-lesson.record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach.h"
#include "deal.h"
#include "game.h"
#include "games.h"
#include "host_state.h"
#include "in_words.h"
#include "port.h"
#include "talk.h"
#include "testing.h"
#include "text.h"

enum {
    STEPS_LEAST = 5, /* that somebody learns from */
    STEPS_MOST = 9,  /* so that a lesson takes 5 minutes */
    STEP_BYTES = 340 /* a line of IRC with its blanks and the prefix (adapters/irc: 400) */
};

static struct session *table_of(const char *who)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "@%s", who);
    struct session *session = house_table(&house, room);
    if (!session)
        fail_msg("%s has no table in private; but this was told:\n%s", who, house.told);
    return session;
}

/* What to type, as the latest words of the lesson show it. Fails if they are not those of step
   `number`. */
static void shown(int number, char typed[HOST_TEXT])
{
    char begin[40];
    snprintf(begin, sizeof begin, "\nLesson, step %d: ", number);
    const char *step = NULL, *type;
    for (const char *at = house.told; (at = strstr(at, in_words("<LESSON_STEP> "))); at++)
        step = at;
    if (!step || strncmp(step, begin + 1, strlen(begin) - 1) != 0)
        fail_msg("not told: '%s'; but this was:\n%s", begin + 1, house.told);
    size_t length = strcspn(step, "\n");
    if (length > STEP_BYTES)
        fail_msg("%zu bytes are too long for a line of IRC, at most %d: %.*s", length, STEP_BYTES,
                 (int)length, step);
    type = strstr(step, " Type: !");
    assert_non_null(type);
    snprintf(typed, HOST_TEXT, "%.*s", (int)strcspn(type + 8, "\n"), type + 8);
    assert_null(strchr(typed, '!'));
}

/* How often it spoke in its own. */
static int coachs_words(void)
{
    return house_count(&house, "<COACH_BEST_1>") + house_count(&house, "<COACH_LOOKS_1>") +
           house_count(&house, "<COACH_MINE_1>") + house_count(&house, "<HINT_ONLY_1>") +
           house_count(&house, "<COACH_ONLY_1>") + house_count(&house, "<COACH_ONLY_NOW_1>");
}

static int steps_of(const struct lesson *lesson)
{
    int count = 0;
    for (int i = 0; i < lesson->step_count; i++)
        count += lesson->steps[i].say != NULL;
    return count;
}

static void learn(const char *who, const struct game *game)
{
    char words[80];
    snprintf(words, sizeof words, "learn %s", game->id);
    say(NULL, who, words);
}

/* Types what is shown, from step `first` up to and with step `last`. */
static void follow(const char *who, int first, int last)
{
    char typed[HOST_TEXT];
    for (int number = first; number <= last; number++) {
        shown(number, typed);
        say(NULL, who, typed);
        if (strstr(house.told, in_words("<MOVE_REFUSED_1>")) ||
            strstr(house.told, in_words("<COMMAND_UNKNOWN_1>")))
            fail_msg("'%s' of step %d is no move:\n%s", typed, number, house.told);
        assert_in_range(house.whispers, 0, 1); /* the step comes with the hand */
    }
}

static test_case(each_lesson_is_played_as_it_is_shown)
{
    int lessons = 0;
    for (int g = 0; g < game_count; g++) {
        const struct lesson *lesson = games[g]->lesson;
        if (!lesson)
            continue;
        lessons++;
        learn("ann", games[g]);
        assert_told("<LESSON_OPENED_1>");
        int steps = steps_of(lesson);
        assert_in_range(steps, STEPS_LEAST, STEPS_MOST);
        follow("ann", 1, steps);
        assert_true(house_was_told(&house, "<COACH_RULE_1>") || coachs_words() > 0);
        assert_int_equal(table_of("ann")->playing->lesson_step, lesson->step_count);
        say(NULL, "ann", "stop yes");
    }
    assert_in_range(lessons, 5, game_count);
}

/* A lesson has the same cards for everybody and everywhere, and robots play the same. */
static test_case(everybody_gets_the_same_lesson)
{
    char first[HOST_TEXT], typed[HOST_TEXT];
    learn("ann", game_find("roygbiv"));
    snprintf(first, sizeof first, "%s", strstr(house.told, in_words("<HAND_2> ")));
    assert_true(table_of("ann")->playing->lot.is_fixed);
    house.seed = 77;
    house_restart(&house);
    learn("bob", game_find("roygbiv"));
    assert_int_equal(strncmp(strstr(house.told, "your hand: "), first, strcspn(first, "\n")), 0);
    follow("bob", 1, 6);
    shown(7, typed);
}

/* Behind it the coach goes on in its own words; taken back, the lesson does. */
static test_case(another_move_leaves_the_way_of_the_lesson)
{
    learn("ann", game_find("heartcatchers"));
    say(NULL, "ann", "hide d under me1");
    assert_null(strstr(house.told, "esson"));
    assert_int_equal(coachs_words(), 1);
    say(NULL, "ann", "moves");
    say(NULL, "ann", "hide d under me1");
    assert_null(strstr(house.told, "esson"));
    assert_int_equal(coachs_words(), 1);
    say(NULL, "ann", "undo");
    say(NULL, "ann", "undo");
    assert_told("<LESSON_STEP_1 n=1>");
    assert_int_equal(coachs_words(), 0);
}

/* In the middle of it, and after its last step. */
static test_case(who_stops_a_lesson_is_offered_it_again)
{
    const struct game *game = game_find("kritters");
    learn("ann", game);
    for (int twice = 0; twice < 2; twice++) {
        if (twice)
            follow("ann", 1, steps_of(game->lesson));
        say(NULL, "ann", "stop yes");
        assert_told("<STOPPED_LESSON by=ann|game=Colour MY Kritters|id=kritters>");
        say(NULL, "ann", "learn kritters");
        assert_told("<LESSON_STEP_1 n=1>");
    }
}

static test_case(a_lesson_goes_on_after_a_kill)
{
    const struct game *game = game_find("heartcatchers");
    learn("ann", game);
    follow("ann", 1, 2);
    house_forget(&house);
    house_restart(&house);
    host_room_ready(house.host, "net", "@ann", house.now);
    house_settle(&house);
    follow("ann", 3, steps_of(game->lesson));
    assert_int_equal(coachs_words(), 1);
}

/* A record of a lesson that has another deal by now, or none: the game goes on, and nothing
   false is said. */
static test_case(a_lesson_that_changed_says_nothing)
{
    struct playing playing = {.game_number = 1, .lot = {.lesson = 1000}};
    struct move move;
    int seat;
    const struct game *game = game_find("heartcatchers");
    assert_null(coach_lesson(&playing, game));
    assert_null(coach_lesson_next(&playing, game, &seat, &move));
    playing.lot.lesson = game->lesson->deal;
    assert_non_null(coach_lesson(&playing, game));
    playing.game_number = 2;
    assert_null(coach_lesson(&playing, game));
}

static test_case(learn_again_repeats_the_step)
{
    char typed[HOST_TEXT];
    learn("ann", game_find("coloretto"));
    follow("ann", 1, 1);
    say(NULL, "ann", "learn");
    shown(2, typed);
    say(NULL, "ann", "learn coloretto");
    shown(2, typed);
    say(NULL, "ann", "learn kritters");
    assert_told("playing Coloretto here.");
}

static test_case(lessons_are_private)
{
    say("#a", "ann", "learn heartcatchers");
    assert_told("to ann: <LESSON_PRIVATE id=heartcatchers>");
    assert_int_equal(house.posts, 0);
    assert_null(house_table(&house, "#a"));
    assert_null(house_table(&house, "@ann"));
    say("#a", "ann", "learn");
    assert_told("<LESSON_WHICH_1>");
    for (int i = 0; i < game_count; i++) {
        char one[64];
        snprintf(one, sizeof one, "!learn %s", games[i]->id);
        if (games[i]->lesson)
            assert_told(one);
    }
    say(NULL, "ann", "learn hartcatchers");
    assert_told("heartcatchers");
    assert_null(house_table(&house, "@ann"));
    say(NULL, "ann", "tutorial heartcatchers");
    assert_told("<LESSON_STEP_1 n=1>");
}

static test_case(a_lesson_is_one_of_the_persons_tables)
{
    host_limit(house.host, &(struct host_limits){.person = 1, .group = 9, .network = 9});
    say("#a", "ann", "play heartcatchers");
    learn("ann", game_find("heartcatchers"));
    assert_told("<TABLES_YOURS_1 most=1>");
    assert_null(house_table(&house, "@ann"));
    learn("bob", game_find("heartcatchers"));
    say("#b", "bob", "play heartcatchers");
    assert_told("<TABLES_YOURS_2 most=1>");
}

static test_case(a_lesson_proves_nothing_and_says_so)
{
    learn("ann", game_find("heartcatchers"));
    say(NULL, "ann", "fair");
    assert_told("<FAIR_LESSON>");
    house.asked = "bob";
    learn("bob", game_find("heartcatchers"));
    say(NULL, "bob", "cut my words");
    assert_told("<CUT_LESSON>");
    house.asked = NULL;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_talking, close_house)
    const struct CMUnitTest tests[] = {
        TEST(each_lesson_is_played_as_it_is_shown),
        TEST(everybody_gets_the_same_lesson),
        TEST(another_move_leaves_the_way_of_the_lesson),
        TEST(who_stops_a_lesson_is_offered_it_again),
        TEST(a_lesson_goes_on_after_a_kill),
        TEST(a_lesson_that_changed_says_nothing),
        TEST(learn_again_repeats_the_step),
        TEST(lessons_are_private),
        TEST(a_lesson_is_one_of_the_persons_tables),
        TEST(a_lesson_proves_nothing_and_says_so),
    };
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
