/* What serves the house in this process, put together: process.c. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli.h"

struct host;

struct process_start {
    /* these arguments name the configuration that SIGHUP reads again */
    const struct cli_program *program;
    int argc;
    char **argv;
    const char *play; /* "play heartcatchers match=3" of the command line; NULL if absent */
    void (*host_begins)(struct host *host); /* before any table is there; may be NULL */
};

/* Plays until a signal, or until the terminal is left. Returns the exit status. */
int process_run(const struct process_start *start, struct config *config_take);

/* For struct cli_program: what stops a start, and what --check-config looks at besides: house
   rules, corrected faces, where the tables are kept. What is wrong is told on `err`, one line
   each. The second blocks: it asks a server of a database, and makes and removes a folder. */
bool process_check_values(const struct config *config, FILE *err);
bool process_check_files(const struct config *config, FILE *err);

#endif
