/* Snowflakes: the ids that Discord gives to everything. A channel's is the name of its room, too. Knows nothing else of what
   they name. */
#ifndef SNOWFLAKE_H
#define SNOWFLAKE_H

#include <jansson.h>
#include <stdbool.h>

#include "host.h"

enum { DISCORD_ID = 24 /* bytes of one with its NUL */ };

/* Of a field, from a text or a number; false and "" where there is none. */
bool field_id(const json_t *object, const char *key, char id[DISCORD_ID]);
/* "<#50>" and back; false if it is none. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);

#endif
