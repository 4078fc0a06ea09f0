/* MONITOR through the whole adapter: whom the server is asked to watch, what is made of its
   answers, and above all what is not: a nick that comes online is nobody yet. */
#include <stdio.h>
#include <string.h>

#include "adapter.h"
#include "hostile_server.h"
#include "irc_bench.h"
#include "loop.h"
#include "persons.h"
#include "testing.h"

#define CAPS "account-tag account-notify extended-join extended-monitor"

enum { SOON_MS = 6 * 1000, REVIEW_MS = 61 * 1000 };

static const char secret[] = "the hand of alice";

static void expect_nothing(const char *text, const char *why)
{
    bench_settle_kept();
    if (strstr(hostile_heard(server), text))
        fail_msg("%s: \"%s\" was sent:\n%s", why, text, hostile_heard(server));
}

/* A server with MONITOR=`limit`, "" for none named; ann is logged in as alice and has a seat. */
static void welcome(const char *limit)
{
    char line[128];
    bench_welcome_with_caps(CAPS);
    snprintf(line, sizeof line, ":srv 005 bot MONITOR%s%s WHOX :are supported", *limit ? "=" : "",
             limit);
    hostile_say(server, line);
    has_table = true;
    bench_seats[0] = (struct bench_seat){"$alice", "ann"};
    hostile_say(server, ":ann!u@host.example ACCOUNT alice");
    bench_expect_noted("returned $alice\n");
    bench_let_pass(REVIEW_MS);
    bench_forget();
}

static void let_pass_keeping(int64_t ms)
{
    loop_step(loop, ms);
    bench_settle_kept();
}

static void ann_quits(void)
{
    hostile_say(server, ":ann!u@host.example QUIT :bye");
    bench_expect_noted("gone $alice\n");
    let_pass_keeping(SOON_MS);
}

/* The server answers our question after her nick came online. */
static void ann_comes_online_as(const char *account)
{
    char line[128];
    hostile_forget(server);
    hostile_say(server, ":srv 730 bot :Ann!u@elsewhere.example");
    let_pass_keeping(SOON_MS);
    bench_expect_heard("WHO ann %tuhnfa,417\r\n");
    snprintf(line, sizeof line, ":srv 354 bot 417 u elsewhere.example Ann H %s", account);
    hostile_say(server, line);
    bench_settle();
}

static void deliver(void)
{
    hostile_forget(server);
    bench_whisper(WHISPER_HAND, "$alice", secret);
    bench_settle_kept();
}

/* ---- who is met, and who is not ---- */

static test_case(an_account_outside_of_the_channels_is_met)
{
    welcome("30");
    ann_quits();
    bench_expect_heard("MONITOR + ann\r\n");
    deliver();
    expect_nothing(secret, "she is offline");
    ann_comes_online_as("Alice");
    bench_expect_noted("returned $alice\n");
    deliver();
    bench_expect_heard("PRIVMSG Ann :the hand of alice");
    bench_forget();
    hostile_say(server, "@account=alice :Ann!u@elsewhere.example PRIVMSG bot :hand");
    bench_expect_noted("irc:test Ann: hand\n");
    assert_string_equal(last_key, "$alice");
}

/* Conformance 37 and 61: being online proves nothing. */
static test_case(a_nick_that_is_online_is_nobody)
{
    static const char *const others[] = {"0", "*", "mallory"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        void *none = NULL;
        bench_open_only(&none);
        welcome("30");
        ann_quits();
        hostile_say(server, ":srv 730 bot :ann!m@evil.example");
        bench_settle();
        deliver();
        expect_nothing(secret, "online and not asked yet");
        bench_forget();
        ann_comes_online_as(others[i]);
        deliver();
        expect_nothing(secret, others[i]);
        hostile_say(server, ":ann!m@evil.example PRIVMSG bot :hand");
        bench_settle();
        assert_string_equal(diary, "");
        bench_closed(&none);
    }
}

/* What nobody asked for: a 354 for a nick that is not watched, or not online; 730 for one we
   never named. */
