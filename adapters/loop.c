/* See loop.h. One epoll descriptor watches everything but WebSockets. The first call of loop_lws
   makes libwebsockets' poll loop the loop of the program: lws adopts the epoll descriptor like a
   file, and an lws timer wakes the loop. Timers wait in one heap, which a virtual clock uses,
   too. */
#include "loop.h"

#include <errno.h>
#include <inttypes.h>
#include <libwebsockets.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "list.h"
#include "log.h"

/* ---- the log of libwebsockets ---- */

/* At most 20 lines an hour, because strangers cause some of them (a request for the page of figures
   whose head is too long). The next line says how many were left out. */

enum { LINES = 20, HOUR_MS = 3600 * 1000 };

/* libwebsockets has one log for a process, and gives its function no argument. */
static struct {
    int64_t (*now)(void *arg);
    void *arg;
    RING(LINES) lines;
    int64_t left_out;
} said;

static void put_line(int level, const char *line)
{
    char bytes[256], left_out[24];
    size_t length = strcspn(line, "\n");
    int64_t now = said.now(said.arg);
    if (ring_wait(&said.lines, LINES, HOUR_MS, now) > 0) {
        said.left_out++;
        return;
    }
    ring_add(&said.lines, now);
    length = length < sizeof bytes ? length : sizeof bytes - 1;
    memcpy(bytes, line, length);
    bytes[length] = '\0';
    snprintf(left_out, sizeof left_out, "%" PRId64, said.left_out);
    log_event(level == LLL_ERR ? LOG_ERROR : LOG_WARN, "websockets", "says", bytes,
              said.left_out ? "left_out" : (char *)0, left_out, (char *)0);
    said.left_out = 0;
}

enum {
    BATCH = 64, /* epoll events fetched at once */
    /* bytes read from a WebSocket at once; with less a big frame takes many turns */
    LWS_BUFFER = 65536,
    LWS_FDS = 256,       /* descriptors of lws itself: its pipe, our epoll, WebSockets */
    US_PER_MS = 1000,    /* lws counts in microseconds */
    QUIET_TURNS = 3,     /* after so many in a row nothing goes on */
    TURNS_AT_ONCE = 1000 /* turns of loop_step without time passing; ends endless chatter of both
                            ends of a socket */
};

static const int64_t VIRTUAL_BIRTH = 1767225600000; /* 2026-01-01T00:00:00Z */

static const int64_t LONGEST_SLEEP = 86400000; /* a day; then the loop just turns once more */

struct watch {
    int fd;
    unsigned events;
    bool is_in_epoll;
    bool is_regular; /* epoll refuses it: always ready */
    loop_fd_fn *fn;  /* NULL if unwatched while the batch may still name it */
    void *arg;
    struct watch *next_buried;
};

struct signal_hook {
    void (*fn)(void *arg, int signo);
    void *arg;
};

struct loop {
    enum loop_clock clock;
    bool is_stopped;
    bool is_turning; /* a callback may be on the stack */
    int64_t virtual_now, turn;
    int served; /* callbacks of descriptors since settle() looked */
    const _Atomic int64_t *lease;
    void (*past_lease)(void);

    struct lws_context *lws; /* NULL before the first loop_lws */
    lws_sorted_usec_list_t alarm;
    struct heap timers;

    int epoll; /* closed by lws if lws adopted it */
    struct watch **watches;
    int watches_room;
    struct watch *buried; /* unwatched during this batch, freed after it */
    /* an eventfd that is always readable: it keeps the loop awake for regular files; -1 if
       absent */
    int regulars;

    int signalfd;
    sigset_t signals;
    struct signal_hook hooks[NSIG];
};

/* --- libwebsockets --- */

static int64_t now_of(void *loop)
{
    return loop_now(loop);
}

static void dispatch(struct loop *loop, int ms);

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    (void)user, (void)in, (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        dispatch(lws_context_user(lws_get_context(wsi)), 0);
    return 0;
}

static const struct lws_protocols protocols[] = {{.name = "loop", .callback = on_lws},
                                                 {.name = NULL}};

