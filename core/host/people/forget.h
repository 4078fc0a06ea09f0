/* People who ask to be forgotten, and those an admin names (host_admin.h). */
#ifndef FORGET_H
#define FORGET_H

#include <stdbool.h>
#include <stdint.h>

struct host;

enum {
    FORGET_CODE = 6,
    FORGET_MS = 10 * 60 * 1000,
    FORGET_TRIES = 5, /* wrong codes of one person, then the code is void */
    FORGET_WAITING_MOST =
        256 /* codes of one network that wait; one more ends the oldest of that network */
};

void forget_fini(struct host *host);
/* False if it is no such setting. */
bool forget_load(struct host *host, const char *key, const char *value);
/* The process of another network has begun to forget somebody; `value` is NULL if it is done,
   and all others are. */
void forget_learn(struct host *host, const char *key, const char *value);
/* `is_early`: records may not be read yet. */
void forget_tick(struct host *host, bool is_early);

#endif
