/* The register of rooms, the queue of each, and the way of every change: to the store first, then into the room, then to
   the people. It does not know what a change is about. */
#include "room.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "edition.h"
#include "log.h"
#include "record.h"
#include "store.h"
#include "text.h"
#include "work.h"

struct host *host_new(struct store *store, host_execute *execute, void *arg)
{
    check(sodium_init() >= 0);
    struct host *host = calloc(1, sizeof *host);
    check(host);
    host->store = store;
    host->execute = execute;
    host->arg = arg;
    host->next_table = 1;
    host->next_tick = INT64_MAX;
    randombytes_buf(&host->robots, sizeof host->robots);
    return host;
}

void host_free(struct host *host)
{
    for (int i = 0; i < HOST_BUCKETS; i++)
        while (host->buckets[i])
            room_remove(host->buckets[i]);
    editions_free(host);
    free(host);
}

void host_add_port(struct host *host, const struct host_port *port)
{
    check(host->port_count < HOST_PORTS && strlen(port->network) < HOST_NETWORK);
    host->ports[host->port_count++] = *port;
}

const struct host_port *host_port_of(const struct host *host, const char *network)
{
    for (int i = 0; i < host->port_count; i++)
        if (strcmp(host->ports[i].network, network) == 0)
            return &host->ports[i];
    return NULL;
}

int host_table_count(const struct host *host)
{
    return host->room_count;
}

/* ---- finding ---- */

