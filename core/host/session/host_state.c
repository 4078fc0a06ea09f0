/* What concerns the whole host and calls nothing of it: its networks, and the wall clock. */
#include "host_state.h"

#include <string.h>

const struct host_port *host_port_of(const struct host *host, const char *network)
{
    for (int i = 0; i < host->port_count; i++)
        if (strcmp(host->ports[i].network, network) == 0)
            return &host->ports[i];
    return NULL;
}

/* Now the adapter can tell the person that nothing more follows. */
void host_dismiss(struct host *host, const struct heard *heard)
{
    const struct host_port *port = heard->id ? host_port_of(host, heard->network) : NULL;
    if (port && port->dealt_with)
        port->dealt_with(port->self, heard->id);
}

void host_on_wall(struct host *host, int64_t (*wall)(void *arg), void *arg)
{
    host->wall = wall;
    host->wall_arg = arg;
}

int64_t host_wall(const struct host *host)
{
    return host->wall ? host->wall(host->wall_arg) : host->now;
}
