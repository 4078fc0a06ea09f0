/* What this process has in memory of somebody who is being forgotten. */
#ifndef FORGET_HERE_H
#define FORGET_HERE_H

#include <stdbool.h>

struct host;
struct linked;

/* False once no table in play has the person: until then call it again. */
bool forget_leave_tables(struct host *host, const struct linked *who);
/* Before the store erases: nothing in memory may be written once more. */
void forget_at_tables(struct host *host, const struct linked *who);
void forget_in_memory(struct host *host, const struct linked *who); /* afterwards */

#endif
