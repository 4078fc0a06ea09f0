/* The life of connections to the gateway, item by item of what Discord asks of a client
   ("conformance N" in the comments), against a Discord that the test plays itself. Sockets are
   test_gateway_link.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/fake.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "testing.h"

static const char ack[] = "{\"op\":11}";

/* conformance 1 */
static void it_asks_for_the_gateway_before_it_connects(void **state)
{
    struct fake *fake = *state;
    fake->setup.compresses = true;
    fake_start(fake);
    assert_int_equal(fake->asked, 1);
    assert_int_equal(fake->link_count, 0);
    struct fake_link *link = fake_next(fake, 0, SECOND);
    assert_string_equal(link->url.host, "gateway.example");
    assert_string_equal(link->url.path, "/?v=10&encoding=json&compress=zlib-stream");
    assert_true(link->url.is_tls);
}

static void it_goes_on_asking_while_there_is_no_answer(void **state)
{
    struct fake *fake = *state;
    json_t *bot = fake->bot;
    fake->bot = NULL;
    fake_start(fake);
    fake_wait(fake, 10 * MINUTE);
    assert_in_range(fake->asked, 6, 20);
    assert_int_equal(fake->link_count, 0);
    fake->bot = bot;
    fake_next(fake, 0, 2 * MINUTE);
}

/* conformance 16: with another token, or when the admin has put it right on the page of the
   application */
static void after_its_end_it_can_be_woken(void **state)
{
    static const int codes[] = {4004, 4010, 4012, 4013, 4014};
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < (int)(sizeof codes / sizeof *codes); i++) {
        int asked = fake->asked, links = fake->link_count;
        fake_drop(fake, link, codes[i]);
        fake_wait(fake, 10 * MINUTE);
        assert_int_equal(fake->failures, i + 1);
        assert_int_equal(fake->link_count, links);
        gateway_wake(fake->gateway, "TOKEN.of.today");
        link = fake_next(fake, links, 20 * MINUTE);
        assert_true(fake->asked > asked);
        fake_hello(fake, link);
        fake_wait(fake, SECOND);
        const struct fake_sent *identify = fake_find(link, IDENTIFY, 0);
        assert_non_null(identify);
        assert_string_equal(word(identify, "token"), "TOKEN.of.today");
        fake_ready(fake, link, 1);
        assert_true(gateway_is_up(fake->gateway, 0));
    }
}

/* conformance 2 */
static void the_first_heartbeat_has_jitter(void **state)
{
    struct fake *fake = *state;
    int64_t least = INT64_MAX, most = -1;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < 20; i++) {
        link = after_drop(fake, link, 0);
        int64_t hello = loop_now(fake->loop);
        fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"RESUMED\",\"d\":{}}");
        fake_beat(fake, link, 40 * SECOND + 100);
        const struct fake_sent *beat = fake_find(link, HEARTBEAT, 0);
        assert_non_null(beat);
        int64_t delay = beat->at - hello;
        assert_true(delay >= 0 && delay < 40 * SECOND);
        least = delay < least ? delay : least;
        most = delay > most ? delay : most;
        fake_beat(fake, link, 61 * SECOND); /* stable: the next drop is the first */
    }
    assert_true(most - least > 5 * SECOND);
}

/* conformance 3 */
static void heartbeats_keep_their_pace_before_ready_and_under_load(void **state)
{
    struct fake *fake = *state;
    fake_start(fake);
    struct fake_link *link = fake_next(fake, 0, SECOND);
    fake_hello(fake, link);
    fake_beat(fake, link, 50 * SECOND); /* not READY yet */
    fake_ready(fake, link, 1);
    for (int i = 0; i < 3000; i++) {
        char text[96];
        snprintf(text, sizeof text,
                 "{\"op\":0,\"s\":%d,\"t\":\"MESSAGE_CREATE\",\"d\":{\"id\":\"60\"}}", i + 2);
        fake_say(fake, link, text);
        fake_beat(fake, link, 100);
        gateway_show(fake->gateway, "something else");
    }
    int beats = fake_count(link, HEARTBEAT);
    assert_in_range(beats, 8, 10);
    for (int i = 1; i < beats; i++)
        assert_int_equal(fake_find(link, HEARTBEAT, i)->at - fake_find(link, HEARTBEAT, i - 1)->at,
                         40 * SECOND);
}

