/* What is kept of the whole host (load.c). */
#ifndef LOAD_H
#define LOAD_H

#include "store.h"

struct host;

/* Reads all of it: who is banned, who is linked, what is offered. Blocks; only at the start. If
   not STORE_OK, some of it was not read. */
enum store_result load_settings(struct host *host);

#endif
