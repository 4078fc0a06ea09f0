/* Who somebody is, and where they sit. host_commands.h has what people type. */
#ifndef MYDATA_H
#define MYDATA_H

#include "identity.h"
struct host;
struct prose;

/* A sentence for each table of this process where the person sits, each behind a blank. Returns
   how many. */
int mydata_put_tables(struct host *host, struct identity who, struct prose *out);

#endif
