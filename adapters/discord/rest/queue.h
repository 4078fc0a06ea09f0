/* The requests of REST that wait, and how fast Discord lets them go: buckets, the limit of the whole bot, holds of a 429. A list of
   attempts for each lane. Those who pay (guilds) take turns: the n-th attempt of one that waits goes before the n + 1st of every
   other, so nobody waits behind all that one guild has to say. What one payer wants, and what goes by one route to one channel,
   keeps its order. No socket, no clock; rest.c decides what happens to an attempt. */
#ifndef QUEUE_H
#define QUEUE_H

#include "answer.h"
#include "http.h"
#include "log.h"
#include "rest.h"
#include "ring.h"
#include "shelf.h"

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
    uint64_t payer;  /* who bears its refusals (learned.h), and takes turns with others */
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
struct attempt *attempt_new(const struct rest_request *request, const char *base, const struct sieve_key *unread,
                            struct quota *quota, int64_t now);
void attempt_free(struct attempt *attempt);

/* Neither under way nor over. */
bool attempt_is_waiting(const struct attempt *attempt);

/* Ends the attempt with an outcome. `message` is borrowed. */
void attempt_conclude(struct attempt *attempt, enum rest_outcome outcome, int status, int code, const char *message);
/* Ends the attempt: its message is there, as the gateway told. */
void attempt_was_done(struct attempt *attempt, const char *id);
/* Ends the attempt: it is not sent (again). */
void attempt_give_up(struct attempt *attempt, const char *why);

/* A line of the log about its last result. `wait`: ms until it goes again; -1: it does not. */
void attempt_note(enum log_level level, const char *event, const struct attempt *attempt, int64_t wait);

/* Gives the attempt this body, taken, in place of its own. NULL is fine. */
void attempt_put_body(struct attempt *attempt, json_t *body);

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
/* An attempt was answered or is over, and was not dealt with. */
bool queue_have_news(const struct queue *queue);

/* ---- how fast they may go, as far as answers have told ---- */

/* A *route* is one kind of request to one resource ("POST /channels/{}/messages" of channel 50). Each belongs to a bucket: its own
   until an answer names one, then to the one that was named last, shared with every route of the same resource that was given
   the same name. In a bucket one request is under way at a time, so that order is kept whatever happens. */
enum {
    QUOTA_BUSY = -1,         /* from quota_wait(): wait for the request under way */
    QUOTA_PER_SECOND = 45,   /* Discord allows 50; on the way requests bunch up */
    QUOTA_MARGIN = 50,       /* ms after a limit is over: clocks and networks are not exact */
    QUOTA_PAGE_HOLD = 600000 /* ms without any request after a 429 that is a web page and does not say how long */
};

enum quota_kind {
    QUOTA_BOT,     /* with the bot's token */
    QUOTA_TOKEN,   /* with an interaction's token: outside the limit per second */
    QUOTA_CALLBACK /* the first answer to an interaction: outside a global hold, too */
};

struct quota_bucket {
    struct shelf_item item; /* first. Its key: "hash resource", or that of its only route */
    char *name;
    int routes;
    bool is_busy;
    int remaining;    /* requests until reset_at; -1 if not known */
    int64_t reset_at; /* at 0 nothing goes before */
    uint64_t turn;
};

struct quota_route {
    struct shelf_item item; /* first. Its key: "POST /channels/{}/messages 50" */
    struct quota *quota;
    char *name;
    const char *resource; /* within the name */
    struct quota_bucket *bucket;
    int users;
    int64_t held_until; /* a limit that its bucket does not show */
    uint64_t turn;
};

struct quota {
    struct shelf routes, buckets;
    int64_t now;            /* when it is tidied */
    int64_t held_until;     /* a global 429: all but callbacks */
    int64_t all_held_until; /* a proxy before Discord: everything */
    RING(QUOTA_PER_SECOND) sent;
};

struct quota *quota_new(void);
void quota_free(struct quota *quota); /* release every route first. NULL is fine */

/* The limits of a kind of request, until quota_release(). They are remembered for a quarter of an hour after that, or as
   long as they hold. Copies the strings. */
struct quota_route *quota_take(struct quota *quota, const char *method, const char *route, const char *resource,
                               int64_t now);
void quota_release(struct quota_route *route);
/* NULL if unknown: then nothing holds it back. */
const struct quota_route *quota_find(const struct quota *quota, const char *method, const char *route,
                                     const char *resource);

/* Milliseconds until a request may go; QUOTA_BUSY. */
int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind, int64_t now);

/* In each turn (a new number) true only for the first that asks for its bucket; later ones stay behind it. A route that is
   held by itself lets the others of its bucket pass. */
bool quota_is_first(struct quota_route *route, uint64_t turn, int64_t now);

/* A request goes out now. Its answer: quota_end() in learned.h. */
void quota_begin(struct quota *quota, struct quota_route *route, enum quota_kind kind, int64_t now);
/* The bucket of the route is from now on the one with this name. */
void quota_follow(struct quota *quota, struct quota_route *route, const char *hash);

/* Forgets routes that were not used for so long; at most once a minute. */
void quota_tidy(struct quota *quota, int64_t now);

/* Routes that are remembered. */
int quota_count(const struct quota *quota);

/* ---- what was learned besides limits ---- */

enum {
    REMEMBERED_TOKENS = 64, /* they are of no use to anybody after a quarter of an hour */
    REMEMBERED_SEEN = 64,   /* they come back within a moment */
    REMEMBERED_NONCE = 26,
    REMEMBERED_ID = 24
};

struct remembered_token {
    char *token;
    int status, code; /* Discord's refusal */
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
/* NULL if the token may be used. `token` may be NULL. */
const struct remembered_token *remembered_token(const struct remembered *remembered, const char *token);

/* Longer ones are not ours and not remembered. */
void remembered_see(struct remembered *remembered, const char *nonce, const char *id);
/* The id of the message, NULL if it was not seen. `nonce` may be NULL. */
const char *remembered_message(const struct remembered *remembered, const char *nonce);

#endif
