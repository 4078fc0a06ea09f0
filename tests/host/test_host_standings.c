/* What is kept of games that are over, and who is told of it: outcomes of whole games under the host, "stats", "top"
   and "last". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "commands.h"
#include "host.h"
#include "host_state.h"
#include "host_privacy.h"
#include "household.h"
#include "rebuild.h"
#include "scratch.h"
#include "session.h"
#include "store.h"
#include "store_outcome.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"

static char *folder;

/* On a disk, so that the rows can be looked at. The luck is drawn: a game with a fixed deal counts nowhere. */
static test_fixture(open_drawn)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    folder = scratch_make();
    struct store *inner = store_sqlite_open_inline(folder, &why);
    assert_non_null(inner);
    faulty = faulty_store_new_take(inner);
    store = faulty_store_front(faulty);
    house_open(&house, store, false, 0);
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
    return 0;
}

static test_fixture(close_drawn)
{
    close_house(state);
    scratch_remove(folder);
    return 0;
}

/* Rows of the database, their columns with blanks between. */
static const char *rows(const char *sql)
{
    static char text[16384];
    char *path = scratch_path(folder, "tabletalk.db");
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int length = 0;
    text[0] = '\0';
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%s", i ? " " : "",
                               (const char *)sqlite3_column_text(statement, i));
        length += snprintf(text + length, sizeof text - (size_t)length, "\n");
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(path);
    return text;
}

static void change(const char *sql)
{
    char *path = scratch_path(folder, "tabletalk.db");
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    free(path);
}

static void play_game(const char *room, const char *game, const char *first, const char *second)
{
    char text[80];
    snprintf(text, sizeof text, "play %s", game);
    say_slowly(room, first, text);
    say_slowly(room, second, "join");
    if (!session_has_begun(house_table(&house, room)))
        say_slowly(room, first, "start");
    assert_true(session_has_begun(house_table(&house, room)));
    play_out(room);
}

/* ---- what is kept ---- */

static test_case(each_game_of_a_match_leaves_one_outcome)
{
    play_game("#g", "heartcatchers match=3", "$ann", "$bob");
    int games = atoi(rows("SELECT count(*) FROM outcome"));
    assert_in_range(games, 2, 3 + 8);
    assert_int_equal(games, atoi(rows("SELECT max(part) FROM outcome")));
    assert_string_equal(rows("SELECT DISTINCT game, options, network, room, unrated FROM outcome"),
                        "heartcatchers match=3 net #g \n");
    assert_string_equal(rows("SELECT DISTINCT person, robot, has_left FROM outcome_seat ORDER BY person"),
                        "1  0\n2  0\n");
    assert_string_equal(
        rows("SELECT outcome FROM outcome_seat GROUP BY outcome HAVING count(*) <> 2 OR min(place) <> 1"), "");
    assert_int_equal(games, atoi(rows("SELECT games FROM rating WHERE person = 1 AND month = 0 AND room = ''")));
}

/* Restarts after every move, and a failing disk before every third one. */
/* The robot played the first game, the person who got its seat the others. */
static test_case(a_game_counts_for_whoever_played_it)
{
    say_slowly("#g", "$ann", "play coloretto match=4 robots=1");
    say_slowly("#g", "$bob", "next");
    play_out("#g");
    assert_string_equal(
        rows("SELECT part, person > 0, robot FROM outcome_seat s JOIN outcome o ON s.outcome = o.number "
             "WHERE part <= 2 ORDER BY part, person"),
        "1 0 medium\n1 1 \n2 1 \n2 1 \n");
    assert_string_equal(rows("SELECT DISTINCT unrated FROM outcome WHERE part = 1"), "people\n");
}

static test_case(a_kill_or_a_failing_disk_makes_no_outcome_more_or_less)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$bob", "join");
    for (int move = 0; house_table(&house, "#g"); move++) {
        assert_true(move < 200);
        if (move % 3 == 0) {
            faulty_store_fail(faulty, 0, 1, STORE_FULL);
            play_any_move("#g");
        }
        play_any_move("#g");
        house_restart(&house);
    }
    assert_string_equal(rows("SELECT record, part, unrated FROM outcome"), "1 1 \n");
    house_restart(&house);
    assert_string_equal(rows("SELECT count(*) FROM outcome"), "1\n");
}

static test_case(a_game_that_is_stopped_leaves_none)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$bob", "join");
    play_any_move("#g");
    say_slowly("#g", "$ann", "stop yes");
    assert_null(house_table(&house, "#g"));
    assert_string_equal(rows("SELECT count(*) FROM outcome"), "0\n");
}

