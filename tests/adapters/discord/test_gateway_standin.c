/* The gateway with its real sockets and REST against the stand-in for Discord, which judges by
   itself: every test ends with no violation. The rows of the protocol one by one are in
   test_gateway.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "rest.h"
#include "standin.h"
#include "testing.h"

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    SHARDS = 4,
    PLAIN_INTENTS = 4609,
    ALL_INTENTS = 37377
};

struct scene {
    struct loop *loop;
    struct keep *keep;
    struct standin *discord;
    struct rest *rest;
    struct gateway *gateway;
    struct gateway_setup setup;
    uint64_t guild, games, ann;
    bool settles;
    int heard; /* messages */
    char said[65536];
    int readies[SHARDS], resumes[SHARDS];
    int failures;
    bool has_left;
};

static bool wants(void *arg, const char *type, const char *data, size_t length)
{
    (void)arg, (void)data, (void)length;
    return strcmp(type, "MESSAGE_CREATE") == 0;
}

static void on_event(void *arg, int shard, const char *type, const json_t *data)
{
    struct scene *scene = arg;
    scene->readies[shard] += strcmp(type, "READY") == 0;
    scene->resumes[shard] += strcmp(type, "RESUMED") == 0;
    if (strcmp(type, "MESSAGE_CREATE") == 0) {
        size_t length = strlen(scene->said);
        scene->heard++;
        snprintf(scene->said + length, sizeof scene->said - length, "%s;",
                 json_string_value(json_object_get(data, "content")));
    }
    if (scene->settles)
        gateway_settled(scene->gateway);
}

static void on_failed(void *arg, const char *why)
{
    (void)why;
    ((struct scene *)arg)->failures++;
}

static uint32_t fewer_intents(void *arg, uint32_t refused)
{
    (void)arg;
    return refused == ALL_INTENTS ? PLAIN_INTENTS : 0;
}

static void on_left(void *arg)
{
    ((struct scene *)arg)->has_left = true;
}

static void on_stopped(void *arg, const char *why)
{
    (void)arg, (void)why;
}

static void on_told(void *arg, const struct rest_answer *answer)
{
    const struct scene *scene = arg;
    gateway_told(scene->gateway, answer->outcome == REST_DONE ? answer->body : NULL, "no answer");
}

static void ask(void *arg)
{
    const struct scene *scene = arg;
    rest_send(scene->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                  .method = "GET",
                                                  .route = "/gateway/bot",
                                                  .done = on_told,
                                                  .arg = arg});
}

static int set_scene(void **state)
{
    static struct scene scene;
    log_setup(LOG_ERROR, 2);
    scene = (struct scene){.loop = loop_new(LOOP_VIRTUAL),
                           .keep = keep_new(&(struct keep_port){.put = NULL}),
                           .settles = true};
    scene.setup = (struct gateway_setup){
        .loop = scene.loop,
        .keep = scene.keep,
        .token = STANDIN_TOKEN,
        .user_agent = "DiscordBot (https://tabletalk.example, 1)",
        .intents = ALL_INTENTS,
        .compresses = true,
        .last_shard = -1,
        .playing = "!play | /play",
        .ask = ask,
        .wants = wants,
        .event = on_event,
        .failed = on_failed,
        .fewer_intents = fewer_intents,
        .arg = &scene,
    };
    *state = &scene;
    return 0;
}

static void open_discord(struct scene *scene, const struct standin_options *options)
{
    scene->discord = standin_new(scene->loop, options);
    scene->guild = standin_guild(scene->discord, "Club");
    scene->games = standin_channel(scene->discord, scene->guild, "games");
    scene->ann = standin_user(scene->discord, "ann", "Ann");
}

/* The end of a process, as sudden as can be. */
static void kill_bot(struct scene *scene)
{
    rest_free(scene->rest);
    gateway_free(scene->gateway);
    scene->rest = NULL;
    scene->gateway = NULL;
    loop_step(scene->loop, 0);
}

