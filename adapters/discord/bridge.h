/* People whom a bridge relays into a channel. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include "application.h"

enum { BRIDGE_ANSWERS = 6 /* in a channel, in an hour */ };

/* A program gave us a command. If it is a bridge, tells the person whom it relays, once for each
   name, how to sit down. */
void bridge_hear(struct discord *discord, const json_t *message);
/* For struct host_port. */
const char *bridge_joins(void *discord, const char *room);

#endif