static test_case(robots_alone_and_strangers_are_nobody_to_be_rated_against)
{
    play_game("#g", "heartcatchers", "$ann", "cid");
    assert_string_equal(rows("SELECT unrated FROM outcome"), "people\n");
    assert_string_equal(rows("SELECT person, robot FROM outcome_seat ORDER BY person"), "0 \n1 \n");
    say_slowly("#h", "$ann", "play heartcatchers robots=1");
    play_out("#h");
    assert_string_equal(rows("SELECT unrated FROM outcome WHERE number = 2"), "people\n");
    assert_string_equal(rows("SELECT robot FROM outcome_seat WHERE outcome = 2 AND person = 0"), "medium\n");
    assert_string_equal(rows("SELECT games, rated, mu FROM rating WHERE month = 0 AND room = ''"), "2 0 25.0\n");
}

/* Whatever the robot comes to that plays on: in one of several games it is not last. */
static test_case(who_leaves_is_last)
{
    static const char *const rooms[] = {"#a", "#b", "#c", "#d", "#e", "#f"};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        say_slowly(rooms[i], "$ann", "play coloretto");
        say_slowly(rooms[i], "$bob", "join");
        say_slowly(rooms[i], "$ann", "add robot random 1");
        say_slowly(rooms[i], "$ann", "start");
        say_slowly(rooms[i], "$bob", "leave yes");
        play_out(rooms[i]);
    }
    assert_string_equal(rows("SELECT DISTINCT place, has_left FROM outcome_seat JOIN identity "
                             "ON person = identity.number WHERE name = '$bob'"),
                        "3 1\n");
    assert_string_equal(rows("SELECT count(*), max(unrated) FROM outcome"), "6 \n");
}

static test_case(a_private_room_is_not_named)
{
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    play_out("@$ann");
    assert_string_equal(rows("SELECT network, room FROM outcome"), " \n");
    for (int i = 0; i < 2; i++) {
        say_slowly(NULL, i ? "$ann" : "$bob", "last");
        assert_told("Say !last in a channel, and I tell");
        assert_not_told("The last game");
    }
}

/* The deal, not the players, may have decided it. */
static test_case(a_fixed_deal_counts_nowhere)
{
    host_fix_luck(house.host, 5);
    play_game("#g", "heartcatchers", "$ann", "$bob");
    assert_string_equal(rows("SELECT unrated FROM outcome"), "fixed\n");
    assert_string_equal(rows("SELECT count(*) FROM rating"), "0\n");
    say_slowly("#g", "cid", "last");
    assert_told(" Its deal was fixed, as in a test, so it counts nowhere.");
}

/* No account would help there. */
static test_case(nobody_is_sent_to_an_account_from_a_keyboard)
{
    house.host->ports[0].is_one_keyboard = true;
    for (int i = 0; i < 2; i++) {
        say_slowly("#g", "$ann", i ? "stats on" : "stats");
        assert_told("to $ann: Anybody can sit at this keyboard, so I keep nobody's games here.");
        assert_not_told("Log in");
    }
}

/* Winners first, then by points; equal points share a place. */
static test_case(places_follow_from_the_result)
{
    play_game("#g", "coloretto", "$ann", "$bob");
    assert_string_equal(rows("SELECT count(*) FROM outcome_seat a JOIN outcome_seat b USING (outcome) "
                             "WHERE (a.place < b.place) <> (a.points > b.points)"),
                        "0\n");
}

/* ---- what is told ---- */

static test_case(own_games_are_told_in_private)
{
    say_slowly("#g", "$ann", "stats");
    assert_told("to $ann: I know of no finished game of yours yet.");
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "$ann", "stats");
    assert_told("to $ann: $ann:");
    assert_told("Heartcatchers: 1 game, ");
    assert_told(" after 1 rated one.");
    assert_int_equal(house.posts, 0);
    say_slowly("#g", "$ann", "stats heartcatchers");
    assert_told("Heartcatchers: 1 game, ");
    say_slowly("#g", "$ann", "stats coloretto");
    assert_told("to $ann: I know of no finished game of Coloretto of $ann.");
}

