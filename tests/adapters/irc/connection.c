/* The connection of the IRC adapter: coming, being refused, thrown out, lost, and leaving, in
   virtual time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "connection.h"
#include "hostile_server.h"
#include "in_words.h"
#include "irc_bench.h"
#include "loop.h"
#include "testing.h"

enum { PATIENCE = 4800, PATIENCE_MS = 25, MINUTE = 60 * 1000, HOUR = 60 * MINUTE };

static bool has_left;

static test_case(registration_ends_in_channels_and_bot_mode)
{
    bench_welcome();
    assert_non_null(strstr(hostile_heard(server), "MODE bot +B\r\n"));
    assert_string_equal(diary, "ready irc:test #games\nready irc:test #plain\n");
    hostile_say(server, ":bot!u@h NICK bot2"); /* the line before may come too late for its nick */
    for (int second = 0; second < 60; second++) {
        bench_settle_kept();
        loop_step(loop, 1000);
    }
    assert_non_null(strstr(hostile_heard(server), "MODE bot2 +B\r\n"));
}

static int times_heard(const char *line)
{
    int count = 0;
    for (const char *at = hostile_heard(server); (at = strstr(at, line)); at++)
        count++;
    return count;
}

/* What the server is asked for ourselves, on one connection: who is in a channel and which modes
   it has, once each, and our bot mode. */
static test_case(each_channel_is_asked_about_once)
{
    static const char *const errands[] = {"WHO #Games %tuhnfa,417\r\n",
                                          "WHO #plain %tuhnfa,417\r\n", "MODE #Games\r\n",
                                          "MODE #plain\r\n", "MODE bot +B\r\n"};
    for (int connection = 0; connection < 2; connection++) {
        bench_welcome_saying("WHOX");
        for (int second = 0; second < 600; second++) {
            if (second == 3)
                hostile_say(server,
                            ":srv 315 bot #games :End of WHO\r\n:srv 315 bot #plain :End of WHO");
            if (second % 60 == 10)
                bench_say("ann", "#Games", "!games");
            hostile_say(server, "PONG srv");
            bench_settle_kept();
            loop_step(loop, 1000);
        }
        for (size_t i = 0; i < sizeof errands / sizeof *errands; i++)
            if (times_heard(errands[i]) != 1)
                fail_msg("%d times: %s", times_heard(errands[i]), errands[i]);
        assert_int_equal(times_heard("WHO #"), 2);
        assert_int_equal(times_heard("MODE "), 3);
        hostile_forget(server);
        hostile_hang_up(server);
        bench_expect_noted("network gone irc:test\n");
        bench_forget();
        loop_step(loop, 30000);
    }
}

static test_case(a_lost_connection_comes_back_and_tells_the_host)
{
    bench_welcome();
    bench_say("ann", "bot", "hand");
    bench_expect_noted("ann: hand");
    hostile_say(server, ":ann!a@host KICK #plain bot :out");
    bench_settle();
    bench_post(POST_ANSWER, "#plain", "an answer nobody waits for any more");
    bench_settle();
    bench_forget();
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    bench_forget();
    bench_post(POST_RESULT, "#games", "ann wins.");
    bench_whisper(WHISPER_HAND, last_key, "secret");
    loop_step(loop, 30000); /* the first retry comes within 30 s */
    bench_welcome();
    bench_expect_heard("PRIVMSG #Games :ann wins.\r\n");
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    loop_step(loop, 0);
    assert_null(strstr(hostile_heard(server), "secret"));
    assert_null(strstr(hostile_heard(server), in_words("<LINK_NO_WISH_1>")));
}

/* How long until the next connection, after the server closed this one with `goodbye`. */
static int64_t pause_after(const char *goodbye, int64_t most)
{
    bench_expect_heard("USER ");
    int64_t from = loop_now(loop);
    hostile_say(server, goodbye);
    hostile_hang_up(server);
    for (int i = 0; i < PATIENCE && hostile_has_client(server); i++)
        loop_serve(loop, PATIENCE_MS);
    loop_serve(loop, PATIENCE_MS);
    hostile_forget(server);
    for (; loop_now(loop) - from < most && !hostile_has_client(server); loop_serve(loop, 0))
        loop_step(loop, 500);
    return loop_now(loop) - from;
}

