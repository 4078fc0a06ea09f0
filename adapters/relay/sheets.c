/* See sheets.h. What can be pressed and completed is kept in the roster, as the text that came. */
#include "sheets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "posts.h"
#include "relay_inside.h"
#include "relay_text.h"
#include "tables.h"
#include "text.h"

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

void sheets_init(struct roster *roster)
{
    const struct shelf_rules rules = {
        .most = ROSTER_MOST, .idle_ms = INT64_MAX / 2, .is_idle = is_idle, .free = free_entry};
    roster->bytes = 0;
    shelf_init(&roster->rooms, &rules);
    shelf_init(&roster->people, &rules);
}

void sheets_fini(struct roster *roster)
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

struct roster_entry *sheets_add_room(struct roster *roster, const char *room, int64_t table,
                                     int64_t now)
{
    return add(roster, &roster->rooms, room, table, now);
}

struct roster_entry *sheets_add_person(struct roster *roster, const char *key, const char *shown,
                                       int64_t table, int64_t now)
{
    struct roster_entry *entry = add(roster, &roster->people, key, table, now);
    if (*shown)
        snprintf(entry->shown, sizeof entry->shown, "%s", shown);
    return entry;
}

struct roster_entry *sheets_room(const struct roster *roster, const char *room)
{
    return (struct roster_entry *)shelf_find(&roster->rooms, room);
}

struct roster_entry *sheets_person(const struct roster *roster, const char *key)
{
    return (struct roster_entry *)shelf_find(&roster->people, key);
}

/* ---- sheets ---- */

struct sheet *sheets_find(const struct roster_entry *entry, int64_t table)
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

void sheets_drop(struct roster *roster, struct roster_entry *entry, int64_t table)
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

