/* The loop: order and nesting of timers on both clocks, watches that vanish in the middle of a
   batch, signals, regular files, and that an idle loop sleeps. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "loop.h"
#include "testing.h"

/* The story so far: every callback adds its letter. */
static char story[256];

static void tell(char letter)
{
    size_t length = strlen(story);
    assert_true(length + 1 < sizeof story);
    story[length] = letter;
    story[length + 1] = '\0';
}

static test_fixture(forget)
{
    story[0] = '\0';
    return 0;
}

struct chime {
    struct loop_timer timer;
    char letter;
};

static void on_chime(void *arg)
{
    tell(((struct chime *)arg)->letter);
}

static void chime_set(struct loop *loop, struct chime *chime, char letter, int64_t ms)
{
    loop_timer_init(&chime->timer, loop, on_chime, chime);
    chime->letter = letter;
    loop_timer_set(&chime->timer, ms);
}

/* --- timers --- */

static void timers_fire_in_order_of_time_then_of_setting(void **state)
{
    for (int clock = LOOP_REAL; clock <= LOOP_VIRTUAL; clock++) {
        struct loop *loop = loop_new((enum loop_clock)clock);
        struct chime chimes[5];
        forget(state);
        chime_set(loop, &chimes[0], 'd', 30);
        chime_set(loop, &chimes[1], 'b', 10);
        chime_set(loop, &chimes[2], 'c', 10);
        chime_set(loop, &chimes[3], 'a', 0);
        chime_set(loop, &chimes[4], 'x', 20);
        loop_timer_stop(&chimes[4].timer);
        loop_timer_stop(&chimes[4].timer);
        assert_string_equal(story, "");
        loop_step(loop, 40);
        assert_string_equal(story, "abcd");
        assert_false(loop_timer_is_set(&chimes[0].timer));
        loop_free(loop);
    }
}

static test_case(a_timer_never_fires_early)
{
    struct loop *loop = loop_new(LOOP_REAL);
    for (int ms = 0; ms < 12; ms++) {
        struct chime chime;
        int64_t before = loop_now(loop);
        chime_set(loop, &chime, 'a', ms);
        while (loop_timer_is_set(&chime.timer))
            loop_serve(loop, 1000);
        assert_true(loop_now(loop) - before >= ms);
    }
    loop_free(loop);
}

static int ends;

static void end_here(void)
{
    ends++;
}

static test_case(a_lease_that_is_past_ends_what_the_loop_does)
{
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    struct chime chimes[2];
    _Atomic int64_t until = loop_boot(loop) + 20;
    ends = 0;
    loop_use_lease(loop, &until, end_here);
    loop_mind_lease(loop);
    chime_set(loop, &chimes[0], 'a', 10);
    chime_set(loop, &chimes[1], 'b', 20);
    loop_step(loop, 15);
    assert_int_equal(ends, 0);
    loop_step(loop, 5); /* before the callback */
    assert_int_equal(ends, 1);
    loop_mind_lease(loop); /* before a write */
    assert_int_equal(ends, 2);
    until = loop_boot(loop) + 1; /* renewed */
    loop_mind_lease(loop);
    assert_int_equal(ends, 2);
    loop_free(loop);
}

struct nest {
    struct loop_timer self, victim;
    int count;
};

static void on_nest(void *arg)
{
    struct nest *nest = arg;
    tell('n');
    loop_timer_stop(&nest->victim);
    loop_timer_set(&nest->self, 5);
    loop_timer_stop(&nest->self);
    if (++nest->count < 3)
        loop_timer_set(&nest->self, 0);
}

static void on_victim(void *arg)
{
    (void)arg;
    tell('!');
}

static test_case(a_timer_may_set_and_stop_timers_in_its_own_callback)
{
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    struct nest nest = {.count = 0};
    loop_timer_init(&nest.self, loop, on_nest, &nest);
    loop_timer_init(&nest.victim, loop, on_victim, NULL);
    loop_timer_set(&nest.self, 1);
    loop_timer_set(&nest.victim, 1); /* due in the same turn, stopped by the one before it */
    loop_step(loop, 100);
    assert_string_equal(story, "nnn");
    loop_free(loop);
}

static void on_daily(void *arg)
{
    struct nest *nest = arg;
    nest->count++;
    loop_timer_set(&nest->self, 60000);
}

