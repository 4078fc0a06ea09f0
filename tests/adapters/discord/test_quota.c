/* The limits by themselves, to the millisecond. The numbers in the names are those of the
   conformance list for Discord bots that the tests of the adapter follow. */
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "quota.h"
#include "testing.h"

static struct quota *quota;
static struct quota_route *post, *patch, *other;
static uint64_t turn;

static test_fixture(open_quota)
{
    quota = quota_new();
    post = quota_take(quota, "POST", "/channels/{}/messages", "50", 0);
    patch = quota_take(quota, "PATCH", "/channels/{}/messages/{}", "50", 0);
    other = quota_take(quota, "POST", "/channels/{}/messages", "51", 0);
    return 0;
}

static test_fixture(close_quota)
{
    quota_release(post);
    quota_release(patch);
    quota_release(other);
    quota_free(quota);
    return 0;
}

/* Its limits are known, and not made anew for who asks for them. */
static bool is_remembered(const char *method, const char *route, const char *resource, int64_t now)
{
    quota_tidy(quota, now);
    int before = quota_count(quota);
    quota_release(quota_take(quota, method, route, resource, now));
    return quota_count(quota) == before;
}

/* One request that goes out at `now` and is answered at once, with these headers and body. */
static void pass(struct quota_route *route, int64_t now, const char *headers, const char *body)
{
    struct answer answer;
    answer = ANSWER_NONE(NULL);
    for (const char *line = headers; *line;
         line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0'))
        answer_header(&answer, line, strcspn(line, "\n"));
    answer_bytes(&answer, body, strlen(body));
    answer_end(&answer);
    quota_begin(quota, route, QUOTA_BOT, now);
    quota_end(quota, route, QUOTA_BOT, &answer, now);
    answer_fini(&answer);
}

static int wait_for(const struct quota_route *route, int64_t now)
{
    return (int)quota_wait(quota, route, QUOTA_BOT, now);
}

static test_case(conformance_30_an_empty_bucket_waits_for_its_reset_and_others_go_on)
{
    pass(
        post, 0,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 1.2345",
        "");
    assert_int_equal(wait_for(post, 0), 1235 + QUOTA_MARGIN); /* fractions count, upwards */
    assert_int_equal(wait_for(post, 1234), 1 + QUOTA_MARGIN);
    assert_int_equal(wait_for(post, 1235 + QUOTA_MARGIN), 0);
    assert_int_equal(wait_for(other, 0), 0);
    pass(
        post, 2000,
        "HTTP/1.1 200 OK\nx-ratelimit-bucket: b\nx-ratelimit-remaining: 3\nx-ratelimit-reset-after: 5",
        "");
    assert_int_equal(wait_for(post, 2000), 0);
}

static test_case(conformance_30_an_empty_bucket_that_does_not_say_how_long_waits_a_second)
{
    pass(post, 0, "HTTP/1.1 200 OK\nX-RateLimit-Remaining: 0", "");
    assert_int_equal(wait_for(post, 0), 1000 + QUOTA_MARGIN);
}

static test_case(a_lost_answer_may_have_used_up_the_bucket)
{
    pass(post, 0, "HTTP/1.1 200 OK\nX-RateLimit-Remaining: 2\nX-RateLimit-Reset-After: 5", "");
    quota_begin(quota, post, QUOTA_BOT, 1000);
    quota_end(quota, post, QUOTA_BOT, NULL, 1000);
    assert_int_equal(wait_for(post, 1000), 0);
    pass(post, 1000, "HTTP/1.1 500 No", "");
    assert_int_equal(wait_for(post, 1000), 4000 + QUOTA_MARGIN);
}

static test_case(one_request_of_a_bucket_is_under_way_at_a_time)
{
    static const char same[] = "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 4";
    quota_begin(quota, post, QUOTA_BOT, 0);
    assert_int_equal(wait_for(post, 0), QUOTA_BUSY);
    assert_int_equal(wait_for(patch, 0), 0); /* nobody has said yet that they share one */
    quota_end(quota, post, QUOTA_BOT, NULL, 10);
    assert_int_equal(wait_for(post, 10), 0);
    pass(post, 10, same, "");
    pass(patch, 10, same, "");
    quota_begin(quota, post, QUOTA_BOT, 20);
    assert_int_equal(wait_for(patch, 20), QUOTA_BUSY);
    assert_int_equal(wait_for(other, 20), 0);
    quota_end(quota, post, QUOTA_BOT, NULL, 30);
}

/* It counts, but nothing waits for it; and its end says nothing of what is under way beside it. */
static test_case(nothing_of_a_bucket_waits_for_an_extra)
{
    pass(patch, 0, "HTTP/1.1 200 OK\nX-RateLimit-Remaining: 2\nX-RateLimit-Reset-After: 5", "");
    quota_begin(quota, patch, QUOTA_EXTRA, 10);
    assert_int_equal(wait_for(patch, 10), 0);
    quota_begin(quota, patch, QUOTA_BOT, 20);
    quota_end(quota, patch, QUOTA_EXTRA, NULL, 30);
    assert_int_equal(wait_for(patch, 30), QUOTA_BUSY);
    quota_end(quota, patch, QUOTA_BOT, NULL, 40);
    assert_true(wait_for(patch, 40) > 0);
    assert_int_equal(wait_for(patch, 5000 + QUOTA_MARGIN), 0);
    pass(patch, 6000, "HTTP/1.1 200 OK\nX-RateLimit-Remaining: 1\nX-RateLimit-Reset-After: 5", "");
    quota_begin(quota, patch, QUOTA_EXTRA, 6000);
    assert_int_equal(wait_for(patch, 6000), 5000 + QUOTA_MARGIN);
    quota_end(quota, patch, QUOTA_EXTRA, NULL, 6000);
}

static test_case(conformance_34_a_bucket_of_another_name_is_followed)
{
    pass(
        post, 0,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 9",
        "");
    pass(
        patch, 0,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 9",
        "");
    assert_int_equal(wait_for(patch, 0), 9000 + QUOTA_MARGIN);
    pass(
        patch, 9050,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: c\nX-RateLimit-Remaining: 2\nX-RateLimit-Reset-After: 9",
        "");
    pass(
        post, 9050,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 4",
        "");
    assert_int_equal(wait_for(patch, 9050), 0);
    assert_int_equal(wait_for(post, 9050), 4000 + QUOTA_MARGIN);
    pass(
        patch, 9060,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 4",
        "");
    assert_int_equal(wait_for(patch, 9060), 4000 + QUOTA_MARGIN); /* and back */
}

static test_case(buckets_of_one_name_are_apart_by_channel)
{
    pass(other, 0, "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 3", "");
    pass(
        post, 0,
        "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 4",
        "");
    assert_int_equal(wait_for(other, 0), 0);
}

static test_case(conformance_31_a_429_of_the_user_holds_its_bucket_alone)
{
    pass(
        post, 0,
        "HTTP/1.1 429 No\nX-RateLimit-Scope: user\nRetry-After: 2\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 1",
        "{\"retry_after\": 1.5, \"global\": false}");
    /* the body is more exact than the header */
    assert_int_equal(wait_for(post, 0), 1500 + QUOTA_MARGIN);
    assert_int_equal(wait_for(other, 0), 0);
}

static test_case(conformance_31_a_hidden_limit_holds_this_kind_of_request_only)
{
    pass(post, 0, "HTTP/1.1 200 OK\nX-RateLimit-Bucket: b\nX-RateLimit-Remaining: 4", "");
    pass(
        patch, 0,
        "HTTP/1.1 429 No\nX-RateLimit-Bucket: b\nX-RateLimit-Scope: user\nX-RateLimit-Remaining: 3",
        "{\"retry_after\": 6}");
    assert_int_equal(wait_for(patch, 0), 6000 + QUOTA_MARGIN);
    assert_int_equal(wait_for(post, 0), 0);
    turn++; /* and what it holds does not stand before the others of the bucket */
    assert_true(quota_is_first(patch, turn, 0));
    assert_true(quota_is_first(post, turn, 0));
    assert_false(quota_is_first(post, turn, 0));
    turn++;
    assert_true(quota_is_first(patch, turn, 7000));
    assert_false(quota_is_first(post, turn, 7000));
}

static test_case(conformance_32_a_global_429_holds_everything_but_callbacks)
{
    pass(post, 0, "HTTP/1.1 429 No\nX-RateLimit-Global: true", "{\"retry_after\": 3.25}");
    assert_int_equal(wait_for(other, 0), 3250 + QUOTA_MARGIN);
    assert_int_equal((int)quota_wait(quota, other, QUOTA_TOKEN, 0), 3250 + QUOTA_MARGIN);
    assert_int_equal((int)quota_wait(quota, other, QUOTA_CALLBACK, 0), 0);
    pass(post, 5000, "HTTP/1.1 429 No", "{\"retry_after\": 1, \"global\": true}");
    assert_int_equal(wait_for(other, 5000), 1000 + QUOTA_MARGIN);
}

static test_case(conformance_33_a_shared_429_waits)
{
    pass(post, 0, "HTTP/1.1 429 No\nX-RateLimit-Scope: shared", "{\"retry_after\": 0.5}");
    assert_int_equal(wait_for(post, 0), 500 + QUOTA_MARGIN);
}

static test_case(conformance_33_a_429_that_is_a_page_holds_everything)
{
    pass(post, 0, "HTTP/1.1 429 No", "<html>1015</html>");
    assert_int_equal(wait_for(other, 0), QUOTA_PAGE_HOLD);
    assert_int_equal((int)quota_wait(quota, other, QUOTA_CALLBACK, 0), QUOTA_PAGE_HOLD);
    pass(post, QUOTA_PAGE_HOLD, "HTTP/1.1 429 No\nRetry-After: 30", "<html>1015</html>");
    assert_int_equal(wait_for(other, QUOTA_PAGE_HOLD), 30000 + QUOTA_MARGIN);
    /* whatever limits stand beside it; but limits without a page are limits */
    pass(post, 700000, "HTTP/1.1 429 No\nX-RateLimit-Remaining: 3\nRetry-After: 30",
         "<html>1015</html>");
    assert_int_equal(wait_for(other, 700000), 30000 + QUOTA_MARGIN);
    pass(post, 800000, "HTTP/1.1 429 No\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 3", "");
    assert_int_equal(wait_for(other, 800000), 0);
    assert_int_equal(wait_for(post, 800000), 3000 + QUOTA_MARGIN);
}

static test_case(conformance_35_no_second_sees_more_than_fifty)
{
    int64_t sent[500], now = 0;
    for (int i = 0; i < 500; i++) {
        now += wait_for(post, now);
        pass(post, now, "HTTP/1.1 200 OK", "");
        sent[i] = now;
        now += i % 7 ? 0 : 13;
    }
    for (int i = 50; i < 500; i++)
        /* also if some take 200 ms longer than others */
        assert_true(sent[i] - sent[i - 50] >= 1000 + 200);
    assert_true(now <= 500 * 1100 / QUOTA_PER_SECOND + 1000); /* and no slower than it must be */
    assert_int_equal((int)quota_wait(quota, post, QUOTA_TOKEN, now), 0);
}

/* How many go within a second and a bit from `now` on, as soon as each may. */
static int sent_in_a_second(int64_t now)
{
    int count = 0;
    for (int64_t end = now + 1000 + QUOTA_SPREAD - 1; (now += wait_for(post, now)) <= end; count++)
        pass(post, now, "HTTP/1.1 200 OK", "");
    return count;
}

static test_case(half_an_application_sends_half_as_fast)
{
    quota_share(quota, 1, 2);
    assert_int_equal(sent_in_a_second(0), QUOTA_PER_SECOND / 2);
    quota_share(quota, 1, 4096); /* never nothing */
    assert_int_equal(sent_in_a_second(5000), 1);
    quota_share(quota, 2, 2);
    assert_int_equal(sent_in_a_second(10000), QUOTA_PER_SECOND);
}

/* The process before may have sent all it may in the second before it died. */
static test_case(two_processes_one_after_the_other_send_no_more_than_fifty)
{
    assert_int_equal(sent_in_a_second(0), QUOTA_PER_SECOND);
    close_quota(NULL);
    open_quota(NULL);
    quota_follow_another(quota, 1000);
    assert_int_equal(sent_in_a_second(1000), 50 - QUOTA_PER_SECOND);
    assert_int_equal(sent_in_a_second(1000 + 1000 + QUOTA_SPREAD), QUOTA_PER_SECOND);
}

static test_case(what_is_not_used_is_forgotten)
{
    char resource[32];
    for (int i = 0; i < 1000; i++) {
        int64_t now = (int64_t)i * 10 * 60000;
        snprintf(resource, sizeof resource, "%d token", i);
        struct quota_route *brief =
            quota_take(quota, "POST", "/interactions/{}/{}/callback", resource, now);
        quota_release(brief);
    }
    assert_in_range(quota_count(quota), 3, 10);
    for (int i = 0; i < 10000; i++) { /* as many rooms in which something was said once */
        snprintf(resource, sizeof resource, "%d", 1000 + i);
        quota_release(
            quota_take(quota, "POST", "/channels/{}/messages", resource, (int64_t)10000 * 60000));
    }
    assert_in_range(quota_count(quota), 10000, 10010);
    quota_tidy(quota, (int64_t)10016 * 60000);
    assert_in_range(quota_count(quota), 1, 3);
    /* somebody holds it */
    assert_true(is_remembered("POST", "/channels/{}/messages", "50", (int64_t)10016 * 60000));
}

static test_case(what_was_forgotten_is_taken_anew)
{
    for (int day = 1; day < 9; day++) {
        assert_false(is_remembered("GET", "/channels/{}", "7",
                                   (int64_t)day * 25 * 3600 * 1000 - 3600 * 1000));
        struct quota_route *again =
            quota_take(quota, "GET", "/channels/{}", "7", (int64_t)day * 25 * 3600 * 1000);
        assert_int_equal(
            (int)quota_wait(quota, again, QUOTA_TOKEN, (int64_t)day * 25 * 3600 * 1000), 0);
        quota_release(again);
    }
    assert_true(is_remembered("GET", "/channels/{}", "7", (int64_t)8 * 25 * 3600 * 1000));
}

static test_case(waits_that_no_sane_server_names_are_bounded)
{
    static const char *const odd[] = {"nan", "-5", "", "soon", "-inf"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char headers[128];
        snprintf(headers, sizeof headers,
                 "HTTP/1.1 429 No\nRetry-After: %s\nX-RateLimit-Reset-After: %s", odd[i], odd[i]);
        int64_t now = (int64_t)(i + 1) * 100000;
        pass(post, now, headers, "{}");
        assert_int_equal(wait_for(post, now), 1000 + QUOTA_MARGIN);
    }
    pass(post, 0, "HTTP/1.1 429 No\nRetry-After: 1e300", "{}");
    assert_int_equal(wait_for(post, 0), ANSWER_LONGEST_WAIT + QUOTA_MARGIN);
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_quota, close_quota)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(conformance_30_an_empty_bucket_waits_for_its_reset_and_others_go_on),
        test(conformance_30_an_empty_bucket_that_does_not_say_how_long_waits_a_second),
        test(a_lost_answer_may_have_used_up_the_bucket),
        test(one_request_of_a_bucket_is_under_way_at_a_time),
        test(nothing_of_a_bucket_waits_for_an_extra),
        test(conformance_34_a_bucket_of_another_name_is_followed),
        test(buckets_of_one_name_are_apart_by_channel),
        test(conformance_31_a_429_of_the_user_holds_its_bucket_alone),
        test(conformance_31_a_hidden_limit_holds_this_kind_of_request_only),
        test(conformance_32_a_global_429_holds_everything_but_callbacks),
        test(conformance_33_a_shared_429_waits),
        test(conformance_33_a_429_that_is_a_page_holds_everything),
        test(conformance_35_no_second_sees_more_than_fifty),
        test(half_an_application_sends_half_as_fast),
        test(two_processes_one_after_the_other_send_no_more_than_fifty),
        test(what_is_not_used_is_forgotten),
        test(what_was_forgotten_is_taken_anew),
        test(waits_that_no_sane_server_names_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
