/* The host over a store in memory: who may do what, what is told to whom and when, what survives
   a restart. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "faulty_store.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "port.h"
#include "scratch.h"
#include "seat.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

static void seat_two(const char *options)
{
    char text[128];
    snprintf(text, sizeof text, "open %s", options);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", "bob", "join");
}

struct first_move {
    char text[80];
};

static bool take_first(void *arg, const char *move)
{
    snprintf(((struct first_move *)arg)->text, sizeof((struct first_move *)arg)->text, "%s", move);
    return false;
}

/* The player whose turn it is plays the first legal move, in private. False if it is nobody's
   turn. */
static bool play_first_move(void)
{
    static const char *const people[] = {"ann", "bob"};
    for (int i = 0; i < 2; i++) {
        struct heard heard = {.network = "net", .key = people[i], .name = people[i]};
        struct first_move first = {""};
        struct session *table = house_table(&house, "#g");
        if (!table)
            return false;
        host_each_move(house.host, table, &heard, take_first, &first);
        if (first.text[0]) {
            house_say(&house, NULL, people[i], first.text);
            return true;
        }
    }
    return false;
}

static const char *due_person(void)
{
    const struct session *table = house_table(&house, "#g");
    return table->seats[table->playing->table.turn].name;
}

static const char *other_person(void)
{
    return strcmp(due_person(), "ann") == 0 ? "bob" : "ann";
}

static void canonical(char *bytes, size_t size)
{
    const struct session *table = house_table(&house, "#g");
    struct text text = text_over(bytes, size);
    table_write(&table->playing->table, &table->playing->rules, &text);
}

/* ---- play ---- */

static test_case(a_full_table_starts_and_is_played_to_its_result)
{
    seat_two("");
    assert_told("play Heartcatchers.");
    int moves = 0;
    while (play_first_move())
        moves++;
    assert_int_equal(moves, 14);
    assert_told("<RESULT_1 game=Heartcatchers>");
    assert_told("stack 1");
    assert_null(house_table(&house, "#g"));
}

/* What rules can read of the match. */
static void expect_match_in_rules(void)
{
    const struct playing *playing = house_table(&house, "#g")->playing;
    assert_int_equal(playing->rules.deal, playing->game_number - 1);
    assert_memory_equal(playing->rules.points, playing->points, sizeof playing->points);
}

static test_case(the_table_comes_back_the_same_after_every_move)
{
    char before[8192], after[8192];
    seat_two("match=3");
    for (;;) {
        canonical(before, sizeof before);
        expect_match_in_rules();
        int game_before = house_table(&house, "#g")->playing->game_number;
        int wins = house_table(&house, "#g")->playing->wins[0];
        assert_int_equal(house_restart(&house), 1);
        canonical(after, sizeof after);
        assert_string_equal(before, after);
        expect_match_in_rules();
        assert_int_equal(house_table(&house, "#g")->playing->game_number, game_before);
        assert_int_equal(house_table(&house, "#g")->playing->wins[0], wins);
        play_first_move();
        if (!house_table(&house, "#g"))
            break;
    }
    assert_told("<MATCH_STANDING_1 played=1|most=3>");
    assert_told("<MATCH_WON_1> ");
}

static test_case(several_moves_in_a_message_stop_at_the_first_refusal)
{
    char sentence[160];
    seat_two("");
    house_forget(&house);
    snprintf(
        sentence, sizeof sentence,
        "I played 1 move; then it was the turn of %s, so I didn't read 'hide e under them1; hide f me1'.",
        other_person());
    house_say(&house, NULL, due_person(), "hide d under them1; hide e under them1; hide f me1");
    assert_int_equal(house.posts, 1);
    assert_told(sentence);
    house_forget(&house);
    house_say(&house, NULL, due_person(), "nonsense; hide d me1");
    assert_int_equal(house.posts, 0);
    assert_told("<MOVES_STOPPED_FIRST_1>");
}

static test_case(a_secret_is_not_named_in_public)
{
    seat_two("");
    house_forget(&house);
    house_say(&house, "#g", due_person(), "hide heart under me1");
    assert_int_equal(house.posts, 0);
    assert_told("<MOVE_SECRET_NAMED_2>");
    house_say(&house, "#g", due_person(), "hide d under me1");
    assert_int_equal(house.posts, 1);
}

