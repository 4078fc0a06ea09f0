/* What a gateway sends, between its web socket and shard.c: whatever it is, a turn of the loop
   works on a bounded part of it, memory is bounded, and payloads come out whole and in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include "json.h"
#include "loop.h"
#include "shard.h"
#include "testing.h"

enum { MB = 1024 * 1024 };

struct scene {
    struct loop *loop;
    struct budget budget;
    struct intake *intake;
    int payloads, pauses, cuts, broken;
    bool is_paused;
    size_t most_spent; /* in one turn */
    char last[64], why[128], order[16384];
};

static void on_payload(void *arg, const char *text, size_t length, bool is_cut)
{
    struct scene *scene = arg;
    scene->payloads++;
    scene->cuts += is_cut;
    snprintf(scene->last, sizeof scene->last, "%.*s", (int)(length < 60 ? length : 60), text);
    size_t at = strlen(scene->order);
    const char *comma = memchr(text, ',', length);
    size_t word = comma ? (size_t)(comma - text) : length;
    if (word < 8)
        snprintf(scene->order + at, sizeof scene->order - at, "%.*s ", (int)word, text);
}

static void on_broken(void *arg, const char *why)
{
    struct scene *scene = arg;
    scene->broken++;
    scene->is_paused = false;
    snprintf(scene->why, sizeof scene->why, "%s", why);
}

static void on_pause(void *arg, bool is_paused)
{
    struct scene *scene = arg;
    scene->is_paused = is_paused;
    scene->pauses += is_paused;
}

static void open_intake(struct scene *scene, bool inflates)
{
    static const struct intake_events events = {
        .payload = on_payload, .broken = on_broken, .pause = on_pause};
    scene->intake = shard_intake_new(scene->loop, &scene->budget, NULL, inflates, &events, scene);
}

static int set_scene(void **state)
{
    static struct scene scene;
    scene = (struct scene){.loop = loop_new(LOOP_VIRTUAL)};
    budget_init(&scene.budget, scene.loop);
    *state = &scene;
    return 0;
}

static int strike_scene(void **state)
{
    struct scene *scene = *state;
    shard_intake_free(scene->intake);
    loop_free(scene->loop);
    return 0;
}

/* Turn for turn until nothing waits. `most_spent` is what the costliest one took. */
static void turn_until_quiet(struct scene *scene)
{
    for (int turns = 0; turns < 10000 && (turns < 10 || scene->is_paused); turns++) {
        size_t before = scene->budget.spent;
        scene->most_spent = before > scene->most_spent ? before : scene->most_spent;
        loop_serve(scene->loop, 0);
    }
    assert_false(scene->is_paused);
}

/* `length` bytes of `again`, after `before`, deflated as one payload. */
static char *bomb(const char *before, const char *again, size_t length, size_t *packed)
{
    size_t step = strlen(again), room = length / 500 + 65536;
    char *text = malloc(length + 1), *out = malloc(room);
    z_stream stream = {.next_in = NULL};
    snprintf(text, length + 1, "%s", before);
    for (size_t at = strlen(before); at < length; at++)
        text[at] = again[(at - strlen(before)) % step];
    assert_int_equal(deflateInit(&stream, 6), Z_OK);
    stream.next_in = (const Bytef *)text;
    stream.avail_in = (uInt)length;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_SYNC_FLUSH), Z_OK);
    *packed = room - stream.avail_out;
    assert_int_equal(stream.avail_in, 0);
    deflateEnd(&stream);
    free(text);
    return out;
}

/* Law 10: 16 MB of "{}," took a second of the one thread. */
static void crafted_json_costs_no_turn_more_than_its_budget(void **state)
{
    static const char *const crafts[] = {"{},", "\"\",", "[1,", "{\"a\":", "1 "};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof crafts / sizeof *crafts; i++) {
        size_t packed;
        char *bytes =
            bomb("{\"op\":0,\"t\":\"X\",\"s\":1,\"d\":[", crafts[i], INTAKE_PAYLOAD - MB, &packed);
        open_intake(scene, true);
        shard_intake_take(scene->intake, bytes, packed, true);
        assert_true(scene->is_paused);
        assert_int_equal(scene->payloads, 0);
        turn_until_quiet(scene);
        assert_int_equal(scene->broken, (int)i + 1); /* it never closes its brackets */
        shard_intake_free(scene->intake);
        scene->intake = NULL;
        free(bytes);
    }
    assert_true(scene->most_spent <= BUDGET_TURN + 2 * 16384);
}

