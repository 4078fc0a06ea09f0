/* What is kept of games that are over, and who is told of it: outcomes of whole games under the
   host, "stats", "top" and "last". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "drawn.h"
#include "host.h"
#include "host_state.h"
#include "household.h"
#include "session.h"
#include "store.h"
#include "testing.h"
#include "thinker.h"

/* ---- what is kept ---- */

static test_case(each_game_of_a_match_leaves_one_outcome)
{
    play_game("#g", "heartcatchers match=3", "$ann", "$bob");
    int games = atoi(rows("SELECT count(*) FROM outcome"));
    assert_in_range(games, 2, 3 + 8);
    assert_int_equal(games, atoi(rows("SELECT max(part) FROM outcome")));
    assert_string_equal(rows("SELECT DISTINCT game, options, network, room, unrated FROM outcome"),
                        "heartcatchers match=3 net #g \n");
    assert_string_equal(
        rows("SELECT DISTINCT person, robot, has_left FROM outcome_seat ORDER BY person"),
        "1  0\n2  0\n");
    assert_string_equal(
        rows(
            "SELECT outcome FROM outcome_seat GROUP BY outcome HAVING count(*) <> 2 OR min(place) <> 1"),
        "");
    assert_int_equal(
        games, atoi(rows("SELECT games FROM rating WHERE person = 1 AND month = 0 AND room = ''")));
}

/* The robot played the first game, the person who got its seat the others. */
static test_case(a_game_counts_for_whoever_played_it)
{
    say_slowly("#g", "$ann", "play coloretto match=4 robots=1");
    say_slowly("#g", "$bob", "next");
    play_out("#g");
    assert_string_equal(
        rows(
            "SELECT part, person > 0, robot FROM outcome_seat s JOIN outcome o ON s.outcome = o.number "
            "WHERE part <= 2 ORDER BY part, person"),
        "1 0 medium\n1 1 \n2 1 \n2 1 \n");
    assert_string_equal(rows("SELECT DISTINCT unrated FROM outcome WHERE part = 1"), "people\n");
    /* the match's seats have changed hands */
    assert_string_equal(rows("SELECT DISTINCT unrated FROM outcome WHERE part > 1"), "seats\n");
}

/* Restarts after every move, and a failing disk before every third one. */
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
    say_slowly("#g", "$ann", "stop");
    assert_told("<STOP_ASK_OTHERS_3>");
    say_slowly("#g", "$ann", "stop yes");
    assert_told("<STOP_ASKED by=$ann|who=$bob>");
    for (int i = 0; i < 2; i++) {
        say_slowly("#g", "$ann", "stop"); /* asked already: nothing is left to confirm */
        assert_told("<STOP_WAITS_1 who=$bob>");
    }
    say_slowly("#g", "$bob", "yes");
    assert_told("<STOPPED_2 by=$ann>");
    assert_null(house_table(&house, "#g"));
    assert_string_equal(rows("SELECT count(*) FROM outcome"), "0\n");
}

/* Who is about to lose cannot make it undone: a no lets the game go on, and silence is leaving. */
static test_case(a_stop_that_others_do_not_want_is_none)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$bob", "join");
    play_any_move("#g");
    say_slowly("#g", "$ann", "stop yes");
    say_slowly("#g", "$bob", "stop no");
    assert_told("<STOP_DENIED who=$bob|by=$ann>");
    wait_minutes(2);
    assert_false(house_table(&house, "#g")->seats[house_seat(&house, "#g", "$ann")].is_left);
    say_slowly("#g", "$ann", "stop yes");
    wait_minutes(2);
    assert_told("$ann leaves");
    play_out("#g");
    assert_string_equal(
        rows(
            "SELECT place, has_left FROM outcome_seat JOIN identity ON person = identity.number WHERE name = "
            "'$ann'"),
        "3 1\n"); /* behind everybody, also behind whom the robot beats */
}

