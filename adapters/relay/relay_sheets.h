/* What is known here of tables that the process of another network leads: what it told last.
   Bounded as the roster is. */
#ifndef RELAY_SHEETS_H
#define RELAY_SHEETS_H

#include <jansson.h>

#include "panels.h"
#include "relay_inside.h"

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

#endif