static test_case(a_virtual_year_of_minutes_passes_quickly_and_exactly)
{
    enum { MINUTES = 365 * 24 * 60 };
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    struct nest nest = {.count = 0};
    int64_t wall = loop_wall(loop), now = loop_now(loop);
    loop_timer_init(&nest.self, loop, on_daily, &nest);
    loop_timer_set(&nest.self, 60000);
    loop_step(loop, INT64_C(60000) * MINUTES);
    assert_int_equal(nest.count, MINUTES);
    assert_true(loop_now(loop) - now == INT64_C(60000) * MINUTES);
    assert_true(loop_wall(loop) - wall == INT64_C(60000) * MINUTES);
    loop_timer_stop(&nest.self);
    loop_free(loop);
}

static test_case(ten_thousand_timers_keep_their_order)
{
    enum { MANY = 10000 };
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    struct chime *chimes = calloc(MANY, sizeof *chimes);
    unsigned seed = 7;
    for (int i = 0; i < MANY; i++)
        chime_set(loop, &chimes[i], 'x',
                  (int64_t)(seed = seed * 1103515245u + 12345u) % 100000 + 1);
    for (int i = 0; i < MANY; i++)
        if (i % 100)
            loop_timer_stop(&chimes[i].timer);
    int64_t now = loop_now(loop);
    for (int fired = 0; fired < MANY / 100;) {
        forget(NULL);
        loop_step(loop, 1);
        now++;
        fired += (int)strlen(story);
        for (int i = 0; i < MANY; i += 100)
            assert_int_equal(loop_timer_is_set(&chimes[i].timer), chimes[i].timer.due.at > now);
    }
    free(chimes);
    loop_free(loop);
}

/* --- running --- */

static void on_stop(void *arg)
{
    tell('s');
    loop_stop(arg);
}

static void run_returns_after_stop_on_both_clocks(void **state)
{
    for (int clock = LOOP_REAL; clock <= LOOP_VIRTUAL; clock++) {
        struct loop *loop = loop_new((enum loop_clock)clock);
        struct loop_timer timer;
        forget(state);
        loop_timer_init(&timer, loop, on_stop, loop);
        loop_timer_set(&timer, clock == LOOP_VIRTUAL ? 86400000 : 5);
        loop_run(loop);
        assert_string_equal(story, "s");
        loop_stop(loop);
        loop_run(loop); /* a stop before the run counts */
        loop_free(loop);
    }
}

/* By time on the processor, which a busy machine does not lengthen. */
static void assert_sleeps(struct loop *loop)
{
    clock_t before = clock();
    for (int i = 0; i < 4; i++)
        loop_step(loop, 50);
    assert_true(clock() - before < CLOCKS_PER_SEC / 50);
}

static test_case(an_idle_loop_sleeps)
{
    struct loop *loop = loop_new(LOOP_REAL);
    struct chime chime;
    chime_set(loop, &chime, 'a', 10000);
    assert_sleeps(loop);
    loop_timer_stop(&chime.timer);
    loop_free(loop);
}

/* --- descriptors --- */

struct pairs {
    struct loop *loop;
    int ends[2][2];
};

static void pairs_open(struct pairs *pairs, enum loop_clock clock)
{
    pairs->loop = loop_new(clock);
    for (int i = 0; i < 2; i++)
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pairs->ends[i]), 0);
}

static void pairs_close(struct pairs *pairs)
{
    for (int i = 0; i < 4; i++) {
        loop_unwatch(pairs->loop, pairs->ends[i / 2][i % 2]);
        close(pairs->ends[i / 2][i % 2]);
    }
    loop_free(pairs->loop);
}

static void on_readable_unwatch_both(void *arg, int fd, unsigned events)
{
    struct pairs *pairs = arg;
    (void)fd;
    assert_int_equal(events, LOOP_READ);
    tell('r');
    loop_unwatch(pairs->loop, pairs->ends[0][0]);
    loop_unwatch(pairs->loop, pairs->ends[1][0]);
}

static test_case(an_event_already_fetched_is_not_delivered_after_unwatch)
{
    struct pairs pairs;
    pairs_open(&pairs, LOOP_VIRTUAL);
    for (int i = 0; i < 2; i++) {
        loop_watch(pairs.loop, pairs.ends[i][0], LOOP_READ, on_readable_unwatch_both, &pairs);
        assert_int_equal(write(pairs.ends[i][1], "x", 1), 1);
    }
    loop_step(pairs.loop, 1);
    assert_string_equal(story, "r");
    pairs_close(&pairs);
}

