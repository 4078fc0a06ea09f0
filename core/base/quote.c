#include "quote.h"

#include <stdio.h>
#include <string.h>

#include "text.h"

enum { UNIT = 8 }; /* bytes of one character as it is written, with the NUL */

/* Writes the next character; returns how many bytes of the string it has. */
static int write_unit(const char *at, int left, char unit[UNIT])
{
    unsigned char byte = (unsigned char)*at;
    int length = text_utf8(at, left, NULL);
    if (length == 0)
        snprintf(unit, UNIT, "\\\\x%02x", byte);
    else if (byte == '"' || byte == '\\')
        snprintf(unit, UNIT, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7f)
        snprintf(unit, UNIT, "\\u%04x", byte);
    else
        snprintf(unit, UNIT, "%.*s", length, at);
    return length ? length : 1;
}

void quote_json(struct text *text, const char *string, int spare)
{
    int left = (int)strlen(string), limit = text->size - 2 - spare; /* with room for the last quote and the NUL */
    char unit[UNIT];
    if (text->length >= limit)
        return;
    text_put(text, "\"");
    while (left > 0) {
        int length = write_unit(string, left, unit);
        if (text->length + (int)strlen(unit) > limit)
            break;
        text_put(text, unit);
        string += length;
        left -= length;
    }
    text_put(text, "\"");
}
