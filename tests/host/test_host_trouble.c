/* The host when things come at the wrong moment: tables that close while others speak, disks
   that fail, people and networks that are gone in the middle of a save, words said where they
   should not be. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "change.h"
#include "faulty_store.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "store.h"
#include "store_read.h"
#include "tables.h"
#include "testing.h"

static void seat_two(void)
{
    house_say(&house, "#g", "ann", "open ");
    house_say(&house, "#g", "bob", "join");
}

/* Says it while the disk holds back what was said before. */
static void say_meanwhile(const char *room, const char *who, const char *text)
{
    house_say_as(&house, room, who, 0, NULL, text);
}

static void disk_waits(bool waits)
{
    faulty_store_hold(faulty, waits);
    house_settle(&house);
}

static void take_word(const char *person, char word[16])
{
    const char *last = NULL;
    char start[80];
    snprintf(start, sizeof start, "to %s: ", person);
    for (const char *p = house.told; (p = strstr(p, start)); p++) {
        const char *said = strstr(p, in_words("<SEAT_WORD_RIGHT_2> ")), *end = strchr(p, '\n');
        if (said && said < end)
            last = said + strlen("seat word is ");
    }
    if (!last) {
        fail_msg("%s was whispered no seat word:\n%s", person, house.told);
        return;
    }
    memcpy(word, last, 11);
    word[11] = '\0';
}

static void speak_word(const char *room, const char *who, const char *word)
{
    char text[32];
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, room, who, text);
}

/* ---- tables that close ---- */

static test_case(who_speaks_while_a_table_closes_is_answered)
{
    seat_two();
    house_say(&house, "#g", "ann", "stop");
    house_forget(&house);
    disk_waits(true);
    say_meanwhile("#g", "bob", "stop");
    say_meanwhile("#g", "bob", "hide d me1");
    say_meanwhile("#g", "bob", "open ");
    say_meanwhile("#g", "eve", "join");
    assert_int_equal(house.length, 0);
    disk_waits(false);
    assert_told("<STOPPED_2 by=ann>");
    assert_told("to bob: <TABLE_NONE_2>");
    assert_told("bob opened Heartcatchers");
    assert_true(house_seat(&house, "#g", "eve") >= 0);
}

/* A room that is gone stops its table: what was said there before is saved and told first. */
static test_case(a_stop_waits_while_the_disk_works)
{
    house_say(&house, "#g", "ann", "open ");
    house_forget(&house);
    disk_waits(true);
    say_meanwhile("#g", "bob", "join");
    host_room_gone(house.host, "net", "#g", house.now);
    assert_int_equal(house.length, 0);
    assert_int_equal(table()->queue.length, 1);
    disk_waits(false);
    assert_told("<SITS_DOWN who=bob>");
    assert_told("<STOPPED_ROOM_GONE_1 game=Heartcatchers>");
    assert_true(strstr(house.told, "bob sits down") <
                strstr(house.told, in_words("<STOPPED_ROOM_GONE_1 game=Heartcatchers>")));
    assert_null(table());
}

/* ---- what was committed, and not handed to the store yet ---- */

static host_execute *executed;
static int commits_before, commits_behind;

static int commits_of(const struct host *host)
{
    int count = 0;
    for (const struct change *change = host->running.commits; change; change = change->next)
        count++;
    return count;
}

static void execute_counting(void *arg, struct host *host, struct session *session,
                             const struct heard *heard)
{
    int before = commits_of(host);
    executed(arg, host, session, heard);
    int behind = commits_of(host);
    commits_before = before > commits_before ? before : commits_before;
    commits_behind = behind > commits_behind ? behind : commits_behind;
}

/* The bound of host->running.commits: one input commits at most one change, and the next input
   finds none. */
static test_case(an_input_commits_one_change_and_leaves_none)
{
    char room[16];
    executed = house.host->calls.execute;
    house.host->calls.execute = execute_counting;
    commits_before = commits_behind = 0;
    for (int round = 0; round < 3; round++) {
        disk_waits(true);
        for (int i = 0; i < 3; i++) {
            snprintf(room, sizeof room, "#%d", i);
            say_meanwhile(room, "ann", round ? "robot" : "open ");
            say_meanwhile(room, "bob", "join");
            say_meanwhile(room, "bob", round > 1 ? "stop" : "leave");
        }
        disk_waits(false);
    }
    assert_int_equal(commits_before, 0);
    assert_int_equal(commits_behind, 1);
    assert_null(house.host->running.commits);
}

static test_case(who_joins_a_table_that_cannot_be_opened_is_answered)
{
    disk_waits(true);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_meanwhile("#g", "ann", "open ");
    say_meanwhile("#g", "bob", "join");
    disk_waits(false);
    assert_told("to ann: <SAVE_AWAY_2>");
    assert_told("to bob: <TABLE_NONE_2>");
    assert_null(table());
}

