/* Pictures that are drawn beside the loop: each order once, the newest of a room, never more than a
   room may take. Runs under the thread sanitizer, too. Nothing here waits for a time: only for a
   picture. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "easel.h"
#include "games.h"
#include "laid.h"
#include "log.h"
#include "picture.h"
#include "sight.h"
#include "testing.h"
#include "text.h"
#include "thinker.h"

enum { ORDERS = 8, MINUTE = 60000 };

static struct picture_order orders[ORDERS];
static struct thinker *thinker;
static struct easel *easel;

/* What was told of one room. */
struct told {
    int count;
    uint64_t hash;
    size_t size;
};
static struct told told[ORDERS];

static test_fixture(deal_all)
{
    static const char *const names[] = {"ann", "bob", "cid", "dan"};
    static struct laid laid;
    struct sight sight;
    for (int i = 0; i < ORDERS; i++) {
        laid_deal(&laid, game_find(i % 2 ? "roygbiv" : "coloretto"), 3, names, i + 1);
        table_sight(&laid.rules, &laid.table, SEAT_PUBLIC, &sight);
        picture_order_board(&laid.view, &sight, NULL, NULL, &orders[i]);
    }
    return 0;
}

static void open_easel(int threads)
{
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    memset(told, 0, sizeof told);
    thinker = threads ? thinker_new(threads, &why) : thinker_new_inline();
    assert_non_null(thinker);
    easel = easel_new(thinker);
}

static void close_easel(void)
{
    easel_free(easel);
    thinker_free(thinker);
}

static void take(void *arg, const struct easel_picture *picture)
{
    struct told *of = arg;
    assert_non_null(picture->png);
    assert_memory_equal(picture->png, "\x89PNG", 4);
    of->count++;
    of->hash = picture->hash;
    of->size = picture->size;
}

static enum easel_answer ask(int room, int order, int64_t now)
{
    char name[16];
    snprintf(name, sizeof name, "room %d", room);
    return easel_ask(easel, name, &orders[order], now, take, &told[room]);
}

static int all_told(void)
{
    int count = 0;
    for (int i = 0; i < ORDERS; i++)
        count += told[i].count;
    return count;
}

static void wait_for(int count)
{
    enum { PATIENCE_MS = 60000, DISPATCHES = 10000 };
    for (int dispatched = 0; all_told() < count; dispatched++) {
        struct pollfd ready = {.fd = thinker_fd(thinker), .events = POLLIN};
        assert_int_equal(poll(&ready, 1, PATIENCE_MS), 1);
        assert_true(dispatched < DISPATCHES); /* nobody is told any more */
        thinker_dispatch(thinker);
    }
}

static size_t drawn_size(int order)
{
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    struct bytes png = {NULL, 0, 0};
    assert_int_equal(picture_draw(&orders[order], NULL, &png, &why), PICTURE_DRAWN);
    size_t size = png.length;
    bytes_fini(&png);
    return size;
}

static void expect_each_drawn(int threads)
{
    open_easel(threads);
    for (int i = 0; i < ORDERS; i++)
        assert_int_equal(ask(i, i, 0), EASEL_TAKEN);
    wait_for(ORDERS);
    for (int i = 0; i < ORDERS; i++) {
        assert_int_equal(told[i].count, 1);
        assert_int_equal(told[i].hash, picture_order_hash(&orders[i]));
        assert_int_equal(told[i].size, drawn_size(i));
    }
    close_easel();
}

static test_case(each_room_gets_its_picture)
{
    expect_each_drawn(0);
    expect_each_drawn(1);
    expect_each_drawn(3);
}

static void expect_newest(int threads)
{
    open_easel(threads);
    for (int i = 0; i < ORDERS; i++)
        assert_int_equal(ask(0, i, i), EASEL_TAKEN);
    assert_true(easel_has(easel, "room 0"));
    wait_for(1);
    assert_int_equal(told[0].hash, picture_order_hash(&orders[ORDERS - 1]));
    assert_false(easel_has(easel, "room 0"));
    thinker_dispatch(thinker);
    assert_int_equal(told[0].count, 1);
    close_easel();
}

static test_case(a_newer_order_of_a_room_takes_over)
{
    expect_newest(0);
    expect_newest(2);
}

static void expect_cancelled(int threads)
{
    open_easel(threads);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask(i, i, 0), EASEL_TAKEN);
    easel_cancel(easel, "room 0"); /* on its way */
    easel_cancel(easel, "room 1"); /* waits */
    easel_cancel(easel, "no room");
    wait_for(1);
    assert_int_equal(told[0].count + told[1].count, 0);
    assert_int_equal(told[2].count, 1);
    close_easel();
}

static test_case(nobody_is_told_of_what_was_cancelled)
{
    expect_cancelled(0);
    expect_cancelled(1);
}

static test_case(it_can_go_at_any_time)
{
    for (int threads = 0; threads < 3; threads++) {
        open_easel(threads);
        for (int i = 0; i < ORDERS; i++)
            assert_int_equal(ask(i, i, 0), EASEL_TAKEN);
        close_easel();
        assert_int_equal(all_told(), 0);
    }
}

/* What is on its way is cancelled each time, and is not free. */
static test_case(a_room_takes_no_more_than_its_share)
{
    int taken = 0;
    open_easel(0);
    while (taken < 1000 && ask(0, taken % 2, 0) == EASEL_TAKEN)
        taken++;
    assert_int_equal(taken, EASEL_ROOM_MS / EASEL_CHARGED_MS);
    assert_false(easel_has(easel, "room 0"));
    assert_int_equal(ask(1, 0, 0), EASEL_TAKEN);
    assert_int_equal(ask(0, 0, MINUTE - 1), EASEL_SPENT);
    assert_int_equal(ask(0, 0, MINUTE), EASEL_TAKEN);
    close_easel();
}

