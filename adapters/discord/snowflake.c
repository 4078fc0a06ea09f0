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

void room_of_channel(const char *channel, char room[HOST_ROOM])
{
    snprintf(room, HOST_ROOM, "<#%s>", channel);
}

bool channel_of_room(const char *room, char channel[DISCORD_ID])
{
    size_t length = strspn(room + (room[0] == '<' ? 2 : 0), "0123456789");
    if (strncmp(room, "<#", 2) != 0 || length == 0 || length >= DISCORD_ID || strcmp(room + 2 + length, ">") != 0)
        return false;
    snprintf(channel, DISCORD_ID, "%.*s", (int)length, room + 2);
    return true;
}
