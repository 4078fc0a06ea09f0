/* How long the clocks of a slow table have run, kept beyond a restart: so it costs nobody time
   that the program was not there, and nobody wins more than an hour. One setting "clock.TABLE"
   for each slow table that waits for a person; it is written once an hour and goes with its
   table. A kill between the end of a table and its going leaves one behind. */
#ifndef DEADLINES_H
#define DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

struct host;
struct session;

/* A setting that was read. False if it is another's. */
bool deadlines_load(struct host *host, const char *key, const char *value);
void deadlines_fini(struct host *host);
/* Writes how long each clock of the table has run. */
void deadlines_keep(struct session *session);
/* Puts the clocks of the table back by what they had run before the restart, where they run for
   the same decision. Does so once. */
void deadlines_take(struct session *session);
/* The table is over. */
void deadlines_forget(struct session *session);

#endif