static void adopt_epoll(struct loop *loop)
{
    said.now = now_of;
    said.arg = loop;
    lws_set_log_level(LLL_ERR | LLL_WARN, put_line); /* for the whole process */
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
        .fd_limit_per_thread = LWS_FDS,
        .pt_serv_buf_size = LWS_BUFFER,
        .gid = -1,
        .uid = -1,
        .user = loop,
        .vhost_name = "loop",
    };
    loop->lws = lws_create_context(&info);
    need(loop->lws, "a file for its sockets");
    info.options = 0; /* the loop's own vhost speaks no TLS */
    struct lws_vhost *vhost = lws_create_vhost(loop->lws, &info);
    need(vhost, "memory for its sockets");
    lws_sock_file_fd_type adopted = {.filefd = loop->epoll};
    need(lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, adopted, "loop", NULL),
         "a place for its sockets");
}

static void clear_buried(struct loop *loop)
{
    while (loop->buried) {
        struct watch *next = loop->buried->next_buried;
        free(loop->buried);
        loop->buried = next;
    }
}

struct loop *loop_new(enum loop_clock clock)
{
    struct loop *loop = calloc(1, sizeof *loop);
    check(loop);
    check(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    loop->clock = clock;
    loop->regulars = -1;
    loop->signalfd = -1;
    sigemptyset(&loop->signals);
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    need(loop->epoll >= 0, "a file to wait with");
    return loop;
}

void loop_free(struct loop *loop)
{
    if (!loop)
        return;
    check(!loop->is_turning);
    if (loop->lws)
        lws_context_destroy(loop->lws);
    else
        close(loop->epoll);
    clear_buried(loop);
    for (int fd = 0; fd < loop->watches_room; fd++)
        free(loop->watches[fd]);
    free(loop->watches);
    heap_fini(&loop->timers);
    if (loop->regulars >= 0)
        close(loop->regulars);
    if (loop->signalfd >= 0)
        close(loop->signalfd);
    pthread_sigmask(SIG_UNBLOCK, &loop->signals, NULL);
    free(loop);
}

struct lws_context *loop_lws(struct loop *loop)
{
    if (!loop->lws)
        adopt_epoll(loop);
    return loop->lws;
}

void loop_stir(struct loop *loop)
{
    loop->served++;
}

int64_t loop_turn(const struct loop *loop)
{
    return loop->turn;
}

/* --- the clock --- */

static int64_t read_clock(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t loop_now(const struct loop *loop)
{
    return loop->clock == LOOP_VIRTUAL ? loop->virtual_now : read_clock(CLOCK_MONOTONIC);
}

int64_t loop_wall(const struct loop *loop)
{
    return loop->clock == LOOP_VIRTUAL ? VIRTUAL_BIRTH + loop->virtual_now
                                       : read_clock(CLOCK_REALTIME);
}

int64_t loop_boot(const struct loop *loop)
{
    return loop->clock == LOOP_VIRTUAL ? loop->virtual_now : read_clock(CLOCK_BOOTTIME);
}

void loop_use_lease(struct loop *loop, const _Atomic int64_t *until, void (*past)(void))
{
    loop->lease = until;
    loop->past_lease = past;
}

void loop_mind_lease(const struct loop *loop)
{
    if (loop->lease && loop_boot(loop) >= atomic_load(loop->lease))
        loop->past_lease();
}

void loop_timer_init(struct loop_timer *timer, struct loop *loop, void (*fn)(void *arg), void *arg)
{
    *timer = (struct loop_timer){.loop = loop, .fn = fn, .arg = arg};
}

void loop_timer_set(struct loop_timer *timer, int64_t ms)
{
    struct loop *loop = timer->loop;
    check(ms >= 0);
    loop_timer_stop(timer);
    heap_set(&loop->timers, &timer->due, loop_now(loop) + ms);
}

void loop_timer_stop(struct loop_timer *timer)
{
    if (timer->due.place)
        heap_drop(&timer->loop->timers, &timer->due);
}

bool loop_timer_is_set(const struct loop_timer *timer)
{
    return timer->due.place != 0;
}

/* Fires the due timers. A timer set by a callback waits for the next turn, even with no delay:
   sockets come first. */
static void fire_due(struct loop *loop)
{
    int64_t now = loop_now(loop);
    uint64_t newcomers = loop->timers.order;
    struct heap_item *first;
    while ((first = heap_first(&loop->timers)) && first->at <= now && first->order < newcomers) {
        struct loop_timer *timer = (struct loop_timer *)first;
        heap_drop(&loop->timers, first);
        loop_mind_lease(loop);
        timer->fn(timer->arg);
    }
}

/* --- descriptors --- */

static struct watch *watch_of(struct loop *loop, int fd)
{
    return fd >= 0 && fd < loop->watches_room ? loop->watches[fd] : NULL;
}

static void make_room(struct loop *loop, int fd)
{
    int room = loop->watches_room ? loop->watches_room : 64;
    while (room <= fd)
        room *= 2;
    if (room == loop->watches_room)
        return;
    loop->watches = realloc(loop->watches, (size_t)room * sizeof *loop->watches);
    check(loop->watches);
    memset(loop->watches + loop->watches_room, 0,
           (size_t)(room - loop->watches_room) * sizeof *loop->watches);
    loop->watches_room = room;
}

static void serve_regulars(void *arg, int fd, unsigned events)
{
    struct loop *loop = arg;
    bool has_work = false;
    (void)events;
    for (int i = 0; i < loop->watches_room; i++) { /* callbacks may watch and unwatch */
        struct watch *watch = loop->watches[i];
        if (!watch || !watch->is_regular || !watch->events)
            continue;
        has_work = true;
        watch->fn(watch->arg, i, watch->events);
    }
    if (!has_work)
        loop_rewatch(loop, fd, 0);
}

static void keep_awake(struct loop *loop)
{
    if (loop->regulars < 0) {
        loop->regulars = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
        need(loop->regulars >= 0, "a file to wait with");
        loop_watch(loop, loop->regulars, LOOP_READ, serve_regulars, loop);
    }
    loop_rewatch(loop, loop->regulars, LOOP_READ);
}

/* Tells epoll what the watch listens for. A deaf watch leaves epoll, which would report a
   hang-up for ever. */
static void listen_for(struct loop *loop, struct watch *watch, unsigned events)
{
    watch->events = events;
    if (watch->is_regular) {
        if (events)
            keep_awake(loop);
        return;
    }
    struct epoll_event wanted = {.data.ptr = watch};
    wanted.events = ((events & LOOP_READ) ? EPOLLIN : 0u) | ((events & LOOP_WRITE) ? EPOLLOUT : 0u);
    int operation = !events ? EPOLL_CTL_DEL : watch->is_in_epoll ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    if (!events && !watch->is_in_epoll)
        return;
    if (epoll_ctl(loop->epoll, operation, watch->fd, &wanted) == 0) {
        watch->is_in_epoll = events != 0;
        return;
    }
    check(errno == EPERM && operation == EPOLL_CTL_ADD);
    watch->is_regular = true;
    keep_awake(loop);
}

void loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn, void *arg)
{
    check(fd >= 0 && fn);
    make_room(loop, fd);
    check(!loop->watches[fd]);
    struct watch *watch = calloc(1, sizeof *watch);
    check(watch);
    *watch = (struct watch){.fd = fd, .fn = fn, .arg = arg};
    loop->watches[fd] = watch;
    listen_for(loop, watch, events);
}

void loop_rewatch(struct loop *loop, int fd, unsigned events)
{
    struct watch *watch = watch_of(loop, fd);
    check(watch);
    if (watch->events != events)
        listen_for(loop, watch, events);
}

void loop_unwatch(struct loop *loop, int fd)
{
    struct watch *watch = watch_of(loop, fd);
    if (!watch)
        return;
    loop->watches[fd] = NULL;
    if (watch->is_in_epoll)
        /* may fail if `fd` was closed too early; then it is gone anyway */
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, NULL);
    watch->fn = NULL;
    watch->next_buried = loop->buried;
    loop->buried = watch;
}

