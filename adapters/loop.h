/* The event loop and the clock of the whole program (law 8): every socket, signal, timer, back-off and deadline goes
   through here, so that tests can let a year pass in a second. Knows nothing of chat networks or tables.

   One thread: every function is for the thread that runs the loop, and callbacks run on it, one at a time, out of
   loop_run, loop_step or loop_serve only. Other threads wake the loop through an eventfd that it watches. Callbacks
   must not block and must not call loop_run, loop_step, loop_serve or loop_free. Running out of memory or descriptors
   aborts. Inside is libwebsockets' own loop with one epoll descriptor adopted; no caller needs to know, except
   the adapter that talks WebSocket (loop_lws). */
#ifndef LOOP_H
#define LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heap.h"

struct loop;
struct lws_context;

enum loop_clock {
    LOOP_REAL,
    LOOP_VIRTUAL /* moved by loop_step only; starts at 2026-01-01T00:00:00Z */
};

/* SIGPIPE is ignored from here on: a dead peer is an error of write(2), not a death of ours. */
struct loop *loop_new(enum loop_clock clock);

/* Free everything that watches or counts on the loop first; watches left over are dropped unasked. NULL is fine. */
void loop_free(struct loop *loop);

/* Runs until loop_stop; sleeps while nothing is due. A virtual clock jumps to the next timer instead of sleeping. */
void loop_run(struct loop *loop);

/* Lets loop_run (the next one, if none runs) return after the callbacks of this turn. */
void loop_stop(struct loop *loop);

/* Lets `ms` milliseconds of the loop's clock pass, whatever loop_stop says. Virtual: due timers run in order of their
   time, descriptors are served until they are quiet before time moves and at the end, nothing sleeps. Real: takes that
   long. */
void loop_step(struct loop *loop, int64_t ms);

/* One turn for tests: serves what is ready and due now, or sleeps at most `real_ms` for the first of it. Never moves a
   virtual clock: the way to wait for another thread or process under one. */
void loop_serve(struct loop *loop, int real_ms);

/* Milliseconds: monotonic since an arbitrary point, and since 1970 (UTC). */
int64_t loop_now(const struct loop *loop);
int64_t loop_wall(const struct loop *loop);

/* A timer lives in its owner's struct; the fields are the loop's. It fires once per loop_timer_set. */
struct loop_timer {
    struct heap_item due; /* first: the loop finds the timer by it */
    struct loop *loop;
    void (*fn)(void *arg);
    void *arg;
};

void loop_timer_init(struct loop_timer *timer, struct loop *loop, void (*fn)(void *arg), void *arg);

/* Fires `ms` (>= 0) milliseconds from now, never inside this call; a timer that was set is moved. Setting and stopping
   any timer inside any callback is fine, also its own. */
void loop_timer_set(struct loop_timer *timer, int64_t ms);

/* Stop it before its memory goes away. Stopping twice, or one that is all zero, is fine. */
void loop_timer_stop(struct loop_timer *timer);
bool loop_timer_is_set(const struct loop_timer *timer);

enum loop_event { LOOP_READ = 1, LOOP_WRITE = 2 };

typedef void loop_fd_fn(void *arg, int fd, unsigned events);

/* Calls `fn` with the events that are ready (level-triggered; an error or hang-up shows as every event asked for: the
   read or write then says what it was). One watch per descriptor; the descriptor stays the caller's. Regular files,
   which epoll refuses, are always ready. `events` may be 0: watched, but deaf until loop_rewatch. */
void loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn, void *arg);
void loop_rewatch(struct loop *loop, int fd, unsigned events);

/* Before closing the descriptor. Inside a callback too: an event of `fd` that was already fetched is not delivered.
   A descriptor that is not watched is fine. */
void loop_unwatch(struct loop *loop, int fd);

/* From now on `signo` arrives as a callback of the loop. The signal is blocked for the calling thread and for threads
   it starts later: call this before starting any. */
void loop_on_signal(struct loop *loop, int signo, void (*fn)(void *arg, int signo), void *arg);

/* The libwebsockets context, with no vhost but the loop's own: create yours in it. Owned by the loop. */
struct lws_context *loop_lws(struct loop *loop);

/* For callbacks that libwebsockets makes to others: something was served. Without it loop_step takes a turn in which only
   WebSockets spoke for a quiet one, and a virtual clock moves on before they have finished. */
void loop_stir(struct loop *loop);

#endif
