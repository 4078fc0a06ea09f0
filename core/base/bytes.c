#include "bytes.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { ROOM_FIRST = 4096, ROOM_KEPT = 256 * 1024 };

bool bytes_reserve(struct bytes *bytes, size_t more, size_t limit)
{
    if (bytes->length >= limit)
        return false;
    size_t wanted = more < limit - bytes->length ? bytes->length + more : limit;
    if (wanted <= bytes->room)
        return true;
    size_t room = bytes->room ? bytes->room : ROOM_FIRST;
    while (room < wanted)
        room *= 2;
    bytes->room = room < limit ? room : limit;
    bytes->at = realloc(bytes->at, bytes->room);
    check(bytes->at);
    return true;
}

bool bytes_put(struct bytes *bytes, const void *more, size_t length, size_t limit)
{
    if (length > limit - bytes->length)
        return false;
    if (length == 0)
        return true;
    bytes_reserve(bytes, length, limit);
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
    return true;
}

void bytes_clear(struct bytes *bytes)
{
    if (bytes->room > ROOM_KEPT)
        bytes_fini(bytes);
    bytes->length = 0;
}

void bytes_fini(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){.at = NULL};
}
