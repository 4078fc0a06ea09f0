/* See roster.h. */
#include "roster.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return true;
}

static void free_entry(struct shelf_item *item)
{
    free(item);
}

void roster_init(struct roster *roster)
{
    const struct shelf_rules rules = {
        .most = ROSTER_MOST, .idle_ms = INT64_MAX / 2, .is_idle = is_idle, .free = free_entry};
    shelf_init(&roster->rooms, &rules);
    shelf_init(&roster->people, &rules);
}

void roster_fini(struct roster *roster)
{
    shelf_fini(&roster->rooms);
    shelf_fini(&roster->people);
}

static struct roster_entry *add(struct shelf *shelf, const char *name, int64_t table, int64_t now)
{
    struct roster_entry *entry = (struct roster_entry *)shelf_find(shelf, name);
    if (entry) {
        shelf_use(shelf, &entry->item, now);
    } else {
        shelf_tidy(shelf, now);
        entry = calloc(1, sizeof *entry);
        check(entry);
        snprintf(entry->name, sizeof entry->name, "%s", name);
        shelf_add(shelf, &entry->item, entry->name, now);
    }
    entry->table = table ? table : entry->table;
    return entry;
}

void roster_add_room(struct roster *roster, const char *room, int64_t table, int64_t now)
{
    add(&roster->rooms, room, table, now);
}

void roster_add_person(struct roster *roster, const char *key, const char *shown, int64_t table, int64_t now)
{
    struct roster_entry *entry = add(&roster->people, key, table, now);
    if (*shown)
        snprintf(entry->shown, sizeof entry->shown, "%s", shown);
}

struct roster_entry *roster_room(const struct roster *roster, const char *room)
{
    return (struct roster_entry *)shelf_find(&roster->rooms, room);
}

struct roster_entry *roster_person(const struct roster *roster, const char *key)
{
    return (struct roster_entry *)shelf_find(&roster->people, key);
}

static void forget(struct shelf *shelf, const char *name)
{
    struct shelf_item *item = shelf_find(shelf, name);
    if (item)
        shelf_drop(shelf, item);
}

void roster_forget_room(struct roster *roster, const char *room)
{
    forget(&roster->rooms, room);
}

void roster_forget_person(struct roster *roster, const char *key)
{
    forget(&roster->people, key);
}
