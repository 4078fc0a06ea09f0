/* "tabletalk KIND setup": looks whether the networks of the configuration work, or writes the
   section of a first or another one. Next: struct network_admin in adapter.h. */
#ifndef SETUP_H
#define SETUP_H

#include <stdio.h>

struct argument;
struct config;
struct network_kind;

/* `arguments` are those of networks.h; argv[0] is the kind and argv[1] "setup". Without arguments
   about a new network it asks on standard input, telling on `out` what. The section is tried first,
   and only one that works is put behind what is in the file of the configuration, or into bot.conf,
   which is made. Returns the exit status. Blocks: it asks a person and the network. */
int setup_network(const struct network_kind *kind, const struct argument *arguments, int argc,
                  char *const argv[], const struct config *config, FILE *out, FILE *err);

#endif
