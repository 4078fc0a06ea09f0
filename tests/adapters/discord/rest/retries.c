/* What is sent again, and what never is; answers to interactions, deadlines, and what is taken
   back. */
#include "in_words.h"
#include "rest_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "testing.h"

/* --- lost answers --- */

static test_case(conformance_39_a_5xx_is_tried_again_with_the_same_body)
{
    http_script_answer(server, NULL, 500, "",
                       "{\"message\":\"500: Internal Server Error\",\"code\":0}");
    http_script_answer(server, NULL, 502, "Content-Type: text/html\r\n",
                       "<html>Bad Gateway</html>");
    post("a", "50");
    post("b", "50");
    loop_step(loop, 10000);
    expect("a DONE 200 0\nb DONE 200 0\n");
    expect_sent(4);
    for (int i = 0; i < 3; i++)
        assert_string_equal(text_of(i), "a");
    assert_in_range(sent_at(1) - sent_at(0), 500, 1100);
    assert_in_range(sent_at(2) - sent_at(1), 1000, 2100);
}

static test_case(conformance_39_a_lost_answer_is_asked_for_again)
{
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":\"6";
    http_script_cut(server, NULL, "");
    http_script_cut(server, NULL, half);
    /* all there is, but half of the JSON */
    http_script_answer(server, NULL, 200, "", "{\"id\":\"6");
    http_script_answer(server, NULL, 200, "", "{\"id\":\"6\"}");
    post("a", "50");
    loop_step(loop, 30000);
    expect("a DONE 200 0\n");
    expect_sent(4);
}

static test_case(a_503_that_asks_for_time_gets_it_within_reason)
{
    http_script_answer(server, NULL, 503, "Retry-After: 20\r\n", "");
    http_script_answer(server, NULL, 503, "Retry-After: 86400\r\n", "");
    post("a", "50");
    loop_step(loop, 100000);
    expect("a DONE 200 0\n");
    assert_in_range(sent_at(1) - sent_at(0), 20000, 20100);
    assert_in_range(sent_at(2) - sent_at(1), 60000, 60100);
}

static test_case(conformance_39_five_tries_and_no_more)
{
    for (int i = 0; i < 10; i++)
        http_script_answer(server, NULL, 503, "", "");
    post("a", "50");
    loop_step(loop, 600000);
    expect("a FAILED 503 0\n");
    expect_sent(5);
}

static test_case(conformance_39_nothing_goes_again_when_its_nonce_is_forgotten)
{
    http_script_answer(server, NULL, 500, "", "{}"); /* acted, perhaps */
    http_script_answer(server, NULL, 429, "", "<html>1015</html>");
    post("a", "50");
    edit("b", "51", "60");
    loop_step(loop, 122000);
    expect("a FAILED 0 0\n");
    loop_step(loop, 600000);
    expect("b DONE 200 0\n");
    expect_sent(3);
}

static test_case(a_server_that_hangs_is_left_in_time)
{
    http_script_bytes(server, NULL, "");
    http_script_bytes(server, NULL, "HTTP/1.1 200 OK\r\nContent-Le");
    post("a", "50");
    loop_step(loop, 14999);
    expect_sent(1);
    loop_step(loop, 35000);
    expect("a DONE 200 0\n");
    expect_sent(3);
    assert_int_not_equal(http_script_heard(server, 1)->connection,
                         http_script_heard(server, 0)->connection);
}

static test_case(what_may_go_once_goes_once)
{
    http_script_answer(server, NULL, 500, "", "{}");
    post_once("a", "50");
    loop_step(loop, 100000);
    expect("a FAILED 500 0\n");
    http_script_cut(server, NULL, "");
    post_once("b", "50");
    loop_step(loop, 100000);
    expect("b FAILED 0 0\n");
    http_script_bytes(server, NULL, "");
    post_once("c", "50");
    loop_step(loop, 100000);
    expect("c FAILED 0 0\n");
    http_script_answer(server, NULL, 200, "", "<html>");
    post_once("d", "50");
    loop_step(loop, 100000);
    expect("d FAILED 200 0\n");
    expect_sent(4);
}

/* curl by itself sends a POST again if a connection that was used before dies without an answer. */
static test_case(what_may_go_once_goes_once_on_a_kept_connection_too)
{
    struct rest_request bare = {
        .lane = REST_TABLE, .method = "POST", .route = messages, .ids = {"50"}};
    post("first", "50");
    loop_step(loop, 0);
    http_script_cut(server, NULL, "");
    http_script_cut(server, NULL, "");
    post_once("a", "50");
    loop_step(loop, 100000);
    expect("first DONE 200 0\na FAILED 0 0\n");
    expect_sent(2);
    assert_int_equal(http_script_heard(server, 1)->connection,
                     http_script_heard(server, 0)->connection);
    ask("b", &bare); /* the same without a body: it opens a connection, and loses it */
    loop_step(loop, 100000);
    expect("b FAILED 0 0\n");
    expect_sent(3);
}

