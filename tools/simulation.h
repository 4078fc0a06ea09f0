/* The command line of `tabletalk simulate`, checked before the first table is opened. */
#ifndef SIMULATION_H
#define SIMULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "arguments.h"
#include "game.h"
#include "seat.h"

enum { OPTIONS_MOST = 32 };

struct simulation {
    const struct game *game;
    struct ruleset rules; /* the options */
    long players, games;  /* players is 0 if not given */
    long threads;         /* 0 if not given */
    bool has_seed;
    uint64_t seed;
    const char *options[OPTIONS_MOST];
    int option_count;
    enum robot_level levels[TABLE_SEATS]; /* in the order of joining */
    int level_count;
    const char *path, *faces; /* files; may be NULL */
    bool reveals;
};

/* `word` names the game; may be NULL. False, with a sentence, if this game cannot be simulated. */
bool simulation_prepare(struct simulation *simulation, const char *word, struct text *why);

#endif
