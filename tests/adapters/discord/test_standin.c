/* The stand-in for Discord is what other tests trust, so it is tested itself: that it refuses
   what Discord refuses, limits to the millisecond, breaks as ordered, and that nothing of it
   happens otherwise. Here REST; the rest is in standin/. */
#include "standin/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

static test_case(posts_and_shows)
{
    struct scene scene;
    open_scene(&scene, NULL);
    uint64_t id = posted(post(&scene, scene.games, text("  hello  ")));
    assert_string_equal(standin_content(standin_message(scene.discord, id)), "hello");
    assert_ptr_equal(standin_last(scene.discord, scene.games, STANDIN_EVERYONE),
                     standin_message(scene.discord, id));
    char *bytes = standin_received(scene.discord, scene.bob, 0);
    assert_non_null(strstr(bytes, "hello"));
    free(bytes);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(limits_to_the_millisecond)
{
    struct scene scene;
    open_scene(&scene, NULL);
    for (int i = 0; i < 5; i++) {
        struct reply *reply = post(&scene, scene.games, text("x"));
        assert_true(header_number(reply, "X-RateLimit-Remaining") == 4 - i);
        assert_true(header_number(reply, "X-RateLimit-Reset-After") == 5);
        reply_free(reply);
    }
    standin_expect_clean(scene.discord);
    loop_step(scene.loop, 4999);
    expect(post(&scene, scene.games, text("x")), 429, 0);
    assert_int_equal(standin_violations(scene.discord), 1);
    loop_step(scene.loop, 1);
    posted(post(&scene, scene.games, text("x")));
    assert_int_equal(standin_violations(scene.discord), 1);
    assert_int_equal(standin_invalid_requests(scene.discord), 1);
    loop_step(scene.loop, 600000);
    assert_int_equal(standin_invalid_requests(scene.discord), 0);
    close_scene(&scene);
}

static test_case(limits_all_together)
{
    struct scene scene;
    open_scene(&scene, NULL);
    for (int i = 0; i < 50; i++)
        posted(post(&scene, standin_channel(scene.discord, scene.guild, "one of many"), text("x")));
    standin_expect_clean(scene.discord);
    struct reply *reply = post(&scene, scene.games, text("x"));
    assert_true(json_is_true(json_object_get(reply->body, "global")));
    expect(reply, 429, 0);
    loop_step(scene.loop, 1000);
    posted(post(&scene, scene.games, text("x")));
    close_scene(&scene);
}

static test_case(refuses_bad_bodies)
{
    struct scene scene;
    char much[2002];
    open_scene(&scene, NULL);
    memset(much, 'x', sizeof much);
    much[2001] = '\0';
    expect(post(&scene, scene.games, text(much)), 400, 50035);
    expect(post(&scene, scene.games, text("   ")), 400, 50006);
    expect(post(&scene, 4711, text("x")), 404, 10003);
    json_t *button = json_pack("{s:i, s:i, s:s, s:s}", "type", 2, "style", 1, "label", "Join",
                               "custom_id", "join");
    json_t *body = text("x");
    json_object_set_new(body, "components",
                        json_pack("[{s:i, s:[O, o]}]", "type", 1, "components", button, button));
    struct reply *reply = post(&scene, scene.games, body);
    assert_non_null(strstr(reply->text, "COMPONENT_CUSTOM_ID_DUPLICATED"));
    expect(reply, 400, 50035);
    assert_int_equal(standin_violations(scene.discord), 0);
    posted(post(&scene, scene.games, json_pack("{s:s}", "content", "no allowed_mentions")));
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static test_case(wants_good_headers)
{
    struct scene scene;
    open_scene(&scene, NULL);
    expect(ask_as(scene.loop, scene.discord, "GET", "/users/@me",
                  "User-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot wrong\r\n",
                  NULL),
           401, 0);
    expect(ask_as(scene.loop, scene.discord, "GET", "/users/@me", "User-Agent: curl\r\n", NULL),
           403, 40333);
    struct reply *reply = ask(scene.loop, scene.discord, "GET", "/users/@me", NULL);
    assert_int_equal(reply->status, 200);
    reply_free(reply);
    close_scene(&scene);
}

static test_case(keeps_rights)
{
    struct scene scene;
    open_scene(&scene, NULL);
    standin_set_rights(scene.discord, scene.games, STANDIN_VIEW);
    expect(post(&scene, scene.games, text("x")), 403, 50013);
    standin_set_rights(scene.discord, scene.games, 0);
    expect(post(&scene, scene.games, text("x")), 403, 50001);
    uint64_t dm = standin_dm(scene.discord, scene.ann);
    posted(post(&scene, dm, text("psst")));
    char *bobs = standin_received(scene.discord, scene.bob, 0),
         *anns = standin_received(scene.discord, scene.ann, 0);
    assert_null(strstr(bobs, "psst"));
    assert_non_null(strstr(anns, "psst"));
    free(bobs);
    free(anns);
    standin_refuse_dms(scene.discord, scene.ann, true);
    expect(post(&scene, dm, text("x")), 403, 50007);
    close_scene(&scene);
}

static test_case(posts_once_with_a_nonce)
{
    struct scene scene;
    open_scene(&scene, NULL);
    json_t *body = text("once");
    json_object_set_new(body, "nonce", json_string("t12-e34"));
    json_object_set_new(body, "enforce_nonce", json_true());
    const struct standin_fault fault = {.kind = STANDIN_FAULT_STATUS_AFTER, .route = "POST *"};
    standin_fault(scene.discord, &fault);
    expect(post(&scene, scene.games, json_incref(body)), 500, 0);
    uint64_t first = posted(post(&scene, scene.games, json_incref(body)));
    assert_true(first == posted(post(&scene, scene.games, json_incref(body))));
    assert_int_equal(standin_messages(scene.discord, scene.games, STANDIN_EVERYONE, NULL, 0), 1);
    loop_step(scene.loop, 301000);
    assert_true(first != posted(post(&scene, scene.games, body)));
    close_scene(&scene);
}

static struct reply *post_with(struct scene *scene, enum standin_fault_kind kind, int64_t ms)
{
    struct standin_fault fault = {.kind = kind, .ms = ms};
    standin_heal(scene->discord);
    standin_fault(scene->discord, &fault);
    return post(scene, scene->games, text("faulty"));
}

static test_case(fails_on_order)
{
    struct scene scene;
    open_scene(&scene, NULL);
    const struct standin_message *none = standin_last(scene.discord, scene.games, 0);
    assert_null(none);
    expect(post_with(&scene, STANDIN_FAULT_STATUS, 0), 500, 0);
    expect(post_with(&scene, STANDIN_FAULT_CLOSE, 0), 0, 0);
    assert_null(standin_last(scene.discord, scene.games, 0));
    expect(post_with(&scene, STANDIN_FAULT_CLOSE_AFTER, 0), 0, 0);
    assert_int_equal(standin_messages(scene.discord, scene.games, 0, NULL, 0), 1);
    struct reply *reply = post_with(&scene, STANDIN_FAULT_TRUNCATED, 0);
    assert_null(reply->body);
    assert_int_equal(reply->text[0], '{');
    reply_free(reply);
    loop_step(scene.loop, 5000);
    reply = post_with(&scene, STANDIN_FAULT_USER, 650);
    assert_true(json_number_value(json_object_get(reply->body, "retry_after")) == 0.65);
    expect(reply, 429, 0);
    standin_expect_clean(scene.discord);
    loop_step(scene.loop, 649);
    expect(post(&scene, scene.games, text("early")), 429, 0);
    loop_step(scene.loop, 1);
    posted(post(&scene, scene.games, text("in time")));
    reply = post_with(&scene, STANDIN_FAULT_HTML, 0);
    assert_non_null(strstr(reply->text, "<html>"));
    reply_free(reply);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static test_case(answers_late_on_order)
{
    struct scene scene;
    char path[96];
    const struct standin_fault fault = {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 2000};
    open_scene(&scene, NULL);
    standin_fault(scene.discord, &fault);
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", scene.games);
    int fd = ask_later(scene.discord, "POST", path, text("slow"));
    loop_step(scene.loop, 1999);
    struct reply *reply = answer_to(scene.loop, fd);
    assert_int_equal(reply->status, 0);
    assert_null(standin_last(scene.discord, scene.games, 0));
    reply_free(reply);
    loop_step(scene.loop, 1);
    posted(answer_to(scene.loop, fd));
    close(fd);
    close_scene(&scene);
}

static test_case(keeps_connections)
{
    struct scene scene;
    open_scene(&scene, NULL);
    int fd = dial(scene.discord);
    char path[96];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", scene.games);
    for (int i = 0; i < 3; i++) {
        posted(ask_over(scene.loop, fd, "POST", path, text("again")));
        expect(ask_over(scene.loop, fd, "GET", "/nowhere", NULL), 404, 0);
    }
    close(fd);
    close_scene(&scene);
}

static test_case(takes_files)
{
    static const char headers[] =
        "User-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot " STANDIN_TOKEN
        "\r\nContent-Type: multipart/form-data; boundary=edge\r\n";
    static const char body[] =
        "--edge\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n"
        "{\"content\":\"board\",\"allowed_mentions\":{\"parse\":[]},\"attachments\":[{\"id\":0,\"filename\":\"b.txt\"}]}\r\n"
        "--edge\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"b.txt\"\r\n\r\npicture\r\n--edge--\r\n";
    struct scene scene;
    char path[96];
    open_scene(&scene, NULL);
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", scene.games);
    const struct standin_message *message = standin_message(
        scene.discord, posted(ask_as(scene.loop, scene.discord, "POST", path, headers, body)));
    json_t *attachment = json_array_get(json_object_get(message->body, "attachments"), 0);
    assert_string_equal(json_string_value(json_object_get(attachment, "filename")), "b.txt");
    assert_int_equal(json_integer_value(json_object_get(attachment, "size")), 7);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static struct reply *edit(struct scene *scene, uint64_t message, const char *content)
{
    char path[96];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages/%" PRIu64, scene->games, message);
    return ask(scene->loop, scene->discord, "PATCH", path, text(content));
}

/* A message with a file of that type, whose attachment is `attachment`. Returns its id, or 0. */
static uint64_t post_file(const struct scene *scene, const char *attachment, const char *type,
                          const char *bytes, int status)
{
    static const char headers[] =
        "User-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot " STANDIN_TOKEN
        "\r\nContent-Type: multipart/form-data; boundary=edge\r\n";
    char path[96], body[1024];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", scene->games);
    snprintf(body, sizeof body,
             "--edge\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n"
             "{\"content\":\"board\",\"allowed_mentions\":{\"parse\":[]},\"attachments\":[%s]}\r\n"
             "--edge\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"b.png\"\r\n"
             "Content-Type: %s\r\n\r\n%s\r\n--edge--\r\n",
             attachment, type, bytes);
    struct reply *reply = ask_as(scene->loop, scene->discord, "POST", path, headers, body);
    assert_int_equal(reply->status, status);
    uint64_t id = status == 200
                      ? strtoull(json_string_value(json_object_get(reply->body, "id")), NULL, 10)
                      : 0;
    reply_free(reply);
    return id;
}

#define PNG "\x89PNG\r\n\x1a\nrest"

static test_case(judges_pictures)
{
    static const char with_words[] =
        "{\"id\":0,\"filename\":\"b.png\",\"description\":\"ann to play\"}";
    static const struct {
        const char *attachment, *type, *bytes, *violation;
    } rows[] = {
        {with_words, "image/png", PNG, ""},
        {with_words, "text/plain", PNG, "is no picture"},
        {with_words, "image/png", "GIF89a...", "is no picture"},
        {"{\"id\":0,\"filename\":\"b.png\"}", "image/png", PNG, "no words for the picture"},
        {"{\"id\":0,\"filename\":\"a.png\",\"description\":\"x\"}", "image/png", PNG,
         "is called \"a.png\""},
        {"", "image/png", PNG, "1 files, 0 attachments"},
    };
    struct scene scene;
    open_scene(&scene, &(struct standin_options){.file_size = 20});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        post_file(&scene, rows[i].attachment, rows[i].type, rows[i].bytes, 200);
        const char *said = standin_violation_text(scene.discord);
        if (!*rows[i].violation ? *said : !strstr(said, rows[i].violation))
            fail_msg("%zu: \"%s\"", i, said);
        standin_forgive(scene.discord);
        loop_step(scene.loop, 1000);
    }
    post_file(&scene, with_words, "image/png", PNG "which is too long", 413);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(sees_the_picture_of_another_text)
{
    static const char with_words[] =
        "{\"id\":0,\"filename\":\"b.png\",\"description\":\"ann to play\"}";
    struct scene scene;
    char path[96];
    open_scene(&scene, NULL);
    uint64_t id = post_file(&scene, with_words, "image/png", PNG, 200);
    const struct standin_message *message = standin_message(scene.discord, id);
    expect(edit(&scene, id, "board"), 200, 0);
    standin_expect_clean(scene.discord);
    expect(edit(&scene, id, "another board"), 200, 0);
    assert_int_equal(json_array_size(json_object_get(message->body, "attachments")), 1);
    assert_non_null(
        strstr(standin_violation_text(scene.discord), "the picture of another text stays"));
    standin_forgive(scene.discord);
    json_t *body = text("a third one");
    json_object_set_new(body, "attachments", json_array());
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages/%" PRIu64, scene.games, id);
    expect(ask(scene.loop, scene.discord, "PATCH", path, body), 200, 0);
    assert_int_equal(json_array_size(json_object_get(message->body, "attachments")), 0);
    expect(edit(&scene, id, "and no picture"), 200, 0);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(tires_of_editing_old_messages)
{
    struct scene scene;
    open_scene(&scene, NULL);
    uint64_t board = posted(post(&scene, scene.games, text("board")));
    for (int i = 0; i < 5; i++)
        posted(edit(&scene, board, "young"));
    loop_step(scene.loop, 3600000);
    for (int i = 0; i < 3; i++)
        posted(edit(&scene, board, "old"));
    expect(edit(&scene, board, "older"), 429, 30046);
    loop_step(scene.loop, 6000);
    posted(edit(&scene, board, "rested"));
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(opens_threads_and_closes_them)
{
    struct scene scene;
    char path[96];
    open_scene(&scene, NULL);
    uint64_t board = posted(post(&scene, scene.games, text("board")));
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages/%" PRIu64 "/threads", scene.games,
             board);
    for (int i = 0; i < 2; i++) {
        struct reply *reply =
            ask(scene.loop, scene.discord, "POST", path, json_pack("{s:s}", "name", "table 12"));
        assert_int_equal(reply->status, i == 0 ? 201 : 400);
        reply_free(reply);
    }
    assert_true(standin_thread(scene.discord, scene.games) == board);
    uint64_t inside = posted(post(&scene, board, text("in it")));
    standin_archive_thread(scene.discord, board, false);
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages/%" PRIu64, board, inside);
    expect(ask(scene.loop, scene.discord, "PATCH", path, text("x")), 400, 50083);
    posted(post(&scene, board, text("awake")));
    posted(ask(scene.loop, scene.discord, "PATCH", path, text("x")));
    standin_delete_channel(scene.discord, board);
    expect(post(&scene, board, text("x")), 404, 10003);
    standin_kick(scene.discord, scene.guild);
    standin_expect_clean(scene.discord);
    expect(post(&scene, scene.games, text("x")), 403, 50001);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static test_case(opens_few_private_channels)
{
    struct scene scene;
    struct standin_options options = {.dm_openings = 2};
    open_scene(&scene, &options);
    uint64_t people[] = {scene.ann, scene.ann, scene.bob, standin_user(scene.discord, "cem", NULL)};
    for (int i = 0; i < 4; i++) {
        json_t *body = json_pack("{s:o}", "recipient_id", json_sprintf("%" PRIu64, people[i]));
        struct reply *reply = ask(scene.loop, scene.discord, "POST", "/users/@me/channels", body);
        assert_int_equal(reply->status, i < 3 ? 200 : 403);
        reply_free(reply);
    }
    close_scene(&scene);
}

static int count_found(struct scene *scene, const char *query, const char *words)
{
    char path[128];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages?%s", scene->games, query);
    struct reply *reply = ask(scene->loop, scene->discord, "GET", path, NULL);
    int count = (int)json_array_size(reply->body);
    assert_int_equal(reply->status, 200);
    if (count > 0)
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(reply->body, 0), "content")), words);
    reply_free(reply);
    return count;
}

/* The text of what was not said to the bot only where it may read it, and nothing where it may
   not look back. */
static test_case(tells_what_was_said)
{
    struct scene scene;
    struct standin_options options = {.has_no_message_content = true};
    char query[64];
    for (int can_read = 0; can_read < 2; can_read++) {
        open_scene(&scene, can_read ? NULL : &options);
        uint64_t first = standin_say(scene.discord, scene.ann, scene.games, "one");
        standin_say(scene.discord, scene.bob, scene.games, "two");
        standin_say(scene.discord, scene.ann, scene.games, "three");
        snprintf(query, sizeof query, "limit=100&after=%" PRIu64, first);
        assert_int_equal(count_found(&scene, query, can_read ? "three" : ""), 2);
        snprintf(query, sizeof query, "limit=1&after=%" PRIu64, first);
        assert_int_equal(count_found(&scene, query, can_read ? "two" : ""), 1);
        standin_set_rights(scene.discord, scene.games, STANDIN_VIEW);
        assert_int_equal(count_found(&scene, "limit=100", ""), 0);
        close_scene(&scene);
    }
}

static int rest_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posts_and_shows),
        cmocka_unit_test(limits_to_the_millisecond),
        cmocka_unit_test(limits_all_together),
        cmocka_unit_test(refuses_bad_bodies),
        cmocka_unit_test(wants_good_headers),
        cmocka_unit_test(keeps_rights),
        cmocka_unit_test(posts_once_with_a_nonce),
        cmocka_unit_test(fails_on_order),
        cmocka_unit_test(answers_late_on_order),
        cmocka_unit_test(keeps_connections),
        cmocka_unit_test(takes_files),
        cmocka_unit_test(judges_pictures),
        cmocka_unit_test(sees_the_picture_of_another_text),
        cmocka_unit_test(tires_of_editing_old_messages),
        cmocka_unit_test(opens_threads_and_closes_them),
        cmocka_unit_test(opens_few_private_channels),
        cmocka_unit_test(tells_what_was_said),
    };
    return cmocka_run_group_tests_name("standin: rest", tests, NULL, NULL);
}

int main(void)
{
    return rest_tests() + gateway_tests() + people_tests() + process_tests();
}