static test_case(patience_grows_with_what_the_server_says)
{
    assert_in_range(pause_after("ERROR :Closing Link", HOUR), 2000, 8000);
    assert_in_range(pause_after("ERROR :Closing Link", HOUR), 4500, 16000);
    assert_in_range(pause_after("ERROR :Trying to reconnect too fast, throttled", HOUR), 60000,
                    61000);
    assert_in_range(pause_after("ERROR :Closing Link (K-Lined)", HOUR), 15 * MINUTE,
                    15 * MINUTE + 1000);
    assert_in_range(pause_after("ERROR :Closing Link (K-Lined)", 2 * HOUR), HOUR, HOUR + 1000);
    for (int i = 0; i < 5; i++)
        assert_in_range(pause_after("ERROR :Closing Link", HOUR), 20 * 1000, 15 * MINUTE);
}

static test_case(three_kills_in_an_hour_end_it)
{
    for (int i = 0; i < 3; i++) {
        bench_expect_heard("USER ");
        hostile_say(server, ":srv 001 bot :Welcome");
        hostile_say(server, ":srv 422 bot :No MOTD");
        bench_expect_heard("JOIN ");
        hostile_say(server, ":oper!o@h KILL bot :no bots");
        int64_t pause = pause_after("ERROR :Killed", 10 * (int64_t)HOUR);
        assert_in_range(pause, 60000, i < 2 ? 120000 : INT64_MAX);
        assert_int_equal(hostile_has_client(server), i < 2);
    }
}

static test_case(a_channel_that_refuses_is_asked_ever_more_slowly)
{
    static const int64_t minutes[] = {1, 5, 30, 60, 60};
    bench_expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN #Games,#plain\r\n");
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++) {
        hostile_say(server, i % 2 ? ":srv 473 bot #Games :Cannot join (+i)"
                                  : ":srv 477 bot #Games :Need to be registered");
        hostile_say(server, "PING :refused");
        bench_expect_heard("PONG :refused");
        hostile_forget(server);
        int64_t from = loop_now(loop);
        while (!strstr(hostile_heard(server), "JOIN #Games\r\n")) {
            loop_step(loop, 1000);
            if (strstr(hostile_heard(server),
                       "PING :")) /* the wire's own, when it has heard nothing for long */
                hostile_say(server, "PONG srv");
            assert_true(loop_now(loop) - from <= 61 * MINUTE);
        }
        int64_t waited = loop_now(loop) - from;
        assert_in_range(waited, minutes[i] * MINUTE - 1000, minutes[i] * MINUTE + 2000);
        hostile_forget(server);
    }
}

static test_case(kicked_for_a_day_it_ends_the_game)
{
    has_table = true;
    hostile_say(server, ":ann!a@host KICK #games bot :shoo");
    bench_let_pass(23 * 60 * MINUTE);
    assert_null(strstr(diary, "stop"));
    bench_let_pass(2 * 60 * MINUTE);
    bench_expect_noted("irc:test#games bot!: stop\n");
}

static test_case(kicked_it_stays_out_until_it_is_asked_back)
{
    bench_say("ann", "bot", "hand");
    hostile_say(server, ":ann!a@host KICK #games bot :shoo");
    bench_expect_noted(
        /* it is we who are gone: nobody is told that ann is */
        "lost the room irc:test #games\nlost .2\n");
    assert_true(port.is_away(port.self, "#games") && !port.is_away(port.self, "#plain"));
    assert_false(port.is_away(port.self, "@~1.2"));
    bench_post(POST_RESULT, "#games", "ann wins.");
    bench_say("bob", "#games", "!join");
    bench_settle();
    assert_null(strstr(diary, "join"));
    loop_step(loop, 80 * 1000);
    assert_null(strstr(hostile_heard(server), "JOIN"));
    hostile_say(server, ":ann!a@host INVITE bot #Games");
    bench_expect_heard("JOIN #Games\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 366 bot #Games :End");
    bench_expect_heard("PRIVMSG #Games :ann wins.\r\n");
    bench_expect_noted("ready irc:test #games\n");
    assert_false(port.is_away(port.self, "#games"));
}

static test_case(without_a_connection_the_network_is_away)
{
    assert_false(port.is_away(port.self, "#games") || port.is_away(port.self, "@$ann"));
    assert_true(port.sees(port.self, "ANN") && !port.sees(port.self, "nobody"));
    hostile_hang_up(server);
    bench_expect_noted("network gone");
    assert_true(port.is_away(port.self, "#games") && port.is_away(port.self, "@$ann"));
    assert_false(port.sees(port.self, "ann"));
}

