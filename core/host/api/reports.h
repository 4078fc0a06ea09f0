/* What adapters tell the host of rooms, people and keys that come and go. Who is there follows
   from it: presence.h. */
#ifndef REPORTS_H
#define REPORTS_H

#include <stdint.h>

struct host;

/* The adapter can now post to this room: a recovered table says there, once, that it is back. */
void host_room_ready(struct host *host, const char *network, const char *room, int64_t now);
/* The adapter could not post to this room for a while, and can again: its table says how it
   stands, as after a restart. */
void host_room_back(struct host *host, const char *network, const char *room, int64_t now);
/* The same for somebody's private table, where the network shows only by a person's word that
   they can be reached. Nothing if their key does not last: it may be somebody else's by now. */
void host_person_ready(struct host *host, const char *network, const char *key, int64_t now);

/* Nobody can be told anything in this room until it is ready again. */
void host_room_lost(struct host *host, const char *network, const char *room, int64_t now);
/* Nobody can ever be told anything in this room again: its table goes on in its other rooms,
   or is stopped, in its turn. */
void host_room_gone(struct host *host, const char *network, const char *room, int64_t now);

/* The room is called otherwise from now on, and the same people are in it: its rules and bans go
   with it, and its table goes on there, in its turn, whichever process leads it; unless the
   other name is that of a table. */
void host_room_renamed(struct host *host, const char *network, const char *from, const char *to,
                       int64_t now);

/* Everything posted to this room so far has left (networks with reports_sent). */
void host_sent(struct host *host, const char *network, const char *room, int64_t now);

/* The person is still there under another name. */
void host_renamed(struct host *host, const char *network, const char *key, const char *name,
                  int64_t now);

/* The person is out of sight. A key that does not last ends here, and its seats wait for their
   words. */
void host_gone(struct host *host, const char *network, const char *key, int64_t now);
/* The same for many at once. Says nothing: the adapter has told the rooms itself. */
void host_lost(struct host *host, const char *network, const char *key, int64_t now);
/* A person who was out of sight is there again, surely the same: gets the seats back, and is
   told the hands. */
void host_returned(struct host *host, const char *network, const char *key, int64_t now);
/* The person has proven to have a lasting key, and goes by it from now on. Says nothing. */
void host_bound(struct host *host, const char *network, const char *key, const char *lasting,
                int64_t now);
/* Stops the clocks of this room until `until`; then, or if `until` is not later than now, clocks
   of games run anew, in full. */
void host_hold(struct host *host, const char *network, const char *room, int64_t until,
               int64_t now);
/* What reach() says of this person may have changed: a game that waited for it begins. */
void host_reach_known(struct host *host, const char *network, const char *key, int64_t now);
/* The whole network is out of sight, and so is everybody on it. */
void host_network_gone(struct host *host, const char *network, int64_t now);

#endif
