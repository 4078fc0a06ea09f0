/* Hints: told to the person alone, once a turn, behind a line of the record; what they say
   follows from what the person sees. The thinker thinks in line, the clock is the test's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "games.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "plain.h"
#include "port.h"
#include "record_lines.h"
#include "robots.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"
#include "toys/toys.h"
#include "variants.h"

enum { TEXT = 1000 };

static void let_hint(void)
{
    house.commands = commands_new();
    let_think();
}

static test_fixture(open_thinking)
{
    open_lasting(state);
    let_hint();
    return 0;
}

/* Luck is drawn, so that games are rated. */
static test_fixture(open_rated)
{
    store = store_memory_new();
    faulty = NULL;
    house_open(&house, store, true, 0);
    house_open_namesake(&house, NULL);
    let_hint();
    return 0;
}

static void says(const char *who, const char *text)
{
    house_wait(&house, 5000);
    house_forget(&house);
    house_say(&house, "#g", who, text);
}

/* What follows by itself does not happen before house_settle(). */
static void say_unsettled(const char *who, const char *text)
{
    house_wait(&house, 5000);
    house_forget(&house);
    house_say_as(&house, "#g", who, 0, NULL, text);
}

/* Everybody seated is a person called by the key. */
static void seat(const char *game, int people)
{
    static const char *const names[] = {"ann", "bob", "cid"};
    char line[80];
    snprintf(line, sizeof line, "play %s", game);
    says("ann", line);
    for (int i = 1; i < people; i++)
        says(names[i], "join");
    if (!session_has_begun(table()))
        says("ann", "start");
    assert_true(session_has_begun(table()));
    house_forget(&house);
}

/* The second turn: from then on there is a choice between !draw and !take, and behind !draw
   another. */
static void seat_coloretto(void)
{
    seat("coloretto", 2);
    says(due_name(), "draw");
    says(due_name(), "place 1");
    house_forget(&house);
}

static const char *other_name(void)
{
    return strcmp(due_name(), "ann") == 0 ? "bob" : "ann";
}

static int hints(void)
{
    char *text, count = 0;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    record_export(house.store, table()->id, out);
    fclose(out);
    for (const char *at = text; (at = strstr(at, "\nhint seat=")); at++)
        count++;
    free(text);
    return count;
}

/* The hint that was told. */
static void copy_hint(char out[TEXT])
{
    const char *begin = strstr(house.told, in_words("<HINT_MOVE_1 how=!>"));
    if (!begin)
        fail_msg("no hint in:\n%s", house.told);
    snprintf(out, TEXT, "%.*s", (int)strcspn(begin, "\n"), begin);
}

/* ---- what it is ---- */

static test_case(it_says_a_move_and_why)
{
    char hint[TEXT], move[TEXT];
    seat_coloretto();
    struct chance_seed robots = house.host->chance.robots;
    uint64_t draws = table()->playing->draws;
    const char *who = due_name();
    says(who, "hint");
    copy_hint(hint);
    snprintf(move, sizeof move, "to %s: <HINT_MOVE>", who);
    assert_told(move);
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.whispers, 1);
    assert_int_equal(house.opens, 0);
    assert_int_equal(hints(), 1);
    assert_int_equal(table()->playing->draws, draws); /* no luck was used */
    assert_memory_equal(&house.host->chance.robots, &robots, sizeof robots);
    int64_t line = table()->record.next_line;
    snprintf(move, sizeof move, "%.*s", (int)strcspn(strchr(hint, '!') + 1, "."),
             strchr(hint, '!') + 1);
    says(who, move); /* as it stands */
    assert_true(table()->record.next_line > line);
}

static test_case(the_game_has_words_for_it)
{
    char hint[TEXT];
    seat_coloretto();
    says(due_name(), "hint");
    copy_hint(hint);
    assert_non_null(strstr(hint, in_words("<HINT_WHY_BOTH_1> ")));
    assert_non_null(
        strstr(hint, "waits for better rows, but somebody else may take the row that you want"));
    assert_non_null(strstr(hint, "makes these cards yours, but ends the round for you"));
}

static test_case(asked_again_it_is_the_same)
{
    char first[TEXT], again[TEXT];
    seat("heartcatchers", 2);
    says(due_name(), "hint");
    copy_hint(first);
    says(due_name(), "suggest");
    copy_hint(again);
    assert_string_equal(first, again);
    assert_int_equal(hints(), 1);
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    says(due_name(), "hint");
    copy_hint(again);
    assert_string_equal(first, again);
    assert_int_equal(hints(), 1);
}

