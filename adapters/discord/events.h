/* Events of the gateway: which are of use, and which function takes each. Also what the events
   of guilds, channels, deleted messages and sessions mean for rooms. */
#ifndef EVENTS_H
#define EVENTS_H

#include "application.h"

/* For gateway_new(). */
bool events_wants(void *discord, const char *type, const char *data, size_t length);
void events_take(void *discord, int shard, const char *type, const json_t *data);

#endif
