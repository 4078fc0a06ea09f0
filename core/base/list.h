/* A list is an array on the heap that grows. Its owner keeps a pointer, a count, and the number of items there is
   memory for, and replaces the pointer by the one that is returned. NULL and two zeros are an empty list. */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

/* Makes room for one more item. */
void *list_grow(void *list, int count, int *space, size_t size);
/* Inserts an item that is all zero; the items behind it move up. */
void *list_insert(void *list, int *count, int *space, size_t size, int place);
/* Removes an item, and gives memory back when most of it is unused. */
void *list_drop(void *list, int *count, int *space, size_t size, int place);

/* Less than, equal to or greater than 0, if `item` comes before `key`, belongs to it, or comes after it. */
typedef int list_compare(const void *item, const void *key);
/* The first place of a sorted list whose item does not come before `key`. */
int list_place(const void *list, int count, size_t size, list_compare *compare, const void *key);

#endif
