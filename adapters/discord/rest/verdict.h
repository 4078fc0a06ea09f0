/* What an answer, or its absence, means for the request: done, refused, or to be tried again and when. Pure. */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>

struct answer;

enum verdict {
    VERDICT_DONE,
    VERDICT_REFUSED,
    VERDICT_WAIT,  /* Discord has not acted and wants us to wait: any request goes again */
    VERDICT_AGAIN, /* it may have acted, or never heard of it */
    VERDICT_TOKEN_DEAD
};

struct verdict_case {
    bool is_token_route;
    bool is_callback;
    bool was_sent; /* an earlier try may have reached Discord */
};

/* `answer->status` is 0 if no answer came. */
enum verdict verdict_of(const struct verdict_case *what, const struct answer *answer);

/* Discord's code of an error; where the server gave none, what the status says on that route; 0: nothing. */
int verdict_code(const char *route, const struct answer *answer);

/* The interaction's token in the path is of no use any more (it has expired, or Discord never knew it). */
bool verdict_is_token_spent(const struct verdict_case *what, const struct answer *answer);

enum { VERDICT_TRIES = 5 };

/* Milliseconds before the next try, after `tries` of them failed (1 ...): doubling, with jitter from `dice`, any random
   number. A callback, which has three seconds to live, is in more of a hurry. */
int64_t verdict_backoff(int tries, bool is_callback, uint32_t dice);

#endif
