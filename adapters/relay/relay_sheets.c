/* See relay_sheets.h. What can be pressed and completed is kept in the roster, as the text that
   came. */
#include "relay_sheets.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "relay_text.h"

static int64_t now_of(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

static const struct sheet *sheet_of_person(const struct far *far, const char *key, int64_t table)
{
    return roster_sheet(roster_person(&far->roster, key), table);
}

/* NULL where the room's table is gone. */
static const struct sheet *sheet_of_room(const struct far *far, const char *room)
{
    const struct roster_entry *entry = roster_room(&far->roster, room);
    const struct sheet *sheet = entry ? entry->sheets : NULL;
    return sheet && !sheet->is_gone ? sheet : NULL;
}

/* ---- what comes ---- */

static char *text_of(const json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : strdup("");
    check(text);
    return text;
}

void sheets_take_seat(struct far *far, const char *key, const char *name, const json_t *seat)
{
    struct host_board board;
    if (!relay_get_board(json_object_get(seat, "board"), &board))
        return;
    char *text = text_of(seat);
    struct roster_entry *entry =
        roster_add_person(&far->roster, key, name, board.table, now_of(far));
    roster_put_sheet(&far->roster, entry, &board, text, ROSTER_SHEETS);
    entry->sheets->is_asked = json_is_true(json_object_get(seat, "asked"));
    free(text);
}

void sheets_take_board(struct far *far, const char *room, const json_t *object)
{
    struct host_board board;
    if (!relay_get_board(json_object_get(object, "table_board"), &board))
        return;
    struct roster_entry *entry = roster_add_room(&far->roster, room, board.table, now_of(far));
    char *text = text_of(json_object_get(object, "open"));
    roster_put_sheet(&far->roster, entry, &board, text, 1);
    entry->sheets->offers_again = json_is_true(json_object_get(object, "again"));
    free(text);
}

void sheets_take_gone(struct far *far, const json_t *object)
{
    char room[HOST_ROOM], key[HOST_KEY];
    int64_t table = json_integer_value(json_object_get(object, "table"));
    struct roster_entry *of_room =
        relay_get(object, "room", room, sizeof room) ? roster_room(&far->roster, room) : NULL;
    struct roster_entry *of_person =
        relay_get(object, "key", key, sizeof key) ? roster_person(&far->roster, key) : NULL;
    struct sheet *sheet = roster_sheet(of_room, table);
    if (sheet)
        sheet->is_gone = true;
    if (of_person)
        roster_drop_sheet(&far->roster, of_person, table);
}

/* ---- what is asked ---- */

bool sheets_has_table(const struct far *far, const char *key, int64_t table)
{
    return sheet_of_person(far, key, table) != NULL;
}

bool sheets_board_in(void *self, const char *room, struct host_board *out)
{
    const struct sheet *sheet = sheet_of_room(self, room);
    if (sheet)
        *out = sheet->board;
    return sheet != NULL;
}

bool sheets_board_of(void *self, const char *key, int64_t table, struct host_board *out)
{
    const struct sheet *sheet = sheet_of_person(self, key, table);
    if (sheet)
        *out = sheet->board;
    return sheet != NULL;
}

int sheets_tables_of(void *self, const char *key, int64_t tables[], int most)
{
    const struct far *far = self;
    const struct roster_entry *entry = roster_person(&far->roster, key);
    int count = 0;
    for (const struct sheet *sheet = entry ? entry->sheets : NULL; sheet && count < most;
         sheet = sheet->next)
        tables[count++] = sheet->board.table;
    return count;
}

static json_t *parsed(const struct sheet *sheet)
{
    return sheet && sheet->text[0] ? json_loads(sheet->text, 0, NULL) : NULL;
}

void sheets_open_moves(void *self, const char *room, struct host_moves *out)
{
    json_t *object = parsed(sheet_of_room(self, room));
    relay_get_moves(object, out);
    json_decref(object);
}

struct host_panel *sheets_panel_of(void *self, const char *key, int64_t table)
{
    json_t *seat = parsed(sheet_of_person(self, key, table));
    struct host_panel *panel = relay_get_panel(json_object_get(seat, "panel"));
    json_decref(seat);
    return panel;
}

void sheets_each_to_kick(void *self, const char *key, int64_t table,
                         bool (*each)(void *arg, const char *name), void *arg)
{
    json_t *seat = parsed(sheet_of_person(self, key, table));
    relay_each_name(json_object_get(seat, "kick"), each, arg);
    json_decref(seat);
}

struct visit {
    int64_t table;
    void (*each)(void *arg, const char *key, const char *name);
    void *arg;
};

static void visit(void *arg, struct shelf_item *item)
{
    const struct visit *visit = arg;
    const struct roster_entry *entry = (const struct roster_entry *)item;
    if (roster_sheet(entry, visit->table))
        visit->each(visit->arg, entry->name, entry->shown);
}

void sheets_each_seated_at(void *self, int64_t table,
                           void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    struct visit seated = {table, each, arg};
    shelf_each(&((struct far *)self)->roster.people, visit, &seated);
}

bool sheets_offers_again(void *self, const char *room, int64_t table)
{
    const struct far *far = self;
    const struct sheet *sheet = roster_sheet(roster_room(&far->roster, room), table);
    return sheet && sheet->offers_again;
}

unsigned sheets_asks(void *self, const char *key)
{
    const struct far *far = self;
    const struct roster_entry *entry = roster_person(&far->roster, key);
    unsigned asks = asked_is(far, key) ? HOST_ASKS_LINK : 0;
    for (const struct sheet *sheet = entry ? entry->sheets : NULL; sheet; sheet = sheet->next)
        asks |= sheet->is_asked ? HOST_ASKS_TABLE : 0;
    return asks;
}
