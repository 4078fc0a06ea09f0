/* The rooms of sessions: found by network and name, added and taken away. */
#include "showing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "port.h"
#include "room_rules.h"
#include "session_rooms.h"
#include "text.h"

enum { GUESTS = SESSION_SHOWN - 1 };

static struct showing **bucket_of(struct host *host, const struct showing *showing)
{
    return &host->buckets[host_bucket(showing->port->network, showing->name)];
}

struct showing *showing_find(const struct host *host, const char *network, const char *name)
{
    struct showing *showing = host->buckets[host_bucket(network, name)];
    while (showing &&
           (strcmp(showing->name, name) != 0 || strcmp(showing->port->network, network) != 0))
        showing = showing->next_in_bucket;
    return showing;
}

/* ---- rooms that a bridge joins ---- */

/* "far #lounge", as the network and the room are called. */
static bool names(const char *words, const struct showing *room)
{
    size_t length = strlen(room->port->network);
    return words && strncmp(words, room->port->network, length) == 0 && words[length] == ' ' &&
           text_same_word(words + length + 1, room->name);
}

static bool is_configured(const struct showing *from, const struct showing *to)
{
    const struct host_port *port = from->port;
    return port->bridged_with && names(port->bridged_with(port->self, from->name), to);
}

bool showings_are_bridged(const struct host *host, const struct showing *a, const struct showing *b)
{
    char of_a[RULE_VALUE], of_b[RULE_VALUE];
    room_rule_get(host, a->port, a->name, RULE_BRIDGED, of_a);
    room_rule_get(host, b->port, b->name, RULE_BRIDGED, of_b);
    return is_configured(a, b) || is_configured(b, a) || names(of_a, b) || names(of_b, a);
}

/* The rooms, as bits, of which a bridge repeats in room i what is said there; through other
   rooms of the table, too. */
static void find_bridges(const struct host *host, const struct showing *const rooms[], int count,
                         unsigned leads[SESSION_SHOWN])
{
    for (int i = 0; i < count; i++) {
        char said[RULE_VALUE];
        room_rule_get(host, rooms[i]->port, rooms[i]->name, RULE_BRIDGED, said);
        leads[i] = 0;
        for (int j = 0; j < count; j++)
            if (j != i && (names(said, rooms[j]) || is_configured(rooms[i], rooms[j]) ||
                           is_configured(rooms[j], rooms[i])))
                leads[i] |= 1u << j;
    }
    for (int through = 0; through < count; through++)
        for (int i = 0; i < count; i++)
            if (leads[i] >> through & 1)
                leads[i] |= leads[through];
}

/* Left out is a room for one that reads nothing of it, or for an earlier one: so one of those
   that it reads is told. */
unsigned showings_to_tell(const struct host *host, const struct showing *const rooms[], int count)
{
    unsigned told = (1u << count) - 1, leads[SESSION_SHOWN];
    find_bridges(host, rooms, count, leads);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (j != i && leads[i] >> j & 1 && (j < i || !(leads[j] >> i & 1)))
                told &= ~(1u << i);
    return told;
}

/* ---- a room of one name ---- */

void session_set_untold(struct session *session, const struct host_port *port)
{
    session->is_recovered = true;
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        showing->is_untold |= !port || showing->port == port;
        session->is_recovered &= showing->is_untold;
    }
}

void showing_set_untold(struct showing *showing)
{
    struct session *session = showing->session;
    showing->is_untold = session->is_recovered = true;
    for (int i = 0; i < session_showing_count(session); i++)
        session->is_recovered &= session_showing(session, i)->is_untold;
}

/* ---- the buckets ---- */

void showings_link(struct session *session)
{
    for (int i = 0; i < session_showing_count(session) && session->is_linked; i++) {
        struct showing *showing = session_showing(session, i),
                       **bucket = bucket_of(session->host, showing);
        showing->next_in_bucket = *bucket;
        *bucket = showing;
    }
}

void showings_unlink(struct session *session)
{
    for (int i = 0; i < session_showing_count(session) && session->is_linked; i++) {
        struct showing *showing = session_showing(session, i),
                       **link = bucket_of(session->host, showing);
        while (*link != showing)
            link = &(*link)->next_in_bucket;
        *link = showing->next_in_bucket;
    }
}

/* ---- changes: all rooms leave their buckets meanwhile, for they may move in memory ---- */

static void set_name(struct showing *showing, const char *name)
{
    check(strlen(name) < HOST_ROOM);
    snprintf(showing->name, sizeof showing->name, "%s", name);
}

void session_show(struct session *session, const struct host_port *port, const char *name,
                  int number)
{
    check(session->guest_count < GUESTS);
    showings_unlink(session);
    if (!session->guests)
        session->guests = calloc(GUESTS, sizeof *session->guests);
    check(session->guests);
    struct showing *showing = &session->guests[session->guest_count++];
    *showing = (struct showing){.session = session, .port = port, .number = number};
    set_name(showing, name);
    showings_link(session);
}

void session_hide(struct session *session, int number)
{
    int i = 0;
    while (session_showing(session, i)->number != number)
        i++;
    check(i < session_showing_count(session) && session->guest_count > 0);
    showings_unlink(session);
    for (; i < session->guest_count; i++)
        *session_showing(session, i) = *session_showing(session, i + 1);
    session->guest_count--;
    showings_link(session);
}

void session_hide_guests(struct session *session)
{
    showings_unlink(session);
    session->guest_count = 0;
    showings_link(session);
}

void session_settle(struct session *session, const struct host_port *port, const char *name,
                    int number)
{
    showings_unlink(session);
    session->home.port = port;
    session->home.number = number;
    set_name(&session->home, name);
    showings_link(session);
}

void showings_copy(struct session *copy)
{
    const struct showing *guests = copy->guests;
    copy->home.session = copy;
    if (!guests)
        return;
    copy->guests = calloc(GUESTS, sizeof *copy->guests);
    check(copy->guests);
    memcpy(copy->guests, guests, GUESTS * sizeof *copy->guests);
    for (int i = 0; i < copy->guest_count; i++)
        copy->guests[i].session = copy;
}
