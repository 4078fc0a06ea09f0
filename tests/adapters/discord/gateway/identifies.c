/* How many Identifies a gateway uses, and what they say. What begins no session again is in
   test_gateway.c, the books themselves in test_identify.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "keep.h"
#include "loop.h"
#include "testing.h"

/* conformance 7 */
static void identify_says_what_it_must(void **state)
{
    struct fake *fake = *state;
    struct fake_link *link = fake_up(fake);
    const struct fake_sent *identify = fake_find(link, IDENTIFY, 0);
    const json_t *data = json_object_get(identify->payload, "d"),
                 *shard = json_object_get(data, "shard");
    assert_string_equal(word(identify, "token"), "MTIz.raw.token");
    assert_int_equal(number(identify, "intents"), 37377);
    assert_int_equal(json_array_size(shard), 2);
    assert_int_equal(json_integer_value(json_array_get(shard, 0)), 0);
    assert_int_equal(json_integer_value(json_array_get(shard, 1)), 1);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(data, "properties"), "os")), "linux");
    const json_t *activity =
        json_array_get(json_object_get(json_object_get(data, "presence"), "activities"), 0);
    assert_string_equal(json_string_value(json_object_get(activity, "name")), "!play | /play");
}

static void a_presence_of_any_length_and_bytes_fits(void **state)
{
    struct fake *fake = *state;
    char *playing = malloc(9001);
    memset(playing, 0xe2, 9000);
    memcpy(playing, "\xf0\x9f\x83\x8f", 4);
    playing[9000] = '\0';
    fake->setup.playing = playing;
    fake_up(fake); /* fake_link looks at the size */
    free(playing);
}

/* conformance 8 */
static void identifies_keep_their_distance_and_their_order(void **state)
{
    struct fake *fake = *state;
    enum { SHARDS = 7, CONCURRENCY = 3 };
    int64_t at[SHARDS];
    int served = 0, shard = 0;
    json_object_set_new(fake->bot, "shards", json_integer(SHARDS));
    json_object_set_new(json_object_get(fake->bot, "session_start_limit"), "max_concurrency",
                        json_integer(CONCURRENCY));
    fake_start(fake);
    for (int i = 0; i < 2000; i++) {
        fake_wait(fake, 10);
        fake_let_in(fake, &served);
    }
    assert_int_equal(fake->link_count, SHARDS);
    for (; shard < SHARDS; shard++) {
        assert_int_equal(fake_shard_of(fake->links[shard]), shard);
        at[shard] = fake_find(fake->links[shard], IDENTIFY, 0)->at;
        if (shard >= CONCURRENCY)
            assert_true(at[shard] - at[shard - CONCURRENCY] >= 5 * SECOND);
    }
    assert_true(at[CONCURRENCY - 1] - at[0] < SECOND);
}

/* conformance 8, 9: op 9 to whatever we say */
static void a_storm_of_invalid_sessions_costs_few_identifies(void **state)
{
    struct fake *fake = *state;
    int64_t last = -MINUTE;
    int served = 0;
    fake_start(fake);
    for (int i = 0; i < 10 * 60 * 10; i++) {
        fake_wait(fake, 100);
        for (; served < fake->link_count; served++) {
            fake_hello(fake, fake->links[served]);
            const struct fake_sent *identify = fake_find(fake->links[served], IDENTIFY, 0);
            assert_non_null(identify);
            assert_true(identify->at - last >= 5 * SECOND);
            last = identify->at;
            fake_say(fake, fake->links[served], "{\"op\":9,\"d\":false}");
        }
    }
    /* of 1000; the more in a row, the longer it waits */
    assert_in_range(fake_count_all(fake, IDENTIFY), 15, 40);
}

/* As Discord counts it. */
static void set_used(const struct fake *fake, int used, int64_t since)
{
    json_t *limit = json_object_get(fake->bot, "session_start_limit");
    json_object_set_new(limit, "total", json_integer(1000));
    json_object_set_new(limit, "remaining", json_integer(1000 - used));
    json_object_set_new(limit, "reset_after", json_integer(24 * 60 * MINUTE - since));
}

/* Every Identify of a day is refused, and the bot is killed and started again `kills` times in
   it. */
static int identifies_of_a_day(struct fake *fake, int kills)
{
    int used = 0, links = fake->link_count;
    int64_t began = loop_now(fake->loop), day = 24 * 60 * MINUTE;
    set_used(fake, 0, 0);
    fake_start(fake);
    for (int killed = 0; loop_now(fake->loop) - began < day; used++) {
        int64_t since = loop_now(fake->loop) - began;
        if (since >= (killed + 1) * day / (kills + 1)) {
            killed++;
            fake_kill(fake);
            fake_start(fake);
        }
        struct fake_link *link = fake_next(fake, links, day);
        links = fake->link_count;
        fake_hello(fake, link);
        expect_identify(link);
        set_used(fake, used + 1,
                 loop_now(fake->loop) - began < day ? loop_now(fake->loop) - began : day);
        fake_say(fake, link, "{\"op\":9,\"d\":false}");
    }
    fake_kill(fake);
    return used;
}

/* However often the bot itself is started in it. Then one session lasts, and a few refusals cost
   seconds again. */
static void a_day_of_invalid_sessions_leaves_half_of_the_identifies(void **state)
{
    struct fake *fake = *state;
    for (int kills = 0; kills <= 12; kills += 6) {
        int used = identifies_of_a_day(fake, kills);
        print_message("%d Identifies of 1000 in a day, %d kills\n", used, kills);
        assert_in_range(used, 100, 500);
    }
}