static test_case(answers_to_no_question_prove_nothing)
{
    welcome("30");
    hostile_say(server, ":srv 730 bot :mal!m@evil.example");
    hostile_say(server, ":srv 354 bot 417 m evil.example mal H alice");
    ann_quits();
    hostile_say(server, ":srv 354 bot 417 m evil.example ann H alice");
    hostile_say(server, ":ann!m@evil.example ACCOUNT alice");
    bench_settle();
    assert_string_equal(diary, "gone $alice\n");
    deliver();
    expect_nothing(secret, "nobody came online");
}

static test_case(who_was_met_is_gone_with_the_nick_or_the_account)
{
    static const char *const ends[] = {":srv 731 bot :Ann",
                                       ":Ann!u@elsewhere.example ACCOUNT *",
                                       ":Ann!u@elsewhere.example ACCOUNT mallory",
                                       ":srv 730 bot :Ann!m@evil.example",
                                       ":Ann!u@elsewhere.example NICK :other",
                                       ":Ann!m@h PRIVMSG bot :who am I"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        void *none = NULL;
        bench_open_only(&none);
        welcome("30");
        ann_quits();
        ann_comes_online_as("alice");
        bench_expect_noted("returned $alice\n");
        bench_forget();
        hostile_say(server, ends[i]);
        bench_settle();
        hostile_say(server, ":Ann!m@h PRIVMSG bot :hand");
        bench_settle();
        if (strcmp(diary, "gone $alice\n") != 0)
            fail_msg("\"%s\": the host was told \"%s\"", ends[i], diary);
        deliver();
        expect_nothing(secret, ends[i]);
        bench_closed(&none);
    }
}

/* Who logs in only after a while is asked about again, and told of by extended-monitor. */
static test_case(a_login_after_coming_is_noticed)
{
    welcome("30");
    ann_quits();
    ann_comes_online_as("0");
    hostile_forget(server);
    let_pass_keeping(30 * 1000);
    bench_expect_heard("WHO ann ");
    hostile_say(server, ":srv 354 bot 417 u h ann H 0");
    bench_settle();
    bench_let_pass(300 * 1000);
    let_pass_keeping(1000);
    hostile_forget(server);
    bench_let_pass(1000 * 1000);
    expect_nothing("WHO ann", "asked three times");
    hostile_say(server, ":Ann!u@elsewhere.example ACCOUNT alice");
    bench_expect_noted("returned $alice\n");
}

/* Before anybody was asked. */
static test_case(a_word_of_the_account_is_proof_enough)
{
    welcome("30");
    ann_quits();
    hostile_say(server, "@account=alice :ann!u@host.example PRIVMSG bot :hand");
    bench_expect_heard("<IRC_JOIN_FIRST_1>");
    hostile_say(server, ":srv 730 bot :ann!u@host.example");
    hostile_say(server, "@account=mallory :ann!u@host.example PRIVMSG bot :hand");
    bench_settle();
    assert_string_equal(diary, "gone $alice\n");
    hostile_say(server, "@account=alice :ann!u@host.example PRIVMSG bot :hand");
    bench_expect_noted("returned $alice\n");
    bench_expect_noted("irc:test ann: hand\n");
}

/* In the channel again before it was time to ask. */
static test_case(who_comes_into_the_channel_is_not_asked_about)
{
    welcome("30");
    ann_quits();
    hostile_say(server, ":srv 730 bot :ann!u@host.example");
    hostile_say(server, ":ann!u@host.example JOIN #games alice :Ann");
    bench_expect_noted("returned $alice\n");
    bench_settle();
    let_pass_keeping(REVIEW_MS);
    expect_nothing("WHO ann", "she is there");
    bench_expect_heard("MONITOR - ann\r\n");
    hostile_say(server, ":srv 731 bot :ann"); /* nothing of ours any more */
    bench_settle();
    deliver();
    bench_expect_heard("PRIVMSG ann :the hand of alice");
}

/* ---- the list ---- */

static test_case(people_without_an_account_are_not_watched)
{
    welcome("30");
    bench_say("bob", "bot", "hand");
    bench_expect_noted("bob: hand");
    bench_seats[1] = (struct bench_seat){last_key, "bob"};
    hostile_say(server, ":bob!u@host.example QUIT :bye");
    ann_quits();
    bench_expect_heard("MONITOR + ann\r\n");
}

