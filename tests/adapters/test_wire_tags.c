/* Events say by their tags only what is true, and only for capabilities that are on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "loop.h"
#include "testing.h"
#include "wire_bench.h"

static struct bench bench;
static char said[512];

static void note(struct bench *of, const struct wire_event *event)
{
    (void)of;
    snprintf(said, sizeof said, "account=%s time=%lld msgid=%s label=%s batch=%s type=%s%s%s",
             event->account, (long long)event->time, event->msgid, event->label, event->batch,
             event->batch_type, event->is_bot ? " bot" : "", event->is_replay ? " replay" : "");
}

static void open_with(const char *capabilities)
{
    char line[256];
    bench_open(&bench);
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    snprintf(line, sizeof line, ":srv CAP * LS :%s", capabilities);
    hostile_say(bench.server, line);
    snprintf(line, sizeof line, ":srv CAP * ACK :%s", capabilities);
    hostile_say(bench.server, line);
    hostile_say(bench.server, ":srv 001 bot :hi");
    hostile_say(bench.server, ":srv 422 bot :none");
    bench_expect_state(&bench, WIRE_READY);
    bench.on_event = note;
}

static test_fixture(open_all)
{
    open_with("account-tag batch labeled-response message-tags server-time");
    return 0;
}

static test_fixture(open_none)
{
    open_with("away-notify");
    return 0;
}

static test_fixture(close_bench)
{
    bench_close(&bench);
    return 0;
}

/* The line is said; what its event says. */
static const char *tell(const char *tags_and_line)
{
    static char result[512];
    hostile_say(bench.server, tags_and_line);
    for (int i = 0; i < 400 && !said[0]; i++)
        loop_serve(bench.loop, 25);
    memcpy(result, said, sizeof result);
    said[0] = '\0';
    return result;
}

#define EMPTY "account= time=0 msgid= label= batch= type="

static test_case(every_tag_arrives)
{
    assert_string_equal(
        tell(
            "@account=ann;time=2026-01-02T03:04:05.678Z;msgid=a-B_1;label=x7;bot :ann!u@h PRIVMSG #c :hi"),
        "account=ann time=1767323045678 msgid=a-B_1 label=x7 batch= type= bot");
    assert_string_equal(tell(":ann!u@h PRIVMSG #c :hi"), EMPTY);
}

static test_case(without_the_capability_a_tag_is_somebodys_forgery)
{
    assert_string_equal(
        tell(
            "@account=ann;time=2026-01-02T03:04:05.678Z;msgid=a;label=x;bot;batch=b :ann!u@h PRIVMSG #c :hi"),
        EMPTY);
}

/* Conformance 41. */
static test_case(what_clients_send_is_never_believed)
{
    assert_string_equal(
        tell(
            "@+account=root;+bot;+draft/account=root;+time=2026-01-02T03:04:05.678Z :a!u@h PRIVMSG #c :x"),
        EMPTY);
    assert_string_equal(tell("@account=root\\sroot;msgid=a\\nb;accounts=x :a!u@h PRIVMSG #c :x"),
                        EMPTY);
}

static test_case(times_are_read_exactly_or_not_at_all)
{
    static const struct {
        const char *text;
        long long ms;
    } cases[] = {
        {"1970-01-01T00:00:00.000Z", 0},
        {"2000-02-29T23:59:59.999Z", 951868799999},
        {"2024-12-31T23:59:60.000Z", 1735689600000},
        {"2026-01-02T03:04:05Z", 1767323045000},
        {"2026-13-02T03:04:05Z", 0},
        {"12:00", 0},
        {"", 0},
        {"-026-01-02T03:04:05Z", 0},
        {"2026-01-02T03:04:05.xZ", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[128], wanted[32];
        snprintf(line, sizeof line, "@time=%s :a!u@h PRIVMSG #c :x", cases[i].text);
        snprintf(wanted, sizeof wanted, " time=%lld ", cases[i].ms);
        if (!strstr(tell(line), wanted))
            fail_msg("%s is not%s", cases[i].text, wanted);
    }
}

static test_case(a_batch_says_what_its_lines_are)
{
    assert_string_equal(tell(":srv BATCH +n1 netsplit a.example b.example"),
                        "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell("@batch=n1 :ann!u@h QUIT :a.example b.example"),
                        "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell(":bob!u@h QUIT :bye"), EMPTY);
    assert_string_equal(tell(":srv BATCH -n1"),
                        "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell("@label=q1 :srv BATCH +l labeled-response"),
                        "account= time=0 msgid= label=q1 batch=l type=labeled-response");
    assert_string_equal(tell("@batch=l :srv 401 bot ann :No such nick"),
                        "account= time=0 msgid= label=q1 batch=l type=labeled-response");
}

/* Conformance 31, the wire's part: history, and what is in a batch inside of it, is marked. */
static test_case(history_is_marked_to_any_depth)
{
    assert_non_null(strstr(tell(":srv BATCH +h chathistory #c"), "replay"));
    assert_non_null(strstr(tell("@batch=h :ann!u@h PRIVMSG #c :!join"), "type=chathistory replay"));
    assert_non_null(strstr(tell("@batch=h :srv BATCH +in draft/multiline #c"), "replay"));
    assert_non_null(strstr(tell("@batch=in :ann!u@h PRIVMSG #c :!join"), "replay"));
    tell(":srv BATCH -in");
    tell(":srv BATCH -h");
    assert_null(strstr(tell(":ann!u@h PRIVMSG #c :!join"), "replay"));
    /* closed: nobody knows it */
    assert_non_null(strstr(tell("@batch=h :ann!u@h PRIVMSG #c :!join"), "replay"));
}

static test_case(more_batches_than_anybody_opens_are_taken_for_history)
{
    char line[128];
    for (int i = 0; i < 40; i++) {
        snprintf(line, sizeof line, ":srv BATCH +b%d netsplit a b", i);
        tell(line);
    }
    assert_null(strstr(tell("@batch=b3 :a!u@h QUIT :a b"), "replay"));
    assert_non_null(strstr(tell("@batch=b30 :a!u@h PRIVMSG #c :!join"), "replay"));
    tell(":srv BATCH -b3");
    assert_null(strstr(tell(":srv BATCH +again netjoin a b"), "replay"));
    tell(":srv BATCH +");
    tell(":srv BATCH -");
    tell(":srv BATCH");
    assert_non_null(strstr(tell("@batch= :a!u@h PRIVMSG #c :hi"), "batch= type="));
}

#define WITH(test, open) cmocka_unit_test_setup_teardown(test, open, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(every_tag_arrives, open_all),
        WITH(without_the_capability_a_tag_is_somebodys_forgery, open_none),
        WITH(what_clients_send_is_never_believed, open_all),
        WITH(times_are_read_exactly_or_not_at_all, open_all),
        WITH(a_batch_says_what_its_lines_are, open_all),
        WITH(history_is_marked_to_any_depth, open_all),
        WITH(more_batches_than_anybody_opens_are_taken_for_history, open_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
