/* One table of robots, played to its end as fast as possible, with a host of its own: nothing is
   shared, so that many threads can play. Knows neither the other tables nor their sums. */
#ifndef SIMULATED_H
#define SIMULATED_H

#include "port.h"
#include "statistics.h"

enum { SIMULATED_MOVES_MOST = 100000 }; /* of one game */

struct simulation;

/* Where tables are played, one after the other. */
struct simulated {
    const struct simulation *asked;
    struct host *host;
    struct host_port port;
    struct robot_arena *arena;
    struct statistics statistics; /* of this table */
    FILE *record;                 /* of this table; NULL if none is asked for */
};

/* The players, in the order of joining. */
extern const char *const simulated_names[TABLE_SEATS];

/* False, with every mistake on `err`, if the faces that are asked for have any. */
bool simulated_init(struct simulated *simulated, const struct simulation *asked, FILE *err);
void simulated_fini(struct simulated *simulated);
/* Plays table `number`, from 1. False if a game does not end. */
bool simulated_play(struct simulated *simulated, int number);

#endif
