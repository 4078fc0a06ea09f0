/* See relay_told.h. What was told last is kept as a hash. Each person's is mail of its own, for
   that person: none depends on what the person may not see. */
#include "relay_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "choices.h"
#include "hash.h"
#include "panels.h"
#include "posts.h"
#include "relay_text.h"
#include "tables.h"

enum { SEATS_MOST = 16 };

struct told_seat {
    char key[HOST_KEY];
    uint64_t hash; /* of what was told; 0: nothing that can be relied on */
    bool is_there;
};

/* A table here, as the process there knows it. */
struct told {
    struct shelf_item item; /* first */
    char name[24];          /* its number */
    int64_t table;
    char room[HOST_ROOM]; /* where it is shown there; "" if nowhere */
    struct told_seat seats[SEATS_MOST];
    int count;
};

/* As many as there are tables, which the host bounds; each goes with its table. */
static bool is_idle(void *arg, const struct shelf_item *item)
{
    (void)arg, (void)item;
    return false;
}

static void free_told(struct shelf_item *item)
{
    free(item);
}

void told_init(struct far *far)
{
    shelf_init(&far->told, &(struct shelf_rules){.most = SIZE_MAX,
                                                 .idle_ms = INT64_MAX / 2,
                                                 .is_idle = is_idle,
                                                 .free = free_told});
}

void told_fini(struct far *far)
{
    shelf_fini(&far->told);
}

void told_forget_all(struct far *far)
{
    told_fini(far);
    told_init(far);
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
             (unsigned long long)hash_text(HASH_START, who));
}

static void not_gone(struct far *far, int64_t table, const char *who)
{
    char place[HOST_ROOM];
    put_place(table, who, place);
    far_untell(far, place);
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
        far->setup.draws_panels ? host_put_panel(session, far->network, key) : NULL;
    if (panel)
        put_if_it_fits(object, "panel", relay_put_panel(panel));
    host_panel_free(panel);
}

static bool add_name(void *names, const char *name)
{
    relay_add_name(names, name);
    return true;
}

/* Whom the person may name in "kick". */
static void put_names(const struct session *session, const char *network, const char *key,
                      json_t *object)
{
    const struct heard heard = {.network = network, .key = key, .name = "", .text = ""};
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
    json_object_set_new(object, "board", relay_put_board(&board));
    put_panel(far, session, key, object);
    if (far->setup.draws_panels)
        put_names(session, far->network, key, object);
    if (host_is_asked_at(session, far->network, key))
        json_object_set_new(object, "asked", json_true());
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    check(text);
    uint64_t hash = hash_text(HASH_START, text);
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

void told_put_seat(struct far *far, const struct whisper *whisper, json_t *object)
{
    struct host *host = far->relay->setup.host;
    const struct session *session =
        whisper->kind == WHISPER_HAND
            ? host_table_numbered(host, far->network, whisper->person, whisper->table)
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
    if (!far_send(telling->far, key, object) && seat)
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
    far_tell(far, place, object);
}

void told_keep_gone(struct far *far, const json_t *object, const char *body)
{
    char who[HOST_ROOM], place[HOST_ROOM];
    int64_t table = json_integer_value(json_object_get(object, "table"));
    const struct told *told = find(far, table);
    if (!relay_get(object, "room", who, sizeof who))
        relay_get(object, "key", who, sizeof who);
    bool is_back = told && strcmp(told->room, who) == 0;
    for (int i = 0; told && i < told->count; i++)
        is_back |= strcmp(told->seats[i].key, who) == 0;
    put_place(table, who, place);
    if (!is_back)
        far_keep(far, place, body);
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
    json_object_set_new(object, "table_board", relay_put_board(&board));
    if (host_offers_again(far->relay->setup.host, board.table))
        json_object_set_new(object, "again", json_true());
    if (!far->setup.draws_panels)
        return;
    host_put_open_moves(session, far->network, &open);
    if (open.count > 0)
        put_if_it_fits(object, "open", relay_put_moves(&open));
    host_moves_free(&open);
}

void told_put_board(struct far *far, const struct post *post, json_t *object)
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
    far_send(far, room, object);
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

void told_changed(void *self, const struct session *session)
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

void told_gone(void *self, int64_t table)
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
    for (int i = 0; (session = host_table_of(far->relay->setup.host, far->network, key, i)); i++)
        told_changed(far, session);
}

static void tell_room(void *arg, const char *room)
{
    struct far *far = arg;
    struct session *session = host_find(far->relay->setup.host, far->network, room);
    if (session)
        told_changed(far, session);
}

void told_send_all(struct far *far)
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

void told_forget(struct far *far, const char *key)
{
    shelf_each(&far->told, forget_person, (void *)key);
}