static test_case(who_is_not_due_is_told_who_is)
{
    char sentence[80];
    seat_two("");
    snprintf(sentence, sizeof sentence, "It isn't your turn: %s is to move.", due_person());
    house_say(&house, "#g", other_person(), "hide d me1");
    assert_told(sentence);
    house_say(&house, "#g", "eve", "hide d me1");
    assert_told("<NOT_SEATED_RUNNING_3>");
}

static test_case(an_input_with_the_same_id_is_applied_once)
{
    seat_two("");
    const char *who = due_person();
    house_forget(&house);
    house_say_as(&house, "#g", who, 0, "m1", "hide d me1");
    house_say_as(&house, "#g", who, 0, "m1", "hide d me1");
    house_settle(&house);
    assert_int_equal(house.posts, 1);
    assert_not_told("not your turn");
}

/* A network that goes on where we were killed may repeat more than the last message. */
static test_case(what_an_ended_table_heard_is_not_for_the_next_one)
{
    house_say_as(&house, "#g", "ann", 0, "m1", "open ");
    house_say_as(&house, "#g", "ann", 0, "m2", "robot");
    house_say_as(&house, "#g", "ann", 0, "m3", "stop");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
    for (int restarts = 0; restarts < 2; restarts++) {
        house_say_as(&house, "#g", "ann", 0, "m1", "open ");
        house_settle(&house);
        assert_null(house_table(&house, "#g"));
        assert_int_equal(house_restart(&house), 0);
    }
    house_say_as(&house, "#g", "ann", 0, "m4", "open ");
    house_say_as(&house, "#g", "bob", 0, "m2", "join");
    house_settle(&house);
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
}

/* ---- journal, flush, speak ---- */

static test_case(nothing_is_told_before_it_is_saved_and_order_is_kept)
{
    seat_two("");
    const char *first = due_person(), *second = other_person();
    house_forget(&house);
    faulty_store_hold(faulty, true);
    house_say_as(&house, "#g", first, 0, NULL, "hide d me1");
    house_say_as(&house, "#g", second, 0, NULL, "hide d me2");
    house_settle(&house);
    assert_int_equal(house.length, 0);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_int_equal(house.posts, 2);
    const char *one = strstr(house.told, "stack 1"), *two = strstr(house.told, "stack 2.");
    assert_true(one && two && one < two);
}

static test_case(a_move_that_cannot_be_saved_is_refused_and_the_table_stays)
{
    static const struct {
        enum store_result result;
        const char *told;
    } failures[] = {{STORE_FULL, "<SAVE_DISK_FULL_1>"},
                    {STORE_READ_ONLY, "<SAVE_READ_ONLY_1>"},
                    {STORE_MEMORY, "<SAVE_MEMORY_1>"},
                    {STORE_AWAY, "<SAVE_AWAY_1>"},
                    {STORE_IO, "my database reports an error"}};
    char before[8192], after[8192];
    seat_two("");
    canonical(before, sizeof before);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        house_forget(&house);
        faulty_store_fail(faulty, 0, 1, failures[i].result);
        house_say(&house, "#g", due_person(), "hide d me1");
        canonical(after, sizeof after);
        assert_string_equal(before, after);
        assert_int_equal(house.posts, 0);
        assert_told(failures[i].told);
    }
    house_say(&house, "#g", due_person(), "hide d me1");
    assert_int_equal(house.posts, 1);
    assert_int_equal(house_restart(&house), 1);
}