unsigned room_bucket(const char *network, const char *name)
{
    uint32_t hash = 2166136261u; /* FNV-1a over both names */
    for (const char *p = network; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    for (const char *p = name; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return hash % HOST_BUCKETS;
}

static struct table_room **bucket_of(struct host *host, const char *network, const char *name)
{
    return &host->buckets[room_bucket(network, name)];
}

struct table_room *host_find(struct host *host, const char *network, const char *name)
{
    struct table_room *room = *bucket_of(host, network, name);
    while (room && (strcmp(room->name, name) != 0 || strcmp(room->port->network, network) != 0))
        room = room->next_in_bucket;
    return room;
}

struct table_room *host_table_of(struct host *host, const char *network, const char *key, int i)
{
    struct heard heard = {.network = network, .key = key};
    for (struct sitting *sitting = host->sittings[room_bucket(network, key)]; sitting; sitting = sitting->next)
        if (room_seat_of(sitting->room, &heard) >= 0 && i-- == 0)
            return sitting->room;
    return NULL;
}

struct table_room *host_table_numbered(struct host *host, const char *network, const char *key, int64_t table)
{
    struct table_room *room;
    for (int i = 0; (room = host_table_of(host, network, key, i)); i++)
        if (room->id == table)
            return room;
    return NULL;
}

int64_t host_table_number(const struct table_room *room)
{
    return room->id;
}

const char *host_room_name(const struct table_room *room)
{
    return room->name;
}

bool host_is_seated(const struct table_room *room, const struct heard *heard)
{
    return room_seat_of(room, heard) >= 0;
}

bool host_is_playing(const struct table_room *room)
{
    return room_has_begun(room);
}

bool host_has_hands(const struct table_room *room)
{
    return room->game->hand >= 0;
}

const char *host_opener(const struct table_room *room)
{
    return room->opener;
}

const char *host_game_name(const struct table_room *room)
{
    return room->game->name;
}

bool room_has_begun(const struct table_room *room)
{
    return room->playing.game_number > 0;
}

static void link_room(struct table_room *room)
{
    struct table_room **bucket = bucket_of(room->host, room->port->network, room->name);
    room->next_in_bucket = *bucket;
    *bucket = room;
}

static void unlink_room(struct table_room *room)
{
    struct table_room **link = bucket_of(room->host, room->port->network, room->name);
    while (*link != room)
        link = &(*link)->next_in_bucket;
    *link = room->next_in_bucket;
}

struct table_room *room_new(struct host *host, const struct host_port *port, const char *name, const struct game *game)
{
    struct table_room *room = calloc(1, sizeof *room);
    check(room && strlen(name) < HOST_ROOM);
    room->host = host;
    room->port = port;
    snprintf(room->name, sizeof room->name, "%s", name);
    room->next_line = 1;
    room->game = game;
    room->queue_end = &room->queue;
    room->alarm_at = room->play_on_at = INT64_MAX;
    game_ruleset(game, &room->playing.rules);
    link_room(room);
    host->room_count++;
    return room;
}

void change_free(struct change *change)
{
    for (int i = 0; i < change->line_count; i++)
        free(change->lines[i]);
    free(change->lines);
    free(change->input);
    free(change->refusal);
    work_free(change->work);
    free(change);
}

void room_remove(struct table_room *room)
{
    unlink_room(room);
    people_forget(room);
    room->host->room_count--;
    while (room->queue) {
        struct input *input = room->queue;
        room->queue = input->next;
        free(input);
    }
    free(room->faces_read);
    if (room->change)
        room->change->room = NULL; /* freed when the store has done with it */
    free(room);
}

void room_rename(struct table_room *room, const char *name)
{
    check(strlen(name) < HOST_ROOM);
    unlink_room(room);
    snprintf(room->name, sizeof room->name, "%s", name);
    link_room(room);
}

void room_naming(const struct table_room *room, struct naming *out)
{
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < room->seat_count; seat++)
        out->names[seat] = room->seats[seat].name;
}

struct view room_view(const struct table_room *room, struct naming *naming)
{
    room_naming(room, naming);
    return (struct view){.game = room->game, .rules = &room->playing.rules, .naming = naming};
}

/* ---- the queue ---- */

struct input *input_new(enum input_kind kind, const struct table_room *room, int64_t now)
{
    struct input *input = calloc(1, sizeof *input);
    check(input);
    input->kind = kind;
    input->now = now;
    if (room) {
        snprintf(input->network, sizeof input->network, "%s", room->port->network);
        snprintf(input->room, sizeof input->room, "%s", room->name);
    }
    return input;
}

/* A name that is cut short is still a name; one with line ends would be several. */
void input_set_name(struct input *input, const char *name)
{
    struct text text = text_over(input->name, sizeof input->name);
    text_put(&text, name);
    for (char *p = input->name; *p; p++)
        *p = (unsigned char)*p < ' ' ? '?' : *p;
}

/* Keys and texts that do not fit were to be kept out by the adapter and by commands/: cut, they would mean something else. */
struct input *input_of_heard(const struct heard *heard)
{
    struct input *input = input_new(INPUT_HEARD, NULL, heard->now);
    const char *room = heard->room ? heard->room : "";
    check(strlen(heard->network) < HOST_NETWORK && strlen(room) < HOST_ROOM && strlen(heard->key) < HOST_KEY &&
          strlen(heard->text) < HOST_TEXT);
    input->rank = heard->rank;
    input->in_private = heard->room == NULL;
    input->has_id = heard->id && strlen(heard->id) < ROOM_ID;
    input->is_press = heard->press != NULL;
    if (heard->press)
        input->press = *heard->press;
    snprintf(input->network, sizeof input->network, "%s", heard->network);
    snprintf(input->room, sizeof input->room, "%s", room);
    snprintf(input->key, sizeof input->key, "%s", heard->key);
    snprintf(input->text, sizeof input->text, "%s", heard->text);
    snprintf(input->id, sizeof input->id, "%s", input->has_id ? heard->id : "");
    input_set_name(input, heard->name);
    return input;
}

struct heard input_heard(const struct input *input)
{
    return (struct heard){.network = input->network,
                          .room = input->in_private ? NULL : input->room,
                          .key = input->key,
                          .name = input->name,
                          .rank = input->rank,
                          .text = input->text,
                          .id = input->has_id ? input->id : NULL,
                          .press = input->is_press ? &input->press : NULL,
                          .now = input->now};
}

void room_push(struct table_room *room, struct input *input)
{
    *room->queue_end = input;
    room->queue_end = &input->next;
    room->queue_length++;
    room_run(room);
}

/* ---- messages that are delivered twice are applied once ---- */

static uint64_t id_hash(const char *id)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a; never 0 for what is kept, which means none */
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * UINT64_C(1099511628211);
    return hash | 1;
}

bool room_knows_id(const struct table_room *room, const char *id)
{
    uint64_t hash = id_hash(id);
    for (int i = 0; i < ROOM_IDS; i++)
        if (room->ids[i] == hash)
            return true;
    return false;
}

