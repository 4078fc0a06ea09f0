/* What networks see of people: each event takes its turn in the queue of every table it concerns. What comes of it there:
   person_events.c. */
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "host_state.h"
#include "input_queue.h"
#include "seats.h"

/* Events of one person that wait for one table, between two of the person's own words. */
enum { GAPS_EACH = 8 };

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
