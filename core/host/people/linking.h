/* How identities are linked and parted. host_commands.h has what people type. */
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
/* Somebody has said the person's code, and the person was asked. */
bool linking_asks(const struct host *host, const struct heard *heard);
/* What another process answers where both have seats at one table of its own (host_question). */
#define LINKING_TOGETHER "yes"
/* Something about the person is being saved. */
bool linking_is_busy(const struct host *host, const struct heard *heard);

/* ---- who somebody is, and where they sit: mydata.c ---- */

struct prose;

/* A sentence for each table of this process where the person sits, each behind a blank. Returns
   how many. */
int mydata_put_tables(struct host *host, struct identity who, struct prose *out);

#endif
