/* See playing.h. */
#include "playing.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

size_t playing_bytes(const struct playing *playing)
{
    return offsetof(struct playing, table) + table_bytes(&playing->table);
}

void playing_copy(struct playing *to, const struct playing *from)
{
    memcpy(to, from, playing_bytes(from));
}

struct playing *playing_new_copy(const struct playing *playing)
{
    struct playing *copy = malloc(playing_bytes(playing));
    check(copy);
    playing_copy(copy, playing);
    return copy;
}
