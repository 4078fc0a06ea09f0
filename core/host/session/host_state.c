/* What concerns the whole host and calls nothing of it: its networks, and the wall clock. */
#include "host_state.h"

#include "choices.h"

#include <stdio.h>
#include <string.h>

#include "elsewhere.h"
#include "store_postgres.h"

const struct host_port *host_port_of(const struct host *host, const char *network)
{
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] != PORT_IS_ABSENT && strcmp(host->ports[i].network, network) == 0)
            return &host->ports[i];
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
    while (i < host->port_count && strcmp(host->ports[i].network, network) != 0)
        i++;
    return i;
}

/* Adapters find a place whatever records name. */
static bool are_absent_full(const struct host *host)
{
    int absent = 0;
    for (int i = 0; i < host->port_count; i++)
        absent += host->port_states[i] == PORT_IS_ABSENT;
    return absent == HOST_PORTS - HOST_NETWORKS;
}

const struct host_port *host_port_or_absent(struct host *host, const char *network)
{
    int i = slot_of(host, network);
    if (i < host->port_count)
        return &host->ports[i];
    if (are_absent_full(host) || i == HOST_PORTS || strlen(network) >= HOST_NETWORK)
        return NULL;
    snprintf(host->absent[i], sizeof host->absent[i], "%s", network);
    host->ports[i] = (struct host_port){.network = host->absent[i],
                                        .post = post_nothing,
                                        .whisper = whisper_nothing,
                                        .reach = reach_nobody};
    host->port_states[i] = PORT_IS_ABSENT;
    host->port_count++;
    return &host->ports[i];
}

bool host_set_port(struct host *host, const struct host_port *port)
{
    int i = slot_of(host, port->network);
    if (i == HOST_PORTS)
        return false;
    host->port_count += i == host->port_count;
    host->ports[i] = *port;
    host->port_states[i] = PORT_IS_NEW;
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
    host->wall = wall;
    host->wall_arg = arg;
}

void host_on_choice(struct host *host, host_choose *choose, void *arg)
{
    host->choose = choose;
    host->choose_arg = arg;
}

int64_t host_wall(const struct host *host)
{
    return host->wall ? host->wall(host->wall_arg) : host->now;
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
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] != PORT_IS_ABSENT &&
            (!first || strcmp(host->ports[i].network, first->network) < 0))
            first = &host->ports[i];
    return first;
}

bool host_keeps_persons(const struct host *host)
{
    const struct host_port *keeper = host->is_shared ? host_keeper(host) : NULL;
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
