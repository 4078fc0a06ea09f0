/* What Discord's answers teach. A *route* is one kind of request to one resource ("POST
    /channels/{}/messages" of channel 50). Each belongs to a bucket: its own until an answer names
   one, then to that, shared with every route of the same resource that was given the same name. In
   a bucket one request is under way at a time, so that order is kept. Then the budget of refused
   requests. Pure: times are in milliseconds of any one clock. */
#ifndef QUOTA_H
#define QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "list.h"
#include "shelf.h"

struct answer;
struct refusals;
struct text;

enum {
    QUOTA_BUSY = -1,       /* wait for the request under way */
    QUOTA_PER_SECOND = 45, /* Discord allows 50 */
    QUOTA_AT_FIRST = 5,    /* while the process before may have sent 45 */
    QUOTA_SPREAD = 100,    /* ms more than a second: on the way requests bunch up */
    /* of those at once: so 50 stay 50 where some take twice QUOTA_SPREAD longer than others */
    QUOTA_BURST = 5,
    QUOTA_BURST_MS = 100,    /* until as many more may go */
    QUOTA_MARGIN = 50,       /* clocks and networks are not exact */
    QUOTA_PAGE_HOLD = 600000 /* ms without any request after a 429 that is a web page */
};

enum quota_kind {
    QUOTA_BOT,      /* with the bot's token */
    QUOTA_TOKEN,    /* with an interaction's token: outside the limit per second */
    QUOTA_CALLBACK, /* the first answer to an interaction: outside a global hold, too */
    QUOTA_EXTRA     /* with the bot's token; nothing of its bucket waits for its answer */
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
    int64_t held_until;
    uint64_t turn;
};

struct quota {
    struct shelf routes, buckets;
    int64_t now;            /* when it is tidied */
    int64_t held_until;     /* a global 429: all but callbacks */
    int64_t all_held_until; /* a proxy before Discord */
    int per_second;         /* or our share of them */
    RING(QUOTA_PER_SECOND) sent;
};

struct quota *quota_new(void);
void quota_free(struct quota *quota); /* release every route first. NULL is fine */

/* The limits of a kind of request, until quota_release(), and for a quarter of an hour after that.
   Copies the strings. */
struct quota_route *quota_take(struct quota *quota, const char *method, const char *route,
                               const char *resource, int64_t now);
void quota_release(struct quota_route *route);

/* Milliseconds; QUOTA_BUSY. */
int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind,
                   int64_t now);

/* In each turn (a new number) true only for the first that asks for its bucket. A route that is
   held by itself lets the others of its bucket pass. */
bool quota_is_first(struct quota_route *route, uint64_t turn, int64_t now);

/* Its answer: quota_end(). */
void quota_begin(struct quota *quota, struct quota_route *route, enum quota_kind kind, int64_t now);

/* At most once a minute. */
void quota_tidy(struct quota *quota, int64_t now);

/* Routes that are remembered. */
int quota_count(const struct quota *quota);

/* NULL if no answer came. */
void quota_end(struct quota *quota, struct quota_route *route, enum quota_kind kind,
               const struct answer *answer, int64_t now);

/* ---- who shares the application with us ---- */

/* Of the `all` shards of the application we run `own`. */
void quota_share(struct quota *quota, int own, int all);
/* Another process may have sent until now. */
void quota_follow_another(struct quota *quota, int64_t now);

/* ---- refusals: who may cause how many ---- */

enum {
    REFUSALS_MS = 600000, /* Discord counts over these */
    /* of all networks of a configuration; Discord bans at 10,000 */
    REFUSALS_ADDRESS = 9000,
    /* for everybody together */
    REFUSALS_POOL = 1000,
    /* with an interaction's token */
    REFUSALS_POOL_TOKENS = 1500,
    /* then only those without a refusal in REFUSALS_CLEAN_MS go on */
    REFUSALS_HALF = REFUSALS_POOL / 2,
    REFUSALS_SHARE = REFUSALS_POOL / 50, /* of one payer */
    REFUSALS_CLEAN_MS = 3600000,
    REFUSALS_PAYERS =
        REFUSALS_POOL_TOKENS * (REFUSALS_CLEAN_MS / REFUSALS_MS) /* remembered at most */
};

/* It counts in the pool alone. */
static const uint64_t REFUSALS_NOBODY = 0;

struct refusals *quota_refusals_new(void);
void quota_refusals_free(struct refusals *refusals); /* NULL is fine */
/* So many networks share REFUSALS_ADDRESS. */
void quota_refusals_divide(struct refusals *refusals, int networks);

/* 401, 403, and 429 unless its limit is shared with others. */
bool quota_refusals_counts(const struct answer *answer);

void quota_refusals_note(struct refusals *refusals, uint64_t payer, int64_t now);
/* The same for an answer that counts: one that concerns the whole bot is no payer's. Logs each
   pause once. */
void quota_refusals_hear(struct refusals *refusals, const struct answer *answer, uint64_t payer,
                         int64_t now);

/* Milliseconds; 0: now. */
int64_t quota_refusals_wait(const struct refusals *refusals, uint64_t payer, bool has_own_token,
                            int64_t now);

int quota_refusals_count(const struct refusals *refusals, int64_t now);

/* How many have used up their share; the id of one of them. */
int quota_refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one);

void quota_refusals_status(const struct refusals *refusals, int64_t now, struct text *out);

/* ---- what was learned besides limits: tokens that are dead, messages that were seen ---- */

enum {
    REMEMBERED_TOKENS = 64, /* good for a quarter of an hour at most */
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

/* NULL is fine. */
void quota_wipe(char *string);
void quota_remembered_fini(struct remembered *remembered);

void quota_spend_token(struct remembered *remembered, const char *token, int status, int code);
/* NULL if the token (may be NULL) may be used. */
const struct remembered_token *quota_spent_token(const struct remembered *remembered,
                                                 const char *token);

void quota_see_message(struct remembered *remembered, const char *nonce, const char *id);
/* NULL if it was not seen. `nonce` may be NULL. */
const char *quota_seen_message(const struct remembered *remembered, const char *nonce);

#endif
