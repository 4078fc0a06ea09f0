/* Which rooms and people of the network here have a table that another process leads. Read from
   the database at the start, and learned from what that process tells them; with sheets, which
   say what can be pressed and completed there. Bounded: the ROSTER_MOST used last of each kind
   and process, ROSTER_SHEETS sheets of a person and one of a room, and ROSTER_BYTES of sheets of
   a process, above which the half that was used last keeps theirs. What is dropped is there
   again as soon as it is told. */
#ifndef SHEETS_H
#define SHEETS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "posts.h"
#include "shelf.h"

enum { ROSTER_MOST = 10000, ROSTER_SHEETS = 8, ROSTER_BYTES = 32 * 1024 * 1024 };

/* What that process told last of one table, to a room or a person. */
struct sheet {
    struct sheet *next;
    struct host_board board;
    bool offers_again; /* the table is over, and people may want another game */
    bool is_gone;      /* the room has no table any more */
    bool is_asked;     /* the person: a lone "yes" may answer that table */
    size_t size;
    /* of a person's seat, or of the moves under a room's board; "" without any */
    char text[];
};

struct far;
struct post;
struct roster;
struct session;
struct whisper;

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
    size_t bytes;
};

void sheets_init(struct roster *roster);
void sheets_fini(struct roster *roster);
struct roster_entry *sheets_add_room(struct roster *roster, const char *room, int64_t table,
                                     int64_t now);
struct roster_entry *sheets_add_person(struct roster *roster, const char *key, const char *shown,
                                       int64_t table, int64_t now);
struct roster_entry *sheets_room(const struct roster *roster, const char *room);
struct roster_entry *sheets_person(const struct roster *roster, const char *key);

/* Keeps it in the place of an older one of the same table; of a room, in the place of any. */
void sheets_put(struct roster *roster, struct roster_entry *entry, const struct host_board *board,
                const char *text, int most);
struct sheet *sheets_find(const struct roster_entry *entry, int64_t table);
void sheets_drop(struct roster *roster, struct roster_entry *entry, int64_t table);

void sheets_drop_peoples(struct roster *roster); /* all of them; rooms keep theirs */
void sheets_forget_room(struct roster *roster, const char *room);
void sheets_forget_person(struct roster *roster, const char *key);

/* ---- what came ---- */

/* What is known here of tables that the process of another network leads: what it told last.
   Bounded as the roster is. */

/* What came with mail, or alone. */
void sheets_take_seat(struct far *far, const char *key, const char *name, const json_t *seat);
void sheets_take_board(struct far *far, const char *room, const json_t *post);
void sheets_take_gone(struct far *far, const json_t *object);

bool sheets_has_table(const struct far *far, const char *key, int64_t table);

/* Of struct host_elsewhere. */
bool sheets_board_in(void *far, const char *room, struct host_board *out);
bool sheets_board_of(void *far, const char *key, int64_t table, struct host_board *out);
int sheets_tables_of(void *far, const char *key, int64_t tables[], int most);
void sheets_open_moves(void *far, const char *room, struct host_moves *out);
struct host_panel *sheets_panel_of(void *far, const char *key, int64_t table);
bool sheets_offers_again(void *far, const char *room, int64_t table);
unsigned sheets_asks(void *far, const char *key);
void sheets_each_seated_at(void *far, int64_t table,
                           void (*each)(void *arg, const char *key, const char *name), void *arg);
void sheets_each_to_kick(void *far, const char *key, int64_t table,
                         bool (*each)(void *arg, const char *name), void *arg);

/* ---- what was told ---- */

/* What the process of another network was told of tables here: who of its people sits there, and
   what they can press and complete (posts.h). Told when it is different from what was told
   last. */

void sheets_told_init(struct far *far);
void sheets_told_fini(struct far *far);

/* Put along with a whisper or post what is news to the process there. */
void sheets_told_put_seat(struct far *far, const struct whisper *whisper, json_t *object);
void sheets_told_put_board(struct far *far, const struct post *post, json_t *object);

/* Of struct host_elsewhere: tells whom it concerns. */
void sheets_told_changed(void *far, const struct session *session);
void sheets_told_gone(void *far, int64_t table);
void sheets_told_send_all(struct far *far);

/* Mail that somebody or a room is gone was refused: it is kept, unless they are back. */
void sheets_told_keep_gone(struct far *far, const json_t *object, const char *body);
/* Mail for that person was refused: it is told again with the next change. The process there is
   new, and knows nothing. */
void sheets_told_forget(struct far *far, const char *key);
void sheets_told_forget_all(struct far *far);

#endif
