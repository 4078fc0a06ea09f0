/* loop.h without a kernel: timers of the program and of the world in one heap, on one clock that
   jumps. Descriptors are watched by poll(2); only the store has one. Every turn is as one of the
   real loop: what is due when it begins. */
#include "inside.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"

enum { WATCHES = 64, TURNS_AT_ONCE = 1000000 };

static const int64_t birth = 1767225600000; /* 2026-01-01T00:00:00Z */

struct watched {
    int fd;
    unsigned events;
    loop_fd_fn *fn;
    void *arg;
};

struct loop {
    bool is_stopped;
    struct watched watches[WATCHES];
    int count;
    void (*signals[NSIG])(void *arg, int signo);
    void *signal_args[NSIG];
};

static struct {
    int64_t now, offset, hung_until, turn;
    struct heap timers;
    struct loop *world, *program;
} times;

int clock_slow_fd = -1;
int64_t clock_slow_until = -1;

void clock_open(void)
{
    memset(&times, 0, sizeof times);
    clock_slow_fd = -1;
    clock_slow_until = -1;
    times.world = loop_new(LOOP_VIRTUAL);
}

void clock_close(void)
{
    loop_free(times.world);
    times.world = NULL;
    heap_fini(&times.timers);
}

void clock_jump(int64_t ms)
{
    times.offset += ms;
}

void sim_hang(int64_t ms)
{
    times.hung_until = times.now + ms;
}

bool sim_is_hung(void)
{
    return clock_hung_ms() > 0;
}

int64_t clock_hung_ms(void)
{
    return times.hung_until > times.now ? times.hung_until - times.now : 0;
}

bool clock_holds(struct loop_timer *timer)
{
    int64_t ms = clock_hung_ms();
    if (ms > 0)
        loop_timer_set(timer, ms);
    return ms > 0;
}

void clock_end_hang(void)
{
    times.hung_until = 0;
}

struct loop *sim_loop(void)
{
    return times.world;
}

int64_t sim_now(void)
{
    return times.now;
}

bool clock_is_stopped(const struct loop *loop)
{
    return loop->is_stopped;
}

void clock_go_on(struct loop *loop)
{
    loop->is_stopped = false;
}

void clock_signal(struct loop *loop, int signo)
{
    if (loop->signals[signo])
        loop->signals[signo](loop->signal_args[signo], signo);
}

/* ---- loop.h ---- */

struct loop *loop_new(enum loop_clock clock)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)clock;
    check(loop);
    return loop;
}

void loop_free(struct loop *loop)
{
    for (int i = times.timers.count; loop && i-- > 0;)
        check(((const struct loop_timer *)times.timers.items[i])->loop != loop);
    free(loop);
}

void loop_stop(struct loop *loop)
{
    loop->is_stopped = true;
}

void loop_step(struct loop *loop, int64_t ms)
{
    bool is_the_programs = loop != times.world; /* which lets no time pass by itself */
    (void)ms;
    check(!is_the_programs);
}

void loop_serve(struct loop *loop, int real_ms)
{
    loop_step(loop, real_ms);
}

int64_t loop_turn(const struct loop *loop)
{
    (void)loop;
    return times.turn;
}

int64_t loop_now(const struct loop *loop)
{
    (void)loop;
    return times.now;
}

int64_t loop_wall(const struct loop *loop)
{
    bool is_ours = loop == times.world; /* only the program's machine has a clock that jumps */
    return birth + times.now + (is_ours ? 0 : times.offset);
}

int64_t loop_boot(const struct loop *loop)
{
    return loop_now(loop);
}

/* One process serves the whole house here. */
void loop_use_lease(struct loop *loop, const _Atomic int64_t *until, void (*past)(void))
{
    (void)loop, (void)until, (void)past;
    abort();
}

void loop_mind_lease(const struct loop *loop)
{
    (void)loop;
}

void loop_timer_init(struct loop_timer *timer, struct loop *loop, void (*fn)(void *arg), void *arg)
{
    *timer = (struct loop_timer){.loop = loop, .fn = fn, .arg = arg};
}

void loop_timer_set(struct loop_timer *timer, int64_t ms)
{
    check(ms >= 0);
    loop_timer_stop(timer);
    heap_set(&times.timers, &timer->due, times.now + ms);
}

void loop_timer_stop(struct loop_timer *timer)
{
    heap_drop(&times.timers, &timer->due);
}

