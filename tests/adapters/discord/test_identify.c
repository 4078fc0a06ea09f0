/* The books of Identifies: pace by key, haste, the day's rest, and that nothing is sent that
   could not be written down. */
#include "identify.h"
#include "keep.h"
#include "loop.h"
#include "testing.h"

enum { SECOND = 1000, DAY = 24 * 3600 * SECOND };

static const int64_t BIRTH = 1767225600000;
static const struct identify_limit plenty = {
    .total = 1000, .remaining = 1000, .reset_after = DAY, .max_concurrency = 1};

struct books {
    struct keep *keep;
    struct identify *identify;
    int64_t now;
};

static int open_books(void **state)
{
    static struct books books;
    books = (struct books){.keep = keep_new(&(struct keep_port){.put = NULL}), .now = BIRTH};
    books.identify = identify_new(books.keep, "bot");
    *state = &books;
    return 0;
}

static int close_books(void **state)
{
    struct books *books = *state;
    identify_free(books->identify);
    keep_free(books->keep);
    return 0;
}

/* The process died; the next one reads what was kept. */
static void restart(struct books *books)
{
    identify_free(books->identify);
    books->identify = identify_new(books->keep, "bot");
    identify_set_limit(books->identify, &plenty, books->now);
}

static int64_t wait_of(const struct books *books, int shard)
{
    const char *why;
    return identify_wait(books->identify, shard, books->now, &why);
}

static void spend(struct books *books, int shard)
{
    assert_int_equal(wait_of(books, shard), 0);
    identify_spend(books->identify, shard, books->now, NULL, NULL);
}

static void nothing_goes_before_discord_has_said_how_many(void **state)
{
    assert_true(wait_of(*state, 0) > DAY);
}

/* conformance 8 */
static void a_key_goes_once_in_five_seconds_whichever_process_sends(void **state)
{
    struct books *books = *state;
    struct identify_limit limit = plenty;
    limit.max_concurrency = 2;
    identify_set_limit(books->identify, &limit, books->now);
    spend(books, 0);
    assert_int_equal(wait_of(books, 1), 0);
    assert_true(wait_of(books, 2) >= 5 * SECOND && wait_of(books, 2) < 6 * SECOND);
    books->now += 3 * SECOND;
    spend(books, 1);
    restart(books);
    identify_set_limit(books->identify, &limit, books->now);
    assert_true(wait_of(books, 2) >= 2 * SECOND && wait_of(books, 2) < 3 * SECOND);
    assert_true(wait_of(books, 3) >= 5 * SECOND);
    books->now += wait_of(books, 2);
    spend(books, 2);
}

/* conformance 9: a crash every few seconds, for as long as anybody cares to watch. */
static void a_crash_loop_uses_a_handful(void **state)
{
    struct books *books = *state;
    static const int gaps[] = {1, 3, 5, 10};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        int sent = 0;
        for (int crash = 0; crash < 100; crash++, books->now += gaps[i] * SECOND) {
            restart(books);
            if (wait_of(books, 0) > 0)
                continue;
            spend(books, 0);
            sent++;
        }
        if (sent > 7)
            fail_msg("%d Identifies in 100 crashes every %d s", sent, gaps[i]);
        identify_lasted(books->identify, 0);
        books->now += 3600 * SECOND;
    }
}

static void a_day_of_crashes_leaves_the_token_alone(void **state)
{
    struct books *books = *state;
    int sent = 0;
    for (int64_t end = books->now + DAY; books->now < end; books->now += 3 * SECOND) {
        restart(books);
        if (wait_of(books, 0) > 0)
            continue;
        spend(books, 0);
        sent++;
    }
    assert_true(sent < 110);
}

static void a_session_that_lasted_is_no_haste(void **state)
{
    struct books *books = *state;
    for (int i = 0; i < 50; i++) {
        restart(books);
        spend(books, 0);
        books->now += 90 * SECOND;
        identify_lasted(books->identify, 0);
    }
    assert_int_equal(wait_of(books, 0), 0);
}

