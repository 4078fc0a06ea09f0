/* The gateway of the stand-in: sessions, limits, closes, and what breaks on order. */
#include "scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static test_case(says_hello_and_ready)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 4609);
    json_t *hello = data_of(scene.gate, "op 10");
    assert_int_equal(json_integer_value(json_object_get(hello, "heartbeat_interval")), 41250);
    json_decref(hello);
    expect_event(scene.gate, "READY");
    expect_event(scene.gate, "GUILD_CREATE");
    assert_true(standin_is_ready(scene.discord, 0));
    assert_int_equal(standin_identifies_left(scene.discord), 999);
    loop_step(scene.loop, 1000);
    gate_say(scene.gate, json_pack("{s:i, s:i}", "op", 1, "d", 2));
    expect_event(scene.gate, "op 11");
    standin_expect_clean(scene.discord);
    gate_say(scene.gate, json_pack("{s:i, s:i}", "op", 1, "d", 1));
    assert_int_equal(standin_violations(scene.discord), 1); /* it had a second to hear of 2 */
    close_scene(&scene);
}

static test_case(closes_as_discord_does)
{
    static const struct {
        const char *payload;
        int code;
    } cases[] = {
        {"{\"op\":2,\"d\":{\"token\":\"no\",\"intents\":1,\"shard\":[0,1],\"properties\":{}}}",
         4004},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN
         "\",\"intents\":1,\"shard\":[1,1],\"properties\":{}}}",
         4010},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN
         "\",\"intents\":32768,\"shard\":[0,1],\"properties\":{}}}",
         4014},
        {"{\"op\":2,\"d\":{\"token\":\"" STANDIN_TOKEN
         "\",\"intents\":-1,\"shard\":[0,1],\"properties\":{}}}",
         4013},
        {"{\"op\":3,\"d\":{}}", 4003},
        {"{\"op\":77,\"d\":{}}", 4001},
        {"{\"d\":{}}", 4002},
    };
    struct scene scene;
    struct standin_options options = {.has_no_message_content = true};
    open_scene(&scene, &options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gate *gate = gate_open(scene.loop, standin_gateway_url(scene.discord), PLAIN);
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
    return json_pack("{s:i, s:{s:s, s:s, s:i}}", "op", 6, "d", "token", STANDIN_TOKEN, "session_id",
                     session, "seq", seq);
}

static test_case(resumes_with_what_was_missed)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 37377);
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
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), PLAIN);
    gate_say(scene.gate, resume_of(session, 2));
    json_t *one = data_of(scene.gate, "MESSAGE_CREATE"),
           *two = data_of(scene.gate, "MESSAGE_CREATE");
    assert_string_equal(json_string_value(json_object_get(one, "content")), "one");
    assert_string_equal(json_string_value(json_object_get(two, "content")), "two");
    expect_event(scene.gate, "RESUMED");
    assert_int_equal(standin_identifies_left(scene.discord), 999);
    standin_expect_clean(scene.discord);
    gate_close(scene.gate, 1000);
    gate_free(scene.gate);
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), PLAIN);
    gate_say(scene.gate, resume_of(session, 5));
    json_t *invalid = gate_expect(scene.gate, "op 9");
    assert_true(json_is_false(json_object_get(invalid, "d")));
    json_decref(invalid);
    json_decref(one);
    json_decref(two);
    json_decref(ready);
    assert_int_equal(standin_violations(scene.discord), 1); /* that session was over */
    close_scene(&scene);
}

static test_case(paces_identifies)
{
    struct scene scene;
    struct standin_options options = {.identifies = 1};
    open_scene(&scene, &options);
    scene.gate = enter(&scene, PLAIN, 1);
    gate_free(scene.gate);
    assert_int_equal(standin_violations(scene.discord), 0);
    loop_step(scene.loop, 4999);
    gate_free(enter(&scene, PLAIN, 1));
    assert_int_equal(standin_violations(scene.discord), 2); /* too early, and none left */
    standin_forgive(scene.discord);
    loop_step(scene.loop, 24 * 3600 * 1000);
    scene.gate = enter(&scene, PLAIN, 1);
    expect_event(scene.gate, "READY");
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(watches_the_heart)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 1);
    loop_step(scene.loop, 61874);
    assert_true(gate_is_open(scene.gate));
    loop_step(scene.loop, 1);
    assert_int_equal(gate_code(scene.gate), 4000);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static test_case(limits_what_is_sent)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 1);
    for (int i = 1; i < 120; i++)
        gate_say(scene.gate, json_pack("{s:i, s:n}", "op", 1, "d"));
    standin_expect_clean(scene.discord);
    gate_say(scene.gate, json_pack("{s:i, s:n}", "op", 1, "d"));
    assert_int_equal(gate_code(scene.gate), 4008);
    close_scene(&scene);
}

