/* The admin of this machine: what the running process does at their word, which comes through the control socket, and the
   commands of the shell that give it: tabletalk status, tables, ban and their like. Wiring of adapters/control.h, the orders
   (tools/orders.h) and the networks. */
#ifndef ADMIN_H
#define ADMIN_H

#include "cli.h"

struct admin;
struct host;
struct loop;
struct networks;
struct store;

struct admin_place {
    struct loop *loop;
    struct store *store;
    struct host *host;
    struct networks *networks;
    const char *folder; /* of the control socket; NULL: nobody can ask anything */
};

/* Without a control socket the house works, too; then the log says why it is missing. */
struct admin *admin_new(const struct admin_place *place);
void admin_leave(struct admin *admin);        /* the host and the networks go */
void admin_close_socket(struct admin *admin); /* what the store had read for an order was put by now */
void admin_free(struct admin *admin);

/* Ended by a row without a name. */
extern const struct cli_command admin_commands[];
/* For struct cli_command: "tabletalk KIND setup [TITLE]", or the order of this kind of network. */
int admin_ask_network(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err);

#endif
