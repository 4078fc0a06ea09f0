/* Games that are over, shown again: who may see them, from whose sight, step by step; and what
   bounds it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "session.h"
#include "tables.h"

enum { STEPS = 400, PAGE = 6 };

static void open_game(const char *room, const char *game)
{
    char text[80];
    snprintf(text, sizeof text, "play %s", game);
    say_slowly(room, "$ann", text);
    say_slowly(room, "$bob", "join");
    if (!session_has_begun(house_table(&house, room)))
        say_slowly(room, "$ann", "start");
}

static void play_game(const char *room, const char *game)
{
    open_game(room, game);
    play_out(room);
}

static void ask(const char *room, const char *who, int table, int step)
{
    char text[80];
    snprintf(text, sizeof text, "replay %d %d", table, step);
    say_slowly(room, who, text);
}

/* Of "steps 1 to 6 of 23". */
static int steps_told(void)
{
    const char *steps = strstr(house.told, ", steps ");
    int from, to, all = -1;
    assert_non_null(steps);
    assert_int_equal(sscanf(steps, ", steps %d to %d of %d:", &from, &to, &all), 3);
    return all;
}

/* What stands behind `mark`, up to the end of the sentence. To free. */
static char *behind(const char *mark)
{
    const char *at = strstr(house.told, mark);
    return at ? strndup(at + strlen(mark), strcspn(at + strlen(mark), ".\n")) : strdup("");
}

/* ---- who may see what ---- */

/* All pages of table 1, one behind the other. To free. */
static char *read_pages(const char *room, const char *who)
{
    char *all = strdup(""), *longer;
    int from = 1, steps;
    do {
        char next[40];
        ask(room, who, 1, from);
        steps = steps_told();
        assert_true(asprintf(&longer, "%s%s", all, house.told) > 0);
        free(all);
        all = longer;
        from += PAGE;
        snprintf(next, sizeof next, "<REPLAY_NEXT number=1|next=%d>", from);
        assert_told(from <= steps ? next : "<REPLAY_END number=1>");
    } while (from <= steps);
    return all;
}

static test_case(a_room_sees_again_what_it_saw)
{
    char *tales[STEPS] = {NULL};
    int moves = 0;
    open_game("#g", "coloretto");
    while (house_table(&house, "#g")) {
        house_forget(&house);
        assert_true(moves < STEPS);
        if (!play_any_move("#g"))
            house_wait(&house, 1000);
        else if (house_table(&house, "#g"))
            tales[moves++] = behind("#g: ");
    }
    ask("#g", "eve", 1, 1);
    assert_told("to eve: Table 1, Coloretto, steps 1 to 6 of ");
    assert_int_equal(house.posts, 0);
    char *pages = read_pages("#g", "eve");
    assert_null(strstr(pages, "our hand"));
    assert_true(moves > 20);
    for (int i = 0; i < moves; i++) {
        assert_non_null(strstr(pages, tales[i]));
        free(tales[i]);
    }
    free(pages);
}

/* Cards that ann alone was shown are in her replay alone; what bob held is in neither. */
static test_case(who_sat_there_sees_the_own_hand_and_no_other)
{
    char *hands[2][STEPS] = {{NULL}};
    int steps = 0;
    open_game("#g", "heartcatchers");
    do {
        for (int i = 0; i < 2; i++) {
            say_slowly("#g", i ? "$bob" : "$ann", "hand");
            hands[i][steps] = behind("#g, your hand: ");
        }
        steps++;
    } while (play_any_move("#g") && house_table(&house, "#g"));
    for (int i = 0; i < 2; i++)
        for (int from = 1; from + PAGE - 1 <= steps; from++) {
            char own[200], other[200];
            ask(NULL, i ? "$bob" : "$ann", 1, from);
            snprintf(own, sizeof own, "<REPLAY_HAND> %s.", hands[i][from + PAGE - 2]);
            snprintf(other, sizeof other, "<REPLAY_HAND> %s.", hands[!i][from + PAGE - 2]);
            assert_told(own);
            assert_not_told(other);
            assert_int_equal(house.opens, 0);
            ask("#g", i ? "$bob" : "$ann", 1, from); /* others might read it there */
            assert_told("steps ");
            assert_not_told("<REPLAY_HAND_1>");
        }
    for (int step = 0; step < steps; step++) {
        free(hands[0][step]);
        free(hands[1][step]);
    }
}

static test_fixture(open_with_pages)
{
    open_near_and_far(state);
    house.takes_pages = true;
    house_restart(&house);
    return 0;
}

static test_fixture(close_with_pages)
{
    free(house.page);
    house.page = NULL;
    house.takes_pages = false;
    return close_house(state);
}

/* Also where others would read an answer: the file goes to the person alone, and shows what that
   person saw. */