bool loop_timer_is_set(const struct loop_timer *timer)
{
    return timer->due.place != 0;
}

static struct watched *watch_of(struct loop *loop, int fd)
{
    for (int i = 0; i < loop->count; i++)
        if (loop->watches[i].fd == fd)
            return &loop->watches[i];
    return NULL;
}

void loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn, void *arg)
{
    check(loop->count < WATCHES && !watch_of(loop, fd));
    loop->watches[loop->count++] = (struct watched){fd, events, fn, arg};
}

void loop_rewatch(struct loop *loop, int fd, unsigned events)
{
    struct watched *watch = watch_of(loop, fd);
    check(watch);
    watch->events = events;
}

void loop_unwatch(struct loop *loop, int fd)
{
    struct watched *watch = watch_of(loop, fd);
    if (watch)
        *watch = loop->watches[--loop->count];
}

void loop_on_signal(struct loop *loop, int signo, void (*fn)(void *arg, int signo), void *arg)
{
    check(signo > 0 && signo < NSIG);
    loop->signals[signo] = fn;
    loop->signal_args[signo] = arg;
}

struct lws_context *loop_lws(struct loop *loop)
{
    (void)loop;
    return NULL;
}

void loop_stir(struct loop *loop)
{
    (void)loop;
}

/* ---- turning ---- */

static bool is_slow(const struct watched *watch)
{
    return watch->fd == clock_slow_fd && times.now < clock_slow_until;
}

/* The store's descriptor became readable: it is served when the disk is done. */
static bool put_off(const struct watched *watch)
{
    if (watch->fd != clock_slow_fd)
        return false;
    if (clock_slow_until < 0)
        clock_slow_until = times.now + disk_delay();
    return clock_slow_until > times.now;
}

static bool serve_fds(struct loop *loop)
{
    struct pollfd asked[WATCHES];
    int count = 0;
    for (int i = 0; i < loop->count; i++) {
        const struct watched *watch = &loop->watches[i];
        if (watch->events && !is_slow(watch))
            asked[count++] =
                (struct pollfd){.fd = watch->fd,
                                .events = (short)(((watch->events & LOOP_READ) ? POLLIN : 0) |
                                                  ((watch->events & LOOP_WRITE) ? POLLOUT : 0))};
    }
    bool served = false;
    if (count == 0 || poll(asked, (nfds_t)count, 0) <= 0)
        return false;
    for (int i = 0; i < count; i++) {
        const struct watched *watch = watch_of(loop, asked[i].fd);
        if (!watch || !asked[i].revents || put_off(watch))
            continue;
        bool is_store = watch->fd == clock_slow_fd;
        struct watched kept = *watch;
        served = true;
        enum side was = side_enter(SIDE_PROGRAM);
        kept.fn(kept.arg, kept.fd, kept.events);
        side_enter(was);
        if (is_store)
            clock_slow_until = -1;
    }
    return served;
}

static bool fire_due(void)
{
    uint64_t newcomers = times.timers.order;
    struct heap_item *first;
    bool fired = false;
    while ((first = heap_first(&times.timers)) && first->at <= times.now &&
           first->order < newcomers) {
        struct loop_timer *timer = (struct loop_timer *)first;
        heap_drop(&times.timers, first);
        bool is_ours = timer->loop == times.world;
        if (!is_ours && clock_holds(timer))
            continue;
        enum side was = side_enter(is_ours ? SIDE_WORLD : SIDE_PROGRAM);
        timer->fn(timer->arg);
        side_enter(was);
        process_settle();
        fired = true;
    }
    return fired;
}

static int64_t next_due(int64_t target)
{
    const struct heap_item *first = heap_first(&times.timers);
    int64_t due = first && first->at < target ? first->at : target;
    if (clock_slow_fd >= 0 && clock_slow_until > times.now && clock_slow_until < due)
        due = clock_slow_until;
    if (times.hung_until > times.now && times.hung_until < due)
        due = times.hung_until;
    return due < times.now ? times.now : due;
}

bool clock_turn(int64_t target)
{
    static int at_once;
    struct loop *loop = process_loop();
    bool did = loop && !sim_is_hung() && serve_fds(loop);
    process_settle();
    did |= fire_due();
    times.turn++;
    side_turn_ends();
    if (did) {
        check(++at_once < TURNS_AT_ONCE);
        return true;
    }
    at_once = 0;
    int64_t before = times.now;
    times.now = next_due(target);
    return times.now > before;
}