static const json_t *last_beat(const struct fake_link *link)
{
    return beat_of(fake_find(link, HEARTBEAT, fake_count(link, HEARTBEAT) - 1));
}

/* conformance 4 */
static void a_heartbeat_tells_the_last_sequence(void **state)
{
    struct fake *fake = *state;
    fake_start(fake);
    struct fake_link *link = fake_next(fake, 0, SECOND);
    fake_hello(fake, link);
    fake_say(fake, link, "{\"op\":1,\"d\":null}");
    assert_true(json_is_null(last_beat(link)));
    fake_ready(fake, link, 0); /* some begin with 0 */
    fake_say(fake, link, "{\"op\":1,\"d\":null}");
    assert_true(json_is_integer(last_beat(link)));
    assert_int_equal(json_integer_value(last_beat(link)), 0);
    fake->wants_messages = true; /* nobody wants what comes now */
    fake_say(fake, link, "{\"op\":0,\"s\":17,\"t\":\"NOBODY_KNOWS\",\"d\":null}");
    fake_say(fake, link, "{\"op\":1,\"d\":null}");
    assert_int_equal(json_integer_value(last_beat(link)), 17);
}

/* conformance 5 */
static void a_heartbeat_asked_for_is_sent_at_once_and_moves_nothing(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    while (fake_count(link, HEARTBEAT) == 0)
        fake_beat(fake, link, 100);
    int before = 1;
    int64_t last = fake_find(link, HEARTBEAT, 0)->at;
    fake_wait(fake, 5 * SECOND);
    fake_say(fake, link, "{\"op\":1,\"d\":null}");
    assert_int_equal(fake_count(link, HEARTBEAT), before + 1);
    fake_say(fake, link, ack);
    fake_say(fake, link, ack);
    fake_beat(fake, link, 40 * SECOND);
    assert_int_equal(fake_find(link, HEARTBEAT, before + 1)->at, last + 40 * SECOND);
}

/* conformance 6 */
static void a_zombie_is_left_for_a_resume(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < 801 && link->closed_at < 0; i++)
        fake_wait(fake, 100);
    assert_int_equal(fake_count(link, HEARTBEAT), 1);
    int64_t sent = fake_find(link, HEARTBEAT, 0)->at;
    assert_int_equal(link->closed_at, sent + 40 * SECOND);
    assert_int_equal(link->code, 4000);
    link = fake_next(fake, 1, 5 * SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 1);
}

/* A Resume that is cut says nothing about the session: it is tried again for as long as Discord
   keeps one. */
static void a_resume_that_is_cut_stays_a_resume(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int round = 0; round < 3; round++) {
        int64_t began = loop_now(fake->loop);
        for (int cuts = 0; cuts < 8; cuts++) {
            int links = fake->link_count;
            fake_drop(fake, link, (cuts + round) % 2 ? 4000 : 0);
            link = fake_next(fake, links, 3 * MINUTE);
            fake_hello(fake, link);
            assert_non_null(fake_find(link, RESUME, 0));
            assert_null(fake_find(link, IDENTIFY, 0));
            assert_true(cuts > 3 || loop_now(fake->loop) - began < 20 * SECOND);
        }
        fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"RESUMED\",\"d\":{}}");
        fake_wait(fake, 10 * SECOND);
        fake_beat(fake, link, 2 * MINUTE);
    }
}

/* conformance 10 */
static void a_dropped_connection_is_resumed(void **state)
{
    struct fake *fake = *state;
    fake->setup.compresses = true;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":0,\"s\":9,\"t\":\"NOBODY_KNOWS\",\"d\":null}");
    fake_beat(fake, link, MINUTE);
    link = after_drop(fake, link, 0);
    expect_resume(link, "abc", 9);
    assert_string_equal(link->url.path, "/?v=10&encoding=json&compress=zlib-stream");
}