static test_case(nobody_is_watched_where_there_is_no_monitor)
{
    welcome("30");
    hostile_say(server, ":srv 005 bot -MONITOR :are supported");
    ann_quits();
    let_pass_keeping(REVIEW_MS);
    expect_nothing("MONITOR", "the server has none");
}

static test_case(the_list_follows_the_seats)
{
    welcome("");
    ann_quits();
    bench_expect_heard("MONITOR + ann\r\n");
    hostile_forget(server);
    let_pass_keeping(REVIEW_MS);
    expect_nothing("MONITOR", "it is as it was");
    bench_seats[0].name = "[ann]"; /* the host heard of it a moment later */
    bench_seats[1] = (struct bench_seat){"$bobby", "{ann}"};
    let_pass_keeping(REVIEW_MS);
    bench_expect_heard("MONITOR - ann\r\n");
    let_pass_keeping(2000);
    bench_expect_heard("MONITOR + [ann],{ann}\r\n");
    has_table = false;
    let_pass_keeping(REVIEW_MS);
    bench_expect_heard("MONITOR - {ann},[ann]\r\n");
}

/* As in rfc1459 the two are one nick. */
static test_case(nicks_are_watched_as_the_server_folds_them)
{
    welcome("30");
    hostile_say(server, ":srv 005 bot CASEMAPPING=rfc1459 :are supported");
    bench_settle();
    bench_seats[0].name = "[ann]";
    bench_seats[1] = (struct bench_seat){"$bobby", "{ANN}"};
    hostile_forget(server);
    let_pass_keeping(SOON_MS);
    bench_expect_heard("MONITOR + [ann]\r\n");
    hostile_say(server, ":srv 730 bot :{Ann}!u@h");
    let_pass_keeping(SOON_MS);
    bench_expect_heard("WHO [ann] ");
    hostile_say(server, ":srv 354 bot 417 u h {Ann} H Alice");
    bench_expect_noted("returned $alice\n");
}

