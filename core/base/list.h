/* A list is an array on the heap that grows. Its owner keeps a pointer, the count of items and
   the space for items, and replaces the pointer by the returned one. NULL, 0 and 0 are an empty
   list. */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

/* Makes room for one more item. */
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

#endif