void room_note_id(struct table_room *room, const char *id)
{
    if (room_knows_id(room, id))
        return;
    room->ids[room->next_id] = id_hash(id);
    room->next_id = (room->next_id + 1) % ROOM_IDS;
}

/* Whoever said it can be told that nothing more follows. */
void host_dismiss(struct host *host, const struct heard *heard)
{
    const struct host_port *port = heard->id ? host_port_of(host, heard->network) : NULL;
    if (port && port->dealt_with)
        port->dealt_with(port->self, heard->id);
}

static void dealt_with(struct host *host, const struct input *input)
{
    struct heard heard = input_heard(input);
    host_dismiss(host, &heard);
}

static void execute(struct host *host, struct table_room *room, const struct input *input)
{
    struct heard heard = input_heard(input);
    host->has_committed = false;
    if (!room || !input->has_id || !room_knows_id(room, input->id)) {
        if (room && input->has_id)
            room_note_id(room, input->id);
        host->execute(host->arg, host, room, &heard);
    }
    if (!host->has_committed)
        dealt_with(host, input); /* else when it is saved */
}

static void run_input(struct table_room *room, const struct input *input)
{
    switch (input->kind) {
    case INPUT_HEARD:
        execute(room->host, room, input);
        break;
    case INPUT_RENAMED:
        gaps_run_renamed(room, input);
        break;
    case INPUT_BOUND:
        gaps_run_bound(room, input);
        break;
    case INPUT_GONE:
    case INPUT_LOST:
        gaps_run_gone(room, input);
        break;
    case INPUT_RETURNED:
        gaps_run_returned(room, input);
        break;
    case INPUT_NETWORK_GONE:
        room_detach(room);
        break;
    case INPUT_ALARM:
        turn_alarm(room);
        break;
    case INPUT_PLAY_ON:
        turn_play_on(room);
        break;
    }
}

static void run_without_table(struct host *host, struct input *input)
{
    if (input->kind == INPUT_HEARD)
        execute(host, NULL, input);
    free(input);
}

/* What waited for a table that is no more is heard without it. If it opens the next one there, the rest goes to that. */
static void close_room(struct table_room *room)
{
    struct host *host = room->host;
    struct input *waiting = room->queue;
    char network[HOST_NETWORK], name[HOST_ROOM];
    snprintf(network, sizeof network, "%s", room->port->network);
    snprintf(name, sizeof name, "%s", room->name);
    room->queue = NULL;
    room_remove(room);
    while (waiting) {
        struct input *input = waiting;
        struct table_room *next = host_find(host, network, name);
        waiting = input->next;
        input->next = NULL;
        if (next)
            room_push(next, input);
        else
            run_without_table(host, input);
    }
}

void room_run(struct table_room *room)
{
    while (room->queue && !room->change && !room->is_closing) {
        struct input *input = room->queue;
        if (room->has_told_end && input->kind == INPUT_HEARD && !room->is_stuck) {
            turn_end_record(room); /* it is about the room without this table */
            break;
        }
        room->queue = input->next;
        room->queue_length--;
        if (!room->queue)
            room->queue_end = &room->queue;
        run_input(room, input);
        free(input);
    }
    if (!room->change && room->is_closing)
        close_room(room);
    else if (!room->change)
        clock_wake(room);
}

void host_hear(struct host *host, struct table_room *room, const struct heard *heard)
{
    host->now = heard->now;
    if (!room) {
        run_without_table(host, input_of_heard(heard));
        return;
    }
    if (room->queue_length >= ROOM_QUEUE) {
        tell_person(host, heard, STRING_QUEUE_FULL, (char *)0);
        host_dismiss(host, heard);
        return;
    }
    room_push(room, input_of_heard(heard));
}

/* ---- changes ---- */

struct change *change_new(struct table_room *room, const struct heard *heard)
{
    struct change *change = calloc(1, sizeof *change);
    check(change && !room->change);
    change->room = room;
    change->seat = SEAT_NONE;
    change->input = heard ? input_of_heard(heard) : input_new(INPUT_PLAY_ON, room, room->host->now);
    change->heard = input_heard(change->input);
    return change;
}

