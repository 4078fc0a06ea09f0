/* See world.h: a network that the bot is not on, and what the bot says of its people meanwhile. */
#include <string.h>

#include "host_state.h"
#include "presence.h"
#include "world.h"

enum { NOTICED_MS = 200000 /* that a connection is dead */ };

static int64_t away_since[NETS];

static bool is_away(const char *network)
{
    for (int i = 0; i < NETS; i++)
        if (strcmp(w.nets[i].network, network) == 0)
            return away_since[i] > 0 && sim_now() - away_since[i] > NOTICED_MS;
    return false;
}

void outage_note(void)
{
    for (int i = 0; i < NETS; i++)
        if (!w.nets[i].irc || sim_irc_has_bot(w.nets[i].irc, NULL))
            away_since[i] = 0;
        else if (away_since[i] == 0)
            away_since[i] = sim_now();
}

void outage_check(const struct host *host)
{
    for (const struct session *session = host->tables.first; session; session = session->next)
        for (int i = 0; i < session->seat_count; i++) {
            const struct seat *seat = &session->seats[i];
            if (presence_is_person(seat) && is_away(seat->port->network) &&
                presence_of(session, seat).kind != PRESENCE_NETWORK_AWAY)
                world_break(LAW_SEAT, "%s at table %lld counts as gone, but %s is away", seat->name,
                            (long long)session->id, seat->port->network);
        }
}
