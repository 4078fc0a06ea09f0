/* A wire, a hostile server and everything the wire told, for the tests of the wire. Waiting is
   by condition: a step goes on until what was expected is there, and fails the test (naming what
   was there instead) when it never comes. */
#ifndef WIRE_BENCH_H
#define WIRE_BENCH_H

#include <stdbool.h>

#include "wire.h"

struct hostile;

struct bench {
    struct loop *loop; /* virtual clock */
    struct hostile *server;
    struct wire *wire;
    struct wire_config config;
    /* Every event as one line, params in brackets: "ann!u@host PRIVMSG [#c] [hi]\n", "READY\n",
       "CLOSED\n". */
    char *story;
    /* what the test does in the callback */
    void (*on_event)(struct bench *bench, const struct wire_event *event);
    int count; /* the test's own */
};

/* A server and a config that points to it; change the config before bench_connect. */
void bench_open(struct bench *bench);
void bench_connect(struct bench *bench);

/* bench_open, bench_connect and a polite server until the wire is ready as "bot"; the story
   starts empty. */
void bench_open_ready(struct bench *bench);
void bench_close(struct bench *bench);

/* The wire told this line / the server heard this text. */
void bench_expect(struct bench *bench, const char *line);
void bench_expect_heard(struct bench *bench, const char *text);
void bench_expect_state(struct bench *bench, enum wire_state state);
void bench_expect_closed(struct bench *bench, const char *reason_part);

bool bench_was_told(const struct bench *bench, const char *line);
void bench_forget(struct bench *bench);

/* Still connected, and both directions work. */
void bench_expect_alive(struct bench *bench);

/* The wire's callback, for tests that make their own wire. */
void bench_on_event(void *arg, struct wire *wire, const struct wire_event *event);

#endif
