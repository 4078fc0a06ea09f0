/* One request and its tries, from rest_send() until its `done` was called, and the requests that
   wait. Those who pay (guilds) take turns: the n-th attempt of one that waits goes before the n +
   1st of every other, so nobody waits behind all that one guild has to say. What one payer wants,
   and what goes by one route to one channel, keeps its order. No socket, no clock; rest.c decides
   what happens to an attempt. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include <jansson.h>

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
    char *method, *route, *path, *body;
    char *url;      /* where it was sent last; NULL before */
    bool has_files; /* in the body */
    char *token;    /* of an interaction, in the path; NULL: none */
    char *nonce;    /* of the message that it makes; NULL: none */
    bool is_repeatable;
    int64_t deadline, not_before;
    rest_done *done;
    void *arg;
    void (*forget)(void *arg);
    struct quota_route *quota;
    uint64_t payer;  /* who bears its refusals (quota.h), and takes turns with others */
    uint64_t round;  /* attempts of lower rounds go first */
    unsigned bearer; /* the number of the bot's token that it was sent with */
    int failures, waits;
    bool was_sent;   /* a try that failed may have had its effect */
    int64_t sent_at; /* the first of those */
    bool is_fresh;   /* the last one got no answer */

    struct http_exchange *exchange; /* under way */
    bool is_answered;               /* an answer, or its failure, is to be judged */
    enum http_end end;
    struct answer answer;

    bool is_over; /* `done` is to be called with `result` */
    struct rest_answer result;
    struct attempt *previous, *next;
};

/* Takes the request's body. */
struct attempt *attempt_new(const struct rest_request *request, const struct sieve_key *unread,
                            struct quota *quota, int64_t now);
void attempt_free(struct attempt *attempt);

/* Where it goes, below this address. Lasts until the next call. */
const char *attempt_url(struct attempt *attempt, const char *base);

/* Neither under way nor over. */
bool attempt_is_waiting(const struct attempt *attempt);

/* Ends the attempt with an outcome. `message` is borrowed. */
void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status, int code,
                      const char *message);
/* Ends the attempt: its message is there, as the gateway told. */
void attempt_was_done(struct attempt *attempt, const char *id);
/* Ends the attempt: it is not sent (again). */
void attempt_give_up(struct attempt *attempt, const char *why);

/* A line of the log about its last result. `wait`: ms until it goes again; -1: it does not. */
void attempt_note(enum log_level level, const char *event, const struct attempt *attempt,
                  int64_t wait);

/* Gives the attempt this body, taken, in place of its own. NULL is fine. */
void attempt_put_body(struct attempt *attempt, json_t *body);

/* Frees a string and leaves no trace of it. NULL is fine. */
void attempt_wipe(char *string);

/* The text of a body, or of the message in it, that has REST_FILES: multipart/form-data, with the
   JSON as its first part; the files become parts, each named by an attachment. */
char *attempt_dump_parts(const json_t *body);

/* ---- those that wait: a list for each lane ---- */

enum { LANES = REST_BACKGROUND + 1 };

/* All zero is empty. */
struct queue {
    struct attempt *first[LANES], *last[LANES]; /* by rounds */
    uint64_t round[LANES];                      /* of the one that was sent last */
    int count;
};

void attempt_queue_append(struct queue *queue, struct attempt *attempt);
void attempt_queue_take_out(struct queue *queue, struct attempt *attempt);
struct attempt *attempt_queue_find(const struct queue *queue, uint64_t ticket); /* NULL if absent */
int attempt_queue_count_of(const struct queue *queue, uint64_t payer);
/* An attempt was answered or is over, and was not dealt with. */
bool attempt_queue_has_news(const struct queue *queue);

#endif
