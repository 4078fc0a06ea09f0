/* People whose names or keys change, who go out of sight and come back. A key that does not last
   ends when its owner is out of sight: the seat then belongs to nobody until its word is said
   (claim.c), or the network knows for sure who is back. How such an event comes into the queues:
   input_queue.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "host_state.h"
#include "identity.h"
#include "input.h"
#include "latest.h"
#include "posts.h"
#include "seats.h"
#include "session_rooms.h"
#include "tell.h"
#include "text.h"

/* ---- names and keys: new ones stand beside the old ones until they are saved ---- */

/* Another name may wait, or moves that this change held up. */
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
    struct change *change = change_new(session, NULL);
    check(change_put_person(change, "name", SEAT_NONE, session->seats[seat].port->network,
                            session->seats[seat].key, name, NULL));
    change->given_up = give_up_name;
    change_commit_lines(change, seat, NULL, told_saved);
}

/* Where the record has seen too many people, the seat waits for its word. */
static void save_key(struct session *session, int seat, const char *key)
{
    struct change *change = change_new(session, NULL);
    change->given_up = give_up_key;
    change->seat = seat;
    change_put_key(change, &session->seats[seat], key);
    if (change_put_person(change, "bind", seat, session->seats[seat].port->network, key,
                          session->seats[seat].called, NULL)) {
        change_commit_lines(change, seat, NULL, told_saved);
        return;
    }
    give_up_key(change);
    change_free(change);
}

bool identity_save_again(struct session *session)
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

static void ask_name(struct seat *seat)
{
    const struct host_port *port = seat->port;
    struct input named;
    const char *name = port->called ? port->called(port->self, seat->key) : NULL;
    if (!name)
        return;
    input_set_name(&named, name);
    if (strcmp(named.name, seat->called) != 0)
        memcpy(seat->next_name, named.name, sizeof seat->next_name);
}

void identity_ask_names(struct session *session)
{
    for (int i = 0; i < session->seat_count; i++) {
        struct seat *seat = &session->seats[i];
        if (seat->kind == SEAT_PERSON && !seat->is_detached && !seat->keeps_name &&
            !*seat->next_name)
            ask_name(seat);
    }
}

void identity_renamed(struct session *session, const struct input *input)
{
    int seat = session_seat_held(session, input->network, input->key);
    if (seat < 0 || session->seats[seat].keeps_name ||
        strcmp(session->seats[seat].called, input->name) == 0)
        return;
    memcpy(session->seats[seat].next_name, input->name, sizeof input->name);
    identity_save_again(session);
}

/* A person who also sits there by the lasting key, at another client, cannot have both seats:
   the seat of the key that ended waits for its word. */
void identity_bound(struct session *session, const struct input *input)
{
    struct heard lasting = input_heard(input);
    int seat = session_seat_held(session, input->network, input->key);
    lasting.key = input->text;
    if (session_was_opened_by(session, input->network, input->key))
        memcpy(session->opener, input->text, sizeof session->opener);
    if (seat < 0)
        return;
    if (session_seat_of(session, &lasting) >= 0 ||
        session_has_private_twin(session, &session->seats[seat], lasting.key)) {
        seat_detach(session, &session->seats[seat]);
        return;
    }
    memcpy(session->seats[seat].next_key, input->text, sizeof session->seats[seat].next_key);
    identity_save_again(session);
}

/* ---- gaps ---- */

void identity_gone(struct session *session, const struct input *input)
{
    int seat = session_seat_held(session, input->network, input->key);
    if (session_was_opened_by(session, input->network, input->key))
        session->opener[0] = '\0';
    if (seat < 0)
        return;
    seat_detach(session, &session->seats[seat]);
    if (!session->seats[seat].is_left &&
        input->kind == INPUT_GONE) /* otherwise a robot plays there anyway, or the room was told */
        tell_room(session, POST_NEWS, STRING_DETACHED, "who", session->seats[seat].name, (char *)0);
}

void identity_returned(struct session *session, const struct input *input)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (!seat_belongs(s, input->network, input->key))
            continue;
        s->is_detached = false;
        s->heard_at = session->host->now;
        if (s->is_opener) {
            session->opener_port = s->port;
            memcpy(session->opener, s->key, sizeof session->opener);
        }
        if (session_has_begun(session) && !s->is_left && !session->playing->is_over &&
            !session->is_recovered)
            latest_tell_hand(session, seat); /* a room that is not back yet is told hands later */
    }
}
