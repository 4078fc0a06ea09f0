/* kill -9 around pictures on Discord: while one is drawn, while it is sent, while it stands, and
   while a move is answered that takes it away. Coloretto is pressed before the stand-in as a
   process. After each kill all that was answered is in the record on the disk, and after the
   restart the table's message tells it; nobody ever receives a text with the picture of another
   state, before or after. KILL_ROUNDS says how often (12), KILL_SEED with which dice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "pictured.h"
#include "pressing.h"
#include "record_file.h"
#include "standin_child.h"
#include "testing.h"

enum {
    SOON = TEST_SOON_MS,
    ROUNDS = 12,
    LOOK_MS = 10,
    DRAWING_US = 150000,
    ANSWERING_US = 30000,
    BOARD = 2048
};

static struct discord_bot house;
static unsigned dice;

static struct {
    int saved;         /* moves, with those that were forced, when the last one was answered */
    char board[BOARD]; /* as the table's message told it last, but for what is bold */
    int received;      /* by everybody so far */
    bool is_pressed;   /* another move, in the moment of the kill */
} seen;

static struct {
    int standing, missing, with_picture, saved_unanswered;
} tally;

static unsigned roll(unsigned sides)
{
    return pressing_roll(&dice, sides);
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    discord_bot_print(&house);
    fail_msg("%s (after %d moves)", what, seen.saved);
}

/* ---- what is shown ---- */

static json_t *message(void)
{
    json_t *shown = json_loads(standin_child_ask(house.discord, "table games"), 0, NULL);
    return shown ? shown : json_object();
}

/* "" if it tells none. */
static void read_board(const json_t *shown, char board[BOARD])
{
    const char *content = json_string_value(json_object_get(shown, "content"));
    const char *rows = content ? strstr(content, "\nrow ") : NULL;
    size_t length = 0;
    for (; rows && *rows && length < BOARD - 1; rows++)
        if (*rows != '*')
            board[length++] = *rows;
    board[length] = '\0';
}

/* Until the table's message tells another board than the last one, or (`is_same`) that one. */
static bool wait_for_board(bool is_same)
{
    bool has_come = false;
    char board[BOARD];
    for (long end = test_now() + SOON; !has_come && test_now() < end; test_sleep(LOOK_MS)) {
        json_t *shown = message();
        read_board(shown, board);
        has_come = *board && (strcmp(board, seen.board) == 0) == is_same;
        json_decref(shown);
    }
    if (has_come)
        memcpy(seen.board, board, sizeof board);
    return has_come;
}

static bool wait_for_picture(void)
{
    bool has_come = false;
    for (long end = test_now() + SOON; !has_come && test_now() < end; test_sleep(LOOK_MS)) {
        json_t *shown = message();
        has_come = *pictured_alt(shown) != '\0';
        json_decref(shown);
    }
    return has_come;
}

/* All that came since the last look. */
static void expect_own_pictures(void)
{
    for (bool has_more = true; has_more;) {
        const char *next = standin_child_ask(house.discord, "next 0 %d", seen.received);
        json_t *received = json_loads(next + strcspn(next, " "), JSON_DISABLE_EOF_CHECK, NULL);
        has_more = atoi(next) > seen.received;
        seen.received = atoi(next);
        tally.with_picture += received && *pictured_alt(received);
        if (received)
            pictured_expect_own(received);
        json_decref(received);
    }
}

/* ---- what people do ---- */

static void press_move(void)
{
    char move[PRESSING_MOVE];
    const char *mover = strstr(seen.board, "▸ ann") ? "ann" : "bob";
    bool is_pressed = false;
    for (long end = test_now() + SOON; !is_pressed && test_now() < end; test_sleep(LOOK_MS)) {
        json_t *shown = message();
        is_pressed = pressing_move(house.discord, mover, shown, &dice, move);
        json_decref(shown);
    }
    must(is_pressed, "no move is offered");
}

static void press_picture(void)
{
    json_t *shown = message();
    must(pressing_button(house.discord, "eve", shown, ":picture"), "no picture is offered");
    json_decref(shown);
}

static void play(int moves)
{
    struct record_file record;
    for (; moves > 0; moves--) {
        press_move();
        must(wait_for_board(false), "a move is not answered");
        record_file_read(bot_folder(house.bot), &record);
        must(record.count > seen.saved, "what was answered is not saved");
        seen.saved = record.count;
    }
}

/* ---- the kill ---- */

