/* What is heard here and belongs to a table of another process: asks the ports of the other
   networks (api/elsewhere.h), in their order, and sees to what only this process knows of the
   room. */
#include "elsewhere.h"

#include <stdio.h>
#include <string.h>

#include "far.h"
#include "heard.h"
#include "host_commands.h"
#include "host_state.h"
#include "room_rules.h"
#include "session_rooms.h"
#include "tables.h"
#include "tell.h"
#include "text.h"

static bool takes(const struct host_port *port, const struct heard *heard, enum host_matter matter)
{
    return !port_is_here(port) && port->elsewhere->takes(port->self, heard, matter);
}

/* "join CODE", with the code as it is typed. The process there does not know what operators said
   of this room. */
static bool takes_code(struct host *host, const struct heard *heard)
{
    char code[INVITE_CODE + 1];
    const char *blank = strrchr(heard->text, ' ');
    snprintf(code, sizeof code, "%s", blank ? blank + 1 : heard->text);
    for (char *letter = code; *letter; letter++)
        *letter = (char)(*letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    const struct host_port *port = far_of_code(host, code),
                           *own = host_port_of(host, heard->network);
    if (!port || port_is_here(port) || !own)
        return false;
    bool is_taken = heard->room && room_is_taken(host, heard->network, heard->room);
    bool is_forbidden = heard->room && room_rule_is(host, own, heard->room, RULE_GUESTS, "no");
    if (!is_taken && !is_forbidden)
        return takes(port, heard, HOST_MATTER_CODE);
    tell_person(host, heard, is_forbidden ? STRING_GUEST_FORBIDDEN : STRING_GUEST_ROOM_TAKEN,
                "game", "", (char *)0);
    host_dismiss(host, heard);
    return true;
}

bool host_goes_elsewhere(struct host *host, const struct heard *heard, enum host_matter matter)
{
    const struct host_port *own = host_port_of(host, heard->network);
    if (!own || !port_is_here(own))
        return false;
    if (matter == HOST_MATTER_CODE)
        return takes_code(host, heard);
    if (matter == HOST_MATTER_PERSON)
        return takes(far_keeper(host), heard, matter);
    if (heard->room && host_find(host, heard->network, heard->room))
        return false;
    for (int i = 0; i < host->port_count; i++)
        if (takes(&host->ports[i], heard, matter))
            return true;
    return false;
}
