#include "presence.h"

#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "room.h"
#include "seat.h"

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool presence_is_person(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && !seat->is_left;
}

bool presence_counts(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && (!seat->is_left || seat->is_given);
}

/* ---- networks ---- */

static int number_of(const struct host *host, const struct host_port *port)
{
    return (int)(port - host->networks.ports);
}

void presence_note_gone(struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    if (port)
        host->networks.gone_at[number_of(host, port)] = later(host->now, 1);
}

void presence_note_back(struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    if (!port || host->networks.gone_at[number_of(host, port)] == 0)
        return;
    host->networks.gone_at[number_of(host, port)] = 0;
    host->networks.back_at[number_of(host, port)] = host->now;
}

static bool is_known_away(const struct host *host, const struct host_port *port)
{
    int number = number_of(host, port);
    return host->networks.states[number] == PORT_IS_ABSENT || host->networks.gone_at[number] != 0;
}

/* A network that cannot be asked is away until it is heard of again. */
bool presence_is_port_away(const struct host *host, const struct host_port *port, const char *room)
{
    return port->is_away ? host->networks.states[number_of(host, port)] == PORT_IS_ABSENT ||
                               port->is_away(port->self, room)
                         : is_known_away(host, port);
}

/* And was not out of sight since; a restart and a lost key forget it. */
static bool has_spoken_lately(const struct session *session, const struct seat *seat)
{
    return !seat->is_detached && seat->heard_at > seat->gone_at &&
           seat->heard_at + PRESENCE_WORD_MS > session->host->now;
}

/* The person reads the table in its room there, or else in private. */
static bool is_network_away(const struct session *session, const struct seat *seat)
{
    const struct showing *showing = session_showing_on(session, seat->port);
    char private[HOST_ROOM];
    snprintf(private, sizeof private, "@%s", seat->key);
    return (showing && showing->is_untold && !showing_is_private(showing)) ||
           presence_is_port_away(session->host, seat->port, showing ? showing->name : private);
}

const char *presence_place(const struct session *session, const struct seat *seat)
{
    const struct showing *showing = session_showing_on(session, seat->port);
    const char *network = seat->port->network, *colon = strchr(network, ':');
    bool is_room = showing && showing->name[0] == '#' &&
                   !presence_is_port_away(session->host, seat->port, "@");
    return is_room ? showing->name : colon ? colon + 1 : network;
}

bool presence_is_gone(const struct host_port *port, const char *key)
{
    return port->absent_since && port->absent_since(port->self, key) > 0;
}

bool presence_sees(const struct host_port *port, const char *key)
{
    return port->absent_since && port->absent_since(port->self, key) == 0;
}

/* ---- persons ---- */

static bool is_called_so(const struct seat *seat)
{
    return seat->port->sees && seat->port->sees(seat->port->self, seat->called);
}

struct presence presence_of(const struct session *session, const struct seat *seat)
{
    const struct host_port *port = seat->port;
    int64_t back_at = session->host->networks.back_at[number_of(session->host, port)];
    if (has_spoken_lately(session, seat) && !is_known_away(session->host, port))
        return (struct presence){PRESENCE_HERE, 0};
    if (is_network_away(session, seat))
        return (struct presence){PRESENCE_NETWORK_AWAY, 0};
    if (seat->is_detached && is_called_so(seat))
        return (struct presence){PRESENCE_UNPROVEN, 0};
    int64_t since = seat->is_detached    ? seat->gone_at
                    : port->absent_since ? port->absent_since(port->self, seat->key)
                                         : -1;
    if (since < 0)
        return (struct presence){PRESENCE_UNKNOWN, seat->heard_at};
    if (since == 0)
        return (struct presence){PRESENCE_HERE, 0};
    return (struct presence){PRESENCE_AWAY, later(later(since, seat->heard_at), back_at)};
}

unsigned presence_seats(const struct session *session, enum presence_kind kind)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (presence_is_person(&session->seats[seat]) &&
            presence_of(session, &session->seats[seat]).kind == kind)
            seats |= 1u << seat;
    return seats;
}

unsigned presence_waiting(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        seats |=
            (unsigned)(session->seats[seat].kind == SEAT_PERSON && session->seats[seat].is_detached)
            << seat;
    return seats;
}

bool presence_is_out_of_reach(const struct session *session, const struct seat *seat)
{
    enum presence_kind kind = presence_of(session, seat).kind;
    return kind != PRESENCE_HERE && kind != PRESENCE_UNKNOWN;
}

unsigned presence_out_of_reach(const struct session *session, unsigned among)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (among >> seat & 1 && presence_is_person(&session->seats[seat]) &&
            presence_is_out_of_reach(session, &session->seats[seat]))
            seats |= 1u << seat;
    return seats;
}

/* While clocks are held (a netsplit) nobody's clock runs. */
int64_t presence_absent_at(const struct session *session, const struct seat *seat)
{
    struct presence presence = presence_of(session, seat);
    return presence.kind == PRESENCE_AWAY
               ? later(presence.since, session->when.held_until) + PRESENCE_SIGHT_MS
           : presence.kind == PRESENCE_UNKNOWN ? presence.since + PRESENCE_SILENT_MS
                                               : INT64_MAX;
}

unsigned presence_present(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (presence_is_person(&session->seats[seat]) &&
            presence_absent_at(session, &session->seats[seat]) > session->host->now)
            seats |= 1u << seat;
    return seats;
}

int64_t presence_all_away_since(const struct session *session)
{
    int64_t last = -1;
    for (int seat = 0; seat < session->seat_count; seat++) {
        if (!presence_is_person(&session->seats[seat]))
            continue;
        struct presence presence = presence_of(session, &session->seats[seat]);
        if (presence.kind != PRESENCE_AWAY)
            return -1;
        last = later(last, later(presence.since, 1));
    }
    return last;
}

int64_t presence_gives_way_at(const struct session *session)
{
    int people = 0;
    int64_t last = -1;
    for (int seat = 0; seat < session->seat_count; seat++) {
        if (!presence_counts(&session->seats[seat]))
            continue;
        struct presence presence = presence_of(session, &session->seats[seat]);
        if (presence.kind != PRESENCE_AWAY)
            return INT64_MAX;
        people++;
        last = later(last, presence.since);
    }
    bool is_watched = people == 0 || session->state.is_recovered || session->clocks.paused_at != 0;
    int64_t wait =
        !session_has_begun(session) || people == 1 ? PRESENCE_ALONE_MS : PRESENCE_SIGHT_MS;
    return is_watched ? INT64_MAX : later(last + wait, session->when.held_until);
}
