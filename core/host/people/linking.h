/* How identities are linked and parted. */
#ifndef LINKING_H
#define LINKING_H

#include <stdbool.h>

#include "heard.h"

struct heard;
struct host;

enum {
    LINK_WAITING_MOST =
        256 /* codes of one network that wait; one more ends the oldest of that network */
};

void linking_init(struct host *host);
void linking_fini(struct host *host);
/* And the person was asked. */
bool linking_asks(const struct host *host, const struct heard *heard);
/* Both have seats at one table of another process (host_question). */
#define LINKING_TOGETHER "yes"
/* Something about the person is being saved. */
bool linking_is_busy(const struct host *host, const struct heard *heard);

/* ---- who somebody is, and where they sit: mydata.c ---- */

struct prose;

/* One for each table here where the person sits, behind a blank. Returns how many. */
int mydata_put_tables(struct host *host, struct identity who, struct prose *out);

#endif
