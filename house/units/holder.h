/* A house that many processes share: this process holds leases (storage/store_postgres.h) and
   starts a process of its own for each network that it has, with the same arguments (unit.h). It
   speaks with no network itself. When it dies, the kernel ends those processes with it. */
#ifndef HOLDER_H
#define HOLDER_H

#include <stdbool.h>

#include "store_postgres.h"

struct config;

/* The networks of the configuration. */
struct unit_names {
    char names[LEASE_UNITS][LEASE_NAME];
    int count;
};

/* Reads the configuration again: the networks of now. False, with the mistakes on standard
   error, if it cannot be used. */
typedef bool holder_again(void *arg, struct unit_names *names);

/* Runs until a signal or the order "drain", frees the configuration and returns the exit status.
   `argv` is for the processes that it starts. */
int holder_run(char *const argv[], struct config *config_take, const struct unit_names *names,
               holder_again *again, void *arg);

#endif
