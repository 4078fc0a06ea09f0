/* See json_fields.h. */
#include "json_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *field_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

int64_t field_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? strtoll(json_string_value(value), NULL, 10) : json_integer_value(value);
}

int field_between(const json_t *object, const char *key, int least, int most, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value) && !json_is_number(value))
        return otherwise;
    double number = json_is_string(value) ? strtod(json_string_value(value), NULL) : json_number_value(value);
    return !(number > least) ? least : number > most ? most : (int)number;
}

bool field_id(const json_t *object, const char *key, char id[FIELD_ID])
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    id[0] = '\0';
    if (json_is_integer(value) && json_integer_value(value) > 0)
        snprintf(id, FIELD_ID, "%lld", (long long)json_integer_value(value));
    else if (text && *text && strlen(text) < FIELD_ID && strspn(text, "0123456789") == strlen(text))
        snprintf(id, FIELD_ID, "%s", text);
    return id[0] != '\0';
}
