/* What grows, in four shapes: lists, bytes, rings and heaps.

   A list is an array on the heap that grows. Its owner keeps a pointer, the count of items and
   the space for items, and replaces the pointer by the returned one. NULL, 0 and 0 are an empty
   list. */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *list_grow(void *list, int count, int *space, size_t size);
/* Inserts an item that is all zero; the items behind it move up. */
void *list_insert(void *list, int *count, int *space, size_t size, int place);
/* Removes an item, and gives memory back when most of it is unused. */
void *list_drop(void *list, int *count, int *space, size_t size, int place);

/* Less than 0 if `item` comes before `key`, 0 if `item` has this key, more than 0 if `item`
   comes after `key`. */
typedef int list_compare(const void *item, const void *key);
/* The place of the first item that does not come before `key`. The list must be sorted. */
int list_place(const void *list, int count, size_t size, list_compare *compare, const void *key);

/* A buffer of bytes. It grows up to a limit and gives memory back after a large message: most
   messages are small, a few have megabytes. All zero is empty. */
struct bytes {
    char *at;
    size_t length, room;
};

/* Appends `more`. False, and nothing is appended, if the content would exceed `limit`. */
bool bytes_put(struct bytes *bytes, const void *more, size_t length, size_t limit);

/* Empties the buffer, and frees memory that only a rare message needs. */
void bytes_clear(struct bytes *bytes);
void bytes_fini(struct bytes *bytes);

/* The last N numbers: times, for "at most N within T", or ids, for "was it there before?". A
   ring lies in its owner's struct, as RING(20) kills; all zero is empty. The newest number takes
   the place of the oldest. Knows no clock. */
#define RING(size)                                                                                 \
    struct {                                                                                       \
        int64_t added, at[size]; /* how many were ever added; the last of them */                  \
    }

#define RING_NEVER (INT64_MIN / 2) /* earlier than any span can reach */

#define ring_size(ring)       ((int)(sizeof((ring)->at) / sizeof *(ring)->at))
#define ring_count(ring)      ((int)((ring)->added < ring_size(ring) ? (ring)->added : ring_size(ring)))
#define ring_add(ring, value) list_ring_add((ring)->at, ring_size(ring), &(ring)->added, value)
/* The n-th last number, from 1 to the size; RING_NEVER if there were fewer. */
#define ring_last(ring, n)    list_ring_last((ring)->at, ring_size(ring), (ring)->added, n)
#define ring_has(ring, value) list_ring_has((ring)->at, ring_count(ring), value)
/* The milliseconds until one more time is allowed, if at most `most` (no more than the size) may
   lie within `span`; 0 if it is allowed now. */
#define ring_wait(ring, most, span, now) list_ring_wait(ring_last(ring, most), span, now)

void list_ring_add(int64_t *at, int size, int64_t *added, int64_t value);
int64_t list_ring_last(const int64_t *at, int size, int64_t added, int n);
bool list_ring_has(const int64_t *at, int count, int64_t value);
int64_t list_ring_wait(int64_t since, int64_t span, int64_t now);

/* A heap tells which item is next by time. The items lie in their owners' structs; the heap
   holds pointers to them, each item at most once. Knows no clock and calls nobody. */

/* An item that is all zero is in no heap. Only the heap changes the fields. */
struct heap_item {
    int64_t at;
    uint64_t order; /* of items with the same time, the one set first comes first */
    int place;      /* from 1; 0 if in no heap */
};

struct heap {
    struct heap_item **items;
    int count, space;
    uint64_t order;
};

/* Adds the item or moves it. An item that is set to its own time again keeps its order.
   INT64_MAX drops the item. */
void heap_set(struct heap *heap, struct heap_item *item, int64_t at);

void heap_drop(struct heap *heap, struct heap_item *item);

struct heap_item *heap_first(const struct heap *heap);

void heap_fini(struct heap *heap);

#endif
