#include "quote.h"

#include <stdio.h>
#include <string.h>

#include "looks.h"
#include "text.h"

enum { UNIT = 16 }; /* bytes of one character as it is written, with the NUL */

/* Writes the next character; returns how many bytes of the string it has. */
static int write_unit(const char *at, int left, char unit[UNIT])
{
    unsigned char byte = (unsigned char)*at;
    unsigned scalar = 0;
    int length = text_utf8(at, left, &scalar);
    if (length == 0)
        snprintf(unit, UNIT, "\\\\x%02x", byte);
    else if (byte == '"' || byte == '\\')
        snprintf(unit, UNIT, "\\%c", byte);
    else if (looks_hidden(scalar) && scalar > 0xffff)
        snprintf(unit, UNIT, "\\u%04x\\u%04x", 0xd7c0 + (scalar >> 10), 0xdc00 | (scalar & 0x3ff));
    else if (looks_hidden(scalar))
        snprintf(unit, UNIT, "\\u%04x", scalar);
    else
        snprintf(unit, UNIT, "%.*s", length, at);
    return length ? length : 1;
}

void quote_json(struct text *text, const char *string, int spare)
{
    /* with room for the last quote and the NUL */
    int left = (int)strlen(string), limit = text->size - 2 - spare;
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