/* Who is out of sight is not asked; an operator who does not sit there asks nobody. */
static test_case(who_is_asked_whether_to_stop)
{
    house.knows_sight = true;
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$bob", "join");
    house_goes(&house, "$bob");
    wait_minutes(2);
    say_slowly("#g", "$ann", "stop yes");
    assert_null(house_table(&house, "#g"));
    say_slowly("#g", "$ann", "play heartcatchers");
    house_comes(&house, "$bob");
    say_slowly("#g", "$bob", "join");
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop yes");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
}

static test_case(robots_alone_and_strangers_are_nobody_to_be_rated_against)
{
    play_game("#g", "heartcatchers", "$ann", "cid");
    assert_string_equal(rows("SELECT unrated FROM outcome"), "people\n");
    assert_string_equal(rows("SELECT person, robot FROM outcome_seat ORDER BY person"), "0 \n1 \n");
    say_slowly("#h", "$ann", "play heartcatchers robots=1");
    play_out("#h");
    assert_string_equal(rows("SELECT unrated FROM outcome WHERE number = 2"), "people\n");
    assert_string_equal(rows("SELECT robot FROM outcome_seat WHERE outcome = 2 AND person = 0"),
                        "medium\n");
    assert_string_equal(rows("SELECT games, rated, mu FROM rating WHERE month = 0 AND room = ''"),
                        "2 0 25\n");
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
                        "4 1\n");
    assert_string_equal(rows("SELECT count(*), max(unrated) FROM outcome"), "6 \n");
}

/* Who leaves before each has decided some times gives the others nothing; afterwards it is a
   loss like others. */
static void play_until_bob_leaves(int moves)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    for (int i = 0; i < moves; i++)
        assert_true(play_any_move("#g"));
    say_slowly("#g", "$bob", "leave yes");
    play_out("#g");
}

static test_case(an_early_leaving_is_no_gain)
{
    play_until_bob_leaves(0);
    assert_string_equal(
        rows(
            "SELECT name, has_left, gains FROM outcome_seat JOIN identity ON person = identity.number "
            "ORDER BY name"),
        "$ann 0 0\n$bob 1 1\n");
}

/* Who left is behind all the same. */
static test_case(who_was_beaten_by_the_robot_of_somebody_who_left_gains_nothing)
{
    for (int game = 0;
         game < 200 &&
         strcmp(rows("SELECT count(DISTINCT gains) FROM outcome_seat WHERE NOT has_left"), "2\n") !=
             0;
         game++)
        play_until_bob_leaves(6 + game % 5);
    assert_string_equal(
        rows(
            "SELECT DISTINCT stayed.gains, stayed.points > gone.points, stayed.place < gone.place FROM "
            "outcome_seat AS stayed JOIN outcome_seat AS gone ON stayed.outcome = gone.outcome WHERE "
            "gone.has_left AND NOT stayed.has_left ORDER BY stayed.gains"),
        "0 0 1\n1 1 1\n");
}

static test_case(a_private_room_is_not_named)
{
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    play_out("@$ann");
    assert_string_equal(rows("SELECT network, room FROM outcome"), " \n");
    for (int i = 0; i < 2; i++) {
        say_slowly(NULL, i ? "$ann" : "$bob", "last");
        assert_told("<LAST_PRIVATE_1>");
        assert_not_told("<LAST_GAME_2>");
    }
}

/* The deal, not the players, may have decided it. */
static test_case(a_fixed_deal_counts_nowhere)
{
    house.seed = 5;
    house_restart(&house);
    play_game("#g", "heartcatchers", "$ann", "$bob");
    assert_string_equal(rows("SELECT unrated FROM outcome"), "fixed\n");
    assert_string_equal(rows("SELECT count(*) FROM rating"), "0\n");
    say_slowly("#g", "cid", "last");
    assert_told(" <LAST_FIXED>");
}

/* No account would help there. */
static test_case(nobody_is_sent_to_an_account_from_a_keyboard)
{
    house.host->networks.ports[0].is_one_keyboard = true;
    for (int i = 0; i < 2; i++) {
        say_slowly("#g", "$ann", i ? "stats on" : "stats");
        assert_told("to $ann: <STATS_KEYBOARD_1>");
        assert_not_told("<STATS_PASSING_1>");
    }
}

