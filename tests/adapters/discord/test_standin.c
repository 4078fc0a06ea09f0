/* The stand-in for Discord is what other tests trust, so it is tested itself: that it refuses what Discord refuses, limits
   to the millisecond, breaks as ordered, and that nothing of it happens otherwise. */
#include "standin.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "loop.h"
#include "standin/client.h"

static const char plain[] = "v=10&encoding=json";

struct scene {
    struct loop *loop;
    struct standin *discord;
    uint64_t guild, games, ann, bob;
    struct gate *gate;
};

static void open_scene(struct scene *scene, const struct standin_options *options)
{
    *scene = (struct scene){.loop = loop_new(LOOP_VIRTUAL)};
    scene->discord = standin_new(scene->loop, options);
    scene->guild = standin_guild(scene->discord, "Club");
    scene->games = standin_channel(scene->discord, scene->guild, "games");
    scene->ann = standin_user(scene->discord, "ann", "Ann");
    scene->bob = standin_user(scene->discord, "bob", NULL);
}

static void close_scene(struct scene *scene)
{
    if (scene->gate)
        gate_free(scene->gate);
    standin_free(scene->discord);
    loop_free(scene->loop);
}

static json_t *identify_with(int intents)
{
    return json_pack("{s:i, s:{s:s, s:i, s:[i,i], s:{s:s}}}", "op", 2, "d", "token", STANDIN_TOKEN, "intents", intents,
                     "shard", 0, 1, "properties", "os", "linux");
}

static struct gate *enter(struct scene *scene, const char *query, int intents)
{
    struct gate *gate = gate_open(scene->loop, standin_gateway_url(scene->discord), query);
    gate_say(gate, identify_with(intents));
    return gate;
}

static json_t *text(const char *content)
{
    return json_pack("{s:s, s:{s:[]}}", "content", content, "allowed_mentions", "parse");
}

static struct reply *post(struct scene *scene, uint64_t channel, json_t *body)
{
    char path[96];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", channel);
    return ask(scene->loop, scene->discord, "POST", path, body);
}

static void expect(struct reply *reply, int status, int code)
{
    int got = (int)json_integer_value(json_object_get(reply->body, "code"));
    if (reply->status != status || got != code)
        fail_msg("status %d code %d instead of %d and %d: %s", reply->status, got, status, code, reply->text);
    reply_free(reply);
}

static uint64_t posted(struct reply *reply)
{
    if (reply->status != 200)
        fail_msg("status %d: %s", reply->status, reply->text);
    uint64_t id = strtoull(json_string_value(json_object_get(reply->body, "id")), NULL, 10);
    reply_free(reply);
    return id;
}

