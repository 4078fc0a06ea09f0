/* Records that cannot be played again. */
#ifndef FAULTS_H
#define FAULTS_H

#include "heard.h"
#include "tables.h"

struct read_back;
enum { FAULTS_MOST = 1000 }; /* further ones are only logged */
void fault_add(struct host *host, const struct read_back *back, const char *network,
               const char *room, bool is_untold);
/* Puts the names of a network's rooms that have to be told; `names` has room for host->untold.
   Returns how many. */
int faults_untold(const struct host *host, const char *network, char (*names)[HOST_ROOM]);
void fault_tell(struct host *host, const char *network, const char *room);
void faults_fini(struct host *host);
/* Visits the record of this number, or all if 0. True if there was one. */
bool faults_each(const struct host *host, int64_t number,
                 void (*each)(void *arg, const struct host_table *table), void *arg);
bool fault_end(struct host *host, int64_t number); /* for an admin; false if unknown */
/* Takes the record off the list. False if absent. `was_told`: its room has been told. */
bool fault_take(struct host *host, int64_t number, char network[HOST_NETWORK], char room[HOST_ROOM],
                bool *was_told);

#endif
