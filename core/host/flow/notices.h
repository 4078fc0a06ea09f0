/* Who wants a private word when a table of some game opens in a room: the wishes, quiet hours, and the words. */
#ifndef NOTICES_H
#define NOTICES_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct prose;
struct session;

/* Wishes of one person, people with wishes in one room, and in the whole house. */
enum { NOTICES_OF_ONE = 5, NOTICES_OF_ROOM = 500, NOTICES_MOST = 10000, NOTICE_EVERY_MS = 2000, NOTICES_A_TICK = 4 };

void notices_init(struct host *host);
void notices_fini(struct host *host);
/* Reads a setting of the store. False if it is another one. */
bool notices_load(struct host *host, const char *key, const char *value);
/* The person goes by a lasting key from now on, and keeps the wishes. */
void notices_rebind(struct host *host, const char *network, const char *key, const char *lasting);
/* The person is being forgotten, and so are the wishes. */
void notices_forget(struct host *host, const char *network, const char *key);
/* Says what the person wishes. False if nothing is kept of the person. */
bool notices_put(struct host *host, const char *network, const char *key, struct prose *out);
/* A table waits for people in its room: those who wish it get a word, one after another. */
void notices_opened(struct session *session);
/* Sends what is due at host.notices_at, and sets that anew. */
void notices_tick(struct host *host);

#endif