static void posts_and_shows(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    uint64_t id = posted(post(&scene, scene.games, text("  hello  ")));
    assert_string_equal(standin_content(standin_message(scene.discord, id)), "hello");
    assert_ptr_equal(standin_last(scene.discord, scene.games, STANDIN_EVERYONE), standin_message(scene.discord, id));
    char *bytes = standin_received(scene.discord, scene.bob, 0);
    assert_non_null(strstr(bytes, "hello"));
    free(bytes);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static void limits_to_the_millisecond(void **state)
{
    struct scene scene;
    (void)state;
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

static void limits_all_together(void **state)
{
    struct scene scene;
    (void)state;
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

static void refuses_bad_bodies(void **state)
{
    struct scene scene;
    char much[2002];
    (void)state;
    open_scene(&scene, NULL);
    memset(much, 'x', sizeof much);
    much[2001] = '\0';
    expect(post(&scene, scene.games, text(much)), 400, 50035);
    expect(post(&scene, scene.games, text("   ")), 400, 50006);
    expect(post(&scene, 4711, text("x")), 404, 10003);
    json_t *button = json_pack("{s:i, s:i, s:s, s:s}", "type", 2, "style", 1, "label", "Join", "custom_id", "join");
    json_t *body = text("x");
    json_object_set_new(body, "components", json_pack("[{s:i, s:[O, o]}]", "type", 1, "components", button, button));
    struct reply *reply = post(&scene, scene.games, body);
    assert_non_null(strstr(reply->text, "COMPONENT_CUSTOM_ID_DUPLICATED"));
    expect(reply, 400, 50035);
    assert_int_equal(standin_violations(scene.discord), 0);
    posted(post(&scene, scene.games, json_pack("{s:s}", "content", "no allowed_mentions")));
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static void wants_good_headers(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    expect(ask_as(scene.loop, scene.discord, "GET", "/users/@me",
                  "User-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot wrong\r\n", NULL),
           401, 0);
    expect(ask_as(scene.loop, scene.discord, "GET", "/users/@me", "User-Agent: curl\r\n", NULL), 403, 40333);
    struct reply *reply = ask(scene.loop, scene.discord, "GET", "/users/@me", NULL);
    assert_int_equal(reply->status, 200);
    reply_free(reply);
    close_scene(&scene);
}

static void keeps_rights(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    standin_set_rights(scene.discord, scene.games, STANDIN_VIEW);
    expect(post(&scene, scene.games, text("x")), 403, 50013);
    standin_set_rights(scene.discord, scene.games, 0);
    expect(post(&scene, scene.games, text("x")), 403, 50001);
    uint64_t dm = standin_dm(scene.discord, scene.ann);
    posted(post(&scene, dm, text("psst")));
    char *bobs = standin_received(scene.discord, scene.bob, 0), *anns = standin_received(scene.discord, scene.ann, 0);
    assert_null(strstr(bobs, "psst"));
    assert_non_null(strstr(anns, "psst"));
    free(bobs);
    free(anns);
    standin_refuse_dms(scene.discord, scene.ann, true);
    expect(post(&scene, dm, text("x")), 403, 50007);
    close_scene(&scene);
}

static void posts_once_with_a_nonce(void **state)
{
    struct scene scene;
    (void)state;
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

static void fails_on_order(void **state)
{
    struct scene scene;
    (void)state;
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

static void answers_late_on_order(void **state)
{
    struct scene scene;
    char path[96];
    const struct standin_fault fault = {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 2000};
    (void)state;
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
    close_scene(&scene);
}

/* --- the gateway --- */

static json_t *data_of(struct gate *gate, const char *type)
{
    json_t *payload = gate_expect(gate, type);
    if (!payload)
        fail_msg("no %s", type);
    json_t *data = json_incref(json_object_get(payload, "d"));
    json_decref(payload);
    return data;
}

static void expect_event(struct gate *gate, const char *type)
{
    json_decref(data_of(gate, type));
}

static void says_hello_and_ready(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 4609);
    json_t *hello = data_of(scene.gate, "op 10");
    assert_int_equal(json_integer_value(json_object_get(hello, "heartbeat_interval")), 41250);
    json_decref(hello);
    expect_event(scene.gate, "READY");
    expect_event(scene.gate, "GUILD_CREATE");
    assert_true(standin_is_ready(scene.discord, 0));
    assert_int_equal(standin_identifies_left(scene.discord), 999);
    gate_say(scene.gate, json_pack("{s:i, s:i}", "op", 1, "d", 2));
    expect_event(scene.gate, "op 11");
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static void closes_as_discord_does(void **state)
{
    static const struct {
        const char *payload;
        int code;
    } cases[] = {
        {"{\"op\":2,\"d\":{\"token\":\"no\",\"intents\":1,\"shard\":[0,1],\"properties\":{}}}", 4004},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN "\",\"intents\":1,\"shard\":[1,1],\"properties\":{}}}", 4010},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN "\",\"intents\":32768,\"shard\":[0,1],\"properties\":{}}}",
         4014},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN "\",\"intents\":-1,\"shard\":[0,1],\"properties\":{}}}", 4013},
        {"{\"op\":3,\"d\":{}}", 4003},
        {"{\"op\":77,\"d\":{}}", 4001},
        {"{\"d\":{}}", 4002},
    };
    struct scene scene;
    struct standin_options options = {.has_no_message_content = true};
    (void)state;
    open_scene(&scene, &options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gate *gate = gate_open(scene.loop, standin_gateway_url(scene.discord), plain);
        gate_say(gate, json_loads(cases[i].payload, 0, NULL));
        if (gate_code(gate) != cases[i].code)
            fail_msg("%d instead of %d for %s", gate_code(gate), cases[i].code, cases[i].payload);
        gate_free(gate);
        loop_step(scene.loop, 5000);
    }
    close_scene(&scene);
}

static json_t *resume_of(const char *session, int seq)
{
    return json_pack("{s:i, s:{s:s, s:s, s:i}}", "op", 6, "d", "token", STANDIN_TOKEN, "session_id", session, "seq",
                     seq);
}

static void resumes_with_what_was_missed(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 37377);
    json_t *ready = data_of(scene.gate, "READY");
    const char *session = json_string_value(json_object_get(ready, "session_id"));
    expect_event(scene.gate, "GUILD_CREATE");
    standin_drop(scene.discord, 0);
    loop_step(scene.loop, 0);
    assert_false(gate_is_open(scene.gate));
    assert_int_equal(gate_code(scene.gate), 0);
    gate_free(scene.gate);
    standin_say(scene.discord, scene.ann, scene.games, "one");
    standin_say(scene.discord, scene.bob, scene.games, "two");
    loop_step(scene.loop, 299000);
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), plain);
    gate_say(scene.gate, resume_of(session, 2));
    json_t *one = data_of(scene.gate, "MESSAGE_CREATE"), *two = data_of(scene.gate, "MESSAGE_CREATE");
    assert_string_equal(json_string_value(json_object_get(one, "content")), "one");
    assert_string_equal(json_string_value(json_object_get(two, "content")), "two");
    expect_event(scene.gate, "RESUMED");
    assert_int_equal(standin_identifies_left(scene.discord), 999);
    gate_close(scene.gate, 1000);
    gate_free(scene.gate);
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), plain);
    gate_say(scene.gate, resume_of(session, 5));
    json_t *invalid = gate_expect(scene.gate, "op 9");
    assert_true(json_is_false(json_object_get(invalid, "d")));
    json_decref(invalid);
    json_decref(one);
    json_decref(two);
    json_decref(ready);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static void paces_identifies(void **state)
{
    struct scene scene;
    struct standin_options options = {.identifies = 1};
    (void)state;
    open_scene(&scene, &options);
    scene.gate = enter(&scene, plain, 1);
    gate_free(scene.gate);
    assert_int_equal(standin_violations(scene.discord), 0);
    loop_step(scene.loop, 4999);
    gate_free(enter(&scene, plain, 1));
    assert_int_equal(standin_violations(scene.discord), 2); /* too early, and none left */
    standin_forgive(scene.discord);
    loop_step(scene.loop, 24 * 3600 * 1000);
    scene.gate = enter(&scene, plain, 1);
    expect_event(scene.gate, "READY");
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static void watches_the_heart(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 1);
    loop_step(scene.loop, 61874);
    assert_true(gate_is_open(scene.gate));
    loop_step(scene.loop, 1);
    assert_int_equal(gate_code(scene.gate), 4000);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static void limits_what_is_sent(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 1);
    for (int i = 1; i < 120; i++)
        gate_say(scene.gate, json_pack("{s:i, s:n}", "op", 1, "d"));
    standin_expect_clean(scene.discord);
    gate_say(scene.gate, json_pack("{s:i, s:n}", "op", 1, "d"));
    assert_int_equal(gate_code(scene.gate), 4008);
    close_scene(&scene);
}