/* A turn of Coloretto is to draw and then to place. */
static test_case(it_is_one_a_turn)
{
    seat_coloretto();
    char who[HOST_NAME];
    snprintf(who, sizeof who, "%s", due_name());
    says(who, "hint");
    says(who, "draw");
    says(who, "hint");
    assert_told("<HINT_USED_1>");
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    says(who, "hint");
    assert_told("<HINT_USED_1>");
    says(who, "place 2");
    says(due_name(), "hint");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_int_equal(hints(), 2);
    says(due_name(), "take 1");
    assert_string_equal(due_name(), who);
    play_any_move("#g");
    play_any_move("#g");
    says(who, "hint");
    assert_not_told("<HINT_USED_2>");
}

static test_case(who_has_no_choice_needs_none)
{
    seat("kritters mode=solo", 1);
    for (int move = 0; move < 200 && table(); move++) {
        struct sight sight;
        struct moves moves;
        assert_true(session_legal(table(), 0, &sight, &moves));
        if (moves.count == 1)
            break;
        play_any_move("#g");
    }
    assert_non_null(table());
    says("ann", "hint");
    assert_told("<HINT_ONLY_1 how=!buy>");
    assert_int_equal(hints(), 0);
}

static test_case(alone_each_move_has_its_own)
{
    char hint[TEXT];
    seat("kritters mode=solo", 1);
    for (int move = 0; move < 3; move++) {
        says("ann", "hint");
        if (!house_was_told(&house, "<HINT_ONLY_2>")) {
            copy_hint(hint);
            assert_null(strstr(hint, " to 0.0"));
        }
        play_any_move("#g");
    }
}

/* ---- who gets none ---- */

static test_case(everybody_else_reads_why_not)
{
    says("ann", "hint");
    assert_told("<TABLE_NONE_2>");
    says("ann", "play coloretto");
    says("ann", "hint");
    assert_told("<JOINED_1>");
    says("bob", "join");
    says("eve", "hint");
    assert_told("<GAME_NOT_BEGUN_STRANGER_1>");
    says("ann", "start");
    says("eve", "hint");
    assert_told("<NOT_SEATED_RUNNING_2>");
    says(other_name(), "hint");
    assert_told("<MOVES_NONE_WAIT> ");
    says(due_name(), "hint please");
    assert_told("<HINT_WORDS_1 typed=please>");
    assert_int_equal(hints(), 0);
    says(due_name(), "leave yes");
    house_settle(&house);
}

static test_case(where_robots_do_not_think_there_are_none)
{
    struct commands *commands = house.commands;
    struct thinker *thinker = house.thinker;
    house_close(&house);
    thinker_free(thinker);
    house_open(&house, store, true, 7);
    house.commands = commands;
    seat_coloretto();
    says(due_name(), "hint");
    assert_told("<HINT_NONE_1>");
}

/* ---- rated games ---- */

static test_case(a_rated_game_asks_once_and_tells_the_others)
{
    seat("heartcatchers match=3", 2);
    char told[TEXT];
    says(due_name(), "hint");
    /* also who takes no private messages reads it before it costs anything */
    assert_int_equal(house.opens, 1);
    assert_told("<HINT_ASK_1>");
    assert_int_equal(hints(), 0);
    snprintf(told, sizeof told, "#g: %s has asked me for a hint: ", due_name());
    says(due_name(), "hint");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_told(told);
    assert_int_equal(house.opens, 0);
    says(due_name(), "hint");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_not_told("rating");
    while (table()->playing->game_number == 1)
        play_any_move("#g");
    says(due_name(), "hint yes"); /* the next one of the match would be */
    assert_told("<HINT_MOVE_1 how=!>");
    assert_told("<HINT_UNRATED_1>");
}

static test_case(robots_are_no_reason_to_ask)
{
    says("ann", "play heartcatchers robots=1");
    for (int i = 0; i < 10 && strcmp(due_name(), "ann") != 0; i++)
        house_wait(&house, 4000);
    says("ann", "hint");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_told("<PRACTICE_1>"); /* but it counts nowhere then */
    assert_int_equal(house.posts, 1);
}

/* ---- what comes between ---- */

