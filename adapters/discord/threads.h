/* Tables in a thread of their own. If the person may open threads there, one is opened with the
   table in it; if we may not, the table opens in the channel. Bounded: OF_PERSON threads for a
   person and OF_GUILD for a guild within WITHIN_MS; a channel that refuses a thread is not asked
   again for REFUSED_MS. */
#ifndef THREADS_H
#define THREADS_H

#include "application.h"

struct prose;

struct threads *threads_new(void);
void threads_free(struct threads *threads);
/* host_port.open_apart: a table wants a thread of its own. */
bool threads_open(void *discord, const struct heard *heard, const struct host_apart *table,
                  struct prose *why);

#endif
