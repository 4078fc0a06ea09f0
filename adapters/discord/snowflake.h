/* Snowflakes: the ids that Discord gives to everything. A channel's is the name of its room, too. Knows nothing else of what
   they name. */
#ifndef SNOWFLAKE_H
#define SNOWFLAKE_H

#include <jansson.h>
#include <stdbool.h>

#include "host.h"

enum { DISCORD_ID = 24 /* bytes of one with its NUL */ };

/* The id in a field, a text or a number. False and "" if absent. */
bool field_id(const json_t *object, const char *key, char id[DISCORD_ID]);
/* "<#50>" and back. False if not a channel. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);

#endif
