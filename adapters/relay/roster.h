/* Which rooms and people of the network here have a table that another process leads. Read from
   the database at the start, and learned from what that process tells them; with sheets, which
   say what can be pressed and completed there. Bounded: the ROSTER_MOST used last of each kind
   and process, ROSTER_SHEETS sheets of a person and one of a room, and ROSTER_BYTES of sheets of
   a process, above which the half that was used last keeps theirs. What is dropped is there
   again as soon as it is told. */
#ifndef ROSTER_H
#define ROSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "panels.h"
#include "shelf.h"

enum { ROSTER_MOST = 10000, ROSTER_SHEETS = 8, ROSTER_BYTES = 32 * 1024 * 1024 };

/* What that process told last of one table, to a room or a person. */
struct sheet {
    struct sheet *next;
    struct host_board board;
    bool offers_again; /* the table is over, and people may want another game */
    bool is_gone;      /* the room has no table any more */
    bool is_asked;     /* the person: a lone "yes" may answer that table */
    size_t size;       /* bytes of all of it */
    /* of a person's seat, or of the moves under a room's board; "" without any */
    char text[];
};

struct roster;

struct roster_entry {
    struct shelf_item item; /* first */
    struct roster *roster;
    char name[HOST_ROOM];  /* a room, or a key */
    char shown[HOST_NAME]; /* how a person is called; "" if unknown */
    int64_t table;         /* the latest */
    bool was_told;         /* that the table waits for its process */
    struct sheet *sheets;  /* the one told last first */
};

struct roster {
    struct shelf rooms, people;
    size_t bytes; /* of all sheets */
};

void roster_init(struct roster *roster);
void roster_fini(struct roster *roster);
struct roster_entry *roster_add_room(struct roster *roster, const char *room, int64_t table,
                                     int64_t now);
struct roster_entry *roster_add_person(struct roster *roster, const char *key, const char *shown,
                                       int64_t table, int64_t now);
/* NULL if absent. */
struct roster_entry *roster_room(const struct roster *roster, const char *room);
struct roster_entry *roster_person(const struct roster *roster, const char *key);

/* Keeps it in the place of an older one of the same table; of a room, in the place of any. */
void roster_put_sheet(struct roster *roster, struct roster_entry *entry,
                      const struct host_board *board, const char *text, int most);
/* NULL if absent. */
struct sheet *roster_sheet(const struct roster_entry *entry, int64_t table);
void roster_drop_sheet(struct roster *roster, struct roster_entry *entry, int64_t table);

void roster_drop_peoples_sheets(struct roster *roster); /* all of them; rooms keep theirs */
void roster_forget_room(struct roster *roster, const char *room);
void roster_forget_person(struct roster *roster, const char *key);

#endif
