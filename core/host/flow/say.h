/* Words from one room of a table to the others, and what operators forbid in theirs. */
#ifndef SAY_H
#define SAY_H

#include "session.h"

struct prose;

/* `what` is one of enum port_forbids. `port` may be NULL. */
bool say_is_forbidden(const struct host_port *port, const char *room, unsigned what);
/* "channel guests no": does it, or refuses it, and puts the answer. False if the words are about something else. */
bool say_sets_channel(const struct host_port *port, const struct heard *heard, const char *words, struct prose *answer);

#endif
