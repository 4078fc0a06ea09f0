/* Pictures on their way: how their bodies are made, and that they are in nobody's way: one try,
   for whose answer no text waits. */
#include "body.h"
#include "rest_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "loop.h"
#include "testing.h"

static const char png[] = "\x89PNG-of-a-board";

static uint64_t picture(const char *name, const char *channel, const char *id)
{
    const struct rest_picture shown = {"board.png", "ann to play", png, sizeof png - 1};
    return ask(name, &(struct rest_request){.lane = REST_BACKGROUND,
                                            .method = "PATCH",
                                            .route = message,
                                            .ids = {channel, id},
                                            .body = json_object(),
                                            .picture = &shown,
                                            .is_extra = true});
}

static test_case(a_picture_is_a_part_of_its_own_with_words_for_who_does_not_see_it)
{
    static const char whole[] =
        "--" HTTP_BOUNDARY "\r\n"
        "Content-Disposition: form-data; name=\"payload_json\"\r\n"
        "Content-Type: application/json\r\n\r\n"
        "{\"attachments\":[{\"id\":0,\"filename\":\"board.png\",\"description\":\"ann to play\"}]}\r\n"
        "--" HTTP_BOUNDARY "\r\n"
        "Content-Disposition: form-data; name=\"files[0]\"; filename=\"board.png\"\r\n"
        "Content-Type: image/png\r\n\r\n"
        "\x89PNG-of-a-board\r\n"
        "--" HTTP_BOUNDARY "--\r\n";
    char line[64];
    picture("board", "50", "60");
    loop_step(loop, 0);
    expect("board DONE 200 0\n");
    const struct http_heard *heard = http_script_heard(server, 0);
    assert_string_equal(heard->body, whole);
    assert_true(
        has_line(heard->head, "Content-Type: multipart/form-data; boundary=" HTTP_BOUNDARY));
    snprintf(line, sizeof line, "Content-Length: %zu", strlen(whole));
    assert_true(has_line(heard->head, line));
    assert_int_equal(rest_tally(rest).sent, 1);
    assert_int_equal(rest_tally(rest).bytes, strlen(whole));
}

static test_case(a_picture_may_hold_any_bytes_but_the_end_of_a_part)
{
    unsigned char bytes[256];
    size_t length;
    for (int i = 0; i < 256; i++)
        bytes[i] = (unsigned char)i;
    struct rest_picture shown = {"a.png", "words", bytes, sizeof bytes};
    json_t *body = json_pack("{s:i, s:{s:s}}", "type", 4, "data", "content", "c");
    char *dumped = body_dump_parts(body, &shown, &length);
    assert_non_null(memmem(dumped, length, bytes, sizeof bytes));
    assert_non_null(memmem(dumped, length, "\"data\":{\"content\":\"c\",\"attachments\":[{", 38));
    free(dumped);
    shown.png = HTTP_BOUNDARY;
    shown.size = strlen(HTTP_BOUNDARY);
    assert_null(body_dump_parts(body, &shown, &length));
    ask("odd", &(struct rest_request){.lane = REST_BACKGROUND,
                                      .method = "PATCH",
                                      .route = message,
                                      .ids = {"50", "60"},
                                      .body = json_incref(body),
                                      .picture = &shown,
                                      .is_extra = true});
    loop_step(loop, 0);
    expect("odd DROPPED 0 0\n");
    expect_sent(0);
    json_decref(body);
}

/* Whether it may have had its effect is told apart. */
static test_case(what_hinders_a_picture_ends_it)
{
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":\"6";
    static const struct {
        int status;
        const char *told;
    } rows[] = {{429, "a DROPPED 429 0\n"},     {500, "a FAILED 500 0\n"},
                {502, "a FAILED 502 0\n"},      {413, "a REFUSED 413 0\n"},
                {403, "a REFUSED 403 50013\n"}, {404, "a REFUSED 404 10008\n"}};
    int sent = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        http_script_answer(server, NULL, rows[i].status, "X-RateLimit-Scope: user\r\n",
                           rows[i].status == 429 ? "{\"retry_after\":0.2}" : "{}");
        picture("a", "50", "60");
        loop_step(loop, 5000);
        expect(rows[i].told);
        expect_sent(++sent);
    }
    http_script_cut(server, NULL, half);
    picture("a", "50", "60");
    loop_step(loop, 60000);
    expect("a FAILED 0 0\n");
    expect_sent(++sent);
    http_script_bytes(server, NULL, "");
    picture("a", "50", "60");
    loop_step(loop, 60000);
    expect("a FAILED 0 0\n");
    expect_sent(++sent);
}

