/* When to connect again, after a connection was lost or never came up. Pure: the time and the
   dice are arguments. */
#ifndef BACKOFF_H
#define BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

enum backoff_why {
    BACKOFF_LOST,
    BACKOFF_THROTTLED, /* the server said: too fast */
    BACKOFF_BANNED,
    /* it refuses our password or account: trying again soon would look like an attack */
    BACKOFF_UNWELCOME,
    BACKOFF_KILLED /* by an operator */
};

enum { BACKOFF_NEVER = -1, BACKOFF_KILLS = 3, BACKOFF_STABLE_MS = 10 * 60 * 1000 };

struct backoff {
    int failures, bans;
    RING(BACKOFF_KILLS) kills;
};

/* What the reason of a closed connection means ("Closing Link: ... (K-lined)"). */
enum backoff_why backoff_read(const char *reason);

/* Milliseconds to wait; BACKOFF_NEVER after three kills within an hour, because somebody does
   not want us. `lasted_ms` is how long the connection was ready, 0 if it never was; `dice` is
   any random number. */
int64_t backoff_next(struct backoff *backoff, enum backoff_why why, int64_t lasted_ms, int64_t now,
                     uint32_t dice);

#endif