/* conformance 11, 27 */
static void replayed_dispatches_come_in_order_and_once(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}");
    link = after_drop(fake, link, 1006);
    fake->events[0] = '\0';
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":3,\"t\":\"B\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":5,\"t\":\"D\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":4,\"t\":\"C\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":5,\"t\":\"D\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":4,\"t\":\"C\",\"d\":1}");
    fake_say(fake, link, "{\"op\":0,\"s\":6,\"t\":\"RESUMED\",\"d\":null}");
    fake_say(fake, link, "{\"op\":0,\"s\":7,\"t\":\"E\",\"d\":1}");
    assert_string_equal(fake->events, "0 B 1;0 D 1;0 C 1;0 RESUMED null;0 E 1;");
    assert_true(gateway_is_up(fake->gateway, 0));
}

/* conformance 12 */
static void a_reconnect_is_obeyed_at_any_time(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":7,\"d\":null}");
    assert_int_equal(link->code, 4000);
    link = fake_next(fake, 1, 5 * SECOND);
    fake_accept(fake, link);
    fake_say(fake, link, "{\"op\":7,\"d\":null}"); /* before Hello */
    assert_int_equal(link->code, 4000);
    link = fake_next(fake, 2, 5 * SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 1);
}

/* conformance 13 */
static void an_invalid_session_that_is_resumable_is_resumed(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":9,\"d\":true}");
    link = fake_next(fake, 1, 5 * SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 1);
}

/* conformance 13 */
static void an_invalid_session_is_forgotten(void **state)
{
    static const char *const texts[] = {"{\"op\":9,\"d\":false}", "{\"op\":9,\"d\":null}",
                                        "{\"op\":9}"};
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fake_beat(fake, link, 2 * MINUTE);
        int64_t at = loop_now(fake->loop);
        int links = fake->link_count;
        fake_say(fake, link, texts[i]);
        assert_true(link->code >= 4000);
        link = fake_next(fake, links, 10 * SECOND);
        assert_true(link->at - at >= SECOND && link->at - at <= 5 * SECOND + 20);
        fake_hello(fake, link);
        expect_identify(link);
        fake_ready(fake, link, 1);
    }
}

/* conformance 14 */
static void codes_that_leave_the_session_alive_are_resumed(void **state)
{
    static const int codes[] = {0, 1000, 1001, 1006, 1011, 4000, 4001, 4002, 4008, 4999};
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        fake_beat(fake, link, 2 * MINUTE);
        int links = fake->link_count;
        fake_drop(fake, link, codes[i]);
        link = fake_next(fake, links, 11 * SECOND);
        fake_hello(fake, link);
        expect_resume(link, "abc", 1);
        fake_say(fake, link, "{\"op\":0,\"s\":1,\"t\":\"RESUMED\",\"d\":{}}");
    }
}

/* conformance 15 */
static void codes_that_end_the_session_lead_to_identify(void **state)
{
    static const int codes[] = {4003, 4005, 4007, 4009};
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        fake_beat(fake, link, 2 * MINUTE);
        int links = fake->link_count;
        fake_drop(fake, link, codes[i]);
        link = fake_next(fake, links, 11 * SECOND);
        fake_hello(fake, link);
        expect_identify(link);
        fake_ready(fake, link, 1);
    }
}

/* conformance 15: whatever is said to a Resume, it does not go on for ever */
static void a_resume_that_never_works_ends_in_identify(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < 14 && !fake_count(link, IDENTIFY); i++) {
        int links = fake->link_count;
        fake_drop(fake, link, 4000);
        link = fake_next(fake, links, 3 * MINUTE);
        fake_hello(fake, link);
    }
    expect_identify(link);
}

/* conformance 16, 17 */
static void codes_that_end_everything_do(void **state)
{
    static const struct {
        int code;
        const char *word;
    } rows[] = {
        {4004, "token"}, {4010, "shards"}, {4012, "version"}, {4013, "intents"}, {4011, "shards"}};
    struct fake *fake = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_link *link = fake_up(fake);
        int links = fake->link_count;
        fake->failures = 0;
        fake_drop(fake, link, rows[i].code);
        fake_wait(fake, 60 * MINUTE);
        if (fake->failures != 1 || !strstr(fake->failed, rows[i].word) ||
            strstr(fake->failed, "raw"))
            fail_msg("%d: %d times: %s", rows[i].code, fake->failures, fake->failed);
        assert_int_equal(fake->link_count, links);
    }
}