static void start_bot(struct scene *scene)
{
    scene->rest =
        rest_new(&(struct rest_setup){.loop = scene->loop,
                                      .base = standin_rest_url(scene->discord),
                                      .token = STANDIN_TOKEN,
                                      .user_agent = "DiscordBot (https://tabletalk.example, 0.1)",
                                      .token_died = on_stopped});
    scene->gateway = gateway_new(&scene->setup);
    gateway_start(scene->gateway);
}

static int strike_scene(void **state)
{
    struct scene *scene = *state;
    kill_bot(scene);
    standin_free(scene->discord);
    keep_free(scene->keep);
    loop_free(scene->loop);
    return 0;
}

static void wait_ready(struct scene *scene, int shard, int64_t ms)
{
    for (int64_t waited = 0;
         !(standin_is_ready(scene->discord, shard) && gateway_is_up(scene->gateway, shard));
         waited += 50) {
        if (waited > ms) {
            standin_print(scene->discord, stderr);
            fail_msg("shard %d is not up after %lld ms", shard, (long long)ms);
        }
        loop_step(scene->loop, 50);
    }
}

static void enter(struct scene *scene, const struct standin_options *options)
{
    open_discord(scene, options);
    start_bot(scene);
    wait_ready(scene, 0, 10 * SECOND);
}

/* Things said are heard, in order and once: the proof that a connection works. */
static void expect_talk(struct scene *scene)
{
    scene->said[0] = '\0';
    standin_say(scene->discord, scene->ann, scene->games, "one");
    standin_say(scene->discord, scene->ann, scene->games, "two");
    loop_step(scene->loop, 100);
    assert_string_equal(scene->said, "one;two;");
}

static void finish(struct scene *scene)
{
    expect_talk(scene);
    standin_expect_clean(scene->discord);
}

/* conformance 1, 3, 7 */
static void a_day_passes_without_a_violation(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    assert_true(standin_find(scene->discord, 0, STANDIN_REQUEST, "GET /gateway/bot") <
                standin_find(scene->discord, 0, STANDIN_OPENED, NULL));
    for (int hour = 0; hour < 24; hour++) {
        loop_step(scene->loop, HOUR);
        expect_talk(scene);
    }
    assert_int_equal(standin_opened(scene->discord), 1);
    finish(scene);
}

/* conformance 10, 11: what was said meanwhile is replayed */
static void a_dropped_connection_loses_nothing(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    standin_repeat_replayed(scene->discord, true);
    for (int i = 0; i < 5; i++) {
        expect_talk(scene);
        scene->said[0] = '\0';
        standin_drop(scene->discord, 0);
        standin_say(scene->discord, scene->ann, scene->games, "meanwhile");
        wait_ready(scene, 0, 5 * SECOND);
        assert_string_equal(scene->said, "meanwhile;");
        loop_step(scene->loop, 2 * MINUTE);
    }
    assert_int_equal(scene->readies[0], 1);
    assert_true(scene->resumes[0] >= 5);
    finish(scene);
}

/* conformance 6 */
static void a_silent_server_is_left(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    standin_withhold_acks(scene->discord, true);
    loop_step(scene->loop, 83 * SECOND);
    standin_withhold_acks(scene->discord, false);
    int closed = standin_find(scene->discord, 0, STANDIN_CLOSED, NULL);
    assert_true(closed >= 0);
    assert_int_equal(standin_entry(scene->discord, closed)->status, 4000);
    wait_ready(scene, 0, 5 * SECOND);
    assert_true(scene->resumes[0] > 0);
    finish(scene);
}

