/* How fast requests may go, as far as answers have told (queue.c; what they tell: learned.c). A
   *route* is one kind of request to one resource ("POST /channels/{}/messages" of channel 50).
   Each belongs to a bucket: its own until an answer names one, then to the one that was named
   last, shared with every route of the same resource that was given the same name. In a bucket
   one request is under way at a time, so that order is kept whatever happens. */
#ifndef QUOTA_H
#define QUOTA_H

#include "ring.h"
#include "shelf.h"

enum {
    QUOTA_BUSY = -1,       /* from quota_wait(): wait for the request under way */
    QUOTA_PER_SECOND = 45, /* Discord allows 50 */
    QUOTA_AT_FIRST = 5,    /* what is left of those while the process before may have sent 45 */
    QUOTA_SPREAD = 100,    /* ms more than a second: on the way requests bunch up */
    /* of those at once: so 50 stay 50 where some take twice QUOTA_SPREAD longer than others */
    QUOTA_BURST = 5,
    QUOTA_BURST_MS = 100, /* until as many more may go */
    QUOTA_MARGIN = 50,    /* ms after a limit is over: clocks and networks are not exact */
    QUOTA_PAGE_HOLD =
        600000 /* ms without any request after a 429 that is a web page and does not say how long */
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
    int per_second;         /* QUOTA_PER_SECOND, or our share of them */
    RING(QUOTA_PER_SECOND) sent;
};

struct quota *quota_new(void);
void quota_free(struct quota *quota); /* release every route first. NULL is fine */

/* The limits of a kind of request, until quota_release(). They are remembered for a quarter of
   an hour after that, or as long as they hold. Copies the strings. */
struct quota_route *quota_take(struct quota *quota, const char *method, const char *route,
                               const char *resource, int64_t now);
void quota_release(struct quota_route *route);

/* Milliseconds until a request may go; QUOTA_BUSY. */
int64_t quota_wait(const struct quota *quota, const struct quota_route *route, enum quota_kind kind,
                   int64_t now);

/* In each turn (a new number) true only for the first that asks for its bucket; later ones stay
   behind it. A route that is held by itself lets the others of its bucket pass. */
bool quota_is_first(struct quota_route *route, uint64_t turn, int64_t now);

/* A request goes out now. Its answer: quota_end() in learned.h. */
void quota_begin(struct quota *quota, struct quota_route *route, enum quota_kind kind, int64_t now);
/* The bucket of the route is from now on the one with this name. */
void quota_follow(struct quota *quota, struct quota_route *route, const char *hash);

/* Forgets routes that were not used for so long; at most once a minute. */
void quota_tidy(struct quota *quota, int64_t now);

/* Routes that are remembered. */
int quota_count(const struct quota *quota);

#endif
