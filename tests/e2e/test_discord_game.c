/* The program itself before the stand-in for Discord: whole games typed and pressed, which a
   third person watches; what a stop, a kill before and a kill after a move is saved do to it;
   what it says of a token that is not taken any more. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "record_file.h"
#include "standin_child.h"
#include "testing.h"
#include "visitors.h"

enum { SOON = TEST_SOON_MS, CORE_MOST = 1 << 20 };

static struct discord_bot house;
static struct visitors visitors;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    discord_bot_print(&house);
    fail_msg("%s", what);
}

static test_fixture(open_house)
{
    discord_bot_open(&house, NULL, "");
    visitors_init(&visitors, house.discord, 3);
    bot_start(house.bot);
    must(bot_logged(house.bot, "discord-ready", SOON), "the bot did not come");
    must(visitors_sit_down(&visitors, SOON), "no table");
    return 0;
}

static test_fixture(close_house)
{
    discord_bot_close(&house);
    return 0;
}

static int moves_saved(void)
{
    struct record_file record;
    record_file_read(bot_folder(house.bot), &record);
    return record.count;
}

/* Back by the session that was, with everything that was said meanwhile. */
static void come_back(void)
{
    bot_start(house.bot);
    must(bot_logged(house.bot, "discord-shard-up", SOON), "the bot did not come back");
    must(bot_logged(house.bot, "by=RESUMED", 0), "the session was not resumed");
}

/* Everything eve's client has received: the public side. */
static void expect_no_hand(void)
{
    standin_child_ask(house.discord, "received eve");
    const char *received = standin_child_said(house.discord);
    must(strstr(received, " Heartcatchers with ") != NULL, "eve did not see the result");
    must(!strstr(received, "your hand:") && !strstr(received, "You can play:"), "eve saw a hand");
}

static void play_to_the_end(enum visitors_way way)
{
    visitors.way = way;
    must(visitors_go_on(&visitors, VISITORS_GAME, SOON), "the table fell silent");
    assert_int_equal(visitors.answered, VISITORS_GAME);
    assert_int_equal(moves_saved(), VISITORS_GAME);
    expect_no_hand();
    discord_bot_expect_clean(&house);
    assert_true(bot_stop(house.bot, SOON));
}

static test_case(a_game_is_typed)
{
    play_to_the_end(VISITORS_TYPE);
}

static test_case(a_game_is_pressed)
{
    play_to_the_end(VISITORS_PRESS);
}

/* ---- conformance 25 ---- */

static bool table_says(const char *text)
{
    return strstr(standin_child_ask(house.discord, "table games"), text) != NULL;
}

static bool eve_was_told(const char *text)
{
    standin_child_ask(house.discord, "received eve");
    return strstr(standin_child_said(house.discord), text) != NULL;
}

static test_case(a_stop_keeps_the_session)
{
    visitors.way = VISITORS_TYPE;
    must(visitors_go_on(&visitors, 2, SOON), "the table fell silent");
    assert_true(bot_stop(house.bot, SOON));
    must(table_says("I restart now, and am back in a minute."),
         "the room was not told of the restart");
    must(atoi(standin_child_ask(house.discord, "closed")) >= 4000,
         "closed by a code that ends the session");
    must(visitors_send_move(&visitors, SOON), "nothing is offered");
    come_back();
    must(visitors_see(&visitors, 3, SOON), "what was typed meanwhile is not played");
    must(eve_was_told("I am back, and the Heartcatchers table goes on"),
         "the room was not told that it is over");
    assert_int_equal(moves_saved(), 3);
    assert_int_equal(bot_log_count(house.bot, "by=READY"), 1);
    discord_bot_expect_clean(&house);
}

/* ---- conformance 26 ---- */