static test_case(what_was_drawn_before_costs_nothing)
{
    open_easel(0);
    assert_int_equal(ask(0, 0, 0), EASEL_TAKEN);
    wait_for(1);
    size_t size = told[0].size;
    for (int i = 1; i < 200; i++) {
        told[0].size = 0;
        assert_int_equal(ask(0, 0, 0), EASEL_TAKEN);
        wait_for(i + 1);
        assert_int_equal(told[0].size, size);
    }
    int taken = 0;
    while (taken < 1000 && ask(0, 1, 0) == EASEL_TAKEN)
        taken++;
    assert_int_equal(ask(0, 0, 0), EASEL_TAKEN);
    assert_int_equal(ask(0, 1, 0), EASEL_SPENT);
    close_easel();
}

/* An order like no other, in the room. */
static enum easel_answer ask_numbered(const char *room, int number)
{
    struct picture_order *order = picture_order_copy(&orders[0]);
    snprintf(order->news, sizeof order->news, "%d", number);
    enum easel_answer answer = easel_ask(easel, room, order, 0, take, &told[0]);
    picture_order_free(order);
    return answer;
}

static test_case(the_pictures_used_last_are_kept)
{
    enum { KEPT = 32 };
    int taken = 0;
    char room[16];
    open_easel(0);
    for (int i = 0; i <= KEPT; i++) {
        snprintf(room, sizeof room, "room %d", 10 + i);
        assert_int_equal(ask_numbered(room, i), EASEL_TAKEN);
        wait_for(i + 1);
    }
    while (taken < 1000 && ask(1, 1, 0) == EASEL_TAKEN)
        taken++;
    for (int i = 1; i <= KEPT; i++)
        assert_int_equal(ask_numbered("room 1", i), EASEL_TAKEN);
    assert_int_equal(ask_numbered("room 1", 0), EASEL_SPENT);
    close_easel();
}

static int64_t cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Not what a drawing is charged when it begins: beside the drawing this thread does little. */
static test_case(a_room_is_charged_what_its_drawings_took)
{
    int64_t began = cpu_ms(), before = 0;
    open_easel(0);
    for (int i = 0; ask_numbered("room 0", i) == EASEL_TAKEN; i++) {
        before = cpu_ms() - began;
        wait_for(i + 1);
    }
    assert_true(before < 2 * EASEL_ROOM_MS);
    assert_true(cpu_ms() - began >= EASEL_ROOM_MS);
    close_easel();
}

static void ask_again(void *arg, const struct easel_picture *picture)
{
    take(arg, picture);
    if (told[0].count < 3)
        assert_int_equal(easel_ask(easel, "room 0", &orders[told[0].count], 0, ask_again, &told[0]),
                         EASEL_TAKEN);
}

static test_case(who_is_told_may_ask_again)
{
    open_easel(1);
    assert_int_equal(easel_ask(easel, "room 0", &orders[0], 0, ask_again, &told[0]), EASEL_TAKEN);
    wait_for(3);
    assert_int_equal(told[0].hash, picture_order_hash(&orders[2]));
    close_easel();
}

/* ---- without cairo ---- */

static bool is_absent;

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming):
// the linker's names
bool __wrap_pen_open(struct text *why);
bool __real_pen_open(struct text *why);

bool __wrap_pen_open(struct text *why)
{
    if (!is_absent)
        return __real_pen_open(why);
    text_put(why, "No pictures can be drawn without cairo.");
    return false;
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

static void take_nothing(void *arg, const struct easel_picture *picture)
{
    assert_null(picture->png);
    ++*(int *)arg;
}

static test_case(without_cairo_it_says_so_once)
{
    int count = 0, log[2];
    char bytes[4096];
    is_absent = true;
    assert_int_equal(pipe(log), 0);
    log_setup(LOG_INFO, log[1]);
    open_easel(0);
    for (int i = 0; i < 3; i++) {
        enum easel_answer answer = easel_ask(easel, "room 0", &orders[i], 0, take_nothing, &count);
        assert_int_equal(answer, i == 0 ? EASEL_TAKEN : EASEL_NONE);
        thinker_dispatch(thinker);
        assert_int_equal(count, 1);
        assert_false(easel_has(easel, "room 0"));
    }
    close_easel();
    log_setup(LOG_INFO, -1);
    is_absent = false;
    close(log[1]);
    ssize_t length = read(log[0], bytes, sizeof bytes - 1);
    close(log[0]);
    assert_in_range(length, 1, sizeof bytes - 1);
    bytes[length] = '\0';
    const char *said = strstr(bytes, "picture-failed");
    assert_non_null(said);
    assert_null(strstr(said + 1, "picture-failed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_room_gets_its_picture),
        cmocka_unit_test(a_newer_order_of_a_room_takes_over),
        cmocka_unit_test(nobody_is_told_of_what_was_cancelled),
        cmocka_unit_test(it_can_go_at_any_time),
        cmocka_unit_test(a_room_takes_no_more_than_its_share),
        cmocka_unit_test(the_pictures_used_last_are_kept),
        cmocka_unit_test(a_room_is_charged_what_its_drawings_took),
        cmocka_unit_test(what_was_drawn_before_costs_nothing),
        cmocka_unit_test(who_is_told_may_ask_again),
        cmocka_unit_test(without_cairo_it_says_so_once),
    };
    return cmocka_run_group_tests(tests, deal_all, NULL);
}
