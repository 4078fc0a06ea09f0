/* A gateway between two things that are not there: REST, which answers what it is told to, and
   the links, on which the test plays Discord byte by byte. All time is virtual. Next:
   test_gateway.c. */
#ifndef FAKE_H
#define FAKE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gateway.h"
#include "gateway_session.h"

enum { FAKE_LINKS = 4096, FAKE_SENT = 4096 };

struct fake_sent {
    int64_t at;
    int op; /* -1: not JSON */
    json_t *payload;
};

/* One connection that the gateway opened, alive or not. */
struct fake_link {
    struct websocket_address url;
    int64_t at, closed_at; /* closed_at -1: open */
    int code;              /* that it closed with; 0: it did not */
    struct fake_sent sent[FAKE_SENT];
    int sent_count;
    int beats_answered;
};

struct fake {
    struct loop *loop;
    struct keep *keep;
    struct gateway_setup setup;
    struct gateway *gateway;
    json_t *bot; /* what /gateway/bot answers; NULL: it fails */
    int bot_status;
    int asked; /* how often */
    struct fake_link *links[FAKE_LINKS];
    int link_count;
    bool awaits_link;  /* the next one stops the loop */
    char events[4096]; /* "shard type data;" in their order */
    char failed[512];
    int failures;
    uint32_t fewer;      /* what fewer_intents answers */
    bool settles;        /* gateway_settled() after every event */
    bool wants_messages; /* MESSAGE_CREATE only */
};

/* A loop, a keep and answers; nothing runs yet. */
int fake_setup(void **state);
int fake_teardown(void **state);

/* Begins (again) with what is kept: what a new process does. The setup may be changed before. */
void fake_start(struct fake *fake);
/* kill -9: nobody is asked. */
void fake_kill(struct fake *fake);

void fake_wait(struct fake *fake, int64_t ms);
/* Waits at most so long for one more link than there were; fails the test if none comes. */
struct fake_link *fake_next(struct fake *fake, int links, int64_t ms);

/* What Discord does. */
void fake_accept(struct fake *fake, struct fake_link *link);
void fake_say(struct fake *fake, struct fake_link *link, const char *text);
void fake_say_bytes(struct fake *fake, struct fake_link *link, const char *bytes, size_t length,
                    bool is_binary);
void fake_drop(struct fake *fake, struct fake_link *link, int code);
void fake_hello(struct fake *fake, struct fake_link *link);
void fake_ready(struct fake *fake, struct fake_link *link, int sequence);
/* From nothing to a session "abc" whose last s is 1; heartbeats are answered from then on while
   time is let pass by fake_beat(). Returns its link. */
struct fake_link *fake_up(struct fake *fake);
/* Like fake_wait, and answers the heartbeats of the link. */
void fake_beat(struct fake *fake, struct fake_link *link, int64_t ms);

/* The n-th payload of that op on the link, from 0; NULL if absent. fake_count: how many. */
const struct fake_sent *fake_find(const struct fake_link *link, int op, int n);
int fake_count(const struct fake_link *link, int op);
/* Over all links. */
int fake_count_all(const struct fake *fake, int op);

/* ---- what the bot said ---- */

enum { HEARTBEAT = 1, IDENTIFY = 2, PRESENCE = 3, RESUME = 6, SECOND = 1000, MINUTE = 60 * SECOND };

/* Fields of its d; the d of a heartbeat. */
json_int_t number(const struct fake_sent *sent, const char *key);
const char *word(const struct fake_sent *sent, const char *key);
const json_t *beat_of(const struct fake_sent *sent);

/* The link that follows when this one is dropped: dropped, connected again, greeted. */
struct fake_link *after_drop(struct fake *fake, struct fake_link *link, int code);
/* The link began with this, on the right address. */
void expect_resume(const struct fake_link *link, const char *session, json_int_t sequence);
void expect_identify(const struct fake_link *link);

/* Discord takes all who connect, one after another, and lets them Identify. */
void fake_let_in(struct fake *fake, int *served);
/* The shard that identified on this link; -1: none did. */
int fake_shard_of(const struct fake_link *link);

/* The log of all tests, at its most talkative. */
extern FILE *fake_logs;
void fake_log_aside(void);

#define with_fake(test) cmocka_unit_test_setup_teardown(test, fake_setup, fake_teardown)

/* The tests of identifies.c: how many failed. */
int run_identify_tests(void);

#endif