static test_case(a_page_is_for_the_person_alone)
{
    static const struct {
        const char *room, *who, *whose;
        bool has_hand;
    } rows[] = {{"#g", "$ann", ", as $ann saw it", true},
                {NULL, "$ann", ", as $ann saw it", true},
                {"#g", "$bob", ", as $bob saw it", true},
                {"#g", "$eve", ", as everybody saw it", false}};
    char *pages[sizeof rows / sizeof *rows];
    open_game("#g", "heartcatchers");
    say_slowly("#g", "$ann", "replay 1 page");
    assert_told("<REPLAY_NOT_YET number=1>");
    play_out("#g");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        say_slowly(rows[i].room, rows[i].who, "replay 1 page");
        assert_told(": Table 1, Heartcatchers: replay-1.html has all ");
        assert_told(rows[i].who);
        assert_int_equal(house.opens, 0);
        assert_int_equal(house.posts, 0);
        assert_non_null(strstr(house.page, rows[i].whose));
        assert_true(!!strstr(house.page, "In hand") == rows[i].has_hand);
        pages[i] = house.page;
        house.page = NULL;
    }
    assert_string_equal(pages[0], pages[1]);
    assert_string_not_equal(pages[0], pages[2]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        free(pages[i]);
    say_slowly(NULL, "$eve", "replay 1 page");
    assert_told("<REPLAY_NOT_YOURS number=1>");
    say_slowly(NULL, "ann", "replay 1 page");
    assert_told("<LINK_PASSING_1>");
    say_slowly("#h", "$ann", "replay 1 page");
    assert_told("<REPLAY_NOT_HERE number=1>");
    assert_null(house.page);
}

static test_case(where_no_files_go_it_says_how_to_get_a_page)
{
    play_game("#g", "heartcatchers");
    say_slowly("#g", "$ann", "replay 1 page");
    assert_told("<REPLAY_NO_FILES number=1>");
    assert_told("tabletalk replay 1 --page FILE.html");
    assert_null(house.page);
}

static test_case(nothing_is_shown_before_the_end)
{
    open_game("#g", "heartcatchers match=3");
    say_slowly("#g", "eve", "replay 1");
    assert_told("to eve: <REPLAY_NOT_YET number=1>");
    say_slowly(NULL, "$ann", "replay 1");
    assert_told("to $ann: <REPLAY_NOT_YET_1 number=1>");
    while (house_table(&house, "#g")->playing->game_number == 1)
        assert_true(play_any_move("#g"));
    say_slowly("#g", "eve", "replay 1");
    assert_told("to eve: <REPLAY_NOT_YET_1 number=1>");
    play_out("#g");
    say_slowly("#g", "eve", "replay 1");
    assert_told("to eve: Table 1, Heartcatchers, steps 1 to 6 of ");
}

/* With one sentence, so that nobody learns which tables there are. */
static test_case(strangers_are_told_nothing)
{
    play_game("#g", "heartcatchers");
    open_game("#h", "heartcatchers");
    for (int table = 1; table <= 3; table++) {
        char expected[120];
        if (table != 2) {
            ask("#h", "$ann", table, 1);
            snprintf(expected, sizeof expected, "to $ann: <REPLAY_NOT_HERE_2 number=%d>", table);
            assert_told(expected);
        }
        ask(NULL, "$eve", table, 1);
        snprintf(expected, sizeof expected, "to $eve: <REPLAY_NOT_YOURS_2 number=%d>", table);
        assert_told(expected);
        assert_int_equal(house.whispers, 1);
    }
    say_slowly(NULL, "eve", "replay 1");
    assert_told("to eve: <LINK_PASSING_1>");
    assert_not_told("steps");
}

static test_case(a_private_game_is_shown_in_private_alone)
{
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    play_out("@$ann");
    say_slowly(NULL, "$ann", "replay 1");
    assert_told("to $ann: Table 1, Heartcatchers, steps 1 to 6 of ");
    say_slowly("#g", "$ann", "replay 1");
    assert_told("<REPLAY_NOT_HERE_1 number=1>");
    say_slowly(NULL, "$bob", "replay 1");
    assert_told("<REPLAY_NOT_YOURS_1 number=1>");
}

static test_case(who_got_up_before_the_deal_did_not_sit_there)
{
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$eve", "join");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$eve", "leave");
    say_slowly("#g", "$ann", "start");
    play_out("#g");
    say_slowly(NULL, "$eve", "replay 1");
    assert_told("to $eve: <REPLAY_NOT_YOURS_1 number=1>");
    say_slowly(NULL, "$bob", "replay 1");
    assert_told("to $bob: Table 1, Coloretto, steps 1 to 6 of ");
}

/* Somebody who was kicked is shown what everybody saw from then on. */
static test_case(a_seat_that_was_lost_shows_nothing_more)
{
    open_game("#g", "heartcatchers");
    play_any_move("#g");
    say_slowly("#g", "$ann", "kick $bob");
    play_out("#g");
    ask(NULL, "$bob", 1, 1);
    assert_told("to $bob: Table 1, Heartcatchers, steps 1 to 6 of ");
    assert_not_told("<REPLAY_HAND_1>");
    ask(NULL, "$ann", 1, 1);
    assert_told("<REPLAY_HAND> ");
}