/* conformance 17 */
static void too_few_shards_become_as_many_as_advised(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    int served = 1;
    json_object_set_new(fake->bot, "shards", json_integer(3));
    fake_drop(fake, link, 4011);
    for (int i = 0; i < 2500; i++) {
        fake_wait(fake, 10);
        fake_let_in(fake, &served);
    }
    assert_int_equal(fake->failures, 0);
    assert_int_equal(served, 4);
    for (int shard = 0; shard < 3; shard++)
        assert_int_equal(fake_shard_of(fake->links[shard + 1]), shard);
    assert_int_equal(gateway_shard_of(fake->gateway, (UINT64_C(5) << 22) + 7), 2);
}

/* conformance 18 */
static void refused_intents_are_left_out_or_end_it(void **state)
{
    struct fake *fake = *state;
    fake->fewer = 4609;
    struct fake_link *link = fake_up(fake);
    int links = fake->link_count;
    fake_drop(fake, link, 4014);
    link = fake_next(fake, links, 10 * SECOND);
    fake_hello(fake, link);
    expect_identify(link);
    assert_int_equal(number(fake_find(link, IDENTIFY, 0), "intents"), 4609);
    fake->fewer = 0;
    fake_drop(fake, link, 4014);
    fake_wait(fake, 60 * MINUTE);
    assert_int_equal(fake->failures, 1);
    assert_non_null(strstr(fake->failed, "Message Content"));
    assert_non_null(strstr(fake->failed, "developer portal"));
    assert_int_equal(fake->link_count, links + 1);
}

/* conformance 20 */
static void failing_connections_are_tried_ever_more_slowly(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    int at_base = 0;
    int64_t last = link->at, gap = 0;
    fake_beat(fake, link, 2 * MINUTE);
    fake_drop(fake, link, 0);
    for (int i = 1; i < 15; i++) {
        link = fake_next(fake, i, 3 * MINUTE);
        gap = link->at - last;
        if (gap < SECOND || (i > 1 && gap > 120 * SECOND + 20))
            fail_msg("try %d came %lld ms after the one before", i, (long long)gap);
        last = link->at;
        at_base += strcmp(link->url.host, "gateway.example") == 0;
        fake_drop(fake, link, 0);
    }
    assert_true(gap >= MINUTE);
    assert_in_range(at_base, 6, 8); /* every other one */
    assert_int_equal(fake_count_all(fake, IDENTIFY), 1);
}

static void silence_is_not_waited_out_for_ever(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake_drop(fake, link, 0);
    link = fake_next(fake, 1, 2 * SECOND);
    fake_wait(fake, 31 * SECOND); /* never up */
    assert_true(link->closed_at >= 0);
    link = fake_next(fake, 2, 5 * SECOND);
    fake_accept(fake, link);
    fake_wait(fake, 31 * SECOND); /* no Hello */
    assert_true(link->closed_at >= 0);
    link = fake_next(fake, 3, 10 * SECOND);
    fake_hello(fake, link);
    fake_beat(fake, link, 61 * SECOND); /* nothing comes of the Resume */
    assert_true(link->closed_at >= 0);
}

/* Neither does a replay last for ever, however lively it is. */
static void a_replay_without_end_is_left(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = after_drop(fake, fake_up(fake), 0);
    int sequence = 2;
    for (int64_t end = loop_now(fake->loop) + 30 * MINUTE;
         link->closed_at < 0 && loop_now(fake->loop) < end;) {
        char text[96];
        snprintf(text, sizeof text, "{\"op\":0,\"s\":%d,\"t\":\"X\",\"d\":{}}", sequence++);
        fake_say(fake, link, text);
        fake_beat(fake, link, 20 * SECOND);
    }
    assert_in_range(link->closed_at - link->at, 9 * MINUTE, 11 * MINUTE);
}

