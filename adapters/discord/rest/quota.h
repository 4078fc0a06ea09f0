/* How fast Discord lets us ask, as far as its answers have told: buckets, the limit of the whole bot, holds of a 429.
   Also Discord's budget of refused requests, and who may use how much of it. Pure: no socket, the time is an argument in milliseconds of any one clock. Knows nothing of
   queues; rest.c asks it what may go.

   A *route* is one kind of request to one resource ("POST /channels/{}/messages" of channel 50). Each belongs to a bucket:
   its own until an answer names one, then to the one that was named last, shared with every route of the same resource
   that was given the same name. In a bucket one request is under way at a time, so that order is kept whatever happens. */
#ifndef QUOTA_H
#define QUOTA_H

#include <stdbool.h>
#include <stdint.h>

struct answer;
struct quota;
struct quota_route;
struct refusals;

enum {
    QUOTA_BUSY = -1,         /* of quota_wait: until what is under way has been answered */
    QUOTA_PER_SECOND = 45,   /* Discord allows 50; on the way requests bunch up */
    QUOTA_MARGIN = 50,       /* ms after a limit is over: clocks and networks are not exact */
    QUOTA_PAGE_HOLD = 600000 /* ms without any request after a 429 that is a web page and does not say how long */
};

enum quota_kind {
    QUOTA_BOT,     /* with the bot's token */
    QUOTA_TOKEN,   /* with an interaction's token: outside the limit per second */
    QUOTA_CALLBACK /* the first answer to an interaction: outside a global hold, too */
};

struct quota *quota_new(void);
void quota_free(struct quota *quota); /* release every route first. NULL is fine */

/* The limits of a kind of request, until quota_release(). They are remembered for a quarter of an hour after that, or as
   long as they hold. Copies the strings. */
struct quota_route *quota_take(struct quota *quota, const char *method, const char *route, const char *resource,
                               int64_t now);
void quota_release(struct quota_route *route);
/* NULL: never heard of it, so nothing is known against it. */
const struct quota_route *quota_find(const struct quota *quota, const char *method, const char *route,
                                     const char *resource);

/* Milliseconds until a request may go; QUOTA_BUSY. */
int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind, int64_t now);

/* In each turn (any number but the last one) true for the first that asks for its bucket only: who comes later in the
   same bucket has to stay behind. A route that is held by itself lets the others of its bucket pass. */
bool quota_is_first(struct quota_route *route, uint64_t turn, int64_t now);

/* A request goes out now, and is answered; NULL if no answer came. */
void quota_begin(struct quota *quota, struct quota_route *route, enum quota_kind kind, int64_t now);
/* An answer whose limit concerns the whole bot or everything that comes from this address. */
bool quota_is_for_all(const struct answer *answer);
void quota_end(struct quota *quota, struct quota_route *route, const struct answer *answer, int64_t now);

/* Gives back what was not used for so long; at most once a minute. */
void quota_tidy(struct quota *quota, int64_t now);

/* Routes that are remembered. */
int quota_count(const struct quota *quota);

/* ---- refusals: who may cause how many ---- */

enum {
    REFUSALS_MS = 600000,                /* Discord counts over these */
    REFUSALS_POOL = 1000,                /* for everybody together, a tenth of what Discord bans for */
    REFUSALS_POOL_TOKENS = 1500,         /* answers to interactions, which carry their own tokens, go on until then */
    REFUSALS_HALF = REFUSALS_POOL / 2,   /* from here on only those without a refusal in REFUSALS_CLEAN_MS go on */
    REFUSALS_SHARE = REFUSALS_POOL / 50, /* of one payer */
    REFUSALS_CLEAN_MS = 3600000,
    REFUSALS_PAYERS = REFUSALS_POOL_TOKENS * (REFUSALS_CLEAN_MS / REFUSALS_MS) /* remembered at most */
};

/* A refusal that is nobody's in particular, such as a limit of the whole bot: it counts in the pool alone. */
static const uint64_t REFUSALS_NOBODY = 0;

struct refusals *refusals_new(void);
void refusals_free(struct refusals *refusals); /* NULL is fine */

/* Whether Discord counts this answer: 401, 403, and 429 unless its limit is shared with others. */
bool refusals_counts(const struct answer *answer);

void refusals_note(struct refusals *refusals, uint64_t payer, int64_t now);

/* Milliseconds until a request of this payer may go; 0: now. */
int64_t refusals_wait(const struct refusals *refusals, uint64_t payer, bool has_own_token, int64_t now);

/* Within the last REFUSALS_MS: of everybody. */
int refusals_count(const struct refusals *refusals, int64_t now);

/* Payers that have used up their share: how many, and the id of one of them. */
int refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one);

/* Payers that are remembered. */
int refusals_payers(const struct refusals *refusals);

#endif
