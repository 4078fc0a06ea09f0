/* Lines on their way to the store, for change.c, aside.c and resume.c, which hear whether the lines are there, also
   when the store cannot tell. It does not know what the lines say. */
#ifndef APPEND_H
#define APPEND_H

#include "store.h"

struct host;

/* As store_write(), for an append that has lines and waits for its answer; but `done` never hears STORE_UNKNOWN: where the
   store's answer is lost, the record is read back until it is known whether all of the lines stand in it, and `done` hears
   STORE_OK or STORE_IO. When the host is freed meanwhile, `done` hears of it soon with whatever the store said. */
void append_lines(struct host *host, const struct store_append *append, store_done *done, void *arg);

void appends_tick(struct host *host);
int64_t
appends_ask_at(const struct host *host); /* when the store is to be asked again; INT64_MAX: nothing is unknown */
void appends_fini(struct host *host);

#endif
