/* See shelf.h. Every use gets the next number, so an item was used within the last N uses if its
   number is above the latest minus N; no list in the order of use is needed. A sweep looks at
   every item, so it runs only after many additions or after a while. */
#include "shelf.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { LEAST_BUCKETS = 16, SWEEP_MS = 60 * 1000 };

static size_t bucket_of(const char *key, size_t size)
{
    return text_hash(HASH_START, key) & (size - 1);
}

void shelf_init(struct shelf *shelf, const struct shelf_rules *rules)
{
    *shelf = (struct shelf){.rules = *rules, .size = LEAST_BUCKETS, .sweep_at = rules->most};
    shelf->buckets = calloc(LEAST_BUCKETS, sizeof *shelf->buckets);
    check(shelf->buckets);
}

void shelf_fini(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->size; i++)
        while (shelf->buckets[i])
            shelf_drop(shelf, shelf->buckets[i]);
    free(shelf->buckets);
    *shelf = (struct shelf){.size = 0};
}

struct shelf_item *shelf_find(const struct shelf *shelf, const char *key)
{
    struct shelf_item *item = shelf->buckets[bucket_of(key, shelf->size)];
    while (item && strcmp(item->key, key) != 0)
        item = item->next;
    return item;
}

static void put(struct shelf *shelf, struct shelf_item *item)
{
    struct shelf_item **bucket = &shelf->buckets[bucket_of(item->key, shelf->size)];
    item->next = *bucket;
    *bucket = item;
}

static void resize(struct shelf *shelf, size_t size)
{
    struct shelf_item **old = shelf->buckets;
    size_t old_size = shelf->size;
    shelf->buckets = calloc(size, sizeof *shelf->buckets);
    check(shelf->buckets);
    shelf->size = size;
    for (size_t i = 0; i < old_size; i++)
        for (struct shelf_item *item = old[i], *next; item; item = next) {
            next = item->next;
            put(shelf, item);
        }
    free(old);
}

void shelf_use(struct shelf *shelf, struct shelf_item *item, int64_t now)
{
    item->use = ++shelf->uses;
    item->used_at = now;
}

void shelf_add(struct shelf *shelf, struct shelf_item *item, const char *key, int64_t now)
{
    if (shelf->count >= shelf->size)
        resize(shelf, shelf->size * 2);
    item->key = key;
    put(shelf, item);
    shelf->count++;
    shelf_use(shelf, item, now);
}

void shelf_drop(struct shelf *shelf, struct shelf_item *item)
{
    struct shelf_item **link = &shelf->buckets[bucket_of(item->key, shelf->size)];
    while (*link != item)
        link = &(*link)->next;
    *link = item->next;
    shelf->count--;
    shelf->rules.free(item);
}

void shelf_each(const struct shelf *shelf, void (*each)(void *arg, struct shelf_item *item),
                void *arg)
{
    for (size_t i = 0; i < shelf->size; i++)
        for (struct shelf_item *item = shelf->buckets[i], *next; item; item = next) {
            next = item->next;
            each(arg, item);
        }
}

static void sweep(struct shelf *shelf, int64_t now, bool is_full)
{
    uint64_t kept = shelf->rules.most / 2;
    for (size_t i = 0; i < shelf->size; i++)
        for (struct shelf_item *item = shelf->buckets[i], *next; item; item = next) {
            bool is_old = now - item->used_at >= shelf->rules.idle_ms ||
                          (is_full && shelf->uses - item->use >= kept);
            next = item->next;
            if (is_old && shelf->rules.is_idle(shelf->rules.arg, item))
                shelf_drop(shelf, item);
        }
}

void shelf_tidy(struct shelf *shelf, int64_t now)
{
    bool is_full = shelf->count > shelf->sweep_at;
    if (!is_full && now < shelf->sweep_on)
        return;
    sweep(shelf, now, is_full);
    shelf->sweep_on = now + SWEEP_MS;
    if (shelf->count <= shelf->rules.most)
        shelf->sweep_at = shelf->rules.most;
    else if (is_full)
        /* the rest cannot be dropped now, so don't sweep at every call */
        shelf->sweep_at = shelf->count * 2;
    if (shelf->size > LEAST_BUCKETS && shelf->count < shelf->size / 8)
        resize(shelf, shelf->size / 4);
}