static void blanks_what_is_not_for_the_bot(void **state)
{
    struct scene scene;
    char mention[64];
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 4609);
    snprintf(mention, sizeof mention, "<@%" PRIu64 "> play", standin_bot_user(scene.discord));
    standin_say(scene.discord, scene.ann, scene.games, "!play");
    standin_say(scene.discord, scene.ann, scene.games, mention);
    standin_say(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann), "hello");
    loop_step(scene.loop, 0);
    const char *const wanted[] = {"", mention, "hello"};
    for (size_t i = 0; i < 3; i++) {
        json_t *data = data_of(scene.gate, "MESSAGE_CREATE");
        assert_string_equal(json_string_value(json_object_get(data, "content")), wanted[i]);
        json_decref(data);
    }
    close_scene(&scene);
}

static void compresses_and_cuts(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    standin_cut_payloads(scene.discord, 3, 4);
    scene.gate = enter(&scene, "v=10&encoding=json&compress=zlib-stream", 4609);
    expect_event(scene.gate, "op 10");
    expect_event(scene.gate, "READY");
    expect_event(scene.gate, "GUILD_CREATE");
    assert_true(gate_fragments(scene.gate) >= 3 * 3 * 3);
    standin_heal(scene.discord);
    standin_send_huge(scene.discord, 0, 16 * 1024 * 1024);
    loop_step(scene.loop, 0);
    expect_event(scene.gate, "STAND_IN_HUGE");
    assert_false(gate_is_spoilt(scene.gate));
    standin_send_corrupt(scene.discord, 0);
    loop_step(scene.loop, 0);
    assert_true(gate_is_spoilt(scene.gate));
    close_scene(&scene);
}

