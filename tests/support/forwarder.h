/* The network between a program and a server, on loopback: it can be cut, and what was on its
   way can come late. A thread of its own passes the bytes on. */
#ifndef FORWARDER_H
#define FORWARDER_H

#include <stdbool.h>

struct forwarder;

struct forwarder *forwarder_start(int to_port);
void forwarder_stop(struct forwarder *forwarder); /* NULL is allowed */
int forwarder_port(const struct forwarder *forwarder);

/* No byte passes any more, and nobody is told. */
void forwarder_cut(struct forwarder *forwarder);
/* True once a client has sent what does not pass. */
bool forwarder_holds(struct forwarder *forwarder);
/* Hangs up on the clients. What they had sent is kept; their connections with the server stay.
   New ones pass. */
void forwarder_hang_up(struct forwarder *forwarder);
/* All bytes pass again, and those that were kept reach the server. */
void forwarder_mend(struct forwarder *forwarder);

#endif