static test_case(a_table_that_went_on_is_told)
{
    seat_coloretto();
    const char *who = due_name();
    say_unsettled(who, "hint");
    assert_true(host_is_thinking(house.host));
    house_say_as(&house, "#g", who, 0, NULL, "draw");
    house_settle(&house);
    assert_told("<HINT_LATE_1>");
    assert_not_told("<HINT_MOVE>");
    assert_int_equal(hints(), 0);
    says(who, "place 2");
    say_unsettled(due_name(), "hint");
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop yes");
    house_settle(&house);
    assert_null(table());
    assert_told("<HINT_LATE_1>");
    assert_not_told("<HINT_MOVE>");
    assert_false(host_is_thinking(house.host));
}

/* What changes nothing that the person sees is waited for. */
static test_case(another_line_does_no_harm)
{
    seat_coloretto();
    const char *who = due_name();
    house_wait(&house, 5000);
    house_forget(&house);
    house_say_as(&house, "#g", who, 0, NULL, "hint");
    house_say_as(&house, "#g", "ann", 0, NULL, "options clock=slow");
    thinker_dispatch(house.thinker);
    host_tick(house.host, house.now); /* the line is not saved yet */
    assert_not_told("<HINT_MOVE>");
    house_settle(&house);
    house_wait(&house, 100);
    assert_told("<HINT_MOVE>");
    assert_not_told("<HINT_LATE_2>");
    assert_int_equal(hints(), 1);
}

static test_case(one_at_a_time_for_each_person)
{
    seat_coloretto();
    say_unsettled(due_name(), "hint");
    house_say_as(&house, "#g", due_name(), 0, NULL, "hint");
    assert_told("<HINT_WAITS>");
    house_settle(&house);
    assert_int_equal(house_count(&house, "<HINT_MOVE>"), 1);
}

static test_case(where_too_many_think_it_says_so)
{
    seat_coloretto();
    struct sight sight;
    struct moves moves;
    struct thought *others[THOUGHTS_MOST];
    int seat = table()->playing->table.turn;
    assert_true(session_legal(table(), seat, &sight, &moves));
    struct thinker_question question = {.asked = {.game = table()->game,
                                                  .rules = &table()->playing->rules,
                                                  .sight = &sight,
                                                  .seat = seat,
                                                  .moves = &moves},
                                        .limits = {.rollouts = ROBOT_DRAWS}};
    for (int i = 0; i < THOUGHTS_MOST; i++) {
        question.payer = (uint64_t)i + 1;
        others[i] = thinker_ask(house.thinker, &question, NULL, NULL);
    }
    says(due_name(), "hint");
    assert_told("<HINT_BUSY_1>");
    for (int i = 0; i < THOUGHTS_MOST; i++)
        thinker_cancel(house.thinker, others[i]);
    says(due_name(), "hint");
    assert_told("<HINT_MOVE_1 how=!>");
}

static test_case(a_failing_disk_tells_nothing_and_can_be_tried_again)
{
    seat_coloretto();
    house_wait(&house, 5000);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    says(due_name(), "hint");
    assert_not_told("<HINT_MOVE>");
    assert_told("disk");
    assert_int_equal(hints(), 0);
    says(due_name(), "hint");
    assert_told("<HINT_MOVE_1 how=!>");
    assert_int_equal(hints(), 1);
}

/* A power cut behind each step of the way: nothing is told that is not in the record, and it is
   never told twice. */
static test_case(a_kill_loses_nothing_that_was_told)
{
    for (int steps = 0; steps < 5; steps++) {
        char first[TEXT] = "", again[TEXT];
        seat_coloretto();
        house_wait(&house, 5000);
        house_forget(&house);
        house_say_as(&house, "#g", due_name(), 0, NULL, "hint");
        if (steps > 0)
            thinker_dispatch(house.thinker);
        if (steps > 1)
            host_tick(house.host, house.now);
        faulty_store_hold(faulty, steps == 3);
        if (steps > 2)
            store_flush(house.store);
        if (steps > 3)
            store_dispatch(house.store);
        assert_int_equal(house_count(&house, "<HINT_MOVE>"), steps > 3);
        if (steps > 3)
            copy_hint(first);
        faulty_store_hold(faulty, false);
        assert_int_equal(house_restart(&house), 1);
        host_room_ready(house.host, "net", "#g", house.now);
        house_settle(&house);
        assert_in_range(hints(), steps > 3, steps > 1);
        says(due_name(), "hint");
        copy_hint(again);
        assert_true(!first[0] || strcmp(first, again) == 0);
        assert_int_equal(hints(), 1);
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop yes");
        house_settle(&house);
        assert_null(table());
    }
}

/* ---- in every game and toy ---- */

