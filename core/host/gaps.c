/* People whose names or keys change, who go out of sight and come back. A key that does not last ends when its owner is out of
   sight: the seat is then nobody's until the seat word is spoken (people.c), or the network knows for sure who is back. Each
   such event takes its turn in the queue of every table it concerns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record.h"
#include "room.h"
#include "text.h"

/* GAPS_EACH: so many things that happened to one person wait for one table, between two of the person's own words. */
enum { LINE_BYTES = 512, GAPS_EACH = 8 };

bool room_key_lasts(const struct host_port *port, const char *key)
{
    return !port->is_lasting || port->is_lasting(port->self, key);
}

void room_detach(struct table_room *room)
{
    if (!room_key_lasts(room->port, room->opener))
        room->opener[0] = '\0';
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && !room_key_lasts(room->port, s->key))
            gaps_detach(room, s);
    }
}

void gaps_detach(const struct table_room *room, struct seat *seat)
{
    seat->is_detached = true;
    seat->gone_at = room->host->now;
}

/* ---- what the network says, into the queues ---- */

static bool is_gap(const struct input *input)
{
    return input->kind >= INPUT_RENAMED && input->kind <= INPUT_RETURNED;
}

/* The latest that waits there of what happened to this person, if so much does already; else NULL. */
static struct input *latest_of_many(const struct table_room *room, const char *key)
{
    struct input *latest = NULL;
    int count = 0;
    for (struct input *input = room->queue; input; input = input->next) {
        if (strcmp(input->key, key) != 0)
            continue;
        count = is_gap(input) ? count + 1 : 0;
        latest = input;
    }
    return count >= GAPS_EACH ? latest : NULL;
}

/* Where there is too much of it, the newest takes the place of the one before: it says how it is now. */
static void push_about(struct table_room *room, enum input_kind kind, const struct heard *heard)
{
    struct input *input = input_of_heard(heard), *latest = latest_of_many(room, heard->key);
    input->kind = kind;
    if (!latest) {
        room_push(room, input);
        return;
    }
    input->next = latest->next;
    *latest = *input;
    free(input);
}

/* Whether the person sits at a table that waits for the disk, or will, by what is being saved or waits. */
static bool is_concerned(const struct table_room *room, const char *key)
{
    if (strcmp(room->change->input->key, key) == 0 || strcmp(room->opener, key) == 0)
        return true;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (strcmp(room->seats[seat].key, key) == 0 || strcmp(room->seats[seat].next_key, key) == 0)
            return true;
    for (const struct input *input = room->queue; input; input = input->next)
        if (strcmp(input->key, key) == 0 || (input->kind == INPUT_BOUND && strcmp(input->text, key) == 0))
            return true;
    return false;
}

/* Into the queue of every table where this person sits or that they opened, and of those where they will sit when what is
   being saved is done. `text` is the input's. */
static void push_to_seats(struct host *host, enum input_kind kind, const struct heard *heard)
{
    host->now = heard->now;
    for (int b = 0; b < HOST_BUCKETS && host->saving > 0; b++)
        for (struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket)
            if (room->change && strcmp(room->port->network, heard->network) == 0 && is_concerned(room, heard->key))
                push_about(room, kind, heard);
    struct sitting *sitting = host->sittings[room_bucket(heard->network, heard->key)], *next;
    for (; sitting; sitting = next) {
        struct table_room *room = sitting->room;
        next = sitting->next;
        if (!room->change)
            push_about(room, kind, heard);
    }
}

void host_renamed(struct host *host, const char *network, const char *key, const char *name, int64_t now)
{
    struct heard heard = {.network = network, .key = key, .name = name, .text = "", .now = now};
    push_to_seats(host, INPUT_RENAMED, &heard);
}

static void push_gap(struct host *host, enum input_kind kind, const char *network, const char *key, int64_t now)
{
    struct heard heard = {.network = network, .key = key, .name = "", .text = "", .now = now};
    const struct host_port *port = host_port_of(host, network);
    if (port && (kind == INPUT_RETURNED || !room_key_lasts(port, key)))
        push_to_seats(host, kind, &heard);
}

void host_gone(struct host *host, const char *network, const char *key, int64_t now)
{
    push_gap(host, INPUT_GONE, network, key, now);
}

void host_lost(struct host *host, const char *network, const char *key, int64_t now)
{
    push_gap(host, INPUT_LOST, network, key, now);
}

void host_returned(struct host *host, const char *network, const char *key, int64_t now)
{
    push_gap(host, INPUT_RETURNED, network, key, now);
}

