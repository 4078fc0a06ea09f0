/* People whose names or keys change, who go out of sight and come back. A key that does not last ends when its owner is
   out of sight: the seat then belongs to nobody until its word is said (claim.c), or the network knows for sure who is
   back. Each such event takes its turn in the queue of every table it concerns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record.h"
#include "change.h"
#include "host_state.h"
#include "input_queue.h"
#include "latest.h"
#include "person_events.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

/* GAPS_EACH: events of one person that wait for one table, between two of the person's own words. */
enum { LINE_BYTES = 512, GAPS_EACH = 8 };

/* ---- what the network says, into the queues ---- */

static bool is_gap(const struct input *input)
{
    return input->kind >= INPUT_RENAMED && input->kind <= INPUT_RETURNED;
}

/* The latest waiting event of this person, if GAPS_EACH wait. Else NULL. */
static struct input *latest_of_many(const struct session *session, const char *key)
{
    struct input *latest = NULL;
    int count = 0;
    for (struct input *input = session->queue; input; input = input->next) {
        if (strcmp(input->key, key) != 0)
            continue;
        count = is_gap(input) ? count + 1 : 0;
        latest = input;
    }
    return count >= GAPS_EACH ? latest : NULL;
}

/* Where too many wait, the newest replaces the one before: it says how things are now. */
static void push_about(struct session *session, enum input_kind kind, const struct heard *heard)
{
    struct input *input = input_of_heard(heard), *latest = latest_of_many(session, heard->key);
    input->kind = kind;
    if (!latest) {
        session_push(session, input);
        return;
    }
    input->next = latest->next;
    *latest = *input;
    free(input);
}

/* The person sits at a table that waits for the disk, or will sit there when its change and its queue are done. */
static bool is_concerned(const struct session *session, const char *key)
{
    if (strcmp(session->change->input->key, key) == 0 || strcmp(session->opener, key) == 0)
        return true;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (strcmp(session->seats[seat].key, key) == 0 || strcmp(session->seats[seat].next_key, key) == 0)
            return true;
    for (const struct input *input = session->queue; input; input = input->next)
        if (strcmp(input->key, key) == 0 || (input->kind == INPUT_BOUND && strcmp(input->text, key) == 0))
            return true;
    return false;
}

/* Pushes into the queue of every table where this person sits, or that the person opened, or where the person will sit
   when a change is saved. `text` is the input's. */
static void push_to_seats(struct host *host, enum input_kind kind, const struct heard *heard)
{
    host->now = heard->now;
    for (int b = 0; b < HOST_BUCKETS && host->saving > 0; b++)
        for (struct session *session = host->buckets[b]; session; session = session->next_in_bucket)
            if (session->change && strcmp(session->port->network, heard->network) == 0 &&
                is_concerned(session, heard->key))
                push_about(session, kind, heard);
    struct sitting *sitting = host->sittings[room_bucket(heard->network, heard->key)], *next;
    for (; sitting; sitting = next) {
        struct session *session = sitting->session;
        next = sitting->next;
        if (!session->change)
            push_about(session, kind, heard);
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

/* Says nothing, for nobody can read it: the rooms are told when the network is back. */
void host_network_gone(struct host *host, const char *network, int64_t now)
{
    const struct host_port *port = host_port_of(host, network);
    host->now = now;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct session *session = host->buckets[b]; session; session = session->next_in_bucket) {
            if (session->port != port)
                continue;
            session->is_recovered = true;
            session->alarm_at = session->play_on_at = INT64_MAX;
            session_detach(session);
            if (session->change) /* the change and the queue were heard before */
                session_push(session, input_new(INPUT_NETWORK_GONE, session, now));
        }
}

/* ---- names and keys: new ones stand beside the old ones until they are saved ---- */

/* Another name may wait, or something that this change was in the way of. */
static void told_saved(struct change *change)
{
    clock_play_on_at(change->session, change->session->host->now);
}

static void give_up_name(struct change *change)
{
    change->session->seats[change->seat].next_name[0] = '\0';
}

/* The seat's old key has ended, and the seat cannot get the new one. */
static void give_up_key(struct change *change)
{
    struct seat *seat = &change->session->seats[change->seat];
    seat->next_key[0] = '\0';
    seat_detach(change->session, seat);
}

static void save_name(struct session *session, int seat, const char *name)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, NULL);
    text_put(&line, "name");
    check(change_put_person(change, session->seats[seat].key, name, &line));
    change_put(change, &line, seat, NULL, told_saved);
    change->given_up = give_up_name;
    change_commit(change);
}

/* Where the record has seen too many people, the seat waits for its word. */
static void save_key(struct session *session, int seat, const char *key)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, NULL);
    text_put(&line, "bind");
    record_put_number(&line, "seat", seat + 1);
    bool is_person = change_put_person(change, key, session->seats[seat].called, &line);
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

bool gaps_save_again(struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->next_key[0])
            save_key(session, seat, s->next_key);
        else if (s->next_name[0])
            save_name(session, seat, s->next_name);
        else
            continue;
        return true;
    }
    return false;
}

void gaps_run_renamed(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = session_seat_of(session, &heard);
    if (seat < 0 || strcmp(session->seats[seat].called, input->name) == 0)
        return;
    memcpy(session->seats[seat].next_name, input->name, sizeof input->name);
    gaps_save_again(session);
}

/* A person who also sits there by the lasting key, at another client, cannot have both seats: the seat of the key that
   ended waits for its word. */
void gaps_run_bound(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input), lasting = heard;
    int seat = session_seat_of(session, &heard);
    lasting.key = input->text;
    if (strcmp(session->opener, input->key) == 0)
        memcpy(session->opener, input->text, sizeof session->opener);
    if (seat < 0)
        return;
    if (session_seat_of(session, &lasting) >= 0 || session_has_private_twin(session, lasting.key)) {
        seat_detach(session, &session->seats[seat]);
        return;
    }
    memcpy(session->seats[seat].next_key, input->text, sizeof session->seats[seat].next_key);
    gaps_save_again(session);
}

/* ---- gaps ---- */

void gaps_run_gone(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = session_seat_of(session, &heard);
    if (strcmp(session->opener, input->key) == 0)
        session->opener[0] = '\0';
    if (seat < 0)
        return;
    seat_detach(session, &session->seats[seat]);
    if (!session->seats[seat].is_left &&
        input->kind == INPUT_GONE) /* otherwise a robot plays there anyway, or the room was told */
        tell_room(session, POST_NEWS, STRING_DETACHED, "who", session->seats[seat].name, (char *)0);
}

void gaps_run_returned(struct session *session, const struct input *input)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || strcmp(s->key, input->key) != 0)
            continue;
        s->is_detached = false;
        s->heard_at = session->host->now;
        if (s->is_opener)
            memcpy(session->opener, s->key, sizeof session->opener);
        if (session_has_begun(session) && !s->is_left && !session->playing.is_over && !session->is_recovered)
            latest_tell_hand(session, seat); /* a room that is not back yet is told hands later */
    }
}
