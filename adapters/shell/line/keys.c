/* See keys.h. */
#include "keys.h"

#include "text.h"

enum { ESCAPE = 0x1b, CTRL_V = 0x16, CTRL_X = 0x18 };

/* CSI: parameters and intermediates up to a final byte. */
static int sequence_length(const char *bytes, int length)
{
    for (int i = 2; i < length; i++)
        if (bytes[i] >= 0x40 && bytes[i] <= 0x7e)
            return i + 1;
    return 0;
}

static int rest_of(const char *bytes, int length)
{
    int rest = length > 1 ? key_length(bytes + 1, length - 1) : 0;
    return rest ? 1 + rest : 0;
}

static int character_length(const char *bytes, int length)
{
    unsigned char lead = (unsigned char)bytes[0];
    int wanted = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 1;
    if (wanted > length)
        return 0;
    int size = text_utf8(bytes, length, NULL);
    return size ? size : 1;
}

int key_length(const char *bytes, int length)
{
    if (bytes[0] == CTRL_V || bytes[0] == CTRL_X)
        return rest_of(bytes, length); /* the next key belongs to them */
    if (bytes[0] != ESCAPE)
        return character_length(bytes, length);
    if (length > 1 && bytes[1] == '[')
        return sequence_length(bytes, length);
    if (length > 1 && bytes[1] == 'O')
        return length > 2 ? 3 : 0;
    return rest_of(bytes, length);
}
