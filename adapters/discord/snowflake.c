/* See snowflake.h. */
#include "snowflake.h"

#include <stdio.h>
#include <string.h>

bool field_id(const json_t *object, const char *key, char id[DISCORD_ID])
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    id[0] = '\0';
    if (json_is_integer(value) && json_integer_value(value) > 0)
        snprintf(id, DISCORD_ID, "%lld", (long long)json_integer_value(value));
    else if (text && *text && strlen(text) < DISCORD_ID && strspn(text, "0123456789") == strlen(text))
        snprintf(id, DISCORD_ID, "%s", text);
    return id[0] != '\0';
}
