/* What concerns the whole host and calls nothing of it. */
#include "host_state.h"

#include "tables.h"

#include <stdio.h>
#include <string.h>

#include "elsewhere.h"
#include "store_postgres.h"

const struct host_port *host_port_of(const struct host *host, const char *network)
{
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] != PORT_IS_ABSENT &&
            strcmp(host->networks.ports[i].network, network) == 0)
            return &host->networks.ports[i];
    return NULL;
}

/* ---- networks that only records name ---- */

static void post_nothing(void *self, const struct post *post)
{
    (void)self, (void)post;
}

static void whisper_nothing(void *self, const struct whisper *whisper)
{
    (void)self, (void)whisper;
}

static enum host_reach reach_nobody(void *self, const char *key)
{
    (void)self, (void)key;
    return HOST_UNREACHED;
}

static int slot_of(const struct host *host, const char *network)
{
    int i = 0;
    while (i < host->networks.count && strcmp(host->networks.ports[i].network, network) != 0)
        i++;
    return i;
}

/* Adapters find a place whatever records name. */
static bool are_absent_full(const struct host *host)
{
    int absent = 0;
    for (int i = 0; i < host->networks.count; i++)
        absent += host->networks.states[i] == PORT_IS_ABSENT;
    return absent == HOST_PORTS - HOST_NETWORKS;
}

const struct host_port *host_port_or_absent(struct host *host, const char *network)
{
    int i = slot_of(host, network);
    if (i < host->networks.count)
        return &host->networks.ports[i];
    if (are_absent_full(host) || i == HOST_PORTS || strlen(network) >= HOST_NETWORK)
        return NULL;
    snprintf(host->networks.absent[i], sizeof host->networks.absent[i], "%s", network);
    host->networks.ports[i] = (struct host_port){.network = host->networks.absent[i],
                                                 .post = post_nothing,
                                                 .whisper = whisper_nothing,
                                                 .reach = reach_nobody};
    host->networks.states[i] = PORT_IS_ABSENT;
    host->networks.count++;
    return &host->networks.ports[i];
}

bool host_set_port(struct host *host, const struct host_port *port)
{
    int i = slot_of(host, port->network);
    if (i == HOST_PORTS)
        return false;
    host->networks.count += i == host->networks.count;
    host->networks.ports[i] = *port;
    host->networks.states[i] = PORT_IS_NEW;
    return true;
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
    host->calls.wall = wall;
    host->calls.wall_arg = arg;
}

void host_on_choice(struct host *host, host_choose *choose, void *arg)
{
    host->calls.choose = choose;
    host->calls.choose_arg = arg;
}

int64_t host_wall(const struct host *host)
{
    return host->calls.wall ? host->calls.wall(host->calls.wall_arg) : host->now;
}

bool host_has_seat_words(struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port && port->is_lasting;
}

/* ---- what falls to which process ---- */

const struct host_port *host_keeper(const struct host *host)
{
    const struct host_port *first = NULL;
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] != PORT_IS_ABSENT &&
            (!first || strcmp(host->networks.ports[i].network, first->network) < 0))
            first = &host->networks.ports[i];
    return first;
}

bool host_keeps_persons(const struct host *host)
{
    const struct host_port *keeper = host->networks.are_shared ? host_keeper(host) : NULL;
    return !keeper || port_is_here(keeper);
}

static void tell(const struct host_port *port, const struct host_event *event)
{
    if (port && !port_is_here(port))
        (void)port->elsewhere->tell(port->self, event);
}

void host_tell_process(struct host *host, const char *network, const struct host_event *event)
{
    tell(host_port_of(host, network), event);
}

void host_tell_keeper(struct host *host, const struct host_event *event)
{
    tell(host_keeper(host), event);
}

const char *host_own_process(const struct host *host)
{
    for (int i = 0; host->networks.are_shared && i < host->networks.count; i++)
        if (host->networks.states[i] != PORT_IS_ABSENT && port_is_here(&host->networks.ports[i]))
            return host->networks.ports[i].network;
    return "";
}

/* ---- numbers ---- */

int host_numbers(const struct host *host)
{
    return host->networks.are_shared ? (int)(host->tables.next / UNIT_TABLES) * HOST_NUMBERS : 0;
}

bool host_gave_number(const struct host *host, int64_t number)
{
    int before = host_numbers(host);
    return !host->networks.are_shared || (number > before && number <= before + HOST_NUMBERS);
}

bool host_is_of_unit(const struct host *host, int64_t table)
{
    return !host->networks.are_shared || table / UNIT_TABLES == host->tables.next / UNIT_TABLES;
}