static test_case(a_host_that_goes_tells_nothing_more)
{
    seat_two();
    disk_waits(true);
    say_meanwhile("#g", due_name(), "hide d me1");
    say_meanwhile("#g", "eve", "hand");
    house_forget(&house);
    int64_t lines = table()->record.next_line;
    faulty_store_hold(faulty, false);
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(table()->record.next_line, lines + 1);
    assert_int_equal(house.length, 0);
}

/* ---- what nobody typed ---- */

static test_case(a_full_table_whose_start_fails_starts_later)
{
    house_say(&house, "#g", "ann", "open ");
    faulty_store_fail(faulty, 1, INT_MAX, STORE_FULL); /* bob sits down, the start is not saved */
    house_say(&house, "#g", "bob", "join");
    assert_told("<SAVE_WAITS_2>");
    assert_false(host_is_playing(table()));
    house_forget(&house);
    house_wait(&house, 60000);
    assert_int_equal(house.length, 0); /* said once */
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    house_wait(&house, 60000);
    assert_told("<SAVE_AGAIN_1>");
    assert_told("play Heartcatchers.");
    assert_true(host_is_playing(table()));
}

static test_case(a_full_table_that_was_killed_before_its_start_starts_after_it)
{
    house_say(&house, "#g", "ann", "open ");
    faulty_store_fail(faulty, 1, INT_MAX, STORE_IO);
    house_say(&house, "#g", "bob", "join");
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_wait(&house, 10000);
    assert_true(host_is_playing(table()));
}

/* The connection to the store is lost after the commit was sent: it is told when it has been
   read back, and not before. */
static test_case(what_may_have_been_saved_is_read_back)
{
    house_say(&house, "#g", "ann", "open ");
    house_forget(&house);
    faulty_store_lose_answers(faulty, 0, 1);
    house_say(&house, "#g", "ann", "robot");
    house_settle(&house);
    assert_int_equal(house_table(&house, "#g")->seat_count, 2);
    int64_t lines = house_table(&house, "#g")->record.next_line;
    faulty_store_fail(faulty, 0, 1, STORE_UNKNOWN); /* this one was not */
    house_forget(&house);
    house_say(&house, "#g", "ann", "leave");
    house_settle(&house);
    assert_int_equal(house_count(&house, "to ann: "), 1);
    assert_told("<SAVE_AWAY_3>");
    assert_int_equal(house_table(&house, "#g")->record.next_line, lines);
    house_say(&house, "#g", "ann", "stop");
    assert_null(table());
    faulty_store_lose_answers(faulty, 0, 1);
    house_say(&house, "#g", "ann", "open "); /* the first line of a record */
    house_settle(&house);
    assert_non_null(table());
    assert_int_equal(house_restart(&house), 1);
}

static void note_result(void *arg, enum store_result result)
{
    *(enum store_result *)arg = result;
}

/* The answer for lines of table 5, from its first on, when the store's own answer is lost. */
static enum store_result appended(const char *const *lines, int count)
{
    enum store_result result = STORE_UNKNOWN;
    struct store_append append = {.table = 5, .first_seq = 1, .lines = lines, .count = count};
    change_append(house.host, &append, note_result, &result);
    house_settle(&house);
    assert_null(house.host->appends.first);
    return result;
}

static test_case(every_line_is_read_back)
{
    enum { LINES = 2 * STORE_PORTION + 40 };
    static const char *const before[] = {"a", "b"}, *const others[] = {"a", "c"};
    const char *lines[LINES];
    store_append(house.store, 5, 1, before, 2, false, NULL, NULL);
    faulty_store_fail(faulty, 0, 2, STORE_UNKNOWN);
    assert_int_equal(appended(others, 2), STORE_AWAY); /* their first line stands there */
    assert_int_equal(appended(before, 2), STORE_OK);
    for (int i = 0; i < LINES; i++)
        lines[i] = i < 2 ? before[i] : "d";
    faulty_store_fail(faulty, 0, 1, STORE_UNKNOWN);
    /* those behind the second are not there */
    assert_int_equal(appended(lines, LINES), STORE_AWAY);
    store_append(house.store, 5, 3, lines + 2, LINES - 2, false, NULL, NULL);
    faulty_store_fail(faulty, 0, 1, STORE_UNKNOWN);
    assert_int_equal(appended(lines, LINES), STORE_OK);
}

