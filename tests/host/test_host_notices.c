/* A private word when a table opens: who gets one, how often, not at night, how many at once,
   and for how long it is kept. The clock is the test's. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "host.h"
#include "household.h"
#include "notices.h"
#include "port.h"
#include "session.h"
#include "testing.h"

enum { SECOND = 1000, HOUR = 60 * MINUTE };

static const char word[] = "opened Coloretto in #a, and a seat is free: say !join there.";

static test_fixture(open_noticed)
{
    open_lasting(state);
    house.commands = commands_new();
    return house_restart(&house);
}

/* Slowly, so that nothing is too much for the commands. */
static void says(const char *room, const char *who, const char *text)
{
    house.now += 5 * SECOND;
    house_forget(&house);
    house_say(&house, room, who, text);
    house_settle(&house);
}

static void wait_seconds(int seconds)
{
    house_forget(&house);
    for (int i = 0; i < seconds; i++)
        house_wait(&house, SECOND);
}

/* Somebody opens a table and closes it; counts the words that people got. */
static int words_when_opened(const char *room, const char *who)
{
    says(room, who, "play coloretto");
    wait_seconds(30);
    int count = house_count(&house, word);
    says(room, who, "stop");
    return count;
}

/* ---- who gets one ---- */

static test_case(whoever_asked_for_it_gets_a_word)
{
    says("#a", "bob", "notify coloretto");
    assert_told("to bob: <NOTIFY_SET_PASSING_1 game=Coloretto>");
    says("#a", "ann", "play coloretto");
    assert_not_told(word);
    wait_seconds(3);
    assert_told("to bob: <NOTICE_1 who=ann|game=Coloretto|room=#a>");
    assert_int_equal(house.posts, 0);
}

static test_case(nobody_is_told_of_other_games_or_rooms)
{
    says("#a", "bob", "notify coloretto");
    assert_int_equal(words_when_opened("#b", "ann"), 0);
    says("#a", "ann", "play roygbiv");
    wait_seconds(30);
    assert_int_equal(house.whispers, 0);
}

static test_case(who_opened_it_or_sits_there_gets_none)
{
    says("#a", "ann", "notify coloretto");
    says("#a", "bob", "notify coloretto");
    says("#a", "ann", "play coloretto");
    house_say(&house, "#a", "bob", "join");
    wait_seconds(30);
    assert_not_told(word);
}

static test_case(a_word_that_is_not_true_any_more_is_not_said)
{
    says("#a", "bob", "notify coloretto");
    says("#a", "ann", "play coloretto");
    house_say(&house, "#a", "ann", "stop");
    wait_seconds(30);
    assert_not_told(word);
    assert_int_equal(words_when_opened("#a", "ann"), 1); /* what was not said counts for nothing */
    house.now += 2 * HOUR;
    says("#a", "ann", "play coloretto robots=1");
    wait_seconds(30);
    assert_not_told(word);
    says("#a", "ann", "stop yes");
    says("#a", "ann", "play coloretto");
    house_say(&house, "#a", "eve", "join");
    house_say(&house, "#a", "ann", "start");
    assert_true(session_has_begun(house_table(&house, "#a")));
    wait_seconds(30);
    assert_not_told(word);
}

/* ---- when ---- */

static test_case(a_person_gets_one_word_an_hour)
{
    says("#a", "bob", "notify coloretto");
    assert_int_equal(words_when_opened("#a", "ann"), 1);
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    house_restart(&house);
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    house.now += 57 * MINUTE;
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    house.now += 2 * MINUTE;
    assert_int_equal(words_when_opened("#a", "ann"), 1);
}

static int far_words_when_opened(const char *who)
{
    house.network = "far";
    says("#b", who, "play coloretto");
    wait_seconds(30);
    int count = house_count(&house, "<NOTICE_2 game=Coloretto|room=#b>");
    says("#b", who, "stop");
    house.network = NULL;
    return count;
}

