/* Questions about standings that wait for the store. */
#ifndef STANDINGS_H
#define STANDINGS_H

struct host;

void askings_fini(struct host *host); /* nobody is told anything more */

#endif
