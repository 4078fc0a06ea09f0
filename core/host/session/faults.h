/* Records that cannot be played again. */
#ifndef FAULTS_H
#define FAULTS_H

#include "host.h"

struct read_back;
enum { FAULTS_MOST = 1000 }; /* more are on the log only */
void fault_add(struct host *host, const struct read_back *back, const char *network, const char *room, bool is_untold);
/* The rooms of a network that it has something to tell; `names` has room for host->untold. Returns how many. */
int faults_untold(const struct host *host, const char *network, char (*names)[HOST_ROOM]);
void fault_tell(struct host *host, const char *network, const char *room);
void faults_fini(struct host *host);
/* Of this number, or 0: all; whether there was one. */
bool faults_each(const struct host *host, int64_t number, void (*each)(void *arg, const struct host_table *table),
                 void *arg);
bool fault_end(struct host *host, int64_t number); /* by an admin; false if unknown */
/* Takes it off the list. False if absent. `was_told`: its room has heard of it. */
bool fault_take(struct host *host, int64_t number, char network[HOST_NETWORK], char room[HOST_ROOM], bool *was_told);

#endif