/* conformance 21 */
static void a_flood_of_presences_keeps_to_the_limits(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < 1800; i++) {
        char playing[32];
        snprintf(playing, sizeof playing, "round %d", i);
        gateway_show(fake->gateway, playing);
        fake_beat(fake, link, 100);
    }
    fake_beat(fake, link, 21 * SECOND);
    int count = fake_count(link, PRESENCE);
    assert_in_range(count, 30, 50);
    for (int i = 5; i < count; i++)
        assert_true(fake_find(link, PRESENCE, i)->at - fake_find(link, PRESENCE, i - 5)->at >=
                    20 * SECOND);
    const json_t *last = json_object_get(
        json_object_get(fake_find(link, PRESENCE, count - 1)->payload, "d"), "activities");
    assert_string_equal(json_string_value(json_object_get(json_array_get(last, 0), "name")),
                        "round 1799");
}

/* conformance 21: the server itself makes us send */
static void heartbeats_asked_for_in_a_flood_keep_to_the_limit(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (int i = 0; i < 2000; i++) {
        fake_say(fake, link, "{\"op\":1,\"d\":null}");
        fake_say(fake, link, ack);
        fake_wait(fake, 100);
    }
    for (int i = 120; i < link->sent_count; i++)
        assert_true(link->sent[i].at - link->sent[i - 120].at >= 60 * SECOND);
    assert_int_equal(link->closed_at, -1);
}

/* conformance 22 */
static void a_broken_stream_is_left_for_a_resume(void **state)
{
    struct fake *fake = *state;
    fake->setup.compresses = true;
    struct fake_link *link = fake_up(fake);
    fake_say_bytes(fake, link, "noise\0\0\xff\xff", 9, true);
    assert_int_equal(link->code, 4000);
    link = fake_next(fake, 1, 5 * SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 1);
}

/* conformance 24 */
static void nonsense_does_no_harm(void **state)
{
    static const char *const texts[] = {
        "{\"op\":99,\"d\":{}}",
        "{\"op\":null}",
        "{\"op\":0}",
        "{\"op\":0,\"s\":null,\"t\":null,\"d\":null}",
        "{\"op\":0,\"s\":50,\"t\":\"X\",\"d\":{\"a\":PRIVATE}}",
        "{\"op\":0,\"s\":51,\"t\":\"X\",\"d\":\"\xff\xfe\"}",
        "{\"op\":0,\"s\":52,\"t\":\"X\",\"d\":\"\\u0000\"}",
        "{\"op\":0,\"s\":53,\"t\":\"READY\",\"d\":null}",
        "{\"op\":0,\"s\":54,\"t\":\"READY\",\"d\":{\"session_id\":5}}",
        "{\"op\":0,\"s\":55,\"t\":\"RESUMED\"}",
        "{\"op\":10,\"d\":null}",
        "{\"op\":11,\"d\":[]}",
        "{\"op\":2,\"d\":{}}",
    };
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fake_say(fake, link, texts[i]);
    assert_int_equal(link->closed_at, -1);
    fake_say(fake, link, "{\"op\":0,\"s\":");
    assert_int_equal(link->code, 4000);
}

static void a_hello_with_any_interval_is_survived(void **state)
{
    static const char *const hellos[] = {"null",
                                         "{}",
                                         "{\"heartbeat_interval\":0}",
                                         "{\"heartbeat_interval\":-5}",
                                         "{\"heartbeat_interval\":\"41250\"}",
                                         "{\"heartbeat_interval\":1e300}"};
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    for (size_t i = 0; i < sizeof hellos / sizeof *hellos; i++) {
        char text[128];
        int links = fake->link_count;
        fake_drop(fake, link, 0);
        link = fake_next(fake, links, 3 * MINUTE);
        fake_accept(fake, link);
        snprintf(text, sizeof text, "{\"op\":10,\"d\":%s}", hellos[i]);
        fake_say(fake, link, text);
        fake_say(fake, link, "{\"op\":0,\"s\":1,\"t\":\"RESUMED\",\"d\":{}}");
        fake_beat(fake, link, 3 * MINUTE);
        assert_true(fake_count(link, HEARTBEAT) <= 5);
        assert_int_equal(link->closed_at, -1);
    }
}