static test_case(a_result_that_a_kill_kept_back_is_told_after_the_restart)
{
    seat_two("");
    for (int move = 0; move < 13; move++)
        assert_true(play_first_move());
    faulty_store_hold(faulty, true); /* the last move is saved, but nobody hears of it */
    play_first_move();
    house_forget(&house);
    faulty_store_hold(faulty, false);
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    assert_told("<RESULT_1 game=Heartcatchers>");
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(an_end_that_cannot_be_saved_tells_the_result_once)
{
    seat_two("");
    for (int move = 0; move < 13; move++)
        assert_true(play_first_move());
    /* the last move is saved, that it was the last is not */
    faulty_store_fail(faulty, 1, 2, STORE_IO);
    house_forget(&house);
    play_first_move();
    house_wait(&house, 60000);
    house_wait(&house, 60000);
    const char *told = strstr(house.told, in_words("<RESULT_1 game=Heartcatchers>"));
    assert_non_null(told);
    assert_null(strstr(told + 1, in_words("<RESULT_1 game=Heartcatchers>")));
    assert_null(house_table(&house, "#g"));
}

static test_case(a_table_that_cannot_be_saved_is_not_opened)
{
    faulty_store_fail(faulty, 0, 1, STORE_READ_ONLY);
    house_say(&house, "#g", "ann", "open ");
    assert_told("<SAVE_READ_ONLY_1>");
    assert_null(house_table(&house, "#g"));
    house_say(&house, "#g", "ann", "open ");
    assert_non_null(house_table(&house, "#g"));
}

static test_case(what_robots_could_not_save_is_tried_again_by_the_clock)
{
    seat_two("");
    const char *due = due_person();
    /* the leaving is saved, the robot's move is not */
    faulty_store_fail(faulty, 1, INT_MAX, STORE_IO);
    house_say(&house, "#g", due, "leave");
    house_forget(&house);
    house_wait(&house, 60000);
    assert_int_equal(house.posts, 0);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    house_wait(&house, 60000);
    assert_told("<SAVE_AGAIN_1>");
    assert_told(": !");
}

/* ---- lobby, leaving, kicking ---- */

static test_case(options_are_the_openers_until_the_start)
{
    house_say(&house, "#g", "ann", "open layout=hearts");
    house_say(&house, "#g", "bob", "options un_point=no");
    assert_told("<NOT_ALLOWED_2 who=ann>");
    house_say(&house, "#g", "ann", "options un_point=maybe");
    assert_told("It can be yes or no.");
    house_say(&house, "#g", "ann", "options un_point=no");
    assert_told("layout=hearts un_point=no match=1");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "options match=3");
    assert_told("<OPTIONS_RUNNING_1>");
}

static test_case(a_robot_plays_for_who_left_until_they_return)
{
    char leaves[80], returns[80], stays_due[80], returned_due[80];
    seat_two("");
    const char *who = strcmp(due_person(), "ann") == 0 ? "ann" : "bob",
               *other = *who == 'a' ? "bob" : "ann";
    snprintf(leaves, sizeof leaves, "%s leaves the game, and a robot plays on", who);
    snprintf(returns, sizeof returns, "%s is back", who);
    snprintf(stays_due, sizeof stays_due, "%s: !", other);
    snprintf(returned_due, sizeof returned_due, "%s: !", who);
    house_forget(&house);
    house_say(&house, "#g", who, "leave");
    house_wait(&house, 0);
    assert_told(leaves);
    assert_told(stays_due); /* the robot has moved */
    house_restart(&house);
    house_forget(&house);
    house_say(&house, "#g", other, "hide d me1");
    assert_told(stays_due); /* and again, in the same message */
    assert_int_equal(house.posts, 1);
    house_forget(&house);
    house_say(&house, "#g", who, "join");
    assert_told(returns);
    house_say(&house, "#g", other, "hide d me1");
    assert_told(returned_due);
}

static test_case(the_last_person_who_leaves_ends_the_table)
{
    seat_two("");
    house_say(&house, "#g", "bob", "leave");
    house_say(&house, "#g", "ann", "leave");
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(kicking_is_the_openers_and_operators)
{
    seat_two("");
    house_say(&house, "#g", "bob", "kick ann");
    assert_told("Only ann");
    assert_non_null(house_table(&house, "#g"));
    house_forget(&house);
    house_say_as(&house, "#g", "eve", RANK_OPERATOR, NULL, "kick bob");
    house_settle(&house);
    assert_told("<KICKED_PLAY_1 by=eve|who=bob>");
    assert_int_equal(house_seat(&house, "#g", "bob"), -1);
    house_say(&house, "#g", "bob", "join");
    assert_told("are playing");
}

/* ---- who is who ---- */

static void take_word(const char *person, char word[16])
{
    char start[64];
    snprintf(start, sizeof start, "to %s: Your seat word is ", person);
    const char *found = strstr(house.told, start);
    assert_non_null(found);
    memcpy(word, found + strlen(start), 11);
    word[11] = '\0';
}

static test_case(a_lost_seat_is_for_the_seat_word_only)
{
    char word[16], text[64];
    seat_two("");
    take_word("bob", word);
    host_gone(house.host, identity("net", "bob"), house.now);
    house_settle(&house);
    assert_told("<DETACHED who=bob>");
    house_forget(&house);
    house_say(&house, "#g", "bob", "hand"); /* somebody took the name */
    assert_told("<SEAT_NOT_PROVEN_2>");
    assert_not_told("<HAND_1>");
    house_say(&house, "#g", "bob", "hide d me1");
    house_say(&house, "#g", "bob", "join");
    assert_int_equal(house.posts, 0);
    house_say(&house, NULL, "eve", "seat aaaaa-aaaaa");
    assert_told("<SEAT_WORD_WRONG left=4>");
    house_forget(&house);
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "bob.home", text);
    assert_told("<SEAT_WORD_RIGHT_1>");
    assert_told("<HAND room=to bob.home: #g>");
    house_forget(&house);
    host_gone(house.host, identity("net", "bob.home"), house.now);
    house_say(&house, NULL, "eve", text); /* used up */
    assert_told("<SEAT_WORD_WRONG_3>");
    assert_not_told("<HAND_1>");
}

