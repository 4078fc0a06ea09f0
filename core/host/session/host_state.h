/* The host itself: its ports, its sessions by their rooms and their people, and what concerns all of them. */
#ifndef HOST_STATE_H
#define HOST_STATE_H

#include "chance.h"
#include "hash.h"
#include "host.h"
#include "ring.h"
#include "session.h"

enum {
    HOST_TABLES_MOST = 20000,
    HOST_RETRY_MS = 5000, /* after a failed save of something nobody typed */
    HOST_BUCKETS = 4096,
    HOST_PORTS = 32,
    HOST_ENDED = 64, /* tables whose ids are known after a restart, though they have ended */
    HOST_ENDED_IDS = HOST_ENDED * SESSION_IDS,
    CLAIM_TRIES = 5,
    CLAIMERS = 64
};

/* Somebody who said wrong seat words. */
struct claimer {
    char network[HOST_NETWORK], key[HOST_KEY];
    int wrong;
    int64_t since;
};

/* What becomes of the tables of a network that was added. */
enum port_state { PORT_IS_NEW, PORT_IS_READ, PORT_IS_READY };

struct host {
    struct store *store;
    host_execute *execute;
    void *arg;
    struct host_port ports[HOST_PORTS];
    enum port_state port_states[HOST_PORTS];
    int port_count;
    struct recovery *recovery;
    struct reader *readings; /* records that are read back, the first one first */
    struct append *appends;  /* that are being saved */
    int unknown_appends;     /* of them, those of which the store is to be asked again */
    struct aside *asides;    /* tables that were set aside, by when they end */
    int aside_count;
    int64_t lines_most;   /* of one record: RECORD_LINES_MOST, except in tests */
    struct fault *faults; /* records that cannot be played again */
    int fault_count;
    int untold; /* of both, those whose room has not heard of it */
    struct session *buckets[HOST_BUCKETS];
    struct sitting *sittings[HOST_BUCKETS]; /* by who sits */
    int session_count;
    int saving;         /* rooms that wait for the disk */
    bool has_committed; /* what is being executed has something to save */
    int64_t next_table;
    int64_t now; /* the latest time that was passed in */
    int64_t next_tick;
    struct heap due; /* of sessions that have something to do by the clock */
    host_wake *wake;
    void *wake_arg;
    struct edition *editions;
    struct claimer claimers[CLAIMERS];
    int next_claimer;
    RING(HOST_ENDED_IDS) ended_ids; /* hashes of ids that ended tables have applied */
    struct host_limits limits;
    struct share *shares[HOST_BUCKETS]; /* how many tables are open, by whose share they are */
    unsigned char salt[ROOM_HASH];
    bool has_salt; /* for good */
    struct bans *bans;
    int64_t (*wall)(void *arg); /* NULL: as the loop's clock */
    void *wall_arg;
    struct chance_seed robots; /* robots' thoughts */
    bool has_fixed_seed;       /* tests: deals follow from it */
    struct chance_seed fixed_seed, fixed_salts;
};

/* Where something of that name on that network is found. */
static inline unsigned room_bucket(const char *network, const char *name)
{
    return (unsigned)(hash_text(hash_text(HASH_START, network), name) % HOST_BUCKETS);
}

const struct host_port *host_port_of(const struct host *host, const char *network);
int64_t host_wall(const struct host *host); /* ms since 1970 */

#endif
