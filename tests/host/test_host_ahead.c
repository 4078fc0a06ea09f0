/* Moves in advance: kept without a look, played with the move that brings the turn, or refused
   in private; what others are told does not depend on words that were not played; kills lose
   nothing and play nothing twice. In every game: test_host_ahead_games.c. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "household.h"
#include "kills.h"
#include "port.h"
#include "record.h"
#include "record_lines.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

static const char *people[2]; /* whose turn it is at first, and the other one */

static void begin(void)
{
    deal("#g", "ann", "bob");
    people[0] = strcmp(due_name(), "ann") == 0 ? "ann" : "bob";
    people[1] = strcmp(due_name(), "ann") == 0 ? "bob" : "ann";
    house_forget(&house);
}

static void says(int who, const char *text)
{
    house_say(&house, NULL, people[who], text);
}

static int seat_of(int who)
{
    return house_seat(&house, "#g", people[who]);
}

/* What is kept for a person, as `!then` says it. */
static bool keeps(int who, const char *move)
{
    char wanted[200];
    snprintf(wanted, sizeof wanted, "I keep '%s' and", move);
    house_forget(&house);
    says(who, "then");
    return house_was_told(&house, wanted);
}

/* Of what was said in advance nothing is left, neither in memory nor beside the record. */
static bool is_nothing_left(void)
{
    bool is_nothing = true;
    for (int i = 0; i < table()->persons.count; i++)
        is_nothing &= !table()->persons.list[i].ahead[0];
    return is_nothing;
}

/* ---- what is kept, and what is not ---- */

static test_case(it_is_played_with_the_move_that_brings_the_turn)
{
    begin();
    says(1, "then draw; place 2");
    assert_told("<AHEAD_SHOWN_2 move=draw; place 2>");
    assert_int_equal(house.posts, 0);
    says(0, "draw");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 0);
    int writes = faulty_store_writes(faulty);
    house_forget(&house);
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 2);
    /* one append: nothing happens between the two */
    assert_int_equal(faulty_store_writes(faulty), writes + 1);
    assert_int_equal(house.posts, 1);
    assert_not_told("<AHEAD_REFUSED_2>");
    assert_string_equal(due_name(), people[0]);
    says(1, "then");
    assert_told("<AHEAD_NONE_1>");
    assert_true(is_nothing_left());
    restart_house();
    assert_true(is_nothing_left());
}

static test_case(what_is_not_legal_then_is_told_in_private)
{
    begin();
    says(1, "then place 1");
    says(0, "draw");
    house_forget(&house);
    says(0, "place 1");
    assert_told("<AHEAD_REFUSED move=place 1> ");
    assert_int_equal(house_count(&house, "<AHEAD_REFUSED_2>"), 1);
    assert_int_equal(table()->playing->decisions[seat_of(1)], 0);
    assert_false(keeps(1, "place 1"));
    restart_house();
    assert_not_told("<AHEAD_REFUSED_2>");
    assert_false(keeps(1, "place 1"));
    assert_true(is_nothing_left());
    says(1, "draw");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 1);
}

/* The first part is played; what of the rest was not, is told. */
static test_case(a_part_may_be_played)
{
    begin();
    says(1, "then draw; dance; place 2");
    says(0, "draw");
    house_forget(&house);
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 1);
    assert_told("<AHEAD_PARTLY move=draw; dance; place 2> ");
    assert_told("<MOVES_STOPPED_1 rest=place 2>");
    assert_false(keeps(1, "draw; dance; place 2"));
}

static test_case(the_latest_word_counts_and_off_ends_it)
{
    begin();
    says(1, "then place 1");
    says(1, "then draw");
    assert_true(keeps(1, "draw"));
    restart_house();
    assert_true(keeps(1, "draw"));
    says(1, "then off");
    assert_told("<AHEAD_OFF_1>");
    house_forget(&house);
    says(1, "then off");
    assert_told("<AHEAD_NONE_1>");
    says(0, "draw");
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 0);
}