static test_case(what_may_go_once_is_tried_again_if_nobody_answers_there)
{
    char base[64];
    snprintf(base, sizeof base, "%s", http_script_base(server));
    rest_free(rest);
    http_script_free(server);
    server = http_script_new(loop);
    rest = new_rest(base, NULL);
    post_once("a", "50");
    loop_step(loop, 60000);
    expect("a FAILED 0 0\n");
    int tries = 0;
    for (const char *line = log_text(); (line = strstr(line, "nobody answers there")) != NULL;
         line++)
        tries++;
    assert_int_equal(tries, 5);
}

static test_case(an_answer_without_end_is_not_read_to_its_end)
{
    enum { CHUNK = 1 << 20 };
    char *bytes = malloc(10 * CHUNK), *out = bytes;
    assert_non_null(bytes);
    out += sprintf(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
    memset(out, ' ', 9 * CHUNK);
    out[9 * CHUNK] = '\0';
    http_script_cut(server, NULL, bytes);
    post_once("a", "50");
    loop_step(loop, 0);
    expect("a FAILED 0 0\n");
    assert_non_null(strstr(log_text(), in_words("<CLOCK_GIVEN_1>")));
    free(bytes);
}

/* --- interactions --- */

static test_case(conformance_48_49_a_lost_callback_is_repeated_at_once_and_40060_is_success)
{
    http_script_bytes(server, NULL, ""); /* acted, but the answer never comes */
    http_script_answer(server, NULL, 400, "",
                       "{\"code\":40060,\"message\":\"already acknowledged\"}");
    int64_t begin = loop_now(loop);
    answer_press("press", "70", begin + 2800);
    loop_step(loop, 2000);
    expect("press DONE 400 40060\n");
    assert_true(sent_at(1) - begin < 2500);
}

static test_case(conformance_49_40060_after_a_connection_that_died_is_success)
{
    answer_press("first", "70", 0);
    loop_step(loop, 0);
    http_script_cut(server, NULL, "");
    http_script_answer(server, NULL, 400, "",
                       "{\"code\":40060,\"message\":\"already acknowledged\"}");
    answer_press("press", "71", loop_now(loop) + 2800); /* on the connection of the first */
    loop_step(loop, 2000);
    expect("first DONE 200 0\npress DONE 400 40060\n");
    assert_int_equal(http_script_heard(server, 1)->connection,
                     http_script_heard(server, 0)->connection);
}

static test_case(conformance_49_40060_at_the_first_try_is_a_refusal)
{
    http_script_answer(server, NULL, 400, "",
                       "{\"code\":40060,\"message\":\"already acknowledged\"}");
    answer_press("press", "70", 0);
    loop_step(loop, 2000);
    expect("press REFUSED 400 40060\n");
}

static test_case(conformance_49_10062_is_not_tried_again)
{
    http_script_answer(server, NULL, 404, "",
                       "{\"code\":10062,\"message\":\"Unknown interaction\"}");
    answer_press("press", "70", 0);
    loop_step(loop, 10000);
    expect("press REFUSED 404 10062\n");
    ask("follow", &(struct rest_request){.lane = REST_PERSON,
                                         .method = "POST",
                                         .route = follow_up,
                                         .ids = {"901", interaction}});
    loop_step(loop, 10000);
    expect("follow REFUSED 404 10062\n"); /* "a 404 on a webhook: never call it again" */
    expect_sent(1);
}

static test_case(conformance_48_callbacks_do_not_wait_behind_hanging_requests)
{
    static char channels[40][8];
    for (int i = 0; i < 40; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        http_script_bytes(server, "/channels/", "");
        edit(channels[i], channels[i], "60");
    }
    loop_step(loop, 100);
    answer_press("press", "70", loop_now(loop) + 2800);
    loop_step(loop, 0);
    expect("press DONE 200 0\n");
}

static test_case(conformance_54_nothing_goes_out_after_its_deadline)
{
    http_script_answer(server, NULL, 200,
                       "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 10\r\n", "{}");
    struct rest_request request = {.lane = REST_PERSON,
                                   .method = "POST",
                                   .route = follow_up,
                                   .ids = {"901", interaction},
                                   .deadline = loop_now(loop) + 5000};
    ask("a", &request);
    ask("b", &request);
    loop_step(loop, 5000);
    expect("a DONE 200 0\n");
    loop_step(loop, 1);
    expect("b DROPPED 0 0\n");
    loop_step(loop, 20000);
    expect_sent(1);
}

static test_case(what_may_have_had_its_effect_is_not_called_dropped)
{
    http_script_answer(server, NULL, 500, "", "{}");
    ask("a", &(struct rest_request){.lane = REST_TABLE,
                                    .method = "PATCH",
                                    .route = message,
                                    .ids = {"50", "60"},
                                    .deadline = loop_now(loop) + 100});
    loop_step(loop, 5000);
    expect("a FAILED 0 0\n");
    expect_sent(1);
}

/* --- taking back --- */

static void conformance_43_a_newer_board_takes_the_place_of_one_that_waits(void **state)
{
    (void)state;
    static const char limited[] = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 5\r\n";
    http_script_answer(server, NULL, 200, limited, "{}");
    edit("first", "50", "60");
    loop_step(loop, 0);
    uint64_t board = edit("board", "50", "60");
    for (int i = 2; i <= 20; i++) {
        char text[16];
        snprintf(text, sizeof text, "state %d", i);
        loop_step(loop, 100);
        assert_true(rest_replace(rest, board, content(text)));
    }
    loop_step(loop, 10000);
    expect("first DONE 200 0\nboard DONE 200 0\n");
    expect_sent(2);
    assert_string_equal(text_of(1), "state 20");
    json_t *late = content("late");
    assert_false(rest_replace(rest, board, late));
    json_decref(late);
}

static test_case(an_edit_that_has_to_go_again_can_be_replaced_a_post_cannot)
{
    http_script_answer(server, "PATCH", 500, "", "{}");
    http_script_answer(server, "POST", 500, "", "{}");
    uint64_t board = edit("board", "50", "60"), news = post("news", "51");
    loop_step(loop, 100);
    json_t *newer = content("newer");
    assert_true(rest_replace(rest, board, json_incref(newer)));
    assert_false(rest_replace(rest, news, newer));
    json_decref(newer);
    assert_false(rest_cancel(rest, news));
    loop_step(loop, 5000);
    assert_int_equal(rest_count(rest), 0);
    expect_sent(4);
    for (int i = 2; i < 4; i++)
        assert_string_equal(text_of(i),
                            strstr(http_script_heard(server, i)->head, "PATCH") ? "newer" : "news");
}

static test_case(what_has_not_gone_out_can_be_cancelled)
{
    uint64_t a = post("a", "50"), b = post("b", "50");
    assert_true(rest_cancel(rest, b));
    assert_false(rest_cancel(rest, b));
    expect(""); /* told later */
    assert_int_equal(rest_count(rest), 2);
    loop_step(loop, 0);
    assert_non_null(strstr(story, "b DROPPED 0 0\n"));
    assert_false(rest_cancel(rest, a));
    assert_false(rest_cancel(rest, 99));
    assert_int_equal(rest_count(rest), 0);
    expect_sent(1);
}

static void send_one_more(void *arg, const struct rest_answer *answer)
{
    told("first", answer);
    post(arg, "50");
}

static void free_rest(void *arg, const struct rest_answer *answer)
{
    told(arg, answer);
    rest_free(rest);
    rest = NULL;
}

static test_case(done_may_send_and_may_free)
{
    struct rest_request request = {.lane = REST_TABLE,
                                   .method = "GET",
                                   .route = "/gateway",
                                   .done = send_one_more,
                                   .arg = (void *)"second"};
    rest_send(rest, &request);
    loop_step(loop, 0);
    expect("first DONE 200 0\nsecond DONE 200 0\n");
    request.done = free_rest;
    request.arg = (void *)"last";
    post("never told", "50");
    rest_send(rest, &request);
    http_script_bytes(server, "/channels/", "");
    loop_step(loop, 0);
    expect("last DONE 200 0\n");
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int run_retry_tests(void)
{
    const struct CMUnitTest tests[] = {
        test(conformance_39_a_5xx_is_tried_again_with_the_same_body),
        test(conformance_39_a_lost_answer_is_asked_for_again),
        test(a_503_that_asks_for_time_gets_it_within_reason),
        test(conformance_39_five_tries_and_no_more),
        test(conformance_39_nothing_goes_again_when_its_nonce_is_forgotten),
        test(a_server_that_hangs_is_left_in_time),
        test(what_may_go_once_goes_once),
        test(what_may_go_once_goes_once_on_a_kept_connection_too),
        test(what_may_go_once_is_tried_again_if_nobody_answers_there),
        test(an_answer_without_end_is_not_read_to_its_end),
        test(conformance_48_49_a_lost_callback_is_repeated_at_once_and_40060_is_success),
        test(conformance_49_40060_after_a_connection_that_died_is_success),
        test(conformance_49_40060_at_the_first_try_is_a_refusal),
        test(conformance_49_10062_is_not_tried_again),
        test(conformance_48_callbacks_do_not_wait_behind_hanging_requests),
        test(conformance_54_nothing_goes_out_after_its_deadline),
        test(what_may_have_had_its_effect_is_not_called_dropped),
        test(conformance_43_a_newer_board_takes_the_place_of_one_that_waits),
        test(an_edit_that_has_to_go_again_can_be_replaced_a_post_cannot),
        test(what_has_not_gone_out_can_be_cancelled),
        test(done_may_send_and_may_free),
    };
    return cmocka_run_group_tests_name("retries", tests, NULL, NULL);
}