/* Two cards that the seat does not see, of different faces, changed one for the other. False if
   that shows, or if no two such cards exist. */
static bool swap_unseen(struct session *session, int seat)
{
    struct table *t = &session->playing->table;
    struct sight before, after;
    int count = t->first[t->zones];
    table_sight(&session->playing->rules, t, seat, &before);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            if (t->cards[a].face == t->cards[b].face)
                continue;
            struct card card = t->cards[a];
            t->cards[a].face = t->cards[b].face;
            t->cards[b].face = card.face;
            table_sight(&session->playing->rules, t, seat, &after);
            if (sight_same(&before, &after))
                return true;
            t->cards[b].face = t->cards[a].face;
            t->cards[a].face = card.face;
        }
    return false;
}

/* Asks for the first person who may play. */
static bool ask_somebody(char hint[TEXT], int *seat)
{
    for (*seat = 0; *seat < table()->seat_count; ++*seat) {
        struct sight sight;
        struct moves moves;
        if (!session_legal(table(), *seat, &sight, &moves) || moves.count < 2)
            continue;
        says(table()->seats[*seat].key, "hint");
        if (!house_was_told(&house, "<HINT_MOVE_1 how=!>"))
            continue;
        copy_hint(hint);
        return true;
    }
    return false;
}

static void open_variant(const struct variant *variant)
{
    static const char *const names[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                   "gus", "hal", "ivy", "jim", "kim", "leo"};
    char bytes[600];
    struct text words = text_over(bytes, sizeof bytes);
    text_putf(&words, "play %s", variant->game->id);
    for (int i = 0; i < variant->game->option_count; i++) {
        text_putf(&words, " %s=", variant->game->options[i].name);
        option_format(&variant->game->options[i], variant->rules.options[i], &words);
    }
    says("ann", bytes);
    for (int seat = 1; seat < variant->seats; seat++)
        says(names[seat], "join");
    if (!session_has_begun(table()))
        says("ann", "start");
    house_wait(&house, 20000);
    assert_true(session_has_begun(table()));
}

static int asked, swapped;

/* A hint says one of the legal moves and depends on nothing that the person does not see. */
static void ask_in(const struct variant *variant)
{
    char hint[TEXT], again[TEXT];
    int seat;
    open_variant(variant);
    for (int move = 0; move < 12 && table() && !table()->playing->is_over; move++) {
        if (move % 4 == 3 && ask_somebody(hint, &seat)) {
            asked++;
            assert_non_null(strstr(hint, ". "));
            if (swap_unseen(table(), seat)) {
                swapped++;
                says(table()->seats[seat].key, "hint");
                copy_hint(again);
                assert_string_equal(hint, again);
                return; /* no record has such a table */
            }
        }
        play_any_move("#g");
    }
}

static void ask_in_game(void **state, const struct game *game)
{
    static struct variant variants[VARIANTS_MAX];
    variants_of(game, variants);
    close_house(state);
    open_thinking(state);
    ask_in(&variants[0]);
}

static test_case(in_every_game_it_follows_from_what_the_person_sees)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    for (int i = 0; i < game_count; i++)
        ask_in_game(state, games[i]);
    assert_int_equal(asked, game_count);
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++)
        ask_in_game(state, toys[i]);
    print_message("%d hints, %d with other cards out of sight\n", asked, swapped);
    assert_true(asked > game_count + 6 && swapped > game_count + 4);
}

#define THINKING(name) cmocka_unit_test_setup_teardown(name, open_thinking, close_house)
#define RATED(name)    cmocka_unit_test_setup_teardown(name, open_rated, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        THINKING(it_says_a_move_and_why),
        THINKING(the_game_has_words_for_it),
        THINKING(asked_again_it_is_the_same),
        THINKING(it_is_one_a_turn),
        THINKING(who_has_no_choice_needs_none),
        THINKING(alone_each_move_has_its_own),
        THINKING(everybody_else_reads_why_not),
        THINKING(where_robots_do_not_think_there_are_none),
        RATED(a_rated_game_asks_once_and_tells_the_others),
        THINKING(robots_are_no_reason_to_ask),
        THINKING(a_table_that_went_on_is_told),
        THINKING(another_line_does_no_harm),
        THINKING(one_at_a_time_for_each_person),
        THINKING(where_too_many_think_it_says_so),
        THINKING(a_failing_disk_tells_nothing_and_can_be_tried_again),
        THINKING(a_kill_loses_nothing_that_was_told),
        THINKING(in_every_game_it_follows_from_what_the_person_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
