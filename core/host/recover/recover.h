/* What is kept of the whole host, and records, become memory again at the start; and records that
   cannot. */
#ifndef RECOVER_H
#define RECOVER_H

#include "heard.h"
#include "host.h"
#include "session.h"
#include "tables.h"

struct host;

enum { RECOVERY_FOREIGN = 32 }; /* networks that are not configured and whose tables are counted */

/* How far recovery has come. */
struct recovery {
    struct host *host;          /* NULL if it is gone */
    bool has_begun, is_running; /* at all; a pass over all records */
    /* the store has not answered; all records of this pass are listed */
    bool is_asked, is_listed;
    bool has_read_all; /* one pass is done */
    bool has_failed;
    int64_t after; /* in the list: the last record so far */
    int waiting;   /* records that are being read */
    /* those that the store could not be reached for; as many as are listed at once */
    struct recall *missed;
    /* tables whose message ids are read: the next one, the end, the line */
    int64_t ended, ended_end, ended_seq;
    int64_t again_at; /* when to ask again, after the store failed; else past */
    struct {
        char network[HOST_NETWORK];
        int tables;
    } foreign[RECOVERY_FOREIGN];
    int foreign_count;
    host_recovered *ready;
    void *ready_arg;
};

void recover_free(struct recovery *recovery);
bool recover_step(struct host *host); /* does a slice; true if there is more to do at once */

/* ---- faults ---- */

/* Records that cannot be played again. */

struct read_back;
enum { FAULTS_MOST = 1000 }; /* further ones are only logged */
void fault_add(struct host *host, const struct read_back *back, const char *network,
               const char *room, bool is_untold);
/* Those that have to be told; `names` has room for host->untold. Returns how many. */
int faults_untold(const struct host *host, const char *network, char (*names)[HOST_ROOM]);
void faults_fini(struct host *host);
/* If 0, all. True if there was one. */
bool faults_each(const struct host *host, int64_t number,
                 void (*each)(void *arg, const struct host_table *table), void *arg);
bool fault_end(struct host *host, int64_t number); /* for an admin; false if unknown */

#endif
