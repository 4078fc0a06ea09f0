/* Robots that think, and hints, on a real ngircd: kill -9 while a robot thinks, and it thinks
   again and moves once; a hint is read by nobody else, and is the same after a kill. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bot.h"
#include "child.h"
#include "games_room.h"
#include "irc_person.h"
#include "record_file.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, WHILE = 300, KILLS = 4, HINT = 400 };

static struct games_room room;
static struct irc_person *ann, *eve;
static char word[32]; /* ann's seat word */

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

static void hear_word(const char *pattern)
{
    const char *text = games_room_must_hear(&room, ann, NULL, pattern),
               *at = strstr(text, "eat word is ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "eat word is %31[a-z0-9-]", word), 1);
}

static void open_table(void)
{
    irc_person_say(ann, "#games", "!play heartcatchers robots=1 level=hard");
    hear_word("Your seat word is ");
    games_room_must_hear(&room, ann, "#games", "ann(: !| to play)");
}

static void come_back(void)
{
    char line[64];
    bot_start(room.bot);
    games_room_must_hear(&room, eve, "#games", "<RECOVERED_NOBODY_DUE_1 game=Heartcatchers>");
    snprintf(line, sizeof line, "seat %s", word);
    irc_person_whisper(ann, "tabletalk", line);
    games_room_must_hear(&room, ann, NULL, "<SEAT_WORD_HELD_3>"); /* it is the same connection */
}

static struct record_file record(void)
{
    static struct record_file file;
    record_file_read(bot_folder(room.bot), &file);
    return file;
}

static test_case(after_a_kill_it_thinks_again_and_moves_once)
{
    open_table();
    int before = record().count;
    for (int kill = 0; kill < KILLS; kill++) {
        irc_person_whisper(ann, "tabletalk", "hide d under me1");
        games_room_must_hear(&room, ann, "#games", "robot thinks\\.");
        nanosleep(&(struct timespec){.tv_nsec = kill * 4000000L}, NULL);
        bot_kill(room.bot);
        /* the robot's answer is told after 1.5 s, and saved then */
        assert_int_equal(record().count, before + 1);
        come_back();
        games_room_must_hear(&room, ann, "#games", "ann(: !| to play)");
        irc_person_listen(eve, WHILE);
        assert_int_equal(record().count, before + 2);
        before += 2;
    }
}

/* Without the prefix of the move, which is shown in the channel alone. */
static void hear_hint(char out[HINT])
{
    const char *text = games_room_must_hear(
        &room, ann, NULL, "I would play !?(catch|steal|hide) .*points on average");
    int length = 0;
    for (; *text && length < HINT - 1; text++)
        if (*text != '!')
            out[length++] = *text;
    out[length] = '\0';
}

static test_case(a_hint_is_private_and_the_same_after_a_kill)
{
    char hint[HINT], again[HINT];
    open_table();
    irc_person_say(ann, "#games", "!hint");
    hear_hint(hint);
    assert_int_equal(record().hints, 1);
    bot_kill(room.bot);
    come_back();
    irc_person_whisper(ann, "tabletalk", "hint");
    hear_hint(again);
    assert_string_equal(again, hint);
    assert_int_equal(record().hints, 1);
    irc_person_listen(eve, WHILE);
    assert_int_equal(irc_person_count(eve, "<HINT_MOVE>"), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, opened, closed)
    const struct CMUnitTest tests[] = {
        TEST(after_a_kill_it_thinks_again_and_moves_once),
        TEST(a_hint_is_private_and_the_same_after_a_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