static int count_heard(const char *part)
{
    int count = 0;
    for (const char *at = hostile_heard(server); (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void seat_many(int count)
{
    static char names[BENCH_SEATS][2][32];
    for (int i = 0; i < count; i++) {
        snprintf(names[i][0], sizeof names[i][0], "$account%d", i);
        snprintf(names[i][1], sizeof names[i][1], "person-%d", i);
        bench_seats[i] = (struct bench_seat){names[i][0], names[i][1]};
    }
}

static test_case(the_servers_limit_holds)
{
    welcome("3");
    seat_many(10);
    ann_quits();
    bench_expect_heard("MONITOR + person-0,person-1,person-2\r\n");
    let_pass_keeping(REVIEW_MS);
    assert_int_equal(count_heard("MONITOR"), 1);
}

/* 734: fewer than it said. */
static test_case(a_full_list_is_not_pressed)
{
    welcome("30");
    seat_many(4);
    ann_quits();
    bench_expect_heard("MONITOR + person-0,person-1,person-2,person-3\r\n");
    hostile_say(server, ":srv 734 bot 2 person-2,person-3 :Monitor list is full.");
    bench_settle();
    let_pass_keeping(REVIEW_MS);
    expect_nothing("MONITOR", "the list is full");
    bench_seats[0] = (struct bench_seat){"$zoe", "zoe"}; /* another in place of person-0 */
    let_pass_keeping(REVIEW_MS);
    bench_expect_heard("MONITOR - person-0\r\n");
    let_pass_keeping(2000);
    bench_expect_heard("MONITOR + zoe\r\n");
    hostile_say(server, ":srv 730 bot :person-1!u@h");
    let_pass_keeping(SOON_MS);
    bench_expect_heard("WHO person-1 ");
}

/* A long list takes several lines, and many who come back at once several questions, each at its
   time. */
static test_case(many_are_dealt_with_a_line_at_a_time)
{
    welcome("100");
    seat_many(BENCH_SEATS);
    ann_quits();
    assert_int_equal(count_heard("MONITOR"), 2); /* two seconds of it */
    let_pass_keeping(5000);
    assert_int_equal(count_heard("person-"), BENCH_SEATS);
    for (const char *line = hostile_heard(server), *next; (next = strchr(line, '\n'));
         line = next + 1)
        assert_true(next - line < 400);
    hostile_forget(server);
    for (int i = 0; i < BENCH_SEATS; i++) {
        char line[64];
        snprintf(line, sizeof line, ":srv 730 bot :person-%d!u@h", i);
        hostile_say(server, line);
    }
    bench_settle_kept();
    let_pass_keeping(10 * 1000);
    assert_in_range(count_heard("WHO person-"), 4, 8);
}

static test_case(a_new_connection_has_a_new_list)
{
    welcome("30");
    ann_quits();
    bench_expect_heard("MONITOR + ann\r\n");
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    bench_forget();
    loop_step(loop, 30000);
    bench_welcome_with_caps(CAPS); /* ann is in NAMES, but nobody says as whom */
    hostile_say(server, ":srv 005 bot MONITOR=30 WHOX :are supported");
    bench_settle();
    let_pass_keeping(REVIEW_MS);
    bench_expect_heard("MONITOR + ann\r\n");
}

/* ---- our own nick ---- */

static test_case(our_nick_is_taken_when_it_is_free_and_not_asked_for_before)
{
    welcome("30");
    hostile_say(server, ":bot!table@bot.example NICK bot1");
    bench_settle();
    let_pass_keeping(SOON_MS);
    bench_expect_heard("MONITOR + bot\r\n");
    hostile_say(server, ":srv 730 bot1 :Bot!m@evil.example");
    bench_settle();
    for (int minutes = 0; minutes < 25; minutes++) {
        hostile_say(server, "PONG srv");
        let_pass_keeping(60 * 1000);
    }
    expect_nothing("NICK bot", "it is in use");
    expect_nothing("WHO bot", "who has it does not matter");
    hostile_say(server, ":srv 731 bot1 :Bot");
    bench_expect_heard("NICK bot\r\n");
    hostile_say(server, ":bot1!table@bot.example NICK bot");
    bench_settle();
    let_pass_keeping(REVIEW_MS);
    bench_expect_heard("MONITOR - bot\r\n");
}

/* Free for a moment, and refused: then it is asked for again as without MONITOR. */
static test_case(our_nick_is_asked_for_again_when_somebody_was_faster)
{
    welcome("30");
    hostile_say(server, ":bot!table@bot.example NICK bot1");
    bench_settle();
    let_pass_keeping(SOON_MS);
    bench_expect_heard("MONITOR + bot\r\n");
    hostile_say(server, ":srv 731 bot1 :bot");
    bench_expect_heard("NICK bot\r\n");
    hostile_say(server, ":srv 437 bot1 bot :Nick is held");
    bench_settle();
    loop_step(loop, 125 * 1000);
    bench_expect_heard("NICK bot\r\n");
}

int run_monitor_tests(void)
{
#define only(test) cmocka_unit_test_setup_teardown(test, bench_open_only, bench_closed)
    const struct CMUnitTest tests[] = {
        only(an_account_outside_of_the_channels_is_met),
        cmocka_unit_test(a_nick_that_is_online_is_nobody),
        only(answers_to_no_question_prove_nothing),
        cmocka_unit_test(who_was_met_is_gone_with_the_nick_or_the_account),
        only(a_login_after_coming_is_noticed),
        only(a_word_of_the_account_is_proof_enough),
        only(who_comes_into_the_channel_is_not_asked_about),
        only(people_without_an_account_are_not_watched),
        only(nobody_is_watched_where_there_is_no_monitor),
        only(the_list_follows_the_seats),
        only(nicks_are_watched_as_the_server_folds_them),
        only(the_servers_limit_holds),
        only(a_full_list_is_not_pressed),
        only(many_are_dealt_with_a_line_at_a_time),
        only(a_new_connection_has_a_new_list),
        only(our_nick_is_taken_when_it_is_free_and_not_asked_for_before),
        only(our_nick_is_asked_for_again_when_somebody_was_faster),
    };
    return cmocka_run_group_tests_name("monitor", tests, NULL, NULL);
}
