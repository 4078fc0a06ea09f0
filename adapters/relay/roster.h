/* Which rooms and people of the network here have a table that another process leads. Read from the database at the start, and
   learned from what that process tells them. Bounded: the ROSTER_MOST used last of each kind and process; one that is dropped is
   there again as soon as it is told something. */
#ifndef ROSTER_H
#define ROSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "shelf.h"

enum { ROSTER_MOST = 10000 };

struct roster_entry {
    struct shelf_item item; /* first */
    char name[HOST_ROOM];   /* a room, or a key */
    char shown[HOST_NAME];  /* how a person is called; "" if unknown */
    int64_t table;          /* the latest */
    bool was_told;          /* that the table waits for its process */
};

struct roster {
    struct shelf rooms, people;
};

void roster_init(struct roster *roster);
void roster_fini(struct roster *roster);
void roster_add_room(struct roster *roster, const char *room, int64_t table, int64_t now);
void roster_add_person(struct roster *roster, const char *key, const char *shown, int64_t table, int64_t now);
/* NULL if absent. */
struct roster_entry *roster_room(const struct roster *roster, const char *room);
struct roster_entry *roster_person(const struct roster *roster, const char *key);
void roster_forget_room(struct roster *roster, const char *room);
void roster_forget_person(struct roster *roster, const char *key);

#endif