/* conformance 12, 13 */
static void orders_to_come_again_are_obeyed(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    standin_reconnect(scene->discord, 0);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 5 * SECOND);
    loop_step(scene->loop, 2 * MINUTE);
    standin_greet(scene->discord, STANDIN_RECONNECT_FIRST, 1);
    standin_drop(scene->discord, 0);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 6 * SECOND);
    loop_step(scene->loop, 2 * MINUTE);
    standin_greet(scene->discord, STANDIN_RECONNECT_INSTEAD, 1);
    standin_drop(scene->discord, 0);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 10 * SECOND);
    loop_step(scene->loop, 2 * MINUTE);
    standin_invalidate(scene->discord, 0, true);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 5 * SECOND);
    assert_int_equal(scene->readies[0], 1);
    standin_invalidate(scene->discord, 0, false);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 12 * SECOND);
    assert_int_equal(scene->readies[0], 2);
    finish(scene);
}

/* conformance 14, 15 */
static void every_close_code_that_is_no_end_is_survived(void **state)
{
    static const int codes[] = {0, 1000, 1001, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009};
    struct scene *scene = *state;
    enter(scene, NULL);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        standin_close(scene->discord, 0, codes[i]);
        loop_step(scene->loop, 0);
        wait_ready(scene, 0, 15 * SECOND);
        expect_talk(scene);
        loop_step(scene->loop, 2 * MINUTE);
    }
    finish(scene);
}

/* conformance 13, 15: the session is refused in every way it can be */
static void a_refused_resume_becomes_an_identify(void **state)
{
    static const int codes[] = {0, 4007, 4009};
    struct scene *scene = *state;
    enter(scene, NULL);
    for (int i = 0; i < 3; i++) {
        standin_refuse_resumes(scene->discord, 1, codes[i]);
        standin_drop(scene->discord, 0);
        loop_step(scene->loop, 0);
        wait_ready(scene, 0, 20 * SECOND);
        assert_int_equal(scene->readies[0], i + 2);
        loop_step(scene->loop, 2 * MINUTE);
    }
    finish(scene);
}

/* conformance 16 */
static void a_token_that_was_reset_ends_it(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    int opened = standin_opened(scene->discord);
    standin_revoke_token(scene->discord);
    loop_step(scene->loop, HOUR);
    assert_int_equal(scene->failures, 1);
    assert_true(standin_opened(scene->discord) <= opened + 1);
    standin_forgive(scene->discord);
}

/* conformance 18 */
static void refused_intents_are_left_out(void **state)
{
    struct scene *scene = *state;
    open_discord(scene, &(struct standin_options){.has_no_message_content = true});
    start_bot(scene);
    wait_ready(scene, 0, 20 * SECOND);
    assert_int_equal(standin_count(scene->discord, STANDIN_HEARD, "IDENTIFY"), 2);
    standin_forgive(scene->discord);
}

/* conformance 8, 28 */
static void shards_come_up_in_order_and_in_time(void **state)
{
    struct scene *scene = *state;
    enter(scene, &(struct standin_options){.shards = SHARDS, .max_concurrency = 2});
    for (int shard = 1; shard < SHARDS; shard++)
        wait_ready(scene, shard, 20 * SECOND);
    standin_drop(scene->discord, 1);
    loop_step(scene->loop, 0);
    assert_false(gateway_is_up(scene->gateway, 1));
    assert_true(gateway_is_up(scene->gateway, 0));
    wait_ready(scene, 1, 5 * SECOND);
    for (int shard = 0; shard < SHARDS; shard++) {
        uint64_t guild = standin_guild_on(scene->discord, "Other", shard, SHARDS);
        assert_int_equal(gateway_shard_of(scene->gateway, guild), shard);
    }
    finish(scene);
}

/* conformance 17 */
static void too_few_shards_are_made_more(void **state)
{
    struct scene *scene = *state;
    open_discord(scene, &(struct standin_options){.shards = 2, .least_shards = 2});
    scene->setup.shard_count = 1;
    start_bot(scene);
    loop_step(scene->loop, MINUTE);
    assert_int_equal(scene->failures, 1); /* the number was set by the admin */
    kill_bot(scene);
    scene->setup.shard_count = 0;
    start_bot(scene);
    wait_ready(scene, 0, 20 * SECOND);
    wait_ready(scene, 1, 20 * SECOND);
    standin_forgive(scene->discord);
}

