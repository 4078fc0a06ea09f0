/* The queue of REST: a list of attempts for each lane. Those who pay (guilds) take turns: the n-th attempt of one that waits goes
   before the n + 1st of every other, so nobody waits behind all that one guild has to say. What one payer wants, and what goes
   by one route to one channel, keeps its order. Owns the lists, not what happens to an attempt; rest.c decides that. */
#ifndef QUEUE_H
#define QUEUE_H

#include "answer.h"
#include "http.h"
#include "log.h"
#include "rest.h"

struct attempt;
struct quota;
struct quota_route;

struct attempt {
    struct rest *rest;
    uint64_t ticket;
    enum rest_lane lane;
    char *method, *route, *url, *body;
    char *token; /* of an interaction, in the path; NULL: none */
    char *nonce; /* of the message that it makes; NULL: none */
    bool is_repeatable;
    int64_t deadline, not_before;
    rest_done *done;
    void *arg;
    void (*forget)(void *arg);
    struct quota_route *quota;
    uint64_t payer;  /* who bears its refusals: see quota.h; and whose turn it is */
    uint64_t round;  /* it goes before those of later ones */
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
struct attempt *attempt_new(const struct rest_request *request, const char *base, const struct sieve_key *unread,
                            struct quota *quota, int64_t now);
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

enum { LANES = REST_BACKGROUND + 1 };

/* All zero is empty. */
struct queue {
    struct attempt *first[LANES], *last[LANES]; /* by rounds */
    uint64_t round[LANES];                      /* of the one that was sent last */
    int count;
};

void queue_append(struct queue *queue, struct attempt *attempt);
void queue_take_out(struct queue *queue, struct attempt *attempt);
struct attempt *queue_find(const struct queue *queue, uint64_t ticket); /* NULL if absent */
int queue_count_of(const struct queue *queue, uint64_t payer);
/* Something was answered or is over, and nobody has dealt with that. */
bool queue_have_news(const struct queue *queue);

/* ---- what was learned besides limits ---- */

enum {
    REMEMBERED_TOKENS = 64, /* they are of no use to anybody after a quarter of an hour */
    REMEMBERED_SEEN = 64,   /* they come back within a moment */
    REMEMBERED_NONCE = 26,
    REMEMBERED_ID = 24
};

struct remembered_token {
    char *token;
    int status, code; /* how Discord said it */
};

struct remembered_message {
    char nonce[REMEMBERED_NONCE], id[REMEMBERED_ID];
};

/* All zero is empty. */
struct remembered {
    struct remembered_token tokens[REMEMBERED_TOKENS];
    struct remembered_message seen[REMEMBERED_SEEN];
    int next_token, next_seen;
};

void remembered_fini(struct remembered *remembered);

void remembered_spend(struct remembered *remembered, const char *token, int status, int code);
/* NULL: nothing is known against it. `token` may be NULL. */
const struct remembered_token *remembered_token(const struct remembered *remembered, const char *token);

/* What is longer than any of ours is not remembered. */
void remembered_see(struct remembered *remembered, const char *nonce, const char *id);
/* The id of the message; NULL: it was not seen. `nonce` may be NULL. */
const char *remembered_message(const struct remembered *remembered, const char *nonce);

#endif