/* Serves what epoll reports, after at most `ms` of sleep. */
static void dispatch(struct loop *loop, int ms)
{
    struct epoll_event batch[BATCH];
    int count = epoll_wait(loop->epoll, batch, BATCH, ms);
    for (int i = 0; i < count; i++) {
        struct watch *watch = batch[i].data.ptr;
        unsigned what = batch[i].events;
        unsigned ready = (what & (EPOLLHUP | EPOLLERR)) ? LOOP_READ | LOOP_WRITE : 0u;
        ready |= ((what & EPOLLIN) ? LOOP_READ : 0u) | ((what & EPOLLOUT) ? LOOP_WRITE : 0u);
        if (!watch->fn || !(ready & watch->events))
            continue;
        loop->served++;
        loop_mind_lease(loop);
        watch->fn(watch->arg, watch->fd, ready & watch->events);
    }
}

/* --- signals --- */

static void on_signalfd(void *arg, int fd, unsigned events)
{
    struct loop *loop = arg;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info) {
        struct signal_hook *hook = &loop->hooks[info.ssi_signo];
        if (hook->fn)
            hook->fn(hook->arg, (int)info.ssi_signo);
    }
}

void loop_on_signal(struct loop *loop, int signo, void (*fn)(void *arg, int signo), void *arg)
{
    check(signo > 0 && signo < NSIG && fn);
    bool is_first = loop->signalfd < 0;
    loop->hooks[signo] = (struct signal_hook){.fn = fn, .arg = arg};
    sigaddset(&loop->signals, signo);
    check(pthread_sigmask(SIG_BLOCK, &loop->signals, NULL) == 0);
    loop->signalfd = signalfd(loop->signalfd, &loop->signals, SFD_CLOEXEC | SFD_NONBLOCK);
    need(loop->signalfd >= 0, "a file for its signals");
    if (is_first)
        loop_watch(loop, loop->signalfd, LOOP_READ, on_signalfd, loop);
}