/* Whichever word would come first: the bound and the nights are those of the person. */
static test_case(a_person_on_two_networks_gets_one_word_an_hour)
{
    char line[32];
    house.has_far = true;
    house_restart(&house);
    house.now = INT64_C(86400000) * 20000 + 12 * HOUR;
    says(NULL, "$bob", "link");
    snprintf(line, sizeof line, "%.13s", strstr(house.told, "!link ") + 1);
    house.network = "far";
    says(NULL, "$rob", line);
    says("#b", "$rob", "notify coloretto");
    house.network = NULL;
    says(NULL, "$bob", "link yes");
    assert_told("<LINKED_2>");
    says("#a", "$bob", "notify coloretto");
    assert_int_equal(words_when_opened("#a", "ann"), 1);
    assert_int_equal(far_words_when_opened("dan"), 0);
    house_restart(&house);
    assert_int_equal(far_words_when_opened("dan"), 0);
    house.now += HOUR;
    assert_int_equal(far_words_when_opened("dan"), 1);
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    says("#a", "$bob", "notify quiet 22-8");
    house.now = INT64_C(86400000) * 20000 + 23 * HOUR;
    assert_int_equal(far_words_when_opened("dan"), 0);
    says("#a", "$bob", "notify quiet off");
    assert_int_equal(far_words_when_opened("dan"), 1);
}

static test_case(nights_are_quiet)
{
    house.now = INT64_C(86400000) * 20000; /* midnight, UTC */
    says("#a", "bob", "notify coloretto");
    says("#a", "bob", "notify quiet 22-8 +1");
    assert_told("<NOTIFY_QUIET_1 from=22|until=8|zone=+1>");
    house.now = INT64_C(86400000) * 20000 + 7 * HOUR - 2 * MINUTE;
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    house.now = INT64_C(86400000) * 20000 + 7 * HOUR;
    assert_int_equal(words_when_opened("#a", "ann"), 1);
    house.now = INT64_C(86400000) * 20000 + 20 * HOUR + 55 * MINUTE;
    assert_int_equal(words_when_opened("#a", "ann"), 1);
    house.now = INT64_C(86400000) * 20000 + 22 * HOUR;
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    says("#a", "bob", "notify quiet off");
    assert_int_equal(words_when_opened("#a", "ann"), 1);
    says("#a", "bob", "notify quiet 1-3 -3:30");
    assert_told("<NOTIFY_QUIET_1 from=1|until=3|zone=-3:30>");
    house.now = INT64_C(86400000) * 20001 + 5 * HOUR;
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    house.now = INT64_C(86400000) * 20001 + 6 * HOUR + 31 * MINUTE;
    assert_int_equal(words_when_opened("#a", "ann"), 1);
}

static test_case(wrong_hours_are_refused)
{
    static const char *const wrong[] = {"22",  "22-8 +15", "-1-8",      "22-8 Berlin",
                                        "8-8", "30-8",     "22-8 +1:75"};
    char line[64];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "notify quiet %s", wrong[i]);
        says("#a", "bob", line);
        assert_told("<NOTIFY_QUIET_FORM_1>");
    }
}

/* ---- what is kept ---- */

static test_case(wishes_are_listed_kept_and_taken_back)
{
    says("#a", "bob", "notify");
    assert_told("<NOTIFY_NONE_1>");
    says("#a", "bob", "notify coloretto");
    says("#b", "bob", "notify roygbiv");
    says("#a", "bob", "notify coloretto");
    house_restart(&house);
    says(NULL, "bob", "notify");
    assert_told("<NOTIFY_LIST_2 wishes=Coloretto in #a and ROYGBIV in #b>");
    says(NULL, "bob", "notify off coloretto");
    says(NULL, "bob", "notify");
    assert_told("<NOTIFY_LIST_2 wishes=ROYGBIV in #b>");
    says(NULL, "bob", "notify off");
    house_restart(&house);
    says(NULL, "bob", "notify");
    assert_told("<NOTIFY_NONE_1>");
    assert_int_equal(words_when_opened("#a", "ann"), 0);
    says(NULL, "bob", "notify coloretto");
    assert_told("<CHANNEL_WHERE>");
    says("#a", "bob", "notify chess");
    assert_told("<GAME_UNKNOWN_1 typed=chess>");
}

/* A nick that logs in keeps what it asked for, and then for good. */
static test_case(a_wish_follows_a_nick_to_its_account)
{
    says("#a", "bob", "notify coloretto");
    host_bound(house.host, identity("net", "bob"), "$bob", house.now);
    house_settle(&house);
    house_restart(&house);
    says(NULL, "$bob", "notify");
    assert_told("<NOTIFY_LIST_2 wishes=Coloretto in #a>");
    says(NULL, "bob", "notify");
    assert_told("<NOTIFY_NONE_1>");
}

