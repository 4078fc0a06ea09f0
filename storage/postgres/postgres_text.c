/* See postgres_text.h. */
#include "postgres_text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { STANDS_FOR_BYTES = 0xF700, STAND_IN_BYTES = 3 };

/* Length of the sequence that may stay as it is; 0 if its first byte has to be replaced. */
static int plain_length(const char *text, size_t left)
{
    unsigned scalar;
    int length = text_utf8(text, left < 4 ? (int)left : 4, &scalar);
    return length && scalar >= STANDS_FOR_BYTES + 0x80 && scalar <= STANDS_FOR_BYTES + 0xFF
               ? 0
               : length;
}

static size_t count_replaced(const char *text, size_t size)
{
    size_t replaced = 0;
    for (size_t i = 0; i < size;) {
        int length = (unsigned char)text[i] < 0x80 ? 1 : plain_length(text + i, size - i);
        replaced += length == 0;
        i += length ? (size_t)length : 1;
    }
    return replaced;
}

char *postgres_text_encode(const char *text)
{
    size_t size = strlen(text), replaced = count_replaced(text, size), to = 0;
    char *encoded = replaced ? malloc(size + replaced * (STAND_IN_BYTES - 1) + 1) : NULL;
    check(encoded || !replaced);
    for (size_t i = 0; encoded && i < size;) {
        int length = plain_length(text + i, size - i);
        unsigned scalar = STANDS_FOR_BYTES + (unsigned char)text[i];
        if (length) {
            memcpy(encoded + to, text + i, (size_t)length);
            to += (size_t)length;
            i += (size_t)length;
            continue;
        }
        encoded[to++] = (char)(0xE0 | scalar >> 12);
        encoded[to++] = (char)(0x80 | (scalar >> 6 & 0x3F));
        encoded[to++] = (char)(0x80 | (scalar & 0x3F));
        i++;
    }
    if (encoded)
        encoded[to] = '\0';
    return encoded;
}

/* The byte that the three at `text` stand for; 0 if they stand for themselves. */
static unsigned stands_for(const unsigned char *text)
{
    if (text[0] != 0xEF || (text[1] & 0xFE) != 0x9E || (text[2] & 0xC0) != 0x80)
        return 0;
    return (text[1] & 3U) << 6 | (text[2] & 0x3FU);
}

void postgres_text_decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        unsigned byte = stands_for((const unsigned char *)from);
        *to++ = byte ? (char)byte : *from;
        from += byte ? STAND_IN_BYTES : 1;
    }
    *to = '\0';
}