static test_case(a_name_that_could_not_be_saved_is_saved_later)
{
    seat_two();
    faulty_store_fail(faulty, 0, 2, STORE_IO);
    host_renamed(house.host, identity("net", "bob"), "robert", house.now);
    host_renamed(house.host, identity("net", "ann"), "anna", house.now);
    house_settle(&house);
    assert_int_equal(house_seat(&house, "#g", "robert"), -1);
    house_wait(&house, 60000);
    assert_true(house_seat(&house, "#g", "robert") >= 0 && house_seat(&house, "#g", "anna") >= 0);
    house_restart(&house);
    assert_true(house_seat(&house, "#g", "robert") >= 0 && house_seat(&house, "#g", "anna") >= 0);
    assert_string_equal(table()->opener.name, "anna");
}

/* ---- gone in the middle of it ---- */

static test_case(who_is_gone_while_sitting_down_waits_for_the_word)
{
    house_say(&house, "#g", "ann", "open ");
    disk_waits(true);
    say_meanwhile("#g", "bob", "join");
    host_gone(house.host, identity("net", "bob"), house.now);
    disk_waits(false);
    assert_told("<DETACHED who=bob>");
    house_forget(&house);
    house_say(&house, "#g", "bob", "hand"); /* the same key: it cannot be, but proves nothing */
    assert_not_told("to bob: <HAND_3 room=#g>");
}

static test_case(a_network_that_is_lost_during_a_save_leaves_no_seat_held)
{
    char word[16];
    seat_two();
    take_word("bob", word);
    disk_waits(true);
    say_meanwhile("#g", due_name(), "hide d me1");
    host_network_gone(house.host, "net", house.now);
    disk_waits(false);
    for (int seat = 0; seat < 2; seat++)
        assert_true(table()->seats[seat].is_detached);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_told("<RECOVERED_NOBODY_DUE_2>");
    speak_word(NULL, "bob.2", word);
    assert_told("<SEAT_WORD_RIGHT_1>");
}

static test_case(robots_wait_for_a_network_that_is_gone)
{
    seat_two();
    disk_waits(true);
    say_meanwhile("#g", due_name(), "leave");
    host_network_gone(house.host, "net", house.now);
    disk_waits(false);
    int64_t lines = table()->record.next_line;
    house_wait(&house, 60000);
    assert_int_equal(table()->record.next_line, lines); /* nobody could read what the robot did */
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    assert_int_equal(table()->record.next_line, lines + 1);
}

/* ---- private tables ---- */

static void count_place(void *arg, const struct store_table *table)
{
    char *places = arg;
    if (strcmp(table->network, NAMESAKE_NETWORK) != 0)
        snprintf(places + strlen(places), 256 - strlen(places), "%s ", table->room);
}

static void damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
    fail_msg("damaged");
}

static void listed(void *arg, const struct store_read_end *end)
{
    (void)arg;
    assert_int_equal(end->result, STORE_OK);
}

/* Where the store has tables in play. */
static const char *places(void)
{
    static char rooms[256];
    rooms[0] = '\0';
    store_list(house.store, &(struct store_listing){.states = STORE_IN_PLAY,
                                                    .most = STORE_PORTION,
                                                    .table = count_place,
                                                    .damaged = damaged,
                                                    .done = listed,
                                                    .arg = rooms});
    store_flush(house.store);
    store_dispatch(house.store);
    return rooms;
}

static test_case(a_private_table_follows_its_person)
{
    char word[16];
    house_say(&house, NULL, "ann.1", "open ");
    assert_told("@ann.1: ann.1 opened Heartcatchers");
    take_word("ann.1", word);
    house_say(&house, NULL, "ann.1", "robot");
    house_restart(&house);
    speak_word(NULL, "ann.2", word);
    assert_non_null(house_table(&house, "@ann.2"));
    assert_null(house_table(&house, "@ann.1"));
    assert_string_equal(places(), "@ann.2 ");
    take_word("ann.2", word);
    house_restart(&house);
    assert_non_null(house_table(&house, "@ann.2"));
    house_say(&house, NULL, "ann.3", "open "); /* cannot have two */
    house_forget(&house);
    speak_word(NULL, "ann.3", word);
    assert_told("<SEAT_WORD_TABLE_OPEN_1>");
    house_say(&house, NULL, "ann.3", "stop");
    house_forget(&house);
    speak_word(NULL, "ann.3", word);
    assert_told("<ANN_ANN_IS_BACK>");
    assert_told("ann.3: !"); /* and the robot has moved, if it was its turn */
    house_say(&house, NULL, "ann.3", "hide d me1");
    assert_told("@ann.3: ann.3 hides");
}