/* conformance 9 */
static void none_remaining_is_waited_out(void **state)
{
    struct books *books = *state;
    struct identify_limit limit = plenty;
    limit.remaining = 0;
    limit.reset_after = 7200 * SECOND;
    identify_set_limit(books->identify, &limit, books->now);
    const char *why;
    assert_int_equal(identify_wait(books->identify, 0, books->now, &why), 7200 * SECOND);
    assert_string_equal(why, "no Identify remains today");
    books->now += 7200 * SECOND;
    spend(books, 0);
}

static void the_last_ones_are_spread_over_the_rest_of_the_day(void **state)
{
    struct books *books = *state;
    struct identify_limit limit = plenty;
    limit.remaining = 10;
    limit.reset_after = 10 * 3600 * SECOND;
    identify_set_limit(books->identify, &limit, books->now);
    spend(books, 0);
    identify_lasted(books->identify, 0);
    limit.remaining = 9;
    identify_set_limit(books->identify, &limit, books->now);
    assert_true(wait_of(books, 0) >= 3600 * SECOND);
}

static void a_clock_set_back_does_not_stop_the_bot(void **state)
{
    struct books *books = *state;
    identify_set_limit(books->identify, &plenty, books->now);
    spend(books, 0);
    books->now -= 365 * (int64_t)DAY;
    assert_true(wait_of(books, 0) <= 6 * SECOND);
}

static void bots_keep_books_of_their_own(void **state)
{
    struct books *books = *state;
    identify_set_limit(books->identify, &plenty, books->now);
    spend(books, 0);
    struct identify *other = identify_new(books->keep, "other");
    const char *why;
    identify_set_limit(other, &plenty, books->now);
    assert_int_equal(identify_wait(other, 0, books->now, &why), 0);
    identify_free(other);
}

static bool needs_one(void *arg, int shard)
{
    (void)arg;
    return shard == 0;
}

static bool is_always_fresh(void *arg)
{
    (void)arg;
    return true;
}

static void count_turn(void *arg, int shard)
{
    (void)shard;
    (*(int *)arg)++;
}

/* Another process runs the other shard, and is told the same number. */
static void the_last_identify_is_nobodys_while_two_might_send_it(void **state)
{
    const struct books *books = *state;
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    int given = 0;
    struct turns *turns = identify_turns_new(&(struct turns_port){.loop = loop,
                                                                  .keep = books->keep,
                                                                  .bot = "bot",
                                                                  .needs = needs_one,
                                                                  .is_fresh = is_always_fresh,
                                                                  .give = count_turn,
                                                                  .arg = &given});
    identify_turns_set_shards(turns, 0, 1);
    for (int remaining = 1; remaining <= 2; remaining++) {
        json_t *body = json_pack("{s:{s:i, s:i, s:i}}", "session_start_limit", "total", 1000,
                                 "remaining", remaining, "reset_after", DAY);
        identify_turns_read_limit(turns, body, 2);
        identify_turns_soon(turns);
        loop_step(loop, 10 * SECOND);
        assert_int_equal(given, remaining - 1);
        json_decref(body);
    }
    identify_turns_free(turns);
    loop_free(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_goes_before_discord_has_said_how_many, open_books,
                                        close_books),
        cmocka_unit_test_setup_teardown(a_key_goes_once_in_five_seconds_whichever_process_sends,
                                        open_books, close_books),
        cmocka_unit_test_setup_teardown(a_crash_loop_uses_a_handful, open_books, close_books),
        cmocka_unit_test_setup_teardown(a_day_of_crashes_leaves_the_token_alone, open_books,
                                        close_books),
        cmocka_unit_test_setup_teardown(a_session_that_lasted_is_no_haste, open_books, close_books),
        cmocka_unit_test_setup_teardown(none_remaining_is_waited_out, open_books, close_books),
        cmocka_unit_test_setup_teardown(the_last_ones_are_spread_over_the_rest_of_the_day,
                                        open_books, close_books),
        cmocka_unit_test_setup_teardown(a_clock_set_back_does_not_stop_the_bot, open_books,
                                        close_books),
        cmocka_unit_test_setup_teardown(bots_keep_books_of_their_own, open_books, close_books),
        cmocka_unit_test_setup_teardown(the_last_identify_is_nobodys_while_two_might_send_it,
                                        open_books, close_books),
    };
    return cmocka_run_group_tests_name("identify", tests, NULL, NULL);
}
