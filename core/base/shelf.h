/* A hash table of things that can be read from the store again, so it drops those that are not
   used any more. An item is the first member of its owner's struct. Only shelf_tidy() and the
   owner drop items, so a pointer to an item is good until the next shelf_tidy(). Knows no clock:
   the owner says what time it is. */
#ifndef SHELF_H
#define SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shelf_item {
    struct shelf_item *next;
    const char *key; /* lies in the owner's struct */
    uint64_t use;    /* the number of its latest use */
    int64_t used_at;
};

struct shelf_rules {
    size_t most;     /* above this count idle items are dropped, except the most/2 used last */
    int64_t idle_ms; /* an idle item that was not used for so long is always dropped */
    /* True if the item can be dropped now: no work on it is under way, and its content is stored
       or not needed. */
    bool (*is_idle)(void *arg, const struct shelf_item *item);
    void (*free)(struct shelf_item *item);
    void *arg;
};

struct shelf {
    struct shelf_rules rules;
    struct shelf_item **buckets;
    size_t size, count; /* how many buckets (a power of two), how many items */
    uint64_t uses;
    size_t sweep_at; /* sweep if there are more items than this */
    int64_t sweep_on;
};

void shelf_init(struct shelf *shelf, const struct shelf_rules *rules);
void shelf_fini(struct shelf *shelf);

struct shelf_item *shelf_find(const struct shelf *shelf, const char *key);
void shelf_add(struct shelf *shelf, struct shelf_item *item, const char *key, int64_t now);
void shelf_use(struct shelf *shelf, struct shelf_item *item, int64_t now);
void shelf_drop(struct shelf *shelf, struct shelf_item *item);
/* Visits all items in no particular order. `each` must not change the shelf. */
void shelf_each(const struct shelf *shelf, void (*each)(void *arg, struct shelf_item *item),
                void *arg);

/* Drops idle items. Call it often, while nobody holds a pointer to an item; it looks at the
   items only when that pays. */
void shelf_tidy(struct shelf *shelf, int64_t now);

#endif
