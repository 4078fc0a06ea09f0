/* People who come into the line for the next game of a table, or leave it (session/waiting.h). */
#ifndef NEXT_H
#define NEXT_H

struct host;

void next_fini(struct host *host);

#endif
