/* A heap tells which item is next by time. The items lie in their owners' structs; the heap
   holds pointers to them, each item at most once. Knows no clock and calls nobody. */
#ifndef HEAP_H
#define HEAP_H

#include <stdint.h>

/* An item that is all zero is in no heap. Only the heap changes the fields. */
struct heap_item {
    int64_t at;
    uint64_t order; /* of items with the same time, the one set first comes first */
    int place;      /* from 1; 0 if in no heap */
};

/* All zero is an empty heap. */
struct heap {
    struct heap_item **items;
    int count, space;
    uint64_t order; /* of the next item that is set */
};

/* Adds the item or moves it. An item that is set to its own time again keeps its order.
   INT64_MAX drops the item. */
void heap_set(struct heap *heap, struct heap_item *item, int64_t at);

/* Does nothing if the item is in no heap. */
void heap_drop(struct heap *heap, struct heap_item *item);

/* NULL if the heap is empty. */
struct heap_item *heap_first(const struct heap *heap);

/* Drops all items. */
void heap_fini(struct heap *heap);

#endif