static test_case(every_refusal_says_why)
{
    char line[300] = "then ";
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, NULL, "ann", "then draw");
    assert_told("<GAME_NOT_BEGUN_1>");
    house_say(&house, "#g", "ann", "start");
    people[0] = strcmp(due_name(), "ann") == 0 ? "ann" : "bob";
    people[1] = strcmp(due_name(), "ann") == 0 ? "bob" : "ann";
    says(0, "then draw");
    assert_told("<AHEAD_NOW_1>");
    house_forget(&house);
    house_say(&house, "#g", people[1], "then draw");
    assert_told("<AHEAD_PRIVATE_2>");
    assert_not_told("draw");
    memset(line + strlen("then "), 'x', 200);
    says(1, line);
    assert_told("<AHEAD_LONG_1 most=170>");
    for (int i = 0; i < 8; i++)
        says(1, "then draw");
    int64_t lines = table()->record.next_line;
    says(1, "then place 1");
    assert_told("<AHEAD_OFTEN_1 most=8>");
    assert_int_equal(table()->record.next_line, lines); /* nobody fills a record */
    assert_true(keeps(1, "draw"));
    says(0, "draw");
    says(0, "place 1");
    says(1, "place 2");
    says(1, "then draw"); /* its own move took place: it may say it again */
    assert_true(keeps(1, "draw"));
}

static test_case(where_everybody_plays_at_any_time_nothing_is_kept)
{
    house_say(&house, "#g", "ann", "deal roygbiv mode=frenzy");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    assert_true(session_has_begun(table()));
    house_say(&house, NULL, "ann", "then play red");
    assert_told("<AHEAD_REAL_TIME_1>");
}

/* ---- secrecy ---- */

/* The answer is the same whatever the words mean, and nobody else hears of it. */
static test_case(no_answer_depends_on_the_move)
{
    static const char *const words[] = {"draw",   "place 1", "dance", "draw; draw; draw",
                                        "take 3", "p1",      "!undo"};
    char line[80], wanted[400];
    begin();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(line, sizeof line, "then %s", words[i]);
        snprintf(
            wanted, sizeof wanted,
            "to %s: I keep '%s' and play it when it is your turn, if it is legal then; if not, I tell you why. I don't "
            "look at it before. !then off forgets it.\n",
            people[1], words[i]);
        house_forget(&house);
        says(1, line);
        assert_string_equal(house.told, wanted);
    }
}

/* All that is told, but for the lines to one person. */
static char *told_to_others(const char *who)
{
    char wanted[40], *out = calloc(1, (size_t)house.length + 2);
    bool is_theirs = false;
    snprintf(wanted, sizeof wanted, "to %s: ", who);
    check(out);
    for (const char *line = house.told; *line; line += strcspn(line, "\n"), line += *line != '\0') {
        size_t length = strcspn(line, "\n") + 1;
        bool begins = *line == '#' || strncmp(line, "to ", 3) == 0;
        is_theirs = begins ? strncmp(line, wanted, strlen(wanted)) == 0 : is_theirs;
        if (!is_theirs)
            strncat(out, line, length);
    }
    return out;
}

/* Words that cannot be played leave no trace but in the private line: not in what others read,
   not in what can be taken back, not in the luck of what follows. */
static test_case(words_that_are_not_played_are_nobodys_news)
{
    char *told[2];
    uint64_t draws[2];
    for (int round = 0; round < 2; round++) {
        if (round == 1) {
            close_house(state);
            open_house(state);
        }
        begin();
        house_say(&house, "#g", people[0], "draw");
        if (round == 1)
            says(1, "then place 3");
        house_say(&house, "#g", people[0], "place 1");
        house_say(&house, "#g", people[0], "undo");
        house_say(&house, "#g", people[0], "board");
        house_say(&house, "#g", people[1], "draw");
        house_say(&house, "#g", people[0], "turn");
        house_say(&house, "#g", people[1], "place 2");
        house_say(&house, "#g", people[1], "undo");
        told[round] = told_to_others(people[1]);
        draws[round] = table()->playing->draws;
    }
    assert_string_equal(told[0], told[1]);
    assert_int_equal(draws[0], draws[1]);
    free(told[0]);
    free(told[1]);
}