static test_case(blanks_what_is_not_for_the_bot)
{
    struct scene scene;
    char mention[64];
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 4609);
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

static test_case(compresses_and_cuts)
{
    struct scene scene;
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

static test_case(breaks_the_gateway_on_order)
{
    struct scene scene;
    open_scene(&scene, NULL);
    standin_greet(scene.discord, STANDIN_RECONNECT_INSTEAD, 1);
    scene.gate = gate_open(scene.loop, standin_gateway_url(scene.discord), PLAIN);
    expect_event(scene.gate, "op 7");
    assert_null(gate_expect(scene.gate, "op 10"));
    gate_free(scene.gate);
    scene.gate = enter(&scene, PLAIN, 37377);
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
    scene.gate = gate_open(scene.loop, standin_gateway_url(scene.discord), PLAIN);
    assert_false(gate_is_open(scene.gate));
    close_scene(&scene);
}

static test_case(speaks_oddly)
{
    struct scene scene;
    open_scene(&scene, &(struct standin_options){.counts_from_zero = true});
    standin_speak_oddly(scene.discord, true, true);
    scene.gate = enter(&scene, PLAIN, 37377);
    json_t *ready = gate_expect(scene.gate, "READY");
    assert_int_equal(json_integer_value(json_object_get(ready, "s")), 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(ready, "d"), "v")), "10");
    standin_say(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann), "private");
    loop_step(scene.loop, 0);
    json_t *message = data_of(scene.gate, "MESSAGE_CREATE");
    assert_true(json_is_null(json_object_get(message, "guild_id")));
    json_decref(message);
    json_decref(ready);
    close_scene(&scene);
}

static test_case(refuses_and_repeats_on_order)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 37377);
    json_t *ready = data_of(scene.gate, "READY");
    const char *session = json_string_value(json_object_get(ready, "session_id"));
    gate_close(scene.gate, 4900);
    gate_free(scene.gate);
    standin_repeat_replayed(scene.discord, true);
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), PLAIN);
    gate_say(scene.gate, resume_of(session, 2));
    expect_event(scene.gate, "READY");
    expect_event(scene.gate, "RESUMED");
    standin_heal(scene.discord);
    standin_drop(scene.discord, 0);
    loop_step(scene.loop, 0);
    gate_free(scene.gate);
    loop_step(scene.loop, 5000);
    standin_refuse_resumes(scene.discord, 1, 0);
    scene.gate = gate_open(scene.loop, standin_resume_url(scene.discord), PLAIN);
    gate_say(scene.gate, resume_of(session, 3));
    expect_event(scene.gate, "op 9");
    standin_expect_clean(scene.discord);
    gate_say(scene.gate, identify_with(1)); /* in less than a second, and on the resume address */
    assert_int_equal(standin_violations(scene.discord), 2);
    json_decref(ready);
    close_scene(&scene);
}

static test_case(goes_to_the_right_shard)
{
    struct scene scene;
    struct standin_options options = {.shards = 2, .max_concurrency = 2};
    open_scene(&scene, &options);
    uint64_t even = standin_guild_on(scene.discord, "even", 0, 2),
             odd = standin_guild_on(scene.discord, "odd", 1, 2);
    uint64_t here = standin_channel(scene.discord, even, "here"),
             there = standin_channel(scene.discord, odd, "there");
    struct gate *gates[2];
    for (int i = 0; i < 2; i++) {
        json_t *identify = identify_with(37377);
        json_object_set_new(json_object_get(identify, "d"), "shard", json_pack("[i,i]", i, 2));
        gates[i] = gate_open(scene.loop, standin_gateway_url(scene.discord), PLAIN);
        gate_say(gates[i], identify);
    }
    standin_say(scene.discord, scene.ann, here, "even");
    standin_say(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann), "dm");
    standin_say(scene.discord, scene.ann, there, "odd");
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

int gateway_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_hello_and_ready),
        cmocka_unit_test(closes_as_discord_does),
        cmocka_unit_test(resumes_with_what_was_missed),
        cmocka_unit_test(paces_identifies),
        cmocka_unit_test(watches_the_heart),
        cmocka_unit_test(limits_what_is_sent),
        cmocka_unit_test(blanks_what_is_not_for_the_bot),
        cmocka_unit_test(compresses_and_cuts),
        cmocka_unit_test(breaks_the_gateway_on_order),
        cmocka_unit_test(speaks_oddly),
        cmocka_unit_test(refuses_and_repeats_on_order),
        cmocka_unit_test(goes_to_the_right_shard),
    };
    return cmocka_run_group_tests_name("standin: gateway", tests, NULL, NULL);
}
