/* Lines on their way to the store, for change.c, aside.c and resume.c: they learn whether the
   lines are there, even when the store cannot tell. Does not know what the lines say. */
#ifndef APPEND_H
#define APPEND_H

#include "store.h"
#include "store_append.h"

struct host;

/* Like store_write(), for an append that has lines and waits for its answer, but `done` never
   gets STORE_UNKNOWN: if the store's answer is lost, the record is read back until it is known
   whether all lines stand in it, and `done` gets STORE_OK or STORE_IO. If the host is freed
   meanwhile, `done` soon gets what the store last said. */
void append_lines(struct host *host, const struct store_append *append, store_done *done,
                  void *arg);

void appends_tick(struct host *host);
/* when to ask the store again; INT64_MAX if nothing is unknown */
int64_t appends_ask_at(const struct host *host);
void appends_fini(struct host *host);

#endif
