/* People whom a bridge relays into a channel. */
#ifndef IRC_BRIDGE_H
#define IRC_BRIDGE_H

#include "heard.h"

struct host_wish;
struct irc;
struct irc_room;
struct member;
struct wire_event;

/* What somebody said through a bridge, and the name; `room` NULL in private. NULL if the line is
   no bridge's. */
const char *irc_bridge_line(const struct irc *irc, const struct wire_event *event,
                            const struct irc_room *room, const char *text, char name[HOST_NAME]);
/* Tells the channel, once for each name, how such a person can sit down. Says nothing where the
   bot is on the other side, too. */
void irc_bridge_answer(struct irc_room *room, const char *name);
/* An operator says "bridge NICK" or "bridge none"; `is_kept` says what host_port.prefer() gives
   then. False if the words are about something else. */
bool irc_bridge_prefer(struct irc_room *room, const struct member *by, const struct host_wish *wish,
                       bool *is_kept);
/* For struct host_port. */
const char *irc_bridged_with(void *self, const char *name);
void irc_bridge_load(struct irc_room *room);
void irc_bridge_move(const struct irc_room *room, const char *from); /* it was called so */

#endif
