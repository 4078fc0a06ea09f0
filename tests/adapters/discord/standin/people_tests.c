/* People of the stand-in: what they can do, and how the bot may answer. */
#include "scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

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
                        json_pack("[{s:i, s:[{s:i,s:i,s:s,s:s}, {s:i,s:i,s:s,s:s,s:b}]}]", "type",
                                  1, "components", "type", 2, "style", 1, "label", "My hand",
                                  "custom_id", "hand", "type", 2, "style", 2, "label", "Off",
                                  "custom_id", "off", "disabled", true));
    return posted(post(scene, scene->games, body));
}

static json_t *answer_of(int type, const char *content, int flags)
{
    json_t *data = text(content);
    json_object_set_new(data, "flags", json_integer(flags));
    return json_pack("{s:i, s:o}", "type", type, "data", data);
}

static test_case(presses_what_is_there)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 4609);
    uint64_t board = post_buttons(&scene);
    assert_true(standin_press(scene.discord, scene.ann, board, "off") == 0);
    assert_true(standin_press(scene.discord, scene.ann, board, "nothing") == 0);
    uint64_t press = standin_press_label(scene.discord, scene.ann, board, "My hand");
    loop_step(scene.loop, 0);
    json_t *event = data_of(scene.gate, "INTERACTION_CREATE");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(event, "data"), "custom_id")), "hand");
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

static test_case(keeps_tokens_for_15_minutes)
{
    struct scene scene;
    char path[200];
    open_scene(&scene, NULL);
    uint64_t press = standin_press(scene.discord, scene.ann, post_buttons(&scene), "hand");
    snprintf(path, sizeof path, "/webhooks/%" PRIu64 "/%s", standin_application(scene.discord),
             standin_interaction(scene.discord, press)->token);
    expect(ask(scene.loop, scene.discord, "POST", path, text("x")), 404, 10015);
    expect(call_back(&scene, press, json_pack("{s:i, s:{s:i}}", "type", 5, "data", "flags", 64)),
           204, 0);
    uint64_t first =
        posted(ask(scene.loop, scene.discord, "POST", path, text("in place of thinking")));
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

static const char play[] =
    "[{\"name\":\"play\",\"description\":\"Open a table\",\"contexts\":[0],\"options\":["
    "{\"type\":3,\"name\":\"game\",\"description\":\"Which\",\"required\":true,"
    "\"choices\":[{\"name\":\"Heartcatchers\",\"value\":\"heartcatchers\"}]},"
    "{\"type\":4,\"name\":\"players\",\"description\":\"How many\",\"max_value\":5},"
    "{\"type\":3,\"name\":\"move\",\"description\":\"Which\",\"autocomplete\":true}]}]";

static test_case(types_commands)
{
    struct scene scene;
    char path[96];
    open_scene(&scene, NULL);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play game:heartcatchers") ==
                0);
    snprintf(path, sizeof path, "/applications/%" PRIu64 "/commands",
             standin_application(scene.discord));
    for (int i = 0; i < 2; i++) {
        struct reply *reply =
            ask(scene.loop, scene.discord, "PUT", path, json_loads(play, 0, NULL));
        assert_int_equal(reply->status, 200);
        reply_free(reply);
    }
    assert_int_equal(standin_commands_created(scene.discord), 1);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games,
                              "/play game:Heartcatchers players:3") != 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play game:poker") == 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games, "play players:3") == 0);
    assert_true(standin_slash(scene.discord, scene.ann, scene.games,
                              "play game:heartcatchers players:6") == 0);
    assert_true(standin_slash(scene.discord, scene.ann, standin_dm(scene.discord, scene.ann),
                              "play game:heartcatchers") == 0);
    uint64_t typing = standin_autocomplete(scene.discord, scene.ann, scene.games, "play move:st");
    expect(call_back(&scene, typing, answer_of(4, "x", 64)), 400, 50035);
    expect(call_back(&scene, typing,
                     json_pack("{s:i, s:{s:[{s:s, s:s}]}}", "type", 8, "data", "choices", "name",
                               "steal", "value", "steal")),
           204, 0);
    close_scene(&scene);
}

static test_case(shows_the_trap_of_deferring)
{
    struct scene scene;
    char path[200];
    open_scene(&scene, NULL);
    uint64_t press = standin_press(scene.discord, scene.ann, post_buttons(&scene), "hand");
    snprintf(path, sizeof path, "/webhooks/%" PRIu64 "/%s", standin_application(scene.discord),
             standin_interaction(scene.discord, press)->token);
    expect(call_back(&scene, press, json_pack("{s:i}", "type", 5)), 204, 0);
    json_t *hand = text("red 7");
    json_object_set_new(hand, "flags", json_integer(64));
    posted(ask(scene.loop, scene.discord, "POST", path, hand));
    char *bobs = standin_received(scene.discord, scene.bob, 0);
    assert_non_null(strstr(bobs, "red 7"));
    free(bobs);
    assert_int_equal(standin_violations(scene.discord), 1);
    close_scene(&scene);
}

static test_case(asks_and_submits)
{
    struct scene scene;
    open_scene(&scene, NULL);
    scene.gate = enter(&scene, PLAIN, 4609);
    uint64_t press = standin_press(scene.discord, scene.ann, post_buttons(&scene), "hand");
    assert_true(standin_submit(scene.discord, press, "move=steal") == 0);
    json_t *input = json_pack("{s:i, s:s, s:i}", "type", 4, "custom_id", "move", "style", 1);
    json_t *modal =
        json_pack("{s:s, s:s, s:[{s:i, s:s, s:o}]}", "custom_id", "ask", "title", "Which?",
                  "components", "type", 18, "label", "Move", "component", input);
    expect(call_back(&scene, press, json_pack("{s:i, s:o}", "type", 9, "data", modal)), 204, 0);
    assert_true(standin_submit(scene.discord, press, "move=steal e") != 0);
    loop_step(scene.loop, 0);
    expect_event(scene.gate, "INTERACTION_CREATE");
    json_t *submitted = data_of(scene.gate, "INTERACTION_CREATE");
    char *bytes = json_dumps(json_object_get(submitted, "data"), JSON_COMPACT);
    assert_non_null(strstr(bytes, "\"value\":\"steal e\""));
    free(bytes);
    json_decref(submitted);
    standin_expect_clean(scene.discord);
    close_scene(&scene);
}

static test_case(mentions_only_whom_it_may)
{
    struct scene scene;
    char content[96];
    open_scene(&scene, NULL);
    snprintf(content, sizeof content, "<@%" PRIu64 "> @everyone <@%" PRIu64 ">", scene.ann,
             scene.bob);
    json_t *body = json_pack("{s:s, s:{s:[], s:[o]}}", "content", content, "allowed_mentions",
                             "parse", "users", json_sprintf("%" PRIu64, scene.ann));
    posted(post(&scene, scene.games, body));
    assert_int_equal(standin_pings(scene.discord, scene.ann), 1);
    assert_int_equal(standin_pings(scene.discord, scene.bob), 0);
    assert_int_equal(standin_pings(scene.discord, STANDIN_EVERYONE), 0);
    close_scene(&scene);
}

int people_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presses_what_is_there), cmocka_unit_test(keeps_tokens_for_15_minutes),
        cmocka_unit_test(types_commands),        cmocka_unit_test(shows_the_trap_of_deferring),
        cmocka_unit_test(asks_and_submits),      cmocka_unit_test(mentions_only_whom_it_may),
    };
    return cmocka_run_group_tests_name("standin: people", tests, NULL, NULL);
}