static test_case(what_is_asked_in_private_is_answered_there_but_changes_are_told)
{
    house_say(&house, "#g", "ann", "open ");
    house_forget(&house);
    house_say(&house, NULL, "ann", "options match=3");
    assert_told("#g: <OPTIONS_CHANGED_2 who=ann|options=layout=dealt un_point=yes match=3>");
    house_say(&house, "#g", "bob", "join");
    house_forget(&house);
    house_say(&house, NULL, "bob", "board");
    assert_int_equal(house.posts, 0);
    assert_told("8 to draw");
    assert_told(": !");
}

/* ---- seat words ---- */

static test_case(a_word_said_in_any_room_by_anybody_is_void)
{
    char word[16], fresh[16];
    seat_two();
    take_word("bob", word);
    house_say(&house, "#other", "eve", "open ");
    speak_word("#other", "eve", word);
    assert_told("to eve: <SEAT_WORD_PUBLIC_HELD_2>");
    take_word("bob", fresh);
    assert_string_not_equal(word, fresh);
    host_gone(house.host, identity("net", "bob"), house.now);
    house_forget(&house);
    speak_word(NULL, "eve", word);
    assert_told("<SEAT_WORD_WRONG_3>");
    speak_word(NULL, "bob", fresh);
    assert_told("<SEAT_WORD_RIGHT_1>");
}

static test_case(the_own_word_in_private_harms_nobody)
{
    char word[16];
    seat_two();
    take_word("bob", word);
    house_forget(&house);
    speak_word(NULL, "bob", word);
    assert_told("<SEAT_WORD_HELD room=#g>");
    host_gone(house.host, identity("net", "ann"), house.now);
    house_forget(&house);
    speak_word(NULL, "eve", word); /* right, but of a seat that is held */
    assert_told("<SEAT_WORD_WRONG left=4>");
}

static test_case(after_an_hour_words_may_be_tried_again)
{
    seat_two();
    host_gone(house.host, identity("net", "bob"), house.now);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < TRIES_MOST; i++)
            house_say(&house, NULL, "eve", "seat wrong");
        house_forget(&house);
        house_say(&house, NULL, "eve", "seat wrong");
        assert_told("<SEAT_WORD_LOCKED_1>");
        house_wait(&house, (int64_t)61 * 60 * 1000);
        house_forget(&house);
    }
}

/* ---- long and odd names ---- */

static test_case(names_of_any_bytes_come_back)
{
    char long_key[HOST_KEY], word[16];
    memset(long_key, '%', sizeof long_key - 1);
    long_key[sizeof long_key - 1] = '\0';
    house_say(&house, "#g", long_key, "open ");
    take_word(long_key, word);
    host_renamed(house.host, identity("net", long_key), "two\nlines = 100%", house.now);
    house_settle(&house);
    house_restart(&house);
    assert_string_equal(table()->seats[0].name, "two?lines = 100%");
    long_key[0] = '=';
    speak_word(NULL, long_key, word);
    house_restart(&house);
    assert_int_equal(strlen(table()->seats[0].name), HOST_NAME - 1);
    assert_string_equal(table()->seats[0].key, long_key);
}

static test_case(robots_are_not_kicked_in_play)
{
    house_say(&house, "#g", "ann", "open ");
    house_say(&house, "#g", "ann", "robot");
    house_forget(&house);
    house_say(&house, "#g", "ann", "kick robot");
    assert_told("<KICK_ROBOT_1 who=robot>");
    assert_int_equal(house.posts, 0);
}

int main(void)
{
#define LASTING(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
#define PASSING(name) cmocka_unit_test_setup_teardown(name, open_passing, close_house)
    const struct CMUnitTest tests[] = {
        LASTING(who_speaks_while_a_table_closes_is_answered),
        LASTING(a_stop_waits_while_the_disk_works),
        LASTING(an_input_commits_one_change_and_leaves_none),
        LASTING(who_joins_a_table_that_cannot_be_opened_is_answered),
        LASTING(a_host_that_goes_tells_nothing_more),
        LASTING(a_full_table_whose_start_fails_starts_later),
        LASTING(a_full_table_that_was_killed_before_its_start_starts_after_it),
        LASTING(what_may_have_been_saved_is_read_back),
        LASTING(every_line_is_read_back),
        LASTING(a_name_that_could_not_be_saved_is_saved_later),
        PASSING(who_is_gone_while_sitting_down_waits_for_the_word),
        PASSING(a_network_that_is_lost_during_a_save_leaves_no_seat_held),
        LASTING(robots_wait_for_a_network_that_is_gone),
        PASSING(a_private_table_follows_its_person),
        LASTING(what_is_asked_in_private_is_answered_there_but_changes_are_told),
        PASSING(a_word_said_in_any_room_by_anybody_is_void),
        PASSING(the_own_word_in_private_harms_nobody),
        PASSING(after_an_hour_words_may_be_tried_again),
        PASSING(names_of_any_bytes_come_back),
        LASTING(robots_are_not_kicked_in_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