void change_add(struct change *change, const char *line)
{
    change->lines = realloc(change->lines, (size_t)(change->line_count + 1) * sizeof *change->lines);
    check(change->lines);
    change->lines[change->line_count] = strdup(line);
    check(change->lines[change->line_count++]);
}

static enum string failure_string(enum store_result result)
{
    return result == STORE_FULL        ? STRING_SAVE_DISK_FULL
           : result == STORE_READ_ONLY ? STRING_SAVE_READ_ONLY
           : result == STORE_BUSY      ? STRING_SAVE_BUSY
                                       : STRING_SAVE_FAILED;
}

static void log_failure(const struct table_room *room, enum store_result result)
{
    char table[24];
    snprintf(table, sizeof table, "%" PRId64, room->id);
    log_event(LOG_ERROR, "save-failed", "network", room->port->network, "room", room->name, "table", table, "why",
              store_result_text(result), (char *)0);
}

/* What nobody typed is tried again; the room hears once that it waits. */
static void put_off(struct change *change, enum store_result result)
{
    struct table_room *room = change->room;
    int64_t again = room->host->now + HOST_RETRY_MS;
    if (!room->is_stuck) {
        log_failure(room, result);
        tell_room(room, POST_NEWS, STRING_SAVE_WAITS, (char *)0);
    }
    room->is_stuck = true;
    if (change->input->kind == INPUT_ALARM)
        clock_alarm_at(room, again);
    else
        clock_play_on_at(room, again);
}

static void change_failed(struct change *change, enum store_result result)
{
    struct table_room *room = change->room;
    if (change->input->kind != INPUT_HEARD) {
        put_off(change, result);
        return;
    }
    log_failure(room, result);
    tell_person(room->host, &change->heard, failure_string(result), (char *)0);
    if (room->next_line == 1)
        room->is_closing = true; /* it was to be opened, and is not */
}

static void change_saved(struct change *change)
{
    struct table_room *room = change->room;
    room->next_line += change->line_count;
    if (change->work)
        work_settle(change->work, room);
    for (int i = 0; i < change->line_count && change->applies_lines; i++) {
        char bytes[160];
        struct text why = text_over(bytes, sizeof bytes);
        check(room_apply_line(room, change->lines[i], &why));
    }
    room->is_closing |= change->ends;
    if (room->is_stuck)
        tell_room(room, POST_NEWS, STRING_SAVE_AGAIN, (char *)0);
    room->is_stuck = false;
    room->change = NULL; /* what follows may be saved in its turn */
    if (change->told)
        change->told(change);
    if (!room->is_closing)
        clock_set_alarm(room);
}

static void change_over(void *arg, enum store_result result)
{
    struct change *change = arg;
    struct table_room *room = change->room;
    if (room)
        room->host->saving--;
    if (room && result == STORE_OK) {
        change_saved(change);
    } else if (room) {
        room->change = NULL;
        change_failed(change, result);
    }
    if (room && change->input->kind == INPUT_HEARD)
        dealt_with(room->host, change->input);
    change_free(change);
    if (room)
        room_run(room);
}

/* The id of the message that caused a change stands on its first line. */
static void put_id(struct change *change)
{
    char bytes[3 * ROOM_ID + 8];
    struct text pair = text_over(bytes, sizeof bytes);
    char *line = change->lines[0];
    record_put(&pair, "id", change->input->id);
    check(!pair.cut && asprintf(&change->lines[0], "%s%s", line, bytes) >= 0);
    free(line);
}

void change_commit(struct change *change)
{
    struct table_room *room = change->room;
    if (change->input->has_id)
        put_id(change);
    room->change = change;
    room->host->saving++;
    room->host->has_committed |= change->input->kind == INPUT_HEARD;
    store_append(room->host->store, room->id, room->next_line, (const char *const *)change->lines, change->line_count,
                 change->ends, change_over, change);
}

void change_commit_line(struct table_room *room, const struct heard *heard, const struct text *line, int seat,
                        const char *note, bool ends, change_done *told)
{
    check(!line->cut);
    struct change *change = change_new(room, heard);
    change_add(change, line->bytes);
    change->applies_lines = true;
    change->ends = ends;
    change->told = told;
    change->seat = seat;
    snprintf(change->note, sizeof change->note, "%s", note ? note : "");
    change_commit(change);
}
