/* A list is an array on the heap that grows: a pointer, a count, and a space, for how many items there is memory. The owner
   keeps all three, and puts the list that is returned in the place of the old one; NULL and zeros are an empty list. */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

/* Makes room for one item more. */
void *list_grow(void *list, int count, int *space, size_t size);
/* Opens a place for an item, which is all zero; those behind it move up. */
void *list_insert(void *list, int *count, int *space, size_t size, int place);
/* Takes an item out, and gives memory back where most is not used. */
void *list_drop(void *list, int *count, int *space, size_t size, int place);

/* Below, at or above 0, as `item` comes before `key`, is its own, or comes behind. */
typedef int list_compare(const void *item, const void *key);
/* The first place of a sorted list whose item does not come before `key`. */
int list_place(const void *list, int count, size_t size, list_compare *compare, const void *key);

#endif
