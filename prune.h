/* Deletes records of finished games after some days, in small steps, so that play goes on
   meanwhile. Knows the store and the loop alone. */
#ifndef PRUNE_H
#define PRUNE_H

struct loop;
struct prune;
struct store;

/* Begins at once. `days` 0 keeps them for ever. */
struct prune *prune_new(struct loop *loop, struct store *store, int days);
void prune_stop(struct prune *prune); /* NULL is fine */
void prune_free(struct prune *prune); /* after the store has answered */

#endif