/* --- turning --- */

static void on_alarm(lws_sorted_usec_list_t *alarm)
{
    (void)alarm; /* only ends the sleep */
}

static void serve_lws(struct loop *loop, int64_t ms)
{
    if (ms > 0)
        lws_sul_schedule(loop->lws, 0, &loop->alarm, on_alarm, ms * US_PER_MS);
    lws_service(loop->lws, ms > 0 ? 0 : -1); /* lws sleeps if given 0, but not if given -1 */
    lws_sul_cancel(&loop->alarm);
}

/* Serves descriptors, after at most `ms` of real sleep. Without WebSockets one wait is enough. */
static void serve_fds(struct loop *loop, int64_t ms)
{
    check(!loop->is_turning);
    loop->is_turning = true;
    if (loop->lws)
        serve_lws(loop, ms);
    else
        dispatch(loop, (int)ms);
    clear_buried(loop);
    loop->is_turning = false;
}

static void serve_timers(struct loop *loop)
{
    loop->is_turning = true;
    fire_due(loop);
    clear_buried(loop);
    loop->turn++;
    loop->is_turning = false;
}

/* The time until the next timer, at most `limit`. */
static int64_t idle_time(struct loop *loop, int64_t limit)
{
    const struct heap_item *first = heap_first(&loop->timers);
    int64_t idle = first ? first->at - loop_now(loop) : limit;
    return idle < 0 ? 0 : idle < limit ? idle : limit;
}

void loop_serve(struct loop *loop, int real_ms)
{
    bool may_sleep_through =
        /* no timer can come due meanwhile */
        loop->clock == LOOP_VIRTUAL && idle_time(loop, 1) > 0;
    serve_fds(loop, may_sleep_through ? real_ms : idle_time(loop, real_ms));
    serve_timers(loop);
}

/* Moves a virtual clock to the next timer, at most to `target`. */
static void jump(struct loop *loop, int64_t target)
{
    loop->virtual_now += idle_time(loop, target - loop->virtual_now);
}

/* Serves until nothing is ready or due now, for TURNS_AT_ONCE at most. One quiet turn is not
   enough: a WebSocket moves a handshake or half a frame without calling anybody. */
static void settle(struct loop *loop)
{
    int quiet = 0;
    for (int turns = 0; turns < TURNS_AT_ONCE && quiet < QUIET_TURNS; turns++) {
        loop->served = 0;
        loop_serve(loop, 0);
        quiet = loop->served == 0 && idle_time(loop, 1) > 0 ? quiet + 1 : 0;
    }
}

void loop_step(struct loop *loop, int64_t ms)
{
    int64_t end = loop_now(loop) + ms;
    settle(loop);
    while (loop_now(loop) < end) {
        if (loop->clock == LOOP_VIRTUAL)
            jump(loop, end);
        else
            serve_fds(loop, idle_time(loop, end - loop_now(loop)));
        settle(loop);
    }
}

void loop_run(struct loop *loop)
{
    while (!loop->is_stopped) {
        bool can_jump = loop->clock == LOOP_VIRTUAL && heap_first(&loop->timers);
        serve_fds(loop, can_jump ? 0 : idle_time(loop, LONGEST_SLEEP));
        if (can_jump && !loop->is_stopped && heap_first(&loop->timers))
            jump(loop, heap_first(&loop->timers)->at);
        serve_timers(loop);
    }
    loop->is_stopped = false;
}

void loop_stop(struct loop *loop)
{
    loop->is_stopped = true;
}
