/* What `tabletalk simulate` was asked for: its command line, read and looked at before the first table is opened. */
#ifndef SIMULATION_H
#define SIMULATION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arguments.h"
#include "game.h"
#include "host.h"
#include "seat.h"
#include "statistics.h"

enum { OPTIONS_MOST = 32 };

struct simulation {
    const struct game *game;
    struct ruleset rules; /* the options */
    long players, games;  /* players 0: not said */
    bool has_seed;
    uint64_t seed;
    const char *options[OPTIONS_MOST];
    int option_count;
    enum robot_level levels[TABLE_SEATS]; /* in the order of joining */
    int level_count;
    const char *path, *faces; /* files; NULL: none */
    bool reveals;
    FILE *record;
    struct host *host;
    struct host_port port;
    struct statistics statistics;
};

extern const struct argument simulation_arguments[];
/* `word`: the game that was named, or NULL. False with a sentence: it cannot be simulated so. */
bool simulation_prepare(struct simulation *simulation, const char *word, struct text *why);

#endif
