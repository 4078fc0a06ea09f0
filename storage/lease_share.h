/* Which process takes a unit that is free: the one that has fewest. Pure: every process works it
   out for itself from the same view, and comes to the same end. */
#ifndef LEASE_SHARE_H
#define LEASE_SHARE_H

#include "store_lease.h"

/* NULL if the house has none */
const struct lease_unit *lease_find(const struct lease_view *view, const char *name);
/* of so many names, LEASE_NAME bytes each */
bool lease_has(const char *names, int count, const char *name);

/* The free units that `process` takes, at most `most`, into `wish->take`. Units are dealt out in
   the order of their names, each to the process that has fewest then; of several the first by
   name. Nothing if the view does not have `process`. */
void lease_share(const struct lease_view *view, const char *process, int most,
                 struct lease_wish *wish);

#endif