static void on_other(void *arg, int fd, unsigned events)
{
    (void)arg, (void)fd, (void)events;
    tell('o');
}

static void on_readable_replace_both(void *arg, int fd, unsigned events)
{
    struct pairs *pairs = arg;
    (void)fd, (void)events;
    tell('r');
    for (int i = 0; i < 2; i++) { /* the same numbers come back with other sockets behind them */
        int number = pairs->ends[i][0];
        loop_unwatch(pairs->loop, number);
        int fresh[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fresh), 0);
        assert_int_equal(dup2(fresh[0], number), number);
        close(fresh[0]);
        close(pairs->ends[i][1]);
        pairs->ends[i][1] = fresh[1];
        loop_watch(pairs->loop, number, LOOP_READ, on_other, NULL);
    }
}

static test_case(a_reused_number_does_not_inherit_an_event)
{
    struct pairs pairs;
    pairs_open(&pairs, LOOP_VIRTUAL);
    for (int i = 0; i < 2; i++) {
        loop_watch(pairs.loop, pairs.ends[i][0], LOOP_READ, on_readable_replace_both, &pairs);
        assert_int_equal(write(pairs.ends[i][1], "x", 1), 1);
    }
    loop_step(pairs.loop, 1);
    assert_string_equal(story, "r");
    pairs_close(&pairs);
}

struct impatient {
    struct loop_timer timer;
    bool is_done;
};

static void on_impatient(void *arg)
{
    struct impatient *impatient = arg;
    if (!impatient->is_done)
        loop_timer_set(&impatient->timer, 0);
}

static void on_done(void *arg, int fd, unsigned events)
{
    struct impatient *impatient = arg;
    (void)events;
    impatient->is_done = true;
    loop_unwatch(impatient->timer.loop, fd);
}

static test_case(a_timer_without_delay_lets_sockets_have_their_turn)
{
    for (int clock = LOOP_REAL; clock <= LOOP_VIRTUAL; clock++) {
        struct pairs pairs;
        struct impatient impatient = {.is_done = false};
        pairs_open(&pairs, (enum loop_clock)clock);
        loop_timer_init(&impatient.timer, pairs.loop, on_impatient, &impatient);
        loop_timer_set(&impatient.timer, 0);
        loop_watch(pairs.loop, pairs.ends[0][0], LOOP_READ, on_done, &impatient);
        loop_step(pairs.loop, 0);
        assert_false(impatient.is_done);
        assert_int_equal(write(pairs.ends[0][1], "x", 1), 1);
        loop_step(pairs.loop, 0);
        assert_true(impatient.is_done);
        assert_false(loop_timer_is_set(&impatient.timer));
        pairs_close(&pairs);
    }
}

static void on_end(void *arg, int fd, unsigned events)
{
    char byte;
    struct pairs *pairs = arg;
    assert_int_equal(events, LOOP_READ);
    tell(read(fd, &byte, 1) == 0 ? 'e' : 'r');
    loop_rewatch(pairs->loop, fd, 0);
}

static test_case(a_hang_up_reads_as_end_and_a_deaf_watch_hears_nothing)
{
    struct pairs pairs;
    pairs_open(&pairs, LOOP_VIRTUAL);
    loop_watch(pairs.loop, pairs.ends[0][0], 0, on_end, &pairs);
    loop_rewatch(pairs.loop, pairs.ends[0][0], LOOP_READ);
    shutdown(pairs.ends[0][1], SHUT_RDWR);
    loop_step(pairs.loop, 1);
    loop_step(pairs.loop, 1);
    assert_string_equal(story, "e");
    pairs_close(&pairs);
}

static void on_writable(void *arg, int fd, unsigned events)
{
    struct pairs *pairs = arg;
    tell(events & LOOP_WRITE ? 'w' : '?');
    tell(events & LOOP_READ ? 'r' : '-');
    loop_rewatch(pairs->loop, fd, LOOP_READ);
}

