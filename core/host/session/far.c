/* See far.h. */
#include "far.h"

#include <string.h>

#include "heard.h"
#include "host_state.h"
#include "tables.h"
#include "text.h"

void far_note_more(struct host *host, const struct host_event *event)
{
    const struct host_port *own = host_port_of(host, event->network);
    if (!own || !port_is_here(own))
        return;
    for (int i = 0; i < host->port_count; i++)
        if (!port_is_here(&host->ports[i]))
            host->ports[i].elsewhere->note(host->ports[i].self, event);
}

void far_note(struct host *host, enum host_event_kind kind, const char *network, const char *who)
{
    far_note_more(host, &(struct host_event){.kind = kind, .network = network, .who = who});
}

void far_note_changed(const struct session *session)
{
    const struct host *host = session->host;
    for (int i = 0; i < host->port_count; i++)
        if (!port_is_here(&host->ports[i]))
            host->ports[i].elsewhere->changed(host->ports[i].self, session);
}

void far_note_gone(const struct session *session)
{
    const struct host *host = session->host;
    for (int i = 0; i < host->port_count; i++)
        if (!port_is_here(&host->ports[i]))
            host->ports[i].elsewhere->gone(host->ports[i].self, session->id);
}

/* All processes have the same networks, so they agree. */
const struct host_port *far_of_code(const struct host *host, const char *code)
{
    const struct host_port *best = NULL;
    uint64_t most = 0;
    for (int i = 0; i < host->port_count; i++) {
        uint64_t weight = text_hash(text_hash(HASH_START, code), host->ports[i].network) >> 8;
        if (host->port_states[i] == PORT_IS_ABSENT || (best && weight < most))
            continue;
        best = &host->ports[i];
        most = weight;
    }
    return best;
}

bool host_has_table(struct host *host, const char *network, const char *room)
{
    const struct host_port *own = host_port_of(host, network);
    if (host_find(host, network, room))
        return true;
    for (int i = 0; own && port_is_here(own) && i < host->port_count; i++)
        if (!port_is_here(&host->ports[i]) &&
            host->ports[i].elsewhere->shows(host->ports[i].self, room))
            return true;
    return false;
}

unsigned far_asks(const struct host *host, const struct heard *heard)
{
    const struct host_port *own = host_port_of(host, heard->network);
    unsigned asks = 0;
    for (int i = 0; own && port_is_here(own) && i < host->port_count; i++)
        if (!port_is_here(&host->ports[i]))
            asks |= host->ports[i].elsewhere->asks(host->ports[i].self, heard->key);
    return asks;
}

const struct host_port *host_network(const struct host *host, const char *network)
{
    return host_port_of(host, network);
}