static test_case(others_see_what_they_may)
{
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("to $bob: I show no games of anybody called $ann.");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("Best at Heartcatchers here: nobody yet.");
    say_slowly("#g", "$ann", "stats on");
    assert_told("to $ann: Others can now see");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("to $bob: $ann:");
    say_slowly("#g", "$bob", "stats $ann coloretto");
    assert_told("to $bob: I know of no finished game of Coloretto of $ann.");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("Best at Heartcatchers here: 1. $ann ");
    assert_not_told("$bob ");
    say_slowly("#h", "$bob", "top heartcatchers");
    assert_told("Best at Heartcatchers here: nobody yet.");
    say_slowly("#h", "$bob", "top heartcatchers house");
    assert_told("Best at Heartcatchers everywhere: 1. $ann ");
    say_slowly(NULL, "$bob", "top heartcatchers");
    assert_told("Best at Heartcatchers everywhere: 1. $ann ");
    say_slowly("#h", "$bob", "top heartcatchers house 1999-12");
    assert_told("Best at Heartcatchers everywhere in 1999-12: nobody yet.");
    say_slowly("#g", "$ann", "stats off");
    assert_told("to $ann: Only you can see");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("I show no games");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("nobody yet");
}

/* In its room; who does not want to be named is somebody. */
static test_case(the_last_game_of_a_room_is_told)
{
    char expected[200], winner[80], date[32];
    say_slowly("#g", "$ann", "last");
    assert_told("to $ann: I know of no finished game here yet.");
    play_game("#g", "coloretto robots=1", "$ann", "$bob");
    snprintf(date, sizeof date, "%s", rows("SELECT strftime('%Y-%m-%d %H:%M', max(ended), 'unixepoch') FROM outcome"));
    date[strcspn(date, "\n")] = '\0';
    snprintf(expected, sizeof expected, "to cid: The last game here was Coloretto at table 1, over on %s UTC: 1. ",
             date);
    say_slowly("#g", "cid", "last");
    assert_told(expected);
    assert_told("somebody (");
    assert_told("a medium robot (");
    assert_not_told("Its deal was fixed");
    assert_not_told("$ann (");
    assert_not_told("$bob (");
    assert_told("I name only those who said !stats on.");
    say_slowly("#g", "$ann", "stats on");
    snprintf(winner, sizeof winner, "%s",
             rows("SELECT place || '. $ann (' || points || ' point' FROM outcome_seat JOIN identity "
                  "ON person = identity.number WHERE name = '$ann'"));
    winner[strcspn(winner, "\n")] = '\0';
    say_slowly("#g", "cid", "last");
    assert_told(winner);
    assert_not_told("$bob (");
    say_slowly("#g", "$ann", "stats off");
    say_slowly("#g", "cid", "last");
    assert_not_told("$ann (");
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "cid", "last");
    assert_told("The last game here was Heartcatchers at table 2, ");
    say_slowly("#h", "cid", "last");
    assert_told("to cid: I know of no finished game here yet.");
}

static test_case(a_choice_outlasts_a_restart)
{
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "$ann", "stats on");
    house_restart(&house);
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("to $bob: $ann:");
}

static test_case(whoever_cannot_be_known_again_is_told_so)
{
    say_slowly("#g", "cid", "stats");
    assert_told("to cid: I know you here only until you disconnect");
    say_slowly("#g", "cid", "stats on");
    assert_told("to cid: I know you here only until you disconnect");
    assert_string_equal(rows("SELECT count(*) FROM identity"), "0\n");
}

static test_case(what_is_not_understood_is_answered)
{
    say_slowly("#g", "$ann", "top");
    assert_told("to $ann: Say which game: !top ");
    say_slowly("#g", "$ann", "top chess");
    assert_told("to $ann: Say which game: !top ");
    say_slowly("#g", "$ann", "top heartcatchers 2026-13");
    assert_told("to $ann: I don't know '2026-13' there. !top heartcatchers house asks");
    say_slowly("#g", "$ann", "top heartcatchers month");
    assert_told("Best at Heartcatchers here in 19");
}

/* A person waits for one answer at a time; a disk that fails is told, and a host that ends leaves nothing behind. */
static test_case(questions_are_bounded_and_always_answered)
{
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly("#g", "$ann", "stats on");
    assert_told("to $ann: I could not save that, so nothing has changed.");
    struct heard heard = {.network = "net", .room = "#g", .key = "$ann", .name = "$ann", .text = "stats"};
    heard.now = house.now += MINUTE;
    house_forget(&house);
    for (int i = 0; i < 3; i++)
        commands_hear(house.commands, house.host, &heard);
    house_settle(&house);
    assert_int_equal(house_count(&house, "I am still looking up"), 2);
    assert_int_equal(house_count(&house, "I know of no finished game"), 1);
    commands_hear(house.commands, house.host, &heard);
    assert_non_null(house.host->askings);
}

/* ---- all of it again, from the records ---- */