/* The move has arrived at this machine when the bot is killed, and nobody has looked at it. */
static void a_move_that_was_not_saved_comes_again(enum visitors_way way)
{
    must(visitors_go_on(&visitors, 1, SOON), "the table fell silent");
    visitors.way = way;
    kill(bot_pid(house.bot), SIGSTOP);
    must(visitors_send_move(&visitors, SOON), "nothing is offered");
    test_sleep(200);
    bot_kill(house.bot);
    assert_int_equal(moves_saved(), 1);
    come_back();
    must(visitors_see(&visitors, 2, SOON), "the move is not played");
    assert_int_equal(moves_saved(), 2);
    visitors_settle(&visitors, 2);
    must(visitors_go_on(&visitors, 2, SOON), "play does not go on");
    assert_int_equal(moves_saved(), 4);
    discord_bot_expect_clean(&house);
}

static test_case(a_typed_move_that_was_not_saved_comes_again)
{
    a_move_that_was_not_saved_comes_again(VISITORS_TYPE);
}

/* Nothing of what follows it gets out before the kill: neither the table's message nor a hand. */
static void a_saved_move_counts_once_and_is_told(enum visitors_way way)
{
    must(visitors_go_on(&visitors, 1, SOON), "the table fell silent");
    visitors.way = way;
    standin_child_tell(house.discord, "fault slow-before 20 5000 POST /channels/{}/messages");
    must(visitors_send_move(&visitors, SOON), "nothing is offered");
    for (long end = test_now() + SOON; moves_saved() < 2 && test_now() < end;)
        test_sleep(5);
    bot_kill(house.bot);
    assert_int_equal(moves_saved(), 2);
    standin_child_tell(house.discord, "heal");
    come_back();
    must(visitors_see(&visitors, 2, SOON), "the move is not shown");
    assert_int_equal(moves_saved(), 2);
    visitors_settle(&visitors, 2);
    must(visitors_go_on(&visitors, 2, SOON), "play does not go on");
    assert_int_equal(moves_saved(), 4);
    discord_bot_expect_clean(&house);
}

static test_case(a_saved_typed_move_counts_once_and_is_told)
{
    a_saved_move_counts_once_and_is_told(VISITORS_TYPE);
}

static test_case(a_saved_pressed_move_counts_once_and_is_told)
{
    a_saved_move_counts_once_and_is_told(VISITORS_PRESS);
}

/* ---- conformance 16 ---- */

static test_case(a_token_that_was_reset_is_waited_for)
{
    int before = bot_log_count(house.bot, "discord-shard-up");
    standin_child_tell(house.discord, "revoke");
    must(bot_logged(house.bot, "discord-rests", SOON), "it does not rest");
    must(bot_logged(house.bot, "refuses the bot's token", 0), "it does not say why");
    assert_true(bot_is_running(house.bot));
    kill(bot_pid(house.bot), SIGHUP);
    must(bot_logged(house.bot, "discord-wakes", SOON), "it does not wake");
    standin_child_tell(house.discord, "restore");
    test_sleep(200);
    kill(bot_pid(house.bot), SIGHUP);
    for (long end = test_now() + SOON;
         bot_log_count(house.bot, "discord-shard-up") == before && test_now() < end;)
        test_sleep(20);
    assert_true(bot_log_count(house.bot, "discord-shard-up") > before);
    discord_bot_expect_no_token(house.bot);
}

/* ---- conformance 66 ---- */

/* As far as this machine writes core files at all. */
static test_case(a_crash_writes_no_secrets)
{
    struct rlimit limit;
    bot_kill(house.bot);
    getrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max < CORE_MOST ? limit.rlim_max : CORE_MOST;
    setrlimit(RLIMIT_CORE, &limit);
    setenv("ASAN_OPTIONS", "disable_coredump=0", 1);
    bot_start(house.bot);
    must(bot_logged(house.bot, "discord-shard-up", SOON), "the bot did not come back");
    assert_false(bot_dumps_core(house.bot));
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_house, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_game_is_typed),
        test(a_game_is_pressed),
        test(a_stop_keeps_the_session),
        test(a_typed_move_that_was_not_saved_comes_again),
        test(a_saved_typed_move_counts_once_and_is_told),
        test(a_saved_pressed_move_counts_once_and_is_told),
        test(a_token_that_was_reset_is_waited_for),
        test(a_crash_writes_no_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