static void breaks_the_gateway_on_order(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    standin_greet(scene.discord, STANDIN_RECONNECT_INSTEAD, 1);
    scene.gate = gate_open(scene.loop, standin_gateway_url(scene.discord), plain);
    expect_event(scene.gate, "op 7");
    assert_null(gate_expect(scene.gate, "op 10"));
    gate_free(scene.gate);
    scene.gate = enter(&scene, plain, 37377);
    expect_event(scene.gate, "GUILD_CREATE");
    standin_withhold_acks(scene.discord, true);
    gate_say(scene.gate, json_pack("{s:i, s:n}", "op", 1, "d"));
    assert_null(gate_expect(scene.gate, "op 11"));
    standin_repeat_events(scene.discord, 2);
    standin_say(scene.discord, scene.ann, scene.games, "twice");
    loop_step(scene.loop, 0);
    expect_event(scene.gate, "MESSAGE_CREATE");
    expect_event(scene.gate, "MESSAGE_CREATE");
    standin_heal(scene.discord);
    standin_reorder_events(scene.discord, 2);
    standin_say(scene.discord, scene.ann, scene.games, "first");
    standin_say(scene.discord, scene.ann, scene.games, "second");
    loop_step(scene.loop, 0);
    json_t *second = data_of(scene.gate, "MESSAGE_CREATE");
    assert_string_equal(json_string_value(json_object_get(second, "content")), "second");
    json_decref(second);
    standin_close(scene.discord, 0, 4009);
    loop_step(scene.loop, 0);
    assert_int_equal(gate_code(scene.gate), 4009);
    gate_free(scene.gate);
    standin_refuse_connections(scene.discord, true, false, 1);
    scene.gate = gate_open(scene.loop, standin_gateway_url(scene.discord), plain);
    assert_false(gate_is_open(scene.gate));
    close_scene(&scene);
}

static void goes_to_the_right_shard(void **state)
{
    struct scene scene;
    struct standin_options options = {.shards = 2, .max_concurrency = 2};
    (void)state;
    open_scene(&scene, &options);
    uint64_t even = standin_guild_on(scene.discord, "even", 0, 2), odd = standin_guild_on(scene.discord, "odd", 1, 2);
    uint64_t here = standin_channel(scene.discord, even, "here"), there = standin_channel(scene.discord, odd, "there");
    struct gate *gates[2];
    for (int i = 0; i < 2; i++) {
        json_t *identify = identify_with(37377);
        json_object_set_new(json_object_get(identify, "d"), "shard", json_pack("[i,i]", i, 2));
        gates[i] = gate_open(scene.loop, standin_gateway_url(scene.discord), plain);
        gate_say(gates[i], identify);
    }
    standin_say(scene.discord, scene.ann, there, "odd");
    standin_say(scene.discord, scene.ann, here, "even");
    standin_say(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann), "dm");
    loop_step(scene.loop, 0);
    const char *const wanted[] = {"even", "dm", "odd"};
    for (int i = 0; i < 3; i++) {
        json_t *data = data_of(gates[i == 2], "MESSAGE_CREATE");
        assert_string_equal(json_string_value(json_object_get(data, "content")), wanted[i]);
        json_decref(data);
    }
    standin_expect_clean(scene.discord);
    gate_free(gates[0]);
    gate_free(gates[1]);
    close_scene(&scene);
}