static int open_passing_noticed(void **state)
{
    open_passing(state);
    house.commands = commands_new();
    house.knows_sight = true;
    return house_restart(&house);
}

/* Where only accounts last: a nick's wish holds while the nick is there. */
static test_case(a_wish_of_a_nick_ends_when_it_is_out_of_sight)
{
    says("#a", "bob", "notify coloretto");
    assert_told("<NOTIFY_SET_PASSING_2>");
    says("#a", "$cid", "notify coloretto");
    house_goes(&house, "$cid");
    assert_int_equal(words_when_opened("#a", "ann"), 1); /* bob's */
    house.now += 2 * HOUR;
    house_comes(&house, "$cid");
    assert_int_equal(words_when_opened("#a", "ann"), 2);
    house_restart(&house);
    house.now += 2 * HOUR;
    assert_int_equal(words_when_opened("#a", "ann"), 1); /* $cid's */
}

/* ---- how many ---- */

static test_case(a_person_has_few_wishes)
{
    char room[8];
    for (int i = 0; i < NOTICES_OF_ONE; i++) {
        snprintf(room, sizeof room, "#r%d", i);
        says(room, "bob", "notify coloretto");
    }
    says("#a", "bob", "notify coloretto");
    assert_told("<NOTIFY_MOST_1 most=5>");
    says("#a", "eve", "notify coloretto");
    assert_told("to eve: <NOTIFY_LIST_3>");
}

static test_case(people_of_one_host_share_what_they_may_have)
{
    char who[8];
    house.source = (struct heard_source){.id = "host:one", .people = 4};
    for (int i = 0; i < 4; i++) {
        snprintf(who, sizeof who, "p%d", i);
        says("#a", who, "notify coloretto");
        assert_told("<NOTIFY_SET_PASSING_3>");
    }
    says("#a", "more", "notify coloretto");
    assert_told("<NOTIFY_FULL_1>");
    house.source = (struct heard_source){0};
    says("#a", "other", "notify coloretto");
    assert_told("to other: <NOTIFY_SET_PASSING_3>");
}

/* Five hundred people are told one after another, and nobody any more once the table is full. */
static test_case(a_room_full_of_wishes_is_no_flood)
{
    char who[12];
    for (int i = 0; i < NOTICES_OF_ROOM; i++) {
        snprintf(who, sizeof who, "p%d", i);
        says("#a", who, "notify coloretto");
        assert_told("<NOTIFY_SET_PASSING_3>");
    }
    says("#a", "more", "notify coloretto");
    assert_told("<NOTIFY_ROOM_FULL_1 most=500>");
    says("#a", "ann", "play coloretto");
    for (int i = 0, last = 0; i < 100; i++) {
        int before = last;
        house_wait(&house, SECOND);
        last = house_count(&house, word);
        assert_true(last - before <= 1);
        if (i == 99)
            assert_in_range(last, 100 * SECOND / NOTICE_EVERY_MS - 2,
                            100 * SECOND / NOTICE_EVERY_MS + 1);
    }
    house_forget(&house);
    house_wait(&house, HOUR / 4); /* the clock leaps: no more than a few at a time */
    assert_in_range(house_count(&house, word), 1, 2 * NOTICES_A_TICK);
    says("#a", "ann", "stop");
    wait_seconds(60);
    assert_not_told(word);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_noticed, close_house)
    const struct CMUnitTest tests[] = {
        TEST(whoever_asked_for_it_gets_a_word),
        TEST(nobody_is_told_of_other_games_or_rooms),
        TEST(who_opened_it_or_sits_there_gets_none),
        TEST(a_word_that_is_not_true_any_more_is_not_said),
        TEST(a_person_gets_one_word_an_hour),
        TEST(a_person_on_two_networks_gets_one_word_an_hour),
        TEST(nights_are_quiet),
        TEST(wrong_hours_are_refused),
        TEST(wishes_are_listed_kept_and_taken_back),
        TEST(a_person_has_few_wishes),
        TEST(a_wish_follows_a_nick_to_its_account),
        cmocka_unit_test_setup_teardown(a_wish_of_a_nick_ends_when_it_is_out_of_sight,
                                        open_passing_noticed, close_house),
        TEST(people_of_one_host_share_what_they_may_have),
        TEST(a_room_full_of_wishes_is_no_flood),
    };
    return cmocka_run_group_tests_name("notices", tests, NULL, NULL);
}
