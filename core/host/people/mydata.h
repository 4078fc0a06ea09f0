/* Who somebody is, and where they sit. host_commands.h has what people type. */
#ifndef MYDATA_H
#define MYDATA_H

struct host;
struct prose;

/* A sentence for each table of this process where the person sits, each behind a blank. Returns
   how many. */
int mydata_put_tables(struct host *host, const char *network, const char *key, struct prose *out);

#endif