static test_case(a_word_whose_successor_was_never_told_still_holds)
{
    char word[16], text[64];
    seat_two("");
    take_word("bob", word);
    house_restart(&house);
    faulty_store_hold(faulty, true); /* the claim is saved, and nobody hears of it */
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "bob", text);
    house_forget(&house);
    faulty_store_hold(faulty, false);
    house_restart(&house);
    house_say(&house, NULL, "bob", text);
    assert_told("<SEAT_WORD_RIGHT_1>");
    house_restart(&house);
    house_forget(&house);
    house_say(&house, NULL, "bob", text); /* now it is used up */
    assert_told("<SEAT_WORD_WRONG_3>");
}

static test_case(a_word_said_in_public_is_void)
{
    char word[16], text[64];
    seat_two("");
    take_word("bob", word);
    snprintf(text, sizeof text, "seat %s", word);
    house_forget(&house);
    house_say(&house, "#g", "bob", text);
    assert_told("<SEAT_WORD_PUBLIC_HELD_1>");
    assert_int_equal(house.posts, 0);
    char fresh[16];
    take_word("bob", fresh);
    assert_string_not_equal(word, fresh);
    host_gone(house.host, identity("net", "bob"), house.now);
    house_restart(&house);
    house_forget(&house);
    house_say(&house, NULL, "eve", text);
    assert_told("<SEAT_WORD_WRONG_3>");
    snprintf(text, sizeof text, "seat %s", fresh);
    house_say(&house, NULL, "bob", text);
    assert_told("<SEAT_WORD_RIGHT_1>");
}

static test_case(after_a_gap_the_opener_is_who_speaks_the_openers_word)
{
    char word[16], text[64];
    seat_two("");
    take_word("ann", word);
    house_restart(&house);
    house_forget(&house);
    /* the same key again, but after a gap that proves nothing */
    house_say(&house, "#g", "ann", "stop");
    house_expect(&house, "to ann: <SEAT_NOT_PROVEN_3 who=ann>");
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "ann2", text);
    house_say(&house, "#g", "ann2", "stop");
    assert_told("<STOPPED_2 by=ann2>");
}

/* "Your new seat word at #g is ..." */
static void take_new_word(const char *person, char word[16])
{
    char start[64];
    snprintf(start, sizeof start, "to %s: Your new seat word at #g is ", person);
    const char *found = strstr(house.told, start);
    assert_non_null(found);
    memcpy(word, found + strlen(start), 11);
    word[11] = '\0';
}

static test_case(who_holds_a_seat_gets_a_new_word)
{
    char old[16], word[16], text[64];
    seat_two("");
    assert_int_equal(house.kept, 2); /* the first words, too, are never left out */
    take_word("bob", old);
    house_forget(&house);
    house_say(&house, NULL, "bob", "seat");
    assert_int_equal(house.kept, 1);
    take_new_word("bob", word);
    house_say(&house, NULL, "bob", "seat"); /* a line of the record each: not without end */
    assert_told("<SEAT_WORD_SOON_1>");
    assert_int_equal(house.kept, 1);
    host_gone(house.host, identity("net", "bob"), house.now);
    house_forget(&house);
    house_say(&house, NULL, "bob", "seat"); /* somebody else by now, as far as anybody knows */
    assert_told("<SEAT_WORD_MISSING_1>");
    assert_int_equal(house.kept, 0);
    snprintf(text, sizeof text, "seat %s", old);
    house_say(&house, NULL, "bob2", text);
    assert_told("<SEAT_WORD_WRONG_4>");
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "bob2", text);
    assert_told("<SEAT_WORD_RIGHT_1>");
    house_say(&house, NULL, "eve", "seat");
    assert_told("<SEAT_WORD_NO_SEAT_3>");
}

