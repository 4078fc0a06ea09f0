/* A part of the keep with one row for each of many people: what they set, how to reach them. At
   most DRAWER_MOST rows have the same prefix, so the bound holds for each kind of row and each
   network. At the bound the payer (a guild, a host) with the most rows loses those that were
   unused the longest: ten thousand accounts of one payer push out only each other. Each row ends
   with the day of its last use, a week too early at most, and with a number made from the payer,
   which names nobody. */
#ifndef DRAWER_H
#define DRAWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keep.h"

enum { DRAWER_MOST = 5000, DRAWER_KEY = 256 };

struct drawer {
    struct keep *keep;  /* NULL if nothing is kept */
    const char *prefix; /* "discord:club:dm:" */
    int64_t now;        /* ms since 1970 */
};

/* Copies the person's value and notes the use. False if absent or too long for `size`. Never
   blocks. */
bool drawer_get(const struct drawer *drawer, const char *person, size_t size, char *value);

/* Puts the person's value; NULL forgets the row. `payer` may be "". `value` must not contain
   '@'. */
void drawer_put(const struct drawer *drawer, const char *person, const char *payer,
                const char *value);
/* The same; `done`, unless it is NULL, says once, at once or later, whether that is durable. */
void drawer_put_then(const struct drawer *drawer, const char *person, const char *payer,
                     const char *value, keep_done *done, void *arg);

#endif
