/* Tables that want a thread of their own. The host has looked at what was typed before it asks; here it is looked at whether the
   person may open threads there, then one is opened, and the table in it. Where we may open none the table is where it was
   wanted. Bounded: OF_PERSON threads for one person and OF_GUILD for a guild within WITHIN_MS; a channel that refuses one is
   not asked again for REFUSED_MS. */
#ifndef THREADS_H
#define THREADS_H

#include "application.h"

struct prose;

struct threads *threads_new(void);
void threads_free(struct threads *threads);
/* host_port.open_apart: a table wants a thread of its own. */
bool threads_open(void *discord, const struct heard *heard, const struct host_apart *table, struct prose *why);

#endif