void host_bound(struct host *host, const char *network, const char *key, const char *lasting, int64_t now)
{
    struct heard heard = {.network = network, .key = key, .name = "", .text = lasting, .now = now};
    check(strlen(lasting) < HOST_KEY);
    push_to_seats(host, INPUT_BOUND, &heard);
}

/* Nobody can read it, so nothing is said: the room hears of it when the network is back. */
void host_network_gone(struct host *host, const char *network, int64_t now)
{
    const struct host_port *port = host_port_of(host, network);
    host->now = now;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket) {
            if (room->port != port)
                continue;
            room->is_recovered = true;
            room->alarm_at = room->play_on_at = INT64_MAX;
            room_detach(room);
            if (room->change) /* what is being saved, and what waits, was heard before */
                room_push(room, input_new(INPUT_NETWORK_GONE, room, now));
        }
}

/* ---- names and keys: they stand beside the old ones until they are saved ---- */

/* Perhaps another name waits, or what the saving of this one was in the way of. */
static void told_saved(struct change *change)
{
    clock_play_on_at(change->room, change->room->host->now);
}

static void give_up_name(struct change *change)
{
    change->room->seats[change->seat].next_name[0] = '\0';
}

/* The key that the seat had has ended, and the seat cannot be had by the other. */
static void give_up_key(struct change *change)
{
    struct seat *seat = &change->room->seats[change->seat];
    seat->next_key[0] = '\0';
    gaps_detach(change->room, seat);
}

static void save_name(struct table_room *room, int seat, const char *name)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(room, NULL);
    text_put(&line, "name");
    check(change_put_person(change, room->seats[seat].key, name, &line));
    change_put(change, &line, seat, NULL, told_saved);
    change->given_up = give_up_name;
    change_commit(change);
}

/* Where the record has seen too many people, the seat waits for its word. */
static void save_key(struct table_room *room, int seat, const char *key)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(room, NULL);
    text_put(&line, "bind");
    record_put_number(&line, "seat", seat + 1);
    bool is_person = change_put_person(change, key, room->seats[seat].called, &line);
    change_put(change, &line, seat, NULL, told_saved);
    change->given_up = give_up_key;
    change_put_key(change, key);
    if (is_person) {
        change_commit(change);
        return;
    }
    give_up_key(change);
    change_free(change);
}

bool gaps_save_again(struct table_room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->next_key[0])
            save_key(room, seat, s->next_key);
        else if (s->next_name[0])
            save_name(room, seat, s->next_name);
        else
            continue;
        return true;
    }
    return false;
}

void gaps_run_renamed(struct table_room *room, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = room_seat_of(room, &heard);
    if (seat < 0 || strcmp(room->seats[seat].called, input->name) == 0)
        return;
    memcpy(room->seats[seat].next_name, input->name, sizeof input->name);
    gaps_save_again(room);
}

/* Somebody who sits there by the lasting key too, at another client, cannot have both seats: the one that was theirs by the
   key that ended waits for its word. */
void gaps_run_bound(struct table_room *room, const struct input *input)
{
    struct heard heard = input_heard(input), lasting = heard;
    int seat = room_seat_of(room, &heard);
    lasting.key = input->text;
    if (strcmp(room->opener, input->key) == 0)
        memcpy(room->opener, input->text, sizeof room->opener);
    if (seat < 0)
        return;
    if (room_seat_of(room, &lasting) >= 0 || room_has_private_twin(room, lasting.key)) {
        gaps_detach(room, &room->seats[seat]);
        return;
    }
    memcpy(room->seats[seat].next_key, input->text, sizeof room->seats[seat].next_key);
    gaps_save_again(room);
}

/* ---- gaps ---- */

void gaps_run_gone(struct table_room *room, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = room_seat_of(room, &heard);
    if (strcmp(room->opener, input->key) == 0)
        room->opener[0] = '\0';
    if (seat < 0)
        return;
    gaps_detach(room, &room->seats[seat]);
    if (!room->seats[seat].is_left && input->kind == INPUT_GONE) /* else a robot plays there anyway, or it was told */
        tell_room(room, POST_NEWS, STRING_DETACHED, "who", room->seats[seat].name, (char *)0);
}

void gaps_run_returned(struct table_room *room, const struct input *input)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct seat *s = &room->seats[seat];
        if (s->kind != SEAT_PERSON || strcmp(s->key, input->key) != 0)
            continue;
        s->is_detached = false;
        s->heard_at = room->host->now;
        if (s->is_opener)
            memcpy(room->opener, s->key, sizeof room->opener);
        if (room_has_begun(room) && !s->is_left && !room->playing.is_over && !room->is_recovered)
            latest_tell_hand(room, seat); /* a room that is not back yet gets its hands when it is */
    }
}