static void an_event_that_is_too_much_is_null_and_the_next_is_heard(void **state)
{
    struct scene *scene = *state;
    enum { MANY = 30000 };
    char *text = malloc(4 * MANY);
    size_t length = (size_t)sprintf(text, "{\"t\":\"GUILD_CREATE\",\"s\":2,\"op\":0,\"d\":[");
    for (int i = 0; i < MANY; i++)
        length += (size_t)sprintf(text + length, "{},");
    length += (size_t)sprintf(text + length, "1]}");
    open_intake(scene, false);
    shard_intake_take(scene->intake, text, length, false);
    shard_intake_take(scene->intake, "{\"a\":1}", 7, false);
    turn_until_quiet(scene);
    assert_int_equal(scene->payloads, 2);
    assert_int_equal(scene->cuts, 1);
    assert_int_equal(scene->broken, 0);
    assert_string_equal(scene->last, "{\"a\":1}");
    free(text);
}

static void more_than_16_mb_is_broken_off(void **state)
{
    struct scene *scene = *state;
    size_t packed;
    char *bytes = bomb("", "\"0123456789\",", (size_t)66 * MB, &packed);
    open_intake(scene, true);
    shard_intake_take(scene->intake, bytes, packed, true);
    turn_until_quiet(scene);
    assert_int_equal(scene->broken, 1);
    assert_non_null(strstr(scene->why, "16 MB"));
    shard_intake_take(scene->intake, "{}", 2, false); /* nothing more is heard of it */
    assert_int_equal(scene->payloads, 0);
    free(bytes);
}

/* Compressed or not, a payload that never ends is not kept for ever. */
static void a_payload_without_end_is_broken_off(void **state)
{
    struct scene *scene = *state;
    char *piece = calloc(1, MB);
    z_stream stream = {.next_in = NULL};
    char head[64];
    assert_int_equal(deflateInit(&stream, 0), Z_OK);
    stream.next_out = (Bytef *)head;
    stream.avail_out = sizeof head;
    assert_int_equal(deflate(&stream, Z_FULL_FLUSH), Z_OK);
    open_intake(scene, true);
    shard_intake_take(scene->intake, head, 2,
                      true); /* the head of a stream; then empty stored blocks */
    for (int at = 0; at + 5 <= MB; at += 5)
        memcpy(piece + at, "\0\0\0\xff\xff", 5);
    for (int i = 0; i < 20 && !scene->broken; i++) {
        shard_intake_take(scene->intake, piece + 1, MB - 1 - MB % 5 - 4, true);
        turn_until_quiet(scene);
    }
    assert_int_equal(scene->broken, 1);
    deflateEnd(&stream);
    free(piece);
}

/* A thousand small messages that each become 100 KB. */
static void a_flood_is_spread_over_turns_and_keeps_its_order(void **state)
{
    struct scene *scene = *state;
    char text[16];
    char *large = malloc(100000);
    memset(large, ' ', 100000);
    open_intake(scene, false);
    for (int i = 0; i < 500; i++) {
        int length = snprintf(text, sizeof text, "[%d]", i);
        memcpy(large, text, (size_t)length);
        shard_intake_take(scene->intake, large, 100000, false);
    }
    assert_in_range(scene->payloads, 5, 17);
    assert_true(scene->is_paused);
    turn_until_quiet(scene);
    assert_int_equal(scene->payloads, 500);
    assert_true(scene->most_spent <= BUDGET_TURN + 32768);
    const char *at = scene->order;
    for (int i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "[%d] ", i);
        assert_memory_equal(at, text, strlen(text));
        at += strlen(text);
    }
    free(large);
}

