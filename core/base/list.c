#include "list.h"

#include <stdbool.h>
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

/* ---- bytes ---- */

enum { ROOM_FIRST = 4096, ROOM_KEPT = 256 * 1024 };

bool bytes_put(struct bytes *bytes, const void *more, size_t length, size_t limit)
{
    if (length > limit - bytes->length)
        return false;
    size_t wanted = bytes->length + length, room = bytes->room ? bytes->room : ROOM_FIRST;
    while (room < wanted)
        room *= 2;
    if (wanted > bytes->room) {
        bytes->room = room < limit ? room : limit;
        bytes->at = realloc(bytes->at, bytes->room);
        check(bytes->at);
    }
    if (length > 0)
        memcpy(bytes->at + bytes->length, more, length);
    bytes->length = wanted;
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

/* ---- rings ---- */

void list_ring_add(int64_t *at, int size, int64_t *added, int64_t value)
{
    at[(*added)++ % size] = value;
}

int64_t list_ring_last(const int64_t *at, int size, int64_t added, int n)
{
    return added < n ? RING_NEVER : at[(added - n) % size];
}

bool list_ring_has(const int64_t *at, int count, int64_t value)
{
    for (int i = 0; i < count; i++)
        if (at[i] == value)
            return true;
    return false;
}

int64_t list_ring_wait(int64_t since, int64_t span, int64_t now)
{
    return since + span > now ? since + span - now : 0;
}

/* ---- heaps: binary; each item knows its place, so dropping it is as cheap as setting it ---- */

static bool is_before(const struct heap_item *a, const struct heap_item *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void put(struct heap *heap, int place, struct heap_item *item)
{
    heap->items[place - 1] = item;
    item->place = place;
}

static void rise(struct heap *heap, struct heap_item *item)
{
    int place = item->place;
    for (; place > 1 && is_before(item, heap->items[place / 2 - 1]); place /= 2)
        put(heap, place, heap->items[place / 2 - 1]);
    put(heap, place, item);
}

static void sink(struct heap *heap, struct heap_item *item)
{
    int place = item->place;
    for (;;) {
        int child = 2 * place;
        if (child < heap->count && is_before(heap->items[child], heap->items[child - 1]))
            child++;
        if (child > heap->count || is_before(item, heap->items[child - 1]))
            break;
        put(heap, place, heap->items[child - 1]);
        place = child;
    }
    put(heap, place, item);
}

void heap_set(struct heap *heap, struct heap_item *item, int64_t at)
{
    if (at == INT64_MAX) {
        heap_drop(heap, item);
        return;
    }
    if (item->place && item->at == at)
        return;
    item->at = at;
    item->order = heap->order++;
    if (!item->place) {
        heap->items = list_grow(heap->items, heap->count, &heap->space, sizeof *heap->items);
        put(heap, ++heap->count, item);
    }
    rise(heap, item);
    sink(heap, item);
}

void heap_drop(struct heap *heap, struct heap_item *item)
{
    int place = item->place;
    if (!place)
        return;
    check(place <= heap->count && heap->items[place - 1] == item);
    struct heap_item *last = heap->items[--heap->count];
    item->place = 0;
    if (last == item)
        return;
    put(heap, place, last);
    rise(heap, last);
    sink(heap, last);
}

struct heap_item *heap_first(const struct heap *heap)
{
    return heap->count > 0 ? heap->items[0] : NULL;
}

void heap_fini(struct heap *heap)
{
    for (int i = 0; i < heap->count; i++)
        heap->items[i]->place = 0;
    free(heap->items);
    *heap = (struct heap){0};
}
