/* See heap.h. A binary heap. Each item knows its place, so dropping an item is as cheap as
   setting it. */
#include "heap.h"

#include <stdbool.h>
#include <stdlib.h>

#include "check.h"
#include "list.h"

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
