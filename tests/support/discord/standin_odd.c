/* How other servers that call themselves compatible speak: null where a field should be absent,
   numbers as strings. A client must not mind. */
#include "standin_inside.h"

#include <inttypes.h>

static const char *const optional[] = {
    "guild_id",    "member",    "nonce",          "message_reference",
    "webhook_id",  "bot",       "application_id", "referenced_message",
    "user",        "message",   "options",        "resolved",
    "values",      "custom_id", "parent_id",      "edited_at",
    "global_name", "nick"};

void standin_speak_oddly(struct standin *standin, bool nulls, bool strings)
{
    standin->says_nulls = nulls;
    standin->says_strings = strings;
}

static void add_nulls(json_t *object)
{
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (!json_object_get(object, optional[i]))
            json_object_set_new(object, optional[i], json_null());
}

static json_t *odd(const struct standin *standin, const json_t *value)
{
    size_t i;
    const char *key;
    json_t *inner, *made = json_is_object(value)  ? json_object()
                           : json_is_array(value) ? json_array()
                                                  : NULL;
    if (json_is_integer(value) && standin->says_strings)
        return json_sprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (!made)
        return json_incref((json_t *)value);
    json_array_foreach((json_t *)value, i, inner)
    {
        json_array_append_new(made, odd(standin, inner));
    }
    json_object_foreach((json_t *)value, key, inner)
    {
        json_object_set_new(made, key, odd(standin, inner));
    }
    if (standin->says_nulls && json_is_object(made))
        add_nulls(made);
    return made;
}

json_t *as_spoken(const struct standin *standin, const json_t *value)
{
    if (!value || (!standin->says_nulls && !standin->says_strings))
        return json_incref((json_t *)value);
    return odd(standin, value);
}
