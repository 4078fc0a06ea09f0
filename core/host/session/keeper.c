/* See keeper.h. */
#include "keeper.h"

#include <string.h>

#include "elsewhere.h"
#include "host_state.h"
#include "store_postgres.h"

const struct host_port *far_keeper(const struct host *host)
{
    const struct host_port *first = NULL;
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] != PORT_IS_ABSENT &&
            (!first || strcmp(host->ports[i].network, first->network) < 0))
            first = &host->ports[i];
    return first;
}

bool far_keeps_persons(const struct host *host)
{
    const struct host_port *keeper = host->is_shared ? far_keeper(host) : NULL;
    return !keeper || port_is_here(keeper);
}

static void tell(const struct host_port *port, const struct host_event *event)
{
    if (port && !port_is_here(port))
        (void)port->elsewhere->tell(port->self, event);
}

void far_tell_process(struct host *host, const char *network, const struct host_event *event)
{
    tell(host_port_of(host, network), event);
}

void far_tell_keeper(struct host *host, const struct host_event *event)
{
    tell(far_keeper(host), event);
}

const char *far_own(const struct host *host)
{
    for (int i = 0; host->is_shared && i < host->port_count; i++)
        if (host->port_states[i] != PORT_IS_ABSENT && port_is_here(&host->ports[i]))
            return host->ports[i].network;
    return "";
}

/* ---- numbers ---- */

int host_numbers(const struct host *host)
{
    return host->is_shared ? (int)(host->next_table / UNIT_TABLES) * HOST_NUMBERS : 0;
}

bool host_gave_number(const struct host *host, int number)
{
    int before = host_numbers(host);
    return !host->is_shared || (number > before && number <= before + HOST_NUMBERS);
}

int host_number_from(const struct host *host, int next)
{
    int first = host_numbers(host) + 1;
    return next > first ? next : first;
}
