/* Who wants a private word when a table of some game opens in a room: what is asked for
   (wishes.h keeps it), and the words. */
#ifndef NOTICES_H
#define NOTICES_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct prose;
struct session;

/* People with wishes in one room; words go one after another. */
enum { NOTICES_OF_ROOM = 500, NOTICE_EVERY_MS = 2000, NOTICES_A_TICK = 4 };

/* Says what the person wishes. False if nothing is kept of the person. */
bool notices_put(struct host *host, const char *network, const char *key, struct prose *out);
/* A table waits for people in its room: those who wish it get a word, one after another. */
void notices_opened(struct session *session);
/* Sends what is due at host.notices_at, and sets that anew. */
void notices_tick(struct host *host);

#endif