static void kill_within(long microseconds)
{
    pid_t killer = bot_arm(house.bot, microseconds > 0 ? (long)roll((unsigned)microseconds) : 0);
    waitpid(killer, NULL, 0);
    bot_wait(house.bot, SOON);
    must(!bot_is_running(house.bot), "the bot survived");
}

static void kill_while_drawing(void)
{
    press_picture();
    kill_within(DRAWING_US);
}

static void kill_while_a_board_is_asked_for(void)
{
    standin_child_ask(house.discord, "say eve games !board");
    kill_within(DRAWING_US);
}

static void kill_under_a_picture(void)
{
    press_picture();
    must(wait_for_picture(), "no picture comes");
    kill_within(0);
}

/* The picture is drawn, on its way, or there, when a move takes it away. */
static void kill_while_a_move_is_answered(void)
{
    press_picture();
    if (roll(2))
        must(wait_for_picture(), "no picture comes");
    else
        test_sleep((int)roll(DRAWING_US / 1000));
    press_move();
    seen.is_pressed = true;
    kill_within(ANSWERING_US);
}

/* ---- and back ---- */

/* The session that it resumes brings again what it had not dealt with. */
static void wait_for_replay(struct record_file *record)
{
    for (long end = test_now() + SOON;
         seen.is_pressed && record->count == seen.saved && test_now() < end; test_sleep(20))
        record_file_read(bot_folder(house.bot), record);
    must((record->count > seen.saved) == seen.is_pressed,
         "a move that was made is not in the record, or one that nobody made is");
}

static void bring_back(void)
{
    struct record_file record;
    record_file_read(bot_folder(house.bot), &record);
    must(record.count >= seen.saved, "an answered move is lost");
    tally.saved_unanswered += record.count > seen.saved;
    bot_start(house.bot);
    must(bot_logged(house.bot, "discord-shard-up", SOON), "the bot did not come back");
    if (bot_logged(house.bot, "by=RESUMED", 0))
        wait_for_replay(&record);
    must(wait_for_board(record.count == seen.saved), "the table is not told as it stands");
    seen.saved = record.count;
    seen.is_pressed = false;
}

/* A picture that was asked for may be asked for again: the session brings again what the bot had
   not dealt with. Then the board after the move has its own. */
static void one_round(int round)
{
    static void (*const kills[])(void) = {kill_while_drawing, kill_under_a_picture,
                                          kill_while_a_move_is_answered,
                                          kill_while_a_board_is_asked_for};
    play(1 + (int)roll(2));
    kills[round % 4]();
    json_t *shown = message();
    bool has_come = *pictured_alt(shown) != '\0';
    json_decref(shown);
    tally.standing += has_come;
    tally.missing += !has_come;
    bring_back();
    play(1);
    shown = message();
    pictured_expect_own(shown);
    json_decref(shown);
    expect_own_pictures();
}

/* ---- all of it ---- */

static test_fixture(open_house)
{
    static const char *const names[] = {"ann", "bob", "eve"};
    discord_bot_open(&house, NULL, "");
    dice = getenv("KILL_SEED") ? (unsigned)atoi(getenv("KILL_SEED")) : 1;
    standin_child_ask(house.discord, "guild Club");
    standin_child_ask(house.discord, "channel Club games");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        standin_child_ask(house.discord, "user %s", names[i]);
    bot_start(house.bot);
    assert_true(bot_logged(house.bot, "discord-ready", SOON));
    return 0;
}

static test_fixture(close_house)
{
    discord_bot_close(&house);
    return 0;
}

static test_case(a_kill_loses_no_text_and_leaves_no_other_picture)
{
    int rounds = getenv("KILL_ROUNDS") ? atoi(getenv("KILL_ROUNDS")) : ROUNDS;
    standin_child_ask(house.discord, "say ann games !play coloretto");
    standin_child_ask(house.discord, "say bob games !join");
    standin_child_ask(house.discord, "say ann games !start");
    must(wait_for_board(false), "no table");
    for (int round = 0; round < rounds; round++)
        one_round(round);
    press_picture();
    must(wait_for_picture(), "no picture comes");
    play(1);
    expect_own_pictures();
    print_message("%d kills, %d under a picture, %d before it came; %d moves were saved and not "
                  "answered yet; %d states of messages had a picture, each its own\n",
                  rounds, tally.standing, tally.missing, tally.saved_unanswered,
                  tally.with_picture);
    must(tally.standing > 0 && tally.missing > 0, "all kills fell at the same moment");
    discord_bot_expect_clean(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_kill_loses_no_text_and_leaves_no_other_picture,
                                        open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
