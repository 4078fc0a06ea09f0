/* The IRC adapter between a server that says what a test tells it to and a host that only writes
   down what it is told, in virtual time. Waiting is by condition, and fails the test when what
   was expected never comes. */
#ifndef IRC_BENCH_H
#define IRC_BENCH_H

#include <stdbool.h>

#include "heard.h"
#include "irc.h"
#include "port.h"
#include "posts.h"

enum { BENCH_SEATS = 64 };

struct adapter;
struct prose;
struct hostile;
struct keep;
struct loop;

extern struct loop *loop;
extern struct hostile *server;
extern struct adapter *irc;
extern struct irc_setup bench_setup; /* what it was made with */

/* What the host was told, a line each: "ready NET ROOM", "gone .LINEAGE", "renamed NAME",
   "network gone NET", and what was heard: "NET#room name@!: text" (@ operator, ! admin; no room
   in private). */
extern char diary[16384];
extern char last_key[HOST_KEY];       /* of the person heard last */
extern char last_source[HOST_SOURCE]; /* and who bears the cost */
extern int last_source_people;
extern char last_sent[HOST_ROOM]; /* the room that was told all it was to be told */
extern char last_ready[HOST_KEY]; /* the person who can be reached */
/* what everybody is answered whose words are heard; NULL: nothing */
extern const char *bench_answer;
extern bool bench_is_saving;      /* what somebody said */
extern const char *bench_awaited; /* the key whose seat waits; "" if none does */
/* operators of #games have said that a bridge joins it to another room */
extern bool bench_is_bridged;
extern bool has_table; /* whether there is a table in #games; everybody sits there */
/* of that table; if there are any, nobody else sits there. The last has no key */
extern struct bench_seat {
    const char *key, *name;
} bench_seats[BENCH_SEATS + 1];
extern int bench_invites;       /* an enum irc_invites, for the next that is opened */
extern struct keep *bench_keep; /* what the next that is opened remembers; NULL: nothing */
extern struct host_port port;   /* to be called as the host would */

/* Starts to connect, with bench_setup: the channels #Games (prefix !) and #plain (prefix ., no
   colours) and two admins. */
void bench_open_with(const char *flood);
void bench_new_with(const char *flood); /* the same, but does not start */
/* For cmocka: connecting, without limits; the same, in its channels with ann (operator) and bob;
   and the end of both. */
int bench_open_only(void **state);
int bench_open_ready(void **state);
int bench_closed(void **state);

/* a polite server, until the names of the channels are read */
void bench_welcome(void);
/* the same by one that has WHOX, say; it has not answered WHO yet */
void bench_welcome_saying(const char *supported);
/* The same by one that offers these capabilities, and grants them; what it heard is forgotten. */
void bench_welcome_with_caps(const char *caps);
void bench_expect_heard(const char *text); /* by the server */
void bench_expect_noted(const char *text); /* in the diary */
/* Everything said so far is dealt with in both directions, and all that may be said now is; what
   was heard is forgotten. */
void bench_settle(void);
void bench_settle_kept(void);    /* the same, and nothing is forgotten */
void bench_let_pass(int64_t ms); /* on a connection that is alive */
void bench_forget(void);

void bench_say(const char *nick, const char *target, const char *text);
const struct prose *bench_prose(const char *text); /* until the next */
void bench_post(enum post_kind kind, const char *room, const char *text);
/* What happened at a table with its board; people's rows begin with their names, and `called` is
   to move. */
void bench_post_board(int64_t table, const char *board, const char *called, bool is_midway);
/* of the table in #games */
void bench_whisper(enum whisper_kind kind, const char *key, const char *text);

#endif
