/* What the networks remember across restarts, kept in the store, and what the host keeps with
   them: the choices of places. Knows no network. */
#ifndef KEPT_H
#define KEPT_H

struct host;
struct keep;
struct loop;
struct store;

struct kept;

/* Reads it all. Blocks, but nobody is connected yet, and there are few values: adapters/keep.h
   bounds what people set in each network, and what belongs to a table goes with the table. NULL
   if it cannot be read; the log says why. */
struct kept *kept_open(struct store *store, struct loop *loop, struct host *host);
void kept_free(struct kept *kept); /* NULL is fine; after the host and the networks */

struct keep *kept_keep(struct kept *kept); /* for the networks */

#endif
