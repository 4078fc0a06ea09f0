/* One request on its way through REST: asked for, waiting, under way, waiting to go again, over. Owned by rest.c; knows how
   it is limited, not when its turn is. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "answer.h"
#include "http.h"
#include "log.h"
#include "rest.h"

struct quota;
struct quota_route;

struct attempt {
    struct rest *rest;
    uint64_t ticket;
    enum rest_lane lane;
    char *method, *route, *url, *body;
    char *token; /* of an interaction, in the path; NULL if absent */
    char *nonce; /* of the message that it makes; NULL if absent */
    bool is_repeatable;
    int64_t deadline, not_before;
    rest_done *done;
    void *arg;
    void (*forget)(void *arg);
    struct quota_route *quota;
    uint64_t payer;  /* who bears its refusals: see refusals.h; and whose turn it is: see queue.h */
    uint64_t round;  /* queue.h: it goes before those of later ones */
    unsigned bearer; /* which of the bot's tokens it went out with, by number */
    int failures, waits;
    bool was_sent;   /* a try that failed may have had its effect */
    int64_t sent_at; /* the first of those */
    bool is_fresh;   /* the last one got no answer */

    struct http_exchange *exchange; /* under way */
    bool is_answered;               /* it was, and is to be judged */
    enum http_end end;
    struct answer answer;

    bool is_over; /* `done` is to be called with `result` */
    struct rest_answer result;
    struct attempt *previous, *next;
};

/* Takes the request's body. */
struct attempt *attempt_new(const struct rest_request *request, const char *base, struct quota *quota, int64_t now);
void attempt_free(struct attempt *attempt);

/* Neither under way nor over. */
bool attempt_is_waiting(const struct attempt *attempt);

/* It is over, and has an outcome. `message` is borrowed. */
void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status, int code, const char *message);
/* It has made the message `id`, as was learned otherwise. */
void attempt_was_done(struct attempt *attempt, const char *id);
/* It will not go (again). */
void attempt_give_up(struct attempt *attempt, const char *why);

/* A line of the log about its last result. `wait`: ms until it goes again; -1: it does not. */
void attempt_note(enum log_level level, const char *event, const struct attempt *attempt, int64_t wait);

/* The text of a body as it goes out, pinging nobody unasked. `body` is taken; NULL for NULL. Free it. */
char *attempt_dump(json_t *body);

/* Frees a string and leaves no trace of it. NULL is fine. */
void attempt_wipe(char *string);

#endif
