/* The host itself: its ports, its sessions by room and by person, and what concerns all of them. */
#ifndef HOST_STATE_H
#define HOST_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"
#include "figures.h"
#include "host.h"
#include "list.h"
#include "port.h"
#include "row.h"
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
    RULES_READERS = 256, /* one place a person */
    HOST_RESULTS = 16    /* room for enum store_result */
};

/* How far the tables of a new network are back. */
enum port_state {
    PORT_IS_NEW,
    PORT_IS_READ,
    PORT_IS_READY,
    PORT_IS_ABSENT /* only records name the network: nobody is told anything there */
};

/* For "!rules next". */
struct reader_place {
    uint64_t who;
    const struct game *game;
    int topic;
};

struct host_counts {
    uint64_t heard, moves, lines, queue_refusals, save_refusals[HOST_RESULTS];
    bool has_failed;
    int64_t failed_at;
    struct histogram waited, saved, told;
};

struct host_calls {
    host_execute *execute;
    int64_t (*wall)(void *arg); /* NULL for the loop's clock */
    host_choose *choose;        /* what rooms have chosen; NULL if nothing is kept */
    host_wake *wake;
    void *arg, *wall_arg, *choose_arg, *wake_arg;
};

struct host_networks {
    struct host_port ports[HOST_PORTS];
    enum port_state states[HOST_PORTS];
    char absent[HOST_PORTS][HOST_NETWORK]; /* names, at their numbers */
    int64_t gone_at[HOST_PORTS], back_at[HOST_PORTS];
    int count;
    bool are_shared;
};

struct host_tables {
    struct session *first;
    struct showing *rooms[HOST_BUCKETS];    /* by network and name */
    struct sitting *sittings[HOST_BUCKETS]; /* by person */
    struct session *codes[HOST_BUCKETS];    /* those with an invitation, by its code */
    int count;
    int64_t next; /* the number of the next one */
};

struct host {
    struct store *store;
    int64_t now; /* the latest time that the host was given */
    struct host_counts counts;
    struct host_calls calls;
    struct host_networks networks;
    struct host_tables tables;
    struct host_limits limits;
    struct recovery *recovery;
    struct {
        struct reader *first; /* records that are read back, in order */
        int64_t lines_most;
    } readings;
    struct {
        struct pending *askings;   /* questions to the store that somebody waits for */
        struct pending *inquiries; /* questions to other processes */
        struct pending *agains;    /* people who said !again, until that is saved */
        struct pending *nextings;  /* who came into a line or left it, until that is saved */
        struct pending *seekings;  /* whose table looks for players once that is saved */
    } pending;
    struct {
        struct append *first; /* on their way to the store */
        int unknown;          /* how many of them the store has to be asked about again */
    } appends;
    struct {
        struct aside *first; /* tables that were set aside, in the order of their ends */
        int count, untold;   /* untold: these and faults, of which rooms have not been told */
    } asides;
    struct {
        struct fault *first; /* records that cannot be played again */
        int count;
    } faults;
    struct {
        struct offer *first; /* of another game, the newest */
        int count;
        struct waiting *waitings;    /* people who wait for a seat in the next game of a table */
        struct seek *seeks;          /* tables of the whole house that look for players */
        int64_t seeks_at, seek_news; /* when to look after them; grows with each seat that comes */
        bool are_tables_back;        /* a seek without its table has lost it */
    } offers;
    struct {
        struct change *commits; /* of the input that runs, in order; then the queue takes them */
        bool has_committed;
        int saving; /* those that wait for the disk */
    } running;
    struct {
        struct heap due; /* of sessions that have something to do by the clock */
        int64_t next_tick;
    } clock;
    struct deadlines *deadlines; /* of slow clocks; each goes when its table is back */
    struct edition *editions;
    RING(HOST_ENDED_IDS) ended_ids; /* hashes of ids that ended tables have applied */
    struct {
        struct reader_place places[RULES_READERS]; /* by hash of the person */
        struct tries tries, challenges; /* seat words and invitations; who was asked to play */
    } words;
    struct {
        struct share *counts[HOST_BUCKETS]; /* how many tables are open, by payer */
        unsigned char salt[SESSION_HASH];
        bool has_salt; /* the stored one, which never changes */
    } shares;
    struct rows rows; /* of all kinds */
    struct bans *bans;
    struct blocks *blocks;
    struct results *results; /* that somebody has not seen */
    struct seasons *seasons;
    struct notices *notices;     /* who wants a word when a table opens */
    struct listeners *listeners; /* rooms that hear of open seats */
    struct links *links;
    struct dailies *dailies;                             /* deals of the day, and tries at them */
    struct goings *goings;                               /* people who are being forgotten */
    struct linkings *linkings;                           /* that wait for a code or a yes */
    char house_rules[HOST_CHOICES], homepage[HOST_TEXT]; /* of the configuration (room.h, host.h) */
    unsigned rule_changes;     /* how often rules of the house or of a place were changed */
    struct thinking *thinking; /* of robots; NULL if they move at once */
    struct {
        struct chance_seed robots;
        bool has_fixed_seed; /* tests: deals follow from it */
        struct chance_seed fixed_seed, fixed_salts;
    } chance;
};

/* The bucket of a name on a network. */
static inline unsigned host_bucket(const char *network, const char *name)
{
    return (unsigned)(text_hash(text_hash(HASH_START, network), name) % HOST_BUCKETS);
}

/* NULL if no adapter has added it. */
const struct host_port *host_port_of(const struct host *host, const char *network);
/* The same, or a port where nothing can be told, which an adapter may fill in. NULL if there are
   too many. */
const struct host_port *host_port_or_absent(struct host *host, const char *network);
/* False if there are too many. */
bool host_set_port(struct host *host, const struct host_port *port);
int64_t host_wall(const struct host *host); /* ms since 1970 */

/* ---- what falls to which process ---- */

/* Each process of a shared house serves one network, and gives its own numbers; one keeps links. */

struct host_event;
/* Its process alone writes who is linked with whom. NULL without networks. */
const struct host_port *host_keeper(const struct host *host);
bool host_keeps_persons(const struct host *host); /* this process does */
/* Or to the one that keeps links. Nothing if that is this one. */
void host_tell_process(struct host *host, const char *network, const struct host_event *event);
void host_tell_keeper(struct host *host, const struct host_event *event);
/* "" if it serves the whole house. */
const char *host_own_process(const struct host *host);

static inline bool port_is_here(const struct host_port *port)
{
    return !port->elsewhere;
}

/* Numbers in the keys of settings: each process of a shared house gives its own, so many. */
enum { HOST_NUMBERS = 1000000 };
int host_numbers(const struct host *host); /* its own begin behind this one */
/* always true if the house is not shared, as is this: the table began in this process */
bool host_gave_number(const struct host *host, int64_t number);
bool host_is_of_unit(const struct host *host, int64_t table);

#endif
