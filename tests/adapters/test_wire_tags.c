/* What an event says by its tags: true things only, and only of capabilities that are on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "loop.h"
#include "wire_bench.h"

static struct bench bench;
static char said[512];

static void note(struct bench *of, const struct wire_event *event)
{
    (void)of;
    snprintf(said, sizeof said, "account=%s time=%lld msgid=%s label=%s batch=%s type=%s%s%s", event->account,
             (long long)event->time, event->msgid, event->label, event->batch, event->batch_type,
             event->is_bot ? " bot" : "", event->is_replay ? " replay" : "");
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

static int open_all(void **state)
{
    (void)state;
    open_with("account-tag batch labeled-response message-tags server-time");
    return 0;
}

static int open_none(void **state)
{
    (void)state;
    open_with("away-notify");
    return 0;
}

static int close_bench(void **state)
{
    (void)state;
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

static void every_tag_arrives(void **state)
{
    (void)state;
    assert_string_equal(
        tell("@account=ann;time=2026-01-02T03:04:05.678Z;msgid=a-B_1;label=x7;bot :ann!u@h PRIVMSG #c :hi"),
        "account=ann time=1767323045678 msgid=a-B_1 label=x7 batch= type= bot");
    assert_string_equal(tell(":ann!u@h PRIVMSG #c :hi"), EMPTY);
}

static void without_the_capability_a_tag_is_somebodys_forgery(void **state)
{
    (void)state;
    assert_string_equal(
        tell("@account=ann;time=2026-01-02T03:04:05.678Z;msgid=a;label=x;bot;batch=b :ann!u@h PRIVMSG #c :hi"), EMPTY);
}

/* Conformance 41. */
static void what_clients_send_is_never_believed(void **state)
{
    (void)state;
    assert_string_equal(
        tell("@+account=root;+bot;+draft/account=root;+time=2026-01-02T03:04:05.678Z :a!u@h PRIVMSG #c :x"), EMPTY);
    assert_string_equal(tell("@account=root\\sroot;msgid=a\\nb;accounts=x :a!u@h PRIVMSG #c :x"), EMPTY);
}

static void times_are_read_exactly_or_not_at_all(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[128], wanted[32];
        snprintf(line, sizeof line, "@time=%s :a!u@h PRIVMSG #c :x", cases[i].text);
        snprintf(wanted, sizeof wanted, " time=%lld ", cases[i].ms);
        if (!strstr(tell(line), wanted))
            fail_msg("%s is not%s", cases[i].text, wanted);
    }
}

static void a_batch_says_what_its_lines_are(void **state)
{
    (void)state;
    assert_string_equal(tell(":srv BATCH +n1 netsplit a.example b.example"),
                        "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell("@batch=n1 :ann!u@h QUIT :a.example b.example"),
                        "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell(":bob!u@h QUIT :bye"), EMPTY);
    assert_string_equal(tell(":srv BATCH -n1"), "account= time=0 msgid= label= batch=n1 type=netsplit");
    assert_string_equal(tell("@label=q1 :srv BATCH +l labeled-response"),
                        "account= time=0 msgid= label=q1 batch=l type=labeled-response");
    assert_string_equal(tell("@batch=l :srv 401 bot ann :No such nick"),
                        "account= time=0 msgid= label=q1 batch=l type=labeled-response");
}

/* Conformance 31, the wire's part: history, and what is in a batch inside of it, is marked. */
static void history_is_marked_to_any_depth(void **state)
{
    (void)state;
    assert_non_null(strstr(tell(":srv BATCH +h chathistory #c"), "replay"));
    assert_non_null(strstr(tell("@batch=h :ann!u@h PRIVMSG #c :!join"), "type=chathistory replay"));
    assert_non_null(strstr(tell("@batch=h :srv BATCH +in draft/multiline #c"), "replay"));
    assert_non_null(strstr(tell("@batch=in :ann!u@h PRIVMSG #c :!join"), "replay"));
    tell(":srv BATCH -in");
    tell(":srv BATCH -h");
    assert_null(strstr(tell(":ann!u@h PRIVMSG #c :!join"), "replay"));
    assert_non_null(strstr(tell("@batch=h :ann!u@h PRIVMSG #c :!join"), "replay")); /* closed: nobody knows it */
}

static void more_batches_than_anybody_opens_are_taken_for_history(void **state)
{
    char line[128];
    (void)state;
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