/* While many remain, a few refusals cost seconds; where few do, each costs minutes. */
static void what_remains_decides_what_a_refusal_costs(void **state)
{
    static const struct {
        int remaining;
        int64_t least, most;
    } rows[] = {{998, 0, 45 * SECOND},
                {800, 60 * SECOND, 4 * MINUTE},
                {600, 6 * MINUTE, 12 * MINUTE},
                {20, 60 * MINUTE, 24 * 60 * MINUTE}};
    struct fake *fake = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_object_set_new(json_object_get(fake->bot, "session_start_limit"), "remaining",
                            json_integer(rows[i].remaining));
        int64_t began = 0;
        if (i > 0)
            fake_kill(fake);
        int links = fake->link_count;
        fake_start(fake);
        for (int refused = 0; refused < 4; refused++) {
            struct fake_link *link = fake_next(fake, links, 24 * 60 * MINUTE);
            links = fake->link_count;
            began = refused ? began : loop_now(fake->loop);
            fake_hello(fake, link);
            expect_identify(link);
            fake_say(fake, link, "{\"op\":9,\"d\":false}");
        }
        fake_next(fake, links, 24 * 60 * MINUTE);
        int64_t cost = loop_now(fake->loop) - began;
        if (cost < rows[i].least || cost > rows[i].most)
            fail_msg("%d remain: four refusals cost %d s", rows[i].remaining, (int)(cost / SECOND));
    }
}

static void note_key(void *arg, const char *key, const char *value)
{
    (void)value;
    snprintf(arg, 96, "%s", key);
}

/* What is written down is an hour old as soon as the clock was set an hour ahead; Discord's
   clock was not. */
static void a_clock_set_ahead_brings_no_identify_early(void **state)
{
    struct fake *fake = *state;
    int64_t last = -MINUTE;
    int served = 0;
    fake_start(fake);
    for (int i = 0; i < 20 * 10; i++) {
        fake_wait(fake, 100);
        for (; served < fake->link_count; served++) {
            char key[96] = "";
            fake_hello(fake, fake->links[served]);
            const struct fake_sent *identify = fake_find(fake->links[served], IDENTIFY, 0);
            assert_non_null(identify);
            assert_true(identify->at - last >= 5 * SECOND);
            last = identify->at;
            keep_each(fake->keep, "discord:", note_key, key);
            assert_non_null(strstr(key, ":identify 0"));
            keep_put(fake->keep, key, "1767222000000 1", NULL, NULL);
            fake_say(fake, fake->links[served], "{\"op\":9,\"d\":false}");
        }
    }
    assert_in_range(served, 3, 4);
}

/* conformance 9 */
static void none_remaining_waits_for_the_reset(void **state)
{
    struct fake *fake = *state;
    json_t *limit = json_object_get(fake->bot, "session_start_limit");
    json_object_set_new(limit, "remaining", json_integer(0));
    json_object_set_new(limit, "reset_after", json_integer(30 * MINUTE));
    int64_t begin = loop_now(fake->loop);
    fake_start(fake);
    fake_wait(fake, 29 * MINUTE);
    assert_int_equal(fake->link_count, 0);
    json_object_set_new(limit, "remaining", json_integer(1000));
    struct fake_link *link = fake_next(fake, 0, 3 * MINUTE);
    assert_true(link->at - begin >= 30 * MINUTE);
    fake_hello(fake, link);
    expect_identify(link);
}

/* conformance 9 */
static void a_hundred_crashes_use_a_handful_of_identifies(void **state)
{
    struct fake *fake = *state;
    int served = 0;
    for (int crash = 0; crash < 100; crash++) {
        fake_start(fake);
        fake_wait(fake, 2 * SECOND);
        fake_let_in(fake, &served);
        fake_wait(fake, SECOND);
    }
    assert_in_range(fake_count_all(fake, IDENTIFY), 1, 7);
}

static void refuse_to_write(void *self, const char *key, const char *value, keep_done *done,
                            void *arg)
{
    (void)key, (void)value;
    if (done)
        done(arg, *(bool *)self);
}

static void no_identify_is_sent_that_could_not_be_written_down(void **state)
{
    struct fake *fake = *state;
    bool can_write = false;
    int served = 0;
    keep_free(fake->keep);
    fake->keep = fake->setup.keep =
        keep_new(&(struct keep_port){.put = refuse_to_write, .self = &can_write});
    fake_start(fake);
    for (int i = 0; i < 600; i++) {
        fake_wait(fake, 100);
        fake_let_in(fake, &served);
    }
    assert_int_equal(fake_count_all(fake, IDENTIFY), 0);
    can_write = true;
    for (int i = 0; i < 6000 && !fake_count_all(fake, IDENTIFY); i++) {
        fake_wait(fake, 100);
        fake_let_in(fake, &served);
    }
    assert_int_equal(fake_count_all(fake, IDENTIFY), 1);
}

int run_identify_tests(void)
{
    const struct CMUnitTest tests[] = {
        with_fake(identify_says_what_it_must),
        with_fake(a_presence_of_any_length_and_bytes_fits),
        with_fake(identifies_keep_their_distance_and_their_order),
        with_fake(a_storm_of_invalid_sessions_costs_few_identifies),
        with_fake(a_day_of_invalid_sessions_leaves_half_of_the_identifies),
        with_fake(what_remains_decides_what_a_refusal_costs),
        with_fake(a_clock_set_ahead_brings_no_identify_early),
        with_fake(none_remaining_waits_for_the_reset),
        with_fake(a_hundred_crashes_use_a_handful_of_identifies),
        with_fake(no_identify_is_sent_that_could_not_be_written_down),
    };
    return cmocka_run_group_tests_name("identifies", tests, NULL, NULL);
}