/* --- interactions --- */

static struct reply *call_back(struct scene *scene, uint64_t interaction, json_t *body)
{
    char path[200];
    const struct standin_interaction *what = standin_interaction(scene->discord, interaction);
    snprintf(path, sizeof path, "/interactions/%" PRIu64 "/%s/callback", interaction, what->token);
    return ask(scene->loop, scene->discord, "POST", path, body);
}

static uint64_t post_buttons(struct scene *scene)
{
    json_t *body = text("board");
    json_object_set_new(body, "components",
                        json_pack("[{s:i, s:[{s:i,s:i,s:s,s:s}, {s:i,s:i,s:s,s:s,s:b}]}]", "type", 1, "components",
                                  "type", 2, "style", 1, "label", "My hand", "custom_id", "hand", "type", 2, "style", 2,
                                  "label", "Off", "custom_id", "off", "disabled", true));
    return posted(post(scene, scene->games, body));
}

static json_t *answer_of(int type, const char *content, int flags)
{
    json_t *data = text(content);
    json_object_set_new(data, "flags", json_integer(flags));
    return json_pack("{s:i, s:o}", "type", type, "data", data);
}

static void presses_what_is_there(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, plain, 4609);
    uint64_t board = post_buttons(&scene);
    assert_true(standin_press(scene.discord, scene.ann, board, "off") == 0);
    assert_true(standin_press(scene.discord, scene.ann, board, "nothing") == 0);
    uint64_t press = standin_press_label(scene.discord, scene.ann, board, "My hand");
    loop_step(scene.loop, 0);
    json_t *event = data_of(scene.gate, "INTERACTION_CREATE");
    assert_string_equal(json_string_value(json_object_get(json_object_get(event, "data"), "custom_id")), "hand");
    json_decref(event);
    expect(call_back(&scene, press, answer_of(4, "red 7", 64)), 204, 0);
    expect(call_back(&scene, press, answer_of(4, "red 7", 64)), 400, 40060);
    uint64_t hand = standin_interaction(scene.discord, press)->message;
    assert_true(standin_last(scene.discord, scene.games, scene.ann)->id == hand);
    assert_true(standin_last(scene.discord, scene.games, scene.bob)->id == board);
    char *bobs = standin_received(scene.discord, scene.bob, 0), path[96];
    assert_null(strstr(bobs, "red 7"));
    free(bobs);
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages/%" PRIu64, scene.games, hand);
    expect(ask(scene.loop, scene.discord, "PATCH", path, text("x")), 404, 10008);
    uint64_t late = standin_press(scene.discord, scene.bob, board, "hand");
    loop_step(scene.loop, 3001);
    expect(call_back(&scene, late, answer_of(4, "x", 64)), 404, 10062);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static void keeps_tokens_for_15_minutes(void **state)
{
    struct scene scene;
    char path[200];
    (void)state;
    open_scene(&scene, NULL);
    uint64_t press = standin_press(scene.discord, scene.ann, post_buttons(&scene), "hand");
    snprintf(path, sizeof path, "/webhooks/%" PRIu64 "/%s", standin_application(scene.discord),
             standin_interaction(scene.discord, press)->token);
    expect(ask(scene.loop, scene.discord, "POST", path, text("x")), 404, 10015);
    expect(call_back(&scene, press, json_pack("{s:i, s:{s:i}}", "type", 5, "data", "flags", 64)), 204, 0);
    uint64_t first = posted(ask(scene.loop, scene.discord, "POST", path, text("in place of thinking")));
    assert_true(first == standin_interaction(scene.discord, press)->message);
    assert_true(standin_message(scene.discord, first)->viewer == scene.ann);
    loop_step(scene.loop, 900000);
    assert_true(first != posted(ask(scene.loop, scene.discord, "POST", path, text("the last"))));
    loop_step(scene.loop, 1);
    standin_expect_clean(scene.discord);
    expect(ask(scene.loop, scene.discord, "POST", path, text("x")), 401, 50027);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static const char play[] = "[{\"name\":\"play\",\"description\":\"Open a table\",\"contexts\":[0],\"options\":["
                           "{\"type\":3,\"name\":\"game\",\"description\":\"Which\",\"required\":true,"
                           "\"choices\":[{\"name\":\"Heartcatchers\",\"value\":\"heartcatchers\"}]},"
                           "{\"type\":4,\"name\":\"players\",\"description\":\"How many\",\"max_value\":5},"
                           "{\"type\":3,\"name\":\"move\",\"description\":\"Which\",\"autocomplete\":true}]}]";

static void types_commands(void **state)
{
    struct scene scene;
    char path[96];
    (void)state;
    open_scene(&scene, NULL);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play game:heartcatchers") == 0);
    snprintf(path, sizeof path, "/applications/%" PRIu64 "/commands", standin_application(scene.discord));
    for (int i = 0; i < 2; i++) {
        struct reply *reply = ask(scene.loop, scene.discord, "PUT", path, json_loads(play, 0, NULL));
        assert_int_equal(reply->status, 200);
        reply_free(reply);
    }
    assert_int_equal(standin_commands_created(scene.discord), 1);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "/play game:Heartcatchers players:3") != 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play game:poker") == 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play players:3") == 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play game:heartcatchers players:6") == 0);
    assert_true(
        standin_slash(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann), "play game:heartcatchers") == 0);
    uint64_t typing = standin_autocomplete(scene.discord, scene.ann, scene.games, "play move:st");
    expect(call_back(&scene, typing, answer_of(4, "x", 64)), 400, 50035);
    expect(call_back(
               &scene, typing,
               json_pack("{s:i, s:{s:[{s:s, s:s}]}}", "type", 8, "data", "choices", "name", "steal", "value", "steal")),
           204, 0);
    close_scene(&scene);
}

