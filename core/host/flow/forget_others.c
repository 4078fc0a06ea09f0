/* See forget_others.h. */
#include "forget_others.h"

#include "elsewhere.h"
#include "host_state.h"
#include "keeper.h"
#include "text.h"

static bool is_left(const struct host *host, unsigned done, int port)
{
    return !port_is_here(&host->ports[port]) && !(done >> port & 1);
}

bool others_are_left(const struct host *host, unsigned done)
{
    for (int i = 0; i < host->port_count; i++)
        if (is_left(host, done, i))
            return true;
    return false;
}

bool others_are_at_it(const struct host *host, unsigned done)
{
    for (int i = 0; i < host->port_count; i++) {
        const struct host_port *port = &host->ports[i];
        if (is_left(host, done, i) && !(port->is_away && port->is_away(port->self, "")))
            return true;
    }
    return false;
}

void others_put(const struct host *host, unsigned done, struct text *networks)
{
    for (int i = 0; i < host->port_count; i++)
        if (is_left(host, done, i))
            text_putf(networks, "%s%s", networks->length > 0 ? ", " : "", host->ports[i].network);
}

unsigned others_bit(const struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port ? 1u << (port - host->ports) : 0;
}

bool others_tell_done(struct host *host, const char *network, int number)
{
    const struct host_port *port = host_port_of(host, network);
    const struct host_event event = {
        .kind = HOST_EVENT_FORGOT, .network = network, .who = "", .ms = number};
    return port && !port_is_here(port) && port->elsewhere->tell(port->self, &event);
}
