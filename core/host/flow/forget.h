/* Forgetting people who ask for it, and those an admin names. host_privacy.h has what can be
   asked. */
#ifndef FORGET_H
#define FORGET_H

#include <stdbool.h>
#include <stdint.h>

struct host;

enum {
    FORGET_TRIES = 5, /* wrong codes of one person, then the code is void */
    FORGET_WAITING_MOST =
        256 /* codes of one network that wait; one more ends the oldest of that network */
};

void forgettings_fini(struct host *host);
/* Reads a setting of the store: somebody was being forgotten when the process ended. False if it
   is no such setting. */
bool forgettings_load(struct host *host, const char *key, const char *value);
/* The process of another network has begun to forget somebody; `value` is NULL if it is done,
   and all others are. */
void forgettings_learn(struct host *host, const char *key, const char *value);
/* Goes on with what is under way, by the host's clock. */
void forgettings_tick(struct host *host);
int64_t forgettings_at(const struct host *host);

#endif