static test_case(who_is_forgotten_is_a_number)
{
    play_game("#g", "heartcatchers");
    assert_true(host_erase(house.host, identity("net", "$bob"), NULL, NULL));
    house_settle(&house);
    say_slowly("#g", "eve", "replay 1");
    assert_told("steps 1 to 6");
    assert_told("person 2");
    assert_not_told("$bob");
    say_slowly(NULL, "$bob", "replay 1");
    assert_told("<REPLAY_NOT_YOURS_1 number=1>");
}

/* ---- what is shown ---- */

static test_case(the_last_game_names_its_number)
{
    play_game("#g", "heartcatchers");
    say_slowly("#g", "eve", "last");
    assert_told("<LAST_GAME game=Heartcatchers|number=1> ");
    assert_told(" <LAST_REPLAY number=1>");
    open_game("#g", "heartcatchers match=3");
    while (house_table(&house, "#g")->playing->game_number == 1)
        assert_true(play_any_move("#g"));
    say_slowly("#g", "eve", "last");
    assert_told("<LAST_GAME_1 game=Heartcatchers|number=2> ");
    assert_not_told("!replay"); /* the match goes on */
}

static test_case(a_match_is_shown_in_one_and_with_its_results)
{
    play_game("#g", "heartcatchers match=3");
    char *pages = read_pages("#g", "eve");
    const char *first = strstr(pages, in_words("<MATCH_STANDING_1 played=1|most=3>"));
    assert_non_null(first);
    assert_null(strstr(first + 1, in_words("<MATCH_STANDING_1 played=1|most=3>")));
    free(pages);
}

static test_case(what_was_taken_back_is_told)
{
    open_game("#g", "coloretto");
    const char *who = strcmp(due_name(), "$ann") == 0 ? "$ann" : "$bob";
    say_slowly("#g", who, "draw");
    say_slowly("#g", who, "place 1");
    say_slowly("#g", who, "undo");
    assert_told("<UNDONE_1>");
    say_slowly("#g", "$ann", "stop yes");
    say_slowly("#g", "$bob", "stop yes");
    char *pages = read_pages("#g", "eve");
    assert_non_null(strstr(pages, in_words("<REPLAY_UNDO>")));
    free(pages);
}

static test_case(a_restart_changes_nothing)
{
    play_game("#g", "coloretto");
    ask("#g", "eve", 1, 7);
    char *before = strdup(house.told);
    house_restart(&house);
    ask("#g", "eve", 1, 7);
    assert_string_equal(house.told, before);
    free(before);
}

/* ---- words and bounds ---- */

static test_case(what_is_not_understood_is_answered)
{
    static const char *const words[] = {
        "replay",   "replay x",  "replay 1 x", "replay 1 2 3",
        "replay 0", "replay -1", "replay 1 0", "replay 1 999999999999999999"};
    play_game("#g", "heartcatchers");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        say_slowly("#g", "eve", words[i]);
        assert_told("to eve: <REPLAY_WORDS_2>");
    }
    say_slowly("#g", "eve", "replay 1 1000");
    assert_told("to eve: <REPLAY_NO_STEP typed=1000> ");
    say_slowly("#h", "$ann", "play heartcatchers");
    say_slowly("#h", "$ann", "stop yes");
    say_slowly("#h", "$bob", "stop yes");
    say_slowly("#h", "$ann", "replay 2");
    assert_told("to $ann: <REPLAY_EMPTY_1 number=2>");
}

/* One of a person at a time, some on a network; and a host that ends leaves nothing behind. */
static test_case(replays_are_bounded)
{
    static const char *const keys[] = {"$p1", "$p2", "$p3", "$p4", "$p4", "$p5"};
    play_game("#g", "heartcatchers");
    house_forget(&house);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            struct heard heard = {.network = "net",
                                  .room = "#g",
                                  .key = keys[i],
                                  .name = keys[i],
                                  .text = "replay 1",
                                  .now = house.now};
            commands_hear(house.commands, house.host, &heard);
        }
        if (round == 0)
            house_settle(&house);
    }
    assert_int_equal(house_count(&house, "steps 1 to 6"), 4);
    assert_int_equal(house_count(&house, "<REPLAY_BUSY_1>"), 4);
    assert_non_null(house.host->pending.askings);
    assert_non_null(house.host->readings.first);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, open_near_and_far, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_room_sees_again_what_it_saw),
        EACH(who_sat_there_sees_the_own_hand_and_no_other),
        cmocka_unit_test_setup_teardown(a_page_is_for_the_person_alone, open_with_pages,
                                        close_with_pages),
        EACH(where_no_files_go_it_says_how_to_get_a_page),
        EACH(nothing_is_shown_before_the_end),
        EACH(strangers_are_told_nothing),
        EACH(a_private_game_is_shown_in_private_alone),
        EACH(who_got_up_before_the_deal_did_not_sit_there),
        EACH(a_seat_that_was_lost_shows_nothing_more),
        EACH(who_is_forgotten_is_a_number),
        EACH(the_last_game_names_its_number),
        EACH(a_match_is_shown_in_one_and_with_its_results),
        EACH(what_was_taken_back_is_told),
        EACH(a_restart_changes_nothing),
        EACH(what_is_not_understood_is_answered),
        EACH(replays_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
