/* What the operators of rooms forbid there, kept across restarts: one row a room, which drawer.h bounds. Knows no network
   and no meaning of the bits: port.h has that. */
#ifndef FORBIDS_H
#define FORBIDS_H

#include <stdint.h>

struct keep;

/* `now` is in ms since 1970. */
unsigned forbids_of(struct keep *keep, int64_t now, const char *network, const char *room);
/* 0 forgets the row. `payer` pays for it: a guild, or the source of the operator. */
void forbids_put(struct keep *keep, int64_t now, const char *network, const char *room, const char *payer,
                 unsigned bits);

#endif