/* The record says that something is kept, never what. */
static test_case(no_line_says_what_is_kept)
{
    begin();
    says(1, "then place 1 of all the plans");
    says(0, "draw");
    assert_false(is_nothing_left());
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    record_export(house.store, table()->id, out);
    fclose(out);
    assert_non_null(strstr(bytes, "\nahead seat="));
    assert_null(strstr(bytes, "plans"));
    free(bytes);
}

/* ---- what else can happen until then ---- */

static test_case(a_move_taken_back_before_leaves_it_kept)
{
    begin();
    says(1, "then draw");
    says(0, "draw");
    says(0, "place 1");
    /* drawing shows a card: nothing can be taken back */
    assert_int_equal(table()->playing->decisions[seat_of(1)], 1);
    says(1, "place 2");
    says(0, "then draw; place 1"); /* it is their turn: refused */
    says(1, "then take 1");
    says(0, "draw");
    house_forget(&house);
    says(0, "undo");
    assert_true(keeps(1, "take 1"));
}

/* What was played in advance and is taken back is not played again. */
static test_case(taken_back_it_is_over)
{
    begin();
    says(0, "draw");
    says(0, "place 1");
    says(1, "draw");
    says(1, "place 2");
    says(1, "then take 1");
    says(0, "take 2");
    int seat = seat_of(1);
    int64_t decisions = table()->playing->decisions[seat];
    assert_string_equal(due_name(), people[1]); /* the round is over */
    assert_true(decisions >= 3);
    house_forget(&house);
    says(1, "undo");
    if (house_was_told(&house, "<UNDONE_1>")) {
        house_settle(&house);
        house_wait(&house, MINUTE);
        assert_string_equal(due_name(), people[1]);
        assert_false(keeps(1, "take 1"));
    }
    restart_house();
    house_wait(&house, MINUTE);
    assert_false(keeps(1, "take 1"));
}

static test_case(a_robot_that_has_the_seat_moves_for_it)
{
    house.knows_sight = true;
    house_restart(&house);
    begin();
    says(1, "then draw");
    says(0, "draw");
    says(1, "leave");
    says(0, "place 1");
    assert_true(table()->playing->decisions[seat_of(1)] > 0);
    assert_not_told("<AHEAD_REFUSED_2>"); /* who left reads nothing */
    house_forget(&house);
    says(1, "join");
    assert_told("<AHEAD_ROBOT move=draw>");
    assert_false(keeps(1, "draw"));
}

static test_case(who_comes_back_before_the_robot_moved_has_it_still)
{
    begin();
    says(1, "then draw");
    says(1, "leave");
    says(1, "join");
    assert_true(keeps(1, "draw"));
    says(0, "draw");
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 1);
}

static test_case(a_pause_puts_it_off)
{
    begin();
    says(0, "draw");
    says(0, "pause");
    says(1, "pause");
    assert_told("<PAUSE_BEGINS_1>");
    says(1, "then draw");
    assert_true(keeps(1, "draw"));
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 0);
    house_wait(&house, 25 * 60 * MINUTE);
    says(0, "place 1");
    assert_int_equal(table()->playing->decisions[seat_of(1)], 1);
}

static bool take_first(void *arg, const char *move)
{
    snprintf(arg, MOVE_TEXT, "%s", move);
    return false;
}

/* What was said for one game is not for the next one of the match, nor does it stay behind the
   last. */
