/* Bans of single rooms: what they keep people from. host_bans.h has what operators do. */
#ifndef BANS_ROOM_H
#define BANS_ROOM_H

#include <stdbool.h>

struct heard;
struct host;
struct host_port;
struct session;

/* The person is banned in this room of the port's network: tells so. */
bool bans_room_refuse(struct host *host, const struct heard *heard, const struct host_port *port,
                      const char *room);
/* The person is banned where the table stands, or in the room where they said this: tells so. */
bool bans_room_refuse_table(const struct session *session, const struct heard *heard);

#endif
