/* See roster.h. */
#include "roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return true;
}

static void free_sheets(struct roster *roster, struct roster_entry *entry)
{
    for (struct sheet *sheet; (sheet = entry->sheets);) {
        entry->sheets = sheet->next;
        roster->bytes -= sheet->size;
        free(sheet);
    }
}

static void free_entry(struct shelf_item *item)
{
    struct roster_entry *entry = (struct roster_entry *)item;
    free_sheets(entry->roster, entry);
    free(entry);
}

void roster_init(struct roster *roster)
{
    const struct shelf_rules rules = {
        .most = ROSTER_MOST, .idle_ms = INT64_MAX / 2, .is_idle = is_idle, .free = free_entry};
    roster->bytes = 0;
    shelf_init(&roster->rooms, &rules);
    shelf_init(&roster->people, &rules);
}

void roster_fini(struct roster *roster)
{
    shelf_fini(&roster->rooms);
    shelf_fini(&roster->people);
}

static struct roster_entry *add(struct roster *roster, struct shelf *shelf, const char *name,
                                int64_t table, int64_t now)
{
    struct roster_entry *entry = (struct roster_entry *)shelf_find(shelf, name);
    if (entry) {
        shelf_use(shelf, &entry->item, now);
    } else {
        shelf_tidy(shelf, now);
        entry = calloc(1, sizeof *entry);
        check(entry);
        entry->roster = roster;
        snprintf(entry->name, sizeof entry->name, "%s", name);
        shelf_add(shelf, &entry->item, entry->name, now);
    }
    entry->table = table ? table : entry->table;
    return entry;
}

struct roster_entry *roster_add_room(struct roster *roster, const char *room, int64_t table,
                                     int64_t now)
{
    return add(roster, &roster->rooms, room, table, now);
}

struct roster_entry *roster_add_person(struct roster *roster, const char *key, const char *shown,
                                       int64_t table, int64_t now)
{
    struct roster_entry *entry = add(roster, &roster->people, key, table, now);
    if (*shown)
        snprintf(entry->shown, sizeof entry->shown, "%s", shown);
    return entry;
}

struct roster_entry *roster_room(const struct roster *roster, const char *room)
{
    return (struct roster_entry *)shelf_find(&roster->rooms, room);
}

struct roster_entry *roster_person(const struct roster *roster, const char *key)
{
    return (struct roster_entry *)shelf_find(&roster->people, key);
}

/* ---- sheets ---- */

struct sheet *roster_sheet(const struct roster_entry *entry, int64_t table)
{
    struct sheet *sheet = entry ? entry->sheets : NULL;
    while (sheet && sheet->board.table != table)
        sheet = sheet->next;
    return sheet;
}

static void drop(struct roster *roster, struct sheet **link)
{
    struct sheet *sheet = *link;
    *link = sheet->next;
    roster->bytes -= sheet->size;
    free(sheet);
}

void roster_drop_sheet(struct roster *roster, struct roster_entry *entry, int64_t table)
{
    for (struct sheet **link = &entry->sheets; *link;)
        if ((*link)->board.table == table)
            drop(roster, link);
        else
            link = &(*link)->next;
}

static void drop_old(void *arg, struct shelf_item *item)
{
    const struct shelf *shelf = arg;
    struct roster_entry *entry = (struct roster_entry *)item;
    if (item->use + shelf->count / 2 <= shelf->uses)
        free_sheets(entry->roster, entry);
}

void roster_put_sheet(struct roster *roster, struct roster_entry *entry,
                      const struct host_board *board, const char *text, int most)
{
    size_t size = sizeof(struct sheet) + strlen(text) + 1;
    struct sheet *sheet = malloc(size);
    check(sheet);
    *sheet = (struct sheet){.board = *board, .size = size};
    memcpy(sheet->text, text, strlen(text) + 1);
    roster_drop_sheet(roster, entry, board->table);
    struct sheet **link = &entry->sheets;
    for (int count = 1; *link && count < most; count++)
        link = &(*link)->next;
    while (*link)
        drop(roster, link);
    sheet->next = entry->sheets;
    entry->sheets = sheet;
    roster->bytes += size;
    if (roster->bytes > ROSTER_BYTES) {
        shelf_each(&roster->rooms, drop_old, &roster->rooms);
        shelf_each(&roster->people, drop_old, &roster->people);
    }
}

static void drop_all(void *arg, struct shelf_item *item)
{
    free_sheets(arg, (struct roster_entry *)item);
}

void roster_drop_peoples_sheets(struct roster *roster)
{
    shelf_each(&roster->people, drop_all, roster);
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
