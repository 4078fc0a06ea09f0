/* The event loop and the clock of the whole program: every socket, signal, timer and deadline
   goes through it, so that tests can let a year pass in a second. Knows nothing of chat networks
   or tables.

   One thread runs the loop and calls every function here. Callbacks run on it one at a time, out
   of loop_run, loop_step or loop_serve. They must not block and must not call those three or
   loop_free. Other threads wake the loop through an eventfd that it watches. The loop aborts
   when it runs out of memory or descriptors. It waits in epoll or, after the first call of
   loop_lws, in libwebsockets' own loop, which adopts the epoll descriptor. */
#ifndef LOOP_H
#define LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "list.h"

struct loop;
struct lws_context;

enum loop_clock {
    LOOP_REAL,
    LOOP_VIRTUAL /* only loop_step moves it; starts at 2026-01-01T00:00:00Z */
};

/* Also ignores SIGPIPE: a dead peer is an error of write(2). */
struct loop *loop_new(enum loop_clock clock);

/* First free everything that has watches or timers. Drops the watches left over. NULL is fine. */
void loop_free(struct loop *loop);

/* Runs until loop_stop; sleeps while nothing is due. A virtual clock jumps to the next timer
   instead of sleeping. */
void loop_run(struct loop *loop);

/* Lets loop_run (or the next one) return after the callbacks of this turn. */
void loop_stop(struct loop *loop);

/* Lets `ms` milliseconds of the loop's clock pass, even after loop_stop. A real clock takes that
   long. A virtual clock never sleeps: the loop runs due timers in the order of their times, and
   serves descriptors until they are quiet before each step of time and at the end. */
void loop_step(struct loop *loop, int64_t ms);

/* One turn for tests: serves what is ready and due, or waits for it, at most `real_ms`. Never
   moves a virtual clock: this is how to wait for another thread or process under one. */
void loop_serve(struct loop *loop, int real_ms);

/* The number of this turn: what is ready is served in it, then what is due. */
int64_t loop_turn(const struct loop *loop);

/* Milliseconds: monotonic since an arbitrary point, and since 1970 (UTC). */
int64_t loop_now(const struct loop *loop);
int64_t loop_wall(const struct loop *loop);
/* Milliseconds since the machine started, also while it slept: all its processes read the same. */
int64_t loop_boot(const struct loop *loop);

/* This process may speak until that moment of loop_boot(), which another process moves on. When
   it is past, `past` ends the process: before the next callback, and before the next write. */
void loop_use_lease(struct loop *loop, const _Atomic int64_t *until, void (*past)(void));
/* Call it before each write to a network. */
void loop_mind_lease(const struct loop *loop);

/* A timer lies in its owner's struct; the fields are the loop's. It fires once per
   loop_timer_set. */
struct loop_timer {
    struct heap_item due; /* first: the loop finds the timer by it */
    struct loop *loop;
    void (*fn)(void *arg);
    void *arg;
};

void loop_timer_init(struct loop_timer *timer, struct loop *loop, void (*fn)(void *arg), void *arg);

/* Fires `ms` (>= 0) milliseconds from now, never inside this call. Moves a timer that is set
   already. Any callback may set and stop any timer, also its own. */
void loop_timer_set(struct loop_timer *timer, int64_t ms);

/* Stop a timer before its memory goes away. A timer that is stopped already, or all zero, is
   fine. */
void loop_timer_stop(struct loop_timer *timer);
bool loop_timer_is_set(const struct loop_timer *timer);

enum loop_event { LOOP_READ = 1, LOOP_WRITE = 2 };

typedef void loop_fd_fn(void *arg, int fd, unsigned events);

/* Calls `fn` with the events that are ready, level-triggered. An error or hang-up shows as every
   event asked for: the read or write then says what it was. One watch per descriptor, which
   stays the caller's. Regular files, which epoll refuses, are always ready. With `events` 0 the
   watch is deaf until loop_rewatch. */
void loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn, void *arg);
void loop_rewatch(struct loop *loop, int fd, unsigned events);

/* Call it before you close the descriptor. Drops an event of `fd` that was already fetched. An
   unwatched `fd` is fine. */
void loop_unwatch(struct loop *loop, int fd);

/* Delivers `signo` as a callback of the loop from now on. Blocks the signal for the calling
   thread and for threads it starts later: call this before starting any. */
void loop_on_signal(struct loop *loop, int signo, void (*fn)(void *arg, int signo), void *arg);

/* The libwebsockets context, made by the first call and owned by the loop. It has only the
   loop's own vhost: create yours in it. */
struct lws_context *loop_lws(struct loop *loop);

/* Call it when libwebsockets served a callback of yours. Otherwise a turn in which only
   WebSockets spoke looks quiet to loop_step, which then moves a virtual clock too early. */
void loop_stir(struct loop *loop);

#endif
