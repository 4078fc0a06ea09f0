/* The host itself: its ports, its sessions by room and by person, and what concerns all of them. */
#ifndef HOST_STATE_H
#define HOST_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"
#include "figures.h"
#include "host.h"
#include "port.h"
#include "ring.h"
#include "session.h"
#include "shares.h"
#include "text.h"

enum {
    HOST_TABLES_MOST = 20000,
    HOST_RETRY_MS = 5000, /* after a failed save that nobody typed */
    HOST_BUCKETS = 4096,
    HOST_PORTS = 2 * HOST_NETWORKS, /* those of adapters, and as many that only records name */
    HOST_ENDED = 64,                /* ended tables whose message ids are known after a restart */
    HOST_ENDED_IDS = HOST_ENDED * SESSION_IDS,
};

/* How far the tables of a new network are back. */
enum port_state {
    PORT_IS_NEW,
    PORT_IS_READ,
    PORT_IS_READY,
    PORT_IS_ABSENT /* only records name the network: nobody is told anything there */
};

enum { RULES_READERS = 256 /* one place a person */ };
/* What somebody read last of the rules, for "!rules next". */
struct reader_place {
    uint64_t who;
    const struct game *game;
    int topic;
};

enum { HOST_RESULTS = 16 /* room for enum store_result */ };

struct host_counts {
    uint64_t heard, moves, lines, queue_refusals, save_refusals[HOST_RESULTS];
    bool has_failed; /* the latest save did */
    int64_t failed_at;
    struct histogram waited, saved, told;
};

struct host {
    struct store *store;
    struct host_counts counts;
    host_execute *execute;
    void *arg;
    struct host_port ports[HOST_PORTS];
    enum port_state port_states[HOST_PORTS];
    /* the names of those that are absent, at their numbers */
    char absent[HOST_PORTS][HOST_NETWORK];
    /* presence.c; gone_at: 0 while it is there */
    int64_t port_gone_at[HOST_PORTS], port_back_at[HOST_PORTS];
    int port_count;
    struct recovery *recovery;
    struct reader *readings; /* records that are read back, in order */
    struct pending *askings; /* questions to the store that somebody waits for */
    struct append *appends;  /* appends on their way to the store */
    int unknown_appends;     /* how many of them the store has to be asked about again */
    struct aside *asides;    /* tables that were set aside, in the order of their ends */
    /* the last: rows to be written again */
    int aside_count, fault_count, offer_count, link_repairs;
    /* of one record: RECORD_LINES_MOST, except in tests */
    int64_t lines_most;
    /* records that cannot be played again */
    struct fault *faults;
    /* of slow clocks, as they were kept; each goes when its table is back */
    struct deadlines *deadlines;
    /* asides and faults that their rooms have not been told of */
    int untold;
    struct session *sessions;               /* that people find, the newest first */
    struct showing *buckets[HOST_BUCKETS];  /* their rooms, by network and name */
    struct sitting *sittings[HOST_BUCKETS]; /* by person */
    struct session *codes[HOST_BUCKETS];    /* those with an invitation, by its code */
    int session_count, saving;              /* saving: those that wait for the disk */
    /* of the input that runs, the first one first; behind it the queue takes them all */
    struct change *commits;
    bool has_committed, is_shared;      /* the running input has something to save; host_share() */
    int64_t next_table, next_tick, now; /* now: the latest time that the host was given */
    struct heap due;                    /* of sessions that have something to do by the clock */
    host_wake *wake;
    struct edition *editions;
    /* by hash of the person: who meets another's place takes it */
    struct reader_place places[RULES_READERS];
    struct tries word_tries;        /* seat words and invitations */
    RING(HOST_ENDED_IDS) ended_ids; /* hashes of ids that ended tables have applied */
    struct host_limits limits;
    struct share *shares[HOST_BUCKETS]; /* how many tables are open, by payer */
    unsigned char salt[SESSION_HASH];
    /* the stored salt, which never changes; tests: deals follow from fixed_seed */
    bool has_salt, has_fixed_seed;
    struct bans *bans;
    struct notices *notices; /* who wants a word when a table opens */
    int64_t notices_at;      /* when one is due; INT64_MAX if none waits */
    struct links *links;
    struct goings *goings;      /* people who are being forgotten */
    struct pending *inquiries;  /* questions to other processes */
    struct linkings *linkings;  /* that wait for a code or a yes */
    struct offer *offers;       /* of another game, the newest first */
    struct pending *agains;     /* people who said !again, until that is saved */
    struct waiting *waitings;   /* people who wait for a seat in the next game of a table */
    struct pending *nextings;   /* who came into such a line or left it, until that is saved */
    int64_t (*wall)(void *arg); /* NULL for the loop's clock */
    host_choose *choose;        /* what rooms have chosen; NULL if nothing is kept */
    void *wall_arg, *choose_arg, *wake_arg;
    char house_rules[HOST_CHOICES];                     /* of the configuration (room.h) */
    struct thinking *thinking;                          /* of robots; NULL if they move at once */
    struct chance_seed robots, fixed_seed, fixed_salts; /* robots: for their choices */
};

/* The bucket of a name on a network. */
static inline unsigned host_bucket(const char *network, const char *name)
{
    return (unsigned)(text_hash(text_hash(HASH_START, network), name) % HOST_BUCKETS);
}

/* The network that an adapter has added. NULL if none has. */
const struct host_port *host_port_of(const struct host *host, const char *network);
/* The same, or a port where nothing can be told; an adapter may fill it in later. NULL if there
   are too many. */
const struct host_port *host_port_or_absent(struct host *host, const char *network);
/* Adds a network, or fills in one that was absent. False if there are too many. */
bool host_set_port(struct host *host, const struct host_port *port);
int64_t host_wall(const struct host *host); /* ms since 1970 */

/* ---- what falls to which process ---- */

/* Each process of a shared house serves one network, one of them keeps who is linked, and each
   gives numbers of its own. Without other processes all falls to this one. */

struct host;
struct host_event;

/* The network whose process keeps who is linked with whom: it alone writes that. NULL without
   networks. */
const struct host_port *host_keeper(const struct host *host);
bool host_keeps_persons(const struct host *host); /* this process does */
/* To the process of that network, or to the one that keeps links. Nothing if that is this one. */
void host_tell_process(struct host *host, const char *network, const struct host_event *event);
void host_tell_keeper(struct host *host, const struct host_event *event);
/* The network that this process serves; "" if it serves the whole house. */
const char *host_own_process(const struct host *host);

/* This process serves the network. */
static inline bool port_is_here(const struct host_port *port)
{
    return !port->elsewhere;
}

/* Numbers in the keys of the store's settings: each process of a shared house gives its own, so
   many. */
enum { HOST_NUMBERS = 1000000 };
int host_numbers(const struct host *host); /* its own begin behind this one */
/* always true if the house is not shared */
bool host_gave_number(const struct host *host, int number);
/* `next`, or the first of its own if that is higher. */
int host_number_from(const struct host *host, int next);

#endif
