/* What falls to which process of a shared house: each serves one network, one of them keeps who
   is linked, and each gives numbers of its own. Without other processes all falls to this one.
   Calls nothing of the host. */
#ifndef KEEPER_H
#define KEEPER_H

#include <stdbool.h>

#include "port.h"

struct host;
struct host_event;

/* The network whose process keeps who is linked with whom: it alone writes that. NULL without
   networks. */
const struct host_port *far_keeper(const struct host *host);
bool far_keeps_persons(const struct host *host); /* this process does */
/* To the process of that network, or to the one that keeps links. Nothing if that is this one. */
void far_tell_process(struct host *host, const char *network, const struct host_event *event);
void far_tell_keeper(struct host *host, const struct host_event *event);
/* The network that this process serves; "" if it serves the whole house. */
const char *far_own(const struct host *host);

/* This process serves the network. */
static inline bool port_is_here(const struct host_port *port)
{
    return !port->elsewhere;
}

/* Numbers in the keys of the store's settings: each process of a shared house gives its own, so
   many. */
enum { HOST_NUMBERS = 1000000 };
int host_numbers(const struct host *host); /* its own begin behind this one */
/* always true if the house is not shared */
bool host_gave_number(const struct host *host, int number);
/* `next`, or the first of its own if that is higher. */
int host_number_from(const struct host *host, int next);

#endif