static test_case(an_account_is_told_that_it_needs_no_word)
{
    seat_two("");
    house_say(&house, NULL, "bob", "seat");
    assert_told("<SEAT_WORD_NOT_NEEDED_1>");
    assert_int_equal(house.kept, 0);
}

static test_case(wrong_words_are_locked_out)
{
    seat_two("");
    host_gone(house.host, identity("net", "bob"), house.now);
    for (int i = 0; i < TRIES_MOST; i++)
        house_say(&house, NULL, "eve", "seat wrong");
    house_forget(&house);
    house_say(&house, NULL, "eve", "seat wrong");
    assert_told("<SEAT_WORD_LOCKED_1>");
}

static test_case(after_a_restart_seats_wait_and_the_room_hears_it_once)
{
    char word[16], text[64];
    seat_two("");
    take_word("ann", word);
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_int_equal(house.posts, 1);
    assert_int_equal(house.whispers, 0);
    assert_told("<RECOVERED_NOBODY_DUE_2>");
    house_say(&house, "#g", "ann", "hand");
    assert_not_told("<HAND_1>");
    snprintf(text, sizeof text, "seat %s", word);
    house_say(&house, NULL, "ann", text);
    assert_told("<HAND room=to ann: #g>");
}

static test_case(lasting_people_get_their_hands_back_after_a_restart)
{
    seat_two("");
    assert_not_told("<SEAT_WORD_HELD_1>");
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_told("<HAND room=to ann: #g>");
    assert_told("<HAND room=to bob: #g>");
}

static void take_due_name(char name[HOST_NAME])
{
    const struct session *session = house_table(&house, "#g");
    snprintf(name, HOST_NAME, "%s", session->seats[session->playing->table.turn].name);
}

/* A kill between saving and telling must not leave a move untold; whether it was told is not
   known, so it is told again. */
static test_case(the_latest_move_is_told_after_a_restart)
{
    char text[2 * HOST_NAME + 64], mover[HOST_NAME], next[HOST_NAME];
    seat_two("");
    take_due_name(mover);
    house_say(&house, "#g", mover, "hide d me1");
    assert_told(" hides a card under ");
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_told("to move. The latest: ");
    assert_told(" hides a card under ");
    snprintf(text, sizeof text, "to %s: %s hides a ", mover, mover);
    assert_told(text);
    assert_int_equal(house.posts, 1);
    assert_int_equal(house.whispers, 2);
    take_due_name(next);
    house_say(&house, "#g", next, "hide d me1");
    house_restart(&house);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    snprintf(text, sizeof text, "The latest: %s hides", next);
    assert_told(text);
    snprintf(text, sizeof text, "%s hides", mover);
    assert_not_told(text);
}

/* The network was gone, not the program: what was told is known. */
static test_case(nothing_is_told_again_after_a_lost_connection)
{
    char mover[HOST_NAME];
    seat_two("");
    take_due_name(mover);
    house_say(&house, "#g", mover, "hide d me1");
    host_network_gone(house.host, "net", house.now);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    assert_told("<RECOVERED_NOBODY_DUE_2>");
    assert_not_told("<RECOVERED_LATEST_1>");
}

static test_case(a_seat_follows_its_person_to_another_name)
{
    seat_two("");
    host_renamed(house.host, identity("net", "bob"), "robert", house.now);
    house_settle(&house);
    assert_int_equal(house_seat(&house, "#g", "bob"), -1);
    house_restart(&house);
    assert_true(house_seat(&house, "#g", "robert") >= 0);
}

/* ---- records ---- */

static test_case(a_changed_record_is_not_played_on)
{
    static const char *const tampered[] = {
        "move p1 hide 1 under9 hash=00",
        "move p3 hide 1 me1",
        "move p1 hide 26 me1 hash=0000000000000000000000000000000000000000000000000000000000000000",
        "sit seat=9 name=x",
        "unheard=of",
        "dance",
    };
    for (size_t i = 0; i < sizeof tampered / sizeof *tampered; i++) {
        char bytes[256];
        struct text why = text_over(bytes, sizeof bytes);
        seat_two("");
        assert_false(session_apply_line(house_table(&house, "#g"), tampered[i], &why));
        assert_true(why.length > 0);
        house_restart(&house);
        house_say(&house, "#g", "ann", "stop");
    }
}

