/* What an adapter remembers across restarts: small texts under keys, such as the session of a
   gateway. Adapters may not know the store; main.c gives them this view of it. Reading is from
   memory and never blocks. A new value is read back at once; `done` says when it is durable. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>

struct keep;

typedef void keep_done(void *arg, bool is_durable);

/* Writes a value to the store. Must call `done(arg, is_durable)` once, later, unless `done` is
   NULL. */
struct keep_port {
    void (*put)(void *self, const char *key, const char *value, keep_done *done, void *arg);
    void *self;
};

/* A port without `put` keeps values in memory only (for tests) and calls `done` at once. */
struct keep *keep_new(const struct keep_port *port);
void keep_free(struct keep *keep); /* NULL is fine */

/* Puts a value that the store already has, at the start. */
void keep_load(struct keep *keep, const char *key, const char *value);

/* The value, valid until the next put of that key. NULL if absent. A key is like
   "discord:900:shard 0", at most 255 bytes. */
const char *keep_get(const struct keep *keep, const char *key);

/* Copies key and value. NULL forgets the key. `done` may be NULL. */
void keep_put(struct keep *keep, const char *key, const char *value, keep_done *done, void *arg);

/* Visits every key that begins with `prefix`, sorted. `each` must not put. */
void keep_each(const struct keep *keep, const char *prefix,
               void (*each)(void *arg, const char *key, const char *value), void *arg);

/* Forgets what is kept of a person (kept.h says which keys those are), also under the channel
   that is theirs alone. */
void keep_forget_person(struct keep *keep, const char *network, const char *person);

/* The number of keys that begin with `prefix`; cheap. */
int keep_count(const struct keep *keep, const char *prefix);

#endif