void sheets_put(struct roster *roster, struct roster_entry *entry, const struct host_board *board,
                const char *text, int most)
{
    size_t size = sizeof(struct sheet) + strlen(text) + 1;
    struct sheet *sheet = malloc(size);
    check(sheet);
    *sheet = (struct sheet){.board = *board, .size = size};
    memcpy(sheet->text, text, strlen(text) + 1);
    sheets_drop(roster, entry, board->table);
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

void sheets_drop_peoples(struct roster *roster)
{
    shelf_each(&roster->people, drop_all, roster);
}

static void forget(struct shelf *shelf, const char *name)
{
    struct shelf_item *item = shelf_find(shelf, name);
    if (item)
        shelf_drop(shelf, item);
}

void sheets_forget_room(struct roster *roster, const char *room)
{
    forget(&roster->rooms, room);
}

void sheets_forget_person(struct roster *roster, const char *key)
{
    forget(&roster->people, key);
}

static const struct sheet *sheet_of_person(const struct far *far, const char *key, int64_t table)
{
    return sheets_find(sheets_person(&far->roster, key), table);
}

/* NULL where the room's table is gone. */
static const struct sheet *sheet_of_room(const struct far *far, const char *room)
{
    const struct roster_entry *entry = sheets_room(&far->roster, room);
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
    relay_read(&relay_board, json_object_get(seat, "board"), &board);
    if (!board.table)
        return;
    char *text = text_of(seat);
    struct roster_entry *entry =
        sheets_add_person(&far->roster, key, name, board.table, relay_now(far));
    sheets_put(&far->roster, entry, &board, text, ROSTER_SHEETS);
    entry->sheets->is_asked = json_is_true(json_object_get(seat, "asked"));
    free(text);
}

void sheets_take_board(struct far *far, const char *room, const json_t *object)
{
    struct host_board board;
    relay_read(&relay_board, json_object_get(object, "table_board"), &board);
    if (!board.table)
        return;
    struct roster_entry *entry = sheets_add_room(&far->roster, room, board.table, relay_now(far));
    char *text = text_of(json_object_get(object, "open"));
    sheets_put(&far->roster, entry, &board, text, 1);
    entry->sheets->offers_again = json_is_true(json_object_get(object, "again"));
    free(text);
}

void sheets_take_gone(struct far *far, const json_t *object)
{
    char room[HOST_ROOM], key[HOST_KEY];
    int64_t table = relay_get_number(object, "table");
    struct roster_entry *of_room =
        relay_get(object, "room", room, sizeof room) ? sheets_room(&far->roster, room) : NULL;
    struct roster_entry *of_person =
        relay_get(object, "key", key, sizeof key) ? sheets_person(&far->roster, key) : NULL;
    struct sheet *sheet = sheets_find(of_room, table);
    if (sheet)
        sheet->is_gone = true;
    if (of_person)
        sheets_drop(&far->roster, of_person, table);
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
    const struct roster_entry *entry = sheets_person(&far->roster, key);
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
    const json_t *object = json_object_get(seat, "panel");
    struct host_panel *panel = json_is_object(object) ? malloc(sizeof *panel) : NULL;
    if (panel)
        relay_read(&relay_panel, object, panel);
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
    if (sheets_find(entry, visit->table))
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
    const struct sheet *sheet = sheets_find(sheets_room(&far->roster, room), table);
    return sheet && sheet->offers_again;
}

unsigned sheets_asks(void *self, const char *key)
{
    const struct far *far = self;
    const struct roster_entry *entry = sheets_person(&far->roster, key);
    unsigned asks = relay_asked_is(far, key) ? HOST_ASKS_LINK : 0;
    for (const struct sheet *sheet = entry ? entry->sheets : NULL; sheet; sheet = sheet->next)
        asks |= sheet->is_asked ? HOST_ASKS_TABLE : 0;
    return asks;
}

/* ---- what was told ---- */

/* What was told last is kept as a hash. Each person's is mail of its own, for
   that person: none depends on what the person may not see. */

enum { SEATS_MOST = 16 };

struct told_seat {
    char key[HOST_KEY];
    uint64_t hash; /* of what was told; 0: nothing that can be relied on */
    bool is_there;
};

/* A table here, as the process there knows it. */
struct told {
    struct shelf_item item;
    char name[24];
    int64_t table;
    char room[HOST_ROOM]; /* where it is shown there; "" if nowhere */
    struct told_seat seats[SEATS_MOST];
    int count;
};

/* As many as there are tables, which the host bounds; each goes with its table. */
static bool is_over(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return false;
}

static void free_told(struct shelf_item *item)
{
    free(item);
}

void sheets_told_init(struct far *far)
{
    shelf_init(&far->told, &(struct shelf_rules){.most = SIZE_MAX,
                                                 .idle_ms = INT64_MAX / 2,
                                                 .is_idle = is_over,
                                                 .free = free_told});
}

void sheets_told_fini(struct far *far)
{
    shelf_fini(&far->told);
}

void sheets_told_forget_all(struct far *far)
{
    sheets_told_fini(far);
    sheets_told_init(far);
}

static struct told *find(const struct far *far, int64_t table)
{
    char name[24];
    snprintf(name, sizeof name, "%lld", (long long)table);
    return (struct told *)shelf_find(&far->told, name);
}

static struct told *find_or_add(struct far *far, int64_t table)
{
    struct told *told = find(far, table);
    if (told)
        return told;
    told = calloc(1, sizeof *told);
    check(told);
    told->table = table;
    snprintf(told->name, sizeof told->name, "%lld", (long long)table);
    shelf_add(&far->told, &told->item, told->name, loop_now(far->relay->setup.loop));
    return told;
}

static struct told_seat *seat_of(struct told *told, const char *key)
{
    int i = 0;
    while (i < told->count && strcmp(told->seats[i].key, key) != 0)
        i++;
    if (i == SEATS_MOST)
        return NULL; /* no game has so many seats */
    if (i == told->count) {
        told->seats[told->count++] = (struct told_seat){.hash = 0};
        snprintf(told->seats[i].key, HOST_KEY, "%s", key);
    }
    return &told->seats[i];
}

/* Where mail waits that the table has this room or person no more. */
static void put_place(int64_t table, const char *who, char place[HOST_ROOM])
{
    snprintf(place, HOST_ROOM, "gone %lld %016llx", (long long)table,
             (unsigned long long)text_hash(HASH_START, who));
}

static void not_gone(struct far *far, int64_t table, const char *who)
{
    char place[HOST_ROOM];
    put_place(table, who, place);
    relay_untell(far, place);
}

/* ---- people ---- */

/* What cannot fit into one mail is typed. */
static void put_if_it_fits(json_t *object, const char *key, json_t *pressed_take)
{
    if (json_dumpb(pressed_take, NULL, 0, JSON_COMPACT | JSON_ENSURE_ASCII) <= PANEL_BYTES)
        json_object_set(object, key, pressed_take);
    json_decref(pressed_take);
}

static void put_panel(const struct far *far, const struct session *session, const char *key,
                      json_t *object)
{
    struct host_panel *panel =
        far->setup.draws_panels ? host_put_panel(session, identity(far->network, key)) : NULL;
    if (panel)
        put_if_it_fits(object, "panel", relay_write(&relay_panel, panel));
    host_panel_free(panel);
}

static bool add_name(void *names, const char *name)
{
    relay_add_name(names, name);
    return true;
}

/* Whom the person may name in "kick". */
static void put_names(const struct session *session, struct identity who, json_t *object)
{
    const struct heard heard = heard_about(who, "", 0);
    json_t *names = json_array();
    host_each_to_kick(session, &heard, add_name, names);
    json_object_set_new(object, "kick", names);
}

/* What is news to the process there: a new object, or NULL. */
static json_t *news_of(struct far *far, const struct session *session, const char *key)
{
    struct told_seat *seat = seat_of(find_or_add(far, host_table_number(session)), key);
    struct host_board board;
    json_t *object = json_object();
    host_put_board(session, far->network, &board);
    json_object_set_new(object, "board", relay_write(&relay_board, &board));
    put_panel(far, session, key, object);
    if (far->setup.draws_panels)
        put_names(session, identity(far->network, key), object);
    if (host_is_asked_at(session, identity(far->network, key)))
        json_object_set_new(object, "asked", json_true());
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    check(text);
    uint64_t hash = text_hash(HASH_START, text);
    bool is_news = seat && seat->hash != hash;
    free(text);
    if (seat)
        seat->hash = hash;
    if (is_news) {
        not_gone(far, board.table, key);
        return object;
    }
    json_decref(object);
    return NULL;
}

void sheets_told_put_seat(struct far *far, const struct whisper *whisper, json_t *object)
{
    struct host *host = far->relay->setup.host;
    const struct session *session =
        whisper->kind == WHISPER_HAND
            ? host_table_numbered(host, identity(far->network, whisper->person), whisper->table)
            : NULL;
    json_t *seat = session ? news_of(far, session, whisper->person) : NULL;
    if (seat)
        json_object_set_new(object, "seat", seat);
}

struct telling {
    struct far *far;
    const struct session *session;
    struct told *told;
};

static void tell_seat(void *arg, const char *key, const char *name)
{
    const struct telling *telling = arg;
    struct told_seat *seat = seat_of(telling->told, key);
    json_t *news = news_of(telling->far, telling->session, key);
    if (seat)
        seat->is_there = true;
    if (!news)
        return;
    json_t *object = relay_note("seat");
    relay_put(object, "key", key);
    relay_put(object, "name", name);
    json_object_set_new(object, "seat", news);
    if (!relay_send(telling->far, key, object) && seat)
        seat->hash = 0; /* again with the next change */
}

/* Tried again where it is refused, unless it is no longer so. */
static void tell_gone(struct far *far, int64_t table, const char *kind, const char *who)
{
    char place[HOST_ROOM];
    json_t *object = relay_note("gone");
    json_object_set_new(object, "table", json_integer(table));
    relay_put(object, kind, who); /* "room" or "key" */
    put_place(table, who, place);
    relay_tell(far, place, object);
}

void sheets_told_keep_gone(struct far *far, const json_t *object, const char *body)
{
    char who[HOST_ROOM], place[HOST_ROOM];
    int64_t table = relay_get_number(object, "table");
    const struct told *told = find(far, table);
    if (!relay_get(object, "room", who, sizeof who))
        relay_get(object, "key", who, sizeof who);
    bool is_back = told && strcmp(told->room, who) == 0;
    for (int i = 0; told && i < told->count; i++)
        is_back |= strcmp(told->seats[i].key, who) == 0;
    put_place(table, who, place);
    if (!is_back)
        relay_keep(far, place, body);
}

static void drop_absent(struct far *far, struct told *told)
{
    for (int i = told->count - 1; i >= 0; i--) {
        if (told->seats[i].is_there)
            continue;
        tell_gone(far, told->table, "key", told->seats[i].key);
        told->seats[i] = told->seats[--told->count];
    }
}

/* ---- rooms ---- */

static void put_board(const struct far *far, const struct session *session, json_t *object)
{
    struct host_board board;
    struct host_moves open;
    host_put_board(session, far->network, &board);
    json_object_set_new(object, "table_board", relay_write(&relay_board, &board));
    if (host_offers_again(far->relay->setup.host, board.table))
        json_object_set_new(object, "again", json_true());
    if (!far->setup.draws_panels)
        return;
    host_put_open_moves(session, far->network, &open);
    if (open.count > 0)
        put_if_it_fits(object, "open", relay_put_moves(&open));
    host_moves_free(&open);
}

void sheets_told_put_board(struct far *far, const struct post *post, json_t *object)
{
    const struct session *session =
        post->table ? host_find(far->relay->setup.host, far->network, post->room) : NULL;
    if (session)
        put_board(far, session, object);
}

/* The room that shows the table there: what was posted there told how it stands, unless that
   process is new. */
static void tell_room_of(struct far *far, struct told *told, const struct session *session)
{
    const char *room = host_room_name(session, far->network);
    if (strcmp(told->room, room) == 0)
        return;
    if (told->room[0])
        tell_gone(far, told->table, "room", told->room);
    snprintf(told->room, sizeof told->room, "%s", room);
    if (!room[0])
        return;
    not_gone(far, told->table, room);
    json_t *object = relay_note("board");
    relay_put(object, "room", room);
    put_board(far, session, object);
    relay_send(far, room, object);
}

/* ---- tables ---- */

static void note_seat(void *arg, const char *key, const char *name)
{
    (void)key, (void)name;
    *(bool *)arg = true;
}

/* Most tables have nobody of that network. */
static bool concerns(const struct far *far, const struct session *session)
{
    bool has_people =
        host_room_name(session, far->network)[0] || find(far, host_table_number(session));
    if (!has_people)
        host_each_holder(session, far->network, note_seat, &has_people);
    return has_people;
}

void sheets_told_changed(void *self, const struct session *session)
{
    struct far *far = self;
    if (!far->is_running || !concerns(far, session))
        return;
    struct told *told = find_or_add(far, host_table_number(session));
    struct telling telling = {far, session, told};
    for (int i = 0; i < told->count; i++)
        told->seats[i].is_there = false;
    host_each_holder(session, far->network, tell_seat, &telling);
    drop_absent(far, told);
    tell_room_of(far, told, session);
    if (!told->room[0] && told->count == 0)
        shelf_drop(&far->told, &told->item);
}

void sheets_told_gone(void *self, int64_t table)
{
    struct far *far = self;
    struct told *told = find(far, table);
    if (!told)
        return;
    for (int i = 0; i < told->count; i++)
        told->seats[i].is_there = false;
    drop_absent(far, told);
    if (told->room[0])
        tell_gone(far, table, "room", told->room);
    shelf_drop(&far->told, &told->item);
}

static void tell_person(void *arg, const char *key, const char *name)
{
    struct far *far = arg;
    struct session *session;
    (void)name;
    for (int i = 0;
         (session = host_table_of(far->relay->setup.host, identity(far->network, key), i)); i++)
        sheets_told_changed(far, session);
}

static void tell_room(void *arg, const char *room)
{
    struct far *far = arg;
    struct session *session = host_find(far->relay->setup.host, far->network, room);
    if (session)
        sheets_told_changed(far, session);
}

void sheets_told_send_all(struct far *far)
{
    struct host *host = far->relay->setup.host;
    host_each_room(host, far->network, tell_room, far);
    host_each_person(host, far->network, tell_person, far);
}

/* ---- what was refused ---- */

static void forget_person(void *arg, struct shelf_item *item)
{
    struct told *told = (struct told *)item;
    for (int i = 0; i < told->count; i++)
        if (strcmp(told->seats[i].key, arg) == 0)
            told->seats[i].hash = 0;
}

void sheets_told_forget(struct far *far, const char *key)
{
    shelf_each(&far->told, forget_person, (void *)key);
}