static test_case(uninvited_guests_it_is_not)
{
    hostile_say(server, ":bot!table@bot.example JOIN #trap");
    bench_expect_heard("PART #trap");
    hostile_say(server, ":ann!a@host INVITE bot #trap");
    bench_settle();
    assert_null(strstr(hostile_heard(server), "JOIN"));
}

static void on_left(void *arg)
{
    (void)arg;
    has_left = true;
}

static void expect_left(int64_t within)
{
    int64_t from = loop_now(loop);
    for (int i = 0; i < PATIENCE && !has_left && loop_now(loop) - from <= within; i++) {
        loop_serve(loop, 1);
        loop_step(loop, 10);
    }
    assert_true(has_left);
    assert_true(loop_now(loop) - from <= within);
}

static test_case(leaving_says_what_waits_and_quits)
{
    has_left = false;
    last_sent[0] = '\0';
    bench_post(POST_RESULT, "#games", "ann wins.");
    irc->ops->stop(irc, on_left, NULL);
    assert_string_equal(last_sent, "");
    bench_post(POST_RESULT, "#games", "too late");
    bench_say("ann", "bot", "hand");
    bench_expect_heard("ann wins.\r\nQUIT :");
    assert_string_equal(last_sent, "#games");
    hostile_hang_up(server);
    expect_left(3000);
    assert_null(strstr(hostile_heard(server), in_words("<CUT_LATE_1>")));
    assert_string_equal(diary, "");
}

/* Conformance 59. */
static test_case(leaving_quits_within_a_second_although_much_waits)
{
    has_left = false;
    for (int i = 0; i < 60; i++)
        bench_post(POST_RESULT, "#games", "one more");
    int64_t from = loop_now(loop);
    irc->ops->stop(irc, on_left, NULL);
    for (int i = 0;
         i < PATIENCE && !strstr(hostile_heard(server), "QUIT :") && loop_now(loop) - from <= 1000;
         i++) {
        loop_serve(loop, 1);
        loop_step(loop, 10);
    }
    assert_non_null(strstr(hostile_heard(server), "QUIT :"));
    assert_true(loop_now(loop) - from <= 1000);
    hostile_hang_up(server);
    expect_left(1000);
}

static test_case(leaving_does_not_wait_for_a_server_that_hangs)
{
    has_left = false;
    irc->ops->stop(irc, on_left, NULL); /* still connecting */
    expect_left(1000);
}

static void post_sixty(void)
{
    for (int i = 0; i < 60; i++) {
        char text[32];
        snprintf(text, sizeof text, "line %d", i);
        bench_post(POST_RESULT, "#games", text);
    }
}

/* By a server that is alive. */
static void hear_sixty(void)
{
    while (!strstr(hostile_heard(server), "line 59\r\n")) {
        hostile_say(server, ":srv NOTICE bot :Good evening");
        loop_step(loop, 100);
    }
}

static test_case(the_pace_is_kept_and_pongs_are_not_held_up)
{
    post_sixty();
    hostile_say(server, "PING :now");
    bench_expect_heard("PONG :now\r\n");
    bench_settle();
    int64_t from = loop_now(loop);
    hear_sixty();
    assert_in_range(loop_now(loop) - from, 55 * 1000, 75 * 1000); /* inspircd: one a second */
}

/* What a silent wire has kept comes to the server all at once: so it gets few lines, and the
   others wait. */
static test_case(lines_wait_while_the_wire_is_silent)
{
    int count = 0;
    bench_settle();
    post_sixty();
    for (int second = 0; second < 40; second++)
        loop_step(loop, 1000);
    bench_expect_heard("PING :still-there\r\n");
    for (const char *p = hostile_heard(server); (p = strstr(p, "PRIVMSG #")); p++)
        count++;
    assert_int_equal(count, 10);
    hostile_say(server, ":srv PONG srv :still-there");
    hear_sixty();
}

/* So many lines leave at once, of more than may. */
static int lines_at_once(void)
{
    enum { LINES = 16 };
    int count = 0;
    bench_settle(); /* what the server said last is dealt with */
    for (int i = 0; i < LINES; i++)
        bench_post(POST_RESULT, i % 2 ? "#plain" : "#games", "line");
    bench_settle_kept();
    for (const char *p = hostile_heard(server); (p = strstr(p, "PRIVMSG #")); p++)
        count++;
    assert_in_range(count, 1, LINES - 1);
    bench_settle();
    return count;
}

