/* Tables that are opened in a thread of their own. */
#ifndef THREADS_H
#define THREADS_H

#include <stdbool.h>

#include "application.h"

struct prose;

struct threads *threads_new(void);
void threads_free(struct threads *threads);
/* host_port.open_apart: a table wants a thread of its own. */
bool threads_open(void *discord, const struct heard *heard, const struct host_apart *table, struct prose *why);

#endif
