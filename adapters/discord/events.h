/* What the gateway tells: which events are of use, and who takes each; what those of guilds, channels, deleted messages and new
   sessions mean for the rooms there. */
#ifndef EVENTS_H
#define EVENTS_H

#include "application.h"

/* For gateway_new(). */
bool events_wants(void *discord, const char *type, const char *data, size_t length);
void events_take(void *discord, int shard, const char *type, const json_t *data);

#endif