static test_case(the_end_of_a_game_ends_it)
{
    char move[MOVE_TEXT];
    house_say(&house, "#g", "ann", "deal heartcatchers match=3");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    int64_t number = table()->id;
    bool is_over = false;
    for (int n = 0; n < 100 && !is_over; n++) {
        int game = table()->playing->game_number, turn = table()->playing->table.turn;
        struct heard heard = {.network = "net",
                              .key = table()->seats[turn].key,
                              .name = "",
                              .text = "",
                              .now = house.now};
        host_each_move(house.host, table(), &heard, take_first, move);
        house_say(&house, NULL, table()->seats[1 - turn].key, "then dance");
        house_forget(&house);
        house_say(&house, NULL, heard.key, move);
        is_over = !table() || table()->id != number || table()->playing->is_over;
        bool is_end = is_over || table()->playing->game_number != game;
        assert_int_equal(house_count(&house, "<AHEAD_REFUSED_3 move=dance>"), 1);
        assert_int_equal(house_count(&house, "<AHEAD_OVER_1>"), is_end);
        assert_true(is_over || is_nothing_left());
        if (is_end && !is_over)
            restart_house();
        for (int seat = 0; !is_over && is_end && seat < 2; seat++)
            assert_true(table()->seats[seat].ahead_line == 0 &&
                        table()->seats[seat].ahead_count == 0);
    }
    assert_true(is_over);
}

/* ---- kills ---- */

static const struct kills_step steps[] = {
    {1, "then place 1", "I keep 'place 1'", false, NULL},
    {1, "then draw", "I keep 'draw'", false, NULL},
    {0, "draw", "draws ", true, NULL},
    {1, "then off", "forgotten it", false, NULL},
    {1, "then draw; place 2", "I keep 'draw; place 2'", false, NULL},
    {0, "place 1", "at row 2", true, "at row 1"}, /* plays it */
    {1, "then place 9", "I keep 'place 9'", false, NULL},
    {0, "draw", "draws ", true, NULL},
    {0, "place 3", "<AHEAD_REFUSED_3 move=place 9>", true, "at row 3"},
    {1, "draw", "draws ", true, NULL},
    {0, "then draw; place 2", "I keep", false, NULL},
    {1, "place 3", "at row 2", true, "at row 3"}, /* plays it */
};

static void begin_story(const char **story_people)
{
    begin();
    story_people[0] = people[0];
    story_people[1] = people[1];
}

static void put_state(struct text *out)
{
    unsigned char hash[SESSION_HASH];
    record_table_hash(&table()->playing->rules, &table()->playing->table, hash);
    text_putf(out, "turn %d, draws %lld", table()->playing->table.turn,
              (long long)table()->playing->draws);
    for (int seat = 0; seat < 2; seat++)
        text_putf(out, ", decisions %d, kept %lld", (int)table()->playing->decisions[seat],
                  (long long)table()->seats[seat].ahead_line);
    text_put(out, ", table ");
    for (int i = 0; i < SESSION_HASH; i++)
        text_putf(out, "%02x", hash[i]);
}

static test_case(kills_lose_nothing_and_play_nothing_twice)
{
    const struct kills_story story = {.steps = steps,
                                      .count = sizeof steps / sizeof *steps,
                                      .is_private = true,
                                      .begin = begin_story,
                                      .put_state = put_state};
    kills_expect_nothing_lost(state, &story);
    for (int seat = 0; seat < 2; seat++)
        assert_true(table()->playing->decisions[seat] >= 2);
}

#define plain(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain(it_is_played_with_the_move_that_brings_the_turn),
        plain(what_is_not_legal_then_is_told_in_private),
        plain(a_part_may_be_played),
        plain(the_latest_word_counts_and_off_ends_it),
        plain(every_refusal_says_why),
        plain(where_everybody_plays_at_any_time_nothing_is_kept),
        plain(no_answer_depends_on_the_move),
        plain(words_that_are_not_played_are_nobodys_news),
        plain(no_line_says_what_is_kept),
        plain(a_move_taken_back_before_leaves_it_kept),
        plain(taken_back_it_is_over),
        plain(a_robot_that_has_the_seat_moves_for_it),
        plain(who_comes_back_before_the_robot_moved_has_it_still),
        plain(a_pause_puts_it_off),
        plain(the_end_of_a_game_ends_it),
        plain(kills_lose_nothing_and_play_nothing_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