static test_case(only_the_events_asked_for_arrive)
{
    struct pairs pairs;
    pairs_open(&pairs, LOOP_VIRTUAL);
    loop_watch(pairs.loop, pairs.ends[0][0], LOOP_WRITE, on_writable, &pairs);
    assert_int_equal(write(pairs.ends[0][1], "x", 1), 1);
    loop_serve(pairs.loop, 0);
    assert_string_equal(story, "w-");
    pairs_close(&pairs);
}

static void on_file(void *arg, int fd, unsigned events)
{
    char bytes[4];
    assert_int_equal(events, LOOP_READ);
    ssize_t length = read(fd, bytes, sizeof bytes);
    tell(length == 0 ? '.' : bytes[0]);
    if (length == 0)
        loop_unwatch(arg, fd);
}

static test_case(a_regular_file_as_standard_input_is_read_to_its_end)
{
    for (int kind = LOOP_REAL; kind <= LOOP_VIRTUAL; kind++) {
        char path[] = "/tmp/tabletalk-loop-XXXXXX";
        int file = mkstemp(path), keep = dup(STDIN_FILENO);
        unlink(path);
        assert_int_equal(write(file, "aaaabbbbcc", 10), 10);
        lseek(file, 0, SEEK_SET);
        assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
        struct loop *loop = loop_new((enum loop_clock)kind);
        forget(NULL);
        loop_watch(loop, STDIN_FILENO, LOOP_READ, on_file, loop);
        loop_step(loop, 20);
        assert_string_equal(story, "abc.");
        if (kind == LOOP_REAL)
            assert_sleeps(loop); /* a file that is done with keeps nobody awake */
        loop_free(loop);
        if (keep >= 0)
            assert_int_equal(dup2(keep, STDIN_FILENO), STDIN_FILENO);
        close(keep);
        close(file);
    }
}

/* --- signals --- */

static void on_signal(void *arg, int signo)
{
    (void)arg;
    tell(signo == SIGHUP ? 'h' : signo == SIGTERM ? 't' : '?');
}

static test_case(signals_arrive_as_callbacks)
{
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    loop_on_signal(loop, SIGTERM, on_signal, NULL);
    loop_on_signal(loop, SIGHUP, on_signal, NULL);
    kill(getpid(), SIGHUP);
    assert_string_equal(story, "");
    loop_step(loop, 0);
    assert_string_equal(story, "h");
    kill(getpid(), SIGTERM);
    loop_step(loop, 0);
    assert_string_equal(story, "ht");
    loop_free(loop);
}

static test_case(a_dead_pipe_is_an_error_not_a_death)
{
    struct loop *loop = loop_new(LOOP_VIRTUAL);
    int pair[2];
    assert_int_equal(pipe(pair), 0);
    close(pair[0]);
    assert_int_equal(write(pair[1], "x", 1), -1);
    assert_int_equal(errno, EPIPE);
    close(pair[1]);
    loop_free(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(timers_fire_in_order_of_time_then_of_setting, forget),
        cmocka_unit_test_setup(a_timer_never_fires_early, forget),
        cmocka_unit_test_setup(a_lease_that_is_past_ends_what_the_loop_does, forget),
        cmocka_unit_test_setup(a_timer_may_set_and_stop_timers_in_its_own_callback, forget),
        cmocka_unit_test_setup(a_virtual_year_of_minutes_passes_quickly_and_exactly, forget),
        cmocka_unit_test_setup(ten_thousand_timers_keep_their_order, forget),
        cmocka_unit_test_setup(run_returns_after_stop_on_both_clocks, forget),
        cmocka_unit_test_setup(an_idle_loop_sleeps, forget),
        cmocka_unit_test_setup(an_event_already_fetched_is_not_delivered_after_unwatch, forget),
        cmocka_unit_test_setup(a_reused_number_does_not_inherit_an_event, forget),
        cmocka_unit_test_setup(a_timer_without_delay_lets_sockets_have_their_turn, forget),
        cmocka_unit_test_setup(a_hang_up_reads_as_end_and_a_deaf_watch_hears_nothing, forget),
        cmocka_unit_test_setup(only_the_events_asked_for_arrive, forget),
        cmocka_unit_test_setup(a_regular_file_as_standard_input_is_read_to_its_end, forget),
        cmocka_unit_test_setup(signals_arrive_as_callbacks, forget),
        cmocka_unit_test_setup(a_dead_pipe_is_an_error_not_a_death, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
