/* The register of rooms, and what adapters may ask about one. What happens in a room comes by its queue (queue.c). */
#include "append.h"
#include "aside.h"
#include "hash.h"
#include "recover.h"
#include "begin.h"
#include "room.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "check.h"
#include "edition.h"
#include "history.h"
#include "reading.h"
#include "shares.h"

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
    host->lines_most = RECORD_LINES_MOST;
    host->recovery = calloc(1, sizeof *host->recovery);
    check(host->recovery);
    host->recovery->host = host;
    randombytes_buf(&host->robots, sizeof host->robots);
    shares_init(host);
    bans_init(host);
    return host;
}

void host_free(struct host *host)
{
    for (int i = 0; i < HOST_BUCKETS; i++)
        for (struct table_room *room = host->buckets[i], *next; room; room = next) {
            next = room->next_in_bucket;
            room_remove(room);
        }
    recovery_free(host->recovery);
    readings_fini(host);
    asides_fini(host);
    appends_fini(host);
    faults_fini(host);
    editions_free(host);
    shares_fini(host);
    bans_fini(host);
    free(host->due);
    free(host);
}

void host_add_port(struct host *host, const struct host_port *port)
{
    check(host->port_count < HOST_PORTS && strlen(port->network) < HOST_NETWORK);
    host->ports[host->port_count++] = *port;
    if (host->recovery->has_begun)
        clock_call(host, host->now); /* its tables come back */
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
    return (unsigned)(hash_text(hash_text(HASH_START, network), name) % HOST_BUCKETS);
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

/* Seldom asked, and only while the disk works does it look at all of them. */
bool room_is_taken(const struct host *host, const char *network, const char *name)
{
    for (int b = 0; b < HOST_BUCKETS && host->saving > 0; b++)
        for (const struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket)
            if (room->change && strcmp(room->change->place, name) == 0 && strcmp(room->port->network, network) == 0)
                return true;
    return host_find((struct host *)host, network, name) != NULL;
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

bool host_is_setting_up(const struct table_room *room, const struct heard *heard)
{
    int seat = room_seat_of(room, heard);
    return !room_has_begun(room) && seat >= 0 && room->seats[seat].is_opener;
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

static void put_into_bucket(struct table_room *room)
{
    struct table_room **bucket = bucket_of(room->host, room->port->network, room->name);
    room->next_in_bucket = *bucket;
    *bucket = room;
}

void room_link(struct table_room *room)
{
    check(!room->is_linked);
    put_into_bucket(room);
    room->is_linked = true;
    room->host->room_count++;
    people_index(room);
}

static void unlink_room(struct table_room *room)
{
    struct table_room **link = bucket_of(room->host, room->port->network, room->name);
    while (*link != room)
        link = &(*link)->next_in_bucket;
    *link = room->next_in_bucket;
}

struct table_room *room_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game)
{
    struct table_room *room = calloc(1, sizeof *room);
    check(room && strlen(name) < HOST_ROOM);
    room->host = host;
    room->port = port;
    snprintf(room->name, sizeof room->name, "%s", name);
    room->next_line = 1;
    room->since = host->now;
    room->heard_at = host->now;
    room->game = game;
    room->queue_end = &room->queue;
    room->alarm_at = room->deals_at = room->play_on_at = room->watch_at = room->starts_told_at = INT64_MAX;
    game_ruleset(game, &room->playing.rules);
    return room;
}

struct table_room *room_new(struct host *host, const struct host_port *port, const char *name, const struct game *game)
{
    struct table_room *room = room_new_apart(host, port, name, game);
    room_link(room);
    return room;
}

void room_remove(struct table_room *room)
{
    if (room->is_linked) {
        unlink_room(room);
        room->host->room_count--;
    }
    people_forget(room);
    shares_forget(room);
    due_set(room, INT64_MAX);
    while (room->queue) {
        struct input *input = room->queue;
        room->queue = input->next;
        free(input);
    }
    begin_release(room, false);
    latest_forget(room);
    free(room->faces_read);
    persons_free(&room->persons);
    history_free(room->history);
    if (room->change)
        room->change->room = NULL; /* freed when the store has done with it */
    free(room);
}

void room_rename(struct table_room *room, const char *name)
{
    check(strlen(name) < HOST_ROOM);
    if (room->is_linked)
        unlink_room(room);
    snprintf(room->name, sizeof room->name, "%s", name);
    if (room->is_linked)
        put_into_bucket(room);
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