/* "[7],aaaa", in plain text, or packed and now and then cut into two messages. */
static void take_padded(struct scene *scene, z_stream *stream, int number, size_t length)
{
    static char text[40000], packed[sizeof text];
    int used = snprintf(text, sizeof text, "[%d],", number);
    memset(text + used, 'a', length - (size_t)used);
    if (number % 2) {
        shard_intake_take(scene->intake, text, length, false);
        return;
    }
    stream->next_in = (const Bytef *)text;
    stream->avail_in = (uInt)length;
    stream->next_out = (Bytef *)packed;
    stream->avail_out = sizeof packed;
    assert_int_equal(deflate(stream, Z_SYNC_FLUSH), Z_OK);
    size_t made = sizeof packed - stream->avail_out, first = number % 3 ? made : made / 2;
    shard_intake_take(scene->intake, packed, first, true);
    if (first < made)
        shard_intake_take(scene->intake, packed + first, made - first, true);
}

/* Most are read where they lie, but not before what came earlier, and not more of them than a
   turn may cost. */
static void small_payloads_wait_their_turn(void **state)
{
    enum { FLOOD = 400, MANY = 800 };
    static const size_t lengths[] = {9, 300, 8000, 8300, 12, 35000};
    struct scene *scene = *state;
    z_stream stream = {.next_in = NULL};
    assert_int_equal(deflateInit(&stream, 6), Z_OK);
    open_intake(scene, true);
    for (int i = 0; i < FLOOD; i++)
        take_padded(scene, &stream, i, lengths[i % 3]);
    assert_in_range(scene->payloads, 50, 200);
    assert_true(scene->is_paused);
    for (int i = FLOOD; i < MANY; i++) {
        if (i % 6 == 0) {
            turn_until_quiet(scene);
            /* enough for small ones, not for the largest */
            budget_spend(&scene->budget, BUDGET_TURN - 40000);
        }
        take_padded(scene, &stream, i, lengths[i * 5 % 6]);
    }
    turn_until_quiet(scene);
    deflateEnd(&stream);
    assert_int_equal(scene->payloads, MANY);
    assert_true(scene->most_spent <= BUDGET_TURN + 32768);
    const char *at = scene->order;
    for (int i = 0; i < MANY; i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "[%d] ", i);
        assert_memory_equal(at, text, (size_t)length);
        at += length;
    }
}

/* What one turn may cost is one number for all connections of a bot. */
static void connections_share_the_budget(void **state)
{
    static const struct intake_events events = {
        .payload = on_payload, .broken = on_broken, .pause = on_pause};
    struct scene *scene = *state, other = {.loop = scene->loop};
    char *large = malloc(BUDGET_TURN);
    memset(large, ' ', BUDGET_TURN);
    memcpy(large, "[1]", 3);
    open_intake(scene, false);
    struct intake *second =
        shard_intake_new(scene->loop, &scene->budget, NULL, false, &events, &other);
    shard_intake_take(scene->intake, large, BUDGET_TURN, false);
    shard_intake_take(second, "[2]", 3, false);
    assert_int_equal(scene->payloads + other.payloads, 0);
    turn_until_quiet(scene);
    assert_int_equal(scene->payloads, 1);
    assert_int_equal(other.payloads, 1);
    shard_intake_free(second);
    free(large);
}

#define in_scene(test) cmocka_unit_test_setup_teardown(test, set_scene, strike_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_scene(crafted_json_costs_no_turn_more_than_its_budget),
        in_scene(an_event_that_is_too_much_is_null_and_the_next_is_heard),
        in_scene(more_than_16_mb_is_broken_off),
        in_scene(a_payload_without_end_is_broken_off),
        in_scene(a_flood_is_spread_over_turns_and_keeps_its_order),
        in_scene(small_payloads_wait_their_turn),
        in_scene(connections_share_the_budget),
    };
    return cmocka_run_group_tests_name("intake", tests, NULL, NULL);
}