/* A line says when the game ended only if the game ends with it. */
static test_case(a_move_that_ends_nothing_has_no_end)
{
    static struct sight sight;
    static struct moves legal;
    char line[300], bytes[256];
    struct text text = text_over(line, sizeof line), why = text_over(bytes, sizeof bytes);
    seat_two("");
    struct session *session = house_table(&house, "#g");
    int seat = session->playing->table.turn;
    assert_true(session_legal(session, seat, &sight, &legal));
    text_putf(&text, "move p%d ", seat + 1);
    move_write(&session->playing->rules, &legal.list[0], &text);
    text_putf(&text, " ended=1790000000 hash=%064d", 0);
    assert_false(session_apply_line(session, line, &why));
    assert_non_null(strstr(bytes, "the game does not end with 'move p"));
    house_restart(&house);
}

static test_case(two_tables_do_not_mix)
{
    seat_two("");
    house_say(&house, "#other", "ann", "open match=3");
    assert_int_equal(house_table_count(&house), 2);
    house_say(&house, "#other", "robin", "join");
    assert_int_equal(house_table(&house, "#other")->seat_count, 2);
    assert_ptr_equal(host_table_of(house.host, identity("net", "robin"), 0),
                     house_table(&house, "#other"));
    assert_non_null(host_table_of(house.host, identity("net", "ann"), 1));
    assert_null(host_table_of(house.host, identity("net", "ann"), 2));
    assert_int_equal(house_restart(&house), 2);
}

/* No letter of seat words is likelier than another: with 30,000 letters drawn, one that is twice
   in the alphabet would stand out by nine times what chance explains. */
static test_case(letters_of_seat_words_are_equally_likely)
{
    enum { WORDS = 3000, LETTERS = 31, EVEN = WORDS * 10 / LETTERS };
    int counts[256] = {0}, letters = 0;
    for (int i = 0; i < WORDS; i++) {
        char word[16];
        unsigned char hash[SESSION_HASH];
        seat_word_new(word, hash, 1);
        for (const char *p = word; *p; p++)
            counts[(unsigned char)*p]++;
    }
    for (int c = 0; c < 256; c++) {
        if (c == '-' || counts[c] == 0)
            continue;
        assert_in_range(counts[c], EVEN * 7 / 10, EVEN * 13 / 10);
        letters++;
    }
    assert_int_equal(letters, LETTERS);
}

int main(void)
{
#define LASTING(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
#define PASSING(name) cmocka_unit_test_setup_teardown(name, open_passing, close_house)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_of_seat_words_are_equally_likely),
        LASTING(a_full_table_starts_and_is_played_to_its_result),
        LASTING(the_table_comes_back_the_same_after_every_move),
        LASTING(several_moves_in_a_message_stop_at_the_first_refusal),
        LASTING(a_secret_is_not_named_in_public),
        LASTING(who_is_not_due_is_told_who_is),
        LASTING(an_input_with_the_same_id_is_applied_once),
        LASTING(what_an_ended_table_heard_is_not_for_the_next_one),
        LASTING(nothing_is_told_before_it_is_saved_and_order_is_kept),
        LASTING(a_move_that_cannot_be_saved_is_refused_and_the_table_stays),
        LASTING(a_result_that_a_kill_kept_back_is_told_after_the_restart),
        LASTING(an_end_that_cannot_be_saved_tells_the_result_once),
        LASTING(a_table_that_cannot_be_saved_is_not_opened),
        LASTING(what_robots_could_not_save_is_tried_again_by_the_clock),
        LASTING(options_are_the_openers_until_the_start),
        LASTING(a_robot_plays_for_who_left_until_they_return),
        LASTING(the_last_person_who_leaves_ends_the_table),
        LASTING(kicking_is_the_openers_and_operators),
        PASSING(a_lost_seat_is_for_the_seat_word_only),
        PASSING(a_word_whose_successor_was_never_told_still_holds),
        PASSING(a_word_said_in_public_is_void),
        PASSING(after_a_gap_the_opener_is_who_speaks_the_openers_word),
        PASSING(who_holds_a_seat_gets_a_new_word),
        LASTING(an_account_is_told_that_it_needs_no_word),
        PASSING(wrong_words_are_locked_out),
        PASSING(after_a_restart_seats_wait_and_the_room_hears_it_once),
        LASTING(lasting_people_get_their_hands_back_after_a_restart),
        LASTING(the_latest_move_is_told_after_a_restart),
        PASSING(nothing_is_told_again_after_a_lost_connection),
        PASSING(a_seat_follows_its_person_to_another_name),
        LASTING(a_changed_record_is_not_played_on),
        LASTING(a_move_that_ends_nothing_has_no_end),
        LASTING(two_tables_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