static void expect_ping(void)
{
    loop_step(loop, 2 * MINUTE - 1); /* nothing was said for so long; all is paid */
    bench_expect_heard("PING :still-there");
}

/* The server counts it like any other line of ours. */
static test_case(our_own_ping_counts_in_the_pace)
{
    expect_ping();
    hostile_say(server, "PONG srv");
    int usual = lines_at_once();
    expect_ping();
    hostile_say(server, ":srv PONG srv :still-there");
    assert_int_equal(lines_at_once(), usual - 1);
}

/* A SIGHUP may come while the tables are being brought back: until then nobody connects. */
static test_case(a_change_before_the_start_connects_to_nothing)
{
    struct irc_setup changed = bench_setup;
    changed.wire.nick = "other";
    irc_change(irc, &changed);
    for (int i = 0; i < 10; i++) {
        loop_step(loop, 1000);
        loop_serve(loop, PATIENCE_MS);
    }
    assert_false(hostile_has_client(server));
    irc->ops->start(irc);
    bench_expect_heard("NICK other");
}

/* Conformance 44: a channel that sends us elsewhere is left, and asked again after an hour. */
static test_case(a_forward_is_not_followed)
{
    bench_expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN #Games,#plain\r\n");
    hostile_say(server, ":srv 470 bot #Games ##overflow :Forwarding to another channel");
    hostile_say(server, ":bot!table@bot.example JOIN ##overflow");
    bench_expect_heard("PART ##overflow");
    hostile_forget(server);
    int64_t from = loop_now(loop);
    while (!strstr(hostile_heard(server), "JOIN #Games\r\n")) {
        loop_step(loop, 30 * 1000);
        hostile_say(server, "PONG srv");
        bench_settle_kept();
    }
    assert_in_range(loop_now(loop) - from, 59 * MINUTE, 61 * MINUTE);
}

static test_fixture(open_paced)
{
    bench_open_with("auto");
    bench_welcome();
    bench_settle();
    bench_forget();
    return 0;
}

static test_fixture(open_not_started)
{
    bench_new_with("off");
    return 0;
}

/* The host saves private lines where they cost something, and nowhere else. */
static test_case(lines_are_dear_as_the_pace_says)
{
    static const struct {
        const char *flood;
        bool is_dear;
    } paces[] = {{"auto", true}, {"safe", true}, {"ngircd", true}, {"off", false}};
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
        bench_new_with(paces[i].flood);
        assert_int_equal(port.has_dear_lines, paces[i].is_dear);
        bench_closed(NULL);
    }
}

int run_connection_tests(void)
{
#define ready(test) cmocka_unit_test_setup_teardown(test, bench_open_ready, bench_closed)
#define fresh(test) cmocka_unit_test_setup_teardown(test, bench_open_only, bench_closed)
#define paced(test) cmocka_unit_test_setup_teardown(test, open_paced, bench_closed)
    const struct CMUnitTest tests[] = {
        fresh(registration_ends_in_channels_and_bot_mode),
        fresh(each_channel_is_asked_about_once),
        fresh(a_lost_connection_comes_back_and_tells_the_host),
        fresh(patience_grows_with_what_the_server_says),
        fresh(three_kills_in_an_hour_end_it),
        fresh(a_channel_that_refuses_is_asked_ever_more_slowly),
        ready(kicked_it_stays_out_until_it_is_asked_back),
        ready(without_a_connection_the_network_is_away),
        ready(kicked_for_a_day_it_ends_the_game),
        ready(uninvited_guests_it_is_not),
        fresh(a_forward_is_not_followed),
        ready(leaving_says_what_waits_and_quits),
        fresh(leaving_does_not_wait_for_a_server_that_hangs),
        paced(leaving_quits_within_a_second_although_much_waits),
        paced(the_pace_is_kept_and_pongs_are_not_held_up),
        paced(lines_wait_while_the_wire_is_silent),
        paced(our_own_ping_counts_in_the_pace),
        cmocka_unit_test(lines_are_dear_as_the_pace_says),
        cmocka_unit_test_setup_teardown(a_change_before_the_start_connects_to_nothing,
                                        open_not_started, bench_closed),
    };
    return cmocka_run_group_tests_name("connection", tests, NULL, NULL);
}
