/* The queue of a room: what was said there and what happened to its people waits for its turn, and every input is run once.
   What an input does is decided elsewhere; while the disk works on what one of them did (change.c), the next ones wait. */
#include "absent.h"
#include "hash.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "begin.h"
#include "check.h"
#include "text.h"

void room_push(struct table_room *room, struct input *input)
{
    *room->queue_end = input;
    room->queue_end = &input->next;
    room->queue_length++;
    room_run(room);
}

/* ---- messages that are delivered twice are applied once ---- */

/* Ids are their network's own: another one may use the same. */
static int64_t id_hash(const char *network, const char *id)
{
    return (int64_t)hash_text(hash_text(HASH_START, network), id);
}

void room_note_id(struct table_room *room, const char *network, const char *id)
{
    int64_t hash = id_hash(network, id);
    if (!ring_has(&room->ids, hash))
        ring_add(&room->ids, hash);
}

void host_note_ended_id(struct host *host, const char *network, const char *id)
{
    ring_add(&host->ended_ids, id_hash(network, id));
}

static bool is_known(const struct host *host, const struct table_room *room, const struct input *input)
{
    if (!input->has_id)
        return false;
    int64_t hash = id_hash(input->network, input->id);
    return ring_has(&host->ended_ids, hash) || (room && ring_has(&room->ids, hash));
}

const char *host_source(const struct heard *heard)
{
    return heard->source.id ? heard->source.id : heard->key;
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
    if (!is_known(host, room, input)) {
        if (room && input->has_id)
            room_note_id(room, input->network, input->id);
        if (room)
            absent_note_heard(room, &heard);
        if (room && room_seat_of(room, &heard) >= 0)
            turn_note_word(room);
        host->execute(host->arg, host, room, &heard);
    }
    if (!host->has_committed && !(room && begin_holds(room, input)))
        dealt_with(host, input); /* else when it is saved, or a start need not wait any more */
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
    case INPUT_BANNED:
        leave_banned(room, input);
        break;
    case INPUT_END:
        leave_end(room, input);
        break;
    case INPUT_ALARM:
        turn_alarm(room);
        break;
    case INPUT_PLAY_ON:
        turn_play_on(room);
        break;
    case INPUT_WATCH:
        absent_watch(room);
        break;
    case INPUT_STARTERS:
        begin_tell_waiting(room);
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
    for (int n = ring_count(&room->ids); n > 0; n--)
        ring_add(&host->ended_ids, ring_last(&room->ids, n));
    begin_release(room, true);
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
        if (absent_takes_back(room, input)) {
            input->was_taken_back = true; /* and is heard when that is saved, or at once if it never can be */
            continue;
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

/* False: it waits there. */
static bool is_refused_by(struct table_room *room, const struct heard *heard)
{
    bool is_full = room->queue_length >= ROOM_QUEUE;
    if (is_full)
        tell_openly(room->host, heard, STRING_QUEUE_FULL, (char *)0);
    else
        room_push(room, input_of_heard(heard));
    return is_full;
}

void host_hear(struct host *host, struct table_room *room, const struct heard *heard)
{
    host->now = heard->now;
    if (!room)
        run_without_table(host, input_of_heard(heard));
    else if (is_refused_by(room, heard))
        host_dismiss(host, heard);
}

void queue_again(struct table_room *room, const struct heard *heard)
{
    struct host *host = room->host;
    host->has_committed |= !is_refused_by(room, heard); /* dealt with in its turn there */
}