static int64_t wall_at; /* when the clock of the house began to run */

static int64_t wall_of_house(void *arg)
{
    (void)arg;
    return wall_at + house.now;
}

static int64_t clock_of_house(void *arg)
{
    return wall_of_house(arg) / 1000;
}

static struct rebuilt rebuild(void)
{
    struct rebuilt rebuilt;
    rebuild_outcomes(store, &rebuilt);
    assert_int_equal(rebuilt.result, STORE_OK);
    return rebuilt;
}

static void expect_rebuilt(int absent, int wrong)
{
    struct rebuilt rebuilt = rebuild();
    assert_int_equal(rebuilt.absent, absent);
    assert_int_equal(rebuilt.wrong, wrong);
    assert_int_equal(rebuilt.unread, 0);
}

static void was_recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    (void)count;
    *(enum store_result *)arg = result;
}

/* Everything that is kept of standings, with all digits; and a script that counts by itself agrees. To free. */
static char *standings(void)
{
    enum store_result result = STORE_IO;
    char command[512], *path = scratch_path(folder, "tabletalk.db"), *all = NULL;
    store_recount(store, was_recounted, &result);
    house_settle(&house);
    assert_int_equal(result, STORE_OK);
    snprintf(command, sizeof command, "storage/recount.py %s", path);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own */
    free(path);
    char *outcomes = strdup(rows("SELECT * FROM outcome ORDER BY number"));
    char *seats = strdup(rows("SELECT * FROM outcome_seat ORDER BY outcome, seat"));
    assert_true(
        asprintf(
            &all, "%s%s%s", outcomes, seats,
            rows("SELECT game, room, month, person, games, won, rated, printf('%.17g %.17g', mu, sigma) FROM rating "
                 "WHERE network = '' OR month = 0 ORDER BY 1, 2, 3, 4")) > 0);
    free(outcomes);
    free(seats);
    return all;
}

static void play_game_of_match(const char *room)
{
    int game = house_table(&house, room)->playing.game_number;
    while (house_table(&house, room)->playing.game_number == game)
        play_any_move(room);
}

/* Of every kind: a match, robots, strangers, somebody who left, somebody who was linked, in private, and one that runs,
   with another game between its first two, and the end of a month. */
static void play_all_kinds(void)
{
    wall_at = INT64_C(1790000000000);
    host_on_wall(house.host, wall_of_house, NULL);
    store_use_clock(store, clock_of_house, NULL);
    play_game("#g", "heartcatchers match=3", "$ann", "$bob");
    play_game("#h", "coloretto", "$bob", "$ann");
    play_game("#g", "heartcatchers", "$ann", "cid");
    say_slowly("#c", "$ann", "play coloretto");
    say_slowly("#c", "$bob", "join");
    say_slowly("#c", "$ann", "add robot random 1");
    say_slowly("#c", "$ann", "start");
    say_slowly("#c", "$bob", "leave yes");
    play_out("#c");
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    play_out("@$ann");
    say_slowly("#r", "$bob", "play heartcatchers match=5");
    say_slowly("#r", "$ann", "join");
    play_game_of_match("#r");
    play_game("#s", "heartcatchers", "$bob", "$ann");
    wall_at += INT64_C(30) * 24 * 60 * MINUTE;
    play_game_of_match("#r");
}

static test_case(outcomes_follow_from_the_records)
{
    static const char *const wrongs[] = {
        "UPDATE outcome_seat SET points = points + 1 WHERE outcome = 2 AND seat = 1",
        "UPDATE outcome_seat SET place = 3 - place WHERE outcome = 3",
        "UPDATE outcome_seat SET robot = 'random' WHERE robot = 'medium'",
        "UPDATE outcome_seat SET robot = '', person = 1 WHERE robot = 'random'",
        "UPDATE outcome_seat SET has_left = 1 - has_left WHERE outcome = 2 AND seat = 2",
        "UPDATE outcome_seat SET person = 0 WHERE outcome = 1 AND person = 2",
        "INSERT INTO outcome_seat VALUES (1, 3, 1, '', 3, 0, 0)",
        "DELETE FROM outcome_seat WHERE outcome = 1 AND seat = 2",
        "UPDATE outcome SET game = 'chess' WHERE number = 1",
        "UPDATE outcome SET options = '' WHERE number = 1",
        "UPDATE outcome SET room = '#x' WHERE number = 1",
        "UPDATE outcome SET unrated = 'people' WHERE number = 1",
        "UPDATE outcome SET ended = ended + 1 WHERE number = 1",
    };
    play_all_kinds();
    expect_rebuilt(0, 0);
    char *right = standings();
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        change(wrongs[i]);
        struct rebuilt rebuilt = rebuild();
        assert_in_range(rebuilt.wrong, 1, 3);
        assert_int_equal(rebuilt.absent, 0);
        char *now = standings();
        assert_string_equal(now, right);
        free(now);
    }
    free(right);
}