/* Winners first, then by points; equal points share a place. */
static test_case(places_follow_from_the_result)
{
    play_game("#g", "coloretto", "$ann", "$bob");
    assert_string_equal(
        rows("SELECT count(*) FROM outcome_seat a JOIN outcome_seat b USING (outcome) "
             "WHERE (a.place < b.place) <> (a.points > b.points)"),
        "0\n");
}

/* ---- what is told ---- */

static test_case(own_games_are_told_in_private)
{
    say_slowly("#g", "$ann", "stats");
    assert_told("to $ann: <STATS_NONE_YET_1>");
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "$ann", "stats");
    assert_told("to $ann: $ann:");
    assert_told("Heartcatchers: 1 game, ");
    assert_told(" after 1 rated one.");
    assert_int_equal(house.posts, 0);
    say_slowly("#g", "$ann", "stats heartcatchers");
    assert_told("Heartcatchers: 1 game, ");
    say_slowly("#g", "$ann", "stats coloretto");
    assert_told("to $ann: <STATS_NONE_OF game=Coloretto|who=$ann>");
}

/* Only games with the usual options are rated; how many games make a match is nobody's
   advantage. */
static test_case(unusual_options_move_no_rating)
{
    static const struct {
        const char *game, *unrated;
    } games[] = {{"heartcatchers", "\n"},
                 {"heartcatchers match=3", "\n"},
                 {"heartcatchers un_point=no", "options\n"},
                 {"heartcatchers first=$ann", "options\n"},
                 {"heartcatchers first=lot", "\n"},
                 {"colorcatcher rounds=1", "options\n"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char sql[100];
        play_game("#g", games[i].game, "$ann", "$bob");
        snprintf(sql, sizeof sql, "SELECT DISTINCT unrated FROM outcome WHERE record = %zu", i + 1);
        assert_string_equal(rows(sql), games[i].unrated);
    }
}

static double shown(const char *name)
{
    char sql[200];
    snprintf(
        sql, sizeof sql,
        "SELECT mu - 3 * sigma FROM rating JOIN identity ON person = identity.number WHERE name = '%s' AND month = 0 AND "
        "room = ''",
        name);
    return strtod(rows(sql), NULL);
}

/* Two who play one another all day move as much as three games and a quarter would, and have no
   place in the list. */
static test_case(a_pair_does_not_farm_the_list)
{
    double best = 0;
    say_slowly("#g", "$ann", "stats on");
    say_slowly("#g", "$bob", "stats on");
    for (int game = 0; game < 14; game++) {
        say_slowly("#g", "$ann", "play heartcatchers");
        say_slowly("#g", "$bob", "join");
        say_slowly("#g", "$bob", "leave yes"); /* before anybody has played much */
        play_out("#g");
    }
    assert_true(shown("$ann") <= 0.0001);
    for (int game = 0; game < 14; game++)
        play_game("#g", "heartcatchers", "$ann", "$bob");
    best = shown("$ann") > shown("$bob") ? shown("$ann") : shown("$bob");
    if (best > 6)
        fail_msg("%f after 14 games of one pair", best);
    say_slowly("#g", "$ann", "top heartcatchers");
    assert_told("<TOP_HERE game=Heartcatchers> <TOP_UNPLACED> ");
    assert_told("0 of 5 opponents");
}

/* Who has met five people that others have met, too, has a place, whatever ratings stand under
   the list. */
static test_case(who_has_met_five_has_a_place)
{
    static const char *const people[] = {"$a", "$b", "$c", "$d", "$e", "$f"};
    say_slowly("#g", "$a", "stats on");
    for (int one = 0; one < 6; one++)
        for (int other = 0; other < one; other++)
            play_game("#g", "heartcatchers", people[one], people[other]);
    play_game("#g", "heartcatchers", "$g", "$a");
    say_slowly("#g", "$g", "stats on");
    say_slowly("#g", "$g", "top heartcatchers");
    assert_told("<TOP_HERE game=Heartcatchers> 1. $a ");
    assert_told(". <TOP_UNPLACED> $g ");
    assert_told("(1 of 5 opponents).");
}

static double strength_of_bob(void)
{
    return strtod(
        rows(
            "SELECT coalesce(max(mu), 25) FROM rating JOIN identity ON person = identity.number WHERE name = "
            "'$bob' AND month = 0 AND room = ''"),
        NULL);
}

/* Who asked cannot gain, and nobody loses to that person; what the other one wins counts. */
static test_case(a_hint_costs_the_one_who_asked)
{
    struct thinker *thinker = thinker_new_inline();
    house_let_think(&house, thinker);
    for (int game = 0; game < 6; game++) {
        double ann = shown("$ann"), bob = strength_of_bob();
        say_slowly("#g", "$ann", "play heartcatchers");
        say_slowly("#g", "$bob", "join");
        if (strcmp(due_name(), "$ann") != 0)
            play_any_move("#g");
        say_slowly("#g", "$ann", "hint yes");
        assert_told("<HINT_UNRATED_2 who=$ann>");
        play_out("#g");
        assert_true(shown("$ann") <= ann + 1e-9);
        assert_true(strength_of_bob() >= bob);
    }
    assert_string_equal(rows("SELECT DISTINCT unrated FROM outcome"), "\n");
    house.thinker = NULL;
    house_restart(&house);
    thinker_free(thinker);
}

static test_case(others_see_what_they_may)
{
    play_game("#g", "heartcatchers", "$ann", "$bob");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("to $bob: <STATS_HIDDEN_1 typed=$ann>");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("<TOP_HERE game=Heartcatchers> nobody yet.");
    say_slowly("#g", "$ann", "stats on");
    assert_told("to $ann: <STATS_ON_1>");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("to $bob: $ann:");
    say_slowly("#g", "$bob", "stats $ann coloretto");
    assert_told("to $bob: <STATS_NONE_OF game=Coloretto|who=$ann>");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("<TOP_HERE game=Heartcatchers> <TOP_UNPLACED> $ann ");
    assert_told("(0 of 5 opponents).");
    assert_not_told("$bob ");
    say_slowly("#h", "$bob", "top heartcatchers");
    assert_told("<TOP_HERE game=Heartcatchers> nobody yet.");
    say_slowly("#h", "$bob", "top heartcatchers house");
    assert_told("<TOP_HOUSE game=Heartcatchers> <TOP_UNPLACED> $ann ");
    say_slowly(NULL, "$bob", "top heartcatchers");
    assert_told("<TOP_HOUSE game=Heartcatchers> <TOP_UNPLACED> $ann ");
    say_slowly("#h", "$bob", "top heartcatchers house 1999-12");
    assert_told("<TOP_HOUSE_MONTH game=Heartcatchers|month=1999-12> nobody yet.");
    say_slowly("#g", "$ann", "stats off");
    assert_told("to $ann: <STATS_OFF_1>");
    say_slowly("#g", "$bob", "stats $ann");
    assert_told("<STATS_HIDDEN_2>");
    say_slowly("#g", "$bob", "top heartcatchers");
    assert_told("<TOP_NONE_1>");
}

/* Who played alone knows who that was. */
static test_case(who_plays_alone_at_a_keyboard_is_named_there)
{
    say_slowly("#g", "$ann", "play coloretto robots=1 level=easy");
    play_out("#g");
    say_slowly("#g", "$ann", "last");
    assert_told("somebody (");
    say_as("net", "#g", "$ann", RANK_LOCAL, "last");
    assert_told(" $ann (");
    assert_not_told("<LAST_UNNAMED>");
    play_game("#g", "coloretto", "$ann", "$bob");
    say_as("net", "#g", "$ann", RANK_LOCAL, "last");
    assert_not_told(" $ann (");
}

/* In its room; who does not want to be named is somebody. */
static test_case(the_last_game_of_a_room_is_told)
{
    char expected[200], winner[80], date[32];
    say_slowly("#g", "$ann", "last");
    assert_told("to $ann: <LAST_NONE_1>");
    play_game("#g", "coloretto robots=1", "$ann", "$bob");
    snprintf(date, sizeof date, "%s",
             rows("SELECT strftime('%Y-%m-%d %H:%M', max(ended), 'unixepoch') FROM outcome"));
    date[strcspn(date, "\n")] = '\0';
    snprintf(expected, sizeof expected, "to cid: <LAST_GAME game=Coloretto|number=1|date=%s> 1. ",
             date);
    say_slowly("#g", "cid", "last");
    assert_told(expected);
    assert_told("somebody (");
    assert_told(" medium robot (");
    assert_not_told("<LAST_FIXED_1>");
    assert_not_told("$ann (");
    assert_not_told("$bob (");
    assert_told("<LAST_UNNAMED>");
    say_slowly("#g", "$ann", "stats on");
    snprintf(
        winner, sizeof winner, "%s",
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
    assert_told("<LAST_GAME_3 game=Heartcatchers|number=2> ");
    say_slowly("#h", "cid", "last");
    assert_told("to cid: <LAST_NONE_1>");
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
    assert_told("to cid: <LINK_PASSING_1>");
    say_slowly("#g", "cid", "stats on");
    assert_told("to cid: <LINK_PASSING_1>");
    assert_string_equal(rows("SELECT count(*) FROM identity"), "0\n");
}

static test_case(what_is_not_understood_is_answered)
{
    say_slowly("#g", "$ann", "top");
    assert_told("to $ann: <TOP_WHICH_2> ");
    say_slowly("#g", "$ann", "top chess");
    assert_told("to $ann: <TOP_WHICH_2> ");
    say_slowly("#g", "$ann", "top heartcatchers 2026-13");
    assert_told("to $ann: <TOP_WORDS_1 typed=2026-13|id=heartcatchers>");
    say_slowly("#g", "$ann", "top heartcatchers month");
    assert_told("<TOP_HERE_MONTH_1 game=Heartcatchers|month=19>");
}

/* A person waits for one answer at a time; a disk that fails is told, and a host that ends
   leaves nothing behind. */
static test_case(questions_are_bounded_and_always_answered)
{
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly("#g", "$ann", "stats on");
    assert_told("to $ann: <FORGET_NOT_SAVED_2>");
    struct heard heard = {
        .network = "net", .room = "#g", .key = "$ann", .name = "$ann", .text = "stats"};
    heard.now = house.now += MINUTE;
    house_forget(&house);
    for (int i = 0; i < 3; i++)
        commands_hear(house.commands, house.host, &heard);
    house_settle(&house);
    assert_int_equal(house_count(&house, "<STATS_BUSY_1>"), 2);
    assert_int_equal(house_count(&house, "<STATS_NONE_OF_1>"), 1);
    commands_hear(house.commands, house.host, &heard);
    assert_non_null(house.host->pending.askings);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, drawn_open, drawn_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(each_game_of_a_match_leaves_one_outcome),
        EACH(a_game_counts_for_whoever_played_it),
        EACH(a_kill_or_a_failing_disk_makes_no_outcome_more_or_less),
        EACH(a_game_that_is_stopped_leaves_none),
        EACH(a_stop_that_others_do_not_want_is_none),
        EACH(who_is_asked_whether_to_stop),
        EACH(robots_alone_and_strangers_are_nobody_to_be_rated_against),
        EACH(who_leaves_is_last),
        EACH(an_early_leaving_is_no_gain),
        EACH(who_was_beaten_by_the_robot_of_somebody_who_left_gains_nothing),
        EACH(a_private_room_is_not_named),
        EACH(a_fixed_deal_counts_nowhere),
        EACH(nobody_is_sent_to_an_account_from_a_keyboard),
        EACH(places_follow_from_the_result),
        EACH(own_games_are_told_in_private),
        EACH(unusual_options_move_no_rating),
        EACH(a_pair_does_not_farm_the_list),
        EACH(who_has_met_five_has_a_place),
        EACH(a_hint_costs_the_one_who_asked),
        EACH(others_see_what_they_may),
        EACH(who_plays_alone_at_a_keyboard_is_named_there),
        EACH(the_last_game_of_a_room_is_told),
        EACH(a_choice_outlasts_a_restart),
        EACH(whoever_cannot_be_known_again_is_told_so),
        EACH(what_is_not_understood_is_answered),
        EACH(questions_are_bounded_and_always_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
