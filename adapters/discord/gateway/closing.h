/* What a close code of the gateway means for the session, row by row; and what the log says of a connection. */
#ifndef CLOSING_H
#define CLOSING_H

#include <stdint.h>

/* Why the bot cannot go on as it is: the close code that says so. */
enum closing_end {
    CLOSING_BAD_TOKEN = 4004,
    CLOSING_BAD_SHARD = 4010,
    CLOSING_TOO_FEW_SHARDS = 4011,
    CLOSING_BAD_VERSION = 4012,
    CLOSING_BAD_INTENTS = 4013,
    CLOSING_REFUSED_INTENTS = 4014
};

enum closing_after {
    AFTER_RESUME,   /* the session lives */
    AFTER_PAUSE,    /* it does, but more slowly */
    AFTER_IDENTIFY, /* it is gone */
    AFTER_INVALID,  /* it is gone, by op 9: 1 to 5 s first */
    AFTER_END       /* one of the ends above: no new try as it is */
};

struct closing {
    int code;
    enum closing_after after;
    const char *why;    /* NULL if nothing is known */
    const char *advice; /* for the admin, where only the admin can help */
};

/* Any other code, and 0 for none, is the network's or a restart of the server: AFTER_RESUME. */
const struct closing *closing_of(int code);

enum { CLOSING_TEXT = 200 };
/* For the log: what it means, and what the other side said with it (may be ""). */
void closing_describe(const struct closing *closing, const char *said, char out[CLOSING_TEXT]);

/* `wait`: ms until the next try. */
void closing_log_loss(int shard, int code, const char *why, int64_t wait);
void closing_log_up(int shard, const char *by);
/* Only where: what stands there may be private. */
void closing_log_unreadable(const char *type, int position);
void closing_log_too_big(const char *type);

#endif
