/* Whom a ban of a single room keeps from opening a table there and from sitting down at one;
   they are told. Which bans there are is in session/room_bans.h, what operators order in
   bans_orders.c. */
#include "bans_room.h"

#include <string.h>

#include "guests.h"
#include "heard.h"
#include "host_state.h"
#include "port.h"
#include "room_bans.h"
#include "shares.h"
#include "tell.h"

bool bans_room_refuse(struct host *host, const struct heard *heard, const struct host_port *port,
                      const char *room)
{
    unsigned char source[SESSION_PAYER];
    shares_hash(host, heard->network, host_source(heard), source);
    if (heard->rank & (RANK_ADMIN | RANK_LOCAL) ||
        !room_bans_has(host, port, room, heard->network, heard->key, source))
        return false;
    tell_openly(host, heard, STRING_ROOM_BANNED, "room",
                strcmp(port->network, heard->network) == 0 ? room : guests_word(room), (char *)0);
    return true;
}

bool bans_room_refuse_table(const struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    return bans_room_refuse(host, heard, session->home.port, session->home.name) ||
           (heard->room &&
            bans_room_refuse(host, heard, host_port_of(host, heard->network), heard->room));
}