/* Its bucket is known, and others are under way before and behind it. */
static test_case(no_text_waits_for_a_picture)
{
    static const char limits[] =
        "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 4\r\nX-RateLimit-Reset-After: 9\r\n";
    http_script_answer(server, NULL, 200, limits, "{}");
    edit("first", "50", "60");
    loop_step(loop, 0);
    expect("first DONE 200 0\n");
    http_script_bytes(server, NULL, ""); /* the picture hangs */
    picture("slow", "50", "60");
    loop_step(loop, 0);
    http_script_answer(server, NULL, 200, limits, "{}");
    edit("a", "50", "61");
    edit("b", "50", "62");
    loop_step(loop, 0);
    expect("a DONE 200 0\nb DONE 200 0\n");
    loop_step(loop, 15000);
    expect("slow FAILED 0 0\n");
    edit("c", "50", "62");
    loop_step(loop, 0);
    expect("c DONE 200 0\n");
}

/* Nor does the end of a picture let a second text out beside the first. */
static test_case(texts_of_one_bucket_keep_their_order_beside_a_picture)
{
    http_script_bytes(server, NULL, "");
    http_script_bytes(server, NULL, "");
    picture("picture", "50", "60");
    loop_step(loop, 1000);
    edit("a", "50", "61");
    loop_step(loop, 0);
    expect_sent(2);
    edit("b", "50", "61");
    loop_step(loop, 14100);
    expect("picture FAILED 0 0\n");
    loop_step(loop, 500);
    expect_sent(2);
    loop_step(loop, 60000);
    expect("a DONE 200 0\nb DONE 200 0\n");
    assert_string_equal(text_of(2), "a");
}

/* A picture that cannot go out with the others is dropped at its deadline; many that hang leave
   room for all texts. */
static test_case(pictures_that_hang_take_no_place_of_texts)
{
    static char names[60][8];
    for (int i = 0; i < 40; i++) {
        char channel[8];
        snprintf(names[i], sizeof names[i], "p%d", i);
        snprintf(channel, sizeof channel, "%d", 100 + i);
        http_script_bytes(server, "/60 ", "");
        picture(names[i], channel, "60");
    }
    loop_step(loop, 2000);
    expect("");
    expect_sent(4);
    for (int i = 40; i < 60; i++) {
        char channel[8];
        snprintf(names[i], sizeof names[i], "t%d", i);
        snprintf(channel, sizeof channel, "%d", 100 + i);
        http_script_bytes(server, "/61 ", "");
        edit(names[i], channel, "61");
    }
    loop_step(loop, 2000);
    expect_sent(4 + 16);
}

static test_case(a_429_of_a_picture_holds_its_bucket_as_long_as_discord_says)
{
    http_script_answer(
        server, NULL, 429,
        "X-RateLimit-Scope: user\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 3\r\n",
        "{\"retry_after\":3}");
    picture("p", "50", "60");
    loop_step(loop, 0);
    expect("p DROPPED 429 0\n");
    edit("a", "50", "61");
    post("b", "50");
    loop_step(loop, 2999);
    expect("b DONE 200 0\n");
    loop_step(loop, 200);
    expect("a DONE 200 0\n");
}

static test_case(a_picture_is_cancelled_until_it_goes_out)
{
    http_script_bytes(server, NULL, "");
    edit("a", "50", "60");
    loop_step(loop, 0);
    uint64_t waiting = picture("p", "50", "60");
    loop_step(loop, 0);
    assert_true(rest_cancel(rest, waiting));
    loop_step(loop, 0);
    expect("p DROPPED 0 0\n");
    loop_step(loop, 60000);
    expect("a DONE 200 0\n");
    http_script_bytes(server, NULL, "");
    uint64_t under_way = picture("q", "50", "60");
    loop_step(loop, 0);
    assert_false(rest_cancel(rest, under_way));
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int run_extra_tests(void)
{
    const struct CMUnitTest tests[] = {
        test(a_picture_is_a_part_of_its_own_with_words_for_who_does_not_see_it),
        test(a_picture_may_hold_any_bytes_but_the_end_of_a_part),
        test(what_hinders_a_picture_ends_it),
        test(no_text_waits_for_a_picture),
        test(texts_of_one_bucket_keep_their_order_beside_a_picture),
        test(pictures_that_hang_take_no_place_of_texts),
        test(a_429_of_a_picture_holds_its_bucket_as_long_as_discord_says),
        test(a_picture_is_cancelled_until_it_goes_out),
    };
    return cmocka_run_group_tests_name("extras", tests, NULL, NULL);
}
