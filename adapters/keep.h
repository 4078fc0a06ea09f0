/* What an adapter remembers across restarts: small texts under keys, such as the session of a
   gateway. Adapters may not know the store; main.c gives them this view of it. Reading is from
   memory and never blocks. A new value is read back at once; `done` says when it is durable. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "identity.h"

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
void keep_free(struct keep *keep);

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
void keep_forget_person(struct keep *keep, struct identity who);

/* The number of keys that begin with `prefix`; cheap. */
int keep_count(const struct keep *keep, const char *prefix);

/* ---- rows of many people ---- */

/* A part of the keep with one row for each of many people: what they set, how to reach them. At
   most KEEP_ROWS_MOST rows have the same prefix, so the bound holds for each kind of row and each
   network. At the bound the payer (a guild, a host) with the most rows loses those that were
   unused the longest: ten thousand accounts of one payer push out only each other. Each row ends
   with the day of its last use, a week too early at most, and with a number made from the payer,
   which names nobody. */

enum { KEEP_ROWS_MOST = 5000, KEEP_ROW_KEY = 256 };

struct drawer {
    struct keep *keep;  /* NULL if nothing is kept */
    const char *prefix; /* "discord:club:dm:" */
    int64_t now;        /* ms since 1970 */
};

/* Copies the person's value and notes the use. False if absent or too long for `size`. Never
   blocks. */
bool keep_row_get(const struct drawer *drawer, const char *person, size_t size, char *value);

/* Puts the person's value; NULL forgets the row. `payer` may be "". `value` must not contain
   '@'. */
void keep_row_put(const struct drawer *drawer, const char *person, const char *payer,
                  const char *value);
/* The same; `done`, unless it is NULL, says once, at once or later, whether that is durable. */
void keep_row_put_then(const struct drawer *drawer, const char *person, const char *payer,
                       const char *value, keep_done *done, void *arg);

#endif