static void note_left(void *arg)
{
    *(bool *)arg = true;
}

/* conformance 25 */
static void a_restart_resumes(void **state)
{
    struct fake *fake = *state;
    bool has_left = false;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":0,\"s\":12,\"t\":\"A\",\"d\":1}");
    gateway_stop(fake->gateway, note_left, &has_left);
    assert_int_equal(link->code, 4900);
    fake_wait(fake, 2 * SECOND);
    assert_true(has_left);
    fake_start(fake);
    link = fake_next(fake, 1, SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 12);
}

static void stopping_before_anything_runs_ends_too(void **state)
{
    struct fake *fake = *state;
    bool has_left = false;
    fake_start(fake);
    gateway_stop(fake->gateway, note_left, &has_left);
    assert_false(has_left);
    fake_wait(fake, MINUTE);
    assert_true(has_left);
    assert_int_equal(fake->link_count, 0);
}

/* conformance 26 */
static void what_was_not_settled_is_replayed_after_a_kill(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}");
    fake->settles = false;
    fake_say(fake, link, "{\"op\":0,\"s\":3,\"t\":\"B\",\"d\":1}");
    fake_start(fake);
    fake->events[0] = '\0';
    link = fake_next(fake, 1, SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 2);
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}"); /* more than was asked for */
    fake_say(fake, link, "{\"op\":0,\"s\":3,\"t\":\"B\",\"d\":1}");
    assert_string_equal(fake->events, "0 B 1;");
}

/* conformance 26: an orderly end is no excuse */
static void what_was_not_settled_is_replayed_after_a_stop(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    bool has_left = false;
    fake->settles = false;
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}");
    gateway_stop(fake->gateway, note_left, &has_left);
    fake_wait(fake, 2 * SECOND);
    fake_start(fake);
    link = fake_next(fake, 1, SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 1);
}

static void a_session_of_another_number_of_shards_is_not_resumed(void **state)
{
    struct fake *fake = *state;
    fake_up(fake);
    fake->setup.shard_count = 2;
    fake_wait(fake, 10 * SECOND);
    fake_start(fake);
    struct fake_link *link = fake_next(fake, 1, 10 * SECOND);
    fake_hello(fake, link);
    expect_identify(link);
}

/* It would go on with what was asked for then. */
static void a_session_of_other_intents_is_not_resumed(void **state)
{
    struct fake *fake = *state;
    fake_up(fake);
    fake->setup.intents &= ~(1U << 15);
    fake_start(fake);
    struct fake_link *link = fake_next(fake, 1, 10 * SECOND);
    fake_hello(fake, link);
    expect_identify(link);
}

static void what_nobody_wants_costs_no_write(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    fake->wants_messages = true;
    fake_say(fake, link, "{\"op\":0,\"s\":2,\"t\":\"MESSAGE_CREATE\",\"d\":1}");
    for (int s = 3; s < 20; s++) {
        char text[64];
        snprintf(text, sizeof text, "{\"op\":0,\"s\":%d,\"t\":\"TYPING_START\",\"d\":1}", s);
        fake_say(fake, link, text);
        gateway_settled(fake->gateway);
    }
    fake_start(fake);
    link = fake_next(fake, 1, SECOND);
    fake_hello(fake, link);
    expect_resume(link, "abc", 2);
}

/* conformance 28 */
static void a_shard_that_is_lost_stops_no_other(void **state)
{
    struct fake *fake = *state;
    int served = 0;
    json_object_set_new(fake->bot, "shards", json_integer(2));
    fake_start(fake);
    for (int i = 0; i < 1000; i++) {
        fake_wait(fake, 10);
        fake_let_in(fake, &served);
    }
    fake_ready(fake, fake->links[0], 1);
    fake_ready(fake, fake->links[1], 1);
    assert_true(gateway_is_up(fake->gateway, 0) && gateway_is_up(fake->gateway, 1));
    fake_drop(fake, fake->links[0], 0);
    fake->events[0] = '\0';
    fake_say(fake, fake->links[1], "{\"op\":0,\"s\":2,\"t\":\"A\",\"d\":1}");
    assert_string_equal(fake->events, "1 A 1;");
    assert_false(gateway_is_up(fake->gateway, 0));
    assert_true(gateway_is_up(fake->gateway, 1));
    assert_int_equal(gateway_shard_of(fake->gateway, UINT64_C(1) << 22), 1);
    assert_false(gateway_is_up(fake->gateway, 2));
}

