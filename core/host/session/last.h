/* What a room remembers of its last table, for !fair: a row that host_on_choice() keeps. Knows
   no sentence. */
#ifndef LAST_H
#define LAST_H

#include <stdint.h>

struct host;
struct session;
struct showing;

struct last_table {
    long long table;   /* the number of its record; 0 if none is known */
    long long undealt; /* how many tables were closed there today (UTC) and never dealt */
};

/* Of a room, or of a private conversation. Never blocks. */
struct last_table last_find(const struct host *host, const struct showing *home);

/* The session's record ends with the change that was just saved. Notes it if its cards were
   dealt, or could have been. */
void last_note(const struct session *session);

#endif