/* conformance 9 */
static void no_identify_goes_out_when_none_remains(void **state)
{
    struct scene *scene = *state;
    open_discord(scene, &(struct standin_options){.identifies = -1, .reset_after = HOUR});
    start_bot(scene);
    loop_step(scene->loop, HOUR - MINUTE);
    assert_int_equal(standin_opened(scene->discord), 0);
    loop_step(scene->loop, 2 * MINUTE);
    wait_ready(scene, 0, 5 * MINUTE);
    finish(scene);
}

/* conformance 9 */
static void a_hundred_crashes_leave_the_token_alone(void **state)
{
    struct scene *scene = *state;
    open_discord(scene, NULL);
    scene->settles = false; /* so that nothing can be resumed */
    for (int crash = 0; crash < 100; crash++) {
        start_bot(scene);
        loop_step(scene->loop, 2 * SECOND);
        kill_bot(scene);
    }
    assert_in_range(1000 - standin_identifies_left(scene->discord), 2, 7);
    /* Each process asks for the gateway anew and cannot know that it does so too often;
       Identifies it must know of. */
    for (int i = 0; (i = standin_find(scene->discord, i, STANDIN_VIOLATION, NULL)) >= 0; i++)
        assert_non_null(strstr(standin_entry(scene->discord, i)->path, "GET /gateway/bot"));
}

/* conformance 20 */
static void a_dead_resume_url_is_gone_round(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    standin_refuse_connections(scene->discord, false, true, STANDIN_EVERY);
    standin_drop(scene->discord, 0);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 10 * SECOND);
    assert_int_equal(scene->resumes[0], 1);
    standin_refuse_connections(scene->discord, true, true, STANDIN_EVERY);
    standin_drop(scene->discord, 0);
    loop_step(scene->loop, 20 * MINUTE);
    standin_heal(scene->discord);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 3 * MINUTE);
    finish(scene);
}

/* conformance 21 */
static void a_flood_of_presences_is_no_violation(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    for (int i = 0; i < 3000; i++) {
        gateway_show(scene->gateway, i % 2 ? "one" : "another");
        loop_step(scene->loop, 100);
    }
    finish(scene);
}

static void cut_payloads(struct scene *scene, int messages)
{
    enter(scene, NULL);
    standin_cut_payloads(scene->discord, messages, 3);
    expect_talk(scene);
    standin_send_huge(scene->discord, 0, 16 * 1024 * 1024 - 1024);
    loop_step(scene->loop, SECOND);
    expect_talk(scene);
    assert_int_equal(standin_opened(scene->discord), 1);
    standin_send_corrupt(scene->discord, 0);
    loop_step(scene->loop, 0);
    wait_ready(scene, 0, 5 * SECOND);
    assert_int_equal(scene->readies[0], 1);
    finish(scene);
}

/* conformance 22, 24 */
static void compressed_payloads_come_through_however_they_are_cut(void **state)
{
    cut_payloads(*state, 5);
}

static void plain_payloads_come_through_however_they_are_cut(void **state)
{
    ((struct scene *)*state)->setup.compresses = false;
    cut_payloads(*state, 1);
}

/* conformance 24: null for what is absent, numbers as strings, sessions that are never resumed */
static void other_servers_are_understood(void **state)
{
    struct scene *scene = *state;
    open_discord(scene, NULL);
    standin_speak_oddly(scene->discord, true, true);
    start_bot(scene);
    wait_ready(scene, 0, 10 * SECOND);
    standin_refuse_resumes(scene->discord, STANDIN_EVERY, 0);
    for (int i = 0; i < 3; i++) {
        expect_talk(scene);
        loop_step(scene->loop, 2 * MINUTE);
        standin_drop(scene->discord, 0);
        loop_step(scene->loop, 0);
        wait_ready(scene, 0, 15 * SECOND);
    }
    finish(scene);
}