static void only_the_shards_of_this_process_run(void **state)
{
    struct fake *fake = *state;
    int served = 0;
    fake->setup.shard_count = 6;
    fake->setup.first_shard = 2;
    fake->setup.last_shard = 3;
    fake_start(fake);
    for (int i = 0; i < 2000; i++) {
        fake_wait(fake, 10);
        fake_let_in(fake, &served);
    }
    assert_int_equal(fake->link_count, 2);
    assert_int_equal(fake_shard_of(fake->links[0]), 2);
    assert_int_equal(fake_shard_of(fake->links[1]), 3);
}

/* conformance 66: the log of all tests above, at its most talkative */
static test_case(the_log_holds_no_secret)
{
    static char line[4096];
    int lines = 0;
    rewind(fake_logs);
    for (; fgets(line, sizeof line, fake_logs); lines++)
        if (strstr(line, "raw.token") || strstr(line, "PRIVATE"))
            fail_msg("%s", line);
    assert_true(lines > 50);
    log_setup(LOG_INFO, 2);
    fclose(fake_logs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_fake(it_asks_for_the_gateway_before_it_connects),
        with_fake(it_goes_on_asking_while_there_is_no_answer),
        with_fake(after_its_end_it_can_be_woken),
        with_fake(the_first_heartbeat_has_jitter),
        with_fake(heartbeats_keep_their_pace_before_ready_and_under_load),
        with_fake(a_heartbeat_tells_the_last_sequence),
        with_fake(a_heartbeat_asked_for_is_sent_at_once_and_moves_nothing),
        with_fake(a_zombie_is_left_for_a_resume),
        with_fake(a_resume_that_is_cut_stays_a_resume),
        with_fake(a_dropped_connection_is_resumed),
        with_fake(replayed_dispatches_come_in_order_and_once),
        with_fake(a_reconnect_is_obeyed_at_any_time),
        with_fake(an_invalid_session_that_is_resumable_is_resumed),
        with_fake(an_invalid_session_is_forgotten),
        with_fake(codes_that_leave_the_session_alive_are_resumed),
        with_fake(codes_that_end_the_session_lead_to_identify),
        with_fake(a_resume_that_never_works_ends_in_identify),
        with_fake(codes_that_end_everything_do),
        with_fake(too_few_shards_become_as_many_as_advised),
        with_fake(refused_intents_are_left_out_or_end_it),
        with_fake(failing_connections_are_tried_ever_more_slowly),
        with_fake(silence_is_not_waited_out_for_ever),
        with_fake(a_replay_without_end_is_left),
        with_fake(a_flood_of_presences_keeps_to_the_limits),
        with_fake(heartbeats_asked_for_in_a_flood_keep_to_the_limit),
        with_fake(a_broken_stream_is_left_for_a_resume),
        with_fake(nonsense_does_no_harm),
        with_fake(a_hello_with_any_interval_is_survived),
        with_fake(a_restart_resumes),
        with_fake(stopping_before_anything_runs_ends_too),
        with_fake(what_was_not_settled_is_replayed_after_a_kill),
        with_fake(what_was_not_settled_is_replayed_after_a_stop),
        with_fake(a_session_of_another_number_of_shards_is_not_resumed),
        with_fake(a_session_of_other_intents_is_not_resumed),
        with_fake(what_nobody_wants_costs_no_write),
        with_fake(a_shard_that_is_lost_stops_no_other),
        with_fake(only_the_shards_of_this_process_run),
        cmocka_unit_test(the_log_holds_no_secret),
    };
    fake_log_aside();
    return run_identify_tests() + cmocka_run_group_tests_name("gateway", tests, NULL, NULL);
}
