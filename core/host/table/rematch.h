/* Another game for the people of a table that is over: who said !again, and when it begins. */
#ifndef REMATCH_H
#define REMATCH_H

#include <stdint.h>

#include "heard.h"
#include "offers.h"
#include "prose.h"
#include "view.h"

struct host;
struct session;

enum { AGAIN_WAIT_MS = 30 * 1000 }; /* for the others, after the first who said it */

/* Begins or ends what is due. */
void rematch_tick(struct host *host);
/* when to call that again; INT64_MAX if nothing is offered */
int64_t rematch_at(const struct host *host);
/* After a restart: a room can be told something. */
void rematch_room_ready(struct host *host, const char *network, const char *room);
/* Its rooms that have to be told something. Returns how many it has put. */
int rematch_untold(const struct host *host, const char *network,
                   char (*rooms)[HOST_ROOM] /* or NULL */);
void rematch_fini(struct host *host);

struct offer;
struct prose;

/* ---- what follows: they and their rooms are told, and a table opens ---- */

/* Tells all rooms of an offer, and those of its people who play by private message. */
void rematch_tell(struct host *host, const struct offer *offer, const struct prose *tale);
/* The same with a sentence of strings.def. */
#define tell_offer(host, offer, ...)                                                               \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_clear(&sentence_);                                                                   \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        rematch_tell(host, offer, &sentence_);                                                     \
    } while (0)

/* Opens the table for those who said it, or tells why that cannot be. */
void rematch_start(struct host *host, struct offer *offer);

#endif