/* conformance 11: swapped ones are not taken for old ones */
static void swapped_events_all_come_through(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    standin_reorder_events(scene->discord, 3);
    scene->said[0] = '\0';
    for (int i = 0; i < 9; i++) {
        char text[2] = {(char)('a' + i), '\0'};
        standin_say(scene->discord, scene->ann, scene->games, text);
    }
    loop_step(scene->loop, 5 * SECOND);
    for (int i = 0; i < 9; i++) {
        char text[3] = {(char)('a' + i), ';', '\0'};
        assert_non_null(strstr(scene->said, text));
    }
    assert_int_equal(scene->heard, 9);
    standin_heal(scene->discord);
    finish(scene);
}

/* conformance 25 */
static void a_restart_is_a_resume(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    expect_talk(scene);
    gateway_stop(scene->gateway, on_left, scene);
    loop_step(scene->loop, 2 * SECOND);
    assert_true(scene->has_left);
    int closed = standin_find(scene->discord, 0, STANDIN_CLOSED, NULL);
    assert_int_equal(standin_entry(scene->discord, closed)->status, 4900);
    kill_bot(scene);
    standin_say(scene->discord, scene->ann, scene->games, "while it was away");
    loop_step(scene->loop, 50 * SECOND);
    scene->said[0] = '\0';
    start_bot(scene);
    wait_ready(scene, 0, 5 * SECOND);
    assert_string_equal(scene->said, "while it was away;");
    assert_int_equal(scene->readies[0], 1);
    finish(scene);
}

/* conformance 26 */
static void what_a_kill_lost_is_replayed(void **state)
{
    struct scene *scene = *state;
    enter(scene, NULL);
    for (int i = 0; i < 5; i++) {
        standin_say(scene->discord, scene->ann, scene->games, "settled");
        loop_step(scene->loop, 100);
        scene->settles = false;
        standin_say(scene->discord, scene->ann, scene->games, "lost");
        loop_step(scene->loop, 100);
        kill_bot(scene);
        loop_step(scene->loop, 3 * SECOND);
        scene->said[0] = '\0';
        scene->settles = true;
        start_bot(scene);
        wait_ready(scene, 0, 5 * SECOND);
        assert_string_equal(scene->said, "lost;");
    }
    assert_int_equal(scene->readies[0], 1);
    finish(scene);
}

#define in_scene(test) cmocka_unit_test_setup_teardown(test, set_scene, strike_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_scene(a_day_passes_without_a_violation),
        in_scene(a_dropped_connection_loses_nothing),
        in_scene(a_silent_server_is_left),
        in_scene(orders_to_come_again_are_obeyed),
        in_scene(every_close_code_that_is_no_end_is_survived),
        in_scene(a_refused_resume_becomes_an_identify),
        in_scene(a_token_that_was_reset_ends_it),
        in_scene(refused_intents_are_left_out),
        in_scene(shards_come_up_in_order_and_in_time),
        in_scene(too_few_shards_are_made_more),
        in_scene(no_identify_goes_out_when_none_remains),
        in_scene(a_hundred_crashes_leave_the_token_alone),
        in_scene(a_dead_resume_url_is_gone_round),
        in_scene(a_flood_of_presences_is_no_violation),
        in_scene(compressed_payloads_come_through_however_they_are_cut),
        in_scene(plain_payloads_come_through_however_they_are_cut),
        in_scene(other_servers_are_understood),
        in_scene(swapped_events_all_come_through),
        in_scene(a_restart_is_a_resume),
        in_scene(what_a_kill_lost_is_replayed),
    };
    return cmocka_run_group_tests_name("gateway and stand-in", tests, NULL, NULL);
}
