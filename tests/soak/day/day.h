/* A day in the life of the house, on simulated wires (sim/sim.h): a thousand people on Discord
   and on eight IRC networks. Most of them play or are just there; some do nothing but abuse.
   What honest people wait for is measured in virtual time.

   day.c      the world: networks, guilds, tables, who is where honest.c   people who play: they
   open tables, sit down and make random legal moves abuse.c    people who do what hurts others
   figures.c  what was measured main.c     the same day with and without the abusers, side by
   side */
#ifndef DAY_H
#define DAY_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "sim.h"
#include "standin.h"
#include "waits.h"

enum {
    DAY_IRCS = 8,
    DAY_IRC_TABLES = 5, /* a network */
    DAY_GUILDS = 30,
    DAY_GUILD_TABLES = 2,
    DAY_TABLES = DAY_IRCS * DAY_IRC_TABLES + DAY_GUILDS * DAY_GUILD_TABLES,
    DAY_PLAYERS = 3,   /* at a table, at most */
    DAY_ABUSERS = 50,  /* half of them on IRC */
    DAY_PEOPLE = 1000, /* who do not play are there and talk */
    DAY_NAME = 24,
    DAY_TICK_MS = 250,
    DAY_PATIENCE_MS = 120 * 1000 /* a later answer does not count */
};

/* Where people wait: on IRC networks with the limits they are shipped with, on such without, on
   Discord. */
enum day_kind { DAY_LIMITED, DAY_FREE, DAY_DISCORD, DAY_KINDS };
extern const char *const day_kinds[DAY_KINDS];

/* ---- figures.c ---- */

/* The figures of one day so far. Plain values: they go through a pipe. */
struct figures {
    int64_t virtual_ms;
    int answers, unanswered;
    int p50[DAY_KINDS], p99[DAY_KINDS], most[DAY_KINDS]; /* ms that honest people waited */
    int moves, games;
    int abuses;
    int exits, tables, playing;
    int violations; /* a server of IRC would have punished so often */
    /* of the loop; of the store, which has its own threads */
    int longest_turn_us, longest_batch_us;
    int64_t longest_at;
    int64_t memory, resident; /* bytes of the program; -1 if this build cannot tell */
    int64_t rss;              /* of the whole simulation */
};

int64_t figures_rss(void);

/* ---- day.c ---- */

struct day_table;

struct person {
    struct day_table *table; /* NULL if they do not play */
    char name[DAY_NAME];
    char key[HOST_KEY];
    struct sim_person *irc; /* NULL on Discord */
    uint64_t id, letters;   /* on Discord; the channel of direct messages, 0 before it is open */
};

struct day_table {
    char network[HOST_NETWORK], room[HOST_ROOM], channel[HOST_ROOM];
    enum day_kind kind;
    struct sim_irc *irc; /* NULL on Discord */
    uint64_t channel_id; /* on Discord */
    const char *game;    /* behind !play */
    struct person people[DAY_PLAYERS];
    int people_count;
    int64_t think_least, think_most;
    int64_t act_at;
    struct person *waiting; /* who waits for an answer; may be NULL */
    int64_t said_at;
    char said[HOST_TEXT];
    int64_t full_since; /* everybody sits, and the game has not begun; 0 otherwise */
    bool was_playing;
};

struct day {
    struct sim_irc *ircs[DAY_IRCS];
    struct standin *discord;
    uint64_t guilds[DAY_GUILDS];
    uint64_t forbidden; /* a channel where the bot may not write */
    struct day_table tables[DAY_TABLES];
    struct waits waits[DAY_KINDS];
    struct figures figures;
    bool has_abusers;
};

extern struct day day; /* one in a process, as there is one simulation */

void day_open(uint64_t seed, bool has_abusers);
/* So many ms of the day pass, and `figures` is brought up to date. */
void day_pass(int64_t ms);
void day_close(void);

/* ---- honest.c ---- */

void honest_step(struct day_table *table);
/* Somebody at the table read this; `is_private`: alone. */
void honest_reads(struct day_table *table, struct person *reader, const char *text,
                  bool is_private);

/* ---- abuse.c ---- */

void abuse_open(void);
void abuse_step(void);

#endif
