/* What an adapter remembers across restarts: small texts under keys, such as the session of a gateway. The adapters may
   not know the store; main.c gives them this view of it. Reading is from memory and never blocks; what was put is read
   back at once, and `done` says when it is durable. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>

struct keep;

typedef void keep_done(void *arg, bool is_durable);

/* Writes through to where it lasts: `done(arg, is_durable)` must be called once, later, unless `done` is NULL. */
struct keep_port {
    void (*put)(void *self, const char *key, const char *value, keep_done *done, void *arg);
    void *self;
};

/* A port without `put` keeps in memory only (tests); `done` is then called at once. */
struct keep *keep_new(const struct keep_port *port);
void keep_free(struct keep *keep); /* NULL is fine */

/* What was there before: at the start, from the store. Writes nothing. */
void keep_load(struct keep *keep, const char *key, const char *value);

/* Lasts until the next put of that key; NULL: nothing is kept under it. Keys: "discord:900:shard 0", at most 255 bytes. */
const char *keep_get(const struct keep *keep, const char *key);

/* NULL forgets the key. `done` may be NULL. Copies both. */
void keep_put(struct keep *keep, const char *key, const char *value, keep_done *done, void *arg);

/* Every key that begins with `prefix`, in the order of keys; `each` must not put. */
void keep_each(const struct keep *keep, const char *prefix, void (*each)(void *arg, const char *key, const char *value),
               void *arg);

/* How many these are; cheap. */
int keep_count(const struct keep *keep, const char *prefix);

#endif