static test_case(outcomes_that_were_deleted_come_back_with_their_numbers)
{
    play_all_kinds();
    char *right = standings();
    int all = atoi(rows("SELECT count(*) FROM outcome"));
    for (int number = 0; number <= all; number++) { /* 0: all of them */
        char sql[160];
        snprintf(sql, sizeof sql,
                 "DELETE FROM outcome WHERE %d IN (0, number); DELETE FROM outcome_seat WHERE %d IN (0, outcome)",
                 number, number);
        change(sql);
        expect_rebuilt(number ? 1 : all, 0);
        char *now = standings();
        assert_string_equal(now, right);
        free(now);
    }
    free(right);
}

/* Nobody becomes known again, and the numbers stay. */
static test_case(who_is_forgotten_stays_a_number)
{
    play_all_kinds();
    assert_true(host_erase(house.host, "net", "$bob", NULL, NULL));
    house_settle(&house);
    wait_minutes(1);
    assert_string_equal(rows("SELECT count(*) FROM identity WHERE name = '$bob'"), "0\n");
    assert_string_equal(rows("SELECT count(*) FROM person WHERE name = '$bob'"), "0\n");
    char *before = standings();
    expect_rebuilt(0, 0);
    char *after = standings();
    assert_string_equal(after, before);
    free(before);
    free(after);
}

/* For everybody, whatever the other games of the match were; after a kill, from the record alone, and when somebody was
   forgotten. */
static test_case(a_game_with_a_hint_moves_no_rating)
{
    static const char unrated[] = "SELECT DISTINCT part = 1, unrated FROM outcome ORDER BY part";
    struct thinker *thinker = thinker_new_inline();
    house_let_think(&house, thinker);
    say_slowly("#g", "$ann", "play heartcatchers match=3");
    say_slowly("#g", "$bob", "join");
    const struct session *session = house_table(&house, "#g");
    say_slowly("#g", session->seats[session->playing.table.turn].key, "hint yes");
    assert_told("I would play !");
    assert_told("has asked me for a hint, so this game is not rated.");
    house_restart(&house);
    play_out("#g");
    assert_string_equal(rows(unrated), "1 hint\n0 \n");
    int games = atoi(rows("SELECT count(*) FROM outcome"));
    assert_int_equal(games - 1, atoi(rows("SELECT rated FROM rating WHERE person = 1 AND month = 0 AND room = ''")));
    expect_rebuilt(0, 0);
    change("UPDATE outcome SET unrated = '' WHERE part = 1");
    expect_rebuilt(0, 1);
    assert_string_equal(rows(unrated), "1 hint\n0 \n");
    assert_true(host_erase(house.host, "net", "$bob", NULL, NULL));
    house_settle(&house);
    wait_minutes(1);
    expect_rebuilt(0, 0);
    assert_string_equal(rows(unrated), "1 hint\n0 \n");
    house.thinker = NULL;
    house_restart(&house);
    thinker_free(thinker);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_drawn, close_drawn)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(each_game_of_a_match_leaves_one_outcome),
        EACH(a_game_counts_for_whoever_played_it),
        EACH(a_kill_or_a_failing_disk_makes_no_outcome_more_or_less),
        EACH(a_game_that_is_stopped_leaves_none),
        EACH(robots_alone_and_strangers_are_nobody_to_be_rated_against),
        EACH(who_leaves_is_last),
        EACH(a_game_with_a_hint_moves_no_rating),
        EACH(a_private_room_is_not_named),
        EACH(a_fixed_deal_counts_nowhere),
        EACH(nobody_is_sent_to_an_account_from_a_keyboard),
        EACH(places_follow_from_the_result),
        EACH(own_games_are_told_in_private),
        EACH(others_see_what_they_may),
        EACH(the_last_game_of_a_room_is_told),
        EACH(a_choice_outlasts_a_restart),
        EACH(whoever_cannot_be_known_again_is_told_so),
        EACH(what_is_not_understood_is_answered),
        EACH(questions_are_bounded_and_always_answered),
        EACH(outcomes_follow_from_the_records),
        EACH(outcomes_that_were_deleted_come_back_with_their_numbers),
        EACH(who_is_forgotten_stays_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
