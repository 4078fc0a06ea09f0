/* Snowflakes: the ids that Discord gives to everything. Knows nothing of what they name. */
#ifndef SNOWFLAKE_H
#define SNOWFLAKE_H

#include <jansson.h>
#include <stdbool.h>

enum { DISCORD_ID = 24 /* bytes of one with its NUL */ };

/* Of a field, from a text or a number; false and "" where there is none. */
bool field_id(const json_t *object, const char *key, char id[DISCORD_ID]);

#endif
