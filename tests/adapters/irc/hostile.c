/* A server that says more than anybody could use: how much is kept of it, how much is done in
   one turn of the loop, and that the others are served between. Bounded by counts; what it costs
   is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapter.h"
#include "hostile_server.h"
#include "irc_bench.h"
#include "loop.h"
#include "members.h"
#include "network.h"
#include "persons.h"
#include "testing.h"
#include "text.h"
#include "wire_state.h"

enum { CROWD = 200 * 1000, BATCH = 500, TURN_LINES = 2100 };

static struct irc *inside(void)
{
    return (struct irc *)(void *)irc;
}

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

static long rss_kb(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * 4;
}

static struct {
    int lines, most_lines, turns;
    double most_ms;
} tally;

/* One turn of the loop. */
static void turn(void)
{
    const struct irc *inner = inside();
    int before = inner->wire ? inner->wire->minute_lines : 0;
    double from = cpu_ms();
    loop_serve(loop, 0);
    double took = cpu_ms() - from;
    int lines = inner->wire ? inner->wire->minute_lines - before : 0;
    tally.turns++;
    tally.lines += lines;
    if (lines > tally.most_lines)
        tally.most_lines = lines;
    if (took > tally.most_ms)
        tally.most_ms = took;
}

static void expect_bounds(void)
{
    const struct members *members = inside()->members;
    assert_true(tally.most_lines <= TURN_LINES);
    assert_true(!members || members_are_bounded(members));
}

/* So many lines, each with its number in the place of every '*'. */
static void pour(const char *line, int count)
{
    static char bytes[BATCH * 120];
    for (int i = 0; i < count; i += BATCH) {
        struct text text = text_over(bytes, sizeof bytes);
        for (int j = i; j < i + BATCH; j++) {
            for (const char *from = line; *from; from++)
                if (*from == '*')
                    text_putf(&text, "%d", j);
                else
                    text_put_bytes(&text, from, 1);
            text_put(&text, "\r\n");
        }
        hostile_say_bytes(server, bytes, text.length);
        for (int t = 0; t < 20; t++)
            turn();
    }
    for (int quiet = 0; quiet < 50;) {
        int before = tally.lines;
        turn();
        quiet = tally.lines == before ? quiet + 1 : 0;
    }
    expect_bounds();
}

static void report(const char *what, double from, long rss)
{
    print_message(
        "%s: %d lines in %d turns, at most %d lines and %.1f ms CPU in one; %d people, %.0f ms, %+ld KB\n",
        what, tally.lines, tally.turns, tally.most_lines, tally.most_ms,
        inside()->members ? members_count(inside()->members) : 0, cpu_ms() - from, rss_kb() - rss);
    memset(&tally, 0, sizeof tally);
}

static test_case(a_crowd_without_end_is_not_kept)
{
    memset(&tally, 0, sizeof tally);
    double from = cpu_ms();
    long rss = rss_kb();
    pour(":p*!u@h*.example JOIN #games", CROWD);
    report("200,000 JOINs", from, rss);
    from = cpu_ms(), rss = rss_kb();
    pour(":srv 353 bot = #games :n* @m*", CROWD / 2);
    report("200,000 names", from, rss);
    from = cpu_ms(), rss = rss_kb();
    pour(":p*!u@h.example NICK q*", CROWD / 4);
    report("50,000 NICKs", from, rss);
    /* And somebody who speaks is heard all the same. */
    bench_say("late", "#games", "!join");
    bench_expect_noted("irc:test#games late: join\n");
    bench_say("late", "bot", "hand");
    bench_expect_noted("irc:test late: hand\n");
    expect_bounds();
    from = cpu_ms(), rss = rss_kb();
    hostile_say(server, ":op!u@h KICK #games bot :out");
    pour(":p*!u@h*.example JOIN #games", BATCH);
    assert_true(members_count(inside()->members) < 10);
    report("a KICK of us", from, rss);
}

/* Everybody in every channel, seen to come and go; and those whom a netsplit takes. */
static test_case(channels_and_netsplits_are_bounded_too)
{
    memset(&tally, 0, sizeof tally);
    double from = cpu_ms();
    long rss = rss_kb();
    pour(":p*!u@h*.example JOIN #games", CROWD / 10);
    pour(":p*!u@h*.example QUIT :hub.example leaf.example", CROWD / 10);
    report("a netsplit of 20,000", from, rss);
    assert_true(members_count(inside()->members) < 10);
}

/* With a table that has people of the crowd, nobody who sits there loses the seat to it. */
static test_case(who_has_a_seat_is_not_crowded_out)
{
    memset(&tally, 0, sizeof tally);
    bench_say("ann", "#games", "!join");
    bench_expect_noted("ann@: join\n");
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", last_key);
    has_table = true;
    bench_seats[0] = (struct bench_seat){key, "ann"};
    pour(":p*!u@h*.example JOIN #games", MEMBERS_MOST + BATCH);
    for (int i = 0; i < 2000; i++) {
        char nick[16];
        snprintf(nick, sizeof nick, "loud%d", i);
        bench_say(nick, "#games", "!help");
        if (i % 100 == 99)
            bench_settle(), diary[0] = '\0';
    }
    assert_non_null(members_by_key(inside()->members, key));
    expect_bounds();
}

static test_case(a_server_that_never_stops_is_left)
{
    memset(&tally, 0, sizeof tally);
    for (int i = 0; i < 100 && inside()->wire; i++)
        pour("X**", 10 * BATCH);
    assert_null(inside()->wire);
    bench_expect_noted("network gone irc:test\n");
    assert_true(loop_timer_is_set(&inside()->connect)); /* it is tried again, later */
}

int run_hostile_tests(void)
{
#define ready(test) cmocka_unit_test_setup_teardown(test, bench_open_ready, bench_closed)
    const struct CMUnitTest tests[] = {
        ready(a_crowd_without_end_is_not_kept),
        ready(channels_and_netsplits_are_bounded_too),
        ready(who_has_a_seat_is_not_crowded_out),
        ready(a_server_that_never_stops_is_left),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
