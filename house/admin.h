/* The orders of this machine's admin. Commands in a shell, such as tabletalk status, tables and
   ban, send them through the control socket, and the running process carries them out. Programs
   ask over HTTP for figures, /metrics, and whether all is well, /healthz. Wires
   adapters/control.h, adapters/net/web_server.h, the orders (tools/order.h) and the
   networks. */
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
    const char *folder; /* of the control socket; NULL if nobody can ask */
    const char *kind;   /* of the store: "sqlite" */
    /* where web_server_new() listens for programs that ask for figures; "" for nowhere */
    const char *metrics;
};

/* If the control socket cannot be made, the house works without it and the log says why. */
struct admin *admin_new(const struct admin_place *place);
void admin_leave(struct admin *admin); /* before the host and the networks go */
/* after the store has answered the orders that read it */
void admin_close_socket(struct admin *admin);
void admin_free(struct admin *admin);

extern const struct cli_command admin_commands[];
/* For struct cli_command: runs "tabletalk KIND setup [TITLE]", "tabletalk KIND cards [TITLE]",
   or the order of this kind of network. */
int admin_ask_network(int argc, char *const argv[], const struct config *config, FILE *out,
                      FILE *err);

#endif
