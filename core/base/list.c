#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { SPACE_LEAST = 2 };

static void *resize(void *list, int space, size_t size)
{
    void *moved = realloc(list, (size_t)space * size);
    check(moved);
    return moved;
}

void *list_grow(void *list, int count, int *space, size_t size)
{
    if (count < *space)
        return list;
    *space = *space ? 2 * *space : SPACE_LEAST;
    return resize(list, *space, size);
}

void *list_insert(void *list, int *count, int *space, size_t size, int place)
{
    list = list_grow(list, *count, space, size);
    char *at = (char *)list + (size_t)place * size;
    memmove(at + size, at, (size_t)(*count - place) * size);
    memset(at, 0, size);
    ++*count;
    return list;
}

void *list_drop(void *list, int *count, int *space, size_t size, int place)
{
    char *at = (char *)list + (size_t)place * size;
    --*count;
    memmove(at, at + size, (size_t)(*count - place) * size);
    if (*space <= SPACE_LEAST || *count > *space / 4)
        return list;
    *space /= 2;
    return resize(list, *space, size);
}

int list_place(const void *list, int count, size_t size, list_compare *compare, const void *key)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare((const char *)list + (size_t)middle * size, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