static void mentions_only_whom_it_may(void **state)
{
    struct scene scene;
    char content[96];
    (void)state;
    open_scene(&scene, NULL);
    snprintf(content, sizeof content, "<@%" PRIu64 "> @everyone <@%" PRIu64 ">", scene.ann, scene.bob);
    json_t *body = json_pack("{s:s, s:{s:[], s:[o]}}", "content", content, "allowed_mentions", "parse", "users",
                             json_sprintf("%" PRIu64, scene.ann));
    posted(post(&scene, scene.games, body));
    assert_int_equal(standin_pings(scene.discord, scene.ann), 1);
    assert_int_equal(standin_pings(scene.discord, scene.bob), 0);
    assert_int_equal(standin_pings(scene.discord, STANDIN_EVERYONE), 0);
    close_scene(&scene);
}

int main(void)
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
        cmocka_unit_test(says_hello_and_ready),
        cmocka_unit_test(closes_as_discord_does),
        cmocka_unit_test(resumes_with_what_was_missed),
        cmocka_unit_test(paces_identifies),
        cmocka_unit_test(watches_the_heart),
        cmocka_unit_test(limits_what_is_sent),
        cmocka_unit_test(blanks_what_is_not_for_the_bot),
        cmocka_unit_test(compresses_and_cuts),
        cmocka_unit_test(breaks_the_gateway_on_order),
        cmocka_unit_test(goes_to_the_right_shard),
        cmocka_unit_test(presses_what_is_there),
        cmocka_unit_test(keeps_tokens_for_15_minutes),
        cmocka_unit_test(types_commands),
        cmocka_unit_test(mentions_only_whom_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
