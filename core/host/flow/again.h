/* Another game for the people of a table that is over: who said !again, and when it begins. */
#ifndef AGAIN_H
#define AGAIN_H

#include <stdint.h>

#include "heard.h"

struct host;
struct session;

enum { AGAIN_WAIT_MS = 30 * 1000 }; /* for the others, after the first who said it */

/* Begins or ends what is due. */
void again_tick(struct host *host);
/* when to call that again; INT64_MAX if nothing is offered */
int64_t again_at(const struct host *host);
/* After a restart: a room can be told something. */
void again_room_ready(struct host *host, const char *network, const char *room);
/* Its rooms that have to be told something. Returns how many it has put. */
int again_untold(const struct host *host, const char *network,
                 char (*rooms)[HOST_ROOM] /* or NULL */);
void agains_fini(struct host *host);

#endif
